//! Finds where the fields of a record begin, whatever their order.

use core::marker::PhantomData;

use crate::variant::VariantType;
use crate::variant::derived::entries;
use crate::variant::derived::facts;
use crate::variant::derived::slot::{Slot, key_sum};
use crate::variant::derived::template::{self, Template};
use crate::variant::format;
use crate::variant::format::dialect::{Dialect, DialectSpec};
use crate::variant::inspect::skip::{Widths, skip_value};
use crate::{DecodeError, DecodeErrorKind, Reader};

/// Finds the fields of a record, and steps past them, one container deeper. Keys may stand in any order, as String
/// or StringName. Unknown ones are skipped; of a repeated one the last counts. What is stepped over is charged.
#[inline(never)]
pub(super) fn locate_fields(
    reader: &mut Reader<'_>,
    known: &'static Known,
    offsets: &mut [u32],
) -> Result<(), DecodeError> {
    if reader.message().len() >= u32::MAX as usize {
        return Err(too_long(reader));
    }
    if !known.keyed {
        return locate_elements(reader, known, offsets);
    }
    let bytes = reader.remaining();
    let pairs = format::open_dictionary_as(known.open, reader, &known.spec)?;
    reader.enter()?;
    let left = known.follow(reader, pairs, offsets);
    if left > 0 {
        follow_any(reader, known, left, offsets)?;
    }
    reader.charge_here(bytes - reader.remaining());
    Ok(())
}

/// As [`Known::follow`], whatever the pairs are.
#[inline(never)]
fn follow_any(
    reader: &mut Reader<'_>,
    known: &'static Known,
    pairs: usize,
    offsets: &mut [u32],
) -> Result<(), DecodeError> {
    let mut left = pairs;
    while left > 0 {
        left -= 1;
        let found = match known.odd_pair(reader.rest()) {
            Some((index, value, after)) => {
                let at = reader.position() + value;
                reader.seek_back(after);
                Some((index, at))
            }
            None => read_pair(reader, known)?,
        };
        if let Some((index, at)) = found
            && let Some(offset) = offsets.get_mut(index)
        {
            *offset = at as u32;
        }
        left = known.follow(reader, left, offsets);
    }
    Ok(())
}

/// Takes a key of any kind and its value: the field that it names, and where the value begins.
#[cold]
#[inline(never)]
fn read_pair(
    reader: &mut Reader<'_>,
    known: &'static Known,
) -> Result<Option<(usize, usize)>, DecodeError> {
    let Known { slots, strict, spec, .. } = known;
    let key = reader.clone();
    let (kind, _) = format::read_header(reader, spec)?;
    let found = if matches!(kind, VariantType::String | VariantType::StringName) {
        let text = format::text_bytes(reader)?;
        slots.iter().position(|slot| slot.has_key(text))
    } else {
        // It names no field.
        *reader = key.clone();
        skip_value(reader, spec)?;
        None
    };
    if let (None, Some(tag)) = (found, strict) {
        entries::check_known(&key, *tag, spec)?;
    }
    let at = reader.position();
    skip_value(reader, spec)?;
    Ok(found.map(|index| (index, at)))
}

/// As [`locate_fields`] for an Array.
#[inline(never)]
fn locate_elements(
    reader: &mut Reader<'_>,
    known: &'static Known,
    offsets: &mut [u32],
) -> Result<(), DecodeError> {
    let Known { slots, ids, spec, .. } = known;
    let bytes = reader.remaining();
    let start = reader.position();
    let count = format::open_array(reader, spec)?;
    if count > slots.len() + ids {
        return Err(wrong_length(start, slots.len() + ids, count));
    }
    reader.enter()?;
    for element in 0..count {
        if let Some(offset) = element.checked_sub(*ids).and_then(|index| offsets.get_mut(index)) {
            *offset = reader.position() as u32;
        }
        skip_value(reader, spec)?;
    }
    reader.charge_here(bytes - reader.remaining());
    Ok(())
}

#[cold]
#[inline(never)]
fn too_long(reader: &Reader<'_>) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::LimitExceeded,
        reader.position(),
        "less than 4 GiB around a record in another order than its own",
        "",
    )
}

#[cold]
pub(in crate::variant) fn wrong_length(at: usize, expected: usize, found: usize) -> DecodeError {
    let s = if expected == 1 { "" } else { "s" };
    DecodeError::new(
        DecodeErrorKind::WrongLength,
        at,
        alloc::format!("an Array of {expected} element{s}"),
        alloc::format!("{found}"),
    )
}

/// What [`locate_fields`] must know of a record.
pub(super) struct Known {
    slots: &'static [Slot],
    /// The type id of the container.
    open: u8,
    /// The header of a key that is a String, and of one that is a StringName.
    string: u32,
    name: u32,
    widths: &'static Widths,
    /// Whether it is a Dictionary.
    keyed: bool,
    /// How many elements of an Array stand before the fields.
    ids: usize,
    /// The key of the tag that is known too, if no others may come.
    strict: Option<Option<&'static str>>,
    places: Places,
    spec: DialectSpec,
}

/// What [`locate_fields`] must know of a record in a dialect, which is evaluated once for all who ask.
pub(super) struct KnownOf<D, R: ?Sized>(PhantomData<(D, R)>);

