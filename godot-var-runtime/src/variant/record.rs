//! Writing and reading records: the struct or enum member that a derive has laid out.
//!
//! The derive emits each field twice: once in [`Record::write`], once in [`ReadRecord::read`].
//! Everything else is a [`Sink`] or [`Source`] of this file over those two.

use core::marker::PhantomData;

use super::VariantType;
use super::adapt::DecodeInto;
use super::codec;
use super::dialect::{Dialect, DialectSpec};
use super::dynamic::{Widths, skip_value};
use super::entries::{self, DecodeEntries, EncodeEntries};
use super::layout::{Fields, Layout, Offsets, Shape, Step, ids};
use super::traits::{DecodeVariant, EncodeVariant};
use crate::reader::{Attempt, Word};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

/// A record that can be written: calls [`Sink::put`] once a field, in order.
pub trait Record<D: Dialect>: Layout<D> {
    /// The value that holds the fields: the record itself, or the enum of which it is a member.
    type Value: ?Sized;

    /// Puts the fields.
    ///
    /// # Errors
    /// What the sink stops with.
    fn write<S: Sink<D>>(value: &Self::Value, sink: &mut S) -> Result<(), S::Stop>;
}

/// A record that can be read: calls [`Source::get`] once a field, in order.
pub trait ReadRecord<'de, D: Dialect>: Layout<D> {
    /// The value that holds the fields.
    type Value;

    /// Gets the fields and builds the value.
    ///
    /// # Errors
    /// What the source misses.
    fn read<S: Source<'de, D>>(source: &mut S) -> Result<Self::Value, S::Miss>;

    /// Gets the fields into a value that is there.
    ///
    /// # Errors
    /// What the source misses; the value then has some of the new fields.
    fn read_into<S: Source<'de, D>>(
        source: &mut S,
        place: &mut Self::Value,
    ) -> Result<(), S::Miss> {
        *place = Self::read(source)?;
        Ok(())
    }
}

/// What a record's fields are put into.
pub trait Sink<D: Dialect> {
    /// Why it stops.
    type Stop;

    /// Takes the field of a step.
    ///
    /// # Errors
    /// Stops the record.
    fn put<T: EncodeVariant<D> + ?Sized>(
        &mut self,
        step: &'static Step,
        value: &T,
    ) -> Result<(), Self::Stop>;

    /// Takes the fields of a field.
    ///
    /// # Errors
    /// Stops the record.
    fn flatten<T: EncodeEntries<D> + ?Sized>(&mut self, value: &T) -> Result<(), Self::Stop>;
}

/// What a record's fields are got from.
pub trait Source<'de, D: Dialect> {
    /// Why it misses.
    type Miss;

    /// Gives the field of a step.
    ///
    /// # Errors
    /// Ends the record.
    fn get<T: DecodeVariant<'de, D>>(&mut self, step: &'static Step) -> Result<T, Self::Miss>;

    /// Gives the field of a step, or what `default` makes when it is missing.
    ///
    /// # Errors
    /// Ends the record.
    fn get_or<T: DecodeVariant<'de, D>>(
        &mut self,
        step: &'static Step,
        default: impl FnOnce() -> T,
    ) -> Result<T, Self::Miss>;

    /// As [`get`](Self::get), in place of a field.
    ///
    /// # Errors
    /// Ends the record.
    fn get_into<T: DecodeInto<'de, D, V>, V>(
        &mut self,
        step: &'static Step,
        place: &mut V,
    ) -> Result<(), Self::Miss> {
        *place = self.get::<T>(step)?.into_value();
        Ok(())
    }

    /// As [`get_or`](Self::get_or), in place of a field.
    ///
    /// # Errors
    /// Ends the record.
    fn get_or_into<T: DecodeInto<'de, D, V>, V>(
        &mut self,
        step: &'static Step,
        default: impl FnOnce() -> T,
        place: &mut V,
    ) -> Result<(), Self::Miss> {
        *place = self.get_or::<T>(step, default)?.into_value();
        Ok(())
    }

    /// Gives a field from the fields that stand among those of the record.
    ///
    /// # Errors
    /// Ends the record.
    fn flatten<T: DecodeEntries<'de, D>>(&mut self) -> Result<T, Self::Miss>;
}

// ---------------------------------------------------------------- writing

/// Fills the holes of a usual form.
struct Fill<'w> {
    words: &'w mut [Word],
}

