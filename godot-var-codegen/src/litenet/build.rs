//! From checked items to the model of a whole schema, with the wire type of every field.

use std::collections::BTreeMap;

use proc_macro2::Span;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Data, Expr, GenericArgument, PathArguments};

use super::{
    Body, Component, Condition, Dispatch, Field, Member, Other, Prefix, Schema, Test, Type, TypeDef,
};
use crate::protocol::names::{Found, MAX_USES, Names, Scope, segments};
use crate::protocol::source::{Derived, Name, Sources, path_text};
use crate::protocol::{Diagnostic, Integer};
use godot_var_schema::files::CFG;
use godot_var_schema::notes::Notes;
use godot_var_schema::stream::model::{self, Codec, ConditionValue, Named};

/// The maximum nesting depth of types, including aliases.
const MAX_STEPS: u32 = 24;

const COMPONENTS: [(&str, Component, u64); 10] = [
    ("Vector2", Component::F32, 2),
    ("Vector3", Component::F32, 3),
    ("Vector4", Component::F32, 4),
    ("Vector2i", Component::I32, 2),
    ("Vector3i", Component::I32, 3),
    ("Quaternion", Component::F32, 4),
    ("EulerAngles", Component::F32, 3),
    ("DirectionVector2", Component::I8, 2),
    ("DirectionVector3", Component::I8, 3),
    ("Guid", Component::U8, 16),
];

type Result<T> = std::result::Result<T, Diagnostic>;

/// The derive.
const WIRE: &str = "LiteNetMessage";

pub(super) fn build(sources: Sources) -> std::result::Result<Schema, Vec<Diagnostic>> {
    let mut errors = sources.errors(WIRE);
    let check = godot_var_schema::litenet::message;
    let messages = sources.checked(WIRE, check, model::Message::clone, &mut errors);
    let mut builder = Builder { names: Names::new(&sources, WIRE), errors };
    let messages = messages.into_iter().zip(&sources.derived);
    let mut types: Vec<TypeDef> =
        messages.filter_map(|(message, derived)| builder.type_def(&message?, derived)).collect();
    // Indices are valid only if every type could be read.
    if types.len() == sources.derived.len() {
        builder.number_members(&mut types);
    }
    let errors = sources.in_order(builder.errors);
    if errors.is_empty() {
        let warnings = sources.warnings(WIRE);
        let Sources { files, docs, .. } = sources;
        Ok(Schema { files, docs, types, warnings })
    } else {
        Err(errors)
    }
}

struct Builder<'s> {
    names: Names<'s>,
    errors: Vec<Diagnostic>,
}

