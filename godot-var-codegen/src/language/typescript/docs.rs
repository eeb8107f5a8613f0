//! Documentation comments.

use godot_var_runtime::variant::VariantType;

use super::Generator;
use super::names::properties;
use super::types::is_big;
use crate::language::docs::{Markup, length, numbers, of_field, paragraphs, texts, time};
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
        if matches!(path, "LAYOUT" | "FLAT_LAYOUT") {
            return Some(format!("{{@link {path}}}"));
        }
        let parts: Vec<&str> = path.split(['.', ':']).filter(|part| !part.is_empty()).collect();
        let find = |name: &str| schema.types.iter().position(|def| def.name == name);
        let (index, member) = match &parts[..] {
            [.., owner, member] if find(owner).is_some() => (find(owner)?, Some(*member)),
            [.., name] => (find(name)?, None),
            [] => return None,
        };
        let name = names.ty(index);
        let Some(member) = member else { return Some(format!("{{@link {name}}}")) };
        match &schema.types[index].body {
            Body::Record(fields) => {
                let at = fields.iter().position(|field| field.name == member)?;
                Some(format!("{{@link {name}.{}}}", properties(fields, false)[at]))
            }
            // A union has no members to link.
            _ => Some(format!("{{@link {name}}}")),
        }
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
