//! The class of a world: its entities at a client, whose states come as snapshots.
//!
//! `snapshots.gd` is the class, `entity.gd` what it has of each entity. A line after `E|` is for states that are an enum, after `S|` for those that
//! are a struct, after `I|` for a world whose clients send inputs, after `N|` for one without, after `X|` for one with a state that Rust continues without news.

mod state;

use godot_var_runtime::flat::Prefix;

use super::super::kind::{Kind, Slot};
use super::super::names::{member_constants, snapshots};
use super::super::text::string;
use super::super::{Generator, delta};
use super::Part;
use super::read::In;
use crate::flat::{self, Type, World};
use crate::protocol::{Body, Diagnostic};

/// What a state can be.
struct Variant {
    /// Its number on the wire.
    number: u32,
    /// The constant of `Kind`.
    constant: String,
    /// The class of the struct that it holds.
    content: Option<String>,
}

impl Generator<'_> {
    /// The classes of all worlds, and what they share.
    pub(in super::super) fn snapshot_classes(&mut self) {
        let worlds: Vec<(usize, &World)> = self.forms.worlds().collect();
        if worlds.is_empty() {
            return;
        }
        self.gap();
        self.insert(include_str!("entity.gd"), &[]);
        if self.four {
            self.gap();
            self.insert(include_str!("watched.gd"), &[]);
        }
        for (index, world) in worlds {
            let known = self.errors.len();
            self.check_world(index, world);
            if self.errors.len() == known {
                self.gap();
                self.snapshots(index, world);
            }
        }
    }

    /// Reports states and inputs that GDScript has no class for.
    fn check_world(&mut self, index: usize, world: &World) {
        let mut classes: Vec<usize> =
            world.input.iter().map(|flat| self.forms.own(*flat)).collect();
        match self.forms.of(index).map(|def| &def.body) {
            Some(flat::Body::Enumeration(enumeration)) => {
                let is_byte =
                    matches!(enumeration.number, Prefix::Number(number) if number.bytes() == 1);
                let is_big = self.forms.of(index).is_some_and(|def| def.big_endian);
                if is_big && !is_byte && enumeration.number != Prefix::Varint {
                    self.refuse_state(index, "the numbers of its variants are not in the order of the packets; remove `big_endian`");
                }
                for member in &enumeration.members {
                    match member.record.fields.first().map(|field| &field.ty) {
                        Some(Type::Message(flat)) => classes.push(self.forms.own(*flat)),
                        Some(_) => self.refuse_state(index, "a variant holds a struct or nothing"),
                        None => {}
                    }
                }
            }
            _ => classes.push(index),
        }
        for class in classes {
            if !matches!(self.protocol.types[class].body, Body::Record(_)) {
                self.refuse_state(class, "the states of a world in GDScript are structs with named fields, or one enum of such structs; move its variants into that");
            }
        }
    }

    fn refuse_state(&mut self, index: usize, reason: &str) {
        let def = &self.protocol.types[index];
        let message = format!("`{}`: {reason}", def.path());
        self.errors.push(Diagnostic::new(&def.place, message));
    }

    /// What the states of a world can be; nothing for a struct.
    fn variants_of_state(&self, index: usize) -> Option<(Prefix, Vec<Variant>)> {
        let flat::Body::Enumeration(enumeration) = &self.forms.of(index)?.body else { return None };
        let constants = member_constants(&self.enumeration(index)?.members);
        let variants = enumeration.members.iter().zip(constants).map(|(member, constant)| {
            let content = match member.record.fields.first().map(|field| &field.ty) {
                Some(Type::Message(flat)) => {
                    Some(self.names.class(self.forms.own(*flat)).to_owned())
                }
                _ => None,
            };
            Variant { number: member.id, constant, content }
        });
        Some((enumeration.number, variants.collect()))
    }

    /// Whether Rust continues some state of a world without news.
    fn is_extrapolated(&self, index: usize) -> bool {
        let is = |def: &flat::TypeDef| def.state.as_ref().is_some_and(|state| state.extrapolates);
        let Some(def) = self.forms.of(index) else { return false };
        let mut found = is(def);
        for field in def.fields() {
            field.ty.messages(&mut |flat| {
                found |= self.forms.of(self.forms.own(flat)).is_some_and(is);
            });
        }
        found
    }

    /// The class of a world.
    fn snapshots(&mut self, index: usize, world: &World) {
        let state = self.names.class(index).to_owned();
        let variants = self.variants_of_state(index);
        let input = world.input.map(|input| self.forms.own(input));
        let marks = [
            if variants.is_some() { "S|" } else { "E|" },
            if input.is_some() { "N|" } else { "I|" },
        ];
        let is_extrapolated = self.is_extrapolated(index);
        let text: String = include_str!("snapshots.gd")
            .lines()
            .filter(|line| !marks.iter().any(|mark| line.starts_with(mark)))
            .filter(|line| is_extrapolated || !line.starts_with("X|"))
            .map(|line| {
                line.strip_prefix(['E', 'S', 'I', 'N', 'X'])
                    .and_then(|line| line.strip_prefix('|'))
                    .unwrap_or(line)
            })
            .flat_map(|line| [line, "\n"])
            .collect();
        let (kind, size) =
            variants.as_ref().map_or_else(Default::default, |(prefix, _)| self.kind_at(*prefix));
        let table = |ty: &str| {
            if self.has_typed_dictionaries() {
                format!("Dictionary[int, {ty}]")
            } else {
                "Dictionary".to_owned()
            }
        };
        let delta = self.delta_of(index).map_or("", |delta| self.names.class(delta));
        // A varint that cannot be read is 0, which may be the number of a variant.
        let has_fault = match &variants {
            Some((Prefix::Varint, _)) => {
                self.pick(" or not fault.is_empty()", " or not fault.empty()")
            }
            _ => "",
        };
        let mut names = vec![
            ("{Snapshots}", snapshots(&state)),
            ("{Entities}", table("_Entity")),
            ("{Numbers}", table("int")),
            ("{Value}", if variants.is_some() { "Message".to_owned() } else { state.clone() }),
            (
                "{Made}",
                if variants.is_some() {
                    "_made(kind)".to_owned()
                } else {
                    format!("{state}.new()")
                },
            ),
            ("{Packet}", self.names.class(self.forms.own(world.packet)).to_owned()),
            ("{Message}", self.names.class(self.forms.own(world.message)).to_owned()),
            ("{Delta}", delta.to_owned()),
            ("{KindSize}", size),
            ("{OrFault}", has_fault.to_owned()),
            ("{Kind}", kind),
            ("{State}", state.clone()),
        ];
        if let Some(input) = input {
            names.extend(self.names_of_input(input));
        }
        let names: Vec<(&str, &str)> =
            names.iter().map(|(place, name)| (*place, &**name)).collect();
        self.insert(&text, &names);
        self.out.indent += 1;
        self.gap();
        if let Some((_, variants)) = &variants {
            self.states_by_kind(&state, variants);
        }
        self.whole_state(index, &state, variants.is_some());
        self.out.undo_gap();
        self.out.indent -= 1;
    }

    /// The expression for the number of a variant, -1 where the message ends, and the bytes that it takes.
    fn kind_at(&self, prefix: Prefix) -> (String, String) {
        match prefix {
            Prefix::Varint => (
                self.pick(
                    "_Flat.varint(bytes, at, 4294967295, fault)",
                    "_Flat.varint(buffer, 4294967295, fault)",
                )
                .to_owned(),
                "_Flat.varint_size(kind)".to_owned(),
            ),
            Prefix::Number(width) => {
                let bits = 8 * width.bytes();
                let len = width.bytes();
                let kind = match (self.four, len) {
                    (true, 1) => "bytes[at] if at < size else -1".to_owned(),
                    (true, _) => format!("bytes.decode_u{bits}(at) if at + {len} <= size else -1"),
                    (false, _) => format!(
                        "buffer.get_u{bits}() if buffer.get_available_bytes() >= {len} else -1"
                    ),
                };
                (kind, len.to_string())
            }
        }
    }

    /// What the class says of the inputs.
    fn names_of_input(&mut self, input: usize) -> Vec<(&'static str, String)> {
        let Body::Record(record) = &self.protocol.types[input].body else { return Vec::new() };
        let own: Vec<String> = delta::OWN.iter().map(|name| (*name).to_owned()).collect();
        let fields = self.names.members(&record.fields, &own, &mut self.errors);
        let mask = fields.len().div_ceil(8);
        let fields: Vec<String> = fields.iter().map(|name| string(name)).collect();
        let delta = self.delta_of(input).map_or("", |delta| self.names.class(delta));
        let (read, write) = if self.forms.is_variant(input) {
            ("from_flat", "to_flat")
        } else {
            ("from_bytes", "to_bytes")
        };
        vec![
            ("{Input}", self.names.class(input).to_owned()),
            ("{InputDelta}", delta.to_owned()),
            ("{Fields}", fields.join(", ")),
            ("{OfBytes}", self.pick("[PackedByteArray]", "").to_owned()),
            ("{Zeros}", vec!["0"; mask].join(", ")),
            ("{Mask}", mask.to_string()),
            ("{from_bytes}", read.to_owned()),
            ("{to_bytes}", write.to_owned()),
        ]
    }

    /// `_made` and `_message`: what a variant holds, and the message that holds it.
    fn states_by_kind(&mut self, state: &str, variants: &[Variant]) {
        let new = |variant: &Variant| match &variant.content {
            Some(content) => format!("{content}.new()"),
            None => format!("{state}.new({state}.Kind.{})", variant.constant),
        };
        let head = self.pick("func _made(kind: int) -> Message:", "func _made(kind: int):");
        self.block(head, |generator| {
            generator.block("match kind:", |generator| {
                for variant in variants {
                    generator.block(format!("{}:", variant.number), |generator| {
                        generator.line(format!("return {}", new(variant)));
                    });
                }
            });
            generator.line("return null");
        });
        self.gap();
        let head = if self.four {
            format!("func _message(state: Message, kind: int) -> {state}:")
        } else {
            "func _message(state, kind: int):".to_owned()
        };
        self.block(head, |generator| {
            generator.block("match kind:", |generator| {
                for variant in variants.iter().filter(|variant| variant.content.is_some()) {
                    generator.block(format!("{}:", variant.number), |generator| {
                        let kind = &variant.constant;
                        generator.line(format!("return {state}.new({state}.Kind.{kind}, state)"));
                    });
                }
            });
            generator.line(if generator.four {
                format!("return state as {state}")
            } else {
                "return state".to_owned()
            });
        });
        self.gap();
    }

    /// `_take_whole`: reads a whole state into `_state`.
    fn whole_state(&mut self, index: usize, state: &str, is_enum: bool) {
        let Some(flat) = self.forms.flat_index(index) else { return };
        self.start_flat(&[]);
        let parameters = self.reading_parameters();
        let returns = self.pick("int", "bool");
        let slot = Slot { kind: Box::new(Kind::Class(index)), max_len: None, strict: false };
        self.flat_function("func _take_whole", &parameters, returns, |generator| {
            if !is_enum {
                generator.line(format!("_state = {state}.new()"));
            }
            let part = Part { ty: &Type::Message(flat), slot: &slot };
            let target = "_state".to_owned();
            let value = In::Value { part, target, step: None, hint: "state".to_owned() };
            let pending = generator.take_some(&[value], &[], false);
            generator.end_of_flat_reading(false, pending);
        });
    }
}
