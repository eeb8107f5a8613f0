//! A map that forgets those that were not used for the longest time.

use std::collections::HashMap;
use std::hash::Hash;

/// At most so many entries; a new one beyond them makes the older half be forgotten.
#[derive(Debug)]
pub(super) struct Recent<K, V> {
    entries: HashMap<K, Entry<V>>,
    max: usize,
    /// Counts uses.
    now: u64,
}

#[derive(Debug)]
struct Entry<V> {
    used: u64,
    value: V,
}

impl<K: Copy + Eq + Hash, V> Recent<K, V> {
    pub(super) fn new(max: usize) -> Self {
        Self { entries: HashMap::new(), max, now: 0 }
    }

    pub(super) fn get(&self, key: K) -> Option<&V> {
        self.entries.get(&key).map(|entry| &entry.value)
    }

    pub(super) fn get_mut(&mut self, key: K) -> Option<&mut V> {
        self.entries.get_mut(&key).map(|entry| &mut entry.value)
    }

    /// The value of a key, made if there is none, and used now.
    pub(super) fn entry(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        if self.is_full() && !self.entries.contains_key(&key) {
            self.forget_older_half();
        }
        self.now += 1;
        let used = self.now;
        let entry = self.entries.entry(key).or_insert_with(|| Entry { used, value: make() });
        entry.used = used;
        &mut entry.value
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the next new key makes others be forgotten.
    pub(super) fn is_full(&self) -> bool {
        self.entries.len() >= self.max
    }

    pub(super) fn remove(&mut self, key: K) -> Option<V> {
        self.entries.remove(&key).map(|entry| entry.value)
    }

    /// Takes time for each entry, so that it is called once for as many new ones.
    pub(super) fn forget_older_half(&mut self) {
        let mut times: Vec<u64> = self.entries.values().map(|entry| entry.used).collect();
        let half = times.len() / 2;
        if let Some(last) = half.checked_sub(1) {
            let (_, median, _) = times.select_nth_unstable(last);
            let median = *median;
            self.entries.retain(|_, entry| entry.used > median);
        }
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &V> {
        self.entries.values().map(|entry| &entry.value)
    }

    /// All keys, those that were used last at the end.
    pub(super) fn keys_by_use(&self) -> Vec<K> {
        let mut keys: Vec<_> = self.entries.iter().map(|(key, entry)| (entry.used, *key)).collect();
        keys.sort_unstable_by_key(|(used, _)| *used);
        keys.into_iter().map(|(_, key)| key).collect()
    }
}
