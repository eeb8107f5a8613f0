//! Writes messages from natural JSON: the bytes that the derive writes.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use godot_var::EncodeError;
use godot_var::flat::format::{texts, varint};
use godot_var::flat::{NumberType, Prefix};
use godot_var::math::{Quaternion, Vector2, Vector3};
use godot_var_codegen::flat::{
    self, Body, Enumeration, Field, Record, Schema, Type, component_paths, is_tuple,
};
use godot_var_codegen::names::closest;
use godot_var_codegen::protocol::FieldDefault;
use serde_json::{Map, Value as Json};

use super::{Interpreter, NO_MESSAGE, dialect, order};
use crate::message::Label;
use crate::natural::{self, Printed, check_parts, double_of, found, printed, single_of};
use crate::wire::check_name;

type Write<T> = Result<T, EncodeError>;

fn wrong<T>(expected: &str, json: &Json) -> Write<T> {
    Err(EncodeError::custom(format_args!("expected {expected}, found {}", found(json))))
}

/// A key from its text in an object.
fn of_text(ty: &Type, text: &str) -> Json {
    match (ty, serde_json::from_str(text)) {
        (
            Type::Number(_) | Type::Varint(_) | Type::NonZero(_) | Type::Bool,
            Ok(json @ (Json::Number(_) | Json::Bool(_))),
        ) => json,
        _ => text.into(),
    }
}

fn missing<T>() -> Write<T> {
    Err(EncodeError::custom("the field is missing"))
}

pub(super) fn encode(interpreter: &Interpreter, json: &Json) -> Write<Vec<u8>> {
    let (name, fields) = match printed(json)? {
        Printed::Message(name, fields) => (name, fields),
        Printed::Value(value) => {
            return encode(interpreter, value).map_err(|error| error.in_key("value"));
        }
    };
    check_name(name, &interpreter.names(), NO_MESSAGE)
        .map_err(|error| EncodeError::custom(error).in_key("message"))?;
    let schema = &interpreter.schema;
    let def = &schema.types[interpreter.root];
    let mut bytes = Vec::new();
    let mut writer = Writer { schema, is_single: false, out: flat::Writer::new(&mut bytes) };
    let own = Label::last(name);
    let written = match &def.body {
        Body::Record(record) => writer.record(record, fields, def.big_endian, true),
        Body::Enumeration(enumeration) => {
            let has_fields = fields.as_object().is_none_or(|fields| !fields.is_empty());
            let carries = enumeration
                .members
                .iter()
                .find(|member| member.name == own)
                .is_some_and(|member| !member.record.fields.is_empty());
            let fields = (has_fields || carries).then_some(fields);
            writer.member(enumeration, own, fields, def.big_endian, true)
        }
    };
    written.map_err(|error| error.in_type(own.to_owned()))?;
    Ok(bytes)
}

struct Writer<'s, 'b> {
    schema: &'s Schema,
    /// Whether the floats of the field have 32 bits in Rust.
    is_single: bool,
    out: flat::Writer<'b>,
}

impl Writer<'_, '_> {
    fn message(&mut self, index: usize, json: &Json, big: bool, whole: bool) -> Write<()> {
        let def = &self.schema.types[index];
        let big = big || def.big_endian;
        match &def.body {
            Body::Record(record) => self.record(record, json, big, whole),
            Body::Enumeration(enumeration) => match json {
                Json::String(name) => self.member(enumeration, name, None, big, whole),
                Json::Object(object) => match object.iter().next() {
                    Some((name, content)) if object.len() == 1 => self
                        .member(enumeration, name, Some(content), big, whole)
                        .map_err(|error| error.in_key(name.clone())),
                    _ => wrong(&format!("a variant of {}", def.ident), json),
                },
                json => wrong(&format!("a variant of {}", def.ident), json),
            },
        }
    }

