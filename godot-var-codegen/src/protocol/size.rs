//! Sizes of values in Godot's Variant format: header, payload and padding.

use std::cell::{Cell, RefCell};

use godot_var_runtime::variant::{Bounds, Generation, Payload, VariantType};

use super::{
    Body, EnumForm, Enumeration, Enumerator, Extent, Field, Form, Keys, ParsedText, Protocol,
    Record, Style, Type, WireType,
};
use godot_var_schema::variant::model::Id;

/// The size of the type id and flags.
const HEADER: Extent = Extent::exactly(4);
/// The size of a container's header and count.
const CONTAINER: Extent = Extent::exactly(8);

/// Returns the size of an element in a packed array.
fn packed_element(array: VariantType) -> Extent {
    match array.packed_components() {
        Some((component, count)) => Extent::exactly((component.bytes(false) * count) as u64),
        // Length, text, NUL and padding.
        None => Extent::at_least(8),
    }
}

/// Sizes of a schema's types. A 32-bit NaN takes four bytes more than these sizes, unless `longest` made them.
#[derive(Debug)]
pub struct Sizes<'p> {
    protocol: &'p Protocol,
    generation: Generation,
    counts_nan: bool,
    known: RefCell<Vec<Known>>,
    depth: Cell<u32>,
}

#[derive(Clone, Copy, Debug)]
enum Known {
    Not,
    /// The size is being computed. If it is needed again, the type contains itself.
    Open,
    Size(Extent),
}

impl<'p> Sizes<'p> {
    /// Makes an empty table of sizes.
    pub fn new(protocol: &'p Protocol, generation: Generation) -> Self {
        let known = RefCell::new(vec![Known::Not; protocol.types.len()]);
        Self { protocol, generation, counts_nan: false, known, depth: Cell::new(0) }
    }

    /// Makes the sizes that the compiler compares with `max_size`: those of Godot 4, NaNs included.
    pub fn longest(protocol: &'p Protocol) -> Self {
        Self { counts_nan: true, ..Self::new(protocol, Generation::Godot4) }
    }

    /// Returns the size of a type of the schema.
    pub fn message(&self, index: usize) -> Extent {
        let known = self.known.borrow().get(index).copied();
        match (known, self.protocol.types.get(index)) {
            (Some(Known::Size(size)), _) => size,
            (Some(Known::Not), Some(def)) => {
                self.known.borrow_mut()[index] = Known::Open;
                let size = match &def.body {
                    Body::Unit => HEADER,
                    Body::Transparent(field) => self.field(field),
                    Body::Record(record) => self.record(record),
                    Body::Enumeration(enumeration) => self.enumeration(enumeration),
                };
                self.known.borrow_mut()[index] = Known::Size(size);
                size
            }
            // The type contains itself, so it has no maximum.
            _ => Extent::at_least(4),
        }
    }

    /// Returns the size of a key or a text of the schema itself.
    pub fn text(&self, text: &str) -> Extent {
        Extent::exactly(8 + (text.len() as u64).next_multiple_of(4))
    }

    /// Returns the size of a field's key, or `None` if it has none.
    pub fn key(&self, record: &Record, field: &Field) -> Extent {
        if record.form == Form::Dictionary { self.text(&field.key) } else { Extent::ZERO }
    }

    /// Returns the size of an integer.
    pub fn number(&self, number: i64) -> Extent {
        Extent::exactly(if i32::try_from(number).is_ok() { 8 } else { 12 })
    }

    /// Returns the size of a variant's name or number.
    pub fn id(&self, id: &Id) -> Extent {
        match id {
            Id::Int(number) => self.number(*number),
            Id::Text(text) => self.text(text),
        }
    }

    /// Returns the size of a struct.
    pub fn record(&self, record: &Record) -> Extent {
        CONTAINER + self.entries(record)
    }

    /// Returns the size of a struct's keys and values, without its header.
    pub fn entries(&self, record: &Record) -> Extent {
        let written = record.fields.iter().filter(|field| field.encoded);
        written.fold(Extent::ZERO, |sum, field| sum + self.entry(record, field))
    }

    /// Returns the size of a key and its value.
    pub fn entry(&self, record: &Record, field: &Field) -> Extent {
        let whole = if field.flatten {
            self.flattened(&field.ty)
        } else {
            self.key(record, field) + self.field(field)
        };
        if field.skip_encoding_if.is_some() { whole.or(Extent::ZERO) } else { whole }
    }

