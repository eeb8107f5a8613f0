//! Reads records: tries the usual order of the fields, then any other.

use core::marker::PhantomData;

use super::locate::{Known, KnownOf, locate_fields};
use super::located::{Failure, Located};
use super::source::{RunsOf, same};
use super::{ReadRecord, Source};
use crate::reader::{Attempt, Word};
use crate::variant::record::entries::{self, DecodeEntries};
use crate::variant::record::slot::Slot;
use crate::variant::record::template::{self, FieldSet, Offsets, Template};
use crate::variant::traits::DecodeVariant;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::Facts;
use crate::{DecodeError, Reader};

/// Reads a usual form of known length; `ok` says whether it was one.
struct Usual<'w, D, R: ?Sized> {
    words: &'w [Word],
    ok: bool,
    record: PhantomData<(D, R)>,
}

impl<'de, D: Dialect, R: Template<D> + ?Sized> Source<'de, D> for Usual<'_, D, R> {
    type Miss = core::convert::Infallible;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get<T: DecodeVariant<'de, D>>(&mut self, slot: &'static Slot) -> Result<T, Self::Miss> {
        let at = slot.in_usual.at;
        let before = at - slot.in_usual.constants..at;
        let hole = at..at + T::FACTS.usual.len();
        self.ok &= same(self.words.get(before.clone()), R::USUAL.get(before));
        let hole = self.words.get(hole).unwrap_or_default();
        self.ok &= T::check(hole);
        Ok(T::build(hole))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_or<T: DecodeVariant<'de, D>>(
        &mut self,
        slot: &'static Slot,
        _default: impl FnOnce() -> T,
    ) -> Result<T, Self::Miss> {
        self.get(slot)
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

/// Whether words are a record in its usual form.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn check<'de, D, R>(words: &[Word]) -> bool
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    if const { R::USUAL.is_empty() || !template::record_facts::<D, R>().total } {
        return false;
    }
    let Some(words) = words.get(..R::USUAL.len()) else { return false };
    let ok = R::SLOTS.is_empty() && same(Some(words), Some(R::USUAL)) || !R::SLOTS.is_empty();
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

/// Reads a record of which the caller has compared and taken the first `prefix` words.
#[cfg_attr(not(debug_assertions), inline(always))]
fn decode_from<'de, D, R>(reader: &mut Reader<'de>, prefix: usize) -> Result<R::Value, DecodeError>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    if const { !R::RUNS.is_empty() && template::record_facts::<D, R>().flat } {
        if may_begin(reader, const { &template::record_facts::<D, R>() })
            && let Some(attempt) = reader.attempt_flat()?
        {
            if let Some(value) = read_runs::<D, R>(reader, prefix) {
                return Ok(value);
            }
            let bytes = reader.go_back_flat(attempt);
            return decode_located::<D, R>(reader, prefix, Reader::failure(bytes));
        }
    } else if const { !R::RUNS.is_empty() }
        && let Some(attempt) = begin(reader, const { &template::record_facts::<D, R>() })?
    {
        if let Some(value) = read_runs::<D, R>(reader, prefix) {
            reader.accept(attempt);
            return Ok(value);
        }
        let bytes = reader.go_back(attempt);
        return decode_located::<D, R>(reader, prefix, Reader::failure(bytes));
    }
    decode_located::<D, R>(reader, prefix, 0)
}

/// Reads a record in its usual order.
#[cfg_attr(not(debug_assertions), inline(always))]
fn read_runs<'de, D, R>(reader: &mut Reader<'de>, prefix: usize) -> Option<R::Value>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    if const { R::SLOTS.is_empty() }
        && !take_constant(reader, R::RUNS.get(prefix..).unwrap_or_default())
    {
        return None;
    }
    R::read(&mut RunsOf::<false> { reader, words: &[], skip: prefix }).ok()
}

/// Goes into a record to read it speculatively, in its usual order. What stands in that form is compared,
/// not counted: limits that could refuse it are asked here.
#[cfg_attr(not(debug_assertions), inline(always))]
fn begin<'de>(
    reader: &mut Reader<'de>,
    facts: &'static Facts,
) -> Result<Option<Attempt<'de>>, DecodeError> {
    if !may_begin(reader, facts) {
        return Ok(None);
    }
    let Some(attempt) = reader.attempt() else { return Ok(None) };
    match reader.enter() {
        Ok(()) => Ok(Some(attempt)),
        Err(error) => Err(error),
    }
}

/// Whether limits allow a record in its usual order.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn may_begin(reader: &Reader<'_>, facts: &'static Facts) -> bool {
    let few = facts.levels == 1 && facts.elements <= Reader::FEW_ELEMENTS;
    few || reader.allows(facts.levels, facts.elements)
}

/// Reads a record with care: any order, any form of its values. An attempt to read it in its usual order that failed
/// before is charged `failed` bytes; 0 without one.
#[cold]
#[inline(never)]
pub(super) fn decode_located<'de, D, R>(
    reader: &mut Reader<'de>,
    prefix: usize,
    failed: usize,
) -> Result<R::Value, DecodeError>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    if failed > 0 {
        reader.charge(failed);
    }
    if const { matches!(R::SET, FieldSet::Flattened) } {
        return entries::decode_record::<D, R>(reader);
    }
    let mut offsets = R::Offsets::NONE;
    let found = find(reader, prefix, &KnownOf::<D, R>::KNOWN, offsets.get())?;
    let mut failure = Failure::none(found.before.remaining());
    let mut source = Located { reader, offsets: offsets.get(), failure: &mut failure };
    match R::read(&mut source) {
        Ok(value) => {
            found.accept(reader);
            Ok(value)
        }
        Err(_) => {
            let error = failure.into_error(reader);
            found.reject(reader);
            Err(error)
        }
    }
}

