//! The page of a schema of flat messages: a table of bytes for each type, and the bits of each header.

use std::cell::RefCell;

use super::prose::{blocks, line};
use super::usage::{Clients, Message};
use super::{
    Anchors, Choice, Extent, FieldRow, Generation, Page, Role, Section, Tables, Text, anchor_of,
    example, sentence, title_of, usage,
};
use crate::flat::{
    Body, Enumeration, Field, Member, Record, Schema, Size, Sizes, Type, TypeDef, form,
};
use crate::gdscript::usage::{Classes, Wire, script_name, with_classes};
use crate::protocol::{FieldDefault, Protocol, Value};
use godot_var_runtime::flat::Prefix;

/// Makes the page of a schema of flat messages. `protocol` has the types of the same schema that derive `GodotVar`: the functions of their
/// classes have other names.
pub fn flat(schema: &Schema, protocol: &Protocol, title: &str) -> Page {
    let script = script_name(title);
    let source = (script.as_str(), Wire::Flat);
    // Flat messages are the same for all engines.
    let generation = Generation::Godot4;
    with_classes(protocol, schema, generation, source, |classes| match classes {
        Ok(classes) => {
            let guide = usage::guide(Some(&script), (title, &schema.files), generation);
            Page { guide, ..page(schema, protocol, title, Some(classes)) }
        }
        Err(errors) => {
            let mut page = page(schema, protocol, title, None);
            page.notes.extend(errors.first().map(|error| usage::without_classes(&error.message)));
            page
        }
    })
}

fn page(
    schema: &Schema,
    protocol: &Protocol,
    title: &str,
    classes: Option<Classes<'_, '_>>,
) -> Page {
    let clients = Clients::new(protocol, schema, title, Generation::Godot4);
    let mut anchors = Anchors::default();
    let named = schema.types.iter().map(|def| anchors.of(&def.path())).collect();
    let outer = schema.outer_types();
    let classes = RefCell::new(classes);
    let writer = Writer { schema, named, sizes: Sizes::new(schema), classes, clients };
    let mut sections = Vec::new();
    for (index, def) in schema.types.iter().enumerate() {
        let is_part = !outer.contains(&index);
        sections.extend(writer.sections(index, def, is_part, &mut anchors));
    }
    let plain = |words: &str| Text::plain(words);
    let notes = vec![
        plain(
            "The values follow each other without keys, headers or padding. Numbers have the lowest byte first, unless a type is marked otherwise.",
        ),
        plain(
            "Offsets and lengths are bytes. An offset +8 counts from the end of the last row above whose length varies. A length 5–9 \
             means from 5 to 9; 5+ means 5 and more.",
        ),
        plain(
            "A varint has 7 bits a byte, the lowest first; the highest bit of a byte means that another one follows. A signed one is in zigzag: 0, \
             -1, 1, -2 … are 0, 1, 2, 3 ….",
        ),
        plain(
            "A float in steps is low + step / last × (high - low), where the last step is that of the integer: 255, 65535 or 4294967295.",
        ),
    ];
    let docs = blocks(&schema.docs, &|name| writer.resolve(name));
    Page { title: title.to_owned(), docs, guide: Vec::new(), notes, sections, bytes_per_line: 8 }
}

struct Writer<'s, 'g, 'c> {
    schema: &'s Schema,
    /// The anchors of all types.
    named: Vec<String>,
    sizes: Sizes<'s>,
    classes: RefCell<Option<Classes<'g, 'c>>>,
    clients: Clients<'s>,
}

/// A size as pages show it.
fn extent(size: Size) -> Extent {
    let most = size.is_bounded().then_some(size.max as u64);
    Extent { least: size.min as u64, most }
}

fn number(prefix: Prefix) -> (Extent, String) {
    match prefix {
        Prefix::Varint => (Extent::between(1, 5), "varint".to_owned()),
        Prefix::Number(number) => {
            (Extent::exactly(number.bytes() as u64), number.name().to_owned())
        }
    }
}

