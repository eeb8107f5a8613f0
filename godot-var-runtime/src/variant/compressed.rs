//! The compressed form of a Variant: what Godot 4 writes for an argument of an RPC, and for a property that
//! is synchronized.
//!
//! | Value | Bytes |
//! |---|---|
//! | bool | `01` false, `81` true |
//! | int | `02` and 1 byte, `42` and 2, `82` and 4, `c2` and 8: the narrowest that holds it, signed, little-endian |
//! | anything else | the usual form, whose first byte is the type |
//!
//! Bits 0 to 5 of the first byte are the type, bit 7 is the truth of a bool, bits 6 and 7 are the width of an
//! int. Only the value itself has this form: elements of an Array have the usual one.
//!
//! Readers take a width that is more than an int needs, and look at bit 7 of a bool alone, as the engine does;
//! with [`Limits::canonical`](crate::Limits::canonical) they refuse both. An int in the usual form
//! cannot be told apart: it is read as the int 0 of one byte, and its other bytes are left.
//!
//! ```
//! use godot_var_runtime::variant::{Godot4, compressed};
//! use godot_var_runtime::{Reader, VecOutput};
//!
//! let mut bytes = Vec::new();
//! compressed::encode::<Godot4, _, _>(&-129, &mut VecOutput::new(&mut bytes))?;
//! compressed::encode::<Godot4, _, _>("hi", &mut VecOutput::new(&mut bytes))?;
//! assert_eq!(bytes, [0x42, 0x7f, 0xff, 4, 0, 0, 0, 2, 0, 0, 0, b'h', b'i', 0, 0]);
//!
//! let mut reader = Reader::new(&bytes);
//! assert_eq!(compressed::decode::<Godot4, i16>(&mut reader)?, -129);
//! assert_eq!(compressed::decode::<Godot4, &str>(&mut reader)?, "hi");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Errors
//! Those of the type's own `encode` and `decode`. With [`Limits::canonical`](crate::Limits::canonical) also
//! [`InvalidValue`](crate::DecodeErrorKind::InvalidValue) for a bool or an int in another form than the writer's.
//!
//! # Source
//! `modules/multiplayer/multiplayer_api.cpp` (`encode_and_compress_variant`); agrees with every argument and
//! property in `tests/vectors/multiplayer.jsonl`, which Godot 4.6.3 wrote.

use crate::core::reader::Word;
use crate::variant::codec::short_int;
use crate::variant::codec::skip::skip_value;
use crate::variant::traits::dialect::{Dialect, Godot4};
use crate::variant::traits::facts::{Facts, header_word, wide_header_word};
use crate::variant::traits::{DecodeVariant, EncodeVariant};
use crate::variant::types::VariantType;
use crate::variant::types::{DialectSpec, Generation};
use crate::variant::values::variant::Variant;
use crate::{DecodeError, DecodeErrorKind, EncodeError, Limits, Output, Reader, SliceOutput};

/// The bits of the first byte that are the type.
pub const TYPE: u8 = 0x3f;
/// The type of a bool, in the usual form's first byte, too.
const BOOL: u8 = header_word::<Godot4>(VariantType::Bool)[0];
/// The usual header of an int.
const INT_HEADER: Word = header_word::<Godot4>(VariantType::Int);
/// The type of an int.
const INT: u8 = INT_HEADER[0];
/// The usual header of a packed array of bytes.
const BYTES_HEADER: Word = header_word::<Godot4>(VariantType::PackedByteArray);
/// The bit of a bool's first byte that is its truth: bit 7.
pub const TRUE: u8 = 0x80;
/// Where the width of an int begins in its first byte: bit 6. The two bits are 0 to 3 for 1, 2, 4 and 8 bytes.
pub const WIDTH: u32 = 6;

// ---------------------------------------------------------------- writing

/// Writes a value of any type.
#[inline]
pub fn encode<D: Dialect, T: EncodeVariant<D> + ?Sized, O: Output>(
    value: &T,
    out: &mut O,
) -> Result<(), EncodeError> {
    const { assert!(is_compressed(&D::SPEC), "only dialects of Godot 4 have a compressed form") };
    if const { is_other(&T::FACTS) } {
        return value.encode(out);
    }
    // A bool or an int is here as a whole; what is longer is written once more.
    let mut words = [[0; 4]; 3];
    let mut scratch = SliceOutput::new(words.as_flattened_mut());
    value.encode(&mut scratch)?;
    let len = scratch.position();
    let [[first, _, flags, _], low, high] = words;
    match first {
        BOOL => put_bool(low != [0; 4], out),
        INT if flags == 0 => put_int(i32::from_le_bytes(low).into(), out),
        INT => put_int(low_and_high(low, high), out),
        _ => match words.as_flattened().get(..len) {
            Some(bytes) => out.put_bytes(bytes),
            None => return value.encode(out),
        },
    }
    Ok(())
}

/// Writes a value whose type is known at run time only.
pub fn put<O: Output>(value: &Variant, spec: &DialectSpec, out: &mut O) -> Result<(), EncodeError> {
    match value {
        Variant::Bool(truth) => put_bool(*truth, out),
        Variant::Int(int) => put_int(*int, out),
        value => return value.put_in(out, spec),
    }
    Ok(())
}

#[inline]
fn put_bool<O: Output>(truth: bool, out: &mut O) {
    out.put_bytes(&[if truth { BOOL | TRUE } else { BOOL }]);
}

