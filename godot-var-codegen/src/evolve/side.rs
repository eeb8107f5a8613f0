//! Reads one side of a comparison from its files.

use crate::protocol::{Diagnostic, Place, Protocol};
use crate::{flat, lock};

/// One side of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// The types that derive `GodotVar`, the RPCs and the synchronizers.
    pub protocol: Protocol,
    /// The types that derive `GodotFlat`.
    pub flat: flat::Schema,
}

/// Reads a side: a lock if the name ends with `.lock`, otherwise a schema with all its modules.
///
/// `read` returns the text of a file, or the reason why it cannot.
///
/// # Errors
/// The errors of [`flat::parse_both`] and [`lock::parse_all`]; two types have one name; no type derives `GodotVar` or `GodotFlat`. Messages of LiteNetLibManager and templates of LLUDP
/// cannot be compared.
pub fn parse(
    root: &str,
    mut read: impl FnMut(&str) -> Result<String, String>,
) -> Result<Side, Vec<Diagnostic>> {
    let extension = root.rsplit_once('.').map_or("", |(_, extension)| extension);
    let refuse = |message: &str| {
        let place = Place { file: root.to_owned(), line: 1, column: 1 };
        Err(vec![Diagnostic::new(&place, message.to_owned())])
    };
    let (mut protocol, flat) = match extension {
        "msg" => {
            return refuse(
                "a message template of LLUDP cannot be compared; use a Rust schema or a lock",
            );
        }
        "lock" => match read(root) {
            Ok(text) => lock::parse_all(root, &text)?,
            Err(error) => return refuse(&error),
        },
        _ => {
            let (protocol, flat) = flat::parse_both(root, read)?;
            let errors = lock::repeated(&protocol, &flat, |path| {
                format!(
                    "another type has the name `{path}`, too, and types are compared by their names; \
                     rename one of them"
                )
            });
            if !errors.is_empty() {
                return Err(errors);
            }
            (protocol, flat)
        }
    };
    protocol.warnings.retain(|found| !flat.has(found));
    if protocol.types.is_empty()
        && protocol.rpc_sets.is_empty()
        && protocol.sync_sets.is_empty()
        && flat.types.is_empty()
    {
        let none = "no type derives `GodotVar` or `GodotFlat`";
        let message = match protocol.warnings.first() {
            Some(warning) => format!("{none}: {warning}"),
            None => none.to_owned(),
        };
        return refuse(&message);
    }
    Ok(Side { protocol, flat })
}
