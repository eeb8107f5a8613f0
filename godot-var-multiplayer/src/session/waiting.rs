//! Packets that wait until their target has a spawned node: calls of this session, and packets of other clients that it relays.

use alloc::boxed::Box;
use alloc::collections::btree_map::Entry;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::ops::Range;

use godot_var_runtime::VecOutput;

use super::{Incoming, NodeId, Session, kept};
use crate::{
    Delta, DeltaElement, DeltaElements, NodeRef, Packet, Rpc, SimplifyPath, Spawn, Synchronizer,
    TransferMode,
};

/// The packets that wait for one peer, all of them reliable.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    /// By the spawned node, in the order in which they were sent.
    packets: BTreeMap<Place, Delayed>,
    /// The packet that defines a number of its sender.
    numbers: BTreeMap<(i32, Number), Place>,
    /// How many packets have waited.
    count: u64,
}

/// The spawned node for which a packet waits, and how many packets have waited before.
type Place = (NodeId, u64);

#[derive(Debug)]
struct Delayed {
    /// The client that sent it, or the id of this session.
    sender: i32,
    bytes: Box<[u8]>,
    channel: u8,
    defines: Box<[Number]>,
}

/// A packet that a client sends to others.
#[derive(Clone, Copy)]
pub(super) struct Relayed<'a> {
    pub(super) from: &'a Incoming<'a>,
    pub(super) packet: &'a Packet<'a>,
    /// The node of [`Session::node_above`].
    pub(super) above: Option<NodeId>,
}

impl Delayed {
    fn cost(&self) -> usize {
        kept::packet(self.bytes.len(), self.defines.len())
    }
}

/// A number that a packet defines, and to which later packets of the same sender refer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Number {
    Path(u32),
    Node(u32),
    Synchronizer(u32),
}

impl Waiting {
    fn push(&mut self, node: NodeId, packet: Delayed) -> Place {
        let place = (node, self.count);
        self.count += 1;
        for number in &packet.defines {
            self.numbers.insert((packet.sender, *number), place);
        }
        self.packets.insert(place, packet);
        place
    }

    fn of_node(&self, node: NodeId) -> impl Iterator<Item = (&Place, &Delayed)> {
        self.packets.range((node, 0)..=(node, u64::MAX))
    }

    fn remove(&mut self, place: Place) -> Option<Delayed> {
        let packet = self.packets.remove(&place)?;
        for number in &packet.defines {
            if let Entry::Occupied(known) = self.numbers.entry((packet.sender, *number))
                && *known.get() == place
            {
                known.remove();
            }
        }
        Some(packet)
    }

    /// Removes and returns those packets for a node that `goes` selects.
    fn take(&mut self, node: NodeId, goes: impl Fn(&Delayed) -> bool) -> Vec<(Place, Delayed)> {
        let going = self.of_node(node).filter(|(_, packet)| goes(packet));
        let places: Vec<_> = going.map(|(place, _)| *place).collect();
        places.into_iter().filter_map(|place| Some((place, self.remove(place)?))).collect()
    }

    /// Returns the node for which the packet waits that defines the number.
    fn node_of(&self, sender: i32, number: Number) -> Option<NodeId> {
        self.numbers.get(&(sender, number)).map(|(node, _)| *node)
    }
}

/// What happens to a packet of another client.
enum Relaying {
    Goes,
    /// It waits for the node.
    Waits(NodeId),
    /// It would have to wait, but is unreliable, a repetition, or a call of a node that is not visible to the peer.
    Lost,
}

/// Returns the numbers that a packet defines.
fn numbers(packet: &Packet<'_>) -> Box<[Number]> {
    match packet {
        Packet::SimplifyPath(simplify) => [Number::Path(simplify.id)].into(),
        Packet::Spawn(Spawn { node, synchronizers, .. }) => {
            let synchronizers = synchronizers.iter().map(Number::Synchronizer);
            [Number::Node(*node)].into_iter().chain(synchronizers).collect()
        }
        _ => Box::default(),
    }
}

