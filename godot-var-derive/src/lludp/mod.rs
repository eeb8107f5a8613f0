//! `#[derive(LludpMessage)]`, `#[derive(LludpBlock)]` and `message_template!`: messages of LLUDP.

mod message;
mod stub;
pub(crate) mod template;

use godot_var_schema::lludp::{self, model};
use godot_var_schema::stream::model::Message;

use crate::expand::Derive;
use crate::stream::{self, Wire};

/// The blocks of LLUDP.
const LLUDP: Wire = Wire { block: Some("Block"), ..Wire::new("lludp", "Lludp") };

pub(crate) const LLUDP_MESSAGE: Derive<model::Message> =
    Derive::new("lludp", lludp::message, |message| &message.krate, message::message, stub::message);

pub(crate) const LLUDP_BLOCK: Derive<Message> = Derive::new(
    "lludp",
    lludp::block,
    |block| &block.krate,
    |block| stream::message(LLUDP, block),
    |item| stream::stub::of_type(LLUDP, &item.ident, &item.generics),
);
