//! The schema's names for the values of a message, in byte order.

use std::collections::HashMap;
use std::ptr;

use bumpalo::Bump;
use godot_var_runtime::variant::{EnumerationForm, Fit, Generation, Variant, fits};

use super::{Names, member_name};
use crate::protocol::layout::Layouts;

/// The schema's names for a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// The field; elements without a name have none.
    pub field: Option<String>,
    /// The variant of an enum that the value represents, alone or as the tag.
    pub variant: Option<String>,
}

type Known = HashMap<usize, Note>;

impl Names {
    /// Returns the schema's names for each value and each key of a message, in the order of their headers. Returns an empty list if the
    /// value is not a message of the schema.
    pub fn notes(&self, value: &Variant) -> Vec<Note> {
        let arena = Bump::new();
        let layouts = Layouts::new(&self.protocol, &arena);
        for index in &self.roots {
            let fit = match fits(layouts.message(*index), value, Generation::Godot4) {
                Ok(Fit::Member { member: None, .. }) | Err(_) => continue,
                Ok(fit) => fit,
            };
            let mut known = Known::new();
            collect(&fit, &mut known);
            let mut notes = Vec::new();
            list(value, &mut known, &mut notes);
            return notes;
        }
        Vec::new()
    }
}

fn address(value: &Variant) -> usize {
    ptr::from_ref(value).addr()
}

fn collect(fit: &Fit<'_, '_>, known: &mut Known) {
    match fit {
        Fit::Value(_) => {}
        Fit::List(_, elements) => {
            for fit in elements {
                collect(fit, known);
            }
        }
        Fit::Map(_, pairs) => {
            for (_, fit) in pairs {
                collect(fit, known);
            }
        }
        Fit::Record(fields) => {
            for part in fields {
                let name = part.field.rust_name();
                if !part.field.flattened && !name.starts_with(|c: char| c.is_ascii_digit()) {
                    known.entry(address(part.value)).or_default().field = Some(name.to_owned());
                }
                collect(&part.fit, known);
            }
        }
        Fit::Member { enumeration, member, content, value } => {
            let entry = |key: &str| {
                let mut entries = value.as_dictionary()?.entries.iter().rev();
                entries.find(|(name, _)| name.as_str() == Some(key)).map(|(_, value)| value)
            };
            let tag = match enumeration.form {
                EnumerationForm::Names | EnumerationForm::Numbers => Some(*value),
                EnumerationForm::Ids => value.as_array().and_then(<[Variant]>::first),
                EnumerationForm::Internal(key) | EnumerationForm::Adjacent(key, _) => entry(key),
                EnumerationForm::External => match value.as_dictionary() {
                    Some(dictionary) => dictionary.entries.first().map(|(name, _)| name),
                    None => Some(*value),
                },
                EnumerationForm::Untagged => None,
            };
            if let Some(tag) = tag.filter(|_| member.is_some()) {
                let name = member_name(fit).to_owned();
                known.entry(address(tag)).or_default().variant = Some(name);
            }
            if let Some(content) = content {
                collect(content, known);
            }
        }
    }
}

/// Lists the notes of a value and its parts, in the order in which a walk over its bytes meets their headers.
fn list(value: &Variant, known: &mut Known, notes: &mut Vec<Note>) {
    notes.push(known.remove(&address(value)).unwrap_or_default());
    match value {
        Variant::Array(array) => {
            for element in &array.elements {
                list(element, known, notes);
            }
        }
        Variant::Dictionary(dictionary) => {
            for (key, value) in &dictionary.entries {
                list(key, known, notes);
                list(value, known, notes);
            }
        }
        Variant::Object(object) => {
            for (_, property) in &object.properties {
                list(property, known, notes);
            }
        }
        _ => {}
    }
}
