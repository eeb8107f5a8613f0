//! How numbers, texts and quantized floats are written.

pub(crate) mod half;
pub(crate) mod numbers;
pub(crate) mod order;
pub(crate) mod quantize;
pub(crate) mod rotation;
pub(crate) mod size;
pub(crate) mod structures;
pub(crate) mod texts;
pub(crate) mod varint;
