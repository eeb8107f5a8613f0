//! Reads the fields of a record run by run.

use super::Source;
use crate::Reader;
use crate::core::reader::Word;
use crate::variant::record::adapt::DecodeInto;
use crate::variant::record::entries::DecodeEntries;
use crate::variant::record::slot::Slot;
use crate::variant::record::template::Template;
use crate::variant::traits::DecodeVariant;
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

/// The bytes have another form.
pub(super) struct Unusual;

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
    fn quick<D: Dialect, T: DecodeVariant<'de, D>>(&mut self, slot: &'static Slot) -> Option<T> {
        if !self.constants(slot) {
            return None;
        }
        let run = slot.in_run.words.len() - self.skip;
        if const { matches!(T::FACTS.shape, Shape::Fixed) } {
            let at = slot.in_run.at - self.skip;
            let hole = self.words.get(at..at + T::FACTS.usual.len()).unwrap_or_default();
            let value = if let Some(value) = T::from_words(hole) {
                value
            } else if const { T::FACTS.max_words > T::FACTS.usual.len() } {
                // A float from GDScript has 64 bits: the next words come one word later.
                let words = self.reader.peek_words(run + 1).unwrap_or_default();
                let wide = words.get(at..=at + T::FACTS.usual.len()).unwrap_or_default();
                let value = T::from_wide_words(wide)?;
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
        if const { matches!(T::FACTS.shape, Shape::TwoWidths) || LIST && T::STAYS_INLINE } {
            T::decode_any_width(self.reader)
        } else {
            after_prefix::<D, T>(self.reader)
        }
    }

    /// As [`quick`](Self::quick) for a type of varying length, in place of a value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn quick_into<D: Dialect, T: DecodeInto<'de, D, V>, V>(
        &mut self,
        slot: &'static Slot,
        place: &mut V,
    ) -> bool {
        if !self.constants(slot) {
            return false;
        }
        self.reader.skip_words(slot.in_run.words.len() - self.skip);
        self.skip = 0;
        T::decode_after_prefix_into(self.reader, place).is_ok()
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
fn after_prefix<'de, D: Dialect, T: DecodeVariant<'de, D>>(reader: &mut Reader<'de>) -> Option<T> {
    T::decode_after_prefix(reader).ok()
}

impl<'de, D: Dialect, const LIST: bool> Source<'de, D> for RunsOf<'_, 'de, LIST> {
    type Miss = Unusual;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get<T: DecodeVariant<'de, D>>(&mut self, slot: &'static Slot) -> Result<T, Unusual> {
        match self.quick::<D, T>(slot) {
            Some(value) => Ok(value),
            None => Err(Unusual),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_or<T: DecodeVariant<'de, D>>(
        &mut self,
        slot: &'static Slot,
        _default: impl FnOnce() -> T,
    ) -> Result<T, Unusual> {
        match self.quick::<D, T>(slot) {
            Some(value) => Ok(value),
            None => Err(Unusual),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_as_into<T: DecodeInto<'de, D, V>, V>(
        &mut self,
        slot: &'static Slot,
        place: &mut V,
    ) -> Result<(), Unusual> {
        if const { matches!(T::FACTS.shape, Shape::Varying) } {
            return if self.quick_into::<D, T, V>(slot, place) { Ok(()) } else { Err(Unusual) };
        }
        *place = self.quick::<D, T>(slot).ok_or(Unusual)?.into_value();
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_as_or_into<T: DecodeInto<'de, D, V>, V>(
        &mut self,
        slot: &'static Slot,
        _default: impl FnOnce() -> T,
        place: &mut V,
    ) -> Result<(), Unusual> {
        Source::<D>::get_as_into::<T, V>(self, slot, place)
    }

    fn flatten<T: DecodeEntries<'de, D>>(&mut self) -> Result<T, Unusual> {
        Err(Unusual)
    }
}
