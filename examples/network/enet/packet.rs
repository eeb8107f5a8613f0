//! Encodes a value in a packet of ENet, as each engine does.

use std::error::Error;
use std::sync::Arc;

use godot_var::dialect::Generation;
use godot_var::framing::EnetHeader;
use godot_var::multiplayer::net::enet::Mode;
use godot_var::{DecodeError, Dialect, FromVariantBytes, Limits, ToVariantBytes};

pub(crate) type Failure = Box<dyn Error + Send + Sync>;

/// The delivery of a packet. Clients accept packets on every channel except those for messages of the engine. These are the channels on
/// which the engine sends `TRANSFER_MODE_RELIABLE` and `TRANSFER_MODE_UNRELIABLE_ORDERED`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    Sure,
    Quick,
}

/// A packet to send.
pub(crate) struct Packet {
    pub(crate) channel: u8,
    pub(crate) mode: Mode,
    pub(crate) bytes: Arc<[u8]>,
}

const LIMITS: Limits = Limits::DEFAULT.with_bytes(4096).with_depth(8);

fn is_godot3<D: Dialect>() -> bool {
    D::SPEC.generation == Generation::Godot3
}

/// Returns the packet for a value. In Godot 3 the value comes after the ids of its sender and its target: 1 is the server, 0
/// is everybody. In Godot 4 it is the whole packet.
pub(crate) fn seal<D: Dialect, T: ToVariantBytes>(
    value: &T,
    sender: i32,
    target: i32,
    reach: Reach,
) -> Result<Packet, Failure> {
    let mut bytes = value.to_variant_bytes::<D>()?;
    // Channel 0 is for messages between engines in Godot 3, and the first channel of a game in Godot 4.
    let mut first_channel = 0;
    if is_godot3::<D>() {
        let mut packet = Vec::new();
        EnetHeader { sender, target }.put(&bytes, &mut packet);
        (bytes, first_channel) = (packet, 1);
    }
    let (channel, mode) = match reach {
        Reach::Sure => (first_channel, Mode::Reliable),
        Reach::Quick => (first_channel + 1, Mode::UnreliableOrdered),
    };
    Ok(Packet { channel, mode, bytes: bytes.into() })
}

/// Decodes the value in a packet. The connection determines the sender, because a header can be forged.
pub(crate) fn open<'a, D: Dialect, T: FromVariantBytes<'a>>(
    mut bytes: &'a [u8],
) -> Result<T, DecodeError> {
    if is_godot3::<D>() {
        (_, bytes) = EnetHeader::split(bytes)?;
    }
    T::from_variant_bytes_with::<D>(bytes, LIMITS)
}
