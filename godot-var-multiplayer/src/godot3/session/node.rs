//! The nodes of a session.

use super::Session;
use crate::godot3::Member;
use crate::setters::setters;
use crate::{NodeId, ReplicationError, SERVER};

/// A node: the methods and properties that other peers may call and set, and its network master.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    pub(super) methods: &'static [Member],
    pub(super) properties: &'static [Member],
    pub(super) master: i32,
}

impl Node {
    /// Makes a node without methods and properties. Its network master is the server.
    pub const fn new() -> Self {
        Self { methods: &[], properties: &[], master: SERVER }
    }

    setters! {
        /// Returns this node with methods: `remote func …`, or `rpc_config`.
        methods => with_methods: &'static [Member];
        /// Returns this node with properties: `remote var …`, or `rset_config`.
        properties => with_properties: &'static [Member];
        /// Returns this node with another network master: `set_network_master`.
        master => with_master: i32;
    }
}

impl Default for Node {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the member with this name.
pub(super) fn find(members: &'static [Member], name: &str) -> Option<&'static Member> {
    members.iter().find(|member| member.name == name)
}

impl Session {
    /// Adds a node by its path from the root: `Main/Chat`, or `.` for the root.
    ///
    /// # Errors
    /// [`ReplicationError::Path`] if the path is taken or leads out of the root; [`ReplicationError::Numbers`].
    pub fn add_node(&mut self, path: &str, node: Node) -> Result<NodeId, ReplicationError> {
        self.nodes.add(path, node, None)
    }

    /// Removes a node. The session refuses later calls of it.
    pub fn remove_node(&mut self, node: NodeId) {
        self.nodes.remove(node);
        for peer in self.peers.values_mut() {
            if peer.sent.remove(&node).is_some() {
                self.nodes.numbers.remove(node, &mut peer.known_numbers);
            }
        }
    }

    /// Returns the node at a path.
    pub fn node(&self, path: &str) -> Option<NodeId> {
        self.nodes.at(path)
    }

    /// Returns the path of a node.
    pub fn path(&self, node: NodeId) -> Option<&str> {
        self.nodes.get(node).map(|entry| &*entry.path)
    }

    /// Gives a node another network master. The change is not sent: every peer must make it.
    ///
    /// The master is a peer id, not a connection. After the peer has left, the next connection with its id is the master, and over `ENet` a
    /// client chooses its id. When a peer leaves, remove its nodes, or give them another master.
    pub fn set_master(&mut self, node: NodeId, peer: i32) {
        if let Some(entry) = self.nodes.get_mut(node) {
            entry.node.master = peer;
        }
    }
}
