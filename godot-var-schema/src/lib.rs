//! The front end of the derives of `godot-var`: one item to a checked model, without any I/O.
//!
//! Derive macros and generators use the same three steps: attributes are parsed by
//! [`attr`], the model of [`model`] is built and checked by [`check`], and what is left cannot fail.
//! Nothing here knows a byte of any wire. Whole schema files, and what is generated from them, are
//! the crate `godot-var-codegen`'s. [`template`] reads the message templates of LLUDP.
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
mod errors;
mod keys;
pub mod litenet;
pub mod lludp;
pub mod model;
mod rename;
pub mod template;

pub use check::message;
pub use rename::RenameRule;
