//! Types of flat messages as those of a [`Protocol`], so that one generator makes the classes of both wires.

use std::collections::{BTreeMap, BTreeSet};

use godot_var_schema::variant::model::Id;

use crate::flat::{self, Schema, Type as Flat};
use crate::protocol::{
    Body, EnumForm, Enumeration, Enumerator, Field, FieldDefault, Form, Keys, Marks, Protocol,
    Record, Type, TypeDef,
};
use crate::schema;

/// Which types of a protocol have a flat form.
#[derive(Debug)]
pub(in super::super) struct Forms<'s> {
    pub(in super::super) schema: &'s Schema,
    /// The types as they were given.
    given: &'s Schema,
    /// The flat type of each type that has one.
    flat: BTreeMap<usize, usize>,
    /// The type of each flat type.
    own: Vec<usize>,
    /// How many types are sent as Variants; those after them are not.
    variants: usize,
    /// How many types the schema has; those after them stand for tuples.
    types: usize,
    /// The elements of the tuples in flat messages.
    tuples: BTreeMap<usize, Vec<Flat>>,
    /// The tuples in types that are sent as Variants.
    variant_tuples: BTreeSet<usize>,
    /// The types that contain themselves.
    recursive: BTreeSet<usize>,
    /// The types that are in one whose numbers have the highest byte first, though they do not say so.
    turned: BTreeSet<usize>,
}

impl<'s> Forms<'s> {
    /// Adds the types that are flat messages alone to those of a protocol.
    pub(in super::super) fn merge(
        schema: &schema::Schema<'s>,
        given: &'s Schema,
    ) -> (Protocol, Self) {
        let mut merged = schema.variants.clone();
        merged.files = schema.files.to_vec();
        merged.docs = schema.docs.to_vec();
        let variants = merged.types.len();
        merged.types.extend(schema.types[variants..].iter().map(|def| type_def(schema, def)));
        let flat = schema.of_flat.iter().enumerate().map(|(flat, index)| (*index, flat)).collect();
        let forms = Self {
            schema: schema.flat,
            given,
            flat,
            own: schema.of_flat.clone(),
            variants,
            types: merged.types.len(),
            tuples: BTreeMap::new(),
            variant_tuples: BTreeSet::new(),
            recursive: BTreeSet::new(),
            turned: BTreeSet::new(),
        };
        (merged, forms)
    }

    /// Finds the tuples, which have become records of `lowered`, and what is turned by a type around it.
    pub(in super::super) fn find(&mut self, lowered: &Protocol) {
        let mut tuples = Vec::new();
        for def in &lowered.types[..self.variants] {
            for field in fields(&def.body) {
                field.ty.messages(&mut |index| tuples.push(index));
            }
        }
        while let Some(index) = tuples.pop() {
            if index >= self.types && self.variant_tuples.insert(index) {
                for field in fields(&lowered.types[index].body) {
                    field.ty.messages(&mut |index| tuples.push(index));
                }
            }
        }
        let edges = |index: usize| {
            let mut inner = BTreeSet::new();
            for field in fields(&lowered.types[index].body) {
                field.ty.messages(&mut |index| {
                    inner.insert(index);
                });
            }
            inner
        };
        for index in 0..lowered.types.len() {
            let mut reached = BTreeSet::new();
            let mut next: Vec<usize> = edges(index).into_iter().collect();
            while let Some(inner) = next.pop() {
                if reached.insert(inner) {
                    next.extend(edges(inner));
                }
            }
            if reached.contains(&index) {
                self.recursive.insert(index);
            }
        }
        let mut walk = Walk { forms: self, lowered, seen: BTreeSet::new() };
        for flat in 0..walk.forms.schema.types.len() {
            walk.message(flat, false);
        }
    }

    /// Whether a type has a flat form; tuples have one where their owner has.
    pub(in super::super) fn has(&self, index: usize) -> bool {
        self.flat.contains_key(&index) || self.tuples.contains_key(&index)
    }

    /// The fingerprints of the flat types by their paths.
    pub(in super::super) fn fingerprints(&self) -> Vec<(String, u64)> {
        let types = self.given.types.iter().enumerate();
        types.map(|(index, def)| (def.path(), self.given.fingerprint(index))).collect()
    }

