//! Copies of values: a delta shares no list and no message with other objects.

use std::collections::BTreeSet;

use godot_var_runtime::variant::VariantType;

use super::Generator;
use super::record::{Part, method};
use super::types::Form;
use crate::language::printer::Printer;
use crate::protocol::Type;
use crate::schema::Schema;

/// The types that fields of deltas hold: their classes can be copied.
pub(super) fn held_by_deltas(schema: &Schema<'_>) -> BTreeSet<usize> {
    let mut held = BTreeSet::new();
    let mut left: Vec<usize> =
        (0..schema.types.len()).filter(|index| schema.types[*index].delta_of.is_some()).collect();
    while let Some(index) = left.pop() {
        for field in schema.types[index].fields() {
            field.ty.messages(&mut |of| {
                if held.insert(of) {
                    left.push(of);
                }
            });
        }
    }
    held
}

impl<'s> Generator<'s> {
    /// A copy of a value; `None` if nothing in it can change. `depth` is the number of lambdas around it.
    pub(super) fn copied(&self, ty: &Type, v: &str, depth: usize) -> Option<String> {
        let copy = |method: &str, inner: Option<&Type>| {
            self.need(&format!("Copies.{method}"));
            let e = if depth == 0 { "e".to_owned() } else { format!("e{}", depth + 1) };
            let copied = inner.and_then(|inner| self.copied(inner, &e, depth + 1));
            let lambda = copied.map_or(String::new(), |copied| format!(", {e} => {copied}"));
            Some(format!("{}.{method}({v}{lambda})", self.before_dot("Copies")))
        };
        match self.peeled(ty) {
            ty if Self::is_bytes(ty) => copy("Array", None),
            Type::Variant
            | Type::Custom
            | Type::Value(
                VariantType::Dictionary
                | VariantType::Array
                | VariantType::Callable
                | VariantType::Signal,
                _,
            ) => copy("Array", None),
            Type::List(inner) | Type::Set(inner) | Type::View(inner) => copy("List", Some(inner)),
            Type::FixedList(_, inner) => copy("Array", Some(inner)),
            Type::Map(_, value) => copy("Map", Some(value)),
            Type::Option(inner) if self.is_value(inner) => {
                let copied = self.copied(inner, &format!("{v}.Value"), depth)?;
                Some(format!("{v} == null ? null : ({}){copied}", self.parameter(ty)))
            }
            Type::Option(inner) => self.copied(inner, v, depth),
            Type::Tuple(elements) => {
                let item = |(at, of): (usize, &Type)| {
                    let item = format!("{v}.{}", Self::item(at));
                    self.copied(of, &item, depth).ok_or(item)
                };
                let all: Vec<_> = elements.iter().enumerate().map(item).collect();
                if all.iter().all(Result::is_err) {
                    return None;
                }
                let all: Vec<String> =
                    all.into_iter().map(|item| item.unwrap_or_else(|own| own)).collect();
                Some(self.tuple(ty, &all))
            }
            Type::Message(index) if matches!(self.form(*index), Form::Record | Form::Choice) => {
                copy("Message", None)
            }
            _ => None,
        }
    }

    /// `_copy` of the class of a message, which deltas hold.
    pub(super) fn copying(&self, out: &mut Printer, class: &str, parts: &[Part<'_, 's>]) {
        let copied = parts.iter().filter_map(|part| {
            let copied = self.copied(&part.field.ty, &part.value(), 0)?;
            Some((part.name.to_owned(), copied))
        });
        self.copy_method(out, class, copied.collect());
    }

    /// `_copy` of a class with these fields that can change, each with its copy.
    pub(super) fn copy_method(
        &self,
        out: &mut Printer,
        class: &str,
        copied: Vec<(String, String)>,
    ) {
        if copied.is_empty() {
            return;
        }
        self.need("Message.copy");
        let mut lines = vec![format!("var copy = ({class})MemberwiseClone();")];
        lines.extend(copied.into_iter().map(|(name, copy)| format!("copy.{name} = {copy};")));
        lines.push("return copy;".to_owned());
        let base = self.names.other("Message");
        method(out, &format!("internal override {base} _copy()"), &lines);
    }
}
