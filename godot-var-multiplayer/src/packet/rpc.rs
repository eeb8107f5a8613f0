//! Calls of methods.

use core::fmt;

use godot_var_runtime::variant::{
    DecodeVariant, Dialect, EncodeVariant, Godot4, Variant, compressed,
};
use godot_var_runtime::{
    DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Output, Reader,
};

use super::path::path;
use super::{finish, invalid, put_text, trailing};
use crate::{Options, Row, conversions};

/// The lowest of the two bits with the width of the node's id, in the first byte of a call: bits 4 and 5, 0 to 2 for 1, 2 and 4 bytes.
pub const NODE_WIDTH: u32 = 4;
/// In the first byte of a call: the method id has 16 bits, not 8.
pub const METHOD_16: u8 = 1 << 6;
/// In the first byte of a call: there are no arguments, or one `PackedByteArray`.
pub const BYTES_ONLY: u8 = 1 << 7;
/// In the id of a node or synchronizer: the other bits are the offset of a path, or the id of a path.
pub const IS_PATH: u32 = 1 << 31;

/// The node of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeRef<'a> {
    /// The number that the sender gave it in a [`SimplifyPath`](crate::SimplifyPath).
    Id(u32),
    /// Its path from the root of the API.
    Path(&'a str),
}

/// The width of a number in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// One byte.
    #[default]
    U8,
    /// Two bytes.
    U16,
    /// Four bytes.
    U32,
}

impl Width {
    /// Returns the smallest width that holds a number.
    pub const fn of(number: u32) -> Self {
        if number <= u8::MAX as u32 {
            Self::U8
        } else if number <= u16::MAX as u32 {
            Self::U16
        } else {
            Self::U32
        }
    }

    fn read(self, reader: &mut Reader<'_>, what: &'static str) -> Result<u32, DecodeError> {
        let at = reader.position();
        let number = match self {
            Self::U8 => u8::from_le_bytes(reader.array(what)?).into(),
            Self::U16 => u16::from_le_bytes(reader.array(what)?).into(),
            Self::U32 => reader.u32(what)?,
        };
        // A peer that has confirmed a path may get the same packet as peers that have not. Its id then has 32 bits.
        if reader.limits().canonical && self != Self::U32 && self != Self::of(number) {
            return Err(invalid(at, "an id in its shortest form", alloc::format!("{number}")));
        }
        Ok(number)
    }

    fn put<O: Output>(self, number: u32, out: &mut O) {
        let bytes = number.to_le_bytes();
        let len = 1 << self as usize;
        out.put_bytes(bytes.get(..len).unwrap_or(&bytes));
    }
}

/// The form of a call, where readers accept several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RpcForm {
    /// The minimum width of the node's id. The engine writes [`Width::U32`] if some receivers have confirmed the path and others have not.
    pub node: Width,
    /// The minimum width of the method's id: [`Width::U8`] or [`Width::U16`].
    pub method: Width,
    /// Whether a call without arguments has a count of 0 in place of the flag.
    pub counted: bool,
}

/// `REMOTE_CALL`: calls a method of a node.
///
/// | Offset | Length | |
/// |--:|--:|---|
/// | 0 | 1 | bits 0 to 2: 0; bits 4 and 5: width of the node's id (0 u8, 1 u16, 2 u32); bit 6: width of the method's id (0 u8, 1 u16); bit 7: no arguments, or one `PackedByteArray` |
/// | 1 | 1, 2, 4 | id of the node; in a u32 with bit 31 set, the other bits are the offset of its path in bytes |
/// | | 1, 2 | id of the method |
/// | | | without bit 7: u8 count, and that many values in the [compressed form](compressed); with bit 7: nothing, or the bytes of a single `PackedByteArray` |
/// | | | with bit 31 of the node's id: the path and a NUL; readers accept a path without the NUL |
///
/// # Source
/// `SceneRPCInterface::process_rpc` and `_send_rpc`; agrees with `tests/vectors/multiplayer.jsonl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rpc<'a> {
    /// The node.
    pub node: NodeRef<'a>,
    /// The method: its position among the script's methods. From 0x8000 on, its position among the node's own methods.
    pub method: u16,
    /// The arguments.
    pub arguments: Arguments<'a>,
    /// The form of the call.
    pub form: RpcForm,
}

