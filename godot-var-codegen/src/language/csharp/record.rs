//! Records: their fields in Dictionaries, Arrays and flat messages.

use std::collections::BTreeSet;

use godot_var_runtime::variant::{Generation, VariantType};

use super::Generator;
use super::code::{From, Put, To};
use super::text::string;
use crate::flat::{self, Type as Flat};
use crate::language::fields::{self, Omission};
use crate::language::printer::Printer;
use crate::protocol::{self, FieldDefault, Form as Container, Keys, Type};
use crate::schema::{Body, Field};

/// A field and its name in C#.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'p, 's> {
    pub(super) field: &'p Field<'s>,
    pub(super) name: &'p str,
    /// Whether errors name what is around it instead: it is all that a variant has.
    pub(super) is_framed: bool,
}

impl Part<'_, '_> {
    /// Whether it is a field of a delta.
    fn is_change(&self) -> bool {
        self.field.default == FieldDefault::Unchanged
    }

    /// Its value: with `this` for a name that a local variable may have, too.
    pub(super) fn value(&self) -> String {
        let is_local = self.name.starts_with(|c: char| c.is_ascii_lowercase() || c == '@');
        if is_local { format!("this.{}", self.name) } else { self.name.to_owned() }
    }

    /// Where its value is, with a name for errors.
    fn from(&self, name: &str) -> From {
        if self.is_framed { From::unnamed(&self.value()) } else { From::field(&self.value(), name) }
    }

    /// The field that is true if a change is there.
    fn has(&self) -> String {
        has(self.name)
    }

    /// The same, in a delta.
    fn flag(&self) -> Option<String> {
        self.is_change().then(|| self.has())
    }
}

/// The name of the field that is true if a change of another field is there.
pub(super) fn has(name: &str) -> String {
    format!("Has{}", name.trim_start_matches('@'))
}

/// What is around the fields in a Dictionary.
#[derive(Clone, Debug, Default)]
pub(super) struct Around {
    /// The tag among them: the statement that writes it, and its key.
    pub(super) tag: Option<(String, String)>,
    /// What errors begin with.
    pub(super) name: String,
}

/// `head`, then the body in braces of their own lines.
pub(super) fn block(out: &mut Printer, head: &str, body: impl FnOnce(&mut Printer)) {
    out.line(head);
    out.line("{");
    out.indented(body);
    out.line("}");
}

/// A method: in one line if its only statement is an expression.
pub(super) fn method(out: &mut Printer, head: &str, lines: &[String]) {
    if let [only] = lines
        && let Some(expression) = only.strip_suffix(';')
        && !only.contains("; ")
        && !["if ", "for ", "switch ", "{", "throw ", "return ", "bool ", "int ", "ulong "]
            .iter()
            .any(|word| only.starts_with(word))
    {
        out.line(format!("{head} => {expression};"));
    } else if lines.is_empty() {
        out.line(format!("{head} {{ }}"));
    } else {
        out.gap();
        block(out, head, |out| lines.iter().for_each(|line| out.line(line)));
        out.gap();
    }
}

impl<'s> Generator<'s> {
    pub(super) fn field_names(&self, index: usize) -> Vec<String> {
        match &self.schema.types[index].body {
            Body::Record(fields) => super::names::fields(self.names.bare(index), [], fields),
            _ => Vec::new(),
        }
    }

