//! The names that a schema has for what a Variant holds.

mod tree;

use crate::protocol::{
    Body, EnumForm, Enumeration, Enumerator, Field, FieldDefault, Form, Integer, Protocol, Record,
    Style, Type, TypeDef, WireType,
};
use godot_var_runtime::variant::{Generation, Variant, VariantType};
use godot_var_runtime::{DecodeError, DecodeErrorKind};
use godot_var_schema::variant::model::Id;

pub use self::tree::Tree;
use self::tree::key_text;

/// Types inside each other on one value, which only types that contain nothing else can exceed.
const MAX_DEPTH: usize = 2048;

/// A schema, and which of its types a message can be.
///
/// A message is of the first type that fits: by form and type of all that it holds, as tolerant as the
/// readers of Rust. Bounds such as `max_len` are not looked at.
#[derive(Clone, Debug)]
pub struct Names {
    protocol: Protocol,
    roots: Vec<usize>,
}

/// What a schema says about a message.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<'v> {
    /// The type, or `Type::Member` for the member of an enum.
    pub name: String,
    /// The number of the member, where it travels as one.
    pub id: Option<i64>,
    /// The fields with their values, one level deep.
    pub fields: Vec<(String, &'v Variant)>,
    /// All fields by name.
    pub tree: Tree,
}

impl Names {
    /// The messages are of these types; without any, of one that stands in no other, or else of any.
    ///
    /// # Errors
    /// Names the type that the schema does not have.
    pub fn new(protocol: Protocol, types: &[String]) -> Result<Self, String> {
        let mut roots = Vec::new();
        for name in types {
            let found = protocol.get(name).map(TypeDef::path);
            let index =
                protocol.types.iter().position(|def| Some(def.path()) == found && found.is_some());
            match index {
                Some(index) => roots.push(index),
                None => {
                    let known: Vec<String> = protocol.types.iter().map(TypeDef::path).collect();
                    let hint = closest(name, known.iter().map(String::as_str));
                    return Err(format!("the schema has no type `{name}`{hint}"));
                }
            }
        }
        if roots.is_empty() {
            roots = protocol.roots();
        }
        Ok(Self { protocol, roots })
    }

    /// The names of all messages: types, and members as `Type::Member`.
    pub fn messages(&self) -> Vec<String> {
        let mut names = Vec::new();
        for index in &self.roots {
            let def = &self.protocol.types[*index];
            match &def.body {
                Body::Enumeration(enumeration) => {
                    let members = enumeration.members.iter().chain(&enumeration.other);
                    names.extend(members.map(|member| format!("{}::{}", def.path(), member.name)));
                }
                _ => names.push(def.path()),
            }
        }
        names
    }

