//! Clients of Godot's high-level multiplayer that see each other through a server over `ENet`, each behind a proxy that delays its datagrams
//! and loses some of them.
//!
//! The engine's side is `tests/engine/godot4/multiplayer_walkers.gd`.

use std::collections::VecDeque;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::thread::sleep;
use std::time::{Duration, Instant};

use godot_var::Vector2;
use godot_var::multiplayer::net::{self, NetConfig};
use godot_var::multiplayer::{
    Config, Event, GodotRpc, GodotSync, MultiplayerSpawner, MultiplayerSynchronizer, NewNode, Node,
    NodeId, Refusal, Relay, Session,
};

use crate::needs::{self, GODOT4, Godot};
use crate::programs::engine::{Engine, TIMEOUT};

/// The RPC of `multiplayer_walker.gd`.
#[derive(GodotRpc)]
enum Walker {
    Hello,
}

/// `Sync` of `multiplayer_walker.tscn`.
#[derive(Clone, GodotSync)]
struct Walk {
    position: Vector2,
}

/// A client, and the network between it and the server.
#[derive(Clone, Copy)]
pub(crate) struct Client {
    /// `client`, or `late`, which loads its level late.
    pub(crate) mode: &'static str,
    /// One way.
    pub(crate) delay: Duration,
    /// Of 100 datagrams.
    pub(crate) lost: u64,
}

/// A client with a delay in milliseconds.
const fn behind(delay: u64) -> Client {
    Client { mode: "client", delay: Duration::from_millis(delay), lost: 0 }
}

/// Passes datagrams on between a client and the server.
pub(crate) struct Proxy {
    delay: Duration,
    lost: u64,
    front: UdpSocket,
    back: UdpSocket,
    client: Option<SocketAddr>,
    /// When it is due, whether it is for the server, and the datagram.
    waiting: VecDeque<(Instant, bool, Vec<u8>)>,
    random: u64,
    /// Those that were passed on.
    pub(crate) passed: Vec<(bool, Vec<u8>)>,
}

impl Proxy {
    pub(crate) fn new(client: Client, server: u16, seed: u64) -> Self {
        let [front, back] = [(); 2].map(|()| {
            let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
            socket.set_nonblocking(true).expect("a non-blocking socket");
            socket
        });
        back.connect((Ipv4Addr::LOCALHOST, server)).expect("an address");
        let Client { delay, lost, .. } = client;
        let (waiting, passed) = (VecDeque::new(), Vec::new());
        Self { delay, lost, front, back, client: None, waiting, random: seed, passed }
    }

    pub(crate) fn port(&self) -> String {
        self.front.local_addr().expect("its address").port().to_string()
    }

    /// Takes what has arrived, and sends what is due.
    pub(crate) fn pass(&mut self) {
        let mut buffer = [0; 2048];
        // An error means that nothing has arrived, or that the other side has closed its socket.
        while let Ok((len, client)) = self.front.recv_from(&mut buffer) {
            self.client = Some(client);
            self.hold(true, &buffer[..len]);
        }
        while let Ok(len) = self.back.recv(&mut buffer) {
            self.hold(false, &buffer[..len]);
        }
        while self.waiting.front().is_some_and(|(due, ..)| *due <= Instant::now())
            && let Some((_, for_server, datagram)) = self.waiting.pop_front()
        {
            let _ = match self.client {
                _ if for_server => self.back.send(&datagram),
                Some(client) => self.front.send_to(&datagram, client),
                None => unreachable!("only who has sent something is answered"),
            };
            self.passed.push((for_server, datagram));
        }
    }

    fn hold(&mut self, for_server: bool, datagram: &[u8]) {
        // Knuth's generator, whose upper bits are the better ones.
        self.random = self
            .random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        if (self.random >> 33) % 100 >= self.lost {
            self.waiting.push_back((Instant::now() + self.delay, for_server, datagram.to_vec()));
        }
    }
}

/// The server: it spawns a player for each peer, and relays.
struct Server {
    session: Session,
    enet: net::Server,
    spawner: NodeId,
    started: Instant,
    refused: Vec<(i32, Refusal)>,
}

impl Server {
    /// Returns the server with its port.
    fn start() -> (Self, u16) {
        let mut enet = net::Server::new(NetConfig::default()).expect("a server");
        let port = enet.listen_enet("127.0.0.1:0").expect("a port").port();
        let mut session = Session::new(Config::default().with_relay(Relay::On));
        let spawner = MultiplayerSpawner::new("World/Players")
            .with_scenes(&["res://multiplayer_walker.tscn"]);
        let spawner = session.add_spawner("World/Spawner", spawner).expect("a path of its own");
        let started = Instant::now();
        (Self { session, enet, spawner, started, refused: Vec::new() }, port)
    }

    fn frame(&mut self) {
        let now = self.started.elapsed();
        while let Some(message) = self.enet.receive().expect("received") {
            match message.event(&mut self.session, now) {
                Some(Event::Connected(peer)) => {
                    let walk = MultiplayerSynchronizer::of::<Walk>().with_authority(peer);
                    let player = NewNode::scene(0, &peer.to_string())
                        .with_node(Node::of::<Walker>().with_authority(peer))
                        .with_synchronizer("Sync", walk);
                    self.session.spawn(self.spawner, player).expect("spawned");
                }
                Some(Event::Refused { peer, reason }) => self.refused.push((peer, reason)),
                Some(Event::Disconnected(peer)) => panic!("{peer} has gone"),
                _ => {}
            }
        }
        while self.session.poll(now).is_some() {}
        self.session.drain(|packet| self.enet.send(packet));
    }
}

