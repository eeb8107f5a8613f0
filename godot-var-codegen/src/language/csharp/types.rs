//! What the types of Rust are in C#, and the values that new objects have.

use godot_var_runtime::variant::{Bounds, VariantType};

use super::Generator;
use super::engine::Structure;
use super::text::{float, string};
use crate::protocol::{FieldDefault, ParsedText, Type, TypeDefault, Value};
use crate::schema::{Body, Enumeration, Field, Member};

/// How many elements a `ValueTuple` has: further ones are in another one, its last. Not every compiler has parentheses for them.
const MOST_IN_TUPLE: usize = 7;

/// What a type of the schema is in C#.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A type without values.
    Unit,
    /// The type of its only field.
    Wrapper,
    /// A class.
    Record,
    /// An enum.
    Plain,
    /// A struct around a name: an enum that keeps other names.
    Name,
    /// A class with a class for each variant.
    Choice,
}

/// Which numbers or names an enum without data accepts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Accepted {
    /// Whether all others are kept.
    pub(super) all: bool,
    /// Whether all others are one value, which is not written.
    pub(super) dropped: bool,
}

impl<'s> Generator<'s> {
    pub(super) fn form(&self, index: usize) -> Form {
        match &self.schema.types[index].body {
            Body::Unit => Form::Unit,
            Body::Transparent(_) => Form::Wrapper,
            Body::Record(_) => Form::Record,
            Body::Enumeration(it) if !it.is_plain() => Form::Choice,
            Body::Enumeration(it) if keeps_names(it) => Form::Name,
            Body::Enumeration(_) => Form::Plain,
        }
    }

