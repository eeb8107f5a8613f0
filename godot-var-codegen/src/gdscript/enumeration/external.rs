//! Readers of externally tagged enums: a name, or a Dictionary with one pair.

use std::rc::Rc;

use super::super::Generator;
use super::super::locals::Locals;
use super::Part;
use crate::protocol::{Form, Style};

impl<'p> Generator<'p> {
    pub(super) fn dispatch_external(&mut self, class: &str, parts: &[Part<'p>]) {
        let Locals { data, fields, fault, tag, .. } = &*Rc::clone(&self.locals);
        let text = self.is_text(data);
        self.local(tag, "Variant", data);
        let tagged = || parts.iter().filter(|part| !part.is_other);
        self.block(format!("if {text}:"), |generator| {
            let units = tagged().filter(|part| part.member.style == Style::Unit);
            generator.match_tag(units, |part| format!("{}.new()", part.class));
            generator.unknown(class, parts, "");
        });
        self.open_container(Form::Dictionary);
        self.fail_if(
            format!("{fields}.size() != 1"),
            format!("_Wire.wrong_size({fault}, {fields}.size(), \"1\")"),
            &[],
        );
        self.line(format!("{tag} = {fields}.keys()[0]"));
        let odd = self.no_text(tag);
        self.fail_if(odd, format!("_Wire.mismatch({fault}, {tag}, \"String as key\")"), &[]);
        let with_content = tagged().filter(|part| part.member.style != Style::Unit);
        self.match_tag(with_content, |part| {
            format!("{}._read_content({fields}, {tag}, {fault})", part.class)
        });
        self.unknown(class, parts, "");
    }
}