    /// Returns the size of the entries that a flattened field adds.
    pub fn flattened(&self, ty: &Type) -> Extent {
        match ty {
            Type::Message(_) => {
                let Extent { least, most } = self.ty(ty);
                Extent {
                    least: least.saturating_sub(8),
                    most: most.map(|most| most.saturating_sub(8)),
                }
            }
            Type::Option(inner) => self.flattened(inner).or(Extent::ZERO),
            _ => Extent::at_least(0),
        }
    }

    /// Returns the size of an enum of any form.
    fn enumeration(&self, enumeration: &Enumeration) -> Extent {
        let members = enumeration.members.iter().map(|member| self.member(enumeration, member));
        let all = members.reduce(Extent::or);
        match (&enumeration.other, all) {
            (Some(other), Some(all)) => match &other.record.fields[..] {
                [field] => all.or(self.field(field)),
                _ => all,
            },
            (None, Some(all)) => all,
            (_, None) => Extent::at_least(4),
        }
    }

    /// Returns the size of an enum's variant.
    pub fn member(&self, enumeration: &Enumeration, member: &Enumerator) -> Extent {
        let id = self.id(&member.id);
        match &enumeration.form {
            EnumForm::Names | EnumForm::Numbers => id,
            EnumForm::External if member.style == Style::Unit => id,
            EnumForm::External => CONTAINER + id + self.content(member),
            EnumForm::Internal { tag } => {
                let fields = match (member.style, &member.record.fields[..]) {
                    (Style::Newtype, [field]) => self.flattened(&field.ty),
                    _ => self.entries(&member.record),
                };
                CONTAINER + self.text(tag) + id + fields
            }
            EnumForm::Adjacent { tag, content } => {
                let content = match member.style {
                    Style::Unit => Extent::ZERO,
                    _ => self.text(content) + self.content(member),
                };
                CONTAINER + self.text(tag) + id + content
            }
            EnumForm::Untagged => self.content(member),
            EnumForm::Ids => CONTAINER + id + self.entries(&member.record),
        }
    }

    /// Returns the size of a variant's content as a separate value.
    pub fn content(&self, member: &Enumerator) -> Extent {
        match (member.style, &member.record.fields[..]) {
            (Style::Unit, _) => HEADER,
            (Style::Newtype, [field]) => self.field(field),
            _ => self.record(&member.record),
        }
    }

    /// Returns the size of a field with its attributes.
    pub fn field(&self, field: &Field) -> Extent {
        let (ty, optional) = match &field.ty {
            Type::Option(inner) => (&**inner, true),
            ty => (ty, false),
        };
        let count =
            field.marks.max_len.map_or(Extent::at_least(0), |most| Extent::between(0, most as u64));
        let size = match (field.marks.wire_type, ty) {
            (_, Type::Custom) => Extent::at_least(4),
            (Some(WireType::Float64), _) => Extent::exactly(12),
            (Some(WireType::Int), &Type::BOOL) => Extent::exactly(8),
            (Some(WireType::Int), Type::Value(VariantType::Int, bounds)) => integer(*bounds),
            // A float of 32 bits holds every int of 16 bits.
            (Some(WireType::Float), Type::Value(VariantType::Int, bounds))
                if is_within(*bounds, i16::MIN.into(), u16::MAX.into()) =>
            {
                Extent::exactly(8)
            }
            (Some(WireType::Int | WireType::Float), _) => Extent::between(8, 12),
            (Some(WireType::NodePath), _) => Extent::at_least(16),
            (Some(WireType::String | WireType::StringName), _)
            | (
                None,
                Type::Value(VariantType::String, Bounds::None)
                | Type::Value(VariantType::StringName, _),
            ) => CONTAINER + count.padded(),
            (Some(WireType::Array), Type::List(element)) => {
                CONTAINER + self.ty(element).times(count)
            }
            (Some(WireType::Array), Type::FixedList(len, element)) => {
                CONTAINER + self.ty(element).times(Extent::exactly(*len))
            }
            (_, Type::List(element)) if field.marks.typed => {
                Extent::exactly(12) + self.ty(element).times(count)
            }
            (_, Type::FixedList(len, element)) if field.marks.typed => {
                Extent::exactly(12) + self.ty(element).times(Extent::exactly(*len))
            }
            (_, Type::Map(key, value)) if field.marks.typed => {
                Extent::exactly(16) + (self.ty(key) + self.ty(value)).times(count)
            }
            (_, Type::List(element)) => self.list(element, count),
            (_, Type::View(element)) => self.list(element, count),
            (_, Type::Set(element)) => self.set(element, count),
            (_, Type::Map(key, value)) => CONTAINER + (self.ty(key) + self.ty(value)).times(count),
            (_, ty) => self.ty(ty),
        };
        if optional { size.or(HEADER) } else { size }
    }

