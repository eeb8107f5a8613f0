//! Statements of `_load()` that check a value and assign it to a member. Helpers of `_Wire` read what is not of the usual type.

use std::rc::Rc;

use godot_var_runtime::variant::{Bounds, TypeLayout, VariantType, VariantTypes};
use godot_var_schema::RenameRule;

use super::Generator;
use super::kind::{Ints, Kind, Slot};
use super::locals::Locals;
use super::names::numbers_table;
use super::text::string;
use super::words::range;
use crate::protocol::Body;
use godot_var_schema::variant::model::Id;

/// Where a value is, and its place for a fault.
#[derive(Clone, Debug)]
pub(super) struct From {
    /// The value: a variable, or an expression where it is that of an object.
    pub(super) value: String,
    /// Its step in the path, as an expression; `None` if the place is that of what is around.
    pub(super) step: Option<String>,
    /// The steps around, from the inside out.
    pub(super) outer: Vec<String>,
    /// What was read of the value already, as an expression, where that is remembered.
    pub(super) seen: Option<String>,
}

impl From {
    /// The steps to the value, from the inside out.
    fn steps(&self) -> Vec<String> {
        self.step.iter().chain(&self.outer).cloned().collect()
    }

    fn step(&self) -> &str {
        self.step.as_deref().unwrap_or("null")
    }

    /// A part of the value.
    fn part(&self, value: &str, step: &str) -> Self {
        let seen = self.seen.as_ref().map(|seen| format!("{seen}.at({step})"));
        Self { value: value.to_owned(), step: Some(step.to_owned()), outer: self.steps(), seen }
    }
}

/// What a value is assigned to.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// The variable.
    pub(super) name: String,
    /// Whether it has the type of the value, and holds a value of it.
    pub(super) is_typed: bool,
    /// Whether it holds a new empty container.
    pub(super) is_empty: bool,
}

/// How a value of a type is read: as it is under a condition, or else by an expression.
struct Reading {
    condition: Option<String>,
    otherwise: String,
}

