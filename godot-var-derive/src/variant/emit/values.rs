//! Values of Variant types in the derives of other packets: the probes of their types, as for
//! fields here.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;

use super::checks;
pub(crate) use super::field::written_default;
use super::probe::{self, Role};

/// The type at the one place where it is probed.
pub(crate) fn located(ty: &Type) -> Type {
    probe::located(ty, &probe::types(ty)).unwrap_or_else(|| ty.clone())
}

/// Statements that check whether a type can be encoded: `value` is the trait for values that are
/// not keys.
pub(crate) fn probes(ty: &Type, value: &TokenStream) -> TokenStream {
    let types = probe::types(ty).into_iter().map(|(ty, role)| match role {
        Role::Value => quote!(let _ = <#ty as #value<'_>>::check;),
        role => probe::statement(ty, role, &quote!(__rt::Godot4)),
    });
    types.collect()
}

/// Statements that check the `Option`s in a type, in a constant.
pub(crate) fn options(ty: &Type) -> TokenStream {
    checks::options_in(ty, &quote!(__rt::Godot4))
}
