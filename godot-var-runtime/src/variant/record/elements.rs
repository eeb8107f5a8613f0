//! Reads the elements of a list: one attempt in the usual order for as many as have it.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::ReadRecord;
use super::read::{decode_located, decode_located_in_place, may_begin, take_constant};
use super::source::RunsOf;
use crate::variant::record::template;
use crate::variant::traits::DecodeVariant;
use crate::variant::traits::dialect::Dialect;
use crate::{DecodeError, Reader};

/// Where the elements of a list go.
trait Elements<'de> {
    /// Whether any can have a usual order.
    const SPECULATES: bool;

    /// How many have come.
    fn count(&self) -> usize;

    /// Whether limits allow an element in its usual order.
    fn may_begin(&self, reader: &Reader<'de>) -> bool;

    /// Takes the next if it has its usual order. The reader is a copy, in which the caller has entered the element.
    fn read(&mut self, ahead: &mut Reader<'de>) -> bool;

    /// Takes the next, read with care. An attempt that failed before is charged so many bytes; 0 without one.
    fn read_with_care(
        &mut self,
        reader: &mut Reader<'de>,
        failed: usize,
    ) -> Result<(), DecodeError>;
}

/// Appends records to a list.
struct Appended<'l, D, R, V> {
    list: &'l mut Vec<V>,
    record: PhantomData<(D, R)>,
}

impl<'de, D: Dialect, R: ReadRecord<'de, D>> Elements<'de> for Appended<'_, D, R, R::Value> {
    const SPECULATES: bool = !R::RUNS.is_empty();

    #[inline(always)]
    fn count(&self) -> usize {
        self.list.len()
    }

    #[inline(always)]
    fn may_begin(&self, reader: &Reader<'de>) -> bool {
        may_begin(reader, const { &template::record_facts::<D, R>() })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(&mut self, ahead: &mut Reader<'de>) -> bool {
        if const { R::SLOTS.is_empty() } && !take_constant(ahead, R::RUNS) {
            return false;
        }
        match R::read(&mut RunsOf::<true> { reader: ahead, words: &[], skip: 0 }) {
            Ok(value) => {
                self.list.push(value);
                true
            }
            Err(_) => false,
        }
    }

    #[inline(always)]
    fn read_with_care(
        &mut self,
        reader: &mut Reader<'de>,
        failed: usize,
    ) -> Result<(), DecodeError> {
        self.list.push(decode_located::<D, R>(reader, 0, failed)?);
        Ok(())
    }
}

/// Reads records in the places of others.
struct InPlace<'l, D, R, V> {
    places: &'l mut [V],
    count: usize,
    record: PhantomData<(D, R)>,
}

impl<'de, D: Dialect, R: ReadRecord<'de, D>> Elements<'de> for InPlace<'_, D, R, R::Value> {
    const SPECULATES: bool = !R::RUNS.is_empty();

    #[inline(always)]
    fn count(&self) -> usize {
        self.count
    }

    #[inline(always)]
    fn may_begin(&self, reader: &Reader<'de>) -> bool {
        may_begin(reader, const { &template::record_facts::<D, R>() })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(&mut self, ahead: &mut Reader<'de>) -> bool {
        if const { R::SLOTS.is_empty() } && !take_constant(ahead, R::RUNS) {
            return false;
        }
        let Some(place) = self.places.get_mut(self.count) else { return false };
        let mut source = RunsOf::<true> { reader: ahead, words: &[], skip: 0 };
        if R::read_into(&mut source, place).is_err() {
            return false;
        }
        self.count += 1;
        true
    }

    #[inline(always)]
    fn read_with_care(
        &mut self,
        reader: &mut Reader<'de>,
        failed: usize,
    ) -> Result<(), DecodeError> {
        if let Some(place) = self.places.get_mut(self.count) {
            decode_located_in_place::<D, R>(reader, place, failed)?;
            self.count += 1;
        }
        Ok(())
    }
}

/// Appends variants of an enum that are told by an id. `push` reads the one of an id, and appends it.
struct Variants<'l, D, V, F> {
    list: &'l mut Vec<V>,
    push: F,
    dialect: PhantomData<D>,
}

