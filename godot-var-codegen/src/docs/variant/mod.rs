//! The page of a Godot schema: a table of fields and one of bytes for each type.

mod fields;

use std::cell::RefCell;
use std::collections::BTreeSet;

use self::fields::list;
use super::prose::{blocks, line};
use super::usage::{Clients, Message};
use super::{
    Anchors, Choice, Extent, FieldRow, Generation, Page, Role, Section, Sizes, Tables, Text, Usage,
    anchor_of, example, sentence, title_of, usage,
};
use crate::flat::Schema;
use crate::gdscript::usage::{Classes, Wire, script_name, with_classes};
use crate::names::{Tree, tree_of};
use crate::protocol::{
    Body, EnumForm, Enumeration, Enumerator, Field, Form, Protocol, Record, Style, Type, TypeDef,
};
use godot_var_schema::variant::model::Id;

/// Makes the page of a schema whose messages are Variants.
pub fn variant(protocol: &Protocol, title: &str, generation: Generation) -> Page {
    let script = script_name(title);
    let source = (script.as_str(), Wire::Variant);
    with_classes(protocol, &Schema::default(), generation, source, |classes| {
        let (classes, refused) = match classes {
            Ok(classes) => (Some(classes), None),
            Err(errors) => (None, errors.first().map(|error| error.message.clone())),
        };
        let mut page = page(protocol, title, generation, classes);
        // Calls and synchronizers have packets of their own.
        let has_sets = protocol.rpc_sets.len() + protocol.sync_sets.len() > 0;
        if page.sections.iter().any(|section| !section.usages.is_empty()) && !has_sets {
            let script = refused.is_none().then_some(script.as_str());
            page.guide = usage::guide(script, (title, &protocol.files), generation);
        }
        if let Some(reason) = refused {
            page.notes.push(usage::without_classes(&reason));
        }
        page
    })
}

fn page(
    protocol: &Protocol,
    title: &str,
    generation: Generation,
    classes: Option<Classes<'_, '_>>,
) -> Page {
    let mut anchors = Anchors::default();
    let types = &protocol.types;
    let named = types.iter().map(|def| anchors.of(&def.path())).collect();
    let sizes = Sizes::new(protocol, generation);
    let parts = parts(protocol);
    let classes = RefCell::new(classes);
    let flat = Schema::default();
    let clients = Clients::new(protocol, &flat, title, generation);
    let mut writer = Writer { protocol, title, sizes, generation, named, parts, classes, clients };
    let mut sections = Vec::new();
    for (index, def) in types.iter().enumerate() {
        sections.extend(writer.sections(index, def, &mut anchors));
    }
    for set in 0..protocol.rpc_sets.len() {
        sections.extend(writer.rpc_set(set, &mut anchors));
    }
    for set in &protocol.sync_sets {
        sections.push(writer.sync_set(set, &mut anchors));
    }
    let engine = match generation {
        Generation::Godot4 => "Godot 4",
        Generation::Godot3 => "Godot 3",
    };
    let mut notes = vec![
        Text::plain(format!("Bytes as {engine} writes them with "))
            .with(Text::code(match generation {
                Generation::Godot4 => "var_to_bytes",
                Generation::Godot3 => "var2bytes",
            }))
            .and(" and ")
            .with(Text::code("put_var"))
            .and(", little-endian. In a stream or file, their length comes first, as a u32."),
        Text::plain(
            "Offsets and lengths are bytes from the start of the value, its header of 4 bytes \
             included. An offset +8 counts from the end of the last row above whose length varies; a \
             length 28+ means 28 and more. An int takes 12 bytes where it does not fit 32 bits; a float of 64 bits \
             where 32 would change it. A float that is NaN takes 12 bytes, too: tables leave that \
             out.",
        ),
        Text::plain("The layout of all types together: ")
            .with(Text::code(format!("{:016x}", protocol.fingerprint_of_all())))
            .and("."),
    ];
    if !protocol.rpc_sets.is_empty() || !protocol.sync_sets.is_empty() {
        notes.push(Text::plain(
            "Arguments of RPCs and properties of synchronizers are Variants in a compressed form: a bool takes 1 byte, an int 2, 3, 5 or \
             9. Inside Arrays and Dictionaries they have the usual form. Offsets of arguments count from the first one.",
        ));
    }
    let docs = blocks(&protocol.docs, &|name| writer.resolve(name));
    Page { title: title.to_owned(), docs, guide: Vec::new(), notes, sections, bytes_per_line: 16 }
}

