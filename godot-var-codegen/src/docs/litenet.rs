//! The page of a LiteNetLibManager schema: a table of bytes for each type.

use std::collections::BTreeMap;

use super::prose::{blocks, line};
use super::{
    Anchors, Choice, Example, Extent, Page, Role, Section, Tables, Text, anchor_of, example,
    sentence, title_of, usage,
};
use crate::litenet::{Body, Dispatch, Field, Member, Prefix, Schema, Type, TypeDef, era_of};
use crate::protocol::Integer;
use godot_var_runtime::litenet::EraSpec;

/// Returns the date of an era.
const fn when(era: EraSpec) -> &'static str {
    match era {
        EraSpec::Y2018 => "July 2018",
        EraSpec::Head => "today",
    }
}

/// Makes the page of a LiteNetLibManager schema.
///
/// `era` applies to types whose modules do not name one: see [`era_of`].
pub fn litenet(schema: &Schema, title: &str, era: EraSpec) -> Page {
    let mut anchors = Anchors::default();
    let named = schema.types.iter().map(|def| anchors.of(&def.path())).collect();
    let mut writer = Writer { schema, named, sizes: BTreeMap::new() };
    let mut sections = Vec::new();
    for (index, def) in schema.types.iter().enumerate() {
        let own = era_of(def, era);
        sections.extend(writer.sections(index, def, own, &mut anchors));
    }
    let plain = |words: &str| Text::plain(words);
    let notes = vec![
        plain(
            "Numbers are little-endian. A message starts with its number: two bytes in July 2018, packed \
             today. Types without a number occur only inside messages.",
        ),
        plain(
            "Offsets and lengths are bytes. An offset +8 counts from the end of the last row above whose \
             length varies. A length 5–9 means from 5 to 9; 5+ means 5 and more.",
        ),
        plain(
            "A packed integer takes 1 byte up to 240, 2 up to 2287, 3 up to 67823, and more for more. \
             Zigzag is packed with the sign in the lowest bit; a 64-bit integer is encoded as two: \
             its upper half, then its lower half.",
        ),
        plain("In examples a type parameter is a byte."),
    ];
    let docs = blocks(&schema.docs, &|name| writer.resolve(name));
    Page { title: title.to_owned(), docs, guide: Vec::new(), notes, sections, bytes_per_line: 8 }
}

/// The sizes of a type's parameters.
type Parameters = BTreeMap<String, Extent>;

struct Writer<'s> {
    schema: &'s Schema,
    /// The anchors of all types.
    named: Vec<String>,
    /// The sizes of types by index, era and arguments. While a type is being computed, its size is unbounded.
    sizes: BTreeMap<Instance, Extent>,
}

/// A type by its index, its era, and the minimum and maximum size of its arguments.
type Instance = (usize, EraSpec, Vec<(u64, Option<u64>)>);

