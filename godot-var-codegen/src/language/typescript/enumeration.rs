//! Enums with data: a union on `kind`.

use godot_var_runtime::flat::Prefix;
use godot_var_runtime::variant::VariantType;
use godot_var_schema::variant::model::{EnumForm, Form, Id, Style};

use super::function::{Around, function};
use super::names::{kind, other_kind, quoted};
use super::record::{Opening, Record};
use super::types::{parenthesized, safe};
use super::variant::At;
use super::{Generator, block};
use crate::flat;
use crate::language::fields::keys_of;
use crate::language::printer::Printer;
use crate::protocol::{self, Marks};
use crate::schema::{Enumeration, Member, TypeDef};

/// An enum with data.
pub(super) struct Union<'u, 's> {
    pub(super) index: usize,
    pub(super) name: &'u str,
    pub(super) def: &'u TypeDef<'s>,
    pub(super) body: &'u Enumeration<'s>,
}

impl<'s> Generator<'s> {
    /// Whether a variant has functions of its own for its fields.
    fn has_functions(union: &Union<'_, 's>, member: &Member<'s>) -> bool {
        if member.is_other {
            return false;
        }
        let has_default = |own: &protocol::Enumerator| {
            own.record.fields.iter().any(|field| field.default != protocol::FieldDefault::Required)
        };
        match member.style {
            Style::Unit => false,
            Style::Newtype => {
                let is_ids = union.body.variant.is_some_and(|own| own.form == EnumForm::Ids);
                is_ids && member.variant.is_some_and(has_default)
                    || member.flat.is_some_and(|flat| {
                        flat.record.wrapped().is_none() && !flat.record.fields.is_empty()
                    })
            }
            Style::Named | Style::Tuple => true,
        }
    }

    fn member_name(&self, union: &Union<'_, 's>, member: &Member<'s>) -> String {
        let at = union.body.members.iter().position(|other| other.name == member.name);
        at.map_or_else(String::new, |at| self.names.member(union.index, at).to_owned())
    }

    /// The functions of an enum and of its variants.
    pub(super) fn print_union(&self, union: &Union<'_, 's>, out: &mut Printer) {
        for member in &union.body.members {
            if Self::has_functions(union, member) {
                self.print_member(union, member, out);
            }
        }
        if let Some(own) = union.body.variant {
            self.print_union_write(union, own, out);
            self.print_union_read(union, own, out);
        }
        if let Some(flat) = union.body.flat {
            self.print_union_put(union, flat, out);
            self.print_union_take(union, flat, out);
        }
    }

    fn print_member(&self, union: &Union<'_, 's>, member: &Member<'s>, out: &mut Printer) {
        let form = union.body.variant.map(|own| &own.form);
        let id = member.variant.map(|own| literal(&own.id));
        let opening = match (form, &id) {
            (Some(EnumForm::Ids), Some(id)) => Opening::Id(id),
            (Some(EnumForm::Internal { .. }), _) => Opening::Entries,
            _ => Opening::Own,
        };
        let is_newtype = member.style == Style::Newtype;
        let is_ids = matches!(opening, Opening::Id(_));
        let variant = member.variant.filter(|_| !is_newtype || is_ids).map(|own| &own.record);
        self.print_record(
            &Record {
                name: self.member_name(union, member),
                ty: format!("Extract<{}, {{ kind: {} }}>", union.name, quoted(kind(member))),
                fields: &member.fields,
                style: member.style,
                kind: Some(kind(member)),
                variant,
                flat: member.flat.map(|flat| &flat.record),
                opening,
                is_delta: false,
                whole: member.flat.is_some_and(may_end_early).then_some(false),
                around: Around::default(),
            },
            out,
        );
    }

    /// A literal of a variant from its fields.
    fn member_literal(member: &Member<'s>, values: &[String]) -> String {
        let slots = Self::slots(&member.fields, member.style, true);
        Self::literal(&slots, member.style, Some(kind(member)), values)
    }

