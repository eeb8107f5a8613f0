//! Converts a value of a schema's type to natural JSON.

use std::cell::RefCell;
use std::collections::HashSet;

use godot_var::Variant;
use godot_var::dialect::DialectSpec;
use godot_var::layout::{Bounds, EnumerationForm, EnumerationLayout, MemberLayout, TypeLayout};
use godot_var::values::{NodePath, VariantType};
use godot_var_codegen::inspect::{FieldFit, Fit, fits};
use godot_var_codegen::values::elements;
use serde_json::{Map, Number, Value as Json};

use super::read::Reader;
use super::structures::structure;
use super::{Frame, Outer, address, any, is_tuple, resolve, single};

pub(super) struct Writer<'s> {
    spec: &'s DialectSpec,
    /// The addresses of floats that are always written in 64 bits, even if 32 are enough.
    wide: RefCell<Vec<usize>>,
}

impl<'s> Writer<'s> {
    pub(super) const fn new(spec: &'s DialectSpec) -> Self {
        Self { spec, wide: RefCell::new(Vec::new()) }
    }

    /// Converts the content of a message, without its name.
    pub(super) fn message<'l>(&self, layout: &'l TypeLayout<'l>, fit: &Fit<'l, '_>) -> Json {
        let none = || Json::Object(Map::new());
        match (layout, fit) {
            (TypeLayout::Enumeration(enumeration), Fit::Member { content, member, value, .. }) => {
                let frame = Frame::new(enumeration.name, layout, None);
                match content {
                    None if member.is_none() => any::to_json(value, self.spec),
                    None => none(),
                    Some(content) => self.content(enumeration, *member, content, Some(&frame)),
                }
            }
            _ => match self.value(layout, fit, None) {
                Json::Null if Reader::new(self.spec).is_nothing(layout, &none()) => none(),
                value => value,
            },
        }
    }

    /// Returns the addresses of floats that are always written in 64 bits, even if 32 are enough.
    pub(super) fn wide_floats<'l>(
        self,
        layout: &'l TypeLayout<'l>,
        fit: &Fit<'l, '_>,
    ) -> Vec<usize> {
        self.value(layout, fit, None);
        self.wide.into_inner()
    }

    fn value<'l>(
        &self,
        layout: &'l TypeLayout<'l>,
        fit: &Fit<'l, '_>,
        outer: Outer<'_, 'l>,
    ) -> Json {
        if let Some(inner) = layout.wrapped()
            && !matches!(layout, TypeLayout::Wide(_) | TypeLayout::Newtype(..))
        {
            return self.value(inner, fit, outer);
        }
        match (layout, fit) {
            (TypeLayout::Option(_), Fit::Value(Variant::Nil)) => Json::Null,
            (TypeLayout::Wide(inner), _) => {
                if let Fit::Value(value @ Variant::Float(float))
                | Fit::Single(value @ Variant::Float(float)) = fit
                    && f64::from(*float as f32) == *float
                {
                    self.wide.borrow_mut().push(address(value));
                }
                self.value(inner, fit, outer)
            }
            (TypeLayout::Option(inner), _) => self.value(inner, fit, outer),
            (TypeLayout::Newtype(name, inner), _) => {
                self.value(inner, fit, Some(&Frame::new(name, layout, outer)))
            }
            (TypeLayout::Recursive(_), _) => match resolve(layout, outer) {
                Some(again) => self.value(again, fit, outer),
                None => Json::Null,
            },
            (TypeLayout::Value(kind, bounds), Fit::Value(value) | Fit::Single(value)) => {
                self.leaf(*kind, *bounds, value)
            }
            (TypeLayout::Any | TypeLayout::Custom(_), Fit::Value(value)) => {
                any::to_json(value, self.spec)
            }
            (TypeLayout::Record(record), Fit::Record(found)) => {
                let frame = Frame::new(record.name, layout, outer);
                self.record(found, Some(&frame))
            }
            (TypeLayout::Enumeration(enumeration), Fit::Member { .. }) => {
                let frame = Frame::new(enumeration.name, layout, outer);
                self.member(enumeration, fit, Some(&frame))
            }
            (
                TypeLayout::List(element) | TypeLayout::Set(element) | TypeLayout::Array(element),
                Fit::List(_, found),
            ) => found.iter().map(|fit| self.value(element, fit, outer)).collect(),
            (TypeLayout::Tuple(layouts), Fit::List(_, found)) => {
                let pairs = layouts.iter().zip(found);
                pairs.map(|(layout, fit)| self.value(layout, fit, outer)).collect()
            }
            (
                TypeLayout::List(element) | TypeLayout::Set(element) | TypeLayout::Array(element),
                Fit::Value(packed),
            ) => self.packed(element, packed),
            (TypeLayout::Map(key, content), Fit::Map(_, pairs)) => {
                let pairs = pairs.iter().map(|(name, fit)| {
                    let name = match fits(key, name, self.spec.generation) {
                        Ok(fit) => self.value(key, &fit, None),
                        Err(_) => any::to_json(name, self.spec),
                    };
                    (name, self.value(content, fit, outer))
                });
                map(pairs.collect())
            }
            // A field that readers ignore.
            (layout, Fit::Value(value)) => match fits(layout, value, self.spec.generation) {
                Ok(Fit::Value(_)) | Err(_) => any::to_json(value, self.spec),
                Ok(fit) => self.value(layout, &fit, outer),
            },
            (
                _,
                Fit::Single(value)
                | Fit::Map(value, _)
                | Fit::List(value, _)
                | Fit::Member { value, .. },
            ) => any::to_json(value, self.spec),
            (_, Fit::Record(found)) => self.record(found, outer),
        }
    }

    fn record<'l>(&self, found: &[FieldFit<'l, '_>], outer: Outer<'_, 'l>) -> Json {
        let names: Vec<&str> = found.iter().map(|part| part.field.rust_name()).collect();
        let values =
            found.iter().map(|part| (part, self.value(part.field.layout, &part.fit, outer)));
        if is_tuple(&names) {
            return values.map(|(_, value)| value).collect();
        }
        let mut object = Map::new();
        for (part, value) in values {
            match (value, &part.fit) {
                (Json::Object(inner), Fit::Record(_)) if part.field.flattened => {
                    object.extend(inner);
                }
                (value, _) => drop(object.insert(part.field.rust_name().to_owned(), value)),
            }
        }
        Json::Object(object)
    }

    fn member<'l>(
        &self,
        enumeration: &EnumerationLayout<'l>,
        fit: &Fit<'l, '_>,
        outer: Outer<'_, 'l>,
    ) -> Json {
        let Fit::Member { member, content, value, .. } = fit else { return Json::Null };
        let other = enumeration.other.map_or("", |(name, _)| name);
        let name = member.map_or(other, |member| member.name);
        let content = match content {
            Some(content) => self.content(enumeration, *member, content, outer),
            None if member.is_some() => return name.into(),
            None => any::to_json(value, self.spec),
        };
        Json::Object(Map::from_iter([(name.to_owned(), content)]))
    }

    /// Converts the content of a variant.
    fn content<'l>(
        &self,
        enumeration: &EnumerationLayout<'l>,
        member: Option<&'l MemberLayout<'l>>,
        content: &Fit<'l, '_>,
        outer: Outer<'_, 'l>,
    ) -> Json {
        let layout = match member {
            Some(member) => member.content,
            None => enumeration.other.and_then(|(_, layout)| layout),
        };
        match (content, layout) {
            (Fit::Record(found), Some(layout)) => match &found[..] {
                // A newtype variant with an id.
                [only]
                    if enumeration.form == EnumerationForm::Ids
                        && only.field.rust_name() == "0"
                        && matches!(layout, TypeLayout::Record(record) if record.fields.len() == 1) =>
                {
                    self.value(only.field.layout, &only.fit, outer)
                }
                _ => self.value(layout, content, outer),
            },
            (content, Some(layout)) => self.value(layout, content, outer),
            (_, None) => Json::Null,
        }
    }

    fn packed(&self, element: &TypeLayout<'_>, packed: &Variant) -> Json {
        match element {
            TypeLayout::Value(kind, bounds) => {
                let elements = elements(packed).unwrap_or_default();
                elements.iter().map(|element| self.leaf(*kind, *bounds, element)).collect()
            }
            _ => any::to_json(packed, self.spec),
        }
    }

    fn leaf(&self, kind: VariantType, bounds: Bounds<'_>, value: &Variant) -> Json {
        let lossless = || any::lossless(value, self.spec);
        let is_int = kind == VariantType::Int || bounds.range().is_some();
        match (kind, value) {
            (VariantType::Int | VariantType::Float, Variant::Int(0 | 1))
                if bounds == Bounds::Bool =>
            {
                (*value == Variant::Int(1)).into()
            }
            (VariantType::Int | VariantType::Float, Variant::Float(float))
                if bounds == Bounds::Bool =>
            {
                (*float == 1.0).into()
            }
            (VariantType::Int | VariantType::Float, Variant::Int(int)) if is_int => (*int).into(),
            (VariantType::Int | VariantType::Float, Variant::Float(float)) if is_int => {
                (*float as i64).into()
            }
            (VariantType::Float, Variant::Int(int)) => (*int as f64).into(),
            (VariantType::Float, Variant::Float(float)) => {
                let is_single = bounds == Bounds::F32 && f64::from(*float as f32) == *float;
                let float = if is_single { single(*float as f32) } else { *float };
                Number::from_f64(float).map_or_else(lossless, Json::Number)
            }
            (VariantType::NodePath, Variant::NodePath(path)) => {
                let text = path.to_string();
                if NodePath::parse(&text) == **path { text.into() } else { lossless() }
            }
            (VariantType::String | VariantType::StringName | VariantType::NodePath, value) => {
                value.as_str().map_or_else(lossless, Json::from)
            }
            (VariantType::Dictionary | VariantType::Array, value) => any::to_json(value, self.spec),
            (_, Variant::Nil) => Json::Null,
            (_, Variant::Bool(truth)) => (*truth).into(),
            (_, Variant::Rid(id)) => id.0.into(),
            (_, Variant::ObjectId(id)) => id.0.into(),
            (_, Variant::Callable(_)) => Json::Null,
            (_, value) => structure(value).unwrap_or_else(lossless),
        }
    }
}

/// Converts pairs to an object, if each key has a unique text.
fn map(pairs: Vec<(Json, Json)>) -> Json {
    let text = |key: &Json| match key {
        Json::String(text) => Some(text.clone()),
        Json::Number(number) => Some(number.to_string()),
        Json::Bool(truth) => Some(truth.to_string()),
        _ => None,
    };
    let keys: Option<Vec<String>> = pairs.iter().map(|(key, _)| text(key)).collect();
    let is_distinct = |keys: &Vec<String>| keys.iter().collect::<HashSet<_>>().len() == keys.len();
    match keys.filter(is_distinct) {
        Some(keys) => keys.into_iter().zip(pairs.into_iter().map(|(_, value)| value)).collect(),
        None => pairs.into_iter().map(|(key, value)| Json::Array(vec![key, value])).collect(),
    }
}