impl Writer<'_> {
    fn resolve(&self, name: &str) -> Option<String> {
        anchor_of(name, &self.named, |name| self.schema.position(name))
    }

    fn example(
        &self,
        index: usize,
        member: Option<usize>,
        era: EraSpec,
    ) -> Result<Example, String> {
        example::litenet(self.schema, index, member, era)
    }

    fn line(&self, docs: &[String]) -> Text {
        line(docs, &|name| self.resolve(name))
    }

    fn sections(
        &mut self,
        index: usize,
        def: &TypeDef,
        era: EraSpec,
        anchors: &mut Anchors,
    ) -> Vec<Section> {
        let mut rows = Tables::default();
        let (mut values, mut members) = (Vec::new(), Vec::new());
        let mut shown = None;
        let is_part = match &def.body {
            Body::Record { msg_type, .. } => msg_type.is_none(),
            Body::Enumeration { dispatch, .. } => *dispatch == Dispatch::Byte,
        };
        let summary = match &def.body {
            Body::Record { msg_type, fields } => {
                if let Some(number) = msg_type {
                    message_number(&mut rows, *number, era);
                }
                self.fields(&mut rows, fields, era);
                shown = Some(self.example(index, None, era));
                match msg_type {
                    Some(number) => format!("Message {number}, {}", when(era)),
                    None => "A part of messages".to_owned(),
                }
            }
            Body::Enumeration { dispatch, members: all, other } => {
                let is_plain = all.iter().all(|member| member.fields.is_empty());
                for (position, member) in all.iter().enumerate() {
                    let name = if let (Dispatch::MsgType, Some(to)) = (dispatch, self.holds(member))
                    {
                        Text::link(to, &member.name)
                    } else if is_plain && *dispatch == Dispatch::Byte {
                        Text::code(&member.name)
                    } else {
                        let title = format!("{}.{}", title_of(&def.path()), member.name);
                        let anchor = anchors.of(&title);
                        let section = self.member(&anchor, title, member, *dispatch, era);
                        let example = Some(self.example(index, Some(position), era));
                        let usages = example.as_ref().map(usage::example).unwrap_or_default();
                        members.push(Section { usages, example, ..section });
                        Text::link(anchor, &member.name)
                    };
                    let docs = self.line(&member.docs);
                    values.push(Choice { value: member.number.to_string(), name, docs });
                }
                if let Some(other) = other {
                    let mut docs = self.line(&other.docs);
                    let rest = if other.rest { ", with the rest of the message" } else { "" };
                    let text = format!("Keeps every other number{rest}.");
                    sentence(&mut docs, Text::plain(text));
                    let name = Text::code(&other.name);
                    values.push(Choice { value: "other".to_owned(), name, docs });
                }
                if is_plain && *dispatch == Dispatch::Byte {
                    let text = Text::plain("One of the values below.");
                    let one = Extent::exactly(1);
                    rows.add(one, Text::plain("u8"), Role::Value, &def.name, text);
                    shown = (!all.is_empty()).then(|| self.example(index, None, era));
                }
                match dispatch {
                    Dispatch::Byte => "One of several: a byte selects the variant".to_owned(),
                    Dispatch::MsgType => {
                        format!(
                            "One of several messages, {}: the number selects the variant",
                            when(era)
                        )
                    }
                }
            }
        };
        let size = (!rows.rows.is_empty() || values.is_empty()).then_some(rows.end);
        let mut sections = vec![Section {
            anchor: self.named[index].clone(),
            title: title_of(&def.path()),
            is_part,
            summary: Text::plain(summary),
            docs: blocks(&def.docs, &|name| self.resolve(name)),
            values,
            rows: rows.rows,
            size,
            usages: shown.as_ref().map(usage::example).unwrap_or_default(),
            example: shown,
            ..Section::default()
        }];
        sections.append(&mut members);
        sections
    }

    /// Returns the anchor of the message that is the only field of a variant.
    fn holds(&self, member: &Member) -> Option<String> {
        match &member.fields[..] {
            [Field { ty: Type::Message(index, _), .. }] if member.of_message => {
                self.named.get(*index).cloned()
            }
            _ => None,
        }
    }

    fn member(
        &mut self,
        anchor: &str,
        title: String,
        member: &Member,
        dispatch: Dispatch,
        era: EraSpec,
    ) -> Section {
        let mut rows = Tables::default();
        let number = member.number;
        match dispatch {
            Dispatch::Byte => {
                let text = Text::plain(format!("Which variant: {number}."));
                rows.add(Extent::exactly(1), Text::plain("u8"), Role::Frame, "number", text);
            }
            Dispatch::MsgType => message_number(&mut rows, number, era),
        }
        self.fields(&mut rows, &member.fields, era);
        Section {
            anchor: anchor.to_owned(),
            title,
            is_member: true,
            is_part: dispatch == Dispatch::Byte,
            summary: Text::plain(format!("Variant {number}")),
            docs: blocks(&member.docs, &|name| self.resolve(name)),
            size: Some(rows.end),
            rows: rows.rows,
            ..Section::default()
        }
    }

    fn fields(&mut self, rows: &mut Tables, fields: &[Field], era: EraSpec) {
        for field in fields {
            self.field(rows, field, era);
        }
    }

    /// Adds a row for a field, and before it one for its prefix.
    fn field(&mut self, rows: &mut Tables, field: &Field, era: EraSpec) {
        let none = Parameters::new();
        let name = &field.name;
        let condition = field
            .condition
            .as_ref()
            .map(|condition| Text::plain("Only if ").with(Text::code(&condition.text)).and("."));
        let maybe = |extent: Extent| match condition {
            Some(_) => extent.or(Extent::ZERO),
            None => extent,
        };
        let (front, length, kind) = match &field.ty {
            Type::String(prefix) => {
                let front = text_prefix(*prefix, era);
                (Some(("length", front)), Extent::at_least(0), Text::plain("UTF-8"))
            }
            Type::List(prefix, element) => {
                let front = list_prefix(*prefix, element, era);
                let kind = Text::plain("list of ").with(self.kind(element));
                (Some(("count", front)), Extent::at_least(0), kind)
            }
            Type::LengthPrefixed(inner) => {
                let front = (Extent::exactly(2), "u16");
                (Some(("length", front)), self.size(inner, era, &none, 0), self.kind(inner))
            }
            Type::Option(inner) => {
                let value = self.size(inner, era, &none, 0).or(Extent::ZERO);
                (Some(("present", (Extent::exactly(1), "bool"))), value, self.kind(inner))
            }
            ty => (None, self.size(ty, era, &none, 0), self.kind(ty)),
        };
        if let Some((word, (extent, kind))) = front {
            let mut text = Text::plain(match word {
                "length" => "Bytes of ",
                "count" => "Elements of ",
                _ => "01 if there is a value of ",
            });
            text =
                text.with(Text::code(name)).and(if word == "present" { ", else 00." } else { "." });
            sentence(&mut text, condition.clone().unwrap_or_default());
            let label = format!("{name}: {word}");
            rows.add(maybe(extent), Text::plain(kind), Role::Frame, &label, text);
        }
        let mut text = Text::code(name).and(": ");
        let mut more = condition.clone().unwrap_or_default();
        sentence(&mut more, Text::plain(Self::remark(&field.ty, era)));
        let docs = self.line(&field.docs);
        sentence(&mut more, docs);
        text = if more.0.is_empty() { Text::code(name) } else { text.with(more) };
        rows.add(maybe(length), kind, Role::Value, name, text);
    }

    /// Returns what the name of a type does not tell.
    fn remark(ty: &Type, era: EraSpec) -> &'static str {
        match ty {
            Type::Components("EulerAngles", ..) => "Degrees.",
            Type::Color => "Hundredths of r, g, b and a.",
            Type::Rest => "Bytes to the end of the message.",
            Type::Parameter(_) => "The value of the type parameter.",
            Type::Address if era == EraSpec::Y2018 => {
                "The address as a text, and the port as an i32."
            }
            Type::Address => "A byte for the family, the address, and the port as a u16.",
            _ => "",
        }
    }

    /// Describes a type.
    fn kind(&self, ty: &Type) -> Text {
        match ty {
            Type::Unit => Text::plain("nothing"),
            Type::Bool => Text::plain("bool"),
            Type::Int(integer) => Text::plain(integer.name()),
            Type::F32 => Text::plain("f32"),
            Type::F64 => Text::plain("f64"),
            Type::String(_) => Text::plain("String"),
            Type::Packed(integer) => Text::plain(format!("packed {}", integer.name())),
            Type::Zigzag(integer) => Text::plain(format!("zigzag {}", integer.name())),
            Type::Components(name, component, count) => {
                Text::plain(format!("{name}: {count} × {}", component.name()))
            }
            Type::Color => Text::plain("Color"),
            Type::Address => Text::plain("SocketAddr"),
            Type::Option(inner) => Text::plain("optional ").with(self.kind(inner)),
            Type::List(_, element) => Text::plain("list of ").with(self.kind(element)),
            Type::Array(count, element) => {
                Text::plain(format!("{count} × ")).with(self.kind(element))
            }
            Type::Tuple(parts) => self.listed(parts, "(", ")"),
            Type::LengthPrefixed(inner) => Text::plain("length and ").with(self.kind(inner)),
            Type::Rest => Text::plain("bytes"),
            Type::Parameter(name) => Text::code(name),
            Type::Message(index, arguments) => {
                let anchor = self.named.get(*index).cloned().unwrap_or_default();
                let name = self.schema.types.get(*index).map_or("", |def| def.name.as_str());
                let link = Text::link(anchor, name);
                if arguments.is_empty() {
                    return link;
                }
                link.with(self.listed(arguments, "<", ">"))
            }
            Type::Custom(path) => Text::plain("by ").with(Text::code(path)),
        }
    }

    fn listed(&self, types: &[Type], start: &str, end: &str) -> Text {
        let mut text = Text::plain(start);
        for (position, ty) in types.iter().enumerate() {
            text = text.and(if position > 0 { ", " } else { "" }).with(self.kind(ty));
        }
        text.and(end)
    }

    fn size(&mut self, ty: &Type, era: EraSpec, parameters: &Parameters, depth: u32) -> Extent {
        let anything = Extent::at_least(0);
        if depth > MAX_DEPTH {
            return anything;
        }
        let next = depth + 1;
        match ty {
            Type::Unit => Extent::ZERO,
            Type::Bool => Extent::exactly(1),
            Type::Int(integer) => Extent::exactly(integer.bytes() as u64),
            Type::F32 => Extent::exactly(4),
            Type::F64 => Extent::exactly(8),
            Type::String(prefix) => text_prefix(*prefix, era).0 + anything,
            Type::Packed(integer) => Extent::between(1, 1 + integer.bytes() as u64),
            Type::Zigzag(Integer::I64) => Extent::between(2, 10),
            Type::Zigzag(integer) => Extent::between(1, 1 + integer.bytes() as u64),
            Type::Components(_, component, count) => Extent::exactly(component.size() * count),
            Type::Color if era == EraSpec::Y2018 => Extent::exactly(8),
            Type::Color => Extent::exactly(4),
            Type::Address if era == EraSpec::Y2018 => Extent::at_least(8),
            Type::Address => Extent::between(7, 19),
            Type::Option(inner) => {
                let value = self.size(inner, era, parameters, next);
                Extent::exactly(1) + value.or(Extent::ZERO)
            }
            Type::List(prefix, element) => list_prefix(*prefix, element, era).0 + anything,
            Type::Array(count, element) => {
                self.size(element, era, parameters, next).times(Extent::exactly(*count))
            }
            Type::Tuple(parts) => parts
                .iter()
                .fold(Extent::ZERO, |sum, part| sum + self.size(part, era, parameters, next)),
            Type::LengthPrefixed(inner) => {
                Extent::exactly(2) + self.size(inner, era, parameters, next)
            }
            Type::Rest | Type::Custom(_) => anything,
            Type::Parameter(name) => parameters.get(name).copied().unwrap_or(anything),
            Type::Message(index, arguments) => {
                let arguments: Vec<Extent> = arguments
                    .iter()
                    .map(|argument| self.size(argument, era, parameters, next))
                    .collect();
                self.message(*index, &arguments, era, next)
            }
        }
    }

    fn message(&mut self, index: usize, arguments: &[Extent], era: EraSpec, depth: u32) -> Extent {
        let key = arguments.iter().map(|extent| (extent.least, extent.most)).collect();
        let key = (index, era, key);
        if let Some(known) = self.sizes.get(&key) {
            return *known;
        }
        let Some(def) = self.schema.types.get(index).filter(|_| self.sizes.len() < MAX_SIZES)
        else {
            return Extent::at_least(0);
        };
        // For types that contain themselves.
        self.sizes.insert(key.clone(), Extent::at_least(0));
        let parameters = def.parameters.iter().cloned().zip(arguments.iter().copied()).collect();
        let all = |writer: &mut Self, fields: &[Field]| {
            fields.iter().fold(Extent::ZERO, |sum, field| {
                let size = writer.size(&field.ty, era, &parameters, depth);
                sum + if field.condition.is_some() { size.or(Extent::ZERO) } else { size }
            })
        };
        let size = match &def.body {
            Body::Record { msg_type, fields } => {
                let number = msg_type.map_or(Extent::ZERO, |number| number_size(Some(number), era));
                number + all(self, fields)
            }
            Body::Enumeration { dispatch, members, other } => {
                let number = match dispatch {
                    Dispatch::Byte => Extent::exactly(1),
                    Dispatch::MsgType => number_size(None, era),
                };
                let mut any: Option<Extent> = other.as_ref().map(|other| {
                    number + if other.rest { Extent::at_least(0) } else { Extent::ZERO }
                });
                for member in members {
                    let size = all(self, &member.fields);
                    // The message includes its number.
                    let size = if member.of_message { size } else { number + size };
                    any = Some(any.map_or(size, |any| any.or(size)));
                }
                any.unwrap_or(number)
            }
        };
        self.sizes.insert(key, size);
        size
    }
}

