//! LLUDP, the protocol of Second Life and OpenSimulator: packets, zero-coding, message numbers, fields.
//!
//! `docs/lludp_packets.md`, the documentation of the facade's module, has the bytes of a packet.

mod block;
#[doc(hidden)]
pub mod derived;
mod format;
mod run;
mod traits;
mod values;
mod wire;

pub use block::{Block, Blocks};
pub use format::framing::{Incoming, Outgoing};
pub use format::message_number::{Frequency, MessageNumber};
pub use format::packet::{
    Acks, ExtraPlace, Flags, HEADER_LEN, MAX_ACKS, MIN_PACKET, MTU, Options, Packet, ZeroCoding,
    fitting_acks,
};
pub use format::zerocode::{DEFAULT_EXPANDED, VIEWER_EXPANDED, compress, expand};
pub use traits::{
    DecodeLludp, Deprecation, EncodeLludp, FromLludpBytes, LludpMessage, MessageFacts, ToLludpBytes,
};
pub use uuid::Uuid;
pub use values::math::{Quaternion, Vector3, Vector3d, Vector4};
pub use values::repeated::{Repeated, RepeatedIter};
pub use values::wrappers::{Port, Variable1, Variable2};
pub use wire::Lludp;

pub use crate::stream::{Decode, Encode};
