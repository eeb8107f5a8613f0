//! The Rust side of each transport.

use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::thread;
use std::time::{Duration, Instant};

use godot_var::Limits;
use godot_var::dialect::Generation;
use godot_var::framing::{
    EnetHeader, FrameDecoder, LengthOrder, put_frame, read_frame, write_frame,
};
use rusty_enet::{EventNoRef, HostSettings, Packet, PeerID};
use tungstenite::{Message, WebSocket};

use crate::programs::engine::TIMEOUT;

/// The Rust side of a transport: sends and receives whole values.
pub(crate) trait Peer {
    fn send(&mut self, value: &[u8]);
    fn receive(&mut self) -> Vec<u8>;
}

/// One value a datagram.
pub(super) struct Udp {
    pub(super) socket: UdpSocket,
    pub(super) engine: Option<SocketAddr>,
}

impl Peer for Udp {
    fn send(&mut self, value: &[u8]) {
        let engine = self.engine.expect("the engine has said hello");
        self.socket.send_to(value, engine).expect("a datagram goes out");
    }

    fn receive(&mut self) -> Vec<u8> {
        let mut buffer = vec![0; 65_536];
        let (len, from) = self.socket.recv_from(&mut buffer).expect("a datagram of the engine");
        self.engine = Some(from);
        buffer.truncate(len);
        buffer
    }
}

/// A stream of frames, through the blocking functions.
pub(super) struct Blocking {
    pub(super) stream: TcpStream,
    pub(super) order: LengthOrder,
}

impl Peer for Blocking {
    fn send(&mut self, value: &[u8]) {
        write_frame(&mut self.stream, value, self.order).expect("a frame goes out");
    }

    fn receive(&mut self) -> Vec<u8> {
        let mut buffer = Vec::new();
        read_frame(&mut self.stream, self.order, Limits::DEFAULT, &mut buffer)
            .expect("a frame of the engine")
            .expect("the engine stays connected");
        buffer
    }
}

/// A stream of frames in small pieces, through the push parser.
pub(super) struct Pieces {
    pub(super) stream: TcpStream,
    pub(super) order: LengthOrder,
    pub(super) frames: FrameDecoder,
}

impl Peer for Pieces {
    fn send(&mut self, value: &[u8]) {
        let mut bytes = Vec::new();
        put_frame(value, self.order, &mut bytes).expect("a frame");
        let (pieces, rest) = bytes.split_at(bytes.len().min(30));
        for piece in pieces.chunks(3).chain([rest]) {
            self.stream.write_all(piece).expect("a piece goes out");
        }
    }

    fn receive(&mut self) -> Vec<u8> {
        loop {
            if let Some(frame) = self.frames.next_frame().expect("a frame") {
                return frame.to_vec();
            }
            let mut piece = [0; 5];
            let len = self.stream.read(&mut piece).expect("bytes of the engine");
            assert_ne!(len, 0, "the engine has closed the connection");
            self.frames.feed(&piece[..len]);
        }
    }
}

/// One value a binary message.
impl Peer for WebSocket<TcpStream> {
    fn send(&mut self, value: &[u8]) {
        WebSocket::send(self, Message::binary(value.to_vec())).expect("a message goes out");
    }

    fn receive(&mut self) -> Vec<u8> {
        match self.read().expect("a message of the engine") {
            Message::Binary(value) => value.to_vec(),
            other => panic!("a binary message, not {other:?}"),
        }
    }
}

/// ENet: one value a packet, in Godot 3 after a header.
pub(super) struct Enet {
    pub(super) host: rusty_enet::Host<UdpSocket>,
    pub(super) peer: PeerID,
    /// The engine's id: the sender of received packets and the target of sent ones.
    pub(super) id: i32,
    generation: Generation,
}

impl Enet {
    /// Waits for the engine to connect. It sends its id as the data word of that command.
    pub(super) fn accept(socket: UdpSocket, generation: Generation) -> Self {
        let mut host = rusty_enet::Host::new(socket, HostSettings::default()).expect("a host");
        match Self::event(&mut host) {
            EventNoRef::Connect { peer, data } => Self { host, peer, id: data as i32, generation },
            other => panic!("the engine connects first, not {other:?}"),
        }
    }

    fn event(host: &mut rusty_enet::Host<UdpSocket>) -> EventNoRef {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            match host.service().expect("a working socket") {
                Some(event) => return event.no_ref(),
                None => assert!(Instant::now() < deadline, "no event of the engine"),
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Peer for Enet {
    fn send(&mut self, value: &[u8]) {
        let mut packet = Vec::new();
        match self.generation {
            Generation::Godot3 => EnetHeader { sender: 1, target: self.id }.put(value, &mut packet),
            Generation::Godot4 => packet.extend(value),
        }
        let sent = self.host.peer_mut(self.peer).send(1, &Packet::reliable(&*packet));
        sent.expect("a packet goes out");
        self.host.flush();
    }

    fn receive(&mut self) -> Vec<u8> {
        match Self::event(&mut self.host) {
            EventNoRef::Receive { packet, .. } => {
                if self.generation == Generation::Godot4 {
                    return packet.data().to_vec();
                }
                let (header, value) = EnetHeader::split(packet.data()).expect("a header");
                assert_eq!(header, EnetHeader { sender: self.id, target: 1 });
                value.to_vec()
            }
            other => panic!("a packet of the engine, not {other:?}"),
        }
    }
}

/// A listener on a port of its own, with the port.
pub(crate) fn listen() -> (TcpListener, String) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = listener.local_addr().expect("its address").port();
    (listener, port.to_string())
}

/// Waits for the engine to connect.
pub(crate) fn accept(listener: &TcpListener) -> TcpStream {
    listener.set_nonblocking(true).expect("a non-blocking listener");
    let deadline = Instant::now() + TIMEOUT;
    let stream = loop {
        match listener.accept() {
            Ok((stream, _)) => break stream,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                assert!(Instant::now() < deadline, "the engine does not connect");
                thread::sleep(Duration::from_millis(5));
            }
            Err(error) => panic!("{error}"),
        }
    };
    stream.set_nonblocking(false).expect("a blocking stream");
    stream.set_nodelay(true).expect("no delay");
    stream.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    stream.set_write_timeout(Some(TIMEOUT)).expect("a timeout");
    stream
}
