//! What a stranger or a peer can send to make a host pay: each with the bound of its cost, in bytes, allocations or datagrams.
//!
//! `benches/hostile.rs` counts the instructions of those that would cost time.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use core::time::Duration;

use allocation_counter::measure;
use godot_var_enet::range_coder::RangeCoder;
use godot_var_enet::wire::{Command, Commands, Header, WireError};
use godot_var_enet::{Address, Event, Host, Limits, Mode, PeerId, Reason, ReceiveError, SendError};

use crate::network::{CLIENT, SERVER, address, pair, transmit};
use crate::random::Random;

/// A peer whose bytes the test writes.
struct Attacker {
    address: SocketAddr,
    slot: u16,
    session: u8,
    now: u64,
}

fn connect_from(connect_id: u32, channels: u32) -> Vec<u8> {
    let mut datagram = vec![0x8F, 0xFF, 0, 1, 0x82, 0xFF, 0, 1, 0, 5, 0xFF, 0xFF];
    for word in [1392, 65_536, channels, 0, 0, 5000, 2, 2, connect_id, 1234] {
        datagram.extend(word.to_be_bytes());
    }
    datagram
}

fn server(limits: Limits) -> Host<SocketAddr> {
    Host::new(limits, [11, 12]).expect("limits")
}

/// The slot, the session and the time of an answer.
fn answer_of(datagram: &[u8]) -> (u16, u8, u16) {
    let (header, body) = Header::read(datagram).unwrap();
    let Command::Verify(answer) = Commands::new(body).next().unwrap().unwrap().command else {
        panic!("an answer, not {datagram:02X?}")
    };
    (answer.slot, answer.outgoing_session, header.sent_time.unwrap())
}

fn acknowledgement(time: u16) -> Vec<u8> {
    let [a, b] = time.to_be_bytes();
    vec![1, 0xFF, 0, 1, 0, 1, a, b]
}

impl Attacker {
    fn connect(host: &mut Host<SocketAddr>, address: SocketAddr, now: u64) -> (Self, PeerId) {
        host.receive(address, &connect_from(99, 16), Duration::from_millis(now)).unwrap();
        let datagrams = transmit(host, now);
        let (_, answer) = datagrams.iter().find(|(to, _)| *to == address).expect("an answer");
        let (slot, session, time) = answer_of(answer);
        let attacker = Self { address, slot, session, now };
        attacker.send(host, &acknowledgement(time)).unwrap();
        let connected = core::iter::from_fn(|| host.next_event()).find_map(|event| match event {
            Event::Connected { peer, data: 1234, .. } => Some(peer),
            _ => None,
        });
        (attacker, connected.expect("a connection"))
    }

    fn datagram(&self, sent_time: Option<u16>, body: &[u8]) -> Vec<u8> {
        let header =
            Header { slot: self.slot, session: self.session, is_compressed: false, sent_time };
        let (bytes, len) = header.to_bytes();
        [&bytes[..len], body].concat()
    }

    fn send(&self, host: &mut Host<SocketAddr>, body: &[u8]) -> Result<(), ReceiveError> {
        let datagram = self.datagram(Some(self.now as u16), body);
        host.receive(self.address, &datagram, Duration::from_millis(self.now))
    }
}

fn reliable(channel: u8, number: u16, data: &[u8]) -> Vec<u8> {
    let mut command = vec![0x86, channel];
    command.extend(number.to_be_bytes());
    command.extend((data.len() as u16).to_be_bytes());
    command.extend(data);
    command
}

fn unreliable(channel: u8, number: u16, unreliable: u16, data: &[u8]) -> Vec<u8> {
    let mut command = vec![7, channel];
    for short in [number, unreliable, data.len() as u16] {
        command.extend(short.to_be_bytes());
    }
    command.extend(data);
    command
}

#[expect(clippy::too_many_arguments, reason = "the fields of the command")]
fn fragment(
    first: u8,
    number: u16,
    start: u16,
    count: u32,
    index: u32,
    total: u32,
    offset: u32,
    data: &[u8],
) -> Vec<u8> {
    let mut command = vec![first, 0];
    for short in [number, start, data.len() as u16] {
        command.extend(short.to_be_bytes());
    }
    for word in [count, index, total, offset] {
        command.extend(word.to_be_bytes());
    }
    command.extend(data);
    command
}

fn events(host: &mut Host<SocketAddr>) -> Vec<Event<SocketAddr>> {
    core::iter::from_fn(|| host.next_event()).collect()
}

const L: u32 = 1364;

#[test]
fn parts_that_leave_holes_are_no_packet() {
    let mut host = server(Limits::default());
    let (attacker, _) = Attacker::connect(&mut host, CLIENT, 0);
    for first in [0x88, 0x0C] {
        // Two parts of one byte each of a packet of 1,092 bytes.
        for (index, offset) in [(0, 0), (1, 1)] {
            let number = if first == 0x88 { 1 + index as u16 } else { 0 };
            let part = fragment(first, number, 1, 2, index, 1092, offset, b"x");
            attacker.send(&mut host, &part).unwrap();
        }
    }
    // Numbers of one packet with the cut of another.
    let data = [1; L as usize];
    attacker.send(&mut host, &fragment(0x88, 1, 1, 2, 0, L + 1, 0, &data)).unwrap();
    attacker.send(&mut host, &fragment(0x88, 2, 1, 2, 1, L + 2, L, b"xy")).unwrap();
    // A part whose number is not that of its place.
    attacker.send(&mut host, &fragment(0x88, 3, 1, 2, 1, L + 1, L, b"x")).unwrap();
    assert_eq!(events(&mut host), []);
    // The packet itself still arrives.
    attacker.send(&mut host, &fragment(0x88, 2, 1, 2, 1, L + 1, L, b"x")).unwrap();
    let [Event::Received { bytes, .. }] = &events(&mut host)[..] else { panic!("a packet") };
    assert_eq!(bytes[..], [&data[..], b"x"].concat());
}

#[test]
fn a_part_takes_the_memory_of_its_bytes() {
    let mut host = server(Limits::default().with_max_packet_bytes(1 << 24));
    let (attacker, peer) = Attacker::connect(&mut host, CLIENT, 0);
    let total: u32 = 1 << 24;
    let count = total.div_ceil(L);
    let last = vec![1; (total - (count - 1) * L) as usize];
    let datagrams = [
        // A bitmap of 2^20 parts for 1 byte.
        fragment(0x0C, 0, 1, 1 << 20, 0, 1, 0, b"x"),
        fragment(0x0C, 0, 1, u32::MAX, 0, u32::MAX, 0, b"x"),
        // The last part of a long packet.
        fragment(0x88, count as u16, 1, count, count - 1, total, (count - 1) * L, &last),
        fragment(0x0C, 0, 1, count, count - 1, total, (count - 1) * L, &last),
    ];
    let sent: usize = datagrams.iter().map(Vec::len).sum();
    let used = measure(|| {
        for datagram in &datagrams {
            attacker.send(&mut host, datagram).unwrap();
        }
    });
    assert!(used.bytes_max <= 4 * sent as u64 + 4096, "{} for {sent}", used.bytes_max);
    assert!(host.peer(peer).unwrap().waiting_bytes <= 2 * (last.len() + 512));
}