impl Generator<'_> {
    /// Ends the function after a fault; `steps` are those around its place, from the inside out.
    pub(super) fn give_up(&mut self, steps: &[String]) {
        let Locals { fault, .. } = &*Rc::clone(&self.locals);
        if steps.is_empty() {
            self.line("return false");
        } else {
            self.line(format!("return _Wire.inside({fault}, [{}])", steps.join(", ")));
        }
    }

    /// Ends the function if it has a fault already, before something adds its place to a fault.
    pub(super) fn end_if_pending(&mut self, steps: &[String]) {
        if std::mem::take(&mut self.is_pending) {
            let fault = Rc::clone(&self.locals).fault.clone();
            let empty = self.pick("is_empty()", "empty()");
            self.block(format!("if not {fault}.{empty}:"), |generator| generator.give_up(steps));
        }
    }

    /// The last line of a function that reads.
    pub(super) fn end_of_reading(&mut self) {
        let fault = Rc::clone(&self.locals).fault.clone();
        let empty = self.pick("is_empty()", "empty()");
        if std::mem::take(&mut self.is_pending) {
            self.line(format!("return {fault}.{empty}"));
        } else {
            self.line("return true");
        }
    }

    /// Notes a fault and goes on: of all faults the first counts.
    pub(super) fn note_fault_if(&mut self, condition: impl AsRef<str>, fault: impl AsRef<str>) {
        self.block(format!("if {}:", condition.as_ref()), |generator| generator.line(fault));
        self.is_pending = true;
    }

    /// A call of a helper that names the place of a value.
    fn helper(&self, function: &str, from: &From, more: &[&str]) -> String {
        let fault = &self.locals.fault;
        let step = from.step();
        let arguments = [&[fault, step, &*from.value], more].concat().join(", ");
        format!("_Wire.{function}({arguments})")
    }

    /// A value of the type that is accepted alone.
    fn exactly(&self, condition: String, from: &From, fallback: &str) -> Reading {
        let otherwise = self.helper("refuse", from, &[fallback]);
        Reading { condition: Some(condition), otherwise }
    }

    /// Assigns what a reading gives.
    fn assign(&mut self, target: &str, reading: &Reading, from: &From) {
        self.is_pending = true;
        let (Reading { condition, otherwise }, value) = (reading, &from.value);
        let line = match condition {
            Some(condition) => format!("{target} = {value} if {condition} else {otherwise}"),
            None => format!("{target} = {otherwise}"),
        };
        match condition {
            Some(condition) if !self.out.fits(&line) => {
                self.block(format!("if not ({condition}):"), |generator| {
                    generator.line(format!("{value} = {otherwise}"));
                });
                if target != value {
                    self.line(format!("{target} = {value}"));
                }
            }
            _ => self.line(line),
        }
    }

    fn int(&self, ints: Ints, strict: bool, from: &From) -> Reading {
        let condition = format!("{} is int", from.value);
        if strict || !self.is_read_from(VariantType::Int, VariantType::Float) {
            let fallback = i64::from(!ints.contain_zero()).to_string();
            return self.exactly(condition, from, &fallback);
        }
        Reading { condition: Some(condition), otherwise: self.helper("to_int", from, &[]) }
    }

    /// Notes a number that is out of the range of its type.
    fn check_range(&mut self, ints: Ints, number: &str, from: &From) {
        let Locals { fault, .. } = &*Rc::clone(&self.locals);
        let (least, most) = (super::text::int(ints.least), super::text::int(ints.most));
        let mut odd = Vec::new();
        if ints.least != i64::MIN {
            odd.push(format!("{number} < {least}"));
        }
        if ints.most != i64::MAX {
            odd.push(format!("{number} > {most}"));
        }
        let step = from.step();
        if !odd.is_empty() {
            self.note_fault_if(
                odd.join(" or "),
                format!("_Wire.beyond({fault}, {step}, {number}, {least}, {most})"),
            );
        }
        if ints.lacks_zero {
            self.note_fault_if(format!("{number} == 0"), format!("_Wire.zero({fault}, {step})"));
        }
    }

    /// Notes a number that would be infinite in 32 bits.
    fn check_f32(&mut self, number: &str, from: &From) {
        let Locals { fault, .. } = &*Rc::clone(&self.locals);
        let (limit, step) = ("_Wire.F32_LIMIT", from.step());
        self.note_fault_if(
            format!("{number} >= {limit} or {number} <= -{limit}"),
            format!("_Wire.check_f32({fault}, {step}, {number})"),
        );
    }

    /// Reads an int and assigns what `converted` makes of it.
    fn read_as_int(
        &mut self,
        ints: Ints,
        strict: bool,
        from: &From,
        target: &Target,
        convert: &str,
    ) {
        let value = &from.value;
        let reading = self.int(ints, strict, from);
        self.assign(value, &reading, from);
        self.check_range(ints, value, from);
        self.line(format!("{} = {value}{convert}", target.name));
    }

    /// Whether a value of one type is read from one of another type, by the rules of all readers.
    fn is_read_from(&self, kind: VariantType, from: VariantType) -> bool {
        self.read_from(kind).contains(&from)
    }

    /// The types that a value of one type is read from, itself first.
    fn read_from(&self, kind: VariantType) -> Vec<VariantType> {
        let all = TypeLayout::Value(kind, Bounds::None).read_types(self.generation());
        let others = all.iter().filter(|other| *other != kind);
        let known = |kind: &VariantType| kind.id(self.generation()).is_some();
        std::iter::once(kind).chain(others).filter(known).collect()
    }

    /// The condition under which a value is of none of the types that one of this type is read from.
    fn none_of(&self, kind: VariantType, value: &str) -> String {
        let types = self.read_from(kind).into_iter();
        let types = types.map(|kind| format!("not ({value} is {})", kind.name(self.generation())));
        types.collect::<Vec<_>>().join(" and ")
    }

    /// The condition under which a value is a text.
    pub(super) fn is_text(&self, value: &str) -> String {
        self.is_of(VariantType::String, value)
    }

    /// The condition under which a value is of one of the types that one of this type is read from.
    pub(super) fn is_of(&self, kind: VariantType, value: &str) -> String {
        let types = self.read_from(kind).into_iter();
        let types = types.map(|kind| format!("{value} is {}", kind.name(self.generation())));
        types.collect::<Vec<_>>().join(" or ")
    }

    /// The condition under which a value is not a text.
    pub(super) fn no_text(&self, value: &str) -> String {
        self.none_of(VariantType::String, value)
    }

    /// The reading of a value that needs no other check.
    fn reading(&self, slot: &Slot, from: &From, fallback: &str) -> Option<Reading> {
        let value = &from.value;
        let is = |ty: &str| format!("{value} is {ty}");
        let converted = |ty: &str, helper: &str| Reading {
            condition: Some(is(ty)),
            otherwise: self.helper(helper, from, &[]),
        };
        let path = self.pick("NodePath()", "NodePath(\"\")");
        Some(match &*slot.kind {
            Kind::Nil => self.exactly(format!("{value} == null"), from, "null"),
            Kind::Bool => self.exactly(is("bool"), from, fallback),
            Kind::Int(Ints::ALL) | Kind::Number { open: true, .. } => {
                self.int(Ints::ALL, slot.strict, from)
            }
            Kind::Float { single: false } => self.float(slot.strict, from),
            Kind::Text if slot.max_len.is_some() => return None,
            Kind::Text if slot.strict && self.four => {
                self.exactly(format!("typeof({value}) == TYPE_STRING"), from, "\"\"")
            }
            Kind::Text | Kind::NameText { .. } => converted("String", "to_text"),
            Kind::Letter => {
                Reading { condition: None, otherwise: self.helper("to_letter", from, &[]) }
            }
            Kind::StringName if slot.strict => self.exactly(is("StringName"), from, "&\"\""),
            Kind::StringName => converted("StringName", "to_name"),
            Kind::NodePath if slot.strict => self.exactly(is("NodePath"), from, path),
            Kind::NodePath => converted("NodePath", "to_path"),
            Kind::Engine(ty) => self.exactly(is(ty), from, fallback),
            Kind::Number { index, .. } if !slot.strict => {
                let class = string(self.names.class(*index));
                let numbers = format!("[{}]", self.numbers(*index));
                let otherwise = self.helper("to_enum", from, &[&class, &numbers]);
                Reading { condition: None, otherwise }
            }
            Kind::Name { index } => {
                let class = self.names.class(*index);
                let more = [string(class), numbers_table(class)];
                let otherwise = self.helper("to_member", from, &[&more[0], &more[1]]);
                Reading { condition: None, otherwise }
            }
            _ => return None,
        })
    }

    fn float(&self, strict: bool, from: &From) -> Reading {
        let condition = format!("{} is float", from.value);
        if strict || !self.is_read_from(VariantType::Float, VariantType::Int) {
            return self.exactly(condition, from, "0.0");
        }
        Reading { condition: Some(condition), otherwise: self.helper("to_float", from, &[]) }
    }

    /// Checks the value and assigns what the member holds.
    pub(super) fn read(&mut self, slot: &Slot, from: &From, target: &Target, hint: &str) {
        let (value, name) = (&from.value, &target.name);
        let fallback = if target.is_typed { name.clone() } else { self.initial(&slot.kind) };
        if let Some(reading) = self.reading(slot, from, &fallback) {
            self.assign(name, &reading, from);
            return;
        }
        match &*slot.kind {
            Kind::Int(ints) => {
                let reading = self.int(*ints, slot.strict, from);
                self.assign(name, &reading, from);
                self.check_range(*ints, name, from);
            }
            Kind::BoolAsInt => {
                self.read_as_int(Ints::from(0, 1), slot.strict, from, target, " == 1");
            }
            Kind::FloatAsInt => {
                let (least, most) = Bounds::F64.whole_floats();
                let ints = Ints::from(least, most);
                self.read_as_int(ints, slot.strict, from, target, " * 1.0");
            }
            Kind::IntAsFloat(ints) => {
                self.only_float(slot, from);
                self.read_as_int(*ints, false, from, target, "");
            }
            Kind::BoolAsFloat => {
                self.only_float(slot, from);
                self.read_as_int(Ints::from(0, 1), false, from, target, " == 1");
            }
            Kind::Float { .. } => {
                let reading = self.float(slot.strict, from);
                self.assign(name, &reading, from);
                self.check_f32(name, from);
            }
            Kind::Text | Kind::TextAsName | Kind::TextAsPath => {
                self.read_text(slot, from, name);
                let size = match (self.four, target.is_typed) {
                    (true, true) => format!("{name}.to_utf8_buffer().size()"),
                    (true, false) => format!("str({name}).to_utf8_buffer().size()"),
                    (false, _) => format!("{name}.to_utf8().size()"),
                };
                self.check_len(slot, &size, "bytes", from);
            }
            Kind::Parsed(form) => {
                let Locals { fault, .. } = &*Rc::clone(&self.locals);
                self.read_text(slot, from, name);
                let expected = string(&format!("{} in a String", form.name));
                let text = if target.is_typed { name.clone() } else { format!("str({name})") };
                self.parses_texts = true;
                self.note_fault_if(
                    format!("not _Texts.{}({text})", form.check),
                    format!("_Wire.mismatch({fault}, {}, {value}, {expected})", from.step()),
                );
            }
            Kind::Option(inner) => self.read_option(inner, from, target, hint),
            Kind::List { .. } => self.read_list(slot, from, target, hint),
            Kind::Map { .. } => self.read_map(slot, from, target, hint),
            Kind::Class(index) if target.is_typed => {
                self.read_object(*index, from, name, target.is_empty);
            }
            Kind::Class(_) => {
                let item = self.read_part_of(slot, from.clone(), hint);
                self.line(format!("{name} = {item}"));
            }
            // A number of an enum that is an int alone.
            Kind::Number { .. } => {
                let reading = self.exactly(format!("{value} is int"), from, "0");
                self.assign(value, &reading, from);
                let slot = Slot { strict: false, ..slot.clone() };
                self.read(&slot, from, target, hint);
            }
            _ => self.line(format!("{name} = {value}")),
        }
    }

    /// Refuses an int for a strict field that is a float in messages.
    fn only_float(&mut self, slot: &Slot, from: &From) {
        if slot.strict {
            let value = &from.value;
            let reading = self.exactly(format!("{value} is float"), from, "0.0");
            self.assign(value, &reading, from);
        }
    }

    /// Reads a text, of whatever type.
    fn read_text(&mut self, slot: &Slot, from: &From, target: &str) {
        let value = &from.value;
        let (ty, empty, helper) = match &*slot.kind {
            Kind::TextAsName if self.four => ("StringName", "&\"\"", "to_text"),
            Kind::TextAsPath => ("NodePath", self.pick("NodePath()", "NodePath(\"\")"), "to_path"),
            _ => ("String", "\"\"", "to_text"),
        };
        if slot.strict && (self.four || ty == "NodePath") {
            let condition = match ty {
                "String" => format!("typeof({value}) == TYPE_STRING"),
                _ => format!("{value} is {ty}"),
            };
            let reading = self.exactly(condition, from, empty);
            self.assign(value, &reading, from);
            self.line(format!("{target} = str({value})"));
        } else if ty == "NodePath" {
            let path = self.helper(helper, from, &[]);
            let reading = Reading { condition: None, otherwise: format!("str({path})") };
            self.assign(target, &reading, from);
        } else {
            let condition = Some(format!("{value} is String"));
            let reading = Reading { condition, otherwise: self.helper(helper, from, &[]) };
            self.assign(target, &reading, from);
        }
    }

    fn read_option(&mut self, inner: &Slot, from: &From, target: &Target, hint: &str) {
        let (value, name) = (&from.value, &target.name);
        if let (Kind::Class(_), false) = (&*inner.kind, target.is_typed) {
            self.line(format!("{name} = {value}"));
            self.end_if_pending(&from.outer);
            self.block(format!("if {value} != null:"), |generator| {
                generator.read(inner, from, target, hint);
            });
            return;
        }
        if let Kind::Class(index) = *inner.kind {
            if !target.is_empty {
                self.line(format!("{name} = null"));
            }
            self.end_if_pending(&from.outer);
            self.block(format!("if {value} != null:"), |generator| {
                generator.read_object(index, from, name, false);
            });
            return;
        }
        let fallback = self.initial(&inner.kind);
        if let Some(Reading { condition, otherwise }) = self.reading(inner, from, &fallback) {
            let reading = match condition {
                Some(condition) => Reading {
                    condition: Some(format!("{value} == null or {condition}")),
                    otherwise,
                },
                None => {
                    let otherwise = format!("null if {value} == null else {otherwise}");
                    Reading { condition: None, otherwise }
                }
            };
            if reading.condition.is_some()
                || self.out.fits(&format!("{name} = {}", reading.otherwise))
            {
                self.assign(name, &reading, from);
                return;
            }
        }
        if matches!(*inner.kind, Kind::List { .. } | Kind::Map { .. }) {
            self.end_if_pending(&from.outer);
        }
        self.block(format!("if {value} != null:"), |generator| {
            let own = Target { name: value.clone(), is_typed: false, is_empty: false };
            generator.read(inner, from, &own, hint);
        });
        self.line(format!("{name} = {value}"));
    }

    /// Reads an object of a class; `is_new`: the target holds a new one, or null where it may be null.
    fn read_object(&mut self, index: usize, from: &From, target: &str, is_new: bool) {
        self.end_if_pending(&from.outer);
        let Locals { fault, .. } = &*Rc::clone(&self.locals);
        let From { value, seen, .. } = from;
        let class = self.names.class(index).to_owned();
        let steps = from.steps();
        let seen = seen.as_ref().filter(|_| self.speculation.remembers(index));
        if matches!(self.protocol.types[index].body, Body::Record(_)) {
            if !is_new {
                self.line(format!("{target} = {class}.new()"));
            }
            if let Some(seen) = seen {
                self.line(format!("{target}._seen = {seen}"));
            }
            let read = format!("{target}._load({value}, {fault})");
            self.block(format!("if not {read}:"), |generator| generator.give_up(&steps));
            if seen.is_some() {
                // What it keeps would keep it.
                self.line(format!("{target}._seen = null"));
            }
            return;
        }
        let reader = if let Some(seen) = seen {
            let reader = self.fresh("reader");
            self.local(&reader, &class, &format!("{class}.new()"));
            self.line(format!("{reader}._seen = {seen}"));
            reader
        } else {
            format!("{class}.new()")
        };
        let cast = if self.four { format!(" as {class}") } else { String::new() };
        self.line(format!("{target} = {reader}._read({value}, {fault}){cast}"));
        self.block(format!("if {target} == null:"), |generator| generator.give_up(&steps));
    }

    fn numbers(&self, index: usize) -> String {
        let Body::Enumeration(enumeration) = &self.protocol.types[index].body else {
            return String::new();
        };
        let numbers = enumeration.members.iter().filter_map(|member| match member.id {
            Id::Int(number) => Some(super::text::int(number)),
            Id::Text(_) => None,
        });
        numbers.collect::<Vec<_>>().join(", ")
    }

    fn check_len(&mut self, slot: &Slot, size: &str, unit: &str, from: &From) {
        let Some(len) = slot.max_len else { return };
        let Locals { fault, .. } = &*Rc::clone(&self.locals);
        let step = from.step();
        self.note_fault_if(
            format!("{size} > {len}"),
            format!("_Wire.fail({fault}, {step}, \"longer than {len} {unit}\")"),
        );
    }

    fn check_lengths(&mut self, slot: &Slot, len: Option<u64>, list: &str, from: &From) {
        let Locals { fault, .. } = &*Rc::clone(&self.locals);
        let (size, step) = (format!("{list}.size()"), from.step());
        self.check_len(slot, &size, "elements", from);
        if let Some(len) = len {
            self.note_fault_if(
                format!("{size} != {len}"),
                format!("_Wire.wrong_size({fault}, {step}, {size}, \"{len}\")"),
            );
        }
    }

    fn read_list(&mut self, slot: &Slot, from: &From, target: &Target, hint: &str) {
        let Kind::List { element, packed, len, exact, .. } = &*slot.kind else { return };
        let Some(packed) = packed else { return self.read_elements(slot, from, target, hint) };
        let Locals { fault, .. } = &*Rc::clone(&self.locals);
        let (value, name) = (&from.value, &target.name);
        let is_packed = format!("{value} is {packed}");
        let reading = if *exact || slot.strict {
            self.exactly(is_packed, from, &format!("{packed}()"))
        } else {
            let expected = string(packed);
            let list = match &*element.kind {
                Kind::Int(Ints::ALL) => self.helper("to_ints", from, &[&expected]),
                Kind::Int(ints) => {
                    let (low, high) = (super::text::int(ints.least), super::text::int(ints.most));
                    self.helper("to_ints", from, &[&expected, &format!("[{low}, {high}]")])
                }
                Kind::Float { single } => {
                    self.helper("to_floats", from, &[&expected, &single.to_string()])
                }
                Kind::Text => {
                    let otherwise = self.helper("to_texts", from, &[]);
                    self.assign(name, &Reading { condition: Some(is_packed), otherwise }, from);
                    self.check_lengths(slot, *len, name, from);
                    return;
                }
                kind => {
                    let fallback = self.initial(kind);
                    self.helper("to_values", from, &[&expected, &fallback])
                }
            };
            Reading { condition: Some(is_packed), otherwise: format!("{packed}({list})") }
        };
        self.assign(name, &reading, from);
        self.check_lengths(slot, *len, name, from);
        if matches!(&*element.kind, Kind::Int(ints) if !ints.contain_zero()) {
            self.line(format!("_Wire.no_zeros({fault}, {}, {name})", from.step()));
        }
    }

    /// Reads an Array element by element.
    fn read_elements(&mut self, slot: &Slot, from: &From, target: &Target, hint: &str) {
        let Kind::List { element, len, read_from, .. } = &*slot.kind else { return };
        let arrays = self.array_constants(*read_from);
        let is_array = format!("{} is Array", from.value);
        let reading = if arrays.is_empty() || slot.strict {
            self.exactly(is_array, from, "[]")
        } else {
            let of_numbers =
                [(VariantType::Int, "INT_ARRAYS"), (VariantType::Float, "FLOAT_ARRAYS")];
            let known = of_numbers.iter().find(|(kind, _)| self.arrays_of(*kind) == arrays);
            let types = known.map_or(format!("[{arrays}]"), |(_, name)| format!("_Wire.{name}"));
            let otherwise = self.helper("to_list", from, &["\"Array\"", &types]);
            Reading { condition: Some(is_array), otherwise }
        };
        self.end_if_pending(&from.outer);
        let list = self.fresh("list");
        self.assign(&format!("var {list}: Array"), &reading, from);
        if slot.max_len.is_some() || len.is_some() {
            self.check_lengths(slot, *len, &list, from);
            self.end_if_pending(&from.outer);
        }
        let ty = self.array_of(&element.kind);
        let out = self.container(target, &format!("{hint}_out"), &ty, "[]");
        let index = self.fresh("i");
        let head = self.each(&index, "int", &format!("{list}.size()"));
        self.block(head, |generator| {
            let part = from.part(&format!("{list}[{index}]"), &index);
            let item = generator.read_part(element, part, hint);
            generator.line(format!("{out}.append({item})"));
        });
        if out != target.name {
            self.line(format!("{} = {out}", target.name));
        }
        self.is_pending = true;
    }

    /// The variable that elements are added to: the target itself if that is empty.
    fn container(&mut self, target: &Target, hint: &str, ty: &str, empty: &str) -> String {
        if target.is_typed && target.is_empty {
            return target.name.clone();
        }
        let out = self.fresh(hint);
        self.local(&out, ty, empty);
        out
    }

    /// Reads an element, and returns the variable that has it.
    pub(super) fn read_part(&mut self, slot: &Slot, from: From, hint: &str) -> String {
        self.is_pending = false;
        self.read_part_of(slot, from, hint)
    }

    fn read_part_of(&mut self, slot: &Slot, from: From, hint: &str) -> String {
        let Locals { value, .. } = &*Rc::clone(&self.locals);
        let item = self.fresh(&format!("{hint}_item"));
        let ty = self.element_type(&slot.kind);
        let variable = if self.four { format!("var {item}: {ty}") } else { format!("var {item}") };
        if let Kind::Class(index) = *slot.kind {
            let is_record = matches!(self.protocol.types[index].body, Body::Record(_));
            let initial = if is_record { format!("{ty}.new()") } else { "null".to_owned() };
            self.line(format!("{variable} = {initial}"));
            self.read_object(index, &from, &item, true);
            return item;
        }
        if matches!(*slot.kind, Kind::Any(_)) {
            return from.value;
        }
        self.line(format!("{value} = {}", from.value));
        self.is_pending = true;
        let steps = from.outer.clone();
        let from = From { value: value.clone(), ..from };
        let fallback = self.initial(&slot.kind);
        if let Some(reading) = self.reading(slot, &from, &fallback) {
            self.assign(&variable, &reading, &from);
        } else if let Kind::Int(ints) = *slot.kind {
            let reading = self.int(ints, slot.strict, &from);
            self.assign(&variable, &reading, &from);
            self.check_range(ints, &item, &from);
        } else {
            let empty = match &*slot.kind {
                Kind::List { packed: None, .. } => "[]".to_owned(),
                Kind::Map { .. } => "{}".to_owned(),
                kind => self.initial(kind),
            };
            self.line(format!("{variable} = {empty}"));
            let is_empty = matches!(&*empty, "[]" | "{}" | "null");
            let target = Target { name: item.clone(), is_typed: ty != "Variant", is_empty };
            self.read(slot, &from, &target, hint);
        }
        self.end_if_pending(&steps);
        item
    }

    /// The packed arrays that a list of such values is read from.
    pub(super) fn arrays_of(&self, kind: VariantType) -> String {
        self.array_constants(TypeLayout::Value(kind, Bounds::None).read_packed_arrays())
    }

    /// What `typeof` gives for packed arrays: `TYPE_PACKED_INT32_ARRAY`, in Godot 3 `TYPE_INT_ARRAY`.
    fn array_constants(&self, arrays: VariantTypes) -> String {
        let known = arrays.iter().filter(|array| array.id(self.generation()).is_some());
        let names = known.map(|array| {
            let words = array.name(self.generation());
            let words = words.trim_start_matches("Pool").replace("ByteArray", "RawArray");
            let words = if self.four { words.replace("Raw", "Byte") } else { words };
            format!("TYPE_{}", RenameRule::ScreamingSnake.member(&words))
        });
        names.collect::<Vec<_>>().join(", ")
    }

    fn read_map(&mut self, slot: &Slot, from: &From, target: &Target, hint: &str) {
        let Kind::Map { key, value: content, .. } = &*slot.kind else { return };
        let reading = self.exactly(format!("{} is Dictionary", from.value), from, "{}");
        self.end_if_pending(&from.outer);
        let table = self.fresh("table");
        self.assign(&format!("var {table}: Dictionary"), &reading, from);
        if slot.max_len.is_some() {
            self.check_len(slot, &format!("{table}.size()"), "pairs", from);
            self.end_if_pending(&from.outer);
        }
        let ty = self.member_type(&slot.kind);
        let out = self.container(target, &format!("{hint}_out"), &ty, "{}");
        let name = self.fresh("key");
        let head = self.each(&name, "Variant", &table);
        self.block(head, |generator| {
            // A fault of the key is seen together with one of the content.
            let is_seen = matches!(&*content.kind, Kind::Any(_) | Kind::Class(_));
            generator.check_key(key, &name, is_seen.then(|| from.steps()));
            let item =
                generator.read_part(content, from.part(&format!("{table}[{name}]"), &name), hint);
            let name = match *key.kind {
                Kind::Text | Kind::Letter if generator.four => format!("str({name})"),
                Kind::StringName => format!("StringName(str({name}))"),
                _ => name.clone(),
            };
            generator.line(format!("{out}[{name}] = {item}"));
        });
        if out != target.name {
            self.line(format!("{} = {out}", target.name));
        }
        self.is_pending = true;
    }

    fn check_key(&mut self, key: &Slot, name: &str, around: Option<Vec<String>>) {
        let Locals { fault, .. } = &*Rc::clone(&self.locals);
        let (odd, expected) = match &*key.kind {
            Kind::Text => (self.no_text(name), "String as key".to_owned()),
            Kind::StringName => (self.no_text(name), "StringName as key".to_owned()),
            Kind::Letter => (
                format!("{} or str({name}).length() != 1", self.no_text(name)),
                "one character as key".to_owned(),
            ),
            Kind::Engine(kind) => (format!("not ({name} is {kind})"), format!("{kind} as key")),
            Kind::Int(ints) => {
                let (from, to) = (super::text::int(ints.least), super::text::int(ints.most));
                let zero = if ints.lacks_zero { format!(" or {name} == 0") } else { String::new() };
                (
                    format!("not ({name} is int) or {name} < {from} or {name} > {to}{zero}"),
                    format!("int from {} as key", range(*ints)),
                )
            }
            Kind::Bool => (format!("not ({name} is bool)"), "bool as key".to_owned()),
            Kind::Number { index, .. } => {
                let numbers = self.numbers(*index);
                (
                    format!("not ({name} is int) or not [{numbers}].has({name})"),
                    format!("{} as key", self.names.class(*index)),
                )
            }
            _ => return,
        };
        // Of a number that is none of them, the number says more than its type.
        let is_number = matches!(*key.kind, Kind::Int(_) | Kind::Number { .. });
        let report = if is_number { "odd_key" } else { "mismatch" };
        let step = if is_number { "" } else { "null, " };
        let report = format!("_Wire.{report}({fault}, {step}{name}, {})", string(&expected));
        self.block(format!("if {odd}:"), |generator| {
            generator.line(report);
            if let Some(around) = around {
                generator.give_up(&around);
            }
        });
    }
}
