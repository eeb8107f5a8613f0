//! The limits of a WebSocket server, against clients that write bytes: what one turn reads, and how many connections there are.
//!
//! A turn is counted by what it returns, so a busy machine changes no result. Where the server has a time of its own, a test that took
//! longer begins anew.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use godot_var_multiplayer::net::{Client, NetConfig, Server};
use godot_var_multiplayer::{Config, Event, Misfit, Refusal, Session};

#[path = "common/frames.rs"]
mod frames;

use frames::{frame, header, request};

const PATIENCE: Duration = Duration::from_secs(20);
/// How long half a handshake may take, and how often the server compares times.
const HANDSHAKE: Duration = Duration::from_secs(5);
const PERIOD: Duration = Duration::from_millis(500);
/// How long a peer may take to answer the end of its connection.
const FAREWELL: Duration = Duration::from_secs(2);

struct Host {
    server: Server,
    session: Session,
    address: SocketAddr,
}

/// What a turn of the server has returned.
#[derive(Debug, Default)]
struct Turn {
    joined: Vec<i32>,
    left: Vec<i32>,
    /// The lengths of the packets.
    packets: Vec<usize>,
    misfits: Vec<Misfit>,
}

impl Host {
    fn new(config: NetConfig) -> Self {
        let mut server = Server::new(config).expect("a server");
        let address = server.listen_websocket("127.0.0.1:0").expect("a port");
        Self { server, session: Session::new(Config::default()), address }
    }

    fn turn(&mut self) -> Turn {
        self.server.wait(Duration::from_millis(5)).expect("waited");
        let mut turn = Turn::default();
        while let Some(message) = self.server.receive().expect("received") {
            match message.event(&mut self.session, Duration::ZERO) {
                Some(Event::Connected(peer)) => turn.joined.push(peer),
                Some(Event::Disconnected(peer)) => turn.left.push(peer),
                Some(Event::Raw { bytes, .. }) => turn.packets.push(bytes.len()),
                Some(Event::Refused { reason: Refusal::Transport { reason, .. }, .. }) => {
                    turn.misfits.push(reason);
                }
                other => panic!("{other:?}"),
            }
        }
        turn
    }

    /// Takes turns until one has what is expected, and returns that one.
    fn until(&mut self, what: &str, mut is_so: impl FnMut(&Turn) -> bool) -> Turn {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let turn = self.turn();
            if is_so(&turn) {
                return turn;
            }
            assert!(Instant::now() < deadline, "no {what}: {turn:?}");
        }
    }

    /// A connection that has sent these bytes.
    fn stream(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).expect("connected");
        stream.write_all(bytes).expect("sent");
        stream
    }

    /// The connection of a peer.
    fn join(&mut self) -> (TcpStream, i32) {
        let stream = self.stream(request("").as_bytes());
        let turn = self.until("peer", |turn| !turn.joined.is_empty());
        (stream, turn.joined[0])
    }
}

/// A packet without a meaning for a session, as a message.
fn packet(len: usize) -> Vec<u8> {
    frame(0x82, &vec![3; len])
}

/// A message of a frame with two bytes and many without any.
fn fragments(frames: usize) -> Vec<u8> {
    let empty = frame(0x00, &[]).repeat(frames);
    [frame(0x02, &[3, 3]), empty, frame(0x80, &[])].concat()
}

/// Sends bytes in a thread: the operating system may take the last ones only when the server has read the first.
fn send(mut stream: TcpStream, bytes: Vec<u8>) -> thread::JoinHandle<TcpStream> {
    thread::spawn(move || {
        // The server may end the connection before.
        let _ = stream.write_all(&bytes);
        stream
    })
}

/// Sends these bytes many times. Returns how many packets the fullest turn has returned.
fn most_in_a_turn(bytes: &[u8], count: usize) -> usize {
    let mut host = Host::new(NetConfig::default());
    let sent = send(host.join().0, bytes.repeat(count));
    let (mut most, mut packets) = (0, 0);
    host.until("end of the packets", |turn| {
        assert_eq!((&turn.left[..], &turn.misfits[..]), (&[][..], &[][..]));
        most = most.max(turn.packets.len());
        packets += turn.packets.len();
        packets >= count
    });
    drop(sent.join());
    assert_eq!(packets, count);
    most
}

#[test]
fn a_turn_reads_100_messages_of_a_connection() {
    assert_eq!(most_in_a_turn(&packet(8), 1000), 100);
    // Those that are not for the game count, too.
    let pings = frame(0x89, &[]).repeat(49);
    assert_eq!(most_in_a_turn(&[pings, packet(8)].concat(), 40), 2);
}

#[test]
fn a_turn_reads_65_536_bytes_of_a_connection() {
    const BYTES: usize = 65_536;
    // Less than a message is left of the turn before.
    let limit = |len: usize| BYTES.div_ceil(len);
    let whole = packet(1000);
    let most = most_in_a_turn(&whole, 600);
    assert!((1..=limit(whole.len())).contains(&most), "{most}");
    // The library reads on until a message is complete.
    let parts = fragments(1000);
    let most = most_in_a_turn(&parts, 100);
    assert!((1..=limit(parts.len())).contains(&most), "{most}");
}

