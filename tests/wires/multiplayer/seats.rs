//! Seats of a session: players who return over another connection, and those who want the seats of others.

use std::time::Duration;

use godot_var::Vector2;
use godot_var::multiplayer::{
    CallError, Config, Event, GodotSync, Incoming, Interest, MultiplayerSpawner,
    MultiplayerSynchronizer, NewNode, Node, NodeId, Refusal, Relay, Session, Target,
};
use godot_var::seats::{SeatError, SeatLimits, Token};
use proptest::prelude::*;

use super::replication::{Calls, Input, ann, level};
use super::session::{NOW, packets, poll, receive};
use crate::seats_model::{GRACE, token};
use crate::session_seats_model::{COMPLETE, PATIENCE, Play, Step, config};

/// A moment before a player who left at `NOW` is gone.
const LATE: Duration = NOW.saturating_add(Duration::from_millis(29_999));

#[allow(clippy::unnecessary_wraps, reason = "compared with what a session returns")]
fn returned(old: i32, new: i32, old_is_open: bool) -> Option<Event<'static>> {
    Some(Event::Returned { old, new, old_is_open })
}

/// Admits a new player with a token of its number.
fn join(session: &mut Session, peer: i32) {
    assert_eq!(session.connect(peer, NOW), None);
    assert_eq!(session.add_seat(peer, token(peer as u8)), Ok(()));
    assert_eq!(session.complete_auth(peer), None);
    assert_eq!(receive(session, peer, COMPLETE), Some(Event::Connected(peer)));
}

/// Admits a connection that sends the token of a number.
fn come_back(session: &mut Session, number: u8, peer: i32) -> Option<Event<'static>> {
    assert_eq!(session.connect(peer, NOW), None);
    assert_eq!(session.take_seat(peer, token(number).bytes()), Ok(None));
    assert_eq!(session.complete_auth(peer), None);
    session.receive(Incoming::new(peer, COMPLETE), NOW)
}

/// A server with a player of peer 7, and peer 8 who sees it.
fn with_player(config: Config) -> (Session, NodeId) {
    let mut session = Session::new(config);
    let spawner = session.add_spawner("World/Spawner", level()).expect("a path of its own");
    join(&mut session, 7);
    join(&mut session, 8);
    let new = NewNode::scene(0, "Ann")
        .with_node(Node::of::<Calls>())
        .with_synchronizer("Sync", MultiplayerSynchronizer::new(&ann()).expect("a state"))
        .with_synchronizer("Input", MultiplayerSynchronizer::of::<Input>().with_authority(7));
    let node = session.spawn(spawner, new).expect("spawned");
    for peer in [7, 8] {
        assert_eq!(receive(&mut session, peer, &[2, 1, 1, 0, 0, 0]), None);
        assert!(session.is_spawned(peer, node));
    }
    poll(&mut session, NOW);
    packets(&mut session);
    (session, node)
}

/// A row of `Input` by the path that the peer gave number 1.
const STEPS: &[u8] = &[6, 1, 0, 1, 0, 0, 0x80, 2, 0, 0, 0, 2, 5];

fn announce_input(session: &mut Session, peer: i32) {
    let path = "World/Players/Ann/Input";
    let bytes = super::session::simplify(1, path, godot_var::multiplayer::Checksum::NONE);
    assert_eq!(receive(session, peer, &bytes), None);
}

