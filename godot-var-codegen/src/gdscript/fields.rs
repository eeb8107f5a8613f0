//! Fields of a record: how a reader finds each, in a Dictionary or in an Array.

use std::rc::Rc;

use super::Generator;
use super::kind::Kind;
use super::locals::Locals;
use super::read::From;
use super::record::Member;
use super::text::string;
use crate::protocol::{Field, FieldDefault, Form, Record};

/// Where a reader of fields stands.
#[derive(Clone, Copy, Default)]
pub(super) struct Around<'a> {
    /// How many elements stand before the fields.
    pub(super) offset: usize,
    /// What stands around, from the inside out.
    pub(super) outer: &'a [String],
    /// The key of a tag among the fields.
    pub(super) tag: Option<&'a str>,
    /// Whether the reader is told what was read already.
    pub(super) remembers: bool,
    /// Whether the members are those of the reader itself, and the fields were found in its `data`.
    pub(super) own: bool,
    /// The keys in `_KEYS`.
    pub(super) required: &'a [String],
}

impl<'p> Generator<'p> {
    /// Reads the fields of a record into the message.
    pub(super) fn read_record(
        &mut self,
        record: &Record,
        members: &[Member<'p>],
        around: Around<'_>,
    ) {
        let Locals { value, fields, fault, .. } = &*Rc::clone(&self.locals);
        let reads_map = |member: &Member<'_>| match &*member.slot.kind {
            Kind::Map { value, .. } => !matches!(*value.kind, Kind::Any(_)),
            _ => false,
        };
        if members.iter().any(|member| !member.field.flatten || reads_map(member)) {
            self.local(value, "Variant", "null");
        }
        if record.form == Form::Array {
            self.read_positions(members, around);
            return;
        }
        if !around.required.is_empty() {
            self.block(format!("if not {fields}.has_all(_KEYS):"), |generator| {
                generator.line(format!("{fields} = _Wire.with_nulls({fields}, _KEYS)"));
            });
        }
        for member in members.iter().filter(|member| !member.field.flatten) {
            self.read_field(member, around);
        }
        for member in members.iter().filter(|member| member.field.flatten) {
            self.read_flattened(members, member, around);
        }
        let has_map = |member: &Member<'_>| {
            member.field.flatten && matches!(*member.slot.kind, Kind::Map { .. })
        };
        if record.deny_unknown && !members.iter().any(has_map) {
            let members = members.iter().collect::<Vec<_>>();
            let known = self.keys_that_are_there(&members, around);
            let key = self.fresh("key");
            let head = self.each(&key, "Variant", fields);
            self.block(head, |generator| {
                generator.fail_if(
                    format!("not {known}.has({key})"),
                    format!("_Wire.unexpected({fault}, {key})"),
                    around.outer,
                );
            });
        }
    }

    /// The keys that are looked for all at once, as literals: a look into a Dictionary that may lack the key takes
    /// twice the time.
    pub(super) fn required_keys(record: &Record, members: &[Member<'p>]) -> Vec<String> {
        if record.form == Form::Array {
            return Vec::new();
        }
        let keys: Vec<String> = members
            .iter()
            .filter(|Member { field, slot, .. }| {
                !field.flatten
                    && field.aliases.is_empty()
                    && field.skip_encoding_if.is_none()
                    && !is_often_missing(field, &slot.kind)
                    && !matches!(*slot.kind, Kind::Any(_) | Kind::Nil)
            })
            .map(|member| string(&member.field.key))
            .collect();
        if keys.len() > 1 { keys } else { Vec::new() }
    }

    /// What a value is assigned to.
    fn target(&self, member: &Member<'_>, around: Around<'_>) -> String {
        if around.own {
            member.place()
        } else {
            format!("{}.{}", self.locals.message, member.place())
        }
    }

    /// Where the field `key` comes from.
    fn origin(&self, key: &str, around: Around<'_>) -> From {
        let Locals { fields, seen, .. } = &*self.locals;
        From {
            source: fields.clone(),
            key: key.to_owned(),
            outer: around.outer.to_vec(),
            seen: around.remembers.then(|| format!("{seen}.at({key})")),
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
                let other = self.target(other, around);
                self.block(format!("if {other} != null:"), |generator| generator.line(&add));
            } else {
                self.line(&add);
            }
        }
        known
    }

    fn read_field(&mut self, member: &Member<'p>, around: Around<'_>) {
        let Locals { value, fields, data, fault, .. } = &*Rc::clone(&self.locals);
        let Member { field, name, slot, .. } = member;
        let target = self.target(member, around);
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
        let mut from = self.origin(&key, around);
        if is_often_missing(field, &slot.kind) {
            self.block(format!("if {fields}.has({key}):"), |generator| {
                generator.line(format!("{value} = {fields}[{key}]"));
                generator.read(slot, &from, name);
                generator.line(format!("{target} = {value}"));
            });
            return;
        }
        if around.required.contains(&key) {
            // A null there may stand for a missing key, which the Dictionary that came does not have.
            from.source.clone_from(data);
            self.line(format!("{value} = {fields}[{key}]"));
            self.read(slot, &from, name);
            self.line(format!("{target} = {value}"));
            return;
        }
        self.line(format!("{value} = {fields}.get({key})"));
        if matches!(*slot.kind, Kind::Any(_) | Kind::Nil) {
            self.fail_if(
                format!("not {fields}.has({key})"),
                format!("_Wire.refuse({fault}, {fields}, {key}, \"a value\")"),
                around.outer,
            );
        }
        self.read(slot, &from, name);
        self.line(format!("{target} = {value}"));
    }

    fn read_flattened(&mut self, members: &[Member<'p>], member: &Member<'p>, around: Around<'_>) {
        let Locals { fields, fault, .. } = &*Rc::clone(&self.locals);
        let target = self.target(member, around);
        match &*member.slot.kind {
            Kind::Class(index) => {
                let class = self.names.class(*index).to_owned();
                self.line(format!("{target} = {class}._read({fields}, {fault})"));
                self.block(format!("if {target} == null:"), |generator| {
                    generator.give_up(around.outer);
                });
            }
            Kind::Option(inner) => {
                if let Kind::Class(index) = &*inner.kind {
                    // Not there, or not fitting: no error.
                    let class = self.names.class(*index).to_owned();
                    self.line(format!("{target} = {class}._read({fields}, [])"));
                }
            }
            Kind::Map { .. } => self.read_rest(members, member, around),
            _ => {}
        }
    }

    /// Reads the fields that no other member has into a map.
    fn read_rest(&mut self, members: &[Member<'p>], member: &Member<'p>, around: Around<'_>) {
        let Kind::Map { value: content, .. } = &*member.slot.kind else { return };
        let Locals { fields, fault, value, .. } = &*Rc::clone(&self.locals);
        let name = &member.name;
        let target = self.target(member, around);
        let known = self.keys_of_all(&members.iter().collect::<Vec<_>>(), around.tag);
        let key = self.fresh("key");
        let head = self.each(&key, "Variant", fields);
        self.block(head, |generator| {
            let odd = generator.no_text(&key);
            generator.fail_if(
                odd,
                format!("_Wire.mismatch({fault}, {key}, \"String as key\")"),
                around.outer,
            );
            generator.block(format!("if {known}.has({key}):"), |generator| {
                generator.line("continue");
            });
            let mut rest = format!("{fields}[{key}]");
            if !matches!(*content.kind, Kind::Any(_)) {
                generator.line(format!("{value} = {rest}"));
                let from = generator.origin(&key, around);
                generator.read(content, &from, name);
                rest.clone_from(value);
            }
            let key = if generator.four { format!("str({key})") } else { key.clone() };
            generator.line(format!("{target}[{key}] = {rest}"));
        });
    }

    fn read_positions(&mut self, members: &[Member<'p>], around: Around<'_>) {
        let Locals { fields, fault, value, .. } = &*Rc::clone(&self.locals);
        let Around { offset, outer, .. } = around;
        let least = offset
            + members
                .iter()
                .take_while(|member| member.field.default == FieldDefault::Required)
                .count();
        let most = offset + members.len();
        let (condition, expected) = if least == most {
            (format!("{fields}.size() != {most}"), most.to_string())
        } else {
            (
                format!("{fields}.size() < {least} or {fields}.size() > {most}"),
                format!("{least} to {most}"),
            )
        };
        self.fail_if(
            condition,
            format!("_Wire.wrong_size({fault}, {fields}.size(), \"{expected}\")"),
            outer,
        );
        for (i, member) in members.iter().enumerate() {
            let at = offset + i;
            let from = self.origin(&at.to_string(), around);
            let target = self.target(member, around);
            let read = |generator: &mut Self| {
                generator.line(format!("{value} = {fields}[{at}]"));
                generator.read(&member.slot, &from, &member.name);
                generator.line(format!("{target} = {value}"));
            };
            if at < least {
                read(self);
            } else {
                self.block(format!("if {fields}.size() > {at}:"), read);
            }
        }
    }
}

fn literals(keys: &[String]) -> String {
    keys.iter().map(|key| string(key)).collect::<Vec<_>>().join(", ")
}

/// Whether a message that lacks the field is as usual.
fn is_often_missing(field: &Field, kind: &Kind) -> bool {
    field.default != FieldDefault::Required
        || !field.encoded
        || matches!(kind, Kind::Option(_)) && field.custom.is_some()
}
