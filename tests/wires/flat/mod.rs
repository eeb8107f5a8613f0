//! Flat messages: the bytes of engines and of netfox, the derive, broken messages.

mod boundaries;
mod derive;
mod lists;
mod malformed;
mod netfox;
mod packed;
mod quantized;
mod shared;
mod stream;
mod types;
