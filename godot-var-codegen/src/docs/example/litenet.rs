//! Examples of LiteNetLibManager messages.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};

use crate::docs::{Example, Run};
use crate::litenet::{
    Body, Component, Dispatch, Field, Form, Member, Prefix, Schema, Test, Type, TypeDef,
    list_prefix, put_integer,
};
use crate::protocol::Integer;
use godot_var_runtime::litenet::{
    Encode, EraSpec, LiteNet, LiteNet2018, LiteNetHead, write_msg_type,
};
use godot_var_runtime::{EncodeError, VecOutput};
use serde_json::{Map, Value as Json, json};

/// The maximum number of values in an example.
const MAX_VALUES: u32 = 1024;
/// The maximum length of an example in bytes.
const MAX_BYTES: usize = 8192;
/// The maximum nesting depth of values.
const MAX_DEPTH: usize = 24;
/// The maximum number of types in the arguments of a type.
const MAX_PARTS: usize = 64;
/// From this depth on lists have only one element.
const DEEP: usize = 3;

/// Makes an example of a type, given by its index in [`Schema::types`], and of a variant of an enum, given by its index.
///
/// # Errors
/// The reason why there is no example.
pub(in crate::docs) fn litenet(
    schema: &Schema,
    index: usize,
    member: Option<usize>,
    era: EraSpec,
) -> Result<Example, String> {
    let def = schema.types.get(index).ok_or("there is no such type")?;
    let mut sample = Sample { schema, era, bytes: Vec::new(), runs: Vec::new(), values: 0 };
    // Each type parameter becomes a `u8`.
    let own = Arguments::new();
    let value = match (&def.body, member) {
        (Body::Enumeration { dispatch, members, .. }, Some(position)) => {
            let member = members.get(position).ok_or("there is no such variant")?;
            sample.member(*dispatch, member, &own, &at("", 0))?
        }
        (Body::Record { .. }, _) | (Body::Enumeration { .. }, None) => {
            sample.message(def, &own, &at("", 0))?
        }
    };
    let Sample { bytes, runs, .. } = sample;
    Ok(Example { value: value.to_string(), bytes, runs })
}

/// The arguments of a type by the names of its parameters.
type Arguments = BTreeMap<String, Type>;

/// The position of a value.
struct At {
    path: String,
    depth: usize,
}

fn at(path: &str, depth: usize) -> At {
    At { path: path.to_owned(), depth }
}

impl At {
    fn field(&self, name: &str) -> Self {
        let dot = if self.path.is_empty() { "" } else { "." };
        Self { path: format!("{}{dot}{name}", self.path), depth: self.depth + 1 }
    }

    fn element(&self, index: u64) -> Self {
        Self { path: format!("{}[{index}]", self.path), depth: self.depth + 1 }
    }

    /// Returns the name of the field.
    fn name(&self) -> &str {
        let name = self.path.rsplit(['.', '[']).next().unwrap_or_default();
        if name.ends_with(']') { "text" } else { name }
    }
}

/// A sample message and its bytes so far.
struct Sample<'s> {
    schema: &'s Schema,
    era: EraSpec,
    bytes: Vec<u8>,
    runs: Vec<Run>,
    values: u32,
}

