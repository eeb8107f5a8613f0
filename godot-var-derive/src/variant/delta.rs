//! The delta of a message: a second item of the fields that changed, with the same derive.

use godot_var_schema::variant::asked_for;
use godot_var_schema::variant::delta;
use godot_var_schema::variant::model::{Body, Message};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Path};

use super::beside::without_fields;
use super::{emit, stub};
use crate::delta::{Changed, declared, stub as stub_declared};
use crate::expand::constant;

/// The delta, its implementations, and the functions of both types.
pub(super) fn delta(message: &Message, item: &DeriveInput) -> TokenStream {
    let Some(derives) = &message.delta else { return TokenStream::new() };
    let delta = delta::delta(message);
    let Body::Record(record) = &delta.body else { return TokenStream::new() };
    let fields = record.fields.iter().map(|field| Changed {
        member: &field.member,
        ty: &field.ty,
        encoded: field.encoded,
    });
    let declared = declared(item, derives, &fields.collect::<Vec<_>>(), &message.krate);
    let implementations = constant(&message.krate, &emit::message(&delta));
    quote!(#declared #implementations)
}

/// The stub for the delta of a message with a mistake.
pub(super) fn stub(item: &DeriveInput, krate: &Path) -> TokenStream {
    let Some(derives) = asked_for(item, "delta") else { return TokenStream::new() };
    let declared = stub_declared(item, &derives, krate, without_fields);
    let implementations = stub::of_type(&delta::name(&item.ident), &item.generics);
    let implementations = constant(krate, &implementations);
    quote!(#declared #implementations)
}
