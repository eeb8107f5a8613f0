//! The front end of the derives of `godot-var`: one item to a checked model, without any I/O.
//!
//! Derive macros and generators use the same steps: the attributes are parsed, the model is built and
//! checked, and what is left cannot fail. Each wire has a module: [`variant`], [`litenet`], [`lludp`]; the sets of Godot's
//! high-level multiplayer have [`multiplayer`].
//! Nothing here knows a byte of any wire. Whole schema files, and what is generated from them, are
//! the crate `godot-var-codegen`'s. [`template`] reads the message templates of LLUDP.
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

mod attributes;
mod errors;
pub mod litenet;
mod literals;
pub mod lludp;
pub mod multiplayer;
pub mod notes;
mod rename;
mod taken;
pub mod template;
pub mod variant;

/// The derive macros that read what stands here.
pub const DERIVES: [&str; 6] =
    ["GodotVar", "LiteNetMessage", "LludpMessage", "LludpBlock", "GodotRpc", "GodotSync"];

pub use attributes::crate_path;
pub use errors::unknown_name;
pub use literals::{constant, integer};
pub use rename::RenameRule;
