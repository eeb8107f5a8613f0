//! The derive macros of `godot-var`. Use them through the facade crate, which documents them.

mod emit;
mod expand;
#[cfg(test)]
mod expand_tests;
mod fallback;

use proc_macro::TokenStream;

/// Derives `EncodeVariant` and `DecodeVariant` for every dialect: see the facade crate's
/// documentation of the attributes.
#[proc_macro_derive(GodotVar, attributes(godot_var))]
pub fn derive_godot_var(input: TokenStream) -> TokenStream {
    expand::godot_var(input.into()).into()
}