    /// The names that a path can begin with.
    pub fn field_names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for index in &self.roots {
            self.collect(&self.protocol.types[*index].body, &mut names, 0);
        }
        names
    }

    fn collect<'s>(&'s self, body: &'s Body, names: &mut Vec<&'s str>, depth: usize) {
        match body {
            _ if depth > self.protocol.types.len() => {}
            Body::Unit => {}
            Body::Transparent(field) => self.collect_type(&field.ty, names, depth),
            Body::Record(record) => self.collect_record(record, names, depth),
            Body::Enumeration(enumeration) => {
                for member in enumeration.members.iter().chain(&enumeration.other) {
                    match (&member.record.fields[..], member.style) {
                        ([field], Style::Newtype) => self.collect_type(&field.ty, names, depth),
                        _ => self.collect_record(&member.record, names, depth),
                    }
                }
            }
        }
    }

    fn collect_record<'s>(&'s self, record: &'s Record, names: &mut Vec<&'s str>, depth: usize) {
        for field in &record.fields {
            if field.flatten {
                self.collect_type(&field.ty, names, depth);
            } else {
                names.push(&field.name);
            }
        }
    }

    fn collect_type<'s>(&'s self, ty: &Type, names: &mut Vec<&'s str>, depth: usize) {
        if let Type::Message(index) = ty
            && let Some(def) = self.protocol.types.get(*index)
        {
            self.collect(&def.body, names, depth + 1);
        }
    }

    /// What a message is.
    ///
    /// # Errors
    /// If it can be of one type only: where it differs. Otherwise that no type fits. The error counts
    /// no bytes.
    pub fn name<'v>(&self, value: &'v Variant) -> Result<Named<'v>, Misfit> {
        let mut misfit = None;
        for index in &self.roots {
            match self.message(*index, value, 0) {
                Ok(tree) => {
                    let mut fields = Vec::new();
                    let member = self.fields_of(*index, value, &mut fields);
                    let path = self.protocol.types[*index].path();
                    let name = match member {
                        Some(member) => format!("{path}::{}", member.name),
                        None => path,
                    };
                    let id = match (member.map(|member| &member.id), value) {
                        (Some(Id::Int(id)), _) => Some(*id),
                        // The member that keeps unknown numbers has none of its own.
                        _ => None,
                    };
                    return Ok(Named { name, id, fields, tree });
                }
                Err(error) => misfit = Some(error),
            }
        }
        match misfit {
            Some(error) if self.roots.len() == 1 => Err(Misfit(describe(&error))),
            _ => Err(Misfit("no type of the schema fits".to_owned())),
        }
    }

    /// The fields of a value that fits a type, and the member of the enum that it is.
    fn fields_of<'s, 'v>(
        &'s self,
        index: usize,
        value: &'v Variant,
        fields: &mut Vec<(String, &'v Variant)>,
    ) -> Option<&'s Enumerator> {
        match &self.protocol.types[index].body {
            Body::Unit => None,
            Body::Transparent(field) => {
                match &field.ty {
                    Type::Message(inner) => _ = self.fields_of(*inner, value, fields),
                    _ => fields.push((field.name.clone(), value)),
                }
                None
            }
            Body::Record(record) => {
                self.list_fields(record, value, 0, fields);
                None
            }
            Body::Enumeration(enumeration) => {
                let (member, content, first) = self.member(enumeration, value, 0).ok()?;
                match (&member.record.fields[..], member.style, content) {
                    (_, Style::Unit, _) | (_, _, None) => {}
                    ([field], Style::Newtype, Some(content)) => match &field.ty {
                        Type::Message(inner) => _ = self.fields_of(*inner, content, fields),
                        _ => fields.push((field.name.clone(), content)),
                    },
                    (_, _, Some(content)) => {
                        self.list_fields(&member.record, content, first, fields);
                    }
                }
                Some(member)
            }
        }
    }

    fn list_fields<'v>(
        &self,
        record: &Record,
        value: &'v Variant,
        first: usize,
        fields: &mut Vec<(String, &'v Variant)>,
    ) {
        for (position, field) in record.fields.iter().enumerate() {
            if field.flatten {
                if let Type::Message(inner) = &field.ty {
                    _ = self.fields_of(*inner, value, fields);
                }
            } else if let Some(found) = field_value(record, field, position, first, value) {
                fields.push((field.name.clone(), found));
            }
        }
    }

    fn message(&self, index: usize, value: &Variant, depth: usize) -> Result<Tree, DecodeError> {
        if depth > MAX_DEPTH {
            return Err(mismatch("a type that ends", value));
        }
        match &self.protocol.types[index].body {
            Body::Unit => nil(value),
            Body::Transparent(field) => self.field(field, value, depth + 1),
            Body::Record(record) => self.record(record, value, 0, depth + 1).map(Tree::Record),
            Body::Enumeration(enumeration) => {
                let (member, content, first) = self.member(enumeration, value, depth)?;
                let tree = if enumeration.is_plain() {
                    Tree::from(value)
                } else {
                    match content {
                        Some(content) => self.content(member, content, first, depth + 1)?,
                        None => Tree::Nil,
                    }
                };
                Ok(Tree::Named(member.name.clone(), Box::new(tree)))
            }
        }
    }

    /// The member that a value is, what it carries, and how many elements stand before its fields.
    fn member<'s, 'v>(
        &'s self,
        enumeration: &'s Enumeration,
        value: &'v Variant,
        depth: usize,
    ) -> Result<(&'s Enumerator, Option<&'v Variant>, usize), DecodeError> {
        let by_tag = |tag: &Variant| {
            let mut members = enumeration.members.iter();
            let is_tag = match tag {
                Variant::Int(_) | Variant::String(_) | Variant::StringName(_) => true,
                Variant::Float(number) => number.fract() == 0.0,
                _ => false,
            };
            members
                .find(|member| is_id(&member.id, &member.aliases, tag))
                .or(enumeration.other.as_ref().filter(|_| is_tag))
        };
        // The member that keeps unknown tags takes whatever stands behind them.
        let is_other = |member: &Enumerator| {
            enumeration.other.as_ref().is_some_and(|other| other.name == member.name)
        };
        let unknown = |tag: &Variant| mismatch("the name or number of a member", tag);
        let (member, content, first) = match &enumeration.form {
            EnumForm::Names | EnumForm::Numbers => {
                let is_tag = match value {
                    Variant::Int(_) | Variant::Float(_) => enumeration.form == EnumForm::Numbers,
                    Variant::String(_) | Variant::StringName(_) => {
                        enumeration.form == EnumForm::Names
                    }
                    _ => false,
                };
                let member = if is_tag { by_tag(value) } else { None };
                (member.ok_or_else(|| unknown(value))?, None, 0)
            }
            EnumForm::Ids => {
                let elements = elements(value)?;
                let Some(tag) = elements.first() else {
                    return Err(mismatch("an Array that begins with a number", value));
                };
                let member = by_tag(tag).ok_or_else(|| unknown(tag).in_index(0))?;
                let exactly = |count: usize| {
                    if elements.len() == count {
                        Ok(())
                    } else {
                        Err(mismatch(&format!("an Array of {count}"), value))
                    }
                };
                match (&member.record.fields[..], member.style) {
                    _ if is_other(member) => (member, None, 0),
                    (_, Style::Unit) => exactly(1).map(|()| (member, None, 1))?,
                    ([_], Style::Newtype) => exactly(2).map(|()| (member, elements.get(1), 0))?,
                    _ => (member, Some(value), 1),
                }
            }
            EnumForm::External => match value {
                Variant::Dictionary(dictionary) => match &dictionary.entries[..] {
                    [(tag, content)] => {
                        (by_tag(tag).ok_or_else(|| unknown(tag))?, Some(content), 0)
                    }
                    _ => return Err(mismatch("a Dictionary of one member", value)),
                },
                tag => {
                    let member = by_tag(tag).filter(|member| member.style == Style::Unit);
                    (member.ok_or_else(|| unknown(tag))?, None, 0)
                }
            },
            EnumForm::Internal { tag } => {
                let found = entry(value, tag)?.ok_or_else(|| missing(tag))?;
                let member = by_tag(found).ok_or_else(|| unknown(found).in_key(tag.clone()))?;
                let content = (member.style != Style::Unit).then_some(value);
                (member, content, 0)
            }
            EnumForm::Adjacent { tag, content } => {
                let found = entry(value, tag)?.ok_or_else(|| missing(tag))?;
                let member = by_tag(found).ok_or_else(|| unknown(found).in_key(tag.clone()))?;
                let inner = entry(value, content)?;
                if inner.is_none() && member.style != Style::Unit {
                    return Err(missing(content));
                }
                (member, inner, 0)
            }
            EnumForm::Untagged => {
                let fits = |member: &&Enumerator| self.content(member, value, 0, depth + 1).is_ok();
                let member = enumeration.members.iter().find(fits);
                (member.ok_or_else(|| mismatch("one of the members", value))?, Some(value), 0)
            }
        };
        Ok((member, content.filter(|_| !is_other(member)), first))
    }

    fn content(
        &self,
        member: &Enumerator,
        value: &Variant,
        first: usize,
        depth: usize,
    ) -> Result<Tree, DecodeError> {
        match (&member.record.fields[..], member.style) {
            (_, Style::Unit) => nil(value),
            ([field], Style::Newtype) => self.field(field, value, depth),
            _ => self.record(&member.record, value, first, depth).map(Tree::Record),
        }
    }

    fn record(
        &self,
        record: &Record,
        value: &Variant,
        first: usize,
        depth: usize,
    ) -> Result<Vec<(String, Tree)>, DecodeError> {
        match record.form {
            Form::Array => {
                let count = elements(value)?.len();
                let most = first + record.fields.len();
                if count > most {
                    return Err(mismatch(&format!("an Array of {most}"), value));
                }
            }
            Form::Dictionary if !matches!(value, Variant::Dictionary(_)) => {
                return Err(mismatch("Dictionary", value));
            }
            Form::Dictionary => {}
        }
        let mut fields = Vec::new();
        for (position, field) in record.fields.iter().enumerate() {
            if field.flatten {
                match &field.ty {
                    Type::Message(inner) => match self.message(*inner, value, depth + 1)? {
                        Tree::Record(inner) => fields.extend(inner),
                        other => fields.push((field.name.clone(), other)),
                    },
                    _ => fields.push((field.name.clone(), Tree::from(value))),
                }
                continue;
            }
            match field_value(record, field, position, first, value) {
                Some(found) => {
                    let tree = self
                        .field(field, found, depth)
                        .map_err(|error| error.in_key(field.name.clone()))?;
                    fields.push((field.name.clone(), tree));
                }
                None if is_optional(field) => {}
                None => return Err(missing(&field.name)),
            }
        }
        if record.deny_unknown
            && let Variant::Dictionary(dictionary) = value
            && let Some((key, _)) = dictionary.entries.iter().find(|(key, _)| {
                !record.fields.iter().any(|field| field.flatten || is_key(field, key))
            })
        {
            return Err(mismatch("a known key", key));
        }
        Ok(fields)
    }

    fn field(&self, field: &Field, value: &Variant, depth: usize) -> Result<Tree, DecodeError> {
        // What is not read, or read by functions of its own, may be anything.
        if field.custom.is_some() || !field.decoded {
            return Ok(Tree::from(value));
        }
        if let (Type::Option(_), Variant::Nil) = (&field.ty, value) {
            return Ok(Tree::Nil);
        }
        let inner = match &field.ty {
            Type::Option(inner) => inner,
            ty => ty,
        };
        match field.wire_type {
            Some(WireType::String | WireType::StringName | WireType::NodePath) => {
                return self.value(&Type::String, value, depth);
            }
            Some(WireType::Int | WireType::Float | WireType::Float64) => {
                return number(inner, field.wire_type == Some(WireType::Int), value);
            }
            None | Some(WireType::Array) => {}
        }
        if field.strict {
            let fits = match inner {
                Type::Int(_) => matches!(value, Variant::Int(_)),
                Type::F32 | Type::F64 => matches!(value, Variant::Float(_)),
                Type::List(element) => is_written_list(element, value),
                _ => true,
            };
            if !fits {
                return Err(mismatch("the type that is written", value));
            }
        }
        self.value(&field.ty, value, depth)
    }

    fn value(&self, ty: &Type, value: &Variant, depth: usize) -> Result<Tree, DecodeError> {
        let depth = depth + 1;
        let is = |fits: bool, expected: &str| {
            if fits { Ok(Tree::from(value)) } else { Err(mismatch(expected, value)) }
        };
        match ty {
            Type::Variant | Type::Custom => Ok(Tree::from(value)),
            Type::Unit => nil(value),
            Type::Bool => is(matches!(value, Variant::Bool(_)), "bool"),
            Type::Int(integer) => is(is_in(*integer, value), integer.name()),
            Type::F32 | Type::F64 => {
                is(matches!(value, Variant::Float(_) | Variant::Int(_)), "float")
            }
            Type::Char | Type::String => is(
                matches!(value, Variant::String(_) | Variant::StringName(_) | Variant::NodePath(_)),
                "String",
            ),
            Type::Bytes => is(matches!(value, Variant::PackedByteArray(_)), "PackedByteArray"),
            Type::Engine(engine) | Type::Double(engine) => {
                let name = value.variant_type().name(Generation::Godot4);
                let texts = ["String", "StringName", "NodePath"];
                let wanted = engine.godot4_name();
                is(name == wanted || texts.contains(&wanted) && texts.contains(&name), wanted)
            }
            Type::Option(inner) => match value {
                Variant::Nil => Ok(Tree::Nil),
                value => self.value(inner, value, depth),
            },
            Type::List(inner) | Type::Set(inner) => self.list(inner, value, depth),
            Type::FixedList(len, inner) => match self.list(inner, value, depth)? {
                Tree::List(list) if list.len() as u64 != *len => {
                    Err(mismatch(&format!("{len} elements"), value))
                }
                Tree::Bytes(bytes) if bytes.len() as u64 != *len => {
                    Err(mismatch(&format!("{len} bytes"), value))
                }
                list => Ok(list),
            },
            Type::Tuple(types) => {
                let elements = elements(value)?;
                if elements.len() != types.len() {
                    return Err(mismatch(&format!("an Array of {}", types.len()), value));
                }
                let each = elements.iter().zip(types).enumerate();
                each.map(|(index, (element, ty))| {
                    self.value(ty, element, depth).map_err(|error| error.in_index(index))
                })
                .collect::<Result<_, _>>()
                .map(Tree::List)
            }
            Type::Map(key_type, value_type) => {
                let Variant::Dictionary(dictionary) = value else {
                    return Err(mismatch("Dictionary", value));
                };
                let mut fields = Vec::new();
                for (key, value) in &dictionary.entries {
                    self.value(key_type, key, depth)?;
                    let name = key_text(key);
                    let tree = self
                        .value(value_type, value, depth)
                        .map_err(|error| error.in_key(name.clone().unwrap_or_default()))?;
                    fields.extend(name.map(|name| (name, tree)));
                }
                Ok(Tree::Record(fields))
            }
            Type::Message(index) => self.message(*index, value, depth),
        }
    }

    /// Packed arrays fit by their elements, too.
    fn list(&self, inner: &Type, value: &Variant, depth: usize) -> Result<Tree, DecodeError> {
        let Variant::Array(array) = value else {
            return if packed_fits(inner, value) {
                Ok(Tree::from(value))
            } else {
                Err(mismatch("an Array or a packed array", value))
            };
        };
        let each = array.elements.iter().enumerate();
        each.map(|(index, element)| {
            self.value(inner, element, depth).map_err(|error| error.in_index(index))
        })
        .collect::<Result<_, _>>()
        .map(Tree::List)
    }
}

