//! The server's half: the world, its clients, and what each of them is told.

mod entries;
mod error;
mod inputs;
#[cfg(test)]
mod inspection;
#[cfg(feature = "multiplayer")]
mod interest;
mod message;
mod outgoing;
mod peer;
mod statistics;
mod world;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::time::Duration;

pub use error::{Refusal, SnapshotError};
pub use outgoing::Outgoing;
pub use statistics::Statistics;

use self::message::Message;
use self::outgoing::{MOST_HEAD, Outbox};
use self::peer::{Due, Peer};
use self::world::{Taken, World};
use crate::config::SnapshotConfig;
use crate::numbers::{extend, varint_len};
use crate::rules::{Rules, Sound};
use crate::state::SnapshotWorld;

/// A message that arrived from a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incoming<'p> {
    /// The sender.
    pub peer: i32,
    /// The message.
    pub bytes: &'p [u8],
}

impl<'p> Incoming<'p> {
    /// Names the sender of a message.
    pub const fn new(peer: i32, bytes: &'p [u8]) -> Self {
        Self { peer, bytes }
    }
}

/// A server that sends the states of entities to clients, without I/O and without a clock. `S` is the state of an entity. Its
/// `#[snapshot(input = …)]` says what a client does in a tick.
///
/// In each tick: [`receive`](Self::receive) what arrived, take the inputs, [`set`](Self::set) the states that changed, [`poll`](Self::poll), and
/// [`drain`](Self::drain) the packets to the transport. Packets go into the transport's unreliable mode. The [crate](crate) has an example.
///
/// A tick takes time in proportion to what is sent, and to the entities that a client may lack: those that changed and that it has not
/// confirmed. An entity at rest takes none.
#[derive(Clone, Debug)]
pub struct SnapshotServer<S: SnapshotWorld> {
    config: SnapshotConfig,
    world: World,
    peers: Vec<Option<Peer<S::Input>>>,
    ids: BTreeMap<i32, u32>,
    free: Vec<u32>,
    tick: Option<u32>,
    /// How many clients have connected.
    connections: u64,
    due: Vec<Due>,
    inputs: Vec<S::Input>,
    out: Outbox,
    state: PhantomData<fn(S)>,
}

impl<S: SnapshotWorld> SnapshotServer<S> {
    /// Makes a server without entities and clients.
    #[must_use]
    pub fn new(config: SnapshotConfig) -> Self {
        Self {
            config,
            world: World::new(config.history),
            peers: Vec::new(),
            ids: BTreeMap::new(),
            free: Vec::new(),
            tick: None,
            connections: 0,
            due: Vec::new(),
            inputs: Vec::new(),
            out: Outbox::default(),
            state: PhantomData,
        }
    }

    /// Adds a client, to which everything will be sent. One with the same id is disconnected first.
    pub fn connect(&mut self, peer: i32, _now: Duration) {
        self.disconnect(peer);
        self.connections += 1;
        let mut client = Peer::new(peer, self.connections, &self.config);
        let index = self.free.pop().unwrap_or_else(|| {
            self.peers.push(None);
            self.peers.len() as u32 - 1
        });
        if self.config.visible {
            for (_, slot) in self.world.keys() {
                if self.world.slot(slot).is_some_and(|slot| slot.is_alive) {
                    client.see(slot);
                }
            }
            for entry in client.entries.iter() {
                if let Some(entity) = self.world.slot_mut(entry.slot) {
                    entity.add_viewer(index);
                }
            }
        }
        self.peers[index as usize] = Some(client);
        self.ids.insert(peer, index);
    }

    /// Removes a client. Returns whether it was connected.
    pub fn disconnect(&mut self, peer: i32) -> bool {
        let Some(index) = self.ids.remove(&peer) else { return false };
        if let Some(client) = self.peers[index as usize].take() {
            for entry in client.entries.iter() {
                self.world.remove_viewer(entry.slot, index);
            }
            self.free.push(index);
        }
        true
    }

    /// The ids of all clients, in order.
    pub fn peers(&self) -> impl Iterator<Item = i32> {
        self.ids.keys().copied()
    }

    /// Whether a client is connected.
    pub fn is_connected(&self, peer: i32) -> bool {
        self.ids.contains_key(&peer)
    }

    /// Sends everything to a client again. Returns whether it is connected.
    pub fn reset(&mut self, peer: i32) -> bool {
        let Some((index, client)) = self
            .ids
            .get(&peer)
            .and_then(|index| Some((*index, self.peers.get_mut(*index as usize)?.as_mut()?)))
        else {
            return false;
        };
        client.begin_anew(&mut self.world, index);
        true
    }

    /// What was sent to a client, and how it goes.
    pub fn statistics(&self, peer: i32) -> Option<Statistics> {
        Some(self.peer(peer)?.statistics())
    }

