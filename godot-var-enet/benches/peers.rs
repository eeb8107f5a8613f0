//! Prints what 1,000 connected peers cost a host of ENet that each send 20 small packets a second: CPU, and memory for each peer. Once for
//! `godot-var-enet`, once for `rusty_enet`.
//!
//! ```text
//! cargo bench -p godot-var-enet --bench peers
//! ```
//!
//! The peers are hosts of `godot-var-enet` in the same process, and the network is a list. Only the server's calls are counted.

#![allow(missing_docs, reason = "a program")]

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::fs;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, SystemTime};

use allocation_counter::measure;
use godot_var_enet::{Event, Host, Limits, MAX_DATAGRAM, Mode, PeerId};
use rusty_enet::{EventNoRef, HostSettings, MTU_MAX, PacketReceived, Socket};

const PEERS: usize = 1000;
/// How long is simulated, in milliseconds, and the time between two turns.
const PLAY: u64 = 5_000;
const TURN: u64 = 10;
const PACKETS_A_SECOND: u64 = 20;
const PACKET: [u8; 24] = [7; 24];

type Datagrams = VecDeque<(SocketAddr, Vec<u8>)>;

/// A server that takes datagrams, and returns those that it sends. Returns how many packets it has received.
trait Server {
    fn turn(&mut self, arrived: &mut Datagrams, sent: &mut Datagrams, now: u64) -> usize;
}

struct Ours(Host<SocketAddr>);

impl Server for Ours {
    fn turn(&mut self, arrived: &mut Datagrams, sent: &mut Datagrams, now: u64) -> usize {
        let (now, mut received) = (Duration::from_millis(now), 0);
        while let Some((from, datagram)) = arrived.pop_front() {
            self.0.receive(from, &datagram, now).expect("a datagram of ENet");
        }
        while let Some(event) = self.0.next_event() {
            received += usize::from(matches!(event, Event::Received { .. }));
        }
        let mut buffer = [0; MAX_DATAGRAM];
        while let Some((to, len)) = self.0.transmit(now, &mut buffer) {
            sent.push_back((to, buffer[..len].to_vec()));
        }
        received
    }
}

#[derive(Default)]
struct Queues {
    arrived: Datagrams,
    sent: Datagrams,
}

struct Memory(Rc<RefCell<Queues>>);

impl Socket for Memory {
    type Address = SocketAddr;
    type Error = Infallible;

    fn send(&mut self, to: SocketAddr, datagram: &[u8]) -> Result<usize, Infallible> {
        self.0.borrow_mut().sent.push_back((to, datagram.to_vec()));
        Ok(datagram.len())
    }

    fn receive(
        &mut self,
        buffer: &mut [u8; MTU_MAX],
    ) -> Result<Option<(SocketAddr, PacketReceived)>, Infallible> {
        Ok(self.0.borrow_mut().arrived.pop_front().map(|(from, datagram)| {
            buffer[..datagram.len()].copy_from_slice(&datagram);
            (from, PacketReceived::Complete(datagram.len()))
        }))
    }
}

struct Theirs {
    host: rusty_enet::Host<Memory>,
    queues: Rc<RefCell<Queues>>,
    clock: Rc<Cell<u64>>,
}

impl Server for Theirs {
    fn turn(&mut self, arrived: &mut Datagrams, sent: &mut Datagrams, now: u64) -> usize {
        self.clock.set(now);
        core::mem::swap(&mut self.queues.borrow_mut().arrived, arrived);
        let mut received = 0;
        // It reads 256 datagrams in a call without an event.
        loop {
            match self
                .host
                .service()
                .expect("a socket without errors")
                .map(rusty_enet::Event::no_ref)
            {
                Some(event) => {
                    received += usize::from(matches!(event, EventNoRef::Receive { .. }));
                }
                None if self.queues.borrow().arrived.is_empty() => break,
                None => {}
            }
        }
        core::mem::swap(&mut self.queues.borrow_mut().sent, sent);
        received
    }
}

type Make = fn() -> Box<dyn Server>;

fn ours() -> Box<dyn Server> {
    let limits = Limits::default().with_max_peers(PEERS);
    Box::new(Ours(Host::new(limits, [1, 2]).expect("limits")))
}

fn theirs() -> Box<dyn Server> {
    let (queues, clock) = (Rc::<RefCell<Queues>>::default(), Rc::new(Cell::new(0)));
    let time = Rc::clone(&clock);
    let settings = HostSettings {
        peer_limit: PEERS,
        channel_limit: 16,
        time: Box::new(move || Duration::from_millis(time.get())),
        ..HostSettings::default()
    };
    let host = rusty_enet::Host::new(Memory(Rc::clone(&queues)), settings).expect("a host");
    Box::new(Theirs { host, queues, clock })
}

fn client_address(index: usize) -> SocketAddr {
    SocketAddr::from(([10, 1, (index >> 8) as u8, index as u8], 5000))
}