    /// The tag before the elements of an Array.
    pub(super) fn tag(&self, id: &str, fields: usize) -> String {
        if id.starts_with('\'') {
            let array = self.w("array", &(fields + 1).to_string());
            self.parts.need("Writer.text");
            return format!("{array}.text({id}, null)");
        }
        self.w("tag", &format!("{id}, {fields}"))
    }

    fn print_union_write(
        &self,
        union: &Union<'_, 's>,
        own: &'s protocol::Enumeration,
        out: &mut Printer,
    ) {
        out.gap();
        let is_entries = matches!(own.form, EnumForm::Internal { .. });
        let [write, add] = ["write", "add"].map(|verb| format!("{verb}{}", union.name));
        if is_entries {
            self.parts.need("Writer.pairs");
            let kept = own.other.as_ref().filter(|other| !other.record.fields.is_empty());
            let pairs = format!("w.pairs(() => {{ {}(w, m); }});", self.names.function(&add));
            self.print_writer(&write, union.name, self.around(union), out, |out| match kept {
                Some(other) => {
                    let field = &other.record.fields[0];
                    let name = quoted(other_kind(union.body));
                    let put = self.write(&field.ty, Marks::default(), At::element("m.value"));
                    out.line(format!("if (m.kind === {name}) {put};"));
                    out.line(format!("else {pairs}"));
                }
                None => out.line(&pairs),
            });
            out.gap();
        }
        let (name, around) =
            if is_entries { (add, Around::default()) } else { (write, self.around(union)) };
        self.print_writer(&name, union.name, around, out, |out| {
            self.print_switch(union, out, |member| match member.variant {
                None => self.unsent(member),
                Some(_) if member.is_other => match &member.fields[..] {
                    [field] if is_entries => {
                        let _ = field;
                        self.unsent(member)
                    }
                    [field] => self.write(&field.ty, Marks::default(), At::element("m.value")),
                    _ => self.unsent(member),
                },
                Some(of) => {
                    let put = self.write_content(union, own, member, of);
                    self.parts.need("Writer.variant");
                    if put.contains("m.value") || Self::has_functions(union, member) {
                        format!("w.variant({}, () => {})", quoted(kind(member)), block(&put))
                    } else {
                        put
                    }
                }
            });
        });
    }

    fn around(&self, union: &Union<'_, 's>) -> Around {
        Around { is_recursive: self.plan.is_recursive(union.index), is_big: false }
    }

