//! The fingerprint of a layout: a number that changes when the bytes do.

use super::model::{EnumerationLayout, NumberType, Prefix, RecordLayout, TypeLayout};
use crate::variant::layout::each;
use crate::variant::layout::fingerprint::{Around, START, byte, number, text};
use crate::variant::layout::keys::equal;
use crate::variant::{self, Generation};

/// Returns the FNV-1a hash (64 bits) of the types, order, widths, ranges and ids in a layout and all nested layouts.
///
/// A condition (`if`) is included with the ids of the variants that it names, but not with the values of constants.
/// The unit of a time is included, because it changes what the bytes mean. Rust names, defaults, maximum lengths, the bits in a delta and what
/// readers ignore are not, because they do not change the written bytes.
/// The number is stable across versions of this crate.
pub const fn fingerprint(layout: &TypeLayout<'_>) -> u64 {
    fingerprint_on(b'f', layout)
}

/// As [`fingerprint`], of the wire with this mark.
pub(crate) const fn fingerprint_on(wire: u8, layout: &TypeLayout<'_>) -> u64 {
    hash_type(byte(START, wire), layout, Around::NOTHING)
}

const fn hash_number(hash: u64, number: NumberType) -> u64 {
    text(hash, number.name())
}

const fn hash_prefix(hash: u64, prefix: Prefix) -> u64 {
    match prefix {
        Prefix::Varint => byte(hash, b'v'),
        Prefix::Number(number) => hash_number(byte(hash, b'n'), number),
    }
}

const fn hash_type(hash: u64, layout: &TypeLayout<'_>, around: Around<'_>) -> u64 {
    let inside = around.inside();
    match layout {
        TypeLayout::Unit => byte(hash, b'u'),
        TypeLayout::Bool | TypeLayout::LenientBool => byte(hash, b'b'),
        // Without 0 is what is read, not what is written.
        TypeLayout::Number(kind) | TypeLayout::NonZero(kind) => {
            hash_number(byte(hash, b'n'), *kind)
        }
        TypeLayout::Varint(kind) => {
            // All widths have the same bytes; a sign changes them.
            let signed = matches!(
                kind,
                NumberType::I8 | NumberType::I16 | NumberType::I32 | NumberType::I64
            );
            byte(byte(hash, b'v'), signed as u8)
        }
        TypeLayout::Char => byte(byte(hash, b'v'), 0),
        TypeLayout::Range { low, high, steps, clamp: _ } => {
            let hash = number(number(byte(hash, b'q'), low.to_bits()), high.to_bits());
            hash_number(hash, *steps)
        }
        TypeLayout::Angle { degrees, steps } => {
            hash_number(byte(byte(hash, b'a'), *degrees as u8), *steps)
        }
        TypeLayout::Direction(inner) => hash_type(byte(hash, b'd'), inner, inside),
        TypeLayout::Octahedron(inner) => hash_type(byte(hash, b'o'), inner, inside),
        TypeLayout::SmallestThree(bits) => byte(byte(hash, b'3'), *bits),
        TypeLayout::Components(name, count, inner) => {
            hash_type(number(text(byte(hash, b'c'), name), *count as u64), inner, inside)
        }
        TypeLayout::Text(prefix) => hash_prefix(byte(hash, b's'), *prefix),
        TypeLayout::CString => byte(hash, b'z'),
        TypeLayout::List(prefix, inner) => {
            hash_type(hash_prefix(byte(hash, b'l'), *prefix), inner, inside)
        }
        TypeLayout::Packed(prefix, bits, inner) => {
            hash_type(byte(hash_prefix(byte(hash, b'p'), *prefix), *bits), inner, inside)
        }
        TypeLayout::Map(prefix, key, value) => {
            hash_type(hash_type(hash_prefix(byte(hash, b'm'), *prefix), key, inside), value, inside)
        }
        TypeLayout::Array(count, inner) => {
            hash_type(number(byte(hash, b'x'), *count as u64), inner, inside)
        }
        TypeLayout::Tuple(elements) => {
            let mut hash = number(byte(hash, b't'), elements.len() as u64);
            each!(element in elements => {
                hash = hash_type(hash, element, inside);
            });
            hash
        }
        TypeLayout::Option(inner) => hash_type(byte(hash, b'?'), inner, inside),
        TypeLayout::AtMost(_, inner) | TypeLayout::InBits(_, inner) => {
            hash_type(hash, inner, around)
        }
        TypeLayout::Time { since_1970, unit } => {
            number(byte(byte(hash, b'i'), *since_1970 as u8), *unit as u64)
        }
        TypeLayout::Bytes(name, count) => number(text(byte(hash, b'y'), name), *count as u64),
        TypeLayout::Variant(generation, inner) => {
            let hash = byte(byte(hash, b'w'), matches!(generation, Generation::Godot4) as u8);
            number(hash, variant::fingerprint(inner))
        }
        TypeLayout::BigEndian(inner) => hash_type(byte(hash, b'>'), inner, inside),
        TypeLayout::Record(record) => {
            let own = around.named(record.name, true);
            hash_record(byte(hash, b'r'), record, around.within(&own).inside())
        }
        TypeLayout::Enumeration(enumeration) => {
            let own = around.named(enumeration.name, true);
            hash_enumeration(byte(hash, b'e'), enumeration, around.within(&own).inside())
        }
        TypeLayout::Recursive(again) => around.reference(hash, again.name(), (b'@', b'^')),
        TypeLayout::Named(name, inner) => hash_type(text(byte(hash, b'+'), name), inner, inside),
        TypeLayout::Custom(name) => text(byte(hash, b'*'), name),
    }
}

