//! Sample values, made from names, types and defaults.

use bumpalo::Bump;

use crate::gdscript::literal::unpacked;
use crate::protocol::Marks;
use crate::protocol::layout::Layouts;
use crate::protocol::{
    Body, EnumForm, Enumeration, Enumerator, Field, FieldDefault, Form, Keys, ParsedText, Protocol,
    Record, Style, Type, TypeDefault, Value, WireType, engine_name,
};
use crate::values::{Numbers, of_components, packed};
use godot_var_runtime::variant::{
    Array, Bounds, Callable, Component, Dictionary, DictionaryType, ElementType, Generation,
    NodePath, ObjectId, Rid, Signal, StringName, Variant, VariantType,
};
use godot_var_schema::variant::model::Id;

/// The maximum number of values in an example. Some schemas would produce examples that are too long to read.
const MAX_VALUES: usize = 2000;
/// The maximum nesting depth of values.
const MAX_DEPTH: usize = 64;

/// Makes a message of this type; for an enum with data, of this variant.
///
/// # Errors
/// The reason why there is no example.
pub(super) fn message(
    protocol: &Protocol,
    generation: Generation,
    index: usize,
    member: Option<usize>,
) -> Result<Variant, String> {
    let mut sampler =
        Sampler { protocol, generation, open: vec![index], left: MAX_VALUES, depth: 0 };
    let sampled = match (&protocol.types[index].body, member) {
        (Body::Enumeration(enumeration), Some(member)) => {
            sampler.member(enumeration, &enumeration.members[member])
        }
        _ => {
            sampler.open.clear();
            sampler.message(index)
        }
    };
    sampled.map_err(|reason| match reason {
        Missing::Recursive => "the type contains itself without end".to_owned(),
        Missing::Because(reason) => reason,
    })
}

/// Makes a value of this type, if there is an example.
pub(crate) fn value(protocol: &Protocol, generation: Generation, ty: &Type) -> Option<Variant> {
    let open = Vec::new();
    let mut sampler = Sampler { protocol, generation, open, left: MAX_VALUES, depth: 0 };
    sampler.value(ty, Name { text: "", number: 0, most: None }).ok()
}

/// Makes the arguments of a call, if there are examples of all.
pub(super) fn arguments(
    protocol: &Protocol,
    generation: Generation,
    fields: &[Field],
) -> Option<Vec<Variant>> {
    let open = Vec::new();
    let mut sampler = Sampler { protocol, generation, open, left: MAX_VALUES, depth: 0 };
    let each = fields.iter().enumerate();
    each.map(|(number, field)| sampler.field(field, number).ok()).collect()
}

/// The reason why there is no value.
enum Missing {
    /// The type contains itself. A caller that can avoid it does so.
    Recursive,
    Because(String),
}

type Sampled<T> = Result<T, Missing>;

fn because<T>(reason: impl Into<String>) -> Sampled<T> {
    Err(Missing::Because(reason.into()))
}

struct Sampler<'p> {
    protocol: &'p Protocol,
    generation: Generation,
    /// The surrounding types.
    open: Vec<usize>,
    /// The number of values that may still be made.
    left: usize,
    depth: usize,
}

/// The name of a value, and its number among values of the same kind.
#[derive(Clone, Copy)]
struct Name<'n> {
    text: &'n str,
    number: usize,
    /// The maximum number of bytes or elements.
    most: Option<usize>,
}

impl Name<'_> {
    fn element(self, index: usize) -> Self {
        Self { number: self.number + index, most: None, ..self }
    }
}

