//! Spawners and synchronizers of a server, with peers in memory: which bytes each peer gets, and when.

use std::any::type_name;
use std::sync::Arc;
use std::time::Duration;

use godot_var::Vector2;
use godot_var::multiplayer::{
    Checksum, Config, Event, GodotRpc, GodotSync, Incoming, MethodSet, MultiplayerSpawner,
    MultiplayerSynchronizer, NewNode, Node, NodeId, Numbered, PropertySet, Refusal,
    ReplicationError, Session, SessionLimits, Target,
};

use super::session::{NOW, packets, poll, receive, refusal, simplify};

/// The properties of `Sync` in the scene of a player.
#[derive(Clone, Debug, PartialEq, GodotSync)]
pub(super) struct Player {
    pub(super) pos: Vector2,
    #[sync(on_change)]
    pub(super) hp: i32,
    #[sync(on_change)]
    pub(super) title: String,
}

/// The properties of `Input` in that scene, which its player sends.
#[derive(Clone, Debug, Default, PartialEq, GodotSync)]
pub(super) struct Input {
    #[sync(spawn = false)]
    pub(super) steps: i32,
    #[sync(on_change, spawn = false)]
    pub(super) fire: bool,
}

#[derive(GodotRpc)]
pub(super) enum Calls {
    #[rpc(any_peer)]
    Hello,
}

pub(super) fn ann() -> Player {
    Player { pos: Vector2::new(1.0, 2.0), hp: 100, title: "ann".into() }
}

pub(super) fn level() -> MultiplayerSpawner {
    MultiplayerSpawner::new("World/Players").with_scenes(&["player.tscn"]).with_spawn_function()
}

fn session(config: Config) -> (Session, NodeId) {
    let mut session = Session::new(config);
    let spawner = session.add_spawner("World/Spawner", level()).expect("a path of its own");
    (session, spawner)
}

fn sync(state: &Player) -> MultiplayerSynchronizer {
    MultiplayerSynchronizer::new(state).expect("a state")
}

fn player(name: &str) -> NewNode {
    NewNode::scene(0, name)
        .with_node(Node::of::<Calls>())
        .with_synchronizer("Sync", sync(&ann()))
        .with_synchronizer("Input", MultiplayerSynchronizer::of::<Input>().with_authority(7))
}

fn confirm(id: u8) -> [u8; 6] {
    [2, 1, id, 0, 0, 0]
}

fn hex_of(parts: &[&str]) -> String {
    parts.concat().replace(' ', "")
}

/// The queued packets at a time, after the announcements.
fn polled(session: &mut Session, now: Duration) -> Vec<(i32, String)> {
    poll(session, now);
    packets(session)
}

fn announced(id: u32, path: &str) -> String {
    hex::encode(simplify(id, path, Checksum::NONE))
}

/// The player that is spawned first after the spawner: node 2, `Sync` 3.
const SPAWN: &str = "04 00 01000000 02000000 01000000 02000000 03000000 3700";
const STATE: &str = "05000000 0000803f 00000040 0264 04000000 03000000 616e6e00";
const POS: &str = "05000000 0000803f 00000040";

/// A server with a player that peer 7 can see.
fn with_player(config: Config) -> (Session, NodeId, NodeId) {
    let (mut session, spawner) = session(config);
    session.connect(7, NOW);
    let node = session.spawn(spawner, player("7")).expect("spawned");
    assert_eq!(receive(&mut session, 7, &confirm(1)), None);
    packets(&mut session);
    (session, spawner, node)
}

#[test]
fn a_node_is_spawned_once_its_spawner_is_confirmed() {
    let (mut session, spawner) = session(Config::default());
    session.connect(7, NOW);
    let node = session.spawn(spawner, player("7")).expect("spawned");
    assert_eq!(session.path(node), Some("World/Players/7"));
    assert_eq!(session.synchronizers(node).len(), 2);
    let announced = announced(1, "World/Spawner");
    assert_eq!(packets(&mut session), [(7, announced.clone())]);
    assert!(!session.is_spawned(7, node));
    // The level is not loaded yet, so only the announcement is repeated.
    assert_eq!(polled(&mut session, NOW + Duration::from_millis(499)), []);
    let again = polled(&mut session, NOW + Duration::from_millis(500));
    assert_eq!(again, [(7, announced.clone())]);

    assert_eq!(session.poll(NOW), None);
    assert_eq!(receive(&mut session, 7, &confirm(1)), None);
    let spawn = hex_of(&[SPAWN, STATE]);
    assert_eq!(packets(&mut session), [(7, spawn.clone())]);
    assert_eq!(session.poll(NOW), Some(Event::SpawnedAt { peer: 7, node }));
    assert!(session.is_spawned(7, node));
    // Only once.
    assert_eq!(receive(&mut session, 7, &confirm(1)), None);
    assert_eq!(packets(&mut session), []);

    // The next one immediately. A late joiner gets both, in order.
    let custom = NewNode::custom(&5, "Custom").expect("an argument");
    let custom = session.spawn(spawner, custom).expect("spawned");
    let second =
        hex_of(&["04 ff 01000000 05000000 00000000 07000000 437573746f6d00 02000000 0205"]);
    assert_eq!(packets(&mut session), [(7, second.clone())]);
    assert_eq!(session.connect(8, NOW), Some(Event::Connected(8)));
    assert_eq!(packets(&mut session), [(8, announced)]);
    assert_eq!(receive(&mut session, 8, &confirm(1)), None);
    assert_eq!(packets(&mut session), [(8, spawn), (8, second)]);

    // Calls are sent to it as to any node.
    session.call(Target::Peer(8), node, &Calls::Hello).expect("sent");
    let path = hex::encode("World/Players/7\0");
    let hello = [
        (8, hex::encode(simplify(2, "World/Players/7", Calls::CHECKSUM))),
        (8, hex_of(&["a0 06000080 00", &path])),
    ];
    assert_eq!(packets(&mut session), hello);

    // A peer that has left needs no despawn.
    session.disconnect(8);
    session.remove_node(node);
    assert_eq!(packets(&mut session), [(7, "0502000000".into())]);
    assert_eq!(session.path(node), None);
    assert_eq!(session.node("World/Players/7/Sync"), None);
    // Removing a spawner removes its nodes.
    session.remove_node(spawner);
    assert_eq!(packets(&mut session), [(7, "0505000000".into())]);
    assert_eq!(session.path(custom), None);
}

