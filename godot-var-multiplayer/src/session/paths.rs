//! Numbers for paths, for sent and received packets: announced, confirmed, repeated.

use core::mem;
use core::time::Duration;

use super::peer::{Announced, Announcement, Peer, Place};
use super::refusal::cut;
use super::{Event, NodeId, Numbered, Refusal, Session, kept};
use crate::{Checksum, ConfirmPath, Confirmed, Packet, SimplifyPath};

/// The meaning of a peer's number.
pub(super) struct Resolved {
    pub(super) node: NodeId,
    /// The checksum in the peer's announcement.
    pub(super) checksum: Checksum,
    /// The number, if the session has to [settle](Session::settle) it once it has accepted the packet.
    pub(super) unsettled: Option<u32>,
}

impl Session {
    /// Whether a peer has confirmed that it has a node. This also means that its level is loaded.
    pub fn has_confirmed(&self, peer: i32, node: NodeId) -> bool {
        self.peers.get(&peer).is_some_and(|peer| peer.has_confirmed(node))
    }

    /// Announces a node to a peer under a new number, unless it has one.
    pub(super) fn announce(&mut self, id: i32, node: NodeId) {
        let Some(peer) = self.peers.get_mut(&id) else { return };
        if peer.sent.contains_key(&node) {
            return;
        }
        let announcement = Announcement::new(self.now);
        self.due.insert((announcement.again_at, id, node));
        peer.sent.insert(node, announcement);
        self.knows(id, node);
        self.send_announcement(id, node);
    }

    fn send_announcement(&mut self, id: i32, node: NodeId) {
        let Some(entry) = self.nodes.get(node) else { return };
        let older = self.peers.get(&id).and_then(|peer| self.older(peer, node));
        let checksum = older.map_or(entry.node.checksum, |set| set.checksum());
        let path = &*entry.path;
        let simplify = SimplifyPath { checksum, id: node.number(), path };
        let sent = self.queue.send_control(id, &Packet::SimplifyPath(simplify));
        debug_assert!(sent.is_ok(), "{path:?} cannot be written");
    }

    /// Repeats the announcements that are due and not confirmed.
    pub(super) fn announce_again(&mut self, now: Duration) {
        let is_due = self.due.first().is_some_and(|(at, ..)| *at <= now);
        if !is_due {
            return;
        }
        let later = self.due.split_off(&(now, i32::MAX, NodeId::MAX));
        for (_, id, node) in mem::replace(&mut self.due, later) {
            let peer = self.peers.get_mut(&id);
            let Some(announcement) = peer.and_then(|peer| peer.sent.get_mut(&node)) else {
                continue;
            };
            announcement.again(now);
            self.due.insert((announcement.again_at, id, node));
            if self.is_reachable(id, node) && self.has_spawned(id, node) {
                self.send_announcement(id, node);
            }
        }
    }

