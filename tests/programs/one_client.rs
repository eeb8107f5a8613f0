//! A server of this library with one client, a real engine, over WebSocket.

use std::time::{Duration, Instant};

use godot_var::multiplayer::net::{NetConfig, Server};
use godot_var::multiplayer::{Config, Event, Session};

use crate::needs::Godot;
use crate::programs::engine::{Engine, TIMEOUT};

/// The id that the server gives its first client.
pub(crate) const CLIENT: i32 = 2;

pub(crate) struct OneClient {
    pub(crate) session: Session,
    server: Server,
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
        let mut server = Server::new(NetConfig::default()).expect("a server");
        let port = server.listen_websocket("127.0.0.1:0").expect("a port").port().to_string();
        let test = script.replace(".gd", &arguments.concat());
        let arguments = [arguments, &[&*port]].concat();
        let engine = Engine::start(godot, &test, script, &arguments);
        let mut session = Session::new(config);
        build(&mut session);
        let mut client = Self { session, server, engine, started: Instant::now(), is_gone: false };
        while client.session.peers().next().is_none() {
            client.turn(|_, event| assert_eq!(event, Event::Connected(CLIENT)));
        }
        client
    }

    pub(crate) fn now(&self) -> Duration {
        self.started.elapsed()
    }

    /// Takes what has arrived, and sends what the session has to send. Passes the events on.
    pub(crate) fn turn(&mut self, mut take: impl FnMut(&mut Session, Event<'_>)) {
        let now = self.now();
        assert!(now < TIMEOUT, "the client says nothing");
        while let Some(message) = self.server.receive().expect("received") {
            match message.event(&mut self.session, now) {
                Some(Event::Disconnected(_)) => self.is_gone = true,
                Some(event) => take(&mut self.session, event),
                None => {}
            }
        }
        while let Some(event) = self.session.poll(now) {
            take(&mut self.session, event);
        }
        self.session.drain(|packet| self.server.send(packet));
        self.server.wait(Duration::from_millis(5)).expect("waited");
    }

    /// Waits until the engine ends, and returns what it printed, its errors included.
    pub(crate) fn finish(mut self, mut take: impl FnMut(&mut Session, Event<'_>)) -> String {
        while !self.is_gone {
            self.turn(&mut take);
        }
        drop(self.server);
        self.engine.wait()
    }
}
