//! The items that derived code calls.

pub(crate) mod block;
pub(crate) mod record;

pub use block::{run_len, variable_len};
pub use record::expect_number;

pub use crate::lludp::{
    Block, Blocks, DecodeLludp, Deprecation, EncodeLludp, FixedField, LludpMessage, MessageFacts,
    MessageNumber, Room, Run, VariableField,
};
