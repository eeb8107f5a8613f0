//! The content of a message of any wire: JSON and conditions are made from it.

use godot_var_runtime::variant::{Payload, Variant, VariantType};

use crate::values::{Numbers, components};

/// A value of any wire.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// Null.
    Nil,
    /// A bool.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// An integer of 64 bits, which is a text in JSON.
    Wide(i128),
    /// A float of 32 bits.
    Single(f32),
    /// A float of 64 bits.
    Float(f64),
    /// A text.
    Text(String),
    /// Bytes, which may contain a text.
    Bytes(Vec<u8>),
    /// Elements in order.
    List(Vec<Tree>),
    /// Values by name.
    Record(Vec<(String, Tree)>),
    /// The variant of an enum, with the schema's name. If the name on the wire differs, the value contains that name.
    Named(String, Box<Tree>),
    /// In a record: another name of this field.
    Same(String),
    /// A Variant, which has a lossless form in JSON.
    Variant(Box<Variant>),
}

impl Tree {
    /// Returns the value with this name in a record. If the name is repeated, the last one counts, as in the engine.
    pub fn field<'t>(fields: &'t [(String, Self)], name: &str) -> Option<&'t Self> {
        let last = |name: &str, same: bool| {
            let mut fields = fields.iter().rev();
            let is_it = |(key, tree): &&(String, Self)| {
                key == name && same == matches!(tree, Self::Same(_))
            };
            fields.find(is_it).map(|(_, tree)| tree)
        };
        match last(name, false).or_else(|| last(name, true)) {
            Some(Self::Same(name)) => last(name, false),
            found => found,
        }
    }

    /// Returns the value with this name, if this is a record that has it.
    pub fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Record(fields) => Self::field(fields, name),
            _ => None,
        }
    }

    /// Makes a record of these fields.
    pub fn record<const N: usize>(fields: [(&str, Self); N]) -> Self {
        Self::Record(fields.map(|(name, value)| (name.to_owned(), value)).into())
    }
}

fn list<T: Copy>(elements: &[T], tree: impl Fn(T) -> Tree) -> Tree {
    Tree::List(elements.iter().map(|element| tree(*element)).collect())
}

/// Converts a structure, or a packed array of structures.
fn structures(value: &Variant) -> Tree {
    let kind = value.variant_type();
    let numbers: Vec<Tree> = match components(value) {
        Some(Numbers::I32(all)) => all.into_iter().map(|int| Tree::Int(int.into())).collect(),
        Some(Numbers::F32(all)) => all.into_iter().map(Tree::Single).collect(),
        Some(Numbers::F64(all)) => all.into_iter().map(Tree::Float).collect(),
        None => return Tree::Nil,
    };
    match kind.element().map(|element| (element, element.components())) {
        Some((element, Some((_, count)))) => {
            Tree::List(numbers.chunks(count).map(|each| structure(element, each)).collect())
        }
        _ => structure(kind, &numbers),
    }
}

/// A structure whose parts have the engine's names. Matrices have axis vectors, a `Transform3D` has a basis.
fn structure(kind: VariantType, numbers: &[Tree]) -> Tree {
    let Payload::Structure { names, .. } = kind.payload() else { return Tree::Nil };
    let mut parts: Vec<(String, Tree)> = Vec::new();
    for (name, number) in names.iter().zip(numbers) {
        let Some((part, component)) = name.split_once('.') else {
            parts.push(((*name).to_owned(), number.clone()));
            continue;
        };
        let component = (component.to_owned(), number.clone());
        match parts.iter_mut().find(|(known, _)| known == part) {
            Some((_, Tree::Record(components))) => components.push(component),
            _ => parts.push((part.to_owned(), Tree::Record(vec![component]))),
        }
    }
    if kind == VariantType::Transform3D {
        let origin = parts.split_off(3);
        parts = vec![("basis".to_owned(), Tree::Record(parts))];
        parts.extend(origin);
    }
    Tree::Record(parts)
}

impl From<&Variant> for Tree {
    fn from(value: &Variant) -> Self {
        match value {
            Variant::Nil | Variant::Callable(_) => Self::Nil,
            Variant::Bool(truth) => Self::Bool(*truth),
            Variant::Int(number) => Self::Int((*number).into()),
            Variant::Float(number) => Self::Float(*number),
            Variant::String(text) => Self::Text(text.clone()),
            Variant::StringName(text) => Self::Text(text.as_str().to_owned()),
            Variant::NodePath(path) => Self::Text(path.to_string()),
            Variant::Rid(id) => Self::Int(id.0.into()),
            Variant::ObjectId(id) => Self::Int(id.0.into()),
            Variant::Object(object) => {
                let properties = object.properties.iter();
                Self::Record(properties.map(|(name, value)| (name.clone(), value.into())).collect())
            }
            Variant::Signal(signal) => Self::record([
                ("name", Self::Text(signal.name.clone())),
                ("object_id", Self::Int(signal.object_id.0.into())),
            ]),
            Variant::Dictionary(dictionary) => Self::Record(
                dictionary
                    .entries
                    .iter()
                    .filter_map(|(key, value)| Some((key_text(key)?, value.into())))
                    .collect(),
            ),
            Variant::Array(array) => Self::List(array.elements.iter().map(Self::from).collect()),
            Variant::PackedByteArray(bytes) => Self::Bytes(bytes.clone()),
            Variant::PackedInt32Array(ints) => list(ints, |int| Self::Int(int.into())),
            Variant::PackedInt64Array(ints) => list(ints, |int| Self::Int(int.into())),
            Variant::PackedFloat32Array(reals) => list(reals, Self::Single),
            Variant::PackedFloat64Array(reals) => list(reals, Self::Float),
            Variant::PackedStringArray(texts) => {
                Self::List(texts.iter().cloned().map(Self::Text).collect())
            }
            value => structures(value),
        }
    }
}

/// Returns the text for a key in a path, for texts and for numbers in brackets.
pub(super) fn key_text(key: &Variant) -> Option<String> {
    match key {
        Variant::String(text) => Some(text.clone()),
        Variant::StringName(text) => Some(text.as_str().to_owned()),
        Variant::NodePath(path) => Some(path.to_string()),
        Variant::Int(number) => Some(number.to_string()),
        _ => None,
    }
}
