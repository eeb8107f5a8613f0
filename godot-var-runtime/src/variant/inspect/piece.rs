//! A piece of a message, as people see it: its bytes, its place and its meaning.

use core::fmt::{self, Write as _};

use crate::variant::format::types::VariantType;

/// Where a value stands in the one around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place<'de> {
    /// The message itself.
    Root,
    /// An element of an Array.
    Element(usize),
    /// The key of the entry of this number.
    Key(usize),
    /// The value of the entry of this number, whose key is no text.
    Value(usize),
    /// The value of an entry with this key.
    Entry(&'de str),
    /// A property of an encoded object.
    Property(&'de str),
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Root => Ok(()),
            Self::Element(index) => write!(f, "[{index}]"),
            Self::Key(index) => write!(f, "key {index}"),
            Self::Value(index) => write!(f, "value {index}"),
            Self::Entry(key) | Self::Property(key) => write_text(f, key),
        }
    }
}

/// Numbers of one width that stand side by side: the components of a structure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers<'de> {
    pub(super) bytes: &'de [u8],
    pub(super) form: NumberForm,
    /// How many belong together, as the axes of a matrix do.
    pub(super) group: usize,
    /// Whether the groups are rows of a matrix whose fields are columns.
    pub(super) rows: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum NumberForm {
    I32,
    F32,
    F64,
}

impl fmt::Display for Numbers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rows {
            f.write_str("rows ")?;
        }
        f.write_str("(")?;
        let mut position = 0;
        let mut separate = |f: &mut fmt::Formatter<'_>| {
            position += 1;
            match position - 1 {
                0 => Ok(()),
                at if at % self.group.max(1) == 0 => f.write_str(") ("),
                _ => f.write_str(", "),
            }
        };
        match self.form {
            NumberForm::I32 => {
                for bytes in self.bytes.as_chunks().0 {
                    separate(f)?;
                    write!(f, "{}", i32::from_le_bytes(*bytes))?;
                }
            }
            NumberForm::F32 => {
                for bytes in self.bytes.as_chunks().0 {
                    separate(f)?;
                    write!(f, "{:?}", f32::from_le_bytes(*bytes))?;
                }
            }
            NumberForm::F64 => {
                for bytes in self.bytes.as_chunks().0 {
                    separate(f)?;
                    write!(f, "{:?}", f64::from_le_bytes(*bytes))?;
                }
            }
        }
        f.write_str(")")
    }
}

/// What a piece of a message is. `Display` is a short text for people.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part<'de> {
    /// The length before a message in a stream or file.
    FrameLength(usize),
    /// The header of a value.
    Header {
        /// The type.
        kind: VariantType,
        /// Its name in the generation of the dialect.
        name: &'static str,
        /// Whether the header says that the payload has 64 bits.
        wide: bool,
        /// Bits that are set and that the type does not define.
        ignored: u32,
    },
    /// The type id of a typed container's elements, keys or values.
    ElementType {
        /// What has the type: `"elements"`, `"keys"`, `"values"`.
        of: &'static str,
        /// The type's name.
        name: &'static str,
    },
    /// How many things follow.
    Count {
        /// Of what, in the plural.
        of: &'static str,
        /// The number.
        count: usize,
        /// Whether the top bit is set, which readers ignore.
        shared: bool,
    },
    /// The length of a text or of bytes, in bytes.
    Length(usize),
    /// Text.
    Text {
        /// What it is within its value (`"class"`, `"property"`, `"subname"`), or nothing when it
        /// is the value.
        what: &'static str,
        /// The text, without the NUL that may end it.
        text: &'de str,
    },
    /// The contents of a byte array.
    Bytes(&'de [u8]),
    /// The NUL after a text and the bytes that align what follows.
    Padding(&'de [u8]),
    /// A truth value.
    Bool(bool),
    /// An int, or an element of a packed array of ints.
    Int(i64),
    /// A float, or an element of a packed array of floats of 64 bits.
    Float(f64),
    /// A float of 32 bits.
    Single(f32),
    /// The components of a structure, in the order of the wire.
    Numbers(Numbers<'de>),
    /// The flags of a `NodePath`.
    PathFlags(u32),
    /// The instance id of an object.
    ObjectId(u64),
    /// The id of a server resource.
    Rid(u64),
    /// Bytes after a value that its frame counts and that no reader looks at.
    Trailing(&'de [u8]),
}

impl fmt::Display for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::FrameLength(len) => write!(f, "frame of {len} bytes"),
            Self::Header { name, wide, ignored, .. } => {
                f.write_str(name)?;
                if wide {
                    f.write_str(" (64 bits)")?;
                }
                if ignored != 0 {
                    write!(f, " (header bits {ignored:#x} ignored)")?;
                }
                Ok(())
            }
            Self::ElementType { of, name } => write!(f, "{of} are {name}"),
            Self::Count { of, count, shared } => {
                // Every plural in use ends with "s" or "ies".
                match (count, of.strip_suffix("ies"), of.strip_suffix('s')) {
                    (1, Some(stem), _) => write!(f, "1 {stem}y")?,
                    (1, None, Some(stem)) => write!(f, "1 {stem}")?,
                    _ => write!(f, "{count} {of}")?,
                }
                f.write_str(if shared { " (shared bit set)" } else { "" })
            }
            Self::Length(1) => f.write_str("1 byte"),
            Self::Length(len) => write!(f, "{len} bytes"),
            Self::Text { what, text } => {
                if !what.is_empty() {
                    write!(f, "{what} ")?;
                }
                write_text(f, text)
            }
            Self::Bytes(bytes) => write_ascii(f, bytes),
            Self::Padding(bytes) if bytes.iter().all(|byte| *byte == 0) => f.write_str("padding"),
            Self::Padding(_) => f.write_str("padding that is not zero"),
            Self::Bool(truth) => write!(f, "{truth}"),
            Self::Int(number) => write!(f, "{number}"),
            Self::Float(number) => write!(f, "{number:?}"),
            Self::Single(number) => write!(f, "{number:?}"),
            Self::Numbers(numbers) => write!(f, "{numbers}"),
            Self::PathFlags(flags) => {
                f.write_str(if flags & 1 != 0 { "absolute" } else { "relative" })?;
                f.write_str(if flags & 2 != 0 { ", one subname more" } else { "" })
            }
            Self::ObjectId(id) => write!(f, "object id {id}"),
            Self::Rid(id) => write!(f, "{id}"),
            Self::Trailing(bytes) => write!(f, "{} trailing bytes", bytes.len()),
        }
    }
}

/// Most characters of a text that a short form shows.
const SHORT_TEXT: usize = 64;

fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    match text.char_indices().nth(SHORT_TEXT) {
        None => write!(f, "{text:?}"),
        Some((end, _)) => write!(f, "{:?}…", text.get(..end).unwrap_or_default()),
    }
}

/// The start of the bytes as ASCII, as hex dumps show it beside the digits.
fn write_ascii(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    f.write_str("|")?;
    for byte in bytes.iter().take(16) {
        let printable = byte.is_ascii_graphic() || *byte == b' ';
        f.write_char(if printable { char::from(*byte) } else { '.' })?;
    }
    f.write_str(if bytes.len() > 16 { "…|" } else { "|" })
}

/// A piece of a message. Pieces come in the order of their bytes and leave no byte out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece<'de> {
    /// Where it starts, from the start of the buffer.
    pub offset: usize,
    /// Its bytes.
    pub bytes: &'de [u8],
    /// How many values are around the value that it belongs to.
    pub depth: usize,
    /// Where that value stands.
    pub place: Place<'de>,
    /// What it is.
    pub part: Part<'de>,
}