#[test]
fn a_player_returns_to_its_node() {
    let (mut session, node) = with_player(config());
    let [sync, input] = *session.synchronizers(node) else { panic!("two") };
    announce_input(&mut session, 7);
    assert!(matches!(receive(&mut session, 7, STEPS), Some(Event::Synchronized { .. })));
    for peer in [7, 8] {
        session.set_visibility_for(sync, peer, true);
    }
    session.set_public_visibility(sync, false);
    packets(&mut session);

    assert_eq!(session.disconnect(7), Some(Event::Away(7)));
    assert!(session.is_away(7));
    assert_eq!(session.away().collect::<Vec<_>>(), [7]);
    assert_eq!(session.peers().collect::<Vec<_>>(), [8]);
    let call = session.call(Target::Peer(7), node, &Calls::Hello);
    assert!(matches!(call, Err(CallError::UnknownPeer(7))), "{call:?}");
    // The transport may report it twice.
    assert_eq!(session.disconnect(7), None);

    // To the others nothing has happened.
    assert_eq!(come_back(&mut session, 7, 9), returned(7, 9, false));
    assert!(packets(&mut session).iter().all(|(peer, _)| *peer == 9));
    assert!(!session.is_away(7) && !session.is_away(9));
    assert!(session.is_spawned(8, node));
    assert!(session.is_visible_for(sync, 9) && !session.is_visible_for(sync, 7));

    // The new connection starts without numbers, gets the node again, and is its authority.
    assert!(!session.is_spawned(9, node));
    assert_eq!(receive(&mut session, 9, &[2, 1, 1, 0, 0, 0]), None);
    assert!(session.is_spawned(9, node));
    assert_eq!(poll(&mut session, NOW), [(9, node)]);
    let refused = receive(&mut session, 9, STEPS);
    assert!(matches!(refused, Some(Event::Refused { .. })), "{refused:?}");
    announce_input(&mut session, 9);
    let Some(Event::Synchronized { peer: 9, updates, .. }) = receive(&mut session, 9, STEPS) else {
        panic!("an input")
    };
    assert_eq!(updates[0].synchronizer, input);
}

#[test]
fn the_newer_connection_wins() {
    let (mut session, node) = with_player(config().with_relay(Relay::On));
    session.connect(9, NOW);
    assert_eq!(session.take_seat(9, token(7).bytes()), Ok(None));
    // Nothing changes before the new connection is admitted.
    assert!(session.peers().any(|peer| peer == 7));
    assert_eq!(session.complete_auth(9), None);
    packets(&mut session);
    assert_eq!(receive(&mut session, 9, COMPLETE), returned(7, 9, true));
    assert_eq!(session.peers().collect::<Vec<_>>(), [8, 9]);
    let sent = packets(&mut session);
    let to_8: Vec<_> = sent.iter().filter(|(peer, _)| *peer == 8).map(|(_, it)| &**it).collect();
    assert_eq!(to_8, ["070207000000", "070109000000"]);
    assert!(!sent.iter().any(|(peer, _)| *peer == 7));
    assert!(session.is_spawned(8, node));

    // The old connection says something, and ends.
    let refused = receive(&mut session, 7, STEPS);
    let reason = Refusal::NotAdmitted(7);
    assert_eq!(refused, Some(Event::Refused { peer: 7, reason }));
    assert_eq!(session.disconnect(7), Some(Event::Disconnected(7)));
    assert!(!session.is_away(9));
    assert_eq!(session.disconnect(9), Some(Event::Away(9)));
}

#[test]
fn a_player_who_does_not_return_is_gone() {
    let (mut session, node) = with_player(config());
    let sync = session.synchronizers(node)[0];
    session.set_visibility_for(sync, 7, true);
    session.set_public_visibility(sync, false);
    session.disconnect(7);
    assert_eq!(session.poll(LATE), None);
    assert!(session.is_visible_for(sync, 7));
    assert_eq!(session.poll(NOW + GRACE), Some(Event::Disconnected(7)));
    assert_eq!(session.poll(NOW + GRACE), None);
    assert!(!session.is_visible_for(sync, 7));
    // Its token is worth nothing, and its id is free.
    session.connect(9, NOW + GRACE);
    assert_eq!(session.take_seat(9, token(7).bytes()), Err(SeatError::UnknownToken));
    join(&mut session, 7);
}

