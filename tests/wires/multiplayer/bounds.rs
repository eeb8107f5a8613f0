//! What a peer makes a session keep, whatever it sends: measured in bytes of memory.

use allocation_counter::measure;
use godot_var::multiplayer::{
    Checksum, Config, Event, Ids, Incoming, NewNode, Packet, Refusal, Relay, Row, SERVER, Scene,
    Session, SessionLimits, Spawn, Target, godot3,
};

use super::replication::level;
use super::session::{NOW, simplify};

const LIMITS: SessionLimits = SessionLimits::DEFAULT;

fn config() -> Config {
    Config::default().with_relay(Relay::On).with_limits(LIMITS)
}

/// Sends packets with growing numbers until one exceeds a limit, and returns how many bytes of memory the session keeps for them.
fn kept(mut receive: impl FnMut(u32) -> Option<Refusal>) -> usize {
    let mut refused = None;
    let mut number = 0;
    let cost = measure(|| {
        while refused.is_none() && number < 100_000 {
            number += 1;
            refused = receive(number);
        }
    });
    assert!(matches!(refused, Some(Refusal::Limit(_))), "{refused:?} after {number}");
    usize::try_from(cost.bytes_current).expect("memory is kept")
}

fn refused(session: &mut Session, peer: i32, bytes: &[u8]) -> Option<Refusal> {
    let event = session.receive(Incoming::new(peer, bytes), NOW);
    let reason = match event {
        Some(Event::Refused { reason, .. }) => Some(reason),
        _ => None,
    };
    session.drain(|_| ());
    reason
}

#[track_caller]
fn assert_bounded(kept: usize) {
    assert!(kept <= LIMITS.bytes, "{kept} bytes");
    // The costs are not far from the memory.
    assert!(kept * 16 >= LIMITS.bytes, "{kept} bytes");
}

#[test]
fn paths_of_a_peer() {
    for len in [1, 100, 60_000] {
        let mut session = Session::new(config());
        session.connect(7, NOW);
        let known = session.add_node(&"a".repeat(len), godot_var::multiplayer::Node::new());
        assert!(known.is_ok());
        for letter in ["a", "b"] {
            session.disconnect(7);
            session.connect(7, NOW);
            let path = letter.repeat(len);
            assert_bounded_above(kept(|number| {
                refused(&mut session, 7, &simplify(number, &path, Checksum::NONE))
            }));
        }
    }
}

/// For paths that the session has, whose text it does not keep again.
#[track_caller]
fn assert_bounded_above(kept: usize) {
    assert!(kept <= LIMITS.bytes, "{kept} bytes");
}

#[test]
fn nodes_that_a_peer_spawns() {
    for (name_len, ids) in [(8, 0), (8, 3), (8, 1000), (60_000, 1), (300, 30)] {
        let mut session = Session::new(config());
        let spawner = level().with_authority(7);
        session.add_spawner("World/Spawner", spawner).expect("a path of its own");
        session.connect(7, NOW);
        refused(&mut session, 7, &simplify(1, "World/Spawner", Checksum::NONE));
        assert_bounded(kept(|number| {
            let first = number * 1000;
            let ids: Vec<_> = (first..first + ids).map(u32::to_le_bytes).collect();
            let spawn = Spawn {
                scene: Scene::Index(0),
                spawner: 1,
                node: number,
                synchronizers: Ids::of(&ids),
                name: &format!("{number:0name_len$}"),
                state: Row::new(b""),
            };
            let bytes = Packet::Spawn(spawn).to_bytes().expect("a packet");
            refused(&mut session, 7, &bytes)
        }));
    }
}

/// Client 8 never loads its level, so everything about the player waits for it.
fn with_player() -> (Session, godot_var::multiplayer::NodeId) {
    let mut session = Session::new(config());
    let spawner = session.add_spawner("World/Spawner", level()).expect("a path of its own");
    session.connect(7, NOW);
    session.connect(8, NOW);
    let player = NewNode::scene(0, "7").with_node(godot_var::multiplayer::Node::of::<Calls>());
    let node = session.spawn(spawner, player).expect("spawned");
    session.drain(|_| ());
    (session, node)
}

#[derive(godot_var::multiplayer::GodotRpc)]
enum Calls {
    Say(String),
}

#[test]
fn packets_for_another_client_that_wait() {
    for len in [0, 100, 50_000] {
        let (mut session, _) = with_player();
        let path = format!("World/Players/7/{}", "a".repeat(len));
        assert_bounded(kept(|number| {
            let packet = simplify(number, path.trim_end_matches('/'), Checksum::NONE);
            let relayed = Packet::Relay { peer: 8, packet: &packet }.to_bytes();
            refused(&mut session, 7, &relayed.expect("a packet"))
        }));
        // Another client still has its own room.
        session.connect(9, NOW);
        let packet = simplify(1, "World/Players/7/Input", Checksum::NONE);
        let relayed = Packet::Relay { peer: 8, packet: &packet }.to_bytes();
        assert_eq!(refused(&mut session, 9, &relayed.expect("a packet")), None);
    }
}

