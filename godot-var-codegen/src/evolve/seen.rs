//! A type as the wire sees it: through newtypes, with the attributes of its field.

use crate::lock;
use crate::protocol::{Body, Engine, Field, Form, Integer, Protocol, Record, Type, WireType};

/// A type with how it travels.
#[derive(Clone)]
pub(super) struct Seen<'p> {
    pub(super) protocol: &'p Protocol,
    pub(super) ty: &'p Type,
    /// The type of the schema that it is, below all newtypes.
    pub(super) message: Option<usize>,
    pub(super) wire_type: Option<WireType>,
    pub(super) max_len: Option<usize>,
    pub(super) strict: bool,
    pub(super) typed: bool,
    pub(super) custom: Option<&'p str>,
    /// Whether it is a newtype's content: lists of newtypes are no packed arrays.
    pub(super) is_newtype: bool,
    /// The `Option` that it is inside of.
    outer: Option<&'p Type>,
}

/// A type of values on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Nil,
    Bool,
    Int,
    Float,
    String,
    StringName,
    NodePath,
    Dictionary,
    Array,
    Packed(Pack),
    Engine(Engine),
}

/// The element of a packed array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pack {
    Bytes,
    Int32,
    Int64,
    Float32,
    Float64,
    Texts,
    Engine(Engine),
}

/// A number on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// Whether it travels as a float.
    pub(super) as_float: bool,
    /// The whole numbers that it can be; nothing for any real.
    pub(super) range: Option<(i64, i64)>,
    /// Whether it holds no more than 32 bits of a float.
    pub(super) is_single: bool,
}

/// The whole numbers that are exact in a float.
const WHOLE: i64 = 1 << 53;

impl<'p> Seen<'p> {
    pub(super) fn of_type(protocol: &'p Protocol, index: usize) -> Self {
        let def = &protocol.types[index];
        if let Body::Transparent(field) = &def.body {
            return Self { is_newtype: true, ..Self::of_field(protocol, field) };
        }
        Self {
            protocol,
            ty: &Type::Unit,
            message: (def.body != Body::Unit).then_some(index),
            wire_type: None,
            max_len: None,
            strict: false,
            typed: false,
            custom: None,
            is_newtype: false,
            outer: None,
        }
    }

    pub(super) fn of_field(protocol: &'p Protocol, field: &'p Field) -> Self {
        let seen = Self {
            wire_type: field.wire_type,
            max_len: field.max_len,
            strict: field.strict,
            typed: field.typed,
            custom: field.custom.as_deref(),
            ..Self::of(protocol, &Type::Unit)
        };
        seen.with(&field.ty)
    }

    /// A type without attributes.
    pub(super) fn of(protocol: &'p Protocol, ty: &'p Type) -> Self {
        let plain = Self {
            protocol,
            ty: &Type::Unit,
            message: None,
            wire_type: None,
            max_len: None,
            strict: false,
            typed: false,
            custom: None,
            is_newtype: false,
            outer: None,
        };
        plain.with(ty)
    }

    /// The same attributes on another type.
    pub(super) fn with(&self, ty: &'p Type) -> Self {
        if let (Type::Message(index), None) = (ty, self.custom) {
            let inner = Self::of_type(self.protocol, *index);
            return Self { strict: self.strict || inner.strict, ..inner };
        }
        Self { ty, message: None, ..self.clone() }
    }

    /// What is inside an `Option`, which a person knows by the name of the whole.
    pub(super) fn inside(&self, inner: &'p Type) -> Self {
        Self { outer: self.outer.or(Some(self.ty)), ..self.with(inner) }
    }

