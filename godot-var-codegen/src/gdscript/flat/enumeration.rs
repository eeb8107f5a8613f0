//! The functions of an enum: its number chooses the kind.

use godot_var_runtime::flat::{NumberType, Prefix, Size};

use super::super::Generator;
use super::super::enumeration;
use super::super::text::string;
use super::write::Out;
use super::{Number, pos};
use crate::flat;

impl<'p> Generator<'p> {
    /// What the class of an enum has.
    pub(in super::super) fn flat_enum_functions(
        &mut self,
        index: usize,
        parts: &[enumeration::Part<'p>],
    ) {
        let Some(def) = self.forms.of(index) else { return };
        let flat::Body::Enumeration(enumeration) = &def.body else { return };
        let class = self.names.class(index).to_owned();
        let is_alone = !self.forms.is_variant(index);
        self.gap();
        self.flat_entry_points(&class, is_alone, false, &[]);
        if def.big_endian && !self.four {
            self.flat_order();
        }
        self.flat_functions_of_values(index, def, enumeration, parts);
        self.start_flat(&[]);
        let (bytes, fault) = (self.flat_bytes(), self.flat_fault());
        let made = self.fresh("message");
        let returns = if self.four { "Message" } else { "" };
        let bytes_of_reader = self.parameter_of_bytes();
        let parameters = [bytes_of_reader, (fault.clone(), "Array")];
        self.flat_function("func _flat_read", &parameters, returns, |generator| {
            let start = generator.pick(", 0", "");
            let call = format!("_flat_made({bytes}{start}, {fault})");
            generator.local(&made, &class, &call);
            let read = format!("{made}._flat_read_self({bytes}, {fault})");
            generator.line(format!("return null if {made} == null else {read}"));
        });
        self.in_each_order(index, def.big_endian, |generator, suffix| {
            generator.flat_made(index, enumeration, parts, suffix);
        });
        self.out.undo_gap();
    }

    /// `_flat_made`: the variant whose number is next, without its fields.
    fn flat_made(
        &mut self,
        index: usize,
        enumeration: &flat::Enumeration,
        parts: &[enumeration::Part<'p>],
        suffix: &str,
    ) {
        self.start_flat(&[]);
        let class = &*self.names.class(index).to_owned();
        let parameters = self.reading_parameters();
        let (bytes, fault, at) = (self.flat_bytes(), self.flat_fault(), self.flat_at());
        let number = self.fresh("number");
        let shares_numbers = self.shares_numbers(index);
        let returns = if self.four { class.to_owned() } else { String::new() };
        let name = format!("static func _flat_made{suffix}");
        self.flat_function(&name, &parameters, &returns, |generator| {
            let made = generator.fresh("message");
            let name = string(class);
            let is_byte = enumeration.number == Prefix::Number(NumberType::U8);
            if generator.four && is_byte && shares_numbers {
                let found = format!("_of({bytes}[{at}]) if {at} < {bytes}.size() else null");
                generator.local(&made, class, &found);
                generator.block(format!("if {made} == null:"), |generator| {
                    generator.line(format!("_Flat.no_variant({fault}, {bytes}, {at}, {name})"));
                });
                generator.line(format!("return {made}"));
                return;
            }
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
                    let here = generator.here();
                    let call = format!("_Flat.varint({here}, 4294967295, {fault})");
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
            let unknown = format!("_Flat.unknown({fault}, {place}, {name}, {number})");
            if shares_numbers {
                generator.local(&made, class, &format!("_of({number})"));
                generator.block(format!("if {made} == null:"), |it| it.line(unknown));
                generator.line(format!("return {made}"));
                return;
            }
            let members = enumeration.members.iter().zip(parts);
            generator.block(format!("match {number}:"), |generator| {
                for (member, part) in members {
                    generator.block(format!("{}:", member.id), |generator| {
                        let made = generator.made(part);
                        generator.line(format!("return {made}"));
                    });
                }
            });
            match enumeration.other.as_ref().zip(parts.last()) {
                Some((other, part)) => {
                    let mut new = generator.made(part);
                    if other.number {
                        generator.local(&made, class, &new);
                        generator.line(format!("{made}.number = {number}"));
                        new = made;
                    }
                    generator.line(format!("return {new}"));
                }
                None => {
                    generator.line(unknown);
                    generator.line("return null");
                }
            }
        });
    }

    /// How the variant for all other numbers is in flat messages, where the class of the enum has members for it.
    pub(in super::super) fn flat_other(&self, index: usize) -> Option<&'p flat::Other> {
        match self.forms.of(index).map(|def| &def.body) {
            Some(flat::Body::Enumeration(it)) if !self.forms.is_variant(index) => it.other.as_ref(),
            _ => None,
        }
    }

    /// The members for a message with a number that no variant has: name, type, initial value and note.
    pub(in super::super) fn members_of_other(
        &self,
        index: usize,
    ) -> Vec<(&'static str, &'static str, &'static str, &'static str)> {
        let Some(other) = self.flat_other(index) else { return Vec::new() };
        let bytes = if self.four {
            ("rest", "PackedByteArray", "PackedByteArray()", "The bytes after it.")
        } else {
            ("rest", "PoolByteArray", "PoolByteArray()", "The bytes after it.")
        };
        let number = ("number", "int", "0", "The number, if no variant has it.");
        let all = [(other.number, number), (other.rest, bytes)];
        all.into_iter().filter(|(is_there, _)| *is_there).map(|(_, member)| member).collect()
    }

    /// `create_other()` of the variant for all other numbers.
    pub(in super::super) fn creating_other(
        &mut self,
        name: &str,
        part: &enumeration::Part<'p>,
        members: &[(&str, &str, &str, &str)],
    ) {
        let class = &part.class;
        let parameters: Vec<_> =
            members.iter().map(|(name, ty, ..)| format!("p_{name}: {ty}")).collect();
        let returns = if self.four { format!(" -> {class}:") } else { ":".to_owned() };
        self.head(name, &parameters, &returns);
        self.out.indent += 1;
        self.local("message", class, &format!("{class}.new(Kind.{})", part.constant));
        for (name, ..) in members {
            self.line(format!("message.{name} = p_{name}"));
        }
        self.line("return message");
        self.out.indent -= 1;
        self.gap();
    }

    /// Writes a message with another number.
    pub(super) fn put_other(&mut self, other: &flat::Other, prefix: Prefix) {
        if other.number {
            self.put_all(&[Out::Prefix(prefix, "number".to_owned())], None);
        }
        if other.rest {
            let bytes = self.flat_bytes();
            self.line(format!("_Flat.put_data({bytes}, rest)"));
        }
    }

    /// Reads one, whose number is read already.
    pub(super) fn take_other(&mut self, other: &flat::Other, prefix: Prefix, takes_rest: bool) {
        let (bytes, at) = (self.flat_bytes(), self.flat_at());
        if self.four && (other.rest || !takes_rest) {
            let len = match prefix {
                Prefix::Number(width) => width.bytes().to_string(),
                Prefix::Varint if other.number => "_Flat.varint_size(number)".to_owned(),
                Prefix::Varint => format!("_Flat.varint_size_at({bytes}, {at})"),
            };
            self.line(format!("{at} += {len}"));
        }
        if other.rest {
            self.line(if self.four {
                format!("rest = {bytes}.slice({at})")
            } else {
                format!("rest = _Flat.take_data({bytes}, {bytes}.get_available_bytes())")
            });
        }
        self.end_of_flat_reading(takes_rest && (self.four || !other.rest), 0);
    }
}

/// What a message begins with for a variant.
pub(super) fn number_of(prefix: Prefix, id: u32) -> Number {
    let len = match prefix {
        Prefix::Number(width) => width.bytes(),
        Prefix::Varint => Size::varint_of(id.into()).max,
    };
    Number { prefix, expr: id.to_string(), len }
}
