//! Attacks on the sockets of `net`: a client that behaves is served as before, memory is bounded, and nothing arrives that was not sent.

use std::collections::VecDeque;
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use godot_var_multiplayer::net::enet::range_coder::RangeCoder;
use godot_var_multiplayer::net::{self, NetConfig, Server};
use godot_var_multiplayer::{Config, Event, SERVER, Session, Target, TransferMode};
use tungstenite::handshake::derive_accept_key;

#[path = "../../tests/common/enet.rs"]
mod datagrams;
#[path = "common/frames.rs"]
mod frames;

use datagrams::{connect, part, reliable};
use frames::{frame, request};

const PATIENCE: Duration = Duration::from_secs(20);
/// How long an attack goes on.
const ATTACK: Duration = Duration::from_millis(1500);
/// The longest turn of a server, in CPU time: other programs do not count.
const TURN: Duration = Duration::from_millis(300);
/// How many turns later a server has read a packet: all but one in a hundred.
const TURNS: usize = 20;
/// The memory that an attack of one peer takes at most: what waits for it, a packet and buffers.
const MEMORY: u64 = 4 << 20;

/// Bytes that count up, as all that is sent here. A hole in them is seen.
fn counting(len: usize) -> Vec<u8> {
    (0..len).map(|at| at as u8).collect()
}

/// A raw packet of a game, with these bytes.
fn packet(len: usize) -> Vec<u8> {
    [&[3][..], &counting(len - 1)].concat()
}

/// The turns of a server.
#[derive(Default)]
struct Turns {
    count: AtomicUsize,
    /// The turn in which each client has sent its packet, if that is known.
    sent: [AtomicUsize; 2],
}

/// How long this thread has run.
fn cpu_time() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|nanos| nanos.parse().ok()).unwrap_or(0))
}

/// A client that behaves: it sends a packet, waits for the same one, and so on.
fn play(url: &str, player: usize, turns: &Turns, stop: &AtomicBool) {
    let mut client = net::Client::connect(url, NetConfig::default(), PATIENCE).expect("a server");
    let mut session = Session::client(client.id(), Config::default());
    let (started, mut sent) = (Instant::now(), None);
    session.connect(SERVER, Duration::ZERO);
    while !stop.load(Ordering::Relaxed) || sent.is_some() {
        if sent.is_none() {
            thread::sleep(Duration::from_millis(5));
            turns.sent[player].store(usize::MAX, Ordering::SeqCst);
            let all = Target::Peer(SERVER);
            let bytes = counting(2000 + player);
            session.send_bytes(all, &bytes, TransferMode::Reliable, 0).expect("sent");
            sent = Some(Instant::now());
        }
        session.drain(|packet| client.send(packet));
        client.wait(Duration::from_millis(5)).expect("waited");
        let now = turns.count.load(Ordering::SeqCst);
        turns.sent[player].fetch_min(now, Ordering::SeqCst);
        while let Some(message) = client.receive().expect("received") {
            match message.event(&mut session, started.elapsed()) {
                Some(Event::Raw { bytes, .. }) => {
                    assert_eq!(bytes, counting(2000 + player));
                    sent = None;
                }
                Some(Event::Connected(_)) | None => {}
                other => panic!("{other:?}"),
            }
        }
        assert!(sent.is_none_or(|sent| sent.elapsed() < PATIENCE), "no answer");
    }
}

#[derive(Debug)]
struct Figures {
    /// The longest turn of the server, in CPU time.
    turn: Duration,
    /// How many turns later the server has read what the clients have sent, but for one packet in a hundred.
    turns: usize,
    /// The memory of the server beside what it had before, in bytes.
    memory: u64,
}

type Attack = fn(SocketAddr, &AtomicBool);

