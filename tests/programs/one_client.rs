//! A server of this library with one client, a real engine, over WebSocket.

use std::io::ErrorKind;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use godot_var::multiplayer::{Config, Event, Incoming, Session};
use tungstenite::{Message, WebSocket};

use crate::engine::peers::{accept, listen};
use crate::needs::Godot;
use crate::programs::engine::{Engine, TIMEOUT};

/// The id that the server gives its client.
pub(crate) const CLIENT: i32 = 70_000;

pub(crate) struct OneClient {
    pub(crate) session: Session,
    socket: WebSocket<TcpStream>,
    engine: Engine,
    started: Instant,
    /// Whether the client has closed its connection.
    pub(crate) is_gone: bool,
}

impl OneClient {
    /// Starts the engine with a script of `tests/engine/godot4`, and accepts it. `build` describes the scene.
    pub(crate) fn start(
        godot: &Godot,
        script: &str,
        arguments: &[&str],
        config: Config,
        build: impl FnOnce(&mut Session),
    ) -> Self {
        let (listener, port) = listen();
        let arguments = [arguments, &[&*port]].concat();
        let test = script.replace(".gd", &arguments[..arguments.len() - 1].concat());
        let engine = Engine::start(godot, &test, script, &arguments);
        let mut socket = tungstenite::accept(accept(&listener)).expect("a handshake");
        let short = Some(Duration::from_millis(5));
        socket.get_ref().set_read_timeout(short).expect("a timeout");
        socket.send(Message::binary(CLIENT.to_le_bytes().to_vec())).expect("sent");
        let mut session = Session::new(config);
        build(&mut session);
        let mut client = Self { session, socket, engine, started: Instant::now(), is_gone: false };
        client.session.connect(CLIENT, client.now());
        client
    }

    pub(crate) fn now(&self) -> Duration {
        self.started.elapsed()
    }

    /// Takes at most one packet of the client, and sends what the session has to send. Passes the events on.
    pub(crate) fn turn(&mut self, mut take: impl FnMut(&mut Session, Event<'_>)) {
        let now = self.now();
        assert!(now < TIMEOUT, "the client says nothing");
        match self.socket.read() {
            Ok(Message::Binary(bytes)) => {
                if let Some(event) = self.session.receive(Incoming::new(CLIENT, &bytes), now) {
                    take(&mut self.session, event);
                }
            }
            Ok(_) => {}
            Err(tungstenite::Error::Io(error))
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => self.is_gone = true,
        }
        while let Some(event) = self.session.poll(now) {
            take(&mut self.session, event);
        }
        let mut packets = Vec::new();
        self.session.drain(|packet| packets.push(packet.bytes.to_vec()));
        for packet in packets {
            self.is_gone |= self.socket.send(Message::binary(packet)).is_err();
        }
    }

    /// Waits until the engine ends, and returns what it printed, its errors included.
    pub(crate) fn finish(mut self, mut take: impl FnMut(&mut Session, Event<'_>)) -> String {
        while !self.is_gone {
            self.turn(&mut take);
        }
        drop(self.socket);
        self.engine.wait()
    }
}