/// Whether the other side has not ended a connection. Appends what it has sent.
fn is_open(mut stream: &TcpStream, read: &mut Vec<u8>) -> bool {
    stream.set_read_timeout(Some(Duration::from_millis(1))).expect("a timeout");
    match stream.read_to_end(read) {
        Ok(_) => false,
        Err(error) => matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
    }
}

/// Sends a text, for which the server ends the connection, then these bytes, and then the answer of a client to the end. Takes this many
/// turns, and checks that the server has not read all by then.
fn reads_on_while_it_closes(bytes: &[u8], turns: usize) {
    let all = [&frame(0x81, b"text"), bytes, &frame(0x88, &[])].concat();
    let deadline = Instant::now() + PATIENCE;
    loop {
        assert!(Instant::now() < deadline, "this machine is too slow");
        let mut host = Host::new(NetConfig::default());
        let (stream, peer) = host.join();
        let begun = Instant::now();
        let sent = send(stream.try_clone().expect("a handle"), all.clone());
        let turn = host.until("end", |turn| !turn.left.is_empty());
        assert_eq!((turn.left, turn.misfits), (vec![peer], vec![Misfit::Text]));
        for _ in 0..turns {
            host.turn();
        }
        let mut answer = Vec::new();
        let is_reading = is_open(&stream, &mut answer);
        if begun.elapsed() < FAREWELL {
            assert!(is_reading, "{turns} turns have read {} bytes", all.len());
            host.until("end of the connection", |_| !is_open(&stream, &mut answer));
            drop(sent.join());
            return;
        }
    }
}

#[test]
fn a_connection_that_closes_has_the_same_limits() {
    // 1,000 pings, of which each turn reads 100.
    reads_on_while_it_closes(&frame(0x89, &[]).repeat(1000), 9);
    // A message of 390,000 bytes, of which each turn reads 65,536.
    reads_on_while_it_closes(&fragments(65_000), 5);
}

/// Connections that have sent nothing, half a request, and one byte after the other.
#[test]
fn half_a_handshake_ends_after_5_seconds() {
    let mut host = Host::new(NetConfig::default());
    let begun = Instant::now();
    let mut slow = host.stream(b"GET / HTTP/1.1\r\nCookie: ");
    let _halves = [host.stream(&[]), host.stream(b"GET / HT")];
    // Connections are accepted in their order.
    host.join();
    let accepted = Instant::now();
    let (mut late, mut pieces) = (0, 0);
    while late < 3 {
        let turn_begun = Instant::now();
        // The server may have ended the connection. The library refuses more than 64 small pieces.
        if begun.elapsed() > pieces * Duration::from_millis(200) {
            pieces += 1;
            let _ = slow.write_all(b"a");
        }
        let turn = host.turn();
        for misfit in turn.misfits {
            assert_eq!(misfit, Misfit::Late);
            assert!(begun.elapsed() > HANDSHAKE, "{:?}", begun.elapsed());
            late += 1;
        }
        // In a turn that begins this late, the times have been compared since.
        let is_over = turn_begun - accepted > HANDSHAKE + PERIOD + PERIOD / 5;
        assert!(!is_over || late == 3, "{late} have ended");
    }
}

/// The last of them has a whole request, and still no place.
#[test]
fn an_ip_address_has_64_half_handshakes() {
    let joins = |halves: usize| {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let mut host = Host::new(NetConfig::default());
            let begun = Instant::now();
            let _halves = (0..halves).map(|_| host.stream(b"GET / HT")).collect::<Vec<_>>();
            let _whole = host.stream(request("").as_bytes());
            let turn =
                host.until("answer", |turn| !turn.joined.is_empty() || !turn.misfits.is_empty());
            if begun.elapsed() < HANDSHAKE {
                return if turn.joined.is_empty() { Err(turn.misfits) } else { Ok(()) };
            }
            assert!(Instant::now() < deadline, "this machine is too slow");
        }
    };
    assert_eq!(joins(63), Ok(()));
    assert_eq!(joins(64), Err(vec![Misfit::Handshakes(64)]));
}