/// Whether a list of these elements is written as this type.
fn is_written_list(element: &Type, value: &Variant) -> bool {
    match element {
        Type::Int(Integer::U8) => matches!(value, Variant::PackedByteArray(_)),
        Type::Int(Integer::I32) => matches!(value, Variant::PackedInt32Array(_)),
        Type::Int(Integer::I64) => matches!(value, Variant::PackedInt64Array(_)),
        Type::F32 => matches!(value, Variant::PackedFloat32Array(_)),
        Type::F64 => matches!(value, Variant::PackedFloat64Array(_)),
        _ => true,
    }
}

/// Whether the elements of a packed array are of this type.
fn packed_fits(inner: &Type, value: &Variant) -> bool {
    let any = matches!(inner, Type::Variant | Type::Custom);
    let engine = match inner {
        Type::Engine(engine) | Type::Double(engine) => engine.godot4_name(),
        _ => "",
    };
    match value.variant_type() {
        VariantType::PackedByteArray
        | VariantType::PackedInt32Array
        | VariantType::PackedInt64Array => any || matches!(inner, Type::Int(_)),
        VariantType::PackedFloat32Array | VariantType::PackedFloat64Array => {
            any || matches!(inner, Type::F32 | Type::F64)
        }
        VariantType::PackedStringArray => {
            any || matches!(inner, Type::String | Type::Char)
                || ["StringName", "NodePath"].contains(&engine)
        }
        VariantType::PackedVector2Array => any || engine == "Vector2",
        VariantType::PackedVector3Array => any || engine == "Vector3",
        VariantType::PackedVector4Array => any || engine == "Vector4",
        VariantType::PackedColorArray => any || engine == "Color",
        _ => false,
    }
}

