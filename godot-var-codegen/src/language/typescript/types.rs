//! Rust's types in TypeScript, and values of them.

use godot_var_runtime::variant::{Bounds, VariantType};
use godot_var_schema::variant::model::{Id, Style};

use super::names::{kind, quoted};
use super::{Generator, structures};
use crate::protocol::{FieldDefault, ParsedText, Type, TypeDefault, Value};
use crate::schema::{Body, Enumeration, Field, Member};

/// Whether an int is a `bigint`: a `number` does not hold all values.
pub(super) const fn is_big(bounds: Bounds<'_>) -> bool {
    matches!(bounds.range(), None | Some((i64::MIN, _) | (_, i64::MAX)))
}

impl Generator<'_> {
    /// The type of a property.
    pub(super) fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::Variant | Type::Custom => self.variant_type(None),
            Type::Pointer(inner) => self.ty(inner),
            Type::Option(inner) => format!("{} | null", self.ty(inner)),
            ty if is_bytes(ty) => "Uint8Array".to_owned(),
            Type::Set(inner) if self.is_key(inner) => format!("Set<{}>", self.ty(inner)),
            Type::List(inner)
            | Type::View(inner)
            | Type::FixedList(_, inner)
            | Type::Set(inner) => {
                let inner = self.ty(inner);
                if inner.contains(['|', '&']) {
                    format!("({inner})[]")
                } else {
                    format!("{inner}[]")
                }
            }
            Type::Tuple(elements) => {
                let elements: Vec<_> = elements.iter().map(|element| self.ty(element)).collect();
                format!("[{}]", elements.join(", "))
            }
            Type::Map(key, value) if self.is_key(key) => {
                format!("Map<{}, {}>", self.ty(key), self.ty(value))
            }
            Type::Map(key, value) => format!("[{}, {}][]", self.ty(key), self.ty(value)),
            Type::Message(index) => self.names.ty(*index).to_owned(),
            Type::Value(kind, bounds) => match kind {
                VariantType::Nil => "null".to_owned(),
                VariantType::Bool => "boolean".to_owned(),
                VariantType::Int if is_big(*bounds) => "bigint".to_owned(),
                VariantType::Int | VariantType::Float => "number".to_owned(),
                VariantType::String | VariantType::StringName | VariantType::NodePath => {
                    "string".to_owned()
                }
                VariantType::Rid | VariantType::Object => "bigint".to_owned(),
                kind if structures::is_structure(*kind) => self.structure(*kind).to_owned(),
                kind => self.variant_type(Some(*kind)),
            },
        }
    }

    /// `Variant`, or those of one type.
    fn variant_type(&self, kind: Option<VariantType>) -> String {
        self.parts.need("Variant");
        match kind {
            None => "Variant".to_owned(),
            Some(kind) => format!("Extract<Variant, {{ type: '{}' }}>", structures::name(kind)),
        }
    }

    /// Whether a `Map` finds such keys: it compares objects by identity.
    pub(super) fn is_key(&self, ty: &Type) -> bool {
        match ty {
            Type::Option(inner) | Type::Pointer(inner) => self.is_key(inner),
            Type::Value(kind, _) => matches!(
                kind,
                VariantType::Nil
                    | VariantType::Bool
                    | VariantType::Int
                    | VariantType::String
                    | VariantType::StringName
                    | VariantType::NodePath
                    | VariantType::Rid
                    | VariantType::Object
            ),
            Type::Message(index) => match &self.schema.types[*index].body {
                Body::Transparent(field) => self.is_key(&field.ty),
                Body::Enumeration(enumeration) => enumeration.is_plain(),
                Body::Unit => true,
                Body::Record(_) => false,
            },
            _ => false,
        }
    }

    /// The value of a new message.
    pub(super) fn initial(&self, ty: &Type) -> String {
        match ty {
            Type::Variant | Type::Custom => "{ type: 'Nil' }".to_owned(),
            Type::Pointer(inner) => self.initial(inner),
            Type::Option(_) => "null".to_owned(),
            Type::FixedList(len, inner) if is_bytes(ty) => {
                let _ = inner;
                format!("new Uint8Array({len})")
            }
            ty if is_bytes(ty) => "new Uint8Array(0)".to_owned(),
            Type::FixedList(len, inner) => {
                format!(
                    "Array.from({{ length: {len} }}, () => {})",
                    parenthesized(&self.initial(inner))
                )
            }
            Type::Set(inner) if self.is_key(inner) => "new Set()".to_owned(),
            Type::List(_) | Type::View(_) | Type::Set(_) => "[]".to_owned(),
            Type::Map(key, _) if self.is_key(key) => "new Map()".to_owned(),
            Type::Map(..) => "[]".to_owned(),
            Type::Tuple(elements) => {
                let elements: Vec<_> =
                    elements.iter().map(|element| self.initial(element)).collect();
                format!("[{}]", elements.join(", "))
            }
            Type::Message(index) => self.initial_message(*index),
            Type::Value(kind, bounds) => match kind {
                VariantType::Nil => "null".to_owned(),
                VariantType::Bool => "false".to_owned(),
                VariantType::Int => {
                    let least = i64::from(bounds.lacks_zero());
                    if is_big(*bounds) { format!("{least}n") } else { least.to_string() }
                }
                VariantType::Float => "0".to_owned(),
                VariantType::String if *bounds == Bounds::Char => "'\\0'".to_owned(),
                VariantType::String => {
                    quoted(ParsedText::of(*bounds).map_or("", |form| form.empty))
                }
                VariantType::StringName | VariantType::NodePath => "''".to_owned(),
                VariantType::Rid | VariantType::Object => "0n".to_owned(),
                kind if structures::is_structure(*kind) => structures::initial(*kind),
                VariantType::Dictionary => "{ type: 'Dictionary', value: [] }".to_owned(),
                VariantType::Array => "{ type: 'Array', value: [] }".to_owned(),
                VariantType::Signal => "{ type: 'Signal', value: '', object: 0n }".to_owned(),
                _ => "{ type: 'Callable' }".to_owned(),
            },
        }
    }

    fn initial_message(&self, index: usize) -> String {
        match &self.schema.types[index].body {
            Body::Unit => "null".to_owned(),
            Body::Transparent(field) => self.initial(&field.ty),
            Body::Enumeration(enumeration) => match first(enumeration) {
                Some(member) if enumeration.is_plain() => {
                    format!("{}.{}", self.names.ty(index), kind(member))
                }
                _ => self.new_message(index),
            },
            Body::Record(_) => self.new_message(index),
        }
    }

    /// A call of the function that makes a new message, which the file gets.
    fn new_message(&self, index: usize) -> String {
        self.new.borrow_mut().insert(index);
        format!("{}()", self.names.function(&format!("new{}", self.names.ty(index))))
    }

    /// The body of that function.
    pub(super) fn new_value(&self, index: usize) -> String {
        let def = &self.schema.types[index];
        match &def.body {
            Body::Enumeration(enumeration) => match first(enumeration) {
                Some(member) => {
                    let slots = Self::slots(&member.fields, member.style, true);
                    let values = slots.iter().map(|slot| self.default_of(slot.field));
                    Self::literal(
                        &slots,
                        member.style,
                        Some(kind(member)),
                        &values.collect::<Vec<_>>(),
                    )
                }
                None => "undefined!".to_owned(),
            },
            Body::Record(fields) => {
                let style = super::record::style(fields);
                let slots = Self::slots(fields, style, false);
                let values = slots.iter().map(|slot| self.initial_of(slot.field, &def.default));
                Self::literal(&slots, style, None, &values.collect::<Vec<_>>())
            }
            Body::Transparent(_) | Body::Unit => self.initial_message(index),
        }
    }

    /// The value of a field in the `Default` of its struct, which does not ask what a reader gives a missing one.
    fn initial_of(&self, field: &Field<'_>, default: &TypeDefault) -> String {
        match default {
            TypeDefault::Derived => self.initial(&field.ty),
            TypeDefault::Values(values) => {
                match values.iter().find(|(name, _)| name == field.name) {
                    Some((_, value)) => self.value_of(field, value),
                    None => self.default_of(field),
                }
            }
            TypeDefault::Unknown => self.default_of(field),
        }
    }

    fn value_of(&self, field: &Field<'_>, value: &Value) -> String {
        self.value(value, &field.ty).unwrap_or_else(|| {
            let reason = "this default is none that TypeScript can write";
            self.refuse(field.place, field.name, reason);
            String::new()
        })
    }

    /// The value of a field that a Variant lacks.
    pub(super) fn default_of(&self, field: &Field<'_>) -> String {
        self.default_value(&field.default, field)
    }

    /// The value of a field before which a flat message ends.
    pub(super) fn flat_default_of(&self, field: &Field<'_>) -> String {
        self.default_value(&field.flat_default, field)
    }

    fn default_value(&self, default: &FieldDefault, field: &Field<'_>) -> String {
        match default {
            FieldDefault::Value(value) => self.value_of(field, value),
            FieldDefault::Code(code) => {
                let reason = format!(
                    "the default `{code}` is code, which TypeScript cannot run; write a value"
                );
                self.refuse(field.place, field.name, &reason);
                String::new()
            }
            FieldDefault::Required | FieldDefault::Type | FieldDefault::Unchanged => {
                self.initial(&field.ty)
            }
        }
    }

    /// A value of a schema as a literal.
    fn value(&self, value: &Value, ty: &Type) -> Option<String> {
        let all = |values: &[Value], ty: &Type| -> Option<String> {
            let values: Option<Vec<_>> = values.iter().map(|value| self.value(value, ty)).collect();
            values.map(|values| values.join(", "))
        };
        Some(match (value, ty) {
            (Value::Empty, ty) => self.initial(ty),
            (Value::None, Type::Option(_)) => "null".to_owned(),
            (Value::Some(value), Type::Option(inner)) => self.value(value, inner)?,
            (value, Type::Option(inner) | Type::Pointer(inner)) => self.value(value, inner)?,
            (Value::Member(index, name), Type::Message(_)) => self.member_value(*index, name)?,
            (value, Type::Message(index)) => match &self.schema.types[*index].body {
                Body::Transparent(field) => self.value(value, &field.ty)?,
                _ => return None,
            },
            (Value::Bool(value), &Type::BOOL) => value.to_string(),
            (Value::Int(value), Type::Value(VariantType::Int, bounds)) => {
                if is_big(*bounds) {
                    format!("{value}n")
                } else {
                    value.to_string()
                }
            }
            (Value::Int(value), Type::Value(VariantType::Float, _)) => value.to_string(),
            (Value::Float(value), Type::Value(VariantType::Float, bounds)) => {
                let value = if *bounds == Bounds::F32 { f64::from(*value as f32) } else { *value };
                number(value)
            }
            (Value::Text(text), Type::Value(kind, _)) if is_text(*kind) => quoted(text),
            (Value::List(values), ty) if is_bytes(ty) => {
                format!("Uint8Array.of({})", all(values, &Type::U8)?)
            }
            (
                Value::List(values),
                Type::List(inner) | Type::FixedList(_, inner) | Type::Set(inner),
            ) => {
                format!("[{}]", all(values, inner)?)
            }
            (Value::Tuple(values), Type::Tuple(elements)) => {
                let values = values.iter().zip(elements);
                let values: Option<Vec<_>> =
                    values.map(|(value, ty)| self.value(value, ty)).collect();
                format!("[{}]", values?.join(", "))
            }
            (Value::Structure(_, values), Type::Value(kind, bounds))
                if structures::is_structure(*kind) =>
            {
                let members = structures::members(*kind);
                if values.len() != members.len() {
                    return None;
                }
                let numbers: Option<Vec<String>> = values
                    .iter()
                    .map(|value| match value {
                        Value::Int(value) => Some(value.to_string()),
                        Value::Float(value) if *bounds == Bounds::F64 => Some(number(*value)),
                        Value::Float(value) => Some(number(f64::from(*value as f32))),
                        _ => None,
                    })
                    .collect();
                let numbers = numbers?;
                structures::literal(*kind, |at| numbers[at].clone())
            }
            _ => return None,
        })
    }

    fn member_value(&self, index: usize, name: &str) -> Option<String> {
        let Body::Enumeration(enumeration) = &self.schema.types[index].body else { return None };
        let member = enumeration.members.iter().find(|member| member.name == name)?;
        if enumeration.is_plain() {
            return Some(format!("{}.{}", self.names.ty(index), kind(member)));
        }
        member.fields.is_empty().then(|| format!("{{ kind: {} }}", quoted(kind(member))))
    }

    /// What a required property has until it is read. It costs nothing, and gives all objects one shape.
    pub(super) fn placeholder(&self, ty: &Type) -> String {
        match ty {
            Type::Option(_) => "null".to_owned(),
            Type::Value(
                VariantType::Nil
                | VariantType::Bool
                | VariantType::Int
                | VariantType::Float
                | VariantType::String
                | VariantType::StringName
                | VariantType::NodePath
                | VariantType::Rid
                | VariantType::Object,
                bounds,
            ) if ParsedText::of(*bounds).is_none() && *bounds != Bounds::Char => self.initial(ty),
            Type::Value(VariantType::String, _) => "''".to_owned(),
            _ => "undefined!".to_owned(),
        }
    }
}