/// The value takes another form than the usual one.
struct NotUsual;

impl<D: Dialect> Sink<D> for Fill<'_> {
    type Stop = NotUsual;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<T: EncodeVariant<D> + ?Sized>(
        &mut self,
        step: &'static Step,
        value: &T,
    ) -> Result<(), NotUsual> {
        let hole = step.usual_at..step.usual_at + T::FACTS.usual.len();
        let fits = value.fill(self.words.get_mut(hole).unwrap_or_default());
        if fits { Ok(()) } else { Err(NotUsual) }
    }

    fn flatten<T: EncodeEntries<D> + ?Sized>(&mut self, _value: &T) -> Result<(), NotUsual> {
        Err(NotUsual)
    }
}

/// Writes run by run: appends the template of a run, and fills its holes in place.
///
/// Nothing is staged elsewhere: small stores that a wide copy reads again stall the processor.
struct Runs<'o, O> {
    out: &'o mut O,
    /// Words of the first run that the caller has written.
    skip: usize,
    /// Words of the current run that stand before `mark`.
    before: usize,
    /// Where in the sink the current run begins.
    mark: usize,
}

impl<O: Output> Runs<'_, O> {
    #[inline(always)]
    fn open(&mut self, step: &'static Step) {
        if step.opens {
            self.mark = self.out.mark();
            self.before = self.skip;
            self.skip = 0;
            self.out.put_run(step.run.get(self.before..).unwrap_or_default());
        }
    }
}

impl<D: Dialect, O: Output> Sink<D> for Runs<'_, O> {
    type Stop = EncodeError;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<T: EncodeVariant<D> + ?Sized>(
        &mut self,
        step: &'static Step,
        value: &T,
    ) -> Result<(), EncodeError> {
        self.open(step);
        // Branches on constants in this form are not even compiled.
        if const { matches!(T::FACTS.shape, Shape::Fixed) } {
            let at = step.at - self.before;
            let run = self.out.run(self.mark, step.run.len() - self.before);
            let hole = run.and_then(|run| run.get_mut(at..at + T::FACTS.usual.len()));
            if !value.fill(hole.unwrap_or_default()) {
                self.mark += put_odd::<D, T, O>(value, self.mark + at * 4, step, self.out)?;
            }
            Ok(())
        } else if const { matches!(T::FACTS.shape, Shape::Flex) } {
            match put_flex::<D, T, O>(value, self.out) {
                Ok(()) => Ok(()),
                Err(error) => Err(in_step(error, step)),
            }
        } else {
            match value.encode_rest(self.out) {
                Ok(()) => Ok(()),
                Err(error) => Err(in_step(error, step)),
            }
        }
    }

    fn flatten<T: EncodeEntries<D> + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        value.encode_entries(self.out)
    }
}

/// Writes a number of two widths.
#[cfg_attr(not(debug_assertions), inline(always))]
fn put_flex<D, T, O>(value: &T, out: &mut O) -> Result<(), EncodeError>
where
    D: Dialect,
    T: EncodeVariant<D> + ?Sized,
    O: Output,
{
    const ZEROS: &[Word] = &[[0; 4]; 3];
    let mark = out.mark();
    out.put_run(ZEROS);
    if let Some(words) = out.run(mark, 3) {
        let used = value.fill_flex(words)?;
        out.take_back(3 - used);
        return Ok(());
    }
    // So near the end of a slice the number's own words may fit, or not.
    out.take_back(3);
    let mut words = [[0; 4]; 3];
    let used = value.fill_flex(&mut words)?;
    out.put_words(words.get(..used).unwrap_or_default());
    Ok(())
}

/// Writes a value that does not take its usual form over the hole that its run has for it, and the
/// rest of the run behind it once more. Gives how many bytes that stands further behind.
#[cold]
#[inline(never)]
fn put_odd<D, T, O>(
    value: &T,
    hole: usize,
    step: &'static Step,
    out: &mut O,
) -> Result<usize, EncodeError>
where
    D: Dialect,
    T: EncodeVariant<D> + ?Sized,
    O: Output,
{
    let behind = step.at + T::FACTS.usual.len();
    out.rewind(out.position() - (out.mark() - hole));
    let written = match value.encode(out) {
        Ok(()) => out.mark() - hole,
        Err(error) => return Err(in_step(error, step)),
    };
    out.put_run(step.run.get(behind..).unwrap_or_default());
    Ok(written - T::FACTS.usual.len() * 4)
}

