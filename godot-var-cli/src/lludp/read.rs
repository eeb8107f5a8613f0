//! Walks over the blocks of a message by its template.

use std::net::Ipv4Addr;

use godot_var::lludp::{
    Decode, Lludp, Port, Quaternion, Uuid, Variable1, Variable2, Vector3, Vector3d, Vector4,
};
use godot_var::{DecodeError, Reader};
use godot_var_codegen::names::Tree;
use godot_var_schema::template::{Block, Field, FieldType, Message, Quantity};

use crate::json::NAN;

/// An event of the walk, in byte order. Offsets count from the first block.
#[derive(Clone, Debug)]
pub(super) enum Event<'a> {
    /// A block begins. If the template says `Variable`, its count is at `start`.
    Block { block: &'a Block, count: u8, start: usize },
    /// A repeat of the block begins.
    Row,
    /// A field, including its length if it has one.
    Field { block: &'a Block, field: &'a Field, row: usize, start: usize, end: usize, value: Tree },
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
        Quantity::Variable => plain::<u8>(reader)?,
    };
    visit(Event::Block { block, count, start });
    for row in 0..usize::from(count) {
        visit(Event::Row);
        for field in &block.fields {
            let start = reader.position();
            let value = read(field.field_type, reader)
                .map_err(|error| error.in_key(field.name.clone()).in_index(row))?;
            let end = reader.position();
            visit(Event::Field { block, field, row, start, end, value });
        }
    }
    Ok(())
}

/// Reads a value in its own encoding.
fn plain<'de, T: Decode<'de, Lludp>>(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
    T::decode(reader)
}

fn read(field_type: FieldType, reader: &mut Reader<'_>) -> Result<Tree, DecodeError> {
    let singles = |parts: &[f32]| vector(parts.iter().map(|part| single(*part)));
    Ok(match field_type {
        FieldType::U8 => Tree::Int(plain::<u8>(reader)?.into()),
        FieldType::U16 => Tree::Int(plain::<u16>(reader)?.into()),
        FieldType::U32 => Tree::Int(plain::<u32>(reader)?.into()),
        FieldType::U64 => Tree::Wide(plain::<u64>(reader)?.into()),
        FieldType::S8 => Tree::Int(plain::<i8>(reader)?.into()),
        FieldType::S16 => Tree::Int(plain::<i16>(reader)?.into()),
        FieldType::S32 => Tree::Int(plain::<i32>(reader)?.into()),
        FieldType::S64 => Tree::Wide(plain::<i64>(reader)?.into()),
        FieldType::F32 => single(plain::<f32>(reader)?),
        FieldType::F64 => Tree::Float(plain::<f64>(reader)?),
        FieldType::Vector3 => {
            let Vector3 { x, y, z } = plain(reader)?;
            singles(&[x, y, z])
        }
        FieldType::Vector3d => {
            let Vector3d { x, y, z } = plain(reader)?;
            vector([x, y, z].map(Tree::Float))
        }
        FieldType::Vector4 => {
            let Vector4 { x, y, z, w } = plain(reader)?;
            singles(&[x, y, z, w])
        }
        FieldType::Quaternion => {
            let Quaternion { x, y, z } = plain(reader)?;
            singles(&[x, y, z])
        }
        FieldType::Uuid => Tree::Text(plain::<Uuid>(reader)?.to_string()),
        FieldType::Bool => Tree::Bool(plain::<bool>(reader)?),
        FieldType::IpAddr => Tree::Text(plain::<Ipv4Addr>(reader)?.to_string()),
        FieldType::IpPort => Tree::Int(plain::<Port>(reader)?.0.into()),
        FieldType::Fixed(len) => Tree::Bytes(reader.take(len.into(), "Fixed bytes")?.to_vec()),
        FieldType::Variable(1) => Tree::Bytes(plain::<Variable1<'_>>(reader)?.0.to_vec()),
        FieldType::Variable(_) => Tree::Bytes(plain::<Variable2<'_>>(reader)?.0.to_vec()),
    })
}

/// The names of a vector's components.
pub(super) const COMPONENTS: [&str; 4] = ["x", "y", "z", "w"];

fn vector(components: impl IntoIterator<Item = Tree>) -> Tree {
    Tree::Record(COMPONENTS.map(str::to_owned).into_iter().zip(components).collect())
}

/// A float whose NaN is the one that JSON has without its bits.
const fn single(real: f32) -> Tree {
    Tree::Single(if real.is_nan() { f32::from_bits(NAN) } else { real })
}

/// Describes a value: vectors in parentheses, bytes that end with a NUL as text.
pub(super) fn shown(field_type: FieldType, value: &Tree) -> String {
    match value {
        Tree::Bool(truth) => truth.to_string(),
        Tree::Int(number) | Tree::Wide(number) => number.to_string(),
        Tree::Single(real) => format!("{real:?}"),
        Tree::Float(real) => format!("{real:?}"),
        Tree::Text(text) => text.clone(),
        Tree::Record(parts) => {
            let each: Vec<_> = parts.iter().map(|(_, part)| shown(FieldType::F32, part)).collect();
            let fourth = match (field_type, &parts[..]) {
                (
                    FieldType::Quaternion,
                    [(_, Tree::Single(x)), (_, Tree::Single(y)), (_, Tree::Single(z))],
                ) => {
                    let rotation = Quaternion { x: *x, y: *y, z: *z };
                    format!(", w = {:?}", rotation.w() as f32)
                }
                _ => String::new(),
            };
            format!("({}){fourth}", each.join(", "))
        }
        Tree::Bytes(bytes) => {
            let unit = if bytes.len() == 1 { "byte" } else { "bytes" };
            let text = match text(bytes) {
                Some(text) if text.chars().count() > SHORT_TEXT => {
                    let start: String = text.chars().take(SHORT_TEXT).collect();
                    format!(", {start:?}…")
                }
                Some(text) => format!(", {text:?}"),
                None => String::new(),
            };
            format!("{} {unit}{text}", bytes.len())
        }
        _ => String::new(),
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
