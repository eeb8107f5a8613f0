//! Deltas: the fields that changed.

use super::Generator;
use super::code::From;
use super::record::{Part, block, has};
use super::text::string;
use crate::language::printer::Printer;
use crate::schema::Body;

impl<'s> Generator<'s> {
    /// `ChangesSince` and `Apply` of a type that has a delta.
    pub(super) fn delta_functions(&self, out: &mut Printer, index: usize, parts: &[Part<'_, 's>]) {
        let Some(delta) = self.schema.types.iter().position(|def| def.delta_of == Some(index))
        else {
            return;
        };
        let Body::Record(fields) = &self.schema.types[delta].body else { return };
        let (class, own) = (self.names.ty(delta), self.names.ty(index));
        let names = self.field_names(delta);
        let pairs: Vec<_> = fields
            .iter()
            .zip(&names)
            .filter_map(|(field, name)| {
                let part = parts.iter().find(|part| part.field.name == field.name)?;
                Some((part, name, field))
            })
            .collect();
        out.line(
            "/// <summary>The fields that are not equal to those of an older message.</summary>",
        );
        block(out, &format!("public {class} ChangesSince({own} older)"), |out| {
            out.line(format!("var delta = new {class}();"));
            for (part, name, field) in &pairs {
                if field.variant.is_some_and(|column| !column.decoded) {
                    continue;
                }
                let Part { field, .. } = part;
                let value = part.value();
                let copied = self.copied(&field.ty, &value, 0);
                let same = if copied.is_none() {
                    format!("Equals({value}, older.{})", part.name)
                } else {
                    let from = From::unnamed(&value);
                    let put = match (field.variant, field.flat) {
                        (Some(column), _) => Self::put_lambda(&from, |from| {
                            self.write(&field.ty, column.marks, from)
                        }),
                        (None, Some(flat)) => Self::put_lambda(&from, |from| {
                            self.write_flat(&flat.ty, &field.ty, from)
                        }),
                        _ => continue,
                    };
                    let arguments =
                        format!("{value}, older.{}, {}, {put}", part.name, string(field.name));
                    self.on_writer("Same", &arguments)
                };
                let (has, value) = (has(name), copied.unwrap_or(value));
                out.line(format!("if (!{same}) {{ delta.{has} = true; delta.{name} = {value}; }}"));
            }
            out.line("return delta;");
        });
        out.gap();
        out.line(format!("/// <summary>Takes the values of a <see cref=\"{class}\"/>.</summary>"));
        block(out, &format!("public void Apply({class} delta)"), |out| {
            for (part, name, _) in &pairs {
                let value = format!("delta.{name}");
                let copied = self.copied(&part.field.ty, &value, 0).unwrap_or(value);
                out.line(format!("if (delta.{}) {} = {copied};", has(name), part.value()));
            }
        });
        out.gap();
    }
}
