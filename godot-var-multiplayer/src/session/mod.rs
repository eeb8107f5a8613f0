//! A side of a multiplayer session, without I/O: what it keeps, and where each packet goes.

mod admission;
mod calls;
mod config;
mod error;
mod event;
pub(crate) mod nodes;
pub(crate) mod outgoing;
mod paths;
mod peer;
mod received;
mod scene;
mod spawns;
mod state;
mod sync;

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::time::Duration;

pub use self::config::{Config, Relay, SessionLimits};
pub use self::error::{CallError, Refusal, ReplicationError};
pub use self::event::{Call, Event, Spawned, Update};
pub use self::nodes::NodeId;
use self::nodes::Nodes;
pub use self::outgoing::Outgoing;
use self::outgoing::Queue;
use self::peer::Peer;
pub use self::scene::{MultiplayerSpawner, MultiplayerSynchronizer, NewNode, Node};
use self::spawns::{SpawnedNode, Spawner};
use self::state::Values;
use self::sync::Synchronizing;
use crate::{Command, Packet, SERVER, TransferMode};

/// A packet of a peer, as the transport has received it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incoming<'p> {
    /// From whom.
    pub peer: i32,
    /// The packet.
    pub bytes: &'p [u8],
    /// How it came: a packet that is relayed goes on in the same way.
    pub mode: TransferMode,
    /// On which transfer channel it came.
    pub channel: u8,
}

impl<'p> Incoming<'p> {
    /// A packet that came reliably on channel 0: over WebSocket, every one.
    pub const fn new(peer: i32, bytes: &'p [u8]) -> Self {
        Self { peer, bytes, mode: TransferMode::Reliable, channel: 0 }
    }
}

/// To whom something is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// One peer.
    Peer(i32),
    /// Every peer that is admitted.
    All,
    /// Every peer but this one.
    AllBut(i32),
}

/// One side of a multiplayer session, a server or a client: it admits peers, keeps the numbers of paths on both sides, says which calls may
/// be made, spawns nodes and synchronizes properties, and writes what is sent. It does no I/O and has no clock.
///
/// Tell it of connections ([`connect`](Self::connect), [`disconnect`](Self::disconnect)), give it packets
/// ([`receive`](Self::receive)) and the time ([`poll`](Self::poll)), and each time send what waits ([`drain`](Self::drain)). The transport makes the ids of peers: over WebSocket
/// the server chooses one from 2 on, and its four bytes, little-endian, are the first message; over `ENet` the client brings it along.
///
/// A time is a [`Duration`] since any moment, the same for all calls.
///
/// Nodes are found in a table by their path, so a peer reaches no other. A node gets a number for each peer before the first call, and is named by
/// its path until the peer has confirmed; a peer whose level is not loaded yet is told again, which the engine does not do.
///
/// Nodes that a [`MultiplayerSpawner`] makes are [spawned](Self::spawn) at each peer once it has confirmed the spawner, and at those that come
/// later. The state of a [`MultiplayerSynchronizer`] is [set](Self::set_state) whenever it changes; [`poll`](Self::poll) sends it. What other
/// authorities spawn and synchronize comes as an [`Event`].
///
/// A [client](Self::client) is the same: its peer is the server, and other clients if the server relays.
///
/// ```
/// use core::time::Duration;
///
/// use godot_var_multiplayer::{
///     Caller, Config, Event, Incoming, Method, MethodSet, Node, Session, Target, sorted,
/// };
/// use godot_var_runtime::{EncodeError, Output};
///
/// /// `@rpc("any_peer") func ping()` of the script.
/// struct Ping;
///
/// impl MethodSet for Ping {
///     const METHODS: &'static [Method] = &sorted([Method::new("ping", Caller::AnyPeer)]);
///     fn id(&self) -> u16 {
///         0
///     }
///     fn encode_arguments<O: Output>(&self, _: &mut O) -> Result<u8, EncodeError> {
///         Ok(0)
///     }
/// }
///
/// let now = Duration::ZERO;
/// let mut session = Session::new(Config::default());
/// let main = session.add_node("Main", Node::of::<Ping>()).expect("a path of its own");
/// assert_eq!(session.connect(7, now), Some(Event::Connected(7)));
///
/// // The client calls by the path.
/// let call = session.receive(Incoming::new(7, b"\xa0\x06\0\0\x80\0Main\0"), now);
/// let Some(Event::Call(call)) = call else { panic!("a call") };
/// assert_eq!((call.peer, call.node, call.method.name), (7, main, "ping"));
///
/// // The server answers: first it announces a number for the path.
/// session.call(Target::Peer(7), main, &Ping, now)?;
/// let mut sent = Vec::new();
/// session.drain(|packet| sent.push(packet.bytes.to_vec()));
/// assert_eq!((sent.len(), sent[0][0]), (2, 1));
/// assert_eq!(sent[1], b"\xa0\x06\0\0\x80\0Main\0");
/// # Ok::<(), godot_var_multiplayer::CallError>(())
/// ```
#[derive(Debug)]
pub struct Session {
    /// Its own peer id.
    id: i32,
    config: Config,
    /// The time that it was told last.
    now: Duration,
    nodes: Nodes,
    spawners: BTreeMap<NodeId, Spawner>,
    /// In the order in which they were spawned.
    spawned: BTreeMap<NodeId, SpawnedNode>,
    synchronizers: BTreeMap<NodeId, Synchronizing>,
    peers: BTreeMap<i32, Peer>,
    /// The peers that are not admitted yet, and since when.
    pending: BTreeSet<(Duration, i32)>,
    /// When which peer is told of which node again, unless it confirms.
    due: BTreeSet<(Duration, i32, NodeId)>,
    queue: Queue,
    /// Arguments and rows that are being written.
    scratch: Vec<u8>,
    /// The peers of a call.
    targets: Vec<i32>,
    /// Elements that are being written.
    elements: Vec<u8>,
    /// A state that is being written.
    values: Values,
}

