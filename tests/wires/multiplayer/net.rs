//! The sockets of a session under clients that are none: other protocols, broken datagrams and frames, peers that do not read.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::thread;
use std::time::{Duration, Instant};

use godot_var::multiplayer::net::{Client, NetConfig, Server};
use godot_var::multiplayer::{
    Config, Event, Misfit, Refusal, SERVER, Session, Target, TransferMode, godot3,
};
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;

const PATIENCE: Duration = Duration::from_secs(10);

/// The first datagrams of clients of Godot 4.6.3: plain, and with each of the engine's compressions.
const PLAIN: &str = "8fff931482ff00010000ffff0000057000010000000000ff0000000000000000000013880000000200000002322bdf6836d0d1b6";
const RANGE_CODER: &str =
    "cfffa364837b88b1fdf1df576b939eeefff5175b77c2479d197825dbb29169cf8becf369";
const FASTLZ: &str =
    "cfffb4830b82ff00010000ffff0000057040092000200bc00001138820090c0200000002ffa2b8321c60c4ca";
const ZLIB: &str =
    "cfffc2c4789c6bfacfc0c8c0f0ff3f03036b01880504ff19e040b80348308170ab53d6cb9099bf8e0000e58b0a5a";

fn bytes(hex: &str) -> Vec<u8> {
    hex::decode(hex).expect("hexadecimal")
}

pub(super) struct Net {
    server: Server,
    session: Session,
    address: SocketAddr,
    started: Instant,
    pub(super) connected: Vec<i32>,
    pub(super) disconnected: Vec<i32>,
    pub(super) raw: Vec<(i32, Vec<u8>)>,
    pub(super) misfits: Vec<(i32, Misfit)>,
}

impl Net {
    pub(super) fn new(config: NetConfig) -> Self {
        let mut server = Server::new(config).expect("a server");
        let address = server.listen_websocket("127.0.0.1:0").expect("a port");
        server.listen_enet(address).expect("the same port");
        Self {
            server,
            session: Session::new(Config::default()),
            address,
            started: Instant::now(),
            connected: Vec::new(),
            disconnected: Vec::new(),
            raw: Vec::new(),
            misfits: Vec::new(),
        }
    }

    pub(super) fn turn(&mut self) {
        let now = self.started.elapsed();
        while let Some(message) = self.server.receive().expect("received") {
            match message.event(&mut self.session, now) {
                Some(Event::Connected(peer)) => self.connected.push(peer),
                Some(Event::Disconnected(peer)) => self.disconnected.push(peer),
                Some(Event::Raw { peer, bytes }) => self.raw.push((peer, bytes.to_vec())),
                Some(Event::Refused { peer, reason: Refusal::Transport { reason, .. } }) => {
                    self.misfits.push((peer, reason));
                }
                // Of packets that are not of Godot.
                Some(Event::Refused { .. }) | None => {}
                Some(other) => panic!("{other:?}"),
            }
        }
        while self.session.poll(now).is_some() {}
        self.session.drain(|packet| self.server.send(packet));
        self.server.wait(Duration::from_millis(1)).expect("waited");
    }

    pub(super) fn until(&mut self, what: &str, mut is_so: impl FnMut(&Self) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !is_so(self) {
            assert!(
                Instant::now() < deadline,
                "no {what}: {:?} {:?}",
                self.connected,
                self.misfits
            );
            self.turn();
        }
    }

    pub(super) fn udp(&self) -> UdpSocket {
        let socket = UdpSocket::bind("127.0.0.1:0").expect("a port");
        socket.connect(self.address).expect("an address");
        socket.set_read_timeout(Some(Duration::from_millis(1))).expect("a timeout");
        socket
    }

    /// Serves until a datagram has arrived here.
    pub(super) fn answer(&mut self, socket: &UdpSocket) -> Vec<u8> {
        let mut buffer = [0; 4096];
        let deadline = Instant::now() + PATIENCE;
        loop {
            self.turn();
            match socket.recv(&mut buffer) {
                Ok(len) => return buffer[..len].to_vec(),
                Err(_) => assert!(Instant::now() < deadline, "no answer"),
            }
        }
    }

