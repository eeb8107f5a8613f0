//! A lossless picture of a [`Variant`] in JSON, one form for every type.
//!
//! | Type | Form |
//! |---|---|
//! | Nil, bool, String, `StringName` | `{"t":"Nil"}`, `{"t":"bool","v":true}`, `{"t":"String","v":"…"}` |
//! | int | `{"t":"int","v":"-5"}`: a decimal string, as JSON numbers end at 2^53 |
//! | float | `{"t":"float","bits":"3fb999999999999a"}`: the bits, 16 hex digits |
//! | structures of reals | `{"t":"Vector3","f32":[1065353216,…]}`: the bits of each component; 64-bit components as `"f64"` with 16 hex digits each |
//! | structures of ints | `{"t":"Vector2i","v":["1","-2"]}` |
//! | Dictionary, Array | `{"t":"Dictionary","v":[[key,value],…]}`, `{"t":"Array","v":[…]}` |
//! | typed containers | also `"key_type"` and `"value_type"`, or `"type"`: `null`, `{"builtin":2,"name":"int"}`, `{"class":"…"}`, `{"script":"…"}` |
//! | packed arrays | bytes as `"hex"`; ints as `"v"`: decimal strings (Godot 3: numbers); reals as `"f32"` or `"f64"`, without inner brackets; strings as `"v"` |
//! | `NodePath` | `"names"`, `"subnames"`, `"absolute"` |
//! | RID, `ObjectId` | `"v"`: a decimal string |
//! | Signal | `"name"`, `"object_id"` |
//! | Object with its properties | `"class"`, `"properties"`: `[[name,value],…]` |
//!
//! The components of Basis, `Transform3D` and Projection stand by axis vector (column), not in
//! the order of the wire. Types have the names of the dialect's generation: `Quat` and `PoolIntArray`
//! in Godot 3.
//!
//! Reading is more generous, for values that a person writes: ints as numbers, a float as
//! `"v": 1.5`, reals as `"v": [1, 2.5]`. Keys that the form does not know are ignored.

use godot_var::math::Components;
use godot_var::{
    Array, Callable, Color, DialectSpec, Dictionary, DictionaryType, DoubleStructure, ElementType,
    EncodeError, Generation, Limits, NodePath, Object, ObjectId, Rid, Signal, StringName, Variant,
    VariantType, math,
};
use serde_json::{Map, Value as Json, json};

