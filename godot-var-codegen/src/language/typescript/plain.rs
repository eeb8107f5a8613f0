//! Enums without data: a constant object, the type of its values, and functions that write and read one.

use std::collections::BTreeSet;

use godot_var_runtime::flat::{NumberType, Prefix};
use godot_var_schema::variant::model::{EnumForm, Id, Style};

use super::names::{kind, other_kind, quoted};
use super::types::safe;
use super::variant::At;
use super::{Generator, docs};
use crate::language::printer::Printer;
use crate::protocol::{Marks, Type};
use crate::schema::{Body, Enumeration, Member, TypeDef};

/// A plain enum.
pub(super) struct Plain<'e, 's> {
    index: usize,
    name: &'e str,
    body: &'e Enumeration<'s>,
}

impl<'s> Generator<'s> {
    pub(super) fn plain<'e>(&'e self, index: usize) -> Option<Plain<'e, 's>> {
        match &self.schema.types[index].body {
            Body::Enumeration(body) if body.is_plain() => {
                Some(Plain { index, name: self.names.ty(index), body })
            }
            _ => None,
        }
    }

    /// The value of a variant: that of its Variant, or the number in flat messages.
    fn plain_value(&self, plain: &Plain<'_, 's>, member: &Member<'_>) -> String {
        if member.is_other {
            return self.unknown_value(plain, member);
        }
        match (member.variant, member.flat) {
            (Some(own), _) => match (&own.id, safe(&own.id)) {
                (Id::Text(name), _) => quoted(name),
                (_, Some(number)) => number.to_string(),
                _ => {
                    let reason = "its number is too large for a `number` to hold exactly";
                    self.refuse(member.place, member.name, reason);
                    "0".to_owned()
                }
            },
            (None, Some(_)) if plain.body.variant.is_some() => self.skipped_value(plain, member),
            (None, Some(flat)) => flat.id.to_string(),
            (None, None) => "0".to_owned(),
        }
    }

    /// The value of a variant that only flat messages have: one that no other variant has.
    fn skipped_value(&self, plain: &Plain<'_, 's>, member: &Member<'_>) -> String {
        let sent = plain.known().filter(|member| member.variant.is_some());
        let mut taken: Vec<String> = sent.map(|member| self.plain_value(plain, member)).collect();
        let skipped = plain.known().filter(|member| member.variant.is_none());
        for other in skipped {
            let number = other.flat.map_or(0, |flat| i64::from(flat.id));
            let value = free_value(&taken, plain.is_numbers(), kind(other), number);
            if other.name == member.name {
                return value;
            }
            taken.push(value);
        }
        String::new()
    }

    /// The value of the variant for other values that does not keep them: one that no other variant has.
    fn unknown_value(&self, plain: &Plain<'_, 's>, member: &Member<'_>) -> String {
        let known: Vec<String> =
            plain.known().map(|member| self.plain_value(plain, member)).collect();
        let is_text = known.first().is_some_and(|value| value.starts_with('\''));
        free_value(&known, !is_text, kind(member), -1)
    }

    /// The types of values that are none of the constants.
    fn open_types(&self, plain: &Plain<'_, 's>) -> Vec<String> {
        let mut types = Vec::new();
        if let Some(field) = plain.kept() {
            let ty = self.ty(&field.ty);
            types.push(if ty == "string" { "(string & {})".to_owned() } else { ty });
        }
        if plain.keeps_number() && !types.contains(&"bigint".to_owned()) {
            types.push("(number & {})".to_owned());
        }
        types
    }

    /// The constants and the type.
    pub(super) fn print_plain_type(
        &self,
        def: &TypeDef<'_>,
        plain: &Plain<'_, 's>,
        out: &mut Printer,
    ) {
        let name = plain.name;
        docs::print(&docs::lines(self, def.docs), out);
        let constants = plain.body.members.iter().filter(|member| plain.is_constant(member));
        out.line(format!("export const {name} = {{"));
        out.indented(|out| {
            for member in constants {
                docs::print(&docs::lines(self, member.docs), out);
                out.line(format!("{}: {},", kind(member), self.plain_value(plain, member)));
            }
        });
        out.line("} as const;");
        let known = format!("(typeof {name})[keyof typeof {name}]");
        let types: Vec<String> = std::iter::once(known).chain(self.open_types(plain)).collect();
        out.line(format!("export type {name} = {};", types.join(" | ")));
        out.gap();
    }

    /// The functions that others call.
    pub(super) fn print_plain(
        &self,
        plain: &Plain<'_, 's>,
        done: &mut BTreeSet<(String, usize)>,
        out: &mut Printer,
    ) {
        let (name, index) = (plain.name, plain.index);
        let mut functions = Printer::new("  ");
        let is = self.names.function(&format!("is{name}"));
        if self.begins("write", index, done) {
            self.print_plain_write(plain, &is, &mut functions);
        }
        if self.begins("read", index, done) {
            self.print_plain_read(plain, &is, &mut functions);
        }
        if plain.body.flat.is_some() {
            self.print_flat(plain, done, &mut functions);
            self.print_numbers(plain, &is, done, &mut functions);
        }
        let functions = functions.finish();
        if self.begins("is", index, done) {
            let values: Vec<String> =
                plain.tested().map(|member| self.plain_value(plain, member)).collect();
            let union = if values.is_empty() { "never".to_owned() } else { values.join(" | ") };
            let tests: Vec<String> =
                values.iter().map(|value| format!("value === {value}")).collect();
            let tests = if tests.is_empty() {
                "value === undefined && false".to_owned()
            } else {
                tests.join(" || ")
            };
            out.gap();
            out.line(format!(
                "function {is}(value: unknown): value is {union} {{ return {tests}; }}"
            ));
        }
        if functions.len() > 1 {
            out.lines(&functions);
        }
    }

    fn print_plain_write(&self, plain: &Plain<'_, 's>, is: &str, out: &mut Printer) {
        self.used("is", plain.index);
        let name = plain.name;
        let write = self.names.function(&format!("write{name}"));
        let known = if plain.is_numbers() {
            self.w("int", "value, name, -Infinity, Infinity")
        } else {
            self.w("text", "value, name")
        };
        let other = match plain.kept() {
            Some(field) => {
                self.write(&field.ty, Marks::default(), At { value: "value", name: "name" })
            }
            None => {
                self.parts.need("noValue");
                format!("noValue({}, value, name)", quoted(name))
            }
        };
        out.block(
            format!("function {write}(w: Writer, value: {name}, name: PathStep): void"),
            |out| {
                out.line(format!("if ({is}(value)) {known};"));
                // The kept values are of the same type as those of the skipped variants.
                for member in plain.known().filter(|member| member.variant.is_none()) {
                    if plain.kept().is_some() {
                        self.parts.need("noValue");
                        let value = self.plain_value(plain, member);
                        let refuse = format!("noValue({}, value, name)", quoted(name));
                        out.line(format!("else if (value === {value}) {refuse};"));
                    }
                }
                let other = if plain.kept().is_some()
                    && plain.keeps_number()
                    && !self.is_big_kept(plain)
                {
                    self.parts.need("noValue");
                    format!(
                        "if (typeof value === 'number') noValue({}, value, name);\nelse {other};",
                        quoted(name)
                    )
                } else {
                    format!("{other};")
                };
                out.lines(&format!("else {other}"));
            },
        );
    }

    fn is_big_kept(&self, plain: &Plain<'_, 's>) -> bool {
        plain.kept().is_some_and(|field| self.ty(&field.ty) == "bigint")
    }

    fn print_plain_read(&self, plain: &Plain<'_, 's>, is: &str, out: &mut Printer) {
        self.used("is", plain.index);
        let name = plain.name;
        let read = self.names.function(&format!("read{name}"));
        out.block(format!("function {read}(r: Reader): {name}"), |out| {
            let other = plain.body.variant.and_then(|own| own.other.as_ref());
            if other.is_none() || plain.kept().is_some() {
                out.line("const at = r.at;");
            }
            let value = if plain.is_numbers() {
                self.r("int", "-Infinity, Infinity")
            } else {
                self.r("text", "")
            };
            out.line(format!("const value = {value};"));
            for member in plain.tested() {
                for alias in member.variant.iter().flat_map(|own| &own.aliases) {
                    let of = self.plain_value(plain, member);
                    out.line(format!("if (value === {}) return {of};", quoted(alias)));
                }
            }
            match (other, plain.kept()) {
                (None, _) => {
                    let all: Vec<String> = plain
                        .tested()
                        .map(|member| self.plain_value(plain, member).replace('\'', "\""))
                        .collect();
                    let all = quoted(&all.join(", "));
                    let fail = self.r("noVariant", &format!("at, {}, value, {all}", quoted(name)));
                    out.line(format!("return {is}(value) ? value : {fail};"));
                }
                (Some(_), Some(field)) => {
                    out.line(format!("if ({is}(value)) return value;"));
                    out.line("r.at = at;");
                    out.line(format!("return {};", self.read(&field.ty, Marks::default())));
                }
                (Some(_), None) => {
                    out.line(format!(
                        "return {is}(value) ? value : {name}.{};",
                        other_kind(plain.body)
                    ));
                }
            }
        });
    }

    /// The function that returns the number of a value in flat messages.
    pub(super) fn number_of(&self, index: usize) -> String {
        self.used("numberOf", index)
    }

    /// The function that returns the value of such a number.
    pub(super) fn of_number(&self, index: usize) -> String {
        self.used("ofNumberOf", index)
    }

    /// Whether the value of an enum may be a number that no variant has.
    pub(super) fn keeps_number(&self, index: usize) -> bool {
        self.plain(index).is_some_and(|plain| plain.keeps_number())
    }

    fn print_flat(
        &self,
        plain: &Plain<'_, 's>,
        done: &mut BTreeSet<(String, usize)>,
        out: &mut Printer,
    ) {
        let Some(flat) = plain.body.flat else { return };
        let (name, index) = (plain.name, plain.index);
        let keeps = plain.keeps_number();
        let most = if keeps { ", most = 4294967295" } else { "" };
        if self.begins("put", index, done) {
            let number = format!("{}(value, name)", self.number_of(index));
            let number =
                if keeps { self.w("check", &format!("{number}, name, 0, most")) } else { number };
            let put_number = self.put_number(flat.number, &number, "name");
            let put = self.names.function(&format!("put{name}"));
            out.line(format!(
                "function {put}(w: Writer, value: {name}, name: PathStep{most}): void {{ {put_number}; }}"
            ));
        }
        if self.begins("take", index, done) {
            let mut number = self.take_number(flat.number, "name");
            if keeps {
                number = self.r("inRange", &format!("name, 0, most, () => {number}"));
            }
            let take = self.names.function(&format!("take{name}"));
            let of = self.of_number(index);
            out.line(format!(
                "function {take}(r: Reader, name: PathStep{most}): {name} {{ return {of}(r, r.at, {number}, name); }}"
            ));
        }
    }

    fn print_numbers(
        &self,
        plain: &Plain<'_, 's>,
        is: &str,
        done: &mut BTreeSet<(String, usize)>,
        out: &mut Printer,
    ) {
        let Some(flat) = plain.body.flat else { return };
        let (name, literal, index) = (plain.name, quoted(plain.name), plain.index);
        let ids: Vec<(String, u32)> = plain
            .known()
            .filter_map(|member| Some((self.plain_value(plain, member), member.flat?.id)))
            .collect();
        let is_same = ids.iter().all(|(value, id)| *value == id.to_string())
            && ids.len() == plain.tested().count();
        if self.begins("numberOf", index, done) {
            self.parts.need("noValue");
            let refuse = format!("noValue({literal}, value, name)");
            let unknown = if plain.keeps_number() {
                let big = if self.is_big_kept(plain) { "bigint" } else { "number" };
                format!("typeof value === '{big}' ? Number(value) : {refuse}")
            } else {
                refuse
            };
            let number_of = self.number_of(index);
            out.block(
                format!("function {number_of}(value: {name}, name: PathStep): number"),
                |out| {
                    if is_same {
                        self.used("is", index);
                        out.line(format!("return {is}(value) ? value : {unknown};"));
                        return;
                    }
                    out.block("switch (value)", |out| {
                        for (value, id) in &ids {
                            out.line(format!("case {value}: return {id};"));
                        }
                        out.line(format!("default: return {unknown};"));
                    });
                },
            );
        }
        if !self.begins("ofNumberOf", index, done) {
            return;
        }
        let other = match &flat.other {
            Some(other) if other.number && self.is_big_kept(plain) => "BigInt(number)".to_owned(),
            Some(other) if other.number => "number".to_owned(),
            Some(_) => format!("{name}.{}", other_kind(plain.body)),
            None => {
                let all: Vec<String> = ids.iter().map(|(_, id)| id.to_string()).collect();
                format!(
                    "r.fail(at, `no {name} has the number ${{number}}; it has {}`, name)",
                    all.join(", ")
                )
            }
        };
        let of_number = self.of_number(index);
        let [r, at, step] =
            if flat.other.is_some() { ["_r", "_at", "_name"] } else { ["r", "at", "name"] };
        let head = format!(
            "function {of_number}({r}: Reader, {at}: number, number: number, {step}: PathStep): {name}"
        );
        out.block(head, |out| {
            if is_same {
                self.used("is", index);
                out.line(format!("return {is}(number) ? number : {other};"));
                return;
            }
            out.block("switch (number)", |out| {
                for (value, id) in &ids {
                    out.line(format!("case {id}: return {value};"));
                }
                out.line(format!("default: return {other};"));
            });
        });
    }

    /// A statement that puts the number of a variant.
    pub(super) fn put_number(&self, prefix: Prefix, number: &str, name: &str) -> String {
        match prefix {
            Prefix::Varint => self.w("varint", number),
            Prefix::Number(NumberType::U8) if number.parse::<u8>().is_ok() => {
                self.w("byte", number)
            }
            Prefix::Number(of) => {
                let method = format!("u{}", of.bytes() * 8);
                self.w(&method, &format!("{number}, {name}"))
            }
        }
    }

    /// An expression that takes the number of a variant.
    pub(super) fn take_number(&self, prefix: Prefix, name: &str) -> String {
        match prefix {
            Prefix::Varint => self.r("varint", name),
            Prefix::Number(of) => self.r(&format!("u{}", of.bytes() * 8), name),
        }
    }
}