    /// Serves until the other side has closed the connection. Returns what it has sent.
    fn end(&mut self, mut stream: &TcpStream) -> Vec<u8> {
        stream.set_read_timeout(Some(Duration::from_millis(1))).expect("a timeout");
        let (mut read, mut buffer) = (Vec::new(), [0; 4096]);
        let deadline = Instant::now() + PATIENCE;
        loop {
            self.turn();
            match stream.read(&mut buffer) {
                Ok(0) => return read,
                Ok(len) => read.extend(&buffer[..len]),
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    assert!(Instant::now() < deadline, "no end");
                }
                Err(_) => return read,
            }
        }
    }
}

/// A client in a thread of its own that sends bytes, and returns its id and those that come back.
fn talk(url: String, bytes: &'static [u8]) -> thread::JoinHandle<(i32, Vec<u8>)> {
    thread::spawn(move || {
        let mut client = Client::connect(&url, NetConfig::default(), PATIENCE).expect("a server");
        let mut session = Session::client(client.id(), Config::default());
        let started = Instant::now();
        loop {
            let now = started.elapsed();
            while let Some(message) = client.receive().expect("received") {
                match message.event(&mut session, now) {
                    Some(Event::Connected(SERVER)) => {
                        let sent =
                            session.send_bytes(Target::All, bytes, TransferMode::Reliable, 0);
                        sent.expect("sent");
                    }
                    Some(Event::Raw { peer: SERVER, bytes }) => {
                        let back = bytes.to_vec();
                        client.close();
                        client.wait(Duration::ZERO).expect("sent");
                        drop(client.receive());
                        return (client.id(), back);
                    }
                    other => panic!("{other:?}"),
                }
            }
            assert_eq!(session.poll(now), None);
            session.drain(|packet| client.send(packet));
            client.wait(Duration::from_millis(1)).expect("waited");
            assert!(now < PATIENCE, "no answer");
        }
    })
}

impl Net {
    /// Checks that the server still serves both transports.
    fn serves(&mut self) {
        const HELLO: &[u8] = &[7; 20_000];
        for scheme in ["enet", "ws"] {
            self.raw.clear();
            let client = talk(format!("{scheme}://{}", self.address), HELLO);
            self.until("bytes", |net| !net.raw.is_empty());
            let (peer, bytes) = self.raw.remove(0);
            let target = Target::Peer(peer);
            self.session.send_bytes(target, &bytes, TransferMode::Reliable, 0).expect("sent");
            self.until("end", |net| net.disconnected.contains(&peer));
            assert_eq!(client.join().expect("no panic"), (peer, HELLO.to_vec()));
        }
    }
}

#[test]
fn both_transports_at_once() {
    let mut net = Net::new(NetConfig::default());
    net.serves();
    assert_eq!(net.misfits, []);
    assert_eq!(net.connected, net.disconnected);
}

/// The server compresses for those who do, whoever else is connected.
#[test]
fn answers_are_compressed_for_those_who_compress() {
    let mut net = Net::new(NetConfig::default());
    for (first, compressed) in [(PLAIN, 0), (RANGE_CODER, 0x40), (PLAIN, 0)] {
        let mut first = bytes(first);
        let socket = net.udp();
        socket.send(&first).expect("sent");
        assert_eq!(net.answer(&socket)[0] & 0x40, compressed);
        // The same address again, as another kind of client.
        if compressed == 0 {
            first = bytes(RANGE_CODER);
        } else {
            first = bytes(PLAIN);
        }
        socket.send(&first).expect("sent");
        assert_eq!(net.answer(&socket)[0] & 0x40, compressed ^ 0x40);
    }
    assert_eq!(net.misfits, []);
}

