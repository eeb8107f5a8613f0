//! `#[derive(LiteNetMessage)]`: messages of LiteNetLibManager.

mod emit;
mod stub;

use godot_var_schema::litenet::{self, model::Message};

use crate::expand::{Derive, no_stub, nothing};

pub(crate) const LITENET_MESSAGE: Derive<Message> = Derive {
    attribute: "litenet",
    check: litenet::message,
    krate: |message| &message.krate,
    emit: emit::message,
    beside: nothing,
    stub: stub::message,
    stub_beside: no_stub,
};
