//! A server or a client of Godot 4's multiplayer, without I/O: its state and the dispatch of packets.

mod admission;
mod answers;
mod calls;
mod config;
mod error;
mod event;
mod interest;
pub(crate) mod kept;
mod loading;
mod misfit;
pub(crate) mod nodes;
pub(crate) mod notices;
pub(crate) mod numbers;
mod older;
mod one_line;
pub(crate) mod outgoing;
mod paths;
mod peer;
mod received;
pub(crate) mod refusal;
mod rows;
mod scene;
mod seating;
mod share;
mod sorted;
mod spawns;
mod state;
mod sync;
mod waiting;

use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec::Vec;
use core::num::NonZero;
use core::time::Duration;

use godot_var_runtime::seats::Seats;

use self::answers::Requests;
pub use self::answers::{Answer, AnswerError, Request};
pub use self::config::{Config, Relay, SessionLimits};
pub use self::error::{CallError, LeftOut, ReplicationError};
pub use self::event::{Call, Event, MissingAuth, Spawned, Update};
pub use self::interest::{Interest, InterestTarget};
pub use self::loading::Loaded;
pub use self::misfit::Misfit;
pub use self::nodes::NodeId;
use self::nodes::Nodes;
pub use self::notices::Notices;
pub use self::older::OlderRpcs;
pub use self::outgoing::Outgoing;
use self::outgoing::Queue;
use self::peer::Peer;
pub use self::refusal::{Numbered, Refusal};
pub use self::scene::{MultiplayerSpawner, MultiplayerSynchronizer, NewNode, Node};
use self::spawns::{SpawnedNode, Spawner};
use self::state::Values;
use self::sync::Synchronizing;
use self::waiting::Relayed;
use crate::{Command, Packet, SERVER, TransferMode, watch};

/// How many waiting events keep their memory.
const EVENTS: usize = 64;

/// A packet that the transport received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incoming<'p> {
    /// The sender.
    pub peer: i32,
    /// The packet.
    pub bytes: &'p [u8],
    /// How the packet was received. The session relays packets in the same mode.
    pub mode: TransferMode,
    /// The transfer channel on which the packet was received.
    pub channel: u8,
}

impl<'p> Incoming<'p> {
    /// Makes a reliable packet on channel 0. Every packet over WebSocket is one.
    pub const fn new(peer: i32, bytes: &'p [u8]) -> Self {
        Self { peer, bytes, mode: TransferMode::Reliable, channel: 0 }
    }
}

/// The peers to send to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// One peer.
    Peer(i32),
    /// Every admitted peer.
    All,
    /// Every admitted peer but this one.
    AllBut(i32),
}

