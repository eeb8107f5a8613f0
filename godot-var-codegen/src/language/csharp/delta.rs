//! Deltas: the fields that changed.

use super::Generator;
use super::code::From;
use super::record::{Part, block};
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
            "/// <summary>The fields that are not equal to those of an older message. Lists and messages in it are those of this object: \
             send it before they change.</summary>",
        );
        block(out, &format!("public {class} ChangesSince({own} older)"), |out| {
            out.line(format!("var delta = new {class}();"));
            for (part, name, field) in &pairs {
                if field.variant.is_some_and(|column| !column.decoded) {
                    continue;
                }
                let Part { field, name: value, .. } = part;
                let cs = self.cs(&field.ty);
                let is_plain = self.is_value(&field.ty) || cs == "string" || cs.ends_with('?');
                let same = if is_plain {
                    format!("Equals({value}, older.{value})")
                } else {
                    let from = From::unnamed(value);
                    let put = match (field.variant, field.flat) {
                        (Some(column), _) => Self::put_lambda(&from, |from| {
                            self.write(&field.ty, column.marks, from)
                        }),
                        (None, Some(flat)) => Self::put_lambda(&from, |from| {
                            self.write_flat(&flat.ty, &field.ty, from)
                        }),
                        _ => continue,
                    };
                    self.on_writer("Same", &format!("{value}, older.{value}, {put}"))
                };
                out.line(format!(
                    "if (!{same}) {{ delta.Has{name} = true; delta.{name} = {value}; }}"
                ));
            }
            out.line("return delta;");
        });
        out.gap();
        out.line(format!("/// <summary>Takes the values of a <see cref=\"{class}\"/>.</summary>"));
        block(out, &format!("public void Apply({class} delta)"), |out| {
            for (part, name, _) in &pairs {
                out.line(format!("if (delta.Has{name}) {} = delta.{name};", part.name));
            }
        });
        out.gap();
    }
}
