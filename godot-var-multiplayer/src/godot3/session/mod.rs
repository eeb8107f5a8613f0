//! A side of a session of Godot 3, without I/O: what it keeps, and where each packet goes.

mod calls;
mod error;
mod event;
mod node;
mod paths;
mod peers;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

pub use self::error::{CallError, Refusal};
pub use self::event::{Call, Event, Set};
pub use self::node::Node;
use self::peers::Peer;
use super::{Message, Packet};
use crate::session::nodes::Nodes;
use crate::session::outgoing::Buffer;
use crate::{Options, Relay, SERVER, SessionLimits, TransferMode};

/// How a session behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Config {
    /// Which packets it reads. The [`era`](Options::era) is one of Godot 4, and not looked at.
    pub options: Options,
    /// What a peer may make it keep: [`paths`](SessionLimits::paths), [`path_bytes`](SessionLimits::path_bytes), where all paths count, and
    /// a client's [`peers`](SessionLimits::peers).
    pub limits: SessionLimits,
    /// Whether clients see each other. Godot's own servers let them by default; here it is off by default.
    pub relay: Relay,
}

impl Config {
    /// A session with other [`options`](Self::options).
    #[must_use]
    pub const fn with_options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// A session with other [`limits`](Self::limits).
    #[must_use]
    pub const fn with_limits(mut self, limits: SessionLimits) -> Self {
        self.limits = limits;
        self
    }

    /// A session that [relays](Self::relay).
    #[must_use]
    pub const fn with_relay(mut self, relay: Relay) -> Self {
        self.relay = relay;
        self
    }
}

/// A message, as the transport has received it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incoming<'p> {
    /// On whose connection. A client has one: to the [server](SERVER).
    pub peer: i32,
    /// The message.
    pub message: Message<'p>,
    /// How it came: a packet that is sent on goes in the same way.
    pub mode: TransferMode,
}

impl<'p> Incoming<'p> {
    /// A message that came reliably: over WebSocket, every one.
    pub const fn new(peer: i32, message: Message<'p>) -> Self {
        Self { peer, message, mode: TransferMode::Reliable }
    }
}

/// A message for the transport.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outgoing<'s> {
    /// On whose connection.
    pub peer: i32,
    /// The message.
    pub message: Message<'s>,
    /// How it travels, where the transport has a choice.
    pub mode: TransferMode,
}

/// Where a message goes that waits, and what it is beside its packet.
#[derive(Clone, Copy, Debug)]
struct Queued {
    peer: i32,
    kind: Kind,
    mode: TransferMode,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Packet { source: i32, target: i32 },
    AddPeer(i32),
    DelPeer(i32),
    Id(i32),
}

