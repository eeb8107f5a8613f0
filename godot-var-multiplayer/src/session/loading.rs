//! Scenes that clients leave, and load again for the next match.

use alloc::vec::Vec;

use super::peer::Peer;
use super::{NodeId, Session};

/// When a peer has the new scene after [`Session::change_scene`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Loaded {
    /// When it confirms a path. This suits clients that free the old scene at once, as `change_scene_to_file` does: until they have loaded
    /// the new one, they have no node at the path.
    Confirmed,
    /// When the game calls [`Session::scene_loaded`], because the client has said so in an RPC. This suits clients that show the old scene
    /// while they load the new one: they would confirm the paths of the old scene.
    Reported,
}

impl Session {
    /// Begins a scene anew, because all peers leave it: removes the node at this path with all nodes below, and despawns what was spawned
    /// there. Then add the nodes of the new scene, which can be the same as before.
    ///
    /// The new nodes have new numbers, so each peer gets spawns and properties when it has loaded the scene, however slow it is. Call this
    /// before the RPC that tells peers to change the scene, so that nodes are despawned while the peers still have them.
    ///
    /// ```
    /// use core::time::Duration;
    ///
    /// use godot_var_multiplayer::{
    ///     Config, Loaded, MultiplayerSpawner, NewNode, NodeId, ReplicationError, Session,
    /// };
    ///
    /// fn add_level(session: &mut Session) -> Result<NodeId, ReplicationError> {
    ///     let spawner = MultiplayerSpawner::new("World/Players").with_scenes(&["res://player.tscn"]);
    ///     session.add_spawner("World/Spawner", spawner)
    /// }
    ///
    /// let mut session = Session::new(Config::default());
    /// let spawner = add_level(&mut session)?;
    /// session.spawn(spawner, NewNode::scene(0, "Ann"))?;
    ///
    /// // The next match.
    /// session.change_scene("World", Loaded::Confirmed);
    /// assert_eq!(session.node("World/Players/Ann"), None);
    /// let spawner = add_level(&mut session)?;
    /// session.spawn(spawner, NewNode::scene(0, "Ann"))?;
    /// # Ok::<(), ReplicationError>(())
    /// ```
    pub fn change_scene(&mut self, path: &str, loaded: Loaded) {
        let nodes: Vec<_> = self.nodes.at_or_below(path).collect();
        for node in nodes {
            self.remove_node(node);
        }
        for peer in self.peers.values_mut().filter(|peer| peer.is_admitted()) {
            peer.loading = (loaded == Loaded::Reported).then(|| path.into());
        }
    }

    /// Reports that a peer has loaded the scene of [`change_scene`](Self::change_scene). From now on it gets the nodes and properties in it.
    /// Nothing happens if the session does not wait for the peer.
    pub fn scene_loaded(&mut self, peer: i32) {
        let loading = self.peers.get_mut(&peer).and_then(|peer| peer.loading.take());
        if loading.is_some() {
            self.show_all(peer);
        }
    }

    /// Whether a peer has not loaded the scene of a node yet, as far as this session was told.
    pub(super) fn is_loading(&self, peer: &Peer, node: NodeId) -> bool {
        let scene = peer.loading.as_deref();
        scene.is_some_and(|scene| self.path(node).is_some_and(|path| is_at_or_below(path, scene)))
    }
}

/// Whether a path is that of a node, or of one below.
pub(super) fn is_at_or_below(path: &str, above: &str) -> bool {
    path.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
