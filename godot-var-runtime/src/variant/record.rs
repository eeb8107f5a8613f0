//! Writing and reading records: the struct or enum member that a derive has laid out.
//!
//! The derive emits each field twice: once in [`Record::write`], once in [`ReadRecord::read`].
//! Everything else is a [`Sink`] or [`Source`] of this file over those two.

use core::marker::PhantomData;

use super::VariantType;
use super::codec;
use super::dialect::{Dialect, DialectSpec};
use super::dynamic::skip_value;
use super::entries::{self, DecodeEntries, EncodeEntries};
use super::layout::{Fields, Layout, Offsets, Shape, Stage, Step, ids};
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
        match self.words.get_mut(step.usual_at..step.usual_at + T::FACTS.usual.len()) {
            Some(hole) => {
                if value.fill(hole) {
                    Ok(())
                } else {
                    Err(NotUsual)
                }
            }
            None => Err(NotUsual),
        }
    }

    fn flatten<T: EncodeEntries<D> + ?Sized>(&mut self, _value: &T) -> Result<(), NotUsual> {
        Err(NotUsual)
    }
}

/// Writes run by run: a template on the stack, its holes filled, appended at constant length.
struct Runs<'o, O, S> {
    out: &'o mut O,
    stage: S,
    /// Words of the current run that are written already.
    done: usize,
}

impl<O: Output, S: Stage> Runs<'_, O, S> {
    #[inline(always)]
    fn open(&mut self, step: &'static Step) {
        if step.opens {
            copy_run(self.stage.words(), step.run);
        }
    }

    /// Appends the run, whose last `less` words are spare.
    #[inline(always)]
    fn close(&mut self, len: usize, less: usize) {
        let words = if self.done == 0 {
            self.stage.words().get(..len)
        } else {
            self.stage.words().get(self.done..len)
        };
        self.out.put_less(words.unwrap_or_default(), less);
        self.done = 0;
    }

    /// A value that does not take its usual form: writes what stands before it, then itself.
    #[cold]
    #[inline(never)]
    fn odd<D: Dialect, T: EncodeVariant<D> + ?Sized>(
        &mut self,
        step: &'static Step,
        value: &T,
    ) -> Result<(), EncodeError> {
        let before = self.stage.words().get(self.done..step.at).unwrap_or_default();
        self.out.put_words(before);
        self.done = step.at + T::FACTS.usual.len();
        value.encode(self.out)
    }
}

impl<D: Dialect, O: Output, S: Stage> Sink<D> for Runs<'_, O, S> {
    type Stop = EncodeError;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<T: EncodeVariant<D> + ?Sized>(
        &mut self,
        step: &'static Step,
        value: &T,
    ) -> Result<(), EncodeError> {
        let run = step.run.len();
        match T::FACTS.shape {
            Shape::Fixed => {
                self.open(step);
                let hole = self.stage.words().get_mut(step.at..step.at + T::FACTS.usual.len());
                let usual = match hole {
                    Some(hole) => value.fill(hole),
                    None => false,
                };
                if !usual {
                    if let Err(error) = self.odd::<D, T>(step, value) {
                        return Err(in_step(error, step));
                    }
                }
                if step.closes {
                    self.close(run, 0);
                }
            }
            Shape::Flex => {
                self.open(step);
                let spare = match self.stage.words().get_mut(run..run + 3) {
                    Some(words) => match value.fill_flex(words) {
                        Ok(used) => 3 - used,
                        Err(error) => return Err(in_step(error, step)),
                    },
                    None => 3,
                };
                self.close(run + 3, spare);
            }
            Shape::Open => {
                if step.opens {
                    let words = step.run.get(self.done..).unwrap_or_default();
                    self.out.put_words(words);
                    self.done = 0;
                } else {
                    self.close(run, 0);
                }
                if let Err(error) = value.encode_rest(self.out) {
                    return Err(in_step(error, step));
                }
            }
        }
        Ok(())
    }

    fn flatten<T: EncodeEntries<D> + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        value.encode_entries(self.out)
    }
}

/// Copies a run in pieces that the compiler turns into moves instead of a call.
#[inline(always)]
fn copy_run(stage: &mut [Word], run: &'static [Word]) {
    const PIECE: usize = 16;
    let mut at = 0;
    while at + PIECE <= run.len() {
        copy_piece(stage, run, at, PIECE);
        at += PIECE;
    }
    copy_piece(stage, run, at, run.len() - at);
}

