//! What a field's type is in GDScript.

use godot_var_runtime::variant::{Bounds, Generation, VariantType, VariantTypes};

use super::text::article;
use super::{Generator, named};
use crate::flat::bounds_of_bits;
use crate::protocol::{
    Body, Diagnostic, EnumForm, Enumeration, Field, ParsedText, Place, Type, engine_name,
};
use godot_var_schema::variant::model::WireType;

/// A type with the attributes of its field.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) kind: Box<Kind>,
    /// The most bytes of a text, or elements.
    pub(super) max_len: Option<usize>,
    pub(super) strict: bool,
}

/// The ints that a number can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ints {
    pub(super) least: i64,
    pub(super) most: i64,
    /// Whether 0 is none of them, though it is in the range.
    pub(super) lacks_zero: bool,
}

impl Ints {
    pub(super) const ALL: Self = Self::from(i64::MIN, i64::MAX);

    pub(super) const fn from(least: i64, most: i64) -> Self {
        Self { least, most, lacks_zero: false }
    }

    /// Those that fit into this many bits.
    pub(super) fn in_bits(self, bits: u8) -> Self {
        if bits > 63 {
            return self;
        }
        let (low, high) = bounds_of_bits(bits, self.least < 0);
        Self { least: self.least.max(low as i64), most: self.most.min(high as i64), ..self }
    }

    /// Whether 0 is one of them.
    pub(super) const fn contain_zero(self) -> bool {
        self.least <= 0 && self.most >= 0 && !self.lacks_zero
    }

    fn of(bounds: Bounds<'_>) -> Self {
        let (least, most) = bounds.range().unwrap_or((i64::MIN, i64::MAX));
        Self { least, most, lacks_zero: bounds.lacks_zero() && least < 0 }
    }
}

/// What is sent, as GDScript sees it.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// Anything; the text says what the schema knows.
    Any(String),
    Nil,
    Bool,
    Int(Ints),
    Float {
        single: bool,
    },
    Text,
    Letter,
    /// A text that Rust parses.
    Parsed(&'static ParsedText),
    StringName,
    NodePath,
    /// A String here, a StringName there.
    TextAsName,
    /// A String here, a NodePath there.
    TextAsPath,
    BoolAsInt,
    FloatAsInt,
    IntAsFloat(Ints),
    BoolAsFloat,
    /// A structure of the engine, by its name there.
    Engine(&'static str),
    Option(Slot),
    List {
        element: Slot,
        /// The packed array that is sent.
        packed: Option<&'static str>,
        len: Option<u64>,
        /// Written with its type.
        typed: bool,
        /// Read from the packed array alone.
        exact: bool,
        /// The packed arrays that it is read from, in addition to Arrays.
        read_from: VariantTypes,
    },
    Map {
        key: Slot,
        value: Slot,
        typed: bool,
    },
    /// An object of a class.
    Class(usize),
    /// An enum that is sent as its number; whether any number will do.
    Number {
        index: usize,
        open: bool,
    },
    /// An enum that is sent as its name.
    Name {
        index: usize,
    },
    /// An enum of names that takes any name.
    NameText {
        index: usize,
    },
}

impl Slot {
    fn plain(kind: Kind) -> Self {
        Self { kind: Box::new(kind), max_len: None, strict: false }
    }
}

/// The field that has a type, for messages about it.
#[derive(Clone, Copy)]
pub(super) struct At<'a> {
    pub(super) name: &'a str,
    pub(super) place: &'a Place,
}