    /// Writes a struct from its fields.
    fn record(&mut self, record: &Record, json: &Json, big: bool, whole: bool) -> Write<()> {
        let list = is_tuple(record);
        let by_name: Map<String, Json>;
        let object = match (json, &record.fields[..]) {
            (json, [_]) if list => {
                by_name = Map::from_iter([("0".to_owned(), json.clone())]);
                &by_name
            }
            (Json::Array(values), fields) if list => {
                if values.len() > fields.len() {
                    return wrong(&format!("a list of {}", fields.len()), json);
                }
                let numbered = values.iter().enumerate();
                by_name = numbered.map(|(index, json)| (index.to_string(), json.clone())).collect();
                &by_name
            }
            (json, fields) if list => return wrong(&format!("a list of {}", fields.len()), json),
            (Json::Object(object), _) => object,
            (json, _) => return wrong("an object of its fields", json),
        };
        let is_known = |name: &str| record.fields.iter().any(|field| field.name == name);
        if let Some(unknown) = object.keys().find(|name| !is_known(name)) {
            let absent = record.fields.iter().filter(|field| !object.contains_key(&field.name));
            let hint = closest(unknown, absent.map(|field| &*field.name));
            return Err(EncodeError::custom(format_args!("unknown field {unknown:?}{hint}")));
        }
        let header = self.header(record, object)?;
        let bytes = header.to_le_bytes();
        self.out.bytes(bytes.get(..record.header_bytes()).unwrap_or_default());
        let mut left_out = None;
        for field in record.fields.iter().filter(|field| !field.is_in_header()) {
            self.is_single = field.is_single();
            let value = object.get(&field.name).filter(|json| !json.is_null());
            let written = match (value, &field.ty, field.bits) {
                (None, Type::Option(_), Some(_)) => Ok(()),
                (Some(json), Type::Option(inner), Some(_)) => {
                    self.some(inner, json).and_then(|json| self.value(inner, json, big))
                }
                _ => match object.get(&field.name) {
                    Some(_) if left_out.is_some() => {
                        missing().map_err(|error| in_field(error, left_out.unwrap_or_default()))
                    }
                    Some(json) => self.value(&field.ty, json, big),
                    // A message of an older writer.
                    None if whole && field.default != FieldDefault::Required => {
                        left_out.get_or_insert(field.name.as_str());
                        continue;
                    }
                    None if matches!(field.ty, Type::Option(_)) => {
                        self.value(&field.ty, &Json::Null, big)
                    }
                    None => missing(),
                },
            };
            // It is in the name of the field that is missing already.
            if left_out.is_some() {
                return written;
            }
            written.map_err(|error| at(error, record, &field.name))?;
        }
        Ok(())
    }

    /// What the header has of all fields.
    fn header(&self, record: &Record, object: &Map<String, Json>) -> Write<u64> {
        let mut header = 0;
        for field in &record.fields {
            let Some(bits) = field.bits else { continue };
            let number = match (object.get(&field.name), &field.ty) {
                (json, Type::Option(_)) => Ok(json.is_some_and(|json| !json.is_null()).into()),
                (None, _) => missing(),
                (Some(json), ty) => self.bits(ty, bits.count, json),
            };
            header |= number.map_err(|error| at(error, record, &field.name))? << bits.first;
        }
        Ok(header)
    }

    /// The bits of a value, if it fits into this many bits.
    fn bits(&self, ty: &Type, count: u8, json: &Json) -> Write<u64> {
        let last = u64::MAX >> (64 - u32::from(count));
        Ok(match ty {
            Type::Bool => boolean(json)?.into(),
            Type::Number(number) if number.is_signed() => {
                let most = i128::from(last >> 1);
                (int(json, -most - 1, most)? as u64) & last
            }
            Type::Message(index) => {
                let Body::Enumeration(enumeration) = &self.schema.types[*index].body else {
                    return wrong("a number", json);
                };
                let (name, content) = match json {
                    Json::String(name) => (name, None),
                    Json::Object(object) => match object.iter().next() {
                        Some((name, content)) => (name, Some(content)),
                        None => return wrong("a variant", json),
                    },
                    json => return wrong("a variant", json),
                };
                let number = number_of(enumeration, name, content)?;
                if number > last {
                    let message = format!("the number {number} does not fit into {count} bits");
                    return Err(EncodeError::custom(message));
                }
                number
            }
            Type::Number(NumberType::U64) if count == 64 => int(json, 0, i64::MAX.into())? as u64,
            _ => int(json, 0, last.into())? as u64,
        })
    }