#[cold]
#[inline(never)]
fn in_step(error: EncodeError, step: &'static Step) -> EncodeError {
    match step.key {
        Some(key) => error.in_key(key),
        None => error.in_index(step.element),
    }
}

/// Writes a record whose first `skip` words, constant ones, are written already.
#[cfg_attr(not(debug_assertions), inline(always))]
fn write_runs<D, R, O>(value: &R::Value, skip: usize, out: &mut O) -> Result<(), EncodeError>
where
    D: Dialect,
    R: Record<D>,
    O: Output,
{
    if const { R::TEMPLATE.is_empty() } {
        return entries::encode_record::<D, R, O>(value, out);
    }
    if const { R::STEPS.is_empty() } {
        out.put_words(R::TEMPLATE.get(skip..).unwrap_or_default());
        return Ok(());
    }
    out.enter()?;
    let mut sink = Runs { out, skip, before: skip, mark: 0 };
    R::write(value, &mut sink)?;
    sink.out.leave();
    Ok(())
}

/// Writes a record.
///
/// # Errors
/// Those of its fields, with the path.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn encode<D, R, O>(value: &R::Value, out: &mut O) -> Result<(), EncodeError>
where
    D: Dialect,
    R: Record<D>,
    O: Output,
{
    write_runs::<D, R, O>(value, 0, out)
}

/// Writes a record without its constant lead.
///
/// # Errors
/// Those of its fields, with the path.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn encode_rest<D, R, O>(value: &R::Value, out: &mut O) -> Result<(), EncodeError>
where
    D: Dialect,
    R: Record<D>,
    O: Output,
{
    write_runs::<D, R, O>(value, const { super::layout::lead::<D, R>().len() }, out)
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
    R::write(value, &mut Fill { words }).is_ok()
}

// ---------------------------------------------------------------- reading

/// Reads a usual form of known length; `ok` says whether it was one.
struct Usual<'w, D, R: ?Sized> {
    words: &'w [Word],
    ok: bool,
    record: PhantomData<(D, R)>,
}

impl<'de, D: Dialect, R: Layout<D> + ?Sized> Source<'de, D> for Usual<'_, D, R> {
    type Miss = core::convert::Infallible;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get<T: DecodeVariant<'de, D>>(&mut self, step: &'static Step) -> Result<T, Self::Miss> {
        let before = step.usual_at - step.usual_before..step.usual_at;
        let hole = step.usual_at..step.usual_at + T::FACTS.usual.len();
        self.ok &= same(self.words.get(before.clone()), R::USUAL.get(before));
        let hole = self.words.get(hole).unwrap_or_default();
        self.ok &= T::check(hole);
        Ok(T::build(hole))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_or<T: DecodeVariant<'de, D>>(
        &mut self,
        step: &'static Step,
        _default: impl FnOnce() -> T,
    ) -> Result<T, Self::Miss> {
        self.get(step)
    }

    fn flatten<T: DecodeEntries<'de, D>>(&mut self) -> Result<T, Self::Miss> {
        unreachable_flatten()
    }
}

/// A record with flattened fields has no usual form: nobody asks for one.
#[expect(clippy::unreachable, reason = "such records are read from entries only")]
fn unreachable_flatten<T>() -> T {
    unreachable!("a flattened record has no usual form")
}

#[inline(always)]
fn same(found: Option<&[Word]>, expected: Option<&'static [Word]>) -> bool {
    match (found, expected) {
        (Some(found), Some(expected)) => found.as_flattened() == expected.as_flattened(),
        _ => false,
    }
}

/// Whether words are a record in its usual form.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn check<'de, D, R>(words: &[Word]) -> bool
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    if const { R::USUAL.is_empty() } {
        return false;
    }
    let Some(words) = words.get(..R::USUAL.len()) else { return false };
    let ok = R::STEPS.is_empty() && same(Some(words), Some(R::USUAL)) || !R::STEPS.is_empty();
    let mut source = Usual::<D, R> { words, ok, record: PhantomData };
    let Ok(_) = R::read(&mut source);
    source.ok
}

/// The record of words that [`check`] has accepted.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn build<'de, D, R>(words: &[Word]) -> R::Value
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    let words = words.get(..R::USUAL.len()).unwrap_or_default();
    let Ok(value) = R::read(&mut Usual::<D, R> { words, ok: true, record: PhantomData });
    value
}

