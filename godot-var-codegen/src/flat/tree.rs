//! The values of messages as a tree of names.

use std::collections::HashSet;

use godot_var_runtime::flat::NumberType;
use godot_var_runtime::variant::VariantType;

use super::{Body, Enumeration, Record, Schema, Type, component_names};
use crate::names::Tree;

/// The content of a variant, or no fields.
pub(crate) fn content(tree: Tree) -> Tree {
    match tree {
        Tree::Record(mut fields) if fields.len() == 1 => fields.remove(0).1,
        Tree::Text(_) => Tree::Record(Vec::new()),
        tree => tree,
    }
}

pub(super) fn named(name: &str, content: Tree) -> Tree {
    Tree::Record(vec![(name.to_owned(), content)])
}

/// The variant of an enum without fields that has this number.
pub(super) fn member_of(enumeration: &Enumeration, number: u64) -> Option<Tree> {
    match enumeration.members.iter().find(|member| u64::from(member.id) == number) {
        Some(member) => Some(Tree::Text(member.name.clone())),
        None => enumeration.other.as_ref().map(|other| {
            if other.number {
                named(&other.name, Tree::Int(number.into()))
            } else {
                Tree::Text(other.name.clone())
            }
        }),
    }
}

impl Schema {
    /// Whether `null` is a value of a type, so that an `Option` of it needs a name for its value.
    pub fn may_be_null(&self, ty: &Type) -> bool {
        let mut ty = ty;
        // A wrapper is written as what it wraps. One that wraps itself has no value.
        for _ in 0..=self.types.len() {
            ty = match ty {
                Type::Unit | Type::Option(_) => return true,
                Type::AtMost(_, inner) => inner,
                Type::Message(index) => match &self.types[*index].body {
                    Body::Record(record) if record.fields.len() == 1 && is_tuple(record) => {
                        &record.fields[0].ty
                    }
                    _ => return false,
                },
                _ => return false,
            };
        }
        false
    }

    /// The value in an `Option`.
    pub(super) fn some(&self, inner: &Type, value: Tree) -> Tree {
        if self.may_be_null(inner) { named("Some", value) } else { value }
    }
}

/// The fields of a record: by name, or without names as a list, or as the only one of them.
pub(super) fn tuple(record: &Record, mut fields: Vec<(String, Tree)>) -> Tree {
    if !is_tuple(record) {
        return Tree::Record(fields);
    }
    match (&record.fields[..], fields.len()) {
        ([_], 1) => fields.remove(0).1,
        _ => Tree::List(fields.into_iter().map(|(_, value)| value).collect()),
    }
}

/// Whether the fields of a record have no names.
pub fn is_tuple(record: &Record) -> bool {
    record.fields.first().is_some_and(|field| field.name.parse::<usize>().is_ok())
}

/// Pairs by their keys, if each has a text of its own; otherwise a list of pairs.
pub(crate) fn pairs_by_name(pairs: Vec<(Tree, Tree)>) -> Tree {
    let text = |key: &Tree| match key {
        Tree::Text(text) => Some(text.clone()),
        Tree::Int(number) => Some(number.to_string()),
        Tree::Bool(truth) => Some(truth.to_string()),
        _ => None,
    };
    let keys: Option<Vec<String>> = pairs.iter().map(|(key, _)| text(key)).collect();
    let is_distinct = |keys: &Vec<String>| keys.iter().collect::<HashSet<_>>().len() == keys.len();
    match keys.filter(is_distinct) {
        Some(keys) => {
            Tree::Record(keys.into_iter().zip(pairs.into_iter().map(|(_, value)| value)).collect())
        }
        None => {
            let pairs = pairs.into_iter().map(|(key, value)| Tree::List(vec![key, value]));
            Tree::List(pairs.collect())
        }
    }
}

/// The path of each component in the object that a structure is: `basis.x.y`.
pub fn component_paths(kind: VariantType) -> Vec<Vec<&'static str>> {
    component_names(kind)
        .iter()
        .map(|name| {
            let of_basis = kind == VariantType::Transform3D && !name.starts_with("origin");
            of_basis.then_some("basis").into_iter().chain(name.split('.')).collect()
        })
        .collect()
}

/// A structure of the engine by its components.
pub(super) fn structure(kind: VariantType, components: Vec<Tree>) -> Tree {
    let mut fields = Vec::new();
    for (path, value) in component_paths(kind).into_iter().zip(components) {
        put(&mut fields, &path, value);
    }
    Tree::Record(fields)
}

/// Puts a value at a path of names.
fn put(fields: &mut Vec<(String, Tree)>, path: &[&str], value: Tree) {
    match path {
        [name] => fields.push(((*name).to_owned(), value)),
        [first, rest @ ..] => {
            if fields.last().is_none_or(|(name, _)| name != first) {
                fields.push(((*first).to_owned(), Tree::Record(Vec::new())));
            }
            if let Some((_, Tree::Record(inner))) = fields.last_mut() {
                put(inner, rest, value);
            }
        }
        [] => {}
    }
}

/// The value of a step, which 24 bits tell apart from its neighbors, or not.
pub(super) fn float(steps: NumberType, value: f64) -> Tree {
    if steps == NumberType::U32 { Tree::Float(value) } else { Tree::Single(value as f32) }
}
