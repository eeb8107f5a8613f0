//! Players whose client is killed, and who return to their node, over `ENet` and WebSocket.
//!
//! The engine's side is `tests/engine/godot4/seats.gd`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use godot_var::multiplayer::net::{self, NetConfig};
use godot_var::multiplayer::{
    Config, Event, GodotRpc, GodotSync, MultiplayerSpawner, MultiplayerSynchronizer, NewNode, Node,
    NodeId, Refusal, Session,
};
use godot_var::seats::{SeatLimits, Token};
use godot_var::{FromVariantBytes, Godot4, GodotVar, Vector2};

use crate::needs::{self, GODOT4, Godot};
use crate::programs::engine::{Engine, TIMEOUT};

const SCRIPT: &str = "seats.gd";

/// The first message of a client, of `seats_login.gd`.
#[derive(GodotVar)]
struct Hello {
    password: String,
    token: Vec<u8>,
}

/// The RPC of `seats_game.gd`.
#[derive(GodotRpc)]
enum Game {
    #[rpc(any_peer)]
    Point,
}

/// `StateSync` of `seats_player.tscn`.
#[derive(Clone, GodotSync)]
struct PlayerState {
    #[sync(on_change)]
    owner_id: i64,
    #[sync(on_change)]
    score: i64,
}

/// `InputSync` of it.
#[derive(Clone, Default, GodotSync)]
struct Input {
    #[sync(spawn = false)]
    position: Vector2,
}

struct Player {
    node: NodeId,
    state_sync: NodeId,
    state: PlayerState,
}

struct Server {
    session: Session,
    net: net::Server,
    spawner: NodeId,
    started: Instant,
    players: BTreeMap<i32, Player>,
    /// How many tokens there were.
    tokens: u8,
    away: Vec<i32>,
    returned: Vec<(i32, i32, bool)>,
    gone: Vec<i32>,
    /// The peers that moved their players since one returned.
    moved: BTreeSet<i32>,
    refused: Vec<(i32, Refusal)>,
}

impl Server {
    fn new(grace: Duration) -> Self {
        let seats = SeatLimits::DEFAULT.with_grace(grace);
        let config = Config::default().with_auth(Duration::from_secs(5)).with_seats(seats);
        let mut session = Session::new(config);
        session.add_node("Game", Node::of::<Game>()).expect("a path of its own");
        let spawner =
            MultiplayerSpawner::new("World/Players").with_scenes(&["res://seats_player.tscn"]);
        let spawner = session.add_spawner("World/Spawner", spawner).expect("a path of its own");
        Self {
            session,
            net: net::Server::new(NetConfig::default()).expect("a server"),
            spawner,
            started: Instant::now(),
            players: BTreeMap::new(),
            tokens: 0,
            away: Vec::new(),
            returned: Vec::new(),
            gone: Vec::new(),
            moved: BTreeSet::new(),
            refused: Vec::new(),
        }
    }

    fn frame(&mut self) {
        let now = self.started.elapsed();
        while let Some(message) = self.net.receive().expect("received") {
            let event = message.event(&mut self.session, now);
            self.take(event);
        }
        while let Some(event) = self.session.poll(now) {
            self.take(Some(event));
        }
        self.session.drain(|packet| self.net.send(packet));
        self.net.wait(Duration::ZERO).expect("sent");
    }

    fn take(&mut self, event: Option<Event<'_>>) {
        match event {
            Some(Event::Auth { peer, payload }) => {
                self.authenticate(peer, payload);
                let event = self.session.complete_auth(peer);
                self.take(event);
            }
            Some(Event::Connected(peer)) => self.spawn(peer),
            Some(Event::Away(peer)) => self.away.push(peer),
            Some(Event::Returned { old, new, old_is_open }) => {
                self.returned.push((old, new, old_is_open));
                // The old connection moves nothing from now on.
                self.moved.clear();
                let mut player = self.players.remove(&old).expect("a player");
                player.state.owner_id = i64::from(new);
                self.session.set_state(player.state_sync, &player.state).expect("a state");
                self.players.insert(new, player);
                if old_is_open {
                    self.net.close(old, "the player is here over another connection");
                }
            }
            Some(Event::Disconnected(peer)) => {
                if let Some(player) = self.players.remove(&peer) {
                    self.gone.push(peer);
                    self.session.remove_node(player.node);
                }
            }
            Some(Event::Call(call)) => {
                let player = self.players.get_mut(&call.peer).expect("a player");
                player.state.score += 1;
                self.session.set_state(player.state_sync, &player.state).expect("a state");
            }
            Some(Event::Synchronized { peer, updates, .. }) => {
                let mut input = Input::default();
                updates[0].apply(&mut input).expect("a position");
                self.moved.extend((input.position.x > 0.0).then_some(peer));
            }
            Some(Event::Refused { peer, reason }) => self.refused.push((peer, reason)),
            _ => {}
        }
    }

    fn authenticate(&mut self, peer: i32, payload: &[u8]) {
        let hello = Hello::from_variant_bytes::<Godot4>(payload).expect("a message");
        assert_eq!(hello.password, "open sesame");
        if self.session.take_seat(peer, &hello.token).is_ok() {
            self.session.send_auth(peer, &hello.token);
            return;
        }
        self.tokens += 1;
        let token = Token::random([self.tokens; 16]);
        self.session.send_auth(peer, token.bytes());
        self.session.add_seat(peer, token).expect("a seat");
    }