/// The proxies, and the server unless it is an engine.
struct Network {
    server: Option<Server>,
    proxies: Vec<Proxy>,
}

impl Network {
    /// Runs until `look` returns a value; its error says what is missing.
    fn until<T>(&mut self, look: impl Fn() -> Result<T, String>) -> T {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            // Logs are read more rarely than packets.
            for _ in 0..50 {
                self.proxies.iter_mut().for_each(Proxy::pass);
                if let Some(server) = &mut self.server {
                    server.frame();
                }
                sleep(Duration::from_millis(1));
            }
            match look() {
                Ok(value) => return value,
                Err(missing) => assert!(Instant::now() < deadline, "{missing}"),
            }
        }
    }
}

/// The id that the client has printed.
fn id_of(engine: &Engine) -> Result<String, String> {
    let printed = engine.log();
    let id = printed.lines().find_map(|line| line.strip_prefix("connected as "));
    id.map(Into::into).ok_or_else(|| "a client is not connected".into())
}

/// Starts the clients one after the other. Each must see every other one move, and be called by it once.
fn play(godot: &Godot, test: &str, server: Option<Server>, port: u16, clients: &[Client]) {
    let mut network = Network { server, proxies: Vec::new() };
    let mut engines = Vec::<(Engine, String)>::new();
    for (seed, client) in clients.iter().enumerate() {
        let proxy = Proxy::new(*client, port, seed as u64);
        let arguments = [client.mode, &proxy.port()];
        let test = format!("relay-{test}-{seed}");
        let engine = Engine::start(godot, &test, "multiplayer_walkers.gd", &arguments);
        network.proxies.push(proxy);
        let id = network.until(|| id_of(&engine));
        engines.push((engine, id));
    }
    let others = |id| engines.iter().map(|(_, other)| other).filter(move |other| *other != id);
    network.until(|| {
        let mut missing = Vec::new();
        for (engine, id) in &engines {
            let printed = engine.log();
            for line in
                others(id).flat_map(|id| ["sees", "hears"].map(|what| format!("{what} {id}")))
            {
                if !printed.lines().any(|printed| printed == line) {
                    missing.push(format!("{id} never {line}"));
                }
            }
        }
        if missing.is_empty() { Ok(()) } else { Err(missing.join(", ")) }
    });
    for ((engine, id), client) in engines.iter().zip(clients) {
        let printed = engine.log();
        for heard in others(id).map(|id| format!("hears {id}")) {
            assert_eq!(printed.lines().filter(|line| **line == heard).count(), 1, "{id}: {heard}");
        }
        // A late client reports what is announced before its level is loaded.
        assert!(client.mode == "late" || !printed.contains("ERROR"), "{id} has printed errors");
    }
    let refused = network.server.map(|server| server.refused).unwrap_or_default();
    assert_eq!(refused, []);
}

/// The same at a server of this library.
fn relay(godot: &Godot, test: &str, clients: &[Client]) {
    let (server, port) = Server::start();
    play(godot, test, Some(server), port, clients);
}

fn two_near_clients_see_each_other(godot: &Godot) {
    relay(godot, "near", &[behind(5), behind(5)]);
}

/// What the first client sends arrives at the server before the second one has confirmed anything.
fn a_client_that_is_farther_away_joins(godot: &Godot) {
    relay(godot, "farther", &[behind(5), behind(60)]);
}

fn a_client_that_is_nearer_joins(godot: &Godot) {
    relay(godot, "nearer", &[behind(60), behind(5)]);
}

fn a_client_joins_one_that_is_far_away(godot: &Godot) {
    relay(godot, "far", &[behind(200), behind(0)]);
}

fn three_clients_with_different_delays_see_each_other(godot: &Godot) {
    relay(godot, "three", &[behind(5), behind(60), behind(120)]);
}

fn clients_see_each_other_although_datagrams_are_lost(godot: &Godot) {
    let client = Client { lost: 10, ..behind(20) };
    relay(godot, "lost", &[client, client]);
}

/// One client joins before it, and one while it loads.
fn a_client_that_loads_its_level_late_sees_the_others(godot: &Godot) {
    let late = Client { mode: "late", ..behind(5) };
    relay(godot, "late", &[behind(5), late, behind(5)]);
}

/// What this library's server does is what the engine's server does.
fn clients_see_each_other_at_a_server_of_the_engine(godot: &Godot) {
    let free = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = free.local_addr().expect("its address").port();
    drop(free);
    let arguments = ["server", &port.to_string()];
    let server = Engine::start(godot, "relay-engine", "multiplayer_walkers.gd", &arguments);
    let mut none = Network { server: None, proxies: Vec::new() };
    none.until(|| server.log().contains("listening").then_some(()).ok_or("no server".into()));
    play(godot, "engine", None, port, &[behind(5), behind(60), behind(120)]);
}

needs::tests! {
    in GODOT4: two_near_clients_see_each_other, a_client_that_is_farther_away_joins,
        a_client_that_is_nearer_joins, a_client_joins_one_that_is_far_away,
        three_clients_with_different_delays_see_each_other,
        clients_see_each_other_although_datagrams_are_lost,
        a_client_that_loads_its_level_late_sees_the_others,
        clients_see_each_other_at_a_server_of_the_engine;
}
