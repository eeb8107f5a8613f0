//! What a client shows: entities as they were at the time of the playback.

use alloc::collections::{BTreeMap, VecDeque};
use alloc::sync::Arc;

use super::Event;
use crate::state::SnapshotState;

/// States of an entity that are kept at most.
const MOST_STATES: usize = 64;

/// Lives that end before they are shown are dropped beyond this many changes that wait, and twice those that waited after the last time.
const MOST_CHANGES: usize = 4_096;

/// A life of an entity.
#[derive(Clone, Debug)]
struct Track<S> {
    /// The number of its beginning among all changes.
    begun: u64,
    /// The tick of its end, or of its beginning until that is known.
    changed: u32,
    /// Whether its beginning was reported.
    is_shown: bool,
    /// Whether its end has arrived.
    has_ended: bool,
    /// The states and their ticks.
    states: VecDeque<(u32, Arc<S>)>,
}

/// A beginning or an end that is not reported yet.
#[derive(Clone, Debug)]
struct Change {
    key: u32,
    /// The number of the beginning of that life.
    begun: u64,
    is_end: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Playback<S> {
    tracks: BTreeMap<u32, VecDeque<Track<S>>>,
    /// By ticks, and in one tick by numbers.
    changes: BTreeMap<(u32, u64), Change>,
    most_changes: usize,
    count: u64,
}

impl<S: SnapshotState> Playback<S> {
    pub(super) fn new() -> Self {
        let (tracks, changes) = (BTreeMap::new(), BTreeMap::new());
        Self { tracks, changes, most_changes: MOST_CHANGES, count: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.tracks.clear();
        self.changes.clear();
    }

    /// A life begins with a state.
    pub(super) fn begin(&mut self, key: u32, tick: u32, state: Arc<S>) {
        self.count += 1;
        let begun = self.count;
        let states = VecDeque::from([(tick, state)]);
        let tracks = self.tracks.entry(key).or_default();
        // Packets that lie can begin a life before the end of the one before.
        let changed = tracks.back().map_or(tick, |before| tick.max(before.changed));
        tracks.push_back(Track { begun, changed, is_shown: false, has_ended: false, states });
        self.change(changed, Change { key, begun, is_end: false });
    }

    /// A life ends.
    pub(super) fn end(&mut self, key: u32, tick: u32) {
        let Some(track) = self.tracks.get_mut(&key).and_then(VecDeque::back_mut) else { return };
        if core::mem::replace(&mut track.has_ended, true) {
            return;
        }
        // They can end one before its begin, too.
        track.changed = track.changed.max(tick);
        let (begun, changed) = (track.begun, track.changed);
        self.count += 1;
        self.change(changed, Change { key, begun, is_end: true });
    }

    /// The state of an entity at a tick, after those before. `shown` is the tick that is shown.
    pub(super) fn add(&mut self, key: u32, tick: u32, state: Arc<S>, shown: Option<f64>) {
        let Some(track) = self.tracks.get_mut(&key).and_then(VecDeque::back_mut) else { return };
        if let Some(shown) = shown {
            while track.states.get(1).is_some_and(|(tick, _)| f64::from(*tick) <= shown) {
                track.states.pop_front();
            }
        }
        if track.states.len() == MOST_STATES {
            track.states.pop_front();
        }
        track.states.push_back((tick, state));
    }

    fn change(&mut self, tick: u32, change: Change) {
        self.changes.insert((tick, self.count), change);
        if self.changes.len() > self.most_changes {
            self.drop_unseen();
            // So that a change takes little time on average, also if many wait that must stay.
            self.most_changes = MOST_CHANGES + 2 * self.changes.len();
        }
    }

    /// Drops the lives that have ended and were never shown.
    fn drop_unseen(&mut self) {
        self.tracks.retain(|_, tracks| {
            tracks.retain(|track| track.is_shown || !track.has_ended);
            !tracks.is_empty()
        });
        let tracks = &self.tracks;
        self.changes.retain(|_, change| {
            tracks
                .get(&change.key)
                .is_some_and(|tracks| tracks.iter().any(|track| track.begun == change.begun))
        });
    }

    /// The next beginning or end up to a tick.
    pub(super) fn next_event(&mut self, shown: f64) -> Option<Event> {
        loop {
            let first = self.changes.first_entry()?;
            if f64::from(first.key().0) > shown {
                return None;
            }
            let Change { key, begun, is_end } = first.remove();
            let Some(tracks) = self.tracks.get_mut(&key) else { continue };
            let Some(position) = tracks.iter().position(|track| track.begun == begun) else {
                continue;
            };
            if !is_end {
                if let Some(track) = tracks.get_mut(position) {
                    track.is_shown = true;
                }
                return Some(Event::Spawned { key });
            }
            tracks.remove(position);
            if tracks.is_empty() {
                self.tracks.remove(&key);
            }
            return Some(Event::Removed { key });
        }
    }

    /// The state of an entity that is shown, at a tick.
    pub(super) fn sample(
        &self,
        key: u32,
        shown: f64,
        max_span: f64,
        ahead: impl FnOnce(f64) -> f32,
    ) -> Option<S> {
        let track = self.tracks.get(&key)?.iter().find(|track| track.is_shown)?;
        let after = track.states.iter().position(|(tick, _)| f64::from(*tick) > shown);
        let Some(after) = after else {
            let (tick, newest) = track.states.back()?;
            return Some(newest.extrapolate(ahead(shown - f64::from(*tick))));
        };
        let (newer_tick, newer) = track.states.get(after)?;
        let Some((older_tick, older)) =
            after.checked_sub(1).and_then(|before| track.states.get(before))
        else {
            return Some((**newer).clone());
        };
        let newer_tick = f64::from(*newer_tick);
        // After a rest an entity must not creep to its new place.
        let start = f64::from(*older_tick).max(newer_tick - max_span);
        let at = ((shown - start) / (newer_tick - start)).clamp(0.0, 1.0);
        Some(older.interpolate(newer, at as f32))
    }

    /// The keys of all entities that are shown, in order.
    pub(super) fn keys(&self) -> impl Iterator<Item = u32> {
        let shown =
            self.tracks.iter().filter(|(_, tracks)| tracks.iter().any(|track| track.is_shown));
        shown.map(|(key, _)| *key)
    }
}
