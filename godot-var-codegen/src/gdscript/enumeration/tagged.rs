//! Readers of enums by a tag: message ids, internal and adjacent tags.

use std::rc::Rc;

use super::super::Generator;
use super::super::locals::Locals;
use super::super::text::string;
use super::{Enum, Part, tags};
use crate::protocol::{Enumeration, Style};
use godot_var_schema::variant::model::Id;

/// An error lists the tags of an enum with more variants than this.
const MOST_LISTED: usize = 8;

impl<'p> Generator<'p> {
    pub(super) fn dispatch_ids(&mut self, this: Enum<'p>, class: &str, parts: &[Part<'p>]) {
        let Locals { data, fault, tag, .. } = &*Rc::clone(&self.locals);
        let expected = types_of_tags(this.enumeration);
        let id = if expected == "int" {
            format!("_Wire.id_of({fault}, {data})")
        } else {
            format!("_Wire.tag_at_start({fault}, {data}, {})", string(expected))
        };
        self.local(tag, "Variant", &id);
        if self.shares_numbers(this.index) {
            let message = self.locals.message.clone();
            self.local(&message, class, &format!("_of({tag})"));
            self.block(format!("if {message} == null:"), |generator| {
                generator.refuse_tag(class, parts, tag);
            });
            self.line(format!("return _Wire.loaded({message}, {data}, {fault})"));
            return;
        }
        self.match_tag(tag, parts.iter(), |generator, part| {
            let made = generator.made(part);
            format!("_Wire.loaded({made}, {data}, {fault})")
        });
        self.unknown(class, parts, tag);
    }

    pub(super) fn dispatch_tag(
        &mut self,
        this: Enum<'p>,
        class: &str,
        parts: &[Part<'p>],
        tag_key: &str,
        content: Option<&String>,
    ) {
        let Locals { data, fault, tag, .. } = &*Rc::clone(&self.locals);
        let key = string(tag_key);
        let expected = string(types_of_tags(this.enumeration));
        self.local(tag, "Variant", &format!("_Wire.tag_of({fault}, {data}, {key}, {expected})"));
        self.match_tag(tag, parts.iter(), |generator, part| {
            let made = generator.made(part);
            match (part.member.style, content) {
                (Style::Unit, Some(_)) => made,
                (_, None) => format!("_Wire.loaded({made}, {data}, {fault})"),
                (_, Some(content)) => {
                    let key = string(content);
                    format!("_Wire.loaded_content({made}, {data}, {key}, {fault})")
                }
            }
        });
        self.unknown(class, parts, tag);
    }

    /// Returns what `call` gives for the variant that has the tag.
    pub(super) fn match_tag<'c>(
        &mut self,
        tag: &str,
        parts: impl Iterator<Item = &'c Part<'p>>,
        call: impl Fn(&Self, &Part<'p>) -> String,
    ) where
        'p: 'c,
    {
        let mut parts = parts.filter(|part| !part.is_other).peekable();
        if parts.peek().is_none() {
            return;
        }
        self.block(format!("match {tag}:"), |generator| {
            for part in parts {
                generator.block(format!("{}:", tags(part.member).join(", ")), |generator| {
                    let call = call(generator, part);
                    generator.line(format!("return {call}"));
                });
            }
        });
    }

    /// No variant has the tag: another takes the message, or it is a fault.
    pub(super) fn unknown(&mut self, class: &str, parts: &[Part<'p>], tag: &str) {
        let Locals { data, fault, .. } = &*Rc::clone(&self.locals);
        if let Some(other) = parts.iter().find(|part| part.is_other) {
            let empty = self.pick("is_empty()", "empty()");
            self.block(format!("if {fault}.{empty}:"), |generator| {
                generator.line(format!("return {class}.new(Kind.{}, {data})", other.constant));
            });
        } else {
            self.refuse_tag(class, parts, tag);
        }
        self.line("return null");
    }

    /// Notes that no variant has the tag.
    fn refuse_tag(&mut self, class: &str, parts: &[Part<'p>], tag: &str) {
        let fault = self.locals.fault.clone();
        let mut known: Vec<_> = parts.iter().flat_map(|part| tags(part.member)).collect();
        if known.len() > MOST_LISTED {
            known.clear();
        }
        let (class, known) = (string(class), known.join(", "));
        self.line(format!("_Wire.no_variant({fault}, null, {class}, {tag}, [{known}])"));
    }
}

/// The types that the tags of an enum have. An `other` variant takes tags of every type.
fn types_of_tags(enumeration: &Enumeration) -> &'static str {
    let all = |is: fn(&Id) -> bool| {
        enumeration.members.iter().all(|member| {
            is(&member.id) && (member.aliases.is_empty() || matches!(member.id, Id::Text(_)))
        })
    };
    if enumeration.other.is_some() {
        "int or String"
    } else if all(|id| matches!(id, Id::Int(_))) {
        "int"
    } else if all(|id| matches!(id, Id::Text(_))) {
        "String"
    } else {
        "int or String"
    }
}
