//! Fields on a page: their types, values and defaults.

use super::super::{FieldRow, Generation, Text, sentence, title_of};
use super::Writer;
use crate::protocol::{Field, FieldDefault, ParsedText, Type, Value, WireType, engine_name};
use godot_var_runtime::variant::{Bounds, VariantType};

impl Writer<'_, '_, '_> {
    /// Makes the row of a field in the table of its struct.
    pub(in crate::docs) fn field_row(&self, name: &str, field: &Field) -> FieldRow {
        let mut description = self.docs_of(field);
        if !field.aliases.is_empty() {
            let also = format!("A reader takes the key {} too.", list(&field.aliases));
            sentence(&mut description, Text::plain(also));
        }
        FieldRow {
            name: name.to_owned(),
            kind: self.kind(field),
            default: self.default(field),
            bounds: Text::plain(bounds(field)),
            description,
        }
    }

    /// Returns the meaning of a field: its own documentation, or the first sentence of its type's.
    pub(super) fn docs_of(&self, field: &Field) -> Text {
        let ty = match &field.ty {
            Type::Option(inner) => inner,
            ty => ty,
        };
        match ty {
            Type::Message(index) if field.docs.is_empty() => {
                let docs = &self.protocol.types[*index].docs;
                let first = docs.split(|line| line.trim().is_empty()).next();
                self.line(first.unwrap_or_default())
            }
            _ => self.line(&field.docs),
        }
    }

    /// Returns a field's values and meaning as one text, for places without a table.
    pub(in crate::docs) fn described(&self, field: &Field) -> Text {
        let mut text = self.docs_of(field);
        sentence(&mut text, Text::plain(bounds(field)));
        text
    }

    /// Describes the value of a missing field.
    fn default(&self, field: &Field) -> Text {
        match &field.default {
            _ if !field.decoded => Text::plain("not read"),
            FieldDefault::Required if matches!(field.ty, Type::Option(_)) => Text::code("null"),
            FieldDefault::Required => Text::plain("required"),
            FieldDefault::Type => match &field.ty {
                Type::Option(_) | &Type::UNIT | Type::Variant => Text::code("null"),
                &Type::BOOL => Text::code("false"),
                Type::Value(VariantType::Int, bounds) if !bounds.lacks_zero() => Text::code("0"),
                Type::Value(VariantType::Float, _) => Text::code("0.0"),
                &Type::STRING => Text::code("\"\""),
                Type::List(_) | Type::View(_) | Type::Set(_) => Text::code("[]"),
                Type::Map(..) => Text::code("{}"),
                _ => Text::plain("empty or 0"),
            },
            FieldDefault::Value(value) => Text::code(self.value(value)),
            FieldDefault::Code(_) => Text::plain("the reader's own"),
            FieldDefault::Unchanged => Text::plain("unchanged"),
        }
    }

    /// Describes the type of a field with its attributes.
    pub(in crate::docs) fn kind(&self, field: &Field) -> Text {
        let (ty, optional) = match &field.ty {
            Type::Option(inner) => (&**inner, true),
            ty => (ty, false),
        };
        let is_godot4 = self.generation == Generation::Godot4;
        let name = |name: &str| Text::plain(name);
        let kind = match (field.marks.wire_type, ty) {
            (_, Type::Custom) => name("in a custom form"),
            (Some(WireType::String), _) => name("String"),
            (Some(WireType::StringName), _) if is_godot4 => name("StringName"),
            (Some(WireType::StringName), _) => name("String"),
            (Some(WireType::NodePath), _) => name("NodePath"),
            (Some(WireType::Int), _) => name("int"),
            (Some(WireType::Float), _) => name("float"),
            (Some(WireType::Float64), _) => name("float, 64 bits"),
            (Some(WireType::Array), Type::List(element) | Type::FixedList(_, element)) => {
                name("Array of ").with(self.ty(element))
            }
            (_, Type::List(element) | Type::FixedList(_, element)) if field.marks.typed => {
                name("typed Array of ").with(self.ty(element))
            }
            (_, ty @ Type::Map(..)) if field.marks.typed => name("typed ").with(self.ty(ty)),
            (_, ty) => self.ty(ty),
        };
        if optional { name("Nil or ").with(kind) } else { kind }
    }

    /// Describes a type with the engine's names.
    pub(super) fn ty(&self, ty: &Type) -> Text {
        let list = |element: &Type, packed: bool| match element.packed_array(self.generation) {
            Some(array) if packed => Text::plain(array.name(self.generation)),
            _ => Text::plain("Array of ").with(self.ty(element)),
        };
        match ty {
            Type::Value(kind, _) => match engine_name(*kind, self.generation) {
                Some(name) => Text::plain(name),
                None => Text::plain(kind.name(Generation::Godot4)).and(" (not in Godot 3)"),
            },
            Type::Variant => Text::plain("any"),
            Type::Pointer(inner) => self.ty(inner),
            Type::Option(inner) => Text::plain("Nil or ").with(self.ty(inner)),
            Type::List(element) | Type::FixedList(_, element) => list(element, true),
            Type::Set(element) => list(element, **element == Type::STRING),
            Type::View(element) => list(element, true),
            Type::Tuple(elements) => {
                let mut text = Text::plain("Array [");
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        text.push(", ");
                    }
                    text = text.with(self.ty(element));
                }
                text.and("]")
            }
            Type::Map(key, value) => {
                Text::plain("Dictionary of ").with(self.ty(key)).and(" to ").with(self.ty(value))
            }
            Type::Message(index) => {
                Text::link(&self.named[*index], title_of(&self.protocol.types[*index].path()))
            }
            Type::Custom => Text::plain("in a custom form"),
        }
    }

    fn value(&self, value: &Value) -> String {
        let all = |values: &[Value]| {
            values.iter().map(|value| self.value(value)).collect::<Vec<_>>().join(", ")
        };
        match value {
            Value::Bool(truth) => truth.to_string(),
            Value::Int(number) => number.to_string(),
            Value::Float(number) => format!("{number:?}"),
            Value::Text(text) => format!("{text:?}"),
            Value::None => "Nil".to_owned(),
            Value::Some(inner) => self.value(inner),
            Value::List(values) | Value::Tuple(values) => format!("[{}]", all(values)),
            Value::Empty => "empty".to_owned(),
            Value::Structure(name, values) => format!("{name}({})", all(values)),
            Value::Member(index, member) => {
                format!("{}.{member}", title_of(&self.protocol.types[*index].path()))
            }
        }
    }
}