impl Sampler<'_> {
    fn take(&mut self) -> Sampled<()> {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => because("it would be too long"),
        }
    }

    fn message(&mut self, index: usize) -> Sampled<Variant> {
        if self.open.contains(&index) {
            return Err(Missing::Recursive);
        }
        self.open.push(index);
        let def = &self.protocol.types[index];
        let sampled = match &def.body {
            Body::Unit => Ok(Variant::Nil),
            Body::Transparent(field) => self.field(field, 0),
            Body::Record(record) => self.record(record),
            Body::Enumeration(enumeration) => self.enumeration(enumeration),
        };
        self.open.pop();
        sampled
    }

    /// Takes the default variant, or the first one that is not recursive.
    fn enumeration(&mut self, enumeration: &Enumeration) -> Sampled<Variant> {
        let default = enumeration.default.as_deref();
        let is_default = |member: &&Enumerator| Some(member.name.as_str()) == default;
        let members = &enumeration.members;
        let order = members.iter().filter(is_default).chain(members);
        let mut reason = Missing::Because("it has no variant".to_owned());
        for member in order {
            match self.member(enumeration, member) {
                Err(Missing::Recursive) => reason = Missing::Recursive,
                sampled => return sampled,
            }
        }
        Err(reason)
    }

    fn member(&mut self, enumeration: &Enumeration, member: &Enumerator) -> Sampled<Variant> {
        let id = id(&member.id);
        Ok(match &enumeration.form {
            EnumForm::Names | EnumForm::Numbers => id,
            EnumForm::External if member.style == Style::Unit => id,
            EnumForm::External => dictionary(vec![(id, self.content(member)?)]),
            EnumForm::Internal { tag } => {
                let mut entries = vec![(Variant::from(tag.as_str()), id)];
                match (member.style, &member.record.fields[..]) {
                    (Style::Newtype, [field]) => match self.field(field, 0)? {
                        Variant::Dictionary(content) => entries.extend(content.entries),
                        _ => return because("its content is not a Dictionary"),
                    },
                    _ => entries.extend(self.entries(&member.record)?),
                }
                dictionary(entries)
            }
            EnumForm::Adjacent { tag, content } => {
                let mut entries = vec![(Variant::from(tag.as_str()), id)];
                if member.style != Style::Unit {
                    entries.push((Variant::from(content.as_str()), self.content(member)?));
                }
                dictionary(entries)
            }
            EnumForm::Untagged => self.content(member)?,
            EnumForm::Ids => {
                let mut elements = vec![id];
                for (number, field) in member.record.fields.iter().enumerate() {
                    if field.encoded {
                        elements.push(self.field(field, number)?);
                    }
                }
                Variant::from(elements)
            }
        })
    }

    fn content(&mut self, member: &Enumerator) -> Sampled<Variant> {
        match (member.style, &member.record.fields[..]) {
            (Style::Unit, _) => Ok(Variant::Nil),
            (Style::Newtype, [field]) => self.field(field, 0),
            _ => self.record(&member.record),
        }
    }

    fn record(&mut self, record: &Record) -> Sampled<Variant> {
        match record.form {
            Form::Dictionary => self.entries(record).map(dictionary),
            Form::Array => {
                let mut elements = Vec::new();
                for (number, field) in record.fields.iter().enumerate() {
                    if field.encoded {
                        elements.push(self.field(field, number)?);
                    }
                }
                Ok(Variant::from(elements))
            }
        }
    }

    fn entries(&mut self, record: &Record) -> Sampled<Vec<(Variant, Variant)>> {
        let mut entries = Vec::new();
        for (number, field) in record.fields.iter().enumerate() {
            if !field.encoded {
                continue;
            }
            let value = self.field(field, number)?;
            if field.flatten {
                match value {
                    Variant::Dictionary(inner) => entries.extend(inner.entries),
                    Variant::Nil => {}
                    _ => return because("a flattened field is not a Dictionary"),
                }
                continue;
            }
            entries.push((self.key(record.keys, &field.key), value));
        }
        Ok(entries)
    }

    fn key(&self, keys: Keys, key: &str) -> Variant {
        match (keys, self.generation) {
            (Keys::StringName, Generation::Godot4) => StringName::from(key).into(),
            _ => key.into(),
        }
    }

    fn field(&mut self, field: &Field, number: usize) -> Sampled<Variant> {
        if let Some(path) = &field.custom {
            return because(format!("the field {} is written by {path}", field.name));
        }
        let name = Name { text: &field.key, number, most: field.marks.max_len };
        let (ty, is_optional) = match &field.ty {
            Type::Option(inner) => (&**inner, true),
            ty => (ty, false),
        };
        // A reader sets a field that it does not decode to its default. The example must survive that.
        if !field.decoded && !matches!(field.default, FieldDefault::Value(_)) {
            return if is_optional { Ok(Variant::Nil) } else { self.empty(ty) };
        }
        let sampled = match &field.default {
            FieldDefault::Value(value) => of_default(&field.ty, value),
            _ => None,
        };
        let value = match sampled {
            Some(Variant::Nil) if is_optional => return Ok(Variant::Nil),
            Some(value) => Ok(value),
            None => self.value(ty, name),
        };
        match value {
            Err(Missing::Recursive) if is_optional => Ok(Variant::Nil),
            value => self.as_written(field, ty, value?),
        }
    }

    /// Applies the attributes of a field to its value.
    fn as_written(&self, field: &Field, ty: &Type, value: Variant) -> Sampled<Variant> {
        let is_godot4 = self.generation == Generation::Godot4;
        Ok(match (field.marks.wire_type, value) {
            (Some(WireType::StringName), Variant::String(text)) if is_godot4 => {
                StringName(text).into()
            }
            (Some(WireType::String | WireType::StringName), Variant::StringName(name)) => {
                name.0.into()
            }
            (Some(WireType::NodePath), Variant::String(text)) => NodePath::parse(&text).into(),
            (Some(WireType::Int), Variant::Bool(truth)) => i64::from(truth).into(),
            (Some(WireType::Int), Variant::Float(number)) => Variant::Int(number.trunc() as i64),
            (Some(WireType::Float), Variant::Int(number)) => Variant::Float(number as f64),
            (Some(WireType::Float), Variant::Bool(truth)) => Variant::Float(u8::from(truth).into()),
            // The dynamic value uses 32 bits if they are enough; this field does not.
            (Some(WireType::Float64), Variant::Float(_)) => Variant::Float(0.1),
            (Some(WireType::Array), value) => unpacked(value),
            (None, value) if field.marks.typed => self.typed(ty, value)?,
            (_, value) => value,
        })
    }

    /// Gives a container its declared type.
    fn typed(&self, ty: &Type, value: Variant) -> Sampled<Variant> {
        if self.generation == Generation::Godot3 {
            return because("Godot 3 has no typed containers");
        }
        Ok(match (ty, unpacked(value)) {
            (Type::List(element) | Type::FixedList(_, element), Variant::Array(mut array)) => {
                array.element_type = Some(Box::new(self.element_type(element)?));
                Variant::Array(array)
            }
            (Type::Map(key, value), Variant::Dictionary(mut dictionary)) => {
                let types = DictionaryType {
                    key: Some(self.element_type(key)?),
                    value: Some(self.element_type(value)?),
                };
                dictionary.types = Some(Box::new(types));
                Variant::Dictionary(dictionary)
            }
            (_, value) => value,
        })
    }

    fn element_type(&self, ty: &Type) -> Sampled<ElementType> {
        let arena = Bump::new();
        let layout = Layouts::new(self.protocol, &arena).marked(ty, Marks::default());
        match layout.written_type(self.generation) {
            Some(kind) => Ok(ElementType::Builtin(kind)),
            None => because("its elements have no single type"),
        }
    }

    fn value(&mut self, ty: &Type, name: Name<'_>) -> Sampled<Variant> {
        self.take()?;
        if self.depth >= MAX_DEPTH {
            return because("its values are nested too deep");
        }
        self.depth += 1;
        let value = self.value_within(ty, name);
        self.depth -= 1;
        value
    }

    fn value_within(&mut self, ty: &Type, name: Name<'_>) -> Sampled<Variant> {
        Ok(match ty {
            Type::Value(kind, bounds) => self.one(*kind, *bounds, name)?,
            Type::Variant => text(name).into(),
            Type::Pointer(inner) => self.value(inner, name)?,
            Type::Option(inner) => match self.value(inner, name) {
                Err(Missing::Recursive) => Variant::Nil,
                value => value?,
            },
            Type::List(element) => self.list(element, count(name), name)?,
            Type::FixedList(len, element) => {
                let len = usize::try_from(*len).ok().filter(|len| *len <= self.left);
                let Some(len) = len else { return because("it would be too long") };
                self.list(element, len, name)?
            }
            Type::Set(element) => {
                let value = self.list(element, count(name), name)?;
                match value {
                    Variant::PackedStringArray(mut texts) => {
                        texts.sort();
                        texts.dedup();
                        texts.into()
                    }
                    value => match unpacked(value) {
                        Variant::Array(mut array) => {
                            array.elements.sort_by(compare);
                            array.elements.dedup();
                            Variant::Array(array)
                        }
                        value => value,
                    },
                }
            }
            Type::View(element) => self.list(element, count(name), name)?,
            Type::Tuple(elements) => {
                let mut values = Vec::new();
                for (index, element) in elements.iter().enumerate() {
                    values.push(self.value(element, name.element(index))?);
                }
                values.into()
            }
            Type::Map(key, value) => {
                let mut entries = Vec::new();
                for index in 0..count(name).min(2) {
                    let name = name.element(index);
                    let value = match self.value(value, name) {
                        Err(Missing::Recursive) => break,
                        value => value?,
                    };
                    entries.push((self.map_key(key, name, index)?, value));
                }
                entries.sort_by(|(this, _), (other, _)| compare(this, other));
                entries.dedup_by(|(this, _), (other, _)| this == other);
                dictionary(entries)
            }
            Type::Message(index) => self.message(*index)?,
            Type::Custom => return because("its functions are not part of the schema"),
        })
    }

    /// Makes a key. Texts are names of people, as in a list of scores.
    fn map_key(&mut self, key: &Type, name: Name<'_>, index: usize) -> Sampled<Variant> {
        let text = ["Ann", "Bob"][index % 2];
        match key {
            &Type::STRING => Ok(text.into()),
            Type::Value(VariantType::StringName, _) => Ok(self.string_name(text)),
            key => self.value(key, name),
        }
    }

    fn string_name(&self, text: &str) -> Variant {
        match self.generation {
            Generation::Godot4 => StringName::from(text).into(),
            Generation::Godot3 => text.into(),
        }
    }

    /// Makes a list: a packed array if the engine has one for the element type.
    fn list(&mut self, element: &Type, len: usize, name: Name<'_>) -> Sampled<Variant> {
        let mut values = Vec::new();
        for index in 0..len {
            match self.value(element, name.element(index)) {
                Err(Missing::Recursive) => break,
                value => values.push(value?),
            }
        }
        let array = element.packed_array(self.generation);
        Ok(array.and_then(|array| packed(array, &values)).unwrap_or_else(|| values.into()))
    }

    /// Makes a value that always has one Variant type.
    fn one(&self, kind: VariantType, bounds: Bounds<'_>, name: Name<'_>) -> Sampled<Variant> {
        if engine_name(kind, self.generation).is_none() {
            return because(format!("Godot 3 has no {}", kind.name(Generation::Godot4)));
        }
        Ok(match kind {
            VariantType::Nil => Variant::Nil,
            VariantType::Bool => true.into(),
            VariantType::Int => Variant::Int(int(bounds, name)),
            VariantType::Float => Variant::Float(float(name)),
            VariantType::String if bounds == Bounds::Char => "x".into(),
            VariantType::String => match ParsedText::of(bounds) {
                Some(form) => form.example.into(),
                None => text(name).into(),
            },
            VariantType::StringName => self.string_name(&text(name)),
            VariantType::NodePath => NodePath::parse("/root/Main").into(),
            VariantType::Rid => {
                Rid(if self.generation == Generation::Godot3 { 0 } else { 7 }).into()
            }
            VariantType::Object => ObjectId(7).into(),
            VariantType::Callable => Callable.into(),
            VariantType::Signal => {
                Signal { name: "pressed".to_owned(), object_id: ObjectId(7) }.into()
            }
            VariantType::Dictionary => dictionary(vec![("key".into(), 1.into())]),
            VariantType::Array => vec![Variant::from(1), "two".into()].into(),
            kind => match structure(kind, name.number as f32 + 1.0) {
                Some(structure) => structure,
                None => return because("its type has no sample"),
            },
        })
    }

    /// Returns the `Default` of a type.
    fn empty(&mut self, ty: &Type) -> Sampled<Variant> {
        self.take()?;
        let unknown = || because("the default of a field that is not read cannot be known");
        Ok(match ty {
            &Type::UNIT | Type::Option(_) | Type::Variant => Variant::Nil,
            Type::Pointer(inner) => self.empty(inner)?,
            &Type::BOOL => false.into(),
            Type::Value(VariantType::Int, bounds) => Variant::Int(bounds.lacks_zero().into()),
            Type::Value(VariantType::Float, _) => Variant::Float(0.0),
            &Type::CHAR => "\0".into(),
            Type::Value(VariantType::String, bounds) => {
                ParsedText::of(*bounds).map_or("", |form| form.empty).into()
            }
            Type::List(element) => {
                self.list(element, 0, Name { text: "", number: 0, most: None })?
            }
            Type::View(element) => {
                self.list(element, 0, Name { text: "", number: 0, most: None })?
            }
            Type::Set(element) if **element == Type::STRING => {
                Variant::PackedStringArray(Vec::new())
            }
            Type::Set(_) => Variant::Array(Array::default()),
            Type::Map(..) => Variant::Dictionary(Dictionary::new()),
            Type::Message(index) => {
                let def = &self.protocol.types[*index];
                match (&def.body, &def.default) {
                    (Body::Unit, _) => Variant::Nil,
                    (Body::Record(record), TypeDefault::Derived)
                        if record.form == Form::Dictionary && self.depth < MAX_DEPTH =>
                    {
                        self.depth += 1;
                        let mut entries = Vec::new();
                        for field in &record.fields {
                            if field.flatten
                                || field.custom.is_some()
                                || field.marks.wire_type.is_some()
                            {
                                return unknown();
                            }
                            if field.encoded {
                                let key = self.key(record.keys, &field.key);
                                entries.push((key, self.empty(&field.ty)?));
                            }
                        }
                        self.depth -= 1;
                        dictionary(entries)
                    }
                    _ => return unknown(),
                }
            }
            _ => return unknown(),
        })
    }
}

