//! What tests look at, and where they begin.

use super::SnapshotServer;
use crate::state::SnapshotWorld;

impl<S: SnapshotWorld> SnapshotServer<S> {
    /// Begins with a number and an epoch.
    pub(crate) fn start_at(&mut self, peer: i32, sequence: u16, epoch: u8) {
        if let Some(Some(peer)) = self.peers.get_mut(self.ids[&peer] as usize) {
            peer.start_at(sequence, epoch);
        }
    }

    /// The life of an entity.
    pub(crate) fn life_of(&self, key: u32) -> u8 {
        self.world.find(key).and_then(|slot| self.world.slot(slot)).map_or(0, |slot| slot.life)
    }

    /// The number of entries of a client, and of packets that wait for their confirmation.
    pub(crate) fn sizes_of(&self, peer: i32) -> (usize, usize) {
        let peer = self.peers[self.ids[&peer] as usize].as_ref().expect("a client");
        (peer.entries.len(), peer.waiting())
    }

    /// The epoch of a client, and the number of its next packet.
    pub(crate) fn numbers_of(&self, peer: i32) -> (u8, u64) {
        let peer = self.peers[self.ids[&peer] as usize].as_ref().expect("a client");
        (peer.epoch(), peer.floor() + 1)
    }
}
