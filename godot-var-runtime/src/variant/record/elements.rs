//! Reads the elements of a list, with one attempt for all elements in the usual order.

use alloc::vec::Vec;

use super::ReadRecord;
use super::read::{attempt, decode_located, decode_located_in_place};
use super::source::RunsOf;
use crate::core::reader::Cursor;
use crate::variant::record::template;
use crate::variant::traits::DecodeVariant;
use crate::variant::traits::dialect::Dialect;
use crate::{DecodeError, Reader};

/// Reads `count` elements of a list into `target`. An error comes with the number of elements before it.
///
/// The result is the same as one by one, but one attempt serves all elements in the usual order. While elements have
/// another order, attempts become rarer.
///
/// - `attempt` enters an element to read it speculatively.
/// - `read` reads the element at an index, if it has the usual order. It gets a copy of the reader, which has entered the element.
/// - `read_any` reads it in any form.
#[cfg_attr(not(debug_assertions), inline(always))]
fn read_elements<'de, T: ?Sized>(
    reader: &mut Reader<'de>,
    target: &mut T,
    count: usize,
    attempt: impl Fn(&mut Reader<'de>) -> Option<Cursor<'de>>,
    read: impl Fn(&mut T, usize, &mut Reader<'de>) -> bool,
    read_any: impl Fn(&mut T, usize, &mut Reader<'de>) -> Result<(), DecodeError>,
) -> Result<(), (usize, DecodeError)> {
    let mut index = 0;
    // How many elements `read_any` reads before the usual order is tried again.
    let mut wait = 0;
    // How often the usual order has failed since an element had it, up to six.
    let mut misses = 0;
    while index < count {
        if wait == 0
            && let Some(start) = attempt(reader)
        {
            // No reference to this copy leaves the loop, so it stays in registers where the fields allow it.
            let mut ahead = reader.clone();
            let before = index;
            let mut rest = ahead.rest();
            while index < count && ahead.speculates() {
                if !read(target, index, &mut ahead) {
                    break;
                }
                index += 1;
                rest = ahead.rest();
            }
            let bytes = rest.len() - ahead.remaining();
            reader.spend(&ahead);
            reader.accept(start);
            reader.seek_rest(rest);
            if index == count {
                break;
            }
            reader.charge(Reader::failure(bytes));
            // Set after the inner loop: if it were set inside, the compiler would write that loop twice.
            misses = if index > before { 0 } else { misses };
            wait = 1 << misses;
            misses = if misses < 6 { misses + 1 } else { 6 };
        }
        if let Err(error) = read_any(target, index, reader) {
            return Err((index, error));
        }
        index += 1;
        wait = if wait > 0 { wait - 1 } else { 0 };
    }
    Ok(())
}

/// Reads `count` elements of a list of records, and appends them.
#[inline(never)]
pub fn decode_elements<'de, D, R>(
    reader: &mut Reader<'de>,
    list: &mut Vec<R::Value>,
    count: usize,
) -> Result<(), DecodeError>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    read_elements(
        reader,
        list,
        count,
        attempt::<D, R>,
        |list, _, ahead| append::<D, R>(ahead, list),
        |list, _, reader| {
            list.push(decode_located::<D, R>(reader, 0, 0)?);
            Ok(())
        },
    )
    .map_err(|(_, error)| error)
}

/// Reads elements of a list of records in place of others.
#[inline(never)]
pub fn decode_elements_in_place<'de, D, R>(
    reader: &mut Reader<'de>,
    places: &mut [R::Value],
) -> Result<(), (usize, DecodeError)>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    let count = places.len();
    read_elements(
        reader,
        places,
        count,
        attempt::<D, R>,
        |places, index, ahead| {
            let Some(place) = places.get_mut(index) else { return false };
            RunsOf::<true>::new::<D, R>(ahead, 0)
                .is_some_and(|mut runs| R::read_into(&mut runs, place).is_ok())
        },
        |places, index, reader| match places.get_mut(index) {
            Some(place) => decode_located_in_place::<D, R>(reader, place, 0),
            None => Ok(()),
        },
    )
}

/// Reads `count` elements of a list of an enum whose variants have ids, and appends them. `push` appends the variant of
/// an id, if it has its usual order.
///
/// A variant in another form makes a separate attempt each time, as outside of lists.
#[inline(never)]
pub fn decode_variants<'de, D, V>(
    reader: &mut Reader<'de>,
    list: &mut Vec<V>,
    count: usize,
    push: impl Fn(i32, &mut Reader<'de>, &mut Vec<V>) -> bool,
) -> Result<(), DecodeError>
where
    D: Dialect,
    V: DecodeVariant<'de, D>,
{
    read_elements(
        reader,
        list,
        count,
        // Each variant checks the limits for the containers inside it.
        |reader| reader.attempt(1, 0),
        // The words before the id are compared with those of the variant that has it.
        |list, _, ahead| match ahead.peek_words(4) {
            Some([_, _, _, id]) => push(i32::from_le_bytes(*id), ahead, list),
            _ => false,
        },
        |list, _, reader| {
            list.push(decode_variant::<D, V>(reader)?);
            Ok(())
        },
    )
    .map_err(|(_, error)| error)
}

/// Reads a variant in any form.
#[cold]
#[inline(never)]
fn decode_variant<'de, D, V>(reader: &mut Reader<'de>) -> Result<V, DecodeError>
where
    D: Dialect,
    V: DecodeVariant<'de, D>,
{
    V::decode(reader)
}

/// Appends a variant to a list, if it is at the reader in its usual order.
///
/// The caller has entered the variant, so the limits are checked for one level more than it has. At the last level that
/// they allow, a variant with containers is therefore not read in this way.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn push_variant<'de, D, R>(ahead: &mut Reader<'de>, list: &mut Vec<R::Value>) -> bool
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    let facts = const { &template::record_facts::<D, R>() };
    !R::RUNS.is_empty()
        && ahead.may_enter(facts.levels, facts.elements)
        && append::<D, R>(ahead, list)
}

/// Appends a record to a list, if it is at the reader in its usual order.
#[cfg_attr(not(debug_assertions), inline(always))]
fn append<'de, D, R>(ahead: &mut Reader<'de>, list: &mut Vec<R::Value>) -> bool
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    match RunsOf::<true>::new::<D, R>(ahead, 0).map(|mut runs| R::read(&mut runs)) {
        Some(Ok(value)) => {
            list.push(value);
            true
        }
        _ => false,
    }
}