/// Serves two clients that behave, and an attack beside them.
fn serve(attack: Attack) -> Figures {
    let mut server = Server::new(NetConfig::default().with_max_peers(64)).expect("a server");
    let address = server.listen_websocket("127.0.0.1:0").expect("a port");
    server.listen_enet(address).expect("the same port");
    let mut session = Session::new(Config::default());
    let (started, stop) = (Instant::now(), Arc::new(AtomicBool::new(false)));
    let (mut turn, mut joined, mut until) = (Duration::ZERO, 0, None);
    let (turns, mut delays) = (Arc::new(Turns::default()), Vec::new());
    let players = [("enet", 0), ("ws", 1)].map(|(scheme, player)| {
        let (url, stop) = (format!("{scheme}://{address}"), Arc::clone(&stop));
        let turns = Arc::clone(&turns);
        thread::spawn(move || play(&url, player, &turns, &stop))
    });
    let mut attacker = None;
    let memory = allocation_counter::measure(|| {
        while !players.iter().all(thread::JoinHandle::is_finished) {
            let begun = cpu_time();
            let now = started.elapsed();
            let count = turns.count.fetch_add(1, Ordering::SeqCst) + 1;
            while let Some(message) = server.receive().expect("received") {
                let (peer, bytes) = match message.event(&mut session, now) {
                    Some(Event::Raw { peer, bytes }) => (peer, bytes.to_vec()),
                    Some(Event::Connected(_)) => {
                        joined += 1;
                        continue;
                    }
                    _ => continue,
                };
                assert_eq!(bytes, counting(bytes.len()), "{peer} has sent something else");
                let player = bytes.len().checked_sub(2000).and_then(|at| turns.sent.get(at));
                delays.extend(player.map(|sent| count.saturating_sub(sent.load(Ordering::SeqCst))));
                let answered =
                    session.send_bytes(Target::Peer(peer), &bytes, TransferMode::Reliable, 0);
                answered.expect("sent");
            }
            while session.poll(now).is_some() {}
            session.drain(|packet| server.send(packet));
            if attacker.is_some() {
                turn = turn.max(cpu_time().saturating_sub(begun));
            }
            server.wait(Duration::from_millis(5)).expect("waited");
            // The clients play before the attack begins.
            if attacker.is_none() && joined == 2 {
                let stop = Arc::clone(&stop);
                attacker = Some(thread::spawn(move || attack(address, &stop)));
                until = Some(Instant::now() + ATTACK);
            }
            if until.is_some_and(|until| Instant::now() > until) {
                stop.store(true, Ordering::Relaxed);
            }
            assert!(now < 2 * PATIENCE, "the clients end");
        }
    });
    attacker.expect("an attack").join().expect("no panic");
    for player in players {
        player.join().expect("an answer to each packet");
    }
    delays.sort_unstable();
    let turns = delays[delays.len() * 99 / 100];
    Figures { turn, turns, memory: memory.bytes_max }
}

/// A connection after its handshake.
fn websocket(address: SocketAddr) -> Option<TcpStream> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.write_all(request("").as_bytes()).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    let mut answer = [0; 64];
    let len = stream.read(&mut answer).ok()?;
    stream.set_write_timeout(Some(Duration::from_millis(100))).ok()?;
    (len > 0).then_some(stream)
}

/// Sends some bytes, and others as long as the server takes them, on one connection after the other.
fn flood(address: SocketAddr, stop: &AtomicBool, first: &[u8], then: &[u8]) {
    let many = then.repeat(10_000);
    while !stop.load(Ordering::Relaxed) {
        let Some(mut stream) = websocket(address) else { continue };
        let mut sent = stream.write_all(first);
        while sent.is_ok() && !stop.load(Ordering::Relaxed) {
            sent = stream.write_all(&many);
        }
    }
}

/// A message that never ends, in frames without bytes.
fn endless_fragments(address: SocketAddr, stop: &AtomicBool) {
    flood(address, stop, &frame(0x02, &[3]), &frame(0x00, &[]));
}

fn frames_after_a_text(address: SocketAddr, stop: &AtomicBool) {
    flood(address, stop, &frame(0x81, b"text"), &frame(0x82, &[]));
}

fn pings(address: SocketAddr, stop: &AtomicBool) {
    flood(address, stop, &[], &frame(0x89, &[]));
}

fn packets(address: SocketAddr, stop: &AtomicBool) {
    flood(address, stop, &[], &frame(0x82, &packet(100)));
}

fn endless_requests(address: SocketAddr, stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        let Ok(mut stream) = TcpStream::connect(address) else { continue };
        let _ = stream.set_write_timeout(Some(Duration::from_millis(100)));
        let mut sent = stream.write_all(b"GET / HTTP/1.1\r\n");
        while sent.is_ok() && !stop.load(Ordering::Relaxed) {
            sent = stream.write_all(&b"a: b\r\n".repeat(100));
        }
    }
}

