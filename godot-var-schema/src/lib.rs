//! The front end of the derives of `godot-var`: from one item to a checked model.
//!
//! Derive macros and generators use the same steps: they parse the attributes, then build and check
//! the model. After that nothing can fail. [`files`] lists the items of a whole schema for both. Each wire has a module: [`variant`], [`flat`],
//! [`litenet`], [`lludp`], of which all but the first share the model of [`stream`]; the sets of Godot's high-level multiplayer have [`multiplayer`], states of entities [`snapshot`]. This crate encodes
//! no bytes. The crate `godot-var-codegen` handles whole schema files and generates code from them.
//! [`template`] parses the message templates of LLUDP. None of these does I/O: callers read files by [`open`].
//!
//! ```
//! let item: syn::DeriveInput = syn::parse_quote! {
//!     #[godot_var(rename_all = "camelCase")]
//!     struct Chat { sender_name: String, text: String }
//! };
//! let message = godot_var_schema::variant::message(&item).expect("a valid message");
//! let godot_var_schema::variant::model::Body::Record(record) = &message.body else { unreachable!() };
//! assert_eq!(record.fields[0].key, "senderName");
//! ```

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

mod attributes;
mod errors;
pub mod files;
#[cfg(feature = "flat")]
pub mod flat;
pub mod known;
#[cfg(feature = "litenet")]
pub mod litenet;
mod literals;
#[cfg(feature = "lludp")]
pub mod lludp;
#[cfg(feature = "multiplayer")]
pub mod multiplayer;
mod names;
pub mod notes;
pub mod open;
mod own_name;
mod rename;
#[cfg(feature = "snapshot")]
pub mod snapshot;
#[cfg(feature = "_wires")]
pub mod stream;
#[cfg(feature = "lludp")]
pub mod template;
pub mod variant;

/// The derive macros whose items this crate reads.
pub const DERIVES: [&str; 8] = [
    "GodotVar",
    "GodotFlat",
    "LiteNetMessage",
    "LludpMessage",
    "LludpBlock",
    "GodotRpc",
    "GodotSync",
    "SnapshotState",
];

pub use attributes::crate_path;
/// All mistakes of an item.
pub use darling::Error;
pub use errors::unknown_name;
pub use literals::{constant, fits, integer};
pub use own_name::without_self;
pub use rename::RenameRule;
