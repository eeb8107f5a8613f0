//! The lock of a schema: its layout as a text to commit beside it.
//!
//! A lock is a schema in one canonical form: without documentation, with every key, number and default spelled out, modules inline, and each
//! type pinned by its fingerprint. The schema reader reads it, a diff of it shows changes of the wire, and
//! [`evolve::check`](crate::evolve::check) accepts it as the old side. The same schema always gives the same bytes, whatever its formatting,
//! comments, `use` lines and files are.
//!
//! ```
//! use godot_var_codegen::{lock, protocol};
//!
//! let schema = "
//!     use godot_var::GodotVar;
//!     /// Something said.
//!     #[derive(GodotVar)]
//!     #[godot_var(rename_all = \"camelCase\")]
//!     struct Chat { sender_name: String, #[godot_var(max_len = 200)] text: String }
//! ";
//! let protocol = protocol::parse_text("game.rs", schema).expect("a valid schema");
//! let lock = lock::write(&protocol).expect("a schema that a lock can hold");
//! assert_eq!(
//!     lock,
//!     "\
//! // The layout of a schema. Written by `godot-var generate lock`; do not edit.
//! use godot_var::*;
//!
//! #[derive(GodotVar)]
//! #[godot_var(layout = \"2719455dcd2eaf49\")]
//! struct Chat {
//!     #[godot_var(rename = \"senderName\")]
//!     sender_name: String,
//!     #[godot_var(max_len = 200)]
//!     text: String,
//! }
//! "
//! );
//! let locked = lock::parse("game.lock", &lock).expect("an untouched lock");
//! assert_eq!(locked.fingerprint_of_all(), protocol.fingerprint_of_all());
//! ```

mod write;

use crate::protocol::{self, Diagnostic, Protocol};

pub use write::{MARK, write};
pub(crate) use write::{field_type_text, type_text, value_text};

/// Reads a lock.
///
/// # Errors
/// The errors of [`protocol::parse`]; a type whose fingerprint does not match the text, because the lock was edited or merged by hand.
pub fn parse(name: &str, text: &str) -> Result<Protocol, Vec<Diagnostic>> {
    let protocol = protocol::parse_unpinned(name, protocol::one_text(name, text))?;
    let mut errors = Vec::new();
    for (index, def) in protocol.types.iter().enumerate() {
        let fingerprint = format!("{:016x}", protocol.fingerprint(index));
        let (place, message) = match &def.pinned {
            Some((pinned, _)) if *pinned == fingerprint => continue,
            Some((pinned, place)) => (
                place,
                format!(
                    "the layout of `{}` is {fingerprint}, and not {pinned}; was the lock edited or \
                     merged by hand? Generate it again",
                    def.path()
                ),
            ),
            // Its fields are those of its message, which are pinned.
            None if def.delta_of.is_some() => continue,
            None => (
                &def.place,
                format!("`{}` has no `layout = \"…\"`, so this is not a lock", def.path()),
            ),
        };
        errors.push(Diagnostic::new(place, message));
    }
    if errors.is_empty() { Ok(protocol) } else { Err(errors) }
}
