//! How numbers, texts and quantized floats are written: for derived code, and for programs that know types by their layouts.

pub mod half;
mod packed;
pub mod quantize;
pub mod rotation;

pub(crate) use packed::MAX_PACKED;
#[doc(hidden)]
pub use packed::check_padding;

pub use crate::stream::{numbers, texts, varint};
