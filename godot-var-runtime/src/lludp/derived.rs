//! The items that derived code calls.

pub use super::block::{Block, Blocks, facts_of, zero};
pub use super::run::{FixedField, Run, cut, store_len, take_variable};
pub use super::traits::{DecodeLludp, Deprecation, EncodeLludp, LludpMessage, MessageFacts};
pub use super::wire::Lludp;
pub use crate::lludp::MessageNumber;
pub use crate::stream::rest::RestField;
