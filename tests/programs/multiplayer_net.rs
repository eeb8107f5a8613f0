//! Clients of Godot's high-level multiplayer in a real engine at the sockets of this library, set up in every way that projects do.
//!
//! The engine's side is `tests/engine/godot4/multiplayer_net.gd`.

use std::fs;
use std::net::{SocketAddr, UdpSocket};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use godot_var::multiplayer::net::{Client, NetConfig, Server};
use godot_var::multiplayer::{
    Config, Event, GodotRpc, Misfit, Node, NodeId, Refusal, SERVER, Session, Target,
};

use crate::needs::{self, GODOT4, Godot};
use crate::programs::engine::{Engine, TIMEOUT};

/// The RPCs of `multiplayer_net_lobby.gd`.
#[derive(Debug, GodotRpc)]
enum Lobby {
    #[rpc(any_peer)]
    Say {
        text: String,
    },
    Heard {
        text: String,
    },
}

/// A server that answers each text, and notes what else happens.
struct Served {
    /// The names of the engines' folders begin with it.
    test: &'static str,
    server: Server,
    session: Session,
    lobby: NodeId,
    started: Instant,
    address: SocketAddr,
    connected: Vec<i32>,
    disconnected: Vec<i32>,
    heard: usize,
    misfits: Vec<(i32, Misfit)>,
}

impl Served {
    /// Over both transports, on one port.
    fn new(test: &'static str, config: NetConfig) -> Self {
        let mut session = Session::new(Config::default());
        let lobby = session.add_node("Lobby", Node::of::<Lobby>()).expect("a path of its own");
        let mut server = Server::new(config).expect("a server");
        let address = server.listen_websocket("127.0.0.1:0").expect("a port");
        server.listen_enet(address).expect("the same port");
        let started = Instant::now();
        let (connected, disconnected, misfits) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            test,
            server,
            session,
            lobby,
            started,
            address,
            connected,
            disconnected,
            heard: 0,
            misfits,
        }
    }

    fn engine(&self, godot: &Godot, scheme: &str, setting: &str) -> Engine {
        let test = format!("{}-{scheme}-{setting}", self.test).replace([':', ','], "-");
        let url = format!("{scheme}://{}", self.address);
        Engine::start(godot, &test, "multiplayer_net.gd", &[&url, setting])
    }

    fn turn(&mut self) {
        let now = self.started.elapsed();
        while let Some(message) = self.server.receive().expect("received") {
            match message.event(&mut self.session, now) {
                Some(Event::Connected(peer)) => self.connected.push(peer),
                Some(Event::Disconnected(peer)) => self.disconnected.push(peer),
                Some(Event::Call(call)) => {
                    let Ok(Lobby::Say { text }) = call.decode() else { panic!("{call:?}") };
                    self.heard += text.len();
                    let heard = Lobby::Heard { text };
                    self.session.call(Target::Peer(call.peer), self.lobby, &heard).expect("a call");
                }
                Some(Event::Refused { peer, reason: Refusal::Transport { address, reason } }) => {
                    assert!(address.ip().is_loopback());
                    self.misfits.push((peer, reason));
                }
                None => {}
                Some(other) => panic!("{other:?}"),
            }
        }
        assert_eq!(self.session.poll(now), None);
        self.session.drain(|packet| self.server.send(packet));
        self.server.wait(Duration::from_millis(20)).expect("waited");
    }

    /// Serves until the condition holds.
    fn until(&mut self, what: &str, mut is_so: impl FnMut(&Self) -> bool) {
        let deadline = Instant::now() + TIMEOUT;
        while !is_so(self) {
            assert!(
                Instant::now() < deadline,
                "no {what}: {:?}, {:?}",
                self.connected,
                self.misfits
            );
            self.turn();
        }
    }

    fn until_ended(&mut self, engines: &mut [Engine]) -> Vec<String> {
        let deadline = Instant::now() + TIMEOUT;
        while engines.iter_mut().any(Engine::is_running) {
            assert!(Instant::now() < deadline, "a client does not end: {:?}", self.misfits);
            self.turn();
        }
        engines.iter().map(Engine::log).collect()
    }

    fn call_all(&mut self) {
        let heard = Lobby::Heard { text: "end".into() };
        self.session.call(Target::All, self.lobby, &heard).expect("a call");
    }
}