/// Sends commands in datagrams of many. Returns the most memory, and the most allocations for a command.
fn flood(host: &mut Host<SocketAddr>, attacker: &Attacker, commands: &[Vec<u8>]) -> (u64, u64) {
    let datagrams: Vec<Vec<u8>> = commands.chunks(150).map(<[Vec<u8>]>::concat).collect();
    let used = measure(|| {
        for datagram in &datagrams {
            attacker.send(host, datagram).unwrap();
            transmit(host, attacker.now);
        }
    });
    (used.bytes_max, used.count_total / commands.len() as u64)
}

#[test]
fn packets_that_wait_have_a_limit_in_bytes() {
    let max = 1 << 18;
    let descending = |channel| (2..28_000).rev().map(move |number| reliable(channel, number, b""));
    let loose = |number| (1..3000).rev().map(move |it| unreliable(0, number, it, b""));
    let floods: [(&str, Vec<Vec<u8>>); 4] = [
        ("reliable, descending", (0..4).flat_map(descending).collect()),
        ("unreliable of later numbers", (1..20).rev().flat_map(loose).collect()),
        (
            "unsequenced",
            (1..30_000)
                .map(|it: u16| {
                    let [a, b] = it.to_be_bytes();
                    vec![0x49, 0, 0, 0, a, b, 0, 1, 7]
                })
                .collect(),
        ),
        (
            "parts",
            (0..3000)
                .map(|it: u16| {
                    let start = 20_000 - 2 * it;
                    fragment(0x88, start + 1, start, 2, 1, L + 1, L, b"x")
                })
                .collect(),
        ),
    ];
    for (name, commands) in floods {
        let mut host = server(Limits::default().with_max_waiting_bytes(max));
        let (attacker, peer) = Attacker::connect(&mut host, CLIENT, 0);
        let (bytes, allocations) = flood(&mut host, &attacker, &commands);
        let waiting = host.peer(peer).unwrap().waiting_bytes;
        assert!(waiting <= max, "{name}: {waiting}");
        // The maps and small buffers take up to four times what a packet counts.
        assert!(bytes <= 4 * max as u64 + 65_536, "{name}: {bytes}");
        assert!(allocations <= 4, "{name}: {allocations}");
        // The packet that all others wait for still arrives, and they follow it.
        attacker.send(&mut host, &reliable(0, 1, b"first")).unwrap();
        let all = core::iter::from_fn(|| host.next_event());
        let first = all
            .into_iter()
            .find(|event| matches!(event, Event::Received { mode: Mode::Reliable, .. }));
        if name != "unsequenced" {
            let Some(Event::Received { bytes, .. }) = first else { panic!("{name}") };
            assert_eq!(bytes, b"first");
        }
    }
}

#[test]
fn acknowledgements_of_nothing_cost_nothing() {
    let mut host = server(Limits::default().with_max_queued_bytes(1 << 24));
    let (attacker, peer) = Attacker::connect(&mut host, CLIENT, 0);
    for _ in 0..20_000 {
        host.send(peer, 0, Mode::Reliable, &b"x"[..]).unwrap();
    }
    transmit(&mut host, 0);
    let queued = host.peer(peer).unwrap().queued_bytes;
    let body: Vec<u8> = (0..500_u16)
        .flat_map(|it| [1, 0, (it >> 8) as u8, it as u8, (it >> 8) as u8, it as u8, 1, 2])
        .collect();
    let datagram = attacker.datagram(Some(0), &body);
    let used = measure(|| {
        for _ in 0..256 {
            host.receive(CLIENT, &datagram, Duration::ZERO).unwrap();
        }
    });
    assert_eq!((used.count_total, host.peer(peer).unwrap().queued_bytes), (0, queued));
}

#[test]
fn acknowledgements_that_lie_change_nothing() {
    let mut host = server(Limits::default());
    let (mut attacker, peer) = Attacker::connect(&mut host, CLIENT, 1000);
    host.send(peer, 0, Mode::Reliable, &b"hello"[..]).unwrap();
    let datagrams = transmit(&mut host, 1000);
    let (header, _) = Header::read(&datagrams[0].1).unwrap();
    let time = header.sent_time.unwrap();
    let before = host.peer(peer).unwrap();
    attacker.now = 1040;
    // The right number with all other times, and the right time with other numbers and channels.
    let mut body = Vec::new();
    for lie in (1..=u16::MAX).step_by(131) {
        let [a, b] = time.wrapping_add(lie).to_be_bytes();
        body.extend([1, 0, 0, 1, 0, 1, a, b]);
    }
    let [a, b] = time.to_be_bytes();
    body.extend([1, 0, 0, 2, 0, 2, a, b, 1, 1, 0, 1, 0, 1, a, b, 1, 0xFF, 0, 1, 0, 1, a, b]);
    let datagram = attacker.datagram(Some(0), &body);
    let now = Duration::from_millis(1040);
    let used = measure(|| host.receive(CLIENT, &datagram, now).unwrap());
    assert_eq!((used.count_total, host.peer(peer).unwrap()), (0, before));
    attacker.send(&mut host, &[1, 0, 0, 1, 0, 1, a, b]).unwrap();
    let after = host.peer(peer).unwrap();
    assert_eq!(after.queued_bytes, 0);
    assert!(after.round_trip < Duration::from_millis(40));
}

#[test]
fn pings_are_acknowledged_with_a_limit() {
    let mut host = server(Limits::default());
    let (attacker, _) = Attacker::connect(&mut host, CLIENT, 0);
    let pings: Vec<u8> =
        (0..1000_u16).flat_map(|it| [0x85, 0xFF, (it >> 8) as u8, it as u8]).collect();
    let used = measure(|| {
        for _ in 0..256 {
            attacker.send(&mut host, &pings).unwrap();
        }
    });
    assert!(used.bytes_max <= 16_384, "{}", used.bytes_max);
    let acknowledgements: usize = transmit(&mut host, 0)
        .iter()
        .map(|(_, datagram)| Commands::new(Header::read(datagram).unwrap().1).count())
        .sum();
    assert_eq!(acknowledgements, 1024);
}

#[test]
fn an_end_without_a_time_is_refused_and_one_with_it_frees_the_seat() {
    let mut host = server(Limits::default().with_max_peers(1));
    let (attacker, peer) = Attacker::connect(&mut host, CLIENT, 0);
    let end = [0x84, 0xFF, 0, 2, 0, 0, 0, 9];
    let datagram = attacker.datagram(None, &end);
    let received = host.receive(CLIENT, &datagram, Duration::ZERO);
    assert_eq!(received, Err(ReceiveError::Wire(WireError::NoSentTime)));
    assert!(host.peer(peer).unwrap().is_connected);
    attacker.send(&mut host, &end).unwrap();
    let reason = Reason::Closed(9);
    assert_eq!(events(&mut host), [Event::Disconnected { peer, reason }]);
    // The seat is free at once.
    let (_, second) = Attacker::connect(&mut host, address(3, 1), 0);
    assert_ne!(peer, second);
    // The end is acknowledged, also if it comes again.
    attacker.send(&mut host, &end).unwrap();
    let datagrams = transmit(&mut host, 1);
    assert_eq!(datagrams.iter().filter(|(to, _)| *to == CLIENT).count(), 1);
}

