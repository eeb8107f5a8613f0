//! Reads values from their lossless form.

use godot_var::dialect::{DialectSpec, Generation};
use godot_var::error::EncodeErrorKind;
use godot_var::layout::Component;
use godot_var::values::{
    Array, Callable, Dictionary, DictionaryType, ElementType, NodePath, Object, ObjectId, Rid,
    Signal, StringName, VariantType,
};
use godot_var::{EncodeError, Limits, Variant};
use godot_var_codegen::values::{Numbers, of_components};
use serde_json::{Map, Value as Json};

use super::transpose;

/// Reads a value with at most [`Limits::MAX_DEPTH`] nested containers.
pub(super) fn of_json(form: &Json, spec: &DialectSpec) -> Result<Variant, EncodeError> {
    Source { spec, left: Limits::MAX_DEPTH }.value(form)
}

/// The dialect whose type names the forms have, and how many containers may be nested.
#[derive(Clone, Copy)]
struct Source<'s> {
    spec: &'s DialectSpec,
    left: u32,
}

impl Source<'_> {
    /// Within a container.
    fn inside(self) -> Result<Self, EncodeError> {
        match self.left.checked_sub(1) {
            Some(left) => Ok(Self { left, ..self }),
            None => Err(EncodeError::new(
                EncodeErrorKind::TooDeep,
                format!("more than {} nested containers", Limits::MAX_DEPTH),
            )),
        }
    }

    fn value(self, form: &Json) -> Result<Variant, EncodeError> {
        let spec = self.spec;
        let Json::Object(keys) = form else {
            return Err(expected("an object with a key \"t\"", form));
        };
        let form = Keys(keys);
        let name = form.text("t")?;
        if name == "ObjectId" {
            return Ok(Variant::ObjectId(ObjectId(form.read("v", unsigned)?)));
        }
        let Some(kind) = VariantType::from_name(name, spec.generation) else {
            return Err(unknown_type(name, spec).in_key("t"));
        };
        Ok(match kind {
            VariantType::Nil => Variant::Nil,
            VariantType::Bool => Variant::Bool(form.bool("v")?),
            VariantType::Int => Variant::Int(form.read("v", signed)?),
            VariantType::Float => Variant::Float(form.float()?),
            VariantType::String => Variant::String(form.text("v")?.to_owned()),
            VariantType::StringName => Variant::StringName(StringName(form.text("v")?.to_owned())),
            VariantType::NodePath => Variant::NodePath(Box::new(NodePath {
                names: form.list("names", string)?,
                subnames: form.list("subnames", string)?,
                absolute: form.bool("absolute")?,
            })),
            VariantType::Rid => {
                Variant::Rid(Rid(if form.has("v") { form.read("v", unsigned)? } else { 0 }))
            }
            VariantType::Object => {
                let inside = self.inside()?;
                let class = form.text("class")?.to_owned();
                let properties = form.list("properties", |pair| {
                    let (name, value) = two(pair, "a name and a value")?;
                    let name = string(name).map_err(|error| error.in_index(0))?;
                    Ok((name, inside.value(value).map_err(|error| error.in_index(1))?))
                })?;
                if class.is_empty() {
                    return Err(EncodeError::custom("a class has a name").in_key("class"));
                }
                Variant::Object(Box::new(Object { class, properties }))
            }
            VariantType::Callable => Variant::Callable(Callable),
            VariantType::Signal => Variant::Signal(Box::new(Signal {
                name: form.text("name")?.to_owned(),
                object_id: ObjectId(form.read("object_id", unsigned)?),
            })),
            VariantType::Dictionary => {
                let inside = self.inside()?;
                let entries = form.list("v", |pair| {
                    let (key, value) = two(pair, "a key and a value")?;
                    let key = inside.value(key).map_err(|error| error.in_index(0))?;
                    Ok((key, inside.value(value).map_err(|error| error.in_index(1))?))
                })?;
                let key = form.element_type("key_type", spec)?;
                let value = form.element_type("value_type", spec)?;
                let count = entries.len();
                let mut dictionary: Dictionary = entries.into_iter().collect();
                if dictionary.entries.len() != count {
                    return Err(EncodeError::custom("a key is repeated").in_key("v"));
                }
                dictionary.types = (key.is_some() || value.is_some())
                    .then(|| Box::new(DictionaryType { key, value }));
                Variant::Dictionary(dictionary)
            }
            VariantType::Array => {
                let inside = self.inside()?;
                Variant::Array(Array {
                    elements: form.list("v", |element| inside.value(element))?,
                    element_type: form.element_type("type", spec)?.map(Box::new),
                })
            }
            VariantType::PackedByteArray => {
                Variant::PackedByteArray(form.read("hex", |digits| match digits.as_str() {
                    Some(digits) => bytes_of_hex(digits),
                    None => Err(expected("hex digits", digits)),
                })?)
            }
            VariantType::PackedInt32Array => Variant::PackedInt32Array(form.list("v", signed_32)?),
            VariantType::PackedInt64Array => Variant::PackedInt64Array(form.list("v", signed)?),
            VariantType::PackedFloat32Array => Variant::PackedFloat32Array(form.singles(Ok)?),
            VariantType::PackedFloat64Array => Variant::PackedFloat64Array(form.doubles(Ok)?),
            VariantType::PackedStringArray => Variant::PackedStringArray(form.list("v", string)?),
            _ => structures(kind, name, &form, spec)?,
        })
    }
}

