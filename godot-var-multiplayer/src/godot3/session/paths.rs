//! Numbers for paths, for sent and received packets: announced and confirmed.

use super::{Queued, Session};
use crate::godot3::{Message, Packet};
use crate::session::kept;
use crate::session::refusal::cut;
use crate::{NodeId, NodeRef, Refusal, SERVER, TransferMode};

impl Session {
    /// Whether a peer has confirmed the path of a node. Godot confirms a path even if the node is missing.
    pub fn has_confirmed(&self, peer: i32, node: NodeId) -> bool {
        self.peers.get(&peer).is_some_and(|peer| peer.sent.get(&node) == Some(&true))
    }

    /// Announces a node to a peer under a new number, unless it has one.
    pub(super) fn announce(&mut self, id: i32, node: NodeId) {
        let Some(peer) = self.peers.get_mut(&id) else { return };
        if peer.sent.contains_key(&node) {
            return;
        }
        peer.sent.insert(node, false);
        if let Some(entry) = self.nodes.get(node) {
            let simplify = Packet::SimplifyPath { id: node.number(), path: &entry.path };
            if let Ok(bytes) = self.queue.write(&simplify) {
                self.send_packet(id, bytes, TransferMode::Reliable);
            }
        }
    }

    /// Queues a packet of this session for a peer. Packets from a client to another go through the server.
    pub(super) fn send_packet(
        &mut self,
        target: i32,
        bytes: core::ops::Range<usize>,
        mode: TransferMode,
    ) {
        let peer = if self.id == SERVER { target } else { SERVER };
        let message = Message::Packet { source: self.id, target, packet: &[] };
        self.queue.push(target, Queued { peer, message, mode }, bytes);
    }

    /// Confirms a number for a path even if the node is missing, as the engine does. A number that is announced again gets the new path.
    pub(super) fn take_simplify(
        &mut self,
        id: i32,
        number: u32,
        path: &str,
    ) -> Result<(), Refusal> {
        let peer = self.peers.get_mut(&id).ok_or(Refusal::NotAdmitted(id))?;
        let cost = kept::path(path);
        let old = peer.received.get(&number).map_or(0, |path| kept::path(path));
        if !peer.kept.has_room_for(cost.saturating_sub(old), &self.config.limits) {
            return Err(Refusal::Limit("bytes for its paths"));
        }
        peer.kept.remove(old);
        peer.kept.add(cost);
        peer.received.insert(number, path.into());
        // A path that was decoded can always be encoded.
        if let Ok(bytes) = self.queue.write(&Packet::ConfirmPath(path)) {
            self.send_packet(id, bytes, TransferMode::Reliable);
        }
        Ok(())
    }

    pub(super) fn take_confirm(&mut self, id: i32, path: &str) -> Result<(), Refusal> {
        let node = self.nodes.at(path).ok_or_else(|| Refusal::unknown_path(path))?;
        let peer = self.peers.get_mut(&id).ok_or(Refusal::NotAdmitted(id))?;
        let announced = peer.sent.get_mut(&node);
        *announced.ok_or_else(|| Refusal::NotAnnounced(cut(path)))? = true;
        Ok(())
    }

    /// Returns the node of a received call or set.
    pub(super) fn resolve(&self, id: i32, node: NodeRef<'_>) -> Result<NodeId, Refusal> {
        let path = match node {
            NodeRef::Path(path) => path,
            NodeRef::Id(number) => {
                let peer = self.peers.get(&id).ok_or(Refusal::NotAdmitted(id))?;
                peer.received.get(&number).ok_or_else(|| Refusal::unknown_id(number))?
            }
        };
        self.nodes.at(path).ok_or_else(|| Refusal::unknown_path(path))
    }
}
