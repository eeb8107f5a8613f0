//! A real engine that changes its scene for each match, at a server of this library.
//!
//! The engine's side is `tests/engine/godot4/multiplayer_matches.gd`.

use godot_var::multiplayer::{
    Config, Event, GodotRpc, Loaded, MultiplayerSpawner, NewNode, Node, NodeId, Session, Target,
};

use crate::needs::{self, GODOT4, Godot};
use crate::one_client::{CLIENT, OneClient};

/// The RPCs of `multiplayer_matches_lobby.gd`.
#[derive(Clone, Debug, PartialEq, GodotRpc)]
enum Lobby {
    Begin(i64),
    Leave,
    #[rpc(any_peer)]
    Loaded,
    #[rpc(any_peer)]
    Said(String),
}

const MATCHES: i64 = 3;

fn begin(client: &mut OneClient, lobby: NodeId, number: i64, loaded: Loaded) {
    let session = &mut client.session;
    session.change_scene("World", loaded);
    session.call(Target::All, lobby, &Lobby::Begin(number)).expect("a call");
    let spawner =
        MultiplayerSpawner::new("World/Players").with_scenes(&["res://multiplayer_walker.tscn"]);
    let spawner = session.add_spawner("World/Spawner", spawner).expect("a path");
    session.spawn(spawner, NewNode::scene(0, "Ann")).expect("a node");
}

/// Returns what the client said of its matches, and what it printed.
fn matches(godot: &Godot, mode: &str, loaded: Loaded) -> (Vec<String>, String) {
    let mut client =
        OneClient::start(godot, "multiplayer_matches.gd", &[mode], Config::default(), |_| {});
    let lobby = client.session.add_node("Lobby", Node::of::<Lobby>()).expect("a path");
    let mut said = Vec::new();
    for number in 1..=MATCHES {
        begin(&mut client, lobby, number, loaded);
        let before = said.len();
        while said.len() == before {
            client.turn(|session, event| take(session, event, &mut said));
        }
    }
    client.session.call(Target::All, lobby, &Lobby::Leave).expect("a call");
    let printed = client.finish(|session, event| take(session, event, &mut said));
    (said, printed)
}

fn take(session: &mut Session, event: Event<'_>, said: &mut Vec<String>) {
    match event {
        Event::Call(call) => match call.decode().expect("a call of the set") {
            Lobby::Loaded => session.scene_loaded(CLIENT),
            Lobby::Said(text) => said.push(text),
            call => panic!("{call:?}"),
        },
        Event::SpawnedAt { .. } => {}
        other => panic!("{other:?}"),
    }
}

fn expected() -> Vec<String> {
    (1..=MATCHES).map(|number| format!("spawned Ann in match {number}")).collect()
}

fn each_match_has_its_players(godot: &Godot) {
    let (said, printed) = matches(godot, "quick", Loaded::Confirmed);
    assert_eq!(said, expected(), "{printed}");
}

/// The client still has the old scene when it gets the announcement of the new spawner.
fn a_slow_client_gets_them_when_it_has_loaded(godot: &Godot) {
    let (said, printed) = matches(godot, "slow", Loaded::Reported);
    assert_eq!(said, expected(), "{printed}");
    assert!(!printed.contains("ERROR"), "{printed}");
}

needs::tests! {
    in GODOT4: each_match_has_its_players, a_slow_client_gets_them_when_it_has_loaded;
}
