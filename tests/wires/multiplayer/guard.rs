//! The `ENet` socket of `net` under datagrams that no `ENet` sends.

use std::net::{SocketAddr, UdpSocket};
use std::thread;
use std::time::{Duration, Instant};

use godot_var::multiplayer::net::{self, NetConfig};
use godot_var::multiplayer::{Config, Event, Misfit, SERVER, Session};

use super::net::Net;
use crate::enet::{Client, connect, part, reliable};

impl Net {
    /// Serves until a client of bytes is connected.
    fn join(&mut self, id: u32) -> (UdpSocket, Client) {
        let socket = self.udp();
        socket.send(&connect(id)).expect("sent");
        let (client, end) = Client::accept(&self.answer(&socket));
        socket.send(&end).expect("sent");
        self.until("client", |net| net.connected.contains(&(id as i32)));
        (socket, client)
    }

    /// Serves until a packet has arrived from a client that sends it now.
    fn arrives(&mut self, id: u32, socket: &UdpSocket, datagram: &[u8]) {
        socket.send(datagram).expect("sent");
        let id = id as i32;
        self.until("packet", |net| net.raw.iter().any(|(peer, _)| *peer == id));
    }
}

/// A raw packet of `SceneMultiplayer`.
fn packet(len: usize) -> Vec<u8> {
    let mut packet: Vec<u8> = (0..len).map(|at| at as u8).collect();
    packet[0] = 3;
    packet
}

/// The count, the index, the total, the offset and the bytes of a part.
type Part<'a> = ([u32; 4], &'a [u8]);

/// The longest part of a packet at the MTU of Godot, 1,392 bytes.
const PART: usize = 1364;
const RELIABLE: u8 = 0x88;
const UNRELIABLE: u8 = 0x0C;