    pub(super) fn record(&self) -> Option<&'p Record> {
        match &self.protocol.types[self.message?].body {
            Body::Record(record) => Some(record),
            _ => None,
        }
    }

    /// The type as a person knows it.
    pub(super) fn name(&self) -> String {
        if let Some(path) = self.custom {
            return format!("`{path}`");
        }
        if let (Some(index), None) = (self.message, self.outer) {
            return format!("`{}`", self.protocol.types[index].path());
        }
        let name = lock::type_text(self.protocol, &[], self.outer.unwrap_or(self.ty));
        let name = name.replace("std::collections::", "").replace("&'a ", "&");
        let mut words = Vec::new();
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
        let (range, is_single, own_float) = match self.ty {
            Type::Int(integer) => (Some(integer.range()), false, false),
            Type::F32 => (None, true, true),
            Type::F64 => (None, false, true),
            // Alone it is no number.
            Type::Bool => (Some((0, 1)), false, false),
            _ => return None,
        };
        if self.custom.is_some() || self.message.is_some() {
            return None;
        }
        let whole = range.unwrap_or((-WHOLE, WHOLE));
        Some(match self.wire_type {
            Some(WireType::Int) => Number { as_float: false, range: Some(whole), is_single: false },
            Some(WireType::Float | WireType::Float64) => {
                let exact = |(low, high): (i64, i64)| (low.max(-WHOLE), high.min(WHOLE));
                Number { as_float: true, range: range.map(exact), is_single }
            }
            _ if *self.ty == Type::Bool => return None,
            _ => Number { as_float: own_float, range, is_single },
        })
    }

    /// Whether it is a text, and on the wire, where it is no NodePath.
    pub(super) fn is_text(&self) -> bool {
        let text = matches!(self.ty, Type::String | Type::Char | Type::Engine(Engine::StringName));
        text && self.custom.is_none()
            && self.message.is_none()
            && self.wire_type != Some(WireType::NodePath)
    }

    pub(super) fn is_node_path(&self) -> bool {
        self.custom.is_none()
            && self.message.is_none()
            && (*self.ty == Type::Engine(Engine::NodePath)
                || self.wire_type == Some(WireType::NodePath))
    }

    /// The packed array that a list of these is.
    pub(super) fn pack(&self) -> Option<Pack> {
        if self.message.is_some() || self.is_newtype {
            return None;
        }
        Some(match self.ty {
            Type::Int(Integer::U8) => Pack::Bytes,
            Type::Int(Integer::I32) => Pack::Int32,
            Type::Int(Integer::I64) => Pack::Int64,
            Type::F32 => Pack::Float32,
            Type::F64 => Pack::Float64,
            Type::String => Pack::Texts,
            Type::Engine(
                engine @ (Engine::Vector2 | Engine::Vector3 | Engine::Vector4 | Engine::Color),
            )
            | Type::Double(engine @ (Engine::Vector2 | Engine::Vector3 | Engine::Vector4)) => {
                Pack::Engine(*engine)
            }
            _ => return None,
        })
    }

    /// Whether lists of these are read from such a packed array.
    pub(super) fn reads_pack(&self, pack: Pack) -> bool {
        if self.message.is_some() || self.is_newtype {
            return false;
        }
        match (self.ty, pack) {
            (Type::Int(_), Pack::Bytes | Pack::Int32 | Pack::Int64)
            | (Type::F32 | Type::F64, Pack::Float32 | Pack::Float64)
            | (Type::String | Type::Engine(Engine::StringName), Pack::Texts) => true,
            (Type::Engine(engine) | Type::Double(engine), Pack::Engine(packed)) => {
                *engine == packed
            }
            _ => false,
        }
    }

    /// The types that it is written as; nothing for any.
    pub(super) fn written(&self) -> Option<Vec<Kind>> {
        if self.custom.is_some() {
            return None;
        }
        if let Some(index) = self.message {
            return match &self.protocol.types[index].body {
                Body::Record(record) => Some(vec![of_form(record.form)]),
                Body::Enumeration(enumeration) => {
                    super::choice::written(self.protocol, enumeration)
                }
                _ => None,
            };
        }
        if let (Some(number), true) =
            (self.number(), *self.ty != Type::Bool || self.wire_type.is_some())
        {
            return Some(vec![if number.as_float { Kind::Float } else { Kind::Int }]);
        }
        if self.is_node_path() {
            return Some(vec![Kind::NodePath]);
        }
        Some(match self.ty {
            Type::Unit => vec![Kind::Nil],
            Type::Bool => vec![Kind::Bool],
            Type::String | Type::Char | Type::Engine(Engine::StringName) => {
                let is_name = match self.wire_type {
                    Some(wire_type) => wire_type == WireType::StringName,
                    None => *self.ty == Type::Engine(Engine::StringName),
                };
                vec![if is_name { Kind::StringName } else { Kind::String }]
            }
            Type::Engine(Engine::Dictionary) | Type::Map(..) => vec![Kind::Dictionary],
            Type::Engine(Engine::Array) | Type::Tuple(_) => vec![Kind::Array],
            Type::Engine(engine) | Type::Double(engine) => vec![Kind::Engine(*engine)],
            Type::Bytes => vec![Kind::Packed(Pack::Bytes)],
            Type::List(_) | Type::FixedList(..) | Type::Set(_) => {
                vec![self.list_pack().map_or(Kind::Array, Kind::Packed)]
            }
            Type::Option(inner) => {
                let mut kinds = self.with(inner).written()?;
                kinds.push(Kind::Nil);
                kinds
            }
            _ => return None,
        })
    }

    /// The packed array that this list is.
    pub(super) fn list_pack(&self) -> Option<Pack> {
        match self.ty {
            Type::Bytes => Some(Pack::Bytes),
            Type::List(element) | Type::FixedList(_, element)
                if self.wire_type != Some(WireType::Array) && !self.typed =>
            {
                Self::of(self.protocol, element).pack()
            }
            Type::Set(element) => {
                Self::of(self.protocol, element).pack().filter(|pack| *pack == Pack::Texts)
            }
            _ => None,
        }
    }

    /// The types that it is read from; nothing for any.
    pub(super) fn read(&self) -> Option<Vec<Kind>> {
        let written = self.written();
        if self.strict {
            return written;
        }
        let mut kinds = written?;
        if let Some(index) = self.message {
            if let Body::Enumeration(enumeration) = &self.protocol.types[index].body {
                return super::choice::read(self.protocol, enumeration);
            }
            return Some(kinds);
        }
        match self.ty {
            Type::Int(_) | Type::F32 | Type::F64 => kinds.extend([Kind::Int, Kind::Float]),
            Type::Bool if self.wire_type.is_some() => kinds.extend([Kind::Int, Kind::Float]),
            Type::String | Type::Char | Type::Engine(Engine::StringName | Engine::NodePath) => {
                kinds.extend([Kind::String, Kind::StringName]);
            }
            Type::Engine(Engine::ObjectId) => kinds.push(Kind::Nil),
            Type::List(element) | Type::FixedList(_, element) | Type::Set(element) => {
                kinds.push(Kind::Array);
                let element = Self::of(self.protocol, element);
                let all = [
                    Pack::Bytes,
                    Pack::Int32,
                    Pack::Int64,
                    Pack::Float32,
                    Pack::Float64,
                    Pack::Texts,
                    Pack::Engine(Engine::Vector2),
                    Pack::Engine(Engine::Vector3),
                    Pack::Engine(Engine::Vector4),
                    Pack::Engine(Engine::Color),
                ];
                kinds.extend(
                    all.into_iter().filter(|pack| element.reads_pack(*pack)).map(Kind::Packed),
                );
            }
            Type::Option(inner) => kinds.extend(self.with(inner).read()?),
            _ => {}
        }
        Some(kinds)
    }
}

pub(super) fn of_form(form: Form) -> Kind {
    match form {
        Form::Dictionary => Kind::Dictionary,
        Form::Array => Kind::Array,
    }
}
