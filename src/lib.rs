//! Facade.

pub use godot_var_derive::GodotVar;
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

#[doc(hidden)]
pub use godot_var_runtime::private as __private;