    /// Writes a variant of an enum, from its fields.
    fn member(
        &mut self,
        enumeration: &Enumeration,
        name: &str,
        content: Option<&Json>,
        big: bool,
        whole: bool,
    ) -> Write<()> {
        let number = number_of(enumeration, name, content)?;
        self.out.prefix(enumeration.number, number, big);
        let Some(member) = enumeration.members.iter().find(|member| member.name == name) else {
            if enumeration.other.as_ref().is_some_and(|other| other.rest) {
                let rest = content.and_then(|content| content.get(1)).unwrap_or(&Json::Null);
                let byte = |(index, json)| {
                    int(json, 0, 255).map(|byte| byte as u8).map_err(|error| error.in_index(index))
                };
                let Some(rest) = rest.as_array() else { return wrong("a list of bytes", rest) };
                let bytes: Vec<u8> = rest.iter().enumerate().map(byte).collect::<Write<_>>()?;
                self.out.bytes(&bytes);
            }
            return Ok(());
        };
        match (&member.record.fields[..], content) {
            ([], None | Some(Json::Null)) => Ok(()),
            ([], Some(json)) => wrong("no content", json),
            (_, None) => Err(EncodeError::custom("the content of the variant is missing")),
            ([Field { ty: Type::Message(index), .. }], Some(json)) if member.is_message => {
                self.message(*index, json, big, whole)
            }
            (_, Some(json)) => self.record(&member.record, json, big, whole),
        }
    }

    fn value(&mut self, ty: &Type, json: &Json, big: bool) -> Write<()> {
        match ty {
            Type::Option(_) if json.is_null() => self.out.bytes(&[0]),
            Type::Option(inner) => {
                self.out.bytes(&[1]);
                let json = self.some(inner, json)?;
                return self.value(inner, json, big);
            }
            Type::InBits(bits, inner) => {
                self.bits(inner, *bits, json)?;
                return self.value(inner, json, big);
            }
            Type::AtMost(most, inner) => return self.bounded(inner, json, *most, big),
            Type::List(..)
            | Type::Packed(..)
            | Type::Map(..)
            | Type::Text(..)
            | Type::CString(_) => return self.bounded(ty, json, usize::MAX, big),
            Type::Array(count, element) => {
                let Some(list) = json.as_array().filter(|list| list.len() == *count) else {
                    return wrong(&format!("a list of {count}"), json);
                };
                return self.elements(element, list, big);
            }
            Type::Tuple(elements) => {
                let Some(list) = json.as_array().filter(|list| list.len() == elements.len()) else {
                    return wrong(&format!("a list of {}", elements.len()), json);
                };
                for (index, (element, json)) in elements.iter().zip(list).enumerate() {
                    self.value(element, json, big).map_err(|error| error.in_index(index))?;
                }
            }
            Type::Message(index) => return self.message(*index, json, big, false),
            ty => return self.leaf(ty, json, big),
        }
        Ok(())
    }

    fn elements(&mut self, element: &Type, list: &[Json], big: bool) -> Write<()> {
        for (index, json) in list.iter().enumerate() {
            self.value(element, json, big).map_err(|error| error.in_index(index))?;
        }
        Ok(())
    }

    /// Writes a count or length, which is at most `most`.
    fn count(
        &mut self,
        prefix: Prefix,
        count: usize,
        limit: usize,
        what: &'static str,
        big: bool,
    ) -> Write<()> {
        let limit = match prefix {
            Prefix::Varint => limit,
            Prefix::Number(number) => limit.min(number.largest() as usize),
        };
        if count > limit {
            return Err(texts::too_long(what, count, limit));
        }
        self.out.prefix(prefix, count as u64, big);
        Ok(())
    }