const fn hash_record(hash: u64, record: &RecordLayout<'_>, around: Around<'_>) -> u64 {
    let mut hash = number(byte(hash, record.header_bits), record.fields.len() as u64);
    each!(field in record.fields => {
        hash = hash_type(byte(hash, field.bits), field.layout, around);
        if let TypeLayout::Named(condition, _) = field.layout {
            hash = hash_compared(hash, condition, record);
        }
    });
    hash
}

/// Adds the ids of the variants in a condition: it names them, but their ids are on the wire.
const fn hash_compared(mut hash: u64, condition: &str, record: &RecordLayout<'_>) -> u64 {
    let bytes = condition.as_bytes();
    let (mut position, mut at) = (0_usize, 0);
    while at < bytes.len() {
        match bytes[at] {
            digit @ b'0'..=b'9' => {
                position =
                    usize::saturating_add(position.saturating_mul(10), (digit - b'0') as usize);
            }
            b' ' => {}
            b'=' => {
                let start = at + "==".len();
                while at < bytes.len() && !matches!(bytes[at], b')' | b'&' | b'|') {
                    at += 1;
                }
                let (before, _) = condition.split_at(at);
                if let Some((_, operand)) = before.split_at_checked(start)
                    && position < record.fields.len()
                {
                    hash = hash_variant(hash, operand, record.fields[position].layout);
                }
                position = 0;
            }
            _ => position = 0,
        }
        at += 1;
    }
    hash
}

/// Adds the id of the variant that a condition compares with, if the layout has it: `Target`, or `Receivers :: Target`.
const fn hash_variant(mut hash: u64, operand: &str, layout: &TypeLayout<'_>) -> u64 {
    if let TypeLayout::Enumeration(enumeration) = layout {
        let operand = operand.trim_ascii();
        each!(member in enumeration.members => {
            let name = member.record.name;
            if let Some(before) = operand.len().checked_sub(name.len())
                && let Some((path, last)) = operand.split_at_checked(before)
                && matches!(path.as_bytes(), [] | [.., b' '])
                && equal(last, name)
            {
                hash = number(byte(hash, b'='), member.id);
            }
        });
    }
    hash
}

const fn hash_enumeration(
    hash: u64,
    enumeration: &EnumerationLayout<'_>,
    around: Around<'_>,
) -> u64 {
    let mut hash = hash_prefix(hash, enumeration.number);
    hash = number(hash, enumeration.members.len() as u64);
    each!(member in enumeration.members => {
        hash = hash_record(number(hash, member.id), member.record, around);
    });
    hash
}
