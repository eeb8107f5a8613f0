//! The client's half: versions of states, confirmations, inputs, playback.

mod clock;
mod error;
#[cfg(test)]
mod inspection;
mod playback;
mod rate;

use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::time::Duration;

use godot_var_runtime::EncodeError;
use godot_var_runtime::flat::{FromFlatBytes, ToFlatBytes};

pub use error::PacketRefusal;

use self::clock::Clock;
use self::playback::Playback;
use crate::config::SnapshotConfig;
use crate::numbers::{WINDOW, extend, extend_below};
use crate::rules::{Rules, Sound};
use crate::state::{SnapshotInput, SnapshotWorld};
use crate::wire::{ClientMessage, MOST_INPUTS, Received, Record, Snapshot, Whole};

/// After this time without a packet that is taken, one that seems old shows that the server has lost this client or itself.
const SILENCE: Duration = Duration::from_secs(10);

/// What happened at the time of the playback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// An entity appears.
    Spawned {
        /// Its key.
        key: u32,
    },
    /// An entity is gone, or out of sight.
    Removed {
        /// Its key.
        key: u32,
    },
    /// The server sends everything again. All entities are gone, without an event for each.
    Anew,
}

/// A client that shows the entities of a [`SnapshotServer`](crate::SnapshotServer): for bots, tests and programs in Rust. `S` is the state of an entity. Its
/// `#[snapshot(input = …)]` says what the client does in a tick.
///
/// [`receive`](Self::receive) what arrives and [`send`](Self::send) a message in each tick. In each frame [`poll`](Self::poll) the events and
/// [`sample`](Self::sample) the entities. The [crate](crate) has an example.
#[derive(Clone, Debug)]
pub struct SnapshotClient<S: SnapshotWorld> {
    config: SnapshotConfig,
    epoch: Option<u8>,
    /// Whether the client waits for the next epoch, and packets of this one are dropped.
    asks: bool,
    /// The newest packet, if there is one in this epoch.
    latest: Option<Latest>,
    entities: BTreeMap<u32, Entity<S>>,
    /// Removed entities, with the packet that said so.
    tombstones: BTreeMap<u32, u64>,
    /// When a packet was taken last.
    taken_at: Option<Duration>,
    clock: Clock,
    playback: Playback<S>,
    is_anew: bool,
    inputs: VecDeque<(u32, S::Input)>,
    input: u32,
    confirmed_input: u32,
    lead: i8,
}

/// The newest packet of an epoch.
#[derive(Clone, Copy, Debug)]
struct Latest {
    sequence: u64,
    tick: u32,
    /// Bit `j` is packet `sequence - j`.
    received: u64,
    /// The first packet of the epoch that arrived.
    first: u64,
}

/// An entity as the packets tell it.
#[derive(Clone, Debug)]
struct Entity<S> {
    life: u8,
    /// By the numbers of their packets.
    versions: VecDeque<(u64, Arc<S>)>,
    tick: u32,
}

impl<S> Entity<S> {
    fn newest(&self) -> u64 {
        self.versions.back().map_or(0, |(sequence, _)| *sequence)
    }

    fn version(&self, sequence: u64) -> Option<&Arc<S>> {
        let position = self.versions.binary_search_by_key(&sequence, |(sequence, _)| *sequence);
        Some(&self.versions.get(position.ok()?)?.1)
    }
}

/// What a record does.
enum Change<S> {
    Absence,
    Whole(u8, S),
    /// The baseline, and the new state.
    Delta(u64, S),
}

impl<S: SnapshotWorld> SnapshotClient<S> {
    /// Makes a client that has seen nothing.
    #[must_use]
    pub fn new(config: SnapshotConfig) -> Self {
        Self {
            config,
            epoch: None,
            asks: false,
            latest: None,
            entities: BTreeMap::new(),
            tombstones: BTreeMap::new(),
            taken_at: None,
            clock: Clock::new(&config),
            playback: Playback::new(),
            is_anew: false,
            inputs: VecDeque::new(),
            input: 0,
            confirmed_input: 0,
            lead: 0,
        }
    }

    /// Takes a packet that arrived. Packets that are late or repeated have no effect.
    ///
    /// # Errors
    /// If it refuses the packet, which then has no effect. If the packet shows that both sides differ, the client asks the server to send
    /// everything again: [`PacketRefusal::NoBaseline`], [`PacketRefusal::OtherVariant`].
    pub fn receive(&mut self, bytes: &[u8], now: Duration) -> Result<(), PacketRefusal> {
        self.receive_with::<Sound>(bytes, now)
    }