/// What a client prints that was heard, and that has heard.
const HEARD: &str = "connected\nheard hello\nheard long  and 9995 more\nheard end\n";
const SAID: usize = 5 + 10_000;

/// All at one server at once: its answers are compressed for the one that compresses, and only for that.
fn clients_of_both_transports_with_and_without_compression(godot: &Godot) {
    let mut served = Served::new("net-both", NetConfig::default());
    let settings = [
        ("enet", "plain"),
        ("enet", "range_coder"),
        ("ws", "plain"),
        ("ws", "protocols:ludus,chess"),
    ];
    let mut engines = settings.map(|(scheme, setting)| served.engine(godot, scheme, setting));
    served.until("talk", |served| served.heard == engines.len() * SAID);
    served.call_all();
    for printed in served.until_ended(&mut engines) {
        assert!(printed.ends_with(HEARD), "{printed}");
    }
    served.until("end", |served| served.disconnected.len() == 4);
    assert_eq!(served.misfits, []);
}

/// The engine has three more ways to compress. The server tells what to change.
fn other_compressions_are_reported(godot: &Godot) {
    for setting in ["fastlz", "zlib", "zstd"] {
        let mut served = Served::new("net-compression", NetConfig::default());
        let engine = served.engine(godot, "enet", setting);
        served.until("report", |served| !served.misfits.is_empty());
        // The first datagram is too short for zstd, so the client is connected, and its long text is not read.
        assert_eq!(served.connected.len(), usize::from(setting == "zstd"), "{setting}");
        assert_eq!(served.misfits, [(0, Misfit::OtherCompression)], "{setting}");
        let text = Misfit::OtherCompression.to_string();
        assert!(text.contains("host.compress(ENetConnection.COMPRESS_RANGE_CODER)"), "{text}");
        drop(engine);
    }
}

fn a_server_chooses_its_sub_protocol(godot: &Godot) {
    let mut served = Served::new("net-protocols", NetConfig::default().with_protocols(&["ludus"]));
    let settings = ["protocols:chess,ludus", "protocols:chess", "plain"];
    let mut engines = settings.map(|setting| served.engine(godot, "ws", setting));
    served.until("talk", |served| served.heard == SAID && served.misfits.len() == 2);
    served.call_all();
    let printed = served.until_ended(&mut engines);
    assert!(printed[0].ends_with(HEARD), "{printed:?}");
    assert!(printed[1..].iter().all(|printed| printed.ends_with("failed\n")), "{printed:?}");
    let accepted = "ludus";
    for offered in ["chess", ""] {
        let misfit = Misfit::Protocol { offered: offered.into(), accepted: accepted.into() };
        assert!(misfit.to_string().contains("`supported_protocols`"), "{misfit}");
        assert!(served.misfits.contains(&(0, misfit)), "{:?}", served.misfits);
    }
}

/// Transports are mixed up, and texts are sent.
fn other_clients_are_reported(godot: &Godot) {
    let mut served = Served::new("net-others", NetConfig::default());
    let mut engine = served.engine(godot, "ws", "text");
    let ended = served.until_ended(std::slice::from_mut(&mut engine));
    assert!(ended[0].ends_with("connected\ngone\n"), "{ended:?}");
    assert_eq!(served.misfits, [(2, Misfit::Text)]);
    assert_eq!(served.disconnected, [2]);

    let mut engine = served.engine(godot, "wss", "plain");
    let ended = served.until_ended(std::slice::from_mut(&mut engine));
    assert!(ended[0].ends_with("failed\n"), "{ended:?}");
    assert_eq!(served.misfits[1..], [(0, Misfit::Tls)]);
}

