//! Deltas: the fields of a message that changed.

use godot_var_schema::variant::model::Style;

use super::Generator;
use super::function::function;
use super::names::small;
use crate::language::printer::Printer;
use crate::protocol::Type;
use crate::schema::{Body, TypeDef};

impl<'s> Generator<'s> {
    /// The functions that make a delta and apply it.
    pub(super) fn print_delta(&self, index: usize, def: &TypeDef<'s>, out: &mut Printer) {
        let (Some(of), Body::Record(fields)) = (def.delta_of, &def.body) else { return };
        let Body::Record(whole) = &self.schema.types[of].body else { return };
        let (message, delta) = (self.names.ty(of), self.names.ty(index));
        let stem = small(message);
        let changes = self.names.of(message, &format!("{stem}Changes"));
        let apply = self.names.of(message, &format!("{stem}Apply"));
        out.gap();
        out.line(format!("/** Returns the fields of a {{@link {message}}} that changed. */"));
        let ty = format!(": {message}");
        function(
            out,
            &format!("export {changes}"),
            &[("newer", &ty), ("older", &ty)],
            delta,
            |out| {
                out.line(format!("const delta: {delta} = {{}};"));
                let slots = Self::slots(fields, Style::Named, false);
                let whole = Self::slots(whole, Style::Named, false);
                for slot in &slots {
                    let is_sent = slot.field.variant.is_none_or(|own| own.encoded);
                    let own = whole.iter().find(|own| own.field.name == slot.field.name);
                    if let (Some(own), true) = (own, is_sent) {
                        let is_float = matches!(own.field.ty, Type::F32 | Type::F64);
                        let same = if is_float { "sameFloat" } else { "same" };
                        self.parts.need(same);
                        let (own, property) = (&own.property, &slot.property);
                        out.line(format!(
                            "if (!{same}(newer.{own}, older.{own})) delta.{property} = newer.{own};"
                        ));
                    }
                }
                out.line("return delta;");
            },
        );
        out.line("/** Returns a message with the changes of a delta. */");
        out.line(format!(
            "export function {apply}(message: {message}, delta: {delta}): {message} {{ return {{ ...message, ...delta }}; }}"
        ));
    }
}
