//! Datagrams of a peer to an ENet host that keeps few or many packets, acknowledgements, handshakes or peers.

use core::net::{IpAddr, Ipv4Addr, SocketAddr};
use core::time::Duration;

use godot_var::multiplayer::net::enet::range_coder::RangeCoder;
use godot_var::multiplayer::net::enet::wire::{Command, Commands, Header};
use godot_var::multiplayer::net::enet::{Event, Host, Limits, MAX_DATAGRAM, Mode, PeerId};

use crate::sessions::{MOST, SIZES};

/// The most instructions for a datagram, and for each byte of it.
const DATAGRAM: usize = 4_000;
const BYTE: usize = 250;
/// The same for each byte of the result of the coder.
const CODED_BYTE: usize = 4_000;

enum Act {
    Arrives(SocketAddr, Vec<u8>),
    /// The packets of a turn are taken: 100 at most.
    Turn,
    /// A datagram is sent.
    Transmit,
}

/// What is in a host before an act, and the instructions that the act may take.
struct Case {
    what: &'static str,
    host: Host<SocketAddr>,
    act: Act,
    bound: usize,
}

/// Measured.
#[inline(never)]
fn happened(host: &mut Host<SocketAddr>, act: &Act) {
    match act {
        Act::Arrives(address, datagram) => {
            let _ = host.receive(*address, datagram, Duration::ZERO);
        }
        Act::Turn => while host.next_event().is_some() {},
        Act::Transmit => {
            host.transmit(Duration::ZERO, &mut [0; MAX_DATAGRAM]);
        }
    }
}

pub(crate) fn run() {
    for mut case in SIZES.into_iter().flat_map(cases) {
        happened(&mut case.host, &case.act);
    }
}

/// Prints and compares the counts of [`run`]. Returns whether an act takes too many.
pub(crate) fn compare(counts: &[u64]) -> bool {
    let mut failed = false;
    let names = cases(SIZES[0]);
    let (few, many) = counts.split_at(names.len());
    assert_eq!((few.len(), many.len()), (names.len(), names.len()));
    println!("\n{:44} {:>8} {:>8} {:>8}", "an ENet host", SIZES[0], SIZES[1], "bound");
    for ((Case { what, bound, .. }, few), many) in names.iter().zip(few).zip(many) {
        let is_too_many = *many as f64 > MOST * *few as f64 || *many > *bound as u64;
        failed |= is_too_many;
        let verdict = if is_too_many { "TOO MANY" } else { "" };
        println!("{what:44} {few:>8} {many:>8} {bound:>8} {verdict}");
    }
    failed
}

fn address(number: u32) -> SocketAddr {
    SocketAddr::new(IpAddr::V4(Ipv4Addr::from_bits(0x0B00_0000 + number)), 1)
}

/// A request of somebody for a connection.
fn request(number: u32) -> Vec<u8> {
    let mut datagram = vec![0x8F, 0xFF, 0, 1, 0x82, 0xFF, 0, 1, 0, 5, 0xFF, 0xFF];
    for word in [1392, 65_536, 16, 0, 0, 5000, 2, 2, number, 2] {
        datagram.extend(word.to_be_bytes());
    }
    datagram
}

fn transmit(host: &mut Host<SocketAddr>) -> Vec<(SocketAddr, Vec<u8>)> {
    let mut buffer = [0; MAX_DATAGRAM];
    let mut datagrams = Vec::new();
    while let Some((to, len)) = host.transmit(Duration::ZERO, &mut buffer) {
        datagrams.push((to, buffer[..len].to_vec()));
    }
    datagrams
}

/// A peer whose bytes are written here.
struct Peer {
    address: SocketAddr,
    id: PeerId,
    header: Vec<u8>,
}

impl Peer {
    /// Begins a handshake. Returns the datagram that ends it.
    fn handshake(host: &mut Host<SocketAddr>, number: u32) -> (Vec<u8>, Vec<u8>) {
        host.receive(address(number), &request(number), Duration::ZERO).expect("a request");
        let answers = transmit(host);
        let (_, answer) = answers.iter().find(|it| it.0 == address(number)).expect("an answer");
        let (header, body) = Header::read(answer).expect("a header");
        let command = Commands::new(body).next().expect("a command").expect("an answer").command;
        let Command::Verify(verify) = command else { panic!("an answer, not {command:?}") };
        let [a, b] = header.sent_time.expect("a time").to_be_bytes();
        let (slot, session) = (verify.slot, verify.outgoing_session);
        let header = Header { slot, session, is_compressed: false, sent_time: Some(0) };
        let (header, len) = header.to_bytes();
        let last = [&header[..len], &[1, 0xFF, 0, 1, 0, 1, a, b]].concat();
        (header[..len].to_vec(), last)
    }

    fn connect(host: &mut Host<SocketAddr>, number: u32) -> Self {
        let (header, last) = Self::handshake(host, number);
        host.receive(address(number), &last, Duration::ZERO).expect("a connection");
        let Some(Event::Connected { peer: id, address, .. }) = host.next_event() else {
            panic!("a connection")
        };
        Self { address, id, header }
    }

    fn datagram(&self, commands: impl IntoIterator<Item = Vec<u8>>) -> Vec<u8> {
        let body: Vec<u8> = commands.into_iter().flatten().collect();
        [&self.header[..], &body].concat()
    }

    fn send(&self, host: &mut Host<SocketAddr>, commands: impl Iterator<Item = Vec<u8>>) {
        let commands: Vec<_> = commands.collect();
        for some in commands.chunks(100) {
            let datagram = self.datagram(some.iter().cloned());
            host.receive(self.address, &datagram, Duration::ZERO).expect("a datagram");
            transmit(host);
        }
    }
}

