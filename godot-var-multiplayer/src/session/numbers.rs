//! The numbers of nodes in packets. A number is used again after its node was removed, unless a peer may still speak of that node.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::fmt;
use core::num::NonZero;

/// A node that a session knows. No other node of the session gets the same id, also after the node was removed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId {
    /// How often the numbers began again before it.
    lap: u32,
    number: NonZero<u32>,
}

/// `NodeId(5)` has the number 5 in packets, and so has `NodeId(1:5)`, after the numbers began again once.
impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lap {
            0 => write!(f, "NodeId({})", self.number),
            lap => write!(f, "NodeId({lap}:{})", self.number),
        }
    }
}

impl NodeId {
    pub(crate) const MIN: Self = Self { lap: 0, number: NonZero::<u32>::MIN };
    pub(crate) const MAX: Self = Self { lap: u32::MAX, number: NonZero::<u32>::MAX };

    /// Returns its number in packets.
    pub(crate) const fn number(self) -> u32 {
        self.number.get()
    }

    /// Returns the nodes that may have a number, up to this lap, youngest first.
    fn with_number(number: u32, lap: u32) -> impl Iterator<Item = Self> {
        let number = NonZero::new(number);
        (0..=lap).rev().filter_map(move |lap| Some(Self { lap, number: number? }))
    }
}

/// Assigns numbers in turn, from 1 to the greatest, and then again.
///
/// A peer keeps the number of a path as long as it is connected, and packets about a node may arrive after it was removed. So a number is
/// free again when all peers that knew its node have left. This needs a record only for nodes that are older than such a peer: a younger
/// node has its number until a whole lap after the peer came, and then no number is free before the peer leaves.
#[derive(Debug)]
pub(crate) struct Numbers {
    /// The greatest number.
    max: NonZero<u32>,
    last: Option<NodeId>,
    /// The connected peers, with the last node that was there before.
    peers: BTreeSet<(Option<NodeId>, i32)>,
    /// The numbers of removed nodes, and how many connected peers knew the node.
    removed: BTreeMap<u32, u32>,
}

/// The nodes that a connected peer may speak of.
#[derive(Debug, Default)]
pub(crate) struct KnownNumbers {
    /// The last node that was there before the peer.
    since: Option<NodeId>,
    /// The numbers of older nodes that it knew, and that were removed.
    removed: Vec<u32>,
}

impl Numbers {
    pub(crate) const fn new() -> Self {
        // Bit 31 of a number has another meaning on the wire.
        let max = NonZero::<u32>::MAX.get() >> 1;
        let max = match NonZero::new(max) {
            Some(max) => max,
            None => NonZero::<u32>::MIN,
        };
        Self { max, last: None, peers: BTreeSet::new(), removed: BTreeMap::new() }
    }

    /// Lets the numbers begin again after this one.
    pub(crate) fn set_max(&mut self, max: NonZero<u32>) {
        self.max = max;
    }

    /// Records a peer that has come.
    pub(crate) fn join(&mut self, peer: i32) -> KnownNumbers {
        self.peers.insert((self.last, peer));
        KnownNumbers { since: self.last, removed: Vec::new() }
    }

    /// Records that a peer has left.
    pub(crate) fn leave(&mut self, peer: i32, known: &KnownNumbers) {
        self.peers.remove(&(known.since, peer));
        for number in &known.removed {
            if let Some(count) = self.removed.get_mut(number) {
                *count -= 1;
                if *count == 0 {
                    self.removed.remove(number);
                }
            }
        }
    }

    /// Records that a node was removed which a peer knew.
    pub(crate) fn remove(&mut self, node: NodeId, known: &mut KnownNumbers) {
        if Some(node) <= known.since {
            known.removed.push(node.number());
            *self.removed.entry(node.number()).or_default() += 1;
        }
    }

    /// Returns the next node with a free number. `is_used` is whether a node is there.
    fn next_after(&self, last: Option<NodeId>, is_used: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        let mut next = last;
        for _ in 0..self.max.get() {
            let node = match next {
                None => NodeId::MIN,
                Some(NodeId { lap, number }) if number < self.max => {
                    NodeId { lap, number: number.checked_add(1)? }
                }
                Some(NodeId { lap, .. }) => {
                    NodeId { lap: lap.checked_add(1)?, number: NonZero::<u32>::MIN }
                }
            };
            if self.is_a_lap_after_a_peer(node) {
                return None;
            }
            let is_free = !self.removed.contains_key(&node.number())
                && !NodeId::with_number(node.number(), node.lap).any(&is_used);
            if is_free {
                return Some(node);
            }
            next = Some(node);
        }
        None
    }

    /// Whether a peer may speak of a younger node with the same number.
    fn is_a_lap_after_a_peer(&self, node: NodeId) -> bool {
        let Some(lap) = node.lap.checked_sub(1) else { return false };
        let before = NodeId { lap, ..node };
        self.peers.first().is_some_and(|(since, _)| *since < Some(before))
    }

    /// Whether `count` more nodes can have numbers.
    pub(crate) fn has_room_for(&self, count: usize, is_used: impl Fn(NodeId) -> bool) -> bool {
        let mut last = self.last;
        (0..count).all(|_| {
            last = self.next_after(last, &is_used);
            last.is_some()
        })
    }

