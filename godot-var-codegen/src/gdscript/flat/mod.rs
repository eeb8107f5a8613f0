//! What the classes of flat messages have: functions that write, read and check the bytes.
//!
//! A class whose messages have one length writes at an offset of an array that has the room (`_flat_put`), any other at its end
//! (`_flat_append`). `_flat_take` reads from an offset on and returns where the value ends, or -1 after a fault; of one length it relies on
//! its caller for the bytes. `_flat_whole` reads a whole message, whose last fields may be missing. In Godot 3 a `StreamPeerBuffer` knows
//! the position, so that there is one way to write, and readers return whether they succeeded.

mod colors;
mod engine;
mod enumeration;
mod fits;
pub(super) mod forms;
mod read;
mod record;
mod single;
mod snapshot;
mod write;

use godot_var_runtime::flat::{NumberType, Prefix};

use super::Generator;
use super::kind::{Ints, Kind, Slot};
use super::record::Member;
use super::text::constant;
use crate::flat::{self, Field, Record, Sizes, Type};
use crate::protocol::{Body, Diagnostic};

/// A type with what it is in GDScript.
#[derive(Clone, Copy, Debug)]
struct Part<'v> {
    ty: &'v Type,
    slot: &'v Slot,
}

/// What a type of the schema is in GDScript; with whether its numbers have the highest byte first.
#[derive(Clone, Debug)]
enum Class {
    /// No bytes.
    Nothing,
    /// What its only field is.
    Wrapper(Type, bool),
    /// The number of a variant.
    Number(Prefix, bool),
    /// An object.
    Record(bool),
    /// An object of one of several classes.
    Choice(bool),
}

/// What the functions of flat messages call their parameters.
#[derive(Debug, Default)]
pub(super) struct FlatLocals {
    bytes: String,
    at: String,
    fault: String,
    all: String,
}

/// What is before the value of a variant.
struct Number {
    prefix: Prefix,
    /// The number, as an expression.
    expr: String,
    /// How many bytes it takes.
    len: usize,
}

/// A position at a constant distance.
fn pos(at: &str, offset: usize) -> String {
    if offset == 0 { at.to_owned() } else { format!("{at} + {offset}") }
}

fn float(number: f64) -> String {
    super::text::float(number)
}

fn is_class(kind: &Kind) -> bool {
    matches!(kind, Kind::Class(_))
}

