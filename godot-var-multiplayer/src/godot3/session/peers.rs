//! Peers that come and go, and what is kept of each.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::{Event, Kind, Queued, Refusal, Session};
use crate::{NodeId, Relay, SERVER, TransferMode};

/// A peer, from its connection until it leaves.
#[derive(Debug, Default)]
pub(super) struct Peer {
    /// The paths that its numbers stand for.
    pub(super) received: BTreeMap<u32, Box<str>>,
    /// The bytes of these.
    pub(super) path_bytes: usize,
    /// The nodes that it was told a number for, and whether it has confirmed.
    pub(super) sent: BTreeMap<NodeId, bool>,
}

impl Session {
    /// The connected peers.
    pub fn peers(&self) -> impl Iterator<Item = i32> {
        self.peers.keys().copied()
    }

    /// A transport has a new connection. `None` if no peer can have this id, or one has it: a client has a connection to the server alone.
    ///
    /// The server tells the client its id and that it is connected, as WebSocket needs it, and with [`Relay`] all clients of each other.
    pub fn connect(&mut self, peer: i32) -> Option<Event<'static>> {
        let is_server = self.id == SERVER;
        let can_be = if is_server { peer > SERVER } else { peer == SERVER };
        if !can_be || self.peers.contains_key(&peer) {
            return None;
        }
        if is_server {
            self.tell(peer, Kind::Id(peer));
            self.tell(peer, Kind::AddPeer(SERVER));
        }
        for other in self.seen_by_others() {
            self.tell(other, Kind::AddPeer(peer));
            self.tell(peer, Kind::AddPeer(other));
        }
        self.peers.insert(peer, Peer::default());
        Some(Event::Connected(peer))
    }

    /// A connection is closed: all that was kept of the peer is forgotten. To a client the other clients are gone with the server.
    pub fn disconnect(&mut self, peer: i32) {
        let was_there = self.peers.remove(&peer).is_some();
        self.queue.retain(|queued| queued.peer != peer);
        if self.id != SERVER && peer == SERVER {
            // Also those of whom the server has told before itself.
            self.peers.clear();
        }
        if !was_there {
            return;
        }
        for other in self.seen_by_others() {
            self.tell(other, Kind::DelPeer(peer));
        }
    }

    /// The clients that this server tells of each other.
    fn seen_by_others(&self) -> Vec<i32> {
        let tells = self.id == SERVER && self.config.relay != Relay::Off;
        self.peers().filter(|_| tells).collect()
    }

    /// Sends a message of the transport itself.
    fn tell(&mut self, peer: i32, kind: Kind) {
        self.queue.push(Queued { peer, kind, mode: TransferMode::Reliable }, 0..0);
    }

    /// The server has said that a peer is there: itself, or another client.
    pub(super) fn take_add_peer(&mut self, id: i32) -> Result<Option<Event<'static>>, Refusal> {
        if id == SERVER {
            return Ok(self.connect(SERVER));
        }
        if self.config.relay == Relay::Off {
            return Err(Refusal::NotRelayed);
        }
        if id < SERVER || id == self.id || self.peers.contains_key(&id) {
            return Err(Refusal::OtherId(id));
        }
        if self.peers.len() > self.config.limits.peers {
            return Err(Refusal::Limit("peers"));
        }
        self.peers.insert(id, Peer::default());
        Ok(Some(Event::Connected(id)))
    }

    /// The server has said that another client is gone.
    pub(super) fn take_del_peer(&mut self, id: i32) -> Option<Event<'static>> {
        if id == SERVER || self.peers.remove(&id).is_none() {
            return None;
        }
        // What waits for it goes through the server.
        let is_for = |kind: &Kind| matches!(kind, Kind::Packet { target, .. } if *target == id);
        self.queue.retain(|queued| !is_for(&queued.kind));
        Some(Event::Disconnected(id))
    }
}
