//! Spawners and synchronizers between this library and a real engine, over WebSocket: each side as the server, and two clients that see each
//! other.
//!
//! The engine's side is `tests/engine/godot4/multiplayer_world.gd`.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use godot_var::multiplayer::{
    Config, Event, GodotRpc, GodotSync, Incoming, MultiplayerSpawner, MultiplayerSynchronizer,
    NewNode, Node, NodeId, PropertySet, Refusal, Relay, SERVER, Scene, Session, Target,
};
use godot_var::{Limits, Variant, Vector2};
use tungstenite::{Message, WebSocket};

use crate::engine::peers::{accept, listen};
use crate::needs::{self, GODOT4, Godot};
use crate::programs::engine::{Engine, TIMEOUT};

/// The RPCs of `multiplayer_report.gd`.
#[derive(GodotRpc)]
enum Report {
    #[rpc(any_peer)]
    Leave,
    #[rpc(any_peer)]
    Said(String),
}

/// The RPC that this script configures on its node.
#[derive(GodotRpc)]
enum Configured {
    #[rpc(any_peer)]
    Shout(String),
}

/// The RPC of `multiplayer_player.gd`.
#[derive(GodotRpc)]
enum Calls {
    #[rpc(any_peer)]
    Hello(i32),
}

/// `Sync` of `multiplayer_player.tscn`.
#[derive(Clone, Debug, Default, PartialEq, GodotSync)]
struct Player {
    pos: Vector2,
    #[sync(on_change)]
    hp: i32,
    #[sync(on_change)]
    title: String,
}

/// `Input` of it.
#[derive(Clone, Debug, Default, PartialEq, GodotSync)]
struct Input {
    #[sync(spawn = false)]
    steps: i32,
    #[sync(on_change, spawn = false)]
    fire: bool,
}

/// `multiplayer_door.gd`.
#[derive(Clone, Debug, Default, PartialEq, GodotSync)]
struct Door {
    #[sync(on_change)]
    open: bool,
}

const ANN: i32 = 70_000;
const BEN: i32 = 70_001;

fn ann() -> Player {
    Player { pos: Vector2::new(1.0, 2.0), hp: 100, title: "ann".into() }
}

/// This library's side with its connections.
struct World {
    session: Session,
    sockets: BTreeMap<i32, WebSocket<TcpStream>>,
    report: NodeId,
    spawner: NodeId,
    door: NodeId,
    /// The reports so far, and their senders.
    said: Vec<String>,
    players: BTreeMap<NodeId, Player>,
    inputs: BTreeMap<NodeId, Input>,
    started: Instant,
}

impl World {
    fn new(mut session: Session) -> Self {
        let report = Node::of::<Report>().with_rpc_config::<Configured>();
        let report = session.add_node("Report", report).expect("a path of its own");
        let spawner = MultiplayerSpawner::new("World/Players")
            .with_scenes(&["res://multiplayer_player.tscn"])
            .with_spawn_function();
        let spawner = session.add_spawner("World/Spawner", spawner).expect("a path of its own");
        let door = if session.unique_id() == SERVER {
            MultiplayerSynchronizer::new(&Door::default()).expect("a state")
        } else {
            MultiplayerSynchronizer::of::<Door>()
        };
        let door = session.add_synchronizer("World/Door/Sync", door).expect("a path of its own");
        Self {
            session,
            sockets: BTreeMap::new(),
            report,
            spawner,
            door,
            said: Vec::new(),
            players: BTreeMap::new(),
            inputs: BTreeMap::new(),
            started: Instant::now(),
        }
    }

    fn server(config: Config) -> Self {
        Self::new(Session::new(config))
    }

    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    /// Starts a client in the engine, and connects it.
    fn join(&mut self, godot: &Godot, listener: &TcpListener, test: &str, id: i32) -> Engine {
        let port = listener.local_addr().expect("its address").port().to_string();
        let mode = if test == "late" { "late" } else { "client" };
        let test = format!("replication-{test}-{id}");
        let engine = Engine::start(godot, &test, "multiplayer_world.gd", &[mode, &port]);
        let mut socket = tungstenite::accept(accept(listener)).expect("a WebSocket");
        socket.send(Message::binary(id.to_le_bytes().to_vec())).expect("sent");
        self.add(id, socket);
        engine
    }

