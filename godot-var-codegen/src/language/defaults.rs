//! Defaults that a client cannot have: only Rust code computes them, or they do not fit their type.

use godot_var_runtime::variant::VariantType;

use crate::protocol::{Diagnostic, FieldDefault, Type, TypeDefault, Value};
use crate::schema::{Body, Schema};

/// Refuses a field whose default is computed by code, or does not fit its type.
pub(crate) fn unknown_defaults(schema: &Schema<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for def in &schema.types {
        for field in def.fields() {
            let conversion = field.variant.and_then(|own| own.conversion.as_ref());
            let has_own = conversion.is_some_and(|conversion| conversion.has_default);
            let is_flat_converted = field.flat.is_some_and(|flat| flat.through.is_some());
            let defaults = [
                (&field.default, conversion.is_some(), has_own),
                (&field.flat_default, is_flat_converted, true),
            ];
            for (default, is_converted, has_own) in defaults {
                let mistake = match default {
                    // That of the type around it is taken for the default of the converted type.
                    FieldDefault::Type if is_converted && !has_own => None,
                    FieldDefault::Type | FieldDefault::Value(_) if is_converted => Some(CONVERTED),
                    FieldDefault::Type => mistake_of_type(schema, &field.ty, &mut Vec::new()),
                    FieldDefault::Value(value) => {
                        mistake_in(schema, value, &field.ty, &mut Vec::new())
                    }
                    _ => None,
                };
                let message = mistake.map(|it| format!("`{}.{}`: {it}", def.name, field.name));
                found.extend(message.map(|message| Diagnostic::new(field.place, message)));
            }
        }
    }
    found
}

const CODE: &str =
    "what the `Default` of this type is, is written in code; write `default = value` on the field";
const CONVERTED: &str =
    "only the functions of its `with` can convert its default; remove `default`, or `with`";
const SKIPPED: &str = "its default is a variant that messages do not have; write another default";
const RANGE: &str = "its default is out of the range of its type, in which Rust computes another number; write the number";

/// Why the `Default` of a type is not known: it is code, or has no end. `around` are the types whose fields these are.
fn mistake_of_type(
    schema: &Schema<'_>,
    ty: &Type,
    around: &mut Vec<usize>,
) -> Option<&'static str> {
    match ty {
        Type::Pointer(inner) | Type::FixedList(_, inner) => mistake_of_type(schema, inner, around),
        Type::Tuple(elements) => {
            elements.iter().find_map(|element| mistake_of_type(schema, element, around))
        }
        Type::Message(index) if around.contains(index) => Some(CODE),
        Type::Message(index) => {
            let def = &schema.types[*index];
            if def.variant.is_some_and(|own| own.is_converted) {
                return Some(CODE);
            }
            around.push(*index);
            let mistake = match (&def.default, &def.body) {
                (TypeDefault::Unknown, _) => Some(CODE),
                (_, Body::Enumeration(body)) => body
                    .default
                    .filter(|name| body.members.iter().all(|member| member.name != *name))
                    .map(|_| SKIPPED),
                (TypeDefault::Derived, _) => {
                    def.fields().iter().find_map(|field| mistake_of_type(schema, &field.ty, around))
                }
                (TypeDefault::Values(values), Body::Record(fields)) => {
                    fields.iter().find_map(|field| {
                        match values.iter().find(|(name, _)| name == field.name) {
                            Some((_, value)) => mistake_in(schema, value, &field.ty, around),
                            None => Some(CODE),
                        }
                    })
                }
                (TypeDefault::Values(_), _) => None,
            };
            around.pop();
            mistake
        }
        _ => None,
    }
}

/// Why a value is not known, or no value of its type.
fn mistake_in(
    schema: &Schema<'_>,
    value: &Value,
    ty: &Type,
    around: &mut Vec<usize>,
) -> Option<&'static str> {
    match (value, ty) {
        (Value::Empty, ty) => mistake_of_type(schema, ty, around),
        (Value::Some(value), Type::Option(inner)) => mistake_in(schema, value, inner, around),
        (Value::None, _) => None,
        (value, Type::Option(inner) | Type::Pointer(inner)) => {
            mistake_in(schema, value, inner, around)
        }
        (
            Value::List(values),
            Type::List(inner) | Type::View(inner) | Type::Set(inner) | Type::FixedList(_, inner),
        ) => values.iter().find_map(|value| mistake_in(schema, value, inner, around)),
        (Value::Tuple(values), Type::Tuple(elements)) => values
            .iter()
            .zip(elements)
            .find_map(|(value, ty)| mistake_in(schema, value, ty, around)),
        (Value::Int(number), Type::Value(VariantType::Int, bounds)) => {
            let (least, most) = bounds.range()?;
            (*number < least || *number > most).then_some(RANGE)
        }
        (value, Type::Message(index)) => match &schema.types[*index].body {
            Body::Transparent(field) => mistake_in(schema, value, &field.ty, around),
            _ => None,
        },
        _ => None,
    }
}