impl Generator<'_> {
    fn flat_bytes(&self) -> String {
        self.flat_locals.bytes.clone()
    }

    fn flat_at(&self) -> String {
        self.flat_locals.at.clone()
    }

    /// Where a reader is, as arguments: in Godot 3 the buffer knows the position.
    fn here(&self) -> String {
        let FlatLocals { bytes, at, .. } = &self.flat_locals;
        if self.four { format!("{bytes}, {at}") } else { bytes.clone() }
    }

    /// Moves the position by this many bytes, where the buffer does not.
    fn go_on(&mut self, len: &str) {
        if self.four {
            let at = self.flat_at();
            self.line(format!("{at} += {len}"));
        }
    }

    fn flat_fault(&self) -> String {
        self.flat_locals.fault.clone()
    }

    fn flat_all(&self) -> String {
        self.flat_locals.all.clone()
    }

    /// Begins a function of flat messages.
    fn start_flat(&mut self, members: &[Member<'_>]) {
        self.taken = self.taken_by(members);
        self.flat_locals = FlatLocals {
            bytes: self.fresh(if self.four { "bytes" } else { "buffer" }),
            at: self.fresh("at"),
            fault: self.fresh("fault"),
            all: self.fresh("all"),
        };
    }

    /// Begins one that has no position.
    fn start_flat_at_end(&mut self, members: &[Member<'_>]) {
        self.start_flat(members);
        let at = self.flat_at();
        self.taken.retain(|name| *name != at);
    }

    /// Does something with numbers in an order of bytes.
    fn in_order<R>(&mut self, turned: bool, body: impl FnOnce(&mut Self) -> R) -> R {
        let before = std::mem::replace(&mut self.flat_turned, turned);
        let is_other = before != turned && !self.four;
        let bytes = self.flat_bytes();
        if is_other {
            self.line(format!("{bytes}.big_endian = {turned}"));
        }
        let result = body(self);
        if is_other {
            self.line(format!("{bytes}.big_endian = {before}"));
        }
        self.flat_turned = before;
        result
    }

    /// What the functions of a class end with for the present order of bytes.
    fn flat_suffix(&self, flat: Option<usize>) -> &'static str {
        let is_own = flat.is_some_and(|flat| self.forms.schema.types[flat].big_endian);
        if self.flat_turned && !is_own && self.four { "_turned" } else { "" }
    }

    fn flat_class(&self, flat: usize) -> Class {
        let def = &self.forms.schema.types[flat];
        let turned = self.flat_turned || def.big_endian;
        match (&self.protocol.types[self.forms.own(flat)].body, &def.body) {
            (Body::Unit, _) => Class::Nothing,
            (Body::Transparent(_), flat::Body::Record(record)) => match record.fields.first() {
                Some(field) => Class::Wrapper(field.ty.clone(), turned),
                None => Class::Nothing,
            },
            (_, flat::Body::Enumeration(enumeration)) if enumeration.is_plain() => {
                Class::Number(enumeration.number, turned)
            }
            (_, flat::Body::Enumeration(_)) => Class::Choice(turned),
            (_, flat::Body::Record(_)) => Class::Record(turned),
        }
    }

    /// How many bytes all values of a type take, if they are written and read at an offset.
    fn flat_len(&self, ty: &Type) -> Option<usize> {
        self.has_offset(ty).then(|| Sizes::new(self.forms.schema).value(ty).max)
    }

    /// Whether values of a type have one length, and the code that writes and reads them takes an offset.
    fn has_offset(&self, ty: &Type) -> bool {
        match ty {
            Type::Unit
            | Type::Bool
            | Type::LenientBool
            | Type::Number(_)
            | Type::Range { .. }
            | Type::Angle { .. }
            | Type::SmallestThree(_) => true,
            Type::NonZero(inner)
            | Type::Direction(inner)
            | Type::Octahedron(inner)
            | Type::Components(_, inner)
            | Type::Array(_, inner)
            | Type::InBits(_, inner)
            | Type::AtMost(_, inner) => self.has_offset(inner),
            Type::Tuple(elements) => elements.iter().all(|element| self.has_offset(element)),
            Type::Message(flat) => match self.flat_class(*flat) {
                Class::Nothing | Class::Number(Prefix::Number(_), _) => true,
                Class::Wrapper(inner, _) => self.has_offset(&inner),
                Class::Number(Prefix::Varint, _) | Class::Choice(_) => false,
                Class::Record(_) => match &self.forms.schema.types[*flat].body {
                    flat::Body::Record(record) => self.flat_record_len(record).is_some(),
                    flat::Body::Enumeration(_) => false,
                },
            },
            _ => false,
        }
    }

    pub(super) fn flat_record_len(&self, record: &Record) -> Option<usize> {
        let fields = record.fields.iter().map(|field| {
            if field.is_in_header() {
                Some(0)
            } else if field.bits.is_some() {
                None
            } else {
                self.flat_len(&field.ty)
            }
        });
        fields.sum::<Option<usize>>().map(|len| len + record.header_bytes())
    }

    /// The fewest bytes of a value.
    fn flat_min(&self, ty: &Type) -> usize {
        Sizes::new(self.forms.schema).value(ty).min
    }

    /// The numbers of an enum's variants.
    fn flat_numbers(&self, flat: usize) -> Vec<u32> {
        match &self.forms.schema.types[flat].body {
            flat::Body::Enumeration(enumeration) => {
                enumeration.members.iter().map(|member| member.id).collect()
            }
            flat::Body::Record(_) => Vec::new(),
        }
    }

    /// The table of an enum's numbers by its constants, if these are others.
    fn flat_ids(&self, flat: usize, kind: &Kind) -> Option<String> {
        let is_same =
            self.flat_numbers(flat).iter().enumerate().all(|(at, number)| at as u32 == *number);
        match kind {
            Kind::Name { index } if !is_same => {
                Some(format!("_{}_IDS", constant(self.names.class(*index))))
            }
            _ => None,
        }
    }

    /// The tables of [`flat_ids`](Self::flat_ids).
    pub(super) fn flat_tables(&mut self) {
        for index in 0..self.protocol.types.len() {
            let Some(flat) = self.forms.flat_index(index) else { continue };
            let Body::Enumeration(enumeration) = &self.protocol.types[index].body else { continue };
            if enumeration.form != crate::protocol::EnumForm::Names {
                continue;
            }
            let def = &self.protocol.types[index];
            if enumeration.other.is_some() {
                let message = format!(
                    "`{}`: in GDScript it is a String, which has no number in a flat message; write \
                     `#[godot_var(repr = \"int\")]`",
                    def.name
                );
                self.errors.push(Diagnostic::new(&def.place, message));
                continue;
            }
            if let Some(table) = self.flat_ids(flat, &Kind::Name { index }) {
                let numbers = self.flat_numbers(flat);
                let numbers = numbers.iter().map(ToString::to_string).collect::<Vec<_>>();
                let ty = self.pick(": Array", "");
                self.line(format!("const {table}{ty} = [{}]", numbers.join(", ")));
            }
        }
    }

    fn slot_of_int() -> Slot {
        Slot { kind: Box::new(Kind::Int(Ints::ALL)), max_len: None, strict: false }
    }

    /// What must be said to an object before it is read: how deep it is in others of its type.
    fn deeper(&self, own: usize, target: &str) -> Option<String> {
        let is_deep = self.forms.is_recursive(own)
            && self.flat_current.is_some_and(|current| self.forms.is_recursive(current));
        // The fields of a variant are as deep as the variant.
        let more = if self.owners.contains_key(&own) { "" } else { " + 1" };
        is_deep.then(|| format!("{target}._flat_depth = _flat_depth{more}"))
    }

    /// Reports what GDScript cannot write or read.
    fn check_flat_fields(&mut self, fields: &[Field], members: &[Member<'_>], owner: &str) {
        for (field, member) in fields.iter().zip(members) {
            let ty = match (&field.ty, member.is_change()) {
                (Type::Option(inner), true) => inner,
                (ty, _) => ty,
            };
            let reason = self.mismatch_of(ty, &member.slot);
            // One reason is enough.
            let is_known = self.errors.iter().any(|error| error.place == field.place);
            if let Some(reason) = reason.filter(|_| !is_known) {
                let message = format!("`{owner}.{}`: {reason}", field.name);
                self.errors.push(Diagnostic::new(&field.place, message));
            }
        }
    }

    /// Reports a wrapper whose only field GDScript cannot write.
    pub(super) fn check_flat_wrapper(&mut self, index: usize, slot: &Slot) {
        let Some(def) = self.forms.of(index) else { return };
        let flat::Body::Record(record) = &def.body else { return };
        for field in &record.fields {
            if let Some(reason) = self.mismatch_of(&field.ty, slot) {
                let message = format!("`{}.{}`: {reason}", def.name, field.name);
                self.errors.push(Diagnostic::new(&field.place, message));
            }
        }
    }

    /// Why a value in GDScript cannot be written in a form.
    fn mismatch_of(&self, ty: &Type, slot: &Slot) -> Option<String> {
        let kind = &*slot.kind;
        let fits = match ty {
            Type::Custom(path) => {
                return Some(format!(
                    "the functions of `{path}` write its bytes, which GDScript does not have; write \
                     `with = {path}, as = …`"
                ));
            }
            Type::Variant(generation, _) if *generation != self.generation() => {
                let (other, own) = if self.four { ("3", "4") } else { ("4", "3") };
                return Some(format!(
                    "it is a Variant of Godot {other}, which Godot {own} does not write; write `as = Godot{own}`"
                ));
            }
            Type::Variant(..) => true,
            Type::Unit => matches!(kind, Kind::Nil),
            Type::Bool | Type::LenientBool => {
                matches!(kind, Kind::Bool | Kind::BoolAsInt | Kind::BoolAsFloat)
            }
            Type::Number(NumberType::F16 | NumberType::F32 | NumberType::F64)
            | Type::Range { .. }
            | Type::Angle { .. } => matches!(kind, Kind::Float { .. } | Kind::FloatAsInt),
            Type::Number(_) | Type::Varint(_) => {
                matches!(kind, Kind::Int(_) | Kind::IntAsFloat(_) | Kind::Number { .. })
            }
            Type::NonZero(inner) | Type::InBits(_, inner) | Type::AtMost(_, inner) => {
                return self.mismatch_of(inner, slot);
            }
            Type::Char => matches!(kind, Kind::Letter),
            Type::Direction(_) | Type::Octahedron(_) | Type::SmallestThree(_) => {
                matches!(kind, Kind::Engine(_))
            }
            Type::Components(..) => matches!(kind, Kind::Engine(_)),
            Type::Text(..) | Type::CString(_) => matches!(
                kind,
                Kind::Text
                    | Kind::StringName
                    | Kind::NodePath
                    | Kind::TextAsName
                    | Kind::TextAsPath
            ),
            Type::List(_, element) | Type::Packed(_, _, element) | Type::Array(_, element) => {
                match kind {
                    Kind::List { element: slot, .. } => return self.mismatch_of(element, slot),
                    _ => false,
                }
            }
            Type::Map(_, key, value) => match kind {
                Kind::Map { key: key_slot, value: value_slot, .. } => {
                    let of_key = self.mismatch_of(key, key_slot);
                    return of_key.or_else(|| self.mismatch_of(value, value_slot));
                }
                _ => false,
            },
            Type::Option(inner) => match kind {
                Kind::Option(slot) => {
                    return self.mismatch_of(inner, slot).or_else(|| Self::null_of(slot));
                }
                _ => false,
            },
            Type::Tuple(_) => is_class(kind),
            Type::Ipv4 | Type::Ipv6 | Type::Ip | Type::Socket | Type::Uuid => {
                matches!(kind, Kind::Parsed(_))
            }
            Type::Message(flat) => match self.flat_class(*flat) {
                Class::Nothing => matches!(kind, Kind::Nil),
                Class::Wrapper(inner, _) => return self.mismatch_of(&inner, slot),
                Class::Number(..) => matches!(kind, Kind::Number { .. } | Kind::Name { .. }),
                Class::Record(_) | Class::Choice(_) => is_class(kind),
            },
        };
        (!fits).then(|| {
            format!(
                "it is another type in flat messages than in Variants ({}), and a class has only one member for both",
                self.words(kind)
            )
        })
    }

    /// Why the value in an `Option` cannot be told from its absence.
    fn null_of(slot: &Slot) -> Option<String> {
        matches!(*slot.kind, Kind::Nil | Kind::Any(_) | Kind::Option(_)).then(|| {
            "in GDScript null means an absent value, and this one may be null itself; write an enum with a variant \
             for each"
                .to_owned()
        })
    }
}