#[test]
fn nobody_else_gets_the_id_of_a_player_who_is_away() {
    let (mut session, node) = with_player(config());
    let input = session.synchronizers(node)[1];
    session.disconnect(7);

    assert_eq!(session.connect(7, NOW), None);
    assert_eq!(session.add_seat(7, token(1)), Err(SeatError::ConnectionTaken));
    assert_eq!(session.take_seat(7, token(8).bytes()), Err(SeatError::ConnectionTaken));
    // It may authenticate, but is not admitted.
    let payload = b"pw".as_slice();
    assert_eq!(receive(&mut session, 7, b"\x07\0pw"), Some(Event::Auth { peer: 7, payload }));
    assert_eq!(receive(&mut session, 7, COMPLETE), None);
    let before = format!("{session:?}");
    let refused = Event::Refused { peer: 7, reason: Refusal::Seat(SeatError::ConnectionTaken) };
    assert_eq!(session.complete_auth(7), Some(refused.clone()));
    assert_eq!(format!("{session:?}"), before);
    // It gives up, which says nothing of the player.
    assert_eq!(session.disconnect(7), None);
    assert!(session.is_away(7));

    // The player itself may have the id again.
    assert_eq!(come_back(&mut session, 7, 7), returned(7, 7, false));
    receive(&mut session, 7, &[2, 1, 1, 0, 0, 0]);
    announce_input(&mut session, 7);
    let Some(Event::Synchronized { updates, .. }) = receive(&mut session, 7, STEPS) else {
        panic!("an input")
    };
    assert_eq!(updates[0].synchronizer, input);

    // Without authentication the id is refused at once.
    let seats = SeatLimits::DEFAULT;
    let mut session = Session::new(Config::default().with_seats(seats));
    session.connect(7, NOW);
    assert_eq!(session.add_seat(7, token(7)), Ok(()));
    assert_eq!(session.disconnect(7), Some(Event::Away(7)));
    assert_eq!(session.connect(7, NOW), Some(refused));
    assert_eq!(session.disconnect(7), None);
}

#[test]
fn a_call_may_take_a_seat() {
    let mut session = Session::new(Config::default());
    let node =
        session.add_node("World/Ann", Node::of::<Calls>().with_authority(7)).expect("a path");
    session.connect(7, NOW);
    assert_eq!(session.add_seat(7, token(7)), Ok(()));
    assert_eq!(session.add_seat(7, token(1)), Err(SeatError::ConnectionTaken));
    assert_eq!(session.disconnect(7), Some(Event::Away(7)));
    assert_eq!(session.connect(9, NOW), Some(Event::Connected(9)));
    assert_eq!(session.take_seat(9, b"a guess"), Err(SeatError::UnknownToken));
    assert_eq!(session.take_seat(9, token(7).bytes()), Ok(returned(7, 9, false)));
    assert_eq!(session.take_seat(9, token(7).bytes()), Err(SeatError::ConnectionTaken));
    let call = session.call(Target::Peer(9), node, &Calls::Hello);
    assert!(call.is_ok(), "{call:?}");
}

#[test]
fn a_seat_lasts_while_its_player_authenticates() {
    let (mut session, _) = with_player(config());
    session.disconnect(7);
    session.connect(9, LATE);
    assert_eq!(session.take_seat(9, token(7).bytes()), Ok(None));
    assert_eq!(session.poll(LATE + Duration::from_secs(2)), None);
    assert_eq!(session.complete_auth(9), None);
    let event = session.receive(Incoming::new(9, COMPLETE), LATE + Duration::from_secs(2));
    assert_eq!(event, returned(7, 9, false));
}

#[test]
fn who_does_not_complete_takes_nothing() {
    let (mut session, _) = with_player(config());
    session.connect(9, NOW);
    assert_eq!(session.take_seat(9, token(7).bytes()), Ok(None));
    assert_eq!(session.add_seat(9, token(9)), Err(SeatError::ConnectionTaken));
    let late = session.poll(NOW + PATIENCE);
    assert!(matches!(late, Some(Event::AuthTimedOut { peer: 9, .. })), "{late:?}");
    assert!(session.peers().any(|peer| peer == 7));

    // Of two that claim a seat the one that is admitted last has it.
    session.connect(9, NOW);
    session.connect(10, NOW);
    for peer in [9, 10] {
        assert_eq!(session.take_seat(peer, token(7).bytes()), Ok(None));
        session.complete_auth(peer);
    }
    assert_eq!(receive(&mut session, 10, COMPLETE), returned(7, 10, true));
    assert_eq!(receive(&mut session, 9, COMPLETE), returned(10, 9, true));
}

