//! Makes the value that a derive writes from natural JSON.

use std::cmp::Ordering;

use godot_var::dialect::{DialectSpec, Generation};
use godot_var::error::DecodeErrorKind;
use godot_var::layout::{
    Bounds, EnumerationForm, EnumerationLayout, FieldLayout, MemberLayout, RecordLayout, Tag,
    TypeLayout, single, whole,
};
use godot_var::values::{
    Array, Callable, Dictionary, DictionaryType, ElementType, NodePath, ObjectId, Rid, StringName,
    VariantType,
};
use godot_var::{EncodeError, Variant};
use godot_var_codegen::inspect::fits;
use godot_var_codegen::names::closest;
use godot_var_codegen::values::packed;
use serde_json::{Map, Value as Json};

use super::structures;
use super::{Frame, Outer, any, found, is_tuple, member_names, resolve};

type Read<T> = Result<T, EncodeError>;
type Entries = Vec<(Variant, Variant)>;

/// The maximum nesting depth of types: a newtype of itself would be infinite.
const MAX_DEPTH: usize = 4096;

pub(super) struct Reader<'s> {
    spec: &'s DialectSpec,
}

fn wrong<T>(expected: &str, json: &Json) -> Read<T> {
    Err(EncodeError::custom(format_args!("expected {expected}, found {}", found(json))))
}

fn missing<T>() -> Read<T> {
    Err(EncodeError::custom("the field is missing"))
}

impl<'s> Reader<'s> {
    pub(super) const fn new(spec: &'s DialectSpec) -> Self {
        Self { spec }
    }