    fn spawn(&mut self, peer: i32) {
        let state = PlayerState { owner_id: i64::from(peer), score: 0 };
        let sync = MultiplayerSynchronizer::new(&state).expect("a state");
        let input = MultiplayerSynchronizer::of::<Input>().with_authority(peer);
        let new = NewNode::scene(0, &format!("P{}", self.tokens))
            .with_synchronizer("StateSync", sync)
            .with_synchronizer("InputSync", input);
        let node = self.session.spawn(self.spawner, new).expect("spawned");
        let state_sync = self.session.synchronizers(node)[0];
        self.players.insert(peer, Player { node, state_sync, state });
    }

    /// Runs until a client has printed a line.
    fn until(&mut self, client: &Engine, line: &str) {
        self.run(line, |_| client.log().lines().any(|printed| printed == line));
    }

    fn run(&mut self, what: &str, is_done: impl Fn(&Self) -> bool) {
        let deadline = Instant::now() + TIMEOUT;
        while !is_done(self) {
            assert!(Instant::now() < deadline, "never: {what}; {:?}", self.refused);
            for _ in 0..50 {
                self.frame();
                sleep(Duration::from_millis(1));
            }
        }
    }
}

/// The walker over one transport is killed and returns. The watcher is over the other one.
fn return_over(godot: &Godot, scheme: &str, other: &str) {
    let mut server = Server::new(Duration::from_secs(60));
    let address = server.net.listen_websocket("127.0.0.1:0").expect("a port");
    server.net.listen_enet(address).expect("the same port");
    let [url, other] = [scheme, other].map(|scheme| format!("{scheme}://{address}"));

    let mut walker = Engine::start(godot, &format!("seats-{scheme}"), SCRIPT, &[&url, "3"]);
    server.until(&walker, "P1: score 3, mine");
    let watcher = Engine::start(godot, &format!("seats-watcher-{scheme}"), SCRIPT, &[&other, "0"]);
    server.until(&watcher, "P1: score 3, of another");
    server.until(&watcher, "P2: score 0, mine");
    let old = *server.players.iter().find(|(_, it)| it.state.score == 3).expect("the walker").0;
    server.run("the walker moves", |server| server.moved.contains(&old));

    walker.restart(godot, SCRIPT, &[&url, "1"]);
    server.until(&walker, "P1: score 4, mine");
    server.until(&watcher, "P1: score 4, of another");
    let &[(from, new, old_is_open)] = &*server.returned else { panic!("{:?}", server.returned) };
    assert_eq!(from, old);
    // The end of a TCP connection is noticed, that of UDP is not.
    assert_eq!(old_is_open, scheme == "enet");
    assert_eq!(server.away, if old_is_open { vec![] } else { vec![old] });
    server.run("the walker moves again", |server| server.moved.contains(&new));
    assert!(!server.moved.contains(&old));

    // It is the same node. The watcher saw nothing but the score and the new owner.
    let printed = watcher.log();
    assert_eq!(printed.lines().filter(|line| *line == "P1 is here").count(), 1, "{printed}");
    assert!(!printed.contains("is gone"), "{printed}");
    assert!(!walker.log().contains("P3"), "{}", walker.log());
    assert_eq!(server.tokens, 2);
    assert!(server.gone.is_empty(), "{:?}", server.gone);
    for client in [&walker, &watcher] {
        let printed = client.log();
        assert!(!printed.contains("ERROR"), "{printed}");
    }
    let packets = |(_, reason): &(i32, Refusal)| matches!(reason, Refusal::NotAdmitted(_));
    server.refused.retain(|refused| !packets(refused));
    assert!(server.refused.is_empty(), "{:?}", server.refused);
}

fn a_killed_client_returns_over_enet(godot: &Godot) {
    return_over(godot, "enet", "ws");
}

fn a_killed_client_returns_over_websocket(godot: &Godot) {
    return_over(godot, "ws", "enet");
}

/// The token of a seat that has ended makes a new player.
fn a_client_that_returns_too_late_is_a_new_player(godot: &Godot) {
    let mut server = Server::new(Duration::from_millis(100));
    let address = server.net.listen_websocket("127.0.0.1:0").expect("a port");
    let url = format!("ws://{address}");
    let mut walker = Engine::start(godot, "seats-late", SCRIPT, &[&url, "3"]);
    server.until(&walker, "P1: score 3, mine");
    walker.kill();
    server.run("the seat ends", |server| server.gone.len() == 1);
    assert_eq!(server.away, server.gone);
    walker.restart(godot, SCRIPT, &[&url, "1"]);
    server.until(&walker, "P2: score 1, mine");
    assert!(server.returned.is_empty(), "{:?}", server.returned);
    assert!(!walker.log().contains("P1"), "{}", walker.log());
}

/// The scripts of these tests are those of the guide.
fn the_scripts_are_those_of_the_page() {
    let read = |path: &str| {
        let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
        fs::read_to_string(path).expect("a file")
    };
    let page = read("docs/guide/seats.md");
    for script in ["seats_player.gd", "seats_login.gd"] {
        let script = read(&format!("tests/engine/godot4/{script}"));
        assert!(page.contains(&format!("```gdscript\n{script}```\n")), "{script}");
    }
}

needs::tests! {
    in GODOT4: a_killed_client_returns_over_enet, a_killed_client_returns_over_websocket,
        a_client_that_returns_too_late_is_a_new_player;
    needs nothing: the_scripts_are_those_of_the_page;
}
