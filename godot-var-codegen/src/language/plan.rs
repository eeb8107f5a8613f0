//! What is known of all types before the file is written.

use std::collections::BTreeSet;

use godot_var_schema::variant::model::{EnumForm, Style};

use crate::flat;
use crate::protocol::{FieldDefault, Type};
use crate::schema::{Body, Schema, TypeDef};

/// What is known of the types of a schema.
#[derive(Debug)]
pub(crate) struct Plan {
    /// Types that contain themselves.
    recursive: BTreeSet<usize>,
    /// Types whose entries are among those of another Dictionary.
    flattened: BTreeSet<usize>,
    /// Types that are read in another way if they are a whole flat message.
    whole: BTreeSet<usize>,
    /// Whether some flat messages are big-endian.
    pub(crate) has_big: bool,
    /// Whether a flat message may have more levels than there are types: one of them contains itself.
    pub(crate) counts_levels: bool,
}

impl Plan {
    pub(crate) fn new(schema: &Schema<'_>) -> Self {
        let edges: Vec<BTreeSet<usize>> =
            schema.types.iter().map(|def| mentioned(schema, def)).collect();
        let recursive: BTreeSet<usize> =
            (0..edges.len()).filter(|index| reaches(&edges, *index)).collect();
        let mut whole = BTreeSet::new();
        while add_whole(schema, &mut whole) {}
        Self {
            counts_levels: recursive.iter().any(|index| schema.types[*index].flat.is_some()),
            recursive,
            flattened: flattened(schema),
            whole,
            has_big: schema.flat.types.iter().any(|def| def.big_endian),
        }
    }

    /// Whether any type contains itself.
    pub(crate) fn has_recursive(&self) -> bool {
        !self.recursive.is_empty()
    }

    pub(crate) fn is_recursive(&self, index: usize) -> bool {
        self.recursive.contains(&index)
    }

    pub(crate) fn is_flattened(&self, index: usize) -> bool {
        self.flattened.contains(&index)
    }

    pub(crate) fn is_whole(&self, index: usize) -> bool {
        self.whole.contains(&index)
    }

    /// Whether a variant is read in another way if it is all of a message.
    pub(crate) fn is_whole_member(&self, schema: &Schema<'_>, member: &flat::Member) -> bool {
        is_whole(schema, member, &self.whole)
    }
}

/// The types in the fields of a type.
fn mentioned(schema: &Schema<'_>, def: &TypeDef<'_>) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut visit = |ty: &Type| {
        ty.messages(&mut |index| {
            found.insert(index);
        });
    };
    def.fields().iter().for_each(|field| visit(&field.ty));
    if let Some(flat) = def.flat {
        for field in flat.fields() {
            field.ty.messages(&mut |index| {
                found.insert(schema.of_flat[index]);
            });
        }
    }
    found
}

fn reaches(edges: &[BTreeSet<usize>], from: usize) -> bool {
    let mut seen = BTreeSet::new();
    let mut next: Vec<usize> = edges[from].iter().copied().collect();
    while let Some(index) = next.pop() {
        if index == from {
            return true;
        }
        if seen.insert(index) {
            next.extend(&edges[index]);
        }
    }
    false
}

/// Adds types that may end early, or ignore what follows, as whole messages.
fn add_whole(schema: &Schema<'_>, whole: &mut BTreeSet<usize>) -> bool {
    let before = whole.len();
    for (index, def) in schema.types.iter().enumerate() {
        let Some(flat) = def.flat else { continue };
        let is_one = flat.trailing
            || match &flat.body {
                flat::Body::Record(record) => record.fields.iter().any(may_be_missing),
                flat::Body::Enumeration(enumeration) => {
                    enumeration.members.iter().any(|member| is_whole(schema, member, whole))
                }
            };
        if is_one {
            whole.insert(index);
        }
    }
    whole.len() > before
}

fn may_be_missing(field: &flat::Field) -> bool {
    field.default != FieldDefault::Required
}

/// Whether fields of a variant, or of the message that it is, may be missing at the end of a message.
fn is_whole(schema: &Schema<'_>, member: &flat::Member, whole: &BTreeSet<usize>) -> bool {
    let inner = member.record.fields.first().map(|field| &field.ty);
    let is_message = matches!(inner, Some(flat::Type::Message(inner))
        if member.is_message && whole.contains(&schema.of_flat[*inner]));
    is_message || member.record.fields.iter().any(may_be_missing)
}

/// The types that are flattened, or the content of a variant with a tag among its keys, and all in these.
fn flattened(schema: &Schema<'_>) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut next: Vec<&Type> = Vec::new();
    for def in &schema.types {
        for field in def.fields() {
            if field.variant.is_some_and(|own| own.flatten) {
                next.push(&field.ty);
            }
        }
        next.extend(contents(def));
    }
    while let Some(ty) = next.pop() {
        match ty {
            Type::Option(inner) | Type::Pointer(inner) => next.push(inner),
            Type::Message(index) if found.insert(*index) => {
                let def = &schema.types[*index];
                if let Body::Transparent(field) = &def.body {
                    next.push(&field.ty);
                }
            }
            _ => {}
        }
    }
    found
}

/// The types of newtype variants whose tag is among the keys of their content.
fn contents<'d>(def: &'d TypeDef<'_>) -> Vec<&'d Type> {
    let Body::Enumeration(enumeration) = &def.body else { return Vec::new() };
    if !enumeration.variant.is_some_and(|own| matches!(own.form, EnumForm::Internal { .. })) {
        return Vec::new();
    }
    let members = enumeration.members.iter().filter(|member| member.style == Style::Newtype);
    members
        .filter(|member| !member.is_other)
        .flat_map(|member| &member.fields)
        .map(|field| &field.ty)
        .collect()
}