impl<'a> Rpc<'a> {
    /// Makes a call in the form that the engine writes.
    pub fn new(node: NodeRef<'a>, method: u16, arguments: Arguments<'a>) -> Self {
        Self { node, method, arguments, form: RpcForm::default() }
    }

    pub(super) fn read(
        first: u8,
        reader: &mut Reader<'a>,
        options: &Options,
    ) -> Result<Self, DecodeError> {
        let node_width = match first >> NODE_WIDTH & 3 {
            0 => Width::U8,
            1 => Width::U16,
            2 => Width::U32,
            _ => return Err(invalid(0, "a node id of 1, 2 or 4 bytes", "width 3")),
        };
        let method_width = if first & METHOD_16 == 0 { Width::U8 } else { Width::U16 };
        let mut form = RpcForm { node: node_width, method: method_width, counted: false };
        let at = reader.position();
        let node = form.node.read(reader, "the id of a node")?;
        let method = form.method.read(reader, "the id of a method")? as u16;
        let start = reader.position();
        let mut rest = reader.rest();
        let node = if form.node == Width::U32 && node & IS_PATH != 0 {
            let offset = (node & !IS_PATH) as usize;
            let split = offset.checked_sub(start).and_then(|len| rest.split_at_checked(len));
            let Some((arguments, _)) = split else {
                let found = alloc::format!("{offset}");
                return Err(invalid(at, "the offset of a path after the ids", found));
            };
            reader.take(arguments.len(), "arguments")?;
            rest = arguments;
            let path = path(reader, options)?;
            finish(reader, options, "a path")?;
            form.node = Width::default();
            NodeRef::Path(path)
        } else {
            NodeRef::Id(node)
        };
        let arguments = match (first & BYTES_ONLY, rest) {
            (0, [count, values @ ..]) => {
                form.counted = *count == 0;
                Arguments::Values { count: *count, values: Row::at(values, start + 1) }
            }
            (0, []) => {
                let kind = DecodeErrorKind::Incomplete;
                return Err(DecodeError::new(kind, start, "the number of arguments", ""));
            }
            (_, []) => Arguments::NONE,
            (_, bytes) => Arguments::Bytes(bytes),
        };
        if form.counted && options.limits.canonical {
            return Err(invalid(start, "no count for a call without arguments", "count 0"));
        }
        Ok(Self { node, method, arguments, form: form.without_needed(node, method) })
    }

    pub(super) fn put<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        let Self { node, method, arguments, form } = self;
        let method_width = form.method.max(Width::of((*method).into())).min(Width::U16);
        let (flag, count) = match arguments {
            Arguments::Values { count: 0, .. } if !form.counted => (BYTES_ONLY, 0),
            // As a single argument an empty array would be read as no argument.
            Arguments::Bytes([]) => (0, EMPTY_BYTES.len()),
            Arguments::Values { values, .. } => (0, 1 + values.bytes().len()),
            Arguments::Bytes(bytes) => (BYTES_ONLY, bytes.len()),
        };
        let (node_width, id) = match node {
            NodeRef::Id(id) if *id & IS_PATH != 0 => {
                return Err(EncodeError::new(
                    EncodeErrorKind::OutOfRange,
                    alloc::format!("the id {id}: ids in calls are below {IS_PATH}"),
                ));
            }
            NodeRef::Id(id) => (form.node.max(Width::of(*id)), *id),
            NodeRef::Path(_) => {
                let offset = 1 + 4 + (1 << method_width as usize) + count;
                (Width::U32, super::wire_len(offset)? | IS_PATH)
            }
        };
        let wide_method = if method_width == Width::U16 { METHOD_16 } else { 0 };
        out.put_bytes(&[(node_width as u8) << NODE_WIDTH | wide_method | flag]);
        node_width.put(id, out);
        method_width.put((*method).into(), out);
        match arguments {
            Arguments::Values { .. } if flag != 0 => {}
            Arguments::Values { count, values } => {
                out.put_bytes(&[*count]);
                out.put_bytes(values.bytes());
            }
            Arguments::Bytes([]) => out.put_bytes(&EMPTY_BYTES),
            Arguments::Bytes(bytes) => out.put_bytes(bytes),
        }
        match node {
            NodeRef::Path(path) => put_text(path, "the path", out),
            NodeRef::Id(_) => Ok(()),
        }
    }
}

