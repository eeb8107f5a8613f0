//! What code sees of the types of a schema, in one form for every wire: names, types as text, defaults.

use std::collections::BTreeMap;

use super::flat::value::name as flat_type_text;
use crate::flat;
use crate::protocol::{self, FieldDefault, Place, Type, text};

/// The languages whose names a schema can set.
pub(super) const LANGUAGES: [&str; 3] = ["GDScript", "C#", "TypeScript"];

fn given(names: [&Option<(String, Place)>; 3]) -> [Option<&str>; 3] {
    names.map(|name| name.as_ref().map(|(name, _)| &**name))
}

/// The types of a schema, and those of each path. If a path is repeated, its first type counts.
pub(super) struct Outline<'p> {
    pub(super) types: Vec<Shape<'p>>,
    pub(super) paths: BTreeMap<String, usize>,
    /// What tells its variants apart on the wire.
    pub(super) ids: &'static str,
}

/// A type.
pub(super) struct Shape<'p> {
    pub(super) path: String,
    pub(super) place: &'p Place,
    pub(super) fingerprint: u64,
    /// The types of its fields.
    pub(super) uses: Vec<usize>,
    pub(super) max_size: Option<usize>,
    /// The names that the schema sets for [`LANGUAGES`].
    pub(super) names: [Option<&'p str>; 3],
    pub(super) body: Body<'p>,
}

