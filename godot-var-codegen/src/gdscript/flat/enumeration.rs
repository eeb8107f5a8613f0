//! The functions of an enum: its number chooses the class, and each variant has those of a struct.

use godot_var_runtime::flat::Prefix;

use super::super::Generator;
use super::super::record::Member;
use super::super::text::string;
use super::Number;
use super::write::Out;
use crate::flat;

impl<'p> Generator<'p> {
    /// What the base class of an enum's variants has.
    pub(in super::super) fn flat_enum_functions(&mut self, index: usize, classes: &[String]) {
        let Some(def) = self.forms.of(index) else {
            self.refuse_flat();
            return;
        };
        let flat::Body::Enumeration(enumeration) = &def.body else { return };
        let class = self.names.class(index).to_owned();
        let is_alone = !self.forms.is_variant(index);
        self.gap();
        self.flat_entry_points(&class, is_alone, &[]);
        self.start_flat(&[]);
        let (buffer, fault) = (self.flat_buffer(), self.flat_fault());
        let made = self.fresh("message");
        let returns = self.pick("Message", "");
        let parameters = self.reading_parameters();
        self.flat_function("func _flat_read", &parameters, returns, |generator| {
            generator.local(&made, &class, &format!("_flat_made({buffer}, {fault})"));
            generator
                .block(format!("if {made} == null:"), |generator| generator.line("return null"));
            generator.line(format!("return {made}._flat_read_self({buffer}, {fault})"));
        });
        self.flat_turned = def.big_endian;
        self.flat_made(&class, enumeration, classes);
        self.flat_turned = false;
        self.out.undo_gap();
    }

    /// `_flat_made`: the variant whose number is next, without its fields.
    fn flat_made(&mut self, class: &str, enumeration: &flat::Enumeration, classes: &[String]) {
        self.start_flat(&[]);
        let parameters = self.reading_parameters();
        let (buffer, fault) = (self.flat_buffer(), self.flat_fault());
        let number = self.fresh("number");
        let returns = if self.four { class.to_owned() } else { String::new() };
        self.flat_function("static func _flat_made", &parameters, &returns, |generator| {
            generator.choose_order();
            let empty = generator.pick("is_empty()", "empty()");
            let place = generator.fresh("place");
            if enumeration.other.is_none() {
                generator.local(&place, "int", &format!("{buffer}.get_position()"));
            }
            match enumeration.number {
                Prefix::Varint => {
                    let call = format!("_Flat.varint({buffer}, 4294967295, {fault})");
                    generator.local(&number, "int", &call);
                    generator
                        .block(format!("if not {fault}.{empty}:"), |it| it.line("return null"));
                }
                Prefix::Number(width) => {
                    let condition =
                        format!("if {buffer}.get_available_bytes() < {}:", width.bytes());
                    generator.block(condition, |generator| {
                        generator.line(format!("_Flat.ended({fault}, {buffer}.get_size())"));
                        generator.line("return null");
                    });
                    let read = generator.number(width);
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
    pub(in super::super) fn flat_variant_functions(
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
        let number = Number { prefix: enumeration.number, expr: member.id.to_string() };
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
    pub(in super::super) fn flat_other_class(
        &mut self,
        index: usize,
        base: &str,
        class: &str,
        kind: &str,
    ) {
        let Some(def) = self.forms.of(index) else { return };
        let flat::Body::Enumeration(enumeration) = &def.body else { return };
        let Some(other) = &enumeration.other else { return };
        let (has_number, has_rest) = (other.number, other.rest);
        let skips_rest = enumeration.other_takes_rest() && !has_rest;
        let (prefix, trailing, is_big) = (enumeration.number, def.trailing, def.big_endian);
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
            generator.flat_turned = is_big;
            let buffer = generator.flat_buffer();
            let parameters = [generator.parameter_of_buffer()];
            generator.flat_function("func _flat_append", &parameters, "void", |generator| {
                generator.choose_order();
                if has_number {
                    generator.put_all(&[Out::Prefix(prefix, "number".to_owned())]);
                }
                if has_rest {
                    generator.line(format!("_Flat.put_data({buffer}, rest)"));
                }
            });
            let parameters = generator.reading_parameters();
            generator.flat_function("func _flat_take", &parameters, "bool", |generator| {
                if has_rest {
                    let left = format!("{buffer}.get_available_bytes()");
                    generator.line(format!("rest = _Flat.take_data({buffer}, {left})"));
                }
                generator.end_of_flat_reading(skips_rest);
            });
            if trailing && !has_rest {
                generator.flat_function("func _flat_whole", &parameters, "bool", |generator| {
                    generator.end_of_flat_reading(true);
                });
            }
            generator.flat_turned = false;
            generator.out.undo_gap();
        });
    }
}
