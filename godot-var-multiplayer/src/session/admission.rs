//! Peers that join, authenticate and leave.

use core::time::Duration;

use godot_var_runtime::seats::SeatError;

use super::peer::{Admission, Peer};
use super::{Event, MissingAuth, Refusal, Relay, Session, kept};
use crate::{Packet, SERVER, watch};

impl Session {
    /// Returns the admitted peers.
    pub fn peers(&self) -> impl Iterator<Item = i32> {
        self.peers.iter().filter(|(_, peer)| peer.is_admitted()).map(|(id, _)| *id)
    }

    /// Reports a new connection. Returns [`Event::Connected`] if the peer is admitted at once. Returns `None` if it has to authenticate
    /// first, or if its id is invalid. A client has only a connection to the server.
    pub fn connect(&mut self, peer: i32, now: Duration) -> Option<Event<'static>> {
        self.now = now;
        let can_be = if self.id == SERVER { peer > SERVER } else { peer == SERVER };
        if !can_be || self.peers.contains_key(&peer) {
            return None;
        }
        if self.config.auth.is_none() && self.seats.is_away(&peer) {
            return Some(Event::Refused {
                peer,
                reason: Refusal::Seat(SeatError::ConnectionTaken),
            });
        }
        let since = now;
        let pending = Admission::Pending { since, messages: 0, theirs: false, ours: false };
        self.insert_peer(peer, pending);
        if self.config.auth.is_some() {
            self.pending.insert((since, peer));
            return None;
        }
        Some(self.admit(peer))
    }

    /// Reports a closed connection. The session forgets the peer and removes the nodes that it spawned. For a client, all other clients
    /// leave with the server.
    ///
    /// Returns [`Event::Away`] if the peer was admitted and has a [seat](Self::add_seat), otherwise [`Event::Disconnected`]. Returns `None` if
    /// the peer was not admitted and its id is that of a player who is away.
    pub fn disconnect(&mut self, peer: i32) -> Option<Event<'static>> {
        let is_away = self.leave_seat(peer);
        self.forget(peer, is_away || self.seats.is_away(&peer));
        if is_away {
            Some(Event::Away(peer))
        } else if self.seats.is_away(&peer) {
            None
        } else {
            Some(Event::Disconnected(peer))
        }
    }

    /// Forgets a connection. What is visible for it stays so if its player returns.
    pub(super) fn forget(&mut self, peer: i32, returns: bool) {
        let Some(left) = self.peers.remove(&peer) else { return };
        if let Admission::Pending { since, .. } = left.admission {
            self.pending.remove(&(since, peer));
        }
        for (node, announcement) in &left.sent {
            self.due.remove(&(announcement.again_at, peer, *node));
        }
        for node in left.known.iter() {
            if let Some(entry) = self.nodes.get_mut(*node) {
                entry.known_by.remove(&peer);
            }
        }
        for node in left.nodes.values() {
            self.remove_node(*node);
        }
        if !returns {
            self.forget_visibility(peer);
        }
        self.nodes.numbers.leave(peer, &left.known_numbers);
        self.settle_waiting(peer, &left.waiting);
        self.drop_delayed(&left.delayed);
        self.requests.give_up(left.connection);
        self.queue.forget(peer);
        if self.id != SERVER
            && let Some(server) = self.peers.get_mut(&SERVER)
        {
            server.kept.remove(kept::PEER);
        } else if self.id != SERVER {
            while let Some((&other, _)) = self.peers.first_key_value() {
                self.forget(other, false);
            }
        }
        if self.id == SERVER && left.is_admitted() && self.config.relay != Relay::Off {
            for other in self.admitted_but(&[]) {
                self.control(other, &Packet::DelPeer(peer));
            }
        }
    }

    fn insert_peer(&mut self, id: i32, admission: Admission) {
        self.connections += 1;
        let numbers = self.nodes.numbers.join(id);
        self.peers.insert(id, Peer::new(id, admission, self.connections, numbers));
    }

    /// Admits a peer that [may take its seat](Self::check_seat).
    fn admit(&mut self, id: i32) -> Event<'static> {
        let taken = self.take_claimed_seat(id);
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
        taken.unwrap_or(Event::Connected(id))
    }

    /// Sends an authentication message to a peer that is not admitted yet. Does nothing if the payload is empty, because that would mean
    /// that this side has completed authentication.
    pub fn send_auth(&mut self, peer: i32, payload: &[u8]) {
        let is_pending = self.peers.get(&peer).is_some_and(|peer| !peer.is_admitted());
        if is_pending && !payload.is_empty() {
            self.control(peer, &Packet::Auth(payload));
        }
    }

    /// Completes authentication on this side. Returns [`Event::Connected`] or [`Event::Returned`] if the peer has completed it, too, and
    /// [`Event::Refused`] if its [seat](Self::take_seat) has ended meanwhile.
    pub fn complete_auth(&mut self, id: i32) -> Option<Event<'static>> {
        if let Err(error) = self.check_seat(id) {
            return Some(Event::Refused { peer: id, reason: Refusal::Seat(error) });
        }
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
        let seat = self.check_seat(id);
        let peer = self.peers.get_mut(&id).ok_or(Refusal::NotAdmitted(id))?;
        let Admission::Pending { messages, theirs, ours, .. } = &mut peer.admission else {
            // Ignored by a side without authentication, and the second time.
            let is_complete = payload.is_empty();
            return if is_complete { Ok(None) } else { Err(Refusal::NoAuthentication) };
        };
        if *messages >= limit {
            return Err(Refusal::Limit("authentication messages"));
        }
        if payload.is_empty() && *ours {
            seat.map_err(Refusal::Seat)?;
        }
        *messages += 1;
        if !payload.is_empty() {
            return Ok(Some(Event::Auth { peer: id, payload }));
        }
        *theirs = true;
        let is_complete = *ours;
        Ok(is_complete.then(|| self.admit(id)))
    }

    /// Forgets a peer that did not authenticate in time.
    pub(super) fn late_peer(&mut self, now: Duration) -> Option<Event<'static>> {
        let timeout = self.config.auth?;
        let &(since, peer) = self.pending.first()?;
        if now.saturating_sub(since) < timeout {
            return None;
        }
        let missing = match self.peers.get(&peer).map(|peer| &peer.admission) {
            Some(Admission::Pending { messages: 0, .. }) => MissingAuth::Messages,
            Some(Admission::Pending { theirs: false, .. }) => MissingAuth::Theirs,
            _ => MissingAuth::Ours,
        };
        watch::auth_timed_out(peer);
        self.disconnect(peer);
        Some(Event::AuthTimedOut { peer, missing })
    }

    /// The server reports that another client has joined.
    pub(super) fn take_add_peer(&mut self, id: i32) -> Result<Option<Event<'static>>, Refusal> {
        if self.config.relay == Relay::Off {
            return Err(Refusal::NotRelayed);
        }
        if id <= SERVER || id == self.id || self.peers.contains_key(&id) {
            return Err(Refusal::DuplicatePeer(id));
        }
        let server = self.peers.get_mut(&SERVER).ok_or(Refusal::NotAdmitted(SERVER))?;
        if !server.kept.has_room_for(kept::PEER, &self.config.limits) {
            return Err(Refusal::Limit("peers"));
        }
        server.kept.add(kept::PEER);
        self.insert_peer(id, Admission::Admitted);
        Ok(Some(self.admit(id)))
    }

    /// The server reports that another client has left.
    pub(super) fn take_del_peer(&mut self, id: i32) -> Option<Event<'static>> {
        if id == SERVER || !self.peers.contains_key(&id) {
            return None;
        }
        self.forget(id, false);
        Some(Event::Disconnected(id))
    }
}
