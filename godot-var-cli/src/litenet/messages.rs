//! The messages of an era as rows of fields, made from their schema.
//!
//! A message is a flat list of fields in wire order. A struct in a field is replaced by its fields. An enum is replaced by its byte and the
//! fields of each variant, under the condition that the byte is the variant's. A list of anything but bytes is its count and then the rest
//! of the message, because its elements may be of types that only the game knows.

use std::collections::HashMap;
use std::sync::LazyLock;

use godot_var::litenet::EraSpec;
use godot_var_codegen::litenet::{
    self as schema, Component, Condition, Form, Prefix, Schema, Test, Type, TypeDef, list_prefix,
};
use godot_var_codegen::protocol::Integer;

use super::names::{Body, Pick, UNKNOWN_REST, VIEWS, count_of, is_inline, shown};
use super::schema::SCHEMA;

/// A message as the program shows it.
pub(super) struct Message {
    pub(super) number: u16,
    pub(super) name: String,
    pub(super) pick: Pick,
    pub(super) fields: Vec<Field>,
}

/// A field of a message.
pub(super) struct Field {
    /// The name. `serverSceneInfo.sceneName` is a field of an object in a field.
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) when: When,
}

/// The encoding of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Bool,
    Int(Form, Integer),
    F32,
    F64,
    Text,
    /// Three floats: x, y, z.
    Vector,
    /// A u16 length, then bytes.
    Block,
    /// Bytes to the end of the message.
    Rest,
}

/// The condition of a field, by positions and values of fields before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum When {
    Always,
    Is(usize, i128),
    Not(Box<Self>),
    Both(Box<Self>, Box<Self>),
    Either(Box<Self>, Box<Self>),
}

impl When {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Always, one) | (one, Self::Always) => one,
            (one, other) => Self::Both(Box::new(one), Box::new(other)),
        }
    }

    /// Whether the condition holds for the integers of the fields before it. A bool is 0 or 1.
    pub(super) fn holds(&self, seen: &[Option<i128>]) -> bool {
        match self {
            Self::Always => true,
            Self::Is(at, value) => seen.get(*at).copied().flatten() == Some(*value),
            Self::Not(inner) => !inner.holds(seen),
            Self::Both(one, other) => one.holds(seen) && other.holds(seen),
            Self::Either(one, other) => one.holds(seen) || other.holds(seen),
        }
    }
}

static Y2018: LazyLock<Vec<Message>> = LazyLock::new(|| messages(&SCHEMA, EraSpec::Y2018, "y2018"));
static HEAD: LazyLock<Vec<Message>> = LazyLock::new(|| messages(&SCHEMA, EraSpec::Head, "head"));

/// The message for unknown numbers.
pub(super) static UNKNOWN: LazyLock<Message> = LazyLock::new(|| Message {
    number: 0,
    name: "Unknown".to_owned(),
    pick: Pick::Any,
    fields: vec![Field { name: "body".to_owned(), kind: Kind::Rest, when: When::Always }],
});

/// Returns the messages of an era, in the order of their numbers.
pub(super) fn table(era: EraSpec) -> &'static [Message] {
    match era {
        EraSpec::Y2018 => &Y2018,
        EraSpec::Head => &HEAD,
    }
}

/// Returns the message with this name.
pub(super) fn named(era: EraSpec, name: &str) -> Option<&'static Message> {
    let unknown = (name == UNKNOWN.name).then(|| &*UNKNOWN);
    table(era).iter().find(|message| message.name == name).or(unknown)
}