    pub(super) fn enumeration(&self, index: usize) -> Option<&Enumeration<'s>> {
        match &self.schema.types[index].body {
            Body::Enumeration(enumeration) => Some(enumeration),
            _ => None,
        }
    }

    /// The type without pointers and types that are written as their only field.
    pub(super) fn peeled<'t>(&'t self, ty: &'t Type) -> &'t Type {
        match ty {
            Type::Pointer(inner) => self.peeled(inner),
            Type::Message(index) => match &self.schema.types[*index].body {
                Body::Transparent(field) => self.peeled(&field.ty),
                _ => ty,
            },
            ty => ty,
        }
    }

    /// Whether it is a value type of C#, which has no null.
    pub(super) fn is_value(&self, ty: &Type) -> bool {
        match self.peeled(ty) {
            Type::Value(kind, _) => !matches!(
                kind,
                VariantType::String
                    | VariantType::StringName
                    | VariantType::NodePath
                    | VariantType::Dictionary
                    | VariantType::Array
                    | VariantType::Callable
                    | VariantType::Signal
            ),
            Type::Tuple(_) => true,
            Type::Message(index) => {
                matches!(self.form(*index), Form::Unit | Form::Plain | Form::Name)
            }
            _ => false,
        }
    }

    /// Whether it is a list of bytes, which is an array in C#.
    pub(super) fn is_bytes(ty: &Type) -> bool {
        matches!(ty, Type::List(inner) | Type::View(inner) | Type::FixedList(_, inner) if **inner == Type::U8)
    }

    /// The type in C#.
    pub(super) fn cs(&self, ty: &Type) -> String {
        match self.peeled(ty) {
            Type::Value(kind, bounds) => self.cs_value(*kind, *bounds),
            Type::Option(inner) if self.is_value(inner) => format!("{}?", self.cs(inner)),
            Type::Option(inner) => self.cs(inner),
            ty if Self::is_bytes(ty) => "byte[]".to_owned(),
            Type::List(inner) | Type::Set(inner) | Type::View(inner) => {
                format!("{}<{}>", self.names.other("List"), self.parameter(inner))
            }
            Type::FixedList(_, inner) => format!("{}[]", self.parameter(inner)),
            Type::Tuple(elements) => match &elements[..] {
                [_] => self.long_tuple(elements),
                elements if elements.len() > MOST_IN_TUPLE => self.long_tuple(elements),
                elements => {
                    let all: Vec<String> = elements.iter().map(|it| self.cs(it)).collect();
                    format!("({})", all.join(", "))
                }
            },
            Type::Map(key, value) => {
                let map = self.names.other("Dictionary");
                format!("{map}<{}, {}>", self.parameter(key), self.parameter(value))
            }
            Type::Message(index) if self.form(*index) == Form::Unit => {
                self.names.other("ValueTuple")
            }
            Type::Message(index) => self.names.ty(*index),
            Type::Variant | Type::Custom | Type::Pointer(_) => "byte[]".to_owned(),
        }
    }

    /// The type of a parameter of a lambda, or in another type: a tuple by its name, as not every compiler takes parentheses there.
    pub(super) fn parameter(&self, ty: &Type) -> String {
        match self.peeled(ty) {
            Type::Option(inner) if matches!(self.peeled(inner), Type::Tuple(_)) => {
                format!("{}?", self.parameter(inner))
            }
            Type::Tuple(elements) => self.long_tuple(elements),
            ty => self.cs(ty),
        }
    }

    fn long_tuple(&self, elements: &[Type]) -> String {
        let (first, rest) = elements.split_at(elements.len().min(MOST_IN_TUPLE));
        let mut all: Vec<String> = first.iter().map(|it| self.parameter(it)).collect();
        if !rest.is_empty() {
            all.push(self.long_tuple(rest));
        }
        format!("{}<{}>", self.names.other("ValueTuple"), all.join(", "))
    }

    fn cs_value(&self, kind: VariantType, bounds: Bounds<'_>) -> String {
        let name = match kind {
            VariantType::Nil => return self.names.other("ValueTuple"),
            VariantType::Bool => "bool",
            VariantType::Int => integer(bounds),
            VariantType::Float if bounds == Bounds::F32 => "float",
            VariantType::Float => "double",
            VariantType::String | VariantType::StringName | VariantType::NodePath => "string",
            VariantType::Rid | VariantType::Object => "ulong",
            VariantType::Dictionary
            | VariantType::Array
            | VariantType::Callable
            | VariantType::Signal => "byte[]",
            kind => return self.structure(Structure { kind, double: bounds == Bounds::F64 }),
        };
        name.to_owned()
    }

    /// The type of a structure, of which the file then has the alias or the declaration.
    pub(super) fn structure(&self, structure: Structure) -> String {
        self.structures.borrow_mut().insert(structure);
        let name = structure.name(&self.options);
        match structure.engine(&self.options) {
            Some(engine) => self.names.engine(name, &format!("global::{engine}.{name}")),
            None => {
                let mut own = self.own_structures.borrow_mut();
                let own = own.entry(structure).or_insert_with(|| self.names.claim(name)).clone();
                let path = format!("global::{}.{own}", self.names.namespace);
                if self.names.scope.borrow().types.contains(&own) { path } else { own }
            }
        }
    }

    /// A new structure of components in the order of flat messages.
    pub(super) fn made(&self, structure: Structure, parts: &[String]) -> String {
        structure.made(&self.options, &|inner| self.structure(inner), parts)
    }

    /// The value of a new object, if the type's own is another one.
    pub(super) fn initial(&self, ty: &Type) -> Option<String> {
        let ty = self.peeled(ty);
        Some(match ty {
            Type::Value(VariantType::Int, bounds) if bounds.lacks_zero() => "1".to_owned(),
            Type::Value(VariantType::String, Bounds::Char) => "\"\\0\"".to_owned(),
            Type::Value(VariantType::String, bounds) => {
                string(ParsedText::of(*bounds).map_or("", |form| form.empty))
            }
            Type::Value(VariantType::StringName | VariantType::NodePath, _) => "\"\"".to_owned(),
            Type::Value(kind, bounds) => {
                let structure = Structure { kind: *kind, double: *bounds == Bounds::F64 };
                self.made(structure, &structure.initial()?)
            }
            Type::List(_) | Type::View(_) if Self::is_bytes(ty) => "new byte[0]".to_owned(),
            Type::List(_) | Type::View(_) | Type::Set(_) | Type::Map(..) => {
                format!("new {}()", self.cs(ty))
            }
            Type::FixedList(count, inner) => match self.initial(inner) {
                None => {
                    let cs = self.parameter(inner);
                    let element = cs.trim_end_matches("[]");
                    format!("new {element}[{count}]{}", &cs[element.len()..])
                }
                Some(one) => {
                    let all = vec![one; usize::try_from(*count).unwrap_or(0)];
                    format!("new {}[] {{ {} }}", self.parameter(inner), all.join(", "))
                }
            },
            Type::Tuple(elements) => {
                let all: Vec<Option<String>> = elements.iter().map(|it| self.initial(it)).collect();
                if all.iter().all(Option::is_none) {
                    return None;
                }
                let all = all.into_iter().zip(elements);
                let all: Vec<String> = all
                    .map(|(value, ty)| value.unwrap_or_else(|| format!("default({})", self.cs(ty))))
                    .collect();
                self.tuple(ty, &all)
            }
            Type::Message(index) => match self.form(*index) {
                Form::Record => format!("new {}()", self.names.ty(*index)),
                Form::Choice => self.new_choice(*index)?,
                Form::Plain => self.first_constant(*index)?,
                _ => return None,
            },
            _ => return None,
        })
    }

    /// A tuple of these elements.
    pub(super) fn tuple(&self, ty: &Type, elements: &[String]) -> String {
        match (self.peeled(ty), elements) {
            (_, [only]) => format!("new {}({only})", self.cs(ty)),
            (Type::Tuple(types), elements) if elements.len() > MOST_IN_TUPLE => {
                let (first, rest) = elements.split_at(MOST_IN_TUPLE);
                let rest_type = Type::Tuple(types[MOST_IN_TUPLE..].to_vec());
                let rest = match rest {
                    [only] => format!("new {}({only})", self.parameter(&rest_type)),
                    rest => self.tuple(&rest_type, rest),
                };
                format!("new {}({}, {rest})", self.parameter(ty), first.join(", "))
            }
            (_, all) => format!("({})", all.join(", ")),
        }
    }

    /// The field of an element of a tuple.
    pub(super) fn item(at: usize) -> String {
        match at.checked_sub(MOST_IN_TUPLE) {
            Some(rest) => format!("Rest.{}", Self::item(rest)),
            None => format!("Item{}", at + 1),
        }
    }

    /// The variant that a new object of an enum is: its `#[default]`, or the first that does not hold the enum again.
    pub(super) fn first_variant(&self, index: usize) -> Option<usize> {
        let it = self.enumeration(index)?;
        let wanted = it.members.iter().position(|member| Some(member.name) == it.default);
        let ends = |at: &usize| {
            let fields = &it.members[*at].fields;
            fields.iter().all(|field| self.ends(&field.ty, &mut vec![index]))
        };
        wanted.filter(ends).or_else(|| (0..it.members.len()).find(ends))
    }

    /// Whether a new object of a type holds none of the types around it.
    fn ends(&self, ty: &Type, around: &mut Vec<usize>) -> bool {
        match self.peeled(ty) {
            Type::Message(index) if around.contains(index) => false,
            Type::Message(index) => {
                around.push(*index);
                let ends = match &self.schema.types[*index].body {
                    Body::Record(fields) => fields.iter().all(|field| self.ends(&field.ty, around)),
                    Body::Enumeration(it) => it.members.iter().any(|member| {
                        member.fields.iter().all(|field| self.ends(&field.ty, around))
                    }),
                    _ => true,
                };
                around.pop();
                ends
            }
            Type::FixedList(_, inner) => self.ends(inner, around),
            Type::Tuple(elements) => elements.iter().all(|it| self.ends(it, around)),
            _ => true,
        }
    }

    fn new_choice(&self, index: usize) -> Option<String> {
        let at = self.first_variant(index)?;
        let names = self.variant_names(index);
        Some(format!("new {}.{}()", self.names.before_dot(index), names[at]))
    }

    /// The constant that a new object has, if its number is not 0.
    fn first_constant(&self, index: usize) -> Option<String> {
        let at = self.first_variant(index)?;
        if self.numbers(index)[at] == 0 {
            return None;
        }
        Some(format!("{}.{}", self.names.before_dot(index), self.variant_names(index)[at]))
    }

    /// What follows the name of a field in its declaration.
    pub(super) fn initializer(&self, field: &Field<'_>) -> String {
        self.default_of(field).map_or(String::new(), |value| format!(" = {value}"))
    }

    /// The value of a missing field, if the type's own is another one.
    pub(super) fn default_of(&self, field: &Field<'_>) -> Option<String> {
        self.default_or_initial(&field.default, field)
    }

    /// The same of a field before which a flat message ends.
    pub(super) fn flat_default_of(&self, field: &Field<'_>) -> Option<String> {
        self.default_or_initial(&field.flat_default, field)
    }

    fn default_or_initial(&self, default: &FieldDefault, field: &Field<'_>) -> Option<String> {
        match default {
            FieldDefault::Value(value) => self.literal(value, &field.ty).flatten(),
            _ => self.initial(&field.ty),
        }
    }

    /// Why the default of a field is none in C#.
    pub(super) fn default_mistake(&self, field: &Field<'_>) -> Option<String> {
        self.mistake_in(&field.default, field)
            .or_else(|| self.mistake_in(&field.flat_default, field))
    }

    fn mistake_in(&self, default: &FieldDefault, field: &Field<'_>) -> Option<String> {
        let is_encoded = field.variant.is_none_or(|own| own.encoded);
        match default {
            FieldDefault::Type if is_encoded && !self.has_default(&field.ty) => Some(
                "what the `Default` of this type is, is written in code; write `default = value` on the field".to_owned(),
            ),
            FieldDefault::Value(value) if self.literal(value, &field.ty).is_none() => {
                Some("C# cannot write this default".to_owned())
            }
            FieldDefault::Code(code) => {
                Some(format!("the default `{code}` is code, which C# cannot run; write a value"))
            }
            _ => None,
        }
    }

    /// Whether `Default` gives what a new object has.
    fn has_default(&self, ty: &Type) -> bool {
        self.has_default_within(ty, &mut Vec::new())
    }

    /// The same for a type in fields of others.
    fn has_default_within(&self, ty: &Type, around: &mut Vec<usize>) -> bool {
        match ty {
            Type::Pointer(inner) | Type::FixedList(_, inner) => {
                self.has_default_within(inner, around)
            }
            Type::Value(VariantType::Int, bounds) => !bounds.lacks_zero(),
            Type::Tuple(elements) => elements.iter().all(|it| self.has_default_within(it, around)),
            Type::Message(index) if around.contains(index) => false,
            Type::Message(index) => {
                let def = &self.schema.types[*index];
                around.push(*index);
                let has_default = match (&def.body, &def.default) {
                    (Body::Unit, _) => true,
                    (_, TypeDefault::Unknown) => false,
                    (Body::Enumeration(_), _) => true,
                    (Body::Transparent(field), TypeDefault::Derived) => {
                        self.has_default_within(&field.ty, around)
                    }
                    (Body::Transparent(field), TypeDefault::Values(values)) => {
                        let is_own = |(_, value): &(String, Value)| *value == Value::Empty;
                        values.iter().all(is_own) && self.has_default_within(&field.ty, around)
                    }
                    (Body::Record(fields), TypeDefault::Derived) => fields.iter().all(|it| {
                        !matches!(it.default, FieldDefault::Value(_))
                            && self.has_default_within(&it.ty, around)
                    }),
                    (Body::Record(fields), TypeDefault::Values(values)) => {
                        fields.iter().all(|it| {
                            let value = values.iter().find(|(name, _)| *name == it.name);
                            value.is_some_and(|(_, value)| match value {
                                Value::Empty => {
                                    !matches!(it.default, FieldDefault::Value(_))
                                        && self.has_default_within(&it.ty, around)
                                }
                                value => it.default == FieldDefault::Value(value.clone()),
                            })
                        })
                    }
                };
                around.pop();
                has_default
            }
            _ => true,
        }
    }

    /// A value in C#: `None` within if it is the type's own.
    fn literal(&self, value: &Value, ty: &Type) -> Option<Option<String>> {
        let (whole, ty) = (ty, self.peeled(ty));
        let some = |value: String| Some(Some(value));
        let inner = |value: &Value, ty: &Type| -> Option<String> {
            let own = || format!("default({})", self.cs(ty));
            Some(self.literal(value, ty)?.unwrap_or_else(own))
        };
        match (value, ty) {
            (Value::None, Type::Option(_)) => Some(None),
            (Value::Some(value), Type::Option(of)) => some(inner(value, of)?),
            (Value::Empty, _) if !self.has_default(whole) => None,
            (Value::Empty, ty) => Some(self.initial(ty)),
            (Value::Bool(value), Type::Value(VariantType::Bool, _)) => some(value.to_string()),
            (Value::Int(value), Type::Value(VariantType::Int, bounds)) if fits(*value, *bounds) => {
                some(value.to_string())
            }
            (Value::Int(value), Type::Value(VariantType::Float, bounds)) => {
                some(float(*value as f64, *bounds == Bounds::F32))
            }
            (Value::Float(value), Type::Value(VariantType::Float, bounds)) => {
                some(float(*value, *bounds == Bounds::F32))
            }
            (
                Value::Text(text),
                Type::Value(
                    VariantType::String | VariantType::StringName | VariantType::NodePath,
                    _,
                ),
            ) => some(string(text)),
            (
                Value::List(values),
                ty @ (Type::List(of) | Type::FixedList(_, of) | Type::Set(of)),
            ) => {
                if matches!(ty, Type::FixedList(count, _) if *count != values.len() as u64) {
                    return None;
                }
                let all: Option<Vec<String>> = values.iter().map(|it| inner(it, of)).collect();
                let all = all?.join(", ");
                if matches!(ty, Type::FixedList(..)) || Self::is_bytes(ty) {
                    some(format!("new {} {{ {all} }}", self.cs(ty)))
                } else if all.is_empty() {
                    some(format!("new {}()", self.cs(ty)))
                } else {
                    some(format!("new {} {{ {all} }}", self.cs(ty)))
                }
            }
            (Value::Tuple(values), Type::Tuple(types)) if values.len() == types.len() => {
                let all: Option<Vec<String>> =
                    values.iter().zip(types).map(|(value, ty)| inner(value, ty)).collect();
                some(self.tuple(ty, &all?))
            }
            (Value::Structure(name, parts), Type::Value(kind, bounds)) => {
                let structure = Structure { kind: *kind, double: *bounds == Bounds::F64 };
                let number = match structure.number() {
                    "int" => Type::I64,
                    "double" => Type::F64,
                    _ => Type::F32,
                };
                let fits = (name.starts_with("Vector") || name == "Color" || name == "Quaternion")
                    && parts.len() == structure.in_flat().len();
                let all: Option<Vec<String>> = parts.iter().map(|it| inner(it, &number)).collect();
                if fits { some(self.made(structure, &all?)) } else { None }
            }
            (Value::Member(_, name), Type::Message(index)) => {
                let it = self.enumeration(*index)?;
                let at = it.members.iter().position(|member| member.name == *name)?;
                let variant = &self.variant_names(*index)[at];
                let owner = self.names.before_dot(*index);
                match self.form(*index) {
                    Form::Choice => some(format!("new {owner}.{variant}()")),
                    _ => some(format!("{owner}.{variant}")),
                }
            }
            (Value::Tuple(_), Type::Value(VariantType::Nil, _)) => Some(None),
            _ => None,
        }
    }

    /// The names of the variants of an enum.
    pub(super) fn variant_names(&self, index: usize) -> Vec<String> {
        let members = self.enumeration(index).map_or(&[][..], |it| &it.members);
        let wanted = |member: &Member<'s>| -> &'s str {
            match member.variant.and_then(|own| own.csharp.as_ref()) {
                Some((name, _)) => name,
                None => member.name,
            }
        };
        let others: &[&str] = if self.form(index) == Form::Name { &["Name"] } else { &[] };
        super::names::variants(self.names.bare(index), others, members.iter().map(wanted))
    }

    /// How an enum that has no data takes values that no variant has, in Variants.
    pub(super) fn accepted(it: &Enumeration<'_>) -> Accepted {
        match it.variant.and_then(|own| own.other.as_ref()) {
            Some(other) if other.record.fields.is_empty() => Accepted { all: false, dropped: true },
            Some(_) => Accepted { all: true, dropped: false },
            None => Accepted::default(),
        }
    }
}