    pub(crate) fn receive_with<R: Rules>(
        &mut self,
        bytes: &[u8],
        now: Duration,
    ) -> Result<(), PacketRefusal> {
        let packet = Snapshot::<S>::from_flat_bytes(bytes)?;
        let ahead = self.epoch.map(|epoch| packet.epoch.wrapping_sub(epoch));
        let is_new_epoch = ahead.is_none_or(|ahead| (1..128).contains(&ahead));
        let is_old_epoch = ahead.is_some_and(|ahead| ahead >= 128);
        if is_old_epoch || self.asks && !is_new_epoch {
            if is_old_epoch {
                self.seems_old(packet.epoch, now);
            }
            return Ok(());
        }
        let latest = self.latest.filter(|_| !is_new_epoch);
        let sequence = match latest {
            Some(latest) => extend(packet.sequence, latest.sequence),
            // So that every number is above 0.
            None => 0x1_0000 + u64::from(packet.sequence),
        };
        if let Some(latest) = latest {
            if sequence + WINDOW < latest.sequence {
                self.seems_old(packet.epoch, now);
                return Ok(());
            }
            if sequence <= latest.sequence
                && latest.received >> (latest.sequence - sequence) & 1 == 1
            {
                return Ok(());
            }
            let is_newer = sequence > latest.sequence;
            if if is_newer { packet.tick < latest.tick } else { packet.tick > latest.tick } {
                return Err(PacketRefusal::Tick { tick: packet.tick, newest: latest.tick });
            }
        }
        let Snapshot { epoch, tick, input, lead, records, .. } = packet;
        let is_newest = latest.is_none_or(|latest| sequence > latest.sequence);
        let changes = match self.check::<R>(records, sequence, is_new_epoch) {
            Ok(changes) => changes,
            Err(refusal) => {
                if refusal.shows_difference() && is_newest {
                    self.epoch = Some(epoch);
                    self.reset();
                }
                return Err(refusal);
            }
        };
        // Nothing is refused from here on: a packet counts whole or not at all.
        if is_new_epoch {
            self.begin(epoch);
        }
        let shown = self.clock.tick_at(now.as_secs_f64());
        for (key, change) in changes {
            self.apply::<R>(key, change, sequence, tick, shown);
        }
        self.count(sequence, tick);
        self.taken_at = Some(now);
        if is_newest {
            self.lead = lead;
        }
        let confirmed = extend_below(input, self.input);
        if confirmed > self.confirmed_input {
            self.confirmed_input = confirmed;
            self.inputs.retain(|(number, _)| *number > confirmed);
        }
        if let Some(Latest { sequence, received, first, .. }) = self.latest {
            let known = u32::try_from(sequence - first).unwrap_or(u32::MAX).saturating_add(1);
            self.clock.arrived(now.as_secs_f64(), tick, received, known);
        }
        Ok(())
    }

    /// Checks all records and makes the new states.
    fn check<R: Rules>(
        &self,
        records: Vec<Record<S>>,
        sequence: u64,
        is_new_epoch: bool,
    ) -> Result<Vec<(u32, Change<S>)>, PacketRefusal> {
        let (mut changes, mut keys) = (Vec::with_capacity(records.len()), BTreeSet::new());
        let mut entities = if is_new_epoch { 0 } else { self.entities.len() };
        for Record { near, key, far, whole, delta } in records {
            if !keys.insert(key) {
                return Err(PacketRefusal::KeyTwice { key });
            }
            let entity = self.entities.get(&key).filter(|_| !is_new_epoch);
            entities += usize::from(entity.is_none() && whole.is_some());
            if entities > self.config.entities as usize {
                return Err(PacketRefusal::TooManyEntities { most: self.config.entities });
            }
            let tombstone = self.tombstones.get(&key).filter(|_| !is_new_epoch && R::TOMBSTONES);
            let newest = entity.map(Entity::newest).or_else(|| tombstone.copied());
            let is_stale = newest.is_some_and(|newest| sequence <= newest);
            let change = match (near, far, whole, delta) {
                (0, None, None, None) => Change::Absence,
                (0, None, Some(Whole { life, state }), None) => Change::Whole(life, state),
                (1.., None, None, Some(delta)) | (0, Some(32..=16_383), None, Some(delta)) => {
                    if is_stale {
                        continue;
                    }
                    let base = sequence.checked_sub(u64::from(far.unwrap_or(u16::from(near))));
                    let version = base.and_then(|base| Some((base, entity?.version(base)?)));
                    let (base, version) = version.ok_or(PacketRefusal::NoBaseline { key })?;
                    let mut state = S::clone(version);
                    if !state.apply_delta(delta) {
                        return Err(PacketRefusal::OtherVariant { key });
                    }
                    Change::Delta(base, state)
                }
                _ => return Err(PacketRefusal::Record { key }),
            };
            if !is_stale {
                changes.push((key, change));
            }
        }
        Ok(changes)
    }

