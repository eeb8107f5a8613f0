//! Writes records into a slice of words, with one check for all fields: in the usual form, or with room for the longest form.

use super::{OtherForm, Record, Sink};
use crate::Output;
use crate::core::reader::Word;
use crate::core::writer::PIECE;
use crate::variant::record::adapt::EncodeAs;
use crate::variant::record::entries::EncodeEntries;
use crate::variant::record::slot::Slot;
use crate::variant::record::template::{self, Template};
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::{Facts, Shape};

/// Writes the fields into words: into the holes of the usual form (`USUAL`), or run by run into room for their longest
/// forms.
///
/// The compiler knows how many words there are and between which of them a field may begin: nothing is left of the checks
/// of these positions.
struct Words<'w, const USUAL: bool> {
    room: &'w mut [Word],
    /// Where the current run begins.
    run: usize,
    /// How many fields there are.
    fields: usize,
}

/// Writes a value of varying length into the first of these words, and returns how many it took.
#[inline(always)]
fn fill_form<D, M, T>(value: &T, words: &mut [Word]) -> Option<usize>
where
    D: Dialect,
    M: EncodeAs<D, T>,
    T: ?Sized,
{
    let used = M::encode_words_as(value, words);
    // A hand-written type may take more than its facts allow.
    used.filter(|used| *used <= const { M::FACTS.max_words })
}

impl<D: Dialect, const USUAL: bool> Sink<D> for Words<'_, USUAL> {
    type Stop = OtherForm;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put_as<M: EncodeAs<D, T>, T: ?Sized>(
        &mut self,
        slot: &'static Slot,
        value: &T,
    ) -> Result<(), OtherForm> {
        if const { USUAL } {
            let at = slot.in_usual.at;
            let hole = self.room.get_mut(at..at + M::FACTS.usual.len());
            return if M::fill_as(value, hole.unwrap_or_default()) {
                Ok(())
            } else {
                Err(OtherForm)
            };
        }
        let run = slot.in_run.words;
        if slot.in_run.first {
            let room = self.room.get_mut(self.run..self.run + run.len()).unwrap_or_default();
            for (room, piece) in room.chunks_mut(PIECE).zip(run.chunks(PIECE)) {
                room.copy_from_slice(piece);
            }
        }
        if const { matches!(M::FACTS.shape, Shape::Fixed) } {
            let at = self.run + slot.in_run.at;
            let hole = self.room.get_mut(at..at + M::FACTS.usual.len());
            return if M::fill_as(value, hole.unwrap_or_default()) {
                Ok(())
            } else {
                Err(OtherForm)
            };
        }
        let most = const { form_words(&M::FACTS) };
        let at = self.run + run.len();
        let room = self.room.get_mut(at..at + most).unwrap_or_default();
        // A number in two words leaves a trace in a third, where the next field comes. Nothing comes after the last one.
        let mut aside = [[0; 4]; 3];
        let used = if slot.index + 1 == self.fields && most == aside.len() {
            let Some(used) = fill_form::<D, M, T>(value, &mut aside) else { return Err(OtherForm) };
            for (index, (place, word)) in room.iter_mut().zip(aside).enumerate() {
                if index < used {
                    *place = word;
                }
            }
            used
        } else {
            let Some(used) = fill_form::<D, M, T>(value, room) else { return Err(OtherForm) };
            used
        };
        self.run += run.len() + used;
        Ok(())
    }

    fn flatten<T: EncodeEntries<D> + ?Sized>(&mut self, _value: &T) -> Result<(), OtherForm> {
        Err(OtherForm)
    }
}

/// The room that [`fill_form`] needs: a number has three words, whatever it takes.
const fn form_words(facts: &Facts) -> usize {
    if facts.max_words < 3 { 3 } else { facts.max_words }
}

/// As many words as a record may take to be written this way.
const MOST: usize = 128;

/// The words of a record's longest form; 0 if it has none, or one of more than [`MOST`].
pub(super) const fn bound<D: Dialect, R: Template<D> + ?Sized>() -> usize {
    let mut fields = R::FIELDS;
    let mut words = R::RUNS.len();
    if words == 0 || R::SLOTS.is_empty() {
        return 0;
    }
    while let [field, rest @ ..] = fields {
        let facts = &field.facts;
        match facts.shape {
            Shape::Fixed => {}
            Shape::Varying if !facts.few_forms => return 0,
            Shape::TwoWidths | Shape::Varying => words += form_words(facts),
        }
        if words > MOST {
            return 0;
        }
        fields = rest;
    }
    words
}

/// Fills the holes of a record's usual form.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn fill<D, R>(value: &R::Value, words: &mut [Word]) -> bool
where
    D: Dialect,
    R: Record<D>,
{
    if const { R::USUAL.is_empty() } {
        return false;
    }
    let words = words.get_mut(..R::USUAL.len()).unwrap_or_default();
    R::write(value, &mut Words::<true> { room: words, run: 0, fields: 0 }).is_ok()
}

/// Writes a record in its usual form; `false` if it has none, or a value in it takes another form.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn put_usual<D, R, O>(value: &R::Value, out: &mut O) -> bool
where
    D: Dialect,
    R: Record<D>,
    O: Output,
{
    // A sink that grows is shortened if another form is shorter.
    let shortest = template::record_facts::<D, R>().min_words >= R::USUAL.len();
    *out.depth() >= const { template::record_facts::<D, R>().levels }
        && (out.grows() || shortest || fill::<D, R>(value, &mut []))
        && out.put_filled(R::USUAL, |words| fill::<D, R>(value, words))
}

/// Writes a record with one check for all of it; `false` if it has no bounded length, a value in it takes a form beyond
/// that, such as a NaN, or the room ends before.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn put_bounded<D, R, O>(value: &R::Value, out: &mut O) -> bool
where
    D: Dialect,
    R: Record<D>,
    O: Output,
{
    let fill = |words: &mut [Word]| {
        let mut sink = Words::<false> { room: words, run: 0, fields: const { R::SLOTS.len() } };
        let written = R::write(value, &mut sink).is_ok();
        written.then_some(sink.run + const { after_runs::<D, R>() })
    };
    *out.depth() >= const { template::record_facts::<D, R>().levels }
        && out.put_bounded(const { bound::<D, R>() }, fill)
}

/// The words of a record's last run, if no field of varying length ends it.
const fn after_runs<D: Dialect, R: Template<D> + ?Sized>() -> usize {
    match (R::SLOTS, R::FIELDS) {
        ([.., slot], [.., field]) if matches!(field.facts.shape, Shape::Fixed) => {
            slot.in_run.words.len()
        }
        _ => 0,
    }
}
