//! A packet of Godot 3 and the fields of each command.

use alloc::vec::Vec;

use godot_var_runtime::{DecodeError, EncodeError, EncodeErrorKind, Output, Reader};

use super::{Arguments, Value};
use crate::packet::path::path;
use crate::packet::put::{Put, encoding};
use crate::packet::rpc::IS_PATH;
use crate::packet::{finish, invalid, put_text, reader_of, text, wire_len};
use crate::{NodeRef, Options};

const REMOTE_CALL: u8 = 0;
const REMOTE_SET: u8 = 1;
const SIMPLIFY_PATH: u8 = 2;
const CONFIRM_PATH: u8 = 3;
const RAW: u8 = 4;

/// A packet of Godot 3's `MultiplayerAPI`, the payload of a [`Message::Packet`](super::Message::Packet).
///
/// | First byte | Variant | Then |
/// |--:|---|---|
/// | 0 | [`Rpc`](Self::Rpc) | see there |
/// | 1 | [`Rset`](Self::Rset) | see there |
/// | 2 | [`SimplifyPath`](Self::SimplifyPath) | u32 id, path |
/// | 3 | [`ConfirmPath`](Self::ConfirmPath) | path |
/// | 4 | [`Raw`](Self::Raw) | one byte or more |
///
/// A path is UTF-8 and a NUL. Readers accept a path without the NUL. Numbers are little-endian. A packet borrows from the bytes it was read
/// from, and decodes values only on request.
///
/// ```
/// use godot_var_multiplayer::godot3::{Arguments, Packet, Rpc};
/// use godot_var_multiplayer::{NodeRef, Options};
///
/// let mut values = Vec::new();
/// let arguments = Arguments::encode(&("hello", 42), &mut values)?;
/// let call = Packet::Rpc(Rpc { node: NodeRef::Path("Main/Chat"), method: "say", arguments });
/// let bytes = call.to_bytes()?;
/// assert!(bytes.starts_with(b"\x00\x22\x00\x00\x80say\x00\x02") && bytes.ends_with(b"Main/Chat\x00"));
///
/// let Packet::Rpc(call) = Packet::read(&bytes, &Options::DEFAULT)? else { panic!("an RPC") };
/// assert_eq!(call.arguments.decode::<(&str, i64)>(&Options::DEFAULT)?, ("hello", 42));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
/// `MultiplayerAPI::_process_packet` and `_send_rpc`; agrees with `tests/vectors/multiplayer_godot3.jsonl`, written by 3.2.3 and 3.6.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packet<'a> {
    /// `rpc`: calls a method.
    Rpc(Rpc<'a>),
    /// `rset`: sets a property.
    Rset(Rset<'a>),
    /// Gives a node a number. The sender may use it in place of the path in later packets.
    SimplifyPath {
        /// The number. Each sender has its own numbers.
        id: u32,
        /// The path from the root: `Main/Chat`, or `.` for the root itself.
        path: &'a str,
    },
    /// Confirms the number of the node with this path.
    ConfirmPath(&'a str),
    /// Bytes of `multiplayer.send_bytes`. Never empty.
    Raw(&'a [u8]),
}

/// `REMOTE_CALL`: calls a method of a node.
///
/// | Offset | Length | |
/// |--:|--:|---|
/// | 0 | 1 | `00` |
/// | 1 | 4 | u32 id of the node; if bit 31 is set, the other bits are the offset of its path in bytes |
/// | 5 | | name of the method, and a NUL |
/// | | 1 | u8 count of the arguments |
/// | | | that many Variants |
/// | | | the path and a NUL, if bit 31 of the id is set |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rpc<'a> {
    /// The node.
    pub node: NodeRef<'a>,
    /// The name of the method.
    pub method: &'a str,
    /// The arguments.
    pub arguments: Arguments<'a>,
}

/// `REMOTE_SET`: sets a property of a node.
///
/// | Offset | Length | |
/// |--:|--:|---|
/// | 0 | 1 | `01` |
/// | 1 | 4 | u32 id of the node; if bit 31 is set, the other bits are the offset of its path in bytes |
/// | 5 | | name of the property, and a NUL |
/// | | | one Variant |
/// | | | the path and a NUL, if bit 31 of the id is set |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rset<'a> {
    /// The node.
    pub node: NodeRef<'a>,
    /// The name of the property.
    pub property: &'a str,
    /// The value.
    pub value: Value<'a>,
}

impl<'a> Packet<'a> {
    /// Reads a packet from all of the bytes.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`](godot_var_runtime::DecodeErrorKind::Incomplete) if the packet ends too early;
    /// [`InvalidValue`](godot_var_runtime::DecodeErrorKind::InvalidValue) for an unknown command, for a path offset that points into earlier
    /// fields, and for a path that leads out of the root; [`InvalidUtf8`](godot_var_runtime::DecodeErrorKind::InvalidUtf8);
    /// [`InvalidLength`](godot_var_runtime::DecodeErrorKind::InvalidLength) for bytes after the packet;
    /// [`LimitExceeded`](godot_var_runtime::DecodeErrorKind::LimitExceeded) above [`Limits::bytes`](godot_var_runtime::Limits::bytes), or
    /// for more arguments than [`Limits::elements`](godot_var_runtime::Limits::elements).
    pub fn read(bytes: &'a [u8], options: &Options) -> Result<Self, DecodeError> {
        let mut reader = reader_of(bytes, options)?;
        let [command] = reader.array("a packet")?;
        match command {
            REMOTE_CALL => {
                let (node, method, at, mut rest) = member(&mut reader, options)?;
                let arguments = Arguments::read(&mut rest, at, options)?;
                Ok(Self::Rpc(Rpc { node, method, arguments }))
            }
            REMOTE_SET => {
                let (node, property, at, rest) = member(&mut reader, options)?;
                if rest.is_empty() {
                    let kind = godot_var_runtime::DecodeErrorKind::Incomplete;
                    return Err(DecodeError::new(kind, at, "the value of a property", ""));
                }
                Ok(Self::Rset(Rset { node, property, value: Value::at(rest, at) }))
            }
            SIMPLIFY_PATH => {
                let id = reader.u32("the id of a path")?;
                let path = path(&mut reader, options)?;
                finish(&reader, options, "a path")?;
                Ok(Self::SimplifyPath { id, path })
            }
            CONFIRM_PATH => {
                let path = path(&mut reader, options)?;
                finish(&reader, options, "a path")?;
                Ok(Self::ConfirmPath(path))
            }
            RAW if reader.remaining() == 0 => Err(reader.incomplete("raw bytes")),
            RAW => Ok(Self::Raw(reader.rest())),
            other => Err(invalid(0, "a command from 0 to 4", alloc::format!("command {other}"))),
        }
    }

    /// Returns the same call or set with another reference to its node.
    pub(super) fn with_node<'b>(self, node: NodeRef<'b>) -> Packet<'b>
    where
        'a: 'b,
    {
        match self {
            Self::Rpc(call) => Packet::Rpc(Rpc { node, ..call }),
            Self::Rset(set) => Packet::Rset(Rset { node, ..set }),
            other => other,
        }
    }

    encoding!();
}

