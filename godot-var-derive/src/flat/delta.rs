//! The delta of a message: a second item of the fields that changed, with the same derive.
//!
//! If the message has a delta as a Variant, too, the derive of that wire declares it.

use godot_var_schema::stream::delta::delta as delta_of;
use godot_var_schema::stream::model::{Body, Message};
use godot_var_schema::variant::{asked_for, asked_for_by, delta};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Path};

use super::FLAT;
use crate::delta::{Changed, declared, stub as stub_declared};
use crate::expand::constant;
use crate::stream::{self, stub as stubs};
use crate::variant::without_fields;

/// The delta, its implementations, and the functions of both types.
pub(super) fn delta(message: &Message, item: &DeriveInput) -> TokenStream {
    let (Some(derives), Body::Record(record)) = (&message.delta, &message.body) else {
        return TokenStream::new();
    };
    let declared = (!is_declared(item)).then(|| {
        let fields = record.fields.iter().map(|field| Changed {
            member: &field.name,
            ty: &field.ty,
            encoded: true,
        });
        declared(item, derives, &fields.collect::<Vec<_>>(), &message.krate)
    });
    let implementations = constant(&message.krate, &stream::message(FLAT, &delta_of(message)));
    quote!(#declared #implementations)
}

/// The stub for the delta of a message with a mistake.
pub(super) fn stub(item: &DeriveInput, krate: &Path) -> TokenStream {
    let Some(derives) = asked_for_by("flat", &item.attrs, "delta") else {
        return TokenStream::new();
    };
    let declared =
        (!is_declared(item)).then(|| stub_declared(item, &derives, krate, without_fields));
    let implementations = stubs::of_type(FLAT, &delta::name(&item.ident), &item.generics);
    let implementations = constant(krate, &implementations);
    quote!(#declared #implementations)
}

/// Whether the derive of Variants declares the same delta.
fn is_declared(item: &DeriveInput) -> bool {
    asked_for(item, "delta").is_some()
}