#[test]
fn strangers_have_few_handshakes_and_get_few_bytes() {
    let mut host = server(Limits::default().with_max_peers(2));
    let (mut received, mut sent) = (0, 0);
    let mut answered = 0;
    // 100 of one address, then one of each of 5,000.
    let request = |host: &mut Host<SocketAddr>, from, id, now| {
        host.receive(from, &connect_from(id, 16), Duration::from_millis(now)).unwrap();
        52
    };
    for id in 0..100 {
        received += request(&mut host, address(2, 5000 + id), id.into(), 0);
    }
    for (_, datagram) in transmit(&mut host, 0) {
        sent += datagram.len();
        answered += 1;
    }
    assert_eq!(answered, 16);
    let used = measure(|| {
        for id in 0..5000_u32 {
            let ip = IpAddr::V4(Ipv4Addr::from_bits(0x0B00_0000 + id));
            received += request(&mut host, SocketAddr::new(ip, 1), 1000 + id, 0);
        }
    });
    assert!(used.bytes_max <= 1024 * 1024, "{}", used.bytes_max);
    // Their handshakes take no seat.
    let (_, _) = Attacker::connect(&mut host, address(3, 1), 10);
    for now in (10..6_000).step_by(50) {
        sent += transmit(&mut host, now).iter().map(|(_, datagram)| datagram.len()).sum::<usize>();
    }
    assert!(sent <= 3 * received, "{sent} for {received}");
    // After 5 seconds nothing is left of them.
    let (_, _) = Attacker::connect(&mut host, address(2, 1), 6_000);
    assert_eq!(transmit(&mut host, 6_000).len(), 0);
}

#[test]
fn an_address_gets_three_times_its_bytes() {
    let mut host = server(Limits::default());
    host.receive(CLIENT, &connect_from(1, 16), Duration::ZERO).unwrap();
    let datagrams = transmit(&mut host, 0);
    let (slot, session, _) = answer_of(&datagrams[0].1);
    let stranger = Attacker { address: CLIENT, slot, session, now: 0 };
    let (mut received, mut sent) = (52, datagrams[0].1.len());
    // Each of these gets the answer again, while there is a budget.
    for now in 1..1000 {
        stranger.send(&mut host, &[0x85, 0xFF, 0, 1]).unwrap();
        received += 8;
        sent += transmit(&mut host, now).iter().map(|(_, datagram)| datagram.len()).sum::<usize>();
        assert!(sent <= 3 * received, "{sent} for {received}");
    }
    assert!(sent > 2 * received, "{sent} for {received}");
}

#[test]
fn a_lost_answer_comes_again() {
    let mut host = server(Limits::default());
    let request = connect_from(1, 16);
    host.receive(CLIENT, &request, Duration::ZERO).unwrap();
    let (slot, session, _) = answer_of(&transmit(&mut host, 0)[0].1);
    // The client repeats its request, or a ping if its acknowledgement was lost.
    host.receive(CLIENT, &request, Duration::from_millis(500)).unwrap();
    let (same_slot, same_session, _) = answer_of(&transmit(&mut host, 500)[0].1);
    assert_eq!((same_slot, same_session), (slot, session));
    let client = Attacker { address: CLIENT, slot, session, now: 1000 };
    client.send(&mut host, &[0x85, 0xFF, 0, 1]).unwrap();
    let (_, _, time) = answer_of(&transmit(&mut host, 1000)[0].1);
    client.send(&mut host, &acknowledgement(time)).unwrap();
    assert_eq!(events(&mut host).len(), 1);
}

#[test]
fn ips_are_counted_by_what_one_person_has() {
    let ip = |text: &str| Address::ip(&text.parse::<SocketAddr>().unwrap());
    assert_eq!(ip("10.0.0.1:1"), ip("10.0.0.1:2"));
    assert_eq!(ip("[::ffff:10.0.0.1]:1"), ip("10.0.0.1:2"));
    assert_eq!(ip("[2001:db8::1]:1"), ip("[2001:db8::ffff:2]:9"));
    assert_ne!(ip("[2001:db8::1]:1"), ip("[2001:db8:0:1::1]:1"));
    assert_eq!(ip("[64:ff9b::10.0.0.1]:1"), ip("10.0.0.1:2"));
    assert_ne!(ip("[64:ff9b::10.0.0.1]:1"), ip("[64:ff9b::10.0.0.2]:1"));
    assert_eq!((ip("127.0.0.1:1"), ip("[::1]:1")), (None, None));
    assert_eq!(ip("[2001:db8::1]:1"), Some(IpAddr::V6("2001:db8::".parse::<Ipv6Addr>().unwrap())));
}

#[test]
fn only_the_reader_of_the_answer_connects() {
    let mut host = server(Limits::default());
    host.receive(CLIENT, &connect_from(1, 16), Duration::ZERO).unwrap();
    let (slot, session, time) = answer_of(&transmit(&mut host, 0)[0].1);
    let right = Attacker { address: CLIENT, slot, session, now: 0 };
    let try_it = |host: &mut Host<SocketAddr>, attacker: &Attacker, time: u16| {
        let _ = attacker.send(host, &acknowledgement(time));
        host.next_event().is_some()
    };
    for lie in (1..=u16::MAX).step_by(101) {
        assert!(!try_it(&mut host, &right, time.wrapping_add(lie)));
    }
    for slot in (0..4095).filter(|it| *it != slot) {
        assert!(!try_it(&mut host, &Attacker { slot, ..right }, time));
    }
    for session in (0..4).filter(|it| *it != session) {
        assert!(!try_it(&mut host, &Attacker { session, ..right }, time));
    }
    assert!(!try_it(&mut host, &Attacker { address: address(9, 9), ..right }, time));
    assert!(try_it(&mut host, &right, time));
    // Slot, session and time of another handshake are different.
    let (mut slots, mut times) =
        (std::collections::BTreeSet::new(), std::collections::BTreeSet::new());
    for id in 0..200 {
        let from = SocketAddr::new(IpAddr::V4(Ipv4Addr::from_bits(0x0B00_0000 + id)), 1);
        host.receive(from, &connect_from(id, 1), Duration::ZERO).unwrap();
        let (slot, _, time) = answer_of(&transmit(&mut host, 0)[0].1);
        slots.insert(slot);
        times.insert(time);
    }
    assert!(slots.len() == 200 && times.len() > 190);
}

