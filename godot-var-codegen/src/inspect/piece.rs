//! A piece of a message for people: its bytes, place and meaning.

use std::fmt::{self, Write as _};

use godot_var_runtime::variant::VariantType;

/// The place of a value in the surrounding one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place<'de> {
    /// The message itself.
    Root,
    /// An element of an Array.
    Element(usize),
    /// The key of the entry with this index.
    Key(usize),
    /// The value of the entry with this index, whose key is not a text.
    Value(usize),
    /// The value of the entry with this key.
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

/// Consecutive numbers of one width: the components of a structure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers<'de> {
    pub(super) bytes: &'de [u8],
    pub(super) form: NumberForm,
    /// How many numbers form a group, such as an axis of a matrix.
    pub(super) group: usize,
    /// Whether the groups are rows of a matrix whose Rust fields are columns.
    pub(super) rows: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum NumberForm {
    I32,
    F32,
    F64,
}

impl Numbers<'_> {
    fn write<T: fmt::Debug, const N: usize>(
        &self,
        f: &mut fmt::Formatter<'_>,
        number: fn([u8; N]) -> T,
    ) -> fmt::Result {
        for (position, bytes) in self.bytes.as_chunks().0.iter().enumerate() {
            match position {
                0 => {}
                at if at % self.group.max(1) == 0 => f.write_str(") (")?,
                _ => f.write_str(", ")?,
            }
            write!(f, "{:?}", number(*bytes))?;
        }
        Ok(())
    }
}

impl fmt::Display for Numbers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rows {
            f.write_str("rows ")?;
        }
        f.write_str("(")?;
        match self.form {
            NumberForm::I32 => self.write(f, i32::from_le_bytes)?,
            NumberForm::F32 => self.write(f, f32::from_le_bytes)?,
            NumberForm::F64 => self.write(f, f64::from_le_bytes)?,
        }
        f.write_str(")")
    }
}

/// The meaning of a piece. `Display` writes a short text.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part<'de> {
    /// The length before a message in a stream or file, in bytes.
    FrameLength(usize),
    /// The header of a value.
    Header {
        /// The type.
        kind: VariantType,
        /// The name in the dialect's generation of Godot.
        name: &'static str,
        /// Whether the header has the flag for a 64-bit payload.
        wide: bool,
        /// Set bits that the type does not define.
        ignored: u32,
    },
    /// The type id of a typed container's elements, keys or values.
    ElementType {
        /// `"elements"`, `"keys"` or `"values"`.
        of: &'static str,
        /// The type's name.
        name: &'static str,
    },
    /// The number of items that follow.
    Count {
        /// The name of the items, in the plural.
        of: &'static str,
        /// The number.
        count: usize,
        /// Whether the top bit is set. Readers ignore it.
        shared: bool,
    },
    /// The length of a text or of bytes, in bytes.
    Length(usize),
    /// Text.
    Text {
        /// The part of the value (`"class"`, `"property"`, `"subname"`); empty if the text is the whole value.
        what: &'static str,
        /// The text, without the NUL at its end.
        text: &'de str,
    },
    /// The contents of a byte array.
    Bytes(&'de [u8]),
    /// The NUL after a text, and the bytes that align the next value.
    Padding(&'de [u8]),
    /// A bool.
    Bool(bool),
    /// An int, or an element of a packed array of ints.
    Int(i64),
    /// A float, or an element of a packed array of 64-bit floats.
    Float(f64),
    /// A 32-bit float.
    Single(f32),
    /// The components of a structure, in wire order.
    Numbers(Numbers<'de>),
    /// The flags of a `NodePath`.
    PathFlags(u32),
    /// The instance id of an object.
    ObjectId(u64),
    /// The id of a server resource.
    Rid(u64),
    /// Bytes after a value that its frame includes and that no reader reads.
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
                // All plurals in use end with "s" or "ies".
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

/// The maximum number of characters of a text in the short form.
const SHORT_TEXT: usize = 64;

fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    match text.char_indices().nth(SHORT_TEXT) {
        None => write!(f, "{text:?}"),
        Some((end, _)) => write!(f, "{:?}…", text.get(..end).unwrap_or_default()),
    }
}

/// Writes the first bytes as ASCII, as hex dumps do.
fn write_ascii(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    f.write_str("|")?;
    for byte in bytes.iter().take(16) {
        let printable = byte.is_ascii_graphic() || *byte == b' ';
        f.write_char(if printable { char::from(*byte) } else { '.' })?;
    }
    f.write_str(if bytes.len() > 16 { "…|" } else { "|" })
}

/// A piece of a message. Pieces are in byte order and cover every byte.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece<'de> {
    /// The offset from the start of the buffer.
    pub offset: usize,
    /// The bytes.
    pub bytes: &'de [u8],
    /// The number of values that surround the value of this piece.
    pub depth: usize,
    /// The place of that value.
    pub place: Place<'de>,
    /// The meaning.
    pub part: Part<'de>,
}
