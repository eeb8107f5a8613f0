//! A model of seats, for random plays: no seat is lost or shared, and only its token takes it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::time::Duration;

use godot_var::seats::{SeatError, SeatLimits, Seats, Taken, Token};

pub(crate) const GRACE: Duration = Duration::from_secs(30);
pub(crate) const LIMITS: SeatLimits = SeatLimits::DEFAULT.with_grace(GRACE).with_max(4);

pub(crate) fn at(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

pub(crate) fn token(number: u8) -> Token {
    Token::random([number; 16])
}

/// A token that nobody has: one bit of this one is another, or it is longer or shorter.
pub(crate) fn wrong(number: u8, change: u8) -> Vec<u8> {
    let mut bytes = token(number).bytes().to_vec();
    match bytes.get_mut(usize::from(change >> 3)) {
        Some(byte) => *byte ^= 1 << (change & 7),
        None if change == 144 => bytes.clear(),
        None => bytes.resize(usize::from(change - 128), number),
    }
    bytes
}

/// What happens. A token is named by its number.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    Add {
        token: u8,
        connection: u32,
    },
    AddAway {
        token: u8,
        connection: u32,
    },
    Take {
        token: u8,
        connection: u32,
    },
    /// A token that differs from this one, in a bit or in its length.
    Guess {
        token: u8,
        change: u8,
        connection: u32,
    },
    Leave(u32),
    Remove(u32),
    Wait(u64),
}

/// A seat of the model: its connection, and since when its player is away.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Held {
    connection: u32,
    away: Option<Duration>,
}

/// Seats, and what they should be.
pub(crate) struct Play {
    seats: Seats<u32, u8>,
    model: BTreeMap<u8, Held>,
    now: Duration,
}

impl Play {
    pub(crate) fn new() -> Self {
        Self { seats: Seats::new(LIMITS), model: BTreeMap::new(), now: Duration::ZERO }
    }

    pub(crate) fn step(&mut self, step: Step) {
        let of = |model: &BTreeMap<u8, Held>, connection| {
            let found = model.iter().find(|(_, held)| held.connection == connection);
            found.map(|(token, held)| (*token, *held))
        };
        match step {
            Step::Add { token: number, connection }
            | Step::AddAway { token: number, connection } => {
                let away = matches!(step, Step::AddAway { .. }).then_some(self.now);
                let expected = if self.model.len() == LIMITS.max {
                    Err(SeatError::Full)
                } else if of(&self.model, connection).is_some() {
                    Err(SeatError::ConnectionTaken)
                } else if let Entry::Vacant(seat) = self.model.entry(number) {
                    seat.insert(Held { connection, away });
                    Ok(())
                } else {
                    Err(SeatError::TokenTaken)
                };
                let added = match away {
                    None => self.seats.add(token(number), connection, number),
                    Some(now) => self.seats.add_away(token(number), connection, number, now),
                };
                assert_eq!(added, expected);
            }
            Step::Take { token: number, connection } => {
                let held = self.model.get(&number).copied();
                let other = of(&self.model, connection);
                let expected = match (held, other) {
                    (None, _) => Err(SeatError::UnknownToken),
                    (Some(held), None) => Ok(held),
                    (Some(held), Some((owner, _))) if owner == number && held.away.is_some() => {
                        Ok(held)
                    }
                    _ => Err(SeatError::ConnectionTaken),
                };
                let expected = expected.map(|held| {
                    self.model.insert(number, Held { connection, away: None });
                    Taken { old: held.connection, old_is_open: held.away.is_none() }
                });
                assert_eq!(self.seats.take(token(number).bytes(), connection), expected);
            }
            Step::Guess { token: number, change, connection } => {
                let wrong = wrong(number, change);
                assert_eq!(self.seats.find(&wrong), None);
                assert_eq!(self.seats.take(&wrong, connection), Err(SeatError::UnknownToken));
            }
            Step::Leave(connection) => {
                let left = of(&self.model, connection).filter(|(_, held)| held.away.is_none());
                if let Some((number, held)) = left {
                    self.model.insert(number, Held { away: Some(self.now), ..held });
                }
                assert_eq!(self.seats.leave(&connection, self.now), left.is_some());
            }
            Step::Remove(connection) => {
                let number = of(&self.model, connection).map(|(number, _)| number);
                number.map(|number| self.model.remove(&number));
                assert_eq!(self.seats.remove(&connection), number);
            }
            Step::Wait(seconds) => {
                self.now += at(seconds);
                let mut ended = Vec::new();
                while let Some(one) = self.seats.expired(self.now) {
                    ended.push(one);
                }
                ended.sort_unstable();
                let is_over =
                    |held: &Held| held.away.is_some_and(|since| self.now >= since + GRACE);
                let mut expected = Vec::new();
                self.model.retain(|number, held| {
                    if is_over(held) {
                        expected.push((held.connection, *number));
                    }
                    !is_over(held)
                });
                expected.sort_unstable();
                assert_eq!(ended, expected);
            }
        }
        self.check();
    }

    fn check(&self) {
        assert!(self.seats.len() <= LIMITS.max);
        let mut held: Vec<_> =
            self.model.iter().map(|(token, held)| (held.connection, *token)).collect();
        held.sort_unstable();
        let all: Vec<_> =
            self.seats.iter().map(|(connection, player)| (*connection, *player)).collect();
        assert_eq!(all, held);
        for (number, held) in &self.model {
            assert_eq!(self.seats.find(token(*number).bytes()), Some(&held.connection));
            assert_eq!(self.seats.is_away(&held.connection), held.away.is_some());
        }
    }
}