/// The maximum number of instances whose size is computed.
const MAX_SIZES: usize = 10_000;
/// The maximum nesting depth of types.
const MAX_DEPTH: u32 = 32;

fn message_number(rows: &mut Tables, number: u16, era: EraSpec) {
    let kind = match era {
        EraSpec::Y2018 => "i16",
        EraSpec::Head => "packed u16",
    };
    let text = Text::plain(format!("Message number: {number}."));
    rows.add(number_size(Some(number), era), Text::plain(kind), Role::Frame, "message", text);
}

/// Returns the size of a message number.
fn number_size(number: Option<u16>, era: EraSpec) -> Extent {
    match (era, number) {
        (EraSpec::Y2018, _) => Extent::exactly(2),
        (EraSpec::Head, Some(..=240)) => Extent::exactly(1),
        (EraSpec::Head, Some(..=2287)) => Extent::exactly(2),
        (EraSpec::Head, Some(_)) => Extent::exactly(3),
        (EraSpec::Head, None) => Extent::between(1, 3),
    }
}

/// Describes the prefix of a text.
fn text_prefix(prefix: Option<Prefix>, era: EraSpec) -> (Extent, &'static str) {
    match (prefix, era) {
        (Some(prefix), _) => prefix_of(prefix),
        (None, EraSpec::Y2018) => prefix_of(Prefix::I32),
        (None, EraSpec::Head) => (Extent::exactly(2), "u16, plus one"),
    }
}

/// Describes the prefix of a list.
fn list_prefix(prefix: Option<Prefix>, element: &Type, era: EraSpec) -> (Extent, &'static str) {
    prefix_of(crate::litenet::list_prefix(era, prefix, element))
}

fn prefix_of(prefix: Prefix) -> (Extent, &'static str) {
    match prefix {
        Prefix::U16 => (Extent::exactly(2), "u16"),
        Prefix::I32 => (Extent::exactly(4), "i32"),
        Prefix::Packed => (Extent::between(1, 5), "packed u32"),
        Prefix::Zigzag => (Extent::between(1, 5), "zigzag i32"),
    }
}