#[inline(always)]
fn copy_piece(stage: &mut [Word], run: &'static [Word], at: usize, len: usize) {
    if let (Some(target), Some(source)) = (stage.get_mut(at..at + len), run.get(at..at + len)) {
        target.copy_from_slice(source);
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
    out.enter()?;
    let mut sink = Runs { out, stage: R::Stage::ZERO, done: skip };
    R::write(value, &mut sink)?;
    sink.out.leave();
    Ok(())
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
    match words.get_mut(..R::USUAL.len()) {
        Some(words) => R::write(value, &mut Fill { words }).is_ok(),
        None => false,
    }
}

// ---------------------------------------------------------------- reading

/// Reads a usual form of known length; `ok` says whether it was one.
struct Usual<'w, D, R: ?Sized> {
    words: &'w [Word],
    ok: bool,
    record: PhantomData<(D, fn() -> *const R)>,
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
            let hole = self.words.get(at..at + T::FACTS.usual.len()).unwrap_or_default();
            if !T::check(hole) {
                return Err(Unusual);
            }
            if step.closes {
                self.reader.skip_words(run);
                self.skip = 0;
            }
            return Ok(T::build(hole));
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
    #[inline(never)]
    fn find<T: DecodeVariant<'de, D>>(
        &mut self,
        step: &'static Step,
    ) -> Result<Option<T>, DecodeError> {
        let Some(offset @ 1..) = self.offsets.get(step.index).copied() else { return Ok(None) };
        self.reader.seek(offset as usize);
        match T::decode(self.reader) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(at_step(error, step)),
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

    fn get<T: DecodeVariant<'de, D>>(&mut self, step: &'static Step) -> Result<T, DecodeError> {
        match self.find(step)? {
            Some(value) => Ok(value),
            None => match T::missing() {
                // An array can be shorter only where the schema gives a default.
                Some(value) if step.key.is_some() => Ok(value),
                _ => Err(missing(self.start, step)),
            },
        }
    }

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
    let mut expected = 0;
    for _ in 0..count {
        let key = reader.clone();
        let (kind, _) = codec::read_header(reader, spec)?;
        let found = if matches!(kind, VariantType::String | VariantType::StringName) {
            let text = codec::text_bytes(reader)?;
            let mut order = (expected..steps.len()).chain(0..expected);
            order.find(|index| steps.get(*index).is_some_and(|step| step.has_key(text)))
        } else {
            *reader = key.clone();
            skip_value(reader, spec)?;
            None
        };
        if let (None, Some(tag)) = (found, strict) {
            entries::check_known(&key, tag, spec)?;
        }
        if let Some(index) = found {
            if let Some(slot) = offsets.get_mut(index) {
                *slot = u32::try_from(reader.position()).unwrap_or(u32::MAX);
            }
            expected = index + 1;
        }
        skip_value(reader, spec)?;
    }
    reader.leave();
    Ok(())
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
    let mut behind = reader.clone();
    let keyed = match R::OPEN.first() {
        Some(open) => *open == const { super::layout::header_word::<D>(VariantType::Dictionary) },
        None => false,
    };
    if keyed {
        let strict = if R::DENY_UNKNOWN { Some(R::TAG) } else { None };
        locate(&mut behind, R::STEPS, strict, offsets.get(), &D::SPEC)?;
    } else {
        locate_elements(&mut behind, ids::<D, R>(), R::STEPS, offsets.get(), &D::SPEC)?;
    }
    let mut inside = reader.again();
    inside.enter()?;
    let offsets = offsets.get();
    let mut source = Located::<D> { reader: &mut inside, offsets, start, dialect: PhantomData };
    let value = R::read(&mut source);
    reader.reject(&inside);
    let value = value?;
    reader.seek(behind.position());
    Ok(value)
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
    if let Some(mut attempt) = reader.attempt() {
        attempt.enter()?;
        if let Some(value) = read_runs::<D, R>(&mut attempt, 0) {
            reader.accept(&attempt);
            return Ok(value);
        }
        reader.reject(&attempt);
    } else if let Some(words) = reader.peek_words(R::USUAL.len()) {
        if check::<D, R>(words) {
            reader.skip_words(words.len());
            return Ok(build::<D, R>(words));
        }
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
    if let Some(mut attempt) = reader.attempt() {
        attempt.enter()?;
        if let Some(value) = read_runs::<D, R>(&mut attempt, lead) {
            reader.accept(&attempt);
            return Ok(value);
        }
        reader.reject(&attempt);
    }
    reader.seek(reader.position() - lead * 4);
    decode_located::<D, R>(reader)
}