/// Makes a structure with different components. Its rotations and axes change nothing.
fn structure(kind: VariantType, first: f32) -> Option<Variant> {
    use VariantType as T;
    let (component, count) = kind.components()?;
    let identity =
        |size: usize| (0..size * size).map(move |at| if at % (size + 1) == 0 { 1.0 } else { 0.0 });
    let numbers: Vec<f32> = match kind {
        T::Vector2 => vec![first, 0.5],
        T::Rect2 => vec![first, 0.5, 8.0, 4.0],
        T::Rect2i => vec![first, -2.0, 8.0, 4.0],
        T::Aabb => vec![first, 0.0, -2.5, 1.0, 2.0, 1.0],
        T::Plane => vec![0.0, 1.0, 0.0, first],
        T::Quaternion => vec![0.0, 0.0, 0.0, 1.0],
        T::Color => vec![1.0, 0.5, 0.25, 1.0],
        T::Transform2D => identity(2).chain([first, 0.5]).collect(),
        T::Basis => identity(3).collect(),
        T::Transform3D => identity(3).chain([first, 0.0, -2.5]).collect(),
        T::Projection => identity(4).collect(),
        _ if component == Component::I32 => {
            [first, -2.0, 3.0].into_iter().chain((4..).map(|n| n as f32)).take(count).collect()
        }
        _ => [first, 0.0, -2.5].into_iter().chain((1..).map(|n| n as f32)).take(count).collect(),
    };
    let numbers = match component {
        Component::I32 => Numbers::I32(numbers.iter().map(|number| *number as i32).collect()),
        _ => Numbers::F32(numbers),
    };
    of_components(kind, numbers)
}

