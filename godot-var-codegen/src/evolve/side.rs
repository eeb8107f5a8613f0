//! Reads one side of a comparison from its files.

use crate::lock;
use crate::protocol::{self, Diagnostic, Place, Protocol};

/// Reads a side: a lock if the name ends with `.lock`, otherwise a schema with all its modules.
///
/// `read` returns the text of a file, or the reason why it cannot.
///
/// # Errors
/// The errors of [`protocol::parse`] and [`lock::parse`]; no type derives `GodotVar`. Messages of LiteNetLibManager and templates of LLUDP
/// cannot be compared.
pub fn parse(
    root: &str,
    mut read: impl FnMut(&str) -> Result<String, String>,
) -> Result<Protocol, Vec<Diagnostic>> {
    let extension = root.rsplit_once('.').map_or("", |(_, extension)| extension);
    let refuse = |message: &str| {
        let place = Place { file: root.to_owned(), line: 1, column: 1 };
        Err(vec![Diagnostic::new(&place, message.to_owned())])
    };
    let protocol = match extension {
        "msg" => {
            return refuse(
                "a message template of LLUDP cannot be compared; use a Rust schema or a lock",
            );
        }
        "lock" => match read(root) {
            Ok(text) => lock::parse(root, &text)?,
            Err(error) => return refuse(&error),
        },
        _ => protocol::parse(root, read)?,
    };
    if protocol.types.is_empty() && protocol.rpc_sets.is_empty() && protocol.sync_sets.is_empty() {
        let message = match protocol.warnings.first() {
            Some(warning) => format!("no type derives `GodotVar`: {warning}"),
            None => "no type derives `GodotVar`".to_owned(),
        };
        return refuse(&message);
    }
    Ok(protocol)
}