/// Describes the possible values of a field.
fn bounds(field: &Field) -> String {
    let mut words: Vec<String> = Vec::new();
    let ty = match &field.ty {
        Type::Option(inner) => inner,
        ty => ty,
    };
    match ty {
        Type::Value(_, Bounds::U64) => words.push("Not negative.".to_owned()),
        Type::Value(_, Bounds::I64) => {}
        Type::Value(_, Bounds::NonZeroI64) => words.push("Not 0.".to_owned()),
        Type::Value(VariantType::Int, bounds) => {
            if let Some((least, most)) = bounds.range() {
                let not_zero = if bounds.lacks_zero() && least < 0 { ", not 0" } else { "" };
                words.push(format!("From {least} to {most}{not_zero}."));
            }
        }
        Type::Value(_, Bounds::Char) => words.push("One character.".to_owned()),
        Type::Value(_, bounds @ Bounds::Other(_)) => {
            words.extend(ParsedText::of(*bounds).map(|form| form.texts.to_owned()));
        }
        Type::FixedList(len, _) => words.push(format!("Exactly {len} elements.")),
        Type::Set(_) => words.push("None twice.".to_owned()),
        &Type::F32 if field.marks.wire_type.is_none() => words.push("Of 32 bits.".to_owned()),
        _ => {}
    }
    if let Some(most) = field.marks.max_len {
        let is_text = matches!(ty, Type::Value(..));
        let unit = if is_text { "bytes of UTF-8" } else { "elements" };
        words.push(format!("At most {most} {unit}."));
    }
    if field.marks.strict {
        words.push("A reader accepts only this type.".to_owned());
    }
    if !field.encoded {
        words.push("Read, but never written.".to_owned());
    } else if let Some(function) = &field.skip_encoding_if
        && field.default != FieldDefault::Unchanged
    {
        words.push(left_out(function));
    }
    words.join(" ")
}

/// Describes when a writer leaves a field out, from the name of the deciding function.
fn left_out(function: &str) -> String {
    let name = function.rsplit("::").next().unwrap_or(function).trim();
    match name.strip_prefix("is_") {
        Some("none") => "Left out when null.".to_owned(),
        Some(state) => format!("Left out when {}.", state.replace('_', " ")),
        None => "May be left out.".to_owned(),
    }
}

pub(super) fn list(names: &[String]) -> String {
    names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ")
}
