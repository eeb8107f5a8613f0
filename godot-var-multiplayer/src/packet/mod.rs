//! A whole packet: its command, and code that all commands share.

pub(crate) mod path;
pub(crate) mod put;
pub(crate) mod replication;
pub(crate) mod row;
pub(crate) mod rpc;

use alloc::vec::Vec;

use godot_var_runtime::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

use self::path::{ConfirmPath, SimplifyPath};
use self::put::{Put, encoding};
use self::replication::{Delta, Spawn, Sync};
use self::rpc::Rpc;
use crate::Options;

/// The command of a packet: bits 0 to 2 of its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Command {
    /// [`Rpc`]: calls a method.
    RemoteCall = 0,
    /// [`SimplifyPath`]: gives a path a number.
    SimplifyPath = 1,
    /// [`ConfirmPath`]: confirms a number.
    ConfirmPath = 2,
    /// Raw bytes of the game.
    Raw = 3,
    /// [`Spawn`]: makes a node.
    Spawn = 4,
    /// Removes a spawned node.
    Despawn = 5,
    /// [`Sync`] and [`Delta`]: set properties.
    Sync = 6,
    /// Authentication, peers and relay.
    System = 7,
}

impl Command {
    /// The bits of the first byte that contain the command.
    pub const MASK: u8 = 7;
    /// All commands, in the order of their numbers.
    pub const ALL: [Self; 8] = [
        Self::RemoteCall,
        Self::SimplifyPath,
        Self::ConfirmPath,
        Self::Raw,
        Self::Spawn,
        Self::Despawn,
        Self::Sync,
        Self::System,
    ];

    /// Returns the command in a first byte.
    pub const fn of(first: u8) -> Self {
        Self::ALL[(first & Self::MASK) as usize]
    }
}

/// In the first byte of a SYNC: the packet is a delta.
pub const DELTA: u8 = 1 << 4;

/// The kind of a system command: [`Packet::Auth`].
pub const AUTH: u8 = 0;
/// The kind of a system command: [`Packet::AddPeer`].
pub const ADD_PEER: u8 = 1;
/// The kind of a system command: [`Packet::DelPeer`].
pub const DEL_PEER: u8 = 2;
/// The kind of a system command: [`Packet::Relay`].
pub const RELAY: u8 = 3;