    /// How many bytes a client is sent in a tick from now on: see [`SnapshotConfig::with_budget`].
    pub fn set_budget(&mut self, peer: i32, bytes: usize) {
        if let Some(client) = self.peer_mut(peer) {
            client.budget = bytes;
        }
    }

    /// Adds an entity. All clients see it, unless [`SnapshotConfig::with_visible`] says otherwise.
    ///
    /// # Errors
    /// [`SnapshotError::KeyExists`]; [`SnapshotError::TooLong`] for a state that does not fit a packet, [`SnapshotError::Encode`] for one that has no place on the wire.
    pub fn insert(&mut self, key: u32, state: &S) -> Result<(), SnapshotError> {
        if self.contains(key) {
            return Err(SnapshotError::KeyExists(key));
        }
        let most = self.most_whole(key);
        match self.world.encode(state, most) {
            Err(error) => return Err(SnapshotError::Encode { key, error }),
            Ok(Some(bytes)) => return Err(SnapshotError::TooLong { key, bytes, most }),
            Ok(None) => {}
        }
        let slot = self.world.insert(key);
        for (index, client) in self.peers.iter_mut().enumerate() {
            let Some(client) = client else { continue };
            if self.config.visible {
                if client.see(slot)
                    && let Some(entity) = self.world.slot_mut(slot)
                {
                    entity.add_viewer(index as u32);
                }
            } else {
                client.hide(slot);
            }
            if let Some(entry) = client.entries.get_mut(slot) {
                entry.weight = 1.0;
            }
        }
        Ok(())
    }

    /// Sets the state of an entity. The bytes are compared, so a state that is encoded the same is no change.
    ///
    /// # Errors
    /// [`SnapshotError::UnknownKey`], and those of [`insert`](Self::insert) for a state.
    pub fn set(&mut self, key: u32, state: &S) -> Result<(), SnapshotError> {
        let slot = self.world.find_alive(key).ok_or(SnapshotError::UnknownKey(key))?;
        let most = self.most_whole(key);
        match self.world.set(slot, state, most) {
            Ok(Taken::Same | Taken::Changed) => Ok(()),
            Ok(Taken::TooLong(bytes)) => Err(SnapshotError::TooLong { key, bytes, most }),
            Err(error) => Err(SnapshotError::Encode { key, error }),
        }
    }

    /// Removes an entity. Returns whether there was one. The key can be used again at once.
    pub fn remove(&mut self, key: u32) -> bool {
        let Some(slot) = self.world.find_alive(key) else { return false };
        self.world.remove(slot);
        true
    }

    /// Whether there is an entity with this key.
    pub fn contains(&self, key: u32) -> bool {
        self.world.find_alive(key).is_some()
    }

    /// The keys of all entities, in order.
    pub fn keys(&self) -> impl Iterator<Item = u32> {
        let alive = self
            .world
            .keys()
            .filter(|(_, slot)| self.world.slot(*slot).is_some_and(|slot| slot.is_alive));
        alive.map(|(key, _)| key)
    }

    /// Shows an entity to a client, or hides it. Returns `false` if there is no such client or entity. When the key is inserted again, this
    /// starts as [`SnapshotConfig::with_visible`] says.
    pub fn set_visible(&mut self, peer: i32, key: u32, visible: bool) -> bool {
        let Some(slot) = self.world.find_alive(key) else { return false };
        let Some(index) = self.ids.get(&peer).copied() else { return false };
        let Some(Some(client)) = self.peers.get_mut(index as usize) else { return false };
        if !visible {
            client.hide(slot);
        } else if client.see(slot)
            && let Some(entity) = self.world.slot_mut(slot)
        {
            entity.add_viewer(index);
        }
        true
    }

    /// Whether a client sees an entity.
    pub fn is_visible(&self, peer: i32, key: u32) -> bool {
        let Some(slot) = self.world.find_alive(key) else { return false };
        self.peer(peer)
            .and_then(|peer| peer.entries.get(slot))
            .is_some_and(|entry| entry.is_visible)
    }

    /// Sets how often a client is sent an entity if not all fit its budget: one with weight 4 four times as often as one with 1, the weight at
    /// first. It is brought into the range from 1/1,024 to 1,024, and is 1 again after the entity was out of sight. Returns `false` if the client does not see the entity.
    pub fn set_weight(&mut self, peer: i32, key: u32, weight: f32) -> bool {
        let Some(slot) = self.world.find_alive(key) else { return false };
        let entry = self.peer_mut(peer).and_then(|peer| peer.entries.get_mut(slot));
        let Some(entry) = entry.filter(|entry| entry.is_visible) else { return false };
        let (least, most) = (1.0 / 1_024.0, 1_024.0);
        entry.weight = if weight.is_nan() { least } else { weight.clamp(least, most) };
        true
    }