#[test]
fn a_silent_peer_ends_whatever_it_says() {
    // It answers after 4 seconds for a while, so that the round trip is long, and then lies.
    for has_lied in [false, true] {
        let mut host = server(Limits::default());
        let (mut attacker, peer) = Attacker::connect(&mut host, CLIENT, 0);
        let mut due = std::collections::BTreeMap::new();
        let mut ended = None;
        for now in 0..200_000 {
            for (_, datagram) in transmit(&mut host, now) {
                let (header, body) = Header::read(&datagram).unwrap();
                for framed in Commands::new(body).map(Result::unwrap) {
                    let [a, b] = framed.number.to_be_bytes();
                    let [c, d] = header.sent_time.unwrap_or_default().to_be_bytes();
                    let honest = vec![1, framed.channel, a, b, a, b, c, d];
                    let lie = vec![1, framed.channel, a, b, a, b, c.wrapping_add(128), d];
                    if now < 60_000 {
                        due.insert((now + 4_000, a, b), honest);
                    } else if has_lied {
                        due.insert((now + 1, a, b), lie);
                    }
                }
            }
            let later = due.split_off(&(now + 1, 0, 0));
            for (_, body) in core::mem::replace(&mut due, later) {
                attacker.now = now;
                attacker.send(&mut host, &body).unwrap();
            }
            if let Some(event) = host.next_event() {
                assert_eq!(event, Event::Disconnected { peer, reason: Reason::TimedOut });
                ended = Some(now);
                break;
            }
        }
        let ended = ended.expect("an end");
        assert!((64_000..=94_000).contains(&ended), "{ended}");
    }
}

/// The commands of a host that want an acknowledgement: each with its acknowledgement.
fn acknowledgements(host: &mut Host<SocketAddr>, now: u64) -> Vec<(u8, Vec<u8>)> {
    let mut answers = Vec::new();
    for (_, datagram) in transmit(host, now) {
        let (header, body) = Header::read(&datagram).unwrap();
        for framed in Commands::new(body).map(Result::unwrap) {
            if framed.command.is_acknowledged() {
                let [a, b] = framed.number.to_be_bytes();
                let [c, d] = header.sent_time.unwrap().to_be_bytes();
                answers.push((framed.channel, vec![1, framed.channel, a, b, a, b, c, d]));
            }
        }
    }
    answers
}

#[test]
fn a_peer_that_acknowledges_some_commands_ends() {
    let mut host = server(Limits::default());
    let (mut attacker, peer) = Attacker::connect(&mut host, CLIENT, 0);
    // Acknowledgements take 4 seconds and the window is small, so commands wait long until they are repeated. Those of channel 0 never come.
    let (mut due, mut ended) = (std::collections::VecDeque::new(), 0);
    for now in 0..200_000_u64 {
        if now == 60_000 {
            attacker.send(&mut host, &[0x8A, 0xFF, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1]).unwrap();
            host.send(peer, 0, Mode::Reliable, &[7; 1300][..]).unwrap();
            for _ in 0..200 {
                host.send(peer, 1, Mode::Reliable, &[7; 1300][..]).unwrap();
            }
        }
        let answers = acknowledgements(&mut host, now).into_iter().filter(|(of, _)| *of != 0);
        due.extend(answers.map(|(_, answer)| (now + 4_000, answer)));
        attacker.now = now;
        while due.front().is_some_and(|(time, _)| *time <= now) {
            let (_, answer) = due.pop_front().unwrap();
            attacker.send(&mut host, &answer).unwrap();
        }
        if let Some(event) = host.next_event() {
            assert_eq!(event, Event::Disconnected { peer, reason: Reason::TimedOut });
            ended = now;
            break;
        }
    }
    assert_eq!(ended, 90_000);
}

#[test]
fn a_window_of_numbers_begins_when_the_receiver_takes_it() {
    let mut host = server(Limits::default().with_max_queued_bytes(1 << 24));
    let (attacker, peer) = Attacker::connect(&mut host, CLIENT, 0);
    for _ in 0..40_000 {
        host.send(peer, 0, Mode::Reliable, &b""[..]).unwrap();
    }
    let acknowledge = |host: &mut Host<SocketAddr>, answers: &[(u8, Vec<u8>)]| {
        for some in answers.chunks(500) {
            let body: Vec<u8> = some.iter().flat_map(|(_, answer)| answer.clone()).collect();
            attacker.send(host, &body).unwrap();
        }
        acknowledgements(host, 0).len()
    };
    // A window has 4,096 numbers, the first one without 0. None begins while the one before is full.
    let sent = acknowledgements(&mut host, 0);
    assert_eq!(sent.len(), 8191);
    let (first, second) = sent.split_at(4095);
    assert_eq!(acknowledge(&mut host, first), 0);
    assert_eq!(acknowledge(&mut host, &second[..1]), 4096);
    // Then one of each window is acknowledged, so that the next one begins, until the second one is the tenth after it.
    let mut begun: u16 = 3;
    loop {
        let number = begun * 4096 - 4096;
        let [a, b] = number.to_be_bytes();
        let time = &second[0].1[6..8];
        let answer = [&[1, 0, a, b, a, b], time].concat();
        match acknowledge(&mut host, &[(0, answer)]) {
            0 => break,
            count => assert_eq!(count, 4096),
        }
        begun += 1;
    }
    assert_eq!(begun, 8, "the windows 0 to 7");
}

#[test]
fn a_handshake_has_5_seconds() {
    let mut host = server(Limits::default());
    let answers = |host: &mut Host<SocketAddr>, id: u16, now| {
        let from = address(2, 5000 + id);
        host.receive(from, &connect_from(id.into(), 16), Duration::from_millis(now)).unwrap();
        transmit(host, now).len()
    };
    for id in 0..16 {
        assert_eq!(answers(&mut host, id, 0), 1);
    }
    assert_eq!(answers(&mut host, 16, 4_999), 0);
    transmit(&mut host, 5_000);
    assert_eq!(answers(&mut host, 17, 5_000), 1);
}

#[test]
fn the_oldest_handshake_gives_way() {
    let mut host = server(Limits::default());
    let begin = |host: &mut Host<SocketAddr>, id: u32| {
        let from = SocketAddr::new(IpAddr::V4(Ipv4Addr::from_bits(0x0B00_0000 + id)), 1);
        host.receive(from, &connect_from(1, 16), Duration::ZERO).unwrap();
        let (slot, session, time) = answer_of(&transmit(host, 0)[0].1);
        (Attacker { address: from, slot, session, now: 0 }, acknowledgement(time))
    };
    let begun: Vec<_> = (0..1025).map(|id| begin(&mut host, id)).collect();
    let mut connects = |at: usize| {
        begun[at].0.send(&mut host, &begun[at].1).unwrap();
        !events(&mut host).is_empty()
    };
    assert_eq!([0, 1, 1023, 1024].map(&mut connects), [false, true, true, true]);
}

