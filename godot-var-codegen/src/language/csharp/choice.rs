//! Enums with data: a class, with a class for each variant in it.

use godot_var_runtime::flat::{NumberType, Prefix};
use godot_var_runtime::variant::{EnumerationLayout, TypeLayout};

use super::Generator;
use super::code::{From, To};
use super::names::{self, Scope};
use super::record::{Around, Part, block, method};
use super::text::string;
use crate::flat;
use crate::language::printer::Printer;
use crate::protocol::{self, EnumForm, Form as Container, Marks, Style};
use crate::schema::{Enumeration, Field, Member};
use godot_var_schema::variant::model::Id;

/// A variant with its names.
struct Variant<'v, 's> {
    member: &'v Member<'s>,
    fields: Vec<String>,
}

impl<'s> Variant<'_, 's> {
    fn is_newtype(&self) -> bool {
        self.member.style == Style::Newtype && self.member.fields.len() == 1
    }

    fn parts(&self) -> Vec<Part<'_, 's>> {
        let fields = self.member.fields.iter();
        let is_framed = self.is_newtype();
        fields.zip(&self.fields).map(|(field, name)| Part { field, name, is_framed }).collect()
    }
}

fn is_newtype(member: &Member<'_>) -> bool {
    member.style == Style::Newtype && member.fields.len() == 1
}

impl<'s> Generator<'s> {
    /// The class of an enum with data.
    pub(super) fn choice(&self, out: &mut Printer, index: usize) {
        let def = &self.schema.types[index];
        let Some(it) = self.enumeration(index) else { return };
        let class = self.names.ty(index);
        let names = self.variant_names(index);
        self.docs(out, def.docs, "");
        self.need("Message");
        let base = self.names.other("Message");
        *self.names.scope.borrow_mut() =
            Scope { types: names.iter().cloned().collect(), ..Scope::default() };
        block(out, &format!("public abstract partial class {class} : {base}"), |out| {
            for (member, name) in it.members.iter().zip(&names) {
                out.gap();
                self.variant_class(out, index, it, member, name);
            }
            out.gap();
            self.names.scope.borrow_mut().fields.clear();
            if let Some(key) = Self::tag_keys(it) {
                let shape = self.names.other("Shape");
                self.need("Shape");
                out.line(format!(
                    "static readonly {shape} _tag = new {shape}({}, {key});",
                    string(def.name)
                ));
                out.gap();
            }
            self.choice_entry_points(out, index, &class);
            out.line(format!("internal {class}() {{ }}"));
            out.gap();
            if let Some(own) = it.variant {
                self.take_variant(out, index, it, own, &names);
            }
            if let Some(flat) = it.flat {
                self.take_flat(out, index, it, flat, &names);
            }
        });
        *self.names.scope.borrow_mut() = Scope::default();
    }

    /// The keys of the tag and of the content.
    fn tag_keys(it: &Enumeration<'_>) -> Option<String> {
        match &it.variant?.form {
            EnumForm::Internal { tag } => Some(string(tag)),
            EnumForm::Adjacent { tag, content } => {
                Some(format!("{}, {}", string(tag), string(content)))
            }
            _ => None,
        }
    }

    /// The names of a variant's fields in its class.
    pub(super) fn variant_fields(
        &self,
        index: usize,
        member: &Member<'_>,
        class: &str,
    ) -> Vec<String> {
        let bare = self.names.bare(index);
        let others = self.variant_names(index);
        let others: Vec<&str> = others.iter().map(String::as_str).chain([bare]).collect();
        if is_newtype(member) && !member.is_other {
            vec![names::member("Value", others.into_iter().chain([class]))]
        } else {
            names::fields(class, others, &member.fields)
        }
    }

