//! `#[derive(GodotFlat)]`: flat messages.

mod delta;
mod emit;
mod stub;

use godot_var_schema::{flat, stream::model::Message};

use crate::expand::Derive;

pub(crate) const GODOT_FLAT: Derive<Message> = Derive {
    attribute: "flat",
    check: flat::message,
    krate: |message| &message.krate,
    emit: emit::message,
    beside: delta::delta,
    stub: stub::message,
    stub_unread: None,
    stub_beside: delta::stub,
};
