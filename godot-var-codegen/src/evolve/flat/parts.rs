//! A type as the values that its bytes are, one after the other.

use godot_var_runtime::flat::NumberType;

use crate::flat::{Body, Schema, Type, component_names};

/// The most parts of an array that are looked at one by one.
const MOST: usize = 64;

/// Returns the parts of a type of `schema`: the components of a structure, the elements of a tuple or short array, the fields of a struct.
/// A struct that `other` has, too, is one part: it is compared by itself.
pub(super) fn parts<'s>(schema: &'s Schema, other: Option<&Schema>, ty: &'s Type) -> Vec<&'s Type> {
    named_parts(schema, other, ty, "").into_iter().map(|part| part.ty).collect()
}

/// Returns the same with the names of the fields, of which the outermost is `name`.
pub(super) fn named_parts<'s>(
    schema: &'s Schema,
    other: Option<&Schema>,
    ty: &'s Type,
    name: &'s str,
) -> Vec<Part<'s>> {
    let mut parts = Spread { schema, other, open: Vec::new(), name, parts: Vec::new() };
    parts.add(ty);
    parts.parts
}

/// Whether a name stands at another place among other parts. So values of one type are in another order.
pub(super) fn are_moved(some: &[Part<'_>], others: &[Part<'_>]) -> bool {
    some.iter().enumerate().any(|(at, part)| {
        let is_there = |other: &Part<'_>| other.name == part.name;
        let is_name = part.name.parse::<usize>().is_err() && !part.name.is_empty();
        is_name && others.iter().any(is_there) && !others.get(at).is_some_and(is_there)
    })
}

/// Whether a reader's parts allow shorter texts or lists than a writer's.
pub(super) fn are_shorter(reader: &[Part<'_>], writer: &[Part<'_>]) -> bool {
    reader.iter().zip(writer).any(|(read, written)| {
        let (mut read_bounds, mut written_bounds) = (Vec::new(), Vec::new());
        bounds(read.ty, &mut read_bounds);
        bounds(written.ty, &mut written_bounds);
        let is_shorter = |(read, written): (&usize, &usize)| read < written;
        let are_as_many = read_bounds.len() == written_bounds.len();
        !read_bounds.is_empty()
            && (!are_as_many || read_bounds.iter().zip(&written_bounds).any(is_shorter))
    })
}

/// The bounds of the texts and lists in a type.
fn bounds(ty: &Type, found: &mut Vec<usize>) {
    if let Type::AtMost(most, _) = ty {
        found.push(*most);
    }
    for part in ty.parts() {
        bounds(part, found);
    }
}

/// A part of a type.
#[derive(Clone, Copy)]
pub(super) struct Part<'s> {
    pub(super) ty: &'s Type,
    /// The field that it is or is in.
    pub(super) name: &'s str,
}

struct Spread<'s, 'o> {
    schema: &'s Schema,
    other: Option<&'o Schema>,
    /// The structs around.
    open: Vec<usize>,
    /// The name of the innermost field around.
    name: &'s str,
    parts: Vec<Part<'s>>,
}

impl<'s> Spread<'s, '_> {
    fn put(&mut self, ty: &'s Type, count: usize) {
        self.parts.extend(std::iter::repeat_n(Part { ty, name: self.name }, count));
    }

    fn add(&mut self, ty: &'s Type) {
        const BYTE: &Type = &Type::Number(NumberType::U8);
        match ty {
            Type::Unit => {}
            Type::Tuple(elements) => elements.iter().for_each(|element| self.add(element)),
            Type::Components(kind, inner) => {
                self.put(inner, component_names(*kind).len());
            }
            Type::Ipv4 => self.put(BYTE, 4),
            Type::Ipv6 | Type::Uuid => self.put(BYTE, 16),
            Type::Array(count, inner) => {
                let first = self.parts.len();
                self.add(inner);
                let of_one = self.parts.split_off(first);
                if of_one.len().saturating_mul(*count) > MOST {
                    return self.put(ty, 1);
                }
                (0..*count).for_each(|_| self.parts.extend_from_slice(&of_one));
            }
            Type::Message(index) => {
                let def = &self.schema.types[*index];
                match &def.body {
                    Body::Record(record)
                        if record.header_bits == 0
                            // These mean more than their types say.
                            && record
                                .fields
                                .iter()
                                .all(|field| field.time.is_none() && field.through.is_none())
                            && !def.big_endian
                            && !self.open.contains(index)
                            && self
                                .other
                                .is_none_or(|other| other.types.iter().all(|other| other.path() != def.path())) =>
                    {
                        self.open.push(*index);
                        let around = self.name;
                        for field in &record.fields {
                            self.name = &field.name;
                            self.add(&field.ty);
                        }
                        self.name = around;
                        self.open.pop();
                    }
                    _ => self.put(ty, 1),
                }
            }
            ty => self.put(ty, 1),
        }
    }
}
