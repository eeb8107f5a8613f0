//! Statements that use a message, for pages: an example as an expression of a language.

use godot_var_runtime::variant::{Bounds, VariantType};

use crate::names::Tree;
use crate::protocol::Type;
use crate::schema::{Body, Field, Schema};

/// The statements that use the message of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Makes the message of an example: `message`.
    pub make: String,
    /// Sends it.
    pub send: String,
    /// Reads it from `packet`.
    pub receive: String,
}

/// The widest line of code on a page.
const WIDTH: usize = 72;

/// An expression, whose parts have lines of their own if it is too long for one.
#[derive(Clone, Debug)]
pub(crate) enum Expr {
    Plain(String),
    /// The beginning, the parts, each with what stands in front of it, and the end.
    Group(String, Vec<(String, Self)>, String),
}

impl Expr {
    /// A group whose parts have no names.
    pub(crate) fn list(begin: impl Into<String>, parts: Vec<Self>, end: &str) -> Self {
        let parts = parts.into_iter().map(|part| (String::new(), part)).collect();
        Self::Group(begin.into(), parts, end.to_owned())
    }

    pub(crate) fn in_a_line(&self) -> String {
        match self {
            Self::Plain(text) => text.clone(),
            Self::Group(begin, parts, end) => {
                let parts = parts.iter().map(|(name, part)| format!("{name}{}", part.in_a_line()));
                let parts = parts.collect::<Vec<_>>().join(", ");
                let space = if begin.ends_with('{') && !parts.is_empty() { " " } else { "" };
                format!("{begin}{space}{parts}{space}{end}")
            }
        }
    }

    /// Returns the text of a statement with this expression.
    pub(crate) fn statement(&self, before: &str, after: &str, unit: &str) -> String {
        let mut text = before.to_owned();
        self.put(&mut text, before.chars().count(), after.chars().count(), unit, 0);
        text + after
    }

    fn put(&self, text: &mut String, used: usize, more: usize, unit: &str, indent: usize) {
        let line = self.in_a_line();
        match self {
            Self::Group(begin, parts, end)
                if used + line.chars().count() + more > WIDTH && !parts.is_empty() =>
            {
                text.push_str(begin);
                for (name, part) in parts {
                    let head = format!("{}{name}", unit.repeat(indent + 1));
                    text.push('\n');
                    text.push_str(&head);
                    part.put(text, head.chars().count(), 1, unit, indent + 1);
                    text.push(',');
                }
                // No language here has a comma after the last argument of a call.
                if end.starts_with(')') {
                    text.pop();
                }
                text.push('\n');
                text.push_str(&unit.repeat(indent));
                text.push_str(end);
            }
            _ => text.push_str(&line),
        }
    }
}

/// A value without parts of other types.
pub(crate) enum Leaf<'t> {
    Nil,
    Bool(bool),
    Int(i128),
    Float(f64),
    Text(&'t str),
    /// The components of a structure that has the same order on each wire.
    Structure(VariantType, Vec<f64>),
}

/// The expressions of a language. `None` is for values that it has none for.
pub(crate) trait Expressions {
    fn leaf(&self, ty: &Type, leaf: Leaf<'_>) -> Option<String>;
    fn list(&self, ty: &Type, elements: Vec<Expr>) -> Option<Expr>;
    fn tuple(&self, ty: &Type, elements: Vec<Expr>) -> Option<Expr>;
    fn map(&self, ty: &Type, pairs: Vec<(String, Expr)>) -> Option<Expr>;
    /// A struct; each field with its position.
    fn record(&self, index: usize, fields: Vec<(usize, Expr)>) -> Option<Expr>;
    /// A variant of an enum with data, given by its position.
    fn variant(&self, index: usize, member: usize, fields: Vec<(usize, Expr)>) -> Option<Expr>;
    /// A variant of an enum without data.
    fn constant(&self, index: usize, member: usize) -> Option<String>;
}

/// Returns the expression for a message of a type.
pub(crate) fn message(
    schema: &Schema<'_>,
    language: &dyn Expressions,
    index: usize,
    tree: &Tree,
) -> Option<Expr> {
    Walk { schema, language }.message(index, tree)
}

struct Walk<'w, 's> {
    schema: &'w Schema<'s>,
    language: &'w dyn Expressions,
}

impl Walk<'_, '_> {
    fn message(&self, index: usize, tree: &Tree) -> Option<Expr> {
        let plain = |text| Some(Expr::Plain(text));
        match &self.schema.types[index].body {
            Body::Record(_) if self.schema.types[index].delta_of.is_some() => None,
            Body::Record(fields) => self.language.record(index, self.fields(fields, tree)?),
            Body::Transparent(field) => self.value(&field.ty, tree),
            Body::Unit => self.language.leaf(&Type::UNIT, Leaf::Nil).and_then(plain),
            Body::Enumeration(enumeration) => {
                let (name, content) = variant(tree)?;
                let at = enumeration.members.iter().position(|member| member.name == name)?;
                let member = &enumeration.members[at];
                if member.is_other {
                    return None;
                }
                if enumeration.is_plain() {
                    return self.language.constant(index, at).and_then(plain);
                }
                let id = member.variant.map(|own| own.id.to_string());
                let content = match content {
                    // The name on the wire, if it is another one.
                    Tree::Named(tag, inner) if *tag != name && Some(tag) == id.as_ref() => inner,
                    content => content,
                };
                let fields = match &member.fields[..] {
                    [only] if only.name == "0" => vec![(0, self.value(&only.ty, content)?)],
                    fields => self.fields(fields, content)?,
                };
                self.language.variant(index, at, fields)
            }
        }
    }

