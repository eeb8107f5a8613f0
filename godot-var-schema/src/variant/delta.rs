//! The delta of a message: a second message of the fields that changed.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{Ident, Type, parse_quote};

use super::model::{Body, DefaultValue, Message};
use crate::notes::Notes;

/// The name of a message's delta: `PlayerDelta` for `Player`.
pub fn name(message: &Ident) -> Ident {
    format_ident!("{message}Delta")
}

/// The model of the delta of a message: the fields that are sent, each of them optional.
pub fn delta(message: &Message) -> Message {
    let mut delta = message.clone();
    delta.ident = name(&message.ident);
    delta.notes = Notes {
        docs: vec![format!("The fields of a [`{}`] that changed.", message.ident)],
        names: message.notes.names.ending("Delta"),
        ..Notes::default()
    };
    (delta.delta, delta.layout, delta.max_size) = (None, None, None);
    let Body::Record(record) = &mut delta.body else { return delta };
    record.default = DefaultValue::None;
    record.fields.retain(|field| field.encoded || field.decoded);
    let (_, arguments, _) = message.generics.split_for_impl();
    let (ident, arguments) = (&message.ident, arguments.to_token_stream());
    for field in &mut record.fields {
        field.ty = owned_by(&field.ty, &quote!(#ident #arguments));
        field.is_change = true;
        field.default = DefaultValue::Trait;
        // A value that the message leaves out is a change, too.
        field.skip_encoding_if = Some(parse_quote!(__rt::Option::is_none));
    }
    delta
}

/// A type in which `Self` is the message.
fn owned_by(ty: &Type, message: &TokenStream) -> Type {
    fn replaced(tokens: TokenStream, message: &TokenStream) -> TokenStream {
        let replace = |token: TokenTree| match token {
            TokenTree::Ident(own) if own == "Self" => message.clone(),
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), replaced(group.stream(), message));
                inner.set_span(group.span());
                TokenTree::Group(inner).into()
            }
            token => token.into(),
        };
        tokens.into_iter().map(replace).collect()
    }
    syn::parse2(replaced(ty.to_token_stream(), message)).unwrap_or_else(|_| ty.clone())
}
