//! Fields in order: those of structs and of variants.

use godot_var_schema::variant::model::{Form, Keys, Style};

use super::flat::{content_of, name_of};
use super::function::{Around, function};
use super::names::{properties, quoted, small};
use super::types::parenthesized;
use super::variant::At;
use super::{Generator, arrow};
use crate::flat::{self, Type as Flat};
use crate::language::fields::{Omission, is_needed, keys_of, needed_keys, omission};
use crate::language::printer::Printer;
use crate::protocol::{self, FieldDefault, Type};
use crate::schema::{Body, Field};
use godot_var_runtime::flat::NumberType;

/// A field, and where a message has it.
pub(super) struct Slot<'f, 's> {
    pub(super) field: &'f Field<'s>,
    /// `m.name`, `m[0]`
    pub(super) access: String,
    pub(super) property: String,
}

/// Fields in order with the type that holds them.
pub(super) struct Record<'r, 's> {
    /// What its functions are named after.
    pub(super) name: String,
    /// The TypeScript type.
    pub(super) ty: String,
    pub(super) fields: &'r [Field<'s>],
    pub(super) style: Style,
    /// The name of the variant that it is.
    pub(super) kind: Option<&'r str>,
    pub(super) variant: Option<&'s protocol::Record>,
    pub(super) flat: Option<&'s flat::Record>,
    /// How Variants of it begin.
    pub(super) opening: Opening<'r>,
    /// Whether missing fields are no change.
    pub(super) is_delta: bool,
    /// What is read in another way if it is a whole flat message, and whether it ignores what follows.
    pub(super) whole: Option<bool>,
    pub(super) around: Around,
}

/// How a record begins in a Variant.
#[derive(Clone, Copy)]
pub(super) enum Opening<'r> {
    /// With its own header.
    Own,
    /// After the header and the number of its variant.
    Id(&'r str),
    /// As entries among those of a Dictionary, of which there is the tag already.
    Entries,
}

