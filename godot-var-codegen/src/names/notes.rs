//! The schema's names for the values of a message, in byte order.

use std::collections::HashMap;
use std::ptr;

use crate::inspect::Fit;
use godot_var_runtime::variant::Variant;

use super::likely::tag_of;
use super::{Names, member_name};

/// The schema's names for a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// The field; elements without a name have none.
    pub field: Option<String>,
    /// The variant of an enum that the value represents, alone or as the tag.
    pub variant: Option<String>,
    /// Whether the schema stores the value, a float, as an `f32`.
    pub is_single: bool,
}

type Known = HashMap<usize, Note>;

impl Names {
    /// Returns the schema's names for each value and each key of a message, in the order of their headers. Returns an empty list if the
    /// value is not a message of the schema.
    pub fn notes(&self, value: &Variant) -> Vec<Note> {
        let notes = self.with_fit(value, |_, fit| {
            let (mut known, mut notes) = (Known::new(), Vec::new());
            // The schema has no names for what a variant `other` keeps.
            if !matches!(fit, Fit::Member { member: None, .. }) {
                collect(fit, &mut known);
                list(value, &mut known, &mut notes);
            }
            notes
        });
        notes.unwrap_or_default()
    }
}

fn address(value: &Variant) -> usize {
    ptr::from_ref(value).addr()
}

fn collect(fit: &Fit<'_, '_>, known: &mut Known) {
    match fit {
        Fit::Value(_) => {}
        Fit::Single(value) => known.entry(address(value)).or_default().is_single = true,
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
            let tag = tag_of(enumeration.form, value);
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