impl Builder<'_> {
    fn type_def(&mut self, message: &model::Message, derived: &Derived) -> Option<TypeDef> {
        let sources = self.names.sources;
        let Derived { module, item, .. } = derived;
        let module = *module;
        let parameters: Vec<String> =
            item.generics.type_params().map(|param| param.ident.unraw().to_string()).collect();
        let scope = Scope { module, parameters: BTreeMap::new(), own: None };
        let own = Own { scope, parameters: &parameters };
        let body = match (&message.body, &item.data) {
            (model::Body::Record(record), Data::Struct(data)) => Body::Record {
                msg_type: message.msg_type,
                fields: self.fields(&own, record, &data.fields),
            },
            (model::Body::Enumeration(enumeration), Data::Enum(data)) => {
                self.enumeration(&own, enumeration, data)
            }
            _ => return None,
        };
        let docs = self.docs(module, &item.attrs);
        Some(TypeDef {
            name: item.ident.unraw().to_string(),
            module: sources.modules[module].path.clone(),
            place: sources.place(module, item.ident.span()),
            docs,
            body,
            parameters,
        })
    }

    /// Returns the documentation of an item. A `cfg` on it is an error.
    fn docs(&mut self, module: usize, attrs: &[Attribute]) -> Vec<String> {
        let notes = Notes::read(attrs);
        if let Some(cfg) = notes.cfg {
            let place = self.names.sources.place(module, cfg);
            self.errors.push(Diagnostic::new(&place, CFG));
        }
        notes.docs
    }

    fn enumeration(
        &mut self,
        own: &Own<'_>,
        enumeration: &model::Enumeration,
        data: &syn::DataEnum,
    ) -> Body {
        let mut members = Vec::new();
        let mut other = None;
        for variant in &data.variants {
            let docs = self.docs(own.scope.module, &variant.attrs);
            let name = variant.ident.unraw().to_string();
            match enumeration.members.iter().find(|member| member.ident == variant.ident) {
                Some(member) => {
                    // Filled in by `number_members` after all messages are known.
                    let of_message = member.number.is_none();
                    let number = member.number.unwrap_or_default() as u16;
                    let fields = self.fields(own, &member.record, &variant.fields);
                    members.push(Member { name, docs, number, of_message, fields });
                }
                None => {
                    let rest = enumeration.other.as_ref().is_some_and(|other| other.rest.is_some());
                    other = Some(Other { name, docs, rest });
                }
            }
        }
        let dispatch = if enumeration.messages { Dispatch::MsgType } else { Dispatch::Byte };
        Body::Enumeration { dispatch, members, other }
    }

    /// Gives the variants of enums of messages the numbers of their messages.
    fn number_members(&mut self, types: &mut [TypeDef]) {
        let numbers: Vec<Option<u16>> = types
            .iter()
            .map(|def| match def.body {
                Body::Record { msg_type, .. } => msg_type,
                Body::Enumeration { .. } => None,
            })
            .collect();
        for def in types {
            let Body::Enumeration { members, .. } = &mut def.body else { continue };
            for member in members.iter_mut().filter(|member| member.of_message) {
                // If the field could not be read, the error was reported before.
                let [Field { ty, place, .. }] = &member.fields[..] else { continue };
                let number = match ty {
                    Type::Message(index, _) => numbers.get(*index).copied().flatten(),
                    _ => None,
                };
                match number {
                    Some(number) => member.number = number,
                    None => self.errors.push(Diagnostic::new(
                        place,
                        "this type has no message number; add `msg_type`",
                    )),
                }
            }
        }
    }

    fn fields(&mut self, own: &Own<'_>, record: &model::Record, given: &syn::Fields) -> Vec<Field> {
        let names: Vec<&str> = record.fields.iter().map(|field| &*field.key).collect();
        let mut fields = Vec::new();
        for (field, syntax) in record.fields.iter().zip(given) {
            let span = syntax.ident.as_ref().map_or_else(|| syntax.ty.span(), Spanned::span);
            let docs = self.docs(own.scope.module, &syntax.attrs);
            let place = self.names.sources.place(own.scope.module, span);
            match self.travels(own, field) {
                Ok(ty) => {
                    let condition = field.condition().map(|condition| Condition {
                        text: text_of(condition, &names),
                        test: test_of(condition),
                    });
                    fields.push(Field { name: field.key.clone(), place, docs, ty, condition });
                }
                Err(error) => self.errors.push(error),
            }
        }
        fields
    }

    /// Returns the wire type of a field, for when its condition holds.
    fn travels(&self, own: &Own<'_>, field: &model::Field) -> Result<Type> {
        let span = field.ty.span();
        match &field.codec {
            Codec::With(path) => return Ok(Type::Custom(path_text(path))),
            Codec::Rest => return Ok(Type::Rest),
            Codec::Named(Named { name: "Euler", .. }) => {
                return Ok(Type::Components("EulerAngles", Component::F32, 3));
            }
            _ => {}
        }
        let ty = match self.resolve(own, &field.ty, MAX_STEPS)? {
            Type::Option(inner) if field.condition().is_some() => *inner,
            ty => ty,
        };
        self.apply(own, &field.codec, ty, span)
    }

    fn apply(&self, own: &Own<'_>, codec: &Codec, ty: Type, span: Span) -> Result<Type> {
        Ok(match (codec, ty) {
            (Codec::Named(Named { name: "Packed", .. }), Type::Int(integer)) => {
                Type::Packed(integer)
            }
            (Codec::Named(_), Type::Int(integer)) => Type::Zigzag(integer),
            (Codec::Named(_), Type::Option(inner)) => {
                Type::Option(Box::new(self.apply(own, codec, *inner, span)?))
            }
            (Codec::Named(_), _) => {
                return self.error(own, span, "only integers have a packed form");
            }
            (Codec::Counted(prefix, ..), Type::String(_)) => Type::String(prefix.and_then(counted)),
            (Codec::Counted(prefix, _, one), Type::List(_, element)) => Type::List(
                prefix.and_then(counted),
                Box::new(self.apply(own, one, *element, span)?),
            ),
            (Codec::Counted(..), _) => {
                return self.error(own, span, "only lists and texts have a length");
            }
            (_, ty) => ty,
        })
    }

    fn error<T>(&self, own: &Own<'_>, span: Span, message: impl Into<String>) -> Result<T> {
        Err(Diagnostic::new(&self.names.sources.place(own.scope.module, span), message))
    }

    fn resolve(&self, own: &Own<'_>, ty: &syn::Type, steps: u32) -> Result<Type> {
        let Some(next) = steps.checked_sub(1) else {
            return self.error(own, ty.span(), "this type is nested too deep, or refers to itself");
        };
        let list = |element| Type::List(None, Box::new(element));
        match ty {
            syn::Type::Path(path) if path.qself.is_none() => self.path(own, &path.path, next),
            syn::Type::Group(group) => self.resolve(own, &group.elem, next),
            syn::Type::Paren(paren) => self.resolve(own, &paren.elem, next),
            syn::Type::Reference(reference) => self.resolve(own, &reference.elem, next),
            syn::Type::Slice(slice) => self.resolve(own, &slice.elem, next).map(list),
            syn::Type::Array(array) => {
                let element = Box::new(self.resolve(own, &array.elem, next)?);
                Ok(Type::Array(self.names.length(&own.scope, &array.len)?, element))
            }
            syn::Type::Tuple(tuple) if tuple.elems.is_empty() => Ok(Type::Unit),
            syn::Type::Tuple(tuple) => tuple
                .elems
                .iter()
                .map(|element| self.resolve(own, element, next))
                .collect::<Result<_>>()
                .map(Type::Tuple),
            _ => self.error(own, ty.span(), "a type of this kind cannot be part of a schema"),
        }
    }

    fn path(&self, own: &Own<'_>, path: &syn::Path, steps: u32) -> Result<Type> {
        let names = segments(path);
        let text = path_text(path);
        if let [name] = &names[..]
            && own.parameters.contains(name)
        {
            return Ok(Type::Parameter(name.clone()));
        }
        let mut arguments = Vec::new();
        if let Some(PathArguments::AngleBracketed(given)) =
            path.segments.last().map(|last| &last.arguments)
        {
            for argument in &given.args {
                if let GenericArgument::Type(ty) = argument {
                    arguments.push(self.resolve(own, ty, steps)?);
                }
            }
        }
        match self.names.find(own.scope.module, &names, MAX_USES) {
            Some(Found::Name(_, Name::Derived(index))) => {
                let derived = &self.names.sources.derived[*index].item;
                if derived.generics.type_params().count() == arguments.len() {
                    return Ok(Type::Message(*index, arguments));
                }
                self.error(own, path.span(), format!("`{text}` needs all its arguments here"))
            }
            Some(Found::Name(module, Name::Alias(alias))) if alias.generics.params.is_empty() => {
                let scope = Scope { module, parameters: BTreeMap::new(), own: None };
                self.resolve(&Own { scope, parameters: &[] }, &alias.ty, steps)
            }
            Some(Found::Name(_, Name::Plain(place))) => {
                let message = format!(
                    "`{text}` ({}:{}) does not derive `LiteNetMessage`; derive it, or encode \
                     the field by `with = module`",
                    place.file, place.line
                );
                self.error(own, path.span(), message)
            }
            Some(Found::Outside(full)) => {
                let name = full.last().map_or("", String::as_str);
                match outside(name, arguments) {
                    Some(ty) => Ok(ty),
                    None => self.error(
                        own,
                        path.span(),
                        format!("the encoding of `{text}` is not known; use `with = module`"),
                    ),
                }
            }
            Some(Found::Name(..)) | None => {
                self.error(own, path.span(), format!("`{text}` is not a type of this schema"))
            }
        }
    }
}

