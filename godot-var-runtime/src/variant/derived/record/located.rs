//! Gives the fields of a record, each from where it was found: any order, other widths, missing ones.
//!
//! What a field takes is compiled once for each type: a record's own function is a list of calls.

use super::Source;
use crate::variant::derived::adapt::DecodeInto;
use crate::variant::derived::entries::DecodeEntries;
use crate::variant::derived::layout::{Shape, Step};
use crate::variant::derived::shortcuts::DecodeShortcuts;
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
    /// Where the value of a step begins; behind the message where it is missing.
    #[inline(always)]
    fn offset(&self, step: &'static Step) -> u32 {
        self.offsets.get(step.index).copied().unwrap_or(u32::MAX)
    }
}

impl<'de, D: Dialect> Source<'de, D> for Located<'_, 'de> {
    type Miss = DecodeError;

    #[inline(always)]
    fn get<T: DecodeVariant<'de, D>>(&mut self, step: &'static Step) -> Result<T, DecodeError> {
        let offset = self.offset(step);
        required::<D, T>(self.reader, offset, self.start, step)
    }

    #[inline(always)]
    fn get_or<T: DecodeVariant<'de, D>>(
        &mut self,
        step: &'static Step,
        default: impl FnOnce() -> T,
    ) -> Result<T, DecodeError> {
        let offset = self.offset(step);
        match optional::<D, T>(self.reader, offset, step) {
            Ok(Some(value)) => Ok(value),
            Ok(None) => Ok(default()),
            Err(error) => Err(error),
        }
    }

    #[inline(always)]
    fn get_into<T: DecodeInto<'de, D, V>, V>(
        &mut self,
        step: &'static Step,
        place: &mut V,
    ) -> Result<(), DecodeError> {
        let offset = self.offset(step);
        if !in_place::<D, T, V>(self.reader, offset, step, place)? {
            *place = absent::<D, T>(self.start, step)?.into_value();
        }
        Ok(())
    }

    #[inline(always)]
    fn get_or_into<T: DecodeInto<'de, D, V>, V>(
        &mut self,
        step: &'static Step,
        default: impl FnOnce() -> T,
        place: &mut V,
    ) -> Result<(), DecodeError> {
        let offset = self.offset(step);
        if !in_place::<D, T, V>(self.reader, offset, step, place)? {
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
    step: &'static Step,
) -> Result<T, DecodeError> {
    match read::<D, T>(reader, offset, step) {
        Ok(Some(value)) => Ok(value),
        Ok(None) => absent::<D, T>(start, step),
        Err(error) => Err(error),
    }
}

/// The value at an offset, or `None` when it is missing.
#[inline(never)]
fn optional<'de, D: Dialect, T: DecodeVariant<'de, D>>(
    reader: &mut Reader<'de>,
    offset: u32,
    step: &'static Step,
) -> Result<Option<T>, DecodeError> {
    read::<D, T>(reader, offset, step)
}

#[inline(always)]
fn read<'de, D: Dialect, T: DecodeVariant<'de, D>>(
    reader: &mut Reader<'de>,
    offset: u32,
    step: &'static Step,
) -> Result<Option<T>, DecodeError> {
    if const { !T::FACTS.usual.is_empty() } {
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
        Err(error) => Err(at_step(error, step)),
    }
}

/// As [`optional`] in place of a value; `false` when it is missing.
#[inline(never)]
fn in_place<'de, D: Dialect, T: DecodeInto<'de, D, V>, V>(
    reader: &mut Reader<'de>,
    offset: u32,
    step: &'static Step,
    place: &mut V,
) -> Result<bool, DecodeError> {
    if const { !matches!(T::FACTS.shape, Shape::Open) } {
        return Ok(match read::<D, T>(reader, offset, step)? {
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
        Err(error) => Err(at_step(error, step)),
    }
}

/// What stands for the value of a step that is missing.
#[cold]
#[inline(never)]
fn absent<'de, D: Dialect, T: DecodeVariant<'de, D>>(
    start: usize,
    step: &'static Step,
) -> Result<T, DecodeError> {
    match T::Shortcuts::missing() {
        // An array can be shorter only where the schema gives a default.
        Some(value) if step.key.is_some() => Ok(value),
        _ => Err(missing(start, step)),
    }
}

#[cold]
pub(in crate::variant) fn at_step(error: DecodeError, step: &'static Step) -> DecodeError {
    match step.key {
        Some(key) => error.in_key(key),
        None => error.in_index(step.element),
    }
}

#[cold]
pub(in crate::variant) fn missing(start: usize, step: &'static Step) -> DecodeError {
    let what = match step.key {
        Some(_) => "a value",
        None => "an element",
    };
    at_step(DecodeError::new(DecodeErrorKind::MissingField, start, what, ""), step)
}
