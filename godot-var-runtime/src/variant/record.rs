//! Writing and reading records: the struct or enum member that a derive has laid out.
//!
//! The derive emits each field twice: once in [`Record::write`], once in [`ReadRecord::read`].
//! Everything else is a [`Sink`] or [`Source`] of this file over those two.

use core::marker::PhantomData;

use super::VariantType;
use super::codec;
use super::dialect::{Dialect, DialectSpec};
use super::dynamic::{Widths, skip_value};
use super::entries::{self, DecodeEntries, EncodeEntries};
use super::layout::{Fields, Layout, Offsets, Shape, Step, ids};
use super::traits::{DecodeVariant, EncodeVariant};
use crate::reader::Word;
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

/// Finds a value that does not take its usual form.
struct AllUsual;

impl<D: Dialect> Sink<D> for AllUsual {
    type Stop = NotUsual;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<T: EncodeVariant<D> + ?Sized>(
        &mut self,
        _step: &'static Step,
        value: &T,
    ) -> Result<(), NotUsual> {
        if matches!(T::FACTS.shape, Shape::Fixed) && !value.is_usual() {
            return Err(NotUsual);
        }
        Ok(())
    }

    fn flatten<T: EncodeEntries<D> + ?Sized>(&mut self, _value: &T) -> Result<(), NotUsual> {
        Ok(())
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
        match T::FACTS.shape {
            Shape::Fixed => {
                let at = step.at - self.before;
                let run = self.out.run(self.mark, step.run.len() - self.before);
                if let Some(hole) = run.and_then(|run| run.get_mut(at..at + T::FACTS.usual.len())) {
                    value.fill(hole);
                }
                Ok(())
            }
            Shape::Flex => {
                const ZEROS: &[Word] = &[[0; 4]; 3];
                let mark = self.out.mark();
                self.out.put_run(ZEROS);
                if let Some(words) = self.out.run(mark, 3) {
                    let used = value.fill_flex(words).map_err(|error| in_step(error, step))?;
                    self.out.take_back(3 - used);
                    return Ok(());
                }
                // So near the end of a slice the number's own words may fit, or not.
                self.out.take_back(3);
                let mut words = [[0; 4]; 3];
                let used = value.fill_flex(&mut words).map_err(|error| in_step(error, step))?;
                self.out.put_words(words.get(..used).unwrap_or_default());
                Ok(())
            }
            Shape::Open => value.encode_rest(self.out).map_err(|error| in_step(error, step)),
        }
    }

    fn flatten<T: EncodeEntries<D> + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        value.encode_entries(self.out)
    }
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
#[inline(always)]
fn write_runs<D, R, O>(value: &R::Value, skip: usize, out: &mut O) -> Result<(), EncodeError>
where
    D: Dialect,
    R: Record<D>,
    O: Output,
{
    if R::STEPS.is_empty() && !R::TEMPLATE.is_empty() {
        out.put_words(R::TEMPLATE.get(skip..).unwrap_or_default());
        return Ok(());
    }
    if R::TEMPLATE.is_empty() {
        return entries::encode_record::<D, R, O>(value, out);
    }
    if R::write(value, &mut AllUsual).is_err() {
        return write_odd::<D, R, O>(value, skip, out);
    }
    out.enter()?;
    let mut sink = Runs { out, skip, before: skip, mark: 0 };
    R::write(value, &mut sink)?;
    sink.out.leave();
    Ok(())
}

/// Writes a record of which a value does not take its usual form.
#[cold]
#[inline(never)]
fn write_odd<D, R, O>(value: &R::Value, skip: usize, out: &mut O) -> Result<(), EncodeError>
where
    D: Dialect,
    R: Record<D>,
    O: Output,
{
    out.take_back(skip);
    entries::encode_record::<D, R, O>(value, out)
}

/// Writes a record.
///
/// # Errors
/// Those of its fields, with the path.
#[inline(always)]
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
#[inline(always)]
pub fn encode_rest<D, R, O>(value: &R::Value, out: &mut O) -> Result<(), EncodeError>
where
    D: Dialect,
    R: Record<D>,
    O: Output,
{
    write_runs::<D, R, O>(value, const { super::layout::lead::<D, R>().len() }, out)
}