/// Returns the messages in the enums of a module, clients' messages first.
fn messages(schema: &Schema, era: EraSpec, module: &str) -> Vec<Message> {
    let mut found: Vec<Message> = Vec::new();
    for (name, client) in [("ClientMessage", true), ("ServerMessage", false)] {
        let Some(TypeDef { body: schema::Body::Enumeration { members, .. }, .. }) =
            schema.get(&format!("{module}::{name}"))
        else {
            continue;
        };
        for member in members {
            let Some(schema::Field { ty: Type::Message(index, _), .. }) = member.fields.first()
            else {
                continue;
            };
            let mut add = |name: &str, pick: Pick, body: &Type| {
                if found.iter().any(|message| message.name == name) {
                    return;
                }
                let mut rows = Rows { schema, era, found: Vec::new() };
                rows.message(*index, body);
                let (number, name) = (member.number, name.to_owned());
                found.push(Message { number, name, pick, fields: rows.found });
            };
            let views = VIEWS.iter().filter(|view| view.member == member.name);
            let mut plain = true;
            for view in views {
                plain = false;
                if matches!(view.pick, Pick::SentBy { client: other } if other != client) {
                    continue;
                }
                let body = match view.body {
                    Body::Rest => Type::Rest,
                    Body::Nothing => Type::Unit,
                    Body::Type(name) => {
                        let at = schema.position(&format!("{module}::{name}"));
                        at.map_or(Type::Rest, |at| Type::Message(at, Vec::new()))
                    }
                };
                add(view.name, view.pick, &body);
            }
            if plain {
                add(&member.name, Pick::Any, &Type::Rest);
            }
        }
    }
    found.sort_by_key(|message| message.number);
    found
}

/// The arguments of a type's parameters.
type Arguments<'t> = HashMap<&'t str, &'t Type>;

/// The rows of a message so far.
struct Rows<'s> {
    schema: &'s Schema,
    era: EraSpec,
    found: Vec<Field>,
}

/// The place of a field.
struct Place<'p> {
    /// The names of the surrounding fields, each with a dot after it.
    prefix: &'p str,
    /// The condition of the surrounding fields.
    when: &'p When,
}

