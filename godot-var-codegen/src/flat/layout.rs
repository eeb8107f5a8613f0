//! The layouts of a schema's types, in the same model as those of compiled types.

use std::cell::RefCell;
use std::collections::BTreeMap;

use bumpalo::Bump;
use godot_var_runtime::flat::{
    self, Again, EnumerationLayout, FieldLayout, MemberLayout, RecordLayout, TypeLayout,
};
use godot_var_runtime::variant::Generation;
use godot_var_runtime::variant::tools::layout_mistake;

use super::{Body, Enumeration, Field, Record, Schema, Type, TypeDef, component_names};
use crate::layout_size;
use crate::protocol::{self, Diagnostic, FieldDefault, Marks, Time};

/// Makes layouts that borrow from the schema and from an arena.
pub(crate) struct Layouts<'l> {
    schema: &'l Schema,
    arena: &'l Bump,
    variants: protocol::layout::Layouts<'l>,
    /// Whether times are told from other numbers.
    has_times: bool,
    /// The finished types, each with the types that were cut at their name.
    known: RefCell<BTreeMap<(usize, Vec<usize>), &'l TypeLayout<'l>>>,
}

impl<'l> Layouts<'l> {
    pub(crate) fn new(schema: &'l Schema, arena: &'l Bump) -> Self {
        let variants = protocol::layout::Layouts::new(&schema.variants, arena);
        Self { schema, arena, variants, has_times: true, known: RefCell::default() }
    }

    /// The layouts of earlier versions, in which a time was a number.
    pub(crate) fn without_times(schema: &'l Schema, arena: &'l Bump) -> Self {
        Self { has_times: false, ..Self::new(schema, arena) }
    }

    /// Returns the layout of a type of the schema.
    pub(crate) fn message(&self, index: usize) -> &'l TypeLayout<'l> {
        self.within(index, &[])
    }

    fn put(&self, layout: TypeLayout<'l>) -> &'l TypeLayout<'l> {
        self.arena.alloc(layout)
    }

    /// Returns a layout that ends at the name of each surrounding type in `cut`: the type with these fields, and for a generic type its
    /// arguments.
    fn within(&self, index: usize, cut: &[usize]) -> &'l TypeLayout<'l> {
        let def = &self.schema.types[index];
        if cut.contains(&index) {
            return self.put(TypeLayout::Recursive(Again::Named(&def.ident)));
        }
        let inner = layout_size::inner(index, cut, &def.arguments, &def.around);
        let key = (index, inner);
        if let Some(layout) = self.known.borrow().get(&key) {
            return layout;
        }
        let inner = &key.1;
        let layout = match &def.body {
            Body::Record(record) => {
                TypeLayout::Record(self.record(&def.ident, def.trailing, record, inner))
            }
            Body::Enumeration(enumeration) => {
                TypeLayout::Enumeration(self.enumeration(def, enumeration, inner))
            }
        };
        let mut layout = self.put(layout);
        if def.big_endian {
            layout = self.put(TypeLayout::BigEndian(layout));
        }
        self.known.borrow_mut().insert(key, layout);
        layout
    }

    fn record(
        &self,
        name: &'l str,
        trailing: bool,
        record: &'l Record,
        cut: &[usize],
    ) -> &'l RecordLayout<'l> {
        let fields = record.fields.iter().map(|field| self.field(field, cut));
        self.arena.alloc(RecordLayout {
            name,
            header_bits: record.header_bits,
            trailing,
            fields: self.arena.alloc_slice_fill_iter(fields),
        })
    }

