//! What a session keeps of one peer.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::time::Duration;

use super::NodeId;
use crate::{Checksum, SimplifyPath, Synchronizer};

/// A peer, from its connection until it leaves.
#[derive(Debug)]
pub(super) struct Peer {
    pub(super) admission: Admission,
    /// What the numbers of this peer mean.
    pub(super) received: BTreeMap<u32, Announced>,
    /// The numbers of each node among these.
    numbers: BTreeSet<(NodeId, u32)>,
    /// The bytes of unknown paths among these.
    pub(super) path_bytes: usize,
    /// The nodes that this peer was told a number for.
    pub(super) sent: BTreeMap<NodeId, Announcement>,
    /// The nodes that were spawned here.
    pub(super) spawned: BTreeSet<NodeId>,
    /// The synchronizers that came here with a spawn. All others go by the number of their path.
    pub(super) with_spawn: BTreeSet<NodeId>,
    /// The synchronizers whose properties are sent here.
    pub(super) synchronized: BTreeMap<NodeId, Progress>,
    /// Those among them with properties that have changed.
    pub(super) changed: BTreeSet<NodeId>,
    /// The last time of a SYNC.
    pub(super) time: u16,
    /// The nodes that this peer has spawned, by its ids.
    pub(super) nodes: BTreeMap<u32, NodeId>,
    /// The synchronizers in these, by its ids, as far as the game has added them.
    pub(super) synchronizers: BTreeMap<u32, Option<NodeId>>,
}

/// How a peer knows a synchronizer, and how far its properties that are sent on change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    pub(super) synchronizer: Synchronizer,
    /// The version that was sent last, 0 for none.
    pub(super) version: u64,
    /// When.
    pub(super) at: Option<Duration>,
}

/// How far a peer has come.
#[derive(Debug, PartialEq)]
pub(super) enum Admission {
    Pending {
        since: Duration,
        /// How many authentication messages there were.
        messages: u32,
        /// The peer has said that it is complete.
        theirs: bool,
        /// The server has.
        ours: bool,
    },
    Admitted,
}

/// What a number of a peer stands for.
#[derive(Debug)]
pub(super) struct Announced {
    /// The checksum of the node's RPCs at the peer.
    pub(super) checksum: Checksum,
    pub(super) place: Place,
}

/// A node by its path, as far as the session knows it.
#[derive(Debug, PartialEq)]
pub(super) enum Place {
    Node(NodeId),
    Path(Box<str>),
}

impl Announced {
    /// Whether the peer says the same again.
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
    /// The peer has other RPCs for the node.
    pub(super) differs: bool,
    /// When it is sent again, unless it is confirmed.
    pub(super) again_at: Duration,
    /// How long it then waits.
    pub(super) wait: Duration,
}

impl Announcement {
    /// A level takes about that long to load.
    const FIRST_WAIT: Duration = Duration::from_millis(500);
    const LONGEST_WAIT: Duration = Duration::from_secs(8);

    pub(super) fn new(now: Duration) -> Self {
        let wait = Self::FIRST_WAIT;
        let again_at = now.saturating_add(wait);
        Self { confirmed: false, differs: false, again_at, wait: wait * 2 }
    }

    /// Says it again: the next time is later.
    pub(super) fn again(&mut self, now: Duration) {
        self.again_at = now.saturating_add(self.wait);
        self.wait = (self.wait * 2).min(Self::LONGEST_WAIT);
    }
}

impl Peer {
    pub(super) const fn new(admission: Admission) -> Self {
        Self {
            admission,
            received: BTreeMap::new(),
            numbers: BTreeSet::new(),
            path_bytes: 0,
            sent: BTreeMap::new(),
            spawned: BTreeSet::new(),
            with_spawn: BTreeSet::new(),
            synchronized: BTreeMap::new(),
            changed: BTreeSet::new(),
            time: 0,
            nodes: BTreeMap::new(),
            synchronizers: BTreeMap::new(),
        }
    }

    pub(super) fn is_admitted(&self) -> bool {
        self.admission == Admission::Admitted
    }

    pub(super) fn has_confirmed(&self, node: NodeId) -> bool {
        self.sent.get(&node).is_some_and(|announcement| announcement.confirmed)
    }

    /// Notes that a number of this peer stands for a node.
    pub(super) fn add_number(&mut self, node: NodeId, number: u32) {
        self.numbers.insert((node, number));
    }

    /// What this peer has announced a node as, the lowest number first.
    pub(super) fn announced(&self, node: NodeId) -> Option<&Announced> {
        let (_, number) = self.numbers.range((node, 0)..=(node, u32::MAX)).next()?;
        self.received.get(number)
    }

    /// Forgets which numbers stand for a node, and returns them.
    pub(super) fn take_numbers_of(&mut self, node: NodeId) -> Vec<u32> {
        let of_node = self.numbers.range((node, 0)..=(node, u32::MAX));
        let numbers: Vec<_> = of_node.map(|(_, number)| *number).collect();
        for number in &numbers {
            self.numbers.remove(&(node, *number));
        }
        numbers
    }

    /// Sends nothing more of a synchronizer.
    pub(super) fn forget_synchronizer(&mut self, synchronizer: NodeId) {
        self.with_spawn.remove(&synchronizer);
        self.synchronized.remove(&synchronizer);
        self.changed.remove(&synchronizer);
    }
}
