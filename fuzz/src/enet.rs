//! Any datagrams, commands and times at a host of `godot-var-enet`, and two hosts with a hostile network between them.

use core::net::SocketAddr;
use core::time::Duration;

use allocation_counter::measure;
use godot_var_enet::wire::{Command, Commands, Header};
use godot_var_enet::{Event, Host, Limits, MAX_DATAGRAM, Mode, PeerId};

use crate::pieces::Choices;

const MAX_WAITING: usize = 16 * 1024;
const MAX_PACKET: usize = 8 * 1024;

fn limits() -> Limits {
    Limits::default()
        .with_max_peers(4)
        .with_max_channels(3)
        .with_max_packet_bytes(MAX_PACKET)
        .with_max_waiting_bytes(MAX_WAITING)
        .with_max_queued_bytes(MAX_WAITING)
        .with_mtu(576)
}

fn host(key: u64) -> Host<SocketAddr> {
    Host::new(limits(), [key, 7]).expect("limits")
}

fn address(last: u8) -> SocketAddr {
    SocketAddr::from(([10, 0, 0, last], 7777))
}

/// A host that is called later than this after a deadline may end a connection later, in milliseconds.
const MAX_DELAY: u64 = 1_000;

const MODES: [Mode; 3] = [Mode::Reliable, Mode::Unreliable, Mode::UnreliableOrdered];

/// What a test knows of a connection to a host.
#[derive(Clone, Copy)]
struct Link {
    slot: u16,
    session: u8,
    /// The sent time of the last datagram.
    time: u16,
}

struct Play {
    host: Host<SocketAddr>,
    now: u64,
    links: [Option<Link>; 4],
    /// The bytes that came from each address and went to it, while it had no connection.
    came: [usize; 4],
    went: [usize; 4],
    peers: Vec<PeerId>,
    /// When each peer has last sent anything, and when the host could first measure that.
    silent_since: Vec<(PeerId, u64)>,
    /// The time of the last call of `transmit`.
    transmitted: u64,
}

impl Play {
    fn receive(&mut self, from: u8, datagram: &[u8]) {
        let at = usize::from(from);
        if self.links[at].is_none() || self.went[at] > 0 {
            self.came[at] += datagram.len();
        }
        let _ = self.host.receive(address(from), datagram, Duration::from_millis(self.now));
        for (peer, since) in &mut self.silent_since {
            if self.host.peer(*peer).is_some_and(|info| info.address == address(from)) {
                *since = self.now;
            }
        }
    }

    fn transmit(&mut self) {
        // A host does not end what it was not called for: its times begin now.
        if self.now - self.transmitted > MAX_DELAY {
            self.silent_since.iter_mut().for_each(|(_, since)| *since = self.now);
        }
        self.transmitted = self.now;
        let mut buffer = [0; MAX_DATAGRAM];
        while let Some((to, len)) = self.host.transmit(Duration::from_millis(self.now), &mut buffer)
        {
            assert!(len <= 576);
            let at = usize::from(to.ip().to_string().as_bytes()[7] - b'0');
            let (header, body) = Header::read(&buffer[..len]).expect("a header");
            let mut is_answer = false;
            if !header.is_compressed {
                Commands::check(header, body).expect("commands of ENet");
                for framed in Commands::new(body).map(Result::unwrap) {
                    if let Command::Verify(answer) = framed.command {
                        is_answer = true;
                        let time = header.sent_time.expect("a time");
                        let session = answer.outgoing_session;
                        self.links[at] = Some(Link { slot: answer.slot, session, time });
                    }
                }
            }
            let is_proven = self
                .peers
                .iter()
                .any(|peer| self.host.peer(*peer).is_some_and(|info| info.address == to));
            if is_answer && !is_proven {
                self.went[at] += len;
                assert!(self.went[at] <= 3 * self.came[at], "{:?} {:?}", self.went, self.came);
            }
            if let Some(link) = &mut self.links[at] {
                link.time = header.sent_time.unwrap_or(link.time);
            }
        }
    }

