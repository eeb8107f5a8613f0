//! Peers that join and leave, and the state of each.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::{Event, Queued, Session};
use crate::godot3::Message;
use crate::session::kept::{self, Kept};
use crate::session::numbers::KnownNumbers;
use crate::{NodeId, Refusal, Relay, SERVER, TransferMode, watch};

/// The state of a peer, from its connection until it leaves.
#[derive(Debug, Default)]
pub(super) struct Peer {
    /// The path of each number that the peer announced.
    pub(super) received: BTreeMap<u32, Box<str>>,
    /// The numbers of nodes that packets for it may name.
    pub(super) known_numbers: KnownNumbers,
    /// What the peer makes the session keep.
    pub(super) kept: Kept,
    /// The nodes that were announced to the peer, and whether it has confirmed them.
    pub(super) sent: BTreeMap<NodeId, bool>,
    pub(super) watched: watch::Peer,
}

impl Session {
    /// Returns the connected peers.
    pub fn peers(&self) -> impl Iterator<Item = i32> {
        self.peers.keys().copied()
    }

    /// Reports a new connection. Returns `None` if the id is invalid or already connected. A client has only a connection to the server.
    ///
    /// Over WebSocket the server tells the client its id and that it is connected. With [`Relay`] it also tells all clients of each other.
    pub fn connect(&mut self, peer: i32) -> Option<Event<'static>> {
        let is_server = self.id == SERVER;
        let can_be = if is_server { peer > SERVER } else { peer == SERVER };
        if !can_be || self.peers.contains_key(&peer) {
            return None;
        }
        if is_server {
            self.tell(peer, Message::Id(peer));
            self.tell(peer, Message::AddPeer(SERVER));
        }
        for other in self.seen_by_others() {
            self.tell(other, Message::AddPeer(peer));
            self.tell(peer, Message::AddPeer(other));
        }
        self.insert(peer);
        Some(Event::Connected(peer))
    }

    /// Reports a closed connection. The session forgets the peer. For a client, all other clients leave with the server.
    pub fn disconnect(&mut self, peer: i32) {
        let was_there = self.forget(peer);
        if self.id != SERVER && peer == SERVER {
            // Includes clients that the server reported before itself.
            while let Some((&other, _)) = self.peers.first_key_value() {
                self.forget(other);
            }
            self.clients = Kept::new();
            self.queue.clear();
        }
        if !was_there {
            return;
        }
        for other in self.seen_by_others() {
            self.tell(other, Message::DelPeer(peer));
        }
    }

    fn insert(&mut self, id: i32) {
        let known_numbers = self.nodes.numbers.join(id);
        let watched = watch::Peer::new(id);
        self.peers.insert(id, Peer { known_numbers, watched, ..Peer::default() });
    }

    /// Forgets a peer, and returns whether it was there.
    fn forget(&mut self, id: i32) -> bool {
        let Some(left) = self.peers.remove(&id) else { return false };
        self.nodes.numbers.leave(id, &left.known_numbers);
        self.queue.forget(id);
        if self.id != SERVER && id != SERVER {
            self.clients.remove(kept::PEER);
        }
        true
    }

    /// Returns the clients that this server reports to each other.
    fn seen_by_others(&self) -> Vec<i32> {
        if self.id != SERVER || self.config.relay == Relay::Off {
            return Vec::new();
        }
        self.peers().collect()
    }

    /// Queues a message of the transport itself.
    fn tell(&mut self, peer: i32, message: Message<'static>) {
        self.queue.push(peer, Queued { peer, message, mode: TransferMode::Reliable }, 0..0);
    }

    /// The server reports a peer: itself or another client.
    pub(super) fn take_add_peer(&mut self, id: i32) -> Result<Option<Event<'static>>, Refusal> {
        if id == SERVER {
            return Ok(self.connect(SERVER));
        }
        if self.config.relay == Relay::Off {
            return Err(Refusal::NotRelayed);
        }
        if id < SERVER || id == self.id || self.peers.contains_key(&id) {
            return Err(Refusal::DuplicatePeer(id));
        }
        if !self.clients.has_room_for(kept::PEER, &self.config.limits) {
            return Err(Refusal::Limit("peers"));
        }
        self.clients.add(kept::PEER);
        self.insert(id);
        Ok(Some(Event::Connected(id)))
    }

    /// The server reports that another client has left.
    pub(super) fn take_del_peer(&mut self, id: i32) -> Option<Event<'static>> {
        (id != SERVER && self.forget(id)).then_some(Event::Disconnected(id))
    }
}
