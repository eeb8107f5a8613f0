//! Gives the fields of a record, each from where it was found: any order, other widths, missing ones.
//!
//! What a field takes is compiled once for each type: a record's own function is a list of calls.

use super::Source;
use crate::variant::derived::adapt::DecodeInto;
use crate::variant::derived::entries::DecodeEntries;
use crate::variant::derived::facts::Shape;
use crate::variant::derived::shortcuts::DecodeShortcuts;
use crate::variant::derived::slot::Slot;
use crate::variant::format::dialect::Dialect;
use crate::variant::traits::DecodeVariant;
use crate::{DecodeError, DecodeErrorKind, Reader};

/// Reads each field from where [`locate_fields`](super::locate::locate_fields) has found it.
pub(super) struct Located<'r, 'de> {
    pub(super) reader: &'r mut Reader<'de>,
    pub(super) offsets: &'r [u32],
    /// Where the record begins.
    pub(super) start: usize,
}

impl Located<'_, '_> {
    /// Where the value of a slot begins; past the message where it is missing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn offset(&self, slot: &'static Slot) -> u32 {
        self.offsets.get(slot.index).copied().unwrap_or(u32::MAX)
    }
}

impl<'de, D: Dialect> Source<'de, D> for Located<'_, 'de> {
    type Miss = DecodeError;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get<T: DecodeVariant<'de, D>>(&mut self, slot: &'static Slot) -> Result<T, DecodeError> {
        let offset = self.offset(slot);
        required::<D, T>(self.reader, offset, self.start, slot)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_or<T: DecodeVariant<'de, D>>(
        &mut self,
        slot: &'static Slot,
        default: impl FnOnce() -> T,
    ) -> Result<T, DecodeError> {
        let offset = self.offset(slot);
        match optional::<D, T>(self.reader, offset, slot) {
            Ok(Some(value)) => Ok(value),
            Ok(None) => Ok(default()),
            Err(error) => Err(error),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_as_into<T: DecodeInto<'de, D, V>, V>(
        &mut self,
        slot: &'static Slot,
        place: &mut V,
    ) -> Result<(), DecodeError> {
        let offset = self.offset(slot);
        if !in_place::<D, T, V>(self.reader, offset, slot, place)? {
            *place = absent::<D, T>(self.start, slot)?.into_value();
        }
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_as_or_into<T: DecodeInto<'de, D, V>, V>(
        &mut self,
        slot: &'static Slot,
        default: impl FnOnce() -> T,
        place: &mut V,
    ) -> Result<(), DecodeError> {
        let offset = self.offset(slot);
        if !in_place::<D, T, V>(self.reader, offset, slot, place)? {
            *place = default().into_value();
        }
        Ok(())
    }

    fn flatten<T: DecodeEntries<'de, D>>(&mut self) -> Result<T, DecodeError> {
        Err(self.reader.incomplete("a flattened field"))
    }
}

/// The value at an offset, or what stands for a missing one.
#[inline(never)]
fn required<'de, D: Dialect, T: DecodeVariant<'de, D>>(
    reader: &mut Reader<'de>,
    offset: u32,
    start: usize,
    slot: &'static Slot,
) -> Result<T, DecodeError> {
    match read::<D, T>(reader, offset, slot) {
        Ok(Some(value)) => Ok(value),
        Ok(None) => absent::<D, T>(start, slot),
        Err(error) => Err(error),
    }
}

/// The value at an offset, or `None` when it is missing.
#[inline(never)]
fn optional<'de, D: Dialect, T: DecodeVariant<'de, D>>(
    reader: &mut Reader<'de>,
    offset: u32,
    slot: &'static Slot,
) -> Result<Option<T>, DecodeError> {
    read::<D, T>(reader, offset, slot)
}

#[inline(always)]
fn read<'de, D: Dialect, T: DecodeVariant<'de, D>>(
    reader: &mut Reader<'de>,
    offset: u32,
    slot: &'static Slot,
) -> Result<Option<T>, DecodeError> {
    if const { !T::FACTS.usual.is_empty() }
        && (const { T::FACTS.levels == 0 } || reader.allows(T::FACTS.levels, T::FACTS.elements))
    {
        let value = reader.message().get(offset as usize..).unwrap_or_default();
        if let Some(words) = value.as_chunks().0.get(..T::FACTS.usual.len())
            && T::Shortcuts::check(words)
        {
            return Ok(Some(T::Shortcuts::build(words)));
        }
    }
    if !reader.seek_if_within(offset) {
        return Ok(None);
    }
    match T::decode(reader) {
        Ok(value) => Ok(Some(value)),
        Err(error) => Err(at_slot(error, slot)),
    }
}

/// As [`optional`] in place of a value; `false` when it is missing.
#[inline(never)]
fn in_place<'de, D: Dialect, T: DecodeInto<'de, D, V>, V>(
    reader: &mut Reader<'de>,
    offset: u32,
    slot: &'static Slot,
    place: &mut V,
) -> Result<bool, DecodeError> {
    if const { !matches!(T::FACTS.shape, Shape::Varying) } {
        return Ok(match read::<D, T>(reader, offset, slot)? {
            Some(value) => {
                *place = value.into_value();
                true
            }
            None => false,
        });
    }
    if !reader.seek_if_within(offset) {
        return Ok(false);
    }
    match T::decode_into(reader, place) {
        Ok(()) => Ok(true),
        Err(error) => Err(at_slot(error, slot)),
    }
}

/// What stands for the value of a slot that is missing.
#[cold]
#[inline(never)]
fn absent<'de, D: Dialect, T: DecodeVariant<'de, D>>(
    start: usize,
    slot: &'static Slot,
) -> Result<T, DecodeError> {
    match T::Shortcuts::missing() {
        // An array can be shorter only where the schema gives a default.
        Some(value) if slot.key.is_some() => Ok(value),
        _ => Err(missing(start, slot)),
    }
}

#[cold]
pub(in crate::variant) fn at_slot(error: DecodeError, slot: &'static Slot) -> DecodeError {
    match slot.key {
        Some(key) => error.in_key(key),
        None => error.in_index(slot.element),
    }
}

#[cold]
pub(in crate::variant) fn missing(start: usize, slot: &'static Slot) -> DecodeError {
    let what = match slot.key {
        Some(_) => "a value",
        None => "an element",
    };
    at_slot(DecodeError::new(DecodeErrorKind::MissingField, start, what, ""), slot)
}