#[test]
fn a_seat_is_free_when_the_game_has_the_end() {
    let mut host = server(Limits::default().with_max_peers(1));
    let (attacker, peer) = Attacker::connect(&mut host, CLIENT, 0);
    for commands in (1..=250).map(|it| reliable(0, it, b"")).collect::<Vec<_>>().chunks(50) {
        attacker.send(&mut host, &commands.concat()).unwrap();
    }
    attacker.send(&mut host, &[0x84, 0xFF, 0, 2, 0, 0, 0, 9]).unwrap();
    // A newcomer shares no memory with packets that the game has not taken.
    let join = |host: &mut Host<SocketAddr>, from, now| {
        host.receive(from, &connect_from(1, 1), Duration::from_millis(now)).unwrap();
        let datagrams = transmit(host, now);
        let (_, answer) = datagrams.iter().find(|(to, _)| *to == from).unwrap();
        let (slot, session, time) = answer_of(answer);
        Attacker { address: from, slot, session, now }.send(host, &acknowledgement(time))
    };
    for turn in 0..2 {
        assert_eq!(events(&mut host).len(), 100);
        assert_eq!(join(&mut host, address(3, turn), 0), Err(ReceiveError::Full));
    }
    let last = events(&mut host).pop();
    assert_eq!(last, Some(Event::Disconnected { peer, reason: Reason::Closed(9) }));
    assert_eq!(join(&mut host, address(3, 9), 0), Ok(()));
}

#[test]
fn a_peer_is_decompressed_for_a_part_of_a_turn() {
    let mut host = server(Limits::default());
    let (attacker, _) = Attacker::connect(&mut host, CLIENT, 0);
    let compressed = |group: u16, data: &[u8]| {
        let head = [&[0x49, 0, 0, 0][..], &group.to_be_bytes(), &(data.len() as u16).to_be_bytes()];
        let mut out = [0; 4096];
        let packet = [&head.concat(), data].concat();
        let len = RangeCoder::new().compress(&packet, &mut out, usize::MAX).expect("short");
        let mut datagram = attacker.datagram(None, &out[..len]);
        datagram[0] |= 0x40;
        datagram
    };
    let mut group = 0;
    for (len, expected) in [(1300, 53), (8, 100)] {
        for _ in 0..1000 {
            group += 1;
            host.receive(CLIENT, &compressed(group, &vec![7; len]), Duration::ZERO).unwrap();
        }
        assert_eq!(events(&mut host).len(), expected, "packets of {len} bytes");
        while !events(&mut host).is_empty() {}
    }
    // Without compression there is no such limit.
    for _ in 0..100 {
        group += 1;
        let [a, b] = u16::to_be_bytes(group);
        attacker.send(&mut host, &[&[0x49, 0, 0, 0, a, b, 4, 0][..], &[7; 1024]].concat()).unwrap();
    }
    assert_eq!(events(&mut host).len(), 100);
}

#[test]
fn nobody_chooses_packets_that_take_long_to_compress() {
    // Contexts with many symbols, each new: the coder would compare each with 128 others.
    let slow: Vec<u8> = (0..457_u32).flat_map(|it| [0, 0, it.min(255) as u8]).collect();
    let compress = |steps| RangeCoder::new().compress(&slow, &mut [0; 2000], steps);
    assert!(compress(usize::MAX).is_some() && compress(16 * slow.len()).is_none());
    // So a peer that compresses gets the packet as it is, and others compressed.
    let mut client: Host<SocketAddr> = Host::new(Limits::client(), [1, 2]).unwrap();
    let to_server = client.connect(SERVER, 1, 2, true, Duration::ZERO).unwrap();
    let mut server = server(Limits::default());
    for now in 0..4 {
        for (_, datagram) in transmit(&mut client, now) {
            server.receive(CLIENT, &datagram, Duration::from_millis(now)).unwrap();
        }
        for (_, datagram) in transmit(&mut server, now) {
            client.receive(SERVER, &datagram, Duration::from_millis(now)).unwrap();
        }
        while client.next_event().is_some() {}
    }
    for (packet, is_compressed) in [(slow, false), (vec![7; 1371], true)] {
        client.send(to_server, 0, Mode::Unreliable, packet).unwrap();
        let datagrams = transmit(&mut client, 20);
        assert_eq!(Header::read(&datagrams[0].1).unwrap().0.is_compressed, is_compressed);
    }
}

#[test]
fn a_slot_is_not_used_again_with_the_same_session() {
    let mut host = server(Limits::default());
    let mut sessions = std::collections::BTreeMap::new();
    let mut again = 0;
    for id in 0..20_000_u32 {
        let from = SocketAddr::new(IpAddr::V4(Ipv4Addr::from_bits(0x0B00_0000 + id)), 1);
        host.receive(from, &connect_from(id, 1), Duration::from_secs(id.into())).unwrap();
        let datagrams = transmit(&mut host, u64::from(id) * 1000);
        let (slot, session, _) = answer_of(&datagrams[0].1);
        let last = sessions.insert(slot, session);
        assert_ne!(last, Some(session));
        again += u32::from(last.is_some());
    }
    assert!(again > 10_000);
    // A client says which session its slot had last.
    for (id, last) in (20_000_u32..20_400).zip((0..4).cycle()) {
        let mut request = connect_from(id, 1);
        request[10] = last;
        host.receive(CLIENT, &request, Duration::from_secs(id.into())).unwrap();
        let datagrams = transmit(&mut host, u64::from(id) * 1000);
        let (header, _) = Header::read(&datagrams[0].1).unwrap();
        assert_ne!(header.session, last);
    }
}

#[test]
fn answers_to_other_requests_change_nothing() {
    let mut client: Host<SocketAddr> = Host::new(Limits::client(), [1, 2]).unwrap();
    let to_server = client.connect(SERVER, 2, 5, false, Duration::ZERO).unwrap();
    let (_, request) = &transmit(&mut client, 0)[0];
    let (_, body) = Header::read(request).unwrap();
    let Command::Connect(connect, _) = Commands::new(body).next().unwrap().unwrap().command else {
        panic!("a request")
    };
    let answer = |connect_id: u32| {
        let [a, b] = connect.slot.to_be_bytes();
        let mut datagram = vec![0x80 | a, b, 0, 1, 0x83, 0xFF, 0, 1, 0, 7, 1, 2];
        for word in [1392, 65_536, 2, 0, 0, 5000, 2, 2] {
            datagram.extend(u32::to_be_bytes(word));
        }
        datagram.extend(connect_id.to_be_bytes());
        datagram
    };
    client.receive(SERVER, &answer(connect.connect_id ^ 1), Duration::ZERO).unwrap();
    let [a, b] = connect.slot.to_be_bytes();
    client.receive(SERVER, &[a, b, 0x44, 0xFF, 0, 0, 0, 0, 0, 0], Duration::ZERO).unwrap();
    assert_eq!(events(&mut client), []);
    client.receive(SERVER, &answer(connect.connect_id), Duration::ZERO).unwrap();
    let [Event::Connected { peer, .. }] = events(&mut client)[..] else { panic!("a connection") };
    assert_eq!(peer, to_server);
}

#[test]
fn packets_of_which_parts_are_lost_do_not_count_for_ever() {
    let mut host = server(Limits::default());
    let (attacker, peer) = Attacker::connect(&mut host, CLIENT, 0);
    let data = [1; L as usize];
    for number in 1..2000 {
        // The second part is lost.
        attacker.send(&mut host, &fragment(0x0C, 0, number, 3, 0, 3000, 0, &data)).unwrap();
    }
    assert!(host.peer(peer).unwrap().waiting_bytes <= 3 * (data.len() + 512));
    attacker.send(&mut host, &reliable(0, 1, b"still here")).unwrap();
    assert_eq!(events(&mut host).len(), 1);
    assert_eq!(host.peer(peer).unwrap().waiting_bytes, 0);
}