impl Sample<'_> {
    /// Encodes a value.
    fn put<T>(&mut self, value: &T) -> Result<(), String>
    where
        T: Encode<LiteNet<LiteNet2018>> + Encode<LiteNet<LiteNetHead>>,
    {
        let mut out = VecOutput::new(&mut self.bytes);
        let done: Result<(), EncodeError> = match self.era {
            EraSpec::Y2018 => <T as Encode<LiteNet<LiteNet2018>>>::encode(value, &mut out),
            EraSpec::Head => <T as Encode<LiteNet<LiteNetHead>>>::encode(value, &mut out),
        };
        done.map_err(|error| error.to_string())
    }

    /// Adds a run for the bytes from `start` to the current end.
    fn run(&mut self, start: usize, place: &At, text: impl Into<String>) {
        let len = self.bytes.len() - start;
        let (path, depth) = (place.path.clone(), place.depth);
        self.runs.push(Run { offset: start, len, depth, path, text: text.into() });
    }

    /// Adds a value that needs no explanation but its bytes.
    fn leaf<T>(&mut self, value: &T, shown: Json, place: &At) -> Result<Json, String>
    where
        T: Encode<LiteNet<LiteNet2018>> + Encode<LiteNet<LiteNetHead>>,
    {
        let start = self.bytes.len();
        self.put(value)?;
        self.run(start, place, shown.to_string());
        Ok(shown)
    }

    fn msg_type(&mut self, number: u16, name: &str, place: &At) {
        let start = self.bytes.len();
        let mut out = VecOutput::new(&mut self.bytes);
        match self.era {
            EraSpec::Y2018 => write_msg_type::<LiteNet2018, _>(number, &mut out),
            EraSpec::Head => write_msg_type::<LiteNetHead, _>(number, &mut out),
        }
        self.run(start, place, format!("message {number}, {name}"));
    }

    fn prefix(&mut self, prefix: Prefix, count: usize) {
        let (form, integer) = prefix.integer();
        put_integer(form, integer, count as i128, &mut VecOutput::new(&mut self.bytes));
    }

    /// Returns a number that identifies its field, unless there are too many fields.
    fn number(&self) -> u8 {
        u8::try_from(self.values % 100).unwrap_or_default()
    }

    fn fields(&mut self, fields: &[Field], own: &Arguments, place: &At) -> Result<Json, String> {
        let mut object = Map::new();
        let mut values: Vec<Json> = Vec::new();
        for field in fields {
            let is_there = match &field.condition {
                None => true,
                Some(condition) => holds(&condition.test, &values).ok_or_else(|| {
                    format!("the schema does not define whether {}", condition.text)
                })?,
            };
            let value = if is_there {
                self.value(&field.ty, own, &place.field(&field.name))?
            } else {
                Json::Null
            };
            values.push(value.clone());
            if is_there {
                object.insert(field.name.clone(), value);
            }
        }
        Ok(Json::Object(object))
    }

    fn message(&mut self, def: &TypeDef, own: &Arguments, place: &At) -> Result<Json, String> {
        match &def.body {
            Body::Record { msg_type, fields } => {
                if let Some(number) = msg_type {
                    self.msg_type(*number, &def.name, place);
                }
                self.fields(fields, own, place)
            }
            Body::Enumeration { dispatch, members, .. } => {
                // Deep inside a recursive type, take the smallest variant to end the recursion.
                let member = if place.depth > DEEP {
                    members.iter().min_by_key(|member| member.fields.len())
                } else {
                    members.first()
                };
                let member = member.ok_or_else(|| format!("{} has no variants", def.name))?;
                self.member(*dispatch, member, own, place)
            }
        }
    }

    fn member(
        &mut self,
        dispatch: Dispatch,
        member: &Member,
        own: &Arguments,
        place: &At,
    ) -> Result<Json, String> {
        if let ([Field { ty, .. }], true) = (&member.fields[..], member.of_message) {
            let message = self.value(ty, own, place)?;
            return Ok(json!({ member.name.as_str(): message }));
        }
        match dispatch {
            Dispatch::MsgType => self.msg_type(member.number, &member.name, place),
            Dispatch::Byte => {
                let start = self.bytes.len();
                let byte = u8::try_from(member.number).map_err(|error| error.to_string())?;
                self.put(&byte)?;
                self.run(start, place, format!("{byte}, {}", member.name));
            }
        }
        if member.fields.is_empty() {
            return Ok(member.name.as_str().into());
        }
        let fields = self.fields(&member.fields, own, place)?;
        Ok(json!({ member.name.as_str(): fields }))
    }

    fn value(&mut self, ty: &Type, own: &Arguments, place: &At) -> Result<Json, String> {
        self.values += 1;
        if self.values > MAX_VALUES || self.bytes.len() > MAX_BYTES || place.depth > MAX_DEPTH {
            return Err("it would be too long".to_owned());
        }
        let start = self.bytes.len();
        let number = self.number();
        let float = f32::from(number) + 0.5;
        match ty {
            Type::Unit => self.leaf(&(), Json::Null, place),
            Type::Bool => self.leaf(&true, true.into(), place),
            Type::Int(integer) => Ok(self.integer(Form::Plain, *integer, place)),
            Type::F32 => self.leaf(&float, float.into(), place),
            Type::F64 => self.leaf(&f64::from(float), float.into(), place),
            Type::Packed(integer) => Ok(self.integer(Form::Packed, *integer, place)),
            Type::Zigzag(integer) => Ok(self.integer(Form::Zigzag, *integer, place)),
            Type::String(prefix) => self.text(*prefix, place),
            Type::Components(_, component, count) => self.components(*component, *count, place),
            Type::Color => {
                let color = godot_var_runtime::litenet::Color { r: 100, g: 50, b: 0, a: 100 };
                self.leaf(&color, json!([1.0, 0.5, 0.0, 1.0]), place)
            }
            Type::Address => {
                let address = SocketAddr::from((Ipv4Addr::new(192, 0, 2, number), 13_000));
                self.leaf(&address, address.to_string().into(), place)
            }
            Type::Option(inner) => {
                self.put(&true)?;
                self.run(start, place, "present");
                self.value(inner, own, place)
            }
            Type::List(prefix, element) => self.list(*prefix, element, own, place),
            Type::Array(count, element) => {
                let elements =
                    (0..*count).map(|index| self.value(element, own, &place.element(index)));
                elements.collect::<Result<Vec<_>, _>>().map(Json::Array)
            }
            Type::Tuple(parts) => {
                let parts = (0..).zip(parts);
                let parts = parts.map(|(index, part)| self.value(part, own, &place.element(index)));
                parts.collect::<Result<Vec<_>, _>>().map(Json::Array)
            }
            Type::LengthPrefixed(inner) => self.length_prefixed(inner, own, place),
            Type::Rest => {
                self.bytes.extend([number, number]);
                let shown: Json = hex::encode([number, number]).into();
                self.run(start, place, shown.to_string());
                Ok(shown)
            }
            Type::Parameter(name) => match own.get(name) {
                Some(ty) => self.value(ty, &Arguments::new(), place),
                None => Ok(self.integer(Form::Plain, Integer::U8, place)),
            },
            Type::Message(index, arguments) => {
                let schema = self.schema;
                let def = schema.types.get(*index).ok_or("there is no such type")?;
                let arguments: Vec<Type> =
                    arguments.iter().map(|argument| closed(argument, own)).collect();
                // A type that contains itself with growing arguments.
                if arguments.iter().map(parts_of).sum::<usize>() > MAX_PARTS {
                    return Err("it would be too long".to_owned());
                }
                let inner = def.parameters.iter().cloned().zip(arguments).collect();
                self.message(def, &inner, place)
            }
            Type::Custom(path) => {
                Err(format!("the field {} is written by {path}::encode", place.path))
            }
        }
    }

    fn integer(&mut self, form: Form, integer: Integer, place: &At) -> Json {
        let (start, number) = (self.bytes.len(), self.number());
        put_integer(form, integer, number.into(), &mut VecOutput::new(&mut self.bytes));
        // 64-bit integers are texts, as in all JSON of this program.
        let shown: Json =
            if integer.bytes() == 8 { number.to_string().into() } else { number.into() };
        self.run(start, place, shown.to_string());
        shown
    }

    /// Makes a text from the name of its field.
    fn text(&mut self, prefix: Option<Prefix>, place: &At) -> Result<Json, String> {
        let start = self.bytes.len();
        let text: String = place.name().chars().take(32).collect();
        if let Some(prefix) = prefix {
            self.prefix(prefix, text.len());
        } else {
            self.put(&text)?;
            self.bytes.truncate(self.bytes.len() - text.len());
        }
        self.run(start, place, format!("length {}", text.len()));
        let start = self.bytes.len();
        self.bytes.extend(text.as_bytes());
        let shown = Json::from(text);
        self.run(start, place, shown.to_string());
        Ok(shown)
    }

    fn components(&mut self, component: Component, count: u64, place: &At) -> Result<Json, String> {
        let start = self.bytes.len();
        let mut shown = Vec::new();
        for index in 0..count {
            let number = u8::try_from((u64::from(self.number()) + index) % 100).unwrap_or_default();
            let float = f32::from(number) + 0.5;
            match component {
                Component::F32 => self.put(&float)?,
                Component::I32 => self.put(&i32::from(number))?,
                Component::I8 | Component::U8 => self.put(&number)?,
            }
            shown.push(if component == Component::F32 { float.into() } else { number.into() });
        }
        let shown = Json::Array(shown);
        self.run(start, place, shown.to_string());
        Ok(shown)
    }

    fn list(
        &mut self,
        prefix: Option<Prefix>,
        element: &Type,
        own: &Arguments,
        place: &At,
    ) -> Result<Json, String> {
        let start = self.bytes.len();
        let count = if place.depth > DEEP { 1 } else { 2 };
        self.prefix(list_prefix(self.era, prefix, element), count);
        self.run(start, place, format!("count {count}"));
        let mut elements = Vec::new();
        for index in 0..count as u64 {
            elements.push(self.value(element, own, &place.element(index))?);
        }
        Ok(Json::Array(elements))
    }

    fn length_prefixed(
        &mut self,
        inner: &Type,
        own: &Arguments,
        place: &At,
    ) -> Result<Json, String> {
        let start = self.bytes.len();
        self.put(&0_u16)?;
        self.run(start, place, "");
        let run = self.runs.len() - 1;
        let value = self.value(inner, own, place)?;
        let len = self.bytes.len() - start - 2;
        let prefix = u16::try_from(len).map_err(|error| error.to_string())?;
        self.bytes[start..start + 2].copy_from_slice(&prefix.to_le_bytes());
        self.runs[run].text = format!("length {len}");
        Ok(value)
    }
}