    fn add(&mut self, id: i32, socket: WebSocket<TcpStream>) {
        let short = Some(Duration::from_millis(2));
        socket.get_ref().set_read_timeout(short).expect("a timeout");
        self.sockets.insert(id, socket);
        let now = self.now();
        assert_eq!(self.session.connect(id, now), Some(Event::Connected(id)));
        self.send();
    }

    fn spawn(&mut self, id: i32) -> NodeId {
        let input = MultiplayerSynchronizer::of::<Input>().with_authority(id);
        let new = NewNode::scene(0, &id.to_string())
            .with_node(Node::of::<Calls>())
            .with_synchronizer("Sync", MultiplayerSynchronizer::new(&ann()).expect("a state"))
            .with_synchronizer("Input", input);
        self.session.spawn(self.spawner, new).expect("spawned")
    }

    /// The synchronizers of a player: its state, and its client's input.
    fn synchronizers(&self, player: NodeId) -> [NodeId; 2] {
        self.session.synchronizers(player).try_into().expect("two")
    }

    fn say(&mut self, peer: i32, text: &str) {
        let said = Report::Said(text.into());
        self.session.call(Target::Peer(peer), self.report, &said).expect("sent");
    }

    fn leave(&mut self, peer: i32) {
        self.session.call(Target::Peer(peer), self.report, &Report::Leave).expect("sent");
        self.frame();
    }

    fn frame(&mut self) {
        let peers: Vec<_> = self.sockets.keys().copied().collect();
        for peer in peers {
            while let Some(socket) = self.sockets.get_mut(&peer) {
                match socket.read() {
                    Ok(Message::Binary(bytes)) => self.receive(peer, &bytes),
                    Ok(_) => {}
                    Err(tungstenite::Error::Io(error))
                        if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                    {
                        break;
                    }
                    Err(_) => {
                        self.sockets.remove(&peer);
                        self.session.disconnect(peer);
                        self.said.push(format!("{peer}: gone"));
                    }
                }
            }
        }
        // After the received packets, because they may confirm what would be repeated.
        let now = self.now();
        while self.session.poll(now).is_some() {}
        self.send();
    }

    fn send(&mut self) {
        let mut packets = Vec::new();
        self.session.drain(|packet| packets.push((packet.peer, packet.bytes.to_vec())));
        for (peer, packet) in packets {
            if let Some(socket) = self.sockets.get_mut(&peer) {
                // The client may have been killed.
                let _ = socket.send(Message::binary(packet));
            }
        }
    }

