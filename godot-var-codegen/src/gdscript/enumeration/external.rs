//! Readers of externally tagged enums: a name, or a Dictionary with one pair.

use std::rc::Rc;

use super::super::Generator;
use super::super::locals::Locals;
use super::Part;
use crate::protocol::Style;

impl<'p> Generator<'p> {
    pub(super) fn dispatch_external(&mut self, class: &str, parts: &[Part<'p>]) {
        let Locals { data, fields, fault, tag, .. } = &*Rc::clone(&self.locals);
        let text = self.is_text(data);
        self.block(format!("if {text}:"), |generator| {
            let units = parts.iter().filter(|part| part.member.style == Style::Unit);
            generator.match_tag(data, units, Self::made);
            generator.unknown(class, parts, data);
        });
        self.local(fields, "Dictionary", &format!("{data} if {data} is Dictionary else {{}}"));
        self.block(format!("if {fields}.size() != 1:"), |generator| {
            generator.line(format!("_Wire.not_a_pair({fault}, {data}, {fields})"));
            generator.line("return null");
        });
        self.local(tag, "Variant", &format!("{fields}.keys()[0]"));
        let odd = self.no_text(tag);
        self.block(format!("if {odd}:"), |generator| {
            generator.line(format!("_Wire.mismatch({fault}, null, {tag}, \"String as key\")"));
            generator.line("return null");
        });
        let with_content = parts.iter().filter(|part| part.member.style != Style::Unit);
        self.match_tag(tag, with_content, |generator, part| {
            let made = generator.made(part);
            format!("_Wire.loaded({made}, {fields}[{tag}], {fault})")
        });
        self.unknown(class, parts, tag);
    }
}
