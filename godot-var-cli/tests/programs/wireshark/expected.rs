//! The fields that a dissector shows of a Variant, from what `decode` prints.

use godot_var::Limits;
use godot_var::dialect::DialectSpec;
use godot_var::values::VariantType;
use godot_var_cli::{json, lines};
use godot_var_codegen::protocol::{
    Body, EnumForm, Enumeration, Enumerator, Field, Form, Protocol, Record, Style, Type, WireType,
};
use godot_var_schema::template::snake_case;
use serde_json::Value as Json;

/// The expected fields: walks over the JSON of `decode` along the schema.
struct Expected<'p> {
    protocol: &'p Protocol,
    prefix: &'p str,
    fields: Vec<(String, String)>,
}

/// A float as both sides write it.
pub(crate) fn real(number: f64) -> String {
    // The largest float rounded to the 15 digits that `tshark` prints is out of range.
    let number = if number.abs() > 1.797_693_134e308 { number * 2.0 } else { number };
    format!("{number:.9e}")
}

/// A float as a dissector shows it: one of 32 bits has the fewest digits that are it.
fn shown_float(number: f64) -> String {
    let single = number as f32;
    let is_single = f64::from(single) == number;
    real(if is_single { single.to_string().parse().expect("a number") } else { number })
}

fn float(value: &Json) -> f64 {
    let bits = value["bits"].as_str().expect("bits");
    f64::from_bits(u64::from_str_radix(bits, 16).expect("hex digits"))
}

/// Components in the order of the JSON: by axis vector.
fn components(kind: VariantType) -> Vec<String> {
    let cross = |outer: &[&str], inner: &[&str]| {
        outer.iter().flat_map(|o| inner.iter().map(move |i| format!("{o}.{i}"))).collect()
    };
    let plain = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    match kind {
        VariantType::Vector2 => plain(&["x", "y"]),
        VariantType::Vector3 => plain(&["x", "y", "z"]),
        VariantType::Rect2 => cross(&["position", "size"], &["x", "y"]),
        VariantType::Aabb => cross(&["position", "size"], &["x", "y", "z"]),
        VariantType::Plane => plain(&["normal.x", "normal.y", "normal.z", "d"]),
        VariantType::Quaternion => plain(&["x", "y", "z", "w"]),
        VariantType::Color => plain(&["r", "g", "b", "a"]),
        VariantType::Basis => cross(&["x", "y", "z"], &["x", "y", "z"]),
        VariantType::Transform2D => cross(&["x", "y", "origin"], &["x", "y"]),
        VariantType::Transform3D => cross(&["x", "y", "z", "origin"], &["x", "y", "z"]),
        other => panic!("{other:?} is in no schema here"),
    }
}

/// Returns the elements of an Array or a packed array as values.
fn elements(value: &Json) -> Vec<Json> {
    let wrap = |t: &str, list: &Json| {
        let list = list.as_array().expect("a list").iter();
        list.map(|v| {
            let v = v.as_str().map_or_else(|| v.to_string(), str::to_owned);
            serde_json::json!({ "t": t, "v": v })
        })
        .collect()
    };
    let bits = |number: f64| serde_json::json!({ "t": "float", "bits": format!("{:016x}", number.to_bits()) });
    let chunks = |t: &str, size: usize| {
        let list = value["f32"].as_array().expect("components");
        list.chunks(size).map(|part| serde_json::json!({ "t": t, "f32": part })).collect()
    };
    match value["t"].as_str().expect("a type") {
        "Array" => value["v"].as_array().expect("elements").clone(),
        "PoolStringArray" | "PackedStringArray" => wrap("String", &value["v"]),
        "PoolIntArray" | "PackedInt32Array" | "PackedInt64Array" => wrap("int", &value["v"]),
        "PoolRealArray" | "PackedFloat32Array" => {
            let list = value["f32"].as_array().expect("components").iter();
            let single =
                |v: &Json| f32::from_bits(u32::try_from(v.as_u64().expect("bits")).expect("32"));
            list.map(|v| bits(single(v).into())).collect()
        }
        "PackedFloat64Array" => {
            let list = value["f64"].as_array().expect("components").iter();
            list.map(|v| serde_json::json!({ "t": "float", "bits": v })).collect()
        }
        "PoolVector2Array" | "PackedVector2Array" => chunks("Vector2", 2),
        "PoolVector3Array" | "PackedVector3Array" => chunks("Vector3", 3),
        "PoolColorArray" | "PackedColorArray" => chunks("Color", 4),
        other => panic!("{other} is not a list"),
    }
}

