//! The derive macros of `godot-var`. Use them through the facade crate, which documents them.

mod emit;
mod expand;
#[cfg(test)]
mod expand_tests;
mod fallback;
mod litenet;

use proc_macro::TokenStream;

/// Derives `EncodeVariant` and `DecodeVariant` for every dialect: see the facade crate's
/// documentation of the attributes.
#[proc_macro_derive(GodotVar, attributes(godot_var))]
pub fn derive_godot_var(input: TokenStream) -> TokenStream {
    expand::godot_var(input.into()).into()
}

/// Derives `EncodeLiteNet` and `DecodeLiteNet` for every era, and `LiteNetMessage` for structs with a
/// message number: see the facade crate's module `litenet`.
#[proc_macro_derive(LiteNetMessage, attributes(litenet))]
pub fn derive_litenet_message(input: TokenStream) -> TokenStream {
    expand::litenet_message(input.into()).into()
}
