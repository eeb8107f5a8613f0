//! Reads records: tries the usual order of the fields, then any other.

use super::ReadRecord;
use super::locate::{Known, KnownOf, locate_fields};
use super::located::{Failed, Failure, Located};
use super::source::RunsOf;
use crate::core::reader::{Cursor, Word};
use crate::variant::record::entries;
use crate::variant::record::slot::Slot;
use crate::variant::record::template::{self, FieldSet, Offsets, Template};
use crate::variant::traits::dialect::Dialect;
use crate::{DecodeError, Reader};

/// The record of words that are one in its usual form.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn from_words<'de, D, R>(words: &'de [Word]) -> Option<R::Value>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    if const { R::USUAL.is_empty() } {
        return None;
    }
    let mut reader = Reader::new(words.get(..R::USUAL.len())?.as_flattened());
    let value = R::read(&mut RunsOf::<true>::new::<D, R>(&mut reader, 0)?).ok()?;
    (reader.remaining() == 0).then_some(value)
}

/// Enters a record to read it speculatively, in its usual order. Its containers are compared with the template, not
/// counted one by one, so this checks the limits for all of them.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn attempt<'de, D, R>(reader: &mut Reader<'de>) -> Option<Cursor<'de>>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    if const { R::RUNS.is_empty() } {
        return None;
    }
    let facts = const { &template::record_facts::<D, R>() };
    reader.attempt(facts.levels, facts.elements)
}

/// Reads a record in any order, with values in any form. The caller has taken its first `prefix` words. `failed` is what
/// to charge for a failed attempt in the usual order; 0 without one.
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
    if const { matches!(R::SET, FieldSet::Flattened) } {
        reader.charge(failed);
        return entries::decode_record::<D, R>(reader);
    }
    read_located::<D, R, _>(reader, prefix, failed, |source| R::read(source))
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
    if const { matches!(R::SET, FieldSet::Flattened) } {
        reader.charge(failed);
        *place = entries::decode_record::<D, R>(reader)?;
        return Ok(());
    }
    read_located::<D, R, _>(reader, 0, failed, |source| R::read_into(source, place))
}

/// Finds the fields of a record, and reads each from where it is.
#[cfg_attr(not(debug_assertions), inline(always))]
fn read_located<'de, D, R, T>(
    reader: &mut Reader<'de>,
    prefix: usize,
    failed: usize,
    mut read: impl FnMut(&mut Located<'_, 'de>) -> Result<T, Failed>,
) -> Result<T, DecodeError>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    let mut offsets = R::Offsets::NONE;
    let start = find(reader, prefix, failed, &KnownOf::<D, R>::KNOWN, offsets.get())?;
    let after = reader.rest();
    let mut failure = Failure::none(start.remaining());
    match read(&mut Located { reader, offsets: offsets.get(), failure: &mut failure }) {
        Ok(value) => {
            // The fields may have been read anywhere among these bytes.
            reader.seek_rest(after);
            reader.accept(start);
            Ok(value)
        }
        Err(Failed) => {
            reader.seek_rest(after);
            Err(fail(reader, start, &mut failure))
        }
    }
}

/// Finds the fields of a record, steps past it, and returns where it begins.
#[inline(never)]
fn find<'de>(
    reader: &mut Reader<'de>,
    prefix: usize,
    failed: usize,
    known: &'static Known,
    offsets: &mut [u32],
) -> Result<Cursor<'de>, DecodeError> {
    reader.charge(failed);
    if prefix > 0 {
        reader.seek(reader.position() - prefix * 4);
    }
    reader.check_attempts()?;
    let start = reader.cursor();
    match locate_fields(reader, known, offsets) {
        Ok(()) => Ok(start),
        Err(error) => {
            let failed = reader.put_back(start);
            reader.charge(failed);
            Err(error.in_type(known.record))
        }
    }
}

/// The error for a field that cannot be read.
#[cold]
#[inline(never)]
fn fail<'de>(reader: &mut Reader<'de>, start: Cursor<'de>, failure: &mut Failure) -> DecodeError {
    let error = failure.take_error(reader);
    let failed = reader.put_back(start);
    reader.charge(failed);
    error
}