    /// Writes a text, list or map of at most this many bytes or elements.
    fn bounded(&mut self, ty: &Type, json: &Json, limit: usize, big: bool) -> Write<()> {
        match ty {
            Type::Text(_, prefix) => {
                let Some(text) = json.as_str() else { return wrong("a text", json) };
                self.count(*prefix, text.len(), limit, "a text", big)?;
                self.out.bytes(text.as_bytes());
            }
            Type::CString(_) => {
                let Some(text) = json.as_str() else { return wrong("a text", json) };
                if text.len() > limit {
                    return Err(texts::too_long("a text", text.len(), limit));
                }
                if let Some(at) = text.bytes().position(|byte| byte == 0) {
                    let message = format!("the text has a 0 at byte {at}, where a `c_string` ends");
                    return Err(EncodeError::custom(message));
                }
                self.out.bytes(text.as_bytes());
                self.out.bytes(&[0]);
            }
            Type::List(prefix, element) => {
                let Some(list) = json.as_array() else { return wrong("a list", json) };
                self.count(*prefix, list.len(), limit, "a list", big)?;
                self.elements(element, list, big)?;
            }
            Type::Packed(prefix, bits, element) => {
                let Some(list) = json.as_array() else { return wrong("a list", json) };
                self.count(*prefix, list.len(), limit, "a list", big)?;
                let number = |(index, json): (usize, &Json)| {
                    self.bits(element, *bits, json).map_err(|error| error.in_index(index))
                };
                let numbers = list.iter().enumerate().map(number).collect::<Write<Vec<u64>>>()?;
                self.out.packed(*bits, numbers);
            }
            Type::Map(prefix, key, content) => {
                self.map(*prefix, (key, content), json, limit, big)?;
            }
            ty => return self.value(ty, json, big),
        }
        Ok(())
    }

    fn map(
        &mut self,
        prefix: Prefix,
        (key, content): (&Type, &Type),
        json: &Json,
        limit: usize,
        big: bool,
    ) -> Write<()> {
        let mut entries: Vec<(Cow<'_, Json>, &Json, Result<&String, usize>)> = match json {
            Json::Object(object) => object
                .iter()
                .map(|(name, json)| (Cow::Owned(of_text(key, name)), json, Ok(name)))
                .collect(),
            Json::Array(pairs) => {
                let mut entries = Vec::with_capacity(pairs.len());
                for (index, pair) in pairs.iter().enumerate() {
                    let Some([name, json]) = pair.as_array().map(Vec::as_slice) else {
                        return wrong("a key and a value", pair)
                            .map_err(|error: EncodeError| error.in_index(index));
                    };
                    entries.push((Cow::Borrowed(name), json, Err(index)));
                }
                entries
            }
            json => return wrong("an object", json),
        };
        self.count(prefix, entries.len(), limit, "a map", big)?;
        entries.sort_by(|(this, ..), (other, ..)| order::compare(self.schema, key, this, other));
        for (name, json, place) in entries {
            let written = self.value(key, &name, big).and_then(|()| self.value(content, json, big));
            written.map_err(|error| match place {
                Ok(name) => error.in_key(name.clone()),
                Err(index) => error.in_index(index),
            })?;
        }
        Ok(())
    }

