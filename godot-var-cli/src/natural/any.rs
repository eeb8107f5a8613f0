//! Values without a type in the schema: natural JSON if that is lossless, otherwise the lossless form.

use godot_var::dialect::{DialectSpec, Generation};
use godot_var::values::VariantType;
use godot_var::{Array, Dictionary, EncodeError, Variant};
use serde_json::{Map, Number, Value as Json};

use super::single;
use crate::json;

/// Converts a value to natural JSON, or to the lossless form if natural JSON would lose information.
pub(super) fn to_json(value: &Variant, spec: &DialectSpec) -> Json {
    match value {
        Variant::Nil => Json::Null,
        Variant::Bool(truth) => (*truth).into(),
        Variant::Int(number) => (*number).into(),
        Variant::Float(number) if number.is_finite() => (*number).into(),
        Variant::String(text) => text.as_str().into(),
        Variant::Array(array) if array.element_type.is_none() => {
            array.elements.iter().map(|element| to_json(element, spec)).collect()
        }
        Variant::Dictionary(dictionary) => match object(dictionary, spec) {
            Some(object) => Json::Object(object),
            None => lossless(value, spec),
        },
        value => lossless(value, spec),
    }
}

/// Converts a Dictionary to an object, if its keys are texts without repetition.
fn object(dictionary: &Dictionary, spec: &DialectSpec) -> Option<Map<String, Json>> {
    if dictionary.types.is_some() {
        return None;
    }
    let mut object = Map::new();
    for (key, value) in &dictionary.entries {
        let Variant::String(key) = key else { return None };
        if object.insert(key.clone(), to_json(value, spec)).is_some() {
            return None;
        }
    }
    // The object would be read as the lossless form.
    (!names_a_type(&object)).then_some(object)
}

/// Returns the lossless form, with reals as numbers if these are exact.
fn lossless(value: &Variant, spec: &DialectSpec) -> Json {
    let mut form = json::to_json(value, spec);
    legible(&mut form, spec);
    form
}

/// Replaces bits by numbers.
fn legible(form: &mut Json, spec: &DialectSpec) {
    match form {
        Json::Array(elements) => elements.iter_mut().for_each(|element| legible(element, spec)),
        Json::Object(object) => {
            let is_packed = matches!(
                named_type(object),
                Some(VariantType::PackedFloat32Array | VariantType::PackedFloat64Array)
            );
            let numbers = match (object.get("f32"), object.get("f64")) {
                (Some(bits), None) if is_packed || !spec.is_double() => of_singles(bits),
                (None, Some(bits)) if is_packed || spec.is_double() => of_doubles(bits),
                _ => None,
            };
            match numbers {
                Some(numbers) => {
                    object.shift_remove("f32");
                    object.shift_remove("f64");
                    object.insert("v".to_owned(), numbers);
                }
                None => object.values_mut().for_each(|value| legible(value, spec)),
            }
        }
        _ => {}
    }
}

fn of_singles(bits: &Json) -> Option<Json> {
    let number = |bits: &Json| {
        let bits = u32::try_from(bits.as_u64()?).ok()?;
        Number::from_f64(single(f32::from_bits(bits))).map(Json::Number)
    };
    bits.as_array()?.iter().map(number).collect()
}

fn of_doubles(bits: &Json) -> Option<Json> {
    let number = |bits: &Json| {
        let bits = u64::from_str_radix(bits.as_str()?, 16).ok()?;
        Number::from_f64(f64::from_bits(bits)).map(Json::Number)
    };
    bits.as_array()?.iter().map(number).collect()
}

/// Whether an object is the lossless form: its `t` is the name of a type in any dialect.
pub(super) fn is_lossless(json: &Json) -> bool {
    json.as_object().is_some_and(names_a_type)
}

fn names_a_type(object: &Map<String, Json>) -> bool {
    object.get("t").is_some_and(|name| name == "ObjectId") || named_type(object).is_some()
}

/// Returns the type in an object's `t`, by its name in either engine.
fn named_type(object: &Map<String, Json>) -> Option<VariantType> {
    let name = object.get("t")?.as_str()?;
    let of = |generation| VariantType::from_name(name, generation);
    of(Generation::Godot4).or_else(|| of(Generation::Godot3))
}

/// Reads natural JSON, parts of which may be in the lossless form.
pub(super) fn of_json(json: &Json, spec: &DialectSpec) -> Result<Variant, EncodeError> {
    Ok(match json {
        Json::Null => Variant::Nil,
        Json::Bool(truth) => (*truth).into(),
        Json::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(int), _) => Variant::Int(int),
            (None, _) if number.is_u64() => {
                let message = format!("expected an int of at most {}", i64::MAX);
                return Err(EncodeError::custom(format_args!("{message}, found {number}")));
            }
            (None, Some(float)) => Variant::Float(float),
            (None, None) => return Err(EncodeError::custom("expected a number")),
        },
        Json::String(text) => text.as_str().into(),
        Json::Array(elements) => {
            let value = |(index, element)| {
                of_json(element, spec).map_err(|error: EncodeError| error.in_index(index))
            };
            let elements = elements.iter().enumerate().map(value).collect::<Result<_, _>>()?;
            Variant::Array(Array::new(elements))
        }
        Json::Object(_) if is_lossless(json) => json::from_json(json, spec)?,
        Json::Object(object) => {
            let entry = |(key, value): (&String, &Json)| {
                let value = of_json(value, spec).map_err(|error| error.in_key(key.clone()))?;
                Ok((Variant::from(key.as_str()), value))
            };
            let entries = object.iter().map(entry).collect::<Result<Vec<_>, EncodeError>>()?;
            Variant::Dictionary(entries.into_iter().collect())
        }
    })
}
