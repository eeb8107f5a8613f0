//! What projects do wrong, or what surprises them, in a real engine: errors have names, and a spawn contains what is hidden.
//!
//! The engine's side is `tests/engine/godot4/multiplayer_mistakes.gd`.

use std::collections::BTreeSet;
use std::net::UdpSocket;
use std::thread;
use std::time::{Duration, Instant};

use godot_var::Limits;
use godot_var::multiplayer::net::{Client, NetConfig, Server};
use godot_var::multiplayer::{
    Config, Event, GodotRpc, GodotSync, MultiplayerSpawner, MultiplayerSynchronizer, NewNode, Node,
    PropertySet, Session,
};

use crate::needs::{self, GODOT4, Godot};
use crate::programs::engine::{Engine, TIMEOUT};

/// `Lobby`.
#[derive(Debug, GodotRpc)]
enum Lobby {
    #[rpc(any_peer)]
    Say {
        number: i64,
    },
    OnlyServer,
}

/// `Newer`, without a method that the client has.
#[derive(Debug, GodotRpc)]
enum Newer {
    #[rpc(any_peer)]
    Known,
}

#[derive(Clone, Debug, Default, PartialEq, GodotSync)]
struct Steps {
    steps: i64,
}

/// As `Steps`, of another node.
#[derive(Clone, Debug, Default, PartialEq, GodotSync)]
struct Shown {
    health: i64,
}

#[derive(Clone, Debug, Default, PartialEq, GodotSync)]
struct Hidden {
    secret: String,
}

fn serve(
    godot: &Godot,
    mode: &str,
    session: &mut Session,
    mut take: impl FnMut(&mut Session, Event<'_>) -> bool,
) -> Engine {
    let mut server = Server::new(NetConfig::default()).expect("a server");
    let address = server.listen_websocket("127.0.0.1:0").expect("a port");
    let test = format!("multiplayer-mistakes-{mode}");
    let url = format!("ws://{address}");
    let mut engine = Engine::start(godot, &test, "multiplayer_mistakes.gd", &[&url, mode]);
    let started = Instant::now();
    let mut done_at = None;
    while engine.is_running() {
        let now = started.elapsed();
        assert!(now < TIMEOUT, "no end");
        let mut take = |session: &mut Session, event: Event<'_>| {
            if take(session, event) {
                done_at.get_or_insert(now);
            }
        };
        while let Some(message) = server.receive().expect("received") {
            if let Some(event) = message.event(session, now) {
                take(session, event);
            }
        }
        while let Some(event) = session.poll(now) {
            take(session, event);
        }
        session.drain(|packet| server.send(packet));
        // The client has time to print.
        if done_at.is_some_and(|at| now > at + Duration::from_millis(300)) {
            session.peers().for_each(|peer| server.close(peer, "the test ends"));
        }
        server.wait(Duration::from_millis(5)).expect("waited");
    }
    engine
}

/// Each error names the node, the method and the argument, or both sets.
fn errors_name_what_is_wrong(godot: &Godot) {
    let mut session = Session::new(Config::default());
    let lobby = session.add_node("Lobby", Node::of::<Lobby>()).expect("a path");
    let sync = MultiplayerSynchronizer::of::<Steps>();
    session.add_synchronizer("Lobby/Sync", sync).expect("a path");
    session.add_node("Rules", Node::of::<Lobby>()).expect("a path");
    session.add_node("Newer", Node::of::<Newer>()).expect("a path");
    let mut told = BTreeSet::new();
    let expected = BTreeSet::from([
        "number of 2 is the authority of Lobby and Lobby/Sync: 7",
        "only_server of Rules is authority, and the peer may not use it",
        "no node has the path Ghost",
        "Newer differs for 2",
        "the peer has other RPCs for Newer, so their numbers differ",
        "say of Lobby: number: expected int, found String at byte 7",
        "say of Lobby is a method of programs::multiplayer_mistakes::Lobby, and was decoded as programs::multiplayer_mistakes::Newer",
        "Lobby/Sync has the properties of programs::multiplayer_mistakes::Steps, and was applied to programs::multiplayer_mistakes::Shown",
    ]);
    serve(godot, "calls", &mut session, |session, event| {
        match event {
            Event::Connected(peer) => session.set_authority_recursive(lobby, peer),
            Event::Call(call) => {
                told.insert(call.decode::<Lobby>().expect_err("a text").to_string());
                told.insert(call.decode::<Newer>().expect_err("a method of Lobby").to_string());
            }
            Event::ChecksumDiffers { peer, path, .. } => {
                told.insert(format!("{path} differs for {peer}"));
            }
            Event::Refused { reason, .. } => {
                told.insert(reason.to_string());
            }
            Event::Synchronized { peer, updates, .. } => {
                for update in updates {
                    let (mut steps, mut shown) = (Steps::default(), Shown::default());
                    told.insert(update.apply(&mut shown).expect_err("of another").to_string());
                    assert_eq!(shown, Shown::default());
                    update.apply(&mut steps).expect("its set");
                    let who = format!("number of {peer} is the authority of Lobby and Lobby/Sync");
                    told.insert(format!("{who}: {}", steps.steps));
                }
            }
            Event::Disconnected(_) => {}
            other => panic!("{other:?}"),
        }
        told.len() >= expected.len()
    });
    let told: BTreeSet<_> = told.iter().map(String::as_str).collect();
    assert_eq!(told, expected);
}