fn is_nil(value: &Json) -> bool {
    value["t"] == "Nil"
}

fn pair<'j>(value: &'j Json, key: &str) -> Option<&'j Json> {
    let pairs = value["v"].as_array()?;
    pairs.iter().find(|pair| pair[0]["v"] == key).map(|pair| &pair[1])
}

impl Expected<'_> {
    fn push(&mut self, at: &str, value: impl AsRef<str>) {
        self.fields.push((format!("{}.{at}", self.prefix), value.as_ref().to_owned()));
    }

    fn value(&mut self, ty: &Type, value: &Json, at: &str) {
        let text = value["v"].as_str().unwrap_or_default();
        match (ty, value["t"].as_str().expect("a type")) {
            (Type::Option(_), "Nil") | (Type::Variant | Type::Custom, _) => {}
            (
                Type::Value(VariantType::Nil | VariantType::Dictionary | VariantType::Array, _),
                _,
            ) => {}
            (Type::Option(inner) | Type::Pointer(inner), _) => self.value(inner, value, at),
            (Type::Value(VariantType::Bool, _), "bool") => {
                self.push(at, if value["v"] == true { "1" } else { "0" });
            }
            (Type::Value(VariantType::Int, _), "int") => self.push(at, text),
            (Type::Value(VariantType::Float, _), "float") => {
                self.push(at, shown_float(float(value)));
            }
            (Type::Value(VariantType::String, _), "String" | "StringName") => {
                self.push(at, text);
            }
            (Type::Value(VariantType::StringName, _), _) => self.push(at, text),
            (Type::Value(VariantType::String | VariantType::NodePath, _), "NodePath") => {
                let list = |key: &str| -> Vec<String> {
                    let list = value[key].as_array().expect("names").iter();
                    list.map(|name| name.as_str().expect("a name").to_owned()).collect()
                };
                let mut path = if value["absolute"] == true { "/" } else { "" }.to_owned();
                path += &list("names").join("/");
                for name in list("subnames") {
                    path.push(':');
                    path += &name;
                }
                self.push(at, path);
            }
            (Type::Value(kind, _), _) if kind.components().is_some() => {
                self.push(at, "");
                let single = value["f32"].as_array().map(|list| {
                    let bits = list.iter().map(|v| u32::try_from(v.as_u64().expect("bits")));
                    bits.map(|v| f64::from(f32::from_bits(v.expect("32 bits")))).collect::<Vec<_>>()
                });
                let numbers = single.unwrap_or_else(|| {
                    let list = value["f64"].as_array().expect("components").iter();
                    list.map(|v| float(&serde_json::json!({ "bits": v }))).collect()
                });
                for (name, number) in components(*kind).iter().zip(numbers) {
                    self.push(&format!("{at}.{name}"), shown_float(number));
                }
            }
            (
                Type::List(_) | Type::View(_) | Type::FixedList(..),
                "PackedByteArray" | "PoolByteArray",
            ) => {
                let hex = value["hex"].as_str().expect("hex").as_bytes();
                let bytes: Vec<_> = hex.chunks(2).map(String::from_utf8_lossy).collect();
                self.push(at, bytes.join(":"));
            }
            (
                Type::List(inner)
                | Type::View(inner)
                | Type::FixedList(_, inner)
                | Type::Set(inner),
                _,
            ) => {
                for element in elements(value) {
                    self.value(inner, &element, at);
                }
            }
            (Type::Tuple(types), _) => {
                for (i, (ty, element)) in types.iter().zip(elements(value)).enumerate() {
                    self.value(ty, &element, &format!("{at}.{i}"));
                }
            }
            (Type::Map(key, inner), _) => {
                for pair in value["v"].as_array().expect("pairs") {
                    self.value(key, &pair[0], &format!("{at}.key"));
                    self.value(inner, &pair[1], &format!("{at}.value"));
                }
            }
            (Type::Message(index), _) => self.message(*index, value, Some(at)),
            // A value with another wire type is in the generic fields.
            _ => {}
        }
    }

    fn record(&mut self, record: &Record, value: &Json, first: usize, at: &str) {
        for (i, field) in record.fields.iter().enumerate() {
            // Filters are ASCII.
            let at = format!("{at}.{}", field.name.replace("größe", "gruf6udfe"));
            if field.flatten {
                self.field(field, value, &at);
            } else if record.form == Form::Array {
                if let Some(element) = elements(value).get(first + i) {
                    self.field(field, element, &at);
                }
            } else if let Some(found) = pair(value, &field.key) {
                self.field(field, found, &at);
            }
        }
    }

    fn field(&mut self, field: &Field, value: &Json, at: &str) {
        let plain = |ty: &Type| match ty {
            Type::Option(inner) => (**inner).clone(),
            other => other.clone(),
        };
        match (field.marks.wire_type, &plain(&field.ty)) {
            _ if field.custom.is_some() => {}
            (Some(WireType::Int), _) if !is_nil(value) => {
                self.push(at, value["v"].as_str().expect("digits"));
            }
            (Some(WireType::Float | WireType::Float64), _) if !is_nil(value) => {
                self.push(at, shown_float(float(value)));
            }
            // A flattened option that does not fit is absent.
            (_, Type::Message(index)) if field.flatten => {
                let is_there = match &self.protocol.types[*index].body {
                    Body::Record(record) => record.fields.iter().all(|field| {
                        matches!(field.ty, Type::Option(_)) || pair(value, &field.key).is_some()
                    }),
                    body => matches!(body, Body::Enumeration(_)),
                };
                if is_there {
                    self.message(*index, value, None);
                }
            }
            (_, Type::Map(..)) if field.flatten => {}
            _ => self.value(&field.ty, value, at),
        }
    }

    fn message(&mut self, index: usize, value: &Json, at: Option<&str>) {
        let protocol = self.protocol;
        let def = &protocol.types[index];
        let mut path = def.module.clone();
        path.push(snake_case(&def.name));
        // `message` is the name of the packet's type.
        let own = path.join(".");
        let own = if own == "message" { "message_2".to_owned() } else { own };
        match &def.body {
            Body::Unit => {}
            Body::Transparent(field) => self.field(field, value, &own),
            Body::Record(record) => self.record(record, value, 0, &own),
            Body::Enumeration(enumeration) => {
                let shown =
                    at.filter(|_| matches!(enumeration.form, EnumForm::Names | EnumForm::Numbers));
                let Some((member, tag)) = find(enumeration, value) else { return };
                self.push(shown.unwrap_or(&own), &member.name);
                if let Some(tag) = tag.filter(|tag| tag["t"] == "int")
                    && matches!(enumeration.form, EnumForm::Numbers | EnumForm::Ids)
                {
                    self.push(&format!("{own}.id"), tag["v"].as_str().expect("digits"));
                }
                let own = format!("{own}.{}", snake_case(&member.name));
                let (content, first) = match &enumeration.form {
                    EnumForm::Ids => (Some(value.clone()), 1),
                    EnumForm::Internal { .. } | EnumForm::Untagged => (Some(value.clone()), 0),
                    EnumForm::External if value["t"] == "Dictionary" => {
                        (Some(value["v"][0][1].clone()), 0)
                    }
                    EnumForm::Adjacent { content, .. } => (pair(value, content).cloned(), 0),
                    _ => (None, 0),
                };
                match (content, member.style) {
                    (None, _) | (_, Style::Unit) => {}
                    (Some(content), Style::Newtype) => {
                        let content =
                            if first == 1 { elements(&content)[1].clone() } else { content };
                        self.field(&member.record.fields[0], &content, &own);
                    }
                    (Some(content), _) => self.record(&member.record, &content, first, &own),
                }
            }
        }
    }
}

