//! Documentation comments in XML.

use super::Generator;
use super::types::Form;
use crate::language::docs::{self, Markup, Target};
use crate::language::printer::Printer;
use crate::schema::Field;
use crate::text::in_one_line;

/// `<c>` for code, `<see cref>` for what the file declares.
struct Xml<'g, 's>(&'g Generator<'s>);

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

impl Markup for Xml<'_, '_> {
    fn plain(&self, text: &str) -> String {
        escaped(text)
    }

    fn code(&self, code: &str) -> String {
        format!("<c>{}</c>", escaped(code))
    }

    fn link(&self, path: &str) -> Option<String> {
        let target = self.0.documented(path)?;
        Some(format!("<see cref=\"{target}\"/>"))
    }
}

impl Generator<'_> {
    /// The name that a path in documentation means.
    fn documented(&self, path: &str) -> Option<String> {
        let is_named = |index| !matches!(self.form(index), Form::Unit | Form::Wrapper);
        Some(match docs::target(self.schema, path, &is_named)? {
            Target::Layout { is_flat: false } => format!("{}.Layout", self.names.other("Protocol")),
            Target::Layout { is_flat: true } => {
                format!("{}.FlatLayout", self.names.other("Protocol"))
            }
            Target::Type(index) => self.names.ty(index),
            Target::Field(index, at) => {
                format!("{}.{}", self.names.ty(index), self.field_names(index)[at])
            }
            Target::Variant(index, at) => {
                format!("{}.{}", self.names.ty(index), self.variant_names(index)[at])
            }
        })
    }

    /// The documentation of a type or variant.
    pub(super) fn docs(&self, out: &mut Printer, lines: &[String], more: &str) {
        let mut lines = docs::paragraphs(lines, &Xml(self));
        if !more.is_empty() {
            match lines.last_mut() {
                Some(last) => *last = format!("{last} {more}"),
                None => lines.push(more.to_owned()),
            }
        }
        print(out, &lines);
    }

    /// The documentation of a field, with the limits that its type does not tell.
    pub(super) fn field_docs(&self, out: &mut Printer, field: &Field<'_>) {
        let mut limits: Vec<String> = docs::length(field).into_iter().collect();
        limits.extend(field.time.map(docs::time));
        limits.extend(docs::texts(&field.ty).map(str::to_owned));
        print(out, &docs::of_field(field, &limits, &Xml(self)));
    }

    /// Documentation as comments at the head of the file.
    pub(super) fn plain_docs(lines: &[String]) -> Vec<String> {
        struct Plain;
        impl Markup for Plain {
            fn plain(&self, text: &str) -> String {
                text.to_owned()
            }
            fn code(&self, code: &str) -> String {
                format!("`{code}`")
            }
            fn link(&self, _: &str) -> Option<String> {
                None
            }
        }
        let lines = docs::paragraphs(lines, &Plain);
        lines.iter().map(|line| in_one_line(line).into_owned()).collect()
    }
}

/// Writes lines, without characters that end a line for C# or that XML does not have.
fn print(out: &mut Printer, lines: &[String]) {
    let lines: Vec<String> = lines.iter().map(|line| in_one_line(line).into_owned()).collect();
    match &lines[..] {
        [] => {}
        [only] => out.line(format!("/// <summary>{only}</summary>")),
        [first, rest @ ..] => {
            let (last, middle) = (&rest[rest.len() - 1], &rest[..rest.len() - 1]);
            out.line(format!("/// <summary>{first}"));
            for line in middle {
                out.line(if line.is_empty() {
                    "/// <para/>".to_owned()
                } else {
                    format!("/// {line}")
                });
            }
            out.line(format!("/// {last}</summary>"));
        }
    }
}
