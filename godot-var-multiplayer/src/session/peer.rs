//! The state of one peer.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::time::Duration;

use godot_var_runtime::seats::Token;

use super::kept::{self, Kept};
use super::numbers::KnownNumbers;
use super::share::Share;
use super::sorted::{Sorted, SortedMap};
use super::waiting::Waiting;
use super::{NodeId, OlderRpcs};
use crate::{Checksum, SimplifyPath, Synchronizer, watch};

/// The state of a peer, from its connection until it leaves.
#[derive(Debug, Default)]
pub(super) struct Peer {
    pub(super) admission: Admission,
    /// The token of the seat that it gets when it is admitted.
    pub(super) claim: Option<Token>,
    /// The meaning of each number that the peer announced.
    pub(super) received: BTreeMap<u32, Announced>,
    /// The same numbers, sorted by node.
    numbers: BTreeSet<(NodeId, u32)>,
    /// The RPCs of its version that differ from the present ones, at most one of each present set.
    pub(super) older: Vec<OlderRpcs>,
    /// What it makes the session keep.
    pub(super) kept: Kept,
    /// What is sent on of its packets.
    pub(super) share: Share,
    /// Packets of others that are sent on to it.
    pub(super) share_of_others: Share,
    /// The packets for it that wait for a spawned node.
    pub(super) waiting: Waiting,
    /// Its packets that wait at other peers: the peer, the node, and the place there.
    pub(super) delayed: BTreeSet<(i32, NodeId, u64)>,
    /// The number of its connection, which no other one of this session has.
    pub(super) connection: u64,
    /// The nodes to which this state refers, without the synchronizers that came with them.
    pub(super) known: Sorted<NodeId>,
    /// The numbers of nodes that it may speak of.
    pub(super) known_numbers: KnownNumbers,
    /// The nodes that were announced to this peer.
    pub(super) sent: BTreeMap<NodeId, Announcement>,
    /// The nodes that are spawned at this peer.
    pub(super) spawned: Sorted<NodeId>,
    /// The synchronizers that were spawned with a node at this peer. Others are named by the number of their path.
    pub(super) with_spawn: Sorted<NodeId>,
    /// The synchronizers whose properties are sent to this peer.
    pub(super) synchronized: SortedMap<NodeId, Progress>,
    /// Those of `synchronized` with changed properties.
    pub(super) changed: BTreeSet<NodeId>,
    /// The path of the scene that it is loading, until the game reports that it has.
    pub(super) loading: Option<Box<str>>,
    /// The time in the last SYNC to this peer.
    pub(super) time: u16,
    /// The nodes that this peer has spawned, by the peer's ids.
    pub(super) nodes: BTreeMap<u32, NodeId>,
    /// The synchronizers in these nodes, by the peer's ids.
    pub(super) synchronizers: BTreeMap<u32, OfSpawn>,
    pub(super) watched: watch::Peer,
}

/// A synchronizer in a node that a peer has spawned.
#[derive(Clone, Copy, Debug)]
pub(super) struct OfSpawn {
    /// The spawned node.
    pub(super) node: NodeId,
    /// `None` until the game adds it.
    pub(super) synchronizer: Option<NodeId>,
}

/// How a peer names a synchronizer, and which version of its *On Change* properties it has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    pub(super) synchronizer: Synchronizer,
    /// The last version that was sent, or 0.
    pub(super) version: u64,
    /// When it was sent.
    pub(super) at: Option<Duration>,
}

/// The progress of a peer's authentication.
#[derive(Debug, Default, PartialEq)]
pub(super) enum Admission {
    Pending {
        since: Duration,
        /// The number of authentication messages so far.
        messages: u32,
        /// The peer has completed authentication.
        theirs: bool,
        /// This side has completed authentication.
        ours: bool,
    },
    #[default]
    Admitted,
}

/// The meaning of a number that a peer announced.
#[derive(Debug)]
pub(super) struct Announced {
    /// The checksum of the node's RPCs at the peer.
    pub(super) checksum: Checksum,
    pub(super) place: Place,
}

