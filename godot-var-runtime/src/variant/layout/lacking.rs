//! Which type of a layout an engine lacks.

use super::model::TypeLayout;
use super::sentence::Sentence;
use crate::variant::types::{Generation, VariantType};

/// What an engine lacks.
#[derive(Clone, Copy)]
pub(crate) enum Lacking {
    Type(VariantType),
    TypedContainers,
}

impl Lacking {
    /// Fails the build with a sentence. `field` is the field that has the type.
    #[track_caller]
    pub(crate) const fn fail(self, field: &str) -> ! {
        let sentence: Sentence = Sentence::new().name(field).text(": ");
        match self {
            Self::Type(kind) => sentence
                .text(kind.name(Generation::Godot4))
                .text(" does not exist in Godot 3")
                .fail(),
            Self::TypedContainers => sentence.text("Godot 3 has no `typed` containers").fail(),
        }
    }
}

/// Returns the first type in a layout that Godot 3 lacks. Structs and enums check their own fields.
pub(crate) const fn lacking_in_godot3(layout: &TypeLayout<'_>) -> Option<Lacking> {
    match layout {
        TypeLayout::Typed(_) => Some(Lacking::TypedContainers),
        TypeLayout::Value(..) => lacking_type(layout.written_type(Generation::Godot3)),
        TypeLayout::Borrowed(TypeLayout::List(element)) => lacking_type(element.packed_array()),
        TypeLayout::Option(inner)
        | TypeLayout::List(inner)
        | TypeLayout::Set(inner)
        | TypeLayout::Array(inner) => lacking_in_godot3(inner),
        TypeLayout::Map(key, value) => match lacking_in_godot3(key) {
            None => lacking_in_godot3(value),
            lacking => lacking,
        },
        TypeLayout::Tuple(elements) => {
            each!(element in elements => {
                if let Some(lacking) = lacking_in_godot3(element) {
                    return Some(lacking);
                }
            });
            None
        }
        layout => match layout.wrapped() {
            Some(inner) => lacking_in_godot3(inner),
            None => None,
        },
    }
}

const fn lacking_type(kind: Option<VariantType>) -> Option<Lacking> {
    match kind {
        Some(kind) if kind.id(Generation::Godot3).is_none() => Some(Lacking::Type(kind)),
        _ => None,
    }
}
