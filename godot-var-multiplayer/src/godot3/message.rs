//! The header that each transport puts before a packet, and the transport's own messages about peers.

use alloc::vec::Vec;

use godot_var_runtime::variant::EnetHeader;
use godot_var_runtime::{DecodeError, Reader};

use crate::packet::{finish, invalid};
use crate::{EVERYBODY, Options, SERVER, TransferMode};

/// A message of a transport: a binary message of a WebSocket with `gd_mp_api`, or a packet of `ENet`.
///
/// | Variant | `WebSocketClient` | `NetworkedMultiplayerENet` |
/// |---|---|---|
/// | [`Packet`](Self::Packet) | `00`, i32 source, i32 target, packet | i32 source, i32 target, packet; channel 1 reliable, 2 otherwise |
/// | [`AddPeer`](Self::AddPeer) | `01`, i32 1, i32 0, i32 peer | u32 0, i32 peer; channel 0, reliable |
/// | [`DelPeer`](Self::DelPeer) | `02`, i32 1, i32 0, i32 peer | u32 1, i32 peer; channel 0, reliable |
/// | [`Id`](Self::Id) | `03`, i32 1, i32 0, i32 id | none: the client chooses its id and sends it as the data word of its connection |
///
/// All numbers are little-endian.
///
/// ```
/// use godot_var_multiplayer::TransferMode::Reliable;
/// use godot_var_multiplayer::godot3::Message;
///
/// let message = Message::Packet { source: 1, target: 7, packet: &[4, 0xff] };
/// let bytes = message.to_websocket();
/// assert_eq!(bytes, [0, 1, 0, 0, 0, 7, 0, 0, 0, 4, 0xff]);
/// assert_eq!(Message::read_websocket(&bytes)?, message);
///
/// let (channel, bytes) = message.to_enet(Reliable).expect("ENet has it, too");
/// assert_eq!((channel, &bytes[..]), (1, &[1, 0, 0, 0, 7, 0, 0, 0, 4, 0xff][..]));
/// assert_eq!(Message::read_enet(channel, &bytes)?, message);
/// # Ok::<(), godot_var_runtime::DecodeError>(())
/// ```
///
/// # Source
/// `WebSocketMultiplayerPeer::_process_multiplayer` and `NetworkedMultiplayerENet::poll`; tried with 3.2.3 and 3.6.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message<'a> {
    /// A packet from one peer to others.
    Packet {
        /// The peer that sends it.
        source: i32,
        /// The peers that receive it: one peer, 0 for all, `-n` for all but `n`.
        target: i32,
        /// The [`Packet`](super::Packet).
        packet: &'a [u8],
    },
    /// The server reports that a peer has joined. Over WebSocket, peer 1 is the server itself: the client is connected after this message.
    AddPeer(i32),
    /// The server reports that a peer has left.
    DelPeer(i32),
    /// The server tells a client its id.
    Id(i32),
}

const PACKET: u8 = 0;
const ADD_PEER: u8 = 1;
const DEL_PEER: u8 = 2;
const ID: u8 = 3;

/// The kinds of messages on `ENet`'s system channel.
const ENET_ADD_PEER: u32 = 0;
const ENET_DEL_PEER: u32 = 1;

impl<'a> Message<'a> {
    /// The `ENet` channel on which a server reports peers that join and leave.
    pub const ENET_SYSTEM_CHANNEL: u8 = 0;
    /// The `ENet` channel for reliable packets, in order.
    pub const ENET_RELIABLE_CHANNEL: u8 = 1;
    /// The `ENet` channel for unreliable packets.
    pub const ENET_UNRELIABLE_CHANNEL: u8 = 2;
    /// The default number of `ENet` channels; `channel_count` changes it in Godot.
    pub const ENET_CHANNELS: u8 = 3;

