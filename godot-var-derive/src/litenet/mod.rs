//! `#[derive(LiteNetMessage)]`: messages of LiteNetLibManager.

use godot_var_schema::litenet;
use godot_var_schema::stream::model::Message;

use crate::expand::Derive;
use crate::stream::{Wire, message, stub};

/// The wire of LiteNetLibManager.
const LITENET: Wire = Wire {
    parameter: Some(["AnyEra", "Era", "LiteNetHead"]),
    message: Some("LiteNetMessage"),
    ..Wire::new("litenet", "LiteNet")
};

pub(crate) const LITENET_MESSAGE: Derive<Message> = Derive::new(
    "litenet",
    litenet::message,
    |message| &message.krate,
    |item| message(LITENET, item),
    |item| stub::of_type(LITENET, &item.ident, &item.generics),
);
