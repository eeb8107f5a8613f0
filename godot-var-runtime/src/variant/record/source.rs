//! Reads the fields of a record run by run.

use super::{OtherForm, Source};
use crate::Reader;
use crate::core::reader::Word;
use crate::variant::record::adapt::DecodeAs;
use crate::variant::record::entries::DecodeEntries;
use crate::variant::record::slot::Slot;
use crate::variant::record::template::Template;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::Shape;

#[inline(always)]
pub(super) fn same(found: Option<&[Word]>, expected: Option<&'static [Word]>) -> bool {
    match (found, expected) {
        (Some(found), Some(expected)) => found.as_flattened() == expected.as_flattened(),
        _ => false,
    }
}

/// Reads a record run by run, if it has the usual order and the usual headers.
///
/// In the loop of a list (`LIST`), an `Option` of a number is read in line, as a call costs more.
pub(super) struct RunsOf<'r, 'de, const LIST: bool> {
    reader: &'r mut Reader<'de>,
    /// The words of the current run.
    words: &'de [Word],
    /// Words before the record's first run that the caller has compared and taken.
    skip: usize,
}

impl<'r, 'de, const LIST: bool> RunsOf<'r, 'de, LIST> {
    /// Of the record at the reader, of which the caller has compared and taken the first `skip` words.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new<D, R>(reader: &'r mut Reader<'de>, skip: usize) -> Option<Self>
    where
        D: Dialect,
        R: Template<D> + ?Sized,
    {
        // No field compares the words of a record without fields.
        if const { R::SLOTS.is_empty() } && !take_words(reader, R::RUNS, skip) {
            return None;
        }
        Some(Self { reader, words: &[], skip })
    }

    /// Peeks at the run of a slot, and compares the constant words before its value.
    #[inline(always)]
    fn constants(&mut self, slot: &'static Slot) -> bool {
        let run = &slot.in_run;
        if run.first {
            match self.reader.peek_words(run.words.len() - self.skip) {
                Some(words) => self.words = words,
                None => return false,
            }
        }
        let from = (run.at - run.constants).max(self.skip);
        same(self.words.get(from - self.skip..run.at - self.skip), run.words.get(from..run.at))
    }

    /// The field of a slot, where the usual order has it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn quick<D: Dialect, M: DecodeAs<'de, D, T>, T>(&mut self, slot: &'static Slot) -> Option<T> {
        if !self.constants(slot) {
            return None;
        }
        let run = slot.in_run.words.len() - self.skip;
        if const { matches!(M::FACTS.shape, Shape::Fixed) } {
            let at = slot.in_run.at - self.skip;
            let hole = self.words.get(at..at + M::FACTS.usual.len()).unwrap_or_default();
            let value = if let Some(value) = M::from_words_as(hole) {
                value
            } else if const { M::FACTS.max_words > M::FACTS.usual.len() } {
                // A float from GDScript has 64 bits: the next words come one word later.
                let words = self.reader.peek_words(run + 1).unwrap_or_default();
                let wide = words.get(at..=at + M::FACTS.usual.len()).unwrap_or_default();
                let value = M::from_wide_words_as(wide)?;
                self.reader.skip_words(1);
                self.words = words.get(1..).unwrap_or_default();
                value
            } else {
                return None;
            };
            if slot.in_run.last {
                self.reader.skip_words(run);
                self.skip = 0;
            }
            return Some(value);
        }
        self.reader.skip_words(run);
        self.skip = 0;
        if const { matches!(M::FACTS.shape, Shape::TwoWidths) || LIST && M::STAYS_INLINE } {
            M::decode_any_width_as(self.reader)
        } else {
            after_prefix::<D, M, T>(self.reader)
        }
    }

    /// As [`quick`](Self::quick) for a type of varying length, in place of a value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn quick_into<D: Dialect, M: DecodeAs<'de, D, T>, T>(
        &mut self,
        slot: &'static Slot,
        place: &mut T,
    ) -> bool {
        if !self.constants(slot) {
            return false;
        }
        self.reader.skip_words(slot.in_run.words.len() - self.skip);
        self.skip = 0;
        M::decode_after_prefix_in_place_as(self.reader, place).is_ok()
    }
}

/// Takes the words of a record without fields, if the message has them. The caller has taken the first `skip`.
#[inline]
fn take_words(reader: &mut Reader<'_>, words: &'static [Word], skip: usize) -> bool {
    let rest = words.len() - skip;
    let is_there = same(reader.peek_words(rest), words.get(skip..));
    if is_there {
        reader.skip_words(rest);
    }
    is_there
}

/// Reads a value after its prefix. Compiled once for each type, so the functions of records stay short.
#[inline(never)]
fn after_prefix<'de, D, M, T>(reader: &mut Reader<'de>) -> Option<T>
where
    D: Dialect,
    M: DecodeAs<'de, D, T>,
{
    M::decode_after_prefix_as(reader).ok()
}

impl<'de, D: Dialect, const LIST: bool> Source<'de, D> for RunsOf<'_, 'de, LIST> {
    type Miss = OtherForm;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_as<M: DecodeAs<'de, D, T>, T>(&mut self, slot: &'static Slot) -> Result<T, OtherForm> {
        match self.quick::<D, M, T>(slot) {
            Some(value) => Ok(value),
            None => Err(OtherForm),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_or<M: DecodeAs<'de, D, T>, T>(
        &mut self,
        slot: &'static Slot,
        _default: impl FnOnce() -> T,
    ) -> Result<T, OtherForm> {
        Source::<D>::get_as::<M, T>(self, slot)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_into_as<M: DecodeAs<'de, D, T>, T>(
        &mut self,
        slot: &'static Slot,
        place: &mut T,
    ) -> Result<(), OtherForm> {
        if const { matches!(M::FACTS.shape, Shape::Varying) } {
            return if self.quick_into::<D, M, T>(slot, place) { Ok(()) } else { Err(OtherForm) };
        }
        *place = self.quick::<D, M, T>(slot).ok_or(OtherForm)?;
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_or_into<M: DecodeAs<'de, D, T>, T>(
        &mut self,
        slot: &'static Slot,
        _default: impl FnOnce() -> T,
        place: &mut T,
    ) -> Result<(), OtherForm> {
        Source::<D>::get_into_as::<M, T>(self, slot, place)
    }

    fn flatten<T: DecodeEntries<'de, D>>(&mut self) -> Result<T, OtherForm> {
        Err(OtherForm)
    }
}
