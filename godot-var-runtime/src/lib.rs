//! The wires of `godot-var`: every byte of every format is read and written in this crate.
//!
//! Most programs use the facade crate `godot-var`, which re-exports this one and the derive.
//!
//! - [`variant`]: Godot's binary Variant, Godot 3 and 4.
//! - `flat` (feature `flat`): the bytes of `StreamPeerBuffer.put_*`.
//! - `litenet` (feature `litenet`): messages of LiteNetLibManager.
//! - `lludp` (feature `lludp`): packets and fields of Second Life and OpenSimulator.
//! - [`Reader`] and [`Output`] are the cursors that all wires share, [`DecodeError`] and
//!   [`EncodeError`] their errors, [`Limits`] what a reader takes from strangers.
//! - `seats` (feature `seats`): players that keep their place while their connection is lost.
//! - `codec` (feature `tokio`): streams of values over tokio.
//!
//! `no_std` with `alloc`:
//!
//! | Feature | Default | What it gives |
//! |---|---|---|
//! | `std` | yes | framing over [`std::io`] and `HashMap` fields |
//! | `flat` | no | the module `flat`; needs the crate `libm` |
//! | `litenet` | no | the module `litenet` |
//! | `lludp` | no | the module `lludp`; needs the crate `uuid` |
//! | `seats` | no | the module `seats` |
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), doc = "\n\n[`std::io`]: https://doc.rust-lang.org/std/io/")]
#![deny(
    clippy::unwrap_used,
    clippy::panic,
    clippy::std_instead_of_core,
    clippy::alloc_instead_of_core
)]

extern crate alloc;

mod core;
#[cfg(feature = "flat")]
pub mod flat;
#[cfg(feature = "litenet")]
pub mod litenet;
#[cfg(feature = "lludp")]
pub mod lludp;
#[doc(hidden)]
pub mod private;
#[cfg(feature = "seats")]
pub mod seats;
#[cfg(feature = "_wires")]
#[cfg_attr(
    not(all(feature = "flat", feature = "litenet", feature = "lludp")),
    allow(dead_code, unused_imports, unused_macros, reason = "a wire alone needs a part")
)]
pub mod stream;
pub mod variant;

pub use self::core::error::{
    DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Path, PathSegment,
};
pub use self::core::limits::Limits;
pub use self::core::reader::{Reader, Word};
#[cfg(feature = "bytes")]
pub use self::core::writer::BytesMutOutput;
pub use self::core::writer::{Output, SliceOutput, VecOutput};
#[cfg(feature = "tokio")]
pub use variant::bridges::tokio as codec;
