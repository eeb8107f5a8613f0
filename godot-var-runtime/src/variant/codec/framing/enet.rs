//! The header of Godot 3's ENet packets.

use alloc::vec::Vec;

use crate::{DecodeError, DecodeErrorKind};

/// The header before each value in a packet of Godot 3's `NetworkedMultiplayerENet`.
///
/// | Offset | Size | Field | Encoding | Meaning |
/// |-------:|-----:|-------|----------|---------|
/// | 0 | 4 | sender | i32, little-endian | the sender's peer id; 1 is the server |
/// | 4 | 4 | target | i32, little-endian | a peer id; 0: every peer; negative: every peer but that one |
///
/// Godot 4's `ENetMultiplayerPeer` sends the value without a header.
///
/// # Examples
/// ```
/// use godot_var_runtime::variant::EnetHeader;
///
/// let packet = [0x70, 0xa9, 0xbf, 0x2b, 1, 0, 0, 0, /* null: */ 0, 0, 0, 0];
/// let (header, value) = EnetHeader::split(&packet)?;
/// assert_eq!(header, EnetHeader { sender: 0x2bbf_a970, target: 1 });
///
/// let mut answer = Vec::new();
/// EnetHeader { sender: 1, target: header.sender }.put(value, &mut answer);
/// assert_eq!(answer, [1, 0, 0, 0, 0x70, 0xa9, 0xbf, 0x2b, 0, 0, 0, 0]);
/// # Ok::<(), godot_var_runtime::DecodeError>(())
/// ```
///
/// # Source
/// A packet of the engine 3.2.3, in the example; `tests/programs/engine.rs` exchanges them with it, 3.6.2 and 4.6.3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EnetHeader {
    /// The sender's peer id.
    pub sender: i32,
    /// The peers that get the packet; see the table.
    pub target: i32,
}

impl EnetHeader {
    /// The size of the header in bytes.
    pub const SIZE: usize = 8;

    /// Splits a packet into header and value.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`] if the packet has fewer than 8 bytes.
    pub fn split(packet: &[u8]) -> Result<(Self, &[u8]), DecodeError> {
        match packet.split_first_chunk::<{ Self::SIZE }>() {
            Some((&[s0, s1, s2, s3, t0, t1, t2, t3], value)) => {
                let sender = i32::from_le_bytes([s0, s1, s2, s3]);
                let target = i32::from_le_bytes([t0, t1, t2, t3]);
                Ok((Self { sender, target }, value))
            }
            None => Err(DecodeError::new(
                DecodeErrorKind::Incomplete,
                packet.len(),
                "the sender and target of an ENet packet",
                "",
            )),
        }
    }

    /// Appends header and value, which make a packet.
    pub fn put(self, value: &[u8], out: &mut Vec<u8>) {
        out.reserve(Self::SIZE + value.len());
        out.extend_from_slice(&self.sender.to_le_bytes());
        out.extend_from_slice(&self.target.to_le_bytes());
        out.extend_from_slice(value);
    }
}
