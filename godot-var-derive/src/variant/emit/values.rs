//! Values of Variant types in the derives of other packets: the probes of their types, as for
//! fields here.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;
use syn::spanned::Spanned;

use super::checks;
pub(crate) use super::field::written_default;
use super::probe::{self, Role};
use crate::names::option_content;

/// The type at the one place where it is probed.
pub(crate) fn located(ty: &Type, typed: bool) -> Type {
    let types = if typed { vec![(ty, Role::TypedField)] } else { probe::types(ty) };
    probe::located(ty, &types).unwrap_or_else(|| ty.clone())
}

/// Statements that check whether a type can be encoded: `value` is the trait for values that are
/// not keys.
pub(crate) fn probes(ty: &Type, value: &TokenStream) -> TokenStream {
    let types = probe::types(ty).into_iter().map(|(ty, role)| match role {
        Role::GodotVar => quote!(let _ = <#ty as #value<'_>>::check;),
        role => probe::statement(ty, role, &quote!(__rt::Godot4)),
    });
    types.collect()
}

/// The codec of a `typed` container, and a statement that probes its type.
pub(crate) fn typed(ty: &Type) -> (TokenStream, TokenStream) {
    let codec = match option_content(ty) {
        Some(_) => quote!(__rt::InOption<__rt::Typed>),
        None => quote!(__rt::Typed),
    };
    let container = option_content(ty).unwrap_or(ty);
    let probe = probe::statement(container, Role::TypedField, &quote!(__rt::Godot4));
    (probe::stamped(codec, ty.span()), probe)
}

/// Statements that check the `Option`s in a type, in a constant.
pub(crate) fn options(ty: &Type) -> TokenStream {
    checks::options_in(ty)
}