/// Reads run by run what has the canonical order and the usual headers; with `found`, each field
/// from where it was found: any order, other widths, missing ones.
///
/// One source for both, so that each record's fields are compiled once.
struct RunsOf<'r, 'de> {
    reader: &'r mut Reader<'de>,
    /// The words of the current run; none with `found`.
    words: &'de [Word],
    /// Words before the record's first run that the caller has compared and taken.
    skip: usize,
    found: Option<Found<'r>>,
}

/// The fields that [`locate`] has found.
struct Found<'r> {
    offsets: &'r [u32],
    start: usize,
    /// Why a field could not be read.
    error: &'r mut Option<DecodeError>,
}

/// The bytes take another form: to be read with care. With located fields: there is an error.
pub struct Unusual;

impl<'de> RunsOf<'_, 'de> {
    /// Shows the run of a step, and compares the constant words before its value.
    #[inline(always)]
    fn open(&mut self, step: &'static Step) -> bool {
        if step.opens {
            if self.found.is_some() {
                return false;
            }
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
        if let Some(value) = self.quick::<D, T>(step) {
            return Ok(value);
        }
        let Some(found) = &mut self.found else { return Err(Unusual) };
        match find::<D, T>(self.reader, found.offsets, found.error, step) {
            Ok(Some(value)) => Ok(value),
            Ok(None) => absent::<D, T>(found.start, found.error, step),
            Err(unusual) => Err(unusual),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_or<T: DecodeVariant<'de, D>>(
        &mut self,
        step: &'static Step,
        default: impl FnOnce() -> T,
    ) -> Result<T, Unusual> {
        if let Some(value) = self.quick::<D, T>(step) {
            return Ok(value);
        }
        let Some(found) = &mut self.found else { return Err(Unusual) };
        match find::<D, T>(self.reader, found.offsets, found.error, step)? {
            Some(value) => Ok(value),
            None => Ok(default()),
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
        if self.quick_into::<D, T, V>(step, place) {
            return Ok(());
        }
        let Some(found) = &mut self.found else { return Err(Unusual) };
        if !find_into::<D, T, V>(self.reader, found.offsets, found.error, step, place)? {
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
        if self.quick_into::<D, T, V>(step, place) {
            return Ok(());
        }
        let Some(found) = &mut self.found else { return Err(Unusual) };
        if !find_into::<D, T, V>(self.reader, found.offsets, found.error, step, place)? {
            *place = default().into_value();
        }
        Ok(())
    }

    fn flatten<T: DecodeEntries<'de, D>>(&mut self) -> Result<T, Unusual> {
        Err(Unusual)
    }
}

/// The value of a located field, or `None` when it is missing.
#[cfg_attr(not(debug_assertions), inline(always))]
fn find<'de, D: Dialect, T: DecodeVariant<'de, D>>(
    reader: &mut Reader<'de>,
    offsets: &[u32],
    slot: &mut Option<DecodeError>,
    step: &'static Step,
) -> Result<Option<T>, Unusual> {
    let Some(offset @ 1..) = offsets.get(step.index).copied() else { return Ok(None) };
    reader.seek(offset as usize);
    if const { !T::FACTS.usual.is_empty() } {
        match reader.peek_words(T::FACTS.usual.len()) {
            Some(words) if T::check(words) => return Ok(Some(T::build(words))),
            _ => {}
        }
    }
    decode_found::<D, T>(reader, slot, step)
}

#[inline(never)]
fn decode_found<'de, D: Dialect, T: DecodeVariant<'de, D>>(
    reader: &mut Reader<'de>,
    slot: &mut Option<DecodeError>,
    step: &'static Step,
) -> Result<Option<T>, Unusual> {
    match T::decode(reader) {
        Ok(value) => Ok(Some(value)),
        Err(error) => {
            *slot = Some(at_step(error, step));
            Err(Unusual)
        }
    }
}

/// As [`find`] for a type of varying length, in place of a value; `false` when it is missing.
#[inline(never)]
fn find_into<'de, D: Dialect, T: DecodeInto<'de, D, V>, V>(
    reader: &mut Reader<'de>,
    offsets: &[u32],
    slot: &mut Option<DecodeError>,
    step: &'static Step,
    place: &mut V,
) -> Result<bool, Unusual> {
    let Some(offset @ 1..) = offsets.get(step.index).copied() else { return Ok(false) };
    reader.seek(offset as usize);
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
pub(super) fn at_step(error: DecodeError, step: &'static Step) -> DecodeError {
    match step.key {
        Some(key) => error.in_key(key),
        None => error.in_index(step.element),
    }
}

#[cold]
pub(super) fn missing(start: usize, step: &'static Step) -> DecodeError {
    let what = match step.key {
        Some(_) => "a value",
        None => "an element",
    };
    at_step(DecodeError::new(DecodeErrorKind::MissingField, start, what, ""), step)
}

/// Finds where the values of a Dictionary record begin, and steps behind it.
///
/// Keys may stand in any order, as String or StringName; unknown ones are skipped; of a repeated
/// key the last one wins.
#[inline(never)]
fn locate(
    reader: &mut Reader<'_>,
    steps: &'static [Step],
    strict: Option<Option<&'static str>>,
    offsets: &mut [u32],
    spec: &DialectSpec,
) -> Result<(), DecodeError> {
    let count = codec::open_dictionary(reader, spec)?;
    reader.enter()?;
    let string = u32::from(spec.type_id(VariantType::String).unwrap_or_default());
    let name = spec.type_id(VariantType::StringName).map_or(string, u32::from);
    let mut search = Search { steps, keys: [string, name], widths: Widths::of(spec), guess: 0 };
    let mut left = count;
    while left > 0 {
        let words = reader.rest().as_chunks().0;
        let end = reader.position() + words.len() * 4;
        let (behind, missed) = search.run(words, left, offsets, end);
        reader.skip_words(words.len() - behind.len());
        left = missed;
        if left == 0 {
            break;
        }
        left -= 1;
        if let Some((found, at)) = read_pair(reader, steps, strict, spec)? {
            if let Some(slot) = offsets.get_mut(found) {
                *slot = offset(at);
            }
            search.guess = found + 1;
        }
    }
    reader.leave();
    Ok(())
}

#[inline(always)]
fn offset(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

/// What it takes to find fields by their keys.
struct Search<'t> {
    steps: &'static [Step],
    /// The headers of String and StringName.
    keys: [u32; 2],
    widths: &'t Widths,
    /// The field that the next key names, likely.
    guess: usize,
}

impl Search<'_> {
    /// Notes where the values of up to `count` pairs begin: stops before a pair that it takes
    /// more to read, and says how many are left. The words end at the offset `end`.
    #[inline(never)]
    fn run<'w>(
        &mut self,
        mut words: &'w [Word],
        count: usize,
        offsets: &mut [u32],
        end: usize,
    ) -> (&'w [Word], usize) {
        let Self { steps, keys, widths, mut guess } = *self;
        let offsets = offsets.get_mut(..steps.len()).unwrap_or_default();
        // Keys come mostly in the order of the fields, or in the reverse.
        let mut last = guess.wrapping_sub(1);
        let mut left = count;
        while left > 0 {
            let pair = quick_pair(words, steps, guess, keys, widths);
            let Some((found, value, behind)) = pair else { break };
            let Some(slot) = offsets.get_mut(found) else { break };
            *slot = offset(end - value.len() * 4);
            guess = found.wrapping_mul(2).wrapping_sub(last);
            if guess >= steps.len() {
                guess = found.wrapping_sub(1);
            }
            last = found;
            words = behind;
            left -= 1;
        }
        self.guess = guess;
        (words, left)
    }
}

/// The field of a pair whose key is a field's name, the words from the value on, and what follows it.
#[inline(always)]
fn quick_pair<'w>(
    words: &'w [Word],
    steps: &'static [Step],
    guess: usize,
    keys: [u32; 2],
    widths: &Widths,
) -> Option<(usize, &'w [Word], &'w [Word])> {
    let (header, key) = words.split_first()?;
    let header = u32::from_le_bytes(*header);
    if header != keys[0] && header != keys[1] {
        return None;
    }
    let index = match steps.get(guess) {
        Some(step) if step.is_key(key) => guess,
        _ => steps.iter().position(|step| step.is_key(key))?,
    };
    let probe = &steps.get(index)?.probe;
    let value = words.get(probe.key_words as usize..)?;
    let behind = if *value.first()? == probe.header {
        value.get(probe.value_words as usize..)?
    } else {
        widths.skip(value)?
    };
    Some((index, value, behind))
}

