//! The derive macros of `godot-var`. Use them through the facade crate, which documents them.

#![cfg_attr(
    not(all(
        feature = "flat",
        feature = "litenet",
        feature = "lludp",
        feature = "multiplayer",
        feature = "snapshot"
    )),
    allow(
        dead_code,
        unused_imports,
        reason = "what several wires share may be unused without some of them"
    )
)]

mod delta;
mod expand;
#[cfg(test)]
#[path = "../tests/expansions/mod.rs"]
mod expansions;
mod fingerprint;
#[cfg(feature = "flat")]
mod flat;
mod generics;
#[cfg(feature = "litenet")]
mod litenet;
#[cfg(feature = "lludp")]
mod lludp;
#[cfg(test)]
#[path = "../tests/mistakes/mod.rs"]
mod mistakes;
#[cfg(feature = "multiplayer")]
mod multiplayer;
mod names;
#[cfg(feature = "snapshot")]
mod snapshot;
#[cfg(feature = "_wires")]
mod stream;
mod variant;

use proc_macro::TokenStream;

/// Declares derive macros, each with its attribute and its expansion.
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
    /// | Implemented | Use |
    /// |---|---|
    /// | `ToVariantBytes`, `FromVariantBytes` | the methods to call, and bounds for functions that take any message |
    /// | `EncodeVariant`, `DecodeVariant` | the type in other messages: as a field, an element, a key; its layout and the bounds of its size, at compile time |
    ///
    /// The type parameters of a generic type need the same traits.
    ///
    /// # Attributes
    ///
    /// The attribute is written `#[godot_var(…)]`; [the page][attributes] has each key with an
    /// example.
    ///
    /// | On | Attributes |
    /// |---|---|
    /// | structs | [`rename_all`][rename_all], [`default`][container-default], [`deny_unknown_fields`][deny_unknown_fields], [`transparent`][transparent], [`array`][array], [`keys`][keys], [`from`][from], [`try_from`][from], [`into`][from], [`delta`][delta], [`bound`][bound], [`crate`][crate], [`max_size`][max_size], [`layout`][layout], [`gdscript`][gdscript], [`csharp`][gdscript], [`typescript`][gdscript] |
    /// | enums | [`repr`][repr], [`array, id`][array-id], [`tag`][tag], [`content`][tag], [`untagged`][untagged], [`rename_all`][rename_all], [`rename_all_fields`][rename_all_fields], [`deny_unknown_fields`][deny_unknown_fields], [`keys`][keys], [`from`][from], [`try_from`][from], [`into`][from], [`bound`][bound], [`crate`][crate], [`max_size`][max_size], [`layout`][layout], [`gdscript`][gdscript], [`csharp`][gdscript], [`typescript`][gdscript] |
    /// | fields | [`rename`][rename], [`alias`][alias], [`skip`][skip], [`skip_encoding`][skip_encoding], [`skip_decoding`][skip_decoding], [`skip_encoding_if`][skip_encoding_if], [`default`][default], [`with`][with], [`encode_with`][with], [`decode_with`][with], [`unit`][unit], [`flatten`][flatten], [`borrow`][borrow], [`as`][as], [`f64`][f64], [`max_len`][max_len], [`strict`][strict], [`typed`][typed], [`gdscript`][gdscript], [`csharp`][gdscript], [`typescript`][gdscript] |
    /// | variants of enums | [`rename`][member-rename], [`alias`][member-rename], [`rename_all`][member-rename_all], [`id`][member-id], [`skip`][member-skip], [`other`][other], [`gdscript`][gdscript], [`csharp`][gdscript], [`typescript`][gdscript] |
    ///
    /// [attributes]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html
    /// [alias]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#alias
    /// [array]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#array
    /// [array-id]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#array-id
    /// [as]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#as
    /// [borrow]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#borrow
    /// [bound]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#bound
    /// [container-default]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#container-default
    /// [crate]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#crate
    /// [default]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#default
    /// [delta]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#delta
    /// [deny_unknown_fields]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#deny_unknown_fields
    /// [f64]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#f64
    /// [flatten]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#flatten
    /// [from]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#from
    /// [gdscript]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#gdscript-csharp-typescript
    /// [keys]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#keys
    /// [layout]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#layout
    /// [max_len]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#max_len
    /// [max_size]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#max_size
    /// [member-id]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#member-id
    /// [member-rename]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#member-rename
    /// [member-rename_all]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#member-rename_all
    /// [member-skip]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#member-skip
    /// [other]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#other
    /// [rename]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#rename
    /// [rename_all]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#rename_all
    /// [rename_all_fields]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#rename_all_fields
    /// [repr]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#repr
    /// [skip]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#skip
    /// [skip_decoding]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#skip_decoding
    /// [skip_encoding]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#skip_encoding
    /// [skip_encoding_if]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#skip_encoding_if
    /// [strict]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#strict
    /// [tag]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#tag
    /// [transparent]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#transparent
    /// [typed]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#typed
    /// [unit]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#unit
    /// [untagged]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#untagged
    /// [with]: https://docs.rs/godot-var/latest/godot_var/attributes/index.html#with
    GodotVar(godot_var) => derive_godot_var, variant::GODOT_VAR;

    /// Derives `EncodeFlat` and `DecodeFlat`.
    #[cfg(feature = "flat")]
    GodotFlat(flat) => derive_godot_flat, flat::GODOT_FLAT;

    /// Derives `Encode` and `Decode` for every era of LiteNetLibManager, and `LiteNetMessage` for structs with a
    /// message number.
    #[cfg(feature = "litenet")]
    LiteNetMessage(litenet) => derive_litenet_message, litenet::LITENET_MESSAGE;

    /// Derives `LludpMessage`, `EncodeLludp` and `DecodeLludp`.
    #[cfg(feature = "lludp")]
    LludpMessage(lludp) => derive_lludp_message, lludp::LLUDP_MESSAGE;

    /// Derives `Block` of LLUDP.
    #[cfg(feature = "lludp")]
    LludpBlock(lludp) => derive_lludp_block, lludp::LLUDP_BLOCK;

    /// Implements `MethodSet` and `DecodeCall` for an enum.
    #[cfg(feature = "multiplayer")]
    GodotRpc(rpc) => derive_godot_rpc, multiplayer::GODOT_RPC;

    /// Implements `PropertySet` for a struct.
    #[cfg(feature = "multiplayer")]
    GodotSync(sync) => derive_godot_sync, multiplayer::GODOT_SYNC;

    /// Implements `SnapshotState` for a struct or an enum, and `SnapshotInput` for a struct.
    #[cfg(feature = "snapshot")]
    SnapshotState(snapshot) => derive_snapshot_state, snapshot::SNAPSHOT_STATE;
}

/// The fingerprint of the schema that it is in: see the facade crate's documentation.
#[proc_macro]
pub fn protocol_fingerprint(input: TokenStream) -> TokenStream {
    fingerprint::expand(input.into(), proc_macro::Span::call_site().local_file()).into()
}

/// Turns a message template into message types: see the facade crate's documentation of LLUDP.
#[cfg(feature = "lludp")]
#[proc_macro]
pub fn message_template(input: TokenStream) -> TokenStream {
    lludp::template::expand(input.into()).into()
}
