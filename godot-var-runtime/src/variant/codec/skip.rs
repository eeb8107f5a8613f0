//! Skips values by their lengths.

use crate::core::reader::Word;
use crate::variant::codec::{self, FLAG_64};
use crate::variant::types::{
    DialectSpec, FloatForm, Generation, IntForm, Payload, RealForm, VariantType,
};
use crate::{DecodeError, Reader};

/// Skips one value of any type without building it. Allocates only errors.
///
/// # Errors
/// The errors of reading the value, except those for invalid UTF-8 and for components beyond the range of f32, which are not checked.
#[inline]
pub(crate) fn skip_value(reader: &mut Reader<'_>, spec: &DialectSpec) -> Result<(), DecodeError> {
    let (words, _) = reader.rest().as_chunks();
    match Widths::of(spec).skip(words) {
        Some(after) => {
            reader.skip_words(words.len() - after.len());
            Ok(())
        }
        None => skip_any(reader, spec),
    }
}

/// The lengths of values in words by type id; in the second half those with the 64-bit flag. 0 if the length is in the payload.
pub(crate) struct Widths([u8; 128]);

impl Widths {
    /// Replaces the length of a text.
    const TEXT: u8 = u8::MAX;

    /// Returns the lengths in a dialect.
    #[inline(always)]
    pub(crate) const fn of(spec: &DialectSpec) -> &'static Self {
        const GODOT4: &Widths = &Widths::table(&DialectSpec::GODOT4);
        const GODOT3: &Widths = &Widths::table(&DialectSpec::GODOT3);
        const FLAGLESS: &Widths = &Widths::table(&DialectSpec::FLAGLESS);
        const DOUBLE3: &Widths = &Widths::table(&DialectSpec::GODOT3_DOUBLE);
        // Readers follow the flags, so single and double precision builds of Godot 4 are the same.
        match (spec.generation, spec.int, spec.real) {
            (Generation::Godot4, ..) => GODOT4,
            (_, IntForm::Flagless, _) => FLAGLESS,
            (.., RealForm::DoubleUnflagged) => DOUBLE3,
            _ => GODOT3,
        }
    }

    const fn table(spec: &DialectSpec) -> Self {
        let mut words = [0; 128];
        let mut id = 0;
        while id < 64 {
            if let Some(kind) = spec.type_of(id) {
                words[id as usize] = Self::words(kind, id as u32, spec);
                words[id as usize + 64] = Self::words(kind, id as u32 | FLAG_64, spec);
            }
            id += 1;
        }
        Self(words)
    }

    const fn words(kind: VariantType, header: u32, spec: &DialectSpec) -> u8 {
        let flag = header & FLAG_64 != 0;
        let payload = match kind.payload() {
            Payload::Nothing => 0,
            Payload::Bool => 1,
            Payload::Int if matches!(spec.int, IntForm::Flagless) || flag => 2,
            Payload::Float if matches!(spec.float, FloatForm::Shortest) && flag => 2,
            Payload::Int | Payload::Float => 1,
            Payload::Text => return Self::TEXT,
            Payload::Structure { component, names, .. } => {
                component.bytes(codec::is_wide(header, spec)) / 4 * names.len()
            }
            _ => return 0,
        };
        1 + payload as u8
    }

    /// The length of a value with this header; `None` if it needs more work.
    #[inline(always)]
    fn get(&self, header: Word) -> Option<u8> {
        let header = u32::from_le_bytes(header);
        // Other flags matter only for containers and objects, whose lengths are not in this table.
        if header & 0xc0 != 0 {
            return None;
        }
        let words = *self.0.get((header & 63 | (header & FLAG_64) >> 10) as usize)?;
        (words > 0).then_some(words)
    }

    /// Returns the words after a value, or `None` if its length needs more work.
    #[inline(always)]
    pub(crate) fn skip<'de>(&self, words: &'de [Word]) -> Option<&'de [Word]> {
        match self.get(*words.first()?)? {
            Self::TEXT => {
                let len = u32::from_le_bytes(*words.get(1)?);
                words.get(2..)?.get(len.div_ceil(4) as usize..)
            }
            len => words.get(len as usize..),
        }
    }

    /// As [`skip`](Self::skip), for the value with this header at which these bytes begin.
    #[inline(always)]
    pub(crate) fn skip_bytes<'b>(&self, header: Word, bytes: &'b [u8]) -> Option<&'b [u8]> {
        match self.get(header)? {
            Self::TEXT => {
                let words = bytes.as_chunks().0;
                bytes.get((words.len() - self.skip(words)?.len()) * 4..)
            }
            len => bytes.get(usize::from(len) * 4..),
        }
    }
}