impl Put for Packet<'_> {
    fn put<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        match self {
            Self::Rpc(Rpc { node, method, arguments }) => {
                let values = arguments.values();
                put_member(out, REMOTE_CALL, *node, method, 1 + values.len())?;
                out.put_bytes(&[arguments.count()]);
                out.put_bytes(values);
                put_path(out, *node)
            }
            Self::Rset(Rset { value, .. }) if value.bytes().is_empty() => {
                Err(EncodeError::custom("the value of a property is never empty"))
            }
            Self::Rset(Rset { node, property, value }) => {
                put_member(out, REMOTE_SET, *node, property, value.bytes().len())?;
                out.put_bytes(value.bytes());
                put_path(out, *node)
            }
            Self::SimplifyPath { id, path } => {
                out.put_bytes(&[SIMPLIFY_PATH]);
                out.put_u32(*id);
                put_text(path, "the path", out)
            }
            Self::ConfirmPath(path) => {
                out.put_bytes(&[CONFIRM_PATH]);
                put_text(path, "the path", out)
            }
            Self::Raw([]) => Err(EncodeError::custom("raw bytes are never empty")),
            Self::Raw(bytes) => {
                out.put_bytes(&[RAW]);
                out.put_bytes(bytes);
                Ok(())
            }
        }
    }
}

/// Reads the header and the path of a call or a set. Returns the node, the name, and the offset and the bytes between name and path.
fn member<'a>(
    reader: &mut Reader<'a>,
    options: &Options,
) -> Result<(NodeRef<'a>, &'a str, usize, &'a [u8]), DecodeError> {
    let node_at = reader.position();
    let node = reader.u32("the id of a node")?;
    let name = text(reader, "a name")?;
    let (at, rest) = (reader.position(), reader.rest());
    if node & IS_PATH == 0 {
        return Ok((NodeRef::Id(node), name, at, rest));
    }
    let offset = (node & !IS_PATH) as usize;
    let split = offset.checked_sub(at).and_then(|len| rest.split_at_checked(len));
    let Some((rest, _)) = split else {
        let found = alloc::format!("{offset}");
        return Err(invalid(node_at, "the offset of a path after the name", found));
    };
    reader.take(rest.len(), "values")?;
    let path = path(reader, options)?;
    finish(reader, options, "a path")?;
    Ok((NodeRef::Path(path), name, at, rest))
}

/// Writes the header of a call or a set. `len` is the number of bytes between the header and the path.
fn put_member<O: Output>(
    out: &mut O,
    command: u8,
    node: NodeRef<'_>,
    name: &str,
    len: usize,
) -> Result<(), EncodeError> {
    /// The lengths of the command, the id, and the NUL after the name.
    const HEAD: usize = 1 + 4 + 1;
    let id = match node {
        NodeRef::Id(id) if id & IS_PATH != 0 => {
            return Err(EncodeError::new(
                EncodeErrorKind::OutOfRange,
                alloc::format!("the id {id}: ids in calls are below {IS_PATH}"),
            ));
        }
        NodeRef::Id(id) => id,
        NodeRef::Path(_) => wire_len(HEAD + name.len() + len)? | IS_PATH,
    };
    out.put_bytes(&[command]);
    out.put_u32(id);
    put_text(name, "the name", out)
}

fn put_path<O: Output>(out: &mut O, node: NodeRef<'_>) -> Result<(), EncodeError> {
    match node {
        NodeRef::Path(path) => put_text(path, "the path", out),
        NodeRef::Id(_) => Ok(()),
    }
}
