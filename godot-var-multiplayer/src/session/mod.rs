//! The server's side of a multiplayer session, without I/O.

mod config;
mod event;
mod outgoing;
mod peer;

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::time::Duration;

use godot_var_runtime::VecOutput;

pub use self::config::{Config, Node, Relay, SessionLimits};
pub use self::event::{Call, CallError, Event, NodeId, Refusal};
pub use self::outgoing::Outgoing;
use self::outgoing::Queue;
use self::peer::{Admission, Announced, Announcement, Peer, Place};
use crate::{
    Arguments, Caller, Command, ConfirmPath, Confirmed, MethodSet, NodeRef, Packet, Rpc, SERVER,
    SimplifyPath, TransferMode,
};

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

/// The server of a multiplayer session: it admits peers, keeps the numbers of paths on both sides, says which calls may be made, and
/// writes what is sent. It does no I/O and has no clock.
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
/// It has RPCs, raw bytes, authentication and relay. Spawns and synchronized properties of clients are refused.
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
    config: Config,
    nodes: BTreeMap<NodeId, (Box<str>, Node)>,
    by_path: BTreeMap<Box<str>, NodeId>,
    /// The last number that was given to a node: one row of numbers for all peers.
    last_node: u32,
    peers: BTreeMap<i32, Peer>,
    queue: Queue,
    /// Arguments that are being written.
    scratch: Vec<u8>,
}

impl Session {
    /// A session without nodes and peers.
    pub const fn new(config: Config) -> Self {
        Self {
            config,
            nodes: BTreeMap::new(),
            by_path: BTreeMap::new(),
            last_node: 0,
            peers: BTreeMap::new(),
            queue: Queue::new(),
            scratch: Vec::new(),
        }
    }

    // ------------------------------------------------------------ nodes

    /// Adds a node by its path from the root of the API: `Main/Chat`, or `.` for the root. `None` if the path is taken, or leads
    /// out of the root.
    pub fn add_node(&mut self, path: &str, node: Node) -> Option<NodeId> {
        let is_path = path == "."
            || !path.is_empty()
                && !path.contains('\0')
                && path.split('/').all(|name| !matches!(name, "" | "." | ".."));
        if !is_path || self.by_path.contains_key(path) {
            return None;
        }
        self.last_node += 1;
        let id = NodeId(self.last_node);
        self.by_path.insert(path.into(), id);
        self.nodes.insert(id, (path.into(), node));
        Some(id)
    }

    /// Removes a node: calls of it are refused from now on.
    pub fn remove_node(&mut self, node: NodeId) {
        let Some((path, _)) = self.nodes.remove(&node) else { return };
        self.by_path.remove(&path);
        for peer in self.peers.values_mut() {
            peer.sent.remove(&node);
            // Another node at the path has its numbers, as in the engine.
            for known in peer.received.values_mut().filter(|known| known.place == Place::Node(node))
            {
                known.place = Place::Path(path.clone());
                peer.path_bytes += path.len();
            }
        }
    }

    /// The node of a path.
    pub fn node(&self, path: &str) -> Option<NodeId> {
        self.by_path.get(path).copied()
    }

    /// Gives a node another multiplayer authority.
    pub fn set_authority(&mut self, node: NodeId, peer: i32) {
        if let Some((_, node)) = self.nodes.get_mut(&node) {
            node.authority = peer;
        }
    }

    // ------------------------------------------------------------ peers

    /// The admitted peers.
    pub fn peers(&self) -> impl Iterator<Item = i32> {
        self.peers.iter().filter(|(_, peer)| peer.is_admitted()).map(|(id, _)| *id)
    }

    /// Whether a peer has confirmed that it has a node: since then the level is loaded there.
    pub fn has_confirmed(&self, peer: i32, node: NodeId) -> bool {
        self.peers.get(&peer).is_some_and(|peer| peer.has_confirmed(node))
    }