    /// Makes a message, or this variant of an enum, from its fields.
    pub(super) fn message<'l>(
        &self,
        layout: &'l TypeLayout<'l>,
        member: Option<&str>,
        fields: &Json,
    ) -> Read<Variant> {
        match (layout, member) {
            (TypeLayout::Enumeration(enumeration), Some(member)) => {
                let frame = Frame::new(enumeration.name, layout, None);
                let is_empty = fields.as_object().is_some_and(Map::is_empty);
                let content = enumeration.members.iter().find(|it| it.name == member);
                let carries = content.is_some_and(|it| it.content.is_some());
                let fields = (carries || !is_empty).then_some(fields);
                self.member(enumeration, member, fields, Some(&frame))
            }
            _ if self.is_nothing(layout, fields) => self.value(layout, &Json::Null, None),
            _ => self.value(layout, fields, None),
        }
    }

    /// Whether an object without fields stands for no content.
    pub(super) fn is_nothing<'l>(&self, layout: &'l TypeLayout<'l>, fields: &Json) -> bool {
        fields.as_object().is_some_and(Map::is_empty)
            && self.value(layout, fields, None).is_err()
            && self.value(layout, &Json::Null, None).is_ok()
    }

    fn value<'l>(
        &self,
        layout: &'l TypeLayout<'l>,
        json: &Json,
        outer: Outer<'_, 'l>,
    ) -> Read<Variant> {
        if outer.is_some_and(|outer| outer.depth > MAX_DEPTH) {
            return Err(EncodeError::custom("the type contains itself without end"));
        }
        match layout {
            TypeLayout::Option(_) if json.is_null() => Ok(Variant::Nil),
            TypeLayout::Option(inner) => self.value(inner, json, outer),
            TypeLayout::AtMost(_, inner) => {
                let value = self.value(inner, json, outer)?;
                match fits(layout, &value, self.spec.generation) {
                    Err(error)
                        if error.kind() == DecodeErrorKind::LimitExceeded
                            && error.path().is_empty() =>
                    {
                        let (expected, found) = (error.expected(), error.found());
                        let message = format!("expected {expected}, found {found}");
                        Err(EncodeError::custom(message))
                    }
                    _ => Ok(value),
                }
            }
            TypeLayout::Typed(inner) => {
                let value = self.value(inner, json, outer)?;
                self.typed(inner, value)
            }
            TypeLayout::Newtype(name, inner) => {
                self.value(inner, json, Some(&Frame::new(name, layout, outer)))
            }
            TypeLayout::Recursive(_) => match resolve(layout, outer) {
                Some(again) => {
                    // The surrounding types are the same again; only the depth grows.
                    self.value(again, json, Some(&Frame::new("", again, outer)))
                }
                None => Err(EncodeError::custom("the schema has no such type around this one")),
            },
            TypeLayout::Value(kind, bounds) => self.leaf(*kind, *bounds, json),
            TypeLayout::List(element) => {
                let elements = self.elements(element, json, outer)?;
                Ok(self.list(layout, elements))
            }
            TypeLayout::Exactly(len, inner) => {
                if json.as_array().is_some_and(|list| list.len() != *len) {
                    return wrong(&format!("a list of {len}"), json);
                }
                self.value(inner, json, outer)
            }
            TypeLayout::Set(element) => {
                let mut elements = self.elements(element, json, outer)?;
                elements.sort_by(compare);
                elements.dedup();
                Ok(self.list(layout, elements))
            }
            TypeLayout::Array(element) => Ok(self.elements(element, json, outer)?.into()),
            TypeLayout::Tuple(layouts) => {
                let Some(list) = json.as_array().filter(|list| list.len() == layouts.len()) else {
                    return wrong(&format!("a list of {}", layouts.len()), json);
                };
                let pairs = layouts.iter().zip(list).enumerate();
                let value = |(index, (layout, json)): (usize, (&&'l TypeLayout<'l>, &Json))| {
                    self.value(layout, json, outer).map_err(|error| error.in_index(index))
                };
                Ok(pairs.map(value).collect::<Read<Vec<_>>>()?.into())
            }
            TypeLayout::Map(key, content) => self.map(key, content, json, outer),
            TypeLayout::Record(record) => {
                let frame = Frame::new(record.name, layout, outer);
                self.record(record, json, Vec::new(), Some(&frame))
            }
            TypeLayout::Enumeration(enumeration) => {
                let frame = Frame::new(enumeration.name, layout, outer);
                self.enumeration(enumeration, json, Some(&frame))
            }
            layout => match layout.wrapped() {
                Some(inner) => self.value(inner, json, outer),
                None => any::of_json(json, self.spec),
            },
        }
    }

    // ------------------------------------------------------------ lists and maps

    fn elements<'l>(
        &self,
        element: &'l TypeLayout<'l>,
        json: &Json,
        outer: Outer<'_, 'l>,
    ) -> Read<Vec<Variant>> {
        let Some(list) = json.as_array() else { return wrong("a list", json) };
        let value = |(index, json)| {
            self.value(element, json, outer).map_err(|error: EncodeError| error.in_index(index))
        };
        list.iter().enumerate().map(value).collect()
    }

    /// Makes a list in the form that is written.
    fn list(&self, layout: &TypeLayout<'_>, elements: Vec<Variant>) -> Variant {
        match layout.written_type(self.spec.generation) {
            Some(kind) => packed(kind, &elements).unwrap_or_else(|| elements.into()),
            None => elements.into(),
        }
    }

    fn map<'l>(
        &self,
        key: &'l TypeLayout<'l>,
        content: &'l TypeLayout<'l>,
        json: &Json,
        outer: Outer<'_, 'l>,
    ) -> Read<Variant> {
        let mut entries = match json {
            Json::Object(object) => {
                let entry = |(name, json): (&String, &Json)| {
                    let entry = self
                        .key(key, name, outer)
                        .and_then(|key| Ok((key, self.value(content, json, outer)?)));
                    entry.map_err(|error| error.in_key(name.clone()))
                };
                object.iter().map(entry).collect::<Read<Entries>>()?
            }
            Json::Array(pairs) => {
                let entry = |(index, pair): (usize, &Json)| match pair.as_array().map(Vec::as_slice)
                {
                    Some([name, json]) => {
                        let entry = self.value(key, name, outer);
                        let entry =
                            entry.and_then(|key| Ok((key, self.value(content, json, outer)?)));
                        entry.map_err(|error| error.in_index(index))
                    }
                    _ => wrong("a key and a value", pair)
                        .map_err(|error: EncodeError| error.in_index(index)),
                };
                pairs.iter().enumerate().map(entry).collect::<Read<Entries>>()?
            }
            json => return wrong("an object", json),
        };
        entries.sort_by(|(a, _), (b, _)| compare(a, b));
        let count = entries.len();
        let dictionary: Dictionary = entries.into_iter().collect();
        if dictionary.entries.len() != count {
            return Err(EncodeError::custom("two keys are the same"));
        }
        Ok(Variant::Dictionary(dictionary))
    }

    /// Makes a key from its text.
    fn key<'l>(
        &self,
        layout: &'l TypeLayout<'l>,
        text: &str,
        outer: Outer<'_, 'l>,
    ) -> Read<Variant> {
        let as_text = self.value(layout, &text.into(), outer);
        match as_text {
            Ok(key) => Ok(key),
            Err(error) => match serde_json::from_str::<Json>(text) {
                Ok(json @ (Json::Number(_) | Json::Bool(_))) => self.value(layout, &json, outer),
                _ => Err(error),
            },
        }
    }

    /// Gives a container its declared type.
    fn typed(&self, layout: &TypeLayout<'_>, value: Variant) -> Read<Variant> {
        let generation = self.spec.generation;
        if generation == Generation::Godot3 {
            return Err(EncodeError::custom("Godot 3 has no typed containers"));
        }
        let kind =
            |layout: &TypeLayout<'_>| layout.written_type(generation).map(ElementType::Builtin);
        Ok(match (layout, value) {
            (TypeLayout::Exactly(_, inner), value) => return self.typed(inner, value),
            (TypeLayout::Array(element), Variant::Array(array)) => {
                Variant::Array(Array { element_type: kind(element).map(Box::new), ..array })
            }
            (TypeLayout::Map(key, content), Variant::Dictionary(dictionary)) => {
                let types = DictionaryType { key: kind(key), value: kind(content) };
                Variant::Dictionary(Dictionary { types: Some(Box::new(types)), ..dictionary })
            }
            (_, value) => value,
        })
    }

    // ------------------------------------------------------------ records

    /// Makes a struct from its fields. In an Array, its elements come after those in `before`.
    fn record<'l>(
        &self,
        record: &RecordLayout<'l>,
        json: &Json,
        mut before: Vec<Variant>,
        outer: Outer<'_, 'l>,
    ) -> Read<Variant> {
        let names: Vec<&str> = record.fields.iter().map(FieldLayout::rust_name).collect();
        let by_name: Map<String, Json>;
        let object = match json {
            Json::Object(object) => object,
            Json::Array(list) if is_tuple(&names) => {
                if list.len() > names.len() {
                    return wrong(&format!("a list of {}", names.len()), json);
                }
                let numbered = list.iter().enumerate();
                by_name = numbered.map(|(index, json)| (index.to_string(), json.clone())).collect();
                &by_name
            }
            json if is_tuple(&names) => return wrong(&format!("a list of {}", names.len()), json),
            json => return wrong("an object of its fields", json),
        };
        let is_list = json.is_array();
        let place = |error: EncodeError, field: &FieldLayout<'l>| match field
            .rust_name()
            .parse::<usize>()
        {
            Ok(index) if is_list => error.in_index(index),
            _ => error.in_key(field.rust_name().to_owned()),
        };
        check_unknown(record, object)?;
        if record.keyed {
            let mut entries = Vec::new();
            self.entries(record, object, &mut entries, outer)?;
            return Ok(Variant::Dictionary(entries.into_iter().collect()));
        }
        let mut left_out = None;
        for field in record.fields {
            let value = match given(field, object) {
                Some(json) => self.value(field.layout, json, outer),
                None if field.layout.may_be_missing() => Ok(Variant::Nil),
                None if !field.required => {
                    left_out.get_or_insert(field);
                    continue;
                }
                None => missing(),
            };
            let value = value.map_err(|error| place(error, field))?;
            match left_out {
                // Elements of an Array have no names, so none can be left out before others.
                Some(field) => return missing().map_err(|error| place(error, field)),
                None => before.push(value),
            }
        }
        Ok(before.into())
    }

    /// Makes the pairs of the fields, and records the names that were present.
    fn entries<'l>(
        &self,
        record: &RecordLayout<'l>,
        object: &Map<String, Json>,
        entries: &mut Entries,
        outer: Outer<'_, 'l>,
    ) -> Read<()> {
        for field in record.fields {
            if field.flattened {
                self.flattened(field, object, entries, outer)?;
                continue;
            }
            let value = match given(field, object) {
                Some(json) => self.value(field.layout, json, outer),
                None if field.layout.may_be_missing() && field.always => Ok(Variant::Nil),
                None if field.layout.may_be_missing() || !field.required => continue,
                None => missing(),
            };
            let value = value.map_err(|error| error.in_key(field.rust_name().to_owned()))?;
            let is_name = record.name_keys && self.spec.generation == Generation::Godot4;
            let key = if is_name { StringName::from(field.key).into() } else { field.key.into() };
            entries.push((key, value));
        }
        Ok(())
    }

    /// Makes the pairs of a flattened field. Fields of a flattened struct are among the others; anything else has its own name.
    fn flattened<'l>(
        &self,
        field: &FieldLayout<'l>,
        object: &Map<String, Json>,
        entries: &mut Entries,
        outer: Outer<'_, 'l>,
    ) -> Read<()> {
        let (mut layout, mut is_optional) = (field.layout, false);
        loop {
            match layout {
                TypeLayout::Option(inner) => (layout, is_optional) = (inner, true),
                TypeLayout::Newtype(_, inner) => layout = inner,
                _ => break,
            }
        }
        if let TypeLayout::Record(inner) = layout {
            let frame = Frame::new(inner.name, layout, outer);
            if is_optional && !inner.fields.iter().any(|field| is_given(field, object)) {
                return Ok(());
            }
            return self.entries(inner, object, entries, Some(&frame));
        }
        let name = field.rust_name();
        let Some(json) = given(field, object) else {
            return match layout {
                _ if is_optional => Ok(()),
                TypeLayout::Enumeration(_) => {
                    missing().map_err(|error| error.in_key(name.to_owned()))
                }
                _ => Ok(()),
            };
        };
        if is_optional && json.is_null() {
            return Ok(());
        }
        match self.value(layout, json, outer) {
            Ok(Variant::Dictionary(inner)) => {
                entries.extend(inner.entries);
                Ok(())
            }
            Ok(_) => {
                wrong("an object", json).map_err(|error: EncodeError| error.in_key(name.to_owned()))
            }
            Err(error) => Err(error.in_key(name.to_owned())),
        }
    }

    // ------------------------------------------------------------ enums

    fn enumeration<'l>(
        &self,
        enumeration: &EnumerationLayout<'l>,
        json: &Json,
        outer: Outer<'_, 'l>,
    ) -> Read<Variant> {
        let expected = format!("the name of a variant of {}", enumeration.name);
        match json {
            Json::String(name) => self.member(enumeration, name, None, outer),
            Json::Object(object) => {
                let mut pairs = object.iter();
                match (pairs.next(), pairs.next()) {
                    (Some((name, content)), None) => {
                        let value = self.member(enumeration, name, Some(content), outer);
                        value.map_err(|error| error.in_key(name.clone()))
                    }
                    _ => wrong(&format!("{expected}, or an object with that key only"), json),
                }
            }
            json => wrong(&expected, json),
        }
    }

    fn member<'l>(
        &self,
        enumeration: &EnumerationLayout<'l>,
        name: &str,
        json: Option<&Json>,
        outer: Outer<'_, 'l>,
    ) -> Read<Variant> {
        let members = enumeration.members.iter();
        let by_name = members.clone().find(|member| member.name == name);
        let by_tag =
            |member: &&MemberLayout<'_>| matches!(member.tag, Tag::Text(tag) if tag == name);
        if by_name.is_none()
            && let Some((_, layout)) = enumeration.other.filter(|(other, _)| *other == name)
        {
            return match (layout, json) {
                (Some(layout), Some(json)) => self.value(layout, json, outer),
                (Some(_), None) => missing(),
                (None, _) => Err(EncodeError::custom(format_args!(
                    "the variant {name:?} does not store unknown values, so it cannot be encoded"
                ))),
            };
        }
        let Some(member) = by_name.or_else(|| members.clone().find(by_tag)) else {
            let hint = closest(name, member_names(enumeration));
            let message = format!("{} has no variant {name:?}{hint}", enumeration.name);
            return Err(EncodeError::custom(message));
        };
        let tag: Variant = match member.tag {
            Tag::Int(id) => id.into(),
            Tag::Text(tag) => tag.into(),
        };
        let dictionary =
            |entries: Entries| Variant::Dictionary(entries.into_iter().collect::<Dictionary>());
        let Some(layout) = member.content else {
            if let Some(json) = json {
                return wrong("only the name, because the variant has no content", json);
            }
            return Ok(match enumeration.form {
                EnumerationForm::Internal(key) | EnumerationForm::Adjacent(key, _) => {
                    dictionary(vec![(key.into(), tag)])
                }
                EnumerationForm::Ids => vec![tag].into(),
                EnumerationForm::Untagged => Variant::Nil,
                _ => tag,
            });
        };
        let Some(json) = json else {
            let message = format!("the variant {name:?} has fields: expected {{{name:?}: …}}");
            return Err(EncodeError::custom(message));
        };
        Ok(match enumeration.form {
            EnumerationForm::Names | EnumerationForm::Numbers => tag,
            EnumerationForm::External => dictionary(vec![(tag, self.value(layout, json, outer)?)]),
            EnumerationForm::Internal(key) => {
                let mut entries = vec![(key.into(), tag)];
                match self.value(layout, json, outer)? {
                    Variant::Dictionary(content) => entries.extend(content.entries),
                    _ => return wrong("an object", json),
                }
                dictionary(entries)
            }
            EnumerationForm::Adjacent(key, content) => {
                let value = self.value(layout, json, outer)?;
                dictionary(vec![(key.into(), tag), (content.into(), value)])
            }
            EnumerationForm::Untagged => self.value(layout, json, outer)?,
            EnumerationForm::Ids => {
                let TypeLayout::Record(record) = layout else { return Ok(vec![tag].into()) };
                match record.fields {
                    // A newtype variant with an id.
                    [only] if only.rust_name() == "0" => {
                        vec![tag, self.value(only.layout, json, outer)?].into()
                    }
                    _ => self.record(record, json, vec![tag], outer)?,
                }
            }
        })
    }

    // ------------------------------------------------------------ values

    fn leaf(&self, kind: VariantType, bounds: Bounds<'_>, json: &Json) -> Read<Variant> {
        let generation = self.spec.generation;
        let value = if any::is_lossless(json) {
            any::of_json(json, self.spec)?
        } else {
            match kind {
                VariantType::Int => int(bounds, json)?,
                VariantType::Float => float(bounds, json)?,
                VariantType::Nil | VariantType::Callable if !json.is_null() => {
                    return wrong("null", json);
                }
                VariantType::Nil => Variant::Nil,
                VariantType::Callable => Variant::Callable(Callable),
                VariantType::Bool => match json.as_bool() {
                    Some(truth) => truth.into(),
                    None => return wrong("true or false", json),
                },
                VariantType::String | VariantType::StringName | VariantType::NodePath => {
                    let Some(text) = json.as_str() else { return wrong("a text", json) };
                    match kind {
                        VariantType::NodePath => NodePath::parse(text).into(),
                        VariantType::StringName if generation == Generation::Godot4 => {
                            StringName::from(text).into()
                        }
                        _ => text.into(),
                    }
                }
                VariantType::Rid => match json.as_u64() {
                    Some(id) => Rid(id).into(),
                    None => return wrong("the number of a resource", json),
                },
                VariantType::Object => match json.as_u64() {
                    Some(id) => ObjectId(id).into(),
                    None => return wrong("the number of an object", json),
                },
                _ => match structures::of_json(kind, bounds, json) {
                    Some(structure) => structure?,
                    None => any::of_json(json, self.spec)?,
                },
            }
        };
        match fits(&TypeLayout::Value(kind, bounds), &value, generation) {
            Ok(_) => Ok(value),
            Err(_) if bounds == Bounds::Bool => wrong(expected_int(bounds), json),
            Err(error) => wrong(error.expected(), json),
        }
    }
}