    fn leaf(&mut self, ty: &Type, json: &Json, big: bool) -> Write<()> {
        match ty {
            Type::Unit if json.is_null() => {}
            Type::Unit => return wrong("null", json),
            Type::Bool | Type::LenientBool => self.out.bytes(&[boolean(json)?.into()]),
            // A signaling NaN would not stay one as an f64.
            Type::Number(NumberType::F32) if json.is_string() => match single_of(json) {
                Some(real) => self.out.number(NumberType::F32, real.to_bits().into(), big),
                None => return wrong("a number", json),
            },
            Type::Range { .. } | Type::Angle { .. } if self.is_single => {
                return self.out.real(ty, f64::from(float(ty, json)? as f32), big);
            }
            Type::Number(NumberType::F16 | NumberType::F32 | NumberType::F64)
            | Type::Range { .. }
            | Type::Angle { .. } => return self.out.real(ty, float(ty, json)?, big),
            Type::Number(number) => {
                let (low, high) = range(*number);
                self.out.number(*number, int(json, low, high)? as u64, big);
            }
            Type::Varint(number) => {
                let (low, high) = range(*number);
                let value = int(json, low, high)?;
                let value =
                    if number.is_signed() { varint::zigzag(value as i64) } else { value as u64 };
                self.out.varint(value);
            }
            Type::NonZero(inner) => {
                if json.as_i64() == Some(0) {
                    return wrong("a number other than 0", json);
                }
                return self.leaf(inner, json, big);
            }
            Type::Char => {
                let mut chars = json.as_str().unwrap_or_default().chars();
                let (Some(char), None) = (chars.next(), chars.next()) else {
                    return wrong("a character", json);
                };
                self.out.varint(u32::from(char).into());
            }
            Type::Direction(inner) => {
                let [x, y] = floats(json, ["x", "y"])?;
                return self.out.direction(inner, Vector2::new(x, y), big);
            }
            Type::Octahedron(inner) => {
                let [x, y, z] = floats(json, ["x", "y", "z"])?;
                return self.out.octahedron(inner, Vector3::new(x, y, z), big);
            }
            Type::SmallestThree(bits) => {
                let [x, y, z, w] = floats(json, ["x", "y", "z", "w"])?;
                return self.out.smallest_three(*bits, Quaternion::new(x, y, z, w), big);
            }
            Type::Components(kind, inner) => {
                let paths = component_paths(*kind);
                check_parts(json, &paths)?;
                for path in paths {
                    let value = path.iter().try_fold(json, |json, name| json.get(name));
                    let written = match value {
                        Some(value) => self.leaf(inner, value, big),
                        None => Err(EncodeError::custom("the part is missing")),
                    };
                    written.map_err(|error| {
                        path.iter().rev().fold(error, |error, name| error.in_key(*name))
                    })?;
                }
            }
            Type::Ipv4 => {
                let address: Ipv4Addr = parsed(json, "an IPv4 address")?;
                self.out.bytes(&address.octets());
            }
            Type::Ipv6 => {
                let address: Ipv6Addr = parsed(json, "an IPv6 address")?;
                self.out.bytes(&address.octets());
            }
            Type::Ip => self.ip(parsed(json, "an address")?),
            Type::Socket => {
                let address: SocketAddr = parsed(json, "an address with its port")?;
                self.ip(address.ip());
                self.out.number(NumberType::U16, address.port().into(), big);
            }
            Type::Uuid => {
                let text = json.as_str().unwrap_or_default();
                let digits = text.replace('-', "");
                match <[u8; 16]>::try_from(hex::decode(&digits).unwrap_or_default()) {
                    Ok(bytes) => self.out.bytes(&bytes),
                    Err(_) => return wrong("a UUID", json),
                }
            }
            Type::Variant(generation, ty) => {
                let spec = dialect(*generation);
                let bytes = self
                    .schema
                    .with_variant_layout(ty, |layout| natural::of_layout(layout, json, spec))?;
                self.out.number(NumberType::U32, bytes.len() as u64, big);
                self.out.bytes(&bytes);
            }
            Type::Custom(path) => {
                let message =
                    format!("`{path}` encodes this field, and its bytes are not in the schema");
                return Err(EncodeError::custom(message));
            }
            // Whatever has parts is written by `value`.
            _ => {}
        }
        Ok(())
    }