/// Takes a key of any kind and its value: the field that it names, and where the value begins.
#[cold]
#[inline(never)]
fn read_pair(
    reader: &mut Reader<'_>,
    steps: &'static [Step],
    strict: Option<Option<&'static str>>,
    spec: &DialectSpec,
) -> Result<Option<(usize, usize)>, DecodeError> {
    let key = reader.clone();
    let (kind, _) = codec::read_header(reader, spec)?;
    let found = if matches!(kind, VariantType::String | VariantType::StringName) {
        let text = codec::text_bytes(reader)?;
        steps.iter().position(|step| step.has_key(text))
    } else {
        // It names no field.
        *reader = key.clone();
        skip_value(reader, spec)?;
        None
    };
    if let (None, Some(tag)) = (found, strict) {
        entries::check_known(&key, tag, spec)?;
    }
    let at = reader.position();
    skip_value(reader, spec)?;
    Ok(found.map(|index| (index, at)))
}

/// Finds where the elements of an Array record begin, and steps behind it.
#[inline(never)]
fn locate_elements(
    reader: &mut Reader<'_>,
    ids: usize,
    steps: &'static [Step],
    offsets: &mut [u32],
    spec: &DialectSpec,
) -> Result<(), DecodeError> {
    let start = reader.position();
    let count = codec::open_array(reader, spec)?;
    if count > steps.len() + ids {
        return Err(wrong_length(start, steps.len() + ids, count));
    }
    reader.enter()?;
    for element in 0..count {
        if let Some(slot) = element.checked_sub(ids).and_then(|index| offsets.get_mut(index)) {
            *slot = u32::try_from(reader.position()).unwrap_or(u32::MAX);
        }
        skip_value(reader, spec)?;
    }
    reader.leave();
    Ok(())
}

