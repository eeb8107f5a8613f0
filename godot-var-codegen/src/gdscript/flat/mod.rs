//! What the classes of flat messages have: functions that write, read and check the bytes.
//!
//! A class whose messages have one length writes at an offset of an array that has the room (`_flat_put`), any other at its end
//! (`_flat_append`). `_flat_take` reads from an offset on and returns where the value ends, or -1 after a fault; of one length it relies on
//! its caller for the bytes. `_flat_whole` reads a whole message, whose last fields may be missing. In Godot 3 a `StreamPeerBuffer` knows
//! the position, so that there is one way to write, and readers return whether they succeeded.

mod fits;
pub(super) mod forms;
mod read;
mod write;

use godot_var_runtime::flat::{NumberType, Prefix};

use super::Generator;
use super::delta;
use super::kind::{Ints, Kind, Slot};
use super::record::Member;
use super::text::{constant, string};
use crate::flat::{self, Field, Record, Sizes, Type};
use crate::protocol::{Body, Diagnostic, FieldDefault};
use read::In;
use write::{Out, Value, is_signed};

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

/// What stands in the class of a variant before its fields.
struct Number {
    prefix: Prefix,
    /// The number, as an expression.
    expr: String,
    /// How many bytes it takes, as an expression of a constant or of a member.
    len: String,
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

impl<'p> Generator<'p> {
    fn flat_bytes(&self) -> String {
        self.flat_locals.bytes.clone()
    }

    fn flat_at(&self) -> String {
        self.flat_locals.at.clone()
    }

    fn flat_fault(&self) -> String {
        self.flat_locals.fault.clone()
    }

    fn flat_all(&self) -> String {
        self.flat_locals.all.clone()
    }