/// The picture of a value.
pub fn to_json(value: &Variant, spec: &DialectSpec) -> Json {
    let name = value.variant_type().name(spec.generation);
    match value {
        Variant::Nil | Variant::Callable(_) => json!({ "t": name }),
        Variant::Bool(truth) => json!({ "t": name, "v": truth }),
        Variant::Int(number) => json!({ "t": name, "v": number.to_string() }),
        Variant::Float(number) => json!({ "t": name, "bits": bits(*number) }),
        Variant::String(text) => json!({ "t": name, "v": text }),
        Variant::StringName(text) => json!({ "t": name, "v": text.as_str() }),
        Variant::Vector2(v) => singles(name, *v),
        Variant::Rect2(v) => singles(name, *v),
        Variant::Vector3(v) => singles(name, *v),
        Variant::Transform2D(v) => singles(name, *v),
        Variant::Vector4(v) => singles(name, *v),
        Variant::Plane(v) => singles(name, *v),
        Variant::Quaternion(v) => singles(name, *v),
        Variant::Aabb(v) => singles(name, *v),
        Variant::Basis(v) => singles(name, **v),
        Variant::Transform3D(v) => singles(name, **v),
        Variant::Projection(v) => singles(name, **v),
        Variant::Color(v) => singles(name, *v),
        Variant::Vector2i(v) => ints(name, *v),
        Variant::Rect2i(v) => ints(name, *v),
        Variant::Vector3i(v) => ints(name, *v),
        Variant::Vector4i(v) => ints(name, *v),
        Variant::NodePath(path) => json!({
            "t": name, "names": path.names, "subnames": path.subnames, "absolute": path.absolute,
        }),
        Variant::Rid(id) => json!({ "t": name, "v": id.0.to_string() }),
        Variant::ObjectId(id) => json!({ "t": "ObjectId", "v": id.0.to_string() }),
        Variant::Object(object) => {
            let properties: Vec<Json> = object
                .properties
                .iter()
                .map(|(name, value)| Json::Array(vec![json!(name), to_json(value, spec)]))
                .collect();
            json!({ "t": name, "class": object.class, "properties": properties })
        }
        Variant::Signal(signal) => json!({
            "t": name, "name": signal.name, "object_id": signal.object_id.0.to_string(),
        }),
        Variant::Dictionary(dictionary) => {
            let entries = dictionary
                .entries
                .iter()
                .map(|(key, value)| Json::Array(vec![to_json(key, spec), to_json(value, spec)]))
                .collect();
            let mut form = Map::new();
            form.insert("t".into(), json!(name));
            if let Some(types) = &dictionary.types {
                form.insert("key_type".into(), element_type(types.key.as_ref(), spec));
                form.insert("value_type".into(), element_type(types.value.as_ref(), spec));
            }
            form.insert("v".into(), Json::Array(entries));
            Json::Object(form)
        }
        Variant::Array(array) => {
            let elements = array.elements.iter().map(|element| to_json(element, spec)).collect();
            let mut form = Map::new();
            form.insert("t".into(), json!(name));
            if let Some(declared) = &array.element_type {
                form.insert("type".into(), element_type(Some(declared), spec));
            }
            form.insert("v".into(), Json::Array(elements));
            Json::Object(form)
        }
        Variant::PackedByteArray(bytes) => json!({ "t": name, "hex": hex::encode(bytes) }),
        Variant::PackedInt32Array(list) => match spec.generation {
            Generation::Godot3 => json!({ "t": name, "v": list }),
            Generation::Godot4 => json!({ "t": name, "v": decimals(list) }),
        },
        Variant::PackedInt64Array(list) => json!({ "t": name, "v": decimals(list) }),
        Variant::PackedFloat32Array(list) => {
            json!({ "t": name, "f32": list.iter().map(|real| real.to_bits()).collect::<Vec<_>>() })
        }
        Variant::PackedFloat64Array(list) => {
            json!({ "t": name, "f64": list.iter().copied().map(bits).collect::<Vec<_>>() })
        }
        Variant::PackedStringArray(list) => json!({ "t": name, "v": list }),
        Variant::PackedVector2Array(list) => packed_singles(name, list),
        Variant::PackedVector3Array(list) => packed_singles(name, list),
        Variant::PackedVector4Array(list) => packed_singles(name, list),
        Variant::PackedColorArray(list) => packed_singles(name, list),
        Variant::Double(structure) => match &**structure {
            DoubleStructure::Vector2(v) => doubles(name, *v),
            DoubleStructure::Rect2(v) => doubles(name, *v),
            DoubleStructure::Vector3(v) => doubles(name, *v),
            DoubleStructure::Transform2D(v) => doubles(name, *v),
            DoubleStructure::Vector4(v) => doubles(name, *v),
            DoubleStructure::Plane(v) => doubles(name, *v),
            DoubleStructure::Quaternion(v) => doubles(name, *v),
            DoubleStructure::Aabb(v) => doubles(name, *v),
            DoubleStructure::Basis(v) => doubles(name, *v),
            DoubleStructure::Transform3D(v) => doubles(name, *v),
            DoubleStructure::Projection(v) => doubles(name, *v),
            DoubleStructure::PackedVector2Array(list) => packed_doubles(name, list),
            DoubleStructure::PackedVector3Array(list) => packed_doubles(name, list),
            DoubleStructure::PackedVector4Array(list) => packed_doubles(name, list),
        },
    }
}

fn bits(number: f64) -> String {
    format!("{:016x}", number.to_bits())
}

fn decimals<T: ToString>(list: &[T]) -> Vec<String> {
    list.iter().map(ToString::to_string).collect()
}

/// Turns the matrix at the start of a Basis or `Transform3D` between wire order (rows) and
/// axis vectors (columns). Its own inverse.
fn transpose<T>(name: &str, components: &mut [T]) {
    if matches!(name, "Basis" | "Transform" | "Transform3D") {
        for (a, b) in [(1, 3), (2, 6), (5, 7)] {
            components.swap(a, b);
        }
    }
}