fn int(bounds: Bounds<'_>, json: &Json) -> Read<Variant> {
    Ok(match json {
        Json::Bool(truth) if bounds == Bounds::Bool => i64::from(*truth).into(),
        Json::Number(number) => match (number.as_i64(), number.as_f64().and_then(whole)) {
            (Some(int), _) => int.into(),
            (None, Some(int)) if !number.is_u64() => int.into(),
            _ => return wrong(expected_int(bounds), json),
        },
        json => return wrong(expected_int(bounds), json),
    })
}

fn float(bounds: Bounds<'_>, json: &Json) -> Read<Variant> {
    Ok(match json {
        Json::Bool(truth) if bounds == Bounds::Bool => Variant::Float(f64::from(*truth)),
        Json::Number(number) => {
            let Some(float) = number.as_f64() else { return wrong("a number", json) };
            match bounds {
                Bounds::F32 => match single(float) {
                    Some(single) => f64::from(single).into(),
                    None => return wrong("a float of 32 bits", json),
                },
                _ => float.into(),
            }
        }
        json if bounds.range().is_some() => return wrong(expected_int(bounds), json),
        json => return wrong("a number", json),
    })
}

/// Checks that an object has only the fields of a struct. An unknown name is reported before a missing one.
fn check_unknown(record: &RecordLayout<'_>, object: &Map<String, Json>) -> Read<()> {
    let mut fields = Vec::new();
    list_fields(record, &mut fields);
    let is_known = |name: &str| fields.iter().any(|it| it.rust_name() == name || it.key == name);
    let Some(unknown) = object.keys().find(|key| !is_known(key)) else { return Ok(()) };
    let missing = fields.iter().filter(|field| !is_given(field, object));
    let hint = closest(unknown, missing.map(|field| field.rust_name()));
    Err(EncodeError::custom(format_args!("unknown field {unknown:?}{hint}")))
}

