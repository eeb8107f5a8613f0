//! The page of a schema for Godot: a table of bytes for each of its types.

use super::prose::{blocks, line};
use super::size::{Sizes, packed_name};
use super::{
    Anchors, Choice, Example, Extent, Generation, Page, Role, Rows, Section, Text, example,
    sentence,
};
use crate::protocol::{
    Body, EnumForm, Enumeration, Enumerator, Field, FieldDefault, Form, Integer, Protocol, Record,
    Style, Type, TypeDef, Value, WireType,
};
use godot_var_schema::variant::model::Id;

/// The page of a schema whose messages are Variants.
pub fn variant(protocol: &Protocol, title: &str, generation: Generation) -> Page {
    let mut anchors = Anchors::default();
    let types = &protocol.types;
    let named = types.iter().map(|def| anchors.of(&def.path())).collect();
    let sizes = Sizes::new(protocol, generation);
    let mut writer = Writer { protocol, sizes, generation, named };
    let mut sections = Vec::new();
    for (index, def) in types.iter().enumerate() {
        sections.extend(writer.sections(index, def, &mut anchors));
    }
    for set in &protocol.rpc_sets {
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
            .and(
                ", little-endian. Over a stream or in a file the length stands before them as a u32.",
            ),
        Text::plain(
            "Offsets and lengths are bytes from the start of the value, its header of 4 bytes \
             included. 28–32 means from 28 to 32, as values before it have several lengths; 28+ means \
             28 and more. An int takes 12 bytes where it does not fit 32 bits; a float of 64 bits \
             where 32 would change it. A float that is NaN takes 12 bytes, too: tables leave that \
             out.",
        ),
        Text::plain("The layout of all types together: ")
            .with(Text::code(format!("{:016x}", protocol.fingerprint_of_all())))
            .and("."),
    ];
    if !protocol.rpc_sets.is_empty() || !protocol.sync_sets.is_empty() {
        notes.push(super::multiplayer::note());
    }
    let docs = blocks(&protocol.docs, &|name| writer.resolve(name));
    Page { title: title.to_owned(), docs, notes, sections, bytes_per_line: 16 }
}

pub(super) struct Writer<'p> {
    protocol: &'p Protocol,
    pub(super) sizes: Sizes<'p>,
    generation: Generation,
    /// The anchors of all types.
    named: Vec<String>,
}