fn path_of(session: &Session, node: NodeId) -> Arc<str> {
    session.path(node).expect("a node").into()
}

#[test]
fn what_no_client_would_take_is_not_spawned() {
    let (mut session, spawner) = session(Config::default());
    let spawn = |session: &mut Session, new| session.spawn(spawner, new);
    for name in ["", "a.b", "a/b", "@a", "a%", "a\"", "a:b", "a\0"] {
        let error = spawn(&mut session, NewNode::scene(0, name)).expect_err(name);
        assert_eq!(error, ReplicationError::Name(name.into()));
    }
    let error = spawn(&mut session, NewNode::scene(1, "a"));
    assert_eq!(error, Err(ReplicationError::UnknownScene("World/Spawner".into())));
    let twice = NewNode::scene(0, "a")
        .with_synchronizer("Sync", sync(&ann()))
        .with_synchronizer("Sync", sync(&ann()));
    let path = "World/Players/a/Sync";
    assert_eq!(spawn(&mut session, twice), Err(ReplicationError::Path(path.into())));
    let stateless = MultiplayerSynchronizer::of::<Player>();
    let error = spawn(&mut session, NewNode::scene(0, "a").with_synchronizer("Sync", stateless));
    assert_eq!(error, Err(ReplicationError::NoState(path.into())));
    let plain = session.add_node("World/Plain", Node::new()).expect("a path of its own");
    let error = session.spawn(plain, NewNode::scene(0, "a"));
    assert_eq!(error, Err(ReplicationError::OtherKind("World/Plain".into())));
    // The session has forgotten all of them.
    spawn(&mut session, NewNode::scene(0, "a")).expect("spawned");
    let error = spawn(&mut session, NewNode::scene(0, "a"));
    assert_eq!(error, Err(ReplicationError::Path("World/Players/a".into())));
    session.set_authority(spawner, 7);
    let error = session.spawn(spawner, NewNode::scene(0, "b"));
    assert_eq!(error, Err(ReplicationError::NotAuthority("World/Spawner".into())));

    let two = MultiplayerSpawner::new(".").with_scenes(&["a.tscn"]).with_spawn_limit(2);
    let limited = session.add_spawner("Limited", two).expect("a path of its own");
    let first = session.spawn(limited, NewNode::scene(0, "a")).expect("spawned");
    session.spawn(limited, NewNode::scene(0, "b")).expect("spawned");
    assert_eq!(session.path(first), Some("a"));
    let error = session.spawn(limited, NewNode::scene(0, "c"));
    assert_eq!(error, Err(ReplicationError::SpawnLimit("Limited".into())));
    session.remove_node(first);
    session.spawn(limited, NewNode::scene(0, "c")).expect("spawned");
    let custom = NewNode::custom(&1, "d").expect("an argument");
    session.remove_node(session.node("b").expect("there"));
    let error = session.spawn(limited, custom);
    assert_eq!(error, Err(ReplicationError::UnknownScene("Limited".into())));
}

#[test]
fn who_may_not_see_a_node_does_not_have_it() {
    let (mut session, spawner, _) = with_player(Config::default());
    let hidden = sync(&ann()).with_public_visibility(false).with_visibility_for(8);
    let new = NewNode::scene(0, "8").with_synchronizer("Sync", hidden);
    let node = session.spawn(spawner, new).expect("spawned");
    let sync = session.synchronizers(node)[0];
    assert_eq!(packets(&mut session), []);
    session.set_visibility_for(sync, 7, true);
    let spawn = ["04 00 01000000 05000000 01000000 02000000 06000000 3800", STATE];
    assert_eq!(packets(&mut session), [(7, hex_of(&spawn))]);
    let delta = |hp: &str| hex_of(&[hp, "04000000 03000000 616e6e00"]);
    let both = polled(&mut session, NOW);
    let full = hex_of(&["06000000 0300000000000000 0e000000", &delta("0264")]);
    assert!(both[1].1.ends_with(&full), "{both:?}");

    // It gets the whole current state.
    session.set_state(sync, &Player { hp: 99, ..ann() }).expect("a state");
    session.set_visibility_for(sync, 7, false);
    assert_eq!(packets(&mut session), [(7, "0505000000".into())]);
    session.set_visibility_for(sync, 7, false);
    assert_eq!(packets(&mut session), []);
    let rest = polled(&mut session, NOW);
    assert_eq!(rest.len(), 1, "the other player alone: {rest:?}");
    session.set_public_visibility(sync, true);
    let again = [spawn[0], POS, "0263 04000000 03000000 616e6e00"];
    assert_eq!(packets(&mut session), [(7, hex_of(&again))]);
    let rest = polled(&mut session, NOW);
    let full = hex_of(&["16 06000000 0300000000000000 0e000000", &delta("0263")]);
    assert_eq!(rest[1], (7, full));
}

