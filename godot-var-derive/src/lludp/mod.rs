//! `#[derive(LludpMessage)]`, `#[derive(LludpBlock)]` and `message_template!`: messages of LLUDP.

mod emit;
mod stub;
pub(crate) mod template;

use godot_var_schema::lludp::{self, model};

use crate::expand::{Derive, no_stub, nothing};

pub(crate) const LLUDP_MESSAGE: Derive<model::Message> = Derive {
    attribute: "lludp",
    check: lludp::message,
    krate: |message| &message.krate,
    emit: |message| emit::message(message, true),
    beside: nothing,
    stub: stub::message,
    stub_beside: no_stub,
};

pub(crate) const LLUDP_BLOCK: Derive<model::Block> = Derive {
    attribute: "lludp",
    check: lludp::block,
    krate: |block| &block.krate,
    emit: |block| emit::block(block, "__"),
    beside: nothing,
    stub: stub::block,
    stub_beside: no_stub,
};