/// How a count is encoded; the others are those of flat messages.
fn counted(prefix: model::Prefix) -> Option<Prefix> {
    Some(match prefix {
        model::Prefix::U16 => Prefix::U16,
        model::Prefix::I32 => Prefix::I32,
        model::Prefix::Packed => Prefix::Packed,
        model::Prefix::Zigzag => Prefix::Zigzag,
        _ => return None,
    })
}

/// The type that contains a field.
struct Own<'o> {
    scope: Scope,
    parameters: &'o [String],
}

/// Returns the wire type of a type of the prelude, the standard library or this crate.
fn outside(name: &str, arguments: Vec<Type>) -> Option<Type> {
    if let Some(integer) = Integer::of(name) {
        return Some(Type::Int(integer));
    }
    if let Some((name, component, count)) = COMPONENTS.iter().find(|(known, ..)| *known == name) {
        return Some(Type::Components(name, *component, *count));
    }
    let mut arguments = arguments.into_iter();
    let mut one = || arguments.next().map(Box::new);
    Some(match name {
        "bool" => Type::Bool,
        "f32" => Type::F32,
        "f64" => Type::F64,
        "String" | "str" => Type::String(None),
        "Color" => Type::Color,
        "Half" => Type::Packed(Integer::U16),
        "SocketAddr" => Type::Address,
        "Rest" => Type::Rest,
        "Option" => Type::Option(one()?),
        "Vec" => Type::List(None, one()?),
        "LengthPrefixed" => Type::LengthPrefixed(one()?),
        "Box" | "Cow" => *one()?,
        "Packed" | "Zigzag" => match (name, *one()?) {
            ("Packed", Type::Int(integer)) => Type::Packed(integer),
            (_, Type::Int(integer)) => Type::Zigzag(integer),
            _ => return None,
        },
        _ => return None,
    })
}