/// Those of `ENet` count, too.
#[test]
fn a_full_server_has_no_place() {
    let mut host = Host::new(NetConfig::default().with_max_peers(2));
    host.server.listen_enet(host.address).expect("the same port");
    let url = format!("enet://{}", host.address);
    let client = thread::spawn(move || Client::connect(&url, NetConfig::default(), PATIENCE));
    host.until("peer", |turn| !turn.joined.is_empty());
    let (web, peer) = host.join();
    for _ in 0..2 {
        let refused = host.stream(request("").as_bytes());
        let turn = host.until("answer", |turn| !turn.joined.is_empty() || !turn.misfits.is_empty());
        assert_eq!((turn.joined, turn.misfits), (vec![], vec![Misfit::Full]));
        refused.shutdown(Shutdown::Write).expect("a connection");
        let mut answer = Vec::new();
        host.until("end", |_| !is_open(&refused, &mut answer));
        // Status 1013, "try again later".
        let end = [&[0x88, 20, 0x03, 0xF5], &b"the server is full"[..]].concat();
        assert!(answer.ends_with(&end), "{}", String::from_utf8_lossy(&answer));
    }
    drop(web);
    assert_eq!(host.until("end", |turn| !turn.left.is_empty()).left, [peer]);
    host.join();
    drop(client.join());
}

/// A header costs no more than the longest packet, whatever it announces. A message of many frames costs what has arrived besides.
#[test]
fn a_frame_reserves_at_most_the_longest_packet() {
    const LONGEST: usize = 20_000;
    /// Of the buffers and the session.
    const BESIDES: usize = 16_384;
    let receive = |limit: usize, first: &[u8], then: &[u8]| {
        let mut host = Host::new(NetConfig::default().with_max_packet_bytes(LONGEST));
        let (mut stream, peer) = host.join();
        stream.write_all(first).expect("sent");
        let mut end = Turn::default();
        let used = allocation_counter::measure(|| {
            if !then.is_empty() {
                // Some turns with the header alone.
                for _ in 0..3 {
                    host.turn();
                }
                stream.write_all(then).expect("sent");
            }
            end = host.until("end", |turn| !turn.packets.is_empty() || !turn.left.is_empty());
        });
        assert!(end.left.is_empty() || end.left == [peer]);
        assert!(used.bytes_max <= (limit + BESIDES) as u64, "{} bytes", used.bytes_max);
        (end.packets, end.misfits)
    };
    let packet = vec![3; LONGEST];
    let whole = (vec![LONGEST - 1], vec![]);
    assert_eq!(receive(LONGEST, &header(0x82, LONGEST as u64), &packet), whole);
    let too_long = (vec![], vec![Misfit::TooLong(LONGEST)]);
    for len in [LONGEST as u64 + 1, 40_000, 1 << 16, 1 << 20, 1 << 30, 1 << 62] {
        assert_eq!(receive(LONGEST, &header(0x82, len), &[]), too_long, "{len}");
        // The same in a later frame of a message.
        let later = [frame(0x02, &[3]), header(0x00, len)].concat();
        assert_eq!(receive(LONGEST, &later, &[]), too_long, "{len}");
    }
    // Two frames that have room, of a message that has none.
    let [half, one_more] = [&packet[..LONGEST / 2], &packet[..=LONGEST / 2]];
    assert_eq!(receive(2 * LONGEST, &frame(0x02, half), &frame(0x80, half)), whole);
    assert_eq!(receive(2 * LONGEST, &frame(0x02, half), &frame(0x80, one_more)), too_long);
}

#[test]
fn a_turn_accepts_few_connections() {
    let mut host = Host::new(NetConfig::default());
    let streams: Vec<_> = (0..100).map(|_| host.stream(request("").as_bytes())).collect();
    let mut joined = 0;
    host.until("last of them", |turn| {
        assert!(turn.joined.len() <= 16, "{} in a turn", turn.joined.len());
        joined += turn.joined.len();
        joined >= streams.len()
    });
    assert_eq!(joined, streams.len());
}

/// Frames that complete no message cost as much as messages: a turn has room for those of 16 connections, whatever their number is.
#[test]
fn a_turn_reads_few_bytes_of_all_connections() {
    const PACKET: usize = 60_000;
    let mut host = Host::new(NetConfig::default());
    let mut streams: Vec<_> = (0..40).map(|_| host.join().0).collect();
    for stream in &mut streams {
        stream.write_all(&packet(PACKET)).expect("sent");
    }
    thread::sleep(Duration::from_millis(200));
    let (mut all, mut most) = (0, 0);
    host.until("last packet", |turn| {
        all += turn.packets.len();
        most = most.max(turn.packets.len());
        all >= streams.len()
    });
    assert_eq!(all, streams.len(), "each gets its turn");
    assert!((1..=18).contains(&most), "{most} packets of {PACKET} bytes in a turn");
}

/// The library reads a request from its beginning with each part of it.
#[test]
fn a_long_request_is_refused() {
    for len in [15_000, 17_000, 60_000] {
        let mut host = Host::new(NetConfig::default());
        let cookie = format!("Cookie: {}\r\n", "a".repeat(len));
        let _stream = host.stream(request(&cookie).as_bytes());
        let turn = host.until("answer", |turn| !turn.joined.is_empty() || !turn.misfits.is_empty());
        let expected = if len > 16_000 { vec![Misfit::NotWebSocket] } else { vec![] };
        assert_eq!(turn.misfits, expected, "{len}");
    }
}