/// The server is full, and has room again.
fn a_full_server(godot: &Godot) {
    let mut served = Served::new("net-full", NetConfig::default().with_max_peers(1));
    let mut first = [served.engine(godot, "enet", "plain")];
    served.until("talk", |served| served.heard == SAID);
    let mut others = ["ws", "enet"].map(|scheme| served.engine(godot, scheme, "plain"));
    served.until_ended(&mut others);
    assert_eq!(served.misfits, [(0, Misfit::Full), (0, Misfit::Full)]);
    assert_eq!(served.connected.len(), 1);
    let first_peer = served.connected[0];
    served.server.close(first_peer, "make room");
    assert!(served.until_ended(&mut first)[0].ends_with("gone\n"));
    assert_eq!(served.disconnected, [first_peer]);
    let mut next = [served.engine(godot, "ws", "plain")];
    served.until("talk", |served| served.heard == 2 * SAID);
    served.call_all();
    assert!(served.until_ended(&mut next)[0].ends_with(HEARD));
}

/// A bot at servers of the engine, which compress or not, and choose a sub-protocol or none.
fn a_bot_at_servers_of_the_engine(godot: &Godot) {
    for (scheme, setting) in
        [("enet", "plain"), ("enet", "range_coder"), ("ws", "plain"), ("ws", "protocols:ludus")]
    {
        // A port that was free a moment ago.
        let socket = UdpSocket::bind("127.0.0.1:0").expect("a port");
        let url = format!("{scheme}://{}", socket.local_addr().expect("its address"));
        drop(socket);
        let test = format!("net-serves-{scheme}-{setting}").replace(':', "-");
        let mut engine =
            Engine::start(godot, &test, "multiplayer_net.gd", &[&url, setting, "serve"]);
        let mut config = NetConfig::default();
        if let Some(protocol) = setting.strip_prefix("protocols:") {
            config = config.with_protocols(&[protocol]);
        }
        let deadline = Instant::now() + TIMEOUT;
        let mut client = loop {
            // The engine takes a while to listen.
            match Client::connect(&url, config.clone(), Duration::from_secs(2)) {
                Ok(client) => break client,
                Err(error) => assert!(Instant::now() < deadline, "{url} {setting}: {error}"),
            }
            thread::sleep(Duration::from_millis(20));
        };
        let mut session = Session::client(client.id(), Config::default());
        let lobby = session.add_node("Lobby", Node::of::<Lobby>()).expect("a path of its own");
        let started = Instant::now();
        let mut heard = 0;
        while heard < SAID {
            let now = started.elapsed();
            assert!(now < TIMEOUT, "{url} {setting}: heard {heard}");
            while let Some(message) = client.receive().expect("received") {
                match message.event(&mut session, now) {
                    Some(Event::Connected(SERVER)) => {
                        for text in ["hello".to_owned(), "long ".repeat(2000)] {
                            let say = Lobby::Say { text };
                            session.call(Target::Peer(SERVER), lobby, &say).expect("a call");
                        }
                    }
                    Some(Event::Call(call)) => {
                        let Ok(Lobby::Heard { text }) = call.decode() else { panic!("{call:?}") };
                        heard += text.len();
                    }
                    None => {}
                    Some(other) => panic!("{other:?}"),
                }
            }
            assert_eq!(session.poll(now), None);
            session.drain(|packet| client.send(packet));
            client.wait(Duration::from_millis(5)).expect("waited");
        }
        client.close();
        while engine.is_running() {
            assert!(started.elapsed() < TIMEOUT, "{url} {setting}: no end");
            drop(client.receive());
            client.wait(Duration::from_millis(5)).expect("waited");
        }
        engine.finish();
    }
}

/// The guide shows the example, in 40 lines.
fn the_example_is_what_the_guide_shows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path| fs::read_to_string(root.join(path)).expect("UTF-8");
    let example = read("examples/network/multiplayer_chat.rs");
    // Without its documentation.
    let (_, program) = example.split_once("\n\n").expect("a first line");
    assert!(program.lines().count() <= 40);
    let page = read("docs/guide/multiplayer.md");
    assert!(page.contains(&format!("```rust,no_run\n{program}```\n")));
}

needs::tests! {
    needs nothing: the_example_is_what_the_guide_shows;
    in GODOT4: clients_of_both_transports_with_and_without_compression,
        other_compressions_are_reported, a_server_chooses_its_sub_protocol,
        other_clients_are_reported, a_full_server, a_bot_at_servers_of_the_engine;
}