/// An empty `PackedByteArray` as the only argument, with its count.
const EMPTY_BYTES: [u8; 9] = [1, 29, 0, 0, 0, 0, 0, 0, 0];

impl RpcForm {
    /// Returns the form without the parts that follow from the call itself.
    fn without_needed(mut self, node: NodeRef<'_>, method: u16) -> Self {
        if let NodeRef::Id(id) = node
            && self.node == Width::of(id)
        {
            self.node = Width::default();
        }
        if self.method == Width::of(method.into()) {
            self.method = Width::default();
        }
        self
    }
}

/// The arguments of a call as a packet contains them, not decoded yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arguments<'a> {
    /// Values in the [compressed form](compressed).
    Values {
        /// The number of values.
        count: u8,
        /// The bytes of the values. There can be too many if the writer was wrong.
        values: Row<'a>,
    },
    /// The content of a single `PackedByteArray`, without header and length.
    Bytes(&'a [u8]),
}

impl<'a> Arguments<'a> {
    /// No argument.
    pub const NONE: Self = Self::Values { count: 0, values: Row::new(&[]) };

    /// Makes arguments from their count and their bytes in the [compressed form](compressed). A single `PackedByteArray` becomes
    /// [`Bytes`](Self::Bytes), as the engine writes it.
    pub fn of(count: u8, values: &'a [u8]) -> Self {
        /// Its type id, without flags.
        const PACKED_BYTES: [u8; 4] = [29, 0, 0, 0];
        if count == 1
            && let Some((header, rest)) = values.split_first_chunk::<4>()
            && *header == PACKED_BYTES
            && let Some((len, rest)) = rest.split_first_chunk::<4>()
            && let Some(bytes @ [_, ..]) = rest.get(..u32::from_le_bytes(*len) as usize)
        {
            return Self::Bytes(bytes);
        }
        Self::Values { count, values: Row::new(values) }
    }

    /// Returns the number of arguments.
    pub const fn count(self) -> usize {
        match self {
            Self::Values { count, .. } => count as usize,
            Self::Bytes(_) => 1,
        }
    }

    /// Returns a reader for the arguments, one by one.
    pub fn reader(self, options: &Options) -> ArgumentReader<'a> {
        let (left, values, bytes) = match self {
            Self::Values { count, values } => (count, values, None),
            Self::Bytes(bytes) => (1, Row::default(), Some(bytes)),
        };
        ArgumentReader {
            reader: values.reader(options.limits),
            offset: values.offset(),
            left,
            bytes,
            trailing_bytes: options.trailing_bytes,
        }
    }
}

/// Reads the arguments of a call one by one, each as its type.
///
/// Begin with [`Arguments::reader`] and end with [`finish`](Self::finish). Errors have the argument's name in their path.
#[derive(Clone, Debug)]
pub struct ArgumentReader<'a> {
    reader: Reader<'a>,
    offset: usize,
    left: u8,
    bytes: Option<&'a [u8]>,
    trailing_bytes: bool,
}

impl<'a> ArgumentReader<'a> {
    /// Returns the number of arguments that are left.
    pub const fn left(&self) -> usize {
        self.left as usize
    }

    /// Returns the offset of the next argument in its packet, in bytes.
    pub fn position(&self) -> usize {
        self.offset + self.reader.position()
    }