impl Session {
    /// A server without nodes and peers.
    pub const fn new(config: Config) -> Self {
        Self::of(SERVER, config)
    }

    /// A client without nodes, under the id that the transport gave it. [Connect](Self::connect) it to the [server](SERVER).
    ///
    /// ```
    /// use core::time::Duration;
    ///
    /// use godot_var_multiplayer::{
    ///     Config, Event, Incoming, MultiplayerSpawner, NewNode, SERVER, Session,
    /// };
    ///
    /// let now = Duration::ZERO;
    /// let level = || MultiplayerSpawner::new("Main/Players").with_scenes(&["res://player.tscn"]);
    /// let mut server = Session::new(Config::default());
    /// let spawner = server.add_spawner("Main/Spawner", level())?;
    /// server.spawn(spawner, NewNode::scene(0, "Ann"))?;
    /// server.connect(7, now);
    ///
    /// let mut client = Session::client(7, Config::default());
    /// client.add_spawner("Main/Spawner", level())?;
    /// client.connect(SERVER, now);
    ///
    /// // The server announces its spawner, the client confirms it, the server spawns.
    /// let mut packets = Vec::new();
    /// server.drain(|packet| packets.push(packet.bytes.to_vec()));
    /// assert_eq!(client.receive(Incoming::new(SERVER, &packets[0]), now), None);
    /// client.drain(|packet| packets.push(packet.bytes.to_vec()));
    /// assert_eq!(server.receive(Incoming::new(7, &packets[1]), now), None);
    /// server.drain(|packet| packets.push(packet.bytes.to_vec()));
    /// let Some(Event::Spawned(ann)) = client.receive(Incoming::new(SERVER, &packets[2]), now) else {
    ///     panic!("a node")
    /// };
    /// assert_eq!(client.path(ann.node), Some("Main/Players/Ann"));
    /// # Ok::<(), godot_var_multiplayer::ReplicationError>(())
    /// ```
    pub const fn client(id: i32, config: Config) -> Self {
        Self::of(id, config)
    }

    const fn of(id: i32, config: Config) -> Self {
        Self {
            id,
            config,
            now: Duration::ZERO,
            nodes: Nodes::new(),
            spawners: BTreeMap::new(),
            spawned: BTreeMap::new(),
            synchronizers: BTreeMap::new(),
            peers: BTreeMap::new(),
            pending: BTreeSet::new(),
            due: BTreeSet::new(),
            queue: Queue::new(id != SERVER),
            scratch: Vec::new(),
            targets: Vec::new(),
            elements: Vec::new(),
            values: Values::new(),
        }
    }

    /// The peer id of this session: 1 for a server.
    pub const fn unique_id(&self) -> i32 {
        self.id
    }

