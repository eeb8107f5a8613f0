//! The clients over `ENet`, in Godot's high-level multiplayer: who may play, and the bytes of `multiplayer.send_bytes`.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use godot_var::multiplayer::godot3::{Call, Event, Member, Node, Session};
use godot_var::multiplayer::net::{NetConfig, Server};
use godot_var::multiplayer::{Config, NodeId, Target, TransferMode};
use godot_var::{FromFlatBytes, ToFlatBytes};

use crate::console::log;
use crate::game::{Game, is_accepted};
use crate::protocol::{Hello, LAYOUT, Welcome};

/// What ends the connection of a client.
pub type Failure = Box<dyn Error>;

/// A client that has not joined by then is disconnected.
const PATIENCE: Duration = Duration::from_secs(5);
const MAX_CLIENTS: usize = 64;
/// The longest packet, in bytes.
const MAX_PACKET: usize = 16 * 1024;

/// `main.gd`: clients call `master` methods of the server, and the server `puppet` methods of the clients.
const MAIN: Node = Node::new().with_methods(&[Member::master("hello"), Member::puppet("welcome")]);

pub struct Net {
    server: Server,
    session: Session,
    main: NodeId,
    /// When the clients were connected that may not have joined.
    waiting: BTreeMap<i32, Duration>,
    /// The clients that have greeted.
    greeted: BTreeSet<i32>,
}

impl Net {
    /// Returns the address, too.
    pub fn bind(address: &str) -> io::Result<(Self, SocketAddr)> {
        let config = NetConfig::default()
            .with_max_peers(MAX_CLIENTS)
            .with_godot3(true)
            .with_max_packet_bytes(MAX_PACKET);
        let mut server = Server::new(config)?;
        // `listen_websocket` next to it accepts clients over WebSocket, too.
        let address = server.listen_enet(address)?;
        let mut session = Session::new(Config::default());
        let main = session.add_node("Main", MAIN).map_err(io::Error::other)?;
        Ok((
            Self {
                server,
                session,
                main,
                waiting: BTreeMap::new(),
                greeted: BTreeSet::new(),
            },
            address,
        ))
    }

    /// Takes what has arrived.
    pub fn receive(&mut self, game: &mut Game, now: Duration) -> Result<(), Failure> {
        while let Some(message) = self.server.receive()? {
            let peer = message.peer();
            let taken = match message.event_godot3(&mut self.session) {
                // It plays later, after its `hello`.
                Some(Event::Connected(peer)) => {
                    self.waiting.insert(peer, now);
                    Ok(())
                }
                Some(Event::Call(_)) if !self.greeted.insert(peer) => {
                    Err("a client greets once".into())
                }
                Some(Event::Call(call)) => greet(&mut self.session, self.main, game, &call, now),
                Some(Event::Disconnected(peer)) => {
                    self.waiting.remove(&peer);
                    self.greeted.remove(&peer);
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
        self.waiting.retain(|&peer, since| {
            let is_over = now.saturating_sub(*since) > PATIENCE;
            if is_over && !game.plays(peer) {
                self.server.close(peer, "no greeting came in time");
            }
            !is_over
        });
        Ok(())
    }

    /// Sends what waits. A packet of the world may be lost.
    pub fn send(&mut self, game: &mut Game) {
        game.drain(|packet| {
            let to = Target::Peer(packet.peer);
            // An error is about a client that is leaving.
            let _ = self
                .session
                .send_bytes(to, packet.bytes, TransferMode::Unreliable);
        });
        self.session
            .drain(|outgoing| self.server.send_godot3(outgoing));
    }

    /// Waits until something arrives, or for so long.
    pub fn wait(&mut self, time: Duration) -> io::Result<()> {
        self.server.wait(time)
    }
}

/// Answers a `hello`. It has the fingerprint of this server.
fn greet(
    session: &mut Session,
    main: NodeId,
    game: &mut Game,
    call: &Call<'_>,
    now: Duration,
) -> Result<(), Failure> {
    let (hello,): (Vec<u8>,) = call.decode()?;
    let Hello { layout, name } = Hello::from_flat_bytes(&hello)?;
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
    session.call(Target::Peer(call.peer), main, "welcome", &(welcome,))?;
    if !is_refused {
        game.join(call.peer, name, now)?;
    }
    Ok(())
}