/// As [`decode_located`], in place.
#[cold]
#[inline(never)]
pub(super) fn decode_located_in_place<'de, D, R>(
    reader: &mut Reader<'de>,
    place: &mut R::Value,
    failed: usize,
) -> Result<(), DecodeError>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    if failed > 0 {
        reader.charge(failed);
    }
    if const { matches!(R::SET, FieldSet::Flattened) } {
        *place = entries::decode_record::<D, R>(reader)?;
        return Ok(());
    }
    let mut offsets = R::Offsets::NONE;
    let found = find(reader, 0, &KnownOf::<D, R>::KNOWN, offsets.get())?;
    let mut failure = Failure::none(found.before.remaining());
    let mut source = Located { reader, offsets: offsets.get(), failure: &mut failure };
    match R::read_into(&mut source, place) {
        Ok(()) => {
            found.accept(reader);
            Ok(())
        }
        Err(_) => {
            let error = failure.into_error(reader);
            found.reject(reader);
            Err(error)
        }
    }
}

/// A record whose fields have been found.
struct Found<'de> {
    before: Attempt<'de>,
    /// What follows the record.
    after: &'de [u8],
}

/// Finds the fields of a record, of which the caller has taken the first `prefix` words.
#[cfg_attr(not(debug_assertions), inline(always))]
fn find<'de>(
    reader: &mut Reader<'de>,
    prefix: usize,
    known: &'static Known,
    offsets: &mut [u32],
) -> Result<Found<'de>, DecodeError> {
    if prefix > 0 {
        reader.seek(reader.position() - prefix * 4);
    }
    if reader.gives_up() {
        return Err(reader.given_up());
    }
    let before = reader.begin();
    if let Err(error) = locate_fields(reader, known, offsets) {
        reader.reject_far(before);
        return Err(error);
    }
    let after = reader.rest();
    Ok(Found { before, after })
}

impl<'de> Found<'de> {
    /// Goes on after the record, whose fields have been read.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn accept(&self, reader: &mut Reader<'de>) {
        reader.seek_back(self.after);
        reader.accept(self.before);
    }

    /// Goes back to where the record begins.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reject(&self, reader: &mut Reader<'de>) {
        // The fields may have been read anywhere among these bytes.
        reader.seek_back(self.after);
        reader.reject_far(self.before);
    }
}

/// Whether the value at the reader has what the record needs: the container, each field that must be
/// there, and of an Array no element more. What is in the fields is not looked at.
///
/// # Errors
/// [`DecodeErrorKind::LimitExceeded`](crate::DecodeErrorKind::LimitExceeded) when too much was
/// looked at.
#[inline]
pub fn may_be<D: Dialect, R: Template<D>>(reader: &mut Reader<'_>) -> Result<bool, DecodeError> {
    let kind = const { R::OPENING.first() };
    match (reader.peek_words(2), kind) {
        (Some([header, _]), Some(kind)) if header[0] != kind[0] => Ok(false),
        // A typed container has its count elsewhere.
        (Some([header, count]), _)
            if header[1..] == [0; 3] && {
                let count = u32::from_le_bytes(*count) & 0x7fff_ffff;
                (count as usize) < const { needed(R::SLOTS) + template::ids::<D, R>() }
            } =>
        {
            Ok(false)
        }
        // Reading what has a bound costs no more than looking for its keys.
        _ if const { template::record_facts::<D, R>().max_bytes().is_some() } => Ok(true),
        _ if const { matches!(R::SET, FieldSet::Flattened) && R::DENY_UNKNOWN } => Ok(true),
        _ => has_needed::<D, R>(reader),
    }
}

/// How many fields must be there.
const fn needed(slots: &[Slot]) -> usize {
    let mut needed = 0;
    let mut i = 0;
    while i < slots.len() {
        needed += slots[i].required as usize;
        i += 1;
    }
    needed
}

/// Whether each field is there that must be, by a walk over all of them.
#[inline(never)]
fn has_needed<D: Dialect, R: Template<D>>(reader: &mut Reader<'_>) -> Result<bool, DecodeError> {
    let mut ahead = reader.clone();
    let mut offsets = R::Offsets::NONE;
    let located = locate_fields(&mut ahead, &KnownOf::<D, R>::KNOWN, offsets.get());
    reader.read_in_vain(reader.remaining() - ahead.remaining())?;
    match located {
        Ok(()) => {
            let mut fields = R::SLOTS.iter().zip(offsets.get());
            Ok(fields.all(|(slot, offset)| !slot.required || *offset != u32::MAX))
        }
        Err(error) => Ok(error.is_of_limits()),
    }
}

/// Takes words that must be these. Inlined, so that the reader need not be in memory for it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn take_constant(reader: &mut Reader<'_>, expected: &'static [Word]) -> bool {
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
    decode_from::<D, R>(reader, 0)
}

/// Reads a record whose constant prefix the caller has compared and taken.
///
/// # Errors
/// As [`decode`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn decode_after_prefix<'de, D, R>(reader: &mut Reader<'de>) -> Result<R::Value, DecodeError>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    decode_from::<D, R>(reader, const { template::prefix::<D, R>().len() })
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
    if const { !R::RUNS.is_empty() && !R::SLOTS.is_empty() }
        && let Some(attempt) = begin(reader, const { &template::record_facts::<D, R>() })?
    {
        let mut source = RunsOf::<false> { reader, words: &[], skip: 0 };
        if R::read_into(&mut source, place).is_ok() {
            reader.accept(attempt);
            return Ok(());
        }
        let bytes = reader.go_back(attempt);
        return decode_located_in_place::<D, R>(reader, place, Reader::failure(bytes));
    }
    decode_located_in_place::<D, R>(reader, place, 0)
}
