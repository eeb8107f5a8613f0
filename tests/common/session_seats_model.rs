//! A model of the seats of a session, for random plays: no player loses its seat or shares it, and its node is that of the player.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use godot_var::multiplayer::{
    CallError, Config, Event, GodotRpc, Incoming, Node, NodeId, Refusal, Session, Target,
};
use godot_var::seats::{SeatError, SeatLimits};

use crate::seats_model::{GRACE, token, wrong};

pub(crate) const PATIENCE: Duration = Duration::from_secs(3);
/// The packet of a peer that has completed its authentication.
pub(crate) const COMPLETE: &[u8] = &[7, 0];
const START: Duration = Duration::from_secs(100);

pub(crate) fn config() -> Config {
    let seats = SeatLimits::DEFAULT.with_grace(GRACE).with_max(4);
    Config::default().with_auth(PATIENCE).with_seats(seats)
}

/// What happens. A token is named by its number, below 5.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    Connect(i32),
    Add(i32, u8),
    Take(i32, u8),
    /// A token that is not quite the one of the number.
    Guess(i32, u8, u8),
    Complete(i32),
    Disconnect(i32),
    Remove(i32),
    Wait(u64),
}

/// What the model knows of a peer.
#[derive(Clone, Copy, Debug)]
struct Known {
    is_admitted: bool,
    since: Duration,
    claim: Option<u8>,
}

/// What it knows of a seat: its peer, and until when it lasts if the player is away.
#[derive(Clone, Copy, Debug)]
struct Held {
    peer: i32,
    until: Option<Duration>,
}

#[derive(Debug, Default)]
struct Model {
    peers: BTreeMap<i32, Known>,
    seats: BTreeMap<u8, Held>,
}

impl Model {
    fn seat_of(&self, peer: i32) -> Option<(u8, Held)> {
        let mut seats = self.seats.iter();
        seats.find(|(_, held)| held.peer == peer).map(|(number, held)| (*number, *held))
    }

    fn is_away(&self, peer: i32) -> bool {
        self.seat_of(peer).is_some_and(|(_, held)| held.until.is_some())
    }

    /// Whether a peer may take a seat: it has none, also under its id.
    fn may_take(&self, peer: i32, number: u8) -> bool {
        let own = self.seat_of(peer);
        own.is_none_or(|(other, held)| other == number && held.until.is_some())
    }

    /// The seat's player is at another connection.
    fn moves(&mut self, number: u8, new: i32) -> Event<'static> {
        let held = self.seats[&number];
        self.seats.insert(number, Held { peer: new, until: None });
        let old_is_open = held.until.is_none();
        if old_is_open {
            self.peers.remove(&held.peer);
        }
        Event::Returned { old: held.peer, new, old_is_open }
    }

    fn leaves(&mut self, peer: i32, now: Duration) -> Option<Event<'static>> {
        let known = self.peers.remove(&peer);
        match (known, self.seat_of(peer)) {
            (Some(Known { is_admitted: true, .. }), Some((number, Held { until: None, .. }))) => {
                self.seats.insert(number, Held { peer, until: Some(now + GRACE) });
                return Some(Event::Away(peer));
            }
            (Some(Known { is_admitted: false, .. }), Some((number, Held { until: None, .. }))) => {
                self.seats.remove(&number);
            }
            _ => {}
        }
        (!self.is_away(peer)).then_some(Event::Disconnected(peer))
    }
}

/// A play of a server, its model, and the authority of a node for each seat.
pub(crate) struct Play {
    session: Session,
    model: Model,
    now: Duration,
    nodes: BTreeMap<u8, NodeId>,
}

impl Play {
    pub(crate) fn new() -> Self {
        let mut session = Session::new(config());
        let node = |number: u8| {
            let node = session.add_node(&format!("World/{number}"), Node::of::<Owned>());
            (number, node.expect("a path"))
        };
        let nodes = (0..5).map(node).collect();
        session.poll(START);
        Self { session, model: Model::default(), now: START, nodes }
    }

    pub(crate) fn step(&mut self, step: Step) {
        self.take(step);
        self.check();
        self.session.drain(|_| {});
    }

    /// Ends all connections and seats. Nothing is left.
    pub(crate) fn end(mut self) {
        for peer in self.model.peers.keys() {
            self.session.disconnect(*peer);
        }
        while self.session.poll(self.now + 2 * GRACE).is_some() {}
        for node in self.nodes.into_values() {
            self.session.remove_node(node);
        }
        let left = format!("{:?}", self.session);
        let fields = [
            "peers: {}, seats: ",
            "owned: {}",
            "visible_for: {}",
            "pending: {}",
            "by_hash: {}",
            "ends: {}",
        ];
        for field in fields {
            assert!(left.contains(field), "{field} in {left}");
        }
    }

