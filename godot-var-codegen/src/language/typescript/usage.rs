//! Statements for pages: an example as an object literal, and how it is sent and received.

use godot_var_schema::variant::model::Style;

use super::Generator;
use super::names::{properties, quoted};
use super::record::style;
use super::structures;
use crate::language::usage::{Expr, Expressions, Leaf, message};
use crate::language::{Example, Usage};
use crate::protocol::Type;
use crate::schema::{Body, Field};

impl Generator<'_> {
    /// The statements for an example.
    pub(super) fn usage(&self, example: &Example<'_>) -> Option<Usage> {
        let Example { index, member, tree, is_flat, .. } = *example;
        let def = &self.schema.types[index];
        let ty = self.names.ty(index);
        let suffix = if is_flat && def.variant.is_some() { "Flat" } else { "" };
        let function = |verb: &str| self.entry(verb, ty, suffix);
        let made = message(self.schema, self, index, tree)?;
        let (encode, decode) = (function("encode"), function("decode"));
        let mut receive = vec![format!("const message = {decode}(packet);")];
        match (&def.body, member) {
            (Body::Record(fields), None) => {
                receive.push(prints("message", fields, &properties(fields, false), ""));
            }
            (Body::Enumeration(body), Some(name)) => {
                let member = body.members.iter().find(|member| member.name == name)?;
                let names = properties(&member.fields, true);
                let print = match member.style {
                    Style::Unit => format!("  console.log({});", quoted(name)),
                    Style::Named => prints("message", &member.fields, &names, "  "),
                    Style::Newtype | Style::Tuple => "  console.log(message.value);".to_owned(),
                };
                let head = format!("if (message.kind === {}) {{", quoted(name));
                receive.extend([head, print, "}".to_owned()]);
            }
            _ => return None,
        }
        Some(Usage {
            make: made.statement(&format!("const message: {ty} = "), ";", "  "),
            send: format!("socket.send({encode}(message));"),
            receive: receive.join("\n"),
        })
    }
}

/// A statement that prints the fields of an object.
fn prints(object: &str, fields: &[Field<'_>], names: &[String], indent: &str) -> String {
    let read =
        fields.iter().zip(names).filter(|(field, _)| field.variant.is_none_or(|own| own.decoded));
    let values = match style(fields) {
        Style::Tuple => vec![object.to_owned()],
        _ => read.map(|(_, name)| format!("{object}.{name}")).collect(),
    };
    let values = values.into_iter().map(Expr::Plain).collect();
    let unit = "  ";
    let text = Expr::list("console.log(", values, ")").statement(indent, ";", unit);
    text.replace('\n', &format!("\n{indent}"))
}

impl Expressions for Generator<'_> {
    fn leaf(&self, ty: &Type, leaf: Leaf<'_>) -> Option<String> {
        Some(match leaf {
            Leaf::Nil => "null".to_owned(),
            Leaf::Bool(truth) => truth.to_string(),
            Leaf::Int(number) => {
                let is_big = match ty {
                    Type::Value(_, bounds) => {
                        matches!(
                            bounds.name().trim_start_matches("NonZero"),
                            "i64" | "u64" | "I64" | "U64"
                        )
                    }
                    _ => false,
                };
                format!("{number}{}", if is_big { "n" } else { "" })
            }
            Leaf::Float(number) if number.is_nan() => "NaN".to_owned(),
            Leaf::Float(number) if number.is_infinite() && number > 0.0 => "Infinity".to_owned(),
            Leaf::Float(number) if number.is_infinite() => "-Infinity".to_owned(),
            Leaf::Float(number) => number.to_string(),
            Leaf::Text(text) => quoted(text),
            Leaf::Structure(kind, numbers) => structures::literal(kind, |at| {
                numbers.get(at).map_or("0".to_owned(), f64::to_string)
            }),
        })
    }

    fn list(&self, ty: &Type, elements: Vec<Expr>) -> Option<Expr> {
        let (begin, end) = match &*self.ty(ty) {
            "Uint8Array" => ("new Uint8Array([", "])"),
            set if set.starts_with("Set<") => ("new Set([", "])"),
            _ => ("[", "]"),
        };
        Some(Expr::list(begin, elements, end))
    }

    fn tuple(&self, _: &Type, elements: Vec<Expr>) -> Option<Expr> {
        Some(Expr::list("[", elements, "]"))
    }

    fn map(&self, _: &Type, pairs: Vec<(String, Expr)>) -> Option<Expr> {
        let pairs = pairs
            .into_iter()
            .map(|(key, value)| Expr::list("[", vec![Expr::Plain(key), value], "]"));
        Some(Expr::list("new Map([", pairs.collect(), "])"))
    }

    fn record(&self, index: usize, values: Vec<(usize, Expr)>) -> Option<Expr> {
        let Body::Record(fields) = &self.schema.types[index].body else { return None };
        Some(match style(fields) {
            Style::Tuple => {
                Expr::list("[", values.into_iter().map(|(_, value)| value).collect(), "]")
            }
            _ => object(None, named(&properties(fields, false), values)),
        })
    }

    fn variant(&self, index: usize, member: usize, values: Vec<(usize, Expr)>) -> Option<Expr> {
        let Body::Enumeration(body) = &self.schema.types[index].body else { return None };
        let member = &body.members[member];
        let all = |values: Vec<(usize, Expr)>| values.into_iter().map(|(_, value)| value);
        let parts = match member.style {
            Style::Tuple => {
                vec![("value: ".to_owned(), Expr::list("[", all(values).collect(), "]"))]
            }
            Style::Newtype => all(values).map(|value| ("value: ".to_owned(), value)).collect(),
            _ => named(&properties(&member.fields, true), values),
        };
        Some(object(Some(member.name), parts))
    }

    fn constant(&self, index: usize, member: usize) -> Option<String> {
        let Body::Enumeration(body) = &self.schema.types[index].body else { return None };
        Some(format!("{}.{}", self.names.ty(index), body.members[member].name))
    }
}

fn named(names: &[String], values: Vec<(usize, Expr)>) -> Vec<(String, Expr)> {
    values.into_iter().map(|(at, value)| (format!("{}: ", names[at]), value)).collect()
}

fn object(kind: Option<&str>, parts: Vec<(String, Expr)>) -> Expr {
    let kind = kind.map(|kind| ("kind: ".to_owned(), Expr::Plain(quoted(kind))));
    Expr::Group("{".to_owned(), kind.into_iter().chain(parts).collect(), "}".to_owned())
}
