//! Seats: players that keep their place while their connection is lost.

mod error;
mod limits;
mod token;

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::time::Duration;

pub use self::error::SeatError;
pub use self::limits::SeatLimits;
pub use self::token::Token;

/// The players of a game, each on a seat. A player whose connection is lost is away, and returns over another connection with its [`Token`].
///
/// `C` names a connection, such as a number, a peer id or an address. A seat has the name of its last connection until the player returns.
/// `T` is what the game keeps of a player. Seats do no I/O and have no clock: a time is a [`Duration`] since any moment, which must be the same
/// for all calls.
///
/// | What happens | What to call |
/// |---|---|
/// | a new player has joined | [`add`](Self::add) with a new token, and send the token |
/// | a client sends a token | [`take`](Self::take): its player has the new connection. If the old one is still open, close it |
/// | a connection ends | [`leave`](Self::leave): the player is away |
/// | the time passes | [`expired`](Self::expired), until it returns `None`: the players who did not return in time |
/// | a player leaves for good | [`remove`](Self::remove) |
///
/// A seat is never lost before its grace time is over. So its memory is bounded by the number of seats, [`SeatLimits::max`]: those of players
/// who are away count.
///
/// ```
/// use core::time::Duration;
///
/// use godot_var_runtime::seats::{SeatError, SeatLimits, Seats, Token};
///
/// let at = Duration::from_secs;
/// let mut seats = Seats::new(SeatLimits::DEFAULT.with_grace(at(30)));
///
/// // Ann joins over connection 1. The bytes are from the random source of the system.
/// let token = Token::random(*b"\x0c\xd7\x92\x31\xee\x55\x1f\x80\x42\xa9\x6b\x07\xfa\x3c\x9d\x14");
/// seats.add(token.clone(), 1, "Ann")?;
///
/// // Her connection is lost, and she returns over connection 2.
/// assert!(seats.leave(&1, at(100)));
/// assert_eq!(seats.take(b"a guess", 3), Err(SeatError::UnknownToken));
/// let taken = seats.take(token.bytes(), 2)?;
/// assert_eq!((taken.old, taken.old_is_open), (1, false));
/// assert_eq!(seats.get(&2), Some(&"Ann"));
///
/// // She leaves again, and does not return in time.
/// seats.leave(&2, at(200));
/// assert_eq!(seats.expired(at(229)), None);
/// assert_eq!(seats.expired(at(230)), Some((2, "Ann")));
/// # Ok::<(), SeatError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Seats<C, T> {
    limits: SeatLimits,
    by_connection: BTreeMap<C, Seat<T>>,
    /// The connections by the hashes of their tokens. Only tokens that a game chooses badly have equal hashes.
    by_hash: BTreeMap<u64, Vec<C>>,
    /// When the seats of players who are away end.
    ends: BTreeSet<(Duration, C)>,
}

#[derive(Clone, Debug)]
struct Seat<T> {
    token: Token,
    /// When it ends, if the player is away.
    end: Option<Duration>,
    player: T,
}

/// A seat that was taken over by another connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken<C> {
    /// The connection that had the seat before.
    pub old: C,
    /// Nobody has reported the end of the old connection. Close it: its player is here.
    pub old_is_open: bool,
}

impl<C: Ord + Clone, T> Seats<C, T> {
    /// Makes a set of seats without players.
    pub const fn new(limits: SeatLimits) -> Self {
        Self {
            limits,
            by_connection: BTreeMap::new(),
            by_hash: BTreeMap::new(),
            ends: BTreeSet::new(),
        }
    }

    /// Gives a new player a seat.
    ///
    /// # Errors
    /// [`SeatError::Full`], [`SeatError::TokenTaken`], [`SeatError::ConnectionTaken`].
    pub fn add(&mut self, token: Token, connection: C, player: T) -> Result<(), SeatError> {
        self.insert(token, connection, None, player)
    }