/// 400 half requests. Most of them have no place, and those of others stay free.
fn half_requests(address: SocketAddr, stop: &AtomicBool) {
    let half = |_| {
        let mut stream = TcpStream::connect(address).ok()?;
        stream.write_all(b"GET / HT").ok()?;
        stream.set_nonblocking(true).ok()?;
        Some(stream)
    };
    let mut streams: Vec<_> = (0..400).filter_map(half).collect();
    // Before half handshakes end; a listener whose queue was full gets the rest after a second.
    let deadline = Instant::now() + Duration::from_secs(4);
    let mut open = streams.len();
    while open > 64 && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(10));
        let is_open = |stream: &mut TcpStream| {
            let read = stream.read(&mut [0; 64]);
            read.is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
        };
        open = streams.iter_mut().filter_map(|stream| is_open(stream).then_some(())).count();
    }
    assert!(open <= 64, "{open} are open");
    while !stop.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(10));
    }
}

/// Clients that come and go at once, and whose requests take long to read.
fn long_requests(address: SocketAddr, stop: &AtomicBool) {
    let request = request(&format!("Sec-WebSocket-Protocol: {}\r\n", "a,".repeat(32_000)));
    let mut streams = VecDeque::new();
    while !stop.load(Ordering::Relaxed) {
        let Ok(mut stream) = TcpStream::connect(address) else { continue };
        let _ = stream.set_nonblocking(true);
        let _ = stream.write(request.as_bytes());
        let _ = stream.shutdown(Shutdown::Write);
        streams.push_back(stream);
        if streams.len() > 300 {
            streams.pop_front();
        }
    }
}

/// A client of bytes that is connected.
fn enet(address: SocketAddr) -> (UdpSocket, datagrams::Client) {
    let socket = UdpSocket::bind("127.0.0.1:0").expect("a port");
    socket.connect(address).expect("an address");
    socket.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    let id = u32::from(socket.local_addr().expect("an address").port());
    socket.send(&connect(id)).expect("sent");
    let mut answer = [0; 4096];
    let len = socket.recv(&mut answer).expect("an answer");
    let (client, end) = datagrams::Client::accept(&answer[..len]);
    socket.send(&end).expect("sent");
    (socket, client)
}

