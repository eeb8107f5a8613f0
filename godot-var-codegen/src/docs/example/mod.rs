//! Examples of messages. The runtime encodes and explains their bytes.

mod flat;
mod litenet;
mod sample;
mod variant;

pub(super) use flat::flat;
pub(super) use litenet::litenet;
pub(crate) use sample::value as sample;
pub(super) use variant::{arguments, variant};
