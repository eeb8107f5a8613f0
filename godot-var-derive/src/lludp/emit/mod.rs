//! From checked messages and blocks of LLUDP to tokens.

mod block;
mod message;

pub(super) use block::block;
pub(super) use message::{implementations, message, number};