/// A value that is not taken: the name as a text, or this number, or a negative one.
fn free_value(taken: &[String], is_number: bool, name: &str, number: i64) -> String {
    if !is_number {
        let mut name = name.to_owned();
        while taken.contains(&quoted(&name)) {
            name.push('_');
        }
        return quoted(&name);
    }
    let numbers = std::iter::once(number).chain((1..).map(|number: i64| -number));
    let mut texts = numbers.map(|number| number.to_string());
    texts.find(|text| !taken.contains(text)).unwrap_or_default()
}

impl<'s> Plain<'_, 's> {
    /// The variants with a value of their own.
    fn known(&self) -> impl Iterator<Item = &Member<'s>> {
        self.body.members.iter().filter(|member| !member.is_other)
    }

    /// Those that the test of the file tells from other values: those of Variants, if it has any.
    fn tested(&self) -> impl Iterator<Item = &Member<'s>> {
        let is_flat_alone = self.body.variant.is_none();
        self.known().filter(move |member| is_flat_alone || member.variant.is_some())
    }

    fn is_numbers(&self) -> bool {
        self.body.variant.is_some_and(|own| own.form == EnumForm::Numbers)
    }

    /// The field that keeps other values in Variants.
    fn kept(&self) -> Option<&crate::protocol::Field> {
        let other = self.body.variant?.other.as_ref()?;
        match (other.style, &other.record.fields[..]) {
            (Style::Newtype, [field]) if field.ty != Type::Custom => Some(field),
            _ => None,
        }
    }

    /// Whether a variant is a constant: one that keeps values is none.
    pub(super) fn is_constant(&self, member: &Member<'_>) -> bool {
        !member.is_other || (self.kept().is_none() && !self.keeps_number())
    }

    /// Whether other numbers are kept in flat messages.
    fn keeps_number(&self) -> bool {
        self.body.flat.is_some_and(|flat| flat.other.as_ref().is_some_and(|other| other.number))
    }
}
