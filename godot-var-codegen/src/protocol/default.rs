//! Defaults that are plain values.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use syn::ext::IdentExt;
use syn::{Expr, ExprCall, ExprLit, ExprPath, ImplItem, Lit, Member, Stmt, UnOp};

use super::build::text_of;
use super::names::{Names, Scope};
use super::source::Sources;
use super::{FieldDefault, TypeDefault};

/// The value of an expression that can be known without running code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// `true`
    Bool(bool),
    /// `-3`
    Int(i64),
    /// `0.5`
    Float(f64),
    /// `"text"`, `"text".into()`, `String::from("text")`
    Text(String),
    /// `None`
    None,
    /// `Some(…)`
    Some(Box<Value>),
    /// `vec![…]`, `[…]`
    List(Vec<Value>),
    /// `(…, …)`
    Tuple(Vec<Value>),
    /// `Vec::new()`, `Default::default()`, `Vector3::ZERO`: the default of the type.
    Empty,
    /// `Vector3::new(0.0, 1.0, 0.0)`, `Color { … }`: the Rust name of the type, and its components in order.
    Structure(String, Vec<Value>),
    /// `Team::Red`: the type's index, and the variant's Rust name.
    Member(usize, String),
}

impl Value {
    /// Gives the types in a value other positions.
    pub(crate) fn map_messages(self, of: &dyn Fn(usize) -> usize) -> Self {
        let all = |values: Vec<Self>| values.into_iter().map(|it| it.map_messages(of)).collect();
        match self {
            Self::Member(index, name) => Self::Member(of(index), name),
            Self::Some(value) => Self::Some(Box::new(value.map_messages(of))),
            Self::List(values) => Self::List(all(values)),
            Self::Tuple(values) => Self::Tuple(all(values)),
            Self::Structure(name, values) => Self::Structure(name, all(values)),
            value => value,
        }
    }
}

impl FieldDefault {
    /// Gives the types in a default other positions.
    pub(crate) fn map_messages(self, of: &dyn Fn(usize) -> usize) -> Self {
        match self {
            Self::Value(value) => Self::Value(value.map_messages(of)),
            default => default,
        }
    }
}

/// Returns the value of an expression, or `None` if it depends on code.
pub(crate) fn value(names: &mut Names<'_>, scope: &Scope, expr: &Expr) -> Option<Value> {
    match expr {
        Expr::Lit(ExprLit { lit, .. }) => literal(lit),
        Expr::Group(group) => value(names, scope, &group.expr),
        Expr::Paren(paren) => value(names, scope, &paren.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            if let Some(number) = names.number(scope, expr) {
                return Some(Value::Int(number));
            }
            match value(names, scope, &unary.expr)? {
                Value::Float(number) => Some(Value::Float(-number)),
                _ => None,
            }
        }
        Expr::MethodCall(call)
            if call.args.is_empty()
                && ["into", "to_string", "to_owned", "to_vec"]
                    .iter()
                    .any(|known| call.method == known) =>
        {
            value(names, scope, &call.receiver)
                .filter(|value| matches!(value, Value::Text(_)) || call.method == "to_vec")
        }
        Expr::Reference(reference) => value(names, scope, &reference.expr),
        Expr::Array(array) => list(names, scope, array.elems.iter()).map(Value::List),
        Expr::Tuple(tuple) => list(names, scope, tuple.elems.iter()).map(Value::Tuple),
        Expr::Macro(mac) if mac.mac.path.is_ident("vec") => {
            let elements = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
            let elements = mac.mac.parse_body_with(elements).ok()?;
            list(names, scope, elements.iter()).map(Value::List)
        }
        Expr::Binary(_) | Expr::Cast(_) => names.number(scope, expr).map(Value::Int),
        Expr::Path(ExprPath { path, qself: None, .. }) => constant(names, scope, path),
        Expr::Call(call) => self::call(names, scope, call),
        Expr::Struct(structure) if structure.rest.is_none() => {
            // Color has no constructor, but public fields.
            let name = structure.path.segments.last()?.ident.to_string();
            if name != "Color" {
                return None;
            }
            let component = |wanted: &str| {
                structure.fields.iter().find_map(|field| match &field.member {
                    Member::Named(ident) if ident == wanted => Some(&field.expr),
                    _ => None,
                })
            };
            let components: Option<Vec<&Expr>> =
                ["r", "g", "b", "a"].into_iter().map(component).collect();
            list(names, scope, components?.into_iter())
                .map(|components| Value::Structure(name, components))
        }
        _ => None,
    }
}

fn list<'e>(
    names: &mut Names<'_>,
    scope: &Scope,
    exprs: impl Iterator<Item = &'e Expr>,
) -> Option<Vec<Value>> {
    exprs.map(|expr| value(names, scope, expr)).collect()
}

fn literal(lit: &Lit) -> Option<Value> {
    Some(match lit {
        Lit::Bool(value) => Value::Bool(value.value),
        Lit::Int(value) => Value::Int(value.base10_parse().ok()?),
        Lit::Float(value) => Value::Float(value.base10_parse().ok()?),
        Lit::Str(value) => Value::Text(value.value()),
        Lit::Char(value) => Value::Text(value.value().to_string()),
        _ => return None,
    })
}