    fn receive(&mut self, from: i32, bytes: &[u8]) {
        let now = self.now();
        match self.session.receive(Incoming::new(from, bytes), now) {
            None => {}
            Some(Event::Call(call)) if call.method.name == "shout" => {
                let Configured::Shout(text) = call.decode().expect("a call of the set");
                self.said.push(format!("{}: shout {text}", call.peer));
            }
            Some(Event::Call(call)) if call.node == self.report => {
                match call.decode().expect("a call of the set") {
                    Report::Said(text) => self.said.push(format!("{}: {text}", call.peer)),
                    Report::Leave => panic!("nobody sends this"),
                }
            }
            Some(Event::Call(call)) => {
                let Calls::Hello(number) = call.decode().expect("a call of the set");
                self.said.push(format!("{}: hello {number}", call.peer));
            }
            Some(Event::Synchronized { updates, refused, .. }) => {
                assert_eq!(refused, None);
                for update in updates {
                    let node = update.synchronizer;
                    if let Some(player) = self.players.get_mut(&node) {
                        update.apply(player).expect("a row");
                    } else if node == self.door {
                        update.apply(&mut Door::default()).expect("a row");
                        self.said.push(format!("{from}: door"));
                    } else {
                        update.apply(self.inputs.entry(node).or_default()).expect("a row");
                    }
                }
            }
            Some(Event::Spawned(spawned)) => {
                let what = match spawned.scene {
                    Scene::Index(index) => format!("scene {index}"),
                    Scene::Custom(row) => {
                        let values: Result<Vec<_>, _> = row.values(Limits::DEFAULT).collect();
                        format!("{:?}", values.expect("one value"))
                    }
                };
                self.said.push(format!("{from}: {} of {what}", spawned.name));
                if let Scene::Index(_) = spawned.scene {
                    self.session.set_node(spawned.node, Node::of::<Calls>());
                    let mut player = Player::default();
                    let mut row = spawned.state.reader(Limits::DEFAULT);
                    player.read_spawn(&mut row).expect("a state");
                    let path = |name| format!("World/Players/{}/{name}", spawned.name);
                    let sync = MultiplayerSynchronizer::of::<Player>();
                    let sync = self.session.add_synchronizer(&path("Sync"), sync).expect("added");
                    self.players.insert(sync, player);
                    let input = MultiplayerSynchronizer::new(&Input { steps: 5, fire: true });
                    let own = input.expect("a state").with_authority(self.session.unique_id());
                    self.session.add_synchronizer(&path("Input"), own).expect("added");
                }
            }
            Some(Event::Despawned { .. }) => self.said.push(format!("{from}: despawned")),
            // The client did not know yet that its node was removed.
            Some(Event::Refused { reason: Refusal::UnknownId { .. }, .. }) => {}
            Some(other) => panic!("{other:?}"),
        }
    }

    fn until(&mut self, what: &str, done: impl Fn(&Self) -> bool) {
        let deadline = Instant::now() + TIMEOUT;
        while !done(self) {
            assert!(Instant::now() < deadline, "not seen: {what}; said was {:#?}", self.said);
            self.frame();
        }
    }

    /// Waits until a peer has reported a text, and discards earlier reports.
    fn hear(&mut self, peer: i32, text: &str) {
        let line = format!("{peer}: {text}");
        self.until(&line, |world| world.said.contains(&line));
        let place = self.said.iter().position(|said| *said == line).unwrap_or_default();
        self.said.drain(..=place);
    }
}

/// A node with its state, changes, input, calls (one of a method that is configured on a node), a custom spawn, and a despawn.
fn a_node_is_spawned_synchronized_and_despawned(godot: &Godot) {
    let (listener, _) = listen();
    let mut world = World::server(Config::default());
    let player = world.spawn(ANN);
    let [sync, input] = world.synchronizers(player);
    let mut engine = world.join(godot, &listener, "spawn", ANN);
    world.hear(ANN, "shout here");
    world.hear(ANN, "ready 70000 (1.0, 2.0) 100 ann");
    world.hear(ANN, "spawned 70000 scene");
    let shout = Configured::Shout("back".into());
    world.session.call(Target::Peer(ANN), world.report, &shout).expect("sent");
    world.hear(ANN, "shouted back");
    let steps = Input { steps: 3, fire: true };
    world.until("input", |world| world.inputs.get(&input) == Some(&steps));
    world.session.set_state(sync, &Player { hp: 99, ..ann() }).expect("a state");
    world.hear(ANN, "delta 70000 (1.0, 2.0) 99 ann");
    let moved = Player { pos: Vector2::new(3.0, 4.0), hp: 99, ..ann() };
    world.session.set_state(sync, &moved).expect("a state");
    world.hear(ANN, "sync 70000 (3.0, 4.0) 99 ann");
    for number in [5, 6] {
        world.session.call(Target::All, player, &Calls::Hello(number)).expect("sent");
        world.hear(ANN, &format!("hello {number} on 70000 from 1"));
    }
    let data = Variant::Dictionary([("k", Variant::Int(3))].into_iter().collect());
    let custom = NewNode::custom(&data, "Custom").expect("an argument");
    let custom = world.session.spawn(world.spawner, custom).expect("spawned");
    world.hear(ANN, "spawned Custom { \"k\": 3 }");
    world.session.set_state(world.door, &Door { open: true }).expect("a state");
    world.hear(ANN, "open true");
    world.session.remove_node(player);
    world.hear(ANN, "despawned 70000");
    world.session.remove_node(custom);
    world.hear(ANN, "despawned Custom");
    // Hidden and shown.
    let player = world.spawn(ANN);
    let [sync, _] = world.synchronizers(player);
    world.hear(ANN, "ready 70000 (1.0, 2.0) 100 ann");
    world.session.set_public_visibility(sync, false);
    world.hear(ANN, "despawned 70000");
    world.session.set_state(sync, &Player { hp: 1, ..ann() }).expect("a state");
    world.session.set_visibility_for(sync, ANN, true);
    world.hear(ANN, "ready 70000 (1.0, 2.0) 1 ann");
    world.leave(ANN);
    engine.finish_in_place();
}