#[test]
fn a_seat_that_is_removed_admits_nobody() {
    let (mut session, _) = with_player(config());
    session.connect(9, NOW);
    assert_eq!(session.take_seat(9, token(7).bytes()), Ok(None));
    session.complete_auth(9);
    assert!(session.remove_seat(7));
    assert!(!session.remove_seat(7));
    let before = format!("{session:?}");
    let reason = Refusal::Seat(SeatError::UnknownToken);
    let refused = Event::Refused { peer: 9, reason };
    assert_eq!(receive(&mut session, 9, COMPLETE), Some(refused.clone()));
    assert_eq!(format!("{session:?}"), before);
    assert_eq!(session.complete_auth(9), Some(refused));
    // The player that was there is an ordinary peer now.
    assert_eq!(session.disconnect(7), Some(Event::Disconnected(7)));

    session.disconnect(8);
    assert!(session.remove_seat(8));
    assert_eq!(session.poll(NOW + 2 * GRACE).map(|_| ()), Some(())); // 9 is late
    assert_eq!(session.poll(NOW + 2 * GRACE), None);
}

#[test]
fn a_player_who_was_never_admitted_leaves_no_seat() {
    let mut session = Session::new(config());
    for peer in 10..20 {
        session.connect(peer, NOW);
        assert_eq!(session.add_seat(peer, token(1)), Ok(()));
        assert_eq!(session.disconnect(peer), Some(Event::Disconnected(peer)));
    }
    for peer in 10..20 {
        session.connect(peer, NOW);
        assert_eq!(session.add_seat(peer, token(1)), Ok(()));
        let late = session.poll(NOW + PATIENCE);
        assert!(matches!(late, Some(Event::AuthTimedOut { .. })), "{late:?}");
    }
    assert_eq!(session.away().count(), 0);
}

#[test]
fn a_flood_of_players_costs_nobody_a_seat() {
    let (mut session, _) = with_player(config());
    for peer in 10..1000 {
        session.connect(peer, NOW);
        let added = session.add_seat(peer, Token::random(i128::from(peer).to_le_bytes()));
        assert_eq!(added, if peer < 12 { Ok(()) } else { Err(SeatError::Full) });
        session.complete_auth(peer);
        receive(&mut session, peer, COMPLETE);
        session.disconnect(peer);
    }
    assert_eq!(session.away().count(), 2);
    assert_eq!(session.disconnect(7), Some(Event::Away(7)));
    assert_eq!(come_back(&mut session, 7, 9), returned(7, 9, false));
}

#[test]
fn a_restarted_server_knows_its_players() {
    let mut session = Session::new(config());
    assert_eq!(session.poll(NOW), None);
    assert_eq!(session.add_away_seat(i32::MAX, token(7)), Ok(()));
    let input = MultiplayerSynchronizer::of::<Input>().with_authority(i32::MAX);
    let input = session.add_synchronizer("World/Players/Ann/Input", input).expect("a path");
    assert_eq!(come_back(&mut session, 7, 2), returned(i32::MAX, 2, false));
    announce_input(&mut session, 2);
    let Some(Event::Synchronized { updates, .. }) = receive(&mut session, 2, STEPS) else {
        panic!("an input")
    };
    assert_eq!(updates[0].synchronizer, input);
    assert_eq!(session.add_away_seat(2, token(8)), Err(SeatError::ConnectionTaken));
}