/// A node, or its path if the session does not know it.
#[derive(Debug, PartialEq)]
pub(super) enum Place {
    Node(NodeId),
    Path(Box<str>),
}

impl Announced {
    /// Whether the peer repeats an announcement.
    pub(super) fn is(&self, simplify: &SimplifyPath<'_>, node: Option<NodeId>) -> bool {
        let is_there = match &self.place {
            Place::Node(known) => Some(*known) == node,
            Place::Path(path) => **path == *simplify.path,
        };
        is_there && self.checksum == simplify.checksum
    }
}

/// The announcement of a node to a peer.
#[derive(Debug)]
pub(super) struct Announcement {
    pub(super) confirmed: bool,
    /// The node was despawned at this peer since. The engine answers only once, so no answer shows that the peer has the node again.
    pub(super) is_old: bool,
    /// The peer reported other RPCs for the node.
    pub(super) differs: bool,
    /// When to repeat it, unless it is confirmed before.
    pub(super) again_at: Duration,
    /// How long to wait after that.
    pub(super) wait: Duration,
}

impl Announcement {
    /// About the time that a level takes to load.
    const FIRST_WAIT: Duration = Duration::from_millis(500);
    const LONGEST_WAIT: Duration = Duration::from_secs(8);

    pub(super) fn new(now: Duration) -> Self {
        let wait = Self::FIRST_WAIT;
        let again_at = now.saturating_add(wait);
        Self { confirmed: false, is_old: false, differs: false, again_at, wait: wait * 2 }
    }

    /// Sets the time of the next repetition, with a longer wait.
    pub(super) fn again(&mut self, now: Duration) {
        self.again_at = now.saturating_add(self.wait);
        self.wait = (self.wait * 2).min(Self::LONGEST_WAIT);
    }
}

impl Peer {
    pub(super) fn new(
        id: i32,
        admission: Admission,
        connection: u64,
        known_numbers: KnownNumbers,
    ) -> Self {
        let watched = watch::Peer::new(id);
        Self { admission, connection, known_numbers, watched, ..Self::default() }
    }

    pub(super) fn is_admitted(&self) -> bool {
        self.admission == Admission::Admitted
    }

    pub(super) fn has_confirmed(&self, node: NodeId) -> bool {
        self.sent.get(&node).is_some_and(|announcement| announcement.confirmed)
    }

    /// Whether the node was announced before it was despawned at this peer.
    pub(super) fn is_old(&self, node: NodeId) -> bool {
        self.sent.get(&node).is_some_and(|announcement| announcement.is_old)
    }

    /// Records that a number of this peer means a node.
    pub(super) fn add_number(&mut self, node: NodeId, number: u32) {
        self.numbers.insert((node, number));
    }

    /// Returns this peer's announcements of a node, lowest number first.
    pub(super) fn announced(&self, node: NodeId) -> Option<&Announced> {
        let (_, number) = self.numbers.range((node, 0)..=(node, u32::MAX)).next()?;
        self.received.get(number)
    }

    /// Forgets a node that was removed. If another node can be at its path later, that node takes over the numbers, as in the engine.
    pub(super) fn forget(&mut self, node: NodeId, path: &str, is_lasting: bool) {
        let of_node = self.numbers.range((node, 0)..=(node, u32::MAX));
        let numbers: Vec<_> = of_node.map(|(_, number)| *number).collect();
        for number in numbers {
            self.numbers.remove(&(node, number));
            match self.received.get_mut(&number) {
                Some(known) if is_lasting => known.place = Place::Path(path.into()),
                _ => {
                    self.received.remove(&number);
                    self.kept.remove(kept::path(path));
                }
            }
        }
        self.forget_synchronizer(node);
        self.sent.remove(&node);
        self.spawned.remove(&node);
        self.known.remove(&node);
    }

    /// Stops sending the properties of a synchronizer.
    pub(super) fn forget_synchronizer(&mut self, synchronizer: NodeId) {
        self.with_spawn.remove(&synchronizer);
        self.synchronized.remove(&synchronizer);
        self.changed.remove(&synchronizer);
    }
}