/// A call after a spawn arrives after it, also at a peer that has not confirmed the spawner yet.
fn a_call_follows_the_spawn_of_its_node(godot: &Godot) {
    let (listener, _) = listen();
    let mut world = World::server(Config::default());
    let mut engine = world.join(godot, &listener, "call", ANN);
    let player = world.spawn(ANN);
    assert!(!world.session.is_spawned(ANN, player));
    world.session.call(Target::All, player, &Calls::Hello(5)).expect("sent");
    world.hear(ANN, "ready 70000 (1.0, 2.0) 100 ann");
    world.hear(ANN, "hello 5 on 70000 from 1");
    world.leave(ANN);
    engine.finish_in_place();
}

/// A late joiner gets the current nodes and state, and so does a client that was killed and connects again.
fn a_late_joiner_gets_what_is_there(godot: &Godot) {
    let (listener, _) = listen();
    let mut world = World::server(Config::default());
    let first = world.join(godot, &listener, "joiner", ANN);
    let player = world.spawn(ANN);
    world.hear(ANN, "ready 70000 (1.0, 2.0) 100 ann");
    let [sync, _] = world.synchronizers(player);
    world.session.set_state(sync, &Player { hp: 7, ..ann() }).expect("a state");
    world.session.set_state(world.door, &Door { open: true }).expect("a state");
    world.hear(ANN, "delta 70000 (1.0, 2.0) 7 ann");
    let mut second = world.join(godot, &listener, "joiner", BEN);
    world.hear(BEN, "ready 70000 (1.0, 2.0) 7 ann");
    world.hear(BEN, "open true");

    drop(first);
    world.hear(ANN, "gone");
    world.session.remove_node(player);
    world.hear(BEN, "despawned 70000");
    let player = world.spawn(ANN);
    world.hear(BEN, "ready 70000 (1.0, 2.0) 100 ann");
    let mut again = world.join(godot, &listener, "joiner", ANN);
    world.hear(ANN, "ready 70000 (1.0, 2.0) 100 ann");
    let [_, input] = world.synchronizers(player);
    let steps = Input { steps: 3, fire: true };
    world.until("input", |world| world.inputs.get(&input) == Some(&steps));
    world.leave(ANN);
    world.leave(BEN);
    again.finish_in_place();
    second.finish_in_place();
}

/// The engine's own server loses this spawn (godot#77026).
fn a_spawn_waits_for_a_level_that_loads_late(godot: &Godot) {
    let (listener, _) = listen();
    let mut world = World::server(Config::default());
    let player = world.spawn(ANN);
    let engine = world.join(godot, &listener, "late", ANN);
    world.hear(ANN, "connected");
    assert!(!world.session.is_spawned(ANN, player));
    let connected = Instant::now();
    world.hear(ANN, "ready 70000 (1.0, 2.0) 100 ann");
    assert!(connected.elapsed() > Duration::from_millis(1900));
    world.until("door", |world| world.session.has_confirmed(ANN, world.door));
    let [sync, _] = world.synchronizers(player);
    world.session.set_state(sync, &Player { hp: 99, ..ann() }).expect("a state");
    world.hear(ANN, "delta 70000 (1.0, 2.0) 99 ann");
    world.leave(ANN);
    // The client reports errors for announcements before the level is loaded.
    let printed = engine.wait();
    assert!(printed.contains("Node not found: \"World/Spawner\""), "{printed}");
}

