//! Players that return over another connection.

use alloc::vec::Vec;
use core::time::Duration;

use godot_var_runtime::seats::{SeatError, Taken, Token};

use super::{Event, NodeId, Session};
use crate::SERVER;

impl Session {
    /// Gives the player of a peer a seat. If its connection is lost, the player is [away](Event::Away) and may [return](Self::take_seat) with the
    /// token, for [`Config::seats`](super::Config::seats). Send the peer the token, for example with [`send_auth`](Self::send_auth).
    ///
    /// Call it in [`Event::Auth`], after the peer has proven who it is, or later.
    ///
    /// ```
    /// use core::time::Duration;
    ///
    /// use godot_var_multiplayer::{Config, Event, Incoming, Session};
    /// use godot_var_runtime::seats::Token;
    ///
    /// let now = Duration::ZERO;
    /// let mut session = Session::new(Config::default().with_auth(Duration::from_secs(3)));
    /// // The bytes are from the random source of the system.
    /// let token = Token::random(*b"\x0c\xd7\x92\x31\xee\x55\x1f\x80\x42\xa9\x6b\x07\xfa\x3c\x9d\x14");
    ///
    /// session.connect(7, now);
    /// session.add_seat(7, token.clone())?;
    /// session.send_auth(7, token.bytes());
    /// session.complete_auth(7);
    /// // The client has stored the token and completes.
    /// let event = session.receive(Incoming::new(7, &[7, 0]), now);
    /// assert_eq!(event, Some(Event::Connected(7)));
    ///
    /// // Its connection is lost.
    /// assert_eq!(session.disconnect(7), Some(Event::Away(7)));
    ///
    /// // It connects again, sends the token and completes.
    /// session.connect(9, now);
    /// let mut message = vec![7, 0];
    /// message.extend(token.bytes());
    /// let Some(Event::Auth { peer, payload }) = session.receive(Incoming::new(9, &message), now) else {
    ///     panic!("a token")
    /// };
    /// session.take_seat(peer, payload)?;
    /// session.complete_auth(9);
    /// let event = session.receive(Incoming::new(9, &[7, 0]), now);
    /// assert_eq!(event, Some(Event::Returned { old: 7, new: 9, old_is_open: false }));
    /// # Ok::<(), godot_var_runtime::seats::SeatError>(())
    /// ```
    ///
    /// # Errors
    /// [`SeatError`]: [`NotConnected`](SeatError::NotConnected), also for a client's session, [`Full`](SeatError::Full),
    /// [`TokenTaken`](SeatError::TokenTaken), [`ConnectionTaken`](SeatError::ConnectionTaken).
    pub fn add_seat(&mut self, peer: i32, token: Token) -> Result<(), SeatError> {
        let connected = self.peers.get(&peer).filter(|_| self.id == SERVER);
        if connected.ok_or(SeatError::NotConnected)?.claim.is_some() {
            return Err(SeatError::ConnectionTaken);
        }
        self.seats.add(token, peer, ())
    }

    /// Adds the seat of a player who is away from now on, for example after the server was restarted. No peer may have this id before the
    /// player returns, so choose one that no transport gives. Nodes may have it as their authority.
    ///
    /// # Errors
    /// [`SeatError`].
    pub fn add_away_seat(&mut self, id: i32, token: Token) -> Result<(), SeatError> {
        if self.id != SERVER {
            return Err(SeatError::NotConnected);
        }
        if self.peers.contains_key(&id) {
            return Err(SeatError::ConnectionTaken);
        }
        self.seats.add_away(token, id, (), self.now)
    }