impl<D: Dialect, R: Template<D> + ?Sized> KnownOf<D, R> {
    pub(super) const KNOWN: Known = Known::of::<D, R>();
}

/// Which field a key names, by [`key_sum`]: a table without collisions, as far as there is one.
struct Places {
    multiplier: u32,
    fields: [u8; Self::LEN],
}

impl Places {
    const BITS: u32 = 7;
    const LEN: usize = 1 << Self::BITS;

    /// In place of a field: there is none.
    const NONE: u8 = u8::MAX;

    /// How many multipliers are tried. Two in three spread ten keys, one in thirty spreads thirty.
    const TRIES: u32 = 64;

    const fn of(slots: &[Slot]) -> Self {
        let mut places = Self { multiplier: 0x9e37_79b1, fields: [Self::NONE; Self::LEN] };
        let mut tries = 0;
        while !places.fill(slots) && tries < Self::TRIES {
            places.multiplier = places.multiplier.wrapping_mul(0x2c1b_3c6d);
            places.fields = [Self::NONE; Self::LEN];
            tries += 1;
        }
        places
    }

    /// Gives each key its place, and says whether no two share one.
    const fn fill(&mut self, mut slots: &[Slot]) -> bool {
        let mut index = 0;
        let mut alone = true;
        while let [slot, rest @ ..] = slots {
            let place =
                (slot.key_match.sum.wrapping_mul(self.multiplier) >> (32 - Self::BITS)) as usize;
            if index == Self::NONE {
                return false;
            }
            // Of keys that share a place the first has it.
            if self.fields[place] == Self::NONE {
                self.fields[place] = index;
            } else {
                alone = false;
            }
            index += 1;
            slots = rest;
        }
        alone
    }

    #[inline(always)]
    fn field(&self, sum: u32) -> usize {
        let place = sum.wrapping_mul(self.multiplier) >> (32 - Self::BITS);
        self.fields.get(place as usize).copied().unwrap_or(Self::NONE) as usize
    }
}

impl Known {
    const fn of<D: Dialect, R: Template<D> + ?Sized>() -> Self {
        let open = R::OPENING[0][0];
        let dictionary = facts::header_word::<D>(VariantType::Dictionary)[0];
        let string = u32::from_le_bytes(facts::header_word::<D>(VariantType::String));
        Self {
            slots: R::SLOTS,
            open,
            string,
            name: match D::SPEC.type_id(VariantType::StringName) {
                Some(id) => id as u32,
                None => string,
            },
            widths: Widths::of(&D::SPEC),
            keyed: open == dictionary,
            ids: template::ids::<D, R>(),
            strict: if R::DENY_UNKNOWN { Some(R::TAG) } else { None },
            places: Places::of(R::SLOTS),
            spec: D::SPEC,
        }
    }

    /// Notes where values begin, as long as each key is a String that is found at once, and each value's length is seen
    /// at once. Says how many pairs are left.
    #[inline(always)]
    fn follow(&self, reader: &mut Reader<'_>, pairs: usize, offsets: &mut [u32]) -> usize {
        // As many as there are fields: one comparison does for both.
        let Some(offsets) = offsets.get_mut(..self.slots.len()) else { return pairs };
        let mut left = pairs;
        let mut rest = reader.rest();
        let end = reader.position() + rest.len();
        while left > 0 {
            let Some((head, text)) = Slot::key_of(rest) else { break };
            let at = value_at(head);
            let joint = rest.get(at.wrapping_sub(4)..at.wrapping_add(4));
            let Some([last, header]) = joint.map(|joint| joint.as_chunks().0) else { break };
            let sum = key_sum(text as u32, u32::from_le_bytes(*last), (head >> 32) as u32);
            let index = self.places.field(sum);
            let (Some(slot), Some(offset)) = (self.slots.get(index), offsets.get_mut(index)) else {
                break;
            };
            if !slot.is_key(head, text, at, rest) {
                break;
            }
            let after = if *header == slot.key_match.header {
                rest.get(slot.key_match.pair_bytes as usize..)
            } else {
                rest.get(at..).and_then(|value| self.widths.skip_bytes(*header, value))
            };
            let Some(after) = after else { break };
            *offset = (end - rest.len() + at) as u32;
            rest = after;
            left -= 1;
        }
        reader.seek_back(rest);
        left
    }

    /// The field that a key names, as String or StringName, where its value begins, and what follows that.
    fn odd_pair<'b>(&self, bytes: &'b [u8]) -> Option<(usize, usize, &'b [u8])> {
        let (mut head, text) = Slot::key_of(bytes)?;
        // A StringName differs from a String in its type id alone.
        if head as u32 == self.name {
            head ^= u64::from(self.name ^ self.string);
        }
        let at = value_at(head);
        let index = self.slots.iter().position(|slot| slot.is_key(head, text, at, bytes))?;
        let value = bytes.get(at..)?;
        Some((index, at, self.widths.skip_bytes(*value.first_chunk()?, value)?))
    }
}

/// Where the value begins after a key of this header and length; on machines of 32 bits anywhere after one that no
/// message has room for.
#[inline(always)]
const fn value_at(head: u64) -> usize {
    (((head >> 32) + 11) & !3) as usize
}