/// Whether a list is a `Uint8Array`.
pub(super) fn is_bytes(ty: &Type) -> bool {
    matches!(ty, Type::List(inner) | Type::View(inner) | Type::FixedList(_, inner) if **inner == Type::U8)
}

fn is_text(kind: VariantType) -> bool {
    matches!(kind, VariantType::String | VariantType::StringName | VariantType::NodePath)
}

/// A float as a literal.
pub(super) fn number(value: f64) -> String {
    if value.is_nan() {
        "NaN".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "Infinity".to_owned() } else { "-Infinity".to_owned() }
    } else {
        let text = format!("{value:?}");
        text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
    }
}

/// A literal of an object as the body of an arrow function.
pub(super) fn parenthesized(value: &str) -> String {
    if value.starts_with('{') { format!("({value})") } else { value.to_owned() }
}

/// The variant that a new enum has: its default, or the first one without fields, or without other messages in them.
pub(super) fn first<'e, 's>(enumeration: &'e Enumeration<'s>) -> Option<&'e Member<'s>> {
    let by_name = |name: &str| enumeration.members.iter().find(|member| member.name == name);
    let unit = || {
        let mut members = enumeration.members.iter().filter(|member| !member.is_other);
        members.find(|member| member.style == Style::Unit)
    };
    let closed = || {
        let mut members = enumeration.members.iter().filter(|member| !member.is_other);
        members.find(|member| {
            let mut has_messages = false;
            for field in &member.fields {
                field.ty.messages(&mut |_| has_messages = true);
            }
            !has_messages
        })
    };
    let any = || enumeration.members.iter().find(|member| !member.is_other);
    let chosen = enumeration.default.and_then(by_name).or_else(unit).or_else(closed);
    chosen.or_else(any).or(enumeration.members.first())
}

/// The number of a variant, if a `number` holds it.
pub(super) fn safe(id: &Id) -> Option<i64> {
    match id {
        Id::Int(id) if id.unsigned_abs() <= 1 << 53 => Some(*id),
        _ => None,
    }
}