    /// Takes a record over that is newer than all before it of its entity.
    fn apply<R: Rules>(
        &mut self,
        key: u32,
        change: Change<S>,
        sequence: u64,
        tick: u32,
        shown: Option<f64>,
    ) {
        let versions = usize::from(self.config.versions);
        let (life, base, state) = match change {
            Change::Absence => {
                if self.entities.remove(&key).is_some() {
                    self.playback.end(key, tick);
                }
                self.tombstones.insert(key, sequence);
                return;
            }
            Change::Whole(life, state) => (Some(life), None, Arc::new(state)),
            Change::Delta(base, state) => (None, Some(base), Arc::new(state)),
        };
        if let Some(entity) = self.entities.get_mut(&key)
            && (life.is_none_or(|life| life == entity.life) || !R::LIVES)
        {
            if let Some(base) = base {
                while entity.versions.front().is_some_and(|(sequence, _)| *sequence < base) {
                    entity.versions.pop_front();
                }
            } else if !R::WHOLE_KEEPS {
                entity.versions.clear();
            }
            if entity.versions.len() >= versions {
                entity.versions.pop_front();
            }
            entity.versions.push_back((sequence, Arc::clone(&state)));
            entity.tick = tick;
            self.playback.add(key, tick, state, shown);
            return;
        }
        if self.entities.remove(&key).is_some() {
            self.playback.end(key, tick);
        }
        self.tombstones.remove(&key);
        let versions = VecDeque::from([(sequence, Arc::clone(&state))]);
        self.entities.insert(key, Entity { life: life.unwrap_or(0), versions, tick });
        self.playback.begin(key, tick, state);
    }

    /// A packet was applied, and will be confirmed.
    fn count(&mut self, sequence: u64, tick: u32) {
        let older = self.latest.unwrap_or(Latest { sequence, tick, received: 0, first: sequence });
        let ahead = sequence.saturating_sub(older.sequence);
        let (received, back) = if ahead > 0 {
            (older.received.checked_shl(u32::try_from(ahead).unwrap_or(64)).unwrap_or(0), 0)
        } else {
            (older.received, older.sequence - sequence)
        };
        let latest = Latest {
            sequence: older.sequence.max(sequence),
            tick: older.tick.max(tick),
            received: (received | 1 << back) & ((1 << (WINDOW + 1)) - 1),
            first: older.first.min(sequence),
        };
        self.latest = Some(latest);
        self.tombstones.retain(|_, removed| *removed + WINDOW >= latest.sequence);
    }

    /// A packet seems to be an old one. If nothing else comes for long, its server is another one, or has lost this client.
    fn seems_old(&mut self, epoch: u8, now: Duration) {
        if self.taken_at.is_some_and(|taken| now.saturating_sub(taken) > SILENCE) {
            self.epoch = Some(epoch);
            self.taken_at = Some(now);
            self.reset();
        }
    }

    /// An epoch begins.
    fn begin(&mut self, epoch: u8) {
        if self.epoch.replace(epoch).is_some() {
            self.is_anew = true;
            self.playback.clear();
            self.clock = Clock::new(&self.config);
        }
        self.forget();
        self.asks = false;
    }

    fn forget(&mut self) {
        self.latest = None;
        self.entities.clear();
        self.tombstones.clear();
    }

    /// Forgets all states and asks the server to send everything again. Entities are shown until that begins.
    pub fn reset(&mut self) {
        self.forget();
        // Without a packet there is nothing to repeat.
        self.asks = self.epoch.is_some();
    }

