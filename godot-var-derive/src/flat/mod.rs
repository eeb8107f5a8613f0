//! `#[derive(GodotFlat)]`: flat messages.

mod delta;

use godot_var_schema::{flat, stream::model::Message};

use crate::expand::Derive;
use crate::stream::{Wire, message, stub};

/// The wire of flat messages.
pub(crate) const FLAT: Wire = Wire {
    parameter: Some(["__B", "ByteOrder", "Little"]),
    has_bits: true,
    ..Wire::new("flat", "Flat")
};

pub(crate) const GODOT_FLAT: Derive<Message> = Derive {
    attribute: "flat",
    check: flat::message,
    krate: |message| &message.krate,
    emit: |item| message(FLAT, item),
    beside: delta::delta,
    stub: |item| stub::of_type(FLAT, &item.ident, &item.generics),
    stub_unread: None,
    stub_beside: delta::stub,
};