/// Whether the value at the reader may be the record: it has the container and all required fields, and an Array has no
/// element more. The contents of fields are not examined.
///
/// # Errors
/// [`DecodeErrorKind::LimitExceeded`](crate::DecodeErrorKind::LimitExceeded) when too many bytes were
/// examined.
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
        // Reading a record of bounded length costs no more than looking for its keys.
        _ if const { template::record_facts::<D, R>().max_bytes().is_some() } => Ok(true),
        _ if const { matches!(R::SET, FieldSet::Flattened) && R::DENY_UNKNOWN } => Ok(true),
        _ => has_needed::<D, R>(reader),
    }
}

/// How many fields are required.
const fn needed(slots: &[Slot]) -> usize {
    let mut needed = 0;
    let mut i = 0;
    while i < slots.len() {
        needed += slots[i].required as usize;
        i += 1;
    }
    needed
}

/// Whether all required fields are present, by a walk over all fields.
#[inline(never)]
fn has_needed<D: Dialect, R: Template<D>>(reader: &mut Reader<'_>) -> Result<bool, DecodeError> {
    let mut offsets = R::Offsets::NONE;
    match look_for(reader, &KnownOf::<D, R>::KNOWN, offsets.get())? {
        Ok(()) => {
            let mut fields = R::SLOTS.iter().zip(offsets.get());
            Ok(fields.all(|(slot, offset)| !slot.required || *offset != u32::MAX))
        }
        Err(error) => Ok(error.is_of_limits()),
    }
}

/// Finds the fields of a record, and goes back to its start. The work stays charged.
#[inline(never)]
fn look_for(
    reader: &mut Reader<'_>,
    known: &'static Known,
    offsets: &mut [u32],
) -> Result<Result<(), DecodeError>, DecodeError> {
    let mut ahead = reader.clone();
    let located = locate_fields(&mut ahead, known, offsets);
    reader.read_in_vain(reader.remaining() - ahead.remaining())?;
    Ok(located)
}

/// Reads a record.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn decode<'de, D, R>(reader: &mut Reader<'de>) -> Result<R::Value, DecodeError>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    decode_from::<D, R>(reader, 0)
}

/// Reads a record whose constant prefix the caller has compared and taken.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn decode_after_prefix<'de, D, R>(reader: &mut Reader<'de>) -> Result<R::Value, DecodeError>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    decode_from::<D, R>(reader, const { template::prefix::<D, R>().len() })
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn decode_from<'de, D, R>(reader: &mut Reader<'de>, prefix: usize) -> Result<R::Value, DecodeError>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    let mut failed = 0;
    if let Some(start) = attempt::<D, R>(reader) {
        if let Some(mut runs) = RunsOf::<false>::new::<D, R>(reader, prefix)
            && let Ok(value) = R::read(&mut runs)
        {
            reader.accept(start);
            return Ok(value);
        }
        failed = reader.put_back(start);
    }
    // A variant of an enum, or one with fields that are read out of line.
    if const { R::USUAL.is_empty() || R::OPENING.len() > 2 } {
        return decode_located::<D, R>(reader, prefix, failed);
    }
    // No function that is not inlined has the reader itself, so it stays in registers.
    let mut copy = reader.clone();
    let located = decode_located::<D, R>(&mut copy, prefix, failed);
    reader.follow(&copy);
    located
}

/// Reads a record in place of an existing one.
#[inline]
pub fn decode_in_place<'de, D, R>(
    reader: &mut Reader<'de>,
    place: &mut R::Value,
) -> Result<(), DecodeError>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    let mut failed = 0;
    if let Some(start) = attempt::<D, R>(reader) {
        if let Some(mut runs) = RunsOf::<false>::new::<D, R>(reader, 0)
            && R::read_into(&mut runs, place).is_ok()
        {
            reader.accept(start);
            return Ok(());
        }
        failed = reader.put_back(start);
    }
    decode_located_in_place::<D, R>(reader, place, failed)
}
