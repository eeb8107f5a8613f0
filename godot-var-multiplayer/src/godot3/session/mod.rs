//! A server or a client of Godot 3's multiplayer, without I/O: its state and the dispatch of packets.

mod calls;
mod event;
mod node;
mod paths;
mod peers;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::num::NonZero;

pub use self::event::{Call, Event, Set};
pub use self::node::Node;
use self::peers::Peer;
use super::{Message, Packet};
use crate::session::kept::Kept;
use crate::session::nodes::Nodes;
use crate::session::outgoing::Buffer;
use crate::{Config, Refusal, Relay, SERVER, TransferMode, watch};

/// A message that the transport received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incoming<'p> {
    /// The peer of the connection. A client has only the connection to the [server](SERVER).
    pub peer: i32,
    /// The message.
    pub message: Message<'p>,
    /// How the message was received. The session relays packets in the same mode.
    pub mode: TransferMode,
}

impl<'p> Incoming<'p> {
    /// Makes a reliable message. Every message over WebSocket is reliable.
    pub const fn new(peer: i32, message: Message<'p>) -> Self {
        Self { peer, message, mode: TransferMode::Reliable }
    }
}

/// A message for the transport.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outgoing<'s> {
    /// The peer of the connection.
    pub peer: i32,
    /// The message.
    pub message: Message<'s>,
    /// How to send it, if the transport offers several modes.
    pub mode: TransferMode,
}

/// A queued message and its target. The bytes of its packet are in the buffer of the queue.
#[derive(Clone, Copy, Debug)]
struct Queued {
    peer: i32,
    message: Message<'static>,
    mode: TransferMode,
}

/// One side of a session of Godot 3's high-level multiplayer, a server or a client. It tracks peers and the numbers of paths, checks
/// permissions, and queues messages to send. It does no I/O and needs no clock.
///
/// Report connections ([`connect`](Self::connect), [`disconnect`](Self::disconnect)) and pass received messages to
/// [`receive`](Self::receive). After each of them send the queued messages ([`drain`](Self::drain)). One session can serve several
/// transports at once: [`Message`] reads and writes the form of each. Over WebSocket the server chooses the id of a client, from 2 on. Over
/// `ENet` the client chooses it and sends it as the data word of its connection.
///
/// The session looks up nodes by path in a table, so a peer can reach only nodes that were added, and only their [members](super::Member). A
/// node gets a number for each peer before the first call. Packets contain its path until the peer has confirmed the number. Godot 3 also
/// confirms a path whose node is missing, so call a client only after it has reported that its level is loaded.
///
/// With [`Relay::On`] a server sends on the packets between clients, as Godot's server does.
///
/// ```
/// use godot_var_multiplayer::godot3::{Event, Incoming, Member, Message, Node, Session};
/// use godot_var_multiplayer::{Config, SERVER, Target};
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
    id: i32,
    config: Config,
    nodes: Nodes<Node>,
    peers: BTreeMap<i32, Peer>,
    /// What the other clients that the server reports take, for a client. The server may report them before itself.
    clients: Kept,
    queue: Buffer<Queued>,
    /// Buffer for arguments and values, reused.
    scratch: Vec<u8>,
}

impl Session {
    /// Makes a server without nodes and peers.
    pub const fn new(config: Config) -> Self {
        Self::of(SERVER, config)
    }

    /// Makes a client without nodes. Over WebSocket its id comes from [`Message::Id`], and the client is connected when
    /// [`receive`](Self::receive) gets [`Message::AddPeer`] of the [server](SERVER). Over `ENet` the client chooses its id; call
    /// [`connect`](Self::connect) with the server's id when the transport is connected.
    pub const fn client(id: i32, config: Config) -> Self {
        Self::of(id, config)
    }

    const fn of(id: i32, config: Config) -> Self {
        Self {
            id,
            config,
            nodes: Nodes::new(),
            peers: BTreeMap::new(),
            clients: Kept::new(),
            queue: Buffer::new(),
            scratch: Vec::new(),
        }
    }

    /// Returns the peer id of this session, which is 1 for a server.
    pub const fn unique_id(&self) -> i32 {
        self.id
    }

    /// Lets the numbers of nodes begin again after this one, for tests.
    #[doc(hidden)]
    pub fn set_greatest_number(&mut self, greatest: NonZero<u32>) {
        self.nodes.numbers.set_max(greatest);
    }