impl Generator<'_> {
    pub(super) fn refuse(&mut self, at: At<'_>, message: &str) -> Kind {
        self.errors.push(Diagnostic::new(at.place, format!("{}: {message}", at.name)));
        Kind::Nil
    }

    /// What a field is; a field that GDScript cannot have is reported.
    pub(super) fn kind_of_field(&mut self, field: &Field, owner: &str) -> Slot {
        let name = named(owner, &field.name);
        self.field_slot(field, At { name: &name, place: &field.place })
    }

    fn field_slot(&mut self, field: &Field, at: At<'_>) -> Slot {
        if let Some(function) = &field.custom {
            return Slot::plain(Kind::Any(format!("as `{function}` writes and reads it")));
        }
        let own = |generator: &mut Self, ty: &Type| {
            if matches!(ty, Type::Message(_)) {
                let slot = generator.inner(ty, at);
                return Slot { strict: slot.strict || field.marks.strict, ..slot };
            }
            let kind = generator.kind(ty, field.marks.wire_type, field.marks.typed, at);
            Slot { kind: Box::new(kind), max_len: field.marks.max_len, strict: field.marks.strict }
        };
        match &field.ty {
            Type::Option(inner) => Slot::plain(Kind::Option(own(self, inner))),
            ty => own(self, ty),
        }
    }

    fn inner(&mut self, ty: &Type, at: At<'_>) -> Slot {
        if let Type::Pointer(inner) = ty {
            return self.inner(inner, at);
        }
        if let Type::Message(index) = ty {
            let protocol = self.protocol;
            if let Body::Transparent(field) = &protocol.types[*index].body {
                return self.field_slot(field, at);
            }
        }
        Slot::plain(self.kind(ty, None, false, at))
    }

    fn kind(&mut self, ty: &Type, wire: Option<WireType>, typed: bool, at: At<'_>) -> Kind {
        match ty {
            Type::Value(kind, bounds) => self.value(*kind, *bounds, wire, at),
            Type::Variant => Kind::Any("anything".to_owned()),
            Type::Pointer(inner) => self.kind(inner, wire, typed, at),
            Type::Option(inner) => Kind::Option(self.inner(inner, at)),
            Type::List(inner) | Type::Set(inner) | Type::FixedList(_, inner) => {
                let len = match ty {
                    Type::FixedList(len, _) => Some(*len),
                    _ => None,
                };
                if len.is_some_and(|len| len > 4096) {
                    return self
                        .refuse(at, "an Array of that many elements has no sensible default");
                }
                if typed && !self.four {
                    return self.refuse(at, "Godot 3 has no typed containers; remove `typed`");
                }
                let packed = match (wire, ty) {
                    (Some(WireType::Array), _) => None,
                    _ if typed => None,
                    (_, Type::Set(inner)) if **inner != Type::STRING => None,
                    _ => self.packed(inner),
                };
                let layout = inner.value_layout();
                let read_from =
                    layout.map_or(VariantTypes::NONE, |layout| layout.read_packed_arrays());
                let element = self.inner(inner, at);
                Kind::List { element, packed, len, typed, exact: false, read_from }
            }
            Type::View(element) => {
                let Some(packed) = self.packed(element) else {
                    return self.refuse(at, "this engine has no packed array of these elements");
                };
                Kind::List {
                    element: self.inner(element, at),
                    packed: Some(packed),
                    len: None,
                    typed: false,
                    exact: true,
                    read_from: VariantTypes::NONE,
                }
            }
            // Every other tuple is a class; a key that is one is refused.
            Type::Tuple(_) => Kind::Nil,
            Type::Map(key, value) => {
                if typed && !self.four {
                    return self.refuse(at, "Godot 3 has no typed containers; remove `typed`");
                }
                let key = self.inner(key, at);
                if !key.kind.is_key() || key.max_len.is_some() {
                    return self.refuse(
                        at,
                        "generated classes have no Dictionary with such keys, but with texts, names, ints, bools, \
                         vectors of ints or enums of numbers as keys",
                    );
                }
                Kind::Map { key, value: self.inner(value, at), typed }
            }
            Type::Message(index) => self.message(*index, at),
            Type::Custom => Kind::Any("anything".to_owned()),
        }
    }

    fn message(&mut self, index: usize, at: At<'_>) -> Kind {
        let protocol = self.protocol;
        match &protocol.types[index].body {
            Body::Unit => Kind::Nil,
            Body::Record(record) => {
                if index >= self.schema.types.len() {
                    let elements =
                        record.fields.iter().map(|element| self.inner(&element.ty, at)).collect();
                    self.tuples.insert(index, elements);
                }
                Kind::Class(index)
            }
            Body::Transparent(field) => {
                // Attributes of the field are kept by `inner`.
                *self.field_slot(field, at).kind
            }
            Body::Enumeration(enumeration) => match (&enumeration.form, &enumeration.other) {
                (EnumForm::Numbers, other) => Kind::Number { index, open: other.is_some() },
                (EnumForm::Names, None) => Kind::Name { index },
                (EnumForm::Names, Some(_)) => Kind::NameText { index },
                _ => Kind::Class(index),
            },
        }
    }

    fn value(
        &mut self,
        kind: VariantType,
        bounds: Bounds<'static>,
        wire: Option<WireType>,
        at: At<'_>,
    ) -> Kind {
        let as_float = matches!(wire, Some(WireType::Float | WireType::Float64));
        match kind {
            VariantType::Nil => Kind::Nil,
            VariantType::Bool if wire == Some(WireType::Int) => Kind::BoolAsInt,
            VariantType::Bool if as_float => Kind::BoolAsFloat,
            VariantType::Bool => Kind::Bool,
            VariantType::Int if as_float => {
                let (least, most) = bounds.whole_floats();
                Kind::IntAsFloat(Ints { least, most, ..Ints::of(bounds) })
            }
            VariantType::Int => Kind::Int(Ints::of(bounds)),
            VariantType::Float if wire == Some(WireType::Int) => Kind::FloatAsInt,
            // Whether 64 bits are needed is the engine's own choice.
            VariantType::Float => Kind::Float { single: bounds == Bounds::F32 },
            VariantType::String => match (bounds, wire) {
                (Bounds::Char, _) => Kind::Letter,
                (Bounds::None, Some(WireType::StringName)) => Kind::TextAsName,
                (Bounds::None, Some(WireType::NodePath)) => Kind::TextAsPath,
                (bounds, _) => ParsedText::of(bounds).map_or(Kind::Text, Kind::Parsed),
            },
            VariantType::StringName if self.four => Kind::StringName,
            VariantType::StringName => Kind::Text,
            VariantType::NodePath => Kind::NodePath,
            VariantType::Callable
            | VariantType::Signal
            | VariantType::Rid
            | VariantType::Object => {
                let name = kind.name(Generation::Godot4);
                let message = format!(
                    "{} {name} is valid only in the engine that created it; \
                     GDScript cannot send it",
                    article(name).to_lowercase()
                );
                self.refuse(at, &message)
            }
            _ => match engine_name(kind, self.generation()) {
                Some(name) => Kind::Engine(name),
                None => {
                    let message = format!("Godot 3 has no {}", kind.name(Generation::Godot4));
                    self.refuse(at, &message)
                }
            },
        }
    }

    /// The packed array of an element type.
    fn packed(&self, element: &Type) -> Option<&'static str> {
        element.packed_array(self.generation()).map(|array| array.name(self.generation()))
    }

    /// The type of a member.
    pub(super) fn member_type(&self, kind: &Kind) -> String {
        match kind {
            Kind::Any(_) | Kind::Nil => "Variant".to_owned(),
            Kind::Bool | Kind::BoolAsInt | Kind::BoolAsFloat => "bool".to_owned(),
            Kind::Int(..) | Kind::IntAsFloat(..) => "int".to_owned(),
            Kind::Float { .. } | Kind::FloatAsInt => "float".to_owned(),
            Kind::Text
            | Kind::Letter
            | Kind::Parsed(_)
            | Kind::TextAsName
            | Kind::TextAsPath
            | Kind::NameText { .. } => "String".to_owned(),
            Kind::StringName => "StringName".to_owned(),
            Kind::NodePath => "NodePath".to_owned(),
            Kind::Engine(name) => (*name).to_owned(),
            Kind::Option(inner) => match *inner.kind {
                Kind::Class(index) => self.names.class(index).to_owned(),
                _ => "Variant".to_owned(),
            },
            Kind::List { packed: Some(packed), .. } => (*packed).to_owned(),
            Kind::List { element, .. } => self.array_of(&element.kind),
            Kind::Map { key, value, .. } if self.has_typed_dictionaries() => {
                format!(
                    "Dictionary[{}, {}]",
                    self.element_type(&key.kind),
                    self.element_type(&value.kind)
                )
            }
            Kind::Map { .. } => "Dictionary".to_owned(),
            Kind::Class(index) => self.names.class(*index).to_owned(),
            Kind::Number { open: true, .. } => "int".to_owned(),
            Kind::Number { index, .. } | Kind::Name { index } => {
                if self.four {
                    self.names.class(*index).to_owned()
                } else {
                    "int".to_owned()
                }
            }
        }
    }

    /// A type of elements: containers in containers have none.
    pub(super) fn element_type(&self, kind: &Kind) -> String {
        match kind {
            Kind::List { packed: None, .. } => "Array".to_owned(),
            Kind::Map { .. } => "Dictionary".to_owned(),
            kind => self.member_type(kind),
        }
    }

    pub(super) fn array_of(&self, element: &Kind) -> String {
        let element = self.element_type(element);
        if self.four && element != "Variant" {
            format!("Array[{element}]")
        } else {
            "Array".to_owned()
        }
    }

    pub(super) fn enumeration(&self, index: usize) -> Option<&Enumeration> {
        match &self.protocol.types[index].body {
            Body::Enumeration(enumeration) => Some(enumeration),
            _ => None,
        }
    }
}

impl Kind {
    /// Whether a Dictionary can be read that has these as keys: what is taken for one is checked
    /// without a conversion.
    fn is_key(&self) -> bool {
        match self {
            Self::Text
            | Self::Letter
            | Self::StringName
            | Self::Int(..)
            | Self::Bool
            | Self::Number { .. } => true,
            Self::Engine(name) => matches!(*name, "Vector2i" | "Vector3i" | "Vector4i" | "Rect2i"),
            _ => false,
        }
    }

    /// Whether the engine's value is the value that is sent.
    pub(super) fn is_plain(&self) -> bool {
        match self {
            Self::Any(_)
            | Self::Nil
            | Self::Bool
            | Self::Int(..)
            | Self::Float { single: false }
            | Self::Text
            | Self::Letter
            | Self::Parsed(_)
            | Self::StringName
            | Self::NodePath
            | Self::Engine(_)
            | Self::Number { .. }
            | Self::NameText { .. } => true,
            Self::Option(inner) => inner.kind.is_plain(),
            // An Array with a type of its own must lose it.
            Self::List { packed, typed, .. } => packed.is_some() || *typed,
            _ => false,
        }
    }
}
