//! Finds where the fields of a record begin, whatever their order.

use crate::reader::{Attempt, Word};
use crate::variant::VariantType;
use crate::variant::codec;
use crate::variant::dialect::{Dialect, DialectSpec};
use crate::variant::entries;
use crate::variant::layout::{self, Layout, Step};
use crate::variant::skip::{Widths, skip_value};
use crate::{DecodeError, DecodeErrorKind, Reader};

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
    pub(super) const fn of<D: Dialect, R: Layout<D> + ?Sized>() -> Self {
        let open = u32::from_le_bytes(R::OPEN[0]);
        let dictionary = layout::header_word::<D>(VariantType::Dictionary);
        Self {
            steps: R::STEPS,
            keyed: open == u32::from_le_bytes(dictionary),
            ids: layout::ids::<D, R>(),
            strict: if R::DENY_UNKNOWN { Some(R::TAG) } else { None },
            spec: D::SPEC,
        }
    }
}

/// Where the fields of a record begin, which is to be read with care.
pub(super) struct Places<'de> {
    pub(super) before: Attempt<'de>,
    pub(super) start: usize,
    pub(super) behind: &'de [u8],
}

/// Finds the fields of a record that begins `lead` words before the reader, and goes into it.
#[inline(never)]
pub(super) fn locate_fields<'de>(
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
