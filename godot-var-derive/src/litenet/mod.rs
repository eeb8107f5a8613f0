//! `#[derive(LiteNetMessage)]`: messages of LiteNetLibManager.

use godot_var_schema::litenet;
use godot_var_schema::stream::model::Message;

use crate::expand::Derive;
use crate::stream::{Wire, message, stub};

pub(crate) const LITENET_MESSAGE: Derive<Message> = Derive::new(
    "litenet",
    litenet::message,
    |message| &message.krate,
    |item| message(Wire::LITENET, item),
    |item| stub::of_type(Wire::LITENET, &item.ident, &item.generics),
);