#[test]
fn a_server_may_have_fewer_channels() {
    let (mut server, mut client, peer, to_server) =
        pair(Limits::default().with_max_channels(2), Limits::client());
    assert_eq!(server.peer(peer).unwrap().channels, 2);
    assert_eq!(client.peer(to_server).unwrap().channels, 2);
    for host in [(&mut server, peer), (&mut client, to_server)] {
        let (host, peer) = host;
        assert!(host.send(peer, 1, Mode::Reliable, &b""[..]).is_ok());
        let error = host.send(peer, 2, Mode::Reliable, &b""[..]).unwrap_err();
        assert_eq!(error.to_string(), "channel 2 of a connection that has 2");
    }
}

#[test]
fn strangers_are_decompressed_in_part_only() {
    let mut host = server(Limits::default());
    let mut random = Random(1);
    for len in 0..1400 {
        let mut datagram = vec![0xCF, 0xFF, 0, 0];
        datagram.extend((0..len).map(|_| random.next() as u8));
        let expected =
            if len > 64 { ReceiveError::NoConnection } else { ReceiveError::Compression };
        assert_eq!(host.receive(CLIENT, &datagram, Duration::ZERO), Err(expected), "{len}");
        datagram.truncate(3);
        let cut = host.receive(CLIENT, &datagram, Duration::ZERO);
        assert_eq!(cut, Err(ReceiveError::Wire(WireError::Header)));
    }
    // Zeros, which are long chains.
    let chains = [&[0xCF, 0xFF, 0, 0][..], &[0; 64]].concat();
    assert!(host.receive(CLIENT, &chains, Duration::ZERO).is_err());
    assert_eq!(
        host.receive(CLIENT, &[0x8F, 0xFF, 0, 0, 0x85, 0xFF, 0, 1], Duration::ZERO),
        Err(ReceiveError::NoConnection)
    );
}

#[test]
fn a_turn_has_100_packets_of_each_peer() {
    let mut host = server(Limits::default());
    let (attacker, loud) = Attacker::connect(&mut host, CLIENT, 0);
    let (other, quiet) = Attacker::connect(&mut host, address(3, 1), 0);
    let unsequenced = |it: u16| vec![0x49, 0, 0, 0, (it >> 8) as u8, it as u8, 0, 0];
    let flood: Vec<Vec<u8>> = (1..2000).map(unsequenced).collect();
    for commands in flood.chunks(400) {
        attacker.send(&mut host, &commands.concat()).unwrap();
    }
    other.send(&mut host, &[unsequenced(1), unsequenced(2)].concat()).unwrap();
    let counts = |host: &mut Host<SocketAddr>| {
        let events = events(host);
        let of = |from| {
            events
                .iter()
                .filter(|it| matches!(it, Event::Received { peer, .. } if *peer == from))
                .count()
        };
        (of(loud), of(quiet))
    };
    assert_eq!(counts(&mut host), (100, 2));
    // The rest waits, and the host says so.
    assert_eq!(host.deadline(), Some(Duration::ZERO));
    assert_eq!(counts(&mut host), (100, 0));
    let mut rest = 0;
    loop {
        match counts(&mut host) {
            (0, 0) => break,
            (count, _) => rest += count,
        }
    }
    assert_eq!(rest, 1999 - 200);
}

#[test]
fn a_slow_peer_costs_what_the_limit_says() {
    let max = 1 << 18;
    for mode in [Mode::Reliable, Mode::UnreliableOrdered] {
        let (mut host, _, peer, _) =
            pair(Limits::default().with_max_queued_bytes(max), Limits::client());
        let mut count = 0;
        let used = measure(|| {
            while host.send(peer, 0, mode, &b"x"[..]).is_ok() {
                count += 1;
            }
        });
        assert!(count > 2000 && count * 129 <= max + 129, "{count}");
        assert!(used.bytes_max <= 2 * max as u64, "{mode:?}: {}", used.bytes_max);
        let queued = host.peer(peer).unwrap().queued_bytes;
        let error = host.send(peer, 0, mode, &b"x"[..]).unwrap_err().to_string();
        assert_eq!(
            error,
            format!("{queued} bytes wait for the peer, more than `max_queued_bytes`")
        );
        // Also while they are in flight.
        let used = measure(|| {
            for now in 100..140 {
                transmit(&mut host, now);
            }
        });
        assert!(used.bytes_current <= 2 * max as i64, "{}", used.bytes_current);
    }
}

#[test]
fn each_packet_has_its_mode() {
    let (mut server, mut client, _, to_server) = pair(Limits::default(), Limits::client());
    let long = vec![5; 2000];
    let sent = [
        (0, Mode::Reliable, &b"a"[..]),
        (1, Mode::Unreliable, b"b"),
        (2, Mode::UnreliableOrdered, b"c"),
        (3, Mode::Reliable, &long),
        (4, Mode::Unreliable, &long),
    ];
    for (channel, mode, bytes) in sent {
        client.send(to_server, channel, mode, bytes).unwrap();
    }
    for (_, datagram) in transmit(&mut client, 20) {
        server.receive(CLIENT, &datagram, Duration::from_millis(20)).unwrap();
    }
    let mut received: Vec<_> = events(&mut server)
        .into_iter()
        .map(|event| match event {
            Event::Received { channel, mode, bytes, .. } => (channel, mode, bytes.len()),
            other => panic!("{other:?}"),
        })
        .collect();
    received.sort_unstable();
    assert_eq!(
        received,
        [
            (0, Mode::Reliable, 1),
            (1, Mode::Unreliable, 1),
            (2, Mode::UnreliableOrdered, 1),
            (3, Mode::Reliable, 2000),
            // ENet has no parts without an order.
            (4, Mode::UnreliableOrdered, 2000),
        ]
    );
}

#[test]
fn a_full_host_tells_newcomers_and_nobody_else() {
    let mut host = server(Limits::default().with_max_peers(1));
    let (_, _) = Attacker::connect(&mut host, CLIENT, 0);
    transmit(&mut host, 0);
    let from = address(3, 1);
    host.receive(from, &connect_from(1, 16), Duration::ZERO).unwrap();
    let (slot, session, time) = answer_of(&transmit(&mut host, 0)[0].1);
    let newcomer = Attacker { address: from, slot, session, now: 0 };
    assert_eq!(newcomer.send(&mut host, &acknowledgement(time)), Err(ReceiveError::Full));
    let datagrams = transmit(&mut host, 0);
    assert_eq!(datagrams.len(), 1);
    assert_eq!((datagrams[0].0, &datagrams[0].1[2..]), (from, &[0x44, 0xFF, 0, 0, 0, 0, 0, 0][..]));
    assert_eq!(events(&mut host), []);
}