    /// Assigns the next free number.
    pub(crate) fn assign(&mut self, is_used: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        let node = self.next_after(self.last, is_used)?;
        self.last = Some(node);
        Some(node)
    }

    /// Whether a node has had this number.
    pub(crate) fn had(&self, number: u32) -> bool {
        let last = self.last.is_some_and(|last| last.lap > 0 || number <= last.number());
        last && number != 0 && number <= self.max.get()
    }

    /// Returns the node that is there with this number.
    pub(crate) fn find(&self, number: u32, is_used: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        NodeId::with_number(number, self.last?.lap).find(|node| is_used(*node))
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use core::time::Duration;

    use super::*;
    use crate::session::{Config, MultiplayerSpawner, NewNode, Node, ReplicationError, Session};
    use crate::{Packet, godot3};

    const NOW: Duration = Duration::ZERO;

    fn numbers(max: u32) -> Numbers {
        let mut numbers = Numbers::new();
        numbers.set_max(NonZero::new(max).expect("a number"));
        numbers
    }

    #[test]
    fn a_number_is_used_again_after_all_others() {
        let mut numbers = numbers(4);
        let nodes = [1, 2, 3, 4, 1, 2].map(|expected| {
            let node = numbers.assign(|_| false).expect("a number");
            assert_eq!(node.number(), expected);
            assert!(numbers.had(expected) && !numbers.had(0) && !numbers.had(5));
            node
        });
        assert!(nodes.is_sorted_by(|one, next| one < next));
        // Two and three are there, and four is left.
        let there = |node| [nodes[5], nodes[2]].contains(&node);
        assert_eq!(numbers.find(2, there), Some(nodes[5]));
        assert_eq!([1, 4].map(|number| numbers.find(number, there)), [None, None]);
        assert!(numbers.has_room_for(2, there));
        let next = [4, 1].map(|_| numbers.assign(there).expect("a number").number());
        assert_eq!(next, [4, 1]);
        assert!(!numbers.has_room_for(1, |_| true));
        assert_eq!(numbers.assign(|_| true), None);
    }

    #[test]
    fn a_number_that_a_peer_knows_is_not_used_again_before_it_leaves() {
        let mut numbers = numbers(4);
        let [one, two] = [(); 2].map(|()| numbers.assign(|_| false).expect("a number"));
        let mut old = numbers.join(7);
        numbers.remove(one, &mut old);
        let assign = |numbers: &mut Numbers| numbers.assign(|node| node == two).map(NodeId::number);
        // Number 1 belongs to an older node, and 3 to one that was added while the peer was there.
        assert_eq!([(); 3].map(|()| assign(&mut numbers)), [Some(3), Some(4), None]);
        // A new peer does not know the old nodes.
        let new = numbers.join(8);
        assert_eq!(assign(&mut numbers), None);
        numbers.leave(7, &old);
        assert_eq!([(); 4].map(|()| assign(&mut numbers)), [Some(1), Some(3), Some(4), None]);
        numbers.leave(8, &new);
        assert!(numbers.removed.is_empty() && numbers.peers.is_empty());
    }

    /// A session does not end after the last number.
    #[test]
    fn sessions_go_on_after_the_last_number() {
        let mut session = Session::new(Config::default());
        session.set_greatest_number(NonZero::new(16).expect("a number"));
        let spawner = MultiplayerSpawner::new("Main").with_scenes(&["a"]);
        let spawner = session.add_spawner("Spawner", spawner).expect("a path");
        let mut last = None;
        for index in 0..100 {
            session.connect(7, NOW);
            let node = session.spawn(spawner, NewNode::scene(0, "a")).expect("a number");
            assert!(last < Some(node), "{index}");
            last = Some(node);
            // The spawner keeps its number.
            let confirm = [2, 1, spawner.number() as u8, 0, 0, 0];
            assert_eq!(session.receive(crate::Incoming::new(7, &confirm), NOW), None);
            assert!(session.is_spawned(7, node));
            session.remove_node(node);
            let mut sent = Vec::new();
            session.drain(|packet| sent.push(packet.bytes.to_vec()));
            let despawn = Packet::Despawn(node.number()).to_bytes().expect("a packet");
            assert_eq!(sent.last(), Some(&despawn));
            session.disconnect(7);
        }
        // A peer that stays may speak of each number.
        session.connect(7, NOW);
        let mut added = 0;
        let error = loop {
            match session.add_node("b", Node::new()) {
                Ok(node) => session.remove_node(node),
                Err(error) => break error,
            }
            added += 1;
        };
        assert_eq!((added, error), (15, ReplicationError::Numbers));
        let error = session.spawn(spawner, NewNode::scene(0, "a"));
        assert_eq!(error, Err(ReplicationError::Numbers));
        assert_eq!(session.node("Main/a"), None);
        session.disconnect(7);
        assert!(session.add_node("b", Node::new()).is_ok());
    }

    #[test]
    fn sessions_of_godot_3_go_on_after_the_last_number() {
        let mut session = godot3::Session::new(Config::default());
        session.set_greatest_number(NonZero::new(8).expect("a number"));
        let kept = session.add_node("kept", godot3::Node::new()).expect("a path");
        for index in 0..100 {
            session.connect(7);
            let node = session.add_node(&index.to_string(), godot3::Node::new()).expect("a number");
            assert_ne!(node.number(), kept.number());
            session.remove_node(node);
            session.disconnect(7);
        }
    }
}