#[inline(never)]
fn skip_any(reader: &mut Reader<'_>, spec: &DialectSpec) -> Result<(), DecodeError> {
    if let Some(count) = codec::quick_count(reader, spec.type_id(VariantType::Dictionary), 8) {
        return skip_values(reader, count * 2, spec);
    }
    if let Some(count) = codec::quick_count(reader, spec.type_id(VariantType::Array), 4) {
        return skip_values(reader, count, spec);
    }
    let at = reader.position();
    let (kind, header) = codec::read_header(reader, spec)?;
    let len = match kind {
        VariantType::String | VariantType::StringName => return skip_text(reader),
        VariantType::Rid if matches!(spec.generation, Generation::Godot4) => 8,
        VariantType::Rid => 0,
        VariantType::NodePath => {
            let counts = codec::node_path_counts(reader)?;
            for _ in 0..counts.names + counts.subnames {
                skip_text(reader)?;
            }
            0
        }
        VariantType::Signal => {
            skip_text(reader)?;
            8
        }
        VariantType::PackedByteArray => return codec::packed_bytes(reader).map(drop),
        VariantType::PackedStringArray => {
            for _ in 0..codec::read_count(reader, "a PackedStringArray", 4)? {
                skip_text(reader)?;
            }
            0
        }
        VariantType::Array => {
            if matches!(spec.generation, Generation::Godot4) {
                skip_element_type(reader, header >> 16, spec)?;
            }
            let count = codec::container_count(reader, "an Array", 4)?;
            return skip_values(reader, count, spec);
        }
        VariantType::Dictionary => {
            if matches!(spec.generation, Generation::Godot4) {
                skip_element_type(reader, header >> 16, spec)?;
                skip_element_type(reader, header >> 18, spec)?;
            }
            let count = codec::container_count(reader, "a Dictionary", 8)?;
            return skip_values(reader, count * 2, spec);
        }
        VariantType::Object => return skip_object(reader, header, at, spec),
        // The value has only a header.
        VariantType::Int if reader.payload_aside().is_some() => 0,
        _ => match codec::packed_element_bytes(kind, header, spec) {
            Some(bytes) => codec::read_count(reader, "a packed array", bytes)? * bytes,
            // Too short, or with flags that have no meaning.
            None => (Widths::words(kind, header, spec) as usize).saturating_sub(1) * 4,
        },
    };
    reader.take(len, "a value")?;
    Ok(())
}

fn skip_values(
    reader: &mut Reader<'_>,
    count: usize,
    spec: &DialectSpec,
) -> Result<(), DecodeError> {
    reader.enter()?;
    let widths = Widths::of(spec);
    let mut left = count;
    while left > 0 {
        let words = reader.rest().as_chunks().0;
        let mut after = words;
        while left > 0 {
            let Some(next) = widths.skip(after) else { break };
            after = next;
            left -= 1;
        }
        reader.skip_words(words.len() - after.len());
        if left > 0 {
            skip_any(reader, spec)?;
            left -= 1;
        }
    }
    reader.leave();
    Ok(())
}

/// Skips the field with a declared type of this kind.
fn skip_element_type(
    reader: &mut Reader<'_>,
    kind: u32,
    spec: &DialectSpec,
) -> Result<(), DecodeError> {
    match kind & 3 {
        0 | 1 => codec::read_element_type(reader, kind, spec).map(drop),
        _ => skip_text(reader),
    }
}

#[inline(never)]
fn skip_object(
    reader: &mut Reader<'_>,
    header: u32,
    at: usize,
    spec: &DialectSpec,
) -> Result<(), DecodeError> {
    if header & FLAG_64 != 0 {
        return reader.take(8, "an Object").map(drop);
    }
    if !reader.limits().objects {
        return Err(codec::object_refused(at));
    }
    if codec::text_bytes(reader)?.is_empty() {
        return Ok(());
    }
    let count = codec::read_count(reader, "an Object", 8)?;
    reader.enter()?;
    for _ in 0..count {
        skip_text(reader)?;
        skip_value(reader, spec)?;
    }
    reader.leave();
    Ok(())
}

fn skip_text(reader: &mut Reader<'_>) -> Result<(), DecodeError> {
    let len = codec::read_len(reader, "a String")?;
    reader.take(len, "a String")?;
    reader.take(len.wrapping_neg() % 4, "a String")?;
    Ok(())
}
