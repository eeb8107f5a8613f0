//! Values of Variant types in the derives of other packets: what is asked of their types, as of a field's here.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;

use super::checks;
pub(crate) use super::field::written_default;
use super::probe::{self, Role};

/// The type at the one place where it is asked for.
pub(crate) fn located(ty: &Type) -> Type {
    probe::located(ty, &probe::types(ty)).unwrap_or_else(|| ty.clone())
}

/// Statements that ask whether a type can travel: `value` is the trait of what is no key.
pub(crate) fn probes(ty: &Type, value: &TokenStream) -> TokenStream {
    let types = probe::types(ty).into_iter().map(|(ty, role)| match role {
        Role::Value => quote!(let _ = <#ty as #value<'_>>::check;),
        role => probe::statement(ty, role, &quote!(__rt::Godot4)),
    });
    types.collect()
}

/// Statements that check the `Option`s in a type, in a constant.
pub(crate) fn options(ty: &Type) -> TokenStream {
    checks::options_in(ty, &quote!(__rt::Godot4), &quote!(__rt::AskFacts))
}
