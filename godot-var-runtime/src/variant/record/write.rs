//! Writes records: tries the quickest way first, and last the one that works for every value.

use core::mem;

use super::{Record, Sink, words};
use crate::variant::record::adapt::EncodeAs;
use crate::variant::record::entries::{self, EncodeEntries};
use crate::variant::record::reserved::ReservedKeys;
use crate::variant::record::slot::Slot;
use crate::variant::record::template::{self};
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::Shape;
use crate::{EncodeError, Output};

/// Writes run by run: appends the template of a run, and fills its holes in place.
///
/// Nothing is staged elsewhere: small stores that a wide copy reads again stall the processor.
struct Runs<'o, O> {
    out: &'o mut O,
    /// Words of the first run that the caller has written.
    skip: usize,
    /// Words of the current run before `mark`.
    before: usize,
    /// Where in the sink the current run begins.
    mark: usize,
}

impl<O: Output> Runs<'_, O> {
    #[inline(always)]
    fn begin_run(&mut self, slot: &'static Slot) {
        if slot.in_run.first {
            self.before = self.skip;
            self.skip = 0;
            self.mark = self.out.put_run(slot.in_run.words.get(self.before..).unwrap_or_default());
        }
    }
}

impl<D: Dialect, O: Output> Sink<D> for Runs<'_, O> {
    type Stop = EncodeError;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put_as<M: EncodeAs<D, T>, T: ?Sized>(
        &mut self,
        slot: &'static Slot,
        value: &T,
    ) -> Result<(), EncodeError> {
        // Branches on constants in this form are not even compiled.
        if const { matches!(M::FACTS.shape, Shape::TwoWidths) } && slot.in_run.first {
            return put_run_and_shortest::<D, M, T, O>(
                slot,
                mem::take(&mut self.skip),
                value,
                self.out,
            );
        }
        self.begin_run(slot);
        if const { matches!(M::FACTS.shape, Shape::Fixed) } {
            let at = slot.in_run.at - self.before;
            let run = self.out.run(self.mark, slot.in_run.words.len() - self.before);
            let hole = run.and_then(|run| run.get_mut(at..at + M::FACTS.usual.len()));
            if !M::fill_as(value, hole.unwrap_or_default()) {
                self.mark +=
                    put_other_form::<D, M, T, O>(value, self.mark + at * 4, slot, self.out)?;
            }
            Ok(())
        } else if const { matches!(M::FACTS.shape, Shape::TwoWidths) } {
            match put_shortest::<D, M, T, O>(value, self.out) {
                Ok(()) => Ok(()),
                Err(error) => Err(in_slot(error, slot)),
            }
        } else {
            // An Option has two ways: out of line where each append is long, too.
            let put = if const { M::OPTIONAL } && self.out.grows() {
                put_after_prefix::<D, M, T, O>(value, self.out)
            } else {
                M::encode_after_prefix_as(value, self.out)
            };
            match put {
                Ok(()) => Ok(()),
                Err(error) => Err(in_slot(error, slot)),
            }
        }
    }

    fn flatten<T: EncodeEntries<D> + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        // A record of flattened fields has no runs.
        value.encode_entries(ReservedKeys::NONE, self.out)
    }
}

/// Writes a value after its prefix. Compiled once for each type, so the functions of records stay short.
#[inline(never)]
fn put_after_prefix<D, M, T, O>(value: &T, out: &mut O) -> Result<(), EncodeError>
where
    D: Dialect,
    M: EncodeAs<D, T>,
    T: ?Sized,
    O: Output,
{
    M::encode_after_prefix_as(value, out)
}

/// Writes a number of two widths.
#[cfg_attr(not(debug_assertions), inline(always))]
fn put_shortest<D, M, T, O>(value: &T, out: &mut O) -> Result<(), EncodeError>
where
    D: Dialect,
    M: EncodeAs<D, T>,
    T: ?Sized,
    O: Output,
{
    let mut words = [[0; 4]; 3];
    match M::encode_words_as(value, &mut words) {
        Some(used) => {
            out.put_number(&words, used);
            Ok(())
        }
        None => M::encode_as(value, out),
    }
}