fn singles<S: Components<f32, N>, const N: usize>(name: &str, structure: S) -> Json {
    let mut components = structure.to_components().map(f32::to_bits);
    transpose(name, &mut components);
    json!({ "t": name, "f32": components.as_slice() })
}

fn doubles<S: Components<f64, N>, const N: usize>(name: &str, structure: S) -> Json {
    let mut components = structure.to_components().map(bits);
    transpose(name, &mut components);
    json!({ "t": name, "f64": components.as_slice() })
}

fn ints<S: Components<i32, N>, const N: usize>(name: &str, structure: S) -> Json {
    json!({ "t": name, "v": decimals(&structure.to_components()) })
}

fn packed_singles<S: Components<f32, N>, const N: usize>(name: &str, list: &[S]) -> Json {
    let components: Vec<u32> =
        list.iter().flat_map(|element| element.to_components().map(f32::to_bits)).collect();
    json!({ "t": name, "f32": components })
}

fn packed_doubles<S: Components<f64, N>, const N: usize>(name: &str, list: &[S]) -> Json {
    let components: Vec<String> =
        list.iter().flat_map(|element| element.to_components().map(bits)).collect();
    json!({ "t": name, "f64": components })
}

fn element_type(declared: Option<&ElementType>, spec: &DialectSpec) -> Json {
    match declared {
        None => Json::Null,
        Some(ElementType::Builtin(kind)) => {
            json!({ "builtin": spec.type_id(*kind), "name": kind.name(spec.generation) })
        }
        Some(ElementType::Class(name)) => json!({ "class": name }),
        Some(ElementType::Script(path)) => json!({ "script": path }),
    }
}

/// Levels of JSON that a Variant of the deepest nesting takes: `{"v":[[…]]}` is three a container.
const MAX_JSON_DEPTH: usize = 3 * Limits::MAX_DEPTH as usize + 16;

/// Parses one JSON text, however deep a Variant's picture may be.
///
/// The value is as deep as the text, up to a bound of about 3,000 levels: call this, and
/// [`from_json`], where the stack has some megabytes left.
///
/// # Errors
/// When the text is no JSON, or deeper than any Variant.
pub fn parse(text: &str) -> Result<Json, EncodeError> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => depth += 1,
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_JSON_DEPTH {
            return Err(EncodeError::custom("deeper than any Variant"));
        }
    }
    let mut deserializer = serde_json::Deserializer::from_str(text);
    deserializer.disable_recursion_limit();
    serde::Deserialize::deserialize(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value))
        .map_err(|error| EncodeError::custom(format_args!("not JSON: {error}")))
}

