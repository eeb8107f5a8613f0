//! `#[derive(GodotVar)]`: Godot's Variants.

mod emit;
mod stub;
mod view;

pub(crate) use emit::values;
use godot_var_schema::variant::{self, model::Message};

use crate::expand::Derive;

pub(crate) const GODOT_VAR: Derive<Message> = Derive {
    attribute: "godot_var",
    check: variant::message,
    krate: |message| &message.krate,
    emit: emit::message,
    beside: view::view,
    stub: stub::message,
    stub_beside: view::stub,
};