/// Sends datagrams of a connected client, as fast as a server reads about.
fn send(address: SocketAddr, stop: &AtomicBool, mut datagram: impl FnMut(u16) -> Vec<u8>) {
    let (socket, client) = enet(address);
    let mut number = 0_u16;
    while !stop.load(Ordering::Relaxed) {
        for _ in 0..20 {
            number = number.wrapping_add(1);
            let _ = socket.send(&client.timed(&datagram(number)));
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Packets whose echoes are never acknowledged.
fn packets_without_answers(address: SocketAddr, stop: &AtomicBool) {
    send(address, stop, |number| reliable(1, number, &packet(1000)));
}

/// Two parts at one place are counted as a packet of 1,100 bytes, with what was in memory before.
fn parts_with_holes(address: SocketAddr, stop: &AtomicBool) {
    let bytes = packet(8);
    send(address, stop, |number| {
        let start = number & !1;
        let index = u32::from(number & 1);
        let head = if number & 2 == 0 { (0x88, 1, number, start) } else { (0x0C, 2, 0, start) };
        part(head, [2, index, 1100, 0], &bytes)
    });
}

/// Each part of one byte makes a bitmap of 128 KiB.
fn parts_of_a_million(address: SocketAddr, stop: &AtomicBool) {
    send(address, stop, |number| {
        let parts = (0..40_u16).map(|part| number.wrapping_mul(40).wrapping_add(part));
        parts.flat_map(|start| part((0x0C, 3, 1, start), [1 << 20, 0, 2, 0], &[3])).collect()
    });
}

/// Empty packets that wait for earlier ones, each before all that wait already.
fn packets_in_descending_order(address: SocketAddr, stop: &AtomicBool) {
    send(address, stop, |number| {
        let numbers = (0..200_u16)
            .map(|at| 28_000_u16.wrapping_sub(number.wrapping_mul(200).wrapping_add(at)));
        numbers.flat_map(|number| reliable(1, number, &[])).collect()
    });
}

/// Empty unreliable packets after a reliable one that never arrives.
fn unreliable_packets_that_wait(address: SocketAddr, stop: &AtomicBool) {
    send(address, stop, |number| {
        let numbers =
            (0..200_u16).map(|at| 0_u16.wrapping_sub(number.wrapping_mul(200).wrapping_add(at)));
        let command = |number: u16| [&[0x07, 1, 0, 2], &number.to_be_bytes()[..], &[0, 0]].concat();
        numbers.flat_map(command).collect()
    });
}

/// Strangers whose datagrams take long to decompress.
fn compressed_noise(address: SocketAddr, stop: &AtomicBool) {
    let socket = UdpSocket::bind("127.0.0.1:0").expect("a port");
    let noise: Vec<u8> = (0..4000_u32).map(|at| ((at * at * 31) >> 3) as u8).collect();
    let noise = [&[0xCF, 0xFF, 0, 0], &noise[..]].concat();
    while !stop.load(Ordering::Relaxed) {
        for _ in 0..20 {
            let _ = socket.send_to(&noise, address);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// First datagrams of 400 clients that never go on.
fn half_handshakes(address: SocketAddr, stop: &AtomicBool) {
    let sockets: Vec<_> =
        (0..400).map(|_| UdpSocket::bind("127.0.0.1:0").expect("a port")).collect();
    while !stop.load(Ordering::Relaxed) {
        for (id, socket) in (100..).zip(&sockets) {
            let _ = socket.send_to(&connect(id), address);
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// Unsequenced packets of one client that take longest to decompress: contexts with many symbols.
fn slow_compression(address: SocketAddr, stop: &AtomicBool) {
    let (socket, client) = enet(address);
    let symbols = (0..457_u32).flat_map(|at| [0, 0, if at < 256 { at as u8 } else { 255 }]);
    let (mut coder, symbols) = (RangeCoder::new(), symbols.collect::<Vec<u8>>());
    let datagrams = (1..=150).map(|group| {
        let [len_high, len_low] = (symbols.len() as u16).to_be_bytes();
        let packet = [&[0x49, 1, 0, 0, 0, group, len_high, len_low], &symbols[..]].concat();
        let mut compressed = [0; 1388];
        let len = coder.compress(&packet, &mut compressed, usize::MAX).expect("it gets shorter");
        let mut datagram = client.plain(&compressed[..len]);
        datagram[0] |= 0x40;
        datagram
    });
    let datagrams: Vec<Vec<u8>> = datagrams.collect();
    while !stop.load(Ordering::Relaxed) {
        for datagram in &datagrams {
            let _ = socket.send(datagram);
        }
    }
}

/// Whatever the datagrams cost that have arrived, a turn ends soon, and the next ones read the rest.
#[test]
fn a_turn_reads_for_a_while_only() {
    let mut server = Server::new(NetConfig::default()).expect("a server");
    let address = server.listen_enet("127.0.0.1:0").expect("a port");
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let attacker = thread::spawn(move || slow_compression(address, &stopped));
    let (mut arrived, mut turn) = (0, Duration::ZERO);
    for _ in 0..20 {
        server.wait(Duration::from_millis(50)).expect("waited");
        let begun = cpu_time();
        while server.receive().expect("received").is_some() {
            arrived += 1;
        }
        turn = turn.max(cpu_time().saturating_sub(begun));
    }
    stop.store(true, Ordering::Relaxed);
    attacker.join().expect("no panic");
    assert!(arrived > 0, "the attack arrives");
    assert!(turn <= TURN, "{turn:?}");
}

fn nothing(_: SocketAddr, _: &AtomicBool) {}

#[test]
fn clients_are_served_under_attack() {
    let attacks: [(&str, Attack); 15] = [
        ("nothing", nothing),
        ("endless fragments", endless_fragments),
        ("frames after a text", frames_after_a_text),
        ("pings", pings),
        ("packets", packets),
        ("endless requests", endless_requests),
        ("half requests", half_requests),
        ("long requests", long_requests),
        ("packets without answers", packets_without_answers),
        ("parts with holes", parts_with_holes),
        ("parts of a million", parts_of_a_million),
        ("packets in descending order", packets_in_descending_order),
        ("unreliable packets that wait", unreliable_packets_that_wait),
        ("compressed noise", compressed_noise),
        ("half handshakes", half_handshakes),
    ];
    for (name, attack) in attacks {
        let figures = serve(attack);
        println!("{name}: {figures:?}");
        assert!(figures.turn <= TURN, "{name}: {figures:?}");
        assert!(figures.turns <= TURNS, "{name}: {figures:?}");
        assert!(figures.memory <= MEMORY, "{name}: {figures:?}");
    }
}

/// Reads the request of a WebSocket client, and returns the answer that accepts it.
fn answer(stream: &mut TcpStream) -> String {
    let mut request = [0; 4096];
    let len = stream.read(&mut request).expect("a request");
    let request = String::from_utf8_lossy(&request[..len]);
    let key = request.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("sec-websocket-key").then_some(value)
    });
    let accept = derive_accept_key(key.expect("a key").as_bytes());
    format!(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\
         Connection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
    )
}

/// A server that keeps a client busy: the client gives up at its time.
#[test]
fn a_server_cannot_keep_a_client() {
    // Half an answer, frames that are never a message, messages that are no id, pings.
    let servers: [(bool, &[u8], &[u8]); 4] = [
        (false, b"HTTP/1.1 101 Switching Protocols\r\n", b"a: b\r\n"),
        (true, &[0x02, 1, 0], &[0x00, 0]),
        (true, &[], &[0x81, 1, b'x']),
        (true, &[], &[0x89, 0]),
    ];
    let clients = servers.map(|(answers, first, then)| {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("ws://{}", listener.local_addr().expect("an address"));
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a client");
            let answer = answer(&mut stream);
            if answers {
                stream.write_all(answer.as_bytes()).expect("a client");
            }
            let many = then.repeat(if answers { 10_000 } else { 1 });
            let mut sent = stream.write_all(first);
            while sent.is_ok() {
                sent = stream.write_all(&many);
            }
        });
        let (done, result) = channel();
        thread::spawn(move || {
            let timeout = Duration::from_millis(500);
            let refused = net::Client::connect(&url, NetConfig::default(), timeout).err();
            let _ = done.send(refused.map(|error| error.kind()));
        });
        result
    });
    for client in clients {
        let error = client.recv_timeout(Duration::from_secs(5)).expect("it ends at its time");
        let kinds = [Some(ErrorKind::TimedOut), Some(ErrorKind::ConnectionRefused)];
        assert!(kinds.contains(&error), "{error:?}");
    }
}

/// Whether a client learns that a server which has accepted it has ended the connection.
fn is_refused(url: &str) -> bool {
    let error = net::Client::connect(url, NetConfig::default(), PATIENCE).err();
    error.is_some_and(|error| error.kind() == ErrorKind::ConnectionRefused)
}

#[test]
fn an_enet_server_accepts_and_ends_in_one_datagram() {
    let server = UdpSocket::bind("127.0.0.1:0").expect("a port");
    let url = format!("enet://{}", server.local_addr().expect("an address"));
    thread::spawn(move || {
        let mut request = [0; 64];
        let (len, client) = server.recv_from(&mut request).expect("a request");
        assert_eq!((len, request[4]), (52, 0x82));
        let [high, low] = [request[8], request[9]];
        // VERIFY CONNECT with slot 7 and the values of the request, and DISCONNECT.
        let verify = [&[0x83, 0xFF, 0, 1, 0, 7, 0, 0], &request[12..48]].concat();
        let end = [0x84, 0xFF, 0, 2, 0, 0, 0, 0];
        let header = [0x80 | high, low, 0, 1];
        server.send_to(&[&header[..], &verify, &end].concat(), client).expect("sent");
    });
    assert!(is_refused(&url));
}

#[test]
fn a_websocket_server_accepts_and_ends_in_one_segment() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("ws://{}", listener.local_addr().expect("an address"));
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a client");
        let answer = answer(&mut stream);
        // The id of the client, and the end with status 1000.
        let frames = [0x82, 4, 9, 0, 0, 0, 0x88, 2, 0x03, 0xE8];
        stream.write_all(&[answer.as_bytes(), &frames].concat()).expect("sent");
        // The stream stays open until the client has returned, so that only the frame ends the connection.
        stream
    });
    assert!(is_refused(&url));
    drop(server.join());
}
