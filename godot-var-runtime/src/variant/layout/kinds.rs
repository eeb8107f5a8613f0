//! The Variant types as which a layout is written, and from which it is read.

use super::bounds::Bounds;
use super::model::{EnumerationForm, EnumerationLayout, TypeLayout};
use super::rules;
use crate::variant::types::{Component, Generation, VariantType, VariantTypes};

impl TypeLayout<'_> {
    /// The packed array as which a list of these is written, in a dialect that has it.
    pub const fn packed_array(&self) -> Option<VariantType> {
        match self {
            Self::Value(kind @ (VariantType::Int | VariantType::Float), bounds) => {
                match bounds.component() {
                    Some(component) => kind.packed_array(component),
                    None => None,
                }
            }
            Self::Value(VariantType::String, Bounds::None) => Some(VariantType::PackedStringArray),
            Self::Value(VariantType::String, _) => None,
            Self::Value(kind, _) => kind.packed_array(Component::Real),
            _ => None,
        }
    }

    /// The packed arrays that readers accept for a list of these.
    pub const fn read_packed_arrays(&self) -> VariantTypes {
        match self {
            Self::Value(VariantType::String, Bounds::Char) => VariantTypes::NONE,
            Self::Value(kind, _) => rules::list_read_from(*kind),
            _ => VariantTypes::NONE,
        }
    }

    /// The type as which this is always written; `None` if it depends on the value or on
    /// hand-written code.
    pub const fn written_type(&self, generation: Generation) -> Option<VariantType> {
        match self {
            Self::Value(VariantType::StringName, _) if matches!(generation, Generation::Godot3) => {
                Some(VariantType::String)
            }
            Self::Value(kind, _) => Some(*kind),
            Self::List(element) => Some(list_type(element, generation)),
            Self::Set(element) => match list_type(element, generation) {
                VariantType::PackedStringArray => Some(VariantType::PackedStringArray),
                _ => Some(VariantType::Array),
            },
            Self::Array(_) | Self::Tuple(_) => Some(VariantType::Array),
            Self::Map(..) => Some(VariantType::Dictionary),
            Self::Record(record) if record.keyed => Some(VariantType::Dictionary),
            Self::Record(_) => Some(VariantType::Array),
            Self::Enumeration(enumeration) => match (enumeration.form, enumeration.other) {
                (EnumerationForm::Numbers, None) => Some(VariantType::Int),
                _ => None,
            },
            layout => match layout.wrapped() {
                Some(inner) => inner.written_type(generation),
                None => None,
            },
        }
    }

    /// Every type as which this may be written.
    pub const fn written_types(&self, generation: Generation) -> VariantTypes {
        match self {
            Self::Option(inner) => inner.written_types(generation).with(VariantType::Nil),
            Self::Enumeration(EnumerationLayout { other: Some((_, Some(_))), .. }) => {
                VariantTypes::ALL
            }
            Self::Enumeration(enumeration) => {
                let (text, int) = (VariantType::String, VariantType::Int);
                enumeration.types(VariantTypes::of(text), VariantTypes::of(int), generation, false)
            }
            layout => match (layout.wrapped(), layout.written_type(generation)) {
                (Some(inner), _) => inner.written_types(generation),
                (None, Some(kind)) => VariantTypes::of(kind),
                (None, None) => VariantTypes::ALL,
            },
        }
    }

    /// Every type that a reader may accept for this.
    pub const fn read_types(&self, generation: Generation) -> VariantTypes {
        match self {
            Self::Value(kind, _) => rules::read_from(*kind),
            Self::Option(inner) => inner.read_types(generation).with(VariantType::Nil),
            Self::List(element) | Self::Set(element) | Self::Array(element) => {
                element.read_packed_arrays().with(VariantType::Array)
            }
            Self::Strict(inner) => match inner.written_type(generation) {
                Some(kind) => VariantTypes::of(kind),
                None => inner.read_types(generation),
            },
            Self::Borrowed(Self::List(element)) => match element.packed_array() {
                Some(array) => VariantTypes::of(array),
                None => VariantTypes::NONE,
            },
            Self::Borrowed(_) => VariantTypes::NONE,
            Self::Enumeration(enumeration) => {
                let texts = rules::read_from(VariantType::String);
                let ints = rules::read_from(VariantType::Int);
                enumeration.types(texts, ints, generation, true)
            }
            layout => match (layout.wrapped(), layout.written_type(generation)) {
                (Some(inner), _) => inner.read_types(generation),
                (None, Some(kind)) => VariantTypes::of(kind),
                (None, None) => VariantTypes::ALL,
            },
        }
    }

    /// Whether Nil is one of the values.
    pub const fn can_be_nil(&self) -> bool {
        match (self, self.wrapped()) {
            (Self::Value(VariantType::Nil, _) | Self::Option(_) | Self::Any, _) => true,
            (
                Self::Enumeration(EnumerationLayout {
                    form: EnumerationForm::Untagged,
                    members,
                    ..
                }),
                _,
            ) => {
                each!(member in members => {
                    match member.content {
                        Some(content) if !content.can_be_nil() => {}
                        _ => return true,
                    }
                });
                false
            }
            (_, Some(inner)) => inner.can_be_nil(),
            (_, None) => false,
        }
    }

    /// Whether a missing field of this type is accepted: it is an `Option`, and becomes `None`.
    pub const fn may_be_missing(&self) -> bool {
        match (self, self.wrapped()) {
            (Self::Option(_), _) => true,
            (_, Some(inner)) => inner.may_be_missing(),
            (_, None) => false,
        }
    }
}

impl EnumerationLayout<'_> {
    /// The types of its values, if a name is one of `texts` and a number one of `ints`.
    const fn types(
        &self,
        texts: VariantTypes,
        ints: VariantTypes,
        generation: Generation,
        is_read: bool,
    ) -> VariantTypes {
        match self.form {
            EnumerationForm::Names => texts,
            EnumerationForm::Numbers => ints,
            EnumerationForm::External => texts.with(VariantType::Dictionary),
            EnumerationForm::Internal(_) | EnumerationForm::Adjacent(..) => {
                VariantTypes::of(VariantType::Dictionary)
            }
            EnumerationForm::Ids => VariantTypes::of(VariantType::Array),
            EnumerationForm::Untagged => {
                let mut types = VariantTypes::NONE;
                each!(member in self.members => {
                    types = types.or(match member.content {
                        None => VariantTypes::of(VariantType::Nil),
                        Some(content) if is_read => content.read_types(generation),
                        Some(content) => content.written_types(generation),
                    });
                });
                types
            }
        }
    }
}

/// The type as which a list of these elements is written.
const fn list_type(element: &TypeLayout<'_>, generation: Generation) -> VariantType {
    match element.packed_array() {
        Some(array) if array.id(generation).is_some() => array,
        _ => VariantType::Array,
    }
}
