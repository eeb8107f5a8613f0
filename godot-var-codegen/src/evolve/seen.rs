//! A type as it appears on the wire: newtypes are removed, and attributes of its field are applied.

use bumpalo::Bump;
use godot_var_runtime::variant::{
    Bounds, Generation, LARGEST_WHOLE_FLOAT, TypeLayout, VariantType, VariantTypes,
};

use crate::protocol::layout::{Layouts, Marks};
use crate::protocol::text;
use crate::protocol::{Body, Field, Form, Protocol, Record, Time, Type, WireType};

/// A type and its encoding.
#[derive(Clone)]
pub(super) struct Seen<'p> {
    pub(super) protocol: &'p Protocol,
    pub(super) ty: &'p Type,
    /// The index of its type in the schema, below all newtypes.
    pub(super) message: Option<usize>,
    pub(super) time: Option<Time>,
    pub(super) wire_type: Option<WireType>,
    pub(super) max_len: Option<usize>,
    pub(super) strict: bool,
    pub(super) typed: bool,
    pub(super) custom: Option<&'p str>,
    /// The `Option` that contains it.
    outer: Option<&'p Type>,
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
        self.range.is_none_or(|(low, high)| low <= number && number <= high)
            && !(number == 0 && self.lacks_zero)
    }
}

impl<'p> Seen<'p> {
    pub(super) fn of_type(protocol: &'p Protocol, index: usize) -> Self {
        let def = &protocol.types[index];
        if let Body::Transparent(field) = &def.body {
            return Self::of_field(protocol, field);
        }
        Self {
            protocol,
            ty: &Type::UNIT,
            message: (def.body != Body::Unit).then_some(index),
            time: None,
            wire_type: None,
            max_len: None,
            strict: false,
            typed: false,
            custom: None,
            outer: None,
        }
    }

    pub(super) fn of_field(protocol: &'p Protocol, field: &'p Field) -> Self {
        let seen = Self {
            time: field.time,
            wire_type: field.wire_type,
            max_len: field.max_len,
            strict: field.strict,
            typed: field.typed,
            custom: field.custom.as_deref(),
            ..Self::of(protocol, &Type::UNIT)
        };
        seen.with(&field.ty)
    }

    /// A type without attributes.
    pub(super) fn of(protocol: &'p Protocol, ty: &'p Type) -> Self {
        let plain = Self {
            protocol,
            ty: &Type::UNIT,
            message: None,
            time: None,
            wire_type: None,
            max_len: None,
            strict: false,
            typed: false,
            custom: None,
            outer: None,
        };
        plain.with(ty)
    }

    /// Returns another type with the same attributes.
    pub(super) fn with(&self, ty: &'p Type) -> Self {
        if let Type::Pointer(inner) = ty {
            return self.with(inner);
        }
        if let (Type::Message(index), None) = (ty, self.custom) {
            let inner = Self::of_type(self.protocol, *index);
            return Self { strict: self.strict || inner.strict, ..inner };
        }
        Self { ty, message: None, ..self.clone() }
    }

    /// Returns the content of an `Option`. Messages use the name of the whole.
    pub(super) fn inside(&self, inner: &'p Type) -> Self {
        Self { outer: self.outer.or(Some(self.ty)), ..self.with(inner) }
    }

    pub(super) fn record(&self) -> Option<&'p Record> {
        match &self.protocol.types[self.message?].body {
            Body::Record(record) => Some(record),
            _ => None,
        }
    }

    /// Returns the name of the type for messages.
    pub(super) fn name(&self) -> String {
        if let Some(path) = self.custom {
            return format!("`{path}`");
        }
        if let (Some(index), None) = (self.message, self.outer) {
            return format!("`{}`", self.protocol.types[index].path());
        }
        let ty = self.outer.unwrap_or(self.ty);
        let name = text::field_type_text(self.protocol, &[], ty, self.time);
        let name = name.replace("std::collections::", "").replace("std::time::", "");
        let name = name.replace("&'a ", "&");
        let mut words = Vec::new();
        let unit = self.time.map(|time| format!("in {}", time.unit_name()));
        words.extend(unit.as_deref());
        if let Some(wire_type) = self.wire_type {
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
        if self.strict {
            words.push("strict");
        }
        if self.typed {
            words.push("typed");
        }
        let words =
            if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) };
        format!("`{name}`{words}")
    }

    pub(super) fn number(&self) -> Option<Number> {
        let Type::Value(kind, bounds) = *self.ty else { return None };
        let (range, is_single, own_float) = match kind {
            VariantType::Float => (None, bounds == Bounds::F32, true),
            // On its own it is not a number.
            VariantType::Bool => (Some((0, 1)), false, false),
            VariantType::Int => (bounds.range(), false, false),
            _ => return None,
        };
        let lacks_zero = bounds.lacks_zero();
        if self.custom.is_some() || self.message.is_some() {
            return None;
        }
        let whole = range.unwrap_or((-LARGEST_WHOLE_FLOAT, LARGEST_WHOLE_FLOAT));
        Some(match self.wire_type {
            Some(WireType::Int) => {
                Number { as_float: false, range: Some(whole), lacks_zero, is_single: false }
            }
            Some(WireType::Float | WireType::Float64) => {
                let exact = |(low, high): (i64, i64)| {
                    (low.max(-LARGEST_WHOLE_FLOAT), high.min(LARGEST_WHOLE_FLOAT))
                };
                Number { as_float: true, range: range.map(exact), lacks_zero, is_single }
            }
            _ if *self.ty == Type::BOOL => return None,
            _ => Number { as_float: own_float, range, lacks_zero, is_single },
        })
    }

    /// Whether it is a text that is not encoded as a NodePath.
    pub(super) fn is_text(&self) -> bool {
        let text = matches!(self.ty, Type::Value(VariantType::String | VariantType::StringName, _));
        text && self.custom.is_none()
            && self.message.is_none()
            && self.wire_type != Some(WireType::NodePath)
    }

    pub(super) fn is_node_path(&self) -> bool {
        self.custom.is_none()
            && self.message.is_none()
            && (matches!(self.ty, Type::Value(VariantType::NodePath, _))
                || self.wire_type == Some(WireType::NodePath))
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
        let Self { time, wire_type, max_len, strict, typed, .. } = *self;
        let layout = match self.message {
            Some(index) if strict => &TypeLayout::Strict(layouts.message(index)),
            Some(index) => layouts.message(index),
            None => layouts.marked(self.ty, Marks { time, wire_type, max_len, strict, typed }),
        };
        of(layout)
    }
}

/// Returns the Variant type of a record.
pub(super) fn of_form(form: Form) -> VariantType {
    match form {
        Form::Dictionary => VariantType::Dictionary,
        Form::Array => VariantType::Array,
    }
}