/// One side of a multiplayer session, a server or a client. It admits peers, tracks the numbers of paths, checks permissions, spawns nodes,
/// synchronizes properties, and queues packets to send. It does no I/O and has no clock.
///
/// Report connections ([`connect`](Self::connect), [`disconnect`](Self::disconnect)), pass received packets to [`receive`](Self::receive)
/// and the time to [`poll`](Self::poll). After each of them send the queued packets ([`drain`](Self::drain)). The transport assigns the ids
/// of peers. Over WebSocket the server chooses an id from 2 on and sends its four bytes, little-endian, as the first message. Over `ENet`
/// the client chooses it.
///
/// A time is a [`Duration`] since any moment, which must be the same for all calls. What comes from outside takes the time: connections,
/// packets, [`poll`](Self::poll). What the game does in between happens at the time of the last of them.
///
/// The session looks up nodes by path in a table, so a peer can reach only nodes that were added. A node gets a number for each peer before
/// the first call. Packets contain its path until the peer has confirmed the number. If a peer has not loaded its level yet, the session
/// repeats the announcement, which the engine does not do.
///
/// Nodes of a [`MultiplayerSpawner`] are [spawned](Self::spawn) at each peer after it has confirmed the spawner, also at peers that join
/// later. Call [`set_state`](Self::set_state) when the state of a [`MultiplayerSynchronizer`] changes; [`poll`](Self::poll) sends it. Spawns
/// and properties of other authorities arrive as an [`Event`].
///
/// A [client](Self::client) works in the same way. Its peers are the server, and other clients if the server relays.
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
/// let main = session.add_node("Main", Node::of::<Ping>())?;
/// assert_eq!(session.connect(7, now), Some(Event::Connected(7)));
///
/// // The client calls by the path.
/// let call = session.receive(Incoming::new(7, b"\xa0\x06\0\0\x80\0Main\0"), now);
/// let Some(Event::Call(call)) = call else { panic!("a call") };
/// assert_eq!((call.peer, call.node, call.method.name), (7, main, "ping"));
///
/// // The server answers: first it announces a number for the path.
/// session.call(Target::Peer(7), main, &Ping)?;
/// let mut sent = Vec::new();
/// session.drain(|packet| sent.push(packet.bytes.to_vec()));
/// assert_eq!((sent.len(), sent[0][0]), (2, 1));
/// assert_eq!(sent[1], b"\xa0\x06\0\0\x80\0Main\0");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session {
    id: i32,
    config: Config,
    /// The time of the last call.
    now: Duration,
    nodes: Nodes,
    spawners: BTreeMap<NodeId, Spawner>,
    /// In the order in which they were spawned.
    spawned: BTreeMap<NodeId, SpawnedNode>,
    synchronizers: BTreeMap<NodeId, Synchronizing>,
    /// The spawned nodes of this session that every peer may see, and the public synchronizers whose state it sends.
    public: BTreeSet<NodeId>,
    /// The peers in the visibility of each synchronizer.
    visible_for: BTreeSet<(i32, NodeId)>,
    /// How many connections there were.
    connections: u64,
    peers: BTreeMap<i32, Peer>,
    /// The players that may return, by the ids of their last connections.
    seats: Seats<i32, ()>,
    /// The nodes whose authority is a client.
    owned: BTreeSet<(i32, NodeId)>,
    /// The peers that are not admitted yet, ordered by the time when they connected.
    pending: BTreeSet<(Duration, i32)>,
    /// When to announce which node to which peer again, unless it is confirmed before.
    due: BTreeSet<(Duration, i32, NodeId)>,
    queue: Queue,
    requests: Requests,
    /// The nodes that were spawned at peers, with the numbers of their connections, for [`Event::SpawnedAt`].
    events: VecDeque<(u64, i32, NodeId)>,
    /// The peers that the last call left out.
    left_out: Vec<CallError>,
    /// Buffer for arguments and rows, reused.
    scratch: Vec<u8>,
    /// Buffer for the peers of a call, reused.
    targets: Vec<i32>,
    /// Buffer for elements, reused.
    elements: Vec<u8>,
    /// Buffer for a state, reused.
    values: Values,
}

impl Session {
    /// Makes a server without nodes and peers.
    pub const fn new(config: Config) -> Self {
        Self::of(SERVER, config)
    }

    /// Makes a client without nodes. `id` is the peer id from the transport. Then [connect](Self::connect) it to the [server](SERVER).
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
            public: BTreeSet::new(),
            visible_for: BTreeSet::new(),
            connections: 0,
            peers: BTreeMap::new(),
            seats: Seats::new(config.seats),
            owned: BTreeSet::new(),
            pending: BTreeSet::new(),
            due: BTreeSet::new(),
            queue: Queue::new(id),
            requests: Requests::new(),
            events: VecDeque::new(),
            left_out: Vec::new(),
            scratch: Vec::new(),
            targets: Vec::new(),
            elements: Vec::new(),
            values: Values::new(),
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

