//! Sets and maps as sorted lists, which take a third of a tree's memory for the few dozen nodes of most peers.

use alloc::vec::Vec;

/// A set.
#[derive(Clone, Debug)]
pub(super) struct Sorted<T>(Vec<T>);

impl<T> Default for Sorted<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Sorted<T> {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }
}

impl<T: Copy + Ord> Sorted<T> {
    pub(super) fn contains(&self, value: &T) -> bool {
        self.0.binary_search(value).is_ok()
    }

    pub(super) fn insert(&mut self, value: T) {
        if let Err(at) = self.0.binary_search(&value) {
            self.0.insert(at, value);
        }
    }

    pub(super) fn remove(&mut self, value: &T) {
        if let Ok(at) = self.0.binary_search(value) {
            self.0.remove(at);
            shrink(&mut self.0);
        }
    }
}

impl<T: Copy + Ord> Extend<T> for Sorted<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, values: I) {
        values.into_iter().for_each(|value| self.insert(value));
    }
}

/// A map.
#[derive(Clone, Debug)]
pub(super) struct SortedMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Copy + Ord, V> SortedMap<K, V> {
    fn find(&self, key: &K) -> Result<usize, usize> {
        self.0.binary_search_by_key(key, |(key, _)| *key)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &(K, V)> {
        self.0.iter()
    }

    pub(super) fn contains_key(&self, key: &K) -> bool {
        self.find(key).is_ok()
    }

    pub(super) fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        let at = self.find(key).ok()?;
        self.0.get_mut(at).map(|(_, value)| value)
    }

    pub(super) fn insert(&mut self, key: K, value: V) {
        match self.find(&key) {
            Ok(at) => {
                if let Some((_, known)) = self.0.get_mut(at) {
                    *known = value;
                }
            }
            Err(at) => self.0.insert(at, (key, value)),
        }
    }

    pub(super) fn remove(&mut self, key: &K) {
        if let Ok(at) = self.find(key) {
            self.0.remove(at);
            shrink(&mut self.0);
        }
    }
}

/// Returns memory of a list that has become much shorter.
fn shrink<T>(list: &mut Vec<T>) {
    if list.capacity() > 8 && list.len() < list.capacity() / 4 {
        list.shrink_to(list.len() * 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_returned_below_a_quarter() {
        let capacities = |capacity: u32, lens: [u32; 2]| {
            let mut list = Vec::with_capacity(capacity as usize);
            list.extend(0..capacity);
            let mut set = Sorted(list);
            lens.map(|len| {
                let longer = set.0.len() as u32;
                (len..longer).for_each(|value| set.remove(&value));
                assert_eq!(set.0, (0..len).collect::<Vec<_>>());
                set.0.capacity()
            })
        };
        assert_eq!(capacities(64, [16, 15]), [64, 30]);
        // A list of a few is left as it is.
        assert_eq!(capacities(8, [2, 1]), [8, 8]);
    }
}
