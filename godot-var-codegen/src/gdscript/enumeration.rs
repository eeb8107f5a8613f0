//! Enums: constants where they carry nothing, a class for each member where they do.

use super::Generator;
use super::kind::Kind;
use super::names::{member_class, member_constant};
use super::read::From;
use super::record::{Member, Opening};
use super::text::{constant, int, string};
use crate::protocol::{EnumForm, Enumeration, Enumerator, Field, Form, Record, Style, TypeDef};
use godot_var_schema::variant::model::Id;

fn id(id: &Id) -> String {
    match id {
        Id::Int(number) => int(*number),
        Id::Text(text) => string(text),
    }
}

/// What a member is read with.
struct Part<'p> {
    member: &'p Enumerator,
    class: String,
    constant: String,
    members: Vec<Member<'p>>,
}

impl<'p> Generator<'p> {
    /// An enum of numbers or names.
    pub(super) fn plain_enum(
        &mut self,
        index: usize,
        def: &'p TypeDef,
        enumeration: &'p Enumeration,
    ) {
        let class = self.names.class(index).to_owned();
        let by_name = enumeration.form == EnumForm::Names;
        let note = if by_name { "Travels as its name." } else { "" };
        self.docs(&def.docs, note);
        if by_name && enumeration.other.is_some() {
            for member in &enumeration.members {
                self.docs(&member.docs, "");
                let name = format!("{}_{}", constant(&class), member_constant(member));
                let typed = if self.four { ": String" } else { "" };
                self.line(format!("const {name}{typed} = {}", id(&member.id)));
            }
            return;
        }
        self.block(format!("enum {class} {{"), |generator| {
            for (i, member) in enumeration.members.iter().enumerate() {
                generator.docs(&member.docs, "");
                let number = match &member.id {
                    Id::Int(number) => *number,
                    Id::Text(_) => i as i64,
                };
                generator.line(format!("{} = {},", member_constant(member), int(number)));
            }
        });
        self.line("}");
        if by_name {
            let name = constant(&class);
            let names: Vec<String> =
                enumeration.members.iter().map(|member| id(&member.id)).collect();
            let typed = |generator: &Self, ty: &str| {
                if generator.four { format!(": {ty}") } else { String::new() }
            };
            let array = typed(self, "Array");
            self.line(format!("const _{name}_NAMES{array} = [{}]", names.join(", ")));
            let numbers: Vec<String> = enumeration
                .members
                .iter()
                .enumerate()
                .flat_map(|(i, member)| {
                    let aliases = member.aliases.iter().map(|alias| string(alias));
                    std::iter::once(id(&member.id))
                        .chain(aliases)
                        .map(move |name| format!("{name}: {i}"))
                })
                .collect();
            let dictionary = typed(self, "Dictionary");
            self.line(format!("const _{name}_NUMBERS{dictionary} = {{{}}}", numbers.join(", ")));
        }
    }

    /// A base class and one class for each member.
    pub(super) fn enum_classes(
        &mut self,
        index: usize,
        def: &'p TypeDef,
        enumeration: &'p Enumeration,
    ) {
        let class = self.names.class(index).to_owned();
        let mut parts = Vec::new();
        for member in enumeration.members.iter().chain(&enumeration.other) {
            let is_other = Some(member) == enumeration.other.as_ref();
            let own = format!("{}::{}", def.name, member.name);
            let mut members =
                if is_other { Vec::new() } else { self.members(&member.record, &own) };
            if let ([only], Style::Newtype) = (&mut members[..], member.style) {
                if only.field.gdscript.is_none() {
                    "value".clone_into(&mut only.name);
                }
                if enumeration.form != EnumForm::Ids && internal(enumeration) {
                    self.check_beside_tag(only.field, &only.slot.kind, &own);
                }
            }
            parts.push(Part {
                member,
                class: member_class(&class, member),
                constant: member_constant(member),
                members,
            });
        }
        self.base(index, &class, def, enumeration, &parts);
        for part in &parts {
            self.line("");
            self.line("");
            self.docs(&part.member.docs, "");
            if Some(part.member) == enumeration.other.as_ref() {
                self.other_class(&class, part);
            } else {
                self.member_class(&class, enumeration, part);
            }
        }
    }

    fn check_beside_tag(&mut self, field: &Field, kind: &Kind, owner: &str) {
        let fits = match kind {
            Kind::Class(index) => match &self.protocol.types[*index].body {
                crate::protocol::Body::Record(record) => {
                    record.form == Form::Dictionary && !record.deny_unknown
                }
                _ => false,
            },
            _ => false,
        };
        if !fits {
            let message = format!(
                "{}: only a struct that takes unknown keys can stand beside the tag in GDScript",
                super::named(owner, &field.name)
            );
            self.errors.push(crate::protocol::Diagnostic::new(&field.place, message));
        }
    }

