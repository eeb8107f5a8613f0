//! `#[derive(LiteNetMessage)]`: messages of LiteNetLibManager.

mod emit;
mod stub;

pub(crate) use emit::message;
pub(crate) use stub::stub;
