//! Sample messages, for pages and tests.

use godot_var_runtime::VecOutput;
use godot_var_runtime::flat::NumberType;
use godot_var_runtime::flat::format::varint;
use godot_var_runtime::variant::math::{Quaternion, Vector2, Vector3};
use godot_var_runtime::variant::{
    Array, Dictionary, EncodeVariant, Generation, Godot3, Godot4, Variant, VariantType,
};

use crate::docs::example;
use crate::protocol;

use super::{Body, Enumeration, Member, Record, Schema, Type, Writer, component_names, kind_of};

/// The deepest types in a sample: after them options are absent and lists empty.
const DEPTH: usize = 6;

/// Returns the bytes of a message of a type; of an enum that of the first variant, or of this one. `None` if a field needs functions of its
/// own, or if no bytes can be made of the variant.
pub fn sample(schema: &Schema, index: usize, member: Option<&str>) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut maker = Maker { schema, out: Writer::new(&mut bytes), next: 0 };
    maker.message(index, member, false, 0)?;
    Some(bytes)
}

struct Maker<'s, 'b> {
    schema: &'s Schema,
    out: Writer<'b>,
    /// Grows with each value, so that they differ.
    next: u64,
}

impl<'s> Maker<'s, '_> {
    fn next(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    fn message(
        &mut self,
        index: usize,
        member: Option<&str>,
        big: bool,
        depth: usize,
    ) -> Option<()> {
        let def = &self.schema.types[index];
        let big = big || def.big_endian;
        match &def.body {
            Body::Record(record) => self.record(record, big, depth),
            Body::Enumeration(enumeration) => {
                let found = match member {
                    Some(name) => enumeration.members.iter().find(|member| member.name == name),
                    None => enumeration.members.first(),
                };
                match found {
                    Some(member) => self.member(enumeration, member, big, depth),
                    None => self.other(enumeration, big),
                }
            }
        }
    }

    fn member(
        &mut self,
        enumeration: &Enumeration,
        member: &'s Member,
        big: bool,
        depth: usize,
    ) -> Option<()> {
        self.out.prefix(enumeration.number, member.id.into(), big);
        self.record(&member.record, big, depth)
    }

    /// The variant for all other numbers: with the first number that no variant has.
    fn other(&mut self, enumeration: &Enumeration, big: bool) -> Option<()> {
        let other = enumeration.other.as_ref().filter(|other| other.number)?;
        let is_free = |number: &u32| enumeration.members.iter().all(|member| member.id != *number);
        self.out.prefix(enumeration.number, (1..256).rev().find(is_free)?.into(), big);
        if other.rest {
            self.out.bytes(&[1, 2, 3]);
        }
        Some(())
    }

    fn record(&mut self, record: &'s Record, big: bool, depth: usize) -> Option<()> {
        let mut header = 0_u64;
        let mut present = Vec::new();
        for field in &record.fields {
            let number = match (&field.ty, field.bits) {
                (_, None) => continue,
                (Type::Option(inner), Some(_)) => {
                    let is = u64::from(depth < DEPTH && !is_too_deep(inner, depth));
                    present.push(is == 1);
                    is
                }
                (Type::Bool, _) => self.next() & 1,
                (Type::Message(index), _) => match &self.schema.types[*index].body {
                    Body::Enumeration(enumeration) => enumeration.members.first()?.id.into(),
                    Body::Record(_) => 0,
                },
                (_, Some(bits)) => self.next() & (u64::MAX >> (64 - u32::from(bits.count))) >> 1,
            };
            header |= number << field.bits.map_or(0, |bits| bits.first);
        }
        let bytes = header.to_le_bytes();
        self.out.bytes(bytes.get(..record.header_bytes())?);
        let mut present = present.into_iter();
        for field in record.fields.iter().filter(|field| !field.is_in_header()) {
            match (&field.ty, field.bits) {
                (Type::Option(inner), Some(_)) => {
                    if present.next()? {
                        self.value(inner, big, depth + 1)?;
                    }
                }
                (ty, _) => self.value(ty, big, depth + 1)?,
            }
        }
        Some(())
    }

    fn value(&mut self, ty: &'s Type, big: bool, depth: usize) -> Option<()> {
        match ty {
            Type::Option(inner) => {
                let is = !is_too_deep(inner, depth);
                self.out.bytes(&[is.into()]);
                if is {
                    self.value(inner, big, depth + 1)?;
                }
            }
            Type::InBits(bits, inner) => match &**inner {
                Type::Number(number) => {
                    let value = self.next() & (u64::MAX >> (64 - u32::from(*bits)) >> 1);
                    self.out.number(*number, value, big);
                }
                inner => self.value(inner, big, depth)?,
            },
            Type::AtMost(limit, inner) => self.bounded(inner, *limit, big, depth)?,
            Type::Text(..)
            | Type::CString(_)
            | Type::List(..)
            | Type::Packed(..)
            | Type::Map(..) => self.bounded(ty, usize::MAX, big, depth)?,
            Type::Array(count, element) => {
                for _ in 0..*count {
                    self.value(element, big, depth + 1)?;
                }
            }
            Type::Tuple(elements) => {
                for element in elements {
                    self.value(element, big, depth + 1)?;
                }
            }
            Type::Message(index) => self.message(*index, None, big, depth)?,
            ty => self.leaf(ty, big)?,
        }
        Some(())
    }

    fn bounded(&mut self, ty: &'s Type, limit: usize, big: bool, depth: usize) -> Option<()> {
        match ty {
            Type::Text(_, prefix) => {
                let text = self.text(limit);
                self.out.prefix(*prefix, text.len() as u64, big);
                self.out.bytes(text.as_bytes());
            }
            Type::CString(_) => {
                let text = self.text(limit);
                self.out.bytes(text.as_bytes());
                self.out.bytes(&[0]);
            }
            Type::List(prefix, element) => {
                let count = if is_too_deep(element, depth) { 0 } else { 2.min(limit) };
                self.out.prefix(*prefix, count as u64, big);
                for _ in 0..count {
                    self.value(element, big, depth + 1)?;
                }
            }
            Type::Packed(prefix, bits, _) => {
                let numbers: Vec<u64> = (0..3.min(limit)).map(|_| self.next()).collect();
                self.out.prefix(*prefix, numbers.len() as u64, big);
                self.out.packed(*bits, numbers);
            }
            Type::Map(prefix, key, content) => {
                let count = usize::from(!is_too_deep(content, depth)).min(limit);
                self.out.prefix(*prefix, count as u64, big);
                for _ in 0..count {
                    self.value(key, big, depth + 1)?;
                    self.value(content, big, depth + 1)?;
                }
            }
            ty => self.value(ty, big, depth)?,
        }
        Some(())
    }

    fn text(&mut self, limit: usize) -> String {
        const NAMES: [&str; 5] = ["Ann", "Bob", "Cleo", "Zoe", "Max"];
        let name = NAMES[self.next() as usize % NAMES.len()];
        name.chars().take(limit).collect()
    }

    fn leaf(&mut self, ty: &Type, big: bool) -> Option<()> {
        match ty {
            Type::Unit => {}
            Type::Bool | Type::LenientBool => {
                let truth = (self.next() & 1) as u8;
                self.out.bytes(&[truth]);
            }
            Type::Number(NumberType::F16 | NumberType::F32 | NumberType::F64)
            | Type::Range { .. }
            | Type::Angle { .. } => {
                let value = self.next() as f64 * 0.25;
                // Within the range.
                let value = match ty {
                    Type::Range { low, high, .. } => value.clamp(*low, *high),
                    _ => value,
                };
                self.out.real(ty, value, big).ok()?;
            }
            Type::Number(number) => {
                let value = self.next() % 100 + 1;
                self.out.number(*number, value, big);
            }
            Type::Varint(number) => {
                let value =
                    if number.bytes() > 1 { self.next() * 100 } else { self.next() % 60 + 1 };
                let value = if number.is_signed() { varint::zigzag(value as i64) } else { value };
                self.out.varint(value);
            }
            Type::NonZero(inner) => self.leaf(inner, big)?,
            Type::Char => self.out.varint(u32::from('é').into()),
            Type::Direction(inner) => {
                self.out.direction(inner, Vector2::new(0.6, 0.8), big).ok()?;
            }
            Type::Octahedron(inner) => {
                self.out.octahedron(inner, Vector3::new(0.0, 0.6, 0.8), big).ok()?;
            }
            Type::SmallestThree(bits) => {
                let value = Quaternion::new(0.0, 0.6, 0.0, 0.8);
                self.out.smallest_three(*bits, value, big).ok()?;
            }
            Type::Components(kind, inner) => {
                for _ in 0..component_names(*kind).len() {
                    self.leaf(inner, big)?;
                }
            }
            Type::Ipv4 => self.out.bytes(&[127, 0, 0, 1]),
            Type::Ipv6 => self.out.bytes(&std::net::Ipv6Addr::LOCALHOST.octets()),
            Type::Ip => self.out.bytes(&[4, 127, 0, 0, 1]),
            Type::Socket => {
                self.out.bytes(&[4, 127, 0, 0, 1]);
                self.out.number(NumberType::U16, 7777, big);
            }
            Type::Uuid => self.out.bytes(&[0x67; 16]),
            Type::Variant(generation, ty) => {
                let value = match (ty, kind_of(ty)) {
                    (protocol::Type::Variant, _) => Variant::from("hi"),
                    (_, Some(VariantType::Dictionary)) => Variant::Dictionary(Dictionary::new()),
                    (_, Some(VariantType::Array)) => Variant::Array(Array::default()),
                    (ty, _) => example::sample(&self.schema.variants, *generation, ty)?,
                };
                let mut bytes = Vec::new();
                let out = &mut VecOutput::new(&mut bytes);
                match generation {
                    Generation::Godot4 => EncodeVariant::<Godot4>::encode(&value, out).ok()?,
                    Generation::Godot3 => EncodeVariant::<Godot3>::encode(&value, out).ok()?,
                }
                self.out.number(NumberType::U32, bytes.len() as u64, big);
                self.out.bytes(&bytes);
            }
            // Whatever has parts is made by `value`.
            _ => return None,
        }
        Some(())
    }
}

/// Whether a value would go on without end.
fn is_too_deep(ty: &Type, depth: usize) -> bool {
    let mut found = false;
    ty.messages(&mut |_| found = true);
    found && depth >= 2
}