#[test]
fn other_protocols_over_udp_are_reported() {
    let dtls = [22, 0xFE, 0xFD, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 1, 0, 0, 0];
    for (datagram, misfit) in [
        (b"{\"hello\": 1}".to_vec(), Misfit::NotEnet),
        // A Variant of `PacketPeerUDP.put_var`.
        (vec![4, 0, 0, 0, 5, 0, 0, 0, b'h', b'e', b'l', b'l', b'o', 0, 0, 0], Misfit::NotEnet),
        (vec![], Misfit::NotEnet),
        (vec![0x8F], Misfit::NotEnet),
        (bytes(FASTLZ), Misfit::OtherCompression),
        (bytes(ZLIB), Misfit::OtherCompression),
        (dtls.to_vec(), Misfit::Dtls),
        // A connection cannot begin with a ping.
        (vec![0x8F, 0xFF, 0, 0, 0x85, 0xFF, 0, 1], Misfit::NotEnet),
    ] {
        let mut net = Net::new(NetConfig::default());
        let socket = net.udp();
        for _ in 0..3 {
            socket.send(&datagram).expect("sent");
        }
        net.until("report", |net| !net.misfits.is_empty());
        for _ in 0..10 {
            net.turn();
        }
        assert_eq!(net.misfits, [(0, misfit)], "{datagram:?}");
    }
}

#[test]
fn a_flood_is_reported_sixteen_times() {
    let mut net = Net::new(NetConfig::default());
    for _ in 0..100 {
        net.udp().send(b"not of ENet").expect("sent");
        net.turn();
    }
    assert_eq!(net.misfits.len(), 16);
}

/// Calls a function with pseudorandom numbers, always the same ones.
fn random(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % below
    }
}

/// The bytes of each command from 1 to 12 without data, and the position of the length of its data.
const COMMANDS: [(usize, Option<usize>); 12] = [
    (8, None),
    (48, None),
    (44, None),
    (8, None),
    (4, None),
    (6, Some(4)),
    (8, Some(6)),
    (24, Some(6)),
    (8, Some(6)),
    (12, None),
    (16, None),
    (24, Some(6)),
];

/// A datagram whose commands have the right lengths, and nothing else right.
fn commands(random: &mut impl FnMut(usize) -> usize) -> Vec<u8> {
    let mut datagram = vec![0x80 | random(0x40) as u8, random(4) as u8, 0, random(256) as u8];
    for _ in 0..=random(4) {
        let command = 1 + random(12);
        let (size, length) = COMMANDS[command - 1];
        let start = datagram.len();
        datagram.push(command as u8 | (random(4) as u8) << 6);
        // Small numbers get further than large ones.
        let numbers = (1..size).map(|_| if random(3) == 0 { random(256) } else { random(3) } as u8);
        datagram.extend(numbers.collect::<Vec<_>>());
        if let Some(at) = length {
            let len = random(40);
            datagram[start + at..start + at + 2].copy_from_slice(&(len as u16).to_be_bytes());
            datagram.extend((0..len).map(|_| random(256) as u8));
        }
    }
    datagram
}

#[test]
fn broken_datagrams_do_no_harm() {
    let mut net = Net::new(NetConfig::default().with_max_peers(4));
    let mut random = random(0x9E37_79B9_7F4A_7C15);
    let samples = [PLAIN, RANGE_CODER, FASTLZ, ZLIB].map(bytes);
    let mut socket = net.udp();
    for round in 0..20_000 {
        // Anew, as a peer whose connection has begun.
        if round % 500 == 0 {
            socket = net.udp();
            socket.send(&samples[round / 500 % 2]).expect("sent");
        }
        let datagram = if random(2) == 0 {
            commands(&mut random)
        } else {
            let mut datagram = samples[random(samples.len())].clone();
            for _ in 0..=random(4) {
                let at = random(datagram.len());
                datagram[at] = random(256) as u8;
            }
            datagram.truncate(random(2 * datagram.len()));
            datagram
        };
        socket.send(&datagram).expect("sent");
        if round % 20 == 0 {
            net.turn();
        }
    }
    assert!(!net.misfits.is_empty());
    // A client finds room when the connections of this test are over, and this server does not wait for that.
    let mut net = Net::new(NetConfig::default());
    net.serves();
}