    fn variant_class(
        &self,
        out: &mut Printer,
        index: usize,
        it: &Enumeration<'s>,
        member: &Member<'s>,
        class: &str,
    ) {
        let base = self.names.ty(index);
        let fields = self.variant_fields(index, member, class);
        let this = Variant { member, fields };
        let kept = self.other_fields(index, class);
        let fields = if member.is_other { kept.to_vec() } else { this.fields.clone() };
        self.names.scope.borrow_mut().fields = fields.into_iter().collect();
        self.docs(out, member.docs, "");
        block(out, &format!("public sealed partial class {class} : {base}"), |out| {
            if member.is_other {
                self.other_class(out, index, it, member, class, &kept);
                return;
            }
            self.declare(out, &this.parts());
            if self.held_by_deltas.contains(&index) {
                self.copying(out, class, &this.parts());
            }
            if let ([field], [name]) = (&member.fields[..], &this.fields[..])
                && this.is_newtype()
            {
                self.newtype_constructors(out, class, field, name);
            }
            match (it.variant, member.variant) {
                (Some(own), Some(column)) => self.variant_functions(out, index, own, column, &this),
                (Some(_), None) => {
                    out.line(format!("internal override string _name => {};", string(member.name)));
                    self.unwritten(out, "_write", member.name);
                }
                _ => {
                    out.line(format!("internal override string _name => {};", string(member.name)));
                }
            }
            match (it.flat, member.flat, self.schema.types[index].flat) {
                (Some(flat), Some(own), Some(def)) => {
                    let number = number_of(flat.number, own.id, self.plan.has_big);
                    if flat.number == Prefix::Varint {
                        self.need("Writer.Varint");
                    } else if !number.contains("U8") {
                        self.need(&format!("Writer.{}", &number[2..5]));
                    }
                    self.flat_functions(
                        out,
                        &flat::TypeDef { trailing: false, ..def.clone() },
                        &own.record,
                        &this.parts(),
                        Some(number),
                    );
                }
                (Some(_), None, _) => {
                    self.unwritten(out, "_writeFlat", member.name);
                    let reader = self.names.other("Reader");
                    out.line(format!("internal override void _readFlat(ref {reader} r) {{ }}"));
                }
                _ => {}
            }
        });
    }

    /// A function that refuses to write a variant.
    fn unwritten(&self, out: &mut Printer, function: &str, name: &str) {
        let writer = self.names.other("Writer");
        let fail = format!(
            "{}.Fail(null, {})",
            self.before_dot("Writer"),
            string(&format!("the variant {name} is not encoded"))
        );
        out.line(format!("internal override void {function}({writer} w) {{ throw {fail}; }}"));
    }

    /// The names of what a variant for other values keeps: the bytes of a Variant, a number, and the bytes after it.
    fn other_fields(&self, index: usize, class: &str) -> [String; 3] {
        let others = self.variant_names(index);
        let others = || others.iter().map(String::as_str).chain([self.names.bare(index), class]);
        ["Value", "Number", "Rest"].map(|wanted| names::member(wanted, others()))
    }

