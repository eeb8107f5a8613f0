//! `#[derive(GodotVar)]`: Godot's Variants.

mod beside;
mod delta;
mod emit;
mod stub;
mod view;

pub(crate) use beside::without_fields;
pub(crate) use emit::values;
use godot_var_schema::variant::{self, model::Message};

use crate::expand::Derive;

pub(crate) const GODOT_VAR: Derive<Message> = Derive {
    attribute: "godot_var",
    check: variant::message,
    krate: |message| &message.krate,
    emit: emit::message,
    beside: |message, item| {
        let mut items = view::view(message, item);
        items.extend(delta::delta(message, item));
        items
    },
    stub: stub::message,
    stub_unread: Some(stub::unread),
    stub_beside: |item, krate| {
        let mut items = view::stub(item, krate);
        items.extend(delta::stub(item, krate));
        items
    },
};
