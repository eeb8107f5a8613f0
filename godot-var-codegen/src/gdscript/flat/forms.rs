//! Types of flat messages as those of a [`Protocol`], so that one generator makes the classes of both wires.

use std::collections::{BTreeMap, BTreeSet};

use godot_var_runtime::flat::NumberType;
use godot_var_runtime::variant::{Bounds, VariantType};
use godot_var_schema::variant::model::Id;

use crate::flat::{self, Schema, TextType, Type as Flat};
use crate::protocol::{
    Body, EnumForm, Enumeration, Enumerator, Field, FieldDefault, Form, Keys, Marks, Protocol,
    Record, Style, Type, TypeDef, Value,
};

/// Which types of a protocol have a flat form.
#[derive(Debug)]
pub(in super::super) struct Forms<'s> {
    pub(in super::super) schema: &'s Schema,
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
    /// Adds the flat types to those of a protocol.
    pub(in super::super) fn merge(protocol: &Protocol, schema: &'s Schema) -> (Protocol, Self) {
        let mut merged = protocol.clone();
        if merged.files.is_empty() {
            merged.files.clone_from(&schema.files);
            merged.docs.clone_from(&schema.docs);
        }
        let variants = protocol.types.len();
        let mut next = variants;
        let mut own = Vec::new();
        for def in &schema.types {
            let path = def.path();
            let same = protocol.types.iter().position(|other| other.path() == path);
            own.push(same.unwrap_or(next));
            next += usize::from(same.is_none());
        }
        let convert = Convert { schema, own: &own, variants: &protocol.types };
        for (def, index) in schema.types.iter().zip(&own) {
            if *index >= variants {
                merged.types.push(convert.type_def(def));
            }
        }
        let flat = own.iter().enumerate().map(|(flat, index)| (*index, flat)).collect();
        let forms = Self {
            schema,
            flat,
            own,
            variants,
            types: next,
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
        let types = self.schema.types.iter().enumerate();
        types.map(|(index, def)| (def.path(), self.schema.fingerprint(index))).collect()
    }

    /// The fingerprint of all flat types.
    pub(in super::super) fn fingerprint_of_all(&self) -> u64 {
        self.schema.fingerprint_of_all()
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

/// Makes types of a protocol of flat types.
struct Convert<'c> {
    schema: &'c Schema,
    own: &'c [usize],
    variants: &'c [TypeDef],
}

impl Convert<'_> {
    fn type_def(&self, def: &flat::TypeDef) -> TypeDef {
        let body = match &def.body {
            flat::Body::Record(record) if record.fields.is_empty() && def.delta_of.is_none() => {
                Body::Unit
            }
            flat::Body::Record(record) => match &record.fields[..] {
                [only] if record.wrapped().is_some() => {
                    Body::Transparent(Box::new(self.field(only)))
                }
                _ => Body::Record(self.record(record, def.delta_of.is_some())),
            },
            flat::Body::Enumeration(enumeration) => {
                Body::Enumeration(Box::new(self.enumeration(enumeration)))
            }
        };
        TypeDef {
            name: def.name.clone(),
            module: def.module.clone(),
            arguments: Vec::new(),
            is_generic: def.is_generic,
            place: def.place.clone(),
            docs: def.docs.clone(),
            gdscript: None,
            delta_of: def.delta_of.map(|of| self.own[of]),
            body,
            default: self.type_default(&def.default),
            max_size: None,
            pinned: None,
        }
    }

    fn record(&self, record: &flat::Record, is_delta: bool) -> Record {
        let fields = record.fields.iter().map(|field| {
            let own = self.field(field);
            match (&own.ty, is_delta) {
                (Type::Option(inner), true) => {
                    Field { ty: (**inner).clone(), default: FieldDefault::Unchanged, ..own }
                }
                _ => own,
            }
        });
        Record {
            form: Form::Array,
            keys: Keys::String,
            fields: fields.collect(),
            deny_unknown: false,
        }
    }

    fn enumeration(&self, enumeration: &flat::Enumeration) -> Enumeration {
        let members = enumeration.members.iter().map(|member| {
            let style = match &member.record.fields[..] {
                [] => Style::Unit,
                [only] if member.record.wrapped().is_some() => Style::Newtype,
                [only, ..] if only.name.parse::<usize>().is_ok() => Style::Tuple,
                _ => Style::Named,
            };
            Enumerator {
                name: member.name.clone(),
                place: member.place.clone(),
                docs: member.docs.clone(),
                gdscript: None,
                id: Id::Int(member.id.into()),
                aliases: Vec::new(),
                record: self.record(&member.record, false),
                style,
            }
        });
        let other = enumeration.other.as_ref().map(|other| Enumerator {
            name: other.name.clone(),
            place: other.place.clone(),
            docs: other.docs.clone(),
            gdscript: None,
            id: Id::Int(-1),
            aliases: Vec::new(),
            record: Record {
                form: Form::Array,
                keys: Keys::String,
                fields: Vec::new(),
                deny_unknown: false,
            },
            style: Style::Unit,
        });
        let form = if enumeration.is_plain() { EnumForm::Numbers } else { EnumForm::Ids };
        Enumeration {
            form,
            members: members.collect(),
            other,
            default: enumeration.default.clone(),
        }
    }

    fn field(&self, field: &flat::Field) -> Field {
        Field {
            name: field.name.clone(),
            place: field.place.clone(),
            docs: field.docs.clone(),
            gdscript: None,
            gdscript_elements: Vec::new(),
            ty: self.ty(&field.ty),
            key: field.name.clone(),
            aliases: Vec::new(),
            encoded: true,
            decoded: true,
            skip_encoding_if: None,
            default: match &field.default {
                FieldDefault::Value(value) => FieldDefault::Value(self.value(value)),
                default => default.clone(),
            },
            flatten: false,
            custom: match &field.ty {
                Flat::Custom(path) => Some(path.clone()),
                _ => None,
            },
            marks: Marks { max_len: flat::most(&field.ty), ..Marks::default() },
        }
    }

    /// A default, in which types have their number among the flat ones.
    fn value(&self, value: &Value) -> Value {
        let all = |values: &[Value]| values.iter().map(|value| self.value(value)).collect();
        match value {
            Value::Member(index, name) => Value::Member(self.own[*index], name.clone()),
            Value::Some(value) => Value::Some(Box::new(self.value(value))),
            Value::List(values) => Value::List(all(values)),
            Value::Tuple(values) => Value::Tuple(all(values)),
            Value::Structure(name, values) => Value::Structure(name.clone(), all(values)),
            value => value.clone(),
        }
    }

    fn type_default(&self, default: &crate::protocol::TypeDefault) -> crate::protocol::TypeDefault {
        use crate::protocol::TypeDefault;
        match default {
            TypeDefault::Values(values) => TypeDefault::Values(
                values.iter().map(|(name, value)| (name.clone(), self.value(value))).collect(),
            ),
            default => default.clone(),
        }
    }

    fn ty(&self, ty: &Flat) -> Type {
        let boxed = |ty: &Flat| Box::new(self.ty(ty));
        match ty {
            Flat::Unit => Type::UNIT,
            Flat::Bool | Flat::LenientBool => Type::BOOL,
            Flat::Number(number) | Flat::Varint(number) => of_number(*number),
            Flat::NonZero(inner) => match self.ty(inner) {
                Type::Value(kind, bounds) => Type::Value(kind, without_zero(bounds)),
                ty => ty,
            },
            Flat::Char => Type::CHAR,
            Flat::Range { .. } | Flat::Angle { .. } => Type::F64,
            Flat::Direction(_) => Type::engine(VariantType::Vector2),
            Flat::Octahedron(_) => Type::engine(VariantType::Vector3),
            Flat::SmallestThree(_) => Type::engine(VariantType::Quaternion),
            Flat::Components(kind, inner) => {
                let ty = Type::engine(*kind);
                if **inner == Flat::Number(NumberType::F64) { ty.doubled() } else { ty }
            }
            Flat::Text(text, _) | Flat::CString(text) => match text {
                TextType::String => Type::STRING,
                TextType::StringName => Type::engine(VariantType::StringName),
                TextType::NodePath => Type::engine(VariantType::NodePath),
            },
            Flat::List(_, element) => Type::List(boxed(element)),
            Flat::Map(_, key, value) => Type::Map(boxed(key), boxed(value)),
            Flat::Array(count, element) => Type::FixedList(*count as u64, boxed(element)),
            Flat::Tuple(elements) => {
                Type::Tuple(elements.iter().map(|element| self.ty(element)).collect())
            }
            Flat::Option(inner) => Type::Option(boxed(inner)),
            Flat::AtMost(_, inner) | Flat::InBits(_, inner) => self.ty(inner),
            Flat::Ipv4 => named("Ipv4Addr"),
            Flat::Ipv6 => named("Ipv6Addr"),
            Flat::Ip => named("IpAddr"),
            Flat::Socket => named("SocketAddr"),
            Flat::Uuid => named("Uuid"),
            Flat::Variant(_, Type::Message(index)) => {
                let has_class = |def: &TypeDef| match &def.body {
                    Body::Record(_) => true,
                    Body::Enumeration(enumeration) => {
                        !matches!(enumeration.form, EnumForm::Names | EnumForm::Numbers)
                    }
                    Body::Unit | Body::Transparent(_) => false,
                };
                let path = self.schema.variants.types[*index].path();
                let found = self.variants.iter().position(|def| def.path() == path);
                let found = found.filter(|index| has_class(&self.variants[*index]));
                found.map_or(Type::Variant, Type::Message)
            }
            Flat::Variant(_, ty) => flat::kind_of(ty).map_or(Type::Variant, Type::engine),
            Flat::Message(index) => Type::Message(self.own[*index]),
            Flat::Custom(_) => Type::Custom,
        }
    }
}

/// Whether a struct or variant is no more than its only unnamed field.
fn named(name: &str) -> Type {
    Type::named(name).unwrap_or(Type::STRING)
}

fn of_number(number: NumberType) -> Type {
    match number {
        // A half is exact in any float.
        NumberType::F16 | NumberType::F64 => Type::F64,
        number => Type::named(number.name()).unwrap_or(Type::I64),
    }
}

fn without_zero(bounds: Bounds<'static>) -> Bounds<'static> {
    match bounds.name() {
        "u8" => Bounds::NonZeroU8,
        "u16" => Bounds::NonZeroU16,
        "u32" => Bounds::NonZeroU32,
        "u64" => Bounds::NonZeroU64,
        "i8" => Bounds::NonZeroI8,
        "i16" => Bounds::NonZeroI16,
        "i32" => Bounds::NonZeroI32,
        "i64" => Bounds::NonZeroI64,
        _ => bounds,
    }
}
