//! Scenes that clients leave and load again: what a server sends, and when.

use std::time::Duration;

use godot_var::multiplayer::{
    CallError, Config, ConfirmPath, Confirmed, Event, GodotRpc, GodotSync, Incoming, LeftOut,
    Loaded, MultiplayerSpawner, MultiplayerSynchronizer, NewNode, Node, NodeId, Options, Packet,
    Session, Target,
};

const NOW: Duration = Duration::ZERO;

#[derive(GodotRpc)]
enum Chat {
    Hello,
}

#[derive(Clone, Default, GodotSync)]
struct Door {
    open: bool,
}

/// Adds the nodes of the scene, and returns the chat.
fn build(session: &mut Session) -> NodeId {
    let spawner = MultiplayerSpawner::new("World/Players").with_scenes(&["res://player.tscn"]);
    let spawner = session.add_spawner("World/Spawner", spawner).expect("a path");
    session.spawn(spawner, NewNode::scene(0, "Ann")).expect("a node");
    let door = MultiplayerSynchronizer::new(&Door::default()).expect("a state");
    session.add_synchronizer("World/Door", door).expect("a path");
    session.add_node("World/Chat", Node::of::<Chat>()).expect("a path")
}

/// What a peer gets: commands, with paths and names.
fn sent(session: &mut Session, peer: i32) -> Vec<String> {
    let mut sent = Vec::new();
    session.drain(|packet| {
        if packet.peer == peer {
            sent.push(match Packet::read(packet.bytes, &Options::DEFAULT).expect("a packet") {
                Packet::SimplifyPath(simplify) => simplify.path.to_owned(),
                Packet::Spawn(spawn) => format!("spawn {}", spawn.name),
                Packet::Despawn(_) => "despawn".to_owned(),
                Packet::Rpc(_) => "call".to_owned(),
                Packet::Sync(sync) => format!("sync {}", sync.elements.into_iter().count()),
                other => panic!("{other:?}"),
            });
        }
    });
    sent
}

fn confirm(session: &mut Session, peer: i32, path: &str) {
    let path = Confirmed::Id(number(session, path));
    let confirm = Packet::ConfirmPath(ConfirmPath { agrees: true, path });
    let bytes = confirm.to_bytes().expect("a packet");
    assert_eq!(session.receive(Incoming::new(peer, &bytes), NOW), None);
}

fn number(session: &Session, path: &str) -> u32 {
    let node = session.node(path).expect("a node");
    format!("{node:?}")[7..].trim_end_matches(')').parse().expect("a number")
}

#[test]
fn peers_get_the_nodes_of_each_match() {
    let mut session = Session::new(Config::default());
    session.add_node("World2", Node::new()).expect("a path");
    session.add_node("Worl", Node::new()).expect("a path");
    session.connect(7, NOW);
    for _ in 0..3 {
        session.change_scene("World", Loaded::Confirmed);
        assert_eq!(session.node("World/Chat"), None);
        let despawned = sent(&mut session, 7);
        assert!(despawned.is_empty() || despawned == ["despawn"], "{despawned:?}");
        build(&mut session);
        assert_eq!(sent(&mut session, 7), ["World/Spawner", "World/Door"]);
        confirm(&mut session, 7, "World/Spawner");
        assert_eq!(sent(&mut session, 7), ["spawn Ann"]);
        confirm(&mut session, 7, "World/Door");
        while session.poll(NOW).is_some() {}
        assert_eq!(sent(&mut session, 7), ["sync 1"]);
    }
    assert!(session.node("World2").is_some() && session.node("Worl").is_some());
}

#[test]
fn a_peer_gets_nothing_of_a_scene_that_it_is_loading() {
    let mut session = Session::new(Config::default());
    let lobby = session.add_node("Lobby", Node::of::<Chat>()).expect("a path");
    for peer in [7, 8] {
        session.connect(peer, NOW);
    }
    session.change_scene("World", Loaded::Reported);
    let chat = build(&mut session);
    let late = Duration::from_secs(60);
    while session.poll(late).is_some() {}
    assert_eq!(sent(&mut session, 7), [""; 0]);
    // The game learns that its call went to nobody. Calls of other nodes go on.
    let loading =
        |peer| CallError::Loading(LeftOut { peer, node: "World/Chat".into(), method: "hello" });
    let call = session.call(Target::Peer(7), chat, &Chat::Hello);
    assert_eq!(call, Err(loading(7)));
    let left_out = [loading(7), loading(8)];
    assert_eq!(session.call(Target::All, chat, &Chat::Hello), Ok(&left_out[..]));
    session.call(Target::Peer(7), lobby, &Chat::Hello).expect("a call");
    assert_eq!(sent(&mut session, 7), ["Lobby", "call"]);

    // Each peer for itself; who joins now has no old scene.
    session.scene_loaded(7);
    session.scene_loaded(7);
    session.connect(9, NOW);
    let mut all = vec![Vec::new(); 3];
    session.drain(|packet| all[packet.peer as usize - 7].push(packet.bytes[0]));
    assert_eq!(all, [vec![1, 1], vec![], vec![1, 1]]);
    confirm(&mut session, 7, "World/Spawner");
    assert_eq!(sent(&mut session, 7), ["spawn Ann"]);
    let spawned = session.node("World/Players/Ann").expect("a node");
    assert_eq!(session.poll(NOW), Some(Event::SpawnedAt { peer: 7, node: spawned }));
    assert!(!session.is_spawned(8, spawned));
    session.call(Target::Peer(7), chat, &Chat::Hello).expect("a call");
    assert_eq!(sent(&mut session, 7), ["World/Chat", "call"]);

    // The next scene may be one for which nobody has to report.
    session.change_scene("World", Loaded::Confirmed);
    build(&mut session);
    assert_eq!(sent(&mut session, 8), ["World/Spawner", "World/Door"]);
}
