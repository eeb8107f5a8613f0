//! Local names of expansions, and the places of what they stand for.

use proc_macro2::Span;
use quote::format_ident;
use syn::Ident;
use syn::spanned::Spanned;

/// The place of a type or path, for messages about it. Names still mean what they mean at the
/// derive: the place may lie in a `macro_rules!`, whose local variables are others.
pub(crate) fn place(tokens: &impl Spanned) -> Span {
    Span::call_site().located_at(tokens.span())
}

/// The local variable of a field.
pub(crate) fn local(position: usize) -> Ident {
    format_ident!("__f{position}")
}