/// Returns the default that a schema gives, if it can be known without running code.
fn of_default(ty: &Type, value: &Value) -> Option<Variant> {
    Some(match (value, ty) {
        (Value::None, _) => Variant::Nil,
        (Value::Some(value), Type::Option(inner)) => return of_default(inner, value),
        (value, Type::Option(inner)) => return of_default(inner, value),
        (Value::Bool(truth), &Type::BOOL) => (*truth).into(),
        (Value::Int(number), Type::Value(VariantType::Int, bounds)) if !bounds.lacks_zero() => {
            Variant::Int(*number)
        }
        (Value::Int(number), Type::Value(VariantType::Float, _)) => Variant::Float(*number as f64),
        (Value::Float(number), &Type::F64) => Variant::Float(*number),
        (Value::Float(number), &Type::F32) => Variant::Float(f64::from(*number as f32)),
        (Value::Text(text), &Type::STRING | &Type::CHAR) => text.as_str().into(),
        _ => return None,
    })
}

fn id(id: &Id) -> Variant {
    match id {
        Id::Int(number) => Variant::Int(*number),
        Id::Text(text) => text.as_str().into(),
    }
}

fn dictionary(entries: Vec<(Variant, Variant)>) -> Variant {
    Variant::Dictionary(entries.into_iter().collect())
}

