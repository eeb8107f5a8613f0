//! The encoded state of a synchronizer: the value of each property, and when it has changed.

use alloc::vec::Vec;
use core::mem;

use godot_var_runtime::{EncodeError, VecOutput};

use super::{Config, ReplicationError};
use crate::{Delta, DeltaElement, Property, PropertySet, Sync, SyncElement};

/// The bytes before the row in a packet with one element.
const SYNC_HEADER: usize = Sync::HEADER_LEN + SyncElement::HEADER_LEN;
const DELTA_HEADER: usize = Delta::HEADER_LEN + DeltaElement::HEADER_LEN;

/// The encoded values of all properties, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Values {
    bytes: Vec<u8>,
    /// The end offset of each value.
    ends: Vec<usize>,
}

impl Values {
    pub(super) const fn new() -> Self {
        Self { bytes: Vec::new(), ends: Vec::new() }
    }

    /// Replaces the values by those of a set.
    pub(super) fn encode<P: PropertySet>(&mut self, properties: &P) -> Result<(), EncodeError> {
        self.bytes.clear();
        self.ends.clear();
        for index in 0..P::PROPERTIES.len() {
            properties.encode_property(index, &mut VecOutput::new(&mut self.bytes))?;
            self.ends.push(self.bytes.len());
        }
        Ok(())
    }

    fn get(&self, index: usize) -> &[u8] {
        let end = self.ends.get(index).copied().unwrap_or_default();
        let before = index.checked_sub(1).and_then(|before| self.ends.get(before));
        self.bytes.get(before.copied().unwrap_or_default()..end).unwrap_or_default()
    }

    /// Returns the values of the selected properties.
    fn of<'s>(
        &'s self,
        properties: &'static [Property],
        wanted: impl Fn(&Property) -> bool + 's,
    ) -> impl Iterator<Item = (&'static Property, &'s [u8])> {
        let all = properties.iter().enumerate();
        all.filter(move |(_, property)| wanted(property))
            .map(|(index, property)| (property, self.get(index)))
    }

    /// Returns an error if a row does not fit in a packet.
    pub(super) fn check(
        &self,
        path: &str,
        properties: &'static [Property],
        config: &Config,
    ) -> Result<(), ReplicationError> {
        let max_sync = config.max_sync_packet_size.saturating_sub(SYNC_HEADER);
        let max_delta = config.max_delta_packet_size.saturating_sub(DELTA_HEADER);
        self.check_row(path, properties, Property::is_always, max_sync)?;
        self.check_row(path, properties, Property::is_on_change, max_delta)?;
        let max_spawn = config.max_delta_packet_size;
        // No row is longer than all values.
        if self.bytes.len() <= max_sync.min(max_delta).min(max_spawn) {
            return Ok(());
        }
        self.check_row(path, properties, |property| property.spawn, max_spawn)
    }

    fn check_row(
        &self,
        path: &str,
        properties: &'static [Property],
        wanted: fn(&Property) -> bool,
        max: usize,
    ) -> Result<(), ReplicationError> {
        let bytes = self.of(properties, wanted).map(|(_, value)| value.len()).sum();
        let longest = self.of(properties, wanted).max_by_key(|(_, value)| value.len());
        match longest {
            Some((Property { path: property, .. }, _)) if bytes > max => {
                Err(ReplicationError::TooLong { synchronizer: path.into(), property, bytes, max })
            }
            _ => Ok(()),
        }
    }
}

/// The state of a synchronizer whose authority is this session.
#[derive(Debug)]
pub(super) struct State {
    values: Values,
    /// The version in which each property changed last.
    changed: Vec<u64>,
    /// Begins at 1 and grows by one each time an *On Change* property gets another value.
    version: u64,
}

impl State {
    pub(super) fn new(values: Values) -> Self {
        let changed = alloc::vec![1; values.ends.len()];
        Self { values, changed, version: 1 }
    }

    /// Returns the encoded value of a property.
    pub(super) fn value(&self, index: usize) -> &[u8] {
        self.values.get(index)
    }

    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// Swaps in other values, and leaves the old ones in `next`. Returns whether an *On Change* property has another value.
    pub(super) fn replace(&mut self, properties: &[Property], next: &mut Values) -> bool {
        let version = self.version + 1;
        let all = properties.iter().zip(&mut self.changed).enumerate();
        for (index, (_, changed)) in all.filter(|(_, (property, _))| property.is_on_change()) {
            if self.values.get(index) != next.get(index) {
                *changed = version;
                self.version = version;
            }
        }
        mem::swap(&mut self.values, next);
        self.version == version
    }

    pub(super) fn put_spawn(&self, properties: &'static [Property], out: &mut Vec<u8>) {
        self.values
            .of(properties, |property| property.spawn)
            .for_each(|(_, value)| out.extend(value));
    }

    pub(super) fn put_always(&self, properties: &'static [Property], out: &mut Vec<u8>) {
        self.values.of(properties, Property::is_always).for_each(|(_, value)| out.extend(value));
    }

    /// Writes the properties that have changed since a version, and returns their mask.
    pub(super) fn put_changed(
        &self,
        properties: &[Property],
        since: u64,
        out: &mut Vec<u8>,
    ) -> u64 {
        let mut mask = 0;
        let all = properties.iter().zip(&self.changed).enumerate();
        let on_change = all.filter(|(_, (property, _))| property.is_on_change());
        for (bit, (index, (_, changed))) in on_change.enumerate() {
            if *changed > since {
                mask |= 1 << bit;
                out.extend(self.values.get(index));
            }
        }
        mask
    }
}
