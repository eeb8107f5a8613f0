//! `#[derive(LludpMessage)]`, `#[derive(LludpBlock)]` and `message_template!`: messages of LLUDP.

mod emit;
mod stub;
pub(crate) mod template;

use godot_var_schema::lludp::{self, model};
use godot_var_schema::stream::model::{Body, Message};
use proc_macro2::TokenStream;

use crate::expand::Derive;

pub(crate) const LLUDP_MESSAGE: Derive<model::Message> =
    Derive::new("lludp", lludp::message, |message| &message.krate, emit::message, stub::message);

pub(crate) const LLUDP_BLOCK: Derive<Message> = Derive::new(
    "lludp",
    lludp::block,
    |block| &block.krate,
    |block| match &block.body {
        Body::Record(record) => emit::block(&block.ident, &block.generics, record, "__"),
        Body::Enumeration(_) => TokenStream::new(),
    },
    stub::block,
);