pub(super) struct Writer<'p, 'g, 'c> {
    pub(super) protocol: &'p Protocol,
    pub(super) title: &'p str,
    pub(super) sizes: Sizes<'p>,
    pub(super) generation: Generation,
    /// The anchors of all types.
    named: Vec<String>,
    /// The types that other types contain.
    parts: BTreeSet<usize>,
    pub(super) classes: RefCell<Option<Classes<'g, 'c>>>,
    clients: Clients<'p>,
}

impl Writer<'_, '_, '_> {
    pub(super) fn resolve(&self, name: &str) -> Option<String> {
        anchor_of(name, &self.named, |name| self.protocol.position(name))
    }

    /// Gives a section its example, and the statements for it.
    fn exemplify(&self, section: &mut Section, index: usize, member: Option<usize>) {
        let (value, example) = match example::variant(self.protocol, self.generation, index, member)
        {
            Ok(example) => example,
            Err(reason) => {
                section.example = Some(Err(reason));
                return;
            }
        };
        let def = &self.protocol.types[index];
        let name = match (&def.body, member) {
            (Body::Enumeration(enumeration), Some(at)) => Some(&enumeration.members[at].name),
            _ => None,
        };
        let name = name.map(String::as_str);
        let tree = tree_of(self.protocol, index, &value);
        let of_class = |classes: &mut Classes<'_, '_>| classes.usage(index, name, tree.as_ref()?);
        let class = self.classes.borrow_mut().as_mut().and_then(of_class);
        if member.is_some() {
            section.class = class.as_ref().map(|class| class.class.clone());
        }
        let tree = tree.as_ref().unwrap_or(&Tree::Nil);
        let clients = (&self.clients, Message { index, member: name, tree, is_flat: false });
        section.usages = usage::usages(section.is_part, class.as_ref(), clients, None);
        section.example = Some(Ok(example));
    }

    /// How to tell the messages of an enum apart.
    fn dispatch(&self, index: usize) -> Option<Usage> {
        let class = self.classes.borrow_mut().as_mut()?.dispatch(index)?;
        usage::usage(usage::RECEIVE, [Some(usage::gdscript(usage::GDSCRIPT, class))])
    }

    pub(super) fn line(&self, docs: &[String]) -> Text {
        line(docs, &|name| self.resolve(name))
    }

    fn sections(&mut self, index: usize, def: &TypeDef, anchors: &mut Anchors) -> Vec<Section> {
        let mut rows = Tables::default();
        let mut values = Vec::new();
        let mut members = Vec::new();
        let summary = match &def.body {
            Body::Unit => {
                rows.add(
                    Extent::exactly(4),
                    Text::plain("Nil"),
                    Role::Frame,
                    "Nil",
                    Text::default(),
                );
                Text::plain("Nothing: encoded as Nil")
            }
            Body::Transparent(field) => {
                let text = self.described(field);
                rows.add(self.sizes.field(field), self.kind(field), Role::Value, &field.name, text);
                Text::plain("Encoded as its only field: ").with(self.kind(field))
            }
            Body::Record(record) => {
                self.record(&mut rows, record);
                let form = match record.form {
                    Form::Dictionary => "A Dictionary",
                    Form::Array => "An Array",
                };
                let closed = if record.deny_unknown { "; unknown keys are an error" } else { "" };
                Text::plain(format!("{form}{closed}"))
            }
            Body::Enumeration(enumeration) => {
                (values, members) = self.members(index, def, enumeration, anchors);
                if matches!(enumeration.form, EnumForm::Names | EnumForm::Numbers) {
                    let kind = match enumeration.form {
                        EnumForm::Numbers => Text::plain("int"),
                        _ => Text::plain("String"),
                    };
                    let text = Text::plain("One of the values below.");
                    rows.add(self.sizes.message(index), kind, Role::Value, &def.name, text);
                }
                summary_of(enumeration)
            }
        };
        let mut summary = summary;
        if let Some((most, _)) = def.max_size {
            summary.push(format!("; at most {most} bytes"));
        }
        let has_members = !members.is_empty();
        let class = self.classes.borrow().as_ref().and_then(|classes| classes.class(index));
        let mut section = Section {
            anchor: self.named[index].clone(),
            title: title_of(&def.path()),
            is_part: self.parts.contains(&index),
            summary,
            class,
            docs: blocks(&def.docs, &|name| self.resolve(name)),
            values,
            fields: rows.fields,
            rows: rows.rows,
            size: Some(self.sizes.message(index)),
            ..Section::default()
        };
        if !has_members {
            self.exemplify(&mut section, index, None);
        } else if let (Body::Enumeration(_), false) = (&def.body, section.is_part) {
            section.usages = self.dispatch(index).into_iter().collect();
        }
        let mut sections = vec![section];
        sections.append(&mut members);
        sections
    }

    /// Lists the variants of an enum, and makes a section for each one with data.
    fn members(
        &self,
        index: usize,
        def: &TypeDef,
        enumeration: &Enumeration,
        anchors: &mut Anchors,
    ) -> (Vec<Choice>, Vec<Section>) {
        let mut values = Vec::new();
        let mut sections = Vec::new();
        let is_plain = matches!(enumeration.form, EnumForm::Names | EnumForm::Numbers);
        for (position, member) in enumeration.members.iter().enumerate() {
            let title = format!("{}.{}", title_of(&def.path()), member.name);
            let mut docs = self.line(self.docs_of_variant(member));
            if !member.aliases.is_empty() {
                let also = format!("A reader takes {} too.", list(&member.aliases));
                sentence(&mut docs, Text::plain(also));
            }
            let value = match (&enumeration.form, &member.id) {
                (EnumForm::Untagged, _) => (position + 1).to_string(),
                (_, Id::Int(number)) => number.to_string(),
                (_, Id::Text(text)) => format!("{text:?}"),
            };
            let name = if is_plain {
                Text::code(&member.name)
            } else {
                let anchor = anchors.of(&title);
                let mut rows = Tables::default();
                self.member(&mut rows, enumeration, member);
                let mut section = Section {
                    anchor: anchor.clone(),
                    title,
                    is_member: true,
                    is_part: self.parts.contains(&index),
                    summary: Self::member_summary(enumeration, member),
                    docs: blocks(self.docs_of_variant(member), &|name| self.resolve(name)),
                    fields: rows.fields,
                    rows: rows.rows,
                    size: Some(self.sizes.member(enumeration, member)),
                    ..Section::default()
                };
                self.exemplify(&mut section, index, Some(position));
                sections.push(section);
                Text::link(anchor, &member.name)
            };
            values.push(Choice { value, name, docs });
        }
        if let Some(other) = &enumeration.other {
            let mut docs = self.line(&other.docs);
            sentence(&mut docs, Text::plain("Keeps every other value."));
            values.push(Choice { value: "other".to_owned(), name: Text::code(&other.name), docs });
        }
        (values, sections)
    }

    /// Returns the meaning of a variant: its own documentation, or that of the struct it contains.
    fn docs_of_variant<'w>(&'w self, member: &'w Enumerator) -> &'w [String] {
        match &member.record.fields[..] {
            [Field { ty: Type::Message(index), .. }]
                if member.docs.is_empty() && member.style == Style::Newtype =>
            {
                &self.protocol.types[*index].docs
            }
            _ => &member.docs,
        }
    }

    fn member_summary(enumeration: &Enumeration, member: &Enumerator) -> Text {
        let id = match &member.id {
            Id::Int(number) => number.to_string(),
            Id::Text(text) => format!("{text:?}"),
        };
        match (&enumeration.form, member.style) {
            (EnumForm::Ids, _) => Text::plain(format!("Message {id}: an Array")),
            (EnumForm::External, Style::Unit) => Text::plain("Only a String"),
            (EnumForm::External, _) => Text::plain("A Dictionary of one entry"),
            (EnumForm::Internal { tag }, _) => {
                Text::plain("A Dictionary where ").with(Text::code(format!("{tag:?}: {id}")))
            }
            (EnumForm::Adjacent { tag, .. }, _) => {
                Text::plain("A Dictionary where ").with(Text::code(format!("{tag:?}: {id}")))
            }
            _ => Text::plain("Only the value"),
        }
    }

    fn frame(rows: &mut Tables, name: &str, counts: &str, count: Extent) {
        let header = Extent::exactly(4);
        let text = Text::plain("type id and flags.");
        rows.add(
            header,
            Text::plain("header"),
            Role::Frame,
            name,
            Text::plain(name).and(": ").with(text),
        );
        let what = match count.fixed() {
            Some(1) => format!("1 {}.", singular(counts)),
            _ => format!("{count} {counts}."),
        };
        rows.add(
            header,
            Text::plain("count"),
            Role::Frame,
            &format!("{count} {counts}"),
            Text::plain(what),
        );
    }

    fn record(&self, rows: &mut Tables, record: &Record) {
        match record.form {
            Form::Dictionary => Self::frame(rows, "Dictionary", "entries", self.count(record)),
            Form::Array => Self::frame(rows, "Array", "elements", self.count(record)),
        }
        self.fields(rows, record, true);
    }

    /// Returns the number of entries of a record.
    fn count(&self, record: &Record) -> Extent {
        let written = record.fields.iter().filter(|field| field.encoded);
        written.fold(Extent::ZERO, |sum, field| {
            let one =
                if field.flatten { self.flattened_count(&field.ty) } else { Extent::exactly(1) };
            sum + if field.skip_encoding_if.is_some() { one.or(Extent::ZERO) } else { one }
        })
    }

    fn flattened_count(&self, ty: &Type) -> Extent {
        match ty {
            Type::Option(inner) => self.flattened_count(inner).or(Extent::ZERO),
            Type::Message(index) => match &self.protocol.types[*index].body {
                // A struct that is flattened into itself would be infinite.
                Body::Record(record) if record.fields.iter().all(|field| !field.flatten) => {
                    self.count(record)
                }
                Body::Enumeration(enumeration) => self.flattened_variants(enumeration),
                _ => Extent::at_least(0),
            },
            _ => Extent::at_least(0),
        }
    }

    /// Returns the number of entries of a variant, including its tag.
    fn flattened_variants(&self, enumeration: &Enumeration) -> Extent {
        let members = enumeration.members.iter().map(|member| match &member.record.fields[..] {
            [field] if member.style == Style::Newtype => self.flattened_count(&field.ty),
            _ => self.count(&member.record),
        });
        let all = members.reduce(Extent::or);
        all.map_or(Extent::at_least(0), |fields| Extent::exactly(1) + fields)
    }

    fn fields(&self, rows: &mut Tables, record: &Record, with_flattened: bool) {
        for field in &record.fields {
            if field.flatten {
                self.flattened(rows, field, with_flattened);
                continue;
            }
            let name = match record.form {
                Form::Dictionary => &field.key,
                Form::Array => &field.name,
            };
            let is_named = field.name.parse::<usize>().is_err();
            if is_named {
                rows.fields.push(self.field_row(name, field));
            } else if record.fields.len() == 1 {
                rows.fields.extend(self.fields_within(field));
            }
            if !field.encoded {
                continue;
            }
            let may_lack = field.skip_encoding_if.is_some();
            let size = |whole: Extent| if may_lack { whole.or(Extent::ZERO) } else { whole };
            if record.form == Form::Dictionary {
                let key = Text::code(format!("{:?}", field.key));
                let kind = Text::plain(self.sizes.key_kind(record.keys));
                let len = size(self.sizes.key(record, field));
                rows.add(len, kind, Role::Key, name, Text::plain("Key ").with(key).and("."));
            }
            let kind = self.kind(field);
            let (label, text) = if is_named {
                (name.clone(), Text::code(name))
            } else {
                (kind.words(), self.described(field))
            };
            rows.add(size(self.sizes.field(field)), kind, Role::Value, &label, text);
        }
    }

    /// Returns the fields of the struct in a field.
    fn fields_within(&self, field: &Field) -> Vec<FieldRow> {
        let mut within = Tables::default();
        if let Type::Message(index) = &field.ty
            && let Body::Record(record) = &self.protocol.types[*index].body
        {
            self.fields(&mut within, record, true);
        }
        within.fields
    }

    /// Adds rows for the entries of a flattened field.
    fn flattened(&self, rows: &mut Tables, field: &Field, with_flattened: bool) {
        if let (Type::Message(index), true) = (&field.ty, with_flattened && field.encoded)
            && let Body::Record(record) = &self.protocol.types[*index].body
            && field.skip_encoding_if.is_none()
        {
            return self.fields(rows, record, false);
        }
        let mut description = Text::plain("Its entries are among those of the container.");
        sentence(&mut description, self.docs_of(field));
        let kind = Text::plain("entries of ").with(self.ty(&field.ty));
        let (name, default, bounds) = (field.name.clone(), Text::default(), Text::default());
        rows.fields.push(FieldRow { name, kind: kind.clone(), default, bounds, description });
        if field.encoded {
            let whole = self.sizes.flattened(&field.ty);
            let whole =
                if field.skip_encoding_if.is_some() { whole.or(Extent::ZERO) } else { whole };
            rows.add(whole, kind, Role::Value, &field.name, Text::code(&field.name));
        }
    }

    fn member(&self, rows: &mut Tables, enumeration: &Enumeration, member: &Enumerator) {
        let id = |rows: &mut Tables, role, words: &str| {
            let (kind, value) = match &member.id {
                Id::Int(number) => ("int", number.to_string()),
                Id::Text(text) => ("String", format!("{text:?}")),
            };
            let text = Text::plain(words).with(Text::code(&value)).and(".");
            rows.add(self.sizes.id(&member.id), Text::plain(kind), role, &value, text);
        };
        let key = |rows: &mut Tables, key: &str| {
            let text = Text::plain("Key ").with(Text::code(format!("{key:?}"))).and(".");
            rows.add(self.sizes.text(key), Text::plain("String"), Role::Key, key, text);
        };
        let one = Extent::exactly(1);
        match &enumeration.form {
            EnumForm::Names | EnumForm::Numbers => id(rows, Role::Value, ""),
            EnumForm::External if member.style == Style::Unit => id(rows, Role::Value, ""),
            EnumForm::External => {
                Self::frame(rows, "Dictionary", "entries", one);
                id(rows, Role::Key, "Key ");
                self.content(rows, member);
            }
            EnumForm::Internal { tag } => {
                let newtype = match (member.style, &member.record.fields[..]) {
                    (Style::Newtype, [field]) => Some(field),
                    _ => None,
                };
                let fields = match newtype {
                    Some(field) => self.flattened_count(&field.ty),
                    None => self.count(&member.record),
                };
                Self::frame(rows, "Dictionary", "entries", one + fields);
                key(rows, tag);
                id(rows, Role::Frame, "The variant: ");
                match newtype {
                    Some(field) => self.flattened(rows, field, true),
                    None => self.fields(rows, &member.record, true),
                }
            }
            EnumForm::Adjacent { tag, content } => {
                let count = if member.style == Style::Unit { one } else { Extent::exactly(2) };
                Self::frame(rows, "Dictionary", "entries", count);
                key(rows, tag);
                id(rows, Role::Frame, "The variant: ");
                if member.style != Style::Unit {
                    key(rows, content);
                    self.content(rows, member);
                }
            }
            EnumForm::Untagged => self.content(rows, member),
            EnumForm::Ids => {
                Self::frame(rows, "Array", "elements", one + self.count(&member.record));
                id(rows, Role::Frame, "The message's id: ");
                self.fields(rows, &member.record, true);
            }
        }
    }

    /// Adds rows for a variant's content as a separate value.
    fn content(&self, rows: &mut Tables, member: &Enumerator) {
        match (member.style, &member.record.fields[..]) {
            (Style::Unit, _) => {
                let text = Text::plain("No data.");
                rows.add(Extent::exactly(4), Text::plain("Nil"), Role::Value, "Nil", text);
            }
            (Style::Newtype, [field]) => {
                let text = self.described(field);
                rows.fields.extend(self.fields_within(field));
                let size = self.sizes.field(field);
                rows.add(size, self.kind(field), Role::Value, &member.name, text);
            }
            _ => self.record(rows, &member.record),
        }
    }
}