/// What a browser, a client with TLS and others send to the port of the server, and what they get.
#[test]
fn other_protocols_over_tcp_are_reported() {
    let page = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n";
    let post = b"POST / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let version =
        b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    for (sent, answer, misfit) in [
        (&page[..], "HTTP/1.1 426 Upgrade Required", Misfit::Page),
        (post, "", Misfit::NotWebSocket),
        (version, "", Misfit::NotWebSocket),
        (b"\x16\x03\x01\0\x05hello", "", Misfit::Tls),
        (b"\0\0\0\x08{\"a\": 1}", "", Misfit::NotWebSocket),
        (b"GET \0\xFF\r\n\r\n", "", Misfit::NotWebSocket),
    ] {
        let mut net = Net::new(NetConfig::default());
        let mut stream = TcpStream::connect(net.address).expect("connected");
        // In two pieces.
        stream.write_all(&sent[..3]).expect("sent");
        net.turn();
        // Some are refused by then.
        let _ = stream.write_all(&sent[3..]);
        let answered = net.end(&stream);
        let answered = String::from_utf8_lossy(&answered);
        assert!(answered.starts_with(answer), "{answered}");
        assert_eq!(answered.is_empty(), answer.is_empty(), "{answered}");
        assert_eq!(net.misfits, [(0, misfit)]);
        if !answer.is_empty() {
            assert!(
                answered.ends_with("this port is for WebSockets of Godot clients.\n"),
                "{answered}"
            );
        }
        net.serves();
    }
}

#[test]
fn a_client_that_goes_during_the_handshake_is_forgotten() {
    let mut net = Net::new(NetConfig::default().with_max_peers(1));
    for sent in ["", "GET", "GET / HTTP/1.1\r\n"] {
        let mut stream = TcpStream::connect(net.address).expect("connected");
        stream.write_all(sent.as_bytes()).expect("sent");
        net.turn();
    }
    net.serves();
    assert_eq!(net.misfits, []);
}

type Socket = tungstenite::WebSocket<TcpStream>;

impl Net {
    /// Opens a WebSocket that offers a sub-protocol. Returns the peer's id and the chosen sub-protocol.
    fn web(&mut self, protocol: Option<&'static str>) -> (Socket, i32, Option<HeaderValue>) {
        let address = self.address;
        let client = thread::spawn(move || {
            let stream = TcpStream::connect(address).expect("connected");
            let mut request = format!("ws://{address}/").into_client_request().expect("a URL");
            if let Some(protocol) = protocol {
                let value = HeaderValue::from_static(protocol);
                request.headers_mut().insert("Sec-WebSocket-Protocol", value);
            }
            let (mut socket, response) = tungstenite::client(request, stream).expect("a handshake");
            let id = socket.read().expect("the id").into_data();
            let protocol = response.headers().get("Sec-WebSocket-Protocol").cloned();
            (socket, i32::from_le_bytes(id[..].try_into().expect("four bytes")), protocol)
        });
        while !client.is_finished() {
            self.turn();
        }
        client.join().expect("no panic")
    }
}

#[test]
fn sub_protocols_are_chosen() {
    let mut net = Net::new(NetConfig::default());
    assert_eq!(net.web(None).2, None);
    assert_eq!(net.web(Some("a, b")).2, Some(HeaderValue::from_static("a")));
    let mut net = Net::new(NetConfig::default().with_protocols(&["b", "c"]));
    assert_eq!(net.web(Some("a, b")).2, Some(HeaderValue::from_static("b")));
    let client = |protocols: &[&str], net: &mut Net| {
        let url = format!("ws://{}", net.address);
        let config = NetConfig::default().with_protocols(protocols);
        let client = thread::spawn(move || Client::connect(&url, config, PATIENCE).map(drop));
        while !client.is_finished() {
            net.turn();
        }
        client.join().expect("no panic").map_err(|error| error.kind())
    };
    assert_eq!(client(&["c"], &mut net), Ok(()));
    assert_eq!(client(&["a"], &mut net), Err(ErrorKind::ConnectionRefused));
    assert_eq!(client(&[], &mut net), Err(ErrorKind::ConnectionRefused));
    assert_eq!(net.misfits.len(), 2);
}