/// The value of a picture, the inverse of [`to_json`].
///
/// # Errors
/// An [`EncodeError`] whose path is the path in the JSON, such as `v[3][1].f32[0]`.
pub fn from_json(form: &Json, spec: &DialectSpec) -> Result<Variant, EncodeError> {
    let Some(object) = form.as_object() else {
        return Err(expected("an object with a key \"t\"", form));
    };
    let form = Form(object);
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
        VariantType::Vector2i => Variant::Vector2i(form.ints()?),
        VariantType::Rect2i => Variant::Rect2i(form.ints()?),
        VariantType::Vector3i => Variant::Vector3i(form.ints()?),
        VariantType::Vector4i => Variant::Vector4i(form.ints()?),
        VariantType::NodePath => Variant::NodePath(Box::new(NodePath {
            names: form.list("names", string)?,
            subnames: form.list("subnames", string)?,
            absolute: form.bool("absolute")?,
        })),
        VariantType::Rid => {
            Variant::Rid(Rid(if form.0.contains_key("v") { form.read("v", unsigned)? } else { 0 }))
        }
        VariantType::Object => Variant::Object(Box::new(Object {
            class: match form.text("class")? {
                "" => return Err(EncodeError::custom("a class has a name").in_key("class")),
                class => class.to_owned(),
            },
            properties: form.list("properties", |pair| {
                let (name, value) = two(pair, "a name and a value")?;
                let name = string(name).map_err(|error| error.in_index(0))?;
                Ok((name, from_json(value, spec).map_err(|error| error.in_index(1))?))
            })?,
        })),
        VariantType::Callable => Variant::Callable(Callable),
        VariantType::Signal => Variant::Signal(Box::new(Signal {
            name: form.text("name")?.to_owned(),
            object_id: ObjectId(form.read("object_id", unsigned)?),
        })),
        VariantType::Dictionary => {
            let entries = form.list("v", |pair| {
                let (key, value) = two(pair, "a key and a value")?;
                let key = from_json(key, spec).map_err(|error| error.in_index(0))?;
                Ok((key, from_json(value, spec).map_err(|error| error.in_index(1))?))
            })?;
            let key = form.element_type("key_type", spec)?;
            let value = form.element_type("value_type", spec)?;
            let count = entries.len();
            let mut dictionary: Dictionary = entries.into_iter().collect();
            if dictionary.entries.len() < count {
                return Err(EncodeError::custom("a key stands twice").in_key("v"));
            }
            dictionary.types =
                (key.is_some() || value.is_some()).then(|| Box::new(DictionaryType { key, value }));
            Variant::Dictionary(dictionary)
        }
        VariantType::Array => Variant::Array(Array {
            elements: form.list("v", |element| from_json(element, spec))?,
            element_type: form.element_type("type", spec)?.map(Box::new),
        }),
        VariantType::PackedByteArray => Variant::PackedByteArray(form.read("hex", |digits| {
            let digits = digits.as_str().ok_or_else(|| expected("hex digits", digits))?;
            hex::decode(digits)
                .map_err(|error| EncodeError::custom(error.to_string().to_lowercase()))
        })?),
        VariantType::PackedInt32Array => Variant::PackedInt32Array(form.list("v", signed_32)?),
        VariantType::PackedInt64Array => Variant::PackedInt64Array(form.list("v", signed)?),
        VariantType::PackedFloat32Array => Variant::PackedFloat32Array(form.singles(Ok)?),
        VariantType::PackedFloat64Array => Variant::PackedFloat64Array(form.doubles(Ok)?),
        VariantType::PackedStringArray => Variant::PackedStringArray(form.list("v", string)?),
        VariantType::Color => {
            let color: Color = form.singles(|reals| structure(name, reals))?;
            Variant::Color(color)
        }
        VariantType::PackedColorArray => {
            let colors: Vec<Color> = form.singles(|reals| structures(&reals))?;
            Variant::PackedColorArray(colors)
        }
        _ => reals(kind, name, &form, spec)?,
    })
}

/// The structures of reals and the packed arrays of vectors, of either width.
fn reals(
    kind: VariantType,
    name: &str,
    form: &Form<'_>,
    spec: &DialectSpec,
) -> Result<Variant, EncodeError> {
    // A person's numbers take the width of the dialect.
    let wide = form.0.contains_key("f64") || (spec.is_double() && !form.0.contains_key("f32"));
    macro_rules! of_both_widths {
        ($($kind:ident),*; $($packed:ident: $element:ident),*) => {
            match (kind, wide) {
                $(
                    (VariantType::$kind, false) => {
                        let structure: math::$kind = form.singles(|reals| structure(name, reals))?;
                        Variant::from(structure)
                    }
                    (VariantType::$kind, true) => {
                        let structure: math::double::$kind = form.doubles(|reals| structure(name, reals))?;
                        Variant::from(DoubleStructure::$kind(structure))
                    }
                )*
                $(
                    (VariantType::$packed, false) => {
                        let list: Vec<math::$element> = form.singles(|reals| structures(&reals))?;
                        Variant::$packed(list)
                    }
                    (VariantType::$packed, true) => {
                        let list: Vec<math::double::$element> = form.doubles(|reals| structures(&reals))?;
                        Variant::from(DoubleStructure::$packed(list))
                    }
                )*
                _ => return Err(EncodeError::custom(format_args!("{name} has no JSON form"))),
            }
        };
    }
    Ok(of_both_widths!(
        Vector2, Rect2, Vector3, Transform2D, Vector4, Plane, Quaternion, Aabb, Basis, Transform3D,
        Projection;
        PackedVector2Array: Vector2, PackedVector3Array: Vector3, PackedVector4Array: Vector4
    ))
}