/// One side of a session of Godot 3's high-level multiplayer, a server or a client: it knows the peers, keeps the numbers of paths on both
/// sides, says who may call and set what, and writes what is sent. It does no I/O and needs no clock.
///
/// Tell it of connections ([`connect`](Self::connect), [`disconnect`](Self::disconnect)), give it messages
/// ([`receive`](Self::receive)), and each time send what waits ([`drain`](Self::drain)). One session serves several transports at once:
/// [`Message`] reads and writes the form of each. Over WebSocket the server chooses the id of a client, from 2 on; over `ENet` the client
/// brings it along, as the data word of its connection.
///
/// Nodes are found in a table by their path, so a peer reaches no other, and of a node the [members](super::Member) alone. A node gets a number
/// for each peer before the first call, and is named by its path until the peer has confirmed. Godot 3 confirms a path whose node is missing,
/// too: call a client when it has said that its level is loaded.
///
/// With [`Relay::On`] a server sends on what clients send each other, as Godot's does.
///
/// ```
/// use godot_var_multiplayer::godot3::{Config, Event, Incoming, Member, Message, Node, Session};
/// use godot_var_multiplayer::{SERVER, Target};
///
/// // The script of both sides: `remote func say(text)` and `puppet var health`.
/// const CHAT: Node = Node::new()
///     .with_methods(&[Member::remote("say")])
///     .with_properties(&[Member::puppet("health")]);
///
/// let mut server = Session::new(Config::default());
/// let node = server.add_node("Main/Chat", CHAT).expect("a path of its own");
/// assert_eq!(server.connect(7), Some(Event::Connected(7)));
/// // Over WebSocket the client learns its id, and that it is connected.
/// let mut sent = Vec::new();
/// server.drain(|outgoing| sent.push(outgoing.message.to_websocket()));
/// assert_eq!(Message::read_websocket(&sent[0])?, Message::Id(7));
///
/// let mut client = Session::client(7, Config::default());
/// let theirs = client.add_node("Main/Chat", CHAT).expect("a path of its own");
/// let connected = client.receive(Incoming::new(SERVER, Message::read_websocket(&sent[1])?));
/// assert_eq!(connected, Some(Event::Connected(SERVER)));
///
/// // rpc_id(1, "say", "hello")
/// client.call(Target::Peer(SERVER), theirs, "say", &("hello",))?;
/// let mut sent = Vec::new();
/// client.drain(|outgoing| sent.push(outgoing.message.to_websocket()));
/// // The path gets a number, and the server confirms it.
/// assert_eq!(server.receive(Incoming::new(7, Message::read_websocket(&sent[0])?)), None);
/// let Some(Event::Call(call)) = server.receive(Incoming::new(7, Message::read_websocket(&sent[1])?)) else {
///     panic!("a call")
/// };
/// assert_eq!((call.peer, call.node, call.method.name), (7, node, "say"));
/// assert_eq!(call.decode::<(&str,)>()?, ("hello",));
///
/// // rset("health", 90)
/// server.set(Target::All, node, "health", &90)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session {
    /// Its own peer id.
    id: i32,
    config: Config,
    nodes: Nodes<Node>,
    peers: BTreeMap<i32, Peer>,
    queue: Buffer<Queued>,
    /// Arguments and values that are being written.
    scratch: Vec<u8>,
}

impl Session {
    /// A server without nodes and peers.
    pub const fn new(config: Config) -> Self {
        Self::of(SERVER, config)
    }

    /// A client without nodes, under its id: over WebSocket [`Message::Id`] tells it, over `ENet` it is the client's choice. Over WebSocket
    /// it is connected when [`receive`](Self::receive) gets [`Message::AddPeer`] of the [server](SERVER); over `ENet`
    /// [connect](Self::connect) it to that.
    pub const fn client(id: i32, config: Config) -> Self {
        Self::of(id, config)
    }

    const fn of(id: i32, config: Config) -> Self {
        Self {
            id,
            config,
            nodes: Nodes::new(),
            peers: BTreeMap::new(),
            queue: Buffer::new(),
            scratch: Vec::new(),
        }
    }

    /// The peer id of this session: 1 for a server.
    pub const fn unique_id(&self) -> i32 {
        self.id
    }