/// Returns the variant of a value, and its tag.
fn find<'p>(enumeration: &'p Enumeration, value: &Json) -> Option<(&'p Enumerator, Option<Json>)> {
    let tag = match &enumeration.form {
        EnumForm::Names | EnumForm::Numbers => value.clone(),
        EnumForm::Ids => elements(value).first()?.clone(),
        EnumForm::External if value["t"] == "Dictionary" => value["v"][0][0].clone(),
        EnumForm::External => value.clone(),
        EnumForm::Internal { tag } | EnumForm::Adjacent { tag, .. } => pair(value, tag)?.clone(),
        EnumForm::Untagged => {
            let fits = |member: &&Enumerator| match (member.style, value["t"].as_str()) {
                (Style::Unit, Some("Nil")) | (Style::Named, Some("Dictionary")) => true,
                (Style::Tuple, Some(t)) => t.ends_with("Array"),
                (Style::Newtype, Some("int")) => {
                    matches!(member.record.fields[0].ty, Type::Value(VariantType::Int, _))
                }
                (Style::Newtype, Some("String")) => member.record.fields[0].ty == Type::STRING,
                _ => false,
            };
            return Some((enumeration.members.iter().find(fits)?, None));
        }
    };
    let id = tag["v"].as_str()?;
    let member = enumeration.members.iter().find(|member| {
        member.id.to_string().trim_matches('"') == id || member.aliases.iter().any(|a| a == id)
    })?;
    Some((member, Some(tag)))
}