/// One packet waits at each of many peers, so their tables are almost empty.
#[test]
fn packets_for_many_other_clients_that_wait() {
    for (channel, len) in [(0, 1), (0, 100), (3, 1)] {
        let (mut session, _) = with_player();
        for peer in 9..4000 {
            session.connect(peer, NOW);
            if channel != 0 {
                refused(&mut session, peer, &[2, 1, 1, 0, 0, 0]);
            }
            session.drain(|_| ());
        }
        let path = format!("World/Players/7/{}", "a".repeat(len));
        let packet = simplify(1, &path, Checksum::NONE);
        let mut to = 8;
        let kept = kept(|_| {
            to += 1;
            let relayed = Packet::Relay { peer: to, packet: &packet }.to_bytes();
            let bytes = &relayed.expect("a packet");
            let incoming = Incoming { channel, ..Incoming::new(7, bytes) };
            let event = session.receive(incoming, NOW);
            let reason = match event {
                Some(Event::Refused { reason, .. }) => Some(reason),
                _ => None,
            };
            session.drain(|_| ());
            reason
        });
        assert_bounded(kept);
    }
}

#[test]
fn a_packet_for_all_needs_room_here_and_at_other_clients() {
    let (mut session, _) = with_player();
    let path = format!("World/Players/7/{}", "a".repeat(LIMITS.bytes * 2 / 3));
    let packet = simplify(1, &path, Checksum::NONE);
    let before = format!("{session:?}");
    let for_all = Packet::Relay { peer: 0, packet: &packet }.to_bytes().expect("a packet");
    let reason = refused(&mut session, 7, &for_all);
    assert!(matches!(reason, Some(Refusal::Limit(_))), "{reason:?}");
    assert!(format!("{session:?}") == before);
    assert_eq!(refused(&mut session, 7, &packet), None);
}

#[test]
fn calls_that_wait_for_a_peer() {
    for len in [0, 1000] {
        let (mut session, node) = with_player();
        let say = Calls::Say("a".repeat(len));
        assert_bounded_above(kept(|_| {
            let left_out = session.call(Target::Peer(8), node, &say);
            let is_full = left_out.is_err();
            session.drain(|_| ());
            is_full.then_some(Refusal::Limit("calls"))
        }));
    }
}

#[test]
fn other_clients_that_a_server_reports() {
    let mut session = Session::client(7, config());
    session.connect(SERVER, NOW);
    assert_bounded(kept(|number| {
        let packet = Packet::AddPeer(number as i32 + 10).to_bytes().expect("a packet");
        refused(&mut session, SERVER, &packet)
    }));

    let config = Config::default().with_relay(Relay::On).with_limits(LIMITS);
    let mut session = godot3::Session::client(7, config);
    session.connect(SERVER);
    assert_bounded_above(kept(|number| {
        let message = godot3::Message::AddPeer(number as i32 + 10);
        match session.receive(godot3::Incoming::new(SERVER, message)) {
            Some(godot3::Event::Refused { reason: Refusal::Limit(what), .. }) => {
                Some(Refusal::Limit(what))
            }
            _ => None,
        }
    }));
}

#[test]
fn paths_of_a_peer_of_godot3() {
    for len in [1, 100, 60_000] {
        let config = Config::default().with_limits(LIMITS);
        let mut session = godot3::Session::new(config);
        session.connect(7);
        session.connect(8);
        let path = "a".repeat(len);
        let mut announce = |peer, id| {
            let packet = godot3::Packet::SimplifyPath { id, path: &path };
            let packet = packet.to_bytes().expect("a packet");
            let message = godot3::Message::Packet { source: peer, target: SERVER, packet: &packet };
            let refused = match session.receive(godot3::Incoming::new(peer, message)) {
                Some(godot3::Event::Refused { reason: Refusal::Limit(what), .. }) => {
                    Some(Refusal::Limit(what))
                }
                _ => None,
            };
            session.drain(|_| ());
            refused
        };
        // The queue keeps its buffer.
        announce(8, 0);
        assert_bounded_above(kept(|id| announce(7, id)));
    }
}

/// A peer cannot make a session keep more by leaving and joining.
#[test]
fn nothing_is_kept_of_a_peer_that_has_left() {
    let (mut session, _) = with_player();
    let join = |session: &mut Session| {
        session.connect(9, NOW);
        for number in 0..50 {
            let packet = simplify(number, "World/Players/7/Input", Checksum::NONE);
            refused(session, 9, &packet);
            let relayed = Packet::Relay { peer: 8, packet: &packet }.to_bytes();
            refused(session, 9, &relayed.expect("a packet"));
        }
        session.disconnect(9);
        while session.poll(NOW).is_some() {}
        session.drain(|_| ());
    };
    join(&mut session);
    let cost = measure(|| (0..20).for_each(|_| join(&mut session)));
    assert_eq!(cost.bytes_current, 0);
    let incoming = Incoming::new(7, b"\x03x");
    assert!(session.receive(incoming, NOW).is_some());
}