    /// `switch (m.kind)` with a statement for each variant.
    fn print_switch(
        &self,
        union: &Union<'_, 's>,
        out: &mut Printer,
        put: impl Fn(&Member<'s>) -> String,
    ) {
        out.block("switch (m.kind)", |out| {
            for member in &union.body.members {
                let statement = put(member);
                let end = match &statement[..] {
                    "" => "break;",
                    // Nothing follows a call that never returns.
                    unsent if unsent.starts_with("unsent(") => ";",
                    _ => "; break;",
                };
                out.line(format!("case {}: {statement}{end}", quoted(kind(member))));
            }
            self.parts.need("noKind");
            // A type of one variant is no union, which `switch` could narrow.
            let never = if union.body.members.len() == 1 { " as never" } else { "" };
            out.line(format!("default: noKind({}, m{never});", quoted(union.name)));
        });
    }

    fn unsent(&self, member: &Member<'s>) -> String {
        self.parts.need("unsent");
        format!("unsent({})", quoted(kind(member)))
    }

    /// A call of the function that writes the fields of a variant.
    fn call_member(
        &self,
        verb: &str,
        union: &Union<'_, 's>,
        member: &Member<'s>,
        arguments: &str,
    ) -> String {
        let function = self.names.function(&format!("{verb}{}", self.member_name(union, member)));
        format!("{function}({arguments})")
    }

    /// Statements that write a variant.
    fn write_content(
        &self,
        union: &Union<'_, 's>,
        own: &protocol::Enumeration,
        member: &Member<'s>,
        of: &'s protocol::Enumerator,
    ) -> String {
        let name = match &of.id {
            Id::Text(name) => quoted(name),
            Id::Int(_) => literal(&of.id),
        };
        let write_tag = || match &of.id {
            Id::Text(_) => self.w("text", &format!("{name}, null")),
            Id::Int(_) => self.w("int", &format!("{name}, null, {name}, {name}")),
        };
        let newtype = || {
            let field = of.record.fields.first()?;
            Some(self.write(&field.ty, field.marks, At::element("m.value")))
        };
        let content = || match member.style {
            Style::Unit => String::new(),
            Style::Newtype if !Self::has_functions(union, member) || own.form != EnumForm::Ids => {
                newtype().unwrap_or_default()
            }
            _ => self.call_member("write", union, member, "w, m"),
        };
        match &own.form {
            EnumForm::Ids => match member.style {
                Style::Unit => self.tag(&name, 0),
                Style::Newtype if !Self::has_functions(union, member) => {
                    format!("{}; {}", self.tag(&name, 1), content())
                }
                _ => content(),
            },
            EnumForm::External => match member.style {
                Style::Unit => write_tag(),
                _ => {
                    let open = self.w("dictionary", "1");
                    let put = content();
                    let put = self.w("within", &format!("{name}, () => {}", block(&put)));
                    format!("{open}; {}; {put}", write_tag())
                }
            },
            EnumForm::Adjacent { tag, content: key } => {
                let count = if member.style == Style::Unit { "1" } else { "2" };
                let mut puts = vec![
                    self.w("dictionary", count),
                    self.w("text", &format!("{}, null", quoted(tag))),
                    write_tag(),
                ];
                if member.style != Style::Unit {
                    let key = quoted(key);
                    puts.push(self.w("text", &format!("{key}, null")));
                    puts.push(self.w("within", &format!("{key}, () => {}", block(&content()))));
                }
                puts.join("; ")
            }
            EnumForm::Internal { tag } => {
                let pair = format!("w.pair({})", self.single_key(tag));
                let pair = format!("{pair}.{}", write_tag().trim_start_matches("w."));
                match member.style {
                    Style::Unit => pair,
                    Style::Newtype => {
                        let Some(field) = of.record.fields.first() else { return pair };
                        let reserved = [tag.clone()];
                        let add = self.add_type(&field.ty, "m.value", "value", &reserved);
                        format!("{pair}; {add}")
                    }
                    _ => format!("{pair}; {}", self.call_member("add", union, member, "w, m")),
                }
            }
            EnumForm::Untagged => match member.style {
                Style::Unit => self.w("nil", ""),
                _ => content(),
            },
            EnumForm::Names => self.w("text", &format!("{name}, null")),
            EnumForm::Numbers => self.w("int", &format!("{name}, null, {name}, {name}")),
        }
    }

    fn print_union_read(
        &self,
        union: &Union<'_, 's>,
        own: &'s protocol::Enumeration,
        out: &mut Printer,
    ) {
        out.gap();
        let name = union.name;
        let read = self.names.function(&format!("read{name}"));
        let (reader, mut parameters) = (("r", ": Reader"), vec![("r", ": Reader")]);
        let mut function_name = read;
        if let EnumForm::Internal { .. } = own.form {
            let entries = self.names.function(&format!("entries{name}"));
            let is_closed = own.members.iter().any(|member| member.record.deny_unknown);
            let call = self.r("entries", &format!("null, {is_closed}, (e) => {entries}(r, e)"));
            function(out, &function_name, &[reader], name, |out| {
                out.line(format!("return {call};"));
            });
            out.gap();
            parameters.push(("e", ": Entries"));
            function_name = entries;
        }
        function(out, &function_name, &parameters, name, |out| match &own.form {
            EnumForm::Untagged => self.print_attempts(union, out),
            form => self.print_tagged(union, own, form, out),
        });
    }

    fn print_tagged(
        &self,
        union: &Union<'_, 's>,
        own: &'s protocol::Enumeration,
        form: &EnumForm,
        out: &mut Printer,
    ) {
        let at = if matches!(form, EnumForm::Internal { .. }) { "e.start" } else { "at" };
        if at == "at" {
            out.line("const at = r.at;");
        }
        match form {
            EnumForm::Ids => out.line(format!("const tag = {};", self.r("tag", ""))),
            EnumForm::External => {
                out.line(format!("const [tag, hasContent] = {};", self.r("external", "")));
            }
            EnumForm::Adjacent { tag, content } => {
                let call = self.r("adjacent", &format!("{}, {}", quoted(tag), quoted(content)));
                out.line(format!("const [tag, content, end] = {call};"));
            }
            EnumForm::Internal { tag } => {
                self.parts.need("Entries.tag");
                out.line(format!("const tag = e.tag({});", quoted(tag)));
            }
            EnumForm::Names => out.line(format!("const tag = {};", self.r("text", ""))),
            EnumForm::Numbers | EnumForm::Untagged => {
                out.line(format!("const tag = {};", self.r("int", "-Infinity, Infinity")));
            }
        }
        out.block("switch (tag)", |out| {
            for member in &union.body.members {
                let Some(of) = member.variant.filter(|_| !member.is_other) else { continue };
                if matches!(of.id, Id::Int(_)) && safe(&of.id).is_none() {
                    let reason = "its number is too large for a `number` to hold exactly";
                    self.refuse(member.place, member.name, reason);
                }
                let aliases = of.aliases.iter().map(|alias| format!("case {}: ", quoted(alias)));
                let cases: String =
                    std::iter::once(format!("case {}: ", literal(&of.id))).chain(aliases).collect();
                out.line(format!("{cases}{}", self.read_content(union, form, member, of)));
            }
            if own.other.is_none() {
                let known =
                    own.members.iter().map(|member| literal(&member.id).replace('\'', "\""));
                let known = quoted(&known.collect::<Vec<_>>().join(", "));
                let fail =
                    self.r("noVariant", &format!("{at}, {}, tag, {known}", quoted(union.name)));
                out.line(format!("default: return {fail};"));
            }
        });
        if let Some(other) = &own.other {
            self.print_other(union, form, other, out);
        }
    }

    /// Reads the variant for all other values.
    fn print_other(
        &self,
        union: &Union<'_, 's>,
        form: &EnumForm,
        other: &'s protocol::Enumerator,
        out: &mut Printer,
    ) {
        let Some(member) = union.body.members.iter().find(|member| member.is_other) else { return };
        if *form == EnumForm::External {
            self.parts.need("Reader.enter");
            out.line("if (hasContent) r.depth--;");
        }
        let is_entries = matches!(form, EnumForm::Internal { .. });
        match (other.style, &other.record.fields[..]) {
            (Style::Newtype, [field]) => {
                let read = self.read(&field.ty, Marks::default());
                let value = if is_entries {
                    self.parts.need("Entries.whole");
                    format!("e.whole(() => {})", parenthesized(&read))
                } else {
                    out.line("r.at = at;");
                    read
                };
                out.line(format!("return {};", Self::member_literal(member, &[value])));
            }
            _ => {
                if !is_entries {
                    self.parts.need("Reader.skip");
                    out.line("r.at = at;");
                    out.line("r.skip();");
                }
                let values: Vec<String> =
                    member.fields.iter().map(|field| self.default_of(field)).collect();
                out.line(format!("return {};", Self::member_literal(member, &values)));
            }
        }
    }

    /// A statement that returns a variant.
    fn read_content(
        &self,
        union: &Union<'_, 's>,
        form: &EnumForm,
        member: &Member<'s>,
        of: &'s protocol::Enumerator,
    ) -> String {
        let (name, id) = (
            quoted(kind(member)),
            quoted(&of.id.to_string().trim_matches('"').replace("\\\"", "\"")),
        );
        let newtype = || {
            let values = member.fields.iter().map(|field| match field.variant {
                Some(own) => self.read(&own.ty, own.marks),
                None => self.default_of(field),
            });
            Self::member_literal(member, &values.collect::<Vec<_>>())
        };
        // Fields that are only in flat messages have their defaults.
        let unit = || {
            let values: Vec<String> =
                member.fields.iter().map(|field| self.default_of(field)).collect();
            Self::member_literal(member, &values)
        };
        let is_unit = member.style == Style::Unit || of.style == Style::Unit;
        let take = || match member.style {
            Style::Newtype => parenthesized(&newtype()),
            _ => self.call_member("read", union, member, "r"),
        };
        match form {
            EnumForm::Ids if is_unit => {
                format!("return {};", self.r("noFields", &format!("{name}, {}", unit())))
            }
            EnumForm::Ids
                if member.style == Style::Newtype && !Self::has_functions(union, member) =>
            {
                format!("return {};", self.r("one", &format!("{name}, () => {}", take())))
            }
            EnumForm::Ids => {
                let take = self.call_member("read", union, member, "r");
                format!("return {};", self.r("variant", &format!("{name}, () => {take}")))
            }
            EnumForm::External if is_unit => {
                format!(
                    "return {};",
                    self.r("noContent", &format!("{name}, {id}, hasContent, {}", unit()))
                )
            }
            EnumForm::External => {
                format!(
                    "return {};",
                    self.r("content", &format!("{name}, {id}, hasContent, () => {}", take()))
                )
            }
            EnumForm::Adjacent { .. } if is_unit => format!("r.at = end; return {};", unit()),
            EnumForm::Adjacent { content: key, .. } => {
                let arguments = format!("{name}, {}, content, end, () => {}", quoted(key), take());
                format!("return {};", self.r("contentAt", &arguments))
            }
            EnumForm::Internal { .. } if is_unit => format!("return {};", unit()),
            EnumForm::Internal { tag } => {
                let (take, keys) = match (member.style, of.record.fields.first()) {
                    (Style::Newtype, Some(field)) => {
                        let value = self.take_entries(&field.ty);
                        let flattened = protocol::Field { flatten: true, ..field.clone() };
                        let keys = keys_of(self.schema.variants, [&flattened]);
                        (parenthesized(&Self::member_literal(member, &[value])), keys)
                    }
                    _ => {
                        let keys = keys_of(self.schema.variants, &of.record.fields);
                        (self.call_member("entries", union, member, "r, e"), keys)
                    }
                };
                let keys: Vec<String> = std::iter::once(tag.clone()).chain(keys).collect();
                self.parts.need("Entries");
                let reserve = format!("e.reserve({});", Self::list_of(&keys));
                format!("{reserve} return {};", self.r("variant", &format!("{name}, () => {take}")))
            }
            EnumForm::Names | EnumForm::Numbers | EnumForm::Untagged => {
                format!("return {};", unit())
            }
        }
    }

    /// Reads the first variant that fits.
    fn print_attempts(&self, union: &Union<'_, 's>, out: &mut Printer) {
        let mut has_local = false;
        for member in &union.body.members {
            let Some(of) = member.variant else { continue };
            if of.style == Style::Unit {
                let values: Vec<String> =
                    member.fields.iter().map(|field| self.default_of(field)).collect();
                self.parts.need("Reader.nil");
                out.line(format!("if (r.nil()) return {};", Self::member_literal(member, &values)));
                continue;
            }
            let types = match (of.style, &of.record.fields[..]) {
                (Style::Newtype, [field]) if field.custom.is_none() => Some(
                    self.schema
                        .variants
                        .with_field_layout(field, |layout| layout.read_types(self.generation)),
                ),
                (Style::Newtype, _) => None,
                _ if of.record.form == Form::Dictionary => {
                    Some(godot_var_runtime::variant::VariantTypes::of(VariantType::Dictionary))
                }
                _ => Some(godot_var_runtime::variant::VariantTypes::of(VariantType::Array)),
            };
            let take = match (of.style, of.record.fields.first()) {
                (Style::Newtype, Some(field)) => {
                    let value = self.read(&field.ty, field.marks);
                    parenthesized(&Self::member_literal(member, &[value]))
                }
                _ => self.call_member("read", union, member, "r"),
            };
            self.parts.need("Reader.attempt");
            let attempt = format!("r.attempt<{}>(() => {take})", union.name);
            if !has_local {
                has_local = true;
                out.line(format!("let m: {} | undefined;", union.name));
            }
            let types = types.map(|types| {
                let known = types.iter().filter(|kind| kind.id(self.generation).is_some());
                known.collect::<Vec<_>>()
            });
            match types.filter(|types| types.len() < 8) {
                Some(types) => {
                    let types: Vec<String> =
                        types.into_iter().map(|kind| self.constant(kind)).collect();
                    let is_of = self.r("isOf", &types.join(", "));
                    out.line(format!("if ({is_of} && (m = {attempt}) !== undefined) return m;"));
                }
                None => out.line(format!("if ((m = {attempt}) !== undefined) return m;")),
            }
        }
        out.line(format!("return {};", self.r("noFit", &quoted(union.name))));
    }

    // ------------------------------------------------------------ flat messages

    fn print_union_put(
        &self,
        union: &Union<'_, 's>,
        own: &'s flat::Enumeration,
        out: &mut Printer,
    ) {
        out.gap();
        let around = Around { is_big: self.is_big_endian(union.index), ..self.around(union) };
        self.print_writer(&format!("put{}", union.name), union.name, around, out, |out| {
            self.print_switch(union, out, |member| match (member.flat, member.flat_other) {
                (Some(flat), _) => self.put_member(union, own, member, flat),
                (None, Some(other)) if other.number => {
                    let value = match own.number {
                        Prefix::Varint => self.w("check", "m.number, 'number', 0, 4294967295"),
                        Prefix::Number(_) => "m.number".to_owned(),
                    };
                    let number = self.put_number(own.number, &value, "'number'");
                    if !other.rest {
                        return number;
                    }
                    format!("{number}; {}", self.w("raw", "m.rest"))
                }
                _ => self.unsent(member),
            });
        });
    }

    fn put_member(
        &self,
        union: &Union<'_, 's>,
        own: &flat::Enumeration,
        member: &Member<'s>,
        of: &'s flat::Member,
    ) -> String {
        let number = self.put_number(own.number, &of.id.to_string(), "null");
        if of.record.fields.is_empty() && !Self::has_functions(union, member) {
            return number;
        }
        let put = if Self::has_functions(union, member) {
            self.call_member("put", union, member, "w, m")
        } else {
            match (member.fields.first(), of.record.fields.first()) {
                (Some(field), Some(flat)) => {
                    self.put_field(flat, &flat.ty, &field.ty, At::element("m.value"))
                }
                _ => String::new(),
            }
        };
        self.parts.need("Writer.variant");
        if put.is_empty() {
            return number;
        }
        format!("{number}; w.variant({}, () => {})", quoted(kind(member)), block(&put))
    }

    fn print_union_take(
        &self,
        union: &Union<'_, 's>,
        own: &'s flat::Enumeration,
        out: &mut Printer,
    ) {
        out.gap();
        let is_whole = self.plan.is_whole(union.index);
        let is_trailing = union.def.flat.is_some_and(|flat| flat.trailing);
        let around = Around { is_big: self.is_big_endian(union.index), ..self.around(union) };
        self.print_taker(
            &format!("take{}", union.name),
            union.name,
            is_whole,
            around,
            out,
            |out| {
                if is_trailing {
                    out.line(format!("const m = ((): {} => {{", union.name));
                }
                self.print_taking_union(union, own, is_whole, out);
                if is_trailing {
                    out.line("})();");
                    out.line("if (whole) r.at = r.stop;");
                    out.line("return m;");
                }
            },
        );
    }

    fn print_taking_union(
        &self,
        union: &Union<'_, 's>,
        own: &'s flat::Enumeration,
        is_whole: bool,
        out: &mut Printer,
    ) {
        out.line("const at = r.at;");
        out.line(format!("const tag = {};", self.take_number(own.number, "null")));
        out.block("switch (tag)", |out| {
            for member in &union.body.members {
                let Some(of) = member.flat else { continue };
                out.line(format!(
                    "case {}: return {};",
                    of.id,
                    self.take_member(union, member, of, is_whole)
                ));
            }
            match (&own.other, union.body.members.iter().find(|member| member.flat_other.is_some()))
            {
                (Some(other), Some(member)) => {
                    let rest = if own.other_takes_rest() {
                        self.r("remaining", "")
                    } else {
                        String::new()
                    };
                    let name = quoted(kind(member));
                    let value = match (other.number, other.rest) {
                        (true, true) => format!("{{ kind: {name}, number: tag, rest: {rest} }}"),
                        (true, false) => format!("{{ kind: {name}, number: tag }}"),
                        (false, _) => {
                            let values: Vec<String> =
                                member.fields.iter().map(|field| self.default_of(field)).collect();
                            Self::member_literal(member, &values)
                        }
                    };
                    let before = if rest.is_empty() || other.rest {
                        String::new()
                    } else {
                        format!("{rest}; ")
                    };
                    out.line(format!("default: {before}void at; return {value};"));
                }
                _ => {
                    let known = own.members.iter().map(|member| member.id.to_string());
                    let known = quoted(&known.collect::<Vec<_>>().join(", "));
                    let fail =
                        self.r("noVariant", &format!("at, {}, tag, {known}", quoted(union.name)));
                    out.line(format!("default: return {fail};"));
                }
            }
        });
    }

    fn take_member(
        &self,
        union: &Union<'_, 's>,
        member: &Member<'s>,
        of: &'s flat::Member,
        is_whole: bool,
    ) -> String {
        let name = quoted(kind(member));
        let whole = if is_whole { ", whole" } else { "" };
        if Self::has_functions(union, member) {
            let whole = if may_end_early(of) { whole } else { "" };
            let take = self.call_member("take", union, member, &format!("r{whole}"));
            return self.r("variant", &format!("{name}, () => {take}"));
        }
        if of.record.fields.is_empty() {
            let values: Vec<String> =
                member.fields.iter().map(|field| self.default_of(field)).collect();
            return Self::member_literal(member, &values);
        }
        let take = match (member.fields.first(), of.record.fields.first()) {
            (Some(_), Some(flat)) if of.is_message && self.is_whole_message(&flat.ty) => {
                let function = match &flat.ty {
                    flat::Type::Message(index) => {
                        self.names.ty(self.schema.of_flat[*index]).to_owned()
                    }
                    _ => String::new(),
                };
                format!("{}(r{whole})", self.names.function(&format!("take{function}")))
            }
            (Some(field), Some(flat)) => {
                self.take_field(flat, &flat.ty, &field.with_pointers(), "null")
            }
            _ => "null".to_owned(),
        };
        let value = parenthesized(&Self::member_literal(member, &[take]));
        self.r("variant", &format!("{name}, () => {value}"))
    }

    fn is_whole_message(&self, ty: &flat::Type) -> bool {
        matches!(ty, flat::Type::Message(index) if self.plan.is_whole(self.schema.of_flat[*index]))
    }
}

/// Whether fields may be missing at the end of a message.
fn may_end_early(member: &flat::Member) -> bool {
    member.record.fields.iter().any(|field| field.default != protocol::FieldDefault::Required)
}

/// An id as a literal.
fn literal(id: &Id) -> String {
    match id {
        Id::Int(id) => id.to_string(),
        Id::Text(name) => quoted(name),
    }
}
