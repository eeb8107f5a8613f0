//! Gives the fields of a record: run by run, or each from where it was found.

use super::Source;
use crate::reader::Word;
use crate::variant::adapt::DecodeInto;
use crate::variant::dialect::Dialect;
use crate::variant::entries::DecodeEntries;
use crate::variant::layout::{Shape, Step};
use crate::variant::traits::DecodeVariant;
use crate::{DecodeError, DecodeErrorKind, Reader};

#[inline(always)]
pub(super) fn same(found: Option<&[Word]>, expected: Option<&'static [Word]>) -> bool {
    match (found, expected) {
        (Some(found), Some(expected)) => found.as_flattened() == expected.as_flattened(),
        _ => false,
    }
}

/// Reads run by run what has the canonical order and the usual headers; with `found`, each field
/// from where it was found: any order, other widths, missing ones.
///
/// One source for both, so that each record's fields are compiled once.
pub(super) struct RunsOf<'r, 'de> {
    pub(super) reader: &'r mut Reader<'de>,
    /// The words of the current run; none with `found`.
    pub(super) words: &'de [Word],
    /// Words before the record's first run that the caller has compared and taken.
    pub(super) skip: usize,
    pub(super) found: Option<Found<'r, 'de>>,
}

/// The fields that [`locate_fields`](super::locate::locate_fields) has found.
pub(super) struct Found<'r, 'de> {
    pub(super) message: &'de [u8],
    pub(super) offsets: &'r [u32],
    /// Where the record begins.
    pub(super) start: usize,
    /// Why a field could not be read.
    pub(super) error: &'r mut Option<DecodeError>,
}

/// The bytes take another form: to be read with care. With located fields: there is an error.
pub(super) struct Unusual;

impl<'de> RunsOf<'_, 'de> {
    /// Shows the run of a step, and compares the constant words before its value.
    #[inline(always)]
    fn open(&mut self, step: &'static Step) -> bool {
        if step.opens {
            match self.reader.peek_words(step.run.len() - self.skip) {
                Some(words) => self.words = words,
                None => return false,
            }
        }
        let from = (step.at - step.before).max(self.skip);
        same(self.words.get(from - self.skip..step.at - self.skip), step.run.get(from..step.at))
    }

    /// The field of a step where the canonical order has it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn quick<D: Dialect, T: DecodeVariant<'de, D>>(&mut self, step: &'static Step) -> Option<T> {
        if !self.open(step) {
            return None;
        }
        let run = step.run.len() - self.skip;
        if const { matches!(T::FACTS.shape, Shape::Fixed) } {
            let at = step.at - self.skip;
            let hole = self.words.get(at..at + T::FACTS.usual.len()).unwrap_or_default();
            let value = if T::check(hole) {
                T::build(hole)
            } else if const { T::FACTS.max_words > T::FACTS.usual.len() } {
                // A float from GDScript has 64 bits: what follows stands a word further behind.
                let words = self.reader.peek_words(run + 1).unwrap_or_default();
                let wide = words.get(at..=at + T::FACTS.usual.len()).unwrap_or_default();
                let value = T::build_wide(wide)?;
                self.reader.skip_words(1);
                self.words = words.get(1..).unwrap_or_default();
                value
            } else {
                return None;
            };
            if step.closes {
                self.reader.skip_words(run);
                self.skip = 0;
            }
            return Some(value);
        }
        self.reader.skip_words(run);
        self.skip = 0;
        if const { matches!(T::FACTS.shape, Shape::Flex) } {
            T::decode_flex(self.reader)
        } else {
            rest_of::<D, T>(self.reader)
        }
    }

    /// As [`quick`](Self::quick) for a type of varying length, in place of a value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn quick_into<D: Dialect, T: DecodeInto<'de, D, V>, V>(
        &mut self,
        step: &'static Step,
        place: &mut V,
    ) -> bool {
        if !self.open(step) {
            return false;
        }
        self.reader.skip_words(step.run.len() - self.skip);
        self.skip = 0;
        T::decode_rest_into(self.reader, place).is_ok()
    }
}

/// The rest of an open value. Once for each type: a record's own function stays short.
#[inline(never)]
fn rest_of<'de, D: Dialect, T: DecodeVariant<'de, D>>(reader: &mut Reader<'de>) -> Option<T> {
    T::decode_rest(reader).ok()
}

