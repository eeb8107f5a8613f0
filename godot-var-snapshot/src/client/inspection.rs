//! What tests look at.

use alloc::collections::BTreeMap;

use super::SnapshotClient;
use crate::state::SnapshotWorld;

impl<S: SnapshotWorld + PartialEq> SnapshotClient<S> {
    /// Whether these are all entities, with their lives.
    pub(crate) fn has(&self, facts: &BTreeMap<u32, (u8, S)>) -> bool {
        let mut pairs = self.entities.iter().zip(facts);
        self.entities.len() == facts.len()
            && pairs.all(|((key, entity), (other, (life, state)))| {
                let newest = entity.versions.back().map(|(_, newest)| &**newest);
                (*key, entity.life, newest) == (*other, *life, Some(state))
            })
    }

    /// The life of an entity, the tick of its state, and the state.
    pub(crate) fn fact_of(&self, key: u32) -> Option<(u8, u32, &S)> {
        let entity = self.entities.get(&key)?;
        Some((entity.life, entity.tick, &entity.versions.back()?.1))
    }

    /// The most versions of an entity, and the number of tombstones.
    pub(crate) fn sizes(&self) -> (usize, usize) {
        let versions = self.entities.values().map(|entity| entity.versions.len()).max();
        (versions.unwrap_or(0), self.tombstones.len())
    }

    /// Whether the client waits for everything to be sent again.
    pub(crate) fn asks(&self) -> bool {
        self.asks
    }

    /// How many inputs were sent.
    pub(crate) fn sent_inputs(&self) -> u32 {
        self.input
    }
}
