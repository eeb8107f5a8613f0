//! What a field's type is in GDScript.

use godot_var_runtime::variant::VariantTypes;

use super::text::{article, float, int, string};
use super::{Generator, named};
use crate::protocol::{
    Body, Diagnostic, EnumForm, Enumeration, Enumerator, Field, FieldDefault, Form, Integer, Place,
    Type, TypeDefault, Value,
};
use godot_var_schema::variant::model::Id;
use godot_var_schema::variant::model::WireType;

/// A type with the attributes of its field.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) kind: Box<Kind>,
    /// The most bytes of a text, or elements.
    pub(super) max_len: Option<usize>,
    pub(super) strict: bool,
}

/// What travels, as GDScript sees it.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// Anything; the text says what the schema knows.
    Any(String),
    Nil,
    Bool,
    Int(i64, i64),
    Float {
        single: bool,
    },
    Text,
    Letter,
    StringName,
    NodePath,
    /// A String here, a StringName there.
    TextAsName,
    /// A String here, a NodePath there.
    TextAsPath,
    BoolAsInt,
    FloatAsInt,
    IntAsFloat(i64, i64),
    BoolAsFloat,
    /// A structure of the engine, by its name there.
    Engine(&'static str),
    Option(Slot),
    List {
        element: Slot,
        /// The packed array that travels.
        packed: Option<&'static str>,
        len: Option<u64>,
        /// Written with its type.
        typed: bool,
        /// Read from the packed array alone.
        exact: bool,
        /// The packed arrays that it is read from, beside Arrays.
        read_from: VariantTypes,
    },
    Tuple(Vec<Slot>),
    Map {
        key: Slot,
        value: Slot,
        typed: bool,
    },
    /// An object of a class.
    Class(usize),
    /// An enum that travels as its number; whether any number will do.
    Number {
        index: usize,
        open: bool,
    },
    /// An enum that travels as its name.
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

/// The field that a type stands in, for messages about it.
#[derive(Clone, Copy)]
struct At<'a> {
    name: &'a str,
    place: &'a Place,
}

