//! Names of fields, and names that C# does not have.

use super::super::names::{field_name, type_name};
use super::{Named, RESERVED, is_plain};
use crate::language::claims::Claims;
use crate::litenet::{Body, Field, Schema};
use crate::protocol::Diagnostic;

/// The names of fields. `taken` are those of the types that contain them.
pub(super) fn names<'f>(taken: &[&String], fields: &'f [Field]) -> Named<'f> {
    let taken = taken.iter().map(|name| name.as_str());
    let mut claims = Claims::new(RESERVED.into_iter().chain(taken));
    let is_newtype = fields.len() == 1;
    let name = |field: &Field| match field.name.parse::<usize>() {
        Ok(_) if is_newtype => "Value".to_owned(),
        Ok(number) => format!("Field{number}"),
        Err(_) => field_name(&field.name),
    };
    fields.iter().map(|field| (claims.claim(&name(field), "_"), field)).collect()
}

/// The types that the file uses or declares by these names.
const HELPERS: [&str; 16] = [
    "CultureInfo",
    "DecoderFallbackException",
    "DirectionVector2",
    "DirectionVector3",
    "EncoderFallbackException",
    "Exception",
    "Guid",
    "INetSerializable",
    "IPAddress",
    "IPEndPoint",
    "Math",
    "Net",
    "NetDataReader",
    "NetDataWriter",
    "UTF8Encoding",
    "WireException",
];

/// Those of them that the classes of variants use, too.
const IN_VARIANTS: [&str; 4] = ["Guid", "IPEndPoint", "NetDataReader", "NetDataWriter"];

/// Refuses names of types and variants that C# does not have, or that are like those of local variables or of types that the file uses.
pub(super) fn odd_names(schema: &Schema) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for def in &schema.types {
        let members = match &def.body {
            Body::Enumeration { members, .. } => &members[..],
            Body::Record { .. } => &[],
        };
        for name in std::iter::once(&def.name).chain(members.iter().map(|member| &member.name)) {
            if type_name(name) != *name {
                let message = format!(
                    "`{name}` is not a name of a type in C# here; write a capital letter, then letters, digits and `_`"
                );
                errors.push(Diagnostic::new(&def.place, message));
            }
        }
        let in_classes = members
            .iter()
            .map(|member| &*member.name)
            .filter(|name| !is_plain(def) && IN_VARIANTS.contains(name));
        let of_types = Some(&*def.name).filter(|name| HELPERS.contains(name));
        for name in in_classes.chain(of_types) {
            let message = format!("C# already has a type `{name}` here; choose another name");
            errors.push(Diagnostic::new(&def.place, message));
        }
    }
    errors
}