    fn field(&self, field: &'l Field, cut: &[usize]) -> FieldLayout<'l> {
        FieldLayout {
            name: &field.name,
            bits: field.bits.map_or(0, |bits| bits.count),
            layout: match field.time.filter(|_| self.has_times) {
                Some(time) => self.time(time, &field.ty),
                None => self.ty(&field.ty, cut),
            },
            default: field.default != FieldDefault::Required,
        }
    }

    /// A time, or an option of it.
    fn time(&self, time: Time, ty: &Type) -> &'l TypeLayout<'l> {
        self.put(match ty {
            Type::Option(inner) => TypeLayout::Option(self.time(time, inner)),
            _ => TypeLayout::Time { since_1970: time.since_1970, unit: time.nanoseconds },
        })
    }

    fn enumeration(
        &self,
        def: &'l TypeDef,
        enumeration: &'l Enumeration,
        cut: &[usize],
    ) -> &'l EnumerationLayout<'l> {
        let members = enumeration.members.iter().map(|member| MemberLayout {
            id: member.id.into(),
            record: self.record(&member.name, def.trailing, &member.record, cut),
        });
        self.arena.alloc(EnumerationLayout {
            name: &def.ident,
            number: enumeration.number,
            members: self.arena.alloc_slice_fill_iter(members),
            other: enumeration.other.as_ref().map(|other| flat::Other {
                name: &other.name,
                rest: enumeration.other_takes_rest(),
            }),
        })
    }

    fn ty(&self, ty: &'l Type, cut: &[usize]) -> &'l TypeLayout<'l> {
        let of = |ty: &'l Type| self.ty(ty, cut);
        let layout = match ty {
            Type::Unit => TypeLayout::Unit,
            Type::Bool => TypeLayout::Bool,
            Type::LenientBool => TypeLayout::LenientBool,
            Type::Number(number) => TypeLayout::Number(*number),
            Type::Varint(number) => TypeLayout::Varint(*number),
            Type::NonZero(inner) => match &**inner {
                Type::Number(number) => TypeLayout::NonZero(*number),
                inner => return of(inner),
            },
            Type::InBits(bits, inner) => TypeLayout::InBits(*bits, of(inner)),
            Type::Char => TypeLayout::Char,
            &Type::Range { low, high, steps, clamp } => {
                TypeLayout::Range { low, high, steps, clamp }
            }
            &Type::Angle { degrees, steps } => TypeLayout::Angle { degrees, steps },
            Type::Direction(inner) => TypeLayout::Direction(of(inner)),
            Type::Octahedron(inner) => TypeLayout::Octahedron(of(inner)),
            Type::SmallestThree(bits) => TypeLayout::SmallestThree(*bits),
            Type::Components(kind, inner) => {
                let name = kind.name(Generation::Godot4);
                TypeLayout::Components(name, component_names(*kind).len(), of(inner))
            }
            Type::Text(_, prefix) => TypeLayout::Text(*prefix),
            Type::CString(_) => TypeLayout::CString,
            Type::List(prefix, element) => TypeLayout::List(*prefix, of(element)),
            Type::Packed(prefix, bits, element) => TypeLayout::Packed(*prefix, *bits, of(element)),
            Type::Map(prefix, key, value) => TypeLayout::Map(*prefix, of(key), of(value)),
            Type::Array(count, element) => TypeLayout::Array(*count, of(element)),
            Type::Tuple(elements) => {
                let elements = elements.iter().map(of);
                TypeLayout::Tuple(self.arena.alloc_slice_fill_iter(elements))
            }
            Type::Option(inner) => TypeLayout::Option(of(inner)),
            Type::AtMost(most, inner) => TypeLayout::AtMost(*most, of(inner)),
            Type::Ipv4 => TypeLayout::Bytes("an Ipv4Addr", 4),
            Type::Ipv6 => TypeLayout::Bytes("an Ipv6Addr", 16),
            Type::Uuid => TypeLayout::Bytes("a Uuid", 16),
            Type::Ip => TypeLayout::Custom("IpAddr"),
            Type::Socket => TypeLayout::Custom("SocketAddr"),
            Type::Variant(generation, ty) => {
                TypeLayout::Variant(*generation, self.variants.marked(ty, Marks::default()))
            }
            Type::Message(index) => return self.within(*index, cut),
            Type::Custom(path) => TypeLayout::Custom(path),
        };
        self.put(layout)
    }
}

/// Reports types whose layout differs from the pinned one, as the compiler does.
pub(super) fn pinned_mistakes(schema: &Schema) -> Vec<Diagnostic> {
    let pinned = |(index, def): (usize, &TypeDef)| {
        let (pinned, place) = def.pinned.as_ref()?;
        let message = layout_mistake(schema.fingerprint(index), pinned)?;
        Some(Diagnostic::new(place, message))
    };
    schema.types.iter().enumerate().filter_map(pinned).collect()
}