#[test]
fn what_stands_below_a_spawned_node_comes_and_goes_with_it() {
    let (mut session, spawner) = session(Config::default());
    session.connect(7, NOW);
    let ship =
        session.spawn(spawner, NewNode::scene(0, "Ship").with_synchronizer("Sync", sync(&ann())));
    let ship = ship.expect("spawned");
    let bay = MultiplayerSpawner::new("World/Players/Ship/Bay").with_scenes(&["pod.tscn"]);
    let bay = session.add_spawner("World/Players/Ship/Pods", bay).expect("a path of its own");
    let pod = session.spawn(bay, NewNode::scene(0, "Pod")).expect("spawned");
    packets(&mut session);
    // The second spawner is announced when the node above it is there.
    receive(&mut session, 7, &confirm(1));
    let sent = packets(&mut session);
    assert_eq!(sent.len(), 2);
    assert_eq!(sent[1], (7, announced(4, "World/Players/Ship/Pods")));
    receive(&mut session, 7, &confirm(4));
    assert!(packets(&mut session)[0].1.starts_with("040004000000"));
    assert!(session.is_spawned(7, pod));
    // Hidden: first the nodes below it. Then shown again.
    let sync = session.synchronizers(ship)[0];
    session.set_public_visibility(sync, false);
    assert_eq!(packets(&mut session), [(7, "0505000000".into()), (7, "0502000000".into())]);
    session.set_public_visibility(sync, true);
    let sent = packets(&mut session);
    assert_eq!(sent.len(), 2, "{sent:?}");
    assert!(sent[0].1.starts_with("04000100000002") && sent[1].1.starts_with("04000400000005"));
    session.remove_node(ship);
    assert_eq!(packets(&mut session), [(7, "0505000000".into()), (7, "0502000000".into())]);
    for path in ["World/Players/Ship/Pods", "World/Players/Ship/Bay/Pod", "World/Players/Ship"] {
        assert_eq!(session.node(path), None);
    }
}

#[test]
fn properties_are_sent_at_their_intervals() {
    let (mut session, spawner) = session(Config::default());
    session.connect(7, NOW);
    let second = Duration::from_secs(1);
    let slow = sync(&ann()).with_replication_interval(second).with_delta_interval(second * 2);
    let node = session.spawn(spawner, NewNode::scene(0, "7").with_synchronizer("Sync", slow));
    let sync = session.synchronizers(node.expect("spawned"))[0];
    receive(&mut session, 7, &confirm(1));
    packets(&mut session);
    let always = |time: &str| (7, hex_of(&["06", time, "03000000 0c000000", POS]));
    let full = hex_of(&["16 03000000 0300000000000000 0e000000 0264 04000000 03000000 616e6e00"]);
    assert_eq!(polled(&mut session, NOW), [always("0100"), (7, full)]);
    assert_eq!(polled(&mut session, NOW + second / 2), []);
    session.set_state(sync, &Player { hp: 99, ..ann() }).expect("a state");
    assert_eq!(polled(&mut session, NOW + second), [always("0200")]);
    // Only the current value.
    session.set_state(sync, &Player { hp: 98, ..ann() }).expect("a state");
    let changed = hex_of(&["16 03000000 0100000000000000 02000000 0262"]);
    assert_eq!(polled(&mut session, NOW + second * 2), [always("0300"), (7, changed)]);
    assert_eq!(polled(&mut session, NOW + second * 3), [always("0400")]);
    // A late joiner gets everything, the other peer nothing.
    session.connect(8, NOW);
    receive(&mut session, 8, &confirm(1));
    packets(&mut session);
    let sent = polled(&mut session, NOW + second * 4);
    let full = hex_of(&["16 03000000 0300000000000000 0e000000 0262 04000000 03000000 616e6e00"]);
    assert_eq!(sent[0], always("0500"));
    assert_eq!(sent[1].1, always("0100").1);
    assert_eq!(sent[2..], [(8, full)]);
}

#[test]
fn the_counter_of_a_receiver_begins_anew() {
    let (mut session, ..) = with_player(Config::default());
    polled(&mut session, NOW);
    for _ in 2..65_535_u16 {
        session.poll(NOW);
        session.drain(|_| ());
    }
    assert!(polled(&mut session, NOW)[0].1.starts_with("06ffff"));
    assert!(polled(&mut session, NOW)[0].1.starts_with("060000"));
    assert!(polled(&mut session, NOW)[0].1.starts_with("060100"));
}

#[test]
fn elements_are_packed_up_to_a_size() {
    for (missing, expected) in [
        (0, vec![3 + 2 * 20, 3 + 20, 1 + 2 * 30, 1 + 30]),
        (1, vec![3 + 20, 3 + 20, 3 + 20, 1 + 30, 1 + 30, 1 + 30]),
    ] {
        let limits = Config::default().with_max_sync_packet_size(3 + 2 * 20 - missing);
        packed(limits.with_max_delta_packet_size(1 + 2 * 30 - missing), &expected);
    }
}

