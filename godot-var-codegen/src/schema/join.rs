//! Joins the types of Variants with those of flat messages.

use super::{Body, Enumeration, Field, Member, Schema, TypeDef};
use crate::flat;
use crate::protocol::{self, FieldDefault, Protocol, Style, Type, TypeDefault, Value};

impl<'s> Schema<'s> {
    /// Joins what [`flat::parse_both`] returns.
    pub fn new(variants: &'s Protocol, flat: &'s flat::Schema) -> Self {
        let mut next = variants.types.len();
        let of_flat = flat.types.iter().map(|def| {
            let path = def.path();
            // An instance of a generic type may have the name of another type.
            let is_it = |other: &protocol::TypeDef| {
                (&other.instance, other.is_generic) == (&def.instance, def.is_generic)
                    && other.path() == path
            };
            variants.types.iter().position(is_it).unwrap_or_else(|| {
                next += 1;
                next - 1
            })
        });
        let of_flat: Vec<usize> = of_flat.collect();
        let join = Join { of_flat: &of_flat };
        let mut types: Vec<TypeDef<'s>> = Vec::new();
        for (index, def) in variants.types.iter().enumerate() {
            let flat =
                of_flat.iter().position(|of| *of == index).map(|flat_at| &flat.types[flat_at]);
            types.push(join.both(def, flat));
        }
        for (def, index) in flat.types.iter().zip(&of_flat) {
            if *index >= variants.types.len() {
                types.push(join.flat(def));
            }
        }
        share_types(&mut types);
        let has_files = !variants.files.is_empty();
        Self {
            files: if has_files { &variants.files } else { &flat.files },
            docs: if has_files { &variants.docs } else { &flat.docs },
            types,
            rpc_sets: &variants.rpc_sets,
            variants,
            flat,
            of_flat,
            accepted: None,
        }
    }
}

/// Gives the fields of deltas the types of their messages, which may be on more wires.
fn share_types(types: &mut [TypeDef<'_>]) {
    for index in 0..types.len() {
        let whole = types[index].delta_of.map(|of| types[of].body.clone());
        if let (Some(Body::Record(whole)), Body::Record(fields)) = (whole, &mut types[index].body) {
            for field in fields {
                let of = whole.iter().find(|of| of.name == field.name);
                if let Some(of) = of.filter(|of| of.ty.clone().without_forms() == field.ty) {
                    field.ty = of.ty.clone();
                }
            }
        }
    }
}

impl Field<'_> {
    /// Returns the type with its pointers, each of which is a level of a flat message.
    pub(crate) fn with_pointers(&self) -> Type {
        let Some(flat) = self.flat.filter(|flat| flat.ty.variant().is_none()) else {
            return self.ty.clone();
        };
        match &flat.rust {
            Type::Option(rust) if self.flat_default == FieldDefault::Unchanged => {
                pointed(&self.ty, rust)
            }
            rust => pointed(&self.ty, rust),
        }
    }
}

/// A type with the pointers of another one that is the same but for them.
fn pointed(ty: &Type, rust: &Type) -> Type {
    let both = |ty: &Type, rust: &Type| Box::new(pointed(ty, rust));
    match (ty, rust) {
        (Type::Pointer(ty), Type::Pointer(rust)) => Type::Pointer(both(ty, rust)),
        // A list of bytes stays one, and a value of one piece has no levels in it.
        (ty @ Type::Value(..), Type::Pointer(_)) => ty.clone(),
        (ty, Type::Pointer(rust)) => Type::Pointer(both(ty, rust)),
        (Type::Option(ty), Type::Option(rust)) => Type::Option(both(ty, rust)),
        (Type::List(ty), Type::List(rust)) => Type::List(both(ty, rust)),
        (Type::Set(ty), Type::Set(rust)) => Type::Set(both(ty, rust)),
        (Type::FixedList(len, ty), Type::FixedList(_, rust)) => {
            Type::FixedList(*len, both(ty, rust))
        }
        (Type::Map(key, ty), Type::Map(_, rust)) => Type::Map(key.clone(), both(ty, rust)),
        (Type::Tuple(all), Type::Tuple(rust)) => {
            Type::Tuple(all.iter().zip(rust).map(|(ty, rust)| pointed(ty, rust)).collect())
        }
        _ => ty.clone(),
    }
}