    /// The fingerprint of all flat types.
    pub(in super::super) fn fingerprint_of_all(&self) -> u64 {
        self.given.fingerprint_of_all()
    }

    /// Whether a type contains itself.
    pub(in super::super) fn is_recursive(&self, index: usize) -> bool {
        self.recursive.contains(&index)
    }

    /// The flat type that a type is.
    pub(in super::super) fn flat_index(&self, index: usize) -> Option<usize> {
        self.flat.get(&index).copied()
    }

    /// The flat form of a type.
    pub(in super::super) fn of(&self, index: usize) -> Option<&'s flat::TypeDef> {
        self.flat.get(&index).map(|flat| &self.schema.types[*flat])
    }

    /// The elements of a tuple in flat messages.
    pub(in super::super) fn elements(&self, index: usize) -> Option<&Vec<Flat>> {
        self.tuples.get(&index)
    }

    /// The type of the protocol that a flat type is.
    pub(in super::super) fn own(&self, flat: usize) -> usize {
        self.own[flat]
    }

    /// The types that are the states of the entities of a world, with its packets.
    pub(in super::super) fn worlds(&self) -> impl Iterator<Item = (usize, &'s flat::World)> {
        let types = self.schema.types.iter().enumerate();
        types.filter_map(|(flat, def)| {
            let world = def.state.as_ref()?.world.as_ref()?;
            Some((self.own[flat], world))
        })
    }

    /// Whether a type is sent as a Variant.
    pub(in super::super) fn is_variant(&self, index: usize) -> bool {
        index < self.variants || self.variant_tuples.contains(&index)
    }

    /// Whether a type is in one that turns its numbers.
    pub(in super::super) fn is_turned(&self, index: usize) -> bool {
        self.turned.contains(&index)
    }

    /// Whether there are types that are sent as Variants, and types that are flat messages.
    pub(in super::super) fn are_mixed(&self) -> bool {
        self.variants > 0 && !self.flat.is_empty()
    }

    pub(in super::super) fn is_empty(&self) -> bool {
        self.flat.is_empty()
    }
}

fn fields(body: &Body) -> Vec<&Field> {
    match body {
        Body::Record(record) => record.fields.iter().collect(),
        Body::Transparent(field) => vec![field],
        Body::Unit => Vec::new(),
        Body::Enumeration(enumeration) => {
            let members = enumeration.members.iter().chain(&enumeration.other);
            members.flat_map(|member| &member.record.fields).collect()
        }
    }
}

/// Goes through flat types and the types of the protocol that stand for them.
struct Walk<'w, 's> {
    forms: &'w mut Forms<'s>,
    lowered: &'w Protocol,
    seen: BTreeSet<(usize, bool)>,
}

impl Walk<'_, '_> {
    fn message(&mut self, flat: usize, turned: bool) {
        let def = &self.forms.schema.types[flat];
        if turned && !def.big_endian {
            self.forms.turned.insert(self.forms.own[flat]);
        }
        let turned = turned || def.big_endian;
        if !self.seen.insert((flat, turned)) {
            return;
        }
        let lowered = self.lowered;
        let own = fields(&lowered.types[self.forms.own[flat]].body);
        for (field, own) in def.fields().zip(own) {
            self.value(&field.ty, &own.ty, turned);
        }
    }

    fn value(&mut self, flat: &Flat, own: &Type, turned: bool) {
        match (flat, own) {
            (Flat::Message(index), _) => self.message(*index, turned),
            (Flat::Tuple(elements), Type::Message(index)) => {
                self.forms.tuples.insert(*index, elements.clone());
                if turned {
                    self.forms.turned.insert(*index);
                }
                let lowered = self.lowered;
                for (flat, own) in elements.iter().zip(fields(&lowered.types[*index].body)) {
                    self.value(flat, &own.ty, turned);
                }
            }
            (Flat::AtMost(_, inner) | Flat::InBits(_, inner), own) => {
                self.value(inner, own, turned);
            }
            (Flat::Option(flat), Type::Option(own))
            | (Flat::List(_, flat), Type::List(own) | Type::Set(own) | Type::View(own))
            | (Flat::Array(_, flat), Type::FixedList(_, own)) => self.value(flat, own, turned),
            (flat, Type::Pointer(own)) => self.value(flat, own, turned),
            // What a field of a delta holds.
            (Flat::Option(flat), own) => self.value(flat, own, turned),
            (Flat::Map(_, key, value), Type::Map(own_key, own_value)) => {
                self.value(key, own_key, turned);
                self.value(value, own_value, turned);
            }
            _ => {}
        }
    }
}