#[test]
fn broken_frames_end_the_connection() {
    let long = {
        // A binary message of 70,000 bytes, masked with zeros.
        let mut frame = vec![0x82, 0xFF, 0, 0, 0, 0, 0, 1, 0x11, 0x70, 0, 0, 0, 0];
        frame.resize(frame.len() + 70_000, 3);
        frame
    };
    for (frame, misfit) in [
        (&long[..], Misfit::TooLong(65_535)),
        (b"\x81\x82\0\0\0\0hi", Misfit::Text),
        (b"\xF2\x81\0\0\0\0a", Misfit::NotWebSocket),
        (b"\x82\x01a", Misfit::NotWebSocket),
    ] {
        let mut net = Net::new(NetConfig::default());
        let (mut socket, id, _) = net.web(None);
        // The server may close the connection before it has read all.
        let _ = socket.get_mut().write_all(frame);
        net.until("end", |net| !net.disconnected.is_empty());
        assert_eq!(net.misfits, [(id, misfit)]);
        net.serves();
    }
}

/// Peers that read nothing any more, over either transport.
#[test]
fn peers_that_do_not_read_are_disconnected() {
    const WAITING: usize = 100_000;
    for scheme in ["ws", "enet"] {
        let mut net = Net::new(NetConfig::default().with_max_waiting_bytes(WAITING));
        let url = format!("{scheme}://{}", net.address);
        let client = thread::spawn(move || Client::connect(&url, NetConfig::default(), PATIENCE));
        while !client.is_finished() {
            net.turn();
        }
        let client = client.join().expect("no panic").expect("a server");
        net.until("peer", |net| net.connected == [client.id()]);
        let mut sent = 0;
        while net.disconnected.is_empty() {
            // The operating system keeps some megabytes.
            assert!(sent < 50_000_000, "{scheme}: no end");
            let target = Target::Peer(client.id());
            if net.session.send_bytes(target, &[1; 10_000], TransferMode::Reliable, 0).is_ok() {
                sent += 10_000;
            }
            net.turn();
        }
        assert_eq!(net.misfits, [(client.id(), Misfit::TooSlow(WAITING))], "{scheme}");
    }
}

#[test]
fn packets_that_are_too_long_are_reported_and_not_sent() {
    for scheme in ["ws", "enet"] {
        let mut net = Net::new(NetConfig::default());
        let client = talk(format!("{scheme}://{}", net.address), b"hello");
        net.until("bytes", |net| net.raw.len() == 1);
        let peer = net.raw[0].0;
        let target = Target::Peer(peer);
        net.session
            .send_bytes(target, &vec![1; 70_000], TransferMode::Reliable, 0)
            .expect("queued");
        net.session.send_bytes(target, b"bye", TransferMode::Reliable, 0).expect("queued");
        net.until("end", |net| net.disconnected == [peer]);
        assert_eq!(net.misfits, [(peer, Misfit::Oversized(70_001))]);
        assert_eq!(client.join().expect("no panic"), (peer, b"bye".to_vec()));
    }
}

#[test]
fn a_closed_connection_ends_after_what_was_sent() {
    for scheme in ["ws", "enet"] {
        let mut net = Net::new(NetConfig::default());
        let client = talk(format!("{scheme}://{}", net.address), b"hello");
        net.until("bytes", |net| net.raw.len() == 1);
        let peer = net.raw[0].0;
        let target = Target::Peer(peer);
        net.session.send_bytes(target, b"bye", TransferMode::Reliable, 0).expect("queued");
        net.session.drain(|packet| net.server.send(packet));
        net.server.close(peer, "it is late");
        while !client.is_finished() {
            net.turn();
        }
        assert_eq!(client.join().expect("no panic"), (peer, b"bye".to_vec()));
        net.until("end", |net| net.disconnected == [peer]);
        // Nobody has this number.
        net.server.close(peer, "again");
        net.server.close(0, "nobody");
        net.serves();
    }
}