/// Where a message differs from the schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit(pub String);

fn describe(error: &DecodeError) -> String {
    let (expected, found) = (error.expected(), error.found());
    let path = if error.path().is_empty() { String::new() } else { format!("{}: ", error.path()) };
    if error.kind() == DecodeErrorKind::MissingField {
        format!("{path}the field is missing")
    } else {
        format!("{path}expected {expected}, found {found}")
    }
}

fn mismatch(expected: &str, value: &Variant) -> DecodeError {
    let name = value.variant_type().name(Generation::Godot4);
    let found = match value {
        Variant::Int(number) => format!("{name} {number}"),
        Variant::Float(number) => format!("{name} {number}"),
        Variant::Array(array) => format!("{name} of {}", array.elements.len()),
        _ => name.to_owned(),
    };
    DecodeError::new(DecodeErrorKind::WrongType, 0, expected.to_owned(), found)
}

fn missing(name: &str) -> DecodeError {
    DecodeError::new(DecodeErrorKind::MissingField, 0, String::new(), String::new())
        .in_key(name.to_owned())
}

/// A number that travels as an int or a float, whatever it is in Rust.
fn number(ty: &Type, is_int: bool, value: &Variant) -> Result<Tree, DecodeError> {
    let found = match value {
        Variant::Int(number) => *number as f64,
        Variant::Float(number) => *number,
        _ => return Err(mismatch(if is_int { "int" } else { "float" }, value)),
    };
    let fits = match ty {
        Type::Bool => found == 0.0 || found == 1.0,
        Type::Int(integer) => is_in(*integer, value),
        _ => !is_int || found.fract() == 0.0,
    };
    if fits {
        Ok(Tree::from(value))
    } else {
        Err(mismatch("a number that the field can hold", value))
    }
}

