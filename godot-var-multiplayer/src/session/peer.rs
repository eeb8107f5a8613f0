//! What a session keeps of one peer.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use core::time::Duration;

use super::NodeId;
use crate::{Checksum, SimplifyPath};

/// A peer, from its connection until it leaves.
#[derive(Debug)]
pub(super) struct Peer {
    pub(super) admission: Admission,
    /// What the numbers of this peer mean.
    pub(super) received: BTreeMap<u32, Announced>,
    /// The bytes of unknown paths among these.
    pub(super) path_bytes: usize,
    /// The nodes that this peer was told a number for.
    pub(super) sent: BTreeMap<NodeId, Announcement>,
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
        Self { confirmed: false, differs: false, again_at: now + wait, wait: wait * 2 }
    }

    /// Whether it is time to say it again. If so, the next time is later.
    pub(super) fn is_due(&mut self, now: Duration) -> bool {
        let is_due = !self.confirmed && now >= self.again_at;
        if is_due {
            self.again_at = now + self.wait;
            self.wait = (self.wait * 2).min(Self::LONGEST_WAIT);
        }
        is_due
    }
}

impl Peer {
    pub(super) fn new(admission: Admission) -> Self {
        Self { admission, received: BTreeMap::new(), path_bytes: 0, sent: BTreeMap::new() }
    }

    pub(super) fn is_admitted(&self) -> bool {
        self.admission == Admission::Admitted
    }

    pub(super) fn has_confirmed(&self, node: NodeId) -> bool {
        self.sent.get(&node).is_some_and(|announcement| announcement.confirmed)
    }
}