    /// The class for values that no other variant has.
    fn other_class(
        &self,
        out: &mut Printer,
        index: usize,
        it: &Enumeration<'_>,
        member: &Member<'_>,
        class: &str,
        [value, number, rest]: &[String; 3],
    ) {
        let (writer, reader) = (self.names.other("Writer"), self.names.other("Reader"));
        let is_kept = member.variant.is_some_and(|own| !own.record.fields.is_empty());
        let mut bytes: Vec<&String> = Vec::new();
        if is_kept && it.variant.is_some() {
            out.line("/// <summary>The bytes of the whole value.</summary>");
            out.line(format!("public byte[] {value};"));
            out.line(format!("public {class}() {{ }}"));
            out.line(format!("public {class}(byte[] value) {{ {value} = value; }}"));
            bytes.push(value);
        }
        if let Some(other) = member.flat_other {
            if other.number {
                out.line(format!("public uint {number};"));
            }
            if other.rest {
                out.line(format!("public byte[] {rest} = new byte[0];"));
                bytes.push(rest);
            }
        }
        if self.held_by_deltas.contains(&index) {
            let copied = bytes.into_iter().filter_map(|name| {
                let copied = self.copied(&protocol::Type::Custom, name, 0)?;
                Some((name.clone(), copied))
            });
            self.copy_method(out, class, copied.collect());
        }
        out.line(format!("internal override string _name => {};", string(member.name)));
        if it.variant.is_some() {
            if is_kept {
                let raw = self.put("w", "Raw", &format!("{value}, -1, null"));
                out.line(format!("internal override void _write({writer} w) => {raw};"));
            } else {
                self.unwritten(out, "_write", member.name);
            }
        }
        let Some(flat) = it.flat else { return };
        match member.flat_other.filter(|other| other.number) {
            Some(other) => {
                let most = match flat.number {
                    Prefix::Number(NumberType::U8) => Some("255"),
                    Prefix::Number(NumberType::U16) => Some("65535"),
                    _ => None,
                };
                let (put, _) = self.prefix_calls(flat.number, number);
                let mut lines = Vec::new();
                if let Some(most) = most {
                    let fail = format!(
                        "{}.Fail(null, \"the number is larger than {most}\")",
                        self.before_dot("Writer")
                    );
                    lines.push(format!("if ({number} > {most}) throw {fail};"));
                }
                lines.push(format!("{put};"));
                if other.rest {
                    let all = self.put("w", "Put", rest);
                    lines.push(format!("{all};"));
                }
                method(out, &format!("internal override void _writeFlat({writer} w)"), &lines);
            }
            None => self.unwritten(out, "_writeFlat", member.name),
        }
        out.line(format!("internal override void _readFlat(ref {reader} r) {{ }}"));
    }

    fn newtype_constructors(&self, out: &mut Printer, class: &str, field: &Field<'_>, name: &str) {
        let ty = self.cs(&field.ty);
        match self.default_of(field) {
            Some(initial) => out.line(format!("public {class}() : this({initial}) {{ }}")),
            None => out.line(format!("public {class}() {{ }}")),
        }
        out.line(format!("public {class}({ty} value) {{ {name} = value; }}"));
    }

    /// The statement that writes the name or number of a variant.
    fn put_id(&self, id: &Id) -> String {
        match id {
            Id::Int(number) => self.put("w", "Int", &number.to_string()),
            Id::Text(text) => self.put("w", "Text", &format!("{}, null", string(text))),
        }
    }