    /// Reads a binary message of a WebSocket: u8 kind, i32 source, i32 target, payload.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`](godot_var_runtime::DecodeErrorKind::Incomplete) for fewer than 9 bytes, or an id of fewer than 4;
    /// [`InvalidValue`](godot_var_runtime::DecodeErrorKind::InvalidValue) for an unknown kind;
    /// [`InvalidLength`](godot_var_runtime::DecodeErrorKind::InvalidLength) for bytes after an id.
    pub fn read_websocket(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(bytes);
        let [kind] = reader.array("the kind of a message")?;
        let source = i32::from_le_bytes(reader.array("the source of a message")?);
        let target = i32::from_le_bytes(reader.array("the target of a message")?);
        let message: fn(i32) -> Self = match kind {
            PACKET => return Ok(Self::Packet { source, target, packet: reader.rest() }),
            ADD_PEER => Self::AddPeer,
            DEL_PEER => Self::DelPeer,
            ID => Self::Id,
            other => {
                return Err(invalid(
                    0,
                    "a message of a kind from 0 to 3",
                    alloc::format!("kind {other}"),
                ));
            }
        };
        Ok(message(peer(&mut reader)?))
    }

    /// Returns the binary message for a WebSocket.
    pub fn to_websocket(&self) -> Vec<u8> {
        let (kind, source, target, rest) = match self {
            Self::Packet { source, target, packet } => (PACKET, *source, *target, *packet),
            Self::AddPeer(peer) => (ADD_PEER, SERVER, EVERYBODY, &peer.to_le_bytes()[..]),
            Self::DelPeer(peer) => (DEL_PEER, SERVER, EVERYBODY, &peer.to_le_bytes()[..]),
            Self::Id(id) => (ID, SERVER, EVERYBODY, &id.to_le_bytes()[..]),
        };
        let mut bytes = Vec::with_capacity(1 + EnetHeader::SIZE + rest.len());
        bytes.push(kind);
        // ENet's header has the same two numbers.
        EnetHeader { sender: source, target }.put(rest, &mut bytes);
        bytes
    }

    /// Reads a packet of `ENet` that was received on `channel`.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`](godot_var_runtime::DecodeErrorKind::Incomplete) for fewer than 8 bytes;
    /// on channel 0 also [`InvalidValue`](godot_var_runtime::DecodeErrorKind::InvalidValue) for an unknown kind and
    /// [`InvalidLength`](godot_var_runtime::DecodeErrorKind::InvalidLength) for more bytes.
    pub fn read_enet(channel: u8, bytes: &'a [u8]) -> Result<Self, DecodeError> {
        if channel != Self::ENET_SYSTEM_CHANNEL {
            let (EnetHeader { sender, target }, packet) = EnetHeader::split(bytes)?;
            return Ok(Self::Packet { source: sender, target, packet });
        }
        let mut reader = Reader::new(bytes);
        let message: fn(i32) -> Self = match reader.u32("the kind of a message")? {
            ENET_ADD_PEER => Self::AddPeer,
            ENET_DEL_PEER => Self::DelPeer,
            other => {
                return Err(invalid(0, "a message of kind 0 or 1", alloc::format!("kind {other}")));
            }
        };
        Ok(message(peer(&mut reader)?))
    }

    /// Returns the channel and the packet for `ENet`. Messages about peers use channel 0, reliably. Returns `None` for messages that `ENet`
    /// does not have: a client chooses its own id, and `ENet` tells it that it is connected.
    pub fn to_enet(&self, mode: TransferMode) -> Option<(u8, Vec<u8>)> {
        let (kind, peer) = match self {
            Self::Packet { source, target, packet } => {
                let mut bytes = Vec::new();
                EnetHeader { sender: *source, target: *target }.put(packet, &mut bytes);
                let channel = match mode {
                    TransferMode::Reliable => Self::ENET_RELIABLE_CHANNEL,
                    TransferMode::Unreliable | TransferMode::UnreliableOrdered => {
                        Self::ENET_UNRELIABLE_CHANNEL
                    }
                };
                return Some((channel, bytes));
            }
            Self::Id(_) | Self::AddPeer(SERVER) => return None,
            Self::AddPeer(peer) => (ENET_ADD_PEER, *peer),
            Self::DelPeer(peer) => (ENET_DEL_PEER, *peer),
        };
        let mut bytes = Vec::with_capacity(8);
        bytes.extend(kind.to_le_bytes());
        bytes.extend(peer.to_le_bytes());
        Some((Self::ENET_SYSTEM_CHANNEL, bytes))
    }
}

/// Reads the id of a peer, which must be the last four bytes.
fn peer(reader: &mut Reader<'_>) -> Result<i32, DecodeError> {
    let peer = i32::from_le_bytes(reader.array("the id of a peer")?);
    finish(reader, &Options::DEFAULT, "the id of a peer")?;
    Ok(peer)
}
