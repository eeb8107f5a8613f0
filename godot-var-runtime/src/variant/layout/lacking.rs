//! Which type of a layout an engine lacks.

use super::model::{RecordLayout, TypeLayout};
use super::sentence::Sentence;
use crate::variant::types::{Generation, VariantType};

/// How far a search goes.
#[derive(Clone, Copy)]
pub(crate) enum Depth {
    /// Through all types.
    All,
    /// Not into structs and enums, which search their own fields.
    Field,
}

/// What an engine lacks.
#[derive(Clone, Copy)]
pub(crate) enum Lacking {
    Type(VariantType),
    TypedContainers,
}

impl Lacking {
    /// Fails the build with a sentence. `field` is the field that has the type.
    #[track_caller]
    pub(crate) const fn fail(self, field: Option<&str>) -> ! {
        let sentence: Sentence = match field {
            Some(field) => Sentence::new().name(field).text(": "),
            None => Sentence::new(),
        };
        match self {
            Self::Type(kind) => sentence
                .text(kind.name(Generation::Godot4))
                .text(" does not exist in Godot 3")
                .fail(),
            Self::TypedContainers => sentence.text("Godot 3 has no `typed` containers").fail(),
        }
    }
}

/// Returns the first type in a layout that Godot 3 lacks.
pub(crate) const fn lacking_in_godot3(layout: &TypeLayout<'_>, depth: Depth) -> Option<Lacking> {
    match layout {
        TypeLayout::Typed(_) => Some(Lacking::TypedContainers),
        TypeLayout::Value(..) => lacking_type(layout.written_type(Generation::Godot3)),
        TypeLayout::Borrowed(TypeLayout::List(element)) => lacking_type(element.packed_array()),
        TypeLayout::Option(inner)
        | TypeLayout::List(inner)
        | TypeLayout::Set(inner)
        | TypeLayout::Array(inner) => lacking_in_godot3(inner, depth),
        TypeLayout::Map(key, value) => match lacking_in_godot3(key, depth) {
            None => lacking_in_godot3(value, depth),
            lacking => lacking,
        },
        TypeLayout::Tuple(elements) => {
            each!(element in elements => {
                if let Some(lacking) = lacking_in_godot3(element, depth) {
                    return Some(lacking);
                }
            });
            None
        }
        TypeLayout::Record(record) => match depth {
            Depth::All => lacking_in_record(record),
            Depth::Field => None,
        },
        TypeLayout::Enumeration(enumeration) => {
            if matches!(depth, Depth::Field) {
                return None;
            }
            each!(member in enumeration.members => {
                if let Some(content) = member.content
                    && let Some(lacking) = lacking_in_godot3(content, depth)
                {
                    return Some(lacking);
                }
            });
            match enumeration.other {
                Some((_, Some(content))) => lacking_in_godot3(content, depth),
                _ => None,
            }
        }
        layout => match layout.wrapped() {
            Some(inner) => lacking_in_godot3(inner, depth),
            None => None,
        },
    }
}

const fn lacking_in_record(record: &RecordLayout<'_>) -> Option<Lacking> {
    each!(field in record.fields => {
        if let Some(lacking) = lacking_in_godot3(field.layout, Depth::All) {
            return Some(lacking);
        }
    });
    None
}

const fn lacking_type(kind: Option<VariantType>) -> Option<Lacking> {
    match kind {
        Some(kind) if kind.id(Generation::Godot3).is_none() => Some(Lacking::Type(kind)),
        _ => None,
    }
}
