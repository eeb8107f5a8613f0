//! Documentation comments.

use godot_var_runtime::variant::VariantType;

use super::Generator;
use super::names::properties;
use super::types::is_big;
use crate::language::docs::{
    Markup, Target, length, numbers, of_field, paragraphs, target, texts, time,
};
use crate::language::printer::Printer;
use crate::protocol::{FieldDefault, Type};
use crate::schema::{Body, Field};

/// The markup of `tsdoc`.
struct Tsdoc<'g, 's>(&'g Generator<'s>);

impl Markup for Tsdoc<'_, '_> {
    fn plain(&self, text: &str) -> String {
        text.to_owned()
    }

    fn code(&self, code: &str) -> String {
        format!("`{code}`")
    }

    fn link(&self, path: &str) -> Option<String> {
        let Generator { schema, names, .. } = self.0;
        let name = match target(schema, path, &|_| true)? {
            Target::Layout { is_flat: false } => "LAYOUT".to_owned(),
            Target::Layout { is_flat: true } => "FLAT_LAYOUT".to_owned(),
            Target::Field(index, at) => match &schema.types[index].body {
                Body::Record(fields) => {
                    format!("{}.{}", names.ty(index), properties(fields, false)[at])
                }
                _ => return None,
            },
            // A union has no members to link.
            Target::Type(index) | Target::Variant(index, _) => names.ty(index).to_owned(),
        };
        Some(format!("{{@link {name}}}"))
    }
}

/// Documentation of a schema, line by line.
pub(super) fn lines(generator: &Generator<'_>, docs: &[String]) -> Vec<String> {
    paragraphs(docs, &Tsdoc(generator))
}

/// Prints a comment, which no text in it ends.
pub(super) fn print(lines: &[String], out: &mut Printer) {
    let lines: Vec<String> = lines.iter().map(|line| line.replace("*/", "*\\/")).collect();
    match &lines[..] {
        [] => {}
        [line] => out.line(format!("/** {line} */")),
        lines => {
            out.line("/**");
            for line in lines {
                out.line(format!(" * {line}").trim_end());
            }
            out.line(" */");
        }
    }
}

impl Generator<'_> {
    /// The documentation of a field, with the limits that its type does not tell.
    pub(super) fn docs_of_field(&self, field: &Field<'_>) -> Vec<String> {
        let mut limits = Vec::new();
        if let Some(unit) = field.time {
            limits.push(time(unit));
        } else if !matches!(inner(&field.ty), Type::Value(VariantType::Int, bounds) if is_big(*bounds))
        {
            limits.extend(numbers(&field.ty));
        }
        if *inner(&field.ty) == Type::F32 {
            limits.push("Single precision.".to_owned());
        }
        limits.extend(texts(&field.ty).map(str::to_owned));
        limits.extend(length(field));
        if matches!(field.default, FieldDefault::Unchanged) {
            limits.push("If it is not there, the field has not changed.".to_owned());
        }
        of_field(field, &limits, &Tsdoc(self))
    }
}

fn inner(ty: &Type) -> &Type {
    match ty {
        Type::Option(inner) | Type::Pointer(inner) => self::inner(inner),
        ty => ty,
    }
}