fn packed(config: Config, expected: &[usize]) {
    let (mut session, spawner) = session(config);
    session.connect(7, NOW);
    for name in ["a", "b", "c"] {
        let new = NewNode::scene(0, name).with_synchronizer("Sync", sync(&ann()));
        session.spawn(spawner, new).expect("spawned");
    }
    receive(&mut session, 7, &confirm(1));
    packets(&mut session);
    let lengths = polled(&mut session, NOW).into_iter().map(|(_, bytes)| bytes.len() / 2);
    assert_eq!(lengths.collect::<Vec<_>>(), expected);
    // The counter of the frame.
    let sent = polled(&mut session, NOW);
    assert!(sent.iter().all(|(_, bytes)| bytes.starts_with("060200")), "{sent:?}");
}

#[test]
fn a_row_that_is_too_long_names_its_property() {
    /// A text that is sent always, as in godot#89262.
    #[derive(Clone, GodotSync)]
    struct Long {
        short: i32,
        text: String,
    }

    let (mut session, _) = session(Config::default());
    let state = |len| Long { short: 1, text: "x".repeat(len) };
    // 11 bytes of the header, 2 of the short property, 8 of the text's own.
    let room = 1350 - 11 - 2 - 8;
    let longest = room / 4 * 4;
    let new = MultiplayerSynchronizer::new(&state(longest)).expect("a state");
    let id = session.add_synchronizer("Text", new).expect("short enough");
    let error = session.set_state(id, &state(longest + 1)).expect_err("too long");
    let expected = ReplicationError::TooLong {
        synchronizer: "Text".into(),
        property: ".:text",
        bytes: longest + 14,
        max: 1339,
    };
    assert_eq!(error, expected);
    assert_eq!(
        error.to_string(),
        "Text: a row of 1342 bytes; a packet has room for 1339; its longest property is .:text"
    );
    let new = MultiplayerSynchronizer::new(&state(2000)).expect("a state");
    let error = session.add_synchronizer("More", new).expect_err("too long");
    assert!(matches!(error, ReplicationError::TooLong { property: ".:text", .. }), "{error}");
    let error = session.set_state(id, &ann()).expect_err("another set");
    let (expected, found) = (type_name::<Long>(), type_name::<Player>());
    assert_eq!(
        error.to_string(),
        format!("Text has the properties of {expected}, and the state is of {found}")
    );
    // The session sends the old state.
    session.connect(7, NOW);
    receive(&mut session, 7, &confirm(2));
    packets(&mut session);
    assert_eq!(polled(&mut session, NOW)[0].1.len() / 2, 11 + 2 + 8 + longest);
}

#[test]
fn synchronizers_of_the_scene_go_by_their_path() {
    let (mut session, _) = session(Config::default());
    let door =
        session.add_synchronizer("World/Door/Sync", sync(&ann())).expect("a path of its own");
    session.connect(7, NOW);
    assert_eq!(packets(&mut session), [(7, announced(2, "World/Door/Sync"))]);
    assert_eq!(polled(&mut session, NOW), []);
    receive(&mut session, 7, &confirm(2));
    let always = hex_of(&["06 0100 02000080 0c000000", POS]);
    let full = hex_of(&["16 02000080 0300000000000000 0e000000 0264 04000000 03000000 616e6e00"]);
    assert_eq!(polled(&mut session, NOW), [(7, always), (7, full)]);
    session.set_public_visibility(door, false);
    assert_eq!(polled(&mut session, NOW), []);
    session.set_public_visibility(door, true);
    // The path is still confirmed, but the peer may have missed every value.
    assert_eq!(polled(&mut session, NOW).len(), 2);
    session.remove_node(door);
    assert_eq!(polled(&mut session, NOW), []);

    // A synchronizer without a state is not announced.
    let later = session.add_synchronizer("Later", MultiplayerSynchronizer::of::<Player>());
    let later = later.expect("a path of its own");
    assert_eq!(packets(&mut session), []);
    session.set_state(later, &ann()).expect("a state");
    assert_eq!(packets(&mut session), [(7, announced(3, "Later"))]);
}

#[derive(Clone, Debug, GodotSync)]
struct Door {
    #[sync(on_change)]
    open: bool,
}

/// Nothing is sent at each interval for a synchronizer without such properties.
#[test]
fn a_synchronizer_without_properties_for_each_interval() {
    let (mut session, _) = session(Config::default());
    let door = MultiplayerSynchronizer::new(&Door { open: true }).expect("a state");
    session.add_synchronizer("World/Door/Sync", door).expect("a path of its own");
    session.connect(7, NOW);
    receive(&mut session, 7, &confirm(2));
    packets(&mut session);
    let delta = "16 02000080 0100000000000000 01000000 81";
    assert_eq!(polled(&mut session, NOW), [(7, hex_of(&[delta]))]);
    assert_eq!(polled(&mut session, NOW), []);
}