fn structure<S: Components<C, N>, C, const N: usize>(
    name: &str,
    components: Vec<C>,
) -> Result<S, EncodeError> {
    let found = components.len();
    match <[C; N]>::try_from(components) {
        Ok(mut components) => {
            transpose(name, &mut components);
            Ok(S::from_components(components))
        }
        Err(_) => Err(wrong_count(N, found)),
    }
}

fn structures<S: Components<C, N>, C: Copy, const N: usize>(
    components: &[C],
) -> Result<Vec<S>, EncodeError> {
    let (elements, rest) = components.as_chunks::<N>();
    if rest.is_empty() {
        Ok(elements.iter().map(|components| S::from_components(*components)).collect())
    } else {
        Err(EncodeError::custom(format_args!(
            "expected a multiple of {N} components, found {}",
            components.len()
        )))
    }
}

/// The keys of one value's picture.
struct Form<'a>(&'a Map<String, Json>);

impl<'a> Form<'a> {
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
        self.read(key, |value| value.as_bool().ok_or_else(|| expected("true or false", value)))
    }

    fn list<T>(
        &self,
        key: &'static str,
        mut parse: impl FnMut(&'a Json) -> Result<T, EncodeError>,
    ) -> Result<Vec<T>, EncodeError> {
        self.read(key, |value| {
            let elements = value.as_array().ok_or_else(|| expected("a list", value))?;
            let parsed = elements.iter().enumerate();
            parsed.map(|(at, value)| parse(value).map_err(|error| error.in_index(at))).collect()
        })
    }

    fn float(&self) -> Result<f64, EncodeError> {
        if self.0.contains_key("v") && !self.0.contains_key("bits") {
            return self.read("v", number);
        }
        self.read("bits", bits_64)
    }

    /// The reals of 32 bits, as `build` takes them; its errors are about the same key.
    fn singles<T>(
        &self,
        build: impl FnOnce(Vec<f32>) -> Result<T, EncodeError>,
    ) -> Result<T, EncodeError> {
        let by_hand = self.0.contains_key("v") && !self.0.contains_key("f32");
        let (key, reals) = if by_hand {
            ("v", self.list("v", |value| Ok(number(value)? as f32))?)
        } else {
            ("f32", self.list("f32", bits_32)?)
        };
        build(reals).map_err(|error| error.in_key(key))
    }

    /// As [`singles`](Self::singles), of 64 bits.
    fn doubles<T>(
        &self,
        build: impl FnOnce(Vec<f64>) -> Result<T, EncodeError>,
    ) -> Result<T, EncodeError> {
        let by_hand = self.0.contains_key("v") && !self.0.contains_key("f64");
        let (key, reals) = if by_hand {
            ("v", self.list("v", number)?)
        } else {
            ("f64", self.list("f64", bits_64)?)
        };
        build(reals).map_err(|error| error.in_key(key))
    }

    fn ints<S: Components<i32, N>, const N: usize>(&self) -> Result<S, EncodeError> {
        let components = self.list("v", signed_32)?;
        let found = components.len();
        match <[i32; N]>::try_from(components) {
            Ok(components) => Ok(S::from_components(components)),
            Err(_) => Err(wrong_count(N, found).in_key("v")),
        }
    }

    fn element_type(
        &self,
        key: &'static str,
        spec: &DialectSpec,
    ) -> Result<Option<ElementType>, EncodeError> {
        match self.0.get(key) {
            None | Some(Json::Null) => Ok(None),
            Some(declared) => {
                parse_element_type(declared, spec).map(Some).map_err(|error| error.in_key(key))
            }
        }
    }
}

fn parse_element_type(declared: &Json, spec: &DialectSpec) -> Result<ElementType, EncodeError> {
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
    // A container may be large: its brackets say enough.
    let found = match found {
        Json::Array(list) => format!("a list of {}", list.len()),
        Json::Object(_) => "an object".to_owned(),
        _ => found.to_string(),
    };
    match found.char_indices().nth(SHORT) {
        Some((end, _)) => {
            let found = found.get(..end).unwrap_or_default();
            EncodeError::custom(format_args!("expected {what}, found {found}…"))
        }
        None => EncodeError::custom(format_args!("expected {what}, found {found}")),
    }
}