#[test]
fn nodes_that_a_client_spawned_end_with_its_connection() {
    let mut session = Session::new(config());
    let spawner = MultiplayerSpawner::new("World").with_scenes(&["ball.tscn"]).with_authority(7);
    let spawner = session.add_spawner("World/Balls", spawner).expect("a path");
    join(&mut session, 7);
    let spawn = |session: &mut Session, peer| {
        let path =
            super::session::simplify(1, "World/Balls", godot_var::multiplayer::Checksum::NONE);
        receive(session, peer, &path);
        let bytes = hex::decode("040001000000020000000000000002000000").expect("hex");
        let bytes = [&bytes[..], b"B\0"].concat();
        let event = session.receive(Incoming::new(peer, &bytes), NOW);
        assert!(matches!(event, Some(Event::Spawned(it)) if it.spawner == spawner), "{event:?}");
    };
    spawn(&mut session, 7);
    assert_eq!(session.disconnect(7), Some(Event::Away(7)));
    assert_eq!(session.node("World/B"), None);
    // Its spawner is that of the new connection, which spawns the node again.
    assert_eq!(come_back(&mut session, 7, 9), returned(7, 9, false));
    spawn(&mut session, 9);
    assert!(session.node("World/B").is_some());
}

#[derive(GodotSync)]
struct Place {
    position: Vector2,
}

/// What was near when the connection was lost, and is far when the player returns.
#[test]
fn interest_goes_on_for_a_player_who_returns() {
    let mut session = Session::new(config());
    let mut interest = Interest::new(50.0);
    let mut syncs = Vec::new();
    for (path, x) in [("Ann", 0.0), ("Near", 40.0), ("Far", 40.0), ("Never", 400.0)] {
        let sync = MultiplayerSynchronizer::new(&Place { position: Vector2::new(x, 0.0) });
        let sync = session.add_synchronizer(path, sync.expect("a state")).expect("a path");
        interest.watch(&mut session, sync).expect("a position");
        syncs.push(sync);
    }
    join(&mut session, 7);
    interest.set_viewer(7, syncs[0]);
    interest.update(&mut session);
    let visible = |session: &Session, peer| {
        syncs.iter().map(|sync| session.is_visible_for(*sync, peer)).collect::<Vec<_>>()
    };
    assert_eq!(visible(&session, 7), [true, true, true, false]);

    session.disconnect(7);
    let away = Place { position: Vector2::new(200.0, 0.0) };
    session.set_state(syncs[2], &away).expect("a state");
    interest.update(&mut session);
    assert_eq!(come_back(&mut session, 7, 9), returned(7, 9, false));
    assert_eq!(visible(&session, 9), [true, true, true, false]);
    interest.set_viewer(9, syncs[0]);
    interest.update(&mut session);
    assert_eq!(visible(&session, 9), [true, true, false, false]);
    assert_eq!(visible(&session, 7), [false; 4]);
}

#[test]
fn only_servers_have_seats() {
    let mut client = Session::client(7, Config::default());
    client.connect(1, NOW);
    assert_eq!(client.add_seat(1, token(1)), Err(SeatError::NotConnected));
    assert_eq!(client.add_away_seat(9, token(1)), Err(SeatError::NotConnected));
    assert_eq!(client.take_seat(1, token(1).bytes()), Err(SeatError::NotConnected));
    assert_eq!(client.disconnect(1), Some(Event::Disconnected(1)));
    let mut server = Session::new(config());
    assert_eq!(server.add_seat(7, token(1)), Err(SeatError::NotConnected));
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    // Few of each, so that they meet.
    let (peer, number) = (2..8_i32, 0..5_u8);
    let both = (peer.clone(), number);
    let wrong = (both.clone(), any::<u8>());
    let step = prop_oneof![
        4 => peer.clone().prop_map(Step::Connect),
        3 => both.clone().prop_map(|(peer, number)| Step::Add(peer, number)),
        4 => both.prop_map(|(peer, number)| Step::Take(peer, number)),
        1 => wrong.prop_map(|((peer, number), change)| Step::Guess(peer, number, change)),
        6 => peer.clone().prop_map(Step::Complete),
        4 => peer.clone().prop_map(Step::Disconnect),
        1 => peer.prop_map(Step::Remove),
        2 => (0..20_u64).prop_map(Step::Wait),
    ];
    prop::collection::vec(step, 0..150)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn no_player_loses_its_seat_or_shares_it(steps in steps()) {
        let mut play = Play::new();
        for step in steps {
            play.step(step);
        }
        play.end();
    }
}