fn expected_int(bounds: Bounds<'_>) -> &'static str {
    match bounds {
        Bounds::Bool => "true or false",
        Bounds::F32 | Bounds::F64 => "a whole number",
        bounds => bounds.expected_int(),
    }
}

/// Returns the value of a field in an object, by its Rust name or its key.
fn given<'j>(field: &FieldLayout<'_>, object: &'j Map<String, Json>) -> Option<&'j Json> {
    object.get(field.rust_name()).or_else(|| object.get(field.key))
}

fn is_given(field: &FieldLayout<'_>, object: &Map<String, Json>) -> bool {
    given(field, object).is_some()
}

/// Lists all fields, including those of flattened structs.
fn list_fields<'l>(record: &RecordLayout<'l>, fields: &mut Vec<&'l FieldLayout<'l>>) {
    for field in record.fields {
        let mut layout = field.layout;
        while let TypeLayout::Option(inner) | TypeLayout::Newtype(_, inner) = layout {
            layout = inner;
        }
        match layout {
            TypeLayout::Record(inner) if field.flattened => list_fields(inner, fields),
            _ => fields.push(field),
        }
    }
}

/// Compares keys of a map and elements of a set in the order of their Rust type.
fn compare(this: &Variant, other: &Variant) -> Ordering {
    match (this, other) {
        (Variant::Int(this), Variant::Int(other)) => this.cmp(other),
        (Variant::Bool(this), Variant::Bool(other)) => this.cmp(other),
        (this, other) => this.as_str().cmp(&other.as_str()),
    }
}