/// The structures and the packed arrays of structures, of 32 or 64 bits.
fn structures(
    kind: VariantType,
    name: &str,
    form: &Keys<'_>,
    spec: &DialectSpec,
) -> Result<Variant, EncodeError> {
    let element = kind.element().unwrap_or(kind);
    let Some((component, count)) = element.components() else {
        return Err(EncodeError::custom(format_args!("{name} has no such form")));
    };
    // Numbers that a person wrote have the width of the dialect.
    let is_wide = form.has("f64") || (spec.is_double() && !form.has("f32"));
    match component {
        Component::I32 => {
            made(kind, count, form.list("v", signed_32)?).map_err(|error| error.in_key("v"))
        }
        Component::Real if is_wide => form.doubles(|all| made(kind, count, all)),
        _ => form.singles(|all| made(kind, count, all)),
    }
}

/// Makes a structure of `count` components, or a packed array of such structures.
fn made<C>(kind: VariantType, count: usize, mut components: Vec<C>) -> Result<Variant, EncodeError>
where
    Numbers: From<Vec<C>>,
{
    let found = components.len();
    if kind.element().is_none() && found != count {
        return Err(wrong_count(count, found));
    }
    transpose(kind, &mut components);
    of_components(kind, components.into()).ok_or_else(|| {
        EncodeError::custom(format_args!(
            "expected a multiple of {count} components, found {found}"
        ))
    })
}

/// The keys of one value's form.
struct Keys<'a>(&'a Map<String, Json>);