    /// Passes all queued messages to `send`, in the order in which they must be sent.
    pub fn drain(&mut self, mut send: impl FnMut(Outgoing<'_>)) {
        self.queue.drain(|Queued { peer, message, mode }, packet| {
            let message = match message {
                Message::Packet { source, target, .. } => {
                    Message::Packet { source, target, packet }
                }
                other => other,
            };
            send(Outgoing { peer, message, mode });
        });
    }

    /// Processes a message of a peer. Returns `None` if the session itself handled it.
    pub fn receive<'p>(&mut self, incoming: Incoming<'p>) -> Option<Event<'p>> {
        match self.take_message(incoming) {
            Ok(event) => event,
            Err(reason) => {
                self.watch_refusal(incoming.peer, &reason);
                Some(Event::Refused { peer: incoming.peer, reason })
            }
        }
    }

    fn watch_refusal(&self, peer: i32, reason: &Refusal) {
        watch::refused(peer, reason, || self.peers.get(&peer).map(|peer| &peer.watched));
    }

    fn take_message<'p>(&mut self, incoming: Incoming<'p>) -> Result<Option<Event<'p>>, Refusal> {
        let Incoming { peer, message, mode } = incoming;
        let is_client = self.id != SERVER;
        match message {
            Message::Packet { source, packet, .. } if is_client => {
                // Without `Relay` it knows no client.
                if peer != SERVER || !self.peers.contains_key(&source) {
                    return Err(Refusal::NotAdmitted(source));
                }
                self.take(source, packet)
            }
            Message::Packet { .. } if !self.peers.contains_key(&peer) => {
                Err(Refusal::NotAdmitted(peer))
            }
            Message::Packet { source, .. } if source != peer => Err(Refusal::OtherSource(source)),
            Message::Packet { target: SERVER, packet, .. } => self.take(peer, packet),
            Message::Packet { target, packet, .. } => {
                Packet::read(packet, &self.config.options).map_err(Refusal::Packet)?;
                match self.config.relay {
                    Relay::Off if is_for_server(target) => self.take(peer, packet),
                    Relay::Off => Err(Refusal::NotRelayed),
                    Relay::Ask => Ok(Some(Event::Relay { peer, target, packet, mode })),
                    Relay::On => Ok(self.relay(peer, target, packet, mode)),
                }
            }
            Message::Id(id) if is_client && id == self.id => Ok(None),
            Message::AddPeer(other) if is_client => self.take_add_peer(other),
            Message::DelPeer(other) if is_client => Ok(self.take_del_peer(other)),
            Message::Id(_) | Message::AddPeer(_) | Message::DelPeer(_) => Err(Refusal::OfServer),
        }
    }

    /// Processes a packet of a peer.
    fn take<'p>(&mut self, peer: i32, packet: &'p [u8]) -> Result<Option<Event<'p>>, Refusal> {
        match Packet::read(packet, &self.config.options).map_err(Refusal::Packet)? {
            Packet::Rpc(call) => self.take_call(peer, &call).map(|call| Some(Event::Call(call))),
            Packet::Rset(set) => self.take_set(peer, &set).map(|set| Some(Event::Set(set))),
            Packet::SimplifyPath { id, path } => self.take_simplify(peer, id, path).map(|()| None),
            Packet::ConfirmPath(path) => self.take_confirm(peer, path).map(|()| None),
            Packet::Raw(bytes) => Ok(Some(Event::Raw { peer, bytes })),
        }
    }

    /// Sends a packet of a client on, after an [`Event::Relay`]. A target that has left gets nothing. If the target is all peers, or all but
    /// a client, the server processes the packet, too.
    pub fn relay<'p>(
        &mut self,
        peer: i32,
        target: i32,
        packet: &'p [u8],
        mode: TransferMode,
    ) -> Option<Event<'p>> {
        let is_target = |other: i32| {
            other != peer
                && if target > 0 { other == target } else { other != target.wrapping_neg() }
        };
        let targets: Vec<i32> = self.peers().filter(|other| is_target(*other)).collect();
        if !targets.is_empty() {
            let bytes = self.queue.copy(packet);
            for other in targets {
                let message = Message::Packet { source: peer, target, packet: &[] };
                self.queue.push(other, Queued { peer: other, message, mode }, bytes.clone());
            }
        }
        if !is_for_server(target) {
            return None;
        }
        self.take(peer, packet).unwrap_or_else(|reason| {
            self.watch_refusal(peer, &reason);
            Some(Event::RelayedOnly { peer, reason })
        })
    }
}

/// Whether the target of a client's packet includes the server itself.
const fn is_for_server(target: i32) -> bool {
    target == SERVER || target <= 0 && target != -SERVER
}
