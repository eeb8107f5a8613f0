//! The functions of an enum's class: what they do depends on `kind`.

use std::slice;

use godot_var_runtime::flat::{NumberType, Prefix};

use super::super::Generator;
use super::super::enumeration::Part;
use super::super::names::VALUE;
use super::super::write::Known;
use super::enumeration::number_of;
use super::read::In;
use super::write::Out;
use super::{Class, Number, Part as Layout, pos};
use crate::flat::{self, Enumeration, Type, TypeDef};
use crate::protocol::FieldDefault;

/// A variant with its flat form.
struct Single<'v, 'p> {
    /// The index of the enum.
    index: usize,
    part: &'v Part<'p>,
    form: &'v flat::Member,
    number: Number,
}

impl<'p> Generator<'p> {
    /// `_flat_fits`, `_flat_append`, `_flat_take` and `_flat_whole`.
    pub(super) fn flat_functions_of_values(
        &mut self,
        index: usize,
        def: &TypeDef,
        enumeration: &Enumeration,
        parts: &[Part<'p>],
    ) {
        for (part, form) in parts.iter().zip(&enumeration.members) {
            let owner = format!("{}::{}", def.name, form.name);
            self.check_flat_fields(&form.record.fields, part.value.as_slice(), &owner);
        }
        self.flat_current = Some(index);
        let all: Vec<&Part<'p>> = parts.iter().collect();
        let other = self.flat_other(index);
        let prefix = enumeration.number;
        let of = |generator: &Self, part: &'_ Part<'p>| {
            let at = parts.iter().position(|it| it.constant == part.constant)?;
            let form = enumeration.members.get(at)?;
            let mut number = number_of(prefix, form.id);
            if generator.kind_of(index, part) == i64::from(form.id) {
                "kind".clone_into(&mut number.expr);
            }
            Some(Single { index, part: &parts[at], form, number })
        };
        // All variants have objects with functions for all of them, or nothing.
        let is_uniform = |generator: &Self| {
            let is_whole = |part: &Part<'p>| {
                let single = of(generator, part);
                single.is_some_and(|it| part.value.is_none() || generator.is_whole_object(&it))
            };
            generator.type_of_value(index) == "Message" && parts.iter().all(is_whole)
        };
        self.start_flat(&[]);
        self.flat_all = self.flat_all();
        let parameters = [(self.flat_fault(), "Array"), (self.flat_all.clone(), "bool")];
        self.flat_function("func _flat_fits", &parameters, "bool", |generator| {
            if is_uniform(generator) {
                return generator.fits_object(enumeration, parts);
            }
            generator.by_kind(&all, |generator, part| match (of(generator, part), other) {
                (Some(single), _) => generator.fits_single(&single),
                (None, Some(other)) if other.number => generator.line("return true"),
                (None, other) => {
                    let reason = match other {
                        Some(_) => "it is for unknown numbers",
                        None => "it has no flat form",
                    };
                    let fault = generator.flat_fault();
                    generator.line(format!("return _Flat.unfit({fault}, [], \"{reason}\")"));
                }
            });
        });
        let is_deep = self.forms.is_recursive(index);
        self.in_each_order(index, def.big_endian, |generator, suffix| {
            generator.start_flat_at_end(&[]);
            let bytes = generator.parameter_of_bytes();
            let returns = generator.pick("void", "");
            let name = format!("func _flat_append{suffix}");
            generator.flat_function(&name, &[bytes], returns, |generator| {
                let is_uniform = is_uniform(generator);
                generator.by_kind(&all, |generator, part| match (of(generator, part), other) {
                    (Some(single), _) => generator.put_single(&single, is_uniform),
                    (None, Some(other)) => generator.put_other(other, prefix),
                    (None, None) => {}
                });
            });
            generator.flat_reader("_flat_take", suffix, &[], |generator| {
                if is_deep {
                    generator.check_depth();
                }
                generator.by_kind(&all, |generator, part| match (of(generator, part), other) {
                    (Some(single), _) => generator.take_single(&single, None),
                    (None, Some(other)) => {
                        generator.take_other(other, prefix, enumeration.other_takes_rest());
                    }
                    (None, None) => generator.end_of_flat_reading(false, 0),
                });
            });
        });
        self.flat_turned = def.big_endian;
        let trailing = def.trailing;
        let is_special = |generator: &Self, part: &Part<'p>| match of(generator, part) {
            Some(single) => trailing || generator.inner_whole(single.form).is_some(),
            None => trailing && other.is_some_and(|other| !other.rest),
        };
        if parts.iter().any(|part| is_special(self, part)) {
            self.flat_reader("_flat_whole", "", &[], |generator| {
                generator.by_kind(&all, |generator, part| match of(generator, part) {
                    _ if !is_special(generator, part) => generator.take_self(),
                    Some(single) => generator.take_single(&single, Some(trailing)),
                    None => generator.end_of_flat_reading(true, 0),
                });
            });
        }
        self.flat_turned = false;
        self.flat_current = None;
    }

    /// Whether the value of a variant is an object with functions for all of it, in the present order of bytes.
    fn is_whole_object(&self, single: &Single<'_, 'p>) -> bool {
        let ([field], Some(only)) = (&single.form.record.fields[..], &single.part.value) else {
            return false;
        };
        let is_same = match &field.ty {
            Type::Tuple(_) => !self.flat_turned,
            Type::Message(flat) => match self.flat_class(*flat) {
                Class::Record(turned) => {
                    turned == self.flat_turned
                        && self.flat_suffix(Some(*flat)).is_empty()
                        && self.deeper(self.forms.own(*flat), VALUE).is_none()
                        && !self.has_whole(*flat)
                }
                _ => false,
            },
            _ => false,
        };
        is_same && self.is_record(only) && field.default == FieldDefault::Required
    }

    /// Checks the object of any variant that has one.
    fn fits_object(&mut self, enumeration: &Enumeration, parts: &[Part<'p>]) {
        let (fault, all) = (self.flat_fault(), self.flat_all());
        let (mut without, mut unchecked, mut has_others) = (Vec::new(), Vec::new(), false);
        for (part, form) in parts.iter().zip(&enumeration.members) {
            match (&part.value, &form.record.fields[..]) {
                (Some(only), [field]) => {
                    let layout = Layout { ty: &field.ty, slot: &only.slot };
                    let is_checked = self.object_is_checked(layout, false);
                    has_others |= is_checked;
                    unchecked.extend((!is_checked).then_some(part));
                }
                _ => without.push(part),
            }
        }
        let is_one_of = |parts: &[&Part<'p>]| {
            let kinds: Vec<_> =
                parts.iter().map(|part| format!("Kind.{}", part.constant)).collect();
            match &kinds[..] {
                [kind] => format!("kind == {kind}"),
                [one, other] => format!("(kind == {one} or kind == {other})"),
                kinds => format!("[{}].has(kind)", kinds.join(", ")),
            }
        };
        if without.len() < parts.len() {
            let refusal = format!("_Flat.unfit({fault}, [], \"it has no value\")");
            let unless = if without.is_empty() {
                refusal
            } else {
                format!("{} or {refusal}", is_one_of(&without))
            };
            self.block(format!("if {VALUE} == null:"), |it| it.line(format!("return {unless}")));
            let release = format!("not {all}");
            let unless = match (unchecked.is_empty(), has_others) {
                (true, _) => String::new(),
                (false, false) => release,
                (false, true) => format!("{release} and {}", is_one_of(&unchecked)),
            };
            let checked = format!("{VALUE}._flat_fits({fault}, {all})");
            let line = format!("return {unless} or {checked}");
            if !unless.is_empty() && self.out.fits(&line) {
                return self.line(line);
            }
            if !unless.is_empty() {
                self.block(format!("if {unless}:"), |it| it.line("return true"));
            }
            self.line(format!("return {checked}"));
        } else {
            self.line("return true");
        }
    }

    fn fits_single(&mut self, single: &Single<'_, 'p>) {
        let (Some(only), [field]) = (&single.part.value, &single.form.record.fields[..]) else {
            self.line("return true");
            return;
        };
        if !self.is_whole_object(single) {
            let value = self.value_of(field, only);
            self.check_fit(&super::write::Value { known: Known::Nothing, ..value }, &[]);
            self.line("return true");
            return;
        }
        let (content, fault, all) = (self.object(single.index), self.flat_fault(), self.flat_all());
        self.block(format!("if {content} == null:"), |generator| {
            generator.line(format!("return _Flat.unfit({fault}, [], \"it has no value\")"));
        });
        let layout = Layout { ty: &field.ty, slot: &only.slot };
        let is_always = self.object_is_checked(layout, false);
        let unless = if is_always { String::new() } else { format!("not {all} or ") };
        self.line(format!("return {unless}{content}._flat_fits({fault}, {all})"));
    }

    fn put_single(&mut self, single: &Single<'_, 'p>, is_uniform: bool) {
        let Single { part, form, number, .. } = single;
        let number_out = Out::Prefix(number.prefix, number.expr.clone());
        let is_byte = number.prefix == Prefix::Number(NumberType::U8) && number.expr == "kind";
        let is_put =
            self.four && part.value.is_some() && self.flat_record_len(&form.record).is_some();
        if is_uniform && is_byte && !is_put {
            let bytes = self.flat_bytes();
            let head = if self.four {
                format!("if not {bytes}.append(kind) and {VALUE} != null:")
            } else {
                self.line(format!("{bytes}.put_u8(kind)"));
                format!("if {VALUE} != null:")
            };
            return self.block(head, |it| it.line(format!("{VALUE}._flat_append({bytes})")));
        }
        if self.is_whole_object(single) {
            let (content, bytes) = (self.object(single.index), self.flat_bytes());
            let len = self.flat_record_len(&form.record).filter(|_| self.four);
            if let (Prefix::Number(width), Some(len)) = (number.prefix, len) {
                let at = self.fresh("at");
                self.make_room(&at, &(width.bytes() + len).to_string());
                self.put_number(width, &number.expr, &at);
                let at = pos(&at, width.bytes());
                self.line(format!("{content}._flat_put({bytes}, {at})"));
            } else {
                self.put_all(&[number_out], None);
                self.line(format!("{content}._flat_append({bytes})"));
            }
            return;
        }
        let mut value = part.value.clone();
        if let Some(only) = &mut value {
            let ty = self.member_type(&only.slot.kind);
            if self.four && ty != "Variant" {
                only.name = self.fresh("content");
                self.local(&only.name, &ty, VALUE);
            }
        }
        let mut outs = vec![number_out];
        outs.extend(self.outs(&form.record, value.as_slice()));
        self.put_all(&outs, None);
    }

    /// Reads the value of a variant; `whole` says that the message ends with it, and whether bytes after it are ignored.
    fn take_single(&mut self, single: &Single<'_, 'p>, whole: Option<bool>) {
        let Single { part, form, number, .. } = single;
        let (bytes, fault) = (self.flat_bytes(), self.flat_fault());
        if whole.is_none() && self.is_whole_object(single) {
            let content = self.object(single.index);
            let at = if self.four {
                format!(", {}", pos(&self.flat_at(), number.len))
            } else {
                String::new()
            };
            self.line(format!("return {content}._flat_whole({bytes}{at}, {fault})"));
            return;
        }
        let trailing = whole.unwrap_or_default();
        let Some(mut only) = part.value.clone() else {
            return self.end_of_flat_reading(trailing, number.len);
        };
        self.go_on(&number.len.to_string());
        let ty = self.member_type(&only.slot.kind);
        let is_local = ty != "Variant";
        if is_local {
            only.name = self.fresh("content");
            let is_made = super::is_class(&only.slot.kind) && !self.is_record(&only);
            let initial = if is_made { "null" } else { &only.initial };
            self.local(&only.name, &ty, initial);
        }
        let mut pending = 0;
        if let Some(flat) = whole.and_then(|_| self.inner_whole(form)) {
            self.whole_of_content(flat, &only);
        } else {
            let members = slice::from_ref(&only);
            let ins: Vec<In<'_>> = self.ins(&form.record, members, whole.is_some());
            pending = self.take_some(&ins, &[], false);
        }
        if is_local {
            self.line(format!("{VALUE} = {}", only.name));
        }
        self.end_of_flat_reading(trailing, pending);
    }
}