    fn fields(&self, fields: &[Field<'_>], tree: &Tree) -> Option<Vec<(usize, Expr)>> {
        let mut found = Vec::new();
        for (at, field) in fields.iter().enumerate() {
            let is_flattened = field.variant.is_some_and(|own| own.flatten);
            let value = match tree {
                Tree::Record(_) if is_flattened => Some(tree.get(field.name).unwrap_or(tree)),
                Tree::Record(_) => tree.get(field.name),
                Tree::List(elements) => elements.get(at),
                tree => (at == 0).then_some(tree),
            };
            found.push((at, self.value(&field.ty, value?)?));
        }
        Some(found)
    }

    fn value(&self, ty: &Type, tree: &Tree) -> Option<Expr> {
        let all = |types: &mut dyn Iterator<Item = &Type>, trees: &[Tree]| {
            trees.iter().map(|tree| self.value(types.next()?, tree)).collect::<Option<Vec<_>>>()
        };
        match ty {
            Type::Pointer(inner) => self.value(inner, tree),
            Type::Option(inner) => match tree {
                Tree::Nil => self.language.leaf(ty, Leaf::Nil).map(Expr::Plain),
                tree => self.value(inner, tree),
            },
            Type::List(inner)
            | Type::View(inner)
            | Type::Set(inner)
            | Type::FixedList(_, inner) => {
                let elements = match tree {
                    Tree::List(elements) => elements.clone(),
                    Tree::Bytes(bytes) => {
                        bytes.iter().map(|byte| Tree::Int((*byte).into())).collect()
                    }
                    _ => return None,
                };
                self.language.list(ty, all(&mut std::iter::repeat(&**inner), &elements)?)
            }
            Type::Tuple(types) => match tree {
                Tree::List(elements) if elements.len() == types.len() => {
                    self.language.tuple(ty, all(&mut types.iter(), elements)?)
                }
                _ => None,
            },
            Type::Map(key, value) => {
                let Tree::Record(entries) = tree else { return None };
                let pair = |(name, tree): &(String, Tree)| {
                    Some((self.key(key, name)?, self.value(value, tree)?))
                };
                let pairs: Option<Vec<_>> = entries.iter().map(pair).collect();
                self.language.map(ty, pairs?)
            }
            Type::Message(index) => self.message(*index, tree),
            Type::Value(kind, bounds) => self.leaf(ty, *kind, *bounds, tree).map(Expr::Plain),
            Type::Variant | Type::Custom => None,
        }
    }

    /// A key of a map by the name that it has in a tree.
    fn key(&self, ty: &Type, name: &str) -> Option<String> {
        match ty {
            Type::Value(VariantType::Int, _) => {
                self.language.leaf(ty, Leaf::Int(name.parse().ok()?))
            }
            Type::Value(VariantType::String | VariantType::StringName, _) => {
                self.language.leaf(ty, Leaf::Text(name))
            }
            _ => None,
        }
    }

    fn leaf(
        &self,
        ty: &Type,
        kind: VariantType,
        bounds: Bounds<'_>,
        tree: &Tree,
    ) -> Option<String> {
        let leaf = match (kind, tree) {
            (VariantType::Nil, _) => Leaf::Nil,
            (VariantType::Bool, tree) => Leaf::Bool(real(tree)? != 0.0),
            (VariantType::Int, Tree::Int(number) | Tree::Wide(number)) => Leaf::Int(*number),
            (VariantType::Int, tree) => Leaf::Int(real(tree)? as i128),
            (VariantType::Float, tree) => Leaf::Float(real(tree)?),
            (VariantType::String | VariantType::StringName | VariantType::NodePath, tree) => {
                match tree {
                    Tree::Text(text) => Leaf::Text(text),
                    _ => return None,
                }
            }
            (
                VariantType::Vector2
                | VariantType::Vector2i
                | VariantType::Vector3
                | VariantType::Vector3i
                | VariantType::Vector4
                | VariantType::Vector4i
                | VariantType::Quaternion
                | VariantType::Color,
                Tree::Record(parts),
            ) if bounds != Bounds::F64 => {
                let numbers: Option<Vec<f64>> = parts.iter().map(|(_, part)| real(part)).collect();
                Leaf::Structure(kind, numbers?)
            }
            _ => return None,
        };
        self.language.leaf(ty, leaf)
    }
}

/// The variant of an enum, and its content.
fn variant(tree: &Tree) -> Option<(&str, &Tree)> {
    match tree {
        Tree::Named(name, content) => Some((name, content)),
        Tree::Text(name) => Some((name, &Tree::Nil)),
        Tree::Record(fields) => match &fields[..] {
            [(name, content)] => Some((name, content)),
            _ => None,
        },
        _ => None,
    }
}

fn real(tree: &Tree) -> Option<f64> {
    match tree {
        Tree::Bool(truth) => Some(u8::from(*truth).into()),
        Tree::Int(number) | Tree::Wide(number) => Some(*number as f64),
        // The shortest decimal that is exact for 32 bits.
        Tree::Single(number) => number.to_string().parse().ok(),
        Tree::Float(number) => Some(*number),
        _ => None,
    }
}