    /// Adds the seat of a player who is away from now on, for example after the server was restarted. No connection may have this name later
    /// unless it takes the seat.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn add_away(
        &mut self,
        token: Token,
        connection: C,
        player: T,
        now: Duration,
    ) -> Result<(), SeatError> {
        let end = now.saturating_add(self.limits.grace);
        self.insert(token, connection, Some(end), player)
    }

    fn insert(
        &mut self,
        token: Token,
        connection: C,
        end: Option<Duration>,
        player: T,
    ) -> Result<(), SeatError> {
        if self.by_connection.len() >= self.limits.max {
            return Err(SeatError::Full);
        }
        if self.by_connection.contains_key(&connection) {
            return Err(SeatError::ConnectionTaken);
        }
        if self.find(token.bytes()).is_some() {
            return Err(SeatError::TokenTaken);
        }
        self.by_hash.entry(token.hash()).or_default().push(connection.clone());
        self.ends.extend(end.map(|end| (end, connection.clone())));
        self.by_connection.insert(connection, Seat { token, end, player });
        Ok(())
    }

    /// Moves a player to another connection, which has sent the token. It does not matter whether the end of the old connection was noticed:
    /// the newer connection wins.
    ///
    /// # Errors
    /// [`SeatError::UnknownToken`] for a wrong token, and for one whose seat has ended; [`SeatError::ConnectionTaken`] if the connection has
    /// a seat already, or the name of one whose player is away.
    pub fn take(&mut self, token: &[u8], connection: C) -> Result<Taken<C>, SeatError> {
        let old = self.find(token).ok_or(SeatError::UnknownToken)?.clone();
        let old_is_open = !self.is_away(&old);
        if self.by_connection.contains_key(&connection) && (old_is_open || old != connection) {
            return Err(SeatError::ConnectionTaken);
        }
        let Some(mut seat) = self.take_out(&old) else { return Err(SeatError::UnknownToken) };
        seat.end = None;
        self.by_hash.entry(seat.token.hash()).or_default().push(connection.clone());
        self.by_connection.insert(connection, seat);
        Ok(Taken { old, old_is_open })
    }

    /// Returns the connection whose player has this token.
    pub fn find(&self, token: &[u8]) -> Option<&C> {
        let with_hash = self.by_hash.get(&Token::hash_of(token))?;
        let mut found = None;
        for connection in with_hash {
            if self.by_connection.get(connection).is_some_and(|seat| seat.token.is(token)) {
                found = Some(connection);
            }
        }
        found
    }

    /// Reports the end of a connection. Returns whether its player is away now: not if the connection has no seat, or has lost it to a newer
    /// one.
    pub fn leave(&mut self, connection: &C, now: Duration) -> bool {
        let end = now.saturating_add(self.limits.grace);
        match self.by_connection.get_mut(connection) {
            Some(seat) if seat.end.is_none() => {
                seat.end = Some(end);
                self.ends.insert((end, connection.clone()));
                true
            }
            _ => false,
        }
    }

    /// Keeps the seat of a player who is away until a time at least, for example while the player authenticates.
    pub fn keep_until(&mut self, connection: &C, until: Duration) {
        let Some(end) = self.by_connection.get_mut(connection).and_then(|seat| seat.end.as_mut())
        else {
            return;
        };
        if *end < until {
            self.ends.remove(&(*end, connection.clone()));
            *end = until;
            self.ends.insert((until, connection.clone()));
        }
    }

    /// Removes a player who did not return in time, and returns it with its last connection. Call it until it returns `None`.
    pub fn expired(&mut self, now: Duration) -> Option<(C, T)> {
        let connection = self.ends.first().filter(|(end, _)| *end <= now)?.1.clone();
        let player = self.remove(&connection)?;
        Some((connection, player))
    }

    /// Removes a player who leaves for good. The token is worth nothing any more.
    pub fn remove(&mut self, connection: &C) -> Option<T> {
        self.take_out(connection).map(|seat| seat.player)
    }

    fn take_out(&mut self, connection: &C) -> Option<Seat<T>> {
        let seat = self.by_connection.remove(connection)?;
        if let Some(end) = seat.end {
            self.ends.remove(&(end, connection.clone()));
        }
        let hash = seat.token.hash();
        if let Some(with_hash) = self.by_hash.get_mut(&hash) {
            with_hash.retain(|one| one != connection);
            if with_hash.is_empty() {
                self.by_hash.remove(&hash);
            }
        }
        Some(seat)
    }

    /// Returns the player of a connection, or of the last one if the player is away.
    pub fn get(&self, connection: &C) -> Option<&T> {
        self.by_connection.get(connection).map(|seat| &seat.player)
    }

    /// As [`get`](Self::get), for changes.
    pub fn get_mut(&mut self, connection: &C) -> Option<&mut T> {
        self.by_connection.get_mut(connection).map(|seat| &mut seat.player)
    }

    /// Whether a player was at this connection last and is away.
    pub fn is_away(&self, connection: &C) -> bool {
        self.by_connection.get(connection).is_some_and(|seat| seat.end.is_some())
    }

    /// Returns all players with their connections, also those who are away.
    pub fn iter(&self) -> impl Iterator<Item = (&C, &T)> {
        self.by_connection.iter().map(|(connection, seat)| (connection, &seat.player))
    }

    /// As [`iter`](Self::iter), for changes.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&C, &mut T)> {
        self.by_connection.iter_mut().map(|(connection, seat)| (connection, &mut seat.player))
    }

    /// Returns the number of seats, also of players who are away.
    pub fn len(&self) -> usize {
        self.by_connection.len()
    }

    /// Whether nobody has a seat.
    pub fn is_empty(&self) -> bool {
        self.by_connection.is_empty()
    }
}
