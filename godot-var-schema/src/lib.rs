//! The front end of `godot-var`: source text to a checked message model, without any I/O.
//!
//! The derive macros and the command line use the same three steps: attributes are parsed by
//! [`attr`], the model of [`model`] is built and checked by [`check`], and what is left cannot fail.
//! Nothing here knows a byte of any wire. [`protocol`] is a whole schema file, its types resolved by
//! name across modules, on which generators stand: [`gdscript`]
//! writes the client's classes, [`wireshark`] a dissector, [`docs`] pages about the messages.
//! [`template`] reads the message templates of LLUDP.
//!
//! ```
//! let item: syn::DeriveInput = syn::parse_quote! {
//!     #[godot_var(rename_all = "camelCase")]
//!     struct Chat { sender_name: String, text: String }
//! };
//! let message = godot_var_schema::message(&item).expect("a valid message");
//! let godot_var_schema::model::Body::Record(record) = &message.body else { unreachable!() };
//! assert_eq!(record.fields[0].key, "senderName");
//! ```

pub mod attr;
pub mod check;
pub mod docs;
mod errors;
pub mod evolve;
pub mod gdscript;
mod keys;
pub mod litenet;
pub mod lludp;
pub mod lock;
pub mod model;
pub mod protocol;
mod rename;
pub mod template;
pub mod wireshark;

pub use check::message;
pub use rename::RenameRule;