    /// Makes the message of a tick: which packets arrived, and the newest input with those that the server has not taken yet. Call it once a
    /// client tick, and send the message in the transport's unreliable mode.
    ///
    /// # Errors
    /// For an input that has no place on the wire. It is not sent later either.
    pub fn send(&mut self, input: &S::Input, _now: Duration) -> Result<Vec<u8>, EncodeError> {
        input.flat_len()?;
        self.input = self.input.saturating_add(1);
        if self.inputs.len() == MOST_INPUTS {
            self.inputs.pop_front();
        }
        self.inputs.push_back((self.input, input.clone()));
        let mut newer = input;
        let mut older = Vec::with_capacity(self.inputs.len());
        for (_, input) in self.inputs.iter().rev().skip(1) {
            older.push(input.delta_from(newer));
            newer = input;
        }
        let received = self.epoch.zip(self.latest).map(|(epoch, latest)| Received {
            epoch,
            latest: latest.sequence as u16,
            before: (latest.received >> 1) as u32,
        });
        let message = ClientMessage {
            received,
            begin_anew: self.asks,
            input: self.input,
            newest: input.clone(),
            older,
        };
        message.to_flat_bytes()
    }

    /// Returns the next event up to the time of the playback, which it moves. Call it in each frame until there is none.
    pub fn poll(&mut self, now: Duration) -> Option<Event> {
        let now = now.as_secs_f64();
        self.clock.advance(now);
        if core::mem::take(&mut self.is_anew) {
            return Some(Event::Anew);
        }
        self.playback.next_event(self.clock.tick_at(now)?)
    }

    /// Returns the state of an entity at the time of the playback, between two states that arrived. The entity must have been
    /// [spawned](Event::Spawned) and not [removed](Event::Removed) yet.
    pub fn sample(&self, key: u32, now: Duration) -> Option<S> {
        let shown = self.clock.tick_at(now.as_secs_f64())?;
        let most = self.config.max_extrapolation.as_secs_f64();
        let interval = self.config.interval();
        let ahead = |ticks: f64| (ticks * interval).clamp(0.0, most) as f32;
        self.playback.sample(key, shown, f64::from(self.config.max_span), ahead)
    }

    /// Returns the newest state of an entity, and the tick it belongs to: before it is shown, for programs that decide rather than draw.
    pub fn latest(&self, key: u32) -> Option<(u32, &S)> {
        let entity = self.entities.get(&key)?;
        Some((entity.tick, &entity.versions.back()?.1))
    }

    /// The keys of the entities that have a [`latest`](Self::latest) state, in order.
    pub fn keys(&self) -> impl Iterator<Item = u32> {
        self.entities.keys().copied()
    }

    /// The keys of the entities that are shown, in order.
    pub fn shown(&self) -> impl Iterator<Item = u32> {
        self.playback.keys()
    }

    /// The number of the newest input that is part of what the server sent.
    pub fn confirmed_input(&self) -> u32 {
        self.confirmed_input
    }

    /// The inputs after the [confirmed](Self::confirmed_input) one, at most 12, with their numbers: replay them on the newest state to show
    /// what the player does without delay.
    pub fn unconfirmed_inputs(&self) -> impl Iterator<Item = (u32, &S::Input)> {
        self.inputs.iter().map(|(number, input)| (*number, input))
    }

    /// How fast the client's ticks should be, from 0.95 to 1.05 of the usual rate, so that each input arrives one to two ticks before the
    /// server takes it: multiply the rate with it.
    pub fn pace(&self) -> f64 {
        let lead = f64::from(self.lead);
        let missing = if lead < 1.0 { 1.0 - lead } else { 2.0_f64.min(lead) - lead };
        1.0 + (missing * 0.01).clamp(-0.05, 0.05)
    }

    /// How far the playback is behind the server's newest packet.
    pub fn delay(&self) -> Duration {
        Duration::from_secs_f64(self.clock.delay().max(0.0))
    }

    /// How many ticks a second arrive, if that differs from [`SnapshotConfig::new`] by more than a tenth. Then the two sides were made for
    /// different numbers of ticks, or the server cannot keep up: entities jump. It is known after 6 seconds.
    pub fn other_ticks_a_second(&self) -> Option<f64> {
        self.clock.other_rate()
    }

    /// The tick that is shown, with its fraction.
    pub fn tick(&self, now: Duration) -> Option<f64> {
        self.clock.tick_at(now.as_secs_f64())
    }
}