#[test]
fn bytes_of_others_are_not_sent() {
    // A command of 4 bytes after a secret in the same buffer: the acknowledgement has 8 bytes of its own.
    let mut host = server(Limits::default());
    let (attacker, _) = Attacker::connect(&mut host, CLIENT, 0);
    attacker.send(&mut host, &reliable(0, 1, &[0xAA; 1000])).unwrap();
    attacker.send(&mut host, &[0x85, 0xFF, 0, 7]).unwrap();
    let datagrams = transmit(&mut host, 0);
    assert_eq!(datagrams.len(), 1);
    assert_eq!(datagrams[0].1.len(), 2 + 16);
    assert!(!datagrams[0].1.contains(&0xAA));
}

/// What a bystander, the second one, receives and is sent while somebody else sends this.
fn as_bystander(hostile: impl Fn(&mut Host<SocketAddr>, [&Attacker; 2])) -> Vec<String> {
    let mut host = server(Limits::default().with_max_waiting_bytes(1 << 16));
    let (bystander, peer) = Attacker::connect(&mut host, address(3, 1), 0);
    let (mut attacker, loud) = Attacker::connect(&mut host, CLIENT, 0);
    let mut log = Vec::new();
    for now in 0..400 {
        attacker.now = now;
        let bystander = Attacker { now, ..bystander };
        hostile(&mut host, [&attacker, &bystander]);
        bystander.send(&mut host, &reliable(0, now as u16 + 1, &now.to_be_bytes())).unwrap();
        let mut is_over = false;
        while !is_over {
            let event = host.next_event();
            is_over = event.is_none();
            match event {
                Some(Event::Received { peer: from, bytes, .. }) if from == peer => {
                    log.push(format!("{now}: {bytes:?}"));
                    host.send(peer, 1, Mode::Reliable, bytes).unwrap();
                }
                Some(Event::Disconnected { peer: from, .. }) => assert_eq!(from, loud),
                _ => {}
            }
        }
        for (to, datagram) in transmit(&mut host, now) {
            if to == bystander.address {
                // Without slot and session, which are random.
                log.push(format!("{now}: {:?}", &datagram[4..]));
                let (header, body) = Header::read(&datagram).unwrap();
                for framed in Commands::new(body).map(Result::unwrap) {
                    if framed.command.is_acknowledged() {
                        let ([a, b], [c, d]) =
                            (framed.number.to_be_bytes(), header.sent_time.unwrap().to_be_bytes());
                        bystander.send(&mut host, &[1, framed.channel, a, b, a, b, c, d]).unwrap();
                    }
                }
            }
        }
    }
    log
}

#[test]
fn a_bystander_does_not_notice() {
    let calm = as_bystander(|_, _| {});
    assert!(calm.len() >= 800);
    let flooded = as_bystander(|host, [attacker, bystander]| {
        let now = attacker.now;
        let mut random = Random(now);
        // Each half of what tells the bystander's datagrams from others.
        let forged = [
            Attacker { address: attacker.address, ..*bystander },
            Attacker { session: bystander.session ^ 1, ..*bystander },
        ];
        for forged in forged {
            let _ = forged.send(host, &reliable(0, now as u16 + 1, b"forged"));
            let _ = forged.send(host, &[0x44, 0xFF, 0, 0, 0, 0, 0, 1]);
        }
        // More packets than a turn has.
        let groups = (0..120).map(|it| (1 + now * 120 + it) as u16);
        let packets = groups.flat_map(|group| {
            let [a, b] = group.to_be_bytes();
            [0x49, 0, 0, 0, a, b, 0, 0]
        });
        let _ = attacker.send(host, &packets.collect::<Vec<_>>());
        for _ in 0..20 {
            let numbers = random.next() as u16;
            let _ = attacker.send(host, &reliable(0, numbers, b"x"));
            let _ = attacker.send(host, &unreliable(0, numbers, numbers, b"x"));
            let bytes: Vec<u8> = (0..random.below(60)).map(|_| random.next() as u8).collect();
            let _ = attacker.send(host, &bytes);
            let _ = host.receive(attacker.address, &bytes, Duration::from_millis(now));
            let from = SocketAddr::new(IpAddr::V4(Ipv4Addr::from_bits(random.next() as u32)), 1);
            let _ = host.receive(from, &connect_from(1, 1), Duration::from_millis(now));
        }
        if now == 300 {
            attacker.send(host, &[0x84, 0xFF, 0, 2, 0, 0, 0, 9]).unwrap();
        }
    });
    assert!(calm == flooded, "{} against {}", calm.len(), flooded.len());
}

/// The parts of a packet of a channel, from a number on.
fn parts(channel: u8, start: u16, packet: &[u8]) -> Vec<Vec<u8>> {
    let (total, count) = (packet.len() as u32, packet.len().div_ceil(L as usize) as u32);
    let part = |(index, data): (u16, &[u8])| {
        let (place, number) = (u32::from(index), start.wrapping_add(index));
        let mut part = fragment(0x88, number, start, count, place, total, place * L, data);
        part[1] = channel;
        part
    };
    (0..).zip(packet.chunks(L as usize)).map(part).collect()
}

#[test]
fn the_next_packets_of_all_channels_have_one_limit() {
    let (max, long, channels) = (1 << 16, 60_000, 100_u8);
    let mut host =
        server(Limits::default().with_max_channels(channels).with_max_waiting_bytes(max));
    host.receive(CLIENT, &connect_from(99, 255), Duration::ZERO).unwrap();
    let (slot, session, time) = answer_of(&transmit(&mut host, 0)[0].1);
    let attacker = Attacker { address: CLIENT, slot, session, now: 0 };
    attacker.send(&mut host, &acknowledgement(time)).unwrap();
    let [Event::Connected { peer, .. }] = events(&mut host)[..] else { panic!("a connection") };
    let packet = vec![7; long];
    let all: Vec<Vec<Vec<u8>>> = (0..channels).map(|it| parts(it, 1, &packet)).collect();
    let used = measure(|| {
        // The last part of each packet is missing.
        for part in all.iter().flat_map(|parts| &parts[..parts.len() - 1]) {
            attacker.send(&mut host, part).unwrap();
        }
    });
    let waiting = host.peer(peer).unwrap().waiting_bytes;
    assert!(waiting <= max + 2 * long, "{waiting}");
    assert!(used.bytes_max <= 4 * (max + long) as u64, "{}", used.bytes_max);
    // A sender that repeats what is not acknowledged brings all of them, one after the other.
    let mut arrived = Vec::new();
    for _ in 0..channels {
        for part in all.iter().flatten() {
            attacker.send(&mut host, part).unwrap();
        }
        arrived.extend(events(&mut host).into_iter().map(|event| match event {
            Event::Received { channel, bytes, .. } if bytes == packet => channel,
            other => panic!("{other:?}"),
        }));
    }
    arrived.sort_unstable();
    assert_eq!(arrived, (0..channels).collect::<Vec<u8>>());
    assert_eq!(host.peer(peer).unwrap().waiting_bytes, 0);
}

#[test]
fn one_packet_arrives_whatever_the_limit() {
    let mut host = server(Limits::default().with_max_waiting_bytes(0));
    let (attacker, _) = Attacker::connect(&mut host, CLIENT, 0);
    for commands in [vec![reliable(0, 1, &[1; 1300])], parts(0, 2, &[2; 5000])] {
        for command in commands {
            attacker.send(&mut host, &command).unwrap();
        }
        assert_eq!(events(&mut host).len(), 1);
    }
}