/// A command: its first byte, its number, further numbers, and data.
fn command(first: u8, shorts: &[u16], data: &[u8]) -> Vec<u8> {
    let channel = if matches!(first, 0x84 | 0x85) { 0xFF } else { 0 };
    let mut command = vec![first, channel];
    command.extend(shorts.iter().flat_map(|short| short.to_be_bytes()));
    command.extend(data);
    command
}

/// The second of two parts: one byte.
fn part(start: u16) -> Vec<u8> {
    let words = [2_u32, 1, 1365, 1364].map(u32::to_be_bytes).concat();
    command(0x88, &[start + 1, start, 1], &[&words[..], b"x"].concat())
}

/// A datagram of a hundred commands to a host with many of them or few, and the other acts.
fn cases(size: usize) -> Vec<Case> {
    let size = size as u16;
    let limits = || {
        Limits::default()
            .with_max_peers(4000)
            .with_max_waiting_bytes(1 << 24)
            .with_max_queued_bytes(1 << 24)
    };
    let mut cases = Vec::new();
    let mut add = |what, host, act: Act| {
        let bound = match &act {
            Act::Arrives(_, datagram) if datagram[0] & 0x40 != 0 => DATAGRAM + 1388 * CODED_BYTE,
            Act::Arrives(_, datagram) => DATAGRAM + datagram.len() * BYTE,
            Act::Turn => 100 * DATAGRAM,
            Act::Transmit => DATAGRAM + 1392 * CODED_BYTE,
        };
        cases.push(Case { what, host, act, bound });
    };
    let host = || {
        let mut host = Host::new(limits(), [1, 2]).expect("limits");
        let peer = Peer::connect(&mut host, 0);
        (host, peer)
    };
    type Make = fn(u16) -> Vec<u8>;
    let floods: [(&str, Make); 5] = [
        ("reliable packets in descending order", |it| command(0x86, &[20_000 - it, 0], b"")),
        ("unreliable ones of a later number, descending", |it| {
            command(0x07, &[1, 20_000 - it, 0], b"")
        }),
        ("parts in descending order", |it| part(20_000 - 2 * it)),
        ("unsequenced packets", |it| command(0x49, &[0, 1 + it, 0], b"")),
        ("pings", |it| command(0x85, &[it], b"")),
    ];
    for (what, make) in floods {
        let (mut host, peer) = host();
        peer.send(&mut host, (0..size).map(make));
        let datagram = peer.datagram((size..size + 100).map(make));
        add(what, host, Act::Arrives(peer.address, datagram));
    }
    let (mut host_in_flight, peer) = host();
    for _ in 0..size {
        host_in_flight.send(peer.id, 0, Mode::Reliable, &b""[..]).expect("sent");
    }
    transmit(&mut host_in_flight);
    let lies = |it: u16| command(0x01, &[it, it, 9], b"");
    let datagram = peer.datagram((1..101).map(lies));
    add("acknowledgements that lie", host_in_flight, Act::Arrives(peer.address, datagram));

    let (mut host_with_events, peer) = host();
    let packets = (1..=size.max(200)).map(|it| command(0x86, &[it, 0], b""));
    peer.send(&mut host_with_events, packets);
    add("a turn", host_with_events, Act::Turn);

    // The coder: contexts with many symbols, each new.
    let symbols: Vec<u8> = (0..457_u32).flat_map(|it| [0, 0, it.min(255) as u8]).collect();
    for (what, data) in [("contexts with many symbols", &symbols), ("zeros", &vec![0; 1371])] {
        let (mut host, peer) = host();
        let mut compressed = [0; 1388];
        let packet = command(0x49, &[0, 1, data.len() as u16], data);
        let len =
            RangeCoder::new().compress(&packet, &mut compressed, usize::MAX).expect("shorter");
        let mut datagram = peer.datagram([compressed[..len].to_vec()]);
        datagram[0] |= 0x40;
        host.receive(peer.address, &datagram, Duration::ZERO).expect("a datagram");
        add(what, host, Act::Arrives(peer.address, datagram));
    }
    let (mut host_compressing, peer) = host();
    let mut datagram = [0; 64];
    let ping = command(0x85, &[7], b"");
    let len =
        RangeCoder::new().compress(&ping.repeat(4), &mut datagram, usize::MAX).expect("shorter");
    let mut datagram = peer.datagram([datagram[..len].to_vec()]);
    datagram[0] |= 0x40;
    host_compressing.receive(peer.address, &datagram, Duration::ZERO).expect("a datagram");
    transmit(&mut host_compressing);
    host_compressing.send(peer.id, 0, Mode::Unreliable, symbols).expect("sent");
    add("a packet that takes long to compress", host_compressing, Act::Transmit);

    // Handshakes, and peers beside somebody who is refused.
    let (mut host_of_strangers, _) = host();
    for number in 1..=u32::from(size) {
        host_of_strangers
            .receive(address(number), &request(number), Duration::ZERO)
            .expect("a request");
    }
    add("a request", host_of_strangers, Act::Arrives(address(9999), request(9999)));
    let mut full = Host::new(limits().with_max_peers(size.into()), [1, 2]).expect("limits");
    for number in 0..u32::from(size) {
        Peer::connect(&mut full, number);
    }
    let (_, last) = Peer::handshake(&mut full, 9999);
    add("somebody is refused", full, Act::Arrives(address(9999), last));
    cases
}
