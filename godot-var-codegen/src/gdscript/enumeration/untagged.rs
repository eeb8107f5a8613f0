//! Readers of untagged enums: the first variant that fits.

use std::rc::Rc;

use super::super::Generator;
use super::super::locals::Locals;
use super::{Enum, Part};
use crate::protocol::Style;

impl<'p> Generator<'p> {
    /// Asks for the first variant that fits, once for each value.
    pub(super) fn dispatch_untagged(&mut self, this: Enum<'p>, class: &str) {
        let Locals { data, fault, message, seen, .. } = &*Rc::clone(&self.locals);
        if self.speculation.remembers(this.index) {
            self.block(format!("if not {seen}.messages.has(\"{class}\"):"), |generator| {
                generator.line(format!("{seen}.messages[\"{class}\"] = _first_that_fits({data})"));
            });
            self.local(message, class, &format!("{seen}.messages[\"{class}\"]"));
        } else {
            self.local(message, class, &format!("_first_that_fits({data})"));
        }
        self.block(format!("if {message} == null:"), |generator| {
            generator.line(format!("_Wire.mismatch({fault}, null, {data}, \"{class}\")"));
        });
        self.line(format!("return {message}"));
    }

    /// `_first_that_fits(data)`: tries one variant after the other.
    pub(super) fn first_that_fits(&mut self, this: Enum<'p>, class: &str, parts: &[Part<'p>]) {
        self.gap();
        self.start(&[]);
        let Locals { data, message, seen, .. } = &*Rc::clone(&self.locals);
        let head = if self.four {
            format!("func _first_that_fits({data}: Variant) -> {class}:")
        } else {
            format!("func _first_that_fits({data}):")
        };
        self.block(head, |generator| {
            generator.local(message, class, "null");
            for part in parts {
                if part.member.style == Style::Unit {
                    generator.block(format!("if {data} == null:"), |generator| {
                        let made = generator.made(part);
                        generator.line(format!("return {made}"));
                    });
                    continue;
                }
                let made = generator.made(part);
                generator.line(format!("{message} = {made}"));
                if generator.is_told(this, part.member) {
                    generator.line(format!("{message}._seen = {seen}"));
                }
                generator.block(format!("if {message}._load({data}, []):"), |generator| {
                    if generator.speculation.remembers(this.index) {
                        // What it keeps would keep it.
                        generator.line(format!("{message}._seen = null"));
                    }
                    generator.line(format!("return {message}"));
                });
            }
            generator.line("return null");
        });
    }
}
