//! Finds where the fields of a record begin, whatever their order.

use crate::variant::VariantType;
use crate::variant::derived::entries;
use crate::variant::derived::facts;
use crate::variant::derived::slot::Slot;
use crate::variant::derived::template::{self, Template};
use crate::variant::format;
use crate::variant::format::dialect::{Dialect, DialectSpec};
use crate::variant::inspect::skip::{Widths, skip_value};
use crate::{DecodeError, DecodeErrorKind, Reader};

/// Finds the fields of a record, and steps past them, one container deeper.
#[inline(never)]
pub(super) fn locate_fields(
    reader: &mut Reader<'_>,
    known: &'static Known,
    offsets: &mut [u32],
) -> Result<(), DecodeError> {
    if reader.position() + reader.remaining() >= u32::MAX as usize {
        return Err(too_long(reader));
    }
    if !known.keyed {
        return locate_elements(reader, known, offsets);
    }
    let count = format::open_dictionary_as(known.open, reader, &known.spec)?;
    reader.enter()?;
    let mut search = Search { left: count, guess: 0, onward: 1 };
    let offsets = offsets.get_mut(..known.slots.len()).unwrap_or_default();
    search.follow(reader, known, offsets);
    if search.left > 0 { search.follow_any(reader, known, offsets) } else { Ok(()) }
}

/// A search for the values of fields, whose keys may stand in any order, as String or StringName.
/// Unknown keys are skipped; of a repeated one the last wins.
struct Search {
    /// Pairs that are left.
    left: usize,
    /// The field that the next key names, likely.
    guess: usize,
    /// From there to the next guess: 1, or -1 where keys come in the reverse order.
    onward: usize,
}

impl Search {
    /// Notes where values begin, as long as each key is the one that is guessed, and each value has
    /// its usual header.
    ///
    /// It calls nothing and searches nothing, so that the registers suffice.
    #[inline(always)]
    fn follow(&mut self, reader: &mut Reader<'_>, known: &'static Known, offsets: &mut [u32]) {
        let slots = known.slots;
        let mut rest = reader.rest();
        let end = reader.position() + rest.len();
        // Programs that do not keep the order often reverse it.
        if let (Some((head, text)), Some(slot)) = (Slot::key_of(rest), slots.last())
            && slot.is_key(head, text, rest)
        {
            (self.guess, self.onward) = (slots.len() - 1, usize::MAX);
        }
        let Self { mut left, mut guess, onward } = *self;
        while left > 0
            && let (Some(slot), Some(offset)) = (slots.get(guess), offsets.get_mut(guess))
            && let Some((value, after)) = slot.usual_pair(rest)
        {
            *offset = (end - rest.len() + value) as u32;
            guess = guess.wrapping_add(onward);
            rest = after;
            left -= 1;
        }
        (self.left, self.guess) = (left, guess);
        reader.seek_back(rest);
    }

    /// As [`follow`](Self::follow) for what is left, whatever it is.
    #[inline(never)]
    fn follow_any(
        &mut self,
        reader: &mut Reader<'_>,
        known: &'static Known,
        offsets: &mut [u32],
    ) -> Result<(), DecodeError> {
        let mut rest = reader.rest();
        let end = reader.position() + rest.len();
        let Self { left, mut guess, mut onward } = *self;
        for _ in 0..left {
            let (index, at) = match known.pair(rest, guess) {
                Some((index, value, after)) => {
                    let at = end - rest.len() + value;
                    rest = after;
                    (index, at)
                }
                None => {
                    reader.seek_back(rest);
                    let found = read_pair(reader, known)?;
                    rest = reader.rest();
                    match found {
                        Some(found) => found,
                        None => continue,
                    }
                }
            };
            if let Some(offset) = offsets.get_mut(index) {
                *offset = at as u32;
            }
            if index != guess {
                let forward = index > guess && index + 1 < known.slots.len();
                onward = if forward { 1 } else { usize::MAX };
            }
            guess = index.wrapping_add(onward);
        }
        reader.seek_back(rest);
        Ok(())
    }
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
    spec: DialectSpec,
}

impl Known {
    pub(super) const fn of<D: Dialect, R: Template<D> + ?Sized>() -> Self {
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
            spec: D::SPEC,
        }
    }

    /// A field, and as [`Slot::usual_pair`], for any value whose length is seen at once.
    #[inline(always)]
    fn pair<'b>(&self, bytes: &'b [u8], guess: usize) -> Option<(usize, usize, &'b [u8])> {
        let (mut head, text) = Slot::key_of(bytes)?;
        // A StringName differs from a String in its type id alone.
        if head as u32 == self.name {
            head ^= u64::from(self.name ^ self.string);
        }
        let index = match self.slots.get(guess) {
            Some(slot) if slot.is_key(head, text, bytes) => guess,
            _ => self.slots.iter().position(|slot| slot.is_key(head, text, bytes))?,
        };
        let at = self.slots.get(index)?.key_match.key_bytes as usize;
        let value = bytes.get(at..)?;
        let words = value.as_chunks().0;
        let len = words.len() - self.widths.skip(words)?.len();
        Some((index, at, value.get(len * 4..)?))
    }
}