    pub(super) fn take_simplify(
        &mut self,
        id: i32,
        simplify: &SimplifyPath<'_>,
    ) -> Result<Option<Event<'static>>, Refusal> {
        let peer = self.peers.get_mut(&id).ok_or(Refusal::NotAdmitted(id))?;
        let node = self.nodes.at(simplify.path);
        match peer.received.get(&simplify.id) {
            // A repeated announcement: the answer was lost or late.
            Some(known) if known.is(simplify, node) => {}
            Some(known) => {
                let known = match &known.place {
                    Place::Node(node) => {
                        self.nodes.get(*node).map_or_else(|| cut(""), |known| known.path.clone())
                    }
                    Place::Path(path) => cut(path),
                };
                let (kind, id, found) = (Numbered::Path, simplify.id, cut(simplify.path));
                return Err(Refusal::DuplicateId { kind, id, known, found });
            }
            None => {
                let cost = kept::path(simplify.path);
                if !peer.kept.has_room_for(cost, &self.config.limits) {
                    return Err(Refusal::Limit("bytes for its paths"));
                }
                peer.kept.add(cost);
                let place = Place::Path(simplify.path.into());
                let announced = Announced { checksum: simplify.checksum, place };
                peer.received.insert(simplify.id, announced);
                if let Some(node) = node {
                    self.settle(id, simplify.id, node);
                }
            }
        }
        let entry = node.and_then(|node| self.nodes.get(node));
        // For a node that is not added here, the checksum counts as equal. Otherwise the peer would report an error.
        let agrees = entry.is_none_or(|entry| entry.node.checksum == simplify.checksum);
        let peer = self.peers.get(&id).filter(|_| !agrees);
        let older = peer
            .zip(entry)
            .and_then(|(peer, entry)| self.older_with(peer, entry, simplify.checksum));
        if let (Some(set), Some(peer)) = (older, self.peers.get_mut(&id)) {
            peer.learn(set);
        }
        let agrees = agrees || older.is_some();
        let era = self.config.options.era;
        self.control(id, &Packet::ConfirmPath(ConfirmPath::answer(simplify, agrees, era)));
        let differs = node.filter(|_| !agrees);
        Ok(differs.map(|node| self.checksum_differs(id, node)))
    }

    pub(super) fn take_confirm(
        &mut self,
        id: i32,
        confirm: &ConfirmPath<'_>,
    ) -> Result<Option<Event<'static>>, Refusal> {
        let node = match confirm.path {
            Confirmed::Id(number) => match self.nodes.with_number(number) {
                Some(node) => node,
                // The answer for a node that was removed in the meantime.
                None if self.nodes.numbers.had(number) => return Ok(None),
                None => return Err(Refusal::unknown_id(number)),
            },
            Confirmed::Path(path) => self.node(path).ok_or_else(|| self.unknown_path(path))?,
        };
        let peer = self.peers.get_mut(&id).ok_or(Refusal::NotAdmitted(id))?;
        let Some(announcement) = peer.sent.get_mut(&node) else {
            return Err(Refusal::NotAnnounced(self.shared_path(node)));
        };
        let is_first = !mem::replace(&mut announcement.confirmed, true);
        announcement.differs = !confirm.agrees;
        if is_first {
            self.due.remove(&(announcement.again_at, id, node));
            self.show_confirmed(id, node);
            self.release(id, node);
        }
        Ok((!confirm.agrees).then(|| self.checksum_differs(id, node)))
    }

    fn checksum_differs(&self, peer: i32, node: NodeId) -> Event<'static> {
        Event::ChecksumDiffers { peer, node, path: self.shared_path(node) }
    }

    /// Returns the refusal of a path, with a node that the peer may mean.
    #[cold]
    pub(super) fn unknown_path(&self, path: &str) -> Refusal {
        Refusal::UnknownPath { path: cut(path), similar: self.nodes.similar(path).cloned() }
    }

    /// Returns the meaning of a peer's number.
    pub(super) fn resolve(&self, peer: &Peer, number: u32) -> Result<Resolved, Refusal> {
        let known = peer.received.get(&number).ok_or_else(|| Refusal::unknown_id(number))?;
        let (node, unsettled) = match &known.place {
            Place::Node(node) => (*node, None),
            Place::Path(path) => {
                let node = self.nodes.at(path).ok_or_else(|| self.unknown_path(path))?;
                (node, Some(number))
            }
        };
        Ok(Resolved { node, checksum: known.checksum, unsettled })
    }

    /// Records that a peer's number means this node, whose path it has announced.
    pub(super) fn settle(&mut self, id: i32, number: u32, node: NodeId) {
        let Some(peer) = self.peers.get_mut(&id) else { return };
        if let Some(known) = peer.received.get_mut(&number)
            && known.place != Place::Node(node)
        {
            known.place = Place::Node(node);
            peer.add_number(node, number);
            self.knows(id, node);
        }
    }

    /// Records that the state of a peer refers to a node.
    pub(super) fn knows(&mut self, id: i32, node: NodeId) {
        if let (Some(entry), Some(peer)) = (self.nodes.get_mut(node), self.peers.get_mut(&id)) {
            entry.known_by.insert(id);
            peer.known.insert(node);
        }
    }
}
