//! The functions of an enum: its number chooses the class, and each variant has those of a struct.

use godot_var_runtime::flat::{Prefix, Size};

use super::super::Generator;
use super::super::record::Member;
use super::super::text::string;
use super::write::Out;
use super::{Number, pos};
use crate::flat;

impl<'p> Generator<'p> {
    /// What the base class of an enum's variants has.
    pub(in super::super) fn flat_enum_functions(&mut self, index: usize, classes: &[String]) {
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
    pub(in super::super) fn flat_base(&self) -> &'static str {
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
        let len = match enumeration.number {
            Prefix::Number(width) => width.bytes(),
            Prefix::Varint => Size::varint_of(member.id.into()).max,
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