/// Writes a number of two widths, and before it the words of a run that has nothing else, without the first `skip`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn put_run_and_shortest<D, M, T, O>(
    slot: &'static Slot,
    skip: usize,
    value: &T,
    out: &mut O,
) -> Result<(), EncodeError>
where
    D: Dialect,
    M: EncodeAs<D, T>,
    T: ?Sized,
    O: Output,
{
    let mut words = [[0; 4]; 3];
    let run = slot.in_run.words.get(skip..).unwrap_or_default();
    match M::encode_words_as(value, &mut words) {
        Some(used) => {
            out.put_run_and_number(run, &words, used);
            Ok(())
        }
        None => {
            out.put_run(run);
            M::encode_as(value, out).map_err(|error| in_slot(error, slot))
        }
    }
}

/// Writes a value that does not take its usual form over the hole that its run has for it, and the
/// rest of the run after it once more. Returns by how many bytes that moved.
#[cold]
#[inline(never)]
fn put_other_form<D, M, T, O>(
    value: &T,
    hole: usize,
    slot: &'static Slot,
    out: &mut O,
) -> Result<usize, EncodeError>
where
    D: Dialect,
    M: EncodeAs<D, T>,
    T: ?Sized,
    O: Output,
{
    let after = slot.in_run.at + M::FACTS.usual.len();
    out.rewind(out.position() - (out.mark() - hole));
    let written = match M::encode_as(value, out) {
        Ok(()) => out.mark() - hole,
        Err(error) => return Err(in_slot(error, slot)),
    };
    out.put_run(slot.in_run.words.get(after..).unwrap_or_default());
    Ok(written - M::FACTS.usual.len() * 4)
}

#[cold]
#[inline(never)]
pub(super) fn in_slot(error: EncodeError, slot: &'static Slot) -> EncodeError {
    let error = if slot.keyed {
        error.in_key(slot.name)
    } else {
        error.in_element(slot.element, slot.name)
    };
    error.in_type(slot.record)
}

/// Writes a record after its first `skip` words, which are constant and written already.
#[cfg_attr(not(debug_assertions), inline(always))]
fn write_runs<D, R, O>(value: &R::Value, skip: usize, out: &mut O) -> Result<(), EncodeError>
where
    D: Dialect,
    R: Record<D>,
    O: Output,
{
    if const { R::RUNS.is_empty() } {
        return entries::encode_record::<D, R, O>(value, out);
    }
    if const { R::SLOTS.is_empty() } {
        out.put_words(R::RUNS.get(skip..).unwrap_or_default());
        return Ok(());
    }
    out.enter()?;
    let mut sink = Runs { out, skip, before: skip, mark: 0 };
    R::write(value, &mut sink)?;
    sink.out.leave();
    Ok(())
}

/// Writes a record.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn encode<D, R, O>(value: &R::Value, out: &mut O) -> Result<(), EncodeError>
where
    D: Dialect,
    R: Record<D>,
    O: Output,
{
    if const { R::USUAL.is_empty() } {
        return encode_any_form::<D, R, O>(value, out);
    }
    if words::put_usual::<D, R, O>(value, out) {
        return Ok(());
    }
    #[inline(never)]
    fn out_of_line<D, R, O>(value: &R::Value, out: &mut O) -> Result<(), EncodeError>
    where
        D: Dialect,
        R: Record<D>,
        O: Output,
    {
        encode_any_form::<D, R, O>(value, out)
    }
    out_of_line::<D, R, O>(value, out)
}

/// Writes a record in any form: with one check, run by run, or pair by pair.
#[cfg_attr(not(debug_assertions), inline(always))]
fn encode_any_form<D, R, O>(value: &R::Value, out: &mut O) -> Result<(), EncodeError>
where
    D: Dialect,
    R: Record<D>,
    O: Output,
{
    if const { words::bound::<D, R>() == 0 } {
        return write_runs::<D, R, O>(value, 0, out);
    }
    if words::put_bounded::<D, R, O>(value, out) {
        return Ok(());
    }
    entries::encode_record::<D, R, O>(value, out)
}

/// Writes a record without its constant prefix.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn encode_after_prefix<D, R, O>(value: &R::Value, out: &mut O) -> Result<(), EncodeError>
where
    D: Dialect,
    R: Record<D>,
    O: Output,
{
    write_runs::<D, R, O>(value, const { template::prefix::<D, R>().len() }, out)
}
