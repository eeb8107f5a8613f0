//! Finds where the fields of a record begin, whatever their order.

use core::marker::PhantomData;

use crate::variant::codec;
use crate::variant::codec::skip::{Widths, skip_value};
use crate::variant::record::entries;
use crate::variant::record::enums::next_key;
use crate::variant::record::slot::Slot;
use crate::variant::record::template::{self, Template};
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts;
use crate::variant::types::DialectSpec;
use crate::variant::types::VariantType;
use crate::{DecodeError, DecodeErrorKind, Reader};

/// Finds the fields of a record, and steps past them, one container deeper. Keys may have any order, and be Strings or
/// StringNames. Unknown keys are skipped; of a repeated key the last counts. All skipped bytes are charged.
#[inline(always)]
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
    let pairs = codec::open_dictionary_as(known.open, reader, &known.spec)?;
    reader.enter()?;
    for _ in 0..pairs {
        let found = match known.pair(reader) {
            Some(found) => Some(found),
            None => read_pair(reader, known)?,
        };
        if let Some((index, at)) = found
            && let Some(offset) = offsets.get_mut(index)
        {
            *offset = at as u32;
        }
    }
    reader.charge(bytes - reader.remaining());
    Ok(())
}

/// Takes a key of any kind and its value. Returns the field that the key names, and where the value begins.
#[cold]
#[inline(never)]
fn read_pair(
    reader: &mut Reader<'_>,
    known: &'static Known,
) -> Result<Option<(usize, usize)>, DecodeError> {
    let Known { slots, strict, spec, .. } = known;
    let key = reader.clone();
    let text = next_key(reader, spec)?;
    let found = text.and_then(|text| slots.iter().position(|slot| slot.has_key(text)));
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
    let count = codec::open_array(reader, spec)?;
    if count > slots.len() + ids {
        return Err(codec::wrong_length(start, slots.len() + ids, count));
    }
    reader.enter()?;
    for element in 0..count {
        if let Some(offset) = element.checked_sub(*ids).and_then(|index| offsets.get_mut(index)) {
            *offset = reader.position() as u32;
        }
        skip_value(reader, spec)?;
    }
    reader.charge(bytes - reader.remaining());
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

/// A record as [`locate_fields`] needs it.
pub(super) struct Known {
    /// The name of the record.
    pub(super) record: &'static str,
    slots: &'static [Slot],
    /// The type id of the container.
    open: u8,
    /// The header of a key that is a String, and of one that is a StringName.
    string: u32,
    name: u32,
    widths: &'static Widths,
    /// Whether it is a Dictionary.
    keyed: bool,
    /// How many elements of an Array are before the fields.
    ids: usize,
    /// If unknown keys are errors: the key of the tag, which is known, too.
    strict: Option<Option<&'static str>>,
    spec: DialectSpec,
}

/// [`Known`] of a record in a dialect, which the compiler evaluates once.
pub(super) struct KnownOf<D, R: ?Sized>(PhantomData<(D, R)>);

impl<D: Dialect, R: Template<D> + ?Sized> KnownOf<D, R> {
    pub(super) const KNOWN: Known = Known::of::<D, R>();
}

impl Known {
    const fn of<D: Dialect, R: Template<D> + ?Sized>() -> Self {
        let open = R::OPENING[0][0];
        let dictionary = facts::header_word::<D>(VariantType::Dictionary)[0];
        let string = u32::from_le_bytes(facts::header_word::<D>(VariantType::String));
        Self {
            record: R::NAME,
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
            spec: D::SPEC,
        }
    }

    /// Takes a pair, if its key is a String or StringName with the first name of a field, and the header of its value determines the value's
    /// length. Returns the field, and where the value begins.
    #[inline(always)]
    fn pair(&self, reader: &mut Reader<'_>) -> Option<(usize, usize)> {
        let bytes = reader.rest();
        // The shortest pair has 16 bytes, except one with an empty key.
        let start = u128::from_le_bytes(*bytes.first_chunk()?);
        let (mut head, text) = (start as u64, (start >> 64) as u64);
        // A StringName differs from a String in its type id alone.
        if head as u32 == self.name {
            head ^= u64::from(self.name ^ self.string);
        }
        let index = self.slots.iter().position(|slot| slot.is_key(head, text, bytes))?;
        // Header, length and text, which ends with a word.
        let key = (((head >> 32) + 11) & !3) as usize;
        let value = bytes.get(key..)?;
        let after = self.widths.skip_bytes(*value.first_chunk()?, value)?;
        let at = reader.position() + key;
        reader.seek_rest(after);
        Some((index, at))
    }
}
