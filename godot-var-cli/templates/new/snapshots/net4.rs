//! The clients over `ENet`, in Godot's high-level multiplayer: who may play, and the bytes of `multiplayer.send_bytes`.

use std::collections::BTreeMap;
use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use godot_var::multiplayer::net::{NetConfig, Server};
use godot_var::multiplayer::{Config, Event, Session, Target, TransferMode};
use godot_var::{FromFlatBytes, ToFlatBytes};

use crate::console::log;
use crate::game::{Game, is_accepted};
use crate::protocol::{Hello, LAYOUT, Welcome};

/// What ends the connection of a client.
pub type Failure = Box<dyn Error>;

/// A client that has not sent its `Hello` by then is disconnected.
const PATIENCE: Duration = Duration::from_secs(5);
const MAX_CLIENTS: usize = 64;
/// The longest packet, in bytes.
const MAX_PACKET: usize = 16 * 1024;

pub struct Net {
    server: Server,
    session: Session,
    /// The names of clients that have greeted.
    names: BTreeMap<i32, String>,
}

impl Net {
    /// Returns the address, too.
    pub fn bind(address: &str) -> io::Result<(Self, SocketAddr)> {
        let config = NetConfig::default()
            .with_max_peers(MAX_CLIENTS)
            .with_max_packet_bytes(MAX_PACKET);
        let mut server = Server::new(config)?;
        // `listen_websocket` next to it accepts clients over WebSocket, too.
        let address = server.listen_enet(address)?;
        let session = Session::new(Config::default().with_auth(PATIENCE));
        let names = BTreeMap::new();
        Ok((
            Self {
                server,
                session,
                names,
            },
            address,
        ))
    }

    /// Takes what has arrived.
    pub fn receive(&mut self, game: &mut Game, now: Duration) -> Result<(), Failure> {
        while let Some(message) = self.server.receive()? {
            let peer = message.peer();
            let taken = match message.event(&mut self.session, now) {
                Some(Event::Auth { payload, .. }) => self.greet(game, peer, payload, now),
                Some(Event::Connected(peer)) => self.join(game, peer, now),
                Some(Event::Disconnected(peer)) => {
                    self.names.remove(&peer);
                    game.leave(peer);
                    Ok(())
                }
                Some(Event::Raw { bytes, .. }) => {
                    game.receive(peer, bytes, now).map_err(Failure::from)
                }
                Some(Event::Refused { reason, .. }) => {
                    log(format_args!("client {peer}: {reason}"));
                    Ok(())
                }
                _ => Ok(()),
            };
            if let Err(error) = taken {
                log(format_args!("client {peer} is disconnected: {error}"));
                self.server.close(peer, &error.to_string());
            }
        }
        while let Some(event) = self.session.poll(now) {
            if let Event::AuthTimedOut { peer, .. } = event {
                self.server.close(peer, "no greeting came in time");
            }
        }
        Ok(())
    }

    /// Sends what waits. A packet of the world may be lost.
    pub fn send(&mut self, game: &mut Game) {
        game.drain(|packet| {
            let to = Target::Peer(packet.peer);
            // An error is about a client that is leaving.
            let _ = self
                .session
                .send_bytes(to, packet.bytes, TransferMode::Unreliable, 0);
        });
        self.session.drain(|packet| self.server.send(packet));
    }

    /// Waits until something arrives, or for so long.
    pub fn wait(&mut self, time: Duration) -> io::Result<()> {
        self.server.wait(time)
    }

    /// Answers a `Hello`. It has the fingerprint of this server.
    fn greet(
        &mut self,
        game: &mut Game,
        peer: i32,
        payload: &[u8],
        now: Duration,
    ) -> Result<(), Failure> {
        let Hello { layout, name } = Hello::from_flat_bytes(payload)?;
        if self.names.contains_key(&peer) {
            return Err("a client greets once".into());
        }
        let refused = game.refusal(&layout);
        let is_refused = !refused.is_empty();
        if is_refused {
            log(format_args!("{name:?} was refused: {refused:?}"));
        }
        if !is_accepted(&layout) {
            log(format_args!(
                "while developing, wait for the build, and start the client again"
            ));
        }
        let layout = LAYOUT.to_owned();
        let welcome = Welcome { layout, refused }.to_flat_bytes()?;
        self.session.send_auth(peer, &welcome);
        self.names.insert(peer, name);
        // A refused client leaves, or is late.
        if !is_refused && let Some(Event::Connected(peer)) = self.session.complete_auth(peer) {
            self.join(game, peer, now)?;
        }
        Ok(())
    }

    fn join(&mut self, game: &mut Game, peer: i32, now: Duration) -> Result<(), Failure> {
        if let Some(name) = self.names.remove(&peer) {
            game.join(peer, name, now)?;
        }
        Ok(())
    }
}
