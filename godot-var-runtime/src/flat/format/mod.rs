//! How numbers, texts and quantized floats are written: for derived code, and for programs that know types by their layouts.

pub mod half;
pub mod numbers;
pub(crate) mod order;
pub mod quantize;
pub mod rotation;
pub(crate) mod size;
pub(crate) mod structures;
pub mod texts;
pub mod varint;