    fn list(&self, element: &Type, count: Extent) -> Extent {
        match element.packed_array(self.generation) {
            Some(array) => CONTAINER + packed_element(array).times(count).padded(),
            None => CONTAINER + self.ty(element).times(count),
        }
    }

    fn set(&self, element: &Type, count: Extent) -> Extent {
        match element {
            &Type::STRING => self.list(element, count),
            element => CONTAINER + self.ty(element).times(count),
        }
    }

    /// The nesting depth at which a type counts as unbounded.
    const MAX_DEPTH: u32 = 256;

    /// Returns the size of a type.
    pub fn ty(&self, ty: &Type) -> Extent {
        if self.depth.get() >= Self::MAX_DEPTH {
            return Extent::at_least(4);
        }
        self.depth.set(self.depth.get() + 1);
        let size = self.ty_within(ty);
        self.depth.set(self.depth.get() - 1);
        size
    }

    fn ty_within(&self, ty: &Type) -> Extent {
        let many = Extent::at_least(0);
        match ty {
            Type::Value(kind, bounds) => self.value(*kind, *bounds),
            Type::View(element) => self.list(element, many),
            Type::Variant | Type::Custom => Extent::at_least(4),
            Type::Pointer(inner) => self.ty(inner),
            Type::Option(inner) => self.ty(inner).or(HEADER),
            Type::List(element) => self.list(element, many),
            Type::FixedList(len, element) => self.list(element, Extent::exactly(*len)),
            Type::Set(element) => self.set(element, many),
            Type::Tuple(elements) => {
                elements.iter().fold(CONTAINER, |sum, element| sum + self.ty(element))
            }
            Type::Map(key, value) => CONTAINER + (self.ty(key) + self.ty(value)).times(many),
            Type::Message(index) => self.message(*index),
        }
    }

    /// Returns the size of a value that always has one Variant type.
    fn value(&self, kind: VariantType, bounds: Bounds<'_>) -> Extent {
        let payload = match (kind.payload(), bounds) {
            (Payload::Nothing, _) => Extent::ZERO,
            (Payload::Bool, _) => Extent::exactly(4),
            (Payload::Int, bounds) => return integer(bounds),
            (Payload::Float, Bounds::F32) if !self.counts_nan => Extent::exactly(4),
            (Payload::Float, _) => Extent::between(4, 8),
            (Payload::Text, Bounds::Char) => Extent::exactly(8),
            (Payload::Text, bounds) => {
                let (least, most) = ParsedText::of(bounds)
                    .map_or((0, None), |form| (form.lengths.0, Some(form.lengths.1)));
                Extent::exactly(4) + Extent { least, most }.padded()
            }
            (Payload::Structure { component, names, .. }, _) => {
                Extent::exactly((component.bytes(false) * names.len()) as u64)
            }
            (Payload::Rid, _) if self.generation == Generation::Godot3 => Extent::ZERO,
            (Payload::Rid | Payload::Object, _) => Extent::exactly(8),
            (Payload::NodePath | Payload::Signal, _) => Extent::at_least(12),
            _ => Extent::at_least(4),
        };
        HEADER + payload
    }

    /// Returns the name of the keys' type.
    pub fn key_kind(&self, keys: Keys) -> &'static str {
        match (keys, self.generation) {
            (Keys::StringName, Generation::Godot4) => "StringName",
            _ => "String",
        }
    }
}

fn integer(bounds: Bounds<'_>) -> Extent {
    if is_within(bounds, i32::MIN.into(), i32::MAX.into()) {
        Extent::exactly(8)
    } else {
        Extent::between(8, 12)
    }
}

fn is_within(bounds: Bounds<'_>, low: i64, high: i64) -> bool {
    bounds.range().is_some_and(|(least, most)| low <= least && most <= high)
}