/// The peers of the server.
struct Clients {
    hosts: Vec<(Host<SocketAddr>, PeerId)>,
    connected: usize,
}

impl Clients {
    fn new(server: SocketAddr) -> Self {
        let client = |index| {
            let mut host = Host::new(Limits::client(), [index, 9]).expect("limits");
            let to = host.connect(server, 16, index as u32 + 2, false, Duration::ZERO);
            (host, to.expect("a slot"))
        };
        Self { hosts: (0..PEERS as u64).map(client).collect(), connected: 0 }
    }

    fn turn(
        &mut self,
        from_server: &mut Datagrams,
        to_server: &mut Datagrams,
        server: SocketAddr,
        now: u64,
    ) {
        let time = Duration::from_millis(now);
        while let Some((to, datagram)) = from_server.pop_front() {
            let SocketAddr::V4(v4) = to else { continue };
            let [_, _, high, low] = v4.ip().octets();
            let index = usize::from(high) << 8 | usize::from(low);
            self.hosts[index].0.receive(server, &datagram, time).expect("a datagram of ENet");
        }
        let mut buffer = [0; MAX_DATAGRAM];
        for (index, (host, _)) in self.hosts.iter_mut().enumerate() {
            while let Some(event) = host.next_event() {
                self.connected += usize::from(matches!(event, Event::Connected { .. }));
            }
            while let Some((_, len)) = host.transmit(time, &mut buffer) {
                to_server.push_back((client_address(index), buffer[..len].to_vec()));
            }
        }
    }
}

struct Figures {
    cpu: Duration,
    received: usize,
    bytes_a_peer: i64,
}

/// The time of this thread on a processor; on other systems than Linux all time, so that other programs count, too.
fn cpu_time() -> Duration {
    let scheduled = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = scheduled.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(
        || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default(),
        Duration::from_nanos,
    )
}

fn run(server: Make, mode: Mode) -> Figures {
    let address = SocketAddr::from(([10, 0, 0, 1], 7777));
    let mut clients = Clients::new(address);
    let (mut to_server, mut from_server) = (Datagrams::new(), Datagrams::new());
    let (mut server_host, mut now, mut bytes) = (None, 0, 0);
    bytes += measure(|| server_host = Some(server())).bytes_current;
    let mut server = server_host.expect("a server");
    while clients.connected < PEERS {
        assert!(now < 60_000, "{} are connected", clients.connected);
        clients.turn(&mut from_server, &mut to_server, address, now);
        // The datagrams themselves are freed and made by the server, so they are counted before and after.
        let before: usize = to_server.iter().map(|(_, datagram)| datagram.capacity()).sum();
        bytes += measure(|| {
            server.turn(&mut to_server, &mut from_server, now);
        })
        .bytes_current;
        let after: usize = from_server.iter().map(|(_, datagram)| datagram.capacity()).sum();
        bytes += before as i64 - after as i64;
        now += TURN;
    }
    let (mut cpu, mut received) = (Duration::ZERO, 0);
    let (start, every) = (now, 1000 / PACKETS_A_SECOND);
    while now < start + PLAY {
        for (index, (host, peer)) in clients.hosts.iter_mut().enumerate() {
            if (now / TURN + index as u64).is_multiple_of(every / TURN) {
                host.send(*peer, 0, mode, &PACKET[..]).expect("a peer that takes packets");
            }
        }
        clients.turn(&mut from_server, &mut to_server, address, now);
        let begun = cpu_time();
        received += server.turn(&mut to_server, &mut from_server, now);
        cpu += cpu_time().saturating_sub(begun);
        now += TURN;
    }
    Figures { cpu, received, bytes_a_peer: bytes / PEERS as i64 }
}

fn main() {
    println!(
        "{PEERS} peers, {PACKETS_A_SECOND} packets of {} bytes a second each, {PLAY} ms\n",
        PACKET.len()
    );
    println!(
        "{:12} {:20} {:>9} {:>14} {:>12}",
        "host", "mode", "CPU in %", "ns a packet", "B a peer"
    );
    let hosts: [(&str, Make); 2] = [("this crate", ours), ("rusty_enet", theirs)];
    for mode in [Mode::Reliable, Mode::UnreliableOrdered] {
        for (name, server) in hosts {
            // The best of three: the machine may do other things.
            let figures = (0..3).map(|_| run(server, mode)).min_by_key(|figures| figures.cpu);
            let figures = figures.expect("a run");
            let percent = 100.0 * figures.cpu.as_secs_f64() * 1000.0 / PLAY as f64;
            let each = figures.cpu.as_nanos() / figures.received.max(1) as u128;
            let mode = format!("{mode:?}");
            println!("{name:12} {mode:20} {percent:9.1} {each:14} {:12}", figures.bytes_a_peer);
        }
    }
}
