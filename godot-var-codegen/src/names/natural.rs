//! The content of a Variant of a schema's type, with the variants of enums by name, so that it encodes to the same bytes again.

use std::cell::RefCell;
use std::{iter, ptr};

use crate::inspect::{FieldFit, Fit, fits};
use godot_var_runtime::DecodeError;
use godot_var_runtime::variant::{
    Bounds, EnumerationForm, EnumerationLayout, Generation, MemberLayout, NodePath, TypeLayout,
    Variant, VariantType,
};

use super::Tree;
use crate::flat::{content, pairs_by_name};
use crate::values::elements;

/// Returns a value in a flat message by names.
///
/// # Errors
/// The difference from the type, with its path, at offset 0.
pub(crate) fn natural(
    layout: &TypeLayout<'_>,
    value: &Variant,
    generation: Generation,
) -> Result<Tree, DecodeError> {
    let fit = fits(layout, value, generation)?;
    Ok(Natural { is_flat: true, ..Natural::new(generation) }.value(layout, &fit, None))
}

/// A type and its surrounding types, which a layout can refer to.
#[derive(Clone, Copy)]
struct Frame<'f, 'l> {
    name: &'l str,
    layout: &'l TypeLayout<'l>,
    outer: Outer<'f, 'l>,
}

type Outer<'f, 'l> = Option<&'f Frame<'f, 'l>>;

/// Converts values to their names. Parts whose type the schema does not tell are Variants, and so is what other forms would change.
#[derive(Debug)]
pub struct Natural {
    generation: Generation,
    /// Whether signals and structures of 64-bit floats are Variants, too.
    is_flat: bool,
    /// The addresses of floats that are always written in 64 bits, even if 32 are enough.
    wide: RefCell<Vec<usize>>,
}

impl Natural {
    /// Makes a converter of values of this engine.
    pub const fn new(generation: Generation) -> Self {
        Self { generation, is_flat: false, wide: RefCell::new(Vec::new()) }
    }