fn two_clients_see_each_other(godot: &Godot) {
    let (listener, _) = listen();
    let mut world = World::server(Config::default().with_relay(Relay::On));
    world.spawn(ANN);
    let mut first = world.join(godot, &listener, "relay", ANN);
    let mut second = world.join(godot, &listener, "relay", BEN);
    world.hear(ANN, "sees 70001");
    world.hear(BEN, "input 70000 3 true");
    world.leave(BEN);
    second.finish_in_place();
    world.hear(BEN, "gone");
    world.leave(ANN);
    first.finish_in_place();
}

/// A client of this library at a server of the engine.
fn a_client_plays_at_a_server_of_the_engine(godot: &Godot) {
    let (listener, port) = listen();
    drop(listener);
    let mut engine =
        Engine::start(godot, "replication-server", "multiplayer_world.gd", &["server", &port]);
    let deadline = Instant::now() + TIMEOUT;
    let stream = loop {
        match TcpStream::connect(("127.0.0.1", port.parse().expect("a port"))) {
            Ok(stream) => break stream,
            Err(_) => assert!(Instant::now() < deadline, "the engine does not listen"),
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let url = format!("ws://127.0.0.1:{port}");
    let (mut socket, _) = tungstenite::client(url, stream).expect("a WebSocket");
    let Ok(Message::Binary(id)) = socket.read() else { panic!("the id of the client") };
    let id = i32::from_le_bytes(id[..].try_into().expect("4 bytes"));
    let mut world = World::new(Session::client(id, Config::default()));
    world.add(SERVER, socket);

    world.hear(SERVER, &format!("{id} of scene 0"));
    let has = |player: Player| move |world: &World| world.players.values().eq([&player]);
    world.until("state", has(ann()));
    world.say(SERVER, "hurt");
    world.until("hurt", has(Player { hp: 99, ..ann() }));
    world.say(SERVER, "move");
    world.until("moved", has(Player { pos: Vector2::new(3.0, 4.0), hp: 99, ..ann() }));
    world.say(SERVER, "hello");
    world.hear(SERVER, "hello 7");
    world.say(SERVER, "custom");
    let data = Variant::Dictionary([("k", Variant::Int(3))].into_iter().collect());
    world.hear(SERVER, &format!("Custom of {:?}", [data]));
    let node = world.session.node(&format!("World/Players/{id}")).expect("there");
    world.session.call(Target::Peer(SERVER), node, &Calls::Hello(9)).expect("sent");
    // The engine prints what it has received.
    let lines = [format!("input {id} 5 true"), format!("hello 9 on {id} from {id}")];
    world.until("input", |_| lines.iter().all(|line| engine.log().contains(line)));
    // Otherwise it would still send input, which the engine reports as an error.
    let input = world.session.node(&format!("World/Players/{id}/Input")).expect("there");
    world.session.set_public_visibility(input, false);
    world.say(SERVER, "despawn");
    world.hear(SERVER, "despawned");
    assert_eq!(world.session.node(&format!("World/Players/{id}/Sync")), None);
    world.leave(SERVER);
    engine.finish_in_place();
}

needs::tests! {
    in GODOT4: a_node_is_spawned_synchronized_and_despawned, a_call_follows_the_spawn_of_its_node,
        a_late_joiner_gets_what_is_there, a_spawn_waits_for_a_level_that_loads_late,
        two_clients_see_each_other, a_client_plays_at_a_server_of_the_engine;
}