#[cold]
pub(super) fn wrong_length(at: usize, expected: usize, found: usize) -> DecodeError {
    let s = if expected == 1 { "" } else { "s" };
    DecodeError::new(
        DecodeErrorKind::WrongLength,
        at,
        alloc::format!("an Array of {expected} element{s}"),
        alloc::format!("{found}"),
    )
}

/// What [`locate_fields`] must know of a record.
struct Known {
    steps: &'static [Step],
    /// Whether it is a Dictionary.
    keyed: bool,
    /// How many elements of an Array stand before the fields.
    ids: usize,
    /// The key of the tag that is known too, if no others may come.
    strict: Option<Option<&'static str>>,
    spec: DialectSpec,
}

impl Known {
    const fn of<D: Dialect, R: Layout<D> + ?Sized>() -> Self {
        let open = u32::from_le_bytes(R::OPEN[0]);
        let dictionary = super::layout::header_word::<D>(VariantType::Dictionary);
        Self {
            steps: R::STEPS,
            keyed: open == u32::from_le_bytes(dictionary),
            ids: ids::<D, R>(),
            strict: if R::DENY_UNKNOWN { Some(R::TAG) } else { None },
            spec: D::SPEC,
        }
    }
}

/// Where the fields of a record begin, which is to be read with care.
struct Places<'de> {
    before: Attempt<'de>,
    start: usize,
    behind: &'de [u8],
}

/// Finds the fields of a record that begins `lead` words before the reader, and goes into it.
#[inline(never)]
fn locate_fields<'de>(
    reader: &mut Reader<'de>,
    lead: usize,
    known: &'static Known,
    offsets: &mut [u32],
) -> Result<Places<'de>, DecodeError> {
    reader.seek(reader.position() - lead * 4);
    let start = reader.position();
    let before = reader.begin_again();
    let located = if known.keyed {
        locate(reader, known.steps, known.strict, offsets, &known.spec)
    } else {
        locate_elements(reader, known.ids, known.steps, offsets, &known.spec)
    };
    if let Err(error) = located.and_then(|()| reader.enter()) {
        reader.reject(before);
        return Err(error);
    }
    Ok(Places { before, start, behind: reader.rest() })
}

