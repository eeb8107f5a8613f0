//! Statements for pages: an example as an object initializer, and how it is sent and received.

use godot_var_runtime::variant::Bounds;
use godot_var_schema::variant::model::Style;

use super::Generator;
use super::engine::Structure;
use super::names::fields;
use super::text::{float, string};
use crate::language::usage::{Expr, Expressions, Leaf, message};
use crate::language::{Example, Usage};
use crate::protocol::Type;
use crate::schema::Body;

impl Generator<'_> {
    /// The statements for an example.
    pub(super) fn usage(&self, example: &Example<'_>) -> Option<Usage> {
        let Example { index, member, tree, is_flat, .. } = *example;
        let def = &self.schema.types[index];
        let ty = self.names.ty(index);
        let has_both = is_flat && def.variant.is_some();
        let (to, from) = if has_both { ("ToFlat", "FromFlat") } else { ("ToBytes", "FromBytes") };
        let made = message(self.schema, self, index, tree)?;
        let receive = match (&def.body, member) {
            (Body::Record(all), None) => {
                let names = fields(self.names.bare(index), [], all);
                let values: Vec<String> =
                    names.iter().map(|name| format!("{{message.{name}}}")).collect();
                format!(
                    "{ty} message = {ty}.{from}(packet);\nConsole.WriteLine($\"{}\");",
                    values.join(" ")
                )
            }
            (Body::Enumeration(body), Some(name)) => {
                let at = body.members.iter().position(|member| member.name == name)?;
                let variant = &self.variant_names(index)[at];
                let member = &body.members[at];
                let value = match member.style {
                    Style::Newtype => {
                        format!("message.{}", self.variant_fields(index, member, variant).join("."))
                    }
                    _ => "message".to_owned(),
                };
                format!(
                    "if ({ty}.{from}(packet) is {ty}.{variant} message)\n    Console.WriteLine({value});"
                )
            }
            _ => return None,
        };
        Some(Usage {
            make: made.statement("var message = ", ";", "    "),
            send: format!("socket.Send(message.{to}());"),
            receive,
        })
    }

    /// A new object with these values of its fields.
    fn object(class: &str, names: &[String], values: Vec<(usize, Expr)>) -> Expr {
        let parts: Vec<(String, Expr)> =
            values.into_iter().map(|(at, value)| (format!("{} = ", names[at]), value)).collect();
        if parts.is_empty() {
            return Expr::Plain(format!("new {class}()"));
        }
        Expr::Group(format!("new {class} {{"), parts, "}".to_owned())
    }
}

impl Expressions for Generator<'_> {
    fn leaf(&self, ty: &Type, leaf: Leaf<'_>) -> Option<String> {
        Some(match leaf {
            Leaf::Nil if *ty == Type::UNIT => "default".to_owned(),
            Leaf::Nil => "null".to_owned(),
            Leaf::Bool(truth) => truth.to_string(),
            Leaf::Int(number) => number.to_string(),
            Leaf::Float(number) => float(number, matches!(ty, Type::Value(_, Bounds::F32))),
            Leaf::Text(text) => string(text),
            Leaf::Structure(kind, numbers) => {
                let structure = Structure { kind, double: false };
                let is_int = structure.number() == "int";
                let parts: Vec<String> = numbers
                    .iter()
                    .map(|part| if is_int { part.to_string() } else { float(*part, true) })
                    .collect();
                self.made(structure, &parts)
            }
        })
    }

    fn list(&self, ty: &Type, elements: Vec<Expr>) -> Option<Expr> {
        let ty = self.cs(ty);
        Some(match elements.is_empty() {
            true if ty.ends_with(']') => Expr::Plain(format!("new {ty} {{ }}")),
            true => Expr::Plain(format!("new {ty}()")),
            false => Expr::list(format!("new {ty} {{"), elements, "}"),
        })
    }

    fn tuple(&self, ty: &Type, elements: Vec<Expr>) -> Option<Expr> {
        let begin =
            if elements.len() == 1 { format!("new {}(", self.cs(ty)) } else { "(".to_owned() };
        Some(Expr::list(begin, elements, ")"))
    }

    fn map(&self, ty: &Type, pairs: Vec<(String, Expr)>) -> Option<Expr> {
        // A pair has no comma at its end.
        let pairs = pairs
            .into_iter()
            .map(|(key, value)| Expr::Plain(format!("{{ {key}, {} }}", value.in_a_line())));
        Some(Expr::list(format!("new {} {{", self.cs(ty)), pairs.collect(), "}"))
    }

    fn record(&self, index: usize, values: Vec<(usize, Expr)>) -> Option<Expr> {
        let Body::Record(all) = &self.schema.types[index].body else { return None };
        let names = fields(self.names.bare(index), [], all);
        Some(Self::object(&self.names.ty(index), &names, values))
    }

    fn variant(&self, index: usize, member: usize, values: Vec<(usize, Expr)>) -> Option<Expr> {
        let body = self.enumeration(index)?;
        let variant = &self.variant_names(index)[member];
        let member = &body.members[member];
        let class = format!("{}.{variant}", self.names.ty(index));
        if member.style == Style::Newtype {
            let values = values.into_iter().map(|(_, value)| value).collect();
            return Some(Expr::list(format!("new {class}("), values, ")"));
        }
        let names = fields(variant, [], &member.fields);
        Some(Self::object(&class, &names, values))
    }

    fn constant(&self, index: usize, member: usize) -> Option<String> {
        Some(format!("{}.{}", self.names.ty(index), self.variant_names(index)[member]))
    }
}