    fn variant_functions(
        &self,
        out: &mut Printer,
        index: usize,
        own: &'s protocol::Enumeration,
        column: &'s protocol::Enumerator,
        this: &Variant<'_, 's>,
    ) {
        let writer = self.names.other("Writer");
        let reader = self.names.other("Reader");
        let parts = this.parts();
        let write = format!("internal override void _write({writer} w)");
        let name = || format!("internal override string _name => {};", string(this.member.name));
        let is_unit = this.member.style == Style::Unit && column.record.fields.is_empty();
        let mut record = column.record.clone();
        let denies = own.members.iter().any(|member| member.record.deny_unknown);
        match &own.form {
            EnumForm::Names | EnumForm::Numbers => {
                out.line(name());
                method(out, &write, &[format!("{};", self.put_id(&column.id))]);
            }
            EnumForm::Ids => {
                out.line(name());
                record.form = Container::Array;
                let fields = record.fields.len();
                let mut lines = match &column.id {
                    Id::Int(id) => vec![self.put("w", "Tag", &format!("{id}, {fields}")) + ";"],
                    id @ Id::Text(_) => vec![
                        self.put("w", "Array", &(fields + 1).to_string()) + ";",
                        format!("{};", self.put_id(id)),
                    ],
                };
                // Without the head of an Array of its own.
                lines.extend(self.written(&record, &parts).into_iter().skip(1));
                if let [first, second] = &lines[..]
                    && second.starts_with("w.")
                    && !second.contains("; ")
                    && first.starts_with("w.Tag")
                {
                    lines = vec![format!("{}{}", first.trim_end_matches(';'), &second[1..])];
                }
                method(out, &write, &lines);
                self.reading(out, &record, &parts, 1, &Around::default());
            }
            EnumForm::Internal { tag } => {
                let put_tag = format!(
                    "{}; {};",
                    self.put("w", "Key", "_tag.Keys[0]"),
                    self.put_id(&column.id)
                );
                method(out, &write, &[format!("{};", self.put("w", "Entries", "this"))]);
                let around = Around {
                    tag: Some((put_tag.clone(), tag.clone())),
                    name: this.member.name.to_owned(),
                };
                if this.is_newtype() {
                    out.line(name());
                    let shape = self.names.other("Shape");
                    let field = &this.member.fields[0];
                    if self.has_map(&field.ty, 0) {
                        self.need("Shape");
                        out.line(format!(
                            "static readonly {shape} _rest = new {shape}({}, {});",
                            string(this.member.name),
                            string(tag)
                        ));
                    }
                    let put = self.put_entries(&field.ty, &this.fields[0], "null", "_rest");
                    self.need("Message.entries");
                    let lines =
                        ["int count = 1;".to_owned(), put_tag, put, "return count;".to_owned()];
                    method(out, &format!("internal override int _entries({writer} w)"), &lines);
                    let value = &this.fields[0];
                    let taken = self.take_entries(&field.ty, value, "at", "_rest");
                    let mut lines = Vec::new();
                    if denies || !matches!(self.peeled(&field.ty), protocol::Type::Map(..)) {
                        lines.push("int at = r.At;".to_owned());
                    }
                    if denies {
                        self.need("Reader.Open");
                        lines.push("bool closed = !r.Open;".to_owned());
                    }
                    lines.push(format!("{value} = {taken};"));
                    if denies {
                        self.need("Reader.OnlyKnown");
                        lines.push("if (closed) r.OnlyKnown(at, this);".to_owned());
                    }
                    self.need("Message.record");
                    method(out, &format!("internal override void _read(ref {reader} r)"), &lines);
                    if self.has_knows {
                        self.knows(out, &self.known(&field.ty, value));
                    }
                    return;
                }
                record.form = Container::Dictionary;
                self.shape(out, &record, &parts, &around);
                self.entries(out, &record, &parts, &around);
                self.need("Message.record");
                self.reading(out, &record, &parts, 0, &around);
                if self.has_knows && !Self::flattens(&record) {
                    self.knows(out, "base._knows(ref r, at, count)");
                }
            }
            EnumForm::External | EnumForm::Adjacent { .. } | EnumForm::Untagged => {
                let has_shape =
                    !is_unit && !this.is_newtype() && record.form == Container::Dictionary;
                let around = Around { name: this.member.name.to_owned(), ..Around::default() };
                if has_shape {
                    self.shape(out, &record, &parts, &around);
                } else {
                    out.line(name());
                }
                let content = if is_unit {
                    Vec::new()
                } else if this.is_newtype() {
                    let from = From::unnamed(&this.fields[0]);
                    let field = &this.member.fields[0];
                    let marks = field.variant.map_or(Marks::default(), |own| own.marks);
                    vec![self.write(&field.ty, marks, &from).line()]
                } else if has_shape
                    && (Self::flattens(&record)
                        || record.fields.iter().any(|field| field.skip_encoding_if.is_some()))
                {
                    self.entries(out, &record, &parts, &around);
                    vec![format!("{};", self.put("w", "Entries", "this"))]
                } else {
                    self.written(&record, &parts)
                };
                let is_itself = own.form == EnumForm::Untagged
                    && this.is_newtype()
                    && self.is_itself(&this.member.fields[0].ty, index);
                let mut lines = Vec::new();
                match &own.form {
                    EnumForm::External => {
                        if !is_unit {
                            lines.push(format!("{};", self.put("w", "Dictionary", "1")));
                        }
                        lines.push(format!("{};", self.put_id(&column.id)));
                    }
                    EnumForm::Adjacent { .. } => {
                        let count = if is_unit { "1" } else { "2" };
                        lines.push(format!("{};", self.put("w", "Dictionary", count)));
                        lines.push(format!("{};", self.put("w", "Key", "_tag.Keys[0]")));
                        lines.push(format!("{};", self.put_id(&column.id)));
                        if !is_unit {
                            lines.push(format!("{};", self.put("w", "Key", "_tag.Keys[1]")));
                        }
                    }
                    _ if is_unit => lines.push(format!("{};", self.put("w", "Nil", ""))),
                    _ => {}
                }
                lines.extend(content);
                if is_itself {
                    self.need("Writer.Deep");
                    lines.insert(0, "w.Enter();".to_owned());
                    lines.push("w.Leave();".to_owned());
                }
                method(out, &write, &lines);
                if is_unit {
                    return;
                }
                self.need("Message.record");
                if this.is_newtype() {
                    let field = &this.member.fields[0];
                    let marks = field.variant.map_or(Marks::default(), |own| own.marks);
                    let to = To::unnamed(&this.fields[0]);
                    let value = self.read(&field.ty, marks, &to);
                    let mut lines = vec![format!("{} = {value};", this.fields[0])];
                    if is_itself {
                        self.need("Reader.Enter");
                        lines.insert(0, "r.Enter();".to_owned());
                        lines.push("r.Leave();".to_owned());
                    }
                    method(out, &format!("internal override void _read(ref {reader} r)"), &lines);
                } else {
                    self.reading(out, &record, &parts, 0, &around);
                }
            }
        }
    }

