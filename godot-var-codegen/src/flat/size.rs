//! How many bytes the types of a schema take: the same numbers as `Encode::SIZE` of the compiled types.

use std::cell::RefCell;

use godot_var_runtime::flat::{NumberType, Place, Prefix, Size, bits_mistake, size_mistake};

use super::{Body, Enumeration, Field, Record, Schema, Type, TypeDef};
use crate::protocol::Diagnostic;

/// The sizes of a schema's types in bytes.
#[derive(Debug)]
pub struct Sizes<'s> {
    schema: &'s Schema,
    known: RefCell<Vec<Option<Size>>>,
    /// The types that the fields of the type being measured have a mark for.
    around: RefCell<&'s [usize]>,
}

impl<'s> Sizes<'s> {
    /// The sizes of these types.
    pub fn new(schema: &'s Schema) -> Self {
        Self {
            schema,
            known: RefCell::new(vec![None; schema.types.len()]),
            around: RefCell::default(),
        }
    }

    /// Returns the size of a type of the schema.
    pub fn message(&self, index: usize) -> Size {
        if let Some(size) = self.known.borrow()[index] {
            return size;
        }
        // A type inside itself takes any number of bytes.
        self.known.borrow_mut()[index] = Some(Size::ANY);
        let def = &self.schema.types[index];
        let around = self.around.replace(&def.around);
        let size = match &def.body {
            Body::Record(record) => self.record(record),
            Body::Enumeration(enumeration) => self.enumeration(enumeration),
        };
        self.around.replace(around);
        self.known.borrow_mut()[index] = Some(size);
        size
    }

    fn enumeration(&self, enumeration: &Enumeration) -> Size {
        let rest = enumeration.other.as_ref().filter(|other| other.rest).map(|_| Size::ANY);
        let members = enumeration.members.iter().map(|member| self.record(&member.record));
        let fields = members.chain(rest).reduce(Size::or);
        number(enumeration).and(fields.unwrap_or(Size::fixed(0)))
    }

    /// Returns the size of the header and all fields.
    pub fn record(&self, record: &Record) -> Size {
        let header = Size::fixed(record.header_bytes());
        record.fields.iter().fold(header, |size, field| size.and(self.field(field)))
    }

    /// Returns the size of a field; 0 if all of it is in the header.
    pub fn field(&self, field: &Field) -> Size {
        match (&field.ty, field.bits) {
            (ty, None) => self.value(ty),
            (Type::Option(inner), Some(_)) => self.value(inner).or(Size::fixed(0)),
            (_, Some(_)) => Size::fixed(0),
        }
    }

    /// Returns where each field begins, from the start of the record, and where the record ends: `None` behind a field whose size differs
    /// from message to message. A field in the header has the byte of its first bit.
    pub fn offsets(&self, record: &Record) -> Vec<Option<usize>> {
        let mut next = Some(record.header_bytes());
        let mut offsets = Vec::new();
        for field in &record.fields {
            let in_header = field.bits.filter(|_| field.is_in_header());
            offsets.push(in_header.map_or(next, |bits| Some(usize::from(bits.first) / 8)));
            let size = self.field(field);
            next = next.filter(|_| size.is_fixed()).map(|at| at + size.max);
        }
        offsets.push(next);
        offsets
    }

    /// Returns the size of a value.
    pub fn value(&self, ty: &Type) -> Size {
        match ty {
            Type::Unit => Size::fixed(0),
            Type::Bool | Type::LenientBool => Size::fixed(1),
            Type::Number(number)
            | Type::Range { steps: number, .. }
            | Type::Angle { steps: number, .. } => Size::fixed(number.bytes()),
            Type::Varint(number) => Size::varint(*number),
            Type::Char => Size::between(1, 3),
            Type::NonZero(inner) | Type::InBits(_, inner) | Type::Direction(inner) => {
                self.value(inner)
            }
            Type::Octahedron(inner) => self.value(inner).times(2),
            Type::SmallestThree(bits) => Size::smallest_three(*bits),
            Type::Components(kind, inner) => {
                self.value(inner).times(super::component_names(*kind).len())
            }
            Type::Text(..)
            | Type::CString(_)
            | Type::List(..)
            | Type::Packed(..)
            | Type::Map(..) => self.bounded(ty, usize::MAX),
            Type::AtMost(most, inner) => self.bounded(inner, *most),
            Type::Array(count, inner) => self.value(inner).times(*count),
            Type::Tuple(elements) => {
                elements.iter().fold(Size::fixed(0), |size, element| size.and(self.value(element)))
            }
            Type::Option(inner) => Size::fixed(1).and(self.value(inner).or(Size::fixed(0))),
            Type::Ipv4 => Size::fixed(4),
            Type::Ipv6 | Type::Uuid => Size::fixed(16),
            Type::Ip => Size::between(5, 17),
            Type::Socket => Size::between(7, 19),
            Type::Variant(..) => Size::at_least(8),
            Type::Message(index) if self.around.borrow().contains(index) => Size::ANY,
            Type::Message(index) => self.message(*index),
            Type::Custom(_) => Size::ANY,
        }
    }