impl Writer<'_, '_, '_> {
    fn resolve(&self, name: &str) -> Option<String> {
        anchor_of(name, &self.named, |name| self.schema.position(name))
    }

    fn line(&self, docs: &[String]) -> Text {
        line(docs, &|name| self.resolve(name))
    }

    /// Gives a section its example, and the statements for it.
    fn exemplify(&self, section: &mut Section, index: usize, member: Option<&str>) {
        let (tree, example) = match example::flat(self.schema, index, member) {
            Ok(example) => example,
            Err(reason) => {
                section.example = Some(Err(reason));
                return;
            }
        };
        let of_class = |classes: &mut Classes<'_, '_>| classes.usage(index, member, &tree);
        let class = self.classes.borrow_mut().as_mut().and_then(of_class);
        if member.is_some() {
            section.class = class.as_ref().map(|class| class.class.clone());
        }
        let json = usage::json(&example.value);
        let message = Message { index, member, tree: &tree, is_flat: true };
        let clients = (&self.clients, message);
        section.usages = usage::usages(section.is_part, class.as_ref(), clients, json);
        section.example = Some(Ok(example));
    }

    fn sections(
        &self,
        index: usize,
        def: &TypeDef,
        is_part: bool,
        anchors: &mut Anchors,
    ) -> Vec<Section> {
        let mut section = Section {
            anchor: self.named[index].clone(),
            title: title_of(&def.path()),
            is_part,
            class: self.classes.borrow().as_ref().and_then(|classes| classes.class(index)),
            docs: blocks(&def.docs, &|name| self.resolve(name)),
            size: Some(extent(self.sizes.message(index))),
            ..Section::default()
        };
        let mut members = Vec::new();
        let mut summary = match &def.body {
            Body::Record(record) => {
                let mut tables = Tables::default();
                self.record(&mut tables, record);
                // Fields may be missing at the end.
                section.size = Some(tables.end);
                (section.rows, section.fields) = (tables.rows, tables.fields);
                self.exemplify(&mut section, index, None);
                if is_part { "A part of messages" } else { "A message" }.to_owned()
            }
            Body::Enumeration(enumeration) if enumeration.is_plain() => {
                let mut tables = Tables::default();
                let (length, kind) = number(enumeration.number);
                let text = Text::plain("One of the values below.");
                tables.add(length, Text::plain(kind), Role::Value, &def.name, text);
                section.rows = tables.rows;
                section.values = self.values(enumeration, |_| None);
                "A number".to_owned()
            }
            Body::Enumeration(enumeration) => {
                let mut links = Vec::new();
                for member in &enumeration.members {
                    let title = format!("{}.{}", title_of(&def.path()), member.name);
                    let anchor = anchors.of(&title);
                    links.push(anchor.clone());
                    let mut own = self.member(anchor, title, enumeration, member, is_part);
                    self.exemplify(&mut own, index, Some(&member.name));
                    members.push(own);
                }
                section.values = self.values(enumeration, |at| links.get(at).cloned());
                if !is_part {
                    let classes = &mut *self.classes.borrow_mut();
                    let code = classes.as_mut().and_then(|classes| classes.dispatch(index));
                    let code = code.map(|code| usage::gdscript(usage::GDSCRIPT, code));
                    section.usages = usage::usage(usage::RECEIVE, [code]).into_iter().collect();
                }
                let (_, kind) = number(enumeration.number);
                format!("One of several: the number before it, a {kind}, selects it")
            }
        };
        if def.big_endian {
            summary.push_str("; numbers have the highest byte first");
        }
        if def.trailing {
            summary.push_str("; readers ignore what follows");
        }
        section.summary = Text::plain(summary);
        if let Some(of) = def.delta_of {
            let base = &self.schema.types[of];
            let link = Text::link(self.named[of].clone(), &base.name);
            sentence(&mut section.summary, Text::plain("that changed of ").with(link));
        }
        members.insert(0, section);
        members
    }

    /// The variants of an enum, with links to their sections.
    fn values(
        &self,
        enumeration: &Enumeration,
        link: impl Fn(usize) -> Option<String>,
    ) -> Vec<Choice> {
        let each = enumeration.members.iter().enumerate();
        let mut values: Vec<Choice> = each
            .map(|(at, member)| Choice {
                value: member.id.to_string(),
                name: match link(at) {
                    Some(anchor) => Text::link(anchor, &member.name),
                    None => Text::code(&member.name),
                },
                docs: self.line(&member.docs),
            })
            .collect();
        if let Some(other) = &enumeration.other {
            let mut docs = self.line(&other.docs);
            let rest = if other.rest { ", with the rest of the message" } else { "" };
            let verb = if other.number { "Keeps" } else { "Stands for" };
            sentence(&mut docs, Text::plain(format!("{verb} every other number{rest}.")));
            values.push(Choice { value: "other".to_owned(), name: Text::code(&other.name), docs });
        }
        values
    }

    fn member(
        &self,
        anchor: String,
        title: String,
        enumeration: &Enumeration,
        member: &Member,
        is_part: bool,
    ) -> Section {
        let mut tables = Tables::default();
        let (length, kind) = number(enumeration.number);
        let length = match enumeration.number {
            Prefix::Varint => {
                let bits = 32 - (member.id | 1).leading_zeros();
                Extent::exactly(bits.div_ceil(7).into())
            }
            Prefix::Number(_) => length,
        };
        let text = Text::plain(format!("Which variant: {}.", member.id));
        tables.add(length, Text::plain(kind), Role::Frame, "number", text);
        self.record(&mut tables, &member.record);
        Section {
            anchor,
            title,
            is_member: true,
            is_part,
            summary: Text::plain(format!("Variant {}", member.id)),
            docs: blocks(&member.docs, &|name| self.resolve(name)),
            size: Some(tables.end),
            rows: tables.rows,
            fields: tables.fields,
            ..Section::default()
        }
    }

    /// Adds rows for the header and the fields.
    fn record(&self, tables: &mut Tables, record: &Record) {
        if record.header_bits > 0 {
            let mut text = Text::plain("");
            for field in &record.fields {
                let Some(bits) = field.bits else { continue };
                let (first, last) = (bits.first, bits.first + bits.count - 1);
                let place = if first == last {
                    format!("bit {first} ")
                } else {
                    format!("bits {first}–{last} ")
                };
                if !text.words().is_empty() {
                    text.push(", ");
                }
                text.push(&place);
                text = text.with(Text::code(&field.name));
                if matches!(field.ty, Type::Option(_)) {
                    text.push(" is present");
                }
            }
            let kind = Text::plain(format!("{} bits", record.header_bits));
            let length = Extent::exactly(record.header_bytes() as u64);
            tables.add(length, kind, Role::Frame, "flags", text.and("."));
        }
        for field in &record.fields {
            self.field(tables, field);
        }
        // Tables of names only where they tell more than the rows.
        let tells =
            |field: &&Field| field.is_in_header() || field.default != FieldDefault::Required;
        if record.fields.iter().any(|field| tells(&field)) {
            tables.fields = record.fields.iter().map(|field| self.field_row(field)).collect();
        }
    }

    fn field_row(&self, field: &Field) -> FieldRow {
        FieldRow {
            name: field.name.clone(),
            kind: self.kind(&field.ty),
            default: match &field.default {
                FieldDefault::Value(value) => {
                    Text::code(self.value_text(value)).and(" at the end of a message")
                }
                FieldDefault::Code(code) => Text::code(code).and(" at the end of a message"),
                FieldDefault::Type => Text::plain("that of its type, at the end of a message"),
                FieldDefault::Required | FieldDefault::Unchanged => Text::plain("required"),
            },
            bounds: match field.bits {
                Some(bits) if bits.count == 1 => Text::plain(format!("bit {}", bits.first)),
                Some(bits) => {
                    Text::plain(format!("bits {}–{}", bits.first, bits.first + bits.count - 1))
                }
                None => Text::plain(""),
            },
            description: self.line(&field.docs),
        }
    }

    /// The source text of a default.
    fn value_text(&self, value: &Value) -> String {
        let all = |values: &[Value]| {
            values.iter().map(|value| self.value_text(value)).collect::<Vec<_>>().join(", ")
        };
        match value {
            Value::Bool(truth) => truth.to_string(),
            Value::Int(number) => number.to_string(),
            Value::Float(real) => format!("{real:?}"),
            Value::Text(text) => format!("{text:?}"),
            Value::None => "None".to_owned(),
            Value::Some(inner) => format!("Some({})", self.value_text(inner)),
            Value::List(values) => format!("[{}]", all(values)),
            Value::Tuple(values) => format!("({})", all(values)),
            Value::Empty => "Default::default()".to_owned(),
            Value::Structure(name, values) => format!("{name}({})", all(values)),
            Value::Member(index, name) => {
                let of = self.schema.types.get(*index).map_or("", |def| def.name.as_str());
                format!("{of}::{name}")
            }
        }
    }

    /// Adds a row for a field, and before it one for its count or presence.
    fn field(&self, tables: &mut Tables, field: &Field) {
        if field.is_in_header() {
            return;
        }
        let (mut ty, mut limit) = (&field.ty, None);
        let maybe_missing = field.default != FieldDefault::Required;
        let maybe = |length: Extent| if maybe_missing { length.or(Extent::ZERO) } else { length };
        let mut remark = String::new();
        if let (Type::Option(inner), bits) = (ty, field.bits) {
            if bits.is_none() {
                let text = Text::plain("01 if there is a value of ")
                    .with(Text::code(&field.name))
                    .and(", else 00.");
                let label = format!("{}: present", field.name);
                tables.add(
                    maybe(Extent::exactly(1)),
                    Text::plain("bool"),
                    Role::Frame,
                    &label,
                    text,
                );
            } else {
                "Only if its flag is set.".clone_into(&mut remark);
            }
            ty = inner;
        }
        let is_optional = matches!(field.ty, Type::Option(_));
        let optional =
            |length: Extent| maybe(if is_optional { length.or(Extent::ZERO) } else { length });
        if let Type::AtMost(most, inner) = ty {
            (ty, limit) = (inner, Some(*most));
        }
        let size = extent(self.sizes.field(field));
        let (front, length, kind) = match ty {
            Type::Text(_, prefix) => {
                let length = Extent { least: 0, most: limit.map(|most| most as u64) };
                (Some(("Bytes of ", "length", *prefix)), length, Text::plain("UTF-8"))
            }
            Type::List(prefix, element) => {
                let each = extent(self.sizes.value(element));
                let count = Extent { least: 0, most: limit.map(|most| most as u64) };
                let kind = Text::plain("list of ").with(self.kind(element));
                (Some(("Elements of ", "count", *prefix)), each.times(count), kind)
            }
            Type::Packed(prefix, bits, element) => {
                let most = limit.map(|most| Size::packed_len(most, *bits) as u64);
                let kind = self.packed(*bits, element);
                (Some(("Elements of ", "count", *prefix)), Extent { least: 0, most }, kind)
            }
            Type::Map(prefix, key, value) => {
                let each = extent(self.sizes.value(key)) + extent(self.sizes.value(value));
                let count = Extent { least: 0, most: limit.map(|most| most as u64) };
                let kind = Text::plain("pairs of ")
                    .with(self.kind(key))
                    .and(" and ")
                    .with(self.kind(value));
                (Some(("Pairs of ", "count", *prefix)), each.times(count), kind)
            }
            ty => {
                let own = if is_optional && field.bits.is_none() {
                    extent(self.sizes.value(ty))
                } else {
                    size
                };
                (None, own, self.kind(ty))
            }
        };
        if let Some((words, word, prefix)) = front {
            let (mut length, kind) = number(prefix);
            if let (Prefix::Varint, Some(most)) = (prefix, limit) {
                let bits = usize::BITS - (most | 1).leading_zeros();
                length = Extent::between(1, bits.div_ceil(7).into());
            }
            let mut text = Text::plain(words).with(Text::code(&field.name)).and(".");
            if let Some(most) = limit {
                sentence(&mut text, Text::plain(format!("At most {most}.")));
            }
            let label = format!("{}: {word}", field.name);
            tables.add(optional(length), Text::plain(kind), Role::Frame, &label, text);
        }
        let mut more = Text::plain(remark);
        if maybe_missing {
            sentence(&mut more, Text::plain("May be missing at the end of a message."));
        }
        sentence(&mut more, self.line(&field.docs));
        let name = Text::code(&field.name);
        let text = if more.words().is_empty() { name } else { name.and(": ").with(more) };
        tables.add(optional(length), kind, Role::Value, &field.name, text);
    }

    /// Describes a list of packed elements, without its count.
    fn packed(&self, bits: u8, element: &Type) -> Text {
        let bits = if bits == 1 { "1 bit".to_owned() } else { format!("{bits} bits") };
        Text::plain("list of ").with(self.kind(element)).and(format!(" in {bits} each"))
    }

    /// Describes a type, with links to types of the schema.
    fn kind(&self, ty: &Type) -> Text {
        match ty {
            Type::Message(index) => {
                let anchor = self.named.get(*index).cloned().unwrap_or_default();
                Text::link(anchor, &self.schema.types[*index].name)
            }
            Type::Option(inner) => Text::plain("optional ").with(self.kind(inner)),
            Type::AtMost(most, inner) => self.kind(inner).and(format!(", at most {most}")),
            Type::InBits(bits, inner) => self.kind(inner).and(format!(" in {bits} bits")),
            Type::List(prefix, inner) => Text::plain("list of ")
                .with(self.kind(inner))
                .and(format!(", count {}", number(*prefix).1)),
            Type::Packed(prefix, bits, inner) => {
                self.packed(*bits, inner).and(format!(", count {}", number(*prefix).1))
            }
            Type::Map(prefix, key, value) => Text::plain("pairs of ")
                .with(self.kind(key))
                .and(" and ")
                .with(self.kind(value))
                .and(format!(", count {}", number(*prefix).1)),
            Type::Array(count, inner) => Text::plain(format!("{count} × ")).with(self.kind(inner)),
            Type::Tuple(parts) => {
                let mut text = Text::plain("(");
                for (position, part) in parts.iter().enumerate() {
                    text = text.and(if position > 0 { ", " } else { "" }).with(self.kind(part));
                }
                text.and(")")
            }
            ty => Text::plain(form(self.schema, ty)),
        }
    }
}