    /// The value in an `Option`, which is not null.
    fn some<'j>(&self, inner: &Type, json: &'j Json) -> Write<&'j Json> {
        if !self.schema.may_be_null(inner) {
            return Ok(json);
        }
        match json.get("Some") {
            Some(value) => Ok(value),
            None => wrong("null or {\"Some\": …}", json),
        }
    }

    fn ip(&mut self, address: IpAddr) {
        match address {
            IpAddr::V4(address) => {
                self.out.bytes(&[4]);
                self.out.bytes(&address.octets());
            }
            IpAddr::V6(address) => {
                self.out.bytes(&[6]);
                self.out.bytes(&address.octets());
            }
        }
    }
}

/// An error of a field inside its name, or its position in a list.
fn at(error: EncodeError, record: &Record, name: &str) -> EncodeError {
    // The only field without a name is all of the value.
    if is_tuple(record) && record.fields.len() == 1 { error } else { in_field(error, name) }
}

fn in_field(error: EncodeError, name: &str) -> EncodeError {
    match name.parse() {
        Ok(index) => error.in_index(index),
        Err(_) => error.in_key(name.to_owned()),
    }
}

/// The number of a variant. That of `other` is its content, or the first element of it.
fn number_of(enumeration: &Enumeration, name: &str, content: Option<&Json>) -> Write<u64> {
    if let Some(member) = enumeration.members.iter().find(|member| member.name == name) {
        return Ok(member.id.into());
    }
    let other = enumeration.other.as_ref().filter(|other| other.name == name);
    let Some(other) = other else {
        let members = enumeration.members.iter().map(|member| &*member.name);
        let others = enumeration.other.iter().map(|other| &*other.name);
        let hint = closest(name, members.chain(others));
        return Err(EncodeError::custom(format_args!("unknown variant {name:?}{hint}")));
    };
    if !other.number {
        let message = format!("`{name}` is for unknown numbers, and has no number itself");
        return Err(EncodeError::custom(message));
    }
    let number = if other.rest { content.and_then(|content| content.get(0)) } else { content };
    let number = number.unwrap_or(&Json::Null);
    let last = match enumeration.number {
        Prefix::Varint => u32::MAX,
        Prefix::Number(kind) => kind.largest(),
    };
    Ok(int(number, 0, last.into())? as u64)
}

fn boolean(json: &Json) -> Write<bool> {
    json.as_bool().map_or_else(|| wrong("true or false", json), Ok)
}

/// The smallest and the largest integer of a type.
fn range(number: NumberType) -> (i128, i128) {
    match (number, number.bytes() as u32 * 8) {
        (NumberType::U64, _) => (0, i64::MAX.into()),
        (number, bits) if number.is_signed() => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        (_, bits) => (0, (1 << bits) - 1),
    }
}

fn int(json: &Json, low: i128, high: i128) -> Write<i128> {
    let number = match json {
        Json::Number(number) => number.to_string().parse().ok(),
        _ => None,
    };
    match number.filter(|number| (low..=high).contains(number)) {
        Some(number) => Ok(number),
        None => wrong(&format!("an int from {low} to {high}"), json),
    }
}

fn float(ty: &Type, json: &Json) -> Write<f64> {
    let value = match json {
        _ if matches!(ty, Type::Number(NumberType::F64)) => double_of(json),
        Json::Number(_) => double_of(json).filter(|value| (*value as f32).is_finite()),
        _ => single_of(json).map(f64::from),
    };
    value.map_or_else(|| wrong("a number", json), Ok)
}

/// The components of a vector.
fn floats<const N: usize>(json: &Json, names: [&'static str; N]) -> Write<[f32; N]> {
    check_parts(json, &names.map(|name| vec![name]))?;
    let mut values = [0.0; N];
    for (value, name) in values.iter_mut().zip(names) {
        let part = json.get(name).unwrap_or(&Json::Null);
        *value =
            float(&Type::Number(NumberType::F32), part).map_err(|error| error.in_key(name))? as f32;
    }
    Ok(values)
}

fn parsed<T: std::str::FromStr>(json: &Json, what: &str) -> Write<T> {
    let text = json.as_str().and_then(|text| text.parse().ok());
    text.map_or_else(|| wrong(what, json), Ok)
}