#[test]
fn a_packet_above_the_limit_takes_no_memory() {
    let max = 5000;
    let limits = Limits::default().with_max_packet_bytes(max).with_max_waiting_bytes(1 << 16);
    let mut host = server(limits);
    let (attacker, peer) = Attacker::connect(&mut host, CLIENT, 0);
    let allowed = parts(0, 1, &vec![2; max]);
    for first in [0x88, 0x0C] {
        let mut refused = parts(0, 1, &vec![1; max + 1]);
        for part in &mut refused {
            part[0] = first;
        }
        let used = measure(|| {
            for part in &refused[..refused.len() - 1] {
                attacker.send(&mut host, part).unwrap();
            }
        });
        assert!(used.bytes_max <= 2048, "{}", used.bytes_max);
        assert_eq!(host.peer(peer).unwrap().waiting_bytes, 0);
        attacker.send(&mut host, refused.last().unwrap()).unwrap();
        assert_eq!(events(&mut host), []);
    }
    for part in allowed {
        attacker.send(&mut host, &part).unwrap();
    }
    assert_eq!(events(&mut host).len(), 1);
    let sent = host.send(peer, 0, Mode::Reliable, vec![1; max + 1]);
    assert_eq!(sent, Err(SendError::TooLong { len: max + 1, max }));
}

#[test]
fn a_client_answers_no_request() {
    let mut host = server(Limits::client());
    host.receive(CLIENT, &connect_from(1, 16), Duration::ZERO).unwrap();
    assert_eq!(transmit(&mut host, 0), []);
}

#[test]
fn handshakes_that_have_ended_leave_nothing() {
    let mut host = server(Limits::default());
    let mut stranger = 0;
    let mut begin = |host: &mut Host<SocketAddr>, round: u64| {
        for _ in 0..100 {
            stranger += 1;
            let ip = IpAddr::V4(Ipv4Addr::from_bits(0x0B00_0000 + stranger));
            let now = Duration::from_secs(round);
            host.receive(SocketAddr::new(ip, 1), &connect_from(1, 1), now).unwrap();
        }
        transmit(host, round * 1000);
    };
    begin(&mut host, 0);
    transmit(&mut host, 10_000);
    let used = measure(|| {
        (10..300).for_each(|round| begin(&mut host, round));
        transmit(&mut host, 400_000);
    });
    assert!(used.bytes_current <= 8192, "{}", used.bytes_current);
}

#[test]
fn a_peer_that_is_to_leave_has_30_seconds() {
    let mut host = server(Limits::default().with_max_peers(1));
    host.receive(CLIENT, &connect_from(99, 16), Duration::ZERO).unwrap();
    let (slot, session, time) = answer_of(&transmit(&mut host, 0)[0].1);
    let mut attacker = Attacker { address: CLIENT, slot, session, now: 4_800 };
    attacker.send(&mut host, &acknowledgement(time)).unwrap();
    let [Event::Connected { peer, .. }] = events(&mut host)[..] else { panic!("a connection") };
    // It takes 1 byte a second, and each acknowledgement takes 4.8 seconds.
    attacker.send(&mut host, &[0x8A, 0xFF, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1]).unwrap();
    while host.send(peer, 0, Mode::Reliable, vec![1; 1300]).is_ok() {}
    host.disconnect_later(peer, 0);
    let mut due = std::collections::BTreeMap::new();
    for now in (4_800..60_000).step_by(20) {
        for (_, datagram) in transmit(&mut host, now) {
            let (header, body) = Header::read(&datagram).unwrap();
            for framed in Commands::new(body).map(Result::unwrap) {
                let [a, b] = framed.number.to_be_bytes();
                let [c, d] = header.sent_time.unwrap_or_default().to_be_bytes();
                let answer = vec![1, framed.channel, a, b, a, b, c, d];
                due.insert((now + 4_800, framed.number), answer);
            }
        }
        attacker.now = now;
        // A caller that says it again gives no more time.
        host.disconnect_later(peer, 0);
        while let Some(first) = due.first_entry().filter(|it| it.key().0 <= now) {
            attacker.send(&mut host, &first.remove()).unwrap();
        }
        if let Some(event) = host.next_event() {
            assert_eq!(event, Event::Disconnected { peer, reason: Reason::Left });
            assert!((34_800..=39_900).contains(&now), "{now}");
            return;
        }
    }
    panic!("the seat is still taken");
}

#[test]
fn a_farewell_is_sent_beside_a_flood_of_ends() {
    let mut host = server(Limits::default());
    let (attacker, _) = Attacker::connect(&mut host, CLIENT, 0);
    let (bystander, peer) = Attacker::connect(&mut host, address(3, 1), 0);
    for number in 2..4000_u16 {
        let [a, b] = number.to_be_bytes();
        attacker.send(&mut host, &[0x84, 0xFF, a, b, 0, 0, 0, 0]).unwrap();
    }
    host.close(peer, 7);
    let datagrams = transmit(&mut host, 0);
    assert!(datagrams.len() <= 1025, "{}", datagrams.len());
    let mut farewells = datagrams.iter().filter(|(to, _)| *to == bystander.address);
    let (_, farewell) = farewells.next().expect("a farewell");
    assert_eq!(farewell[2..], [0x44, 0xFF, 0, 0, 0, 0, 0, 7]);
}

#[test]
fn no_more_than_a_datagram_is_decompressed() {
    let mut host = server(Limits::default());
    let (attacker, _) = Attacker::connect(&mut host, CLIENT, 0);
    for (len, expected) in [(1380, Ok(())), (1381, Err(ReceiveError::Compression))] {
        let packet = [&[0x49, 0, 0, 0, 0, 1][..], &u16::to_be_bytes(len), &vec![0; len.into()]];
        let mut compressed = [0; 64];
        let size =
            RangeCoder::new().compress(&packet.concat(), &mut compressed, usize::MAX).unwrap();
        let mut datagram = attacker.datagram(None, &compressed[..size]);
        datagram[0] |= 0x40;
        assert_eq!(host.receive(CLIENT, &datagram, Duration::ZERO), expected, "{len}");
    }
}

#[test]
fn the_longest_packet_arrives_at_the_least_mtu() {
    let limits = Limits::default().with_max_packet_bytes(1 << 24).with_mtu(576);
    let (mut server, mut client, _, to_server) = pair(limits.clone(), limits.with_max_peers(0));
    let packet = vec![7; 1 << 24];
    client.send(to_server, 0, Mode::Reliable, packet.clone()).unwrap();
    for now in 10..5_000 {
        let time = Duration::from_millis(now);
        for (_, datagram) in transmit(&mut client, now) {
            server.receive(CLIENT, &datagram, time).unwrap();
        }
        for (_, datagram) in transmit(&mut server, now) {
            client.receive(SERVER, &datagram, time).unwrap();
        }
        if let Some(Event::Received { bytes, .. }) = server.next_event() {
            assert!(bytes == packet);
            return;
        }
    }
    panic!("it does not arrive");
}