/// Makes a type of a protocol of one that is a flat message alone.
fn type_def(schema: &schema::Schema<'_>, def: &schema::TypeDef<'_>) -> TypeDef {
    let record = |fields: &[schema::Field<'_>]| Record {
        form: Form::Array,
        skipped: Vec::new(),
        keys: Keys::String,
        fields: fields.iter().map(|each| field(schema, each)).collect(),
        deny_unknown: false,
    };
    let body = match &def.body {
        schema::Body::Unit => Body::Unit,
        schema::Body::Transparent(only) => Body::Transparent(Box::new(field(schema, only))),
        schema::Body::Record(fields) => Body::Record(record(fields)),
        schema::Body::Enumeration(enumeration) => {
            let each = enumeration.members.iter().map(|member| Enumerator {
                name: member.name.to_owned(),
                place: member.place.clone(),
                docs: member.docs.to_vec(),
                gdscript: None,
                csharp: None,
                typescript: None,
                id: Id::Int(member.flat.map_or(-1, |member| member.id.into())),
                aliases: Vec::new(),
                record: record(&member.fields),
                style: member.style,
            });
            let mut members: Vec<Enumerator> = each.collect();
            let is_other = enumeration.members.last().is_some_and(|member| member.is_other);
            let other = if is_other { members.pop() } else { None };
            Body::Enumeration(Box::new(Enumeration {
                form: if enumeration.is_plain() { EnumForm::Numbers } else { EnumForm::Ids },
                members,
                other,
                default: enumeration.default.map(str::to_owned),
            }))
        }
    };
    TypeDef {
        name: def.name.to_owned(),
        module: def.module.to_vec(),
        arguments: Vec::new(),
        instance: String::new(),
        is_generic: def.is_generic,
        place: def.place.clone(),
        docs: def.docs.to_vec(),
        gdscript: None,
        csharp: None,
        typescript: None,
        delta_of: def.delta_of,
        body,
        default: def.default.clone(),
        is_converted: false,
        max_size: None,
        pinned: None,
    }
}

fn field(schema: &schema::Schema<'_>, field: &schema::Field<'_>) -> Field {
    let flat = field.flat.map(|flat| &flat.ty);
    Field {
        name: field.name.to_owned(),
        place: field.place.clone(),
        docs: field.docs.to_vec(),
        gdscript: None,
        csharp: None,
        typescript: None,
        gdscript_elements: Vec::new(),
        ty: match (flat.and_then(|flat| in_variant(schema, flat)), &field.default) {
            // In a delta, what may be missing is not an `Option`.
            (Some(Type::Option(inner)), FieldDefault::Unchanged) => *inner,
            (Some(ty), _) => ty,
            (None, _) => field.ty.clone().without_sets(),
        },
        key: field.name.to_owned(),
        aliases: Vec::new(),
        encoded: true,
        decoded: true,
        skip_encoding_if: None,
        default: field.flat_default.clone(),
        conversion: None,
        flatten: false,
        custom: match flat {
            Some(Flat::Custom(path)) => Some(path.clone()),
            _ => None,
        },
        marks: Marks { max_len: flat.and_then(flat::most), ..Marks::default() },
    }
}

/// The type of a Variant in a flat message: an object if its own type has a class.
fn in_variant(schema: &schema::Schema<'_>, flat: &Flat) -> Option<Type> {
    let has_class = |index: &usize| match &schema.types[*index].body {
        schema::Body::Record(_) => true,
        schema::Body::Enumeration(enumeration) => !enumeration.is_plain(),
        schema::Body::Unit | schema::Body::Transparent(_) => false,
    };
    Some(match flat {
        Flat::Option(inner) => Type::Option(Box::new(in_variant(schema, inner)?)),
        Flat::Variant(_, Type::Message(index)) if has_class(index) => Type::Message(*index),
        Flat::Variant(_, ty) => flat::kind_of(ty).map_or(Type::Variant, Type::engine),
        _ => return None,
    })
}