    fn events(&mut self, echoes: bool) {
        for _ in 0..4 * 101 {
            match self.host.next_event() {
                None => break,
                Some(Event::Connected { peer, .. }) => {
                    self.peers.push(peer);
                    self.silent_since.push((peer, self.now));
                }
                Some(Event::Received { peer, channel, mode, bytes }) => {
                    assert!(self.peers.contains(&peer) && bytes.len() <= MAX_PACKET);
                    if echoes {
                        let _ = self.host.send(peer, channel, mode, bytes);
                    }
                }
                Some(Event::Disconnected { peer, .. }) => {
                    assert!(self.peers.contains(&peer));
                    self.peers.retain(|it| *it != peer);
                    self.silent_since.retain(|(it, _)| *it != peer);
                }
            }
        }
        assert!(self.peers.len() <= 4);
    }

    fn check(&self) {
        for peer in &self.peers {
            let Some(info) = self.host.peer(*peer) else { continue };
            assert!(info.waiting_bytes <= 2 * MAX_WAITING + MAX_PACKET + 1024);
            assert!(info.queued_bytes <= MAX_WAITING + MAX_PACKET + 128 * 20);
            assert!(info.round_trip <= Duration::from_secs(66));
        }
    }

    /// One action. Returns `None` after the last one.
    fn step(&mut self, choices: &mut Choices<'_>) -> Option<()> {
        let action = choices.byte()?;
        let from = action >> 4 & 3;
        let link = self.links[usize::from(from)];
        match action & 0xF {
            // Somebody asks for a connection.
            0 => self.receive(from, &connect(choices.byte()?, choices.byte()?)),
            // Somebody acknowledges the answer.
            1 => {
                if let Some(link) = link {
                    let [a, b] = link.time.to_be_bytes();
                    self.pass(from, link, &[1, 0xFF, 0, 1, 0, 1, a, b]);
                }
            }
            // Any bytes, with a header or without.
            2 => self.receive(from, choices.bytes()?),
            3 => {
                let body = choices.bytes()?;
                if let Some(link) = link {
                    self.pass(from, link, body);
                }
            }
            // Commands whose fields are near those that a host expects.
            4..=9 => {
                let mut body = Vec::new();
                for _ in 0..=choices.byte()? & 7 {
                    body.extend(command(choices, link.map_or(0, |link| link.time))?);
                }
                if let Some(link) = link {
                    self.pass(from, link, &body);
                }
            }
            10 => self.now += u64::from(choices.byte()?),
            11 => self.now += 100 * u64::from(choices.byte()?),
            12 => {
                let (channel, mode) = (choices.byte()? & 3, choices.byte()? % 3);
                let len = usize::from(choices.byte()?) * 40;
                if let Some(peer) = self.peers.get(usize::from(from)) {
                    let _ = self.host.send(*peer, channel, MODES[usize::from(mode)], vec![1; len]);
                }
            }
            13 => {
                if let Some(peer) = self.peers.get(usize::from(from)).copied() {
                    match choices.byte()? & 3 {
                        0 => self.host.disconnect(peer, 1),
                        1 => self.host.disconnect_later(peer, 1),
                        end => {
                            if end == 2 {
                                self.host.close(peer, 1)
                            } else {
                                self.host.reset(peer)
                            }
                            self.peers.retain(|it| *it != peer);
                            self.silent_since.retain(|(it, _)| *it != peer);
                        }
                    }
                }
            }
            14 => self.transmit(),
            _ => self.events(from > 1),
        }
        Some(())
    }

    fn pass(&mut self, from: u8, link: Link, body: &[u8]) {
        let Link { slot, session, .. } = link;
        let header =
            Header { slot, session, is_compressed: false, sent_time: Some(self.now as u16) };
        let (bytes, len) = header.to_bytes();
        self.receive(from, &[&bytes[..len], body].concat());
    }
}

