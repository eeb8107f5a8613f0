//! The functions of a struct: those that users call, and those that write, read and check its fields.

use std::rc::Rc;

use super::super::Generator;
use super::super::delta;
use super::super::kind::Kind;
use super::super::locals::Locals;
use super::super::record::Member;
use super::super::text::string;
use super::read::In;
use super::write::{Out, Value};
use super::{Class, Part, pos};
use crate::flat::{self, Field, Record, Type};
use crate::protocol::FieldDefault;

impl<'p> Generator<'p> {
    /// Writes lines whose indentation is that of the present ones, apart.
    pub(in super::super) fn apart(
        &mut self,
        body: impl FnOnce(&mut Self),
    ) -> super::super::text::Text {
        let own = self.out.beside();
        let before = std::mem::replace(&mut self.out, own);
        body(self);
        std::mem::replace(&mut self.out, before)
    }

    /// A function; parameters that its body does not use get an underscore.
    pub(super) fn flat_function(
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

    pub(super) fn parameter_of_bytes(&self) -> (String, &'static str) {
        (self.flat_bytes(), if self.four { "PackedByteArray" } else { "StreamPeerBuffer" })
    }

    pub(super) fn reading_parameters(&self) -> Vec<(String, &'static str)> {
        let mut parameters = vec![self.parameter_of_bytes()];
        if self.four {
            parameters.push((self.flat_at(), "int"));
        }
        parameters.push((self.flat_fault(), "Array"));
        parameters
    }

    /// The functions of a struct.
    pub(in super::super) fn flat_record_functions(&mut self, index: usize, members: &[Member<'p>]) {
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
        if def.is_some() && !self.owners.contains_key(&index) {
            self.flat_entry_points(&class, !self.forms.is_variant(index), true, members);
            match self.flat_record_len(&record) {
                Some(len) if self.four && len > 0 => self.flat_quick_writing(len, members),
                _ => {}
            }
        }
        let is_big = def.is_some_and(|def| def.big_endian);
        self.flat_functions(index, &record, members, is_big);
        let trailing = def.is_some_and(|def| def.trailing);
        self.flat_whole(&record, members, trailing, is_big);
        self.flat_current = None;
    }

    /// `to_bytes()`, `from_bytes()` and `check()`, or those of flat messages next to those of Variants.
    ///
    /// Without a debugger, the object of a record takes its fields in one call. After a fault another one reads them again for the error.
    pub(super) fn flat_entry_points(
        &mut self,
        class: &str,
        is_alone: bool,
        is_record: bool,
        members: &[Member<'_>],
    ) {
        self.start(members);
        let Locals { bytes, fault, message, .. } = &*Rc::clone(&self.locals);
        let names =
            [("{class}", class), ("{bytes}", bytes), ("{fault}", fault), ("{message}", message)];
        let text =
            if is_alone { include_str!("reading.gd") } else { include_str!("reading_beside.gd") };
        if is_alone && self.forms.are_mixed() {
            self.insert(include_str!("writing.gd"), &[]);
            self.gap();
        }
        let is_used =
            |line: &&str| is_record || !line.starts_with("4|\t\t") && !line.ends_with("_build():");
        let lines: Vec<&str> = text.lines().filter(is_used).collect();
        self.insert(&lines.join("\n"), &names);
        self.gap();
    }

    /// Writes a message of one length without the checks of a debug build.
    fn flat_quick_writing(&mut self, len: usize, members: &[Member<'_>]) {
        self.start_flat(members);
        let bytes = self.flat_bytes();
        let name = if self.forms.are_mixed() { "to_flat" } else { "to_bytes" };
        self.block(format!("func {name}() -> PackedByteArray:"), |generator| {
            generator.block("if OS.is_debug_build() or not _flat_fits([], false):", |generator| {
                generator.line("return super()");
            });
            generator.local(&bytes, "PackedByteArray", "PackedByteArray()");
            generator.block(format!("if {bytes}.resize({len}) == OK:"), |generator| {
                generator.line(format!("_flat_put({bytes}, 0)"));
            });
            generator.line(format!("return {bytes}"));
        });
        self.gap();
    }

    /// What writes, reads and checks the fields of a class.
    fn flat_functions(
        &mut self,
        index: usize,
        record: &Record,
        members: &[Member<'p>],
        is_big: bool,
    ) {
        self.flat_fits(record, members);
        if is_big && !self.four {
            self.flat_order();
        }
        let (len, is_deep) = (self.flat_record_len(record), self.forms.is_recursive(index));
        self.in_each_order(index, is_big, |generator, suffix| {
            generator.flat_put(record, members, suffix);
            generator.flat_reader("_flat_take", suffix, members, |generator| {
                if is_deep {
                    generator.check_depth();
                }
                let ins = generator.ins(record, members, false);
                let pending = generator.take_some(&ins, &[], len.is_some());
                generator.end_of_flat_reading(false, pending);
            });
        });
    }

    /// Writes functions for numbers as a type has them, and for those of a type around it that turns them.
    pub(super) fn in_each_order(
        &mut self,
        index: usize,
        is_big: bool,
        functions: impl Fn(&mut Self, &str),
    ) {
        self.flat_turned = is_big;
        functions(self, "");
        if self.forms.is_turned(index) && !is_big && self.four {
            self.flat_turned = true;
            functions(self, "_turned");
        }
        self.flat_turned = false;
    }

    /// A function that reads into the object.
    pub(super) fn flat_reader(
        &mut self,
        name: &str,
        suffix: &str,
        members: &[Member<'p>],
        body: impl FnOnce(&mut Self),
    ) {
        self.start_flat(members);
        let parameters = self.reading_parameters();
        let returns = self.pick("int", "bool");
        self.flat_function(&format!("func {name}{suffix}"), &parameters, returns, body);
    }

    /// Ends a function that reads with what `_flat_take` returns.
    pub(super) fn take_self(&mut self) {
        let names: Vec<_> = self.reading_parameters().into_iter().map(|(name, _)| name).collect();
        self.line(format!("return _flat_take({})", names.join(", ")));
    }

    /// The member that says how deep an object is in others of its type.
    pub(in super::super) fn flat_depth(&mut self, index: usize) {
        if self.forms.has(index) && self.forms.is_recursive(index) {
            if !self.four {
                self.line("# warning-ignore:unused_class_variable");
            }
            self.line("var _flat_depth: int = 0");
        }
    }

    pub(super) fn flat_order(&mut self) {
        self.block("func _flat_is_big_endian() -> bool:", |generator| {
            generator.line("return true");
        });
        self.gap();
    }

    fn flat_fits(&mut self, record: &Record, members: &[Member<'p>]) {
        self.start_flat(members);
        self.flat_all = self.flat_all();
        let parameters = [(self.flat_fault(), "Array"), (self.flat_all.clone(), "bool")];
        let before = self.taken.clone();
        let is_empty =
            self.apart(|generator| generator.check_fields(&record.fields, members)).is_empty();
        self.taken = before;
        if is_empty {
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
    pub(super) fn value_of<'v>(&self, field: &'v Field, member: &'v Member<'p>) -> Value<'v> {
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
    pub(super) fn outs<'v>(
        &mut self,
        record: &'v Record,
        members: &'v [Member<'p>],
    ) -> Vec<Out<'v>> {
        let mut outs = Vec::new();
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
                Type::Number(number) if number.is_signed() && bits.count < 64 => {
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
    fn flat_put(&mut self, record: &Record, members: &[Member<'p>], suffix: &str) {
        self.start_flat(members);
        let bytes = self.parameter_of_bytes();
        let len = self.flat_record_len(record).filter(|_| self.four);
        if let Some(len) = len {
            let at = self.flat_at();
            let parameters = [bytes.clone(), (at.clone(), "int")];
            let name = format!("func _flat_put{suffix}");
            self.flat_function(&name, &parameters, "void", |generator| {
                let outs = generator.outs(record, members);
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
            let outs = generator.outs(record, members);
            generator.put_all(&outs, None);
        });
    }

    /// Sets a member before which a flat message ends, unless a new object has this default.
    fn other_default(&mut self, field: &Field, member: &Member<'p>) -> Option<String> {
        let forms = &self.forms;
        let default = field.default.clone().map_messages(&|flat| forms.own(flat));
        if default == FieldDefault::Required || default == member.field.default {
            return None;
        }
        let name = format!("`{}`", member.field.name);
        let value = self.value_of_default(&default, member.field, &member.slot, &name);
        (value != member.initial).then(|| format!("{} = {value}", member.place()))
    }

    /// What is read for the fields of a record.
    pub(super) fn ins<'v>(
        &mut self,
        record: &'v Record,
        members: &'v [Member<'p>],
        whole: bool,
    ) -> Vec<In<'v>> {
        let mut ins = Vec::new();
        let empty =
            members.iter().filter(|it| !it.is_change() && matches!(&*it.initial, "[]" | "{}"));
        self.flat_empty = empty.map(|member| member.name.clone()).collect();
        let flags = self.fresh("flags");
        if record.header_bits > 0 {
            let bytes = record.header_bytes();
            ins.push(In::Header { bytes, bits: record.header_bits, name: flags.clone() });
        }
        for (at, (field, member)) in record.fields.iter().zip(members).enumerate() {
            if whole && field.default != FieldDefault::Required && !member.is_change() {
                let missing = record.fields[at..].iter().zip(&members[at..]);
                let defaults =
                    missing.filter_map(|(field, member)| self.other_default(field, member));
                ins.push(In::MayEnd(defaults.collect()));
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
                            Type::Number(number) if number.is_signed() => {
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

    /// Returns where the value ends: this many bytes after the position.
    pub(super) fn end_of_flat_reading(&mut self, trailing: bool, pending: usize) {
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

    pub(super) fn check_depth(&mut self) {
        let fault = self.flat_fault();
        let place = self.place_of_fault(0, 0);
        self.block("if _flat_depth > 128:", |generator| {
            generator.line(format!(
                "return _Flat.odd({fault}, {place}, [], \"at most 128 levels\", \"more\")"
            ));
        });
    }

    /// `_flat_whole`, where it is more than `_flat_take`.
    fn flat_whole(
        &mut self,
        record: &Record,
        members: &[Member<'p>],
        trailing: bool,
        is_big: bool,
    ) {
        let has_default = record.fields.iter().any(|field| field.default != FieldDefault::Required);
        let len = self.flat_record_len(record).filter(|len| *len > 0);
        if !has_default && !trailing && len.is_none() {
            return;
        }
        self.flat_turned = is_big;
        self.flat_reader("_flat_whole", "", members, |generator| {
            let ins = generator.ins(record, members, true);
            if let (Some(len), false, false) = (len, has_default, trailing) {
                generator.check_room_of(&ins, len);
                generator.take_self();
                return;
            }
            let pending = generator.take_some(&ins, &[], false);
            generator.end_of_flat_reading(trailing, pending);
        });
        self.flat_turned = false;
    }

    /// Whether the last fields of a whole message may be missing, or bytes after them be ignored.
    pub(super) fn has_whole(&self, flat: usize) -> bool {
        let def = &self.forms.schema.types[flat];
        let has_default = |record: &Record| {
            record.fields.iter().any(|field| field.default != FieldDefault::Required)
        };
        def.trailing
            || match &def.body {
                flat::Body::Record(record) => has_default(record),
                flat::Body::Enumeration(enumeration) => enumeration.members.iter().any(|member| {
                    has_default(&member.record) || self.inner_whole(member).is_some()
                }),
            }
    }

    /// The message that a variant is, if reading all of it is more than reading a part.
    pub(super) fn inner_whole(&self, member: &flat::Member) -> Option<usize> {
        match &member.record.fields[..] {
            [Field { ty: Type::Message(flat), .. }] if member.is_message => {
                Some(*flat).filter(|flat| self.has_whole(*flat))
            }
            _ => None,
        }
    }

    /// Reads the message that a variant is.
    pub(super) fn whole_of_content(&mut self, flat: usize, member: &Member<'p>) {
        let (fault, target) = (self.flat_fault(), member.name.clone());
        let class = self.names.class(self.forms.own(flat)).to_owned();
        let (turned, is_choice) = match self.flat_class(flat) {
            Class::Choice(turned) => (turned, true),
            Class::Record(turned) => (turned, false),
            _ => return,
        };
        self.in_order(turned, |generator| {
            let (here, failed) = (generator.here(), generator.pick("return -1", "return false"));
            if is_choice {
                generator.line(format!("{target} = {class}._flat_made({here}, {fault})"));
                generator.block(format!("if {target} == null:"), |it| it.line(failed));
            }
            let whole = format!("{target}._flat_whole({here}, {fault})");
            if generator.four {
                let at = generator.flat_at();
                generator.line(format!("{at} = {whole}"));
                generator.block(format!("if {at} < 0:"), |it| it.line(failed));
            } else {
                generator.block(format!("if not {whole}:"), |it| it.line(failed));
            }
        });
    }
}

/// The record that a tuple is.
pub(super) fn of_elements(elements: &[Type], members: &[Member<'_>]) -> Record {
    let fields = elements.iter().zip(members).map(|(ty, member)| Field {
        name: member.field.name.clone(),
        place: member.field.place.clone(),
        docs: Vec::new(),
        ty: ty.clone(),
        rust: member.field.ty.clone(),
        bits: None,
        default: FieldDefault::Required,
        time: None,
        through: None,
        blend: None,
    });
    Record { header_bits: 0, fields: fields.collect() }
}

/// The step of a member in paths.
pub(super) fn step_of(member: &Member<'_>) -> Option<String> {
    if member.is_framed {
        return None;
    }
    Some(match member.field.name.parse::<usize>() {
        Ok(position) => position.to_string(),
        Err(_) => string(&member.field.name),
    })
}

/// So many bits.
pub(super) fn mask(bits: u8) -> u64 {
    u64::MAX >> (64 - bits.clamp(1, 63))
}

/// A number with one bit, as a literal.
pub(super) fn shifted(bit: u8) -> String {
    super::super::text::int((1_u64 << bit).cast_signed())
}