#[test]
fn a_client_names_what_is_wrong() {
    let connect =
        |url: &str, patience| Client::connect(url, NetConfig::default(), patience).map(drop);
    for url in ["127.0.0.1:7777", "http://127.0.0.1:7777", "wss://127.0.0.1:7777", "ws://127.0.0.1"]
    {
        let error = connect(url, PATIENCE).expect_err("no address of a server");
        assert_eq!(error.kind(), ErrorKind::InvalidInput, "{url}");
        assert!(error.to_string().contains("such as ws://127.0.0.1:7777"), "{error}");
    }
    let silent = UdpSocket::bind("127.0.0.1:0").expect("a port");
    let url = format!("enet://{}", silent.local_addr().expect("its address"));
    let error = connect(&url, Duration::from_millis(50)).expect_err("nobody answers");
    assert_eq!(error.kind(), ErrorKind::TimedOut);
    // Any time is taken.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("ws://{}", listener.local_addr().expect("its address"));
    let error = connect(&url, Duration::ZERO).expect_err("nobody answers");
    assert_eq!(error.kind(), ErrorKind::TimedOut);
    drop(listener);
    let error = connect(&url, Duration::MAX).expect_err("nobody listens");
    assert_eq!(error.kind(), ErrorKind::ConnectionRefused);
}

/// Godot 3 has another header for each transport, and another way to tell a client its id.
#[test]
fn sessions_of_godot_3_over_both_transports() {
    use godot3::{Member, Node};
    const CHAT: Node = Node::new().with_methods(&[Member::remote("say")]);
    let config = NetConfig::default().with_godot3(true);
    let mut server = Server::new(config.clone()).expect("a server");
    let address = server.listen_websocket("127.0.0.1:0").expect("a port");
    server.listen_enet(address).expect("the same port");
    let mut session = godot3::Session::new(Config::default());
    let chat = session.add_node("Chat", CHAT).expect("a path of its own");
    for scheme in ["ws", "enet"] {
        let url = format!("{scheme}://{address}");
        let config = config.clone();
        let client = thread::spawn(move || {
            let mut client = Client::connect(&url, config, PATIENCE).expect("a server");
            let mut session = godot3::Session::client(client.id(), Config::default());
            let chat = session.add_node("Chat", CHAT).expect("a path of its own");
            let started = Instant::now();
            loop {
                while let Some(message) = client.receive().expect("received") {
                    match message.event_godot3(&mut session) {
                        Some(godot3::Event::Connected(SERVER)) => {
                            session.call(Target::All, chat, "say", &("hello",)).expect("sent");
                        }
                        Some(godot3::Event::Call(call)) => {
                            return call.decode::<(String,)>().expect("a text").0;
                        }
                        None => {}
                        other => panic!("{other:?}"),
                    }
                }
                session.drain(|outgoing| client.send_godot3(outgoing));
                client.wait(Duration::from_millis(1)).expect("waited");
                assert!(started.elapsed() < PATIENCE, "no answer");
            }
        });
        while !client.is_finished() {
            while let Some(message) = server.receive().expect("received") {
                if let Some(godot3::Event::Call(call)) = message.event_godot3(&mut session) {
                    let (text,) = call.decode::<(String,)>().expect("a text");
                    let back = (format!("{text} back"),);
                    session.call(Target::Peer(call.peer), chat, "say", &back).expect("sent");
                }
            }
            session.drain(|outgoing| server.send_godot3(outgoing));
            server.wait(Duration::from_millis(1)).expect("waited");
        }
        assert_eq!(client.join().expect("no panic"), "hello back");
    }
}

/// A server with nothing to do does not turn in circles.
#[test]
fn a_server_waits() {
    const PAUSE: Duration = Duration::from_millis(200);
    let mut net = Net::new(NetConfig::default());
    let (_socket, ..) = net.web(None);
    let _asking = TcpStream::connect(net.address).expect("connected");
    for _ in 0..20 {
        net.turn();
    }
    let started = Instant::now();
    net.server.wait(PAUSE).expect("waited");
    assert!(started.elapsed() > PAUSE / 2, "{:?}", started.elapsed());
    // Unless something arrives.
    net.udp().send(b"not of ENet").expect("sent");
    let started = Instant::now();
    net.server.wait(PATIENCE).expect("waited");
    assert!(started.elapsed() < PATIENCE / 2);
}