fn connect(id: u8, channels: u8) -> Vec<u8> {
    let mut datagram = vec![0x8F, 0xFF, 0, 1, 0x82, 0xFF, 0, 1, 0, 5, 0xFF, 0xFF];
    for word in [1392, 65_536, channels.into(), 0, 0, 5000, 2, 2, id.into(), 1234_u32] {
        datagram.extend(word.to_be_bytes());
    }
    datagram
}

/// A command whose numbers are small or near a wrap, and whose parts are cut as `ENet` does, or nearly so.
fn command(choices: &mut Choices<'_>, time: u16) -> Option<Vec<u8>> {
    let (kind, channel, number) = (choices.byte()?, choices.byte()? & 3, choices.byte()?);
    let near = |byte: u8| if byte & 0x80 == 0 { byte.into() } else { 0xFF00 | u16::from(byte) };
    let (number, other) = (near(number), near(choices.byte()?));
    let len = usize::from(choices.byte()?);
    let head = |first: u8| {
        let [a, b] = number.to_be_bytes();
        vec![first, channel, a, b]
    };
    let with = |mut command: Vec<u8>, shorts: &[u16]| {
        command.extend(shorts.iter().flat_map(|short| short.to_be_bytes()));
        command
    };
    let data = vec![len as u8; len];
    let short_len = len as u16;
    Some(match kind % 9 {
        0 => with(head(1), &[number, time.wrapping_sub(other & 3)]),
        1 => vec![0x85, 0xFF, 0, number as u8],
        2 => [with(head(0x86), &[short_len]), data].concat(),
        3 => [with(head(7), &[other, short_len]), data].concat(),
        4 => [with(head(0x49), &[other, short_len]), data].concat(),
        5 => vec![if kind & 0x80 == 0 { 0x84 } else { 0x44 }, 0xFF, 0, 1, 0, 0, 0, 3],
        6 => [&[0x8A, 0xFF, 0, 1][..], &[kind; 8]].concat(),
        kind => {
            // The parts of a connection with an MTU of 576 have 548 bytes.
            let (total, index) = (549 + 16 * len, usize::from(other & 7));
            let count = total.div_ceil(548);
            let index = index.min(count - 1);
            let bytes = vec![kind; 548.min(total - index * 548)];
            let start = number.wrapping_sub(if kind == 7 { index as u16 } else { 0 });
            let mut command =
                with(head(if kind == 7 { 0x88 } else { 0x0C }), &[start, bytes.len() as u16]);
            for word in [count, index, total, index * 548 + usize::from(other & 0x80 != 0)] {
                command.extend((word as u32).to_be_bytes());
            }
            [command, bytes].concat()
        }
    })
}

/// Runs the actions that the bytes select on one host, and compares its memory and what it sends with its limits.
pub fn enet(bytes: &[u8]) {
    let mut play = None;
    let cost = measure(|| {
        let mut it = Play {
            host: host(1),
            now: 0,
            links: [None; 4],
            came: [0; 4],
            went: [0; 4],
            peers: Vec::new(),
            silent_since: Vec::new(),
            transmitted: 0,
        };
        let mut choices = Choices(bytes);
        while it.step(&mut choices).is_some() {
            it.check();
        }
        play = Some(it);
    });
    // Four peers, their packets both ways, and the coder.
    assert!(cost.bytes_current < 1 << 20, "{} bytes are kept", cost.bytes_current);
    let Some(mut play) = play else { return };
    // Nobody says anything any more, so all end.
    for _ in 0..4_000 {
        play.now += 10;
        play.transmit();
        play.events(false);
        for (_, since) in &play.silent_since {
            assert!(play.now - since <= 31_000 + 300 * 20, "a silent peer stays");
        }
    }
    assert!(play.peers.is_empty(), "a silent peer stays");
}

/// One end of a connection, with what it has sent and received.
struct End {
    host: Host<SocketAddr>,
    peer: Option<PeerId>,
    has_ended: bool,
    sent: Vec<(u8, Mode, Vec<u8>)>,
    received: Vec<(u8, Mode, Vec<u8>)>,
}

impl End {
    fn new(key: u64) -> Self {
        let (sent, received) = (Vec::new(), Vec::new());
        Self { host: host(key), peer: None, has_ended: false, sent, received }
    }

