//! ENet to real engines in both roles, with and without the range coder: packets of 1 MiB through a network that loses a fifth of the datagrams.
//!
//! The engine's side is `tests/engine/*/enet.gd`, which sends all packets back. With `GODOT_VAR_RECORD` the datagrams of a short exchange
//! become `godot-var-enet/tests/vectors`.

use std::fmt::Write;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fs};

use godot_var::dialect::Generation;
use godot_var::multiplayer::net::EnetHost;
use godot_var::multiplayer::net::enet::{Event, Limits, Mode, PeerId};

use crate::needs::{self, GODOT3, GODOT4, GODOT36, Godot};
use crate::programs::engine::{Engine, TIMEOUT};
use crate::relay::{Client, Proxy};

const LONG: usize = 1 << 20;
/// How long a packet of this size may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);
/// The id of the client, if it is not an engine.
const CLIENT: u32 = 12_345;

#[derive(Clone, Copy, PartialEq)]
enum Role {
    Server,
    Client,
}

/// One side of this library, and an engine at the other end of a network.
struct Play {
    engine: Engine,
    host: EnetHost,
    proxy: Proxy,
    peer: Option<(PeerId, u32)>,
    received: Vec<Vec<u8>>,
}

impl Play {
    fn new(
        godot: &Godot,
        test: &str,
        role: Role,
        has_coder: bool,
        (lost, seed): (u64, u64),
    ) -> Self {
        let limits = Limits::default()
            .with_max_packet_bytes(2 * LONG)
            .with_max_waiting_bytes(4 * LONG)
            .with_max_queued_bytes(4 * LONG);
        let mut host = EnetHost::bind("127.0.0.1:0", limits).expect("a host");
        let network = Client { mode: "client", delay: Duration::from_millis(2), lost };
        let coder = if has_coder { "coder" } else { "plain" };
        let (start, name) =
            (|arguments: &[&str]| Engine::start(godot, test, "enet.gd", arguments), test);
        let (engine, proxy) = match role {
            Role::Client => {
                let port = host.local_addr().expect("an address").port();
                let proxy = Proxy::new(network, port, seed);
                (start(&["client", &proxy.port(), coder]), proxy)
            }
            Role::Server => {
                let free = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
                let port = free.local_addr().expect("its address").port();
                drop(free);
                let engine = start(&["server", &port.to_string(), coder]);
                let deadline = Instant::now() + TIMEOUT;
                while !engine.log().contains("ready") {
                    assert!(Instant::now() < deadline, "{name}: no engine");
                    sleep(Duration::from_millis(5));
                }
                let proxy = Proxy::new(network, port, seed);
                let front: u16 = proxy.port().parse().expect("a port");
                let server = SocketAddr::from((Ipv4Addr::LOCALHOST, front));
                host.connect(server, 3, CLIENT).expect("a slot");
                (engine, proxy)
            }
        };
        Self { engine, host, proxy, peer: None, received: Vec::new() }
    }

    /// Waits until `is_done`. Returns false if the engine ends the connection.
    fn until(&mut self, what: &str, is_done: impl Fn(&Self) -> bool) -> bool {
        let deadline = Instant::now() + PATIENCE;
        let mut turns = 0_u32;
        while !is_done(self) {
            turns += 1;
            if turns.is_multiple_of(1000) && self.engine.log().contains("isn't currently active") {
                return false;
            }
            assert!(Instant::now() < deadline, "{what}: {}", self.engine.log());
            self.proxy.pass();
            while let Some(event) = self.host.next_event() {
                match event {
                    Event::Connected { peer, data, .. } => self.peer = Some((peer, data)),
                    // The channel of Godot 3 for those who join and leave.
                    Event::Received { bytes, .. } if bytes.len() == 8 => {}
                    Event::Received { bytes, .. } => self.received.push(bytes),
                    Event::Disconnected { .. } => return false,
                }
            }
            sleep(Duration::from_micros(500));
        }
        true
    }