impl<'de, D: Dialect> Source<'de, D> for RunsOf<'_, 'de> {
    type Miss = Unusual;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get<T: DecodeVariant<'de, D>>(&mut self, step: &'static Step) -> Result<T, Unusual> {
        if let Some(found) = &mut self.found {
            return match found.quick::<D, T>(step) {
                Some(value) => Ok(value),
                None => decode_found::<D, T>(
                    self.reader,
                    found.offset(step),
                    found.start,
                    found.error,
                    step,
                ),
            };
        }
        match self.quick::<D, T>(step) {
            Some(value) => Ok(value),
            None => Err(Unusual),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_or<T: DecodeVariant<'de, D>>(
        &mut self,
        step: &'static Step,
        default: impl FnOnce() -> T,
    ) -> Result<T, Unusual> {
        if let Some(found) = &mut self.found {
            if let Some(value) = found.quick::<D, T>(step) {
                return Ok(value);
            }
            return match decode_if_found::<D, T>(
                self.reader,
                found.offset(step),
                found.error,
                step,
            )? {
                Some(value) => Ok(value),
                None => Ok(default()),
            };
        }
        match self.quick::<D, T>(step) {
            Some(value) => Ok(value),
            None => Err(Unusual),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_into<T: DecodeInto<'de, D, V>, V>(
        &mut self,
        step: &'static Step,
        place: &mut V,
    ) -> Result<(), Unusual> {
        if const { !matches!(T::FACTS.shape, Shape::Open) } {
            *place = Source::<D>::get::<T>(self, step)?.into_value();
            return Ok(());
        }
        let Some(found) = &mut self.found else {
            return if self.quick_into::<D, T, V>(step, place) { Ok(()) } else { Err(Unusual) };
        };
        if !decode_found_into::<D, T, V>(self.reader, found.offset(step), found.error, step, place)?
        {
            *place = absent::<D, T>(found.start, found.error, step)?.into_value();
        }
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_or_into<T: DecodeInto<'de, D, V>, V>(
        &mut self,
        step: &'static Step,
        default: impl FnOnce() -> T,
        place: &mut V,
    ) -> Result<(), Unusual> {
        if const { !matches!(T::FACTS.shape, Shape::Open) } {
            *place = Source::<D>::get_or::<T>(self, step, default)?.into_value();
            return Ok(());
        }
        let Some(found) = &mut self.found else {
            return if self.quick_into::<D, T, V>(step, place) { Ok(()) } else { Err(Unusual) };
        };
        if !decode_found_into::<D, T, V>(self.reader, found.offset(step), found.error, step, place)?
        {
            *place = default().into_value();
        }
        Ok(())
    }

    fn flatten<T: DecodeEntries<'de, D>>(&mut self) -> Result<T, Unusual> {
        Err(Unusual)
    }
}

impl<'de> Found<'_, 'de> {
    /// The value of a step in its usual form.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn quick<D: Dialect, T: DecodeVariant<'de, D>>(&self, step: &'static Step) -> Option<T> {
        if const { T::FACTS.usual.is_empty() } {
            return None;
        }
        // Messages are shorter than the offset of what is missing.
        let start = self.offsets.get(step.index).copied()? as usize;
        let words = self.message.get(start..start + T::FACTS.usual.len() * 4)?.as_chunks().0;
        if T::check(words) { Some(T::build(words)) } else { None }
    }

    /// Where the value of a step begins; behind the message where it is missing.
    #[inline(always)]
    fn offset(&self, step: &'static Step) -> u32 {
        self.offsets.get(step.index).copied().unwrap_or(u32::MAX)
    }
}

// What follows takes no `Found`: a reference to it would keep all of it in memory.

/// The value at an offset in any form, or what stands for a missing one.
#[inline(never)]
fn decode_found<'de, D: Dialect, T: DecodeVariant<'de, D>>(
    reader: &mut Reader<'de>,
    offset: u32,
    start: usize,
    slot: &mut Option<DecodeError>,
    step: &'static Step,
) -> Result<T, Unusual> {
    match decode_if_found::<D, T>(reader, offset, slot, step)? {
        Some(value) => Ok(value),
        None => absent::<D, T>(start, slot, step),
    }
}

/// The value at an offset in any form, or `None` when it is missing.
#[inline(never)]
fn decode_if_found<'de, D: Dialect, T: DecodeVariant<'de, D>>(
    reader: &mut Reader<'de>,
    offset: u32,
    slot: &mut Option<DecodeError>,
    step: &'static Step,
) -> Result<Option<T>, Unusual> {
    if !reader.seek_if_within(offset) {
        return Ok(None);
    }
    match T::decode(reader) {
        Ok(value) => Ok(Some(value)),
        Err(error) => {
            *slot = Some(at_step(error, step));
            Err(Unusual)
        }
    }
}

/// As [`decode_if_found`] in place of a value; `false` when it is missing.
#[inline(never)]
fn decode_found_into<'de, D: Dialect, T: DecodeInto<'de, D, V>, V>(
    reader: &mut Reader<'de>,
    offset: u32,
    slot: &mut Option<DecodeError>,
    step: &'static Step,
    place: &mut V,
) -> Result<bool, Unusual> {
    if !reader.seek_if_within(offset) {
        return Ok(false);
    }
    match T::decode_into(reader, place) {
        Ok(()) => Ok(true),
        Err(error) => {
            *slot = Some(at_step(error, step));
            Err(Unusual)
        }
    }
}

/// What stands for the value of a step that is missing.
#[cold]
#[inline(never)]
fn absent<'de, D: Dialect, T: DecodeVariant<'de, D>>(
    start: usize,
    slot: &mut Option<DecodeError>,
    step: &'static Step,
) -> Result<T, Unusual> {
    match T::missing() {
        // An array can be shorter only where the schema gives a default.
        Some(value) if step.key.is_some() => Ok(value),
        _ => {
            *slot = Some(missing(start, step));
            Err(Unusual)
        }
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