/// Returns the last name of the constant that a condition compares with.
fn constant(value: &ConditionValue) -> String {
    match value {
        ConditionValue::OfType(ident) => ident.unraw().to_string(),
        ConditionValue::Expr(Expr::Path(path)) => path
            .path
            .segments
            .last()
            .map_or_else(String::new, |last| last.ident.unraw().to_string()),
        ConditionValue::Expr(expr) => expr.to_token_stream().to_string().replace(' ', ""),
    }
}

fn test_of(condition: &model::Condition) -> Test {
    use model::Condition;
    let boxed = |condition: &Condition| Box::new(test_of(condition));
    match condition {
        Condition::Flag(field) => Test::Flag(*field),
        Condition::Is(field, value) => Test::Is(*field, constant(value)),
        Condition::Not(inner) => Test::Not(boxed(inner)),
        Condition::Both(one, two) => Test::Both(boxed(one), boxed(two)),
        Condition::Either(one, two) => Test::Either(boxed(one), boxed(two)),
    }
}

/// Returns a condition in the syntax of the schema.
fn text_of(condition: &model::Condition, names: &[&str]) -> String {
    use model::Condition;
    let name = |field: &usize| names.get(*field).copied().unwrap_or_default();
    let part = |condition: &Condition| match condition {
        Condition::Both(..) | Condition::Either(..) => format!("({})", text_of(condition, names)),
        _ => text_of(condition, names),
    };
    match condition {
        Condition::Flag(field) => name(field).to_owned(),
        Condition::Is(field, value) => format!("{} == {}", name(field), constant(value)),
        Condition::Not(inner) => match &**inner {
            Condition::Is(field, value) => format!("{} != {}", name(field), constant(value)),
            inner => format!("!{}", part(inner)),
        },
        Condition::Both(one, two) => format!("{} && {}", part(one), part(two)),
        Condition::Either(one, two) => format!("{} || {}", part(one), part(two)),
    }
}