    /// A class for a record.
    pub(super) fn record(&self, out: &mut Printer, index: usize, fields: &[Field<'s>]) {
        let def = &self.schema.types[index];
        let names = self.field_names(index);
        let parts: Vec<Part<'_, 's>> = fields
            .iter()
            .zip(&names)
            .map(|(field, name)| Part { field, name, is_framed: false })
            .collect();
        let class = self.names.ty(index);
        self.names.scope.borrow_mut().fields =
            names.iter().cloned().chain(parts.iter().filter_map(Part::flag)).collect();
        self.docs(out, def.docs, "");
        let base = self.names.other("Message");
        self.need("Message");
        block(out, &format!("public sealed partial class {class} : {base}"), |out| {
            self.declare(out, &parts);
            let own = def.variant.and_then(|own| match &own.body {
                protocol::Body::Record(record) => Some(record),
                _ => None,
            });
            let around = Around { name: def.name.to_owned(), ..Around::default() };
            out.gap();
            match own.filter(|own| own.form == Container::Dictionary) {
                Some(own) => self.shape(out, own, &parts, &around),
                None => {
                    out.line(format!("internal override string _name => {};", string(def.name)));
                }
            }
            out.gap();
            self.entry_points(out, index, &class);
            self.delta_functions(out, index, &parts);
            if self.held_by_deltas.contains(&index) {
                self.copying(out, &class, &parts);
            }
            if let Some(own) = own {
                self.record_functions(out, own, &parts, &around);
            }
            if let Some(flat) = def.flat
                && let flat::Body::Record(record) = &flat.body
            {
                self.flat_functions(out, flat, record, &parts, None);
            }
        });
        *self.names.scope.borrow_mut() = super::names::Scope::default();
    }

    /// The fields of a class.
    pub(super) fn declare(&self, out: &mut Printer, parts: &[Part<'_, 's>]) {
        for part in parts {
            let Part { field, name, .. } = part;
            self.variables.set(0);
            let initial = if part.is_change() { String::new() } else { self.initializer(field) };
            self.field_docs(out, field);
            out.line(format!("public {} {name}{initial};", self.cs(&field.ty)));
            if part.is_change() {
                out.line(format!("/// <summary>Whether <see cref=\"{name}\"/> changed.</summary>"));
                out.line(format!("public bool {};", part.has()));
            }
        }
    }

    /// `FromBytes` and `FromFlat` of a record.
    fn entry_points(&self, out: &mut Printer, index: usize, class: &str) {
        let def = &self.schema.types[index];
        let reader = self.before_dot("Reader");
        let function = |out: &mut Printer, name: &str, read: &str| {
            out.line(format!(
                "public static {class} {name}(byte[] bytes, int start = 0, int count = -1, {class} reuse = null)"
            ));
            out.indented(|out| {
                out.line(format!(
                    "=> {reader}.{read}(reuse ?? new {class}(), bytes, start, count);"
                ));
            });
        };
        if def.variant.is_some() {
            self.need("Reader.Message");
            self.need("Message.record");
            function(out, "FromBytes", "Whole");
        }
        if def.flat.is_some() {
            let read = if self.plan.is_whole(index) { "WholeGrowing" } else { "WholeFlat" };
            self.need(&format!("Reader.{read}"));
            let is_only = def.variant.is_none();
            function(out, if is_only { "FromBytes" } else { "FromFlat" }, read);
            self.flat_entry_points(out, is_only);
        }
        out.gap();
    }

    /// `ToFlat`, where only some messages have a flat form beside another.
    pub(super) fn flat_entry_points(&self, out: &mut Printer, is_only: bool) {
        if is_only || self.all_both {
            return;
        }
        self.need("Message.some");
        out.line("public byte[] ToFlat() => _toFlat();");
        out.line(format!(
            "public void WriteFlatTo({} w) => _writeFlatTo(w);",
            self.names.other("Writer")
        ));
    }

    /// The fields of the Dictionary or Array.
    fn on_wire<'p>(parts: &'p [Part<'p, 's>]) -> Vec<&'p Part<'p, 's>> {
        parts.iter().filter(|part| part.field.variant.is_some()).collect()
    }

    /// `_shape`: the keys of the fields.
    pub(super) fn shape(
        &self,
        out: &mut Printer,
        own: &protocol::Record,
        parts: &[Part<'_, 's>],
        around: &Around,
    ) {
        self.need("Message.shape");
        let shape = self.names.other("Shape");
        let (mut keys, mut more) = (Vec::new(), String::new());
        for part in Self::on_wire(parts) {
            let Some(column) = part.field.variant.filter(|column| !column.flatten) else {
                continue;
            };
            if !column.aliases.is_empty() {
                let aliases: Vec<String> = column.aliases.iter().map(|it| string(it)).collect();
                more = format!("{more}.Alias({}, {})", keys.len(), aliases.join(", "));
            }
            keys.push(string(&column.key));
        }
        if own.deny_unknown && !Self::flattens(own) {
            self.need("Reader.Closed");
            let tag = around.tag.as_ref().map_or(String::new(), |(_, key)| string(key));
            more = format!("{more}.Closed({tag})");
        }
        let list = keys.iter().fold(string(&around.name), |all, key| format!("{all}, {key}"));
        out.line(format!("static readonly {shape} _shape = new {shape}({list}){more};"));
        if let Some(rest) = self.claims(own, around) {
            out.line(rest);
        }
        out.line(format!("internal override {shape} _form => _shape;"));
    }

    /// Whether a record has fields whose own are among its.
    pub(super) fn flattens(own: &protocol::Record) -> bool {
        own.fields.iter().any(|field| field.flatten)
    }

    /// `_rest`: the keys that a map among the fields does not take.
    fn claims(&self, own: &protocol::Record, around: &Around) -> Option<String> {
        if !own.fields.iter().any(|field| field.flatten && self.has_map(&field.ty, 0)) {
            return None;
        }
        let shape = self.names.other("Shape");
        let mut keys: Vec<String> = around.tag.iter().map(|(_, key)| key.clone()).collect();
        keys.extend(fields::keys_of(self.schema.variants, &own.fields));
        let list = keys.iter().fold(String::new(), |all, key| all + ", " + &string(key));
        self.need("Shape");
        Some(format!(
            "static readonly {shape} _rest = new {shape}({}{list});",
            string(&around.name)
        ))
    }

    /// Whether a flattened type has a map in it.
    pub(super) fn has_map(&self, ty: &Type, depth: usize) -> bool {
        match ty {
            Type::Map(..) => true,
            Type::Option(inner) | Type::Pointer(inner) => self.has_map(inner, depth),
            Type::Message(index) if depth < 16 => {
                let types = self.flattened_types(*index);
                types.into_iter().any(|ty| self.has_map(ty, depth + 1))
            }
            _ => false,
        }
    }

    /// The types whose fields are among those of a type.
    pub(super) fn flattened_types(&self, index: usize) -> Vec<&Type> {
        let of = |record: &'s protocol::Record, all: bool| {
            record.fields.iter().filter(move |field| all || field.flatten).map(|field| &field.ty)
        };
        match self.schema.types[index].variant.map(|own| &own.body) {
            Some(protocol::Body::Record(record)) => of(record, false).collect(),
            Some(protocol::Body::Transparent(field)) => vec![&field.ty],
            Some(protocol::Body::Enumeration(it)) => it
                .members
                .iter()
                .flat_map(|member| of(&member.record, member.style == protocol::Style::Newtype))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Whether the entries of a record differ from value to value, or are among those of another one.
    fn has_entries(&self, own: &protocol::Record, parts: &[Part<'_, 's>], around: &Around) -> bool {
        around.tag.is_some()
            || Self::flattens(own)
            || Self::on_wire(parts).iter().any(|part| self.absent(part).is_some())
            || self.is_beside(&around.name)
    }

    /// The functions that write and read a record as a Variant.
    pub(super) fn record_functions(
        &self,
        out: &mut Printer,
        own: &protocol::Record,
        parts: &[Part<'_, 's>],
        around: &Around,
    ) {
        let writer = self.names.other("Writer");
        let head = format!("internal override void _write({writer} w)");
        if own.form == Container::Dictionary && self.has_entries(own, parts, around) {
            method(out, &head, &[format!("{};", self.put("w", "Entries", "this"))]);
            self.entries(out, own, parts, around);
        } else {
            method(out, &head, &self.written(own, parts));
        }
        self.reading(out, own, parts, 0, around);
    }

    /// `_read`, `_field` and `_missing` of a record.
    pub(super) fn reading(
        &self,
        out: &mut Printer,
        own: &protocol::Record,
        parts: &[Part<'_, 's>],
        tags: usize,
        around: &Around,
    ) {
        let reader = self.names.other("Reader");
        let on_wire = Self::on_wire(parts);
        if tags == 0 && own.form == Container::Array {
            let (least, most) = (Self::least(own), on_wire.len());
            if least < most {
                self.need("Reader.FieldsMissing");
            }
            let call = self.take("r", "Fields", &format!("this, {least}, {most}"));
            self.need("Message.record");
            method(out, &format!("internal override void _read(ref {reader} r)"), &[call + ";"]);
        } else if Self::flattens(own) {
            self.flattened(out, own, parts, around.tag.is_some());
        }
        let is_keyed = own.form == Container::Dictionary && tags == 0;
        let own_parts: Vec<&Part<'_, 's>> = on_wire
            .into_iter()
            .filter(|part| !part.field.variant.is_some_and(|column| column.flatten))
            .collect();
        let mut cases = Vec::new();
        for (at, part) in own_parts.iter().enumerate() {
            let Some(column) = part.field.variant else { continue };
            let to = To::unnamed(&part.value());
            let value = self.read(&part.field.ty, column.marks, &to);
            let has =
                if part.is_change() { format!("{} = true; ", part.has()) } else { String::new() };
            cases.push((at, format!("{has}{} = {value};", part.value())));
        }
        let head = format!("internal override void _field(int index, ref {reader} r)");
        match &cases[..] {
            [] => {}
            [(_, only)] => method(out, &head, std::slice::from_ref(only)),
            cases => {
                let mut lines = vec!["switch (index)".to_owned(), "{".to_owned()];
                lines
                    .extend(cases.iter().map(|(at, line)| format!("    case {at}: {line} break;")));
                lines.push("}".to_owned());
                method(out, &head, &lines);
            }
        }
        let mut missing = Vec::new();
        for (at, part) in own_parts.iter().enumerate() {
            if let Some(line) = self.missing(part, is_keyed) {
                missing.push((at, line));
            }
        }
        if is_keyed {
            self.need("Message.missing");
        }
        let head = "internal override bool _missing(int index)";
        if let [(at, line)] = &missing[..] {
            let test = format!("if (index != {at}) return false;");
            method(out, head, &[test, line.clone(), "return true;".to_owned()]);
        } else if !missing.is_empty() {
            let mut lines = vec!["switch (index)".to_owned(), "{".to_owned()];
            let cases =
                missing.iter().map(|(at, line)| format!("    case {at}: {line} return true;"));
            lines.extend(cases);
            lines.extend(["    default: return false;".to_owned(), "}".to_owned()]);
            method(out, head, &lines);
        }
        if !missing.is_empty() {
            self.need("Message.missing");
        }
    }

    /// How many fields an Array has at least.
    pub(super) fn least(own: &protocol::Record) -> usize {
        own.fields.iter().take_while(|field| field.default == FieldDefault::Required).count()
    }

    /// What sets a field that is missing; `None` if it may not be.
    fn missing(&self, part: &Part<'_, 's>, is_keyed: bool) -> Option<String> {
        let (field, name) = (part.field, part.value());
        if part.is_change() {
            return Some(format!("{} = false;", part.has()));
        }
        let column = field.variant?;
        let is_option = is_keyed
            && !self
                .schema
                .variants
                .with_layout_of(&column.ty, column.marks, |layout| !layout.may_be_missing());
        let is_left_out = is_keyed && (!column.encoded || !column.decoded);
        if column.default == FieldDefault::Required && !is_option && !is_left_out {
            return None;
        }
        let value = self.default_of(field).unwrap_or_else(|| self.nothing(&field.ty));
        Some(format!("{name} = {value};"))
    }

    fn nothing(&self, ty: &Type) -> String {
        let is_value = match self.peeled(ty) {
            Type::Option(_) => false,
            ty => self.is_value(ty),
        };
        if is_value { format!("default({})", self.cs(ty)) } else { "null".to_owned() }
    }

    /// When a field is not written: the condition under which it is.
    fn absent(&self, part: &Part<'_, 's>) -> Option<String> {
        if part.is_change() {
            return Some(part.has());
        }
        let column = part.field.variant?;
        let name = part.value();
        Some(match fields::omission(column)? {
            Omission::None => format!("{name} != null"),
            Omission::Empty if self.cs(&part.field.ty) == "string" => format!("{name} != \"\""),
            Omission::Empty => {
                let count = if Self::is_bytes(&part.field.ty) { "Length" } else { "Count" };
                format!("{name} == null || {name}.{count} > 0")
            }
        })
    }

    /// Writes a field in a Dictionary or an Array.
    fn put_field(&self, part: &Part<'_, 's>) -> Put {
        let column = part.field.variant;
        let marks = column.map_or(protocol::Marks::default(), |column| column.marks);
        let key = column.map_or("", |column| &column.key);
        self.write(&part.field.ty, marks, &part.from(key))
    }

    fn key(&self, own: &protocol::Record, at: usize) -> String {
        let is_name = own.keys == Keys::StringName && self.options.generation == Generation::Godot4;
        let method = if is_name { "NameKey" } else { "Key" };
        self.put("w", method, &format!("_shape.Keys[{at}]"))
    }

    /// The statements that write a field after its key.
    fn keyed(&self, own: &protocol::Record, at: usize, part: &Part<'_, 's>) -> Vec<String> {
        let key = self.key(own, at);
        match self.put_field(part) {
            Put::Call(call) if call.starts_with("w.") => vec![format!("{key}{};", &call[1..])],
            put => vec![format!("{key};"), put.line()],
        }
    }

    /// The statements that write a record whose entries are always the same, or an Array.
    pub(super) fn written(&self, own: &protocol::Record, parts: &[Part<'_, 's>]) -> Vec<String> {
        let on_wire = Self::on_wire(parts);
        if own.form == Container::Array {
            let mut lines =
                vec![format!("{};", self.put("w", "Array", &on_wire.len().to_string()))];
            lines.extend(on_wire.iter().map(|part| self.put_field(part).line()));
            return lines;
        }
        let written: Vec<(usize, &&Part<'_, 's>)> = on_wire
            .iter()
            .enumerate()
            .filter(|(_, part)| part.field.variant.is_some_and(|column| column.decoded))
            .collect();
        let head = self.put("w", "Dictionary", &written.len().to_string());
        if let [(at, only)] = written[..] {
            let lines = self.keyed(own, at, only);
            if let [line] = &lines[..] {
                return vec![format!("{head}{}", &line[1..])];
            }
        }
        let mut lines = vec![format!("{head};")];
        for (at, part) in written {
            lines.extend(self.keyed(own, at, part));
        }
        lines
    }

    /// `_entries`: writes the fields of a Dictionary, and returns how many.
    pub(super) fn entries(
        &self,
        out: &mut Printer,
        own: &protocol::Record,
        parts: &[Part<'_, 's>],
        around: &Around,
    ) {
        self.need("Message.entries");
        let writer = self.names.other("Writer");
        let (mut lines, mut count, mut at) = (Vec::new(), 0, 0);
        if let Some((tag, _)) = &around.tag {
            lines.push(tag.clone());
            count += 1;
        }
        for part in Self::on_wire(parts) {
            let Some(column) = part.field.variant else { continue };
            if column.flatten {
                let put =
                    self.put_entries(&part.field.ty, &part.value(), &string(&column.key), "_rest");
                lines.push(put);
                continue;
            }
            at += 1;
            if !column.decoded {
                continue;
            }
            let keyed = self.keyed(own, at - 1, part);
            match self.absent(part) {
                Some(condition) => {
                    lines.push(format!("if ({condition}) {{ count++; {} }}", keyed.join(" ")));
                }
                None => {
                    count += 1;
                    lines.extend(keyed);
                }
            }
        }
        let is_counted =
            lines.iter().any(|line| line.contains("count++") || line.contains("count += "));
        if is_counted {
            lines.insert(0, format!("int count = {count};"));
            lines.push("return count;".to_owned());
        } else {
            lines.push(format!("return {count};"));
        }
        method(out, &format!("internal override int _entries({writer} w)"), &lines);
    }

    /// Writes a value whose entries are among others.
    ///
    /// `name` is an expression.
    pub(super) fn put_entries(&self, ty: &Type, v: &str, name: &str, rest: &str) -> String {
        match self.peeled(ty) {
            Type::Option(inner) => {
                format!("if ({v} != null) {}", self.put_entries(inner, v, name, rest))
            }
            Type::Map(_, value) => {
                let from = From::unnamed(v);
                let put = Self::put_lambda(&from, |from| {
                    self.write(value, protocol::Marks::default(), from)
                });
                let arguments = format!("{v}, {rest}, {name}, {put}");
                format!("count += {};", self.put("w", "Rest", &arguments))
            }
            ty if self.has_map(ty, 0) => {
                let arguments = format!("{v}, {rest}, {name}");
                format!("count += {};", self.put("w", "Within", &arguments))
            }
            _ => format!("count += {};", self.put("w", "Beside", &format!("{v}, {name}"))),
        }
    }

    /// Reads a value whose entries are among others: an expression.
    pub(super) fn take_entries(&self, ty: &Type, old: &str, at: &str, rest: &str) -> String {
        let to = To::unnamed(old);
        let cs = self.cs(ty);
        match self.peeled(ty) {
            Type::Option(inner) => {
                let lambda = self.take_lambda(&to, &cs, |to| {
                    let at = format!("{}.At", to.r);
                    self.take_entries_of(inner, &to.old, &at, rest, to)
                });
                self.take("r", "Perhaps", &format!("{at}, {old}, {lambda}"))
            }
            ty => self.take_entries_of(ty, old, at, rest, &to),
        }
    }

    fn take_entries_of(&self, ty: &Type, old: &str, at: &str, rest: &str, to: &To) -> String {
        let cs = self.parameter(ty);
        match self.peeled(ty) {
            Type::Map(_, value) => {
                let lambda = self.take_lambda(to, &self.parameter(value), |to| {
                    self.read(value, protocol::Marks::default(), to)
                });
                self.take(&to.r, "Rest", &format!("{old}, {rest}, {lambda}"))
            }
            ty => {
                let lambda =
                    self.take_lambda(to, &cs, |to| self.read(ty, protocol::Marks::default(), to));
                if self.has_map(ty, 0) {
                    return self.take(&to.r, "Within", &format!("{at}, {rest}, {old}, {lambda}"));
                }
                self.take(&to.r, "Beside", &format!("{at}, {old}, {lambda}"))
            }
        }
    }

    /// `_read` of a record with fields of other records among its own.
    fn flattened(
        &self,
        out: &mut Printer,
        own: &protocol::Record,
        parts: &[Part<'_, 's>],
        has_tag: bool,
    ) {
        self.need("Reader.Record");
        self.need("Message.record");
        let reader = self.names.other("Reader");
        let flattened: Vec<_> = Self::on_wire(parts)
            .into_iter()
            .filter(|part| part.field.variant.is_some_and(|column| column.flatten))
            .collect();
        let has_map =
            flattened.iter().any(|part| matches!(self.peeled(&part.field.ty), Type::Map(..)));
        let is_closed = own.deny_unknown && !has_map;
        let mut lines = vec!["int at = r.At;".to_owned()];
        if is_closed {
            self.need("Reader.Open");
            lines.push("bool closed = !r.Open;".to_owned());
        }
        lines.push("r.Record(this);".to_owned());
        for part in &flattened {
            let value = self.take_entries(&part.field.ty, &part.value(), "at", "_rest");
            if matches!(self.peeled(&part.field.ty), Type::Map(..)) {
                lines.push("r.At = at;".to_owned());
            }
            lines.push(format!("{} = {value};", part.value()));
        }
        if is_closed {
            self.need("Reader.OnlyKnown");
            lines.push("if (closed) r.OnlyKnown(at, this);".to_owned());
        }
        method(out, &format!("internal override void _read(ref {reader} r)"), &lines);
        if self.has_knows {
            self.need("Message.knows");
            let tag = has_tag.then(|| "r.Among(_tag.Keys, at, count)".to_owned());
            let own = "base._knows(ref r, at, count)".to_owned();
            let of_others = flattened.iter().map(|part| self.known(&part.field.ty, &part.value()));
            let known: Vec<String> = tag.into_iter().chain([own]).chain(of_others).collect();
            let known = known.join(" || ");
            method(
                out,
                &format!("internal override bool _knows(ref {reader} r, int at, int count)"),
                &[format!("return {known};")],
            );
        }
    }

    /// Whether a key is one of a flattened value: an expression.
    pub(super) fn known(&self, ty: &Type, value: &str) -> String {
        match self.peeled(ty) {
            Type::Map(..) => "true".to_owned(),
            Type::Option(inner) if matches!(self.peeled(inner), Type::Map(..)) => "true".to_owned(),
            _ => format!("{value} != null && {value}._knows(ref r, at, count)"),
        }
    }

    /// The functions that write and read a record as a flat message, after the number of a variant.
    pub(super) fn flat_functions(
        &self,
        out: &mut Printer,
        def: &flat::TypeDef,
        record: &flat::Record,
        parts: &[Part<'_, 's>],
        number: Option<String>,
    ) {
        let big = def.big_endian;
        let fields: Vec<(&flat::Field, &Part<'_, 's>)> = record
            .fields
            .iter()
            .filter_map(|field| Some((field, parts.iter().find(|it| it.field.name == field.name)?)))
            .collect();
        let mut lines: Vec<String> = Vec::new();
        let set_time = |field: &flat::Field| {
            self.variables.set(0);
            self.time.set(field.time.filter(|time| time.unit == "s"));
        };
        let has_number = number.is_some();
        if let Some(number) = number {
            lines.push(format!("{number};"));
        }
        if record.header_bits > 0 {
            let bits: Vec<String> = fields
                .iter()
                .filter_map(|(field, part)| {
                    set_time(field);
                    let bits = field.bits?;
                    let value = self.header_value(field, part);
                    Some(if bits.first == 0 { value } else { format!("{value} << {}", bits.first) })
                })
                .collect();
            let header = format!("{}, {}", record.header_bytes(), bits.join(" | "));
            lines.push(format!("{};", self.put("w", "Header", &header)));
        }
        let mut used = BTreeSet::new();
        for (at, (field, part)) in fields.iter().enumerate() {
            set_time(field);
            self.variables.set(at);
            used.insert(at);
            lines.extend(self.put_flat_field(field, part));
        }
        self.time.set(None);
        let writer = self.names.other("Writer");
        if big && lines.iter().any(|line| !line.is_empty()) {
            self.need("Writer.Big");
            lines.insert(0, "w.Big = true;".to_owned());
            lines.insert(0, "bool big = w.Big;".to_owned());
            lines.push("w.Big = big;".to_owned());
        }
        lines.retain(|line| !line.is_empty());
        if lines.len() == 2
            && has_number
            && lines[0].starts_with("w.")
            && lines[1].starts_with("w.")
            && !lines[1].contains("; ")
        {
            let first = lines.remove(0);
            lines[0] = format!("{}{}", first.trim_end_matches(';'), &lines[0][1..]);
        }
        method(out, &format!("internal override void _writeFlat({writer} w)"), &lines);
        let lines = self.read_flat_lines(def, record, &fields);
        let reader = self.names.other("Reader");
        method(out, &format!("internal override void _readFlat(ref {reader} r)"), &lines);
    }

    fn put_flat_field(&self, field: &flat::Field, part: &Part<'_, 's>) -> Option<String> {
        let from = part.from(&field.name);
        let ty = &part.field.with_pointers();
        if part.is_change() {
            let Flat::Option(inner) = &field.ty else { return None };
            let some = self.write_flat(inner, ty, &from).line();
            let has = part.has();
            return Some(if field.bits.is_some() {
                format!("if ({has}) {{ {some} }}")
            } else {
                format!("w.U8({has} ? 1 : 0); if ({has}) {{ {some} }}")
            });
        }
        match (&field.ty, field.bits, self.peeled(ty)) {
            (Flat::Option(inner), Some(_), Type::Option(of)) => {
                let from = if self.is_value(of) {
                    from.of(format!("{}.Value", part.value()))
                } else {
                    from.clone()
                };
                let some = self.write_flat(inner, of, &from).line();
                Some(format!("if ({} != null) {{ {some} }}", part.value()))
            }
            (_, Some(_), _) => None,
            (Flat::Option(inner), None, Type::Option(of)) => {
                let (is_value, name) = (self.is_value(of), part.value());
                let from = if is_value { from.of(format!("{name}.Value")) } else { from.clone() };
                let some = self.write_flat(inner, of, &from).line();
                Some(format!("w.U8({name} == null ? 0 : 1); if ({name} != null) {{ {some} }}"))
            }
            (flat, None, _) => Some(self.write_flat(flat, ty, &from).line()),
        }
    }

    /// What the bits of a field in a header are.
    fn header_value(&self, field: &flat::Field, part: &Part<'_, 's>) -> String {
        let name = &part.value();
        if part.is_change() {
            return format!("({} ? 1ul : 0)", part.has());
        }
        match &field.ty {
            Flat::Bool | Flat::LenientBool => format!("({name} ? 1ul : 0)"),
            Flat::Option(_) => format!("({name} != null ? 1ul : 0)"),
            ty => {
                let count = field.bits.map_or(0, |bits| bits.count);
                let text = string(&field.name);
                let number = self.number_of_flat(ty, name, &text);
                let signed = self.is_signed(ty);
                self.on_writer("Bits", &format!("{number}, {count}, {signed}, {text}"))
            }
        }
    }

    /// Whether the number of a field with bits has a sign.
    fn is_signed(&self, ty: &Flat) -> bool {
        match ty {
            Flat::NonZero(inner) => self.is_signed(inner),
            Flat::Message(index) => match &self.schema.flat.types[*index].body {
                flat::Body::Record(record) => {
                    record.fields.first().is_some_and(|field| self.is_signed(&field.ty))
                }
                flat::Body::Enumeration(_) => false,
            },
            ty => ty.is_signed(),
        }
    }

    fn read_flat_lines(
        &self,
        def: &flat::TypeDef,
        record: &flat::Record,
        fields: &[(&flat::Field, &Part<'_, 's>)],
    ) -> Vec<String> {
        let mut lines = Vec::new();
        let has_default = fields.iter().any(|(field, _)| field.default != FieldDefault::Required);
        let is_whole = has_default || def.trailing;
        if is_whole {
            self.need("Reader.Whole");
            lines.push("bool whole = r.TakeWhole();".to_owned());
        }
        if def.big_endian {
            self.need("Reader.Big");
            lines.push("bool big = r.Big;".to_owned());
            lines.push("r.Big = true;".to_owned());
        }
        if record.header_bits > 0 {
            let arguments = format!("{}, {}", record.header_bytes(), record.header_bits);
            lines.push(format!("ulong header = {};", self.take("r", "Header", &arguments)));
        }
        // All bits of a header are checked before the fields after it are read.
        let in_header = |field: &&(&flat::Field, &Part<'_, 's>)| field.0.is_in_header();
        for (field, part) in fields.iter().filter(in_header) {
            if let Some(bits) = field.bits {
                let value = self.read_bits_of(&field.ty, &part.field.ty, bits, &field.name);
                lines.push(format!("{} = {value};", part.value()));
            }
        }
        for (field, part) in fields.iter().filter(|field| !in_header(field)) {
            self.time.set(field.time.filter(|time| time.unit == "s"));
            let (ty, name) = (&part.field.with_pointers(), part.value());
            let to =
                if part.is_framed { To::unnamed(&name) } else { To::field(&name, &field.name) };
            if part.is_change() {
                let Flat::Option(inner) = &field.ty else { continue };
                let there = match field.bits {
                    Some(bits) => format!("(header >> {} & 1) != 0", bits.first),
                    None => self.take("r", "FlatBool", &string(&field.name)),
                };
                let has = part.has();
                let value = self.read_flat(inner, ty, &to);
                lines.push(format!("{has} = {there};"));
                lines.push(format!("if ({has}) {name} = {value};"));
                continue;
            }
            let mut value = match (&field.ty, field.bits, self.peeled(ty)) {
                (Flat::Option(inner), Some(bits), Type::Option(of)) => {
                    let there = format!("(header >> {} & 1) != 0", bits.first);
                    self.read_present(&there, inner, ty, of, &to, None)
                }
                (flat, _, _) => self.read_flat(flat, ty, &to),
            };
            if field.default != FieldDefault::Required {
                self.need("Reader.Ends");
                let default = self.flat_default_of(part.field).unwrap_or_else(|| self.nothing(ty));
                let inner = if value.contains(" ? ") { format!("({value})") } else { value };
                let cast = match self.peeled(ty) {
                    Type::Value(VariantType::Int, _) => format!("({})", self.cs(ty)),
                    _ => String::new(),
                };
                value = format!("whole && r.Ends ? {cast}{default} : {inner}");
            }
            lines.push(format!("{name} = {value};"));
        }
        self.time.set(None);
        if def.trailing {
            self.need("Reader.ToEnd");
            lines.push("if (whole) r.ToEnd();".to_owned());
        }
        if def.big_endian {
            lines.push("r.Big = big;".to_owned());
        }
        lines
    }

    /// Reads a field of bits in the header.
    fn read_bits_of(&self, flat: &Flat, ty: &Type, bits: flat::Bits, name: &str) -> String {
        let flat::Bits { first, count } = bits;
        let cs = self.cs(ty);
        match flat {
            Flat::Bool | Flat::LenientBool => format!("(header >> {first} & 1) != 0"),
            Flat::NonZero(inner) => {
                let value = self.read_bits_of(inner, ty, bits, name);
                self.take("r", "NotZero", &format!("{value}, {}", string(name)))
            }
            Flat::Message(index) => {
                let own = self.schema.of_flat[*index];
                match (&self.schema.types[own].body, &self.schema.flat.types[*index].body) {
                    (Body::Transparent(field), flat::Body::Record(record)) => {
                        match record.fields.first() {
                            Some(only) => self.read_bits_of(&only.ty, &field.ty, bits, name),
                            None => format!("default({cs})"),
                        }
                    }
                    _ => {
                        let number = self.on_reader("Bits", &format!("header, {first}, {count}"));
                        let helper = self.plain_helper(own);
                        format!("{helper}.Of(ref r, r.At, (long){number}, {})", string(name))
                    }
                }
            }
            flat if flat.is_signed() => {
                let number = self.on_reader("SignedBits", &format!("header, {first}, {count}"));
                format!("({cs}){number}")
            }
            _ => {
                let number = self.on_reader("Bits", &format!("header, {first}, {count}"));
                format!("({cs}){number}")
            }
        }
    }
}