impl<'de, D, V, F> Elements<'de> for Variants<'_, D, V, F>
where
    D: Dialect,
    V: DecodeVariant<'de, D>,
    F: FnMut(i32, &mut Reader<'de>, &mut Vec<V>) -> bool,
{
    const SPECULATES: bool = true;

    #[inline(always)]
    fn count(&self) -> usize {
        self.list.len()
    }

    #[inline(always)]
    fn may_begin(&self, _: &Reader<'de>) -> bool {
        // Each variant asks for what is in it.
        true
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(&mut self, ahead: &mut Reader<'de>) -> bool {
        // The words before the id are compared with those of the variant that has it.
        match ahead.peek_words(4) {
            Some([_, _, _, id]) => (self.push)(i32::from_le_bytes(*id), ahead, self.list),
            _ => false,
        }
    }

    #[inline(always)]
    fn read_with_care(
        &mut self,
        reader: &mut Reader<'de>,
        failed: usize,
    ) -> Result<(), DecodeError> {
        if failed > 0 {
            reader.charge(failed);
        }
        self.list.push(V::decode(reader)?);
        Ok(())
    }
}

/// Reads elements of a list until there are `end`.
///
/// As one by one, but one attempt serves all elements in the usual order. While elements have another order, it is
/// made less and less often. A variant that is read with care makes an attempt of its own each time, as outside of lists.
#[cfg_attr(not(debug_assertions), inline(always))]
fn read_elements<'de, E: Elements<'de>>(
    reader: &mut Reader<'de>,
    elements: &mut E,
    end: usize,
) -> Result<(), DecodeError> {
    // How many elements are read with care before the usual order is tried again.
    let mut wait = 0;
    // How often it has failed since an element had it, up to six.
    let mut misses = 0;
    while elements.count() < end {
        let mut failed = 0;
        if E::SPECULATES
            && wait == 0
            && elements.may_begin(reader)
            && let Some(attempt) = reader.attempt_inside()
        {
            // No reference to this copy leaves the loop, so it stays in registers where the fields allow it.
            let mut ahead = reader.clone();
            let before = elements.count();
            let mut rest = ahead.rest();
            while elements.count() < end && ahead.speculates() {
                if !elements.read(&mut ahead) {
                    break;
                }
                rest = ahead.rest();
            }
            let bytes = rest.len() - ahead.remaining();
            reader.accept_until(&ahead, attempt, rest);
            if elements.count() == end {
                break;
            }
            failed = Reader::failure(bytes);
            // Set after the inner loop: if it were set inside, the compiler would write that loop twice.
            misses = if elements.count() > before { 0 } else { misses };
            wait = 1 << misses;
            misses = if misses < 6 { misses + 1 } else { 6 };
        }
        elements.read_with_care(reader, failed)?;
        wait = if wait > 0 { wait - 1 } else { 0 };
    }
    Ok(())
}

/// Reads so many elements of a list of records, and appends them.
///
/// # Errors
/// As [`decode`](super::decode); the elements before have been appended.
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
    let end = list.len() + count;
    read_elements(reader, &mut Appended::<D, R, _> { list, record: PhantomData }, end)
}

/// Reads elements of a list of records in place of others.
///
/// # Errors
/// As [`decode`](super::decode), with the number of elements before.
#[inline(never)]
pub fn decode_elements_in_place<'de, D, R>(
    reader: &mut Reader<'de>,
    places: &mut [R::Value],
) -> Result<(), (usize, DecodeError)>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    let end = places.len();
    let mut elements = InPlace::<D, R, _> { places, count: 0, record: PhantomData };
    match read_elements(reader, &mut elements, end) {
        Ok(()) => Ok(()),
        Err(error) => Err((elements.count, error)),
    }
}

/// Reads so many elements of a list of an enum whose variants are told by an id, and appends them.
///
/// # Errors
/// As [`DecodeVariant::decode`]; the elements before have been appended.
#[inline(never)]
pub fn decode_variants<'de, D, V>(
    reader: &mut Reader<'de>,
    list: &mut Vec<V>,
    count: usize,
    push: impl FnMut(i32, &mut Reader<'de>, &mut Vec<V>) -> bool,
) -> Result<(), DecodeError>
where
    D: Dialect,
    V: DecodeVariant<'de, D>,
{
    let end = list.len() + count;
    read_elements(reader, &mut Variants::<D, V, _> { list, push, dialect: PhantomData }, end)
}

/// Appends a variant to a list if it stands at the reader in its usual order.
///
/// The caller has entered the variant, so limits are asked for one level more than it has. At the last level that
/// they allow, a variant with containers in it is therefore read with care.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn push_variant<'de, D, R>(ahead: &mut Reader<'de>, list: &mut Vec<R::Value>) -> bool
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    let mut elements = Appended::<D, R, _> { list, record: PhantomData };
    <Appended<'_, D, R, R::Value> as Elements<'de>>::SPECULATES
        && elements.may_begin(ahead)
        && elements.read(ahead)
}