/// Fills the holes of a record's usual form.
#[inline(always)]
pub fn fill<D, R>(value: &R::Value, words: &mut [Word]) -> bool
where
    D: Dialect,
    R: Record<D>,
{
    let words = words.get_mut(..R::USUAL.len()).unwrap_or_default();
    !R::USUAL.is_empty() && R::write(value, &mut Fill { words }).is_ok()
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
#[inline(always)]
pub fn check<'de, D, R>(words: &[Word]) -> bool
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    let Some(words) = words.get(..R::USUAL.len()) else { return false };
    if R::USUAL.is_empty() {
        return false;
    }
    let ok = R::STEPS.is_empty() && same(Some(words), Some(R::USUAL)) || !R::STEPS.is_empty();
    let mut source = Usual::<D, R> { words, ok, record: PhantomData };
    let Ok(_) = R::read(&mut source);
    source.ok
}

/// The record of words that [`check`] has accepted.
#[inline(always)]
pub fn build<'de, D, R>(words: &[Word]) -> R::Value
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    let words = words.get(..R::USUAL.len()).unwrap_or_default();
    let Ok(value) = R::read(&mut Usual::<D, R> { words, ok: true, record: PhantomData });
    value
}

/// Reads run by run what has the canonical order and the usual headers.
struct RunsOf<'r, 'de> {
    reader: &'r mut Reader<'de>,
    /// The words of the current run.
    words: &'de [Word],
    /// Words before the record's first run that the caller has compared and taken.
    skip: usize,
}

/// The bytes take another form: to be read with care.
pub struct Unusual;

impl RunsOf<'_, '_> {
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
}

impl<'de, D: Dialect> Source<'de, D> for RunsOf<'_, 'de> {
    type Miss = Unusual;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get<T: DecodeVariant<'de, D>>(&mut self, step: &'static Step) -> Result<T, Unusual> {
        if !self.open(step) {
            return Err(Unusual);
        }
        let run = step.run.len() - self.skip;
        if let Shape::Fixed = T::FACTS.shape {
            let at = step.at - self.skip;
            let usual = T::FACTS.usual.len();
            let hole = self.words.get(at..at + usual).unwrap_or_default();
            let value = if T::check(hole) {
                T::build(hole)
            } else {
                // A float from GDScript has 64 bits: what follows stands a word further behind.
                let words = self.reader.peek_words(run + 1).unwrap_or_default();
                let Some(value) = T::build_wide(words.get(at..=at + usual).unwrap_or_default())
                else {
                    return Err(Unusual);
                };
                self.reader.skip_words(1);
                self.words = words.get(1..).unwrap_or_default();
                value
            };
            if step.closes {
                self.reader.skip_words(run);
                self.skip = 0;
            }
            return Ok(value);
        }
        self.reader.skip_words(run);
        self.skip = 0;
        match T::decode_rest(self.reader) {
            Ok(value) => Ok(value),
            Err(_) => Err(Unusual),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_or<T: DecodeVariant<'de, D>>(
        &mut self,
        step: &'static Step,
        _default: impl FnOnce() -> T,
    ) -> Result<T, Unusual> {
        self.get(step)
    }

    fn flatten<T: DecodeEntries<'de, D>>(&mut self) -> Result<T, Unusual> {
        Err(Unusual)
    }
}

/// Reads fields from offsets that [`locate`] has found: any order, other widths, missing ones.
struct Located<'r, 'de, D> {
    reader: &'r mut Reader<'de>,
    offsets: &'r [u32],
    start: usize,
    dialect: PhantomData<D>,
}

impl<'de, D: Dialect> Located<'_, 'de, D> {
    /// The value of a step, or `None` when it is missing.
    #[inline(always)]
    fn find<T: DecodeVariant<'de, D>>(
        &mut self,
        step: &'static Step,
    ) -> Result<Option<T>, DecodeError> {
        let Some(offset @ 1..) = self.offsets.get(step.index).copied() else { return Ok(None) };
        self.reader.seek(offset as usize);
        let usual = T::FACTS.usual.len();
        if usual > 0 {
            match self.reader.peek_words(usual) {
                Some(words) if T::check(words) => return Ok(Some(T::build(words))),
                _ => {}
            }
        }
        self.decode(step).map(Some)
    }

    #[inline(never)]
    fn decode<T: DecodeVariant<'de, D>>(&mut self, step: &'static Step) -> Result<T, DecodeError> {
        T::decode(self.reader).map_err(|error| at_step(error, step))
    }

    /// What stands for the value of a step that is missing.
    #[cold]
    #[inline(never)]
    fn missing<T: DecodeVariant<'de, D>>(&self, step: &'static Step) -> Result<T, DecodeError> {
        match T::missing() {
            // An array can be shorter only where the schema gives a default.
            Some(value) if step.key.is_some() => Ok(value),
            _ => Err(missing(self.start, step)),
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

impl<'de, D: Dialect> Source<'de, D> for Located<'_, 'de, D> {
    type Miss = DecodeError;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get<T: DecodeVariant<'de, D>>(&mut self, step: &'static Step) -> Result<T, DecodeError> {
        match self.find(step) {
            Ok(Some(value)) => Ok(value),
            Ok(None) => self.missing(step),
            Err(error) => Err(error),
        }
    }

    #[inline(never)]
    fn get_or<T: DecodeVariant<'de, D>>(
        &mut self,
        step: &'static Step,
        default: impl FnOnce() -> T,
    ) -> Result<T, DecodeError> {
        Ok(self.find(step)?.unwrap_or_else(default))
    }

    fn flatten<T: DecodeEntries<'de, D>>(&mut self) -> Result<T, DecodeError> {
        unreachable_flatten()
    }
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

