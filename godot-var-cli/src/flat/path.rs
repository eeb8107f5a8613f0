//! The paths that messages of a schema have, for conditions.

use godot_var_codegen::flat::{Body, Enumeration, Record, Schema, Type, component_paths, is_tuple};
use godot_var_codegen::names::Step;

use crate::wire::no_path;

/// What is at a path.
enum Node<'s> {
    /// Any value: the schema does not tell.
    Open,
    /// A value without parts.
    Leaf,
    Value(&'s Type),
    Record(&'s Record),
    Enumeration(&'s Enumeration),
    /// A structure of the engine, behind some names of its parts.
    Parts(Vec<Vec<&'static str>>),
}

/// Whether a message of a type can have this path.
///
/// # Errors
/// A text that says why not, with the nearest path that a message can have.
pub(super) fn check(schema: &Schema, root: usize, path: &[Step]) -> Result<(), String> {
    let mut open: Vec<Node<'_>> = match &schema.types[root].body {
        Body::Record(record) => vec![Node::Record(record)],
        Body::Enumeration(enumeration) => contents(schema, enumeration),
    };
    for (place, step) in path.iter().enumerate() {
        let next: Vec<Node<'_>> = open.iter().flat_map(|node| inside(schema, node, step)).collect();
        if next.is_empty() {
            let mut known = Vec::new();
            for node in &open {
                names(schema, node, &mut known);
            }
            return Err(no_path(path, place, &known));
        }
        open = next;
    }
    Ok(())
}

/// What the variants of an enum of messages hold.
fn contents<'s>(schema: &'s Schema, enumeration: &'s Enumeration) -> Vec<Node<'s>> {
    let members = enumeration.members.iter().map(|member| content(schema, &member.record));
    members.chain(enumeration.other.iter().map(|_| Node::Open)).collect()
}

/// The fields of a record, or the only one without a name.
fn content<'s>(schema: &'s Schema, record: &'s Record) -> Node<'s> {
    match &record.fields[..] {
        [field] if is_tuple(record) => resolved(schema, &field.ty),
        _ => Node::Record(record),
    }
}

/// A type without what is not seen in JSON.
fn resolved<'s>(schema: &'s Schema, ty: &'s Type) -> Node<'s> {
    match ty {
        Type::Option(inner) | Type::InBits(_, inner) | Type::AtMost(_, inner) => {
            resolved(schema, inner)
        }
        Type::Message(index) => match &schema.types[*index].body {
            Body::Record(record) => content(schema, record),
            Body::Enumeration(enumeration) => Node::Enumeration(enumeration),
        },
        Type::Components(kind, _) => Node::Parts(component_paths(*kind)),
        Type::Direction(_) => Node::Parts(vec![vec!["x"], vec!["y"]]),
        Type::Octahedron(_) => Node::Parts(vec![vec!["x"], vec!["y"], vec!["z"]]),
        Type::SmallestThree(_) => Node::Parts(vec![vec!["x"], vec!["y"], vec!["z"], vec!["w"]]),
        Type::List(..) | Type::Packed(..) | Type::Map(..) | Type::Array(..) | Type::Tuple(_) => {
            Node::Value(ty)
        }
        Type::Variant(..) | Type::Custom(_) => Node::Open,
        _ => Node::Leaf,
    }
}

fn inside<'s>(schema: &'s Schema, node: &Node<'s>, step: &Step) -> Vec<Node<'s>> {
    match (node, step) {
        (Node::Open, _) => vec![Node::Open],
        (Node::Record(record), Step::Name(name)) => {
            let field = record.fields.iter().find(|field| field.name == *name);
            field.map(|field| resolved(schema, &field.ty)).into_iter().collect()
        }
        (Node::Record(record), Step::Index(index)) if is_tuple(record) => {
            let field = record.fields.get(*index);
            field.map(|field| resolved(schema, &field.ty)).into_iter().collect()
        }
        (Node::Record(record), Step::Any) => {
            record.fields.iter().map(|field| resolved(schema, &field.ty)).collect()
        }
        (Node::Enumeration(enumeration), Step::Name(name)) => {
            if enumeration.other.as_ref().is_some_and(|other| other.name == *name) {
                return vec![Node::Open];
            }
            let member = enumeration.members.iter().find(|member| member.name == *name);
            member.map(|member| content(schema, &member.record)).into_iter().collect()
        }
        (Node::Parts(paths), Step::Name(name)) => {
            let rest: Vec<Vec<&'static str>> = paths
                .iter()
                .filter(|path| path.first() == Some(&name.as_str()))
                .map(|path| path[1..].to_vec())
                .collect();
            match &rest[..] {
                [] => Vec::new(),
                [path] if path.is_empty() => vec![Node::Leaf],
                _ => vec![Node::Parts(rest)],
            }
        }
        (
            Node::Value(Type::List(_, inner) | Type::Packed(_, _, inner)),
            Step::Index(_) | Step::Any,
        ) => vec![resolved(schema, inner)],
        // A field of any element.
        (Node::Value(Type::List(_, inner) | Type::Array(_, inner)), Step::Name(_)) => {
            inside(schema, &resolved(schema, inner), step)
        }
        (Node::Value(Type::Array(count, inner)), Step::Index(index)) if index < count => {
            vec![resolved(schema, inner)]
        }
        (Node::Value(Type::Array(_, inner)), Step::Any) => vec![resolved(schema, inner)],
        (Node::Value(Type::Tuple(elements)), Step::Index(index)) => {
            elements.get(*index).map(|element| resolved(schema, element)).into_iter().collect()
        }
        (Node::Value(Type::Tuple(elements)), Step::Any) => {
            elements.iter().map(|element| resolved(schema, element)).collect()
        }
        (Node::Value(Type::Map(_, _, content)), _) => vec![resolved(schema, content)],
        _ => Vec::new(),
    }
}

/// The names that can follow.
fn names<'s>(schema: &'s Schema, node: &Node<'s>, known: &mut Vec<&'s str>) {
    match node {
        Node::Record(record) => known.extend(record.fields.iter().map(|field| &*field.name)),
        Node::Enumeration(enumeration) => {
            known.extend(enumeration.members.iter().map(|member| &*member.name));
        }
        Node::Parts(paths) => known.extend(paths.iter().filter_map(|path| path.first())),
        Node::Value(Type::List(_, inner) | Type::Array(_, inner)) => {
            names(schema, &resolved(schema, inner), known);
        }
        _ => {}
    }
}
