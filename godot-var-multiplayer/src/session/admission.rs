//! Peers that come, authenticate and go.

use core::time::Duration;

use super::peer::{Admission, Peer};
use super::{Event, Refusal, Relay, Session};
use crate::{Command, Packet, SERVER};

impl Session {
    /// The admitted peers.
    pub fn peers(&self) -> impl Iterator<Item = i32> {
        self.peers.iter().filter(|(_, peer)| peer.is_admitted()).map(|(id, _)| *id)
    }

    /// A transport has a new connection. [`Event::Connected`] if the peer is admitted at once; `None` if it has to authenticate first,
    /// or if no peer can have this id: a client has a connection to the server alone.
    pub fn connect(&mut self, peer: i32, now: Duration) -> Option<Event<'static>> {
        self.now = now;
        let can_be = if self.id == SERVER { peer > SERVER } else { peer == SERVER };
        if !can_be || self.peers.contains_key(&peer) {
            return None;
        }
        let since = now;
        let pending = Admission::Pending { since, messages: 0, theirs: false, ours: false };
        self.peers.insert(peer, Peer::new(pending));
        if self.config.auth.is_some() {
            self.pending.insert((since, peer));
            return None;
        }
        Some(self.admit(peer))
    }

    /// A connection is closed: all that was kept of the peer is forgotten, and the nodes that it had spawned are removed. To a client
    /// the other clients are gone with the server.
    pub fn disconnect(&mut self, peer: i32) {
        let Some(left) = self.peers.remove(&peer) else { return };
        if let Admission::Pending { since, .. } = left.admission {
            self.pending.remove(&(since, peer));
        }
        for (node, announcement) in &left.sent {
            self.due.remove(&(announcement.again_at, peer, *node));
        }
        for node in left.nodes.values() {
            self.remove_node(*node);
        }
        for (node, synchronizer) in &mut self.synchronizers {
            synchronizer.visibility.peers.remove(&peer);
            if self.nodes.get(*node).is_some_and(|entry| entry.node.authority == peer) {
                synchronizer.last_time = None;
            }
        }
        self.queue.forget(peer);
        if self.id != SERVER && peer == SERVER {
            while let Some((&other, _)) = self.peers.first_key_value() {
                self.disconnect(other);
            }
        }
        if self.id == SERVER && left.is_admitted() && self.config.relay != Relay::Off {
            for other in self.admitted_but(&[]) {
                self.control(other, &Packet::DelPeer(peer));
            }
        }
    }

    fn admit(&mut self, id: i32) -> Event<'static> {
        if self.id == SERVER && self.config.relay != Relay::Off {
            for other in self.admitted_but(&[]) {
                self.control(other, &Packet::AddPeer(id));
                self.control(id, &Packet::AddPeer(other));
            }
        }
        if let Some(peer) = self.peers.get_mut(&id) {
            if let Admission::Pending { since, .. } = peer.admission {
                self.pending.remove(&(since, id));
            }
            peer.admission = Admission::Admitted;
        }
        self.show_all(id);
        Event::Connected(id)
    }

    /// Sends an authentication message to a peer that is not admitted yet. Nothing happens if the payload is empty, which
    /// would say that this side is complete.
    pub fn send_auth(&mut self, peer: i32, payload: &[u8]) {
        let is_pending = self.peers.get(&peer).is_some_and(|peer| !peer.is_admitted());
        if is_pending && !payload.is_empty() {
            self.control(peer, &Packet::Auth(payload));
        }
    }

    /// Says that authentication is complete here. [`Event::Connected`] if the peer has said so, too.
    pub fn complete_auth(&mut self, id: i32) -> Option<Event<'static>> {
        let peer = self.peers.get_mut(&id)?;
        let Admission::Pending { ours, theirs, .. } = &mut peer.admission else { return None };
        let is_complete = *theirs;
        if !*ours {
            *ours = true;
            self.control(id, &Packet::Auth(&[]));
        }
        is_complete.then(|| self.admit(id))
    }

    pub(super) fn take_auth<'p>(
        &mut self,
        id: i32,
        payload: &'p [u8],
    ) -> Result<Option<Event<'p>>, Refusal> {
        let limit = self.config.limits.auth_messages;
        let peer = self.peers.get_mut(&id).ok_or(Refusal::NotAdmitted)?;
        let Admission::Pending { messages, theirs, ours, .. } = &mut peer.admission else {
            // "Complete" says nothing to a side without authentication, nor the second time.
            let is_complete = payload.is_empty();
            return if is_complete { Ok(None) } else { Err(Refusal::Command(Command::System)) };
        };
        if *messages >= limit {
            return Err(Refusal::Limit("authentication messages"));
        }
        *messages += 1;
        if !payload.is_empty() {
            return Ok(Some(Event::Auth { peer: id, payload }));
        }
        *theirs = true;
        let is_complete = *ours;
        Ok(is_complete.then(|| self.admit(id)))
    }

    /// A peer that did not authenticate in time, which is forgotten.
    pub(super) fn late_peer(&mut self, now: Duration) -> Option<i32> {
        let timeout = self.config.auth?;
        let &(since, peer) = self.pending.first()?;
        if now.saturating_sub(since) < timeout {
            return None;
        }
        self.disconnect(peer);
        Some(peer)
    }

    /// The server has said that another client is there.
    pub(super) fn take_add_peer(&mut self, id: i32) -> Result<Option<Event<'static>>, Refusal> {
        if self.config.relay == Relay::Off {
            return Err(Refusal::NotRelayed);
        }
        if id <= SERVER || id == self.id || self.peers.contains_key(&id) {
            return Err(Refusal::DuplicateId(id as u32));
        }
        if self.peers.len() > self.config.limits.peers {
            return Err(Refusal::Limit("peers"));
        }
        self.peers.insert(id, Peer::new(Admission::Admitted));
        Ok(Some(self.admit(id)))
    }

    /// The server has said that another client is gone.
    pub(super) fn take_del_peer(&mut self, id: i32) -> Option<Event<'static>> {
        if id == SERVER || !self.peers.contains_key(&id) {
            return None;
        }
        self.disconnect(id);
        Some(Event::Disconnected(id))
    }
}