/// Only the properties that have changed since the last delta.
#[test]
fn a_change_is_sent_once() {
    let (mut session, _, node) = with_player(Config::default());
    let sync = session.synchronizers(node)[0];
    polled(&mut session, NOW);
    for (state, delta) in [
        (Player { hp: 99, ..ann() }, "01000000 00000000 02000000 0263"),
        (
            Player { hp: 99, title: "bob".into(), ..ann() },
            "02000000 00000000 0c000000 04000000 03000000 626f6200",
        ),
        (Player { hp: 98, title: "bob".into(), ..ann() }, "01000000 00000000 02000000 0262"),
    ] {
        session.set_state(sync, &state).expect("a state");
        let sent = polled(&mut session, NOW);
        assert_eq!(sent[1..], [(7, hex_of(&["16 03000000", delta]))]);
    }
}

#[test]
fn a_row_of_the_longest_length_is_sent_alone() {
    #[derive(Clone, GodotSync)]
    struct Text {
        text: String,
    }

    // A text of four bytes takes 12, after the 11 of a SYNC with one element.
    let config = Config::default().with_max_sync_packet_size(11 + 12);
    let (mut session, _) = session(config);
    let state = |text: &str| Text { text: text.into() };
    for path in ["One", "Two"] {
        let new = MultiplayerSynchronizer::new(&state("four")).expect("a state");
        let id = session.add_synchronizer(path, new).expect("it fits");
        let error = session.set_state(id, &state("fives")).expect_err("too long");
        assert!(matches!(error, ReplicationError::TooLong { bytes: 16, max: 12, .. }), "{error}");
    }
    session.connect(7, NOW);
    for id in [2, 3] {
        receive(&mut session, 7, &confirm(id));
    }
    packets(&mut session);
    let lengths = polled(&mut session, NOW).into_iter().map(|(_, bytes)| bytes.len() / 2);
    assert_eq!(lengths.collect::<Vec<_>>(), [23, 23]);
}

#[test]
fn a_spawner_of_another_authority_spawns_nothing_more() {
    let (mut session, spawner, node) = with_player(Config::default());
    session.set_authority(spawner, 7);
    session.connect(8, NOW);
    assert_eq!(packets(&mut session), []);
    receive(&mut session, 8, &confirm(1));
    assert!(!session.is_spawned(8, node) && session.is_spawned(7, node));
    session.set_authority(spawner, 1);
    assert_eq!(packets(&mut session), [(8, announced(1, "World/Spawner"))]);
}

/// The nodes of this spawner do not stand below the node that the spawner stands in.
#[test]
fn a_spawner_in_a_hidden_node_is_not_announced() {
    let (mut session, _, node) = with_player(Config::default());
    let sync = session.synchronizers(node)[0];
    session.set_public_visibility(sync, false);
    let outside = MultiplayerSpawner::new("World").with_scenes(&["pod.tscn"]);
    let outside = session.add_spawner("World/Players/7/Pods", outside).expect("a path of its own");
    packets(&mut session);
    let pod = session.spawn(outside, NewNode::scene(0, "Pod")).expect("spawned");
    assert_eq!(packets(&mut session), []);
    session.set_public_visibility(sync, true);
    let sent = packets(&mut session);
    assert_eq!(sent.len(), 2, "{sent:?}");
    assert_eq!(sent[1], (7, announced(5, "World/Players/7/Pods")));
    assert!(!session.is_spawned(7, pod));
}

/// A synchronizer of this session in a node of a client, and a client that joins later.
#[test]
fn a_synchronizer_in_a_node_of_a_client_is_announced() {
    let mut session = Session::new(Config::default());
    let spawner = level().with_authority(7);
    session.add_spawner("World/Spawner", spawner).expect("a path of its own");
    session.connect(7, NOW);
    receive(&mut session, 7, &simplify(1, "World/Spawner", Checksum::NONE));
    let spawn = hex::decode(hex_of(&[SPAWN, STATE])).expect("hex");
    assert!(matches!(receive(&mut session, 7, &spawn), Some(Event::Spawned(_))));
    session.add_synchronizer("World/Players/7/Sync", sync(&ann())).expect("a path of its own");
    packets(&mut session);
    session.connect(8, NOW);
    let of_sync = (8, announced(3, "World/Players/7/Sync"));
    assert_eq!(packets(&mut session), std::slice::from_ref(&of_sync));

    // The node itself is announced for a call, and again like any other: nobody knows whether client 8 has it.
    let node = session.node("World/Players/7").expect("there");
    session.set_node(node, Node::of::<Calls>());
    session.call(Target::Peer(8), node, &Calls::Hello).expect("sent");
    let of_node = (8, hex::encode(simplify(2, "World/Players/7", Calls::CHECKSUM)));
    assert_eq!(packets(&mut session)[0], of_node);
    let again = polled(&mut session, NOW + Duration::from_millis(500));
    assert!(again.contains(&of_sync) && again.contains(&of_node), "{again:?}");
}

#[test]
fn a_synchronizer_begins_anew_with_its_authority() {
    let (mut session, _, node) = with_player(Config::default());
    let sync = session.synchronizers(node)[0];
    let full = "0300000000000000 0e000000 0264 04000000 03000000 616e6e00";
    let sent = |time, id| {
        let always = hex_of(&["06", time, id, "0c000000", POS]);
        [(7, always), (7, hex_of(&["16", id, full]))]
    };
    assert_eq!(polled(&mut session, NOW), sent("0100", "03000000"));
    session.set_authority(sync, 7);
    assert_eq!(polled(&mut session, NOW), []);
    session.set_authority(sync, 1);
    assert_eq!(polled(&mut session, NOW), []);
    // The peer has forgotten the id that came with the spawn.
    session.set_state(sync, &ann()).expect("a state");
    assert_eq!(polled(&mut session, NOW), [(7, announced(3, "World/Players/7/Sync"))]);
    receive(&mut session, 7, &confirm(3));
    assert_eq!(polled(&mut session, NOW), sent("0200", "03000080"));
}