/// Whether a type of integers has this number.
fn is_in(integer: Integer, value: &Variant) -> bool {
    let (least, most) = integer.range();
    match value {
        Variant::Int(number) => (least..=most).contains(number),
        Variant::Float(number) => {
            number.fract() == 0.0 && *number >= least as f64 && *number < most as f64 + 1.0
        }
        _ => false,
    }
}

fn nil(value: &Variant) -> Result<Tree, DecodeError> {
    if value.is_nil() { Ok(Tree::Nil) } else { Err(mismatch("Nil", value)) }
}

fn elements(value: &Variant) -> Result<&[Variant], DecodeError> {
    match value {
        Variant::Array(array) => Ok(&array.elements),
        _ => Err(mismatch("Array", value)),
    }
}

/// The value of a key that is this text.
fn entry<'v>(value: &'v Variant, key: &str) -> Result<Option<&'v Variant>, DecodeError> {
    match value {
        Variant::Dictionary(dictionary) => Ok(dictionary.get(key)),
        _ => Err(mismatch("Dictionary", value)),
    }
}

fn is_key(field: &Field, key: &Variant) -> bool {
    let is = |name: &str| match key {
        Variant::String(text) => text == name,
        Variant::StringName(text) => text.as_str() == name,
        _ => false,
    };
    is(&field.key) || field.aliases.iter().any(|alias| is(alias))
}