    /// Whether a value of this type is one of the enum that contains it, with no byte between them.
    fn is_itself(&self, ty: &protocol::Type, index: usize) -> bool {
        match self.peeled(ty) {
            protocol::Type::Option(inner) => self.is_itself(inner, index),
            protocol::Type::Message(of) => *of == index,
            _ => false,
        }
    }

    /// `_knows` of a variant with a tag.
    fn knows(&self, out: &mut Printer, more: &str) {
        self.need("Message.knows");
        let reader = self.names.other("Reader");
        method(
            out,
            &format!("internal override bool _knows(ref {reader} r, int at, int count)"),
            &[format!("return r.Among(_tag.Keys, at, count) || {more};")],
        );
    }

    /// `FromBytes` and `FromFlat`, and those that return whether they read a message.
    fn choice_entry_points(&self, out: &mut Printer, index: usize, class: &str) {
        let def = &self.schema.types[index];
        let reader = self.before_dot("Reader");
        let mut both = |name: &str, method: &str, take: &str| {
            self.need(&format!("Reader.{method}"));
            self.need("Reader.Try");
            let lambda = format!("(ref {reader} r, {class} old) => {take}");
            let arguments = format!("bytes, start, count, {}, reuse, {lambda}", string(def.name));
            for (head, call) in [
                (
                    format!(
                        "{class} {name}(byte[] bytes, int start = 0, int count = -1, {class} reuse = null)"
                    ),
                    format!("{method}({arguments})"),
                ),
                (
                    format!("bool Try{name}(byte[] bytes, out {class} message, out string error)"),
                    format!("Try(bytes, all => {name}(all), out message, out error)"),
                ),
            ] {
                out.line(format!("public static {head}"));
                out.indented(|out| out.line(format!("=> {reader}.{call};")));
            }
        };
        if def.variant.is_some() {
            both("FromBytes", "Choice", "_take(ref r, old)");
        }
        if def.flat.is_some() {
            let is_only = def.variant.is_none();
            let mut take = "_takeFlat(ref r, old)".to_owned();
            if self.plan.is_whole(index) {
                self.need("Reader.Whole");
                take = format!("{{ r.IsWhole(); return {take}; }}");
            }
            both(if is_only { "FromBytes" } else { "FromFlat" }, "FlatChoice", &take);
            self.flat_entry_points(out, is_only);
        }
        out.gap();
    }

