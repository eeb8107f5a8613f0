//! Pairs whose keys ascend become a `BTreeMap` at once.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::mem;

/// A `BTreeMap` that is read pair by pair. Pairs are kept apart while their keys ascend, as they do where a `BTreeMap` was written: many
/// become a map in a fraction of the time that inserting each one takes.
pub(crate) struct Ascending<K, V> {
    pairs: Vec<(K, V)>,
    map: BTreeMap<K, V>,
    ascends: bool,
}

impl<K: Ord, V> Ascending<K, V> {
    /// A map of so few pairs is not worth the memory beside it.
    const FEW: usize = 16;

    /// A map with room for so many pairs.
    pub(crate) fn with_capacity(room: usize) -> Self {
        let ascends = room > Self::FEW;
        let pairs = if ascends { Vec::with_capacity(room) } else { Vec::new() };
        Self { pairs, map: BTreeMap::new(), ascends }
    }

    /// Inserts a pair, as `BTreeMap::insert` does.
    #[inline]
    pub(crate) fn insert(&mut self, key: K, value: V) {
        if self.ascends {
            if self.pairs.last().is_none_or(|(last, _)| *last < key) {
                return self.pairs.push((key, value));
            }
            self.ascends = false;
            self.map = mem::take(&mut self.pairs).into_iter().collect();
        }
        self.map.insert(key, value);
    }

    /// The map.
    #[inline]
    pub(crate) fn into_map(self) -> BTreeMap<K, V> {
        if self.ascends { self.pairs.into_iter().collect() } else { self.map }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_in_any_order_become_the_map_that_inserting_makes() {
        for len in [0, 1, 16, 17, 100] {
            for change in 0..len + 2 {
                // One key is smaller than those before it, or the same as the last one.
                let mut keys: Vec<usize> = (0..len).map(|key| 2 * key).collect();
                if let Some(key) = keys.get_mut(change) {
                    *key = key.saturating_sub(if change % 2 == 0 { 2 } else { 5 });
                }
                let mut ascending = Ascending::with_capacity(len);
                let mut expected = BTreeMap::new();
                for (value, key) in keys.into_iter().enumerate() {
                    ascending.insert(key, value);
                    expected.insert(key, value);
                }
                assert_eq!(ascending.into_map(), expected, "{len} pairs, {change}");
            }
        }
    }
}