fn summary_of(enumeration: &Enumeration) -> Text {
    match &enumeration.form {
        EnumForm::Names => Text::plain("One of several names"),
        EnumForm::Numbers => Text::plain("One of several numbers"),
        EnumForm::External => {
            Text::plain("One of several variants, distinguished by the only key of a Dictionary")
        }
        EnumForm::Internal { tag } | EnumForm::Adjacent { tag, .. } => {
            Text::plain("One of several variants, distinguished by the entry ")
                .with(Text::code(format!("{tag:?}")))
        }
        EnumForm::Untagged => {
            Text::plain("One of several variants: a reader uses the first that fits the value")
        }
        EnumForm::Ids => {
            Text::plain("One of several messages, distinguished by the first element of an Array")
        }
    }
}

fn singular(plural: &str) -> String {
    match (plural.strip_suffix("ies"), plural.strip_suffix('s')) {
        (Some(stem), _) => format!("{stem}y"),
        (None, Some(stem)) => stem.to_owned(),
        (None, None) => plural.to_owned(),
    }
}

/// Returns the types that other types contain. If all types contain each other, the result is empty.
fn parts(protocol: &Protocol) -> BTreeSet<usize> {
    let mut held = BTreeSet::new();
    for (index, def) in protocol.types.iter().enumerate() {
        let mut here = BTreeSet::new();
        match &def.body {
            Body::Unit => {}
            Body::Transparent(field) => messages_in(&field.ty, &mut here),
            Body::Record(record) => messages_of(record, &mut here),
            Body::Enumeration(enumeration) => {
                for member in enumeration.members.iter().chain(&enumeration.other) {
                    messages_of(&member.record, &mut here);
                }
            }
        }
        here.remove(&index);
        held.extend(here);
    }
    for method in protocol.rpc_sets.iter().flat_map(|set| &set.methods) {
        for argument in &method.arguments {
            messages_in(&argument.ty, &mut held);
        }
    }
    for property in protocol.sync_sets.iter().flat_map(|set| &set.properties) {
        messages_in(&property.field.ty, &mut held);
    }
    if protocol.rpc_sets.is_empty() && held.len() == protocol.types.len() {
        BTreeSet::new()
    } else {
        held
    }
}

fn messages_of(record: &Record, found: &mut BTreeSet<usize>) {
    for field in &record.fields {
        messages_in(&field.ty, found);
    }
}

fn messages_in(ty: &Type, found: &mut BTreeSet<usize>) {
    ty.messages(&mut |index| {
        found.insert(index);
    });
}
