#![doc = include_str!("../docs/guide.md")]
#![cfg_attr(not(feature = "std"), no_std)]

pub use godot_var_derive::GodotVar;
#[cfg(feature = "litenet")]
pub use godot_var_derive::LiteNetMessage;
#[cfg(feature = "lludp")]
#[doc = include_str!("../docs/lludp.md")]
pub use godot_var_derive::message_template;
#[cfg(feature = "lludp")]
pub use godot_var_derive::{LludpBlock, LludpMessage};
#[cfg(feature = "litenet")]
pub use godot_var_runtime::litenet;
#[cfg(feature = "litenet")]
pub use godot_var_runtime::litenet::LiteNetMessage;
#[cfg(feature = "lludp")]
pub use godot_var_runtime::lludp;
#[cfg(feature = "lludp")]
pub use godot_var_runtime::lludp::LludpMessage;
pub use godot_var_runtime::variant;
pub use godot_var_runtime::variant::*;
pub use godot_var_runtime::{
    DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Limits, Output, Path, PathSegment,
    Reader, SliceOutput, VecOutput, Word,
};

#[doc = include_str!("../docs/attributes.md")]
pub mod attributes {}

#[doc = include_str!("../docs/types.md")]
pub mod types {}

#[doc = include_str!("../docs/evolution.md")]
pub mod evolution {}

#[doc = include_str!("../docs/fleet.md")]
pub mod fleet {}

/// The README's snippets, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

#[doc(hidden)]
pub use godot_var_runtime::private as __private;