    /// Hands out all messages that wait, in the order in which they have to be sent.
    pub fn drain(&mut self, mut send: impl FnMut(Outgoing<'_>)) {
        self.queue.drain(|Queued { peer, kind, mode }, packet| {
            let message = match kind {
                Kind::Packet { source, target } => Message::Packet { source, target, packet },
                Kind::AddPeer(other) => Message::AddPeer(other),
                Kind::DelPeer(other) => Message::DelPeer(other),
                Kind::Id(id) => Message::Id(id),
            };
            send(Outgoing { peer, message, mode });
        });
    }

    /// Takes a message of a peer: `None` if it was for the session itself.
    pub fn receive<'p>(&mut self, incoming: Incoming<'p>) -> Option<Event<'p>> {
        match self.take_message(incoming) {
            Ok(event) => event,
            Err(reason) => Some(Event::Refused { peer: incoming.peer, reason }),
        }
    }

    fn take_message<'p>(&mut self, incoming: Incoming<'p>) -> Result<Option<Event<'p>>, Refusal> {
        let Incoming { peer, message, mode } = incoming;
        let is_client = self.id != SERVER;
        match message {
            Message::Packet { source, packet, .. } if is_client => {
                let is_known = self.peers.contains_key(&source);
                match self.config.relay {
                    _ if peer != SERVER || !is_known => Err(Refusal::NotConnected(source)),
                    Relay::Off if source != SERVER => Err(Refusal::NotRelayed),
                    _ => self.take(source, packet),
                }
            }
            Message::Packet { .. } if !self.peers.contains_key(&peer) => {
                Err(Refusal::NotConnected(peer))
            }
            Message::Packet { source, .. } if source != peer => Err(Refusal::OtherSource(source)),
            Message::Packet { target: SERVER, packet, .. } => self.take(peer, packet),
            Message::Packet { target, packet, .. } => {
                Packet::read(packet, &self.config.options).map_err(Refusal::Packet)?;
                match self.config.relay {
                    Relay::Off if is_for_server(target) => self.take(peer, packet),
                    Relay::Off => Err(Refusal::NotRelayed),
                    Relay::Ask => Ok(Some(Event::Relay { peer, target, packet, mode })),
                    Relay::On => self.send_on(peer, target, packet, mode),
                }
            }
            Message::Id(id) if is_client && id == self.id => Ok(None),
            Message::AddPeer(other) if is_client => self.take_add_peer(other),
            Message::DelPeer(other) if is_client => Ok(self.take_del_peer(other)),
            Message::Id(_) | Message::AddPeer(_) | Message::DelPeer(_) => Err(Refusal::OfServer),
        }
    }

    /// Takes a packet of a peer.
    fn take<'p>(&mut self, peer: i32, packet: &'p [u8]) -> Result<Option<Event<'p>>, Refusal> {
        match Packet::read(packet, &self.config.options).map_err(Refusal::Packet)? {
            Packet::Rpc(call) => self.take_call(peer, &call).map(|call| Some(Event::Call(call))),
            Packet::Rset(set) => self.take_set(peer, &set).map(|set| Some(Event::Set(set))),
            Packet::SimplifyPath { id, path } => self.take_simplify(peer, id, path).map(|()| None),
            Packet::ConfirmPath(path) => self.take_confirm(peer, path).map(|()| None),
            Packet::Raw(bytes) => Ok(Some(Event::Raw { peer, bytes })),
        }
    }

    /// Sends a packet of a client on: what [`Event::Relay`] asks. A target that is gone gets nothing; where the target is all, or all but a
    /// client, the server takes the packet, too.
    pub fn relay<'p>(
        &mut self,
        peer: i32,
        target: i32,
        packet: &'p [u8],
        mode: TransferMode,
    ) -> Option<Event<'p>> {
        match self.send_on(peer, target, packet, mode) {
            Ok(event) => event,
            Err(reason) => Some(Event::Refused { peer, reason }),
        }
    }

    fn send_on<'p>(
        &mut self,
        source: i32,
        target: i32,
        packet: &'p [u8],
        mode: TransferMode,
    ) -> Result<Option<Event<'p>>, Refusal> {
        let is_target = |peer: i32| {
            peer != source
                && if target > 0 { peer == target } else { peer != target.wrapping_neg() }
        };
        let targets: Vec<i32> = self.peers().filter(|peer| is_target(*peer)).collect();
        if !targets.is_empty() {
            let bytes = self.queue.copy(packet);
            for peer in targets {
                let kind = Kind::Packet { source, target };
                self.queue.push(Queued { peer, kind, mode }, bytes.clone());
            }
        }
        if is_for_server(target) { self.take(source, packet) } else { Ok(None) }
    }
}

/// Whether the server itself is among those that a client sends a packet to.
const fn is_for_server(target: i32) -> bool {
    target == SERVER || target <= 0 && target != -SERVER
}
