//! `#[derive(LludpMessage)]`, `#[derive(LludpBlock)]` and `message_template!`: messages of LLUDP.

mod emit;
mod stub;
pub(crate) mod template;

pub(crate) use emit::{block, constant, message};
pub(crate) use stub::{block_stub, message_stub};