fn constant(names: &mut Names<'_>, scope: &Scope, path: &syn::Path) -> Option<Value> {
    let segments: Vec<String> =
        path.segments.iter().map(|segment| segment.ident.unraw().to_string()).collect();
    if let Some((module, item)) = names.constant(scope, &segments) {
        let expr = &*item.expr;
        let scope = Scope { module, parameters: BTreeMap::new(), own: None };
        return match expr {
            Expr::Lit(_) => value(names, &scope, expr),
            Expr::Unary(unary) if matches!(*unary.expr, Expr::Lit(_)) => value(names, &scope, expr),
            _ => names.number(&scope, expr).map(Value::Int),
        };
    }
    let (last, owner) = segments.split_last()?;
    match (last.as_str(), owner) {
        ("None", []) => Some(Value::None),
        ("None", [.., option]) if option == "Option" => Some(Value::None),
        (_, []) => None,
        ("ZERO", [.., structure]) if is_engine_vector(names, scope, owner, structure) => {
            Some(Value::Empty)
        }
        (member, owner) => {
            let index = names.type_named(scope, owner)?;
            Some(Value::Member(index, member.to_owned()))
        }
    }
}

/// Whether a path is a vector of the engine, and not a type of the schema.
fn is_engine_vector(names: &Names<'_>, scope: &Scope, path: &[String], name: &str) -> bool {
    let is_vector = name.starts_with("Vector") && super::types::engine_type(name).is_some();
    is_vector && names.type_named(scope, path).is_none()
}

/// Whether the name is that of a type by its case, and not that of a module.
fn is_type_name(name: &str) -> bool {
    const PRIMITIVES: [&str; 17] = [
        "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8",
        "u16", "u32", "u64", "u128", "usize",
    ];
    name.starts_with(char::is_uppercase) || PRIMITIVES.contains(&name)
}

fn call(names: &mut Names<'_>, scope: &Scope, call: &ExprCall) -> Option<Value> {
    let Expr::Path(path) = &*call.func else { return None };
    let segments: Vec<String> =
        path.path.segments.iter().map(|segment| segment.ident.unraw().to_string()).collect();
    let (function, owner) = segments.split_last()?;
    let owner = owner.last().map_or("", String::as_str);
    let arguments: Vec<&Expr> = call.args.iter().collect();
    match (owner, function.as_str(), &arguments[..]) {
        ("" | "Option", "Some", [inner]) => {
            value(names, scope, inner).map(|value| Value::Some(Box::new(value)))
        }
        (owner, "default", []) if is_type_name(owner) => Some(Value::Empty),
        ("Vec" | "VecDeque" | "String" | "BTreeMap" | "HashMap" | "BTreeSet", "new", []) => {
            Some(Value::Empty)
        }
        ("String" | "StringName" | "NodePath", "from" | "parse", [text]) => {
            value(names, scope, text).filter(|value| matches!(value, Value::Text(_)))
        }
        ("Box" | "Rc" | "Arc", "new", [inner]) => value(names, scope, inner),
        (structure, "new", [_, ..]) if super::types::engine_type(structure).is_some() => {
            list(names, scope, arguments.into_iter())
                .map(|components| Value::Structure(structure.to_owned(), components))
        }
        _ => None,
    }
}

/// Returns the `Default` of a type.
pub(crate) fn of_type(names: &mut Names<'_>, scope: &Scope, derived: usize) -> TypeDefault {
    if names.sources.derived[derived].derives_default {
        return TypeDefault::Derived;
    }
    let Some(expr) = expression(names.sources, derived) else { return TypeDefault::Unknown };
    if let Some(value @ Value::Member(..)) = value(names, scope, expr) {
        return TypeDefault::Values(vec![(String::new(), value)]);
    }
    let Some(fields) = structure_fields(expr) else { return TypeDefault::Unknown };
    let values = fields
        .into_iter()
        .filter_map(|(name, expr)| value(names, scope, &expr).map(|value| (name, value)));
    TypeDefault::Values(values.collect())
}

/// Returns the code by which the `Default` of a type makes a field.
pub(super) fn code(sources: &Sources, derived: usize, field: &str) -> Option<String> {
    let fields = structure_fields(expression(sources, derived)?)?;
    fields.into_iter().find(|(name, _)| name == field).map(|(_, expr)| text_of(&expr))
}

/// The expression that the `Default` of a type is, if it is no more than one.
fn expression(sources: &Sources, derived: usize) -> Option<&Expr> {
    let item = &sources.derived[derived];
    let name = item.item.ident.unraw().to_string();
    let implementation = sources.defaults.get(&(item.module, name))?;
    let body = implementation.items.iter().find_map(|item| match item {
        ImplItem::Fn(function) if function.sig.ident == "default" => Some(&function.block),
        _ => None,
    })?;
    match &body.stmts[..] {
        [Stmt::Expr(expr, None)] => Some(expr),
        _ => None,
    }
}

/// Returns the fields of `Self { a: …, b: … }`.
pub(super) fn structure_fields(expr: &Expr) -> Option<Vec<(String, Expr)>> {
    match expr {
        Expr::Struct(structure) if structure.rest.is_none() => {
            let fields = structure.fields.iter().map(|field| {
                let name = match &field.member {
                    Member::Named(ident) => ident.unraw().to_string(),
                    Member::Unnamed(index) => index.index.to_string(),
                };
                (name, field.expr.clone())
            });
            Some(fields.collect())
        }
        Expr::Group(group) => structure_fields(&group.expr),
        Expr::Paren(paren) => structure_fields(&paren.expr),
        _ => None,
    }
}