#[inline]
fn put_int<O: Output>(int: i64, out: &mut O) {
    let width = width_of(int);
    out.put_low_bytes(INT | (width << WIDTH) as u8, int as u64, 1 << width);
}

/// The narrowest width of an int: 1, 2, 4 or 8 bytes, as a power of two.
#[inline]
const fn width_of(int: i64) -> u32 {
    if int as i8 as i64 == int {
        0
    } else if int as i16 as i64 == int {
        1
    } else if int as i32 as i64 == int {
        2
    } else {
        3
    }
}

#[inline]
const fn low_and_high(low: Word, high: Word) -> i64 {
    (u32::from_le_bytes(low) as u64 | (u32::from_le_bytes(high) as u64) << 32) as i64
}

// ---------------------------------------------------------------- reading

/// The first byte of a value, and what it says.
enum Head<'de> {
    Bool(bool),
    /// And its bytes.
    Int(i64, &'de [u8]),
    /// The value is in the usual form, of which nothing is read.
    Usual,
}

/// Reads a value of any type, in any form that its readers accept: an `f32` from an int as well.
#[inline]
pub fn decode<'de, D: Dialect, T: DecodeVariant<'de, D>>(
    reader: &mut Reader<'de>,
) -> Result<T, DecodeError> {
    const { assert!(is_compressed(&D::SPEC), "only dialects of Godot 4 have a compressed form") };
    const FALSE: &[u8] = &[BOOL, 0, 0, 0, 0, 0, 0, 0];
    const TRUE: &[u8] = &[BOOL, 0, 0, 0, 1, 0, 0, 0];
    let at = reader.position();
    let read = match head(reader)? {
        Head::Usual => return T::decode(reader),
        Head::Bool(truth) => {
            let bytes = if truth { TRUE } else { FALSE };
            T::decode(&mut Reader::with_limits(bytes, *reader.limits()))
        }
        Head::Int(int, bytes) => {
            // An integer is made of its words; any other type asks a reader for the payload.
            let (low, high) = ((int as u32).to_le_bytes(), ((int >> 32) as u32).to_le_bytes());
            let words = [const { wide_header_word::<D>(VariantType::Int) }, low, high];
            if let Some(value) = T::from_wide_words(&words) {
                return Ok(value);
            }
            T::decode(&mut Reader::of_payload(&INT_HEADER, bytes, *reader.limits()))
        }
    };
    read.map_err(|error| error.at(at))
}

/// Reads a value of any type from a packed array of bytes alone, without header and length: the sole
/// argument of an RPC.
pub fn decode_bytes<'de, D: Dialect, T: DecodeVariant<'de, D>>(
    bytes: &'de [u8],
    limits: Limits,
) -> Result<T, DecodeError> {
    const { assert!(is_compressed(&D::SPEC), "only dialects of Godot 4 have a compressed form") };
    T::decode(&mut Reader::of_payload(&BYTES_HEADER, bytes, limits)).map_err(|error| error.at(0))
}

/// Reads a value whose type is known at run time only.
pub fn read(reader: &mut Reader<'_>, spec: &DialectSpec) -> Result<Variant, DecodeError> {
    match head(reader)? {
        Head::Bool(truth) => Ok(Variant::Bool(truth)),
        Head::Int(int, _) => Ok(Variant::Int(int)),
        Head::Usual => Variant::read_in(reader, spec),
    }
}

/// Steps over a value without building it; allocates nothing but errors.
///
/// # Errors
/// As [`read`], but for UTF-8 and components beyond the range of f32, which are not looked at.
pub fn skip(reader: &mut Reader<'_>, spec: &DialectSpec) -> Result<(), DecodeError> {
    match head(reader)? {
        Head::Bool(_) | Head::Int(..) => Ok(()),
        Head::Usual => skip_value(reader, spec),
    }
}

/// Takes a bool or an int.
#[inline]
fn head<'de>(reader: &mut Reader<'de>) -> Result<Head<'de>, DecodeError> {
    let at = reader.position();
    let Some(&first) = reader.rest().first() else {
        return Err(reader.incomplete("a value"));
    };
    match first & TYPE {
        BOOL => {
            reader.take(1, "a bool")?;
            if reader.limits().canonical && first & !TRUE != BOOL {
                return Err(not_canonical(at, "bool as 0x01 or 0x81", first));
            }
            Ok(Head::Bool(first & TRUE != 0))
        }
        INT => {
            reader.take(1, "an int")?;
            let width = u32::from(first >> WIDTH);
            let bytes = reader.take(1 << width, "an int")?;
            let int = short_int(bytes);
            if reader.limits().canonical && width != width_of(int) {
                return Err(not_canonical(at, "an int in its shortest form", first));
            }
            Ok(Head::Int(int, bytes))
        }
        _ => Ok(Head::Usual),
    }
}

#[cold]
fn not_canonical(at: usize, expected: &'static str, first: u8) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::InvalidValue,
        at,
        expected,
        alloc::format!("first byte 0x{first:02x}"),
    )
}

// ---------------------------------------------------------------- what is known of a type

const fn is_compressed(spec: &DialectSpec) -> bool {
    matches!(spec.generation, Generation::Godot4)
}

/// Whether values of a type are neither bools nor ints.
const fn is_other(facts: &Facts) -> bool {
    let words = if facts.prefix.is_empty() { facts.usual } else { facts.prefix };
    !matches!(words, [] | [[BOOL | INT, ..], ..])
}