impl Generator<'_> {
    fn refuse(&mut self, at: At<'_>, message: &str) -> Kind {
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
                return generator.inner(ty, at);
            }
            let kind = generator.kind(ty, field.wire_type, field.typed, at);
            Slot { kind: Box::new(kind), max_len: field.max_len, strict: field.strict }
        };
        match &field.ty {
            Type::Option(inner) => Slot::plain(Kind::Option(own(self, inner))),
            ty => own(self, ty),
        }
    }

    fn inner(&mut self, ty: &Type, at: At<'_>) -> Slot {
        if let Type::Message(index) = ty {
            let protocol = self.protocol;
            if let Body::Transparent(field) = &protocol.types[*index].body {
                return self.field_slot(field, at);
            }
        }
        Slot::plain(self.kind(ty, None, false, at))
    }

    fn kind(&mut self, ty: &Type, wire: Option<WireType>, typed: bool, at: At<'_>) -> Kind {
        let float = |single| match wire {
            Some(WireType::Int) => Kind::FloatAsInt,
            // Whether 64 bits are needed is the engine's own choice.
            _ => Kind::Float { single },
        };
        match ty {
            Type::Unit => Kind::Nil,
            Type::Bool => match wire {
                Some(WireType::Int) => Kind::BoolAsInt,
                Some(WireType::Float | WireType::Float64) => Kind::BoolAsFloat,
                _ => Kind::Bool,
            },
            Type::Int(integer) => {
                let (low, high) = integer.range();
                match wire {
                    Some(WireType::Float | WireType::Float64) => Kind::IntAsFloat(low, high),
                    _ => Kind::Int(low, high),
                }
            }
            Type::F32 => float(true),
            Type::F64 => float(false),
            Type::Char => Kind::Letter,
            Type::String => match wire {
                Some(WireType::StringName) => Kind::TextAsName,
                Some(WireType::NodePath) => Kind::TextAsPath,
                _ => Kind::Text,
            },
            Type::Engine(engine) | Type::Double(engine) => self.engine(*engine, at),
            Type::Variant => Kind::Any("anything".to_owned()),
            Type::Option(inner) => Kind::Option(self.inner(inner, at)),
            Type::List(inner) | Type::Set(inner) | Type::FixedList(_, inner) => {
                let len = match ty {
                    Type::FixedList(len, _) => Some(*len),
                    _ => None,
                };
                if len.is_some_and(|len| len > 4096) {
                    return self.refuse(at, "an Array of so many elements has no sensible default");
                }
                if typed && !self.four {
                    return self.refuse(at, "Godot 3 has no typed containers; remove `typed`");
                }
                let packed = match (wire, ty) {
                    (Some(WireType::Array), _) => None,
                    _ if typed => None,
                    (_, Type::Set(inner)) if **inner != Type::String => None,
                    _ => self.packed(inner),
                };
                let layout = inner.value_layout();
                let read_from =
                    layout.map_or(VariantTypes::NONE, |layout| layout.read_packed_arrays());
                let element = self.inner(inner, at);
                Kind::List { element, packed, len, typed, exact: false, read_from }
            }
            Type::Bytes => Kind::List {
                element: Slot::plain(Kind::Int(0, 255)),
                packed: self.packed(&Type::Int(Integer::U8)),
                len: None,
                typed: false,
                exact: true,
                read_from: VariantTypes::NONE,
            },
            Type::Tuple(elements) => {
                Kind::Tuple(elements.iter().map(|element| self.inner(element, at)).collect())
            }
            Type::Map(key, value) => {
                if typed && !self.four {
                    return self.refuse(at, "Godot 3 has no typed containers; remove `typed`");
                }
                let key = self.inner(key, at);
                let fits = matches!(
                    *key.kind,
                    Kind::Text | Kind::Int(..) | Kind::Bool | Kind::Number { .. }
                ) && key.max_len.is_none();
                if !fits {
                    return self.refuse(
                        at,
                        "the keys of a Dictionary in GDScript are texts, ints, bools or enums of numbers",
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
            Body::Record(_) => Kind::Class(index),
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

    fn engine(&mut self, engine: crate::protocol::Engine, at: At<'_>) -> Kind {
        use crate::protocol::Engine;
        match engine {
            Engine::StringName if self.four => return Kind::StringName,
            Engine::StringName => return Kind::Text,
            Engine::NodePath => return Kind::NodePath,
            Engine::Callable | Engine::Signal | Engine::Rid | Engine::ObjectId => {
                let name = engine.godot4_name();
                let message = format!(
                    "{} {name} means something in the engine that made it alone; \
                     GDScript cannot send it",
                    article(name).to_lowercase()
                );
                return self.refuse(at, &message);
            }
            _ => {}
        }
        let name = if self.four { Some(engine.godot4_name()) } else { engine.godot3_name() };
        match name {
            Some(name) => Kind::Engine(name),
            None => {
                let message = format!("Godot 3 has no {}", engine.godot4_name());
                self.refuse(at, &message)
            }
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
            Kind::Tuple(_) => "Array".to_owned(),
            Kind::Map { key, value, .. } if self.four => {
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

    /// What a new object has.
    pub(super) fn initial(&self, kind: &Kind) -> String {
        match kind {
            Kind::Any(_) | Kind::Nil | Kind::Option(_) => "null".to_owned(),
            Kind::Bool | Kind::BoolAsInt | Kind::BoolAsFloat => "false".to_owned(),
            Kind::Int(..) | Kind::IntAsFloat(..) => "0".to_owned(),
            Kind::Float { .. } | Kind::FloatAsInt => "0.0".to_owned(),
            Kind::Text | Kind::TextAsName | Kind::TextAsPath => "\"\"".to_owned(),
            Kind::Letter => "\" \"".to_owned(),
            Kind::StringName => "&\"\"".to_owned(),
            Kind::NodePath => self.pick("NodePath()", "NodePath(\"\")").to_owned(),
            Kind::Engine("Color") => self.pick("Color.BLACK", "Color(0, 0, 0)").to_owned(),
            Kind::Engine(name) if name.starts_with("Vector") => format!("{name}.ZERO"),
            Kind::Engine("Dictionary") => "{}".to_owned(),
            Kind::Engine("Array") => "[]".to_owned(),
            // Godot 3 has constructors with arguments only.
            Kind::Engine("Rect2") if !self.four => "Rect2(0, 0, 0, 0)".to_owned(),
            Kind::Engine("Plane") if !self.four => "Plane(0, 0, 0, 0)".to_owned(),
            Kind::Engine("Quat") => "Quat(0, 0, 0, 1)".to_owned(),
            Kind::Engine("AABB") if !self.four => "AABB(Vector3.ZERO, Vector3.ZERO)".to_owned(),
            Kind::Engine("Basis") if !self.four => "Basis.IDENTITY".to_owned(),
            Kind::Engine("Transform") => "Transform.IDENTITY".to_owned(),
            Kind::Engine("Transform2D") if !self.four => "Transform2D.IDENTITY".to_owned(),
            Kind::Engine(name) => format!("{name}()"),
            Kind::List { packed, len, element, .. } => {
                let element = self.initial(&element.kind);
                let elements = vec![element; len.unwrap_or(0) as usize].join(", ");
                match (packed, elements.is_empty()) {
                    (Some(packed), true) => format!("{packed}()"),
                    (Some(packed), false) => format!("{packed}([{elements}])"),
                    (None, _) => format!("[{elements}]"),
                }
            }
            Kind::Tuple(elements) => {
                let elements: Vec<String> =
                    elements.iter().map(|element| self.initial(&element.kind)).collect();
                format!("[{}]", elements.join(", "))
            }
            Kind::Map { .. } => "{}".to_owned(),
            Kind::Class(index) => self.new_object(*index),
            Kind::Number { index, .. } | Kind::Name { index } => {
                match self.default_member(*index) {
                    Some(member) => format!(
                        "{}.{}",
                        self.names.class(*index),
                        super::names::member_constant(member)
                    ),
                    None => "0".to_owned(),
                }
            }
            Kind::NameText { index } => {
                match self.default_member(*index).map(|member| &member.id) {
                    Some(Id::Text(name)) => string(name),
                    _ => "\"\"".to_owned(),
                }
            }
        }
    }

    fn new_object(&self, index: usize) -> String {
        let class = self.names.class(index);
        match self.default_member(index) {
            Some(member) => format!("{}.new()", super::names::member_class(class, member)),
            None => format!("{class}.new()"),
        }
    }

    fn enumeration(&self, index: usize) -> Option<&Enumeration> {
        match &self.protocol.types[index].body {
            Body::Enumeration(enumeration) => Some(enumeration),
            _ => None,
        }
    }

    /// The `#[default]` member of an enum, or its first.
    fn default_member(&self, index: usize) -> Option<&Enumerator> {
        let enumeration = self.enumeration(index)?;
        let name = match &self.protocol.types[index].default {
            TypeDefault::Values(values) => values.iter().find_map(|(_, value)| match value {
                Value::Member(_, name) => Some(name),
                _ => None,
            }),
            _ => enumeration.default.as_ref(),
        };
        let members = || enumeration.members.iter().chain(&enumeration.other);
        members().find(|member| Some(&member.name) == name).or_else(|| members().next())
    }

    /// The initial value of a member: its default where it has one. Reports defaults that only
    /// code can tell.
    pub(super) fn initial_of_field(&mut self, field: &Field, slot: &Slot, owner: &str) -> String {
        let name = named(owner, &field.name);
        let at = At { name: &name, place: &field.place };
        match &field.default {
            FieldDefault::Required => self.initial(&slot.kind),
            FieldDefault::Type => {
                if !self.has_known_default(&slot.kind) && field.encoded {
                    self.refuse(
                        at,
                        "what the `Default` of this type is, is written in code; \
                         write `default = value` on the field",
                    );
                }
                self.initial(&slot.kind)
            }
            FieldDefault::Value(value) => match self.literal(value, &slot.kind) {
                Some(literal) => literal,
                None => {
                    self.refuse(at, "this default is none that GDScript can write");
                    String::new()
                }
            },
            FieldDefault::Code(code) => {
                let message = format!(
                    "the default `{code}` is code, which GDScript cannot run; write a value"
                );
                self.refuse(at, &message);
                String::new()
            }
        }
    }

    /// Whether `Default` gives what a new object has.
    fn has_known_default(&self, kind: &Kind) -> bool {
        match kind {
            Kind::Number { index, .. } | Kind::Name { index } | Kind::NameText { index } => {
                self.protocol.types[*index].default != TypeDefault::Unknown
            }
            Kind::Class(index) => {
                let def = &self.protocol.types[*index];
                match (&def.body, &def.default) {
                    (Body::Record(record), TypeDefault::Derived) => record
                        .fields
                        .iter()
                        .all(|field| !matches!(field.default, FieldDefault::Value(_))),
                    (Body::Record(record), TypeDefault::Values(values)) => {
                        record.fields.iter().all(|field| {
                            let value = values.iter().find(|(name, _)| *name == field.name);
                            value.is_some_and(|(_, value)| {
                                field.default == FieldDefault::Value(value.clone())
                                    || *value == Value::Empty && field.default == FieldDefault::Type
                            })
                        })
                    }
                    (_, default) => *default != TypeDefault::Unknown,
                }
            }
            Kind::Letter => false,
            Kind::List { element, len: Some(_), .. } => self.has_known_default(&element.kind),
            Kind::Tuple(elements) => {
                elements.iter().all(|element| self.has_known_default(&element.kind))
            }
            _ => true,
        }
    }

    /// A value in GDScript.
    fn literal(&self, value: &Value, kind: &Kind) -> Option<String> {
        Some(match (value, kind) {
            (Value::None, Kind::Option(_)) | (Value::Tuple(_), Kind::Nil) => "null".to_owned(),
            (Value::Some(value), Kind::Option(inner)) => self.literal(value, &inner.kind)?,
            (Value::Empty, kind) => self.initial(kind),
            (Value::Bool(value), _) => value.to_string(),
            (Value::Int(value), Kind::Float { .. } | Kind::FloatAsInt) => float(*value as f64),
            (Value::Int(value), _) => int(*value),
            (Value::Float(value), _) => float(*value),
            (Value::Text(text), Kind::StringName) => format!("&{}", string(text)),
            (Value::Text(text), Kind::NodePath) => format!("NodePath({})", string(text)),
            (Value::Text(text), _) => string(text),
            (Value::List(values), Kind::List { element, packed, .. }) => {
                let values: Option<Vec<String>> =
                    values.iter().map(|value| self.literal(value, &element.kind)).collect();
                let values = values?.join(", ");
                match packed {
                    Some(packed) => format!("{packed}([{values}])"),
                    None => format!("[{values}]"),
                }
            }
            (Value::Tuple(values), Kind::Tuple(elements)) if values.len() == elements.len() => {
                let values: Option<Vec<String>> = values
                    .iter()
                    .zip(elements)
                    .map(|(value, element)| self.literal(value, &element.kind))
                    .collect();
                format!("[{}]", values?.join(", "))
            }
            (Value::Structure(rust, components), Kind::Engine(name)) => {
                // The constructors that both sides have.
                let fits = rust.starts_with("Vector") || rust == "Color";
                let components: Option<Vec<String>> = components
                    .iter()
                    .map(|component| self.literal(component, &Kind::Bool))
                    .collect();
                if !fits {
                    return None;
                }
                format!("{name}({})", components?.join(", "))
            }
            (Value::Member(index, name), Kind::Number { .. } | Kind::Name { .. }) => {
                let member =
                    self.enumeration(*index)?.members.iter().find(|member| member.name == *name)?;
                format!("{}.{}", self.names.class(*index), super::names::member_constant(member))
            }
            (Value::Member(index, name), Kind::NameText { .. }) => {
                let member =
                    self.enumeration(*index)?.members.iter().find(|member| member.name == *name)?;
                match &member.id {
                    Id::Text(text) => string(text),
                    Id::Int(_) => return None,
                }
            }
            (Value::Member(index, name), Kind::Class(_)) => {
                let member =
                    self.enumeration(*index)?.members.iter().find(|member| member.name == *name)?;
                format!("{}.new()", super::names::member_class(self.names.class(*index), member))
            }
            _ => return None,
        })
    }

    /// What a type is, in words: `PlayerState`, `int from 0 to 255`.
    pub(super) fn words(&self, kind: &Kind) -> String {
        match kind {
            Kind::Any(what) => what.clone(),
            Kind::Nil => "null".to_owned(),
            Kind::Option(inner) => format!("({} or null)", self.words(&inner.kind)),
            Kind::List { packed: Some(packed), .. } => (*packed).to_owned(),
            Kind::List { element, .. } => format!("Array of {}", self.words(&element.kind)),
            Kind::Map { key, value, .. } => {
                format!("Dictionary of {} to {}", self.words(&key.kind), self.words(&value.kind))
            }
            Kind::Number { index, .. } | Kind::Name { index } => {
                let class = self.names.class(*index);
                if self.four { format!("[enum {class}]") } else { class.to_owned() }
            }
            kind => self.member_type(kind),
        }
    }

    /// What the type of a member does not say.
    pub(super) fn notes(&self, field: &Field, slot: &Slot, member: &str, form: Form) -> String {
        let mut notes = Vec::new();
        if form == Form::Dictionary && field.key != member && !field.flatten {
            let key = field.key.escape_debug().to_string();
            notes.push(if self.four {
                format!("Key [code]{}[/code].", field.key.replace('\n', "\\n"))
            } else {
                format!("Key {}.", key.replace("\\\"", "\""))
            });
        }
        if field.flatten {
            notes.push("Its fields stand among the others.".to_owned());
        }
        self.notes_of_kind(slot, &mut notes);
        match &field.default {
            FieldDefault::Value(value) => {
                if let Some(value) = self.literal(value, &slot.kind) {
                    notes.push(format!("{value} when it is missing."));
                }
            }
            FieldDefault::Required if !matches!(*slot.kind, Kind::Option(_)) => {}
            FieldDefault::Required | FieldDefault::Type | FieldDefault::Code(_) => {
                if field.default != FieldDefault::Required {
                    let initial = self.initial(&slot.kind);
                    notes.push(format!("{initial} when it is missing."));
                }
            }
        }
        if !field.decoded {
            notes.push("The other side does not read it.".to_owned());
        } else if !field.encoded {
            notes.push("The other side does not write it.".to_owned());
        }
        let mut notes = notes.join(" ");
        if let Some(first) = notes.get(..1).map(str::to_uppercase) {
            notes.replace_range(..1, &first);
        }
        notes
    }

    fn notes_of_kind(&self, slot: &Slot, notes: &mut Vec<String>) {
        match &*slot.kind {
            Kind::Int(i64::MIN, i64::MAX) => {}
            Kind::Int(low, high) | Kind::IntAsFloat(low, high) => {
                notes.push(format!("From {low} to {high}."));
            }
            Kind::Float { single: true } => notes.push("Single precision.".to_owned()),
            Kind::Letter => notes.push("One character.".to_owned()),
            Kind::Any(what) if what != "anything" => notes.push(format!("It is {what}.")),
            Kind::Option(inner) => {
                let what = self.words(&inner.kind);
                let article = article(what.trim_start_matches("[enum "));
                notes.push(format!("{article} {what}, or null."));
                if inner.max_len.is_some() {
                    self.notes_of_kind(inner, notes);
                }
            }
            Kind::List { element, packed, len, .. } => {
                let of = if packed.is_none()
                    && (!self.four || self.array_of(&element.kind) == "Array")
                {
                    format!("Of {}", self.words(&element.kind))
                } else {
                    String::new()
                };
                match (of.is_empty(), len) {
                    (true, None) => {}
                    (false, None) => notes.push(format!("{of}.")),
                    (true, Some(len)) => notes.push(format!("Exactly {len}.")),
                    (false, Some(len)) => notes.push(format!("{of}, exactly {len}.")),
                }
                if let Kind::Int(low, high) = *element.kind
                    && packed.is_none()
                    && (low, high) != (i64::MIN, i64::MAX)
                {
                    notes.push(format!("Each from {low} to {high}."));
                }
            }
            Kind::Map { key, value, .. } if !self.four => {
                notes.push(format!("Of {} to {}.", self.words(&key.kind), self.words(&value.kind)));
            }
            Kind::Tuple(elements) => {
                let words: Vec<String> = elements
                    .iter()
                    .map(|element| {
                        let words = self.words(&element.kind);
                        format!("{} {words}", article(&words).to_lowercase())
                    })
                    .collect();
                notes.push(format!("Exactly {}: {}.", elements.len(), words.join(", ")));
            }
            Kind::Number { .. } | Kind::Name { .. } if !self.four => {
                let what = self.words(&slot.kind);
                notes.push(format!("{} {what}.", article(&what)));
            }
            Kind::Number { open: true, .. } => {
                notes.push(format!("{}, or any other number.", self.words(&slot.kind)));
            }
            _ => {}
        }
        if let Some(len) = slot.max_len {
            let unit = match *slot.kind {
                Kind::Text | Kind::TextAsName | Kind::TextAsPath => "bytes of UTF-8",
                Kind::Map { .. } => "pairs",
                _ => "elements",
            };
            notes.push(format!("At most {len} {unit}."));
        }
    }
}
