//! The fields of Dictionaries: which may be missing, which are left out, which keys belong to them.

use godot_var_runtime::variant::{Generation, TypeLayout, VariantType};
use godot_var_schema::variant::model::{EnumForm, Style};

use crate::protocol::{Body, Field, FieldDefault, Marks, Protocol, Type};

/// How many types can be flattened into each other. A type that is flattened into itself has no end.
const MOST_FLATTENED: usize = 32;

/// Whether a reader reports the field if it is missing.
pub(crate) fn is_needed(protocol: &Protocol, field: &Field) -> bool {
    let is_required = field.default == FieldDefault::Required && field.encoded && !field.flatten;
    let may_be_missing = |layout: &TypeLayout<'_>| layout.may_be_missing();
    is_required && !protocol.with_field_layout(field, may_be_missing)
}

/// When a field is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Omission {
    /// If it is `None`.
    None,
    /// If it is empty.
    Empty,
}

/// When Rust leaves a field out, as far as the name of its function says. With any other function it is always written, which
/// its reader takes, too.
pub(crate) fn omission(field: &Field) -> Option<Omission> {
    let function = field.skip_encoding_if.as_deref()?.replace(' ', "");
    if function.ends_with("Option::is_none") {
        return Some(Omission::None);
    }
    let is_sized = matches!(
        &field.ty,
        Type::List(_)
            | Type::Set(_)
            | Type::Map(..)
            | Type::Value(VariantType::String | VariantType::StringName, _)
    );
    (is_sized && function.rsplit("::").next() == Some("is_empty")).then_some(Omission::Empty)
}

/// The type as which a value is always written, if there is one.
pub(crate) fn written(
    protocol: &Protocol,
    ty: &Type,
    marks: Marks,
    generation: Generation,
) -> Option<VariantType> {
    protocol.with_layout_of(ty, marks, |layout| layout.written_type(generation))
}

/// Every key that fields bring into their record, through all that is flattened.
pub(crate) fn keys_of<'p>(
    protocol: &'p Protocol,
    fields: impl IntoIterator<Item = &'p Field>,
) -> Vec<String> {
    let mut keys = Vec::new();
    for field in fields {
        if field.flatten {
            keys_of_type(protocol, &field.ty, &mut keys, 0);
        } else {
            keys.push(field.key.clone());
            keys.extend(field.aliases.iter().cloned());
        }
    }
    keys
}

fn keys_of_type(protocol: &Protocol, ty: &Type, keys: &mut Vec<String>, depth: usize) {
    let index = match ty {
        Type::Option(inner) | Type::Pointer(inner) => {
            return keys_of_type(protocol, inner, keys, depth);
        }
        Type::Message(index) if depth < MOST_FLATTENED => *index,
        _ => return,
    };
    let mut visit = |field: &Field, is_flat: bool| {
        if is_flat {
            keys_of_type(protocol, &field.ty, keys, depth + 1);
        } else {
            keys.push(field.key.clone());
            keys.extend(field.aliases.iter().cloned());
        }
    };
    match &protocol.types[index].body {
        Body::Record(record) => record.fields.iter().for_each(|field| visit(field, field.flatten)),
        Body::Transparent(field) => visit(field, true),
        Body::Enumeration(enumeration) => {
            for member in &enumeration.members {
                let is_newtype = member.style == Style::Newtype;
                member
                    .record
                    .fields
                    .iter()
                    .for_each(|field| visit(field, field.flatten || is_newtype));
            }
            if let EnumForm::Internal { tag } = &enumeration.form {
                keys.push(tag.clone());
            }
        }
        Body::Unit => {}
    }
}

/// The keys without which a flattened `Option` of this type is `None`: of each list one has to be there.
pub(crate) fn needed_keys(protocol: &Protocol, ty: &Type) -> Vec<Vec<String>> {
    let Type::Message(index) = ty else { return Vec::new() };
    match &protocol.types[*index].body {
        Body::Record(record) => {
            let needed = record.fields.iter().filter(|field| is_needed(protocol, field));
            let keys = |field: &Field| {
                std::iter::once(&field.key).chain(&field.aliases).cloned().collect()
            };
            needed.map(keys).collect()
        }
        Body::Transparent(field) => needed_keys(protocol, &field.ty),
        Body::Enumeration(enumeration) => match &enumeration.form {
            EnumForm::Internal { tag } => vec![vec![tag.clone()]],
            _ => Vec::new(),
        },
        Body::Unit => Vec::new(),
    }
}