    /// Returns the content of a message, without its name.
    pub fn message<'l>(&self, layout: &'l TypeLayout<'l>, fit: &Fit<'l, '_>) -> Tree {
        let tree = self.value(layout, fit, None);
        if matches!((layout, fit), (TypeLayout::Enumeration(_), Fit::Member { .. })) {
            content(tree)
        } else {
            tree
        }
    }

    /// Returns the addresses of floats that are always written in 64 bits, even if 32 are enough.
    pub fn wide_floats<'l>(self, layout: &'l TypeLayout<'l>, fit: &Fit<'l, '_>) -> Vec<usize> {
        self.value(layout, fit, None);
        self.wide.into_inner()
    }

    fn value<'l>(
        &self,
        layout: &'l TypeLayout<'l>,
        fit: &Fit<'l, '_>,
        outer: Outer<'_, 'l>,
    ) -> Tree {
        match (layout, fit) {
            (TypeLayout::Option(_), Fit::Value(Variant::Nil)) => Tree::Nil,
            (TypeLayout::Option(inner), _) => self.value(inner, fit, outer),
            (TypeLayout::Newtype(name, inner), _) => {
                self.value(inner, fit, Some(&Frame { name, layout, outer }))
            }
            (TypeLayout::Recursive(again), _) => {
                let around = iter::successors(outer, |frame| frame.outer);
                match again.resolve(around.map(|frame| (frame.name, frame.layout))) {
                    Some(again) => self.value(again, fit, outer),
                    None => Tree::Nil,
                }
            }
            (TypeLayout::Wide(inner), _) => {
                if let Fit::Value(value @ Variant::Float(float))
                | Fit::Single(value @ Variant::Float(float)) = fit
                    && f64::from(*float as f32) == *float
                {
                    self.wide.borrow_mut().push(ptr::from_ref(*value).addr());
                }
                self.value(inner, fit, outer)
            }
            (TypeLayout::Value(kind, bounds), Fit::Value(value) | Fit::Single(value)) => {
                self.leaf(*kind, *bounds, value)
            }
            (TypeLayout::Record(record), Fit::Record(found)) => {
                self.record(found, Some(&Frame { name: record.name, layout, outer }))
            }
            (TypeLayout::Enumeration(enumeration), Fit::Member { .. }) => {
                let frame = Frame { name: enumeration.name, layout, outer };
                self.member(enumeration, fit, Some(&frame))
            }
            (
                TypeLayout::List(element) | TypeLayout::Set(element) | TypeLayout::Array(element),
                Fit::List(_, found),
            ) => Tree::List(found.iter().map(|fit| self.value(element, fit, outer)).collect()),
            (
                TypeLayout::List(element) | TypeLayout::Set(element) | TypeLayout::Array(element),
                Fit::Value(packed),
            ) if !self.is_flat || !matches!(packed, Variant::Double(_)) => {
                match (element, elements(packed)) {
                    (TypeLayout::Value(kind, bounds), Some(all)) => Tree::List(
                        all.iter().map(|element| self.leaf(*kind, *bounds, element)).collect(),
                    ),
                    _ => lossless(packed),
                }
            }
            (TypeLayout::Tuple(layouts), Fit::List(_, found)) => {
                let pairs = layouts.iter().zip(found);
                Tree::List(pairs.map(|(layout, fit)| self.value(layout, fit, outer)).collect())
            }
            (TypeLayout::Map(key, content), Fit::Map(_, pairs)) => {
                let pairs = pairs.iter().map(|(name, fit)| {
                    let name = match fits(key, name, self.generation) {
                        Ok(fit) => self.value(key, &fit, None),
                        Err(_) => lossless(name),
                    };
                    (name, self.value(content, fit, outer))
                });
                pairs_by_name(pairs.collect())
            }
            (TypeLayout::Any | TypeLayout::Custom(_), Fit::Value(value)) => lossless(value),
            (layout, fit) => match (layout.wrapped(), fit) {
                (Some(inner), fit) => self.value(inner, fit, outer),
                // A field that readers ignore.
                (None, Fit::Value(value)) => match fits(layout, value, self.generation) {
                    Ok(Fit::Value(_)) | Err(_) => lossless(value),
                    Ok(fit) => self.value(layout, &fit, outer),
                },
                (None, Fit::Record(found)) => self.record(found, outer),
                (
                    None,
                    Fit::Single(value)
                    | Fit::Map(value, _)
                    | Fit::List(value, _)
                    | Fit::Member { value, .. },
                ) => lossless(value),
            },
        }
    }

    fn record<'l>(&self, found: &[FieldFit<'l, '_>], outer: Outer<'_, 'l>) -> Tree {
        let mut names = found.iter().map(|part| part.field.rust_name()).enumerate();
        let is_tuple = !found.is_empty() && names.all(|(index, name)| name.parse() == Ok(index));
        let mut fields = Vec::new();
        for part in found {
            let value = self.value(part.field.layout, &part.fit, outer);
            match (value, &part.fit) {
                (Tree::Record(inner), Fit::Record(_)) if part.field.flattened => {
                    fields.extend(inner);
                }
                (value, _) => fields.push((part.field.rust_name().to_owned(), value)),
            }
        }
        if is_tuple {
            return Tree::List(fields.into_iter().map(|(_, value)| value).collect());
        }
        Tree::Record(fields)
    }

    fn member<'l>(
        &self,
        enumeration: &EnumerationLayout<'l>,
        fit: &Fit<'l, '_>,
        outer: Outer<'_, 'l>,
    ) -> Tree {
        let Fit::Member { member, content, value, .. } = fit else { return Tree::Nil };
        let other = enumeration.other.map_or("", |(name, _)| name);
        let name = member.map_or(other, |member| member.name);
        let content = match content {
            Some(content) => self.content(enumeration, *member, content, outer),
            None if member.is_some() => return Tree::Text(name.to_owned()),
            None => lossless(value),
        };
        Tree::Record(vec![(name.to_owned(), content)])
    }

    fn content<'l>(
        &self,
        enumeration: &EnumerationLayout<'l>,
        member: Option<&'l MemberLayout<'l>>,
        content: &Fit<'l, '_>,
        outer: Outer<'_, 'l>,
    ) -> Tree {
        let layout = match member {
            Some(member) => member.content,
            None => enumeration.other.and_then(|(_, layout)| layout),
        };
        match (content, layout) {
            // A newtype variant with an id.
            (Fit::Record(found), Some(TypeLayout::Record(record)))
                if enumeration.form == EnumerationForm::Ids
                    && record.fields.len() == 1
                    && found.len() == 1
                    && found[0].field.rust_name() == "0" =>
            {
                self.value(found[0].field.layout, &found[0].fit, outer)
            }
            (content, Some(layout)) => self.value(layout, content, outer),
            (_, None) => Tree::Nil,
        }
    }

    fn leaf(&self, kind: VariantType, bounds: Bounds<'_>, value: &Variant) -> Tree {
        let is_number = matches!(kind, VariantType::Int | VariantType::Float);
        let is_int = kind == VariantType::Int || bounds.range().is_some();
        match value {
            Variant::Int(int @ 0..=1) if is_number && bounds == Bounds::Bool => {
                Tree::Bool(*int == 1)
            }
            Variant::Float(real) if is_number && bounds == Bounds::Bool => Tree::Bool(*real == 1.0),
            Variant::Int(int) if is_number && is_int => Tree::Int((*int).into()),
            Variant::Float(real) if is_number && is_int => Tree::Int((*real as i64).into()),
            Variant::Int(int) if is_number => Tree::Float(*int as f64),
            Variant::Float(real) if is_number && real.is_finite() => {
                let single = *real as f32;
                let is_single = bounds == Bounds::F32 && f64::from(single) == *real;
                if is_single { Tree::Single(single) } else { Tree::Float(*real) }
            }
            Variant::NodePath(path) if NodePath::parse(&path.to_string()) != **path => {
                lossless(value)
            }
            Variant::String(_) | Variant::StringName(_) | Variant::NodePath(_)
                if matches!(
                    kind,
                    VariantType::String | VariantType::StringName | VariantType::NodePath
                ) =>
            {
                Tree::from(value)
            }
            Variant::Double(_) | Variant::Signal(_) if self.is_flat => lossless(value),
            value
                if matches!(
                    value,
                    Variant::Nil
                        | Variant::Bool(_)
                        | Variant::Rid(_)
                        | Variant::ObjectId(_)
                        | Variant::Callable(_)
                        | Variant::Signal(_)
                ) || value.variant_type().components().is_some() =>
            {
                let tree = Tree::from(value);
                if is_finite(&tree) { tree } else { lossless(value) }
            }
            value => lossless(value),
        }
    }
}

fn lossless(value: &Variant) -> Tree {
    Tree::Variant(Box::new(value.clone()))
}

/// Whether no part is infinite or no number.
fn is_finite(tree: &Tree) -> bool {
    match tree {
        Tree::Single(real) => real.is_finite(),
        Tree::Float(real) => real.is_finite(),
        Tree::Record(fields) => fields.iter().all(|(_, part)| is_finite(part)),
        _ => true,
    }
}