    /// `_take`: reads the variant that the bytes have.
    fn take_variant(
        &self,
        out: &mut Printer,
        index: usize,
        it: &Enumeration<'s>,
        own: &'s protocol::Enumeration,
        names: &[String],
    ) {
        let def = &self.schema.types[index];
        let class = self.names.ty(index);
        let reader = self.names.other("Reader");
        let name = string(def.name);
        let members: Vec<(&'s protocol::Enumerator, &String, &Member<'s>)> = it
            .members
            .iter()
            .zip(names)
            .filter(|(member, _)| !member.is_other)
            .filter_map(|(member, name)| Some((member.variant?, name, member)))
            .collect();
        let other = it
            .members
            .iter()
            .zip(names)
            .find(|(member, _)| member.is_other && member.variant.is_some())
            .map(|(member, name)| {
                let kept = member.variant.is_some_and(|own| !own.record.fields.is_empty());
                (name, kept)
            });
        let head = format!("internal static {class} _take(ref {reader} r, {class} old)");
        block(out, &head, |out| {
            if own.form == EnumForm::Untagged {
                self.take_untagged(out, index, &members, &name);
                return;
            }
            let all_ints = members
                .iter()
                .all(|(own, ..)| matches!(own.id, Id::Int(_)) && own.aliases.is_empty());
            if own.form == EnumForm::Ids && all_ints && other.is_none() {
                let ids: Vec<String> = members.iter().map(|(own, ..)| own.id.to_string()).collect();
                block(out, &format!("switch ({})", self.take("r", "Tag", &name)), |out| {
                    for (own, variant, _) in &members {
                        let made = format!("old as {variant} ?? new {variant}()");
                        out.line(format!("case {}: return {};", own.id, self.ids_call(own, &made)));
                    }
                    let all = string(&ids.join(", "));
                    let no = self.take("r", "NoVariant", &format!("{name}, {all}"));
                    out.line(format!("default: throw {no};"));
                });
                return;
            }
            let is_kept = other.is_some_and(|(_, kept)| kept);
            if is_kept {
                out.line("int start = r.At;");
            }
            let keys = "_tag.Keys";
            let tag = match &own.form {
                EnumForm::Ids => self.take("r", "TagOrName", &name),
                EnumForm::Internal { .. } => self.take("r", "Find", &format!("{keys}, {name}")),
                EnumForm::Adjacent { .. } => {
                    self.take("r", "Adjacent", &format!("{keys}, {name}, out int content"))
                }
                EnumForm::External => self.take("r", "External", "out bool content"),
                EnumForm::Numbers => {
                    out.line(format!("r.Number = {};", self.take("r", "Int", "")));
                    self.need("Reader.Tags");
                    "null".to_owned()
                }
                _ => self.take("r", "Text", ""),
            };
            out.line(format!("string tag = {tag};"));
            let call = |own_: &'s protocol::Enumerator, variant: &String, member: &Member<'s>| {
                let made = format!("old as {variant} ?? new {variant}()");
                let is_unit = member.style == Style::Unit;
                match &own.form {
                    EnumForm::Ids => self.ids_call(own_, &made),
                    EnumForm::Internal { .. } => {
                        self.need("Reader.Content");
                        self.need("Message.record");
                        format!("r.Content({made}, r.At, null, true)")
                    }
                    EnumForm::Adjacent { content, .. } => {
                        if is_unit {
                            return made;
                        }
                        self.need("Message.record");
                        self.take(
                            "r",
                            "Content",
                            &format!("{made}, content, {}, false", string(content)),
                        )
                    }
                    EnumForm::External => {
                        self.need("Message.record");
                        format!("r.After({made}, content, {})", !is_unit)
                    }
                    _ => made,
                }
            };
            let ints: Vec<_> =
                members.iter().filter(|(own, ..)| matches!(own.id, Id::Int(_))).collect();
            if !ints.is_empty() {
                block(out, "if (tag == null) switch (r.Number)", |out| {
                    for (own, variant, member) in &ints {
                        out.line(format!(
                            "case {}: return {};",
                            own.id,
                            call(own, variant, member)
                        ));
                    }
                });
            }
            let mut cases = Vec::new();
            for (own, variant, member) in &members {
                let mut labels: Vec<String> = own.aliases.iter().map(|it| string(it)).collect();
                if let Id::Text(text) = &own.id {
                    labels.insert(0, string(text));
                }
                if !labels.is_empty() {
                    let labels: String = labels
                        .iter()
                        .fold(String::new(), |all, label| all + "case " + label + ": ");
                    cases.push(format!("{labels}return {};", call(own, variant, member)));
                }
            }
            if !cases.is_empty() {
                block(out, "switch (tag)", |out| cases.iter().for_each(|line| out.line(line)));
            }
            match other {
                Some((variant, true)) => {
                    if own.form == EnumForm::Ids {
                        self.need("Reader.Enter");
                        out.line("r.Leave();");
                    }
                    if own.form == EnumForm::External {
                        self.need("Reader.Enter");
                        out.line("if (content) r.Leave();");
                    }
                    out.line("r.At = start;");
                    let raw = self.take("r", "Raw", &self.kept_type(it));
                    out.line(format!("return new {variant}({raw});"));
                }
                Some((variant, false)) => {
                    self.skip_unknown(out, own);
                    out.line(format!("return new {variant}();"));
                }
                None => {
                    self.need("Reader.Tags");
                    let ids: Vec<String> =
                        members.iter().map(|(own, ..)| own.id.to_string()).collect();
                    let all = string(&ids.join(", "));
                    let no = self.take("r", "NoName", &format!("{name}, tag, {all}"));
                    out.line(format!("throw {no};"));
                }
            }
        });
        out.gap();
    }