pub(crate) fn expected(
    protocol: &Protocol,
    prefix: &str,
    class: &str,
    spec: &DialectSpec,
    bytes: &[u8],
) -> Vec<(String, String)> {
    let (value, used) = lines::decode(bytes, spec, Limits::DEFAULT).expect("a value");
    assert_eq!(used, bytes.len());
    let index = protocol.types.iter().position(|def| def.name == class).expect("this type");
    let mut expected = Expected { protocol, prefix, fields: Vec::new() };
    expected.message(index, &json::to_json(&value, spec), None);
    expected.fields.sort();
    expected.fields
}

/// Returns the schema's fields of a packet, in the form of [`expected`].
pub(crate) fn shown(packet: &[(String, String)], prefix: &str) -> Vec<(String, String)> {
    let own = [
        "message",
        "line",
        "godot",
        "size",
        "direction",
        "length",
        "trailing",
        "malformed",
        "variant",
    ];
    let mut list: Vec<_> = packet
        .iter()
        .filter(|(name, _)| {
            let first = name[prefix.len() + 1..].split('.').next().unwrap_or_default();
            !own.contains(&first)
        })
        .cloned()
        .collect();
    list.sort();
    list
}

/// Compares two lists of fields, floats by their value.
pub(crate) fn assert_same(found: &[(String, String)], expected: &[(String, String)], what: &str) {
    let found: Vec<(String, String)> = found
        .iter()
        .map(|(name, value)| {
            let is_real = expected
                .iter()
                .any(|(n, v)| n == name && v.contains('e') && v.parse::<f64>().is_ok());
            let value = match value.parse::<f64>() {
                Ok(number) if is_real => real(number),
                _ => value.clone(),
            };
            (name.clone(), value)
        })
        .collect();
    let mut found = found;
    found.sort();
    assert_eq!(found, expected, "{what}");
}