    /// Takes a message from a client: which packets arrived, and its inputs. Take all messages of a tick before [`poll`](Self::poll).
    ///
    /// A client that confirms packets that this connection never had still has the world of another connection. The server sends it
    /// everything again, at most once a second, as if the client had asked for it.
    ///
    /// # Errors
    /// If it refuses the message, which then has no other effect than this. Messages that are late or repeated are no errors.
    pub fn receive(&mut self, incoming: Incoming<'_>, now: Duration) -> Result<(), Refusal> {
        self.receive_with::<Sound>(incoming, now)
    }

    pub(crate) fn receive_with<R: Rules>(
        &mut self,
        Incoming { peer, bytes }: Incoming<'_>,
        now: Duration,
    ) -> Result<(), Refusal> {
        let index = self.ids.get(&peer).copied().ok_or(Refusal::NotConnected(peer))?;
        let Some(Some(client)) = self.peers.get_mut(index as usize) else {
            return Err(Refusal::NotConnected(peer));
        };
        let checked = Message::read(bytes, &mut self.inputs).and_then(|message| {
            let received = message.received.filter(|received| received.epoch == client.epoch());
            if let Some(received) = received {
                let (confirmed, newest) = (extend(received.latest, client.floor()), client.floor());
                if confirmed > newest {
                    client.asked_to_begin_anew(now, &mut self.world, index);
                    return Err(Refusal::NeverSent { confirmed, newest });
                }
            }
            Ok((message, received))
        });
        let (message, received) = match checked {
            Ok(checked) => checked,
            Err(refusal) => {
                client.statistics.refused += 1;
                self.inputs.clear();
                return Err(refusal);
            }
        };
        let tick = self.tick.unwrap_or(0);
        if let Some(received) = received {
            client.confirm::<R>(received, tick, &mut self.world, index);
        }
        let other = message.received.map(|received| received.epoch);
        if let Some(other) = other.filter(|other| client.had_never(*other)) {
            client.follow(other, now, &mut self.world, index);
        } else if message.begin_anew {
            client.asked_to_begin_anew(now, &mut self.world, index);
        }
        let most = usize::from(self.config.inputs);
        // The oldest is the last.
        for (back, input) in self.inputs.drain(..).enumerate().rev() {
            let number = message.input - back as u32;
            if number > client.inputs.newest() {
                client.inputs.push(number, input, tick, most);
            }
        }
        Ok(())
    }

    /// Returns the next input of a client and its number, which is higher than all before it. Numbers that are missing were lost.
    ///
    /// Call it once a tick, or until there is none. An input that waits long, or that comes too late, changes the speed of the client's
    /// ticks: see [`SnapshotClient::pace`](crate::SnapshotClient::pace).
    pub fn next_input(&mut self, peer: i32) -> Option<(u32, S::Input)> {
        let tick = self.tick.unwrap_or(0);
        self.peer_mut(peer)?.inputs.next(tick)
    }

    /// Makes the packets of a tick. Those of the last one that were not drained are dropped. If the tick is before the last one, everything is sent again.
    pub fn poll(&mut self, tick: u32, _now: Duration) {
        self.poll_with::<Sound>(tick);
    }

    pub(crate) fn poll_with<R: Rules>(&mut self, tick: u32) {
        let Self { config, world, peers, due, out, .. } = self;
        out.clear();
        let is_earlier = self.tick.replace(tick).is_some_and(|last| tick < last);
        world.begin_poll(|slot, viewers| {
            for viewer in viewers {
                if let Some(Some(client)) = peers.get_mut(*viewer as usize) {
                    client.entries.open(slot);
                }
            }
        });
        for (index, client) in peers.iter_mut().enumerate() {
            let Some(client) = client else { continue };
            if is_earlier {
                client.begin_anew(world, index as u32);
            }
            client.inputs.end_tick();
            client.fill::<R>(tick, index as u32, world, config, due, out);
        }
    }

    /// Passes the packets of the last [`poll`](Self::poll) to a transport.
    pub fn drain(&mut self, each: impl FnMut(Outgoing<'_>)) {
        self.out.drain(each);
    }

    /// The longest whole state of a key that fits a packet.
    fn most_whole(&self, key: u32) -> usize {
        self.config.packet - MOST_HEAD - (1 + varint_len(key) + 1)
    }

    fn peer(&self, peer: i32) -> Option<&Peer<S::Input>> {
        self.peers.get(*self.ids.get(&peer)? as usize)?.as_ref()
    }

    fn peer_mut(&mut self, peer: i32) -> Option<&mut Peer<S::Input>> {
        self.peers.get_mut(*self.ids.get(&peer)? as usize)?.as_mut()
    }
}