/// A packet.
///
/// | Variant | Bytes |
/// |---|---|
/// | [`Rpc`](Self::Rpc), [`SimplifyPath`](Self::SimplifyPath), [`ConfirmPath`](Self::ConfirmPath), [`Spawn`](Self::Spawn), [`Sync`](Self::Sync), [`Delta`](Self::Delta) | see there |
/// | [`Raw`](Self::Raw) | `03`, then one byte or more |
/// | [`Despawn`](Self::Despawn) | `05`, u32 id of the node |
/// | [`Auth`](Self::Auth) | `07 00`, then the payload |
/// | [`AddPeer`](Self::AddPeer), [`DelPeer`](Self::DelPeer) | `07 01` or `07 02`, i32 peer |
/// | [`Relay`](Self::Relay) | `07 03`, i32 peer, then a whole packet |
///
/// A packet borrows from the bytes it was read from, and decodes values only on request.
///
/// # Source
/// `SceneMultiplayer::_process_packet` and `_process_sys`; agrees with `tests/vectors/multiplayer.jsonl`, and with
/// `multiplayer_injected.jsonl` for refused packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packet<'a> {
    /// Calls a method.
    Rpc(Rpc<'a>),
    /// Gives a node a number.
    SimplifyPath(SimplifyPath<'a>),
    /// Confirms the number of a node.
    ConfirmPath(ConfirmPath<'a>),
    /// Bytes of `multiplayer.send_bytes`. Never empty.
    Raw(&'a [u8]),
    /// A spawner makes a node.
    Spawn(Spawn<'a>),
    /// Removes the spawned node with this id.
    Despawn(u32),
    /// Values of properties of the mode *Always*.
    Sync(Sync<'a>),
    /// Values of properties that have changed.
    Delta(Delta<'a>),
    /// A message for the other side's `auth_callback`. An empty payload means that this side has completed authentication.
    Auth(&'a [u8]),
    /// The server reports that a peer has joined.
    AddPeer(i32),
    /// The server reports that a peer has left.
    DelPeer(i32),
    /// A packet from one client to others, through the server.
    Relay {
        /// From a client, the target: a peer, 0 for all, `-n` for all but `n`. From the server, the source.
        peer: i32,
        /// The packet, not decoded yet. Its content comes from a client.
        packet: &'a [u8],
    },
}

impl<'a> Packet<'a> {
    /// Reads a packet from all of the bytes.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`] if the packet ends too early; [`DecodeErrorKind::InvalidValue`] for a form that no writer produces;
    /// [`DecodeErrorKind::InvalidUtf8`]; [`DecodeErrorKind::InvalidLength`] for lengths that do not fit, and for bytes after the packet;
    /// [`DecodeErrorKind::LimitExceeded`] above [`Limits::bytes`](godot_var_runtime::Limits::bytes).
    pub fn read(bytes: &'a [u8], options: &Options) -> Result<Self, DecodeError> {
        let mut reader = reader_of(bytes, options)?;
        let [first] = reader.array("a packet")?;
        let flags = match Command::of(first) {
            Command::RemoteCall => 0xf0,
            Command::Sync => DELTA,
            _ => 0,
        };
        if options.limits.canonical && first & !(Command::MASK | flags) != 0 {
            return Err(invalid(0, "unused bits that are 0", alloc::format!("0x{first:02x}")));
        }
        match Command::of(first) {
            Command::RemoteCall => Rpc::read(first, &mut reader, options).map(Self::Rpc),
            Command::SimplifyPath => {
                SimplifyPath::read(&mut reader, options).map(Self::SimplifyPath)
            }
            Command::ConfirmPath => ConfirmPath::read(&mut reader, options).map(Self::ConfirmPath),
            Command::Raw if reader.remaining() == 0 => Err(reader.incomplete("raw bytes")),
            Command::Raw => Ok(Self::Raw(reader.rest())),
            Command::Spawn => Spawn::read(&mut reader, options).map(Self::Spawn),
            Command::Despawn => {
                let id = reader.u32("the id of a node")?;
                finish(&reader, options, "a despawn")?;
                Ok(Self::Despawn(id))
            }
            Command::Sync if first & DELTA != 0 => {
                Delta::read(&mut reader, options).map(Self::Delta)
            }
            Command::Sync => Sync::read(&mut reader, options).map(Self::Sync),
            Command::System => Self::read_system(&mut reader, options),
        }
    }

    fn read_system(reader: &mut Reader<'a>, options: &Options) -> Result<Self, DecodeError> {
        let at = reader.position();
        let [kind] = reader.array("the kind of a system command")?;
        if kind == AUTH {
            return Ok(Self::Auth(reader.rest()));
        }
        if kind > RELAY {
            let found = alloc::format!("kind {kind}, as in packets of Godot 3");
            return Err(invalid(at, "a system command of a kind from 0 to 3", found));
        }
        let peer = i32::from_le_bytes(reader.array("the id of a peer")?);
        if kind == RELAY {
            return match reader.rest() {
                [] => Err(reader.incomplete("a relayed packet")),
                packet => Ok(Self::Relay { peer, packet }),
            };
        }
        finish(reader, options, "the id of a peer")?;
        Ok(if kind == ADD_PEER { Self::AddPeer(peer) } else { Self::DelPeer(peer) })
    }

    encoding!();
}

impl Put for Packet<'_> {
    fn put<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        match self {
            Self::Rpc(call) => return call.put(out),
            Self::SimplifyPath(simplify) => return simplify.put(out),
            Self::ConfirmPath(confirm) => return confirm.put(out),
            Self::Raw([]) => return Err(EncodeError::custom("raw bytes are never empty")),
            Self::Raw(bytes) => {
                out.put_bytes(&[Command::Raw as u8]);
                out.put_bytes(bytes);
            }
            Self::Spawn(spawn) => return spawn.put(out),
            Self::Despawn(id) => {
                out.put_bytes(&[Command::Despawn as u8]);
                out.put_u32(*id);
            }
            Self::Sync(sync) => sync.put(out),
            Self::Delta(delta) => delta.put(out),
            Self::Auth(payload) => {
                out.put_bytes(&[Command::System as u8, AUTH]);
                out.put_bytes(payload);
            }
            Self::AddPeer(peer) => put_peer(ADD_PEER, *peer, out),
            Self::DelPeer(peer) => put_peer(DEL_PEER, *peer, out),
            Self::Relay { packet: [], .. } => {
                return Err(EncodeError::custom("a relayed packet is never empty"));
            }
            Self::Relay { peer, packet } => {
                put_peer(RELAY, *peer, out);
                out.put_bytes(packet);
            }
        }
        Ok(())
    }
}

fn put_peer<O: Output>(kind: u8, peer: i32, out: &mut O) {
    out.put_bytes(&[Command::System as u8, kind]);
    out.put_bytes(&peer.to_le_bytes());
}

// ---------------------------------------------------------------- shared by several commands

/// Returns a reader at the start of the packet, or an error if the packet exceeds the limit.
pub(crate) fn reader_of<'a>(bytes: &'a [u8], options: &Options) -> Result<Reader<'a>, DecodeError> {
    options.limits.check_bytes(bytes.len())?;
    Ok(Reader::with_limits(bytes, options.limits))
}

#[cold]
pub(crate) fn invalid(
    at: usize,
    expected: &'static str,
    found: impl Into<alloc::borrow::Cow<'static, str>>,
) -> DecodeError {
    DecodeError::new(DecodeErrorKind::InvalidValue, at, expected, found)
}

/// Returns an error if bytes are left.
pub(crate) fn finish(
    reader: &Reader<'_>,
    options: &Options,
    what: &'static str,
) -> Result<(), DecodeError> {
    match reader.remaining() {
        0 => Ok(()),
        _ if options.trailing_bytes => Ok(()),
        more => Err(trailing(reader.position(), more, what)),
    }
}

#[cold]
pub(crate) fn trailing(at: usize, more: usize, what: &'static str) -> DecodeError {
    let plural = if more == 1 { "" } else { "s" };
    DecodeError::new(
        DecodeErrorKind::InvalidLength,
        at,
        alloc::format!("nothing after {what}"),
        alloc::format!("{more} byte{plural}"),
    )
}

/// Reads a text up to its NUL or to the end of the packet.
pub(crate) fn text<'a>(
    reader: &mut Reader<'a>,
    what: &'static str,
) -> Result<&'a str, DecodeError> {
    let at = reader.position();
    let rest = reader.rest();
    let len = rest.iter().position(|byte| *byte == 0);
    if len.is_none() && reader.limits().canonical {
        return Err(reader.incomplete(what));
    }
    let bytes = reader.take(len.unwrap_or(rest.len()), what)?;
    if len.is_some() {
        reader.take(1, what)?;
    }
    utf8(bytes, at)
}

fn utf8(bytes: &[u8], at: usize) -> Result<&str, DecodeError> {
    core::str::from_utf8(bytes).map_err(|error| {
        let position = error.valid_up_to();
        let byte = bytes.get(position).copied().unwrap_or_default();
        let found = alloc::format!("byte 0x{byte:02x}");
        DecodeError::new(DecodeErrorKind::InvalidUtf8, at + position, "UTF-8", found)
    })
}

/// Writes a text and a NUL.
pub(crate) fn put_text<O: Output>(text: &str, what: &str, out: &mut O) -> Result<(), EncodeError> {
    if text.contains('\0') {
        return Err(EncodeError::custom(format_args!("a NUL in {what} {text:?}")));
    }
    out.put_bytes(text.as_bytes());
    out.put_bytes(&[0]);
    Ok(())
}

/// Converts a length to the u32 of the wire.
pub(crate) fn wire_len(len: usize) -> Result<u32, EncodeError> {
    match i32::try_from(len) {
        Ok(len) => Ok(len as u32),
        Err(_) => Err(EncodeError::new(
            godot_var_runtime::EncodeErrorKind::TooLong,
            alloc::format!("{len} bytes or elements; a length is at most {}", i32::MAX),
        )),
    }
}