#[test]
fn a_node_that_the_peer_does_not_have_is_not_announced_again() {
    let later = |tenths: u64| NOW + Duration::from_millis(tenths * 100);
    let (mut session, _, node) = with_player(Config::default());
    let sync = session.synchronizers(node)[0];
    session.call(Target::Peer(7), node, &Calls::Hello).expect("sent");
    let announced = hex::encode(simplify(2, "World/Players/7", Calls::CHECKSUM));
    assert_eq!(packets(&mut session)[0], (7, announced.clone()));
    session.set_public_visibility(sync, false);
    packets(&mut session);
    assert_eq!(polled(&mut session, later(5)), []);
    session.set_public_visibility(sync, true);
    packets(&mut session);
    assert!(polled(&mut session, later(15)).contains(&(7, announced)));
}

/// `Sync` and a delta of the client's own synchronizer, with the number that it has announced.
fn input(time: u8, steps: u8) -> Vec<u8> {
    vec![6, time, 0, 9, 0, 0, 0x80, 2, 0, 0, 0, 2, steps]
}

#[test]
fn properties_are_taken_from_the_authority_alone() {
    let (mut session, _, node) = with_player(Config::default());
    session.connect(8, NOW);
    let ids = session.synchronizers(node).to_vec();
    let path = "World/Players/7/Input";
    for peer in [7, 8] {
        assert_eq!(receive(&mut session, peer, &simplify(9, path, Checksum::NONE)), None);
    }
    let mut state = Input::default();
    let bytes = input(1, 5);
    let event = receive(&mut session, 7, &bytes);
    let Some(Event::Synchronized { peer: 7, updates, refused: None }) = event else {
        panic!("{event:?}")
    };
    assert_eq!((updates.len(), updates[0].synchronizer, updates[0].mask), (1, ids[1], None));
    updates[0].apply(&mut state).expect("a row");
    assert_eq!(state, Input { steps: 5, fire: false });
    // Old packets are dropped, and the counter may wrap.
    for old in [1, 0] {
        assert_eq!(receive(&mut session, 7, &input(old, 6)), None);
    }
    let delta = [&b"\x16\x09\0\0\x80\x01\0\0\0\0\0\0\0\x01\0\0\0\x81"[..]].concat();
    let event = receive(&mut session, 7, &delta);
    let Some(Event::Synchronized { updates, .. }) = event else { panic!("{event:?}") };
    assert_eq!(updates[0].mask, Some(1));
    updates[0].apply(&mut state).expect("a row");
    assert!(state.fire);

    // Equal are updates of the same properties with the same values.
    let deltas = [&[0x16, 9, 0, 0, 0x80, 1][..], &[0; 7], &[1, 0, 0, 0, 1]].concat();
    let mut events = Vec::new();
    for bytes in [&delta, &delta, &deltas] {
        events.push(receive(&mut session, 7, bytes));
    }
    assert_eq!(events[0], events[1]);
    assert_ne!(events[1], events[2]);

    assert_eq!(
        refusal(receive(&mut session, 8, &input(2, 5))),
        Refusal::NotAuthority(path_of(&session, ids[1]))
    );
    assert_eq!(
        refusal(receive(&mut session, 8, &delta)),
        Refusal::NotAuthority(path_of(&session, ids[1]))
    );
    // The server's own synchronizers, nodes that are not synchronizers, and unknown numbers.
    let own = simplify(10, "World/Players/7/Sync", Checksum::NONE);
    assert_eq!(receive(&mut session, 7, &own), None);
    let other = simplify(11, "World/Spawner", Checksum::NONE);
    assert_eq!(receive(&mut session, 7, &other), None);
    let spawner = session.node("World/Spawner").expect("there");
    for (id, reason) in [
        (10, Refusal::NotAuthority(path_of(&session, ids[0]))),
        (11, Refusal::OtherKind(path_of(&session, spawner))),
        (12, Refusal::UnknownId { kind: Numbered::Path, id: 12 }),
    ] {
        let mut bytes = input(2, 5);
        bytes[3] = id;
        assert_eq!(refusal(receive(&mut session, 7, &bytes)), reason);
    }
    let spawned = b"\x06\x05\0\x03\0\0\0\x02\0\0\0\x02\x05";
    assert_eq!(
        refusal(receive(&mut session, 7, spawned)),
        Refusal::UnknownId { kind: Numbered::Synchronizer, id: 3 }
    );
    // One of several is refused: the others are accepted.
    let two = [&input(3, 5)[..], &input(3, 7)[3..], &input(3, 7)[3..]].concat();
    let mut two = two;
    two[13] = 12;
    let event = receive(&mut session, 7, &two);
    let Some(Event::Synchronized { updates, refused, .. }) = event else { panic!("{event:?}") };
    assert_eq!(
        (updates.len(), refused),
        (1, Some(Refusal::UnknownId { kind: Numbered::Path, id: 12 }))
    );
    // Wrong values are found when they are set, and then nothing is set.
    let wrong = [6, 4, 0, 9, 0, 0, 0x80, 4, 0, 0, 0, 0, 0, 0, 0];
    let event = receive(&mut session, 7, &wrong);
    let Some(Event::Synchronized { updates, .. }) = event else { panic!("{event:?}") };
    let error = updates[0].apply(&mut state).expect_err("no int");
    assert_eq!(
        error.to_string(),
        "World/Players/7/Input: [\".:steps\"]: expected int, found Nil at byte 11"
    );
    let beyond = [&b"\x16\x09\0\0\x80\x02\0\0\0\0\0\0\0\x01\0\0\0\x81"[..]].concat();
    let event = receive(&mut session, 7, &beyond);
    let Some(Event::Synchronized { updates, .. }) = event else { panic!("{event:?}") };
    assert!(matches!(updates[0].apply(&mut state), Err(Refusal::Properties { .. })));

    // A new authority starts again, and the server's own state may be set.
    let error = session.set_state(ids[1], &state);
    assert_eq!(error, Err(ReplicationError::NotAuthority(path_of(&session, ids[1]))));
    session.set_authority(ids[1], 8);
    let first = input(1, 1);
    let event = receive(&mut session, 8, &first);
    assert!(matches!(event, Some(Event::Synchronized { peer: 8, .. })), "{event:?}");
    assert_eq!(
        refusal(receive(&mut session, 7, &input(9, 5))),
        Refusal::NotAuthority(path_of(&session, ids[1]))
    );
    // A peer that connects again counts from 1.
    session.disconnect(8);
    session.connect(8, NOW);
    receive(&mut session, 8, &simplify(1, path, Checksum::NONE));
    let mut bytes = input(1, 1);
    bytes[3] = 1;
    let event = receive(&mut session, 8, &bytes);
    assert!(matches!(event, Some(Event::Synchronized { peer: 8, .. })), "{event:?}");
}