    /// Steps past a value whose variant is not known.
    fn skip_unknown(&self, out: &mut Printer, own: &protocol::Enumeration) {
        match own.form {
            EnumForm::Ids => {
                self.need("Reader.SkipFields");
                out.line("r.SkipFields();");
            }
            EnumForm::Internal { .. } => {
                self.need("Reader.Skip");
                out.line("r.Skip();");
            }
            EnumForm::External => {
                self.need("Reader.Skip");
                out.line("if (content) { r.Skip(); r.Leave(); }");
            }
            _ => {}
        }
    }

    /// The type of the values that a variant keeps.
    fn kept_type(&self, it: &Enumeration<'_>) -> String {
        let field = it.variant.and_then(|own| own.other.as_ref()?.record.fields.first());
        let kind = field.and_then(|field| match self.peeled(&field.ty) {
            protocol::Type::Value(kind, _) => Some(*kind),
            _ => None,
        });
        match kind {
            Some(
                kind @ (godot_var_runtime::variant::VariantType::Dictionary
                | godot_var_runtime::variant::VariantType::Array),
            ) => self.type_id(kind),
            _ => "-1".to_owned(),
        }
    }

    fn ids_call(&self, own: &protocol::Enumerator, made: &str) -> String {
        let (least, most) = (Self::least(&own.record), own.record.fields.len());
        if least == most {
            return self.take("r", "Variant", &format!("{made}, {most}"));
        }
        self.need("Reader.VariantMissing");
        format!("r.Variant({made}, {least}, {most})")
    }

    fn take_untagged(
        &self,
        out: &mut Printer,
        index: usize,
        members: &[(&'s protocol::Enumerator, &String, &Member<'s>)],
        name: &str,
    ) {
        let exception = self.names.other("WireException");
        let reader = self.names.other("Reader");
        if members.iter().any(|(_, _, member)| member.style != Style::Unit) {
            out.line(format!("{reader} start = r;"));
        }
        for (own, variant, member) in members {
            let made = format!("old as {variant} ?? new {variant}()");
            if member.style == Style::Unit {
                let nil = self.take("r", "Nil", "");
                out.line(format!("if ({nil}) return {made};"));
                continue;
            }
            let bits = self.schema.variants.with_layout(index, |layout| match layout {
                TypeLayout::Enumeration(EnumerationLayout { members, .. }) => members
                    .iter()
                    .find(|it| it.name == own.name)
                    .and_then(|it| it.content)
                    .map_or(u64::MAX, |content| self.read_bits(content)),
                _ => u64::MAX,
            });
            let is = self.take("r", "Is", &format!("{bits:#x}ul"));
            self.need("Reader.MessageOf");
            self.need("Reader.Again");
            out.line(format!(
                "if ({is}) try {{ return r.Message({made}); }} catch ({exception} e) {{ start.Again(ref r, e); }}"
            ));
        }
        let no = self.take("r", "NoFit", name);
        out.line(format!("throw {no};"));
    }