/// Reads a record of which the caller has compared and taken the first `lead` words.
#[cfg_attr(not(debug_assertions), inline(always))]
fn decode_behind<'de, D, R>(reader: &mut Reader<'de>, lead: usize) -> Result<R::Value, DecodeError>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    if const { !R::TEMPLATE.is_empty() }
        && let Some(attempt) = begin(reader)?
    {
        let fits = if const { R::STEPS.is_empty() } {
            take_constant(reader, R::TEMPLATE.get(lead..).unwrap_or_default())
        } else {
            true
        };
        if fits
            && let Ok(value) = R::read(&mut RunsOf { reader, words: &[], skip: lead, found: None })
        {
            reader.accept(attempt);
            return Ok(value);
        }
        reader.reject(attempt);
    }
    decode_located::<D, R>(reader, lead)
}

/// Goes into a record to read it speculatively.
#[cfg_attr(not(debug_assertions), inline(always))]
fn begin<'de>(reader: &mut Reader<'de>) -> Result<Option<Attempt<'de>>, DecodeError> {
    let Some(attempt) = reader.attempt() else { return Ok(None) };
    match reader.enter() {
        Ok(()) => Ok(Some(attempt)),
        Err(error) => Err(error),
    }
}

/// Reads a record with care: any order, any form of its values.
#[cold]
#[inline(never)]
fn decode_located<'de, D, R>(reader: &mut Reader<'de>, lead: usize) -> Result<R::Value, DecodeError>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    if const { matches!(R::FIELDS, Fields::Flattened) } {
        return entries::decode_record::<D, R>(reader);
    }
    read_located::<D, R, _>(reader, lead, |source| R::read(source))
}

/// As [`decode_located`], in place.
#[cold]
#[inline(never)]
fn decode_located_in_place<'de, D, R>(
    reader: &mut Reader<'de>,
    place: &mut R::Value,
) -> Result<(), DecodeError>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    if const { matches!(R::FIELDS, Fields::Flattened) } {
        *place = entries::decode_record::<D, R>(reader)?;
        return Ok(());
    }
    read_located::<D, R, _>(reader, 0, |source| R::read_into(source, place))
}

/// Finds the fields, and lets them be read.
#[inline(always)]
fn read_located<'de, D, R, V>(
    reader: &mut Reader<'de>,
    lead: usize,
    read: impl FnOnce(&mut RunsOf<'_, 'de>) -> Result<V, Unusual>,
) -> Result<V, DecodeError>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    let mut offsets = R::Offsets::NONE;
    let known = const { &Known::of::<D, R>() };
    let places = locate_fields(reader, lead, known, offsets.get())?;
    let mut error = None;
    let found = Found { offsets: offsets.get(), start: places.start, error: &mut error };
    let value = read(&mut RunsOf { reader, words: &[], skip: 0, found: Some(found) });
    match value {
        Ok(value) => {
            reader.accept(places.before);
            reader.seek_back(places.behind);
            Ok(value)
        }
        Err(Unusual) => {
            reader.reject(places.before);
            // A miss with located fields has always said why.
            Err(error.unwrap_or_else(|| reader.incomplete("a record")))
        }
    }
}

/// Takes words that must be these.
fn take_constant(reader: &mut Reader<'_>, expected: &'static [Word]) -> bool {
    let fits = same(reader.peek_words(expected.len()), Some(expected));
    if fits {
        reader.skip_words(expected.len());
    }
    fits
}

/// Reads a record.
///
/// # Errors
/// Those of its fields, with the path, and those of the container.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn decode<'de, D, R>(reader: &mut Reader<'de>) -> Result<R::Value, DecodeError>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    decode_behind::<D, R>(reader, 0)
}

/// Reads a record whose constant lead the caller has compared and taken.
///
/// # Errors
/// As [`decode`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn decode_rest<'de, D, R>(reader: &mut Reader<'de>) -> Result<R::Value, DecodeError>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    decode_behind::<D, R>(reader, const { super::layout::lead::<D, R>().len() })
}

/// Reads a record in place of one that is there.
///
/// # Errors
/// As [`decode`].
#[inline]
pub fn decode_in_place<'de, D, R>(
    reader: &mut Reader<'de>,
    place: &mut R::Value,
) -> Result<(), DecodeError>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    if const { !R::TEMPLATE.is_empty() && !R::STEPS.is_empty() }
        && let Some(attempt) = begin(reader)?
    {
        let mut source = RunsOf { reader, words: &[], skip: 0, found: None };
        if R::read_into(&mut source, place).is_ok() {
            reader.accept(attempt);
            return Ok(());
        }
        reader.reject(attempt);
    }
    decode_located_in_place::<D, R>(reader, place)
}
