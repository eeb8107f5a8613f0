//! Checks between the parts of a template.

use std::collections::HashMap;

use super::Diagnostic;
use super::ast::{Message, Place, Template};

/// Reports numbers out of range, and repeated numbers and names.
pub(super) fn check(template: &Template, errors: &mut Vec<Diagnostic>) {
    let mut names = Seen::default();
    let mut numbers: HashMap<u32, &Message> = HashMap::new();
    for message in &template.messages {
        names.check("message", &message.name, message.place, errors);
        check_range(message, errors);
        if let Some(first) = numbers.get(&message.id()) {
            errors.push(Diagnostic {
                place: message.number_place,
                message: format!(
                    "message `{}` has the number of `{}` in line {}",
                    message.name, first.name, first.number_place.line
                ),
            });
        } else {
            numbers.insert(message.id(), message);
        }
        let mut blocks = Seen::default();
        for block in &message.blocks {
            blocks.check("block", &block.name, block.place, errors);
            let mut fields = Seen::default();
            for field in &block.fields {
                fields.check("field", &field.name, field.place, errors);
            }
        }
    }
}

fn check_range(message: &Message, errors: &mut Vec<Diagnostic>) {
    let (min, max) = message.frequency.range();
    if !(min..=max).contains(&message.number) {
        errors.push(Diagnostic {
            place: message.number_place,
            message: message.frequency.out_of_range(),
        });
    }
}

#[derive(Default)]
struct Seen<'a>(HashMap<&'a str, Place>);

impl<'a> Seen<'a> {
    fn check(&mut self, what: &str, name: &'a str, place: Place, errors: &mut Vec<Diagnostic>) {
        if let Some(first) = self.0.get(name) {
            errors.push(Diagnostic {
                place,
                message: format!("{what} `{name}` already exists, in line {}", first.line),
            });
        } else {
            self.0.insert(name, place);
        }
    }
}