#[test]
fn spawns_of_a_peer_are_taken_from_the_authority_alone() {
    let limits = SessionLimits::DEFAULT.with_bytes(2 * (1024 + 2 * 15 + 64) + 192 + 13);
    let mut session = Session::new(Config::default().with_limits(limits));
    let spawner = level().with_authority(7);
    let spawner = session.add_spawner("World/Spawner", spawner).expect("a path of its own");
    for peer in [7, 8] {
        session.connect(peer, NOW);
        receive(&mut session, peer, &simplify(1, "World/Spawner", Checksum::NONE));
    }
    let spawn = hex::decode(hex_of(&[SPAWN, STATE])).expect("hex");
    let reason = refusal(receive(&mut session, 8, &spawn));
    assert_eq!(reason, Refusal::NotAuthority(path_of(&session, spawner)));
    let event = receive(&mut session, 7, &spawn);
    let Some(Event::Spawned(spawned)) = event else { panic!("{event:?}") };
    assert_eq!((spawned.peer, spawned.spawner, spawned.name), (7, spawner, "7"));
    assert_eq!(session.path(spawned.node), Some("World/Players/7"));
    let mut state = Player { hp: 0, ..ann() };
    state.read_spawn(&mut spawned.state.reader(godot_var::Limits::DEFAULT)).expect("a row");
    assert_eq!(state, ann());
    let node = spawned.node;

    let mut other = spawn.clone();
    let duplicate = |kind, id, found: &str| {
        let (known, found) = ("World/Players/7".into(), found.into());
        Refusal::DuplicateId { kind, id, known, found }
    };
    let path = "World/Players/7";
    let reason = refusal(receive(&mut session, 7, &other));
    assert_eq!(reason, duplicate(Numbered::Node, 2, path));
    other[6] = 9;
    let reason = refusal(receive(&mut session, 7, &other));
    assert_eq!(reason, duplicate(Numbered::Synchronizer, 3, path));
    other[18] = 10;
    assert_eq!(
        refusal(receive(&mut session, 7, &other)),
        Refusal::NameTaken(path_of(&session, node))
    );
    other[22] = b'8';
    other[1] = 1;
    assert_eq!(
        refusal(receive(&mut session, 7, &other)),
        Refusal::UnknownScene(path_of(&session, spawner))
    );
    other[1] = 0;
    let event = receive(&mut session, 7, &other);
    assert!(matches!(event, Some(Event::Spawned(_))), "{event:?}");
    other[6] = 11;
    other[18] = 12;
    other[22] = b'9';
    let reason = refusal(receive(&mut session, 7, &other));
    assert_eq!(reason, Refusal::Limit("bytes for its spawned nodes"));

    // Its synchronizers get the ids of the spawn in order.
    let sync = MultiplayerSynchronizer::of::<Player>().with_authority(7);
    let row = hex::decode(hex_of(&["06 0100 03000000 0c000000", POS])).expect("hex");
    let not_added = Refusal::NotAdded { node: path.into(), id: 3 };
    assert_eq!(refusal(receive(&mut session, 7, &row)), not_added);
    let sync = session.add_synchronizer("World/Players/7/Sync", sync).expect("a path of its own");
    let event = receive(&mut session, 7, &row);
    let Some(Event::Synchronized { updates, .. }) = event else { panic!("{event:?}") };
    assert_eq!(updates[0].synchronizer, sync);

    assert_eq!(
        refusal(receive(&mut session, 8, b"\x05\x02\0\0\0")),
        Refusal::UnknownId { kind: Numbered::Node, id: 2 }
    );
    let gone = receive(&mut session, 7, b"\x05\x02\0\0\0");
    assert_eq!(gone, Some(Event::Despawned { peer: 7, node }));
    assert_eq!(session.path(sync), None);
    assert_eq!(
        refusal(receive(&mut session, 7, &row)),
        Refusal::UnknownId { kind: Numbered::Synchronizer, id: 3 }
    );
    // What a peer has spawned is removed when it leaves.
    assert!(session.node("World/Players/8").is_some());
    session.disconnect(7);
    assert_eq!(session.node("World/Players/8"), None);
    packets(&mut session);
}