    fn base(
        &mut self,
        index: usize,
        class: &str,
        def: &'p TypeDef,
        enumeration: &'p Enumeration,
        parts: &[Part<'p>],
    ) {
        self.line("");
        self.line("");
        let classes: Vec<String> = parts
            .iter()
            .map(|part| {
                if self.four { format!("[code]{}[/code]", part.class) } else { part.class.clone() }
            })
            .collect();
        let note = format!("One of {}. {}", classes.join(", "), self.name_note(index, def));
        self.docs(&def.docs, note.trim_end());
        self.class(class, "Message", |generator| {
            let numbered = enumeration.form == EnumForm::Ids
                && enumeration.members.iter().all(|member| matches!(member.id, Id::Int(_)));
            if numbered {
                let mark = generator.pick("##", "#");
                generator.line(format!("{mark} The message numbers."));
            }
            generator.block("enum Kind {", |generator| {
                for (i, part) in parts.iter().enumerate() {
                    generator.docs(&part.member.docs, "");
                    let number = match &part.member.id {
                        _ if Some(part.member) == enumeration.other.as_ref() => {
                            free_number(enumeration, numbered)
                        }
                        Id::Int(number) if numbered => *number,
                        _ => i as i64,
                    };
                    generator.line(format!("{} = {},", part.constant, int(number)));
                }
            });
            generator.line("}");
            generator.line("");
            let mark = generator.pick("##", "#");
            generator.line(format!("{mark} Which of the variants this is."));
            let first = parts.first().map_or("", |part| &part.constant);
            if generator.four {
                generator.line(format!("var kind: Kind = Kind.{first}"));
            } else {
                generator.line("# warning-ignore:unused_class_variable");
                generator.line(format!("var kind: int = Kind.{first}"));
            }
            generator.line("");
            generator.reading_functions(class);
            generator.line("");
            generator.line("");
            let head = generator.read_head(class);
            generator.start(&[]);
            generator.block(head, |generator| match &enumeration.form {
                EnumForm::Ids => generator.dispatch_ids(class, enumeration, parts),
                EnumForm::Internal { tag } => {
                    generator.dispatch_tag(class, enumeration, parts, tag, None);
                }
                EnumForm::Adjacent { tag, content } => {
                    generator.dispatch_tag(class, enumeration, parts, tag, Some(content));
                }
                EnumForm::External => generator.dispatch_external(class, enumeration, parts),
                _ => generator.dispatch_untagged(class, parts),
            });
        });
    }

    /// Reads a tag and tells what it must be.
    fn read_tag(&mut self, enumeration: &Enumeration, key: &str) {
        let all = |is: fn(&Id) -> bool| {
            enumeration.members.iter().all(|member| {
                is(&member.id) && (member.aliases.is_empty() || matches!(member.id, Id::Text(_)))
            })
        };
        if all(|id| matches!(id, Id::Int(_))) {
            self.block("if not (tag is int):", |generator| {
                generator.line(format!(
                    "tag = _Wire.to_int(fault, fields, {key}, _Wire.I64_MIN, _Wire.I64_MAX)"
                ));
                generator.block("if tag == null:", |generator| generator.line("return null"));
            });
        } else if all(|id| matches!(id, Id::Text(_))) {
            let odd =
                self.pick("not (tag is String) and not (tag is StringName)", "not (tag is String)");
            self.block(format!("if {odd}:"), |generator| {
                generator.line(format!("_Wire.refuse(fault, fields, {key}, \"String\")"));
                generator.line("return null");
            });
        } else {
            self.block("if tag is float:", |generator| {
                generator.line(format!(
                    "tag = _Wire.to_int(fault, fields, {key}, _Wire.I64_MIN, _Wire.I64_MAX)"
                ));
                generator.block("if tag == null:", |generator| generator.line("return null"));
            });
            let odd = self.pick(
                "not (tag is int) and not (tag is String) and not (tag is StringName)",
                "not (tag is int) and not (tag is String)",
            );
            self.block(format!("if {odd}:"), |generator| {
                generator.line(format!("_Wire.refuse(fault, fields, {key}, \"int or String\")"));
                generator.line("return null");
            });
        }
    }

    fn matching(
        &mut self,
        class: &str,
        enumeration: &Enumeration,
        parts: &[Part<'p>],
        unknown_at: &str,
        call: impl Fn(&Part<'p>) -> String,
    ) {
        self.block("match tag:", |generator| {
            for part in parts.iter().filter(|part| Some(part.member) != enumeration.other.as_ref())
            {
                let aliases = part.member.aliases.iter().map(|alias| string(alias));
                let tags: Vec<String> =
                    std::iter::once(id(&part.member.id)).chain(aliases).collect();
                generator.block(format!("{}:", tags.join(", ")), |generator| {
                    generator.line(format!("return {}", call(part)));
                });
            }
        });
        self.unknown(class, parts, enumeration, unknown_at);
    }

    fn unknown(&mut self, class: &str, parts: &[Part<'p>], enumeration: &Enumeration, at: &str) {
        let other = parts.iter().find(|part| Some(part.member) == enumeration.other.as_ref());
        if let Some(other) = other {
            self.line(format!("return {}.new(data)", other.class));
            return;
        }
        self.line(format!("_Wire.unknown(fault, tag, \"{class}\")"));
        if !at.is_empty() {
            self.line(format!("fault.append({at})"));
        }
        self.line("return null");
    }

    fn dispatch_ids(&mut self, class: &str, enumeration: &Enumeration, parts: &[Part<'p>]) {
        self.open_container(Form::Array);
        let empty = self.pick("fields.is_empty()", "fields.empty()");
        self.block(format!("if {empty}:"), |generator| {
            generator.line("_Wire.wrong_size(fault, 0, \"1 or more\")");
            generator.line("return null");
        });
        self.local("tag", "Variant", "fields[0]");
        self.read_tag(enumeration, "0");
        self.matching(class, enumeration, parts, "0", |part| {
            format!("{}._read_fields(fields, fault)", part.class)
        });
    }

    fn dispatch_tag(
        &mut self,
        class: &str,
        enumeration: &Enumeration,
        parts: &[Part<'p>],
        tag: &str,
        content: Option<&String>,
    ) {
        self.open_container(Form::Dictionary);
        let key = string(tag);
        self.local("tag", "Variant", &format!("fields.get({key})"));
        self.read_tag(enumeration, &key);
        self.matching(class, enumeration, parts, &key, |part| match (part.member.style, content) {
            (Style::Unit, _) => format!("{}.new()", part.class),
            (_, None) => format!("{}._read_fields(fields, fault)", part.class),
            (_, Some(content)) => {
                format!("{}._read_content(fields, {}, fault)", part.class, string(content))
            }
        });
    }

    fn dispatch_external(&mut self, class: &str, enumeration: &Enumeration, parts: &[Part<'p>]) {
        let text = self.pick("data is String or data is StringName", "data is String");
        self.local("tag", "Variant", "data");
        self.block(format!("if {text}:"), |generator| {
            generator.block("match tag:", |generator| {
                for part in parts.iter().filter(|part| {
                    part.member.style == Style::Unit
                        && Some(part.member) != enumeration.other.as_ref()
                }) {
                    let aliases = part.member.aliases.iter().map(|alias| string(alias));
                    let tags: Vec<String> =
                        std::iter::once(id(&part.member.id)).chain(aliases).collect();
                    generator.block(format!("{}:", tags.join(", ")), |generator| {
                        generator.line(format!("return {}.new()", part.class));
                    });
                }
                generator.block("_:", |generator| {
                    generator.unknown(class, parts, enumeration, "");
                });
            });
        });
        self.open_container(Form::Dictionary);
        self.block("if fields.size() != 1:", |generator| {
            generator.line("_Wire.wrong_size(fault, fields.size(), \"1\")");
            generator.line("return null");
        });
        self.line("tag = fields.keys()[0]");
        let odd =
            self.pick("not (tag is String) and not (tag is StringName)", "not (tag is String)");
        self.block(format!("if {odd}:"), |generator| {
            generator.line("_Wire.mismatch(fault, tag, \"String as key\")");
            generator.line("return null");
        });
        let with_content: Vec<&Part<'p>> = parts
            .iter()
            .filter(|part| {
                part.member.style != Style::Unit && Some(part.member) != enumeration.other.as_ref()
            })
            .collect();
        if !with_content.is_empty() {
            self.block("match tag:", |generator| {
                for part in with_content {
                    let aliases = part.member.aliases.iter().map(|alias| string(alias));
                    let tags: Vec<String> =
                        std::iter::once(id(&part.member.id)).chain(aliases).collect();
                    generator.block(format!("{}:", tags.join(", ")), |generator| {
                        generator.line(format!(
                            "return {}._read_content(fields, tag, fault)",
                            part.class
                        ));
                    });
                }
            });
        }
        self.unknown(class, parts, enumeration, "");
    }

    fn dispatch_untagged(&mut self, class: &str, parts: &[Part<'p>]) {
        for part in parts {
            if part.member.style == Style::Unit {
                self.block("if data == null:", |generator| {
                    generator.line(format!("return {}.new()", part.class));
                });
                continue;
            }
            let name = self.fresh(&part.constant.to_lowercase());
            self.local(&name, &part.class, &format!("{}._read_content([data], 0, [])", part.class));
            self.block(format!("if {name} != null:"), |generator| {
                generator.line(format!("return {name}"));
            });
        }
        self.line(format!("_Wire.mismatch(fault, data, \"{class}\")"));
        self.line("return null");
    }

    fn init(&mut self, part: &Part<'p>) {
        let returns = self.pick(" -> void", "").to_owned();
        match (&part.members[..], part.member.style) {
            ([only], Style::Newtype) => {
                let ty = self.member_type(&only.slot.kind);
                let own = !self.four && part.class.starts_with(ty.as_str());
                let typed = if !self.four && (ty == "Variant" || own) {
                    String::new()
                } else {
                    format!(": {ty}")
                };
                let head = format!("func _init(content{typed} = {}){returns}:", only.initial);
                self.block(head, |generator| {
                    generator.line(format!("kind = Kind.{}", part.constant));
                    generator.line(format!("{} = content", only.name));
                });
            }
            _ => self.block(format!("func _init(){returns}:"), |generator| {
                generator.line(format!("kind = Kind.{}", part.constant));
            }),
        }
        self.line("");
        self.line("");
    }

    fn other_class(&mut self, base: &str, part: &Part<'p>) {
        self.class(&part.class, base, |generator| {
            let (mark, variant, returns) =
                if generator.four { ("##", ": Variant", " -> void") } else { ("#", "", "") };
            generator.line(format!("{mark} The whole, as it came."));
            generator.line(format!("var value{variant} = null"));
            generator.line("");
            generator.block(
                format!("func _init(content{variant} = null){returns}:"),
                |generator| {
                    generator.line(format!("kind = Kind.{}", part.constant));
                    generator.line("value = content");
                },
            );
            generator.line("");
            generator.line("");
            generator.writing_function("Variant", &[], |_| vec!["value".to_owned()]);
        });
    }

    fn member_class(&mut self, base: &str, enumeration: &Enumeration, part: &Part<'p>) {
        let Part { member, class, members, .. } = part;
        let mut record = member.record.clone();
        let beside = internal(enumeration) && member.style == Style::Newtype;
        if beside {
            record.form = Form::Dictionary;
        }
        self.class(class, base, |generator| {
            let form = if member.style == Style::Newtype { Form::Array } else { record.form };
            generator.declare(members, class, form);
            if !members.is_empty() {
                generator.line("");
            }
            generator.init(part);
            let ty = match &enumeration.form {
                EnumForm::Ids => "Array",
                EnumForm::Internal { .. } | EnumForm::Adjacent { .. } => "Dictionary",
                _ => "Variant",
            };
            generator.writing_function(ty, members, |generator| {
                generator.write_member(enumeration, part, &record, beside)
            });
            if member.style == Style::Unit && enumeration.form != EnumForm::Ids {
                return;
            }
            generator.line("");
            generator.line("");
            generator.start(members);
            match &enumeration.form {
                EnumForm::Ids => {
                    let head = generator.fields_head(class, Form::Array);
                    generator.block(head, |generator| {
                        generator.local("message", class, &format!("{class}.new()"));
                        generator.read_record(&record, members, 1, &[], None);
                        generator.line("return message");
                    });
                }
                EnumForm::Internal { tag } => {
                    let head = generator.fields_head(class, Form::Dictionary);
                    generator.block(head, |generator| {
                        if let ([only], true) = (&members[..], beside) {
                            let ty = generator.member_type(&only.slot.kind);
                            generator.local("content", &ty, &format!("{ty}._read(fields, fault)"));
                            generator.block("if content == null:", |generator| {
                                generator.line("return null");
                            });
                            generator.line(format!("return {class}.new(content)"));
                            return;
                        }
                        generator.local("message", class, &format!("{class}.new()"));
                        generator.read_record(&record, members, 0, &[], Some(tag));
                        generator.line("return message");
                    });
                }
                _ => generator.read_content(part, &record),
            }
        });
    }

    fn fields_head(&self, class: &str, form: Form) -> String {
        let ty = super::record::container(form);
        if self.four {
            format!("static func _read_fields(fields: {ty}, fault: Array) -> {class}:")
        } else {
            format!("static func _read_fields(fields: {ty}, fault: Array):")
        }
    }

    fn write_member(
        &mut self,
        enumeration: &Enumeration,
        part: &Part<'p>,
        record: &Record,
        beside: bool,
    ) -> Vec<String> {
        let Part { member, members, .. } = part;
        let own = id(&member.id);
        match &enumeration.form {
            EnumForm::Ids => self.write_record(record, members, &Opening::Element(own)),
            EnumForm::Internal { tag } => {
                let pair = Opening::Pair(string(tag), own);
                if let ([only], true) = (&members[..], beside) {
                    let out = self.fresh("out_fields");
                    self.local(
                        &out,
                        "Dictionary",
                        &format!("{{{}: {}}}", string(tag), id(&member.id)),
                    );
                    self.line(format!("_Wire.put_all({out}, {}.to_variant())", only.name));
                    return vec![out];
                }
                let mut record = record.clone();
                record.form = Form::Dictionary;
                self.write_record(&record, members, &pair)
            }
            form => {
                let content = self.write_content(part, record);
                match form {
                    EnumForm::External if member.style == Style::Unit => vec![own],
                    EnumForm::External => surround(&format!("{{{own}: "), content, "}"),
                    EnumForm::Adjacent { tag, .. } if member.style == Style::Unit => {
                        vec![format!("{{{}: {own}}}", string(tag))]
                    }
                    EnumForm::Adjacent { tag, content: key } => surround(
                        &format!("{{{}: {own}, {}: ", string(tag), string(key)),
                        content,
                        "}",
                    ),
                    _ => content,
                }
            }
        }
    }

    fn write_content(&mut self, part: &Part<'p>, record: &Record) -> Vec<String> {
        let Part { member, members, .. } = part;
        match (member.style, &members[..]) {
            (Style::Unit, _) => vec!["null".to_owned()],
            (Style::Newtype, [only]) => {
                vec![self.write(&only.slot.kind, &only.name, "value", true)]
            }
            _ => self.write_record(record, members, &Opening::Nothing),
        }
    }

    /// `_read_content(source, at, fault)`: the content is `source[at]`.
    fn read_content(&mut self, part: &Part<'p>, record: &Record) {
        let Part { member, class, members, .. } = part;
        let head = if self.four {
            format!(
                "static func _read_content(source: Variant, at: Variant, fault: Array) -> {class}:"
            )
        } else {
            "static func _read_content(source, at, fault: Array):".to_owned()
        };
        self.block(head, |generator| {
            generator.block("if source is Dictionary and not source.has(at):", |generator| {
                generator.line("_Wire.refuse(fault, source, at, \"content\")");
                generator.line("return null");
            });
            if let ([only], Style::Newtype) = (&members[..], member.style) {
                generator.local("value", "Variant", "source[at]");
                let from =
                    From { source: "source".to_owned(), key: "at".to_owned(), outer: Vec::new() };
                generator.read(&only.slot, &from, &only.name);
                let ty = generator.member_type(&only.slot.kind);
                if generator.four && ty != "Variant" {
                    generator.line(format!("var content: {ty} = value"));
                    generator.line(format!("return {class}.new(content)"));
                } else {
                    generator.line(format!("return {class}.new(value)"));
                }
                return;
            }
            let ty = super::record::container(record.form);
            generator.block(format!("if not (source[at] is {ty}):"), |generator| {
                generator.line(format!("_Wire.refuse(fault, source, at, \"{ty}\")"));
                generator.line("return null");
            });
            generator.local("fields", ty, "source[at]");
            generator.local("message", class, &format!("{class}.new()"));
            generator.read_record(record, members, 0, &["at".to_owned()], None);
            generator.line("return message");
        });
    }
}

fn internal(enumeration: &Enumeration) -> bool {
    matches!(enumeration.form, EnumForm::Internal { .. })
}

/// A number for the member that takes all others.
fn free_number(enumeration: &Enumeration, numbered: bool) -> i64 {
    if !numbered {
        return enumeration.members.len() as i64;
    }
    let taken =
        |number: &i64| enumeration.members.iter().any(|member| member.id == Id::Int(*number));
    (1..=i64::MAX).map(|number| -number).find(|number| !taken(number)).unwrap_or_default()
}

/// Puts text before the first line and behind the last.
fn surround(before: &str, mut lines: Vec<String>, after: &str) -> Vec<String> {
    if let Some(first) = lines.first_mut() {
        first.insert_str(0, before);
    }
    if let Some(last) = lines.last_mut() {
        last.push_str(after);
    }
    lines
}