/// Returns the number of types that a type consists of.
fn parts_of(ty: &Type) -> usize {
    1 + match ty {
        Type::Option(inner)
        | Type::List(_, inner)
        | Type::Array(_, inner)
        | Type::LengthPrefixed(inner) => parts_of(inner),
        Type::Tuple(parts) | Type::Message(_, parts) => parts.iter().map(parts_of).sum(),
        _ => 0,
    }
}

/// Replaces the parameters of the surrounding type by their arguments.
fn closed(ty: &Type, own: &Arguments) -> Type {
    let boxed = |ty: &Type| Box::new(closed(ty, own));
    match ty {
        Type::Parameter(name) => own.get(name).cloned().unwrap_or(Type::Int(Integer::U8)),
        Type::Option(inner) => Type::Option(boxed(inner)),
        Type::List(prefix, element) => Type::List(*prefix, boxed(element)),
        Type::Array(count, element) => Type::Array(*count, boxed(element)),
        Type::LengthPrefixed(inner) => Type::LengthPrefixed(boxed(inner)),
        Type::Tuple(parts) => Type::Tuple(parts.iter().map(|part| closed(part, own)).collect()),
        Type::Message(index, arguments) => {
            let arguments = arguments.iter().map(|argument| closed(argument, own)).collect();
            Type::Message(*index, arguments)
        }
        ty => ty.clone(),
    }
}

/// Whether a condition holds, if the text is enough to evaluate it.
fn holds(test: &Test, values: &[Json]) -> Option<bool> {
    match test {
        Test::Flag(field) => values.get(*field)?.as_bool(),
        Test::Is(field, constant) => match values.get(*field)? {
            Json::Bool(truth) => constant.parse::<bool>().ok().map(|constant| constant == *truth),
            Json::Number(number) => is_number(&number.to_string(), constant),
            Json::String(text) if text.parse::<i64>().is_ok() => is_number(text, constant),
            Json::String(member) => Some(member == constant),
            // The name of a variant with fields.
            Json::Object(member) => Some(member.contains_key(constant)),
            _ => None,
        },
        Test::Not(inner) => holds(inner, values).map(|holds| !holds),
        Test::Both(one, two) => Some(holds(one, values)? && holds(two, values)?),
        Test::Either(one, two) => Some(holds(one, values)? || holds(two, values)?),
    }
}

fn is_number(number: &str, constant: &str) -> Option<bool> {
    let (number, constant) = (number.parse::<i64>().ok()?, constant.parse::<i64>().ok()?);
    Some(number == constant)
}
