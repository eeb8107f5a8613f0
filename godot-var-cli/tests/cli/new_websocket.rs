//! The WebSocket server of `godot-var new` under clients that do not end their messages and handshakes, or do not join.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

// A new project has the usual width of lines.
#[rustfmt::skip]
#[path = "../../templates/new/server/websocket.rs"]
#[allow(dead_code, unreachable_pub, clippy::pedantic, reason = "a part of another program")]
mod server;

use server::{Event, Net};

fn listen() -> (Net, SocketAddr) {
    let net = Net::bind("127.0.0.1:0").expect("a port");
    let address = net.local_addr().expect("an address");
    (net, address)
}

#[test]
fn a_message_without_an_end_leaves_the_turn_to_others() {
    let frames: [(&[u8], &[u8]); 2] = [
        (&[0x02, 0x81, 0, 0, 0, 0, 7], &[0x00, 0x80, 0, 0, 0, 0]),
        (&[], &[0x89, 0x80, 0, 0, 0, 0]),
    ];
    for (first, then) in frames {
        let (mut net, address) = listen();
        let stop = Arc::new(AtomicBool::new(false));
        let attacks = Arc::clone(&stop);
        let attacker = thread::spawn(move || {
            let (mut socket, _) =
                tungstenite::connect(format!("ws://{address}")).expect("a handshake");
            let tungstenite::stream::MaybeTlsStream::Plain(stream) = socket.get_mut() else {
                return;
            };
            stream.set_write_timeout(Some(Duration::from_millis(100))).expect("a timeout");
            let many = then.repeat(10_000);
            let mut sent = stream.write_all(first);
            while sent.is_ok() && !attacks.load(Ordering::Relaxed) {
                sent = stream.write_all(&many);
            }
        });
        // The attack ends by itself, so that a turn that waits for its end ends, too.
        let ends = Arc::clone(&stop);
        thread::spawn(move || {
            thread::sleep(Duration::from_secs(2));
            ends.store(true, Ordering::Relaxed);
        });
        let mut turns = Vec::new();
        while !attacker.is_finished() {
            let begun = Instant::now();
            drop(net.poll(|_| true));
            turns.push(begun.elapsed());
            thread::sleep(Duration::from_millis(1));
        }
        attacker.join().expect("no panic");
        turns.sort_unstable();
        // One turn may be long because the machine does something else.
        let turn = turns.get(turns.len().saturating_sub(2)).copied().unwrap_or(Duration::MAX);
        assert!(turns.len() > 10 && turn < Duration::from_millis(300), "{} {turn:?}", turns.len());
    }
}

#[test]
fn half_requests_of_an_address_leave_places() {
    let (mut net, address) = listen();
    let half = |_| {
        let mut stream = TcpStream::connect(address).expect("a connection");
        stream.write_all(b"GET / HT").expect("sent");
        stream.set_nonblocking(true).expect("a socket");
        stream
    };
    let mut streams: Vec<_> = (0..100).map(half).collect();
    let deadline = Instant::now() + Duration::from_secs(5);
    let mut open = streams.len();
    while open > 16 && Instant::now() < deadline {
        assert!(net.poll(|_| true).is_empty(), "nobody is connected");
        open = 0;
        for stream in &mut streams {
            let read = stream.read(&mut [0; 64]);
            open += usize::from(read.is_err_and(|it| it.kind() == ErrorKind::WouldBlock));
        }
        thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(open, 16);
    // A client whose request is complete has a place when one of them goes.
    drop(streams);
    let client = thread::spawn(move || {
        let (mut socket, _) = tungstenite::connect(format!("ws://{address}")).expect("a handshake");
        socket.send(tungstenite::Message::binary(vec![7])).expect("sent");
    });
    let deadline = Instant::now() + Duration::from_secs(5);
    let mut received = Vec::new();
    while received.is_empty() && Instant::now() < deadline {
        for event in net.poll(|_| true) {
            match event {
                Event::Received(_, bytes) => received.push(bytes),
                Event::Closed(_) => {}
            }
        }
        thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(received, [vec![7]]);
    client.join().expect("no panic");
}

#[test]
fn a_turn_accepts_few_connections() {
    let (mut net, address) = listen();
    let connect = |_| {
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_nonblocking(true).expect("a socket");
        stream
    };
    // An address has 16 half handshakes, so the server closes the others as soon as it accepts them.
    let mut streams: Vec<_> = (0..64).map(connect).collect();
    let is_closed = |stream: &mut TcpStream| {
        let read = stream.read(&mut [0; 64]);
        !read.is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
    };
    let mut closed = Vec::new();
    for _ in 0..3 {
        drop(net.poll(|_| true));
        thread::sleep(Duration::from_millis(50));
        closed.push(streams.iter_mut().map(is_closed).filter(|is_closed| *is_closed).count());
    }
    assert_eq!(closed, [0, 16, 32]);
}

/// Those that are silent, and those that send anything but a greeting.
#[test]
fn clients_that_do_not_join_are_disconnected() {
    let (mut net, address) = listen();
    let connecting = thread::spawn(move || {
        let connect = |_| tungstenite::connect(format!("ws://{address}")).expect("a handshake").0;
        [1, 2, 3].map(connect)
    });
    let begun = Instant::now();
    while !connecting.is_finished() {
        assert!(net.poll(|_| false).is_empty(), "it has time to join");
        thread::sleep(Duration::from_millis(1));
    }
    let [mut player, _silent, mut busy] = connecting.join().expect("no panic");
    let mut closed = Vec::new();
    // Less than the time of a client that plays and is silent.
    while closed.len() < 2 && begun.elapsed() < Duration::from_secs(9) {
        for client in [&mut player, &mut busy] {
            // It fails after the end of the connection.
            drop(client.send(tungstenite::Message::binary(vec![7])));
        }
        for event in net.poll(|client| client == 1) {
            if let Event::Closed(client) = event {
                closed.push(client);
            }
        }
        thread::sleep(Duration::from_millis(20));
    }
    closed.sort_unstable();
    assert_eq!(closed, [2, 3]);
    assert!(begun.elapsed() >= Duration::from_secs(5));
}

/// A frame takes its memory before it is whole, so its header must have a length that a message may have.
#[test]
fn a_long_frame_ends_its_client() {
    let (mut net, address) = listen();
    let client = thread::spawn(move || {
        let (mut socket, _) = tungstenite::connect(format!("ws://{address}")).expect("a handshake");
        let tungstenite::stream::MaybeTlsStream::Plain(stream) = socket.get_mut() else {
            return;
        };
        // 1 MiB, of which nothing comes.
        let header = [0x82, 0xFF, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0];
        stream.write_all(&header).expect("sent");
        // Until the server closes it.
        let _ = stream.read_to_end(&mut Vec::new());
    });
    let begun = Instant::now();
    while !client.is_finished() && begun.elapsed() < Duration::from_secs(4) {
        drop(net.poll(|_| true));
        thread::sleep(Duration::from_millis(1));
    }
    assert!(client.is_finished(), "the connection is open");
}