    fn take(&mut self, step: Step) {
        let Self { session, model, now, nodes } = self;
        match step {
            Step::Connect(peer) => {
                assert_eq!(session.connect(peer, *now), None);
                let new = Known { is_admitted: false, since: *now, claim: None };
                model.peers.entry(peer).or_insert(new);
            }
            Step::Add(peer, number) => {
                let expected = match model.peers.get(&peer) {
                    None => Err(SeatError::NotConnected),
                    Some(Known { claim: Some(_), .. }) => Err(SeatError::ConnectionTaken),
                    _ if model.seats.len() == 4 => Err(SeatError::Full),
                    _ if model.seat_of(peer).is_some() => Err(SeatError::ConnectionTaken),
                    _ if model.seats.contains_key(&number) => Err(SeatError::TokenTaken),
                    _ => Ok(()),
                };
                assert_eq!(session.add_seat(peer, token(number)), expected);
                if expected.is_ok() {
                    model.seats.insert(number, Held { peer, until: None });
                    session.set_authority(nodes[&number], peer);
                }
            }
            Step::Take(peer, number) => {
                let known = model.peers.get(&peer).copied();
                let expected = match (known, model.seats.get(&number)) {
                    (None, _) => Err(SeatError::NotConnected),
                    (_, None) => Err(SeatError::UnknownToken),
                    _ if !model.may_take(peer, number) => Err(SeatError::ConnectionTaken),
                    (Some(Known { is_admitted: true, .. }), _) => {
                        Ok(Some(model.moves(number, peer)))
                    }
                    (Some(known), Some(held)) => {
                        let until = held.until.map(|until| until.max(*now + PATIENCE));
                        model.seats.insert(number, Held { until, ..*held });
                        model.peers.insert(peer, Known { claim: Some(number), ..known });
                        Ok(None)
                    }
                };
                assert_eq!(session.take_seat(peer, token(number).bytes()), expected);
            }
            Step::Guess(peer, number, change) => {
                let expected = match model.peers.get(&peer) {
                    None => SeatError::NotConnected,
                    Some(_) => SeatError::UnknownToken,
                };
                let wrong = wrong(number, change);
                assert_eq!(session.take_seat(peer, &wrong), Err(expected));
            }
            Step::Complete(peer) => {
                let Some(known) = model.peers.get(&peer).copied() else { return };
                if known.is_admitted {
                    return;
                }
                let refused = |error| Event::Refused { peer, reason: Refusal::Seat(error) };
                let expected = match known.claim {
                    Some(number) if !model.seats.contains_key(&number) => {
                        refused(SeatError::UnknownToken)
                    }
                    Some(number) if !model.may_take(peer, number) => {
                        refused(SeatError::ConnectionTaken)
                    }
                    None if model.is_away(peer) => refused(SeatError::ConnectionTaken),
                    claim => {
                        let admitted = Known { is_admitted: true, claim: None, ..known };
                        model.peers.insert(peer, admitted);
                        match claim {
                            Some(number) => model.moves(number, peer),
                            None => Event::Connected(peer),
                        }
                    }
                };
                let first = session.complete_auth(peer);
                let event = first.or_else(|| session.receive(Incoming::new(peer, COMPLETE), *now));
                assert_eq!(event, Some(expected));
            }
            Step::Disconnect(peer) => {
                assert_eq!(session.disconnect(peer), model.leaves(peer, *now));
            }
            Step::Remove(peer) => {
                let seat = model.seat_of(peer);
                if let Some((number, _)) = seat {
                    model.seats.remove(&number);
                }
                assert_eq!(session.remove_seat(peer), seat.is_some());
            }
            Step::Wait(seconds) => {
                *now += Duration::from_secs(seconds);
                let late = |known: &Known| !known.is_admitted && *now >= known.since + PATIENCE;
                let mut expected: BTreeSet<(bool, i32)> = BTreeSet::new();
                let peers = model.peers.iter().filter(|(_, known)| late(known));
                let late: Vec<_> = peers.map(|(peer, _)| *peer).collect();
                for peer in late {
                    model.leaves(peer, *now);
                    expected.insert((false, peer));
                }
                model.seats.retain(|_, held| {
                    let is_over = held.until.is_some_and(|until| *now >= until);
                    expected.extend(is_over.then_some((true, held.peer)));
                    !is_over
                });
                let mut events = BTreeSet::new();
                while let Some(event) = session.poll(*now) {
                    match event {
                        Event::AuthTimedOut { peer, .. } => events.insert((false, peer)),
                        Event::Disconnected(peer) => events.insert((true, peer)),
                        other => panic!("{other:?}"),
                    };
                }
                assert_eq!(events, expected);
            }
        }
    }

    fn check(&mut self) {
        let Self { session, model, nodes, .. } = self;
        let admitted = model.peers.iter().filter(|(_, known)| known.is_admitted);
        let admitted: Vec<_> = admitted.map(|(peer, _)| *peer).collect();
        assert_eq!(session.peers().collect::<Vec<_>>(), admitted);
        let mut away: Vec<_> =
            model.seats.values().filter(|it| it.until.is_some()).map(|it| it.peer).collect();
        away.sort_unstable();
        assert_eq!(session.away().collect::<Vec<_>>(), away);
        // The node of a seat belongs to its player, wherever the player is.
        for (number, held) in &model.seats {
            match session.call(Target::All, nodes[number], &Owned::Order) {
                Err(CallError::NotAuthority { authority, .. }) => {
                    assert_eq!(authority, held.peer);
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

#[derive(GodotRpc)]
enum Owned {
    Order,
}