#[test]
fn numbers_of_despawned_nodes_are_forgotten() {
    let limits = SessionLimits::DEFAULT.with_bytes(3 * 256);
    let (mut session, spawner) = session(Config::default().with_limits(limits));
    session.connect(7, NOW);
    for id in 0..100 {
        let node = session.spawn(spawner, player("7")).expect("spawned");
        assert_eq!(receive(&mut session, 7, &confirm(1)), None);
        let path = "World/Players/7/Input";
        assert_eq!(receive(&mut session, 7, &simplify(id, path, Checksum::NONE)), None);
        session.remove_node(node);
        let mut bytes = input(1, 5);
        bytes[3] = id as u8;
        assert_eq!(
            refusal(receive(&mut session, 7, &bytes)),
            Refusal::UnknownId { kind: Numbered::Path, id }
        );
    }
    // An answer that comes after the node was removed.
    assert_eq!(receive(&mut session, 7, &confirm(2)), None);
    assert_eq!(
        refusal(receive(&mut session, 7, &[2, 1, 0, 0, 0, 9])),
        Refusal::UnknownId { kind: Numbered::Path, id: 9 << 24 }
    );
    session.drain(|_| ());
    let incoming = Incoming::new(7, b"\x03x");
    assert!(session.receive(incoming, NOW).is_some());
}

/// A spawn at a peer that has left is not reported for a new connection with its id.
#[test]
fn spawns_at_a_connection_that_has_ended_are_not_reported() {
    let mut session = Session::new(Config::default());
    let spawner = session.add_spawner("World/Spawner", level()).expect("a path of its own");
    let node = session.spawn(spawner, NewNode::scene(0, "Ann")).expect("spawned");
    for _ in 0..2 {
        session.connect(7, NOW);
        assert_eq!(receive(&mut session, 7, &[2, 1, 1, 0, 0, 0]), None);
        assert!(session.is_spawned(7, node));
        session.disconnect(7);
    }
    session.connect(7, NOW);
    assert_eq!(poll(&mut session, NOW), []);
    assert_eq!(receive(&mut session, 7, &[2, 1, 1, 0, 0, 0]), None);
    assert_eq!(poll(&mut session, NOW), [(7, node)]);
}

/// A node is where one of the synchronizers that are left is visible.
#[test]
fn a_node_without_its_hidden_synchronizer_is_shown() {
    let mut session = Session::new(Config::default());
    let spawner = session.add_spawner("World/Spawner", level()).expect("a path of its own");
    session.connect(7, NOW);
    let hidden = || {
        let sync = MultiplayerSynchronizer::new(&ann()).expect("a state");
        sync.with_public_visibility(false)
    };
    let new = NewNode::scene(0, "Ann").with_synchronizer("One", hidden());
    let new = new.with_synchronizer("Two", hidden().with_visibility_for(8));
    let node = session.spawn(spawner, new).expect("spawned");
    let other = session.spawn(spawner, NewNode::scene(0, "Bob")).expect("spawned");
    assert_eq!(receive(&mut session, 7, &[2, 1, 1, 0, 0, 0]), None);
    let [one, two] = *session.synchronizers(node) else { panic!("two") };
    session.remove_node(one);
    assert!(!session.is_spawned(7, node) && session.is_spawned(7, other));
    session.remove_node(two);
    assert!(session.is_spawned(7, node));
    // A peer that joins sees what the others see.
    session.connect(9, NOW);
    assert_eq!(receive(&mut session, 9, &[2, 1, 1, 0, 0, 0]), None);
    assert!(session.is_spawned(9, node) && session.is_spawned(9, other));
}

/// The first state of a hidden synchronizer hides its node.
#[test]
fn a_node_is_hidden_with_the_first_state_of_its_hidden_synchronizer() {
    let mut session = Session::new(Config::default());
    let spawner = session.add_spawner("World/Spawner", level()).expect("a path of its own");
    session.connect(7, NOW);
    let sync = MultiplayerSynchronizer::of::<Player>().with_authority(9);
    let new =
        NewNode::scene(0, "Ann").with_synchronizer("Sync", sync.with_public_visibility(false));
    let node = session.spawn(spawner, new).expect("spawned");
    assert_eq!(receive(&mut session, 7, &[2, 1, 1, 0, 0, 0]), None);
    assert!(session.is_spawned(7, node));
    let sync = session.synchronizers(node)[0];
    session.set_authority(sync, 1);
    assert!(session.is_spawned(7, node));
    session.set_state(sync, &ann()).expect("a state");
    assert!(!session.is_spawned(7, node));
    session.set_visibility_for(sync, 7, true);
    assert!(session.is_spawned(7, node));
}