pub(super) enum Body<'p> {
    Fields(Vec<Part<'p>>),
    Newtype(Vec<Part<'p>>),
    Variants(Vec<Part<'p>>),
    Unit,
}

/// A field or a variant.
#[derive(Clone)]
pub(super) struct Part<'p> {
    pub(super) name: &'p str,
    /// The key or id on the wire. Fields without one are known by their order.
    pub(super) key: Option<String>,
    pub(super) place: &'p Place,
    /// The names that the schema sets for [`LANGUAGES`].
    pub(super) names: [Option<&'p str>; 3],
    /// The type of a field, the form of a variant's fields.
    pub(super) ty: String,
    pub(super) default: String,
    pub(super) is_written: bool,
    pub(super) is_read: bool,
    /// The fields of a variant.
    pub(super) fields: Vec<Part<'p>>,
}

impl<'p> Outline<'p> {
    fn new(types: Vec<Shape<'p>>, ids: &'static str) -> Self {
        let paths = types.iter().enumerate().rev();
        let paths = paths.map(|(index, shape)| (shape.path.clone(), index)).collect();
        Self { types, paths, ids }
    }

    pub(super) fn of_variants(protocol: &'p protocol::Protocol) -> Self {
        let shape = |(def, fingerprint): (&'p protocol::TypeDef, u64)| Shape {
            path: def.path(),
            place: &def.place,
            fingerprint,
            uses: uses(def.fields(), |field, visit| field.ty.messages(visit)),
            max_size: def.max_size.as_ref().map(|(size, _)| *size),
            names: given([&def.gdscript, &def.csharp, &def.typescript]),
            body: match &def.body {
                protocol::Body::Record(record) => Body::Fields(fields(protocol, &record.fields)),
                protocol::Body::Transparent(field) => {
                    Body::Newtype(fields(protocol, std::slice::from_ref(field)))
                }
                protocol::Body::Enumeration(enumeration) => {
                    let all = enumeration.members.iter().chain(&enumeration.other);
                    Body::Variants(all.map(|member| variant(protocol, member)).collect())
                }
                protocol::Body::Unit => Body::Unit,
            },
        };
        let types = protocol.types.iter().zip(protocol.fingerprints()).map(shape);
        Self::new(types.collect(), "id or name")
    }

    pub(super) fn of_flat(schema: &'p flat::Schema) -> Self {
        let shape = |(def, fingerprint): (&'p flat::TypeDef, u64)| Shape {
            path: def.path(),
            place: &def.place,
            fingerprint,
            uses: uses(def.fields(), |field, visit| field.ty.messages(visit)),
            max_size: def.max_size.as_ref().map(|(size, _)| *size),
            names: [None; 3],
            body: match &def.body {
                flat::Body::Record(record) => Body::Fields(flat_fields(schema, record)),
                flat::Body::Enumeration(enumeration) => {
                    let members = enumeration.members.iter().map(|member| Part {
                        fields: flat_fields(schema, &member.record),
                        ..part(&member.name, Some(member.id.to_string()), &member.place)
                    });
                    let other = enumeration.other.as_ref().map(|other| Part {
                        ty: format!("{}, {}", other.number, other.rest),
                        ..part(&other.name, Some("other".to_owned()), &other.place)
                    });
                    Body::Variants(members.chain(other).collect())
                }
            },
        };
        let types = schema.types.iter().zip(schema.fingerprints()).map(shape);
        Self::new(types.collect(), "id")
    }
}

fn uses<F>(
    fields: impl IntoIterator<Item = F>,
    messages: impl Fn(F, &mut dyn FnMut(usize)),
) -> Vec<usize> {
    let mut uses = Vec::new();
    for field in fields {
        messages(field, &mut |index| uses.push(index));
    }
    uses
}

fn part<'p>(name: &'p str, key: Option<String>, place: &'p Place) -> Part<'p> {
    let (ty, default) = (String::new(), String::new());
    let (is_written, is_read) = (true, true);
    Part {
        name,
        key,
        place,
        names: [None; 3],
        ty,
        default,
        is_written,
        is_read,
        fields: Vec::new(),
    }
}

/// The fields of a record, or the arguments of a method.
pub(super) fn fields<'p>(
    protocol: &protocol::Protocol,
    fields: &'p [protocol::Field],
) -> Vec<Part<'p>> {
    let path = |index: usize| text::path_to(&protocol.types[index], &[]);
    let default = |field: &protocol::Field| match &field.default {
        _ if field.flatten => "its own fields".to_owned(),
        FieldDefault::Required if matches!(field.ty, Type::Option(_)) && field.custom.is_none() => {
            "`None`".to_owned()
        }
        default => default_text(default, &path),
    };
    let field = |field: &'p protocol::Field| Part {
        names: given([&field.gdscript, &field.csharp, &field.typescript]),
        ty: text::short_type_text(protocol, &field.ty, field.marks.time),
        default: default(field),
        is_written: field.encoded,
        is_read: field.decoded,
        ..part(&field.name, Some(field.key.clone()), &field.place)
    };
    fields.iter().map(field).collect()
}

fn variant<'p>(protocol: &protocol::Protocol, member: &'p protocol::Enumerator) -> Part<'p> {
    Part {
        names: given([&member.gdscript, &member.csharp, &member.typescript]),
        ty: format!("{:?}", member.style),
        fields: fields(protocol, &member.record.fields),
        ..part(&member.name, Some(member.id.to_string()), &member.place)
    }
}

fn flat_fields<'p>(schema: &flat::Schema, record: &'p flat::Record) -> Vec<Part<'p>> {
    let path = |index: usize| schema.types[index].path();
    let field = |field: &'p flat::Field| Part {
        ty: flat_type_text(schema, field),
        default: default_text(&field.default, &path),
        ..part(&field.name, None, &field.place)
    };
    record.fields.iter().map(field).collect()
}

/// The value of a missing field in words. `path` returns the paths of types.
fn default_text(default: &FieldDefault, path: &dyn Fn(usize) -> String) -> String {
    match default {
        FieldDefault::Required => "an error".to_owned(),
        FieldDefault::Type => "its type's `Default`".to_owned(),
        FieldDefault::Value(value) => format!("`{}`", text::value_text(path, value)),
        FieldDefault::Code(code) => format!("`{code}`"),
        FieldDefault::Unchanged => "no change".to_owned(),
    }
}