/// Parts of a packet that overlap, leave holes, or claim another cut never become a packet.
#[test]
fn a_packet_is_what_its_parts_hold() {
    for command in [RELIABLE, UNRELIABLE] {
        let bytes = packet(1100);
        let long = packet(PART + 10);
        let parts: [(&str, Vec<Part<'_>>); 6] = [
            (
                "two parts at one place",
                vec![([2, 0, 1100, 0], &bytes[..8]), ([2, 1, 1100, 0], &bytes[..8])],
            ),
            (
                "a packet that fits into one",
                vec![([2, 0, 1100, 0], &bytes[..550]), ([2, 1, 1100, 550], &bytes[550..])],
            ),
            (
                "a short first part",
                vec![
                    ([2, 0, PART as u32 + 10, 0], &long[..PART - 1]),
                    ([2, 1, PART as u32 + 10, PART as u32], &long[PART..]),
                ],
            ),
            (
                "a last part at another place",
                vec![
                    ([2, 0, PART as u32 + 10, 0], &long[..PART]),
                    ([2, 1, PART as u32 + 10, PART as u32 - 1], &long[PART..]),
                ],
            ),
            (
                "more parts than bytes",
                vec![([1 << 20, 0, 2, 0], &bytes[..1]), ([1 << 20, 1, 2, 1], &bytes[..1])],
            ),
            (
                "the cut of another MTU",
                vec![
                    ([3, 0, 1100, 0], &bytes[..548]),
                    ([3, 1, 1100, 548], &bytes[548..1096]),
                    ([3, 2, 1100, 1096], &bytes[1096..]),
                ],
            ),
        ];
        for (what, parts) in parts {
            let mut net = Net::new(NetConfig::default());
            let (socket, client) = net.join(7);
            for (index, (numbers, bytes)) in (0..).zip(&parts) {
                let number = if command == RELIABLE { 1 + index } else { 0 };
                let part = part((command, 2, number, 1), *numbers, bytes);
                socket.send(&client.timed(&part)).expect("sent");
            }
            net.arrives(7, &socket, &client.timed(&reliable(1, 1, &packet(3))));
            assert_eq!(net.raw, [(7, packet(3)[1..].to_vec())], "{what}");
        }
        // The cut of both sides.
        let mut net = Net::new(NetConfig::default());
        let (socket, client) = net.join(7);
        let total = long.len() as u32;
        for (index, bytes) in (0..).zip(long.chunks(PART)) {
            let number = if command == RELIABLE { 1 + index as u16 } else { 0 };
            let numbers = [2, index, total, index * PART as u32];
            let part = part((command, 2, number, 1), numbers, bytes);
            socket.send(&client.timed(&part)).expect("sent");
        }
        net.until("packet", |net| !net.raw.is_empty());
        assert_eq!(net.raw, [(7, long[1..].to_vec())]);
    }
}

/// The length of parts is that of the connection, also if the same address asks for another one with another MTU.
#[test]
fn the_cut_of_a_connection_is_not_changed() {
    let mut net = Net::new(NetConfig::default());
    let (socket, client) = net.join(7);
    let long = packet(PART + 10);
    let total = long.len() as u32;
    let first = part((RELIABLE, 2, 1, 1), [2, 0, total, 0], &long[..PART]);
    socket.send(&client.timed(&first)).expect("sent");
    let mut other = connect(8);
    other[12..16].copy_from_slice(&700_u32.to_be_bytes());
    socket.send(&other).expect("sent");
    net.answer(&socket);
    let last = part((RELIABLE, 2, 2, 1), [2, 1, total, PART as u32], &long[PART..]);
    net.arrives(7, &socket, &client.timed(&last));
    assert_eq!(net.raw, [(7, long[1..].to_vec())]);
}

/// A disconnection that wants an acknowledgement in a datagram without a time would keep its place for ever.
#[test]
fn a_command_has_the_flags_of_enet() {
    let mut net = Net::new(NetConfig::default());
    let (socket, client) = net.join(7);
    socket.send(&client.plain(&[0x84, 0xFF, 0, 2, 0, 0, 0, 0])).expect("sent");
    // 0x80 on an unreliable packet, 0x40 on a reliable one, none on a ping.
    for command in [0x87, 0xC6, 0x05, 0x46, 0x09, 0xC9] {
        let mut bytes = vec![command, 1, 0, 1, 0, 1, 0, 1, 9, 9];
        bytes.truncate(if command & 0x0F == 5 { 4 } else { 9 });
        if command & 0x0F == 6 {
            bytes.splice(4.., [0, 1, 9]);
        }
        socket.send(&client.timed(&bytes)).expect("sent");
    }
    net.arrives(7, &socket, &client.timed(&reliable(1, 1, &packet(3))));
    assert_eq!(net.raw, [(7, packet(3)[1..].to_vec())]);
    assert!(net.disconnected.is_empty());
    socket.send(&client.timed(&[0x84, 0xFF, 0, 2, 0, 0, 0, 0])).expect("sent");
    net.until("end", |net| net.disconnected == [7]);
}

/// Half handshakes take no places from peers, and end after 5 seconds. Addresses of this machine may have more than 16 of them.
#[test]
fn half_a_handshake_takes_no_place() {
    let mut net = Net::new(NetConfig::default().with_max_peers(2));
    let silent: Vec<_> = (0..100).map(|id| (net.udp(), 100 + id)).collect();
    for (socket, id) in &silent {
        socket.send(&connect(*id)).expect("sent");
    }
    let (started, mut late) = (Instant::now(), Vec::new());
    net.join(7);
    assert_eq!(net.connected, [7]);
    while started.elapsed() < Duration::from_millis(5200) {
        net.turn();
        thread::sleep(Duration::from_millis(10));
    }
    // Three answers at most: 48 bytes do not make the server send more than three times as many.
    let mut buffer = [0; 64];
    for (socket, id) in &silent {
        let mut answers = 0;
        while let Ok(len) = socket.recv(&mut buffer) {
            answers += 1;
            if *id == 100 {
                late = Client::accept(&buffer[..len]).1;
            }
        }
        assert!((1..=3).contains(&answers), "{answers}");
    }
    // An answer now is too late.
    let (socket, id) = &silent[0];
    socket.send(&late).expect("sent");
    for _ in 0..10 {
        net.turn();
    }
    assert!(!net.connected.contains(&(*id as i32)));
    net.join(8);
    assert_eq!(net.misfits, []);
}

/// Connections that are complete do not count as half ones.
#[test]
fn an_address_has_as_many_peers_as_it_likes() {
    let mut net = Net::new(NetConfig::default());
    let clients: Vec<_> = (2..42).map(|id| net.join(id)).collect();
    assert_eq!(net.connected.len(), clients.len());
}

/// A stranger makes the socket decompress no more than a first datagram has.
#[test]
fn strangers_are_not_decompressed() {
    use rusty_enet::Compressor;

    let compressed = |datagram: &[u8]| {
        let (head, body) = datagram.split_at(4);
        let mut coded = vec![0; 4096];
        let len = rusty_enet::RangeCoder::new().compress(&[body], body.len(), &mut coded);
        assert!(len > 0 && len < body.len(), "it gets shorter");
        [&[head[0] | 0x40][..], &head[1..], &coded[..len]].concat()
    };
    let mut net = Net::new(NetConfig::default());
    let socket = net.udp();
    let long = [connect(7), vec![0x85; 400]].concat();
    socket.send(&compressed(&long)).expect("sent");
    net.until("report", |net| !net.misfits.is_empty());
    assert_eq!(net.misfits, [(0, Misfit::OtherCompression)]);
    // To the slot of somebody else. It is dropped, as by ENet.
    let (_, client) = net.join(7);
    socket.send(&compressed(&client.timed(&reliable(1, 1, &[3; 300])))).expect("sent");
    let (socket, client) = net.join(8);
    net.arrives(8, &socket, &compressed(&client.timed(&reliable(1, 1, &[3; 300]))));
    assert_eq!(net.raw, [(8, vec![3; 299])]);
    assert_eq!(net.misfits.len(), 1);
}

/// After the first command of a stranger nothing is read.
#[test]
fn a_connection_begins_alone() {
    let mut net = Net::new(NetConfig::default());
    let socket = net.udp();
    let ping = reliable(1, 1, b"early");
    socket.send(&[connect(7), ping].concat()).expect("sent");
    let (_, end) = Client::accept(&net.answer(&socket));
    socket.send(&end).expect("sent");
    net.until("client", |net| net.connected == [7]);
    assert_eq!(net.raw, []);
}

/// A server of bytes, and the client of `net` that connects to it, in a thread that returns the first raw packet.
fn serve() -> (UdpSocket, SocketAddr, Vec<u8>, thread::JoinHandle<Vec<u8>>) {
    let server = UdpSocket::bind("127.0.0.1:0").expect("a port");
    server.set_read_timeout(Some(Duration::from_secs(10))).expect("a timeout");
    let url = format!("enet://{}", server.local_addr().expect("an address"));
    let client = thread::spawn(move || {
        let patience = Duration::from_secs(10);
        let config = NetConfig::default();
        let mut client = net::Client::connect(&url, config, patience).expect("a server");
        let mut session = Session::client(client.id(), Config::default());
        let started = Instant::now();
        loop {
            let now = started.elapsed();
            while let Some(message) = client.receive().expect("received") {
                match message.event(&mut session, now) {
                    Some(Event::Raw { peer: SERVER, bytes }) => return bytes.to_vec(),
                    Some(Event::Connected(SERVER)) => {}
                    other => panic!("{other:?}"),
                }
            }
            assert!(now < patience, "no packet");
            client.wait(Duration::from_millis(1)).expect("waited");
        }
    });
    let mut buffer = [0; 4096];
    let (len, address) = server.recv_from(&mut buffer).expect("a connection");
    (server, address, buffer[..len].to_vec(), client)
}

/// The first bytes of a datagram to the slot that a client has chosen, with a time.
fn slot(connect: &[u8]) -> [u8; 2] {
    [connect[8] | 0x80, connect[9]]
}

/// The answer of a server to the first datagram of a client.
fn verify(connect: &[u8], mtu: u32) -> Vec<u8> {
    let [high, low] = slot(connect);
    let head = [high, low, 0, 0, 0x83, 0xFF, 0, 1, 0, 0, 0, 0];
    let mut answer = [&head, &connect[12..48]].concat();
    answer[12..16].copy_from_slice(&mtu.to_be_bytes());
    answer
}

/// A server that changes the length of parts does not make a packet with a hole.
#[test]
fn a_client_keeps_the_cut_of_its_first_answer() {
    let (server, client, connect, packets) = serve();
    server.send_to(&verify(&connect, 1000), client).expect("sent");
    server.send_to(&verify(&connect, 600), client).expect("sent");
    let long = packet(1100);
    let send = |parts: &[Part<'_>]| {
        for (index, (numbers, bytes)) in (1..).zip(parts) {
            let part = part((RELIABLE, 0, index, 1), *numbers, bytes);
            let [high, low] = slot(&connect);
            let datagram = [&[high, low, 0, 0], &part[..]].concat();
            server.send_to(&datagram, client).expect("sent");
        }
    };
    send(&[([2, 0, 1100, 0], &long[..572]), ([2, 1, 1100, 572], &long[572..])]);
    send(&[([2, 0, 1100, 0], &long[..972]), ([2, 1, 1100, 972], &long[972..])]);
    assert_eq!(packets.join().expect("no panic"), long[1..]);
}

/// Nobody connects to a client.
#[test]
fn a_client_has_no_clients() {
    let (server, client, first, packets) = serve();
    let stranger = UdpSocket::bind("127.0.0.1:0").expect("a port");
    stranger.set_read_timeout(Some(Duration::from_millis(300))).expect("a timeout");
    stranger.send_to(&connect(7), client).expect("sent");
    assert!(stranger.recv(&mut [0; 64]).is_err(), "no answer");
    server.send_to(&verify(&first, 1392), client).expect("sent");
    let [high, low] = slot(&first);
    let datagram = [&[high, low, 0, 0], &reliable(0, 1, &packet(3))[..]].concat();
    server.send_to(&datagram, client).expect("sent");
    assert_eq!(packets.join().expect("no panic"), packet(3)[1..]);
}
