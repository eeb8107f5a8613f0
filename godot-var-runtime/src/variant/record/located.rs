//! Reads each field of a record at the place where it was found: in any order and width. Fields may be missing.
//!
//! The code that reads a field is compiled once for each type. The function of a record is a list of calls.

use super::Source;
use crate::variant::record::adapt::DecodeAs;
use crate::variant::record::entries::DecodeEntries;
use crate::variant::record::slot::Slot;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::Shape;
use crate::{DecodeError, DecodeErrorKind, Reader};

/// Reads each field where [`locate_fields`](super::locate::locate_fields) has found it.
pub(super) struct Located<'r, 'de> {
    pub(super) reader: &'r mut Reader<'de>,
    pub(super) offsets: &'r [u32],
    pub(super) failure: &'r mut Failure,
}

/// Why a field cannot be read. The error is not returned, so that values are returned in registers.
pub(super) struct Failure {
    /// How many bytes of the message were left where the record begins.
    remaining: usize,
    error: Option<DecodeError>,
}

/// A field cannot be read: [`Failure`] has the error.
pub(super) struct Failed;

impl Failure {
    /// No error yet. `remaining` bytes of the message were left where the record begins.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn none(remaining: usize) -> Self {
        Self { remaining, error: None }
    }

    #[cold]
    #[inline(never)]
    fn set(&mut self, error: DecodeError) -> Failed {
        self.error = Some(error);
        Failed
    }

    #[cold]
    #[inline(never)]
    pub(super) fn take_error(&mut self, reader: &Reader<'_>) -> DecodeError {
        self.error.take().unwrap_or_else(|| reader.incomplete("a field"))
    }
}

impl Located<'_, '_> {
    /// Where the value of a slot begins; past the message where it is missing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn offset(&self, slot: &'static Slot) -> u32 {
        self.offsets.get(slot.index).copied().unwrap_or(u32::MAX)
    }
}

impl<'de, D: Dialect> Source<'de, D> for Located<'_, 'de> {
    type Miss = Failed;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_as<M: DecodeAs<'de, D, T>, T>(&mut self, slot: &'static Slot) -> Result<T, Failed> {
        let offset = self.offset(slot);
        value::<D, M, T>(self.reader, offset, self.failure, slot)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_or<M: DecodeAs<'de, D, T>, T>(
        &mut self,
        slot: &'static Slot,
        default: impl FnOnce() -> T,
    ) -> Result<T, Failed> {
        let offset = self.offset(slot);
        if offset == u32::MAX {
            Ok(default())
        } else {
            value::<D, M, T>(self.reader, offset, self.failure, slot)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_into_as<M: DecodeAs<'de, D, T>, T>(
        &mut self,
        slot: &'static Slot,
        place: &mut T,
    ) -> Result<(), Failed> {
        let offset = self.offset(slot);
        value_into::<D, M, T>(self.reader, offset, self.failure, slot, place)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_or_into<M: DecodeAs<'de, D, T>, T>(
        &mut self,
        slot: &'static Slot,
        default: impl FnOnce() -> T,
        place: &mut T,
    ) -> Result<(), Failed> {
        let offset = self.offset(slot);
        if offset == u32::MAX {
            *place = default();
            return Ok(());
        }
        value_into::<D, M, T>(self.reader, offset, self.failure, slot, place)
    }

    fn flatten<T: DecodeEntries<'de, D>>(&mut self) -> Result<T, Failed> {
        Err(self.failure.set(self.reader.incomplete("a flattened field")))
    }
}

/// The value at an offset in its usual form.
#[inline(always)]
fn usual<'de, D: Dialect, M: DecodeAs<'de, D, T>, T>(
    reader: &Reader<'de>,
    offset: u32,
) -> Option<T> {
    if const { M::FACTS.usual.is_empty() }
        || !(const { M::FACTS.levels == 0 } || reader.allows(M::FACTS.levels, M::FACTS.elements))
    {
        return None;
    }
    let start = offset as usize;
    // On a machine of 32 bits the end may be before the start: then there is none.
    let bytes = reader.message().get(start..start.wrapping_add(M::FACTS.usual.len() * 4))?;
    M::from_words_as(bytes.as_chunks().0)
}

/// The value at an offset, or the value of a missing field.
#[inline(never)]
fn value<'de, D: Dialect, M: DecodeAs<'de, D, T>, T>(
    reader: &mut Reader<'de>,
    offset: u32,
    failure: &mut Failure,
    slot: &'static Slot,
) -> Result<T, Failed> {
    match usual::<D, M, T>(reader, offset) {
        Some(value) => Ok(value),
        None => any_value::<D, M, T>(reader, offset, failure, slot),
    }
}

/// As [`value`], in any form.
#[inline(never)]
fn any_value<'de, D: Dialect, M: DecodeAs<'de, D, T>, T>(
    reader: &mut Reader<'de>,
    offset: u32,
    failure: &mut Failure,
    slot: &'static Slot,
) -> Result<T, Failed> {
    if offset == u32::MAX {
        return absent::<D, M, T>(reader, failure, slot);
    }
    reader.seek(offset as usize);
    match M::decode_as(reader) {
        Ok(value) => Ok(value),
        Err(error) => Err(failure.set(at_slot(error, slot))),
    }
}

/// As [`value`], in place of one.
#[inline(never)]
fn value_into<'de, D: Dialect, M: DecodeAs<'de, D, T>, T>(
    reader: &mut Reader<'de>,
    offset: u32,
    failure: &mut Failure,
    slot: &'static Slot,
    place: &mut T,
) -> Result<(), Failed> {
    if const { !matches!(M::FACTS.shape, Shape::Varying) } {
        *place = match usual::<D, M, T>(reader, offset) {
            Some(value) => value,
            None => any_value::<D, M, T>(reader, offset, failure, slot)?,
        };
        return Ok(());
    }
    if offset == u32::MAX {
        *place = absent::<D, M, T>(reader, failure, slot)?;
        return Ok(());
    }
    reader.seek(offset as usize);
    match M::decode_in_place_as(reader, place) {
        Ok(()) => Ok(()),
        Err(error) => Err(failure.set(at_slot(error, slot))),
    }
}

/// The value of a slot that is missing.
#[cold]
#[inline(never)]
fn absent<'de, D: Dialect, M: DecodeAs<'de, D, T>, T>(
    reader: &Reader<'de>,
    failure: &mut Failure,
    slot: &'static Slot,
) -> Result<T, Failed> {
    match M::missing_as() {
        // An array can be shorter only where the schema gives a default.
        Some(value) if slot.keyed => Ok(value),
        _ => {
            let start = reader.message().len() - failure.remaining;
            Err(failure.set(missing(start, slot)))
        }
    }
}

#[cold]
pub(crate) fn at_slot(error: DecodeError, slot: &'static Slot) -> DecodeError {
    let error = if slot.keyed {
        error.in_key(slot.name)
    } else {
        error.in_element(slot.element, slot.name)
    };
    error.in_type(slot.record)
}

#[cold]
pub(crate) fn missing(start: usize, slot: &'static Slot) -> DecodeError {
    let what = if slot.keyed { "a value" } else { "an element" };
    at_slot(DecodeError::new(DecodeErrorKind::MissingField, start, what, ""), slot)
}
