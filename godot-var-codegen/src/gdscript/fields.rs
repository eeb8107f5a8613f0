//! Fields of a record: how a reader finds each, in a Dictionary or in an Array.

use std::rc::Rc;

use super::Generator;
use super::kind::{Kind, Slot};
use super::locals::Locals;
use super::read::{From, Target};
use super::record::Member;
use super::text::string;
use crate::protocol::{Field, FieldDefault, Form, Record};

/// Where a reader of fields stands.
#[derive(Clone, Copy, Default)]
pub(super) struct Around<'a> {
    /// How many elements are before the fields.
    pub(super) offset: usize,
    /// The key of a tag among the fields.
    pub(super) tag: Option<&'a str>,
    /// Whether the reader is told what was read already.
    pub(super) remembers: bool,
}

impl<'p> Generator<'p> {
    /// The body of `_load()`: reads the fields of a record into the members.
    pub(super) fn read_record(
        &mut self,
        record: &Record,
        members: &[Member<'p>],
        around: Around<'_>,
    ) {
        self.is_pending = false;
        if record.form == Form::Array {
            self.read_positions(members, around);
            self.end_of_reading();
            return;
        }
        let Locals { value, fields, data, fault, .. } = &*Rc::clone(&self.locals);
        if Self::required_keys(record, members).is_empty() {
            let is_used = !members.is_empty() || record.deny_unknown;
            self.block(format!("if not ({data} is Dictionary):"), |generator| {
                generator.line(format!("return _Wire.lacks({fault}, {data}, [])"));
            });
            if is_used {
                self.local(fields, "Dictionary", data);
            }
        } else {
            self.local(fields, "Dictionary", &format!("{data} if {data} is Dictionary else {{}}"));
            self.block(format!("if not {fields}.has_all(_KEYS):"), |generator| {
                generator.line(format!("return _Wire.lacks({fault}, {data}, _KEYS)"));
            });
        }
        let reads_values = |member: &Member<'_>| match &*member.slot.kind {
            Kind::Map { value, .. } => !matches!(*value.kind, Kind::Any(_)),
            _ => !member.field.flatten,
        };
        self.has_value = false;
        let is_in_block =
            |member: &Member<'_>| member.field.flatten || is_often_missing(member.field);
        if members.iter().find(|member| reads_values(member)).is_some_and(is_in_block) {
            self.local(value, "Variant", "null");
            self.has_value = true;
        }
        for member in members.iter().filter(|member| !member.field.flatten) {
            self.read_field(record, members, member, around);
        }
        for member in members.iter().filter(|member| member.field.flatten) {
            self.end_if_pending(&[]);
            self.read_flattened(members, member, around);
        }
        let has_map = |member: &Member<'_>| {
            member.field.flatten && matches!(*member.slot.kind, Kind::Map { .. })
        };
        if record.deny_unknown && !members.iter().any(has_map) {
            self.end_if_pending(&[]);
            let members = members.iter().collect::<Vec<_>>();
            let known = self.keys_that_are_there(&members, around);
            let key = self.fresh("key");
            let head = self.each(&key, "Variant", fields);
            self.block(head, |generator| {
                generator.block(format!("if not {known}.has({key}):"), |generator| {
                    generator.line(format!("return _Wire.unexpected({fault}, {key})"));
                });
            });
        }
        self.end_of_reading();
    }

    /// The keys that every message has, as literals: `has_all()` looks for all of them at once.
    pub(super) fn required_keys(record: &Record, members: &[Member<'p>]) -> Vec<String> {
        if record.form == Form::Array {
            return Vec::new();
        }
        let is_required = |member: &&Member<'p>| {
            let Member { field, slot, .. } = member;
            !field.flatten
                && field.aliases.is_empty()
                && !is_often_missing(field)
                && !matches!(*slot.kind, Kind::Option(_))
        };
        let required = members.iter().filter(is_required);
        required.map(|member| string(&member.field.key)).collect()
    }

    /// The member that a value is assigned to.
    pub(super) fn target(member: &Member<'_>) -> Target {
        // Whatever may be null is a Variant, except an object.
        let is_typed = !member.is_change()
            && match &*member.slot.kind {
                Kind::Option(inner) => matches!(*inner.kind, Kind::Class(_)),
                _ => true,
            };
        Target {
            name: member.place(),
            is_typed,
            is_empty: !member.is_change() && is_new(&member.initial),
        }
    }

    /// Where the field with a step in paths comes from.
    fn origin(&self, step: &str, around: Around<'_>) -> From {
        let Locals { value, seen, .. } = &*self.locals;
        From {
            value: value.clone(),
            step: Some(step.to_owned()),
            outer: Vec::new(),
            seen: around.remembers.then(|| format!("{seen}.at({step})")),
        }
    }

    /// A variable with all keys that fields have.
    pub(super) fn keys_of_all(&mut self, members: &[&Member<'p>], tag: Option<&str>) -> String {
        let mut keys: Vec<String> = tag.map(str::to_owned).into_iter().collect();
        for member in members {
            self.keys_of_field(member.field, &mut keys);
        }
        let known = self.fresh("known");
        self.local(&known, "Array", &format!("[{}]", literals(&keys)));
        known
    }

    /// A variable with the keys that fields have; of flattened ones those that are there.
    fn keys_that_are_there(&mut self, members: &[&Member<'p>], around: Around<'_>) -> String {
        let own: Vec<_> = members.iter().copied().filter(|member| !member.field.flatten).collect();
        let known = self.keys_of_all(&own, around.tag);
        for other in members.iter().filter(|other| other.field.flatten) {
            let mut keys = Vec::new();
            self.keys_of_field(other.field, &mut keys);
            if keys.is_empty() {
                continue;
            }
            let add = format!("{known} += [{}]", literals(&keys));
            if matches!(*other.slot.kind, Kind::Option(_)) {
                let other = other.place();
                self.block(format!("if {other} != null:"), |generator| generator.line(&add));
            } else {
                self.line(&add);
            }
        }
        known
    }

    fn read_field(
        &mut self,
        record: &Record,
        members: &[Member<'p>],
        member: &Member<'p>,
        around: Around<'_>,
    ) {
        let Locals { value, fields, fault, .. } = &*Rc::clone(&self.locals);
        let Member { field, name, slot, .. } = member;
        let key = if field.aliases.is_empty() {
            string(&field.key)
        } else {
            let key = self.fresh(&format!("{name}_key"));
            let names: Vec<String> =
                std::iter::once(&field.key).chain(&field.aliases).map(|key| string(key)).collect();
            let names = names.join(", ");
            self.local(&key, "Variant", &format!("_Wire.key_of({fields}, [{names}])"));
            key
        };
        let (from, target) = (self.origin(&key, around), Self::target(member));
        if is_often_missing(field) {
            self.end_if_pending_before(slot);
            self.block(format!("if {fields}.has({key}):"), |generator| {
                generator.line(format!("{value} = {fields}[{key}]"));
                generator.read(slot, &from, &target, name);
            });
            return;
        }
        if matches!(*slot.kind, Kind::Option(_)) {
            self.take_value(&format!("{fields}.get({key})"));
        } else {
            if !Self::required_keys(record, members).contains(&key) {
                self.note_fault_if(
                    format!("not {fields}.has({key})"),
                    format!("_Wire.fail({fault}, {key}, \"it is missing\")"),
                );
                self.end_if_pending(&[]);
            }
            self.take_value(&format!("{fields}[{key}]"));
        }
        self.read(slot, &from, &target, name);
    }

    /// Assigns the next value to the variable for it, which the first one declares.
    fn take_value(&mut self, from: &str) {
        let value = Rc::clone(&self.locals).value.clone();
        if std::mem::replace(&mut self.has_value, true) {
            self.line(format!("{value} = {from}"));
        } else {
            self.local(&value, "Variant", from);
        }
    }

    /// Ends the function after a fault before a block reads something with parts.
    fn end_if_pending_before(&mut self, slot: &Slot) {
        let kind = match &*slot.kind {
            Kind::Option(inner) => &inner.kind,
            _ => &slot.kind,
        };
        if matches!(**kind, Kind::Class(_) | Kind::List { packed: None, .. } | Kind::Map { .. }) {
            self.end_if_pending(&[]);
        }
    }

    fn read_flattened(&mut self, members: &[Member<'p>], member: &Member<'p>, around: Around<'_>) {
        let Locals { fields, fault, .. } = &*Rc::clone(&self.locals);
        let target = member.place();
        let cast = |generator: &Self, class: &str| {
            if generator.four { format!(" as {class}") } else { String::new() }
        };
        match &*member.slot.kind {
            Kind::Class(index) => {
                let class = self.names.class(*index).to_owned();
                let cast = cast(self, &class);
                self.line(format!("{target} = {class}.new()._read({fields}, {fault}){cast}"));
                self.block(format!("if {target} == null:"), |generator| generator.give_up(&[]));
            }
            Kind::Option(inner) => {
                if let Kind::Class(index) = &*inner.kind {
                    // Not there, or not fitting: no error.
                    let class = self.names.class(*index).to_owned();
                    let cast = cast(self, &class);
                    self.line(format!("{target} = {class}.new()._read({fields}, []){cast}"));
                }
            }
            Kind::Map { .. } => self.read_rest(members, member, around),
            _ => {}
        }
    }

    /// Reads the fields that no other member has into a map.
    fn read_rest(&mut self, members: &[Member<'p>], member: &Member<'p>, around: Around<'_>) {
        let Kind::Map { value: content, .. } = &*member.slot.kind else { return };
        let Locals { fields, fault, .. } = &*Rc::clone(&self.locals);
        let (name, target) = (&member.name, member.place());
        let known = self.keys_of_all(&members.iter().collect::<Vec<_>>(), around.tag);
        let key = self.fresh("key");
        let head = self.each(&key, "Variant", fields);
        self.block(head, |generator| {
            let odd = generator.no_text(&key);
            generator.block(format!("if {odd}:"), |generator| {
                let report = format!("_Wire.mismatch({fault}, null, {key}, \"String as key\")");
                generator.line(report);
                generator.give_up(&[]);
            });
            generator.block(format!("if {known}.has({key}):"), |generator| {
                generator.line("continue");
            });
            let from = From { value: format!("{fields}[{key}]"), ..generator.origin(&key, around) };
            let item = generator.read_part(content, from, name);
            let key = if generator.four { format!("str({key})") } else { key.clone() };
            generator.line(format!("{target}[{key}] = {item}"));
        });
    }

    pub(super) fn read_positions(&mut self, members: &[Member<'p>], around: Around<'_>) {
        let Locals { data, fields, fault, value, .. } = &*Rc::clone(&self.locals);
        let offset = around.offset;
        let required =
            members.iter().take_while(|member| member.field.default == FieldDefault::Required);
        let (least, most) = (offset + required.count(), offset + members.len());
        let size = if offset > 0 {
            self.local(fields, "Array", data);
            format!("{fields}.size()")
        } else {
            self.local(fields, "Array", &format!("{data} if {data} is Array else []"));
            format!("{fields}.size()")
        };
        let (mut condition, expected) = if least == most {
            (format!("{size} != {most}"), most.to_string())
        } else {
            (format!("{size} < {least} or {size} > {most}"), format!("{least} to {most}"))
        };
        if offset == 0 && least == 0 {
            condition = format!("not ({data} is Array) or {condition}");
        }
        self.block(format!("if {condition}:"), |generator| {
            generator.line(format!("return _Wire.odd_size({fault}, {data}, \"{expected}\")"));
        });
        self.has_value = false;
        let is_object = |member: &&Member<'_>| matches!(*member.slot.kind, Kind::Class(_));
        if offset + members.iter().take_while(is_object).count() >= least
            && offset + members.len() > least
        {
            self.local(value, "Variant", "null");
            self.has_value = true;
        }
        for (i, member) in members.iter().enumerate() {
            let at = offset + i;
            let element = format!("{fields}[{at}]");
            let step = match member.field.name.parse::<usize>() {
                Ok(position) => position.to_string(),
                Err(_) => string(&member.field.name),
            };
            let mut from = self.origin(&step, around);
            if member.is_framed {
                from.step = None;
            }
            let target = Self::target(member);
            if at >= least {
                self.end_if_pending_before(&member.slot);
                self.block(format!("if {fields}.size() > {at}:"), |generator| {
                    generator.line(format!("{value} = {element}"));
                    generator.read(&member.slot, &from, &target, &member.name);
                });
            } else if matches!(*member.slot.kind, Kind::Class(_)) {
                from.value = element;
                self.read(&member.slot, &from, &target, &member.name);
            } else {
                self.take_value(&element);
                self.read(&member.slot, &from, &target, &member.name);
            }
        }
    }
}

/// Whether an expression is a new object or container, or null.
fn is_new(initial: &str) -> bool {
    matches!(initial, "null" | "[]" | "{}") || initial.ends_with(".new()")
}

fn literals(keys: &[String]) -> String {
    keys.iter().map(|key| string(key)).collect::<Vec<_>>().join(", ")
}

/// Whether a message that lacks the field is as usual.
fn is_often_missing(field: &Field) -> bool {
    field.default != FieldDefault::Required || !field.encoded
}