    /// Lets time pass: call it until it returns `None`, as often as packets are sent, after [`receive`](Self::receive) has taken what came: it is
    /// a network frame of the engine. A peer that did
    /// not authenticate in time is an [`Event::AuthTimedOut`]; announcements that nobody has confirmed are said again; properties are sent at
    /// their intervals.
    pub fn poll(&mut self, now: Duration) -> Option<Event<'static>> {
        self.now = now;
        if let Some(peer) = self.late_peer(now) {
            return Some(Event::AuthTimedOut(peer));
        }
        self.announce_again(now);
        self.send_syncs(now);
        self.send_deltas(now);
        None
    }

    /// Hands out all packets that wait, in the order in which they have to be sent.
    pub fn drain(&mut self, send: impl FnMut(Outgoing<'_>)) {
        self.queue.drain(send);
    }

    fn is_admitted(&self, id: i32) -> bool {
        self.peers.get(&id).is_some_and(Peer::is_admitted)
    }

    fn admitted_but(&self, left_out: &[i32]) -> Vec<i32> {
        self.peers().filter(|id| !left_out.contains(id)).collect()
    }

    /// Sends a packet of the protocol, which has no part that could be too long.
    fn control(&mut self, peer: i32, packet: &Packet<'_>) {
        let sent = self.queue.send_control(peer, packet);
        debug_assert!(sent.is_ok(), "{packet:?} cannot be written");
    }

    /// Takes a packet of a peer: `None` if it was for the session itself.
    pub fn receive<'p>(&mut self, incoming: Incoming<'p>, now: Duration) -> Option<Event<'p>> {
        self.now = now;
        self.take_or_refuse(incoming, true)
    }

    fn take_or_refuse<'p>(&mut self, incoming: Incoming<'p>, may_relay: bool) -> Option<Event<'p>> {
        let peer = incoming.peer;
        match self.take(incoming, may_relay) {
            Ok(event) => event,
            Err(reason) => Some(Event::Refused { peer, reason }),
        }
    }

    fn take<'p>(
        &mut self,
        incoming: Incoming<'p>,
        may_relay: bool,
    ) -> Result<Option<Event<'p>>, Refusal> {
        let Incoming { peer, bytes, mode, channel } = incoming;
        let packet = Packet::read(bytes, &self.config.options).map_err(Refusal::Packet)?;
        if let Packet::Auth(payload) = packet {
            return self.take_auth(peer, payload);
        }
        if !self.is_admitted(peer) {
            return Err(Refusal::NotAdmitted);
        }
        let is_from_server = may_relay && self.id != SERVER;
        match packet {
            Packet::Rpc(call) => self.take_call(peer, &call).map(|call| Some(Event::Call(call))),
            Packet::SimplifyPath(simplify) => self.take_simplify(peer, &simplify).map(|()| None),
            Packet::ConfirmPath(confirm) => self.take_confirm(peer, &confirm).map(|()| None),
            Packet::Raw(bytes) => Ok(Some(Event::Raw { peer, bytes })),
            Packet::Spawn(spawn) => {
                self.take_spawn(peer, &spawn).map(|spawned| Some(Event::Spawned(spawned)))
            }
            Packet::Despawn(id) => self.take_despawn(peer, id).map(Some),
            Packet::Sync(sync) => self.take_sync(peer, &sync),
            Packet::Delta(delta) => self.take_delta(peer, &delta),
            Packet::AddPeer(id) if is_from_server => self.take_add_peer(id),
            Packet::DelPeer(id) if is_from_server => Ok(self.take_del_peer(id)),
            Packet::Relay { peer: other, packet } if may_relay => {
                let inner = Packet::read(packet, &self.config.options).map_err(Refusal::Packet)?;
                let is_of_transport = matches!(
                    inner,
                    Packet::Auth(_)
                        | Packet::AddPeer(_)
                        | Packet::DelPeer(_)
                        | Packet::Relay { .. }
                );
                let relayed = Incoming { peer, bytes: packet, mode, channel };
                match self.config.relay {
                    Relay::Off => Err(Refusal::NotRelayed),
                    _ if is_of_transport => Err(Refusal::Command(Command::System)),
                    _ if is_from_server && other == SERVER => {
                        Err(Refusal::Command(Command::System))
                    }
                    _ if is_from_server => {
                        Ok(self.take_or_refuse(Incoming { peer: other, ..relayed }, false))
                    }
                    Relay::Ask => Ok(Some(Event::Relay { peer, target: other, packet })),
                    Relay::On => Ok(self.send_on(relayed, other)),
                }
            }
            Packet::Auth(_) | Packet::AddPeer(_) | Packet::DelPeer(_) | Packet::Relay { .. } => {
                Err(Refusal::Command(Command::System))
            }
        }
    }

    /// Sends a packet of a peer on: what [`Event::Relay`] asks. It is the packet inside, in the mode and on the channel of the one
    /// around it. A target that is gone gets nothing; where the target is all, or all but a client, the server takes it, too.
    pub fn relay<'p>(
        &mut self,
        packet: Incoming<'p>,
        target: i32,
        now: Duration,
    ) -> Option<Event<'p>> {
        self.now = now;
        self.send_on(packet, target)
    }

    fn send_on<'p>(&mut self, packet: Incoming<'p>, target: i32) -> Option<Event<'p>> {
        let Incoming { peer, bytes, mode, channel } = packet;
        let targets = if target > 0 {
            let is_there = target != peer && self.is_admitted(target);
            Vec::from_iter(is_there.then_some(target))
        } else {
            self.admitted_but(&[peer, target.wrapping_neg()])
        };
        if !targets.is_empty()
            && let Ok(written) = self.queue.write(&Packet::Relay { peer, packet: bytes })
        {
            for target in targets {
                self.queue.send(target, written.clone(), mode, channel);
            }
        }
        let is_for_server = target <= 0 && target != -SERVER;
        is_for_server.then(|| self.take_or_refuse(packet, false))?
    }
}
