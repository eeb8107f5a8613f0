//! The fields of a message one by one, as its delta has them.

use godot_var_schema::stream::model::{Body, Enumeration, Member, Message};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::codec::{aliases, encoding};
use super::enumeration::put_member;
use super::wire::{Item, Wire};
use super::with::markers;
use crate::names::place;

/// What the code of [`fields`] and [`variant`] names.
pub(crate) fn beside(wire: Wire, message: &Message) -> TokenStream {
    let item = Item { wire, message };
    let (alias, parameter) = (wire.alias(), wire.usual_parameter());
    let (aliases, markers) = (aliases(item), markers(item));
    quote! {
        #alias
        #parameter
        #aliases
        #markers
    }
}

/// Writes each field of a struct to `__out`.
pub(crate) fn fields(wire: Wire, delta: &Message) -> Vec<TokenStream> {
    let item = Item { wire, message: delta };
    let Body::Record(record) = &delta.body else { return Vec::new() };
    let inside = item.inside();
    let fields = record.fields.iter().enumerate().map(|(position, field)| {
        let (codec, ty) = encoding(field, item, (0, position));
        let name = &field.name;
        quote_spanned! {place(&field.ty)=>
            <#codec as __rt::stream::EncodeAs<#inside, #ty>>::encode_as(&self.#name, __out)
        }
    });
    fields.collect()
}

/// Writes the number of a variant to `__out`.
pub(crate) fn variant(
    wire: Wire,
    message: &Message,
    enumeration: &Enumeration,
    member: &Member,
) -> TokenStream {
    put_member(Item { wire, message }, enumeration, member)
}
