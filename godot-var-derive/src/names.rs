//! Local names of expansions, and the places for errors.

use std::fmt::Debug;

use proc_macro2::Span;
use quote::format_ident;
use syn::Ident;
use syn::spanned::Spanned;

/// The place of a type or path, for errors about it. Names still resolve at the derive: the place
/// may be in a `macro_rules!`, whose local variables are different.
pub(crate) fn place(tokens: &impl Spanned) -> Span {
    Span::call_site().located_at(tokens.span())
}

/// The variant of an enum of the runtime that has the name of a model's variant.
pub(crate) fn variant(of_model: impl Debug) -> Ident {
    Ident::new(&format!("{of_model:?}"), Span::call_site())
}

/// The local variable of a field.
pub(crate) fn local(position: usize) -> Ident {
    format_ident!("__f{position}")
}