impl Session {
    /// Returns the node for which a packet must wait before it is sent to a peer: the innermost spawned node at or above `node`, if the peer
    /// does not have it. A reliable packet on a transfer channel of its own could arrive before the spawn, so it waits until the peer has
    /// confirmed the spawned node. See [`channel_of`](Self::channel_of) for a node that was hidden and shown again.
    pub(super) fn waits_for(
        &self,
        id: i32,
        node: NodeId,
        mode: TransferMode,
        channel: u8,
    ) -> Option<NodeId> {
        let spawned = self.spawned_above(node)?;
        let is_early = !self.is_spawned(id, spawned);
        let may_overtake = mode == TransferMode::Reliable
            && self.channel_of(id, Some(spawned), mode, channel) != 0;
        let waits = is_early || may_overtake && !self.has_confirmed(id, spawned);
        waits.then_some(spawned)
    }

    /// Returns the transfer channel for a packet about a node: 0 for a reliable one if the peer got the spawned node again, because no answer
    /// tells when it arrives.
    pub(super) fn channel_of(
        &self,
        id: i32,
        node: Option<NodeId>,
        mode: TransferMode,
        channel: u8,
    ) -> u8 {
        if mode != TransferMode::Reliable || channel == 0 {
            return channel;
        }
        let spawned = node.and_then(|node| self.spawned_above(node));
        let peer = self.peers.get(&id);
        let is_old = spawned.is_some_and(|node| peer.is_some_and(|peer| peer.is_old(node)));
        if is_old { 0 } else { channel }
    }

    /// Returns the innermost node at or above this one that this session has spawned.
    pub(super) fn spawned_above(&self, node: NodeId) -> Option<NodeId> {
        let mut above = Some(node);
        while let Some(node) = above {
            if self.spawned.get(&node).is_some_and(|spawned| spawned.by == self.id) {
                return Some(node);
            }
            above = self.nodes.get(node)?.inside;
        }
        None
    }

    /// Whether a peer that does not have a spawned node yet will get it: it is visible to the peer, with all spawned nodes above it, and their
    /// spawners are this session's.
    pub(super) fn will_have(&self, id: i32, node: NodeId) -> bool {
        let mut above = self.spawned_above(node);
        while let Some(node) = above {
            let spawner = self.spawned.get(&node).and_then(|one| self.nodes.get(one.spawner));
            let is_own = spawner.is_some_and(|entry| entry.node.authority == self.id);
            if !is_own || !self.is_visible(id, node) {
                return false;
            }
            let outside = self.nodes.get(node).and_then(|entry| entry.inside);
            above = outside.and_then(|outer| self.spawned_above(outer));
        }
        true
    }

    /// Lets a packet of this session wait. Returns whether the peer may make the session keep it.
    pub(super) fn wait(&mut self, id: i32, node: NodeId, bytes: &[u8], channel: u8) -> bool {
        let packet =
            Delayed { sender: self.id, bytes: bytes.into(), channel, defines: Box::default() };
        let limits = &self.config.limits;
        let has_room = self
            .peers
            .get(&id)
            .is_some_and(|peer| peer.kept.has_room_for_call(packet.cost(), limits));
        if has_room {
            self.delay(id, node, packet);
        }
        has_room
    }

    fn delay(&mut self, id: i32, node: NodeId, packet: Delayed) {
        let (sender, cost) = (packet.sender, packet.cost());
        let Some(peer) = self.peers.get_mut(&id) else { return };
        let (_, count) = peer.waiting.push(node, packet);
        if let Some(payer) = self.peers.get_mut(&payer(self.id, id, sender)) {
            payer.kept.add(cost);
            if sender != self.id {
                payer.delayed.insert((id, node, count));
            }
        }
        self.knows(id, node);
        if self.is_spawned(id, node) {
            self.announce(id, node);
        }
    }