    /// Takes the events, and returns the datagrams.
    fn turn(&mut self, now: u64) -> Vec<Vec<u8>> {
        loop {
            match self.host.next_event() {
                None => break,
                Some(Event::Connected { peer, .. }) => self.peer = Some(peer),
                Some(Event::Received { channel, mode, bytes, .. }) => {
                    self.received.push((channel, mode, bytes));
                }
                Some(Event::Disconnected { .. }) => (self.peer, self.has_ended) = (None, true),
            }
        }
        let mut buffer = [0; MAX_DATAGRAM];
        let mut datagrams = Vec::new();
        while let Some((_, len)) = self.host.transmit(Duration::from_millis(now), &mut buffer) {
            datagrams.push(buffer[..len].to_vec());
        }
        datagrams
    }
}

/// Runs two hosts with a network between them that delays, drops, repeats and changes datagrams as the bytes select.
pub fn enetnetwork(bytes: &[u8]) {
    let mut choices = Choices(bytes);
    let Some(first) = choices.byte() else { return };
    let mut ends = [End::new(1), End::new(2)];
    let mut on_the_way: [Vec<Vec<u8>>; 2] = [Vec::new(), Vec::new()];
    let (mut now, mut is_changed, mut number) = (0, false, 0_u32);
    let is_compressed = first & 1 != 0;
    let connected = ends[1].host.connect(address(0), 3, 9, is_compressed, Duration::ZERO);
    let to_server = connected.expect("a slot");
    while let Some(action) = choices.byte() {
        let side = usize::from(action >> 7);
        let Some(operand) = choices.byte() else { break };
        let queue = &mut on_the_way[side];
        let at = if queue.is_empty() { None } else { Some(usize::from(operand) % queue.len()) };
        match (action & 7, at) {
            (0 | 1, _) => {
                let mode = MODES[usize::from(operand) % 3];
                let channel = operand >> 2 & 1;
                number += 1;
                let mut packet = number.to_be_bytes().to_vec();
                packet.resize(4 + usize::from(action >> 3 & 0xF) * 120, operand);
                if let Some(peer) = ends[side].peer
                    && ends[side].host.send(peer, channel, mode, &*packet).is_ok()
                {
                    ends[side].sent.push((channel, mode, packet));
                }
            }
            (2 | 3, _) => {
                now += u64::from(operand);
                for (side, end) in ends.iter_mut().enumerate() {
                    on_the_way[side].extend(end.turn(now));
                    on_the_way[side].truncate(64);
                }
            }
            (4 | 5, Some(at)) => {
                let datagram =
                    if action & 0x10 == 0 { queue.remove(at) } else { queue[at].clone() };
                let from = address(side as u8);
                let _ = ends[1 - side].host.receive(from, &datagram, Duration::from_millis(now));
            }
            (6, Some(at)) => drop(queue.remove(at)),
            (7, Some(at)) if action & 0x10 != 0 => {
                let len = queue[at].len();
                queue[at][usize::from(operand >> 3) % len] ^= 1 << (operand & 7);
                is_changed = true;
            }
            _ => {}
        }
    }
    // Then the network is good, for longer than a connection lasts whose other side has given up its handshake.
    let changed = now;
    let are_connected = ends
        .iter()
        .all(|end| end.peer.and_then(|peer| end.host.peer(peer)).is_some_and(|it| it.is_connected));
    for _ in 0..8_000 {
        if is_changed || ends.iter().any(|end| end.has_ended) {
            break;
        }
        now += 5;
        for side in 0..2 {
            for datagram in ends[side].turn(now) {
                let from = address(side as u8);
                let _ = ends[1 - side].host.receive(from, &datagram, Duration::from_millis(now));
            }
        }
        let is_idle = ends.iter().all(|end| {
            end.peer
                .and_then(|peer| end.host.peer(peer))
                .is_some_and(|it| it.is_connected && it.queued_bytes == 0)
        });
        if is_idle && now > 10_000 {
            break;
        }
    }
    if is_changed {
        return;
    }
    // All is sent again within 5 seconds, unless the connection is lost then.
    let may_end = !are_connected || changed > 10_000 || now - changed <= 6_000;
    assert!(may_end || !ends.iter().any(|end| end.has_ended), "a good network ends a connection");
    for (one, other) in [(0, 1), (1, 0)] {
        for channel in 0..2 {
            let of = |packets: &[(u8, Mode, Vec<u8>)], mode: Mode| -> Vec<Vec<u8>> {
                let on = packets.iter().filter(|it| it.0 == channel && it.1 == mode);
                on.map(|it| it.2.clone()).collect()
            };
            let sent = of(&ends[one].sent, Mode::Reliable);
            let received = of(&ends[other].received, Mode::Reliable);
            assert_eq!(received[..], sent[..received.len()], "reliable packets are in order");
            if !ends.iter().any(|end| end.has_ended) {
                assert_eq!(received.len(), sent.len(), "reliable packets arrive");
            }
            let received = of(&ends[other].received, Mode::UnreliableOrdered);
            assert!(
                received.is_sorted_by_key(|packet| packet[..4].to_vec()),
                "others are in order"
            );
            let mut all: Vec<_> = ends[other].received.iter().map(|it| it.2.clone()).collect();
            all.sort();
            all.dedup();
            assert_eq!(all.len(), ends[other].received.len(), "packets come once");
            assert!(all.iter().all(|it| ends[one].sent.iter().any(|sent| sent.2 == *it)));
        }
    }
    let _ = to_server;
}