    /// Sends packets, and waits until they have come back. Returns false if the engine ends the connection.
    fn echo(&mut self, godot: &Godot, role: Role, packets: &[Vec<u8>]) -> bool {
        let is_connected = self.until("a connection", |it| it.peer.is_some());
        let Some((peer, data)) = self.peer.filter(|_| is_connected) else { return false };
        // Godot 3 sends source and target before each packet.
        let (own, other) = if role == Role::Server { (CLIENT, 1) } else { (1, data) };
        let is_old = godot.generation == Generation::Godot3;
        let channel = u8::from(is_old);
        for packet in packets {
            let head = if is_old { [own, other].map(u32::to_le_bytes).concat() } else { vec![] };
            let bytes = [&head[..], packet].concat();
            self.host.send(peer, channel, Mode::Reliable, bytes).expect("sent");
        }
        if !self.until("the packets", |it| it.received.len() >= packets.len()) {
            return false;
        }
        let start = if is_old { 8 } else { 0 };
        let received: Vec<&[u8]> = self.received.iter().map(|bytes| &bytes[start..]).collect();
        assert!(received == packets.iter().map(Vec::as_slice).collect::<Vec<_>>());
        true
    }
}

/// Packets that a coder makes shorter, and one that it does not.
fn packets(longest: usize) -> Vec<Vec<u8>> {
    let noise = (0..longest as u32).map(|it| (it.wrapping_mul(2_654_435_761) >> 13) as u8);
    vec![b"hello hello hello hello".to_vec(), noise.collect(), vec![7; longest / 4]]
}

fn lossy(godot: &Godot, has_coder: bool) {
    for (role, name) in [(Role::Server, "server"), (Role::Client, "client")] {
        let test = format!("enet-{name}-{has_coder}");
        // An engine ends a connection if one of 800 parts is lost seven times, which happens in some plays.
        let arrives = |seed| {
            Play::new(godot, &test, role, has_coder, (20, seed)).echo(godot, role, &packets(LONG))
        };
        assert!((1..=6).any(arrives), "{test}: the engine always ends the connection");
    }
}

fn long_packets_arrive_although_a_fifth_is_lost(godot: &Godot) {
    lossy(godot, false);
}

fn compressed_packets_arrive_although_a_fifth_is_lost(godot: &Godot) {
    lossy(godot, true);
}

/// Records a short exchange, if that is asked for; `scripts/record_enet.sh` does.
fn a_short_exchange(godot: &Godot) {
    for (role, name) in [(Role::Server, "server"), (Role::Client, "client")] {
        for has_coder in [false, true] {
            if has_coder && godot.name == GODOT3.name {
                continue;
            }
            let coder = if has_coder { "coder" } else { "plain" };
            let test = format!("enet-short-{name}-{coder}");
            let mut play = Play::new(godot, &test, role, has_coder, (0, 7));
            assert!(play.echo(godot, role, &packets(3000)), "{test}");
            if env::var_os("GODOT_VAR_RECORD").is_none() {
                continue;
            }
            let mut lines = String::new();
            for (for_server, datagram) in &play.proxy.passed {
                let from = if *for_server { "client" } else { "server" };
                let hex: String = datagram.iter().fold(String::new(), |mut hex, byte| {
                    let _ = write!(hex, "{byte:02x}");
                    hex
                });
                let _ = writeln!(lines, "{from} {hex}");
            }
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("godot-var-enet/tests/vectors");
            fs::create_dir_all(&folder).expect("a folder");
            let file = folder.join(format!("{}-{name}-{coder}.hex", godot.name));
            fs::write(file, lines).expect("written");
        }
    }
}

needs::tests! {
    in GODOT3 GODOT36 GODOT4: long_packets_arrive_although_a_fifth_is_lost, a_short_exchange;
    in GODOT36 GODOT4: compressed_packets_arrive_although_a_fifth_is_lost;
}
