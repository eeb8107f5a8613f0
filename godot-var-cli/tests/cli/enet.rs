//! `listen`, `proxy` and `send` over ENet: clients and servers that compress, and clients that send what no ENet sends.

use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::thread;
use std::time::{Duration, Instant};

use rusty_enet::{Compressor, EventNoRef as Event, Host, HostSettings, Packet, RangeCoder};

use crate::datagrams::{Client, connect, part, reliable};
use crate::network::{Running, run, text};

const PATIENCE: Duration = Duration::from_secs(20);

fn socket() -> UdpSocket {
    UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port")
}

fn local(port: u16) -> SocketAddr {
    (Ipv4Addr::LOCALHOST, port).into()
}

/// A host as Godot 3.4 to 3.6 have it unless a script chooses another compression.
fn compressing() -> Host<UdpSocket> {
    let compressor: Option<Box<dyn Compressor>> = Some(Box::new(RangeCoder::new()));
    let settings = HostSettings { peer_limit: 4, compressor, ..HostSettings::default() };
    Host::new(socket(), settings).expect("a host")
}

/// Serves a host until an event is the wanted one.
fn until<T>(host: &mut Host<UdpSocket>, mut wanted: impl FnMut(Event) -> Option<T>) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match host.service().expect("served") {
            Some(event) => {
                if let Some(found) = wanted(event.no_ref()) {
                    return found;
                }
            }
            None => {
                assert!(Instant::now() < deadline, "no event");
                thread::sleep(Duration::from_millis(1));
            }
        }
    }
}

/// `[1]` a hundred times, in Godot 4: it gets shorter.
fn message() -> Vec<u8> {
    let mut message = vec![28, 0, 0, 0, 100, 0, 0, 0];
    message.extend([2, 0, 0, 0, 1, 0, 0, 0].repeat(100));
    message
}

#[test]
fn clients_that_compress_pass_the_proxy() {
    let listener = Running::start(&["listen", "enet://127.0.0.1:0", "--count", "1", "--json"]);
    let server = format!("enet://127.0.0.1:{}", listener.port);
    let proxy = Running::start(&["proxy", "enet://127.0.0.1:0", &server, "--count", "1"]);
    let mut client = compressing();
    let peer = client.connect(local(proxy.port), 3, 7).expect("a peer").id();
    until(&mut client, |event| matches!(event, Event::Connect { .. }).then_some(()));
    client.peer_mut(peer).send(0, &Packet::reliable(message())).expect("sent");
    let served = thread::spawn(move || {
        until(&mut client, |event| matches!(event, Event::Disconnect { .. }).then_some(()));
    });
    assert!(listener.line().contains(&format!("\"size\":{}", message().len())));
    assert_eq!((proxy.end(), listener.end()), (0, 0));
    drop(served);
}

#[test]
fn servers_that_compress_get_messages() {
    let mut server = compressing();
    let address = server.socket().local_addr().expect("an address");
    let sender = thread::spawn(move || {
        let bytes = hex::encode(message());
        run(&["send", &format!("enet://{address}"), "--hex", &bytes, "--count", "1"])
    });
    let bytes = until(&mut server, |event| match event {
        Event::Receive { peer, packet, .. } => Some((peer, packet.data().to_vec())),
        _ => None,
    });
    assert_eq!(bytes.1, message());
    server.peer_mut(bytes.0).send(0, &Packet::reliable(message())).expect("sent");
    until(&mut server, |event| matches!(event, Event::Disconnect { .. }).then_some(()));
    let output = sender.join().expect("no panic");
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// The first datagram of a client of Godot 4 that compresses with zlib.
const ZLIB: &str =
    "cfffc2c4789c6bfacfc0c8c0f0ff3f03036b01880504ff19e040b80348308170ab53d6cb9099bf8e0000e58b0a5a";

#[test]
fn other_compressions_are_named() {
    const NAMED: &str = "compresses with something else than the range coder";
    let listener = Running::start(&["listen", "enet://127.0.0.1:0"]);
    let first = hex::decode(ZLIB).expect("hexadecimal");
    socket().send_to(&first, local(listener.port)).expect("sent");
    listener.note_with(NAMED);
    let server = socket();
    let url = format!("enet://{}", server.local_addr().expect("an address"));
    let sender = thread::spawn(move || run(&["send", &url, "[1]"]));
    let mut asked = [0; 64];
    let (_, client) = server.recv_from(&mut asked).expect("a client");
    // To the slot that the client has chosen.
    let head = [asked[8] | 0xC0, asked[9]];
    server.send_to(&[&head, &first[2..]].concat(), client).expect("sent");
    let output = sender.join().expect("no panic");
    assert!(text(&output.stderr).contains(NAMED), "{}", text(&output.stderr));
}

/// Memory of the program is not shown, and not sent to a server.
#[test]
fn parts_with_holes_are_no_message() {
    let listener = Running::start(&["listen", "enet://127.0.0.1:0", "--count", "1", "--json"]);
    let server = format!("enet://127.0.0.1:{}", listener.port);
    let proxy = Running::start(&["proxy", "enet://127.0.0.1:0", &server, "--count", "1"]);
    let socket = socket();
    socket.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    socket.connect(local(proxy.port)).expect("an address");
    socket.send(&connect(7)).expect("sent");
    let mut answer = [0; 64];
    let len = socket.recv(&mut answer).expect("an answer");
    let (client, end) = Client::accept(&answer[..len]);
    socket.send(&end).expect("sent");
    for index in 0..2 {
        let part = part((0x88, 1, 1 + index as u16, 1), [2, index, 1100, 0], &message()[..8]);
        socket.send(&client.timed(&part)).expect("sent");
    }
    socket.send(&client.timed(&reliable(0, 1, &message()))).expect("sent");
    assert!(listener.line().contains(&format!("\"size\":{}", message().len())));
}