impl<'a> Keys<'a> {
    fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    fn read<T>(
        &self,
        key: &'static str,
        parse: impl FnOnce(&'a Json) -> Result<T, EncodeError>,
    ) -> Result<T, EncodeError> {
        match self.0.get(key) {
            Some(value) => parse(value).map_err(|error| error.in_key(key)),
            None => Err(EncodeError::custom(format_args!("the key {key:?} is missing"))),
        }
    }

    fn text(&self, key: &'static str) -> Result<&'a str, EncodeError> {
        self.read(key, |value| value.as_str().ok_or_else(|| expected("a string", value)))
    }

    fn bool(&self, key: &'static str) -> Result<bool, EncodeError> {
        self.read(key, |value| match value {
            Json::Bool(truth) => Ok(*truth),
            _ => Err(expected("true or false", value)),
        })
    }

    fn list<T>(
        &self,
        key: &'static str,
        mut parse: impl FnMut(&'a Json) -> Result<T, EncodeError>,
    ) -> Result<Vec<T>, EncodeError> {
        self.read(key, |value| match value {
            Json::Array(elements) => {
                // Allocates exactly what the elements take: a Variant is many times its bytes.
                let mut parsed = Vec::with_capacity(elements.len());
                for (at, value) in elements.iter().enumerate() {
                    parsed.push(parse(value).map_err(|error| error.in_index(at))?);
                }
                Ok(parsed)
            }
            _ => Err(expected("a list", value)),
        })
    }

    fn float(&self) -> Result<f64, EncodeError> {
        if self.has("v") && !self.has("bits") {
            return self.read("v", number);
        }
        self.read("bits", bits_64)
    }

    /// Passes the 32-bit reals to `build`; its errors get the same key.
    fn singles<T>(
        &self,
        build: impl FnOnce(Vec<f32>) -> Result<T, EncodeError>,
    ) -> Result<T, EncodeError> {
        let (key, reals) = if self.has("v") && !self.has("f32") {
            ("v", self.list("v", |value| Ok(number(value)? as f32))?)
        } else {
            ("f32", self.list("f32", bits_32)?)
        };
        build(reals).map_err(|error| error.in_key(key))
    }

    /// As [`singles`](Self::singles), for 64 bits.
    fn doubles<T>(
        &self,
        build: impl FnOnce(Vec<f64>) -> Result<T, EncodeError>,
    ) -> Result<T, EncodeError> {
        let (key, reals) = if self.has("v") && !self.has("f64") {
            ("v", self.list("v", number)?)
        } else {
            ("f64", self.list("f64", bits_64)?)
        };
        build(reals).map_err(|error| error.in_key(key))
    }

    fn element_type(
        &self,
        key: &'static str,
        spec: &DialectSpec,
    ) -> Result<Option<ElementType>, EncodeError> {
        match self.0.get(key) {
            None | Some(Json::Null) => Ok(None),
            Some(declared) => {
                element_type(declared, spec).map(Some).map_err(|error| error.in_key(key))
            }
        }
    }
}

fn element_type(declared: &Json, spec: &DialectSpec) -> Result<ElementType, EncodeError> {
    if let Some(class) = declared.get("class") {
        return string(class).map(ElementType::Class).map_err(|error| error.in_key("class"));
    }
    if let Some(path) = declared.get("script") {
        return string(path).map(ElementType::Script).map_err(|error| error.in_key("script"));
    }
    if let Some(id) = declared.get("builtin") {
        let kind = id.as_u64().and_then(|id| u8::try_from(id).ok()).and_then(|id| spec.type_of(id));
        return match kind {
            Some(kind) => Ok(ElementType::Builtin(kind)),
            None => Err(expected("a type id", id).in_key("builtin")),
        };
    }
    if let Some(name) = declared.get("name").and_then(Json::as_str) {
        return match VariantType::from_name(name, spec.generation) {
            Some(kind) => Ok(ElementType::Builtin(kind)),
            None => Err(unknown_type(name, spec).in_key("name")),
        };
    }
    Err(expected("null, or an object with \"builtin\", \"class\" or \"script\"", declared))
}

fn two<'a>(pair: &'a Json, what: &str) -> Result<(&'a Json, &'a Json), EncodeError> {
    match pair.as_array().map(Vec::as_slice) {
        Some([first, second]) => Ok((first, second)),
        _ => Err(expected(&format!("a list of {what}"), pair)),
    }
}

fn bytes_of_hex(digits: &str) -> Result<Vec<u8>, EncodeError> {
    if let Some((at, other)) = digits.char_indices().find(|(_, c)| !c.is_ascii_hexdigit()) {
        return Err(EncodeError::custom(format_args!(
            "invalid character {other:?} at position {at}"
        )));
    }
    hex::decode(digits).map_err(|_| EncodeError::custom("odd number of digits"))
}

fn string(value: &Json) -> Result<String, EncodeError> {
    value.as_str().map(str::to_owned).ok_or_else(|| expected("a string", value))
}

fn number(value: &Json) -> Result<f64, EncodeError> {
    value.as_f64().ok_or_else(|| expected("a number", value))
}

fn signed(value: &Json) -> Result<i64, EncodeError> {
    let number = match value {
        Json::String(digits) => digits.parse().ok(),
        _ => value.as_i64(),
    };
    number.ok_or_else(|| expected("an integer of 64 bits", value))
}

fn signed_32(value: &Json) -> Result<i32, EncodeError> {
    let number = signed(value).ok().and_then(|number| i32::try_from(number).ok());
    number.ok_or_else(|| expected("an integer of 32 bits", value))
}

fn unsigned(value: &Json) -> Result<u64, EncodeError> {
    let number = match value {
        Json::String(digits) => digits.parse().ok(),
        _ => value.as_u64(),
    };
    number.ok_or_else(|| expected("an unsigned integer of 64 bits", value))
}

fn bits_32(value: &Json) -> Result<f32, EncodeError> {
    let bits = value.as_u64().and_then(|bits| u32::try_from(bits).ok());
    bits.map(f32::from_bits).ok_or_else(|| expected("the bits of a 32-bit float", value))
}

fn bits_64(value: &Json) -> Result<f64, EncodeError> {
    let digits = value.as_str().filter(|digits| digits.len() == 16 && !digits.starts_with('+'));
    let bits = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
    bits.map(f64::from_bits).ok_or_else(|| expected("16 hex digits", value))
}

fn wrong_count(expected: usize, found: usize) -> EncodeError {
    EncodeError::custom(format_args!("expected {expected} components, found {found}"))
}

fn unknown_type(name: &str, spec: &DialectSpec) -> EncodeError {
    let other = match spec.generation {
        Generation::Godot3 => Generation::Godot4,
        Generation::Godot4 => Generation::Godot3,
    };
    let known = VariantType::from_name(name, other);
    match known.filter(|kind| spec.type_id(*kind).is_some()) {
        Some(kind) => EncodeError::custom(format_args!(
            "{} calls the type {name:?} {:?}",
            spec.name,
            kind.name(spec.generation)
        )),
        None => EncodeError::custom(format_args!("{} has no type {name:?}", spec.name)),
    }
}

fn expected(what: &str, found: &Json) -> EncodeError {
    const SHORT: usize = 40;
    let found = match found {
        Json::String(text) => format!("{text:?}"),
        Json::Array(list) => format!("a list of {}", list.len()),
        Json::Object(_) => "an object".to_owned(),
        Json::Number(number) if number.is_f64() => {
            number.as_f64().map_or_else(String::new, |number| format!("{number:?}"))
        }
        other => other.to_string(),
    };
    match found.char_indices().nth(SHORT) {
        Some((end, _)) => {
            let found = found.get(..end).unwrap_or_default();
            EncodeError::custom(format_args!("expected {what}, found {found}…"))
        }
        None => EncodeError::custom(format_args!("expected {what}, found {found}")),
    }
}