struct Join<'j> {
    of_flat: &'j [usize],
}

impl Join<'_> {
    fn both<'s>(&self, def: &'s protocol::TypeDef, flat: Option<&'s flat::TypeDef>) -> TypeDef<'s> {
        let record = match flat.map(|flat| &flat.body) {
            Some(flat::Body::Record(record)) => Some(record),
            _ => None,
        };
        let is_delta = def.delta_of.is_some();
        let body = match &def.body {
            protocol::Body::Record(own) => {
                Body::Record(self.fields(Some(own), record.map_or(&[], |it| &it.fields), is_delta))
            }
            protocol::Body::Transparent(field) => {
                let flat = record.and_then(|record| record.fields.first());
                Body::Transparent(Box::new(self.field(field, flat)))
            }
            protocol::Body::Unit => Body::Unit,
            protocol::Body::Enumeration(own) => {
                let flat = match flat.map(|flat| &flat.body) {
                    Some(flat::Body::Enumeration(flat)) => Some(flat),
                    _ => None,
                };
                Body::Enumeration(self.enumeration(Some(own), flat, &def.default))
            }
        };
        TypeDef {
            name: &def.name,
            module: &def.module,
            place: &def.place,
            docs: &def.docs,
            is_generic: def.is_generic,
            delta_of: def.delta_of,
            body,
            default: def.default.clone(),
            variant: Some(def),
            flat,
        }
    }

    fn flat<'s>(&self, def: &'s flat::TypeDef) -> TypeDef<'s> {
        let is_delta = def.delta_of.is_some();
        let body = match &def.body {
            flat::Body::Record(record) if record.fields.is_empty() && !is_delta => Body::Unit,
            flat::Body::Record(record) => match record.wrapped() {
                Some(only) => Body::Transparent(Box::new(self.flat_field(only, false))),
                None => Body::Record(self.fields(None, &record.fields, is_delta)),
            },
            flat::Body::Enumeration(enumeration) => {
                Body::Enumeration(self.enumeration(None, Some(enumeration), &def.default))
            }
        };
        TypeDef {
            name: &def.name,
            module: &def.module,
            place: &def.place,
            docs: &def.docs,
            is_generic: def.is_generic,
            delta_of: def.delta_of.map(|of| self.of_flat[of]),
            body,
            default: match &def.default {
                TypeDefault::Values(values) => TypeDefault::Values(
                    values.iter().map(|(name, it)| (name.clone(), self.value(it))).collect(),
                ),
                default => default.clone(),
            },
            variant: None,
            flat: Some(def),
        }
    }

    fn enumeration<'s>(
        &self,
        own: Option<&'s protocol::Enumeration>,
        flat: Option<&'s flat::Enumeration>,
        default: &'s TypeDefault,
    ) -> Enumeration<'s> {
        let (mut members, mut others) = (Vec::new(), Vec::new());
        if let Some(own) = own {
            for member in own.members.iter().chain(&own.other) {
                let of_flat =
                    flat.and_then(|it| it.members.iter().find(|it| it.name == member.name));
                let other =
                    flat.and_then(|it| it.other.as_ref()).filter(|it| it.name == member.name);
                let is_other = own.other.as_ref().is_some_and(|other| other.name == member.name);
                let fields = of_flat.map_or(&[][..], |it| &it.record.fields);
                let joined = Member {
                    name: &member.name,
                    place: &member.place,
                    docs: &member.docs,
                    style: member.style,
                    fields: self.fields(Some(&member.record), fields, false),
                    variant: Some(member),
                    flat: of_flat,
                    flat_other: other,
                    is_other,
                };
                if is_other { others.push(joined) } else { members.push(joined) }
            }
        }
        let is_new = |name: &str| {
            let own = own.into_iter().flat_map(|own| own.members.iter().chain(&own.other));
            own.into_iter().all(|own| own.name != name)
        };
        if let Some(flat) = flat {
            members.extend(flat.members.iter().filter(|it| is_new(&it.name)).map(|member| {
                Member {
                    name: &member.name,
                    place: &member.place,
                    docs: &member.docs,
                    style: match &member.record.fields[..] {
                        [] => Style::Unit,
                        _ if member.record.wrapped().is_some() => Style::Newtype,
                        [first, ..] if first.name.parse::<usize>().is_ok() => Style::Tuple,
                        _ => Style::Named,
                    },
                    fields: self.fields(None, &member.record.fields, false),
                    variant: None,
                    flat: Some(member),
                    flat_other: None,
                    is_other: false,
                }
            }));
            others.extend(flat.other.iter().filter(|it| is_new(&it.name)).map(|other| Member {
                name: &other.name,
                place: &other.place,
                docs: &other.docs,
                style: Style::Unit,
                fields: Vec::new(),
                variant: None,
                flat: None,
                flat_other: Some(other),
                is_other: true,
            }));
        }
        members.extend(others);
        let default = match default {
            TypeDefault::Values(values) => values.iter().find_map(|(_, value)| match value {
                Value::Member(_, name) => Some(name.as_str()),
                _ => None,
            }),
            _ => own
                .and_then(|own| own.default.as_deref())
                .or(flat.and_then(|it| it.default.as_deref())),
        };
        Enumeration { members, default, variant: own, flat }
    }

    /// The fields of Variants, then those of flat messages alone, which a reader of Variants gives their defaults.
    fn fields<'s>(
        &self,
        record: Option<&'s protocol::Record>,
        flat: &'s [flat::Field],
        is_delta: bool,
    ) -> Vec<Field<'s>> {
        let own = record.map_or(&[][..], |record| &record.fields);
        let both = own
            .iter()
            .map(|field| self.field(field, flat.iter().find(|flat| flat.name == field.name)));
        let alone = flat.iter().filter(|flat| own.iter().all(|own| own.name != flat.name));
        let alone = alone.map(|flat| {
            let mut field = self.flat_field(flat, is_delta);
            let mut skipped = record.iter().flat_map(|record| &record.skipped);
            if let Some((_, default)) = skipped.find(|(name, _)| *name == flat.name)
                && field.default != FieldDefault::Unchanged
            {
                field.default = default.clone();
            }
            field
        });
        both.chain(alone).collect()
    }

    fn field<'s>(&self, own: &'s protocol::Field, flat: Option<&'s flat::Field>) -> Field<'s> {
        Field {
            name: &own.name,
            place: &own.place,
            docs: &own.docs,
            ty: own.ty.clone(),
            time: own.marks.time,
            default: own.default.clone(),
            flat_default: flat.map_or(FieldDefault::Required, |flat| self.default(&flat.default)),
            variant: Some(own),
            flat,
        }
    }

    /// In a delta, what may be missing is not an `Option`.
    fn flat_field<'s>(&self, flat: &'s flat::Field, is_delta: bool) -> Field<'s> {
        let (ty, default) = match (self.rust(flat), is_delta) {
            (Type::Option(inner), true) => (*inner, FieldDefault::Unchanged),
            (ty, _) => (ty, self.default(&flat.default)),
        };
        Field {
            name: &flat.name,
            place: &flat.place,
            docs: &flat.docs,
            ty,
            time: flat.time,
            flat_default: default.clone(),
            default,
            variant: None,
            flat: Some(flat),
        }
    }

    fn rust(&self, flat: &flat::Field) -> Type {
        match flat.ty.variant() {
            // Its types have their positions among Variants.
            Some(_) => flat.rust.clone(),
            None => flat.rust.clone().map_messages(&|index| self.of_flat[index]).without_forms(),
        }
    }

    fn default(&self, default: &FieldDefault) -> FieldDefault {
        default.clone().map_messages(&|index| self.of_flat[index])
    }

    /// A value of a flat message, in which types have their positions among these.
    fn value(&self, value: &Value) -> Value {
        value.clone().map_messages(&|index| self.of_flat[index])
    }
}
