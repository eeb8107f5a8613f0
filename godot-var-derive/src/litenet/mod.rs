//! `#[derive(LiteNetMessage)]`: messages of LiteNetLibManager.

mod emit;
mod stub;

use godot_var_schema::{litenet, stream::model::Message};

use crate::expand::Derive;

pub(crate) const LITENET_MESSAGE: Derive<Message> = Derive::new(
    "litenet",
    litenet::message,
    |message| &message.krate,
    emit::message,
    stub::message,
);