    /// Gives a peer the seat that has this token, also if the old connection still seems to be open: the newer one wins. Call it when the peer
    /// sends the token.
    ///
    /// If the peer is admitted, this returns [`Event::Returned`]. If it still authenticates, it gets the seat when it is admitted, and
    /// [`Event::Returned`] comes in place of [`Event::Connected`].
    ///
    /// # Errors
    /// [`SeatError::UnknownToken`] for a wrong token, and for one whose seat has ended. [`SeatError::ConnectionTaken`] if the peer has a seat, or
    /// its id is that of another player who is away. [`SeatError::NotConnected`].
    pub fn take_seat(
        &mut self,
        peer: i32,
        token: &[u8],
    ) -> Result<Option<Event<'static>>, SeatError> {
        let connected = self.peers.get(&peer).filter(|_| self.id == SERVER);
        let is_admitted = connected.ok_or(SeatError::NotConnected)?.is_admitted();
        let old = *self.seats.find(token).ok_or(SeatError::UnknownToken)?;
        self.check_claim(peer, old)?;
        if is_admitted {
            let Taken { old, old_is_open } = self.seats.take(token, peer)?;
            return Ok(Some(self.returned(old, peer, old_is_open)));
        }
        // It can be admitted until this time.
        let latest = self.now.saturating_add(self.config.auth.unwrap_or_default());
        self.seats.keep_until(&old, latest);
        if let Some(peer) = self.peers.get_mut(&peer) {
            peer.claim = Some(Token::new(token)?);
        }
        Ok(None)
    }

    /// Takes the seat of a player who leaves for good: if the peer is connected, the end of its connection is [`Event::Disconnected`]. Returns
    /// whether there was a seat.
    pub fn remove_seat(&mut self, peer: i32) -> bool {
        if self.seats.is_away(&peer) {
            self.forget_visibility(peer);
        }
        self.seats.remove(&peer).is_some()
    }

    /// Whether a player who had this id last is away.
    pub fn is_away(&self, peer: i32) -> bool {
        self.seats.is_away(&peer)
    }

    /// Returns the players who are away, by the ids of their last connections.
    pub fn away(&self) -> impl Iterator<Item = i32> {
        self.seats.iter().map(|(peer, ())| *peer).filter(|peer| self.seats.is_away(peer))
    }

    /// Whether a peer may take the seat of another one.
    fn check_claim(&self, peer: i32, old: i32) -> Result<(), SeatError> {
        let is_same = old == peer && self.seats.is_away(&peer);
        let has_seat = self.seats.get(&peer).is_some();
        if has_seat && !is_same { Err(SeatError::ConnectionTaken) } else { Ok(()) }
    }

    /// Whether a peer that is not admitted yet may be, as far as seats are concerned.
    pub(super) fn check_seat(&self, id: i32) -> Result<(), SeatError> {
        let Some(peer) = self.peers.get(&id).filter(|peer| !peer.is_admitted()) else {
            return Ok(());
        };
        match &peer.claim {
            Some(token) => {
                let old = self.seats.find(token.bytes()).ok_or(SeatError::UnknownToken)?;
                self.check_claim(id, *old)
            }
            None if self.seats.is_away(&id) => Err(SeatError::ConnectionTaken),
            None => Ok(()),
        }
    }

    /// Gives a peer that is being admitted the seat that it has claimed.
    pub(super) fn take_claimed_seat(&mut self, id: i32) -> Option<Event<'static>> {
        let token = self.peers.get_mut(&id)?.claim.take()?;
        let Taken { old, old_is_open } = self.seats.take(token.bytes(), id).ok()?;
        Some(self.returned(old, id, old_is_open))
    }

    /// Gives a new connection what belonged to the old one.
    fn returned(&mut self, old: i32, new: i32, old_is_open: bool) -> Event<'static> {
        if old_is_open {
            self.forget(old, true);
        }
        if old != new {
            for node in self.owned_by(old) {
                self.set_authority(node, new);
            }
            for synchronizer in self.visible_to(old) {
                self.set_visibility_for(synchronizer, old, false);
                self.set_visibility_for(synchronizer, new, true);
            }
        }
        Event::Returned { old, new, old_is_open }
    }

    /// Reports that a connection has ended. Returns whether its player is away now.
    pub(super) fn leave_seat(&mut self, peer: i32) -> bool {
        let Some(left) = self.peers.get(&peer) else { return false };
        if left.is_admitted() {
            return self.seats.leave(&peer, self.now);
        }
        // The seat of a player who was never here, and not that of another one who had this id.
        if !self.seats.is_away(&peer) {
            self.seats.remove(&peer);
        }
        false
    }

    /// Ends the seat of a player who did not return in time.
    pub(super) fn ended_seat(&mut self, now: Duration) -> Option<Event<'static>> {
        let (peer, ()) = self.seats.expired(now)?;
        self.forget_visibility(peer);
        Some(Event::Disconnected(peer))
    }

    /// Forgets what is visible for a peer alone.
    pub(super) fn forget_visibility(&mut self, peer: i32) {
        for node in self.visible_to(peer) {
            self.visible_for.remove(&(peer, node));
            if let Some(synchronizer) = self.synchronizers.get_mut(&node) {
                synchronizer.visibility.peers.remove(&peer);
            }
        }
    }

    /// Records which client is the authority of a node.
    pub(super) fn own(&mut self, node: NodeId, authority: i32) {
        if authority != SERVER {
            self.owned.insert((authority, node));
        }
    }

    fn owned_by(&self, peer: i32) -> Vec<NodeId> {
        let all = (peer, NodeId::MIN)..=(peer, NodeId::MAX);
        self.owned.range(all).map(|(_, node)| *node).collect()
    }
}