/// Plays that connect, send and end.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let open = [0x00, 1, 3, 14, 0x01, 0x0F];
    let plays: [&[u8]; 6] = [
        &[],
        // A reliable packet, an unreliable one, an unsequenced one, each alone.
        &[4, 0, 2, 0, 1, 0, 9, 0x0F, 4, 0, 3, 0, 1, 1, 9, 0x0F, 4, 0, 4, 0, 0, 1, 9, 0x2F, 14],
        // The parts of a packet, the last one first.
        &[4, 0, 7, 0, 2, 1, 1, 4, 0, 7, 0, 1, 0, 1, 0x0F],
        &[4, 0, 8, 0, 0, 1, 60, 4, 0, 8, 0, 0, 2, 60, 0x0F, 10, 50, 14],
        // Packets to the peer, and its acknowledgement.
        &[12, 0, 0, 5, 12, 1, 1, 5, 12, 0, 2, 60, 14, 4, 0, 0, 0, 1, 0, 0, 11, 9, 14, 0x0F],
        // All ends.
        &[13, 0, 14, 11, 60, 14, 0x0F],
    ];
    let mut seeds: Vec<Vec<u8>> = plays.iter().map(|play| [&open[..], play].concat()).collect();
    seeds.push([&open[..], &[4, 0, 5, 0, 0, 0, 0, 0x0F, 14, 3, 4, 0x85, 0xFF, 0, 1]].concat());
    seeds.push([&[2, 52][..], &connect(1, 2)].concat());
    seeds
}

/// Networks that deliver, and some that lose, repeat and change.
pub(crate) fn network_seeds() -> Vec<Vec<u8>> {
    // Two turns, and the first datagram of each side arrives.
    let exchange = [2, 1, 0x84, 0, 2, 1, 4, 0, 2, 1, 0x84, 0, 2, 1, 4, 0, 2, 1];
    let send = [0, 0, 0x81, 5, 0x79, 1, 0xF8, 0, 0x79, 2];
    [0, 1]
        .iter()
        .flat_map(|first| {
            [
                [&[*first][..], &exchange, &send, &exchange, &exchange].concat(),
                [
                    &[*first][..],
                    &exchange,
                    &send,
                    &send,
                    &[2, 1, 6, 0, 0x94, 0, 2, 200, 2, 200],
                    &exchange,
                ]
                .concat(),
                [&[*first][..], &exchange, &send, &[2, 1, 0x97, 9], &exchange].concat(),
            ]
        })
        .collect()
}