impl Rows<'_> {
    /// Adds the fields of a message. All its type parameters are `body`.
    fn message(&mut self, index: usize, body: &Type) {
        let Some(def) = self.schema.types.get(index) else { return };
        let schema::Body::Record { fields, .. } = &def.body else { return };
        let arguments = def.parameters.iter().map(|name| (name.as_str(), body)).collect();
        let top = Place { prefix: "", when: &When::Always };
        self.record(&def.name, fields, &arguments, &top);
    }

    fn record(
        &mut self,
        of: &str,
        fields: &[schema::Field],
        arguments: &Arguments<'_>,
        place: &Place<'_>,
    ) {
        // The index of the first row of each field of the record.
        let mut firsts = Vec::new();
        for field in fields {
            let condition = match &field.condition {
                Some(Condition { test, .. }) => self.condition(test, fields, &firsts),
                None => When::Always,
            };
            let when = place.when.clone().and(condition);
            firsts.push(self.found.len());
            let own = Place { prefix: place.prefix, when: &when };
            self.field(of, &field.name, &field.ty, arguments, &own);
        }
    }

    fn push(&mut self, name: &str, kind: Kind, place: &Place<'_>) {
        let name = format!("{}{name}", place.prefix);
        self.found.push(Field { name, kind, when: place.when.clone() });
    }

    fn field(
        &mut self,
        of: &str,
        field: &str,
        ty: &Type,
        arguments: &Arguments<'_>,
        place: &Place<'_>,
    ) {
        let name = shown(of, field);
        let kind = match ty {
            Type::Unit => return,
            Type::Parameter(parameter) => match arguments.get(parameter.as_str()) {
                // It has no parameters of its own, because a view names it.
                Some(ty) => return self.field(of, field, ty, &Arguments::new(), place),
                None => Kind::Rest,
            },
            Type::Message(index, given) => {
                let Some(def) = self.schema.types.get(*index) else { return };
                let given: Vec<Type> = given.iter().map(|ty| substitute(ty, arguments)).collect();
                let arguments = def.parameters.iter().map(String::as_str).zip(&given).collect();
                match &def.body {
                    schema::Body::Record { fields, .. } if is_inline(field) => {
                        return self.record(&def.name, fields, &arguments, place);
                    }
                    schema::Body::Record { fields, .. } => {
                        let prefix = format!("{}{name}.", place.prefix);
                        let inner = Place { prefix: &prefix, when: place.when };
                        return self.record(&def.name, fields, &arguments, &inner);
                    }
                    schema::Body::Enumeration { members, other, .. } => {
                        let row = self.found.len();
                        self.push(&name, Kind::Int(Form::Plain, Integer::U8), place);
                        let is = |member: &schema::Member| When::Is(row, member.number.into());
                        for member in members {
                            let when = place.when.clone().and(is(member));
                            let inner = Place { prefix: place.prefix, when: &when };
                            self.record(&def.name, &member.fields, &arguments, &inner);
                        }
                        if other.as_ref().is_some_and(|other| other.rest) {
                            let none = members.iter().fold(place.when.clone(), |when, member| {
                                when.and(When::Not(Box::new(is(member))))
                            });
                            let inner = Place { prefix: place.prefix, when: &none };
                            self.push(UNKNOWN_REST, Kind::Rest, &inner);
                        }
                        return;
                    }
                }
            }
            Type::List(given, element) => {
                let prefix = list_prefix(self.era, *given, element);
                if prefix == Prefix::U16 && **element == Type::Int(Integer::U8) {
                    Kind::Block
                } else {
                    let (form, integer) = prefix.integer();
                    self.push(&count_of(&name), Kind::Int(form, integer), place);
                    Kind::Rest
                }
            }
            Type::Bool => Kind::Bool,
            Type::Int(integer) => Kind::Int(Form::Plain, *integer),
            Type::Packed(integer) => Kind::Int(Form::Packed, *integer),
            Type::Zigzag(integer) => Kind::Int(Form::Zigzag, *integer),
            Type::F32 => Kind::F32,
            Type::F64 => Kind::F64,
            Type::String(None) => Kind::Text,
            Type::Components(_, Component::F32, 3) => Kind::Vector,
            // A field that rows cannot describe is the rest of the message.
            _ => Kind::Rest,
        };
        self.push(&name, kind, place);
    }

    /// Converts a condition over the fields of a record whose rows are known.
    fn condition(&self, test: &Test, fields: &[schema::Field], rows: &[usize]) -> When {
        let again = |test: &Test| Box::new(self.condition(test, fields, rows));
        let is = |at: usize, value| rows.get(at).map_or(When::Always, |row| When::Is(*row, value));
        match test {
            Test::Flag(at) => is(*at, 1),
            Test::Is(at, constant) => {
                let ty = fields.get(*at).map(|field| &field.ty);
                is(*at, self.constant(ty, constant))
            }
            Test::Not(inner) => When::Not(again(inner)),
            Test::Both(one, other) => When::Both(again(one), again(other)),
            Test::Either(one, other) => When::Either(again(one), again(other)),
        }
    }

    /// Returns the number of a variant or of a literal.
    fn constant(&self, ty: Option<&Type>, constant: &str) -> i128 {
        let members = match ty {
            Some(Type::Message(index, _)) => self.schema.types.get(*index).map(|def| &def.body),
            _ => None,
        };
        let member = match members {
            Some(schema::Body::Enumeration { members, .. }) => {
                members.iter().find(|member| member.name == constant)
            }
            _ => None,
        };
        match member {
            Some(member) => member.number.into(),
            None => constant.parse().unwrap_or_else(|_| (constant == "true").into()),
        }
    }
}

/// Replaces the parameters in a type by their arguments.
fn substitute(ty: &Type, arguments: &Arguments<'_>) -> Type {
    match ty {
        Type::Parameter(name) => {
            arguments.get(name.as_str()).map_or(Type::Rest, |ty| (*ty).clone())
        }
        ty => ty.clone(),
    }
}
