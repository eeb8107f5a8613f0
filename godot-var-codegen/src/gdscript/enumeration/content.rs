//! The content of a variant that stands apart from its tag.

use std::rc::Rc;

use super::super::Generator;
use super::super::fields::Around;
use super::super::locals::Locals;
use super::super::read::From;
use super::super::record::{Opening, container};
use super::{Enum, Part};
use crate::protocol::{Record, Style};

impl<'p> Generator<'p> {
    pub(super) fn write_content(&mut self, part: &Part<'p>, record: &Record) -> Vec<String> {
        let Part { member, members, .. } = part;
        match (member.style, &members[..]) {
            (Style::Unit, _) => vec!["null".to_owned()],
            (Style::Newtype, [only]) => {
                let known = self.declared(&only.slot.kind);
                vec![self.write(&only.slot.kind, &only.name, "value", known)]
            }
            _ => self.write_record(record, members, &Opening::Nothing),
        }
    }

    /// `_read_content(source, at, fault)`: the content is `source[at]`.
    pub(super) fn read_content(&mut self, this: Enum<'p>, part: &Part<'p>, record: &Record) {
        let Part { member, class, members, .. } = part;
        let Locals { source, at, fault, value, content, fields, message, seen, .. } =
            &*Rc::clone(&self.locals);
        let parameters = if self.four {
            format!("{source}: Variant, {at}: Variant, {fault}: Array")
        } else {
            format!("{source}, {at}, {fault}: Array")
        };
        let remembers = self.is_told(this, member);
        let head = self.private_head("_read_content", &parameters, class, remembers);
        self.block(head, |generator| {
            generator.fail_if(
                format!("_Wire.lacks({source}, {at})"),
                format!("_Wire.refuse({fault}, {source}, {at}, \"content\")"),
                &[],
            );
            if let ([only], Style::Newtype) = (&members[..], member.style) {
                generator.local(value, "Variant", &format!("{source}[{at}]"));
                let from = From {
                    source: source.clone(),
                    key: at.clone(),
                    outer: Vec::new(),
                    seen: remembers.then(|| seen.clone()),
                };
                generator.read(&only.slot, &from, &only.name);
                let ty = generator.member_type(&only.slot.kind);
                if generator.four && ty != "Variant" {
                    generator.line(format!("var {content}: {ty} = {value}"));
                    generator.line(format!("return {class}.new({content})"));
                } else {
                    generator.line(format!("return {class}.new({value})"));
                }
                return;
            }
            let ty = container(record.form);
            generator.fail_if(
                format!("not ({source}[{at}] is {ty})"),
                format!("_Wire.refuse({fault}, {source}, {at}, \"{ty}\")"),
                &[],
            );
            generator.local(fields, ty, &format!("{source}[{at}]"));
            generator.local(message, class, &format!("{class}.new()"));
            let outer = [at.clone()];
            let around = Around { outer: &outer, remembers, ..Around::default() };
            generator.read_record(record, members, around);
            generator.line(format!("return {message}"));
        });
    }
}