fn players() -> MultiplayerSpawner {
    MultiplayerSpawner::new("Players").with_spawn_function()
}

/// A peer gets the first state of all synchronizers of a node, visible or not.
fn a_spawn_has_the_properties_of_a_hidden_synchronizer(godot: &Godot) {
    let mut session = Session::new(Config::default());
    let spawner = session.add_spawner("Spawner", players()).expect("a path");
    let shown = MultiplayerSynchronizer::new(&Shown { health: 90 }).expect("a state");
    let hidden = Hidden { secret: "the treasure".into() };
    let hidden = MultiplayerSynchronizer::new(&hidden).expect("a state");
    let player = NewNode::custom(&1, "Player")
        .expect("an argument")
        .with_synchronizer("Shown", shown)
        .with_synchronizer("Hidden", hidden.with_public_visibility(false));
    session.spawn(spawner, player).expect("spawned");
    let engine =
        serve(godot, "secret", &mut session, |_, event| matches!(event, Event::SpawnedAt { .. }));
    let printed = engine.log();
    assert!(printed.contains("health 90, secret the treasure\n"), "{printed}");
}

/// As above, with a server in the engine.
fn a_spawn_of_the_engine_has_the_properties_of_a_hidden_synchronizer(godot: &Godot) {
    let socket = UdpSocket::bind("127.0.0.1:0").expect("a port");
    let url = format!("ws://{}", socket.local_addr().expect("its address"));
    drop(socket);
    let test = "multiplayer-mistakes-serve";
    let mut engine = Engine::start(godot, test, "multiplayer_mistakes.gd", &[&url, "serve"]);
    let started = Instant::now();
    let mut client = loop {
        match Client::connect(&url, NetConfig::default(), Duration::from_secs(2)) {
            Ok(client) => break client,
            Err(error) => assert!(started.elapsed() < TIMEOUT, "{error}"),
        }
        thread::sleep(Duration::from_millis(20));
    };
    let mut session = Session::client(client.id(), Config::default());
    session.add_spawner("Spawner", players()).expect("a path");
    // The synchronizers of the lobby are at every client.
    let sync = MultiplayerSynchronizer::of::<Steps>();
    session.add_synchronizer("Lobby/Sync", sync).expect("a path");
    let mut state = None;
    while state.is_none() {
        let now = started.elapsed();
        assert!(now < TIMEOUT, "no node");
        while let Some(message) = client.receive().expect("received") {
            if let Some(Event::Spawned(spawned)) = message.event(&mut session, now) {
                let mut reader = spawned.state.reader(Limits::DEFAULT);
                let (mut shown, mut hidden) = (Shown::default(), Hidden::default());
                shown.read_spawn(&mut reader).expect("a state");
                hidden.read_spawn(&mut reader).expect("a state");
                state = Some((shown.health, hidden.secret));
            }
        }
        assert_eq!(session.poll(now), None);
        session.drain(|packet| client.send(packet));
        client.wait(Duration::from_millis(5)).expect("waited");
    }
    assert_eq!(state, Some((90, "the treasure".to_owned())));
    client.close();
    while engine.is_running() {
        assert!(started.elapsed() < TIMEOUT, "no end");
        drop(client.receive());
        client.wait(Duration::from_millis(5)).expect("waited");
    }
}

needs::tests! {
    in GODOT4: errors_name_what_is_wrong, a_spawn_has_the_properties_of_a_hidden_synchronizer,
        a_spawn_of_the_engine_has_the_properties_of_a_hidden_synchronizer;
}
