//! LLUDP, the protocol of Second Life and OpenSimulator: packets, zero-coding, message numbers, fields.
//!
//! ```text
//! offset  size  field
//! 0       1     flags    0x80 ZEROCODED  0x40 RELIABLE  0x20 RESENT  0x10 ACK
//! 1       4     sequence number, u32 big-endian
//! 5       1     X, the length of the extra header
//! 6       ..    message number, X extra bytes, blocks    zero-coded as one unit if ZEROCODED
//! end     4N+1  N appended acks (u32 big-endian), then the byte N, only if ACK; never zero-coded
//! ```
//!
//! [`Packet::read`] parses a datagram and [`Packet::write`] writes one, both in the caller's
//! buffers, without an allocation. A message template defines the contents of messages:
//! [`Incoming`] and [`Outgoing`] convert between datagrams and typed messages. Their structs derive
//! [`LludpMessage`] or come from `message_template!`. [`Decode`] and [`Encode`] read and write a single field.
//!
//! ```
//! use godot_var_runtime::Reader;
//! use godot_var_runtime::lludp::{Decode, Flags, Lludp, MessageNumber, Options, Packet, ZeroCoding};
//!
//! // StartPingCheck: ping 7, oldest unacknowledged packet 0
//! let packet = Packet {
//!     flags: Flags::NONE,
//!     sequence: 12,
//!     number: MessageNumber::High(1),
//!     extra: &[],
//!     blocks: &[7, 0, 0, 0, 0],
//! };
//! let mut datagram = [0; 64];
//! let len = packet.write(&[], ZeroCoding::WhenSmaller, &Options::DEFAULT, &mut datagram)?;
//! assert_eq!(datagram[..len], [0x80, 0, 0, 0, 12, 0, 1, 7, 0, 4]);
//!
//! let mut scratch = [0; 64];
//! let (read, acks) = Packet::read(&datagram[..len], &Options::DEFAULT, &mut scratch)?;
//! assert_eq!((read.number, read.blocks, acks.len()), (packet.number, packet.blocks, 0));
//! let mut reader = Reader::new(read.blocks);
//! assert_eq!(<u8 as Decode<Lludp>>::decode(&mut reader)?, 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Source
//! `secondlife/viewer@d6d453be` (`message.cpp`, `llmessagetemplateparser.cpp`) and the wiki's page
//! "Packet Layout"; agrees with `tests/vectors/lludp.jsonl`.

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