/// The style of a struct.
pub(super) fn style(fields: &[Field<'_>]) -> Style {
    match fields.first() {
        Some(first) if first.name.parse::<usize>().is_ok() => Style::Tuple,
        _ => Style::Named,
    }
}

impl<'s> Generator<'s> {
    pub(super) fn slots<'f>(
        fields: &'f [Field<'s>],
        style: Style,
        is_variant: bool,
    ) -> Vec<Slot<'f, 's>> {
        let names = properties(fields, is_variant);
        let root = if is_variant { "m.value" } else { "m" };
        let slots = fields.iter().zip(names).enumerate().map(|(at, (field, property))| {
            let access = match style {
                Style::Newtype => root.to_owned(),
                Style::Tuple => format!("{root}[{at}]"),
                Style::Named | Style::Unit => format!("m.{property}"),
            };
            Slot { field, access, property }
        });
        slots.collect()
    }

    /// A literal of a message from a value for each field.
    pub(super) fn literal(
        slots: &[Slot<'_, '_>],
        style: Style,
        kind: Option<&str>,
        values: &[String],
    ) -> String {
        let properties = match style {
            Style::Tuple => {
                let list = format!("[{}]", values.join(", "));
                match kind {
                    None => return list,
                    Some(_) => vec![format!("value: {list}")],
                }
            }
            Style::Newtype => values.iter().map(|value| format!("value: {value}")).collect(),
            Style::Named | Style::Unit => {
                let pairs = slots.iter().zip(values);
                pairs.map(|(slot, value)| format!("{}: {value}", slot.property)).collect::<Vec<_>>()
            }
        };
        let kind = kind.map(|kind| format!("kind: {}", quoted(kind)));
        let all: Vec<String> = kind.into_iter().chain(properties).collect();
        if all.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", all.join(", ")) }
    }

    /// The functions of a record.
    pub(super) fn print_record(&self, record: &Record<'_, 's>, out: &mut Printer) {
        let slots = Self::slots(record.fields, record.style, record.kind.is_some());
        if let Some(own) = record.variant {
            let has_flattened = own.fields.iter().any(|field| field.flatten);
            let is_entries = matches!(record.opening, Opening::Entries);
            if own.form == Form::Dictionary
                && !own.fields.is_empty()
                && !has_flattened
                && !is_entries
            {
                self.print_keys(record, own);
            }
            if !is_entries {
                self.print_write(record, own, &slots, out);
                self.print_read(record, own, &slots, out);
            }
            if is_entries || has_flattened || self.is_flattened(record) {
                self.print_add(record, own, &slots, out);
                self.print_entries(record, own, &slots, out);
            }
        }
        if let Some(flat) = record.flat {
            self.print_put(record, flat, &slots, out);
            self.print_take(record, flat, &slots, out);
        }
    }

    fn is_flattened(&self, record: &Record<'_, 's>) -> bool {
        record.kind.is_none()
            && self.schema.types.iter().enumerate().any(|(index, _)| {
                self.names.ty(index) == record.ty && self.plan.is_flattened(index)
            })
    }

    /// The name of the constant with the keys.
    fn keys(&self, record: &Record<'_, 's>) -> String {
        self.names.of(&record.name, &format!("{}Keys", small(&record.name)))
    }

    fn print_keys(&self, record: &Record<'_, 's>, own: &protocol::Record) {
        let keys = own.fields.iter().map(|field| &field.key);
        let aliases = own.fields.iter().flat_map(|field| &field.aliases);
        let all: Vec<String> = keys.chain(aliases).map(|key| quoted(key)).collect();
        self.parts.need("keys");
        let line =
            format!("const {} = /* @__PURE__ */ keys({});", self.keys(record), all.join(", "));
        self.key_lines.borrow_mut().push(line);
    }

    /// The fields of a Variant with their slots.
    fn of_variant<'a>(
        own: &'s protocol::Record,
        slots: &'a [Slot<'a, 's>],
    ) -> Vec<(&'s protocol::Field, Option<&'a Slot<'a, 's>>)> {
        let slot =
            |field: &protocol::Field| slots.iter().find(|slot| slot.field.name == field.name);
        own.fields.iter().map(|field| (field, slot(field))).collect()
    }

    /// The condition under which a field is written.
    fn condition(
        &self,
        record: &Record<'_, 's>,
        field: &protocol::Field,
        slot: &Slot<'_, '_>,
    ) -> Option<String> {
        let access = &slot.access;
        if record.is_delta {
            return Some(format!("{access} !== undefined"));
        }
        Some(match omission(field)? {
            Omission::None => format!("{access} !== null"),
            Omission::Empty => match &field.ty {
                Type::Map(key, _) | Type::Set(key) if self.is_key(key) => {
                    format!("{access}.size > 0")
                }
                _ => format!("{access}.length > 0"),
            },
        })
    }

    fn print_write(
        &self,
        record: &Record<'_, 's>,
        own: &'s protocol::Record,
        slots: &[Slot<'_, 's>],
        out: &mut Printer,
    ) {
        let fields = Self::of_variant(own, slots);
        let conditions: Vec<_> = fields
            .iter()
            .map(|(field, slot)| slot.and_then(|slot| self.condition(record, field, slot)))
            .collect();
        out.gap();
        let name = format!("write{}", record.name);
        self.print_writer(
            &name,
            &record.ty,
            Around { is_big: false, ..record.around },
            out,
            |out| {
                if own.fields.iter().any(|field| field.flatten) {
                    let add = self.names.function(&format!("add{}", record.name));
                    out.line(format!("{};", self.w("pairs", &format!("() => {{ {add}(w, m); }}"))));
                    return;
                }
                let count = fields.len() - conditions.iter().flatten().count();
                let mut counts = vec![count.to_string()];
                counts.extend(
                    conditions.iter().flatten().map(|condition| format!("({condition} ? 1 : 0)")),
                );
                match (own.form, record.opening) {
                    (Form::Dictionary, _) => {
                        out.line(format!("{};", self.w("dictionary", &counts.join(" + "))));
                    }
                    (Form::Array, Opening::Id(id)) => {
                        let tag = self.tag(id, fields.len());
                        out.line(format!("{tag};"));
                    }
                    (Form::Array, _) => {
                        out.line(format!("{};", self.w("array", &count.to_string())));
                    }
                }
                for (at, (field, slot)) in fields.iter().enumerate() {
                    let Some(slot) = slot else { continue };
                    let name = if own.form == Form::Dictionary { &field.key } else { &field.name };
                    let name =
                        if own.form == Form::Dictionary { quoted(name) } else { name_of(name) };
                    let value = value_of(record, slot);
                    let put = self.write(&field.ty, field.marks, At { value: &value, name: &name });
                    if own.form == Form::Array {
                        out.line(format!("{put};"));
                        continue;
                    }
                    let key = format!("{}[{at}]!", self.keys(record));
                    let line = self.after_key("key", &key, own, &put);
                    match &conditions[at] {
                        Some(condition) => {
                            out.line(format!("if ({condition}) {}", block_of(&line)));
                        }
                        None => out.line(format!("{line};")),
                    }
                }
            },
        );
    }

    /// A statement after the one that writes a key.
    fn after_key(&self, method: &str, key: &str, own: &protocol::Record, put: &str) -> String {
        let is_name = own.keys == Keys::StringName && self.is_four();
        let kind = if is_name {
            format!(", {}", self.constant(godot_var_runtime::variant::VariantType::StringName))
        } else {
            String::new()
        };
        self.parts.need(if method == "key" { "Writer.key" } else { "Writer.pairs" });
        let call = format!("w.{method}({key}{kind})");
        match put.strip_prefix("w.") {
            Some(rest) => format!("{call}.{rest}"),
            None => format!("{call}; {put}"),
        }
    }

    /// The value that each property has before anything is read.
    fn before_reading(&self, record: &Record<'_, 's>, slots: &[Slot<'_, 's>]) -> String {
        let values = slots.iter().map(|slot| {
            let is_read =
                slot.field.variant.is_some_and(|own| is_needed(self.schema.variants, own));
            if is_read { self.placeholder(&slot.field.ty) } else { self.default_of(slot.field) }
        });
        Self::literal(slots, record.style, record.kind, &values.collect::<Vec<_>>())
    }

    fn declare(&self, record: &Record<'_, 's>, slots: &[Slot<'_, 's>], out: &mut Printer) {
        let initial =
            if record.is_delta { "{}".to_owned() } else { self.before_reading(record, slots) };
        out.line(format!("const m: {} = {initial};", record.ty));
    }

    fn print_read(
        &self,
        record: &Record<'_, 's>,
        own: &'s protocol::Record,
        slots: &[Slot<'_, 's>],
        out: &mut Printer,
    ) {
        out.gap();
        let name = self.names.function(&format!("read{}", record.name));
        let fields = Self::of_variant(own, slots);
        function(out, &name, &[("r", ": Reader")], &record.ty, |out| {
            if own.fields.iter().any(|field| field.flatten) {
                let entries = self.names.function(&format!("entries{}", record.name));
                let keys = Self::list_of(&keys_of(self.schema.variants, &own.fields));
                let read = self
                    .r("entries", &format!("{keys}, {}, (e) => {entries}(r, e)", own.deny_unknown));
                out.line(format!("return {read};"));
                return;
            }
            self.declare(record, slots, out);
            let reads: Vec<String> = fields
                .iter()
                .map(|(field, slot)| match slot {
                    Some(slot) => {
                        format!("{} = {}", slot.access, self.read(&field.ty, field.marks))
                    }
                    None => self.r("skip", ""),
                })
                .collect();
            let head = match own.form {
                Form::Dictionary => self.head_of_dictionary(record, own),
                Form::Array => {
                    let least = fields
                        .iter()
                        .filter(|(field, _)| field.default == FieldDefault::Required)
                        .count();
                    let names = fields.iter().map(|(field, _)| name_of(&field.name));
                    let names = format!("[{}]", names.collect::<Vec<_>>().join(", "));
                    match record.opening {
                        Opening::Id(_) => {
                            format!("{}(", self.r("elementsOf", "").trim_end_matches("()"))
                                + &format!("{least}, {names}")
                        }
                        _ => {
                            format!("{}(", self.r("fields", "").trim_end_matches("()"))
                                + &format!("{least}, {names}")
                        }
                    }
                }
            };
            let tail = match own.form {
                Form::Dictionary => Self::tail_of_dictionary(own),
                Form::Array => String::new(),
            };
            match &reads[..] {
                [] => out.line(format!("{head}, () => {{}}{tail});")),
                [only] if own.fields.iter().all(|field| field.aliases.is_empty()) => {
                    out.line(format!("{head}, () => {{ {only}; }}{tail});"));
                }
                reads => {
                    out.line(format!("{head}, (field) => {{"));
                    out.indented(|out| {
                        out.block("switch (field)", |out| {
                            for (at, read) in reads.iter().enumerate() {
                                out.line(format!("case {at}: {read}; break;"));
                            }
                        });
                    });
                    out.line(format!("}}{tail});"));
                }
            }
            out.line("return m;");
        });
    }

    /// `r.record(keys, 0x3`
    fn head_of_dictionary(&self, record: &Record<'_, 's>, own: &protocol::Record) -> String {
        let keys = if own.fields.is_empty() { "[]".to_owned() } else { self.keys(record) };
        let needed: Vec<bool> = own
            .fields
            .iter()
            .map(|field| !record.is_delta && is_needed(self.schema.variants, field))
            .collect();
        if needed.len() <= 31 {
            let mask = needed.iter().enumerate().map(|(at, is_needed)| u32::from(*is_needed) << at);
            self.parts.need("Reader.record");
            return format!("r.record({keys}, {:#x}", mask.sum::<u32>());
        }
        self.parts.need("Reader.longRecord");
        let digits: String =
            needed.iter().map(|is_needed| if *is_needed { '1' } else { '0' }).collect();
        format!("r.longRecord({keys}, '{digits}'")
    }

    /// Further arguments: the fields of the aliases, and whether other keys are errors.
    fn tail_of_dictionary(own: &protocol::Record) -> String {
        let aliases = own.fields.iter().enumerate();
        let aliases =
            aliases.flat_map(|(at, field)| field.aliases.iter().map(move |_| at.to_string()));
        let aliases: Vec<String> = aliases.collect();
        match (aliases.is_empty(), own.deny_unknown) {
            (true, false) => String::new(),
            (_, true) => format!(", [{}], true", aliases.join(", ")),
            (false, false) => format!(", [{}]", aliases.join(", ")),
        }
    }

    /// Texts as a literal.
    pub(super) fn list_of(texts: &[String]) -> String {
        format!("[{}]", texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", "))
    }

    /// The function that adds the entries of a record to those of another.
    fn print_add(
        &self,
        record: &Record<'_, 's>,
        own: &'s protocol::Record,
        slots: &[Slot<'_, 's>],
        out: &mut Printer,
    ) {
        out.gap();
        let fields = Self::of_variant(own, slots);
        let name = format!("add{}", record.name);
        self.print_writer(&name, &record.ty, Around::default(), out, |out| {
            for (field, slot) in &fields {
                let Some(slot) = slot else { continue };
                if field.flatten {
                    out.line(self.add_flattened(field, own, slot));
                    continue;
                }
                let value = value_of(record, slot);
                let at = At { value: &value, name: &quoted(&field.key) };
                let put = self.write(&field.ty, field.marks, at);
                self.parts.need("Writer.pairs");
                self.parts.need("keys");
                let key = self.single_key(&field.key);
                let line = self.after_key("pair", &key, own, &put);
                match self.condition(record, field, slot) {
                    Some(condition) => out.line(format!("if ({condition}) {}", block_of(&line))),
                    None => out.line(format!("{line};")),
                }
            }
        });
    }

    /// The constant with one key.
    pub(super) fn single_key(&self, key: &str) -> String {
        let mut known = self.single_keys.borrow_mut();
        if let Some((_, name)) = known.iter().find(|(known, _)| known == key) {
            return format!("{name}[0]!");
        }
        let words: String =
            key.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let mut wanted =
            format!("{}Key", crate::language::claims::camel_case(&format!("a_{words}")));
        while known.iter().any(|(_, name)| *name == self.names.function(&wanted)) {
            wanted.push('_');
        }
        let name = self.names.function(&wanted);
        self.parts.need("keys");
        let line = format!("const {name} = /* @__PURE__ */ keys({});", quoted(key));
        self.key_lines.borrow_mut().push(line);
        known.push((key.to_owned(), name.clone()));
        format!("{name}[0]!")
    }

    fn add_flattened(
        &self,
        field: &protocol::Field,
        own: &protocol::Record,
        slot: &Slot<'_, '_>,
    ) -> String {
        let others = own.fields.iter().filter(|other| other.name != field.name);
        let reserved = keys_of(self.schema.variants, others);
        let put = |value: &str, ty: &Type| self.add_type(ty, value, &slot.property, &reserved);
        match &field.ty {
            Type::Option(inner) => {
                format!("if ({0} !== null) {{ {1}; }}", slot.access, put(&slot.access, inner))
            }
            ty => format!("{};", put(&slot.access, ty)),
        }
    }

    /// A statement that adds the entries of a value.
    pub(super) fn add_type(
        &self,
        ty: &Type,
        value: &str,
        name: &str,
        reserved: &[String],
    ) -> String {
        match ty {
            Type::Pointer(inner) => self.add_type(inner, value, name, reserved),
            Type::Option(inner) => {
                let add = self.add_type(inner, value, name, reserved);
                format!("if ({value} !== null) {{ {add}; }}")
            }
            Type::Map(key, content) => {
                let key =
                    arrow("key", &self.write(key, protocol::Marks::default(), At::element("key")));
                let put = arrow(
                    "item",
                    &self.write(content, protocol::Marks::default(), At::element("item")),
                );
                let (name, reserved) = (quoted(name), Self::list_of(reserved));
                self.w("rest", &format!("{value}, {name}, {reserved}, {key}, {put}"))
            }
            Type::Message(index) => match &self.schema.types[*index].body {
                Body::Transparent(field) => self.add_type(&field.ty, value, name, reserved),
                _ => format!(
                    "{}(w, {value})",
                    self.names.function(&format!("add{}", self.names.ty(*index)))
                ),
            },
            // A Dictionary of any values.
            _ => {
                self.parts.need("addVariants");
                format!("addVariants(w, {value}, {})", Self::list_of(reserved))
            }
        }
    }

    /// The function that takes the fields of a record from the entries of a Dictionary.
    fn print_entries(
        &self,
        record: &Record<'_, 's>,
        own: &'s protocol::Record,
        slots: &[Slot<'_, 's>],
        out: &mut Printer,
    ) {
        out.gap();
        let fields = Self::of_variant(own, slots);
        let name = self.names.function(&format!("entries{}", record.name));
        self.parts.need("Entries");
        function(out, &name, &[("r", ": Reader"), ("e", ": Entries")], &record.ty, |out| {
            self.declare(record, slots, out);
            for (field, slot) in &fields {
                let Some(slot) = slot else { continue };
                if field.flatten {
                    out.line(format!("{} = {};", slot.access, self.take_entries(&field.ty)));
                    continue;
                }
                let keys: Vec<String> =
                    std::iter::once(&field.key).chain(&field.aliases).cloned().collect();
                let (keys, needed) = (Self::list_of(&keys), is_needed(self.schema.variants, field));
                let read = self.read(&field.ty, field.marks);
                self.parts.need("Entries.field");
                out.line(format!(
                    "e.field({keys}, {needed}, () => {{ {} = {read}; }});",
                    slot.access
                ));
            }
            out.line("return m;");
        });
    }

    /// An expression that takes a value from entries.
    pub(super) fn take_entries(&self, ty: &Type) -> String {
        match ty {
            Type::Pointer(inner) => self.take_entries(inner),
            Type::Option(inner) => {
                let needed = needed_keys(self.schema.variants, inner);
                let needed: Vec<String> = needed.iter().map(|keys| Self::list_of(keys)).collect();
                self.parts.need("Entries.option");
                let take = parenthesized(&self.take_entries(inner));
                format!("e.option([{}], () => {take})", needed.join(", "))
            }
            Type::Map(key, content) => {
                self.parts.need("Entries.rest");
                let marks = protocol::Marks::default();
                format!(
                    "e.rest(() => {}, () => {})",
                    self.read(key, marks),
                    self.read(content, marks)
                )
            }
            Type::Message(index) => match &self.schema.types[*index].body {
                Body::Transparent(field) => self.take_entries(&field.ty),
                _ => format!(
                    "{}(r, e)",
                    self.names.function(&format!("entries{}", self.names.ty(*index)))
                ),
            },
            _ => {
                self.parts.need("restOfVariants");
                "restOfVariants(r, e)".to_owned()
            }
        }
    }

    // ------------------------------------------------------------ flat messages

    fn print_put(
        &self,
        record: &Record<'_, 's>,
        flat: &'s flat::Record,
        slots: &[Slot<'_, 's>],
        out: &mut Printer,
    ) {
        out.gap();
        let mut lines = Vec::new();
        if flat.header_bits > 0 {
            lines.extend(self.put_header(record, flat, slots));
        }
        for (field, slot) in of_flat(flat, slots) {
            if field.is_in_header() {
                continue;
            }
            let value = value_of(record, slot);
            let at = At { value: &value, name: &name_of(&field.name) };
            let rust = optional(record, slot.field.ty.clone());
            let put = match (&field.ty, field.bits) {
                (Flat::Option(inner), Some(_)) => {
                    // TypeScript does not see in a function that the value is there.
                    let value = format!("{}!", slot.access);
                    let at = At { value: &value, ..at };
                    let put = self.put_field(field, inner, content_of(&rust), at);
                    let none = if record.is_delta { "undefined" } else { "null" };
                    let access = &slot.access;
                    if put.contains("=>") {
                        // A function does not know that a property is there.
                        let at = At { value: "value", name: at.name };
                        let put = self.put_field(field, inner, content_of(&rust), at);
                        format!("if ({access} !== {none}) {{ const value = {access}; {put}; }}")
                    } else if put.is_empty() {
                        put
                    } else {
                        format!("if ({access} !== {none}) {}", block_of(&put))
                    }
                }
                (ty, _) => {
                    let put = self.put_field(field, ty, &rust, at);
                    if put.is_empty() { put } else { format!("{put};") }
                }
            };
            if !put.is_empty() {
                lines.push(put);
            }
        }
        let name = format!("put{}", record.name);
        self.print_writer(&name, &record.ty, record.around, out, |out| out.all(&lines));
    }

    /// Statements that put the header of `flags`.
    fn put_header(
        &self,
        record: &Record<'_, 's>,
        flat: &flat::Record,
        slots: &[Slot<'_, 's>],
    ) -> Vec<String> {
        let is_long = flat.header_bits > 31;
        let mut terms = Vec::new();
        for (field, slot) in of_flat(flat, slots) {
            let Some(bits) = field.bits else { continue };
            let value = &slot.access;
            let at = At { value, name: &name_of(&field.name) };
            let none = if record.is_delta { "undefined" } else { "null" };
            let mask = (1_u128 << bits.count) - 1;
            let mut is_big = false;
            let term = match &field.ty {
                Flat::Option(_) => format!("({value} !== {none} ? 1 : 0)"),
                Flat::Number(number) => {
                    let checked = self.in_bits(bits.count, *number, at);
                    is_big = matches!(number, NumberType::U64 | NumberType::I64);
                    match (is_big, number.is_signed()) {
                        (true, _) => format!("BigInt.asUintN({}, {checked})", bits.count),
                        (false, true) if is_long => {
                            format!("BigInt.asUintN({}, BigInt({checked}))", bits.count)
                        }
                        (false, true) => format!("({checked} & {mask})"),
                        (false, false) => checked,
                    }
                }
                Flat::Message(of) => {
                    let index = self.schema.of_flat[*of];
                    let function = self.number_of(index);
                    let number = format!("{function}({value}, {})", at.name);
                    self.w("check", &format!("{number}, {}, 0, {mask}", at.name))
                }
                _ => format!("({value} ? 1 : 0)"),
            };
            let is_bigint = is_big || term.starts_with("BigInt");
            let term = match (is_long, is_bigint) {
                (true, false) => format!("BigInt({term})"),
                (false, true) => format!("Number({term})"),
                _ => term,
            };
            let n = if is_long { "n" } else { "" };
            terms.push(if bits.first == 0 { term } else { format!("{term} << {}{n}", bits.first) });
        }
        let zero = if is_long { "0n" } else { "0" };
        let flags = if terms.is_empty() { zero.to_owned() } else { terms.join(" | ") };
        let mut lines = vec![format!("const flags = {flags};")];
        for byte in 0..flat.header_bytes() {
            let byte = match (is_long, byte) {
                (true, byte) => format!("Number(flags >> {}n & 255n)", byte * 8),
                (false, 0) => "flags".to_owned(),
                (false, byte) => format!("flags >>> {}", byte * 8),
            };
            lines.push(format!("{};", self.w("byte", &byte)));
        }
        lines
    }

    /// An expression for the bits of a header.
    fn take_bits(&self, record: &flat::Record, field: &flat::Field, bits: flat::Bits) -> String {
        let is_long = record.header_bits > 31;
        let (first, count) = (bits.first, bits.count);
        let number = |signed: bool| match (is_long, signed) {
            (true, true) => format!("BigInt.asIntN({count}, flags >> {first}n)"),
            (true, false) => format!("BigInt.asUintN({count}, flags >> {first}n)"),
            (false, true) => format!("flags << {} >> {}", 32 - first - count, 32 - count),
            (false, false) => format!("(flags >>> {first} & {})", (1_u64 << count) - 1),
        };
        let small = |signed: bool| {
            if is_long { format!("Number({})", number(signed)) } else { number(signed) }
        };
        match &field.ty {
            Flat::Number(kind) => {
                match (matches!(kind, NumberType::U64 | NumberType::I64), is_long) {
                    (true, true) => number(kind.is_signed()),
                    (true, false) => format!("BigInt({})", number(kind.is_signed())),
                    (false, _) => small(kind.is_signed()),
                }
            }
            Flat::Message(of) => {
                let function = self.of_number(self.schema.of_flat[*of]);
                format!("{function}(r, r.at, {}, {})", small(false), name_of(&field.name))
            }
            _ => format!("{} === 1", small(false)),
        }
    }

    fn print_take(
        &self,
        record: &Record<'_, 's>,
        flat: &'s flat::Record,
        slots: &[Slot<'_, 's>],
        out: &mut Printer,
    ) {
        out.gap();
        let mut takes: Vec<(usize, String)> = Vec::new();
        for (field, slot) in of_flat(flat, slots) {
            let position =
                slots.iter().position(|other| other.field.name == slot.field.name).unwrap_or(0);
            let name = name_of(&field.name);
            let rust = optional(record, slot.field.with_pointers());
            let mut take = match (&field.ty, field.bits) {
                (Flat::Option(inner), Some(bits)) => {
                    let take = self.take_field(field, inner, content_of(&rust), &name);
                    if record.is_delta {
                        take
                    } else {
                        format!("{} ? {take} : null", self.take_bits(flat, field, bits))
                    }
                }
                (_, Some(bits)) => self.take_bits(flat, field, bits),
                (ty, None) => self.take_field(field, ty, &rust, &name),
            };
            if record.whole.is_some() && field.default != FieldDefault::Required {
                take = format!(
                    "whole && r.at === r.stop ? {} : {take}",
                    self.flat_default_of(slot.field)
                );
            }
            takes.push((position, take));
        }
        let header = (flat.header_bits > 0).then(|| {
            let (method, bytes) =
                (if flat.header_bits > 31 { "longHeader" } else { "header" }, flat.header_bytes());
            format!("const flags = {};", self.r(method, &format!("{bytes}, {}", flat.header_bits)))
        });
        let name = format!("take{}", record.name);
        let may_be_whole = record.whole.is_some();
        self.print_taker(&name, &record.ty, may_be_whole, record.around, out, |out| {
            self.print_taking(record, flat, slots, (header, takes), out);
        });
    }

    fn print_taking(
        &self,
        record: &Record<'_, 's>,
        flat: &'s flat::Record,
        slots: &[Slot<'_, 's>],
        (header, takes): (Option<String>, Vec<(usize, String)>),
        out: &mut Printer,
    ) {
        out.all(&header);
        if record.is_delta {
            out.line(format!("const m: {} = {{}};", record.ty));
            for ((field, slot), (_, take)) in of_flat(flat, slots).into_iter().zip(&takes) {
                let Some(bits) = field.bits else { continue };
                out.line(format!(
                    "if ({}) {} = {take};",
                    self.take_bits(flat, field, bits),
                    slot.access
                ));
            }
            out.line("return m;");
            return;
        }
        let mut values: Vec<String> = Vec::new();
        let is_in_order = takes.is_sorted_by_key(|(position, _)| *position);
        for (position, slot) in slots.iter().enumerate() {
            let take = takes.iter().position(|(of, _)| *of == position);
            values.push(match take {
                Some(at) if is_in_order => takes[at].1.clone(),
                Some(_) => format!("v{position}"),
                None => self.default_of(slot.field),
            });
        }
        if !is_in_order {
            for (position, take) in &takes {
                out.line(format!("const v{position} = {take};"));
            }
        }
        let literal = Self::literal(slots, record.style, record.kind, &values);
        let is_trailing = record.whole == Some(true);
        let head =
            if is_trailing { format!("const m: {} = ", record.ty) } else { "return ".to_owned() };
        let is_named = matches!(record.style, Style::Named | Style::Unit) && !slots.is_empty();
        if literal.len() + head.len() <= out.room(100) || !is_named {
            out.line(format!("{head}{literal};"));
        } else {
            out.line(format!("{head}{{"));
            out.indented(|out| {
                record.kind.iter().for_each(|kind| out.line(format!("kind: {},", quoted(kind))));
                for (slot, value) in slots.iter().zip(&values) {
                    out.line(format!("{}: {value},", slot.property));
                }
            });
            out.line("};");
        }
        if is_trailing {
            out.line("if (whole) r.at = r.stop;");
            out.line("return m;");
        }
    }
}

/// The fields of a flat message with their slots, in the order of the bytes.
fn of_flat<'a, 's>(
    record: &'s flat::Record,
    slots: &'a [Slot<'a, 's>],
) -> Vec<(&'s flat::Field, &'a Slot<'a, 's>)> {
    let slot = |field: &flat::Field| slots.iter().find(|slot| slot.field.name == field.name);
    record.fields.iter().filter_map(|field| Some((field, slot(field)?))).collect()
}

/// The type of a field in Rust. In a delta the `Option` around it is not part of the property.
fn optional(record: &Record<'_, '_>, ty: Type) -> Type {
    if record.is_delta { Type::Option(Box::new(ty)) } else { ty }
}

/// The value of a field. In a delta it is there where it is written, which TypeScript does not see in a function.
fn value_of(record: &Record<'_, '_>, slot: &Slot<'_, '_>) -> String {
    format!("{}{}", slot.access, if record.is_delta { "!" } else { "" })
}

/// A statement, or several in braces.
fn block_of(statement: &str) -> String {
    if statement.contains("; ") { format!("{{ {statement}; }}") } else { format!("{statement};") }
}
