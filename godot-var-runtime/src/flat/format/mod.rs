//! How numbers, texts and quantized floats are written: for derived code, and for programs that know types by their layouts.

pub mod half;
pub mod quantize;
pub mod rotation;

#[doc(hidden)]
pub use crate::stream::bits::check_padding;
pub use crate::stream::{numbers, texts, varint};