/// Whether an enum keeps names that it does not know.
fn keeps_names(it: &Enumeration<'_>) -> bool {
    it.variant.is_some_and(|own| {
        own.form == crate::protocol::EnumForm::Names
            && own.other.as_ref().is_some_and(|other| !other.record.fields.is_empty())
    })
}

/// Whether a variant accepts unknown names or numbers, and does not keep them.
pub(super) fn keeps_nothing(member: &Member<'_>) -> bool {
    let variant = member.variant.is_none_or(|own| own.record.fields.is_empty());
    member.is_other && variant && member.flat_other.is_none_or(|other| !other.number)
}

/// Whether an integer type of Rust has a number.
fn fits(value: i64, bounds: Bounds<'_>) -> bool {
    let is_within = bounds.range().is_none_or(|(low, high)| (low..=high).contains(&value));
    is_within && !(value == 0 && bounds.lacks_zero())
}

/// The C# type of an integer of Rust.
pub(super) fn integer(bounds: Bounds<'_>) -> &'static str {
    match bounds {
        Bounds::I8 | Bounds::NonZeroI8 => "sbyte",
        Bounds::I16 | Bounds::NonZeroI16 => "short",
        Bounds::I32 | Bounds::NonZeroI32 => "int",
        Bounds::U8 | Bounds::NonZeroU8 => "byte",
        Bounds::U16 | Bounds::NonZeroU16 => "ushort",
        Bounds::U32 | Bounds::NonZeroU32 => "uint",
        Bounds::U64 | Bounds::NonZeroU64 => "ulong",
        _ => "long",
    }
}