    /// Begins a function of flat messages.
    fn start_flat(&mut self, members: &[Member<'_>]) {
        self.taken = members.iter().map(|member| member.name.clone()).collect();
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

    /// How many bytes all values of a type take, if that is one number.
    fn flat_len(&self, ty: &Type) -> Option<usize> {
        match ty {
            Type::Unit => Some(0),
            Type::Bool | Type::LenientBool => Some(1),
            Type::Number(number)
            | Type::Range { steps: number, .. }
            | Type::Angle { steps: number, .. } => Some(number.bytes()),
            Type::NonZero(inner) | Type::Direction(inner) => self.flat_len(inner),
            Type::Octahedron(inner) => self.flat_len(inner).map(|len| 2 * len),
            Type::SmallestThree(bits) => Some(match bits {
                10 => 4,
                15 => 6,
                _ => 8,
            }),
            Type::Components(kind, inner) => {
                self.flat_len(inner).map(|len| len * flat::component_names(*kind).len())
            }
            Type::Array(count, inner) => self.flat_len(inner).map(|len| len * count),
            Type::Tuple(elements) => {
                elements.iter().map(|element| self.flat_len(element)).sum::<Option<usize>>()
            }
            Type::AtMost(_, inner) => self.flat_len(inner),
            Type::Message(flat) => match self.flat_class(*flat) {
                Class::Nothing => Some(0),
                Class::Wrapper(inner, _) => self.flat_len(&inner),
                Class::Number(Prefix::Number(number), _) => Some(number.bytes()),
                Class::Number(Prefix::Varint, _) | Class::Choice(_) => None,
                Class::Record(_) => match &self.forms.schema.types[*flat].body {
                    flat::Body::Record(record) => self.flat_record_len(record),
                    flat::Body::Enumeration(_) => None,
                },
            },
            _ => None,
        }
    }

    fn flat_record_len(&self, record: &Record) -> Option<usize> {
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

    fn slot_of_bool() -> Slot {
        Slot { kind: Box::new(Kind::Bool), max_len: None, strict: false }
    }

    /// What must be said to an object before it is read: how deep it is in others of its type.
    fn deeper(&self, own: usize, target: &str) -> Option<String> {
        let is_deep = self.forms.is_recursive(own)
            && self.flat_current.is_some_and(|current| self.forms.is_recursive(current));
        is_deep.then(|| format!("{target}._flat_depth = _flat_depth + 1"))
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
            Type::NonZero(inner) | Type::AtMost(_, inner) => return self.mismatch_of(inner, slot),
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
            Type::List(_, element) | Type::Array(_, element) => match kind {
                Kind::List { element: slot, .. } => return self.mismatch_of(element, slot),
                _ => false,
            },
            Type::Map(_, key, value) => match kind {
                Kind::Map { key: key_slot, value: value_slot, .. } => {
                    let of_key = self.mismatch_of(key, key_slot);
                    return of_key.or_else(|| self.mismatch_of(value, value_slot));
                }
                _ => false,
            },
            Type::Option(inner) => match kind {
                Kind::Option(slot) => return self.mismatch_of(inner, slot),
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

    // ------------------------------------------------------------------ functions

    /// Writes lines whose indentation is that of the present ones, apart.
    pub(super) fn apart(&mut self, body: impl FnOnce(&mut Self)) -> super::text::Text {
        let own = self.out.beside();
        let before = std::mem::replace(&mut self.out, own);
        body(self);
        std::mem::replace(&mut self.out, before)
    }

    /// A function; parameters that its body does not use get an underscore.
    fn flat_function(
        &mut self,
        name: &str,
        parameters: &[(String, &str)],
        returns: &str,
        body: impl FnOnce(&mut Self),
    ) {
        self.out.indent += 1;
        let written = self.apart(body);
        self.out.indent -= 1;
        let parameters = parameters.iter().map(|(name, ty)| {
            let mark = if written.has_word(name) { "" } else { "_" };
            format!("{mark}{name}: {ty}")
        });
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let returns = if returns.is_empty() { String::new() } else { format!(" -> {returns}") };
        self.line(format!("{name}({parameters}){returns}:"));
        if written.is_empty() {
            self.block_line("pass");
        }
        self.out.join(&written);
        self.gap();
    }

    fn block_line(&mut self, line: &str) {
        self.out.indent += 1;
        self.line(line);
        self.out.indent -= 1;
    }

    fn parameter_of_bytes(&self) -> (String, &'static str) {
        (self.flat_bytes(), if self.four { "PackedByteArray" } else { "StreamPeerBuffer" })
    }

    fn reading_parameters(&self) -> Vec<(String, &'static str)> {
        let mut parameters = vec![self.parameter_of_bytes()];
        if self.four {
            parameters.push((self.flat_at(), "int"));
        }
        parameters.push((self.flat_fault(), "Array"));
        parameters
    }

    /// The functions of a struct.
    pub(super) fn flat_record_functions(&mut self, index: usize, members: &[Member<'p>]) {
        let (record, def) = match self.forms.of(index) {
            Some(def) => match &def.body {
                flat::Body::Record(record) => (record.clone(), Some(def)),
                flat::Body::Enumeration(_) => return,
            },
            None => match self.forms.elements(index) {
                Some(elements) => (of_elements(elements, members), None),
                None => return,
            },
        };
        let class = self.names.class(index).to_owned();
        let owner = self.protocol.types[index].name.clone();
        self.check_flat_fields(&record.fields, members, &owner);
        self.flat_current = Some(index);
        if def.is_some() {
            self.flat_entry_points(&class, !self.forms.is_variant(index), members);
        }
        let is_big = def.is_some_and(|def| def.big_endian);
        self.flat_functions(index, &record, members, None, is_big);
        let trailing = def.is_some_and(|def| def.trailing);
        self.flat_whole(&record, members, None, trailing, is_big, false);
        self.flat_current = None;
    }

    /// `to_bytes()`, `from_bytes()` and `check()`, or those of flat messages beside those of Variants.
    fn flat_entry_points(&mut self, class: &str, is_alone: bool, members: &[Member<'_>]) {
        self.start(members);
        let data = self.locals.bytes.clone();
        let names = [("{class}", class), ("{bytes}", &*data)];
        match (is_alone, self.forms.are_mixed()) {
            (true, true) => {
                self.insert(include_str!("writing.gd"), &[]);
                self.gap();
                self.insert(include_str!("reading.gd"), &names);
            }
            (true, false) => self.insert(include_str!("reading.gd"), &names),
            (false, _) => self.insert(include_str!("reading_beside.gd"), &names),
        }
        self.gap();
    }

    /// What writes, reads and checks the fields of a class.
    fn flat_functions(
        &mut self,
        index: usize,
        record: &Record,
        members: &[Member<'p>],
        number: Option<&Number>,
        is_big: bool,
    ) {
        self.flat_fits(record, members, number);
        if is_big && !self.four && number.is_none() {
            self.flat_order();
        }
        self.flat_turned = is_big;
        self.flat_put(record, members, number, "");
        self.flat_take(index, record, members, number, "");
        if self.forms.is_turned(index) && !is_big && self.four {
            self.flat_turned = true;
            self.flat_put(record, members, number, "_turned");
            self.flat_take(index, record, members, number, "_turned");
        }
        self.flat_turned = false;
    }

    /// The member that says how deep an object is in others of its type.
    pub(super) fn flat_depth(&mut self, index: usize) {
        if self.forms.has(index) && self.forms.is_recursive(index) {
            if !self.four {
                self.line("# warning-ignore:unused_class_variable");
            }
            self.line("var _flat_depth: int = 0");
        }
    }

    fn flat_order(&mut self) {
        self.block("func _flat_is_big_endian() -> bool:", |generator| {
            generator.line("return true");
        });
        self.gap();
    }

    fn flat_fits(&mut self, record: &Record, members: &[Member<'p>], number: Option<&Number>) {
        self.start_flat(members);
        self.flat_all = self.flat_all();
        let parameters = [(self.flat_fault(), "Array"), (self.flat_all.clone(), "bool")];
        let before = self.taken.clone();
        let is_empty =
            self.apart(|generator| generator.check_fields(&record.fields, members)).is_empty();
        self.taken = before;
        if is_empty && !self.forms.are_mixed() && number.is_none() {
            return;
        }
        if is_empty && number.is_some() {
            return;
        }
        self.flat_function("func _flat_fits", &parameters, "bool", |generator| {
            generator.check_fields(&record.fields, members);
            generator.line("return true");
        });
    }

    fn check_fields(&mut self, fields: &[Field], members: &[Member<'p>]) {
        for (field, member) in fields.iter().zip(members) {
            let steps = step_of(member).into_iter().collect::<Vec<_>>();
            let value = self.value_of(field, member);
            if field.is_in_header() {
                let bits = field.bits.map_or(0, |bits| bits.count);
                self.check_bits(&value, bits, &steps);
            } else if member.is_change() {
                let condition = delta::has(&member.name);
                let written = self.apart(|generator| {
                    generator.out.indent += 1;
                    generator.check_fit(&value, &steps);
                    generator.out.indent -= 1;
                });
                if !written.is_empty() {
                    self.line(format!("if {condition}:"));
                    self.out.join(&written);
                }
            } else {
                self.check_fit(&value, &steps);
            }
        }
    }

    /// The value of a member.
    fn value_of<'v>(&self, field: &'v Field, member: &'v Member<'p>) -> Value<'v> {
        let ty = match (&field.ty, member.is_change()) {
            (Type::Option(inner), true) => inner,
            (ty, _) => ty,
        };
        Value {
            part: Part { ty, slot: &member.slot },
            expr: member.place(),
            hint: member.name.clone(),
            known: self.known(member),
        }
    }

    /// What is written for the fields of a record.
    fn outs<'v>(
        &mut self,
        record: &'v Record,
        members: &'v [Member<'p>],
        number: Option<&Number>,
    ) -> Vec<Out<'v>> {
        let mut outs = Vec::new();
        if let Some(Number { prefix, expr, .. }) = number {
            outs.push(Out::Prefix(*prefix, expr.clone()));
        }
        if record.header_bits > 0 {
            let header = self.flags(record, members);
            outs.push(Out::Header(record.header_bytes(), header));
        }
        for (field, member) in record.fields.iter().zip(members) {
            if field.is_in_header() {
                continue;
            }
            let value = self.value_of(field, member);
            let Some(_) = field.bits else {
                outs.push(Out::Value(value));
                continue;
            };
            if member.is_change() {
                outs.push(Out::If(delta::has(&member.name), value));
                continue;
            }
            if let (Type::Option(ty), Kind::Option(slot)) = (&field.ty, &*member.slot.kind) {
                let known = Self::known_in_option(slot, value.known);
                let condition = format!("{} != null", value.expr);
                outs.push(Out::If(condition, Value { part: Part { ty, slot }, known, ..value }));
            }
        }
        outs
    }

    /// The bits of a header.
    fn flags(&mut self, record: &Record, members: &[Member<'p>]) -> String {
        let mut parts = Vec::new();
        for (field, member) in record.fields.iter().zip(members) {
            let Some(bits) = field.bits else { continue };
            let place = member.place();
            let part = match &field.ty {
                Type::Bool | Type::LenientBool => format!("int({place})"),
                Type::Option(_) if member.is_change() => {
                    format!("int({})", delta::has(&member.name))
                }
                Type::Option(_) => format!("int({place} != null)"),
                Type::Number(number) if is_signed(*number) && bits.count < 64 => {
                    format!("({place} & {})", mask(bits.count))
                }
                Type::Message(flat) => match self.flat_ids(*flat, &member.slot.kind) {
                    Some(ids) => {
                        let local = self.fresh(&format!("{}_number", member.name));
                        self.local(&local, "int", &format!("{ids}[{place}]"));
                        local
                    }
                    None => place,
                },
                _ => place,
            };
            parts.push(if bits.first == 0 { part } else { format!("{part} << {}", bits.first) });
        }
        let joined = parts.join(" | ");
        if joined.len() < 50 {
            return joined;
        }
        let flags = self.fresh("flags");
        for (at, part) in parts.iter().enumerate() {
            if at == 0 {
                self.local(&flags, "int", part);
            } else {
                self.line(format!("{flags} |= {part}"));
            }
        }
        flags
    }

    /// `_flat_put` and `_flat_append`.
    fn flat_put(
        &mut self,
        record: &Record,
        members: &[Member<'p>],
        number: Option<&Number>,
        suffix: &str,
    ) {
        self.start_flat(members);
        let bytes = self.parameter_of_bytes();
        let len = self.flat_record_len(record).filter(|_| self.four && number.is_none());
        if let Some(len) = len {
            let at = self.flat_at();
            let parameters = [bytes.clone(), (at.clone(), "int")];
            let name = format!("func _flat_put{suffix}");
            self.flat_function(&name, &parameters, "void", |generator| {
                let outs = generator.outs(record, members, None);
                generator.put_all(&outs, Some(&at));
            });
            self.start_flat(members);
            let own = self.flat_bytes();
            let name = format!("func _flat_append{suffix}");
            self.flat_function(&name, &[bytes], "void", |generator| {
                generator.line(format!("_flat_put{suffix}({own}, _Flat.room({own}, {len}))"));
            });
            return;
        }
        self.start_flat_at_end(members);
        let name = format!("func _flat_append{suffix}");
        let returns = if self.four { "void" } else { "" };
        self.flat_function(&name, &[bytes], returns, |generator| {
            let outs = generator.outs(record, members, number);
            generator.put_all(&outs, None);
        });
    }

    /// What is read for the fields of a record.
    fn ins<'v>(
        &mut self,
        record: &'v Record,
        members: &'v [Member<'p>],
        whole: bool,
    ) -> Vec<In<'v>> {
        let mut ins = Vec::new();
        let flags = self.fresh("flags");
        if record.header_bits > 0 {
            let bytes = record.header_bytes();
            ins.push(In::Header { bytes, bits: record.header_bits, name: flags.clone() });
        }
        for (field, member) in record.fields.iter().zip(members) {
            if whole && field.default != FieldDefault::Required && !member.is_change() {
                ins.push(In::MayEnd);
            }
            let step = step_of(member);
            let target = member.place();
            let hint = member.name.clone();
            let part = Part { ty: &field.ty, slot: &member.slot };
            let Some(bits) = field.bits else {
                ins.push(In::Value { part, target, step, hint });
                continue;
            };
            let step = string(&member.field.name);
            if field.is_in_header() {
                let (first, count) = (bits.first, bits.count);
                let expr = match &field.ty {
                    Type::Bool | Type::LenientBool => format!("{flags} & {}", shifted(first)),
                    _ if count == 64 => flags.clone(),
                    ty => {
                        let bits =
                            if first == 0 { flags.clone() } else { format!("{flags} >> {first}") };
                        let masked = format!("{bits} & {}", mask(count));
                        match ty {
                            Type::Number(number) if is_signed(*number) => {
                                let sign = 1_u64 << (count - 1);
                                format!("({masked} ^ {sign}) - {sign}")
                            }
                            _ => masked,
                        }
                    }
                };
                ins.push(In::Bits { part, expr, target, step });
                continue;
            }
            let condition = format!("{flags} & {} != 0", shifted(bits.first));
            let is_change = member.is_change();
            let part = match (&field.ty, &*member.slot.kind) {
                (Type::Option(ty), Kind::Option(slot)) if !is_change => Part { ty, slot },
                (Type::Option(ty), _) => Part { ty, slot: &member.slot },
                _ => part,
            };
            ins.push(In::Present { condition, part, target, step, hint, is_change });
        }
        ins
    }

    /// Returns where the value ends: so many bytes after the position.
    fn end_of_flat_reading(&mut self, trailing: bool, pending: usize) {
        let bytes = self.flat_bytes();
        match (self.four, trailing) {
            (true, true) => self.line(format!("return {bytes}.size()")),
            (true, false) => {
                let at = pos(&self.flat_at(), pending);
                self.line(format!("return {at}"));
            }
            (false, true) => {
                self.line(format!("{bytes}.seek({bytes}.get_size())"));
                self.line("return true");
            }
            (false, false) => self.line("return true"),
        }
    }

    fn check_depth(&mut self) {
        let fault = self.flat_fault();
        let place = if self.four {
            self.flat_at()
        } else {
            format!("{}.get_position()", self.flat_bytes())
        };
        self.block("if _flat_depth > 128:", |generator| {
            generator.line(format!(
                "return _Flat.odd({fault}, {place}, [], \"at most 128 levels\", \"more\")"
            ));
        });
    }

    /// Goes on after the number of a variant.
    fn skip_number(&mut self, number: Option<&Number>) {
        if let (Some(number), true) = (number, self.four) {
            let at = self.flat_at();
            self.line(format!("{at} += {}", number.len));
        }
    }

    /// `_flat_take`.
    fn flat_take(
        &mut self,
        index: usize,
        record: &Record,
        members: &[Member<'p>],
        number: Option<&Number>,
        suffix: &str,
    ) {
        self.start_flat(members);
        let parameters = self.reading_parameters();
        let name = format!("func _flat_take{suffix}");
        let returns = self.pick("int", "bool");
        let len = self.flat_record_len(record);
        let is_deep = self.forms.is_recursive(index);
        self.flat_function(&name, &parameters, returns, |generator| {
            if is_deep {
                generator.check_depth();
            }
            generator.skip_number(number);
            let ins = generator.ins(record, members, false);
            let is_there = len.is_some() && number.is_none();
            let pending = generator.take_some(&ins, &[], is_there);
            generator.end_of_flat_reading(false, pending);
        });
    }

    /// `_flat_whole`, where it is more than `_flat_take`.
    fn flat_whole(
        &mut self,
        record: &Record,
        members: &[Member<'p>],
        number: Option<&Number>,
        trailing: bool,
        is_big: bool,
        is_message: bool,
    ) {
        let has_default = record.fields.iter().any(|field| field.default != FieldDefault::Required);
        let inner = match (is_message, &record.fields[..]) {
            (true, [only]) => match &only.ty {
                Type::Message(flat) if self.has_whole(*flat) => Some(*flat),
                _ => None,
            },
            _ => None,
        };
        let len = self.flat_record_len(record).filter(|len| *len > 0 && number.is_none());
        if !has_default && !trailing && inner.is_none() && len.is_none() {
            return;
        }
        self.flat_turned = is_big;
        self.start_flat(members);
        let parameters = self.reading_parameters();
        let returns = self.pick("int", "bool");
        self.flat_function("func _flat_whole", &parameters, returns, |generator| {
            if let (Some(len), false, false) = (len, has_default, trailing) {
                let ins = generator.ins(record, members, true);
                generator.check_room_of(&ins, len);
                let parameters = generator.reading_parameters();
                let names = parameters.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>();
                generator.line(format!("return _flat_take({})", names.join(", ")));
                return;
            }
            if !(trailing && record.fields.is_empty()) {
                generator.skip_number(number);
            }
            if let (Some(flat), [member]) = (inner, members) {
                generator.whole_of_content(flat, member);
            } else {
                let ins = generator.ins(record, members, true);
                let pending = generator.take_some(&ins, &[], false);
                generator.end_of_flat_reading(trailing, pending);
                return;
            }
            generator.end_of_flat_reading(trailing, 0);
        });
        self.flat_turned = false;
    }

    /// Whether the last fields of a whole message may be missing, or bytes after them be ignored.
    fn has_whole(&self, flat: usize) -> bool {
        let def = &self.forms.schema.types[flat];
        let has_default = |record: &Record| {
            record.fields.iter().any(|field| field.default != FieldDefault::Required)
        };
        def.trailing
            || match &def.body {
                flat::Body::Record(record) => has_default(record),
                flat::Body::Enumeration(enumeration) => enumeration.members.iter().any(|member| {
                    has_default(&member.record)
                        || member.is_message
                            && member.record.fields.iter().any(|field| match &field.ty {
                                Type::Message(inner) => self.has_whole(*inner),
                                _ => false,
                            })
                }),
            }
    }

    /// Reads the message that a variant is.
    fn whole_of_content(&mut self, flat: usize, member: &Member<'p>) {
        let (bytes, fault, target) = (self.flat_bytes(), self.flat_fault(), member.name.clone());
        let class = self.names.class(self.forms.own(flat)).to_owned();
        let (turned, is_choice) = match self.flat_class(flat) {
            Class::Choice(turned) => (turned, true),
            Class::Record(turned) => (turned, false),
            _ => return,
        };
        self.in_order(turned, |generator| {
            if generator.four {
                let at = generator.flat_at();
                if is_choice {
                    generator
                        .line(format!("{target} = {class}._flat_made({bytes}, {at}, {fault})"));
                    generator.block(format!("if {target} == null:"), |it| it.line("return -1"));
                }
                generator.line(format!("{at} = {target}._flat_whole({bytes}, {at}, {fault})"));
                generator.block(format!("if {at} < 0:"), |generator| generator.line("return -1"));
            } else {
                if is_choice {
                    generator.line(format!("{target} = {class}._flat_made({bytes}, {fault})"));
                    generator.block(format!("if {target} == null:"), |it| it.line("return false"));
                }
                generator.block(format!("if not {target}._flat_whole({bytes}, {fault}):"), |it| {
                    it.line("return false");
                });
            }
        });
    }

    // ------------------------------------------------------------------ enums

    /// What the base class of an enum's variants has.
    pub(super) fn flat_enum_functions(&mut self, index: usize, classes: &[String]) {
        let Some(def) = self.forms.of(index) else { return };
        let flat::Body::Enumeration(enumeration) = &def.body else { return };
        let class = self.names.class(index).to_owned();
        let is_alone = !self.forms.is_variant(index);
        self.gap();
        self.flat_entry_points(&class, is_alone, &[]);
        if def.big_endian && !self.four {
            self.flat_order();
        }
        self.start_flat(&[]);
        let (bytes, fault) = (self.flat_bytes(), self.flat_fault());
        if self.forms.are_mixed() {
            let parameters = [(fault.clone(), "Array"), (self.flat_all(), "bool")];
            self.flat_function("func _flat_fits", &parameters, "bool", |generator| {
                generator.line("return true");
            });
        }
        let base = self.flat_base().to_owned();
        let made = self.fresh("message");
        let returns = if self.four { base } else { String::new() };
        let bytes_of_reader = self.parameter_of_bytes();
        let parameters = [bytes_of_reader, (fault.clone(), "Array")];
        self.flat_function("func _flat_read", &parameters, &returns, |generator| {
            let call = if generator.four {
                format!("_flat_made({bytes}, 0, {fault})")
            } else {
                format!("_flat_made({bytes}, {fault})")
            };
            generator.local(&made, &class, &call);
            generator
                .block(format!("if {made} == null:"), |generator| generator.line("return null"));
            generator.line(format!("return {made}._flat_read_self({bytes}, {fault})"));
        });
        self.flat_turned = def.big_endian;
        self.flat_made(&class, enumeration, classes, "");
        if self.forms.is_turned(index) && !def.big_endian && self.four {
            self.flat_turned = true;
            self.flat_made(&class, enumeration, classes, "_turned");
        }
        if self.forms.is_turned(index) && !def.big_endian && self.four {
            self.insert(include_str!("turned.gd"), &[]);
            self.gap();
        }
        self.flat_turned = false;
        self.out.undo_gap();
    }

    /// The base class of flat messages.
    pub(super) fn flat_base(&self) -> &'static str {
        if self.forms.are_mixed() { "FlatMessage" } else { "Message" }
    }

    /// `_flat_made`: the variant whose number is next, without its fields.
    fn flat_made(
        &mut self,
        class: &str,
        enumeration: &flat::Enumeration,
        classes: &[String],
        suffix: &str,
    ) {
        self.start_flat(&[]);
        let parameters = self.reading_parameters();
        let (bytes, fault, at) = (self.flat_bytes(), self.flat_fault(), self.flat_at());
        let number = self.fresh("number");
        let returns = if self.four { class.to_owned() } else { String::new() };
        let name = format!("static func _flat_made{suffix}");
        self.flat_function(&name, &parameters, &returns, |generator| {
            let empty = generator.pick("is_empty()", "empty()");
            let place = if generator.four || enumeration.other.is_some() {
                at.clone()
            } else {
                let place = generator.fresh("place");
                generator.local(&place, "int", &format!("{bytes}.get_position()"));
                place
            };
            match enumeration.number {
                Prefix::Varint => {
                    let call = if generator.four {
                        format!("_Flat.varint({bytes}, {at}, 4294967295, {fault})")
                    } else {
                        format!("_Flat.varint({bytes}, 4294967295, {fault})")
                    };
                    generator.local(&number, "int", &call);
                    generator
                        .block(format!("if not {fault}.{empty}:"), |it| it.line("return null"));
                }
                Prefix::Number(width) => {
                    let len = width.bytes();
                    let condition = if generator.four {
                        format!("if {} > {bytes}.size():", pos(&at, len))
                    } else {
                        format!("if {bytes}.get_available_bytes() < {len}:")
                    };
                    generator.block(condition, |generator| {
                        let size = generator.pick("size()", "get_size()");
                        generator.line(format!("_Flat.ended({fault}, {bytes}.{size})"));
                        generator.line("return null");
                    });
                    let read = generator.number(width, 0);
                    generator.local(&number, "int", &read);
                }
            }
            let members = enumeration.members.iter().zip(classes);
            generator.block(format!("match {number}:"), |generator| {
                for (member, class) in members {
                    generator.block(format!("{}:", member.id), |generator| {
                        generator.line(format!("return {class}.new()"));
                    });
                }
            });
            let other = enumeration.other.as_ref().zip(classes.last());
            match other {
                Some((other, class)) if other.number => {
                    let made = generator.fresh("other");
                    generator.local(&made, class, &format!("{class}.new()"));
                    generator.line(format!("{made}.number = {number}"));
                    generator.line(format!("return {made}"));
                }
                Some((_, class)) => generator.line(format!("return {class}.new()")),
                None => {
                    generator.line(format!(
                        "_Flat.unknown({fault}, {place}, {}, {number})",
                        string(class)
                    ));
                    generator.line("return null");
                }
            }
        });
    }

    /// What the class of a variant has.
    pub(super) fn flat_variant_functions(
        &mut self,
        index: usize,
        position: usize,
        members: &[Member<'p>],
    ) {
        let Some(def) = self.forms.of(index) else { return };
        let flat::Body::Enumeration(enumeration) = &def.body else { return };
        let Some(member) = enumeration.members.get(position) else { return };
        let owner = format!("{}::{}", def.name, member.name);
        self.check_flat_fields(&member.record.fields, members, &owner);
        let len = match enumeration.number {
            Prefix::Number(width) => width.bytes(),
            Prefix::Varint => varint_len(member.id),
        };
        let number = Number {
            prefix: enumeration.number,
            expr: member.id.to_string(),
            len: len.to_string(),
        };
        self.flat_current = Some(index);
        self.flat_functions(index, &member.record, members, Some(&number), def.big_endian);
        self.flat_whole(
            &member.record,
            members,
            Some(&number),
            def.trailing,
            def.big_endian,
            member.is_message,
        );
        self.flat_current = None;
        self.out.undo_gap();
    }

    /// The class of the variant for all other numbers.
    pub(super) fn flat_other_class(&mut self, index: usize, base: &str, class: &str, kind: &str) {
        let Some(def) = self.forms.of(index) else { return };
        let flat::Body::Enumeration(enumeration) = &def.body else { return };
        let Some(other) = &enumeration.other else { return };
        let (has_number, has_rest) = (other.number, other.rest);
        let skips_rest = enumeration.other_takes_rest() && !has_rest;
        let (prefix, trailing, is_big) = (enumeration.number, def.trailing, def.big_endian);
        let is_turned = self.forms.is_turned(index) && !is_big && self.four;
        self.class(class, base, |generator| {
            let mark = generator.pick("##", "#");
            let packed = generator.pick("PackedByteArray", "PoolByteArray");
            let array = format!(": {packed}");
            if has_number {
                generator.line(format!("{mark} The number that no other variant has."));
                generator.line("var number: int = 0");
            }
            if has_rest {
                generator.line(format!("{mark} The bytes after it."));
                generator.line(format!("var rest{array} = {packed}()"));
            }
            if has_number || has_rest {
                generator.line("");
            }
            let returns = generator.pick(" -> void", "");
            generator.block(format!("func _init(){returns}:"), |generator| {
                generator.line(format!("kind = Kind.{kind}"));
            });
            generator.gap();
            let mut parameters = Vec::new();
            if has_number {
                parameters.push("p_number: int".to_owned());
            }
            if has_rest {
                parameters.push(format!("p_rest{array}"));
            }
            let returns = if generator.four { format!(" -> {class}") } else { String::new() };
            generator.line(format!("{mark} Creates a message of a number that no other variant has."));
            generator.head("static func create", &parameters, &format!("{returns}:"));
            generator.out.indent += 1;
            generator.local("message", class, &format!("{class}.new()"));
            if has_number {
                generator.line("message.number = p_number");
            }
            if has_rest {
                generator.line("message.rest = p_rest");
            }
            generator.line("return message");
            generator.out.indent -= 1;
            generator.gap();
            generator.start_flat(&[]);
            generator.taken.extend(["number".to_owned(), "rest".to_owned()]);
            if !has_number {
                let fault = generator.flat_fault();
                let parameters = [(fault.clone(), "Array"), (generator.flat_all(), "bool")];
                generator.flat_function("func _flat_fits", &parameters, "bool", |generator| {
                    generator.line(format!(
                        "return _Flat.unfit({fault}, [], \"it stands for numbers that are not known\")"
                    ));
                });
            }
            let turns: &[(bool, &str)] =
                if is_turned { &[(is_big, ""), (true, "_turned")] } else { &[(is_big, "")] };
            for (turned, suffix) in turns {
                generator.flat_turned = *turned;
                generator.start_flat_at_end(&[]);
                generator.taken.extend(["number".to_owned(), "rest".to_owned()]);
                let bytes = generator.parameter_of_bytes();
                let name = format!("func _flat_append{suffix}");
                let returns = if generator.four { "void" } else { "" };
                generator.flat_function(&name, &[bytes], returns, |generator| {
                    if has_number {
                        let number = [Out::Prefix(prefix, "number".to_owned())];
                        generator.put_all(&number, None);
                    }
                    if has_rest {
                        let bytes = generator.flat_bytes();
                        generator.line(format!("_Flat.put_data({bytes}, rest)"));
                    }
                });
                generator.start_flat(&[]);
                generator.taken.extend(["number".to_owned(), "rest".to_owned()]);
                let parameters = generator.reading_parameters();
                let name = format!("func _flat_take{suffix}");
                let returns = generator.pick("int", "bool");
                generator.flat_function(&name, &parameters, returns, |generator| {
                    let bytes = generator.flat_bytes();
                    let at = generator.flat_at();
                    if skips_rest && generator.four {
                        generator.line(format!("return {bytes}.size()"));
                    } else if generator.four {
                        let len = match prefix {
                            Prefix::Number(width) => width.bytes().to_string(),
                            Prefix::Varint if has_number => "_Flat.varint_size(number)".to_owned(),
                            Prefix::Varint => format!("_Flat.varint_size_at({bytes}, {at})"),
                        };
                        generator.line(format!("{at} += {len}"));
                        if has_rest {
                            generator.line(format!("rest = {bytes}.slice({at})"));
                            generator.line(format!("return {bytes}.size()"));
                        } else {
                            generator.end_of_flat_reading(false, 0);
                        }
                    } else {
                        if has_rest {
                            generator.line(format!(
                                "rest = _Flat.take_data({bytes}, {bytes}.get_available_bytes())"
                            ));
                        }
                        if skips_rest {
                            generator.line(format!("{bytes}.seek({bytes}.get_size())"));
                        }
                        generator.line("return true");
                    }
                });
            }
            generator.flat_turned = is_big;
            if trailing && !has_rest {
                generator.start_flat(&[]);
                let parameters = generator.reading_parameters();
                let returns = generator.pick("int", "bool");
                generator.flat_function("func _flat_whole", &parameters, returns, |generator| {
                    generator.end_of_flat_reading(true, 0);
                });
            }
            generator.flat_turned = false;
            generator.out.undo_gap();
        });
    }
}

/// The record that a tuple is.
fn of_elements(elements: &[Type], members: &[Member<'_>]) -> Record {
    let fields = elements.iter().zip(members).map(|(ty, member)| Field {
        name: member.field.name.clone(),
        place: member.field.place.clone(),
        docs: Vec::new(),
        ty: ty.clone(),
        bits: None,
        default: FieldDefault::Required,
    });
    Record { header_bits: 0, fields: fields.collect() }
}

/// The step of a member in paths.
fn step_of(member: &Member<'_>) -> Option<String> {
    if member.is_framed {
        return None;
    }
    Some(match member.field.name.parse::<usize>() {
        Ok(position) => position.to_string(),
        Err(_) => string(&member.field.name),
    })
}

/// So many bits.
fn mask(bits: u8) -> u64 {
    u64::MAX >> (64 - bits.clamp(1, 63))
}

/// A number with one bit, as a literal.
fn shifted(bit: u8) -> String {
    super::text::int((1_u64 << bit).cast_signed())
}

fn varint_len(number: u32) -> usize {
    (32 - (number | 1).leading_zeros() as usize).div_ceil(7)
}
