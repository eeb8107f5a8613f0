//! A type as it appears on the wire: newtypes are removed, and attributes of its field are applied.

use bumpalo::Bump;
use godot_var_runtime::variant::{Bounds, Generation, TypeLayout, VariantType, VariantTypes};

use crate::protocol::Marks;
use crate::protocol::layout::Layouts;
use crate::protocol::text;
use crate::protocol::{Body, Enumeration, Field, Form, Protocol, Record, Type, WireType};

/// A type and its encoding.
#[derive(Clone)]
pub(super) struct Seen<'p> {
    pub(super) protocol: &'p Protocol,
    /// The type below all newtypes and pointers.
    pub(super) ty: Type,
    pub(super) marks: Marks,
    pub(super) custom: Option<&'p str>,
    /// The `Option` that contains it.
    outer: Option<Type>,
}

/// A number on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// Whether it is encoded as a float.
    pub(super) as_float: bool,
    /// The range of integers that it can hold; `None` for any real number.
    pub(super) range: Option<(i64, i64)>,
    /// Whether it cannot be 0.
    pub(super) lacks_zero: bool,
    /// Whether it has only the precision of a 32-bit float.
    pub(super) is_single: bool,
}

impl Number {
    /// Whether it can be this integer.
    pub(super) fn holds(self, number: i64) -> bool {
        let (low, high) = self.range.unwrap_or(Bounds::F64.whole_floats());
        low <= number && number <= high && !(number == 0 && self.lacks_zero)
    }
}

impl<'p> Seen<'p> {
    pub(super) fn of_type(protocol: &'p Protocol, index: usize) -> Self {
        let ty = match &protocol.types[index].body {
            Body::Transparent(field) => return Self::of_field(protocol, field),
            Body::Unit => Type::UNIT,
            Body::Record(_) | Body::Enumeration(_) => Type::Message(index),
        };
        Self { protocol, ty, marks: Marks::default(), custom: None, outer: None }
    }

    pub(super) fn of_field(protocol: &'p Protocol, field: &'p Field) -> Self {
        let (marks, custom) = (field.marks, field.custom.as_deref());
        Self { marks, custom, ..Self::of(protocol, &Type::UNIT) }.with(&field.ty)
    }

    /// A type without attributes.
    pub(super) fn of(protocol: &'p Protocol, ty: &Type) -> Self {
        let unit =
            Self { protocol, ty: Type::UNIT, marks: Marks::default(), custom: None, outer: None };
        unit.with(ty)
    }

    /// Returns another type with the same attributes.
    fn with(&self, ty: &Type) -> Self {
        match ty {
            Type::Pointer(inner) => self.with(inner),
            Type::Message(index) if self.custom.is_none() => {
                let mut inner = Self::of_type(self.protocol, *index);
                inner.marks.strict |= self.marks.strict;
                inner
            }
            ty => Self { ty: ty.clone(), ..self.clone() },
        }
    }

    /// Returns the content of an `Option`. Messages use the name of the whole.
    pub(super) fn inside(&self, inner: &Type) -> Self {
        let outer = self.outer.as_ref().unwrap_or(&self.ty);
        Self { outer: Some(outer.clone()), ..self.with(inner) }
    }

    /// Returns a text that values have in common if they are written in the same way.
    pub(super) fn identity(&self) -> String {
        format!("{:?}", (&self.ty, self.marks, self.custom))
    }

    /// Returns the body of the type, if the schema defines it.
    pub(super) fn body(&self) -> Option<&'p Body> {
        match self.ty {
            Type::Message(index) => Some(&self.protocol.types[index].body),
            _ => None,
        }
    }

    pub(super) fn record(&self) -> Option<&'p Record> {
        match self.body() {
            Some(Body::Record(record)) => Some(record),
            _ => None,
        }
    }

    pub(super) fn enumeration(&self) -> Option<&'p Enumeration> {
        match self.body() {
            Some(Body::Enumeration(enumeration)) => Some(enumeration),
            _ => None,
        }
    }

    /// Returns the name of the type for messages.
    pub(super) fn name(&self) -> String {
        if let Some(path) = self.custom {
            return format!("`{path}`");
        }
        if let (&Type::Message(index), None) = (&self.ty, &self.outer) {
            return format!("`{}`", self.protocol.types[index].path());
        }
        let Marks { time, wire_type, strict, typed, .. } = self.marks;
        let ty = self.outer.as_ref().unwrap_or(&self.ty);
        let name = text::short_type_text(self.protocol, ty, time);
        let mut words = Vec::new();
        let unit = time.map(|time| format!("in {}", time.unit_name()));
        words.extend(unit.as_deref());
        if let Some(wire_type) = wire_type {
            words.push(match wire_type {
                WireType::String => "as String",
                WireType::StringName => "as StringName",
                WireType::NodePath => "as NodePath",
                WireType::Array => "as Array",
                WireType::Int => "as int",
                WireType::Float => "as float",
                WireType::Float64 => "as float64",
            });
        }
        if strict {
            words.push("strict");
        }
        if typed {
            words.push("typed");
        }
        let words =
            if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) };
        format!("`{name}`{words}")
    }

    pub(super) fn number(&self) -> Option<Number> {
        let Type::Value(kind, bounds) = self.ty else { return None };
        // A bool on its own is not a number.
        let bounds = if kind == VariantType::Bool { Bounds::Bool } else { bounds };
        let (is_single, own_float) = match kind {
            VariantType::Float => (bounds == Bounds::F32, true),
            VariantType::Bool | VariantType::Int => (false, false),
            _ => return None,
        };
        let (range, lacks_zero) = (bounds.range(), bounds.lacks_zero());
        Some(match self.marks.wire_type {
            Some(WireType::Int) => {
                Number { as_float: false, range: bounds.ints(), lacks_zero, is_single: false }
            }
            Some(WireType::Float | WireType::Float64) => {
                let range = range.map(|_| bounds.whole_floats());
                Number { as_float: true, range, lacks_zero, is_single }
            }
            _ if self.ty == Type::BOOL => return None,
            _ => Number { as_float: own_float, range, lacks_zero, is_single },
        })
    }

    /// Whether it is a text, which may be encoded as a NodePath.
    pub(super) fn is_text(&self) -> bool {
        use VariantType::{NodePath, String, StringName};
        matches!(self.ty, Type::Value(String | StringName | NodePath, _))
            || self.marks.wire_type == Some(WireType::NodePath)
    }

    /// Returns the Variant types that it may be written as.
    pub(super) fn written(&self) -> VariantTypes {
        self.types(|layout| layout.written_types(Generation::Godot4))
    }

    /// Returns the Variant types that it may be read from.
    pub(super) fn read(&self) -> VariantTypes {
        self.types(|layout| layout.read_types(Generation::Godot4))
    }

    fn types(&self, of: impl FnOnce(&TypeLayout<'_>) -> VariantTypes) -> VariantTypes {
        if self.custom.is_some() {
            return VariantTypes::ALL;
        }
        let arena = Bump::new();
        let layouts = Layouts::new(self.protocol, &arena);
        of(layouts.marked(&self.ty, self.marks))
    }
}

/// Returns the Variant type of a record.
pub(super) fn of_form(form: Form) -> VariantType {
    match form {
        Form::Dictionary => VariantType::Dictionary,
        Form::Array => VariantType::Array,
    }
}
