//! Readers of enums by a tag: message ids, internal and adjacent tags.

use std::rc::Rc;

use super::super::Generator;
use super::super::locals::Locals;
use super::super::text::string;
use super::{Enum, Part, tags};
use crate::protocol::{Enumeration, Form, Style};
use godot_var_schema::variant::model::Id;

/// What every message of an enum with ids is.
const ANY_IDS: &str = "an Array that begins with an id";

impl<'p> Generator<'p> {
    pub(super) fn dispatch_ids(&mut self, this: Enum<'p>, class: &str, parts: &[Part<'p>]) {
        let Locals { fields, fault, tag, .. } = &*Rc::clone(&self.locals);
        self.open_container_of(Form::Array, ANY_IDS);
        let empty = self.pick("is_empty()", "empty()");
        self.fail_if(
            format!("{fields}.{empty}"),
            format!("{fault}.append(\"expected {ANY_IDS}, got an empty one\")"),
            &[],
        );
        self.local(tag, "Variant", &format!("{fields}[0]"));
        self.read_tag(this.enumeration, "0");
        let cases = parts.iter().filter(|part| !part.is_other);
        self.match_tag(cases, |part| format!("{}._read_fields({fields}, {fault})", part.class));
        self.unknown(class, parts, "0");
    }

    pub(super) fn dispatch_tag(
        &mut self,
        this: Enum<'p>,
        class: &str,
        parts: &[Part<'p>],
        tag_key: &str,
        content: Option<&String>,
    ) {
        let Locals { fields, fault, tag, .. } = &*Rc::clone(&self.locals);
        self.open_container(Form::Dictionary);
        let key = string(tag_key);
        self.local(tag, "Variant", &format!("{fields}.get({key})"));
        self.read_tag(this.enumeration, &key);
        let cases = parts.iter().filter(|part| !part.is_other);
        self.match_tag(cases, |part| match (part.member.style, content) {
            (Style::Unit, _) => format!("{}.new()", part.class),
            (_, None) => format!("{}._read_fields({fields}, {fault})", part.class),
            (_, Some(content)) => {
                let content = string(content);
                format!("{}._read_content({fields}, {content}, {fault})", part.class)
            }
        });
        self.unknown(class, parts, &key);
    }

    /// Checks the type of a tag.
    fn read_tag(&mut self, enumeration: &Enumeration, key: &str) {
        let Locals { fields, fault, tag, .. } = &*Rc::clone(&self.locals);
        let all = |is: fn(&Id) -> bool| {
            enumeration.members.iter().all(|member| {
                is(&member.id) && (member.aliases.is_empty() || matches!(member.id, Id::Text(_)))
            })
        };
        let (numbers, names) =
            (all(|id| matches!(id, Id::Int(_))), all(|id| matches!(id, Id::Text(_))));
        if !names {
            let odd =
                if numbers { format!("not ({tag} is int)") } else { format!("{tag} is float") };
            self.block(format!("if {odd}:"), |generator| {
                generator.line(format!(
                    "{tag} = _Wire.to_int({fault}, {fields}, {key}, _Wire.I64_MIN, _Wire.I64_MAX)"
                ));
                generator.block(format!("if {tag} == null:"), |generator| {
                    generator.line("return null");
                });
            });
        }
        if !numbers {
            let no_text = self.no_text(tag);
            let (odd, expected) = if names {
                (no_text, "String")
            } else {
                (format!("not ({tag} is int) and {no_text}"), "int or String")
            };
            self.fail_if(
                odd,
                format!("_Wire.refuse({fault}, {fields}, {key}, \"{expected}\")"),
                &[],
            );
        }
    }

    /// Returns what `call` gives for the variant that has the tag.
    pub(super) fn match_tag<'c>(
        &mut self,
        parts: impl Iterator<Item = &'c Part<'p>>,
        call: impl Fn(&Part<'p>) -> String,
    ) where
        'p: 'c,
    {
        let mut parts = parts.peekable();
        if parts.peek().is_none() {
            return;
        }
        let tag = &Rc::clone(&self.locals).tag;
        self.block(format!("match {tag}:"), |generator| {
            for part in parts {
                generator.block(format!("{}:", tags(part.member).join(", ")), |generator| {
                    generator.line(format!("return {}", call(part)));
                });
            }
        });
    }

    /// No variant has the tag.
    pub(super) fn unknown(&mut self, class: &str, parts: &[Part<'p>], at: &str) {
        let Locals { data, fault, tag, .. } = &*Rc::clone(&self.locals);
        if let Some(other) = parts.iter().find(|part| part.is_other) {
            self.line(format!("return {}.new({data})", other.class));
            return;
        }
        self.line(format!("_Wire.unknown({fault}, {tag}, \"{class}\")"));
        if !at.is_empty() {
            self.line(format!("{fault}.append({at})"));
        }
        self.line("return null");
    }
}
