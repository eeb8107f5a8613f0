//! Examples of messages, whose bytes the runtime encodes and explains.

mod litenet;
mod sample;
mod text;
mod variant;

pub(super) use litenet::litenet;
pub(super) use variant::variant;
