//! Walks over the blocks of a message by its template.

use std::fmt;
use std::net::Ipv4Addr;

use godot_var::lludp::{
    Field as Wire, Port, Quaternion, Uuid, Variable1, Variable2, Vector3, Vector3d, Vector4,
};
use godot_var::{DecodeError, Reader};
use godot_var_schema::template::{Block, Field, FieldType, Message, Quantity};
use serde_json::Value as Json;

/// An event of the walk, in byte order. Offsets count from the first block.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event<'a> {
    /// A block begins. If the template says `Variable`, its count is at `start`.
    Block { block: &'a Block, count: u8, start: usize },
    /// A repeat of the block begins.
    Row,
    /// A field, including its length if it has one.
    Field {
        block: &'a Block,
        field: &'a Field,
        row: usize,
        start: usize,
        end: usize,
        value: Value<'a>,
    },
    /// A block at the end that is missing.
    Missing(&'a Block),
}

/// Walks over the blocks, and returns the number of bytes after the last one.
///
/// Blocks at the end may be missing, because messages have grown over time. The first block is required.
///
/// # Errors
/// `Incomplete` if the bytes end inside a block. The path begins with the block.
pub(super) fn walk<'a>(
    message: &'a Message,
    blocks: &'a [u8],
    mut visit: impl FnMut(Event<'a>),
) -> Result<usize, DecodeError> {
    let mut reader = Reader::new(blocks);
    for (at, block) in message.blocks.iter().enumerate() {
        if at > 0 && reader.remaining() == 0 {
            visit(Event::Missing(block));
            continue;
        }
        walk_block(block, &mut reader, &mut visit)
            .map_err(|error| error.in_key(block.name.clone()))?;
    }
    Ok(reader.remaining())
}

fn walk_block<'a>(
    block: &'a Block,
    reader: &mut Reader<'a>,
    visit: &mut impl FnMut(Event<'a>),
) -> Result<(), DecodeError> {
    let start = reader.position();
    let count = match block.quantity {
        Quantity::Single => 1,
        Quantity::Multiple(count) => count,
        Quantity::Variable => u8::read(reader)?,
    };
    visit(Event::Block { block, count, start });
    for row in 0..usize::from(count) {
        visit(Event::Row);
        for field in &block.fields {
            let start = reader.position();
            let value = Value::read(field.field_type, reader)
                .map_err(|error| error.in_key(field.name.clone()).in_index(row))?;
            let end = reader.position();
            visit(Event::Field { block, field, row, start, end, value });
        }
    }
    Ok(())
}

/// The value of a field.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    Unsigned(u32),
    Signed(i32),
    U64(u64),
    S64(i64),
    F32(f32),
    F64(f64),
    Vector3([f32; 3]),
    Vector4([f32; 4]),
    Vector3d([f64; 3]),
    Quaternion(Quaternion),
    Uuid(Uuid),
    Bool(bool),
    Address(Ipv4Addr),
    Bytes(&'a [u8]),
}

impl<'a> Value<'a> {
    fn read(field_type: FieldType, reader: &mut Reader<'a>) -> Result<Self, DecodeError> {
        Ok(match field_type {
            FieldType::U8 => Self::Unsigned(u8::read(reader)?.into()),
            FieldType::U16 => Self::Unsigned(u16::read(reader)?.into()),
            FieldType::U32 => Self::Unsigned(u32::read(reader)?),
            FieldType::U64 => Self::U64(u64::read(reader)?),
            FieldType::S8 => Self::Signed(i8::read(reader)?.into()),
            FieldType::S16 => Self::Signed(i16::read(reader)?.into()),
            FieldType::S32 => Self::Signed(i32::read(reader)?),
            FieldType::S64 => Self::S64(i64::read(reader)?),
            FieldType::F32 => Self::F32(f32::read(reader)?),
            FieldType::F64 => Self::F64(f64::read(reader)?),
            FieldType::Vector3 => {
                let Vector3 { x, y, z } = Wire::read(reader)?;
                Self::Vector3([x, y, z])
            }
            FieldType::Vector3d => {
                let Vector3d { x, y, z } = Wire::read(reader)?;
                Self::Vector3d([x, y, z])
            }
            FieldType::Vector4 => {
                let Vector4 { x, y, z, w } = Wire::read(reader)?;
                Self::Vector4([x, y, z, w])
            }
            FieldType::Quaternion => Self::Quaternion(Wire::read(reader)?),
            FieldType::Uuid => Self::Uuid(Uuid::read(reader)?),
            FieldType::Bool => Self::Bool(bool::read(reader)?),
            FieldType::IpAddr => Self::Address(Ipv4Addr::read(reader)?),
            FieldType::IpPort => Self::Unsigned(Port::read(reader)?.0.into()),
            FieldType::Fixed(len) => Self::Bytes(reader.take(len.into(), "Fixed bytes")?),
            FieldType::Variable(1) => Self::Bytes(Variable1::read(reader)?.0),
            FieldType::Variable(_) => Self::Bytes(Variable2::read(reader)?.0),
        })
    }

    /// Converts the value to JSON.
    pub(super) fn to_json(self) -> Json {
        match self {
            Self::Unsigned(number) => number.into(),
            Self::Signed(number) => number.into(),
            Self::U64(number) => number.to_string().into(),
            Self::S64(number) => number.to_string().into(),
            Self::F32(number) => float(number.into()),
            Self::F64(number) => float(number),
            Self::Vector3(parts) => parts.iter().map(|part| float((*part).into())).collect(),
            Self::Vector4(parts) => parts.iter().map(|part| float((*part).into())).collect(),
            Self::Vector3d(parts) => parts.iter().map(|part| float(*part)).collect(),
            Self::Quaternion(Quaternion { x, y, z }) => {
                [x, y, z].iter().map(|part| float((*part).into())).collect()
            }
            Self::Uuid(id) => id.to_string().into(),
            Self::Bool(truth) => truth.into(),
            Self::Address(address) => address.to_string().into(),
            Self::Bytes(bytes) => hex::encode(bytes).into(),
        }
    }
}

/// Formats vectors in parentheses, and bytes that end with a NUL as text.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsigned(number) => number.fmt(f),
            Self::Signed(number) => number.fmt(f),
            Self::U64(number) => number.fmt(f),
            Self::S64(number) => number.fmt(f),
            Self::F32(number) => write!(f, "{number:?}"),
            Self::F64(number) => write!(f, "{number:?}"),
            Self::Vector3([x, y, z]) => write!(f, "({x:?}, {y:?}, {z:?})"),
            Self::Vector4([x, y, z, w]) => write!(f, "({x:?}, {y:?}, {z:?}, {w:?})"),
            Self::Vector3d([x, y, z]) => write!(f, "({x:?}, {y:?}, {z:?})"),
            Self::Quaternion(rotation) => {
                let Quaternion { x, y, z } = rotation;
                write!(f, "({x:?}, {y:?}, {z:?}), w = {:?}", rotation.w() as f32)
            }
            Self::Uuid(id) => id.fmt(f),
            Self::Bool(truth) => truth.fmt(f),
            Self::Address(address) => address.fmt(f),
            Self::Bytes(bytes) => {
                let unit = if bytes.len() == 1 { "byte" } else { "bytes" };
                write!(f, "{} {unit}", bytes.len())?;
                match text(bytes) {
                    Some(text) if text.chars().count() > SHORT_TEXT => {
                        let start: String = text.chars().take(SHORT_TEXT).collect();
                        write!(f, ", {start:?}…")
                    }
                    Some(text) => write!(f, ", {text:?}"),
                    None => Ok(()),
                }
            }
        }
    }
}

/// The number of characters of a text to show.
const SHORT_TEXT: usize = 60;

/// Returns the text in bytes that are UTF-8 with a NUL at the end.
fn text(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes.strip_suffix(&[0])?).ok()?;
    let is_plain = |c: char| !c.is_control() || matches!(c, '\n' | '\r' | '\t');
    text.chars().all(is_plain).then_some(text)
}

fn float(number: f64) -> Json {
    if number.is_nan() {
        "NaN".into()
    } else if number.is_infinite() {
        if number > 0.0 { "Infinity".into() } else { "-Infinity".into() }
    } else {
        number.into()
    }
}