    /// Sends the packets that waited for a spawned node, after the spawn was queued or after the peer has confirmed the node.
    pub(super) fn release(&mut self, id: i32, node: NodeId) {
        let peer = self.peers.get_mut(&id);
        let Some(peer) = peer.filter(|peer| peer.spawned.contains(&node)) else { return };
        let goes = peer.has_confirmed(node) || peer.is_old(node);
        for (place, packet) in peer.waiting.take(node, |packet| goes || packet.channel == 0) {
            self.settle_packet(id, place, &packet);
            let Delayed { sender, bytes, channel, .. } = packet;
            let written = if sender == self.id {
                Ok(self.queue.copy(&bytes))
            } else {
                self.queue.write(&Packet::Relay { peer: sender, packet: &bytes })
            };
            debug_assert!(written.is_ok(), "{bytes:?} cannot be relayed");
            if let Ok(written) = written {
                let mode = TransferMode::Reliable;
                let channel = self.channel_of(id, Some(node), mode, channel);
                self.queue.send(id, written, mode, channel);
            }
        }
        if self.peers.get(&id).is_some_and(|peer| peer.waiting.of_node(node).next().is_some()) {
            self.announce(id, node);
        }
    }

    /// Drops the packets that wait for a node which was removed.
    pub(super) fn drop_waiting(&mut self, id: i32, node: NodeId) {
        let Some(peer) = self.peers.get_mut(&id) else { return };
        for (place, packet) in peer.waiting.take(node, |_| true) {
            self.settle_packet(id, place, &packet);
        }
    }

    /// Drops the packets of a client that has left, from its [`delayed`](super::peer::Peer::delayed).
    pub(super) fn drop_delayed(&mut self, delayed: &BTreeSet<(i32, NodeId, u64)>) {
        for (id, node, count) in delayed {
            if let Some(peer) = self.peers.get_mut(id) {
                peer.waiting.remove((*node, *count));
            }
        }
    }

    /// Returns what other clients made the session keep for a peer that has left.
    pub(super) fn settle_waiting(&mut self, id: i32, waiting: &Waiting) {
        for (place, packet) in &waiting.packets {
            self.settle_packet(id, *place, packet);
        }
    }

    fn settle_packet(&mut self, id: i32, (node, count): Place, packet: &Delayed) {
        if let Some(payer) = self.peers.get_mut(&payer(self.id, id, packet.sender)) {
            payer.kept.remove(packet.cost());
            payer.delayed.remove(&(id, node, count));
        }
    }

    /// Returns the innermost node of this session at or above the path in a packet.
    pub(super) fn node_above(&self, packet: &Packet<'_>) -> Option<NodeId> {
        match packet {
            Packet::SimplifyPath(SimplifyPath { path, .. })
            | Packet::Rpc(Rpc { node: NodeRef::Path(path), .. }) => self.nodes.nearest(path),
            _ => None,
        }
    }

    /// Returns what happens to a packet of another client for a peer.
    fn relaying(&self, id: i32, relayed: &Relayed<'_>) -> Relaying {
        let Relayed { from, packet, above } = *relayed;
        let of_path = above.and_then(|node| self.waits_for(id, node, from.mode, from.channel));
        let of_number = |number| self.number_waits_for(id, from.peer, number);
        let (waits_for, is_lost) = match packet {
            // The client repeats an announcement that waits.
            Packet::SimplifyPath(simplify) => {
                (of_path, of_number(Number::Path(simplify.id)).is_some())
            }
            Packet::Rpc(_) => (of_path, of_path.is_some_and(|node| !self.will_have(id, node))),
            Packet::Spawn(spawn) => (of_number(Number::Path(spawn.spawner)), false),
            Packet::Despawn(node) => (of_number(Number::Node(*node)), false),
            _ => (None, false),
        };
        match waits_for {
            None => Relaying::Goes,
            Some(_) if is_lost || from.mode != TransferMode::Reliable => Relaying::Lost,
            Some(node) => Relaying::Waits(node),
        }
    }

    /// Returns the node at a peer for which the packet waits that defines a number.
    fn number_waits_for(&self, id: i32, sender: i32, number: Number) -> Option<NodeId> {
        self.peers.get(&id)?.waiting.node_of(sender, number)
    }