/// Returns the number of elements of a list.
fn count(name: Name<'_>) -> usize {
    name.most.unwrap_or(2).min(2)
}

/// Compares keys and elements of sets in the order of their Rust type.
fn compare(this: &Variant, other: &Variant) -> std::cmp::Ordering {
    match (this, other) {
        (Variant::Int(this), Variant::Int(other)) => this.cmp(other),
        (this, other) => this.as_str().cmp(&other.as_str()),
    }
}

/// Returns a number that fits the name, or else a small one that differs from the others.
fn int(bounds: Bounds<'_>, name: Name<'_>) -> i64 {
    let (least, most) = bounds.range().unwrap_or((i64::MIN, i64::MAX));
    let number = match name.text.to_ascii_lowercase().as_str() {
        "id" | "you" => 7,
        "health" | "hp" => 100,
        "tick" => 1200,
        "at" | "time" | "timestamp" if most > i64::from(u32::MAX) => 1_700_000_000,
        _ => 1,
    };
    let more = i64::try_from(name.number).unwrap_or(0);
    let number = if number == 1 { number + more } else { number };
    number.clamp(least, most)
}

fn float(name: Name<'_>) -> f64 {
    let whole = u16::try_from(name.number).unwrap_or(0);
    f64::from(whole) + 0.5
}

/// Returns a text that fits the name, or else the name itself. It is cut to the maximum length.
fn text(name: Name<'_>) -> String {
    let text = match name.text.to_ascii_lowercase().as_str() {
        "name" | "nick" | "user" | "player" => "Ann",
        "channel" => "all",
        "text" | "message" => "hello",
        "reason" => "full",
        "" => "text",
        _ => name.text,
    };
    let most = name.most.unwrap_or(usize::MAX);
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].to_owned()
}