    /// Returns the size of a text or list of at most this many bytes or elements.
    fn bounded(&self, ty: &Type, most: usize) -> Size {
        match ty {
            Type::Text(_, prefix) => Size::counted(*prefix, most, Size::fixed(1)),
            Type::CString(_) => Size::c_string(most),
            Type::List(prefix, element) => Size::counted(*prefix, most, self.value(element)),
            Type::Packed(prefix, bits, _) => Size::packed(*prefix, most, *bits),
            Type::Map(prefix, key, value) => {
                Size::counted(*prefix, most, self.value(key).and(self.value(value)))
            }
            // Arrays and options of bounded values.
            ty => self.value(ty),
        }
    }
}

/// The size of the number before a variant.
fn number(enumeration: &Enumeration) -> Size {
    match enumeration.number {
        Prefix::Number(number) => Size::fixed(number.bytes()),
        Prefix::Varint if enumeration.other.as_ref().is_some_and(|other| other.number) => {
            Size::varint(NumberType::U32)
        }
        Prefix::Varint => {
            let sizes = enumeration.members.iter().map(|member| Size::varint_of(member.id.into()));
            sizes.reduce(Size::or).unwrap_or(Size::fixed(1))
        }
    }
}

/// Reports types that may exceed their `max_size`, and fields with too few bits, as the compiler does.
pub(super) fn mistakes(schema: &Schema) -> Vec<Diagnostic> {
    let sizes = Sizes::new(schema);
    let mut found = Vec::new();
    for (index, def) in schema.types.iter().enumerate() {
        if let Some((limit, place)) = &def.max_size {
            let size = sizes.message(index);
            let message = size_mistake(size, longest(&sizes, def), &def.name, *limit);
            found.extend(message.map(|message| Diagnostic::new(place, message)));
        }
        for field in def.fields() {
            let (count, index) = match (field.bits, &field.ty) {
                (Some(bits), Type::Message(index)) => (bits.count, index),
                (_, Type::InBits(count, inner)) => match &**inner {
                    Type::Message(index) => (*count, index),
                    _ => continue,
                },
                _ => continue,
            };
            let inner = &schema.types[*index];
            let plain = match &inner.body {
                Body::Enumeration(enumeration) if enumeration.is_plain() => Some(enumeration),
                _ => None,
            };
            let Some(enumeration) = plain else {
                let message = format!("`{}` {}", inner.name, no_bits(count));
                found.push(Diagnostic::new(&field.place, message));
                continue;
            };
            let largest = enumeration.members.iter().map(|member| member.id).max().unwrap_or(0);
            let message = bits_mistake(&field.name, count.into(), largest.into());
            found.extend(message.map(|message| Diagnostic::new(&field.place, message)));
        }
    }
    found
}

/// The end of an error about a type that cannot have `bits`.
pub(super) fn no_bits(count: impl std::fmt::Display) -> String {
    format!(
        "has no `bits = {count}`; `bits` applies to an integer, or to an enum without fields that derives `GodotFlat`"
    )
}

/// The field that takes the most bytes; the first of several.
fn longest<'s>(sizes: &Sizes<'_>, def: &'s TypeDef) -> Option<(Place<'s>, Size)> {
    let records: Vec<&Record> = match &def.body {
        Body::Record(record) => vec![record],
        Body::Enumeration(enumeration) => {
            enumeration.members.iter().map(|member| &member.record).collect()
        }
    };
    let mut longest: Option<(Place<'_>, Size)> = None;
    for record in records {
        let header =
            (record.header_bits > 0).then(|| (Place::Header, Size::fixed(record.header_bytes())));
        let fields = record.fields.iter().map(|field| {
            let place = field.name.parse().map_or(Place::Key(&field.name), Place::Index);
            (place, sizes.field(field))
        });
        for (place, size) in header.into_iter().chain(fields) {
            if longest.is_none_or(|(_, longest)| longest.max < size.max) {
                longest = Some((place, size));
            }
        }
    }
    longest
}