impl Writer<'_> {
    pub(super) fn resolve(&self, name: &str) -> Option<String> {
        let name = name.strip_prefix("crate::").unwrap_or(name);
        let path: Vec<&str> = name.split("::").collect();
        // `PlayerState::id` is a part of `PlayerState`.
        (0..path.len()).rev().find_map(|end| {
            let found = self.protocol.get(&path[..=end].join("::"))?;
            let index = self.protocol.types.iter().position(|def| std::ptr::eq(def, found))?;
            self.named.get(index).cloned()
        })
    }

    fn example(&self, index: usize, member: Option<usize>) -> Result<Example, String> {
        example::variant(self.protocol, self.generation, index, member)
    }

    pub(super) fn line(&self, docs: &[String]) -> Text {
        line(docs, &|name| self.resolve(name))
    }

    fn sections(&mut self, index: usize, def: &TypeDef, anchors: &mut Anchors) -> Vec<Section> {
        let mut rows = Rows::default();
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
                Text::plain("Nothing: it travels as Nil")
            }
            Body::Transparent(field) => {
                let mut text = self.constraints(field);
                let docs = self.line(&field.docs);
                sentence(&mut text, docs);
                rows.add(self.sizes.field(field), self.kind(field), Role::Value, &field.name, text);
                Text::plain("Travels as its only field does: ").with(self.kind(field))
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
        let mut sections = vec![Section {
            anchor: self.named[index].clone(),
            title: def.path(),
            is_member: false,
            summary,
            docs: blocks(&def.docs, &|name| self.resolve(name)),
            values,
            rows: rows.rows,
            size: Some(self.sizes.message(index)),
            example: (!has_members).then(|| self.example(index, None)),
        }];
        sections.append(&mut members);
        sections
    }

    /// The values of an enum, and a section for each member that has data.
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
            let title = format!("{}::{}", def.path(), member.name);
            let mut docs = self.line(&member.docs);
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
                let mut rows = Rows::default();
                self.member(&mut rows, enumeration, member);
                sections.push(Section {
                    anchor: anchor.clone(),
                    title,
                    is_member: true,
                    summary: Self::member_summary(enumeration, member),
                    docs: blocks(&member.docs, &|name| self.resolve(name)),
                    values: Vec::new(),
                    rows: rows.rows,
                    size: Some(self.sizes.member(enumeration, member)),
                    example: Some(self.example(index, Some(position))),
                });
                Text::link(anchor, &member.name)
            };
            values.push(Choice { value, name, docs });
        }
        if let Some(other) = &enumeration.other {
            let mut docs = self.line(&other.docs);
            sentence(&mut docs, Text::plain("Keeps what no other variant stands for."));
            values.push(Choice { value: "other".to_owned(), name: Text::code(&other.name), docs });
        }
        (values, sections)
    }

    fn member_summary(enumeration: &Enumeration, member: &Enumerator) -> Text {
        let id = match &member.id {
            Id::Int(number) => number.to_string(),
            Id::Text(text) => format!("{text:?}"),
        };
        match (&enumeration.form, member.style) {
            (EnumForm::Ids, _) => Text::plain(format!("Message {id}: an Array")),
            (EnumForm::External, Style::Unit) => Text::plain("A String alone"),
            (EnumForm::External, _) => Text::plain("A Dictionary of one entry"),
            (EnumForm::Internal { tag }, _) => {
                Text::plain("A Dictionary where ").with(Text::code(format!("{tag:?}: {id}")))
            }
            (EnumForm::Adjacent { tag, .. }, _) => {
                Text::plain("A Dictionary where ").with(Text::code(format!("{tag:?}: {id}")))
            }
            _ => Text::plain("The value alone"),
        }
    }

    fn frame(rows: &mut Rows, name: &str, counts: &str, count: Extent) {
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

    fn record(&self, rows: &mut Rows, record: &Record) {
        match record.form {
            Form::Dictionary => Self::frame(rows, "Dictionary", "entries", self.count(record)),
            Form::Array => Self::frame(rows, "Array", "elements", self.count(record)),
        }
        self.fields(rows, record, true);
    }

    /// How many entries a record has.
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
                // A struct cannot be flattened into itself: it would have no end.
                Body::Record(record) if record.fields.iter().all(|field| !field.flatten) => {
                    self.count(record)
                }
                Body::Enumeration(enumeration) => self.flattened_variants(enumeration),
                _ => Extent::at_least(0),
            },
            _ => Extent::at_least(0),
        }
    }

    /// How many entries a variant has, with that of its tag.
    fn flattened_variants(&self, enumeration: &Enumeration) -> Extent {
        let members = enumeration.members.iter().map(|member| match &member.record.fields[..] {
            [field] if member.style == Style::Newtype => self.flattened_count(&field.ty),
            _ => self.count(&member.record),
        });
        let all = members.reduce(Extent::or);
        all.map_or(Extent::at_least(0), |fields| Extent::exactly(1) + fields)
    }

    fn fields(&self, rows: &mut Rows, record: &Record, with_flattened: bool) {
        for field in &record.fields {
            if field.flatten {
                self.flattened(rows, field, with_flattened);
                continue;
            }
            let mut text = Text::default();
            if record.form == Form::Array {
                text = Text::code(&field.name);
                text.push(".");
            }
            sentence(&mut text, self.line(&field.docs));
            sentence(&mut text, self.constraints(field));
            let kind = self.kind(field);
            let label = match record.form {
                Form::Dictionary => &field.key,
                Form::Array => &field.name,
            };
            if !field.encoded {
                if record.form == Form::Dictionary {
                    text = Text::code(format!("{:?}", field.key)).and(". ").with(text);
                }
                rows.add_unwritten(kind, label, text);
                continue;
            }
            let may_lack = field.skip_encoding_if.is_some();
            let size = |whole: Extent| if may_lack { whole.or(Extent::ZERO) } else { whole };
            if record.form == Form::Dictionary {
                let key = Text::code(format!("{:?}", field.key));
                let kind = Text::plain(self.sizes.key_kind(record.keys));
                let len = size(self.sizes.key(record, field));
                rows.add(len, kind, Role::Key, &field.key, Text::plain("Key ").with(key).and("."));
            }
            rows.add(
                size(self.sizes.field(field)),
                kind,
                Role::Value,
                label,
                Self::named_value(record, field, text),
            );
        }
    }

    fn named_value(record: &Record, field: &Field, text: Text) -> Text {
        if record.form == Form::Array {
            return text;
        }
        let mut named = Text::code(&field.key);
        if text.0.is_empty() {
            return named;
        }
        named.push(". ");
        named.with(text)
    }

    /// The entries of a field that stand among those of its container.
    fn flattened(&self, rows: &mut Rows, field: &Field, with_flattened: bool) {
        if let (Type::Message(index), true) = (&field.ty, with_flattened && field.encoded)
            && let Body::Record(record) = &self.protocol.types[*index].body
            && field.skip_encoding_if.is_none()
        {
            return self.fields(rows, record, false);
        }
        let mut text = Text::code(&field.name).and(". The entries stand among the others.");
        sentence(&mut text, self.line(&field.docs));
        let kind = Text::plain("entries of ").with(self.ty(&field.ty));
        if field.encoded {
            let whole = self.sizes.flattened(&field.ty);
            let whole =
                if field.skip_encoding_if.is_some() { whole.or(Extent::ZERO) } else { whole };
            rows.add(whole, kind, Role::Value, &field.name, text);
        } else {
            rows.add_unwritten(kind, &field.name, text);
        }
    }

    fn member(&self, rows: &mut Rows, enumeration: &Enumeration, member: &Enumerator) {
        let id = |rows: &mut Rows, role, words: &str| {
            let (kind, value) = match &member.id {
                Id::Int(number) => ("int", number.to_string()),
                Id::Text(text) => ("String", format!("{text:?}")),
            };
            let text = Text::plain(words).with(Text::code(&value)).and(".");
            rows.add(self.sizes.id(&member.id), Text::plain(kind), role, &value, text);
        };
        let key = |rows: &mut Rows, key: &str| {
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

    /// What a member holds, as a value of its own.
    fn content(&self, rows: &mut Rows, member: &Enumerator) {
        match (member.style, &member.record.fields[..]) {
            (Style::Unit, _) => {
                let text = Text::plain("No data.");
                rows.add(Extent::exactly(4), Text::plain("Nil"), Role::Value, "Nil", text);
            }
            (Style::Newtype, [field]) => {
                let mut text = self.line(&field.docs);
                sentence(&mut text, self.constraints(field));
                let size = self.sizes.field(field);
                rows.add(size, self.kind(field), Role::Value, &member.name, text);
            }
            _ => self.record(rows, &member.record),
        }
    }

    /// The type of a field, with what its attributes say.
    pub(super) fn kind(&self, field: &Field) -> Text {
        let (ty, optional) = match &field.ty {
            Type::Option(inner) => (&**inner, true),
            ty => (ty, false),
        };
        let is_godot4 = self.generation == Generation::Godot4;
        let name = |name: &str| Text::plain(name);
        let kind = match (field.wire_type, ty) {
            (_, Type::Custom) => {
                let path = field.custom.as_deref().unwrap_or_default();
                Text::plain("as ").with(Text::code(path)).and(" writes it")
            }
            (Some(WireType::String), _) => name("String"),
            (Some(WireType::StringName), _) if is_godot4 => name("StringName"),
            (Some(WireType::StringName), _) => name("String"),
            (Some(WireType::NodePath), _) => name("NodePath"),
            (Some(WireType::Int), _) => name("int"),
            (Some(WireType::Float), _) => name("float"),
            (Some(WireType::Float64), _) => name("float, 64 bits"),
            (Some(WireType::Array), Type::List(element) | Type::FixedList(_, element)) => {
                name("Array of ").with(self.ty(element))
            }
            (_, Type::List(element) | Type::FixedList(_, element)) if field.typed => {
                name("typed Array of ").with(self.ty(element))
            }
            (_, ty @ Type::Map(..)) if field.typed => name("typed ").with(self.ty(ty)),
            (_, ty) => self.ty(ty),
        };
        if optional { name("Nil or ").with(kind) } else { kind }
    }

    /// A type as the engine names it.
    fn ty(&self, ty: &Type) -> Text {
        let list = |element: &Type, packed: bool| match packed_name(element, self.generation) {
            Some(name) if packed => Text::plain(name),
            _ => Text::plain("Array of ").with(self.ty(element)),
        };
        match ty {
            Type::Unit => Text::plain("Nil"),
            Type::Bool => Text::plain("bool"),
            Type::Int(_) | Type::NonZero(_) => Text::plain("int"),
            Type::F32 => Text::plain("float"),
            Type::F64 => Text::plain("float"),
            Type::Char | Type::String | Type::Parsed(_) => Text::plain("String"),
            Type::Engine(engine) | Type::Double(engine) => match self.generation {
                Generation::Godot4 => Text::plain(engine.godot4_name()),
                Generation::Godot3 => match engine.godot3_name() {
                    Some(name) => Text::plain(name),
                    None => Text::plain(engine.godot4_name()).and(" (not in Godot 3)"),
                },
            },
            Type::Variant => Text::plain("any"),
            Type::Pointer(inner) => self.ty(inner),
            Type::Option(inner) => Text::plain("Nil or ").with(self.ty(inner)),
            Type::List(element) | Type::FixedList(_, element) => list(element, true),
            Type::Set(element) => list(element, **element == Type::String),
            Type::View(element) => list(element, true),
            Type::Tuple(elements) => {
                let mut text = Text::plain("Array [");
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        text.push(", ");
                    }
                    text = text.with(self.ty(element));
                }
                text.and("]")
            }
            Type::Map(key, value) => {
                Text::plain("Dictionary of ").with(self.ty(key)).and(" to ").with(self.ty(value))
            }
            Type::Message(index) => {
                Text::link(&self.named[*index], self.protocol.types[*index].path())
            }
            Type::Custom => Text::plain("as code writes it"),
        }
    }

    /// What values a field can have, and what is when it is missing.
    pub(super) fn constraints(&self, field: &Field) -> Text {
        let mut words: Vec<String> = Vec::new();
        let ty = match &field.ty {
            Type::Option(inner) => inner,
            ty => ty,
        };
        match ty {
            Type::Int(Integer::I32) => words.push("Of 32 bits, signed.".to_owned()),
            Type::Int(Integer::U64) => words.push("Not negative.".to_owned()),
            Type::Int(integer) if *integer != Integer::I64 => {
                let (least, most) = integer.range();
                words.push(format!("From {least} to {most}."));
            }
            Type::NonZero(Integer::I64) => words.push("Not 0.".to_owned()),
            Type::NonZero(integer) => {
                let (least, most) = integer.range();
                match least {
                    0 => words.push(format!("From 1 to {most}.")),
                    _ => words.push(format!("From {least} to {most}, not 0.")),
                }
            }
            Type::Char => words.push("One character.".to_owned()),
            Type::Parsed(form) => {
                words.push(format!("In the form of Rust's `{}`.", form.rust_name()));
            }
            Type::FixedList(len, _) => words.push(format!("Exactly {len} elements.")),
            Type::Set(_) => words.push("None twice.".to_owned()),
            Type::F32 => words.push("Of 32 bits.".to_owned()),
            _ => {}
        }
        if let Some(most) = field.max_len {
            let is_text = matches!(ty, Type::String | Type::Engine(_));
            let unit = if is_text { "bytes of UTF-8" } else { "elements" };
            words.push(format!("At most {most} {unit}."));
        }
        if field.strict {
            words.push("A reader takes this type alone.".to_owned());
        }
        if !field.aliases.is_empty() {
            words.push(format!("A reader takes the key {} too.", list(&field.aliases)));
        }
        if !field.encoded {
            words.push("Read, but never written.".to_owned());
        } else if let Some(function) = &field.skip_encoding_if {
            words.push(format!("Not written where {function} says so."));
        }
        match &field.default {
            _ if !field.decoded => words.push("Written, but not read.".to_owned()),
            FieldDefault::Required => {}
            FieldDefault::Type => words.push("May be missing: then empty or 0.".to_owned()),
            FieldDefault::Value(value) => {
                words.push(format!("May be missing: then {}.", self.value(value)));
            }
            FieldDefault::Code(code) => words.push(format!("May be missing: then {code}.")),
        }
        Text::plain(words.join(" "))
    }

    fn value(&self, value: &Value) -> String {
        let all = |values: &[Value]| {
            values.iter().map(|value| self.value(value)).collect::<Vec<_>>().join(", ")
        };
        match value {
            Value::Bool(truth) => truth.to_string(),
            Value::Int(number) => number.to_string(),
            Value::Float(number) => format!("{number:?}"),
            Value::Text(text) => format!("{text:?}"),
            Value::None => "Nil".to_owned(),
            Value::Some(inner) => self.value(inner),
            Value::List(values) | Value::Tuple(values) => format!("[{}]", all(values)),
            Value::Empty => "empty".to_owned(),
            Value::Structure(name, values) => format!("{name}({})", all(values)),
            Value::Member(index, member) => {
                format!("{}::{member}", self.protocol.types[*index].path())
            }
        }
    }
}

fn summary_of(enumeration: &Enumeration) -> Text {
    match &enumeration.form {
        EnumForm::Names => Text::plain("One of several names"),
        EnumForm::Numbers => Text::plain("One of several numbers"),
        EnumForm::External => {
            Text::plain("One of several variants, told apart by the only key of a Dictionary")
        }
        EnumForm::Internal { tag } | EnumForm::Adjacent { tag, .. } => {
            Text::plain("One of several variants, told apart by the entry ")
                .with(Text::code(format!("{tag:?}")))
        }
        EnumForm::Untagged => {
            Text::plain("One of several variants: a reader takes the first that fits the value")
        }
        EnumForm::Ids => {
            Text::plain("One of several messages, told apart by the first element of an Array")
        }
    }
}

fn list(names: &[String]) -> String {
    names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ")
}

fn singular(plural: &str) -> String {
    match (plural.strip_suffix("ies"), plural.strip_suffix('s')) {
        (Some(stem), _) => format!("{stem}y"),
        (None, Some(stem)) => stem.to_owned(),
        (None, None) => plural.to_owned(),
    }
}