fn field_value<'v>(
    record: &Record,
    field: &Field,
    position: usize,
    first: usize,
    value: &'v Variant,
) -> Option<&'v Variant> {
    match (record.form, value) {
        (Form::Array, Variant::Array(array)) => array.elements.get(first + position),
        (Form::Dictionary, Variant::Dictionary(dictionary)) => {
            // Of repeated keys the last, as in the engine.
            let mut entries = dictionary.entries.iter().rev();
            entries.find(|(key, _)| is_key(field, key)).map(|(_, value)| value)
        }
        _ => None,
    }
}

fn is_optional(field: &Field) -> bool {
    matches!(field.ty, Type::Option(_))
        || field.default != FieldDefault::Required
        || field.skip_encoding_if.is_some()
        || !(field.encoded && field.decoded)
}

fn is_id(id: &Id, aliases: &[String], tag: &Variant) -> bool {
    match (id, tag) {
        (Id::Int(id), Variant::Int(number)) => id == number,
        (Id::Int(id), Variant::Float(number)) => *id as f64 == *number,
        (Id::Text(name), tag) => match tag {
            Variant::String(text) => text == name || aliases.contains(text),
            Variant::StringName(text) => {
                text.as_str() == name || aliases.iter().any(|alias| alias == text.as_str())
            }
            _ => false,
        },
        _ => false,
    }
}

/// `; did you mean …?`, if a name is close to one that is known.
pub fn closest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let close =
        |known: &&str| strsim::damerau_levenshtein(&name.to_lowercase(), &known.to_lowercase());
    match known.into_iter().min_by_key(close) {
        Some(known) if close(&known) <= 2.max(name.len() / 3) => {
            format!("; did you mean {known:?}?")
        }
        _ => String::new(),
    }
}