/// Reads a record with care: any order, any form of its values.
#[cold]
#[inline(never)]
fn decode_located<'de, D, R>(reader: &mut Reader<'de>) -> Result<R::Value, DecodeError>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    if let Fields::Flattened = R::FIELDS {
        return entries::decode_record::<D, R>(reader);
    }
    let start = reader.position();
    let mut offsets = R::Offsets::NONE;
    let before = reader.begin_again();
    let keyed = match R::OPEN.first() {
        Some(open) => *open == const { super::layout::header_word::<D>(VariantType::Dictionary) },
        None => false,
    };
    let located = if keyed {
        let strict = if R::DENY_UNKNOWN { Some(R::TAG) } else { None };
        locate(reader, R::STEPS, strict, offsets.get(), &D::SPEC)
    } else {
        locate_elements(reader, ids::<D, R>(), R::STEPS, offsets.get(), &D::SPEC)
    };
    if let Err(error) = located.and_then(|()| reader.enter()) {
        reader.reject(before);
        return Err(error);
    }
    let behind = reader.rest();
    let offsets = offsets.get();
    match R::read(&mut Located::<D> { reader, offsets, start, dialect: PhantomData }) {
        Ok(value) => {
            reader.accept(before);
            reader.seek_back(behind);
            Ok(value)
        }
        Err(error) => {
            reader.reject(before);
            Err(error)
        }
    }
}

/// Reads a record by runs, from behind its first `skip` words.
#[inline(always)]
fn read_runs<'de, D, R>(reader: &mut Reader<'de>, skip: usize) -> Option<R::Value>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    if R::TEMPLATE.is_empty() {
        return None;
    }
    if R::STEPS.is_empty() {
        let words = reader.peek_words(R::TEMPLATE.len() - skip)?;
        if !same(Some(words), R::TEMPLATE.get(skip..)) {
            return None;
        }
        reader.skip_words(words.len());
        return R::read(&mut RunsOf { reader, words: &[], skip: 0 }).ok();
    }
    R::read(&mut RunsOf { reader, words: &[], skip }).ok()
}

/// Reads a record.
///
/// # Errors
/// Those of its fields, with the path, and those of the container.
#[inline(always)]
pub fn decode<'de, D, R>(reader: &mut Reader<'de>) -> Result<R::Value, DecodeError>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    if let Some(attempt) = reader.attempt() {
        reader.enter()?;
        if let Some(value) = read_runs::<D, R>(reader, 0) {
            reader.accept(attempt);
            return Ok(value);
        }
        reader.reject(attempt);
    } else if let Some(words) = reader.peek_words(R::USUAL.len())
        && check::<D, R>(words)
    {
        reader.skip_words(words.len());
        return Ok(build::<D, R>(words));
    }
    decode_located::<D, R>(reader)
}

/// Reads a record whose constant lead the caller has compared and taken.
///
/// # Errors
/// As [`decode`].
#[inline(always)]
pub fn decode_rest<'de, D, R>(reader: &mut Reader<'de>) -> Result<R::Value, DecodeError>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    let lead = const { super::layout::lead::<D, R>().len() };
    if let Some(attempt) = reader.attempt() {
        reader.enter()?;
        if let Some(value) = read_runs::<D, R>(reader, lead) {
            reader.accept(attempt);
            return Ok(value);
        }
        reader.reject(attempt);
    }
    reader.seek(reader.position() - lead * 4);
    decode_located::<D, R>(reader)
}
