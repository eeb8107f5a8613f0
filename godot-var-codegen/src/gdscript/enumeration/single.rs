//! Functions of an enum's class: what they do depends on `kind`.

use std::rc::Rc;
use std::slice;

use super::super::Generator;
use super::super::fields::Around;
use super::super::kind::Kind;
use super::super::locals::Locals;
use super::super::names::VALUE;
use super::super::read::From;
use super::super::record::Member;
use super::{Enum, Part, id};
use crate::protocol::{EnumForm, FieldDefault, Form, Style};

/// A branch is for at most so many kinds, as its line is not broken.
const MOST_KINDS: usize = 2;

impl<'p> Generator<'p> {
    /// `_write()` and `_load()`.
    pub(super) fn functions_of_values(&mut self, this: Enum<'p>, parts: &[Part<'p>]) {
        let parts: Vec<&Part<'p>> = parts.iter().collect();
        self.gap();
        self.start(&[]);
        let head = self.pick("func _write() -> Variant:", "func _write():");
        self.block(head, |generator| {
            generator.by_kind(&parts, |generator, part| {
                let written = generator.write_value(this, part);
                generator.line(format!("return {written}"));
            });
        });
        let loads = |part: &&&Part<'p>| !part.is_other && !Self::reads_nothing(this, part);
        if !parts.iter().any(|part| loads(&part)) {
            return;
        }
        self.gap();
        self.start(&[]);
        let head = self.loading_head();
        self.block(head, |generator| {
            generator.by_kind(&parts, |generator, part| generator.load_value(this, part));
        });
    }

    /// Statements for each variant. Those that most variants share are last.
    pub(in super::super) fn by_kind(
        &mut self,
        parts: &[&Part<'p>],
        body: impl Fn(&mut Self, &Part<'p>),
    ) {
        let taken = self.taken.clone();
        let mut groups: Vec<(String, Vec<&Part<'p>>)> = Vec::new();
        self.out.indent += 2;
        for part in parts {
            let written = self.apart(|generator| body(generator, part)).text().to_owned();
            self.taken.clone_from(&taken);
            match groups.iter_mut().find(|(text, _)| *text == written) {
                Some((_, group)) => group.push(part),
                None => groups.push((written, vec![part])),
            }
        }
        self.out.indent -= 2;
        groups.sort_by_key(|(_, group)| group.len());
        let Some((otherwise, last)) = groups.pop() else { return };
        if groups.is_empty() {
            return body(self, last[0]);
        }
        let condition_of = |some: &[&Part<'p>]| {
            let kinds = some.iter().map(|part| format!("kind == Kind.{}", part.constant));
            kinds.collect::<Vec<_>>().join(" or ")
        };
        if let [(first, some)] = &groups[..]
            && let (Some(first), Some(otherwise)) = (returned(first), returned(&otherwise))
        {
            let line = format!("return {first} if {} else {otherwise}", condition_of(some));
            if some.len() <= MOST_KINDS && are_alike(first, otherwise) && self.out.fits(&line) {
                return self.line(line);
            }
        }
        groups
            .sort_by_key(|(_, group)| parts.iter().position(|it| it.constant == group[0].constant));
        // `match` takes longer.
        let mut word = "if";
        for some in groups.iter().flat_map(|(_, group)| group.chunks(MOST_KINDS)) {
            let condition = condition_of(some);
            self.block(format!("{word} {condition}:"), |generator| body(generator, some[0]));
            self.taken.clone_from(&taken);
            word = "elif";
        }
        // What is an `if` itself needs no block of its own.
        let mut lines = otherwise.trim_start_matches('\t').split_inclusive('\n');
        let inner = "\t".repeat(self.out.indent + 3);
        if otherwise.trim_start().starts_with("if ")
            && lines.by_ref().skip(1).all(|line| line.starts_with(&inner))
        {
            let written = self.apart(|generator| body(generator, last[0]));
            let tabs = "\t".repeat(self.out.indent);
            self.out.join_text(&format!("{tabs}el{}", written.text().trim_start()));
            return;
        }
        self.block("else:", |generator| body(generator, last[0]));
    }

    /// A variable that has the value of a variant, as one of its type.
    fn typed_value(&mut self, only: &Member<'p>) -> Member<'p> {
        let mut only = only.clone();
        if self.four && self.member_type(&only.slot.kind) != "Variant" && !only.slot.kind.is_plain()
        {
            only.name = self.locals.content.clone();
            let ty = self.member_type(&only.slot.kind);
            self.local(&only.name, &ty, VALUE);
        }
        only
    }

    /// The variable with the value of a variant as an object of any class: `value`, if it is declared as one.
    pub(in super::super) fn object(&mut self, index: usize) -> String {
        if !self.four || self.type_of_value(index) != "Variant" {
            return VALUE.to_owned();
        }
        let content = self.fresh("object");
        self.local(&content, "Message", VALUE);
        content
    }

    fn write_value(&mut self, this: Enum<'p>, part: &Part<'p>) -> String {
        if part.is_other {
            return VALUE.to_owned();
        }
        let own = if this.is_numbered() { "kind".to_owned() } else { id(&part.member.id) };
        let mut value = part.value.clone();
        if let Some(only) = &mut value {
            let is_whole = self.is_whole(&only.slot.kind);
            if self.is_record(only) {
                only.name = self.object(this.index);
                if is_whole || !this.is_internal() {
                    // Whatever is in its place has no such function, which the engine says.
                    only.name = format!("null if {0} == null else {0}._write()", only.name);
                    *only.slot.kind = Kind::Any(String::new());
                }
            } else {
                *only = self.typed_value(only);
            }
            if is_whole {
                return only.name.clone();
            }
        }
        self.write_variant(this, part, value.as_ref(), own)
    }

    /// Without fields there is nothing to read, except that an Array has no more than its id.
    fn reads_nothing(this: Enum<'p>, part: &Part<'p>) -> bool {
        let is_ids = this.enumeration.form == EnumForm::Ids;
        part.member.style == Style::Unit && !is_ids && !part.member.record.deny_unknown
    }

    /// Reads an object after an id, or an id alone if the variant has no object.
    fn load_object(&mut self) {
        let Locals { data, fault, fields, .. } = &*Rc::clone(&self.locals);
        let size = self.fresh("size");
        self.local(fields, "Array", data);
        self.local(&size, "int", &format!("1 if {VALUE} == null else 2"));
        self.block(format!("if {fields}.size() != {size}:"), |generator| {
            generator.line(format!("return _Wire.odd_size({fault}, {data}, str({size}))"));
        });
        self.line(format!("return {VALUE} == null or {VALUE}._load({fields}[1], {fault})"));
    }

    /// Reads the value of a variant.
    fn load_value(&mut self, this: Enum<'p>, part: &Part<'p>) {
        self.is_pending = false;
        if part.is_other || Self::reads_nothing(this, part) {
            self.line("return true");
            return;
        }
        let tag = match &this.enumeration.form {
            EnumForm::Internal { tag } => Some(&**tag),
            _ => None,
        };
        let remembers = self.is_told(this, part.member);
        let offset = usize::from(this.enumeration.form == EnumForm::Ids);
        let mut around = Around { offset, tag, remembers };
        if offset > 0 && self.is_uniform(this.index) {
            return self.load_object();
        }
        let Some(only) = &part.value else {
            let mut record = part.member.record.clone();
            record.form = if offset > 0 { Form::Array } else { Form::Dictionary };
            self.read_record(&record, &[], around);
            return;
        };
        if self.is_whole(&only.slot.kind) {
            around.offset = 0;
        }
        let Locals { data, value, seen, fault, fields, .. } = &*Rc::clone(&self.locals);
        let is_object = matches!(*only.slot.kind, Kind::Class(_));
        let is_in_place = self.is_record(only) && !remembers;
        let mut only = only.clone();
        if is_in_place {
            only.name = self.object(this.index);
        } else if !is_in_place && self.member_type(&only.slot.kind) != "Variant" {
            only.name = self.locals.content.clone();
            let is_made = is_object && !self.is_record(&only);
            let initial = if is_made { "null" } else { &only.initial };
            self.local(&only.name, &self.member_type(&only.slot.kind), initial);
        }
        let is_required = only.field.default == FieldDefault::Required;
        if is_in_place && (around.offset == 0 || is_required) {
            let mut content = data.clone();
            if around.offset > 0 {
                self.local(fields, "Array", data);
                self.block(format!("if {fields}.size() != 2:"), |generator| {
                    generator.line(format!("return _Wire.odd_size({fault}, {data}, \"2\")"));
                });
                content = format!("{fields}[1]");
            }
            self.line(format!("return {}._load({content}, {fault})", only.name));
            return;
        }
        if around.offset > 0 {
            self.read_positions(slice::from_ref(&only), around);
        } else {
            let mut from = From { value: data.clone(), step: None, outer: Vec::new(), seen: None };
            from.seen = remembers.then(|| seen.clone());
            if !is_object {
                self.local(value, "Variant", data);
                from.value.clone_from(value);
            }
            self.read(&only.slot, &from, &Self::target(&only), &only.name);
        }
        if !is_in_place && only.name != VALUE {
            self.line(format!("{VALUE} = {}", only.name));
        }
        self.end_of_reading();
    }
}

/// What a text returns that is no more than a statement for that.
fn returned(text: &str) -> Option<&str> {
    text.trim().strip_prefix("return ").filter(|it| !it.contains('\n') && !it.starts_with("null"))
}

/// Whether the engine takes both expressions for values of one type.
fn are_alike(one: &str, other: &str) -> bool {
    let literal = |text: &str| text.chars().next().filter(|first| "[{\"'".contains(*first));
    literal(one) == literal(other)
}