    /// A transport has a new connection. [`Event::Connected`] if the peer is admitted at once; `None` if it has to authenticate first,
    /// or if no peer can have this id.
    pub fn connect(&mut self, peer: i32, now: Duration) -> Option<Event<'static>> {
        if peer <= SERVER || self.peers.contains_key(&peer) {
            return None;
        }
        let since = now;
        let pending = Admission::Pending { since, messages: 0, theirs: false, ours: false };
        self.peers.insert(peer, Peer::new(pending));
        if self.config.auth.is_some() {
            return None;
        }
        Some(self.admit(peer))
    }

    /// A connection is closed: all that was kept of the peer is forgotten.
    pub fn disconnect(&mut self, peer: i32) {
        let Some(left) = self.peers.remove(&peer) else { return };
        self.queue.forget(peer);
        if left.is_admitted() && self.config.relay != Relay::Off {
            for other in self.admitted_but(&[]) {
                self.control(other, &Packet::DelPeer(peer));
            }
        }
    }

    fn admit(&mut self, id: i32) -> Event<'static> {
        if self.config.relay != Relay::Off {
            for other in self.admitted_but(&[]) {
                self.control(other, &Packet::AddPeer(id));
                self.control(id, &Packet::AddPeer(other));
            }
        }
        if let Some(peer) = self.peers.get_mut(&id) {
            peer.admission = Admission::Admitted;
        }
        Event::Connected(id)
    }

    /// Sends an authentication message to a peer that is not admitted yet. Nothing happens if the payload is empty, which
    /// would say that the server is complete.
    pub fn send_auth(&mut self, peer: i32, payload: &[u8]) {
        let is_pending = self.peers.get(&peer).is_some_and(|peer| !peer.is_admitted());
        if is_pending && !payload.is_empty() {
            self.control(peer, &Packet::Auth(payload));
        }
    }

    /// Says that authentication is complete here. [`Event::Connected`] if the peer has said so, too.
    pub fn complete_auth(&mut self, id: i32) -> Option<Event<'static>> {
        let peer = self.peers.get_mut(&id)?;
        let Admission::Pending { ours, theirs, .. } = &mut peer.admission else { return None };
        let is_complete = *theirs;
        if !*ours {
            *ours = true;
            self.control(id, &Packet::Auth(&[]));
        }
        is_complete.then(|| self.admit(id))
    }

    /// Lets time pass: call it until it returns `None`, as often as packets are sent. A peer that did not authenticate in time is an
    /// [`Event::AuthTimedOut`]; announcements that nobody has confirmed are said again.
    pub fn poll(&mut self, now: Duration) -> Option<Event<'static>> {
        if let Some(timeout) = self.config.auth {
            let late = self.peers.iter().find(|(_, peer)| match peer.admission {
                Admission::Pending { since, .. } => now.saturating_sub(since) >= timeout,
                Admission::Admitted => false,
            });
            if let Some((&id, _)) = late {
                self.disconnect(id);
                return Some(Event::AuthTimedOut(id));
            }
        }
        for (id, peer) in &mut self.peers {
            for (node, announcement) in &mut peer.sent {
                if announcement.is_due(now)
                    && let Some((path, facts)) = self.nodes.get(node)
                {
                    announce(&mut self.queue, *id, *node, path, facts);
                }
            }
        }
        None
    }

    // ------------------------------------------------------------ out

    /// Calls a method of a node at peers, as its set says: in its mode, on its channel.
    ///
    /// # Errors
    /// [`CallError`]; nothing is called then.
    pub fn call<C: MethodSet>(
        &mut self,
        target: Target,
        node: NodeId,
        call: &C,
        now: Duration,
    ) -> Result<(), CallError> {
        let (path, facts) = self.nodes.get(&node).ok_or(CallError::UnknownNode)?;
        let id = call.id();
        let method = C::METHODS.get(usize::from(id)).filter(|_| facts.checksum == C::CHECKSUM);
        let method = method.ok_or(CallError::OtherMethods)?;
        if method.caller == Caller::Authority && facts.authority != SERVER {
            return Err(CallError::NotAuthority);
        }
        let targets = self.resolve(target)?;
        self.scratch.clear();
        let count = call.encode_arguments(&mut VecOutput::new(&mut self.scratch))?;
        let arguments = Arguments::of(count, &self.scratch);
        // Written at most twice, whatever the number of peers.
        let (mut by_id, mut by_path) = (None, None);
        for id in targets {
            let Some(peer) = self.peers.get_mut(&id) else { continue };
            let (written, reference) = if peer.has_confirmed(node) {
                (&mut by_id, NodeRef::Id(node.0))
            } else {
                peer.sent.entry(node).or_insert_with(|| {
                    announce(&mut self.queue, id, node, path, facts);
                    Announcement::new(now)
                });
                (&mut by_path, NodeRef::Path(path))
            };
            let bytes = match written {
                Some(bytes) => bytes,
                None => {
                    let rpc = Rpc::new(reference, call.id(), arguments);
                    written.insert(self.queue.write(&Packet::Rpc(rpc))?)
                }
            };
            self.queue.send(id, bytes.clone(), method.mode, method.channel);
        }
        Ok(())
    }

    /// Sends bytes of the game's own: `peer_packet` at the client.
    ///
    /// # Errors
    /// [`CallError::UnknownPeer`], and [`CallError::Packet`] for no bytes at all.
    pub fn send_bytes(
        &mut self,
        target: Target,
        bytes: &[u8],
        mode: TransferMode,
        channel: u8,
    ) -> Result<(), CallError> {
        let targets = self.resolve(target)?;
        let packet = self.queue.write(&Packet::Raw(bytes))?;
        for peer in targets {
            self.queue.send(peer, packet.clone(), mode, channel);
        }
        Ok(())
    }

    /// Hands out all packets that wait, in the order in which they have to be sent.
    pub fn drain(&mut self, send: impl FnMut(Outgoing<'_>)) {
        self.queue.drain(send);
    }

    fn resolve(&self, target: Target) -> Result<Vec<i32>, CallError> {
        match target {
            Target::Peer(id) if self.is_admitted(id) => Ok(alloc::vec![id]),
            Target::Peer(id) => Err(CallError::UnknownPeer(id)),
            Target::All => Ok(self.admitted_but(&[])),
            Target::AllBut(id) => Ok(self.admitted_but(&[id])),
        }
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

    // ------------------------------------------------------------ in

    /// Takes a packet of a peer: `None` if it was for the session itself.
    pub fn receive<'p>(&mut self, incoming: Incoming<'p>, now: Duration) -> Option<Event<'p>> {
        let peer = incoming.peer;
        match self.take(incoming, true, now) {
            Ok(event) => event,
            Err(reason) => Some(Event::Refused { peer, reason }),
        }
    }

    fn take<'p>(
        &mut self,
        incoming: Incoming<'p>,
        may_relay: bool,
        now: Duration,
    ) -> Result<Option<Event<'p>>, Refusal> {
        let Incoming { peer, bytes, mode, channel } = incoming;
        let packet = Packet::read(bytes, &self.config.options).map_err(Refusal::Packet)?;
        if let Packet::Auth(payload) = packet {
            return self.take_auth(peer, payload);
        }
        if !self.is_admitted(peer) {
            return Err(Refusal::NotAdmitted);
        }
        match packet {
            Packet::Rpc(call) => self.take_call(peer, &call).map(|call| Some(Event::Call(call))),
            Packet::SimplifyPath(simplify) => self.take_simplify(peer, &simplify).map(|()| None),
            Packet::ConfirmPath(confirm) => self.take_confirm(peer, &confirm).map(|()| None),
            Packet::Raw(bytes) => Ok(Some(Event::Raw { peer, bytes })),
            Packet::Relay { peer: target, packet } if may_relay => {
                let inner = Packet::read(packet, &self.config.options).map_err(Refusal::Packet)?;
                match (self.config.relay, inner) {
                    (Relay::Off, _) => Err(Refusal::NotRelayed),
                    (
                        _,
                        Packet::Auth(_)
                        | Packet::AddPeer(_)
                        | Packet::DelPeer(_)
                        | Packet::Relay { .. },
                    ) => Err(Refusal::Command(Command::System)),
                    (Relay::Ask, _) => Ok(Some(Event::Relay { peer, target, packet })),
                    (Relay::On, _) => {
                        let incoming = Incoming { peer, bytes: packet, mode, channel };
                        Ok(self.relay(incoming, target, now))
                    }
                }
            }
            Packet::Spawn(_)
            | Packet::Despawn(_)
            | Packet::Sync(_)
            | Packet::Delta(_)
            | Packet::Auth(_)
            | Packet::AddPeer(_)
            | Packet::DelPeer(_)
            | Packet::Relay { .. } => {
                let first = bytes.first().copied().unwrap_or_default();
                Err(Refusal::Command(Command::of(first)))
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
        match is_for_server.then(|| self.take(packet, false, now))? {
            Ok(event) => event,
            Err(reason) => Some(Event::Refused { peer, reason }),
        }
    }

    fn take_auth<'p>(&mut self, id: i32, payload: &'p [u8]) -> Result<Option<Event<'p>>, Refusal> {
        let limit = self.config.limits.auth_messages;
        let peer = self.peers.get_mut(&id).ok_or(Refusal::NotAdmitted)?;
        let Admission::Pending { messages, theirs, ours, .. } = &mut peer.admission else {
            // "Complete" says nothing to a server without authentication, nor the second time.
            let is_complete = payload.is_empty();
            return if is_complete { Ok(None) } else { Err(Refusal::Command(Command::System)) };
        };
        if *messages >= limit {
            return Err(Refusal::Limit("authentication messages"));
        }
        *messages += 1;
        if !payload.is_empty() {
            return Ok(Some(Event::Auth { peer: id, payload }));
        }
        *theirs = true;
        let is_complete = *ours;
        Ok(is_complete.then(|| self.admit(id)))
    }

    fn take_simplify(&mut self, id: i32, simplify: &SimplifyPath<'_>) -> Result<(), Refusal> {
        let SessionLimits { paths, path_bytes, .. } = self.config.limits;
        let peer = self.peers.get_mut(&id).ok_or(Refusal::NotAdmitted)?;
        let node = self.by_path.get(simplify.path).copied();
        match peer.received.get(&simplify.id) {
            // Said once more: the answer was lost on the way, or came too late.
            Some(known) if known.is(simplify, node) => {}
            Some(_) => return Err(Refusal::DuplicateId(simplify.id)),
            None if peer.received.len() >= paths => return Err(Refusal::Limit("paths")),
            None => {
                let place = match node {
                    Some(node) => Place::Node(node),
                    None => {
                        peer.path_bytes += simplify.path.len();
                        if peer.path_bytes > path_bytes {
                            peer.path_bytes -= simplify.path.len();
                            return Err(Refusal::Limit("bytes of paths"));
                        }
                        Place::Path(simplify.path.into())
                    }
                };
                let checksum = simplify.checksum;
                peer.received.insert(simplify.id, Announced { checksum, place });
            }
        }
        let facts = node.and_then(|node| self.nodes.get(&node));
        // A node that is of no interest here is as the peer says: it would complain otherwise.
        let agrees = facts.is_none_or(|(_, facts)| facts.checksum == simplify.checksum);
        let era = self.config.options.era;
        self.control(id, &Packet::ConfirmPath(ConfirmPath::answer(simplify, agrees, era)));
        match node {
            Some(node) if !agrees => Err(Refusal::ChecksumDiffers(node)),
            _ => Ok(()),
        }
    }

    fn take_confirm(&mut self, id: i32, confirm: &ConfirmPath<'_>) -> Result<(), Refusal> {
        let node = match confirm.path {
            Confirmed::Id(node) => NodeId(node),
            Confirmed::Path(path) => self.node(path).ok_or(Refusal::UnknownPath)?,
        };
        let peer = self.peers.get_mut(&id).ok_or(Refusal::NotAdmitted)?;
        let announcement = peer.sent.get_mut(&node).ok_or(Refusal::UnknownId(node.0))?;
        announcement.confirmed = true;
        announcement.differs = !confirm.agrees;
        if confirm.agrees { Ok(()) } else { Err(Refusal::ChecksumDiffers(node)) }
    }

    fn take_call<'p>(&mut self, id: i32, call: &Rpc<'p>) -> Result<Call<'p>, Refusal> {
        let peer = self.peers.get(&id).ok_or(Refusal::NotAdmitted)?;
        let by_path = |path: &str| self.by_path.get(path).copied().ok_or(Refusal::UnknownPath);
        let (node, announced) = match call.node {
            NodeRef::Path(path) => {
                let node = by_path(path)?;
                let announced =
                    peer.received.values().find(|known| known.place == Place::Node(node));
                (node, announced)
            }
            NodeRef::Id(number) => {
                let known = peer.received.get(&number).ok_or(Refusal::UnknownId(number))?;
                let node = match &known.place {
                    Place::Node(node) => *node,
                    Place::Path(path) => by_path(path)?,
                };
                (node, Some(known))
            }
        };
        let (_, facts) = self.nodes.get(&node).ok_or(Refusal::UnknownPath)?;
        let differs = peer.sent.get(&node).is_some_and(|announcement| announcement.differs);
        if differs || announced.is_some_and(|known| known.checksum != facts.checksum) {
            return Err(Refusal::ChecksumDiffers(node));
        }
        let method = facts.methods.get(usize::from(call.method));
        let method = method.ok_or(Refusal::UnknownMethod(call.method))?;
        if method.caller == Caller::Authority && facts.authority != id {
            return Err(Refusal::NotAllowed(method));
        }
        let (arguments, options) = (call.arguments, self.config.options);
        Ok(Call { peer: id, node, method, id: call.method, arguments, options })
    }
}

/// Gives a node a number at a peer.
fn announce(queue: &mut Queue, peer: i32, node: NodeId, path: &str, facts: &Node) {
    let simplify = SimplifyPath { checksum: facts.checksum, id: node.0, path };
    let sent = queue.send_control(peer, &Packet::SimplifyPath(simplify));
    debug_assert!(sent.is_ok(), "{path:?} cannot be written");
}