    /// `_takeFlat`: reads the number of a variant, and its fields.
    fn take_flat(
        &self,
        out: &mut Printer,
        index: usize,
        it: &Enumeration<'s>,
        flat: &'s flat::Enumeration,
        names: &[String],
    ) {
        let Some(def) = self.schema.types[index].flat else { return };
        let class = self.names.ty(index);
        let reader = self.names.other("Reader");
        let name = string(self.schema.types[index].name);
        let grows = self.plan.is_whole(index);
        let head = format!("internal static {class} _takeFlat(ref {reader} r, {class} old)");
        block(out, &head, |out| {
            if grows {
                self.need("Reader.Whole");
                out.line("bool whole = r.TakeWhole();");
            }
            let (_, take) = self.prefix_calls(flat.number, "n");
            let take = take.replace("name", "null");
            if def.big_endian {
                self.need("Reader.Big");
                out.line("bool big = r.Big;");
                out.line("r.Big = true;");
            }
            self.need("Reader.Tags");
            out.line("r.TagAt = r.At;");
            out.line(format!("long number = r.Number = {take};"));
            if def.big_endian {
                out.line("r.Big = big;");
            }
            block(out, "switch (number)", |out| {
                for (member, variant) in it.members.iter().zip(names) {
                    let Some(own) = member.flat else { continue };
                    let made = format!("old as {variant} ?? new {variant}()");
                    let mut before = "";
                    if grows && self.plan.is_whole_member(self.schema, own) {
                        before = "if (whole) r.IsWhole(); ";
                    }
                    let mut call = self.take("r", "FlatVariantOf", &made);
                    if def.trailing {
                        self.need("Reader.Trailing");
                        call = format!("r.Trailing({call}, whole)");
                    }
                    out.line(format!("case {}: {before}return {call};", own.id));
                }
                match &flat.other {
                    Some(other) => {
                        let found = it.members.iter().position(|member| member.name == other.name);
                        let variant = found.map_or("", |at| &names[at]);
                        let [_, number, rest_name] = self.other_fields(index, variant);
                        let mut before = "";
                        let rest = if flat.other_takes_rest() && !other.rest {
                            self.need("Reader.ToEnd");
                            before = "r.ToEnd(); ";
                            String::new()
                        } else if other.rest {
                            format!("{rest_name} = {}", self.take("r", "RestBytes", ""))
                        } else {
                            if def.trailing {
                                self.need("Reader.ToEnd");
                                before = "if (whole) r.ToEnd(); ";
                            }
                            String::new()
                        };
                        let mut sets = Vec::new();
                        if other.number {
                            sets.push(format!("{number} = (uint)number"));
                        }
                        if !rest.is_empty() {
                            sets.push(rest);
                        }
                        let sets = if sets.is_empty() {
                            String::new()
                        } else {
                            format!(" {{ {} }}", sets.join(", "))
                        };
                        out.line(format!("default: {before}return new {variant}(){sets};"));
                    }
                    None => {
                        let ids: Vec<String> =
                            flat.members.iter().map(|it| it.id.to_string()).collect();
                        let all = string(&ids.join(", "));
                        let no = self.take("r", "NoVariant", &format!("{name}, {all}"));
                        out.line(format!("default: throw {no};"));
                    }
                }
            });
        });
        out.gap();
    }
}

/// The call that writes the number of a variant.
fn number_of(prefix: Prefix, id: u32, big: bool) -> String {
    let bits = if big { "N" } else { "U" };
    match prefix {
        Prefix::Varint => format!("w.Varint({id})"),
        Prefix::Number(NumberType::U8) => format!("w.U8({id})"),
        Prefix::Number(NumberType::U16) => format!("w.{bits}16({id})"),
        Prefix::Number(_) => format!("w.{bits}32({id})"),
    }
}
