//! The derive macros of `godot-var`. Use them through the facade crate, which documents them.

mod expand;
#[cfg(test)]
#[path = "../tests/expansions/mod.rs"]
mod expansions;
mod generics;
mod litenet;
mod lludp;
mod names;
mod variant;

use proc_macro::TokenStream;

/// Declares derive macros, each with its attribute and what it does.
macro_rules! derives {
    ($($(#[$doc:meta])* $derive:ident($attribute:ident) => $function:ident, $way:path;)*) => {$(
        $(#[$doc])*
        #[proc_macro_derive($derive, attributes($attribute))]
        pub fn $function(input: TokenStream) -> TokenStream {
            expand::expand(&$way, input.into()).into()
        }
    )*

    #[cfg(test)]
    const NAMES: &[&str] = &[$(stringify!($derive)),*];
    };
}

derives! {
    /// Makes a struct or an enum a message for Godot, in every dialect.
    ///
    /// | The type gets | for |
    /// |---|---|
    /// | `ToVariantBytes`, `FromVariantBytes` | the calls, and functions that take any message: these are their bounds |
    /// | `EncodeVariant`, `DecodeVariant` | its place in other messages: as a field, an element, a key |
    /// | `Wire` | its layout and the bounds of its size, at compile time |
    ///
    /// The type parameters of a generic type need the same traits.
    GodotVar(godot_var) => derive_godot_var, variant::GODOT_VAR;

    /// Derives `EncodeLiteNet` and `DecodeLiteNet` for every era, and `LiteNetMessage` for structs with a
    /// message number: see the facade crate's module `litenet`.
    LiteNetMessage(litenet) => derive_litenet_message, litenet::LITENET_MESSAGE;

    /// Derives `LludpMessage`, `EncodeLludp` and `DecodeLludp`: see the facade crate's module `lludp`.
    LludpMessage(lludp) => derive_lludp_message, lludp::LLUDP_MESSAGE;

    /// Derives `Block` of LLUDP: see the facade crate's module `lludp`.
    LludpBlock(lludp) => derive_lludp_block, lludp::LLUDP_BLOCK;
}

/// Turns a message template into messages: see the facade crate's documentation of LLUDP.
#[proc_macro]
pub fn message_template(input: TokenStream) -> TokenStream {
    lludp::template::expand(input.into()).into()
}