    /// Reads the next argument.
    ///
    /// # Errors
    /// [`DecodeErrorKind::MissingField`] if there is none; any error of the type.
    #[inline]
    pub fn next<T: DecodeVariant<'a, Godot4>>(
        &mut self,
        name: &'static str,
    ) -> Result<T, DecodeError> {
        match self.begin(name)? {
            None => compressed::decode::<Godot4, T>(&mut self.reader),
            Some(bytes) => compressed::decode_bytes::<Godot4, T>(bytes, *self.reader.limits()),
        }
        .map_err(|error| error.moved(self.offset).in_key(name))
    }

    /// Reads the next argument as Godot passes it to a parameter of the type: a bool also as an int, a `Vector2i` also as a `Vector2`. See
    /// [the table](https://docs.rs/godot-var/latest/godot_var/multiplayer/derive.GodotRpc.html#what-is-sent).
    ///
    /// # Errors
    /// As [`next`](Self::next), also for a value that would lose something.
    #[inline]
    pub fn next_converted<T>(&mut self, name: &'static str) -> Result<T, DecodeError>
    where
        T: EncodeVariant<Godot4> + for<'x> DecodeVariant<'x, Godot4>,
    {
        match self.begin(name)? {
            None => conversions::decode(&mut self.reader),
            Some(bytes) => conversions::decode_bytes(bytes, *self.reader.limits()),
        }
        .map_err(|error| error.moved(self.offset).in_key(name))
    }

    /// Reads the next argument. Returns `None` if there is none.
    ///
    /// # Errors
    /// Any error of the type.
    #[inline]
    pub fn next_if_any<T: DecodeVariant<'a, Godot4>>(
        &mut self,
        name: &'static str,
    ) -> Result<Option<T>, DecodeError> {
        if self.left == 0 { Ok(None) } else { self.next(name).map(Some) }
    }

    /// Reads the next argument as a dynamic value.
    pub fn next_variant(&mut self, name: &'static str) -> Result<Variant, DecodeError> {
        match self.begin(name)? {
            None => compressed::read(&mut self.reader, &Godot4::SPEC)
                .map_err(|error| error.moved(self.offset).in_key(name)),
            Some(bytes) => Ok(Variant::PackedByteArray(bytes.into())),
        }
    }

    /// Counts an argument. Returns its bytes if it is a single `PackedByteArray`.
    #[inline]
    fn begin(&mut self, name: &'static str) -> Result<Option<&'a [u8]>, DecodeError> {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                Ok(self.bytes.take())
            }
            None => Err(missing(self.position(), name)),
        }
    }

    /// Returns an error if an argument is left, or a byte after the last one.
    ///
    /// # Errors
    /// [`DecodeErrorKind::WrongLength`] for arguments that are left; [`DecodeErrorKind::InvalidLength`] for bytes, unless
    /// [`Options::trailing_bytes`] is set.
    #[inline]
    pub fn finish(self) -> Result<(), DecodeError> {
        finish_arguments(self.left, self.position(), &self.reader, self.trailing_bytes)
    }
}

/// Returns an error if an argument is left, or a byte after the last one.
pub(crate) fn finish_arguments(
    left: u8,
    at: usize,
    reader: &Reader<'_>,
    trailing_bytes: bool,
) -> Result<(), DecodeError> {
    if left > 0 {
        return Err(too_many(at, left));
    }
    match reader.remaining() {
        0 => Ok(()),
        _ if trailing_bytes => Ok(()),
        more => Err(trailing(at, more, "the last argument")),
    }
}

#[cold]
pub(crate) fn missing(at: usize, name: impl fmt::Display) -> DecodeError {
    DecodeError::new(DecodeErrorKind::MissingField, at, alloc::format!("the argument {name}"), "")
}

#[cold]
fn too_many(at: usize, left: u8) -> DecodeError {
    let plural = if left == 1 { "" } else { "s" };
    let found = alloc::format!("{left} argument{plural} more");
    DecodeError::new(DecodeErrorKind::WrongLength, at, "no further argument", found)
}
