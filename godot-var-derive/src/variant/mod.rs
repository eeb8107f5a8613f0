//! `#[derive(GodotVar)]`: Godot's Variants.

mod beside;
mod delta;
mod emit;
mod stub;

pub(crate) use beside::without_fields;
pub(crate) use emit::values;
use godot_var_schema::variant::{self, model::Message};

use crate::expand::Derive;

pub(crate) const GODOT_VAR: Derive<Message> = Derive {
    attribute: "godot_var",
    check: variant::message,
    krate: |message| &message.krate,
    emit: emit::message,
    beside: delta::delta,
    stub: stub::message,
    stub_unread: Some(stub::unread),
    stub_beside: delta::stub,
};