    /// Returns the node at a peer for which an element of another client waits.
    fn element_waits_for(
        &self,
        id: i32,
        sender: i32,
        element: &DeltaElement<'_>,
    ) -> Option<NodeId> {
        let Synchronizer::Spawned(number) = element.synchronizer else { return None };
        self.number_waits_for(id, sender, Number::Synchronizer(number))
    }

    /// Returns how many bytes the session would keep if it sent a client's packet on to a peer.
    pub(super) fn cost_of_relaying(&self, id: i32, relayed: &Relayed<'_>) -> usize {
        let Relayed { from, packet, .. } = *relayed;
        if let Packet::Delta(delta) = packet {
            let elements = delta.elements.into_iter();
            let waiting =
                elements.filter(|one| self.element_waits_for(id, from.peer, one).is_some());
            const HEADERS: usize = Delta::HEADER_LEN + DeltaElement::HEADER_LEN;
            return waiting.map(|one| kept::packet(HEADERS + one.row.bytes().len(), 0)).sum();
        }
        match self.relaying(id, relayed) {
            Relaying::Waits(_) => kept::packet(from.bytes.len(), numbers(packet).len()),
            Relaying::Goes | Relaying::Lost => 0,
        }
    }

    /// Sends a client's packet on to a peer, or lets it wait there. `written` is the packet in the queue if it was written for another peer.
    pub(super) fn relay_to(
        &mut self,
        id: i32,
        relayed: &Relayed<'_>,
        written: &mut Option<Range<usize>>,
    ) {
        let Relayed { from, packet, above } = *relayed;
        let Incoming { peer: sender, bytes, mode, channel } = *from;
        if let Packet::Delta(delta) = packet
            && delta
                .elements
                .into_iter()
                .any(|one| self.element_waits_for(id, sender, &one).is_some())
        {
            self.relay_delta(id, from, delta);
            return;
        }
        match self.relaying(id, relayed) {
            Relaying::Goes => {}
            Relaying::Waits(node) => {
                let defines = numbers(packet);
                self.delay(id, node, Delayed { sender, bytes: bytes.into(), channel, defines });
                return;
            }
            Relaying::Lost => return,
        }
        if written.is_none() {
            *written = self.queue.write(&Packet::Relay { peer: sender, packet: bytes }).ok();
        }
        if let Some(written) = written {
            let channel = self.channel_of(id, above, mode, channel);
            self.queue.send(id, written.clone(), mode, channel);
        }
    }

    /// Sends on the elements of a client's delta whose nodes the peer has. The others wait.
    fn relay_delta(&mut self, id: i32, from: &Incoming<'_>, delta: &Delta<'_>) {
        let Incoming { peer: sender, mode, channel, .. } = *from;
        for element in delta.elements {
            let bytes = delta_of(&element);
            match self.element_waits_for(id, sender, &element) {
                Some(node) => {
                    let (bytes, defines) = (bytes.into(), Box::default());
                    self.delay(id, node, Delayed { sender, bytes, channel, defines });
                }
                None => {
                    let relayed = Packet::Relay { peer: sender, packet: &bytes };
                    if let Ok(written) = self.queue.write(&relayed) {
                        self.queue.send(id, written, mode, channel);
                    }
                }
            }
        }
    }
}

/// Returns the peer that makes the session keep a packet: the sender, or the target of a packet of this session.
const fn payer(session: i32, target: i32, sender: i32) -> i32 {
    if sender == session { target } else { sender }
}

/// Returns a delta with one element.
fn delta_of(element: &DeltaElement<'_>) -> Vec<u8> {
    let mut elements = Vec::new();
    let written = element.put(&mut VecOutput::new(&mut elements));
    debug_assert!(written.is_ok(), "an element that was read");
    let elements = DeltaElements::new(&elements).ok();
    let delta = elements.and_then(|elements| Packet::Delta(Delta { elements }).to_bytes().ok());
    debug_assert!(delta.is_some(), "an element that was read");
    delta.unwrap_or_default()
}