    /// Advances the time, like a frame of the engine. Call it once a tick, after [`receive`](Self::receive), until it returns `None`. It sends
    /// properties at their intervals: with a `replication_interval` of 0, which is Godot's default, each call sends them again, so do not call
    /// it for each packet.
    ///
    /// It repeats announcements that are not confirmed. It returns [`Event::AuthTimedOut`] for a peer that did not authenticate in time,
    /// [`Event::Disconnected`] for a player who was away for too long and [`Event::SpawnedAt`] for a node that a peer has now.
    pub fn poll(&mut self, now: Duration) -> Option<Event<'static>> {
        self.now = now;
        if let Some(late) = self.late_peer(now) {
            return Some(late);
        }
        if let Some(ended) = self.ended_seat(now) {
            return Some(ended);
        }
        if let Some(late) = self.requests.late(now) {
            return Some(late);
        }
        while let Some((connection, peer, node)) = self.events.pop_front() {
            // The peer may have left since, or the node may have been despawned there.
            if self.connection(peer) == Some(connection) && self.is_spawned(peer, node) {
                return Some(Event::SpawnedAt { peer, node });
            }
        }
        // A level that many peers load at once makes many events.
        self.events.shrink_to(EVENTS);
        self.announce_again(now);
        self.send_syncs(now);
        self.send_deltas(now);
        None
    }

    /// Passes all queued packets to `send`, in the order in which they must be sent.
    pub fn drain(&mut self, send: impl FnMut(Outgoing<'_>)) {
        self.queue.drain(send);
    }

    /// Returns the number of a peer's connection.
    fn connection(&self, id: i32) -> Option<u64> {
        self.peers.get(&id).map(|peer| peer.connection)
    }

    fn is_admitted(&self, id: i32) -> bool {
        self.peers.get(&id).is_some_and(Peer::is_admitted)
    }

    fn admitted_but(&self, left_out: &[i32]) -> Vec<i32> {
        self.peers().filter(|id| !left_out.contains(id)).collect()
    }

    /// Queues a packet of the protocol itself, none of whose fields can be too long.
    fn control(&mut self, peer: i32, packet: &Packet<'_>) {
        let sent = self.queue.send_control(peer, packet);
        debug_assert!(sent.is_ok(), "{packet:?} cannot be written");
    }

    /// Processes a packet of a peer. Returns `None` if the session itself handled it.
    pub fn receive<'p>(&mut self, incoming: Incoming<'p>, now: Duration) -> Option<Event<'p>> {
        self.now = now;
        self.take_or_refuse(incoming, true)
    }

    fn take_or_refuse<'p>(&mut self, incoming: Incoming<'p>, may_relay: bool) -> Option<Event<'p>> {
        let peer = incoming.peer;
        match self.take(incoming, may_relay) {
            Ok(event) => event,
            Err(reason) => Some(self.refused(peer, reason)),
        }
    }

    #[cold]
    fn refused(&self, peer: i32, reason: Refusal) -> Event<'static> {
        self.watch_refusal(peer, &reason);
        Event::Refused { peer, reason }
    }

    fn watch_refusal(&self, peer: i32, reason: &Refusal) {
        watch::refused(peer, reason, || self.peers.get(&peer).map(|peer| &peer.watched));
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
        match self.peers.get(&peer) {
            Some(peer) if peer.is_admitted() => {}
            Some(_) => return Err(Refusal::NotAuthenticated(peer)),
            None => return Err(Refusal::NotAdmitted(peer)),
        }
        let is_from_server = may_relay && self.id != SERVER;
        match packet {
            Packet::Rpc(call) => self.take_call(peer, &call),
            Packet::SimplifyPath(simplify) => self.take_simplify(peer, &simplify),
            Packet::ConfirmPath(confirm) => self.take_confirm(peer, &confirm),
            Packet::Raw(bytes) => Ok(Some(Event::Raw { peer, bytes })),
            Packet::Spawn(spawn) => {
                self.take_spawn(peer, &spawn).map(|spawned| Some(Event::Spawned(spawned)))
            }
            Packet::Despawn(id) => self.take_despawn(peer, id).map(Some),
            Packet::Sync(sync) => {
                let elements = sync.elements.into_iter();
                let elements = elements.map(|one| (one.synchronizer, None, one.row));
                self.take_updates(peer, Some(sync.time), elements)
            }
            Packet::Delta(delta) => {
                let elements = delta.elements.into_iter();
                let elements = elements.map(|one| (one.synchronizer, Some(one.mask), one.row));
                self.take_updates(peer, None, elements)
            }
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
                    Relay::On => self.send_on(relayed, &inner, other),
                }
            }
            Packet::Auth(_) | Packet::AddPeer(_) | Packet::DelPeer(_) | Packet::Relay { .. } => {
                Err(Refusal::Command(Command::System))
            }
        }
    }

    /// Sends a packet of a peer on, after an [`Event::Relay`]. The session sends the inner packet in the mode and on the channel of the
    /// outer one. A target that has left gets nothing. If the target is all peers, or all but a client, the server processes the packet,
    /// too; if it refuses the packet, nobody gets it.
    ///
    /// The session refuses the packet if it is a client or uses [`Relay::Off`].
    ///
    /// A reliable packet about a spawned node that the target does not have yet waits until it has. An unreliable one is lost, and so is a
    /// call of a node that is not visible to the target.
    pub fn relay<'p>(
        &mut self,
        packet: Incoming<'p>,
        target: i32,
        now: Duration,
    ) -> Option<Event<'p>> {
        self.now = now;
        let sent = match self.config.relay {
            Relay::On | Relay::Ask if self.id == SERVER => {
                Packet::read(packet.bytes, &self.config.options).map_err(Refusal::Packet)
            }
            _ => Err(Refusal::NotRelayed),
        };
        match sent.and_then(|inner| self.send_on(packet, &inner, target)) {
            Ok(event) => event,
            Err(reason) => Some(self.refused(packet.peer, reason)),
        }
    }

    fn send_on<'p>(
        &mut self,
        packet: Incoming<'p>,
        inner: &Packet<'p>,
        target: i32,
    ) -> Result<Option<Event<'p>>, Refusal> {
        let peer = packet.peer;
        let (len, now, limits) = (share::cost(packet.bytes), self.now, self.config.limits);
        let sender = self.peers.get(&peer).ok_or(Refusal::NotAdmitted(peer))?;
        let share = sender.share.with(len, limits.relayed_bytes, now);
        let share = share.ok_or(Refusal::Limit("bytes for other clients in a second"))?;
        let mut targets = if target > 0 {
            let is_there = target != peer && self.is_admitted(target);
            Vec::from_iter(is_there.then_some(target))
        } else {
            self.admitted_but(&[peer, target.wrapping_neg()])
        };
        let count = targets.len();
        // A receiver that others have filled misses the packet.
        let at_most = limits.relayed_bytes.saturating_mul(2);
        let has_room = |id: &i32| self.peers.get(id)?.share_of_others.with(len, at_most, now);
        targets.retain(|id| has_room(id).is_some());
        if target > 0 && targets.len() < count {
            return Err(Refusal::Limit("bytes of other clients in a second"));
        }
        let relayed = Relayed { from: &packet, packet: inner, above: self.node_above(inner) };
        let cost = targets.iter().map(|id| self.cost_of_relaying(*id, &relayed)).sum();
        let sender = self.peers.get_mut(&peer).ok_or(Refusal::NotAdmitted(peer))?;
        let has_room = match inner {
            Packet::Rpc(_) => cost == 0 || sender.kept.has_room_for_call(cost, &limits),
            _ => sender.kept.has_room_for(cost, &limits),
        };
        if !has_room {
            return Err(Refusal::Limit("packets that wait for nodes at other peers"));
        }
        // What the server itself keeps of the packet needs room besides.
        sender.kept.add(cost);
        let is_for_server = target <= 0 && target != -SERVER;
        let taken = if is_for_server { self.take(packet, false) } else { Ok(None) };
        if let Some(sender) = self.peers.get_mut(&peer) {
            sender.kept.remove(cost);
            if taken.is_ok() {
                sender.share = share;
            }
        }
        let event = taken?;
        let mut written = None;
        for target in targets {
            if let Some(receiver) = self.peers.get_mut(&target) {
                let share = &mut receiver.share_of_others;
                *share = share.with(len, at_most, now).unwrap_or(*share);
            }
            self.relay_to(target, &relayed, &mut written);
        }
        Ok(event)
    }
}
