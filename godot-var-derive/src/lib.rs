//! The derive macros of `godot-var`. Use them through the facade crate, which documents them.

mod expand;
#[cfg(test)]
mod expand_tests;
mod litenet;
mod lludp;
mod variant;

use proc_macro::TokenStream;

/// Makes a struct or an enum a message for Godot, in every dialect.
///
/// | The type gets | for |
/// |---|---|
/// | `ToVariantBytes`, `FromVariantBytes` | the calls, and functions that take any message: these are their bounds |
/// | `EncodeVariant`, `DecodeVariant` | its place in other messages: as a field, an element, a key |
/// | `Wire` | its layout and the bounds of its size, at compile time |
///
/// The type parameters of a generic type need the same traits.
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

/// Derives `LludpMessage`, `EncodeLludp` and `DecodeLludp`: see the facade crate's module `lludp`.
#[proc_macro_derive(LludpMessage, attributes(lludp))]
pub fn derive_lludp_message(input: TokenStream) -> TokenStream {
    expand::lludp_message(input.into()).into()
}

/// Derives `Block` of LLUDP: see the facade crate's module `lludp`.
#[proc_macro_derive(LludpBlock, attributes(lludp))]
pub fn derive_lludp_block(input: TokenStream) -> TokenStream {
    expand::lludp_block(input.into()).into()
}

/// Turns a message template into messages: see the facade crate's documentation of LLUDP.
#[proc_macro]
pub fn message_template(input: TokenStream) -> TokenStream {
    lludp::template::expand(input.into()).into()
}
