//! The names that a schema has for what a Variant holds.

mod likely;
mod messages;
mod notes;
mod path;
mod sets;
mod tree;

use bumpalo::Bump;
use godot_var_runtime::variant::{
    EnumerationForm, FieldFit, Fit, Generation, Tag, TypeLayout, Variant, fits,
};
use godot_var_runtime::{DecodeError, DecodeErrorKind};

use self::likely::{likeness, member_of};
pub use self::notes::Note;
pub use self::path::{Path, Step};
pub use self::sets::{CallNames, SetNames};
pub(crate) use self::sets::{MOST_SYNCHRONIZERS, argument_name};
pub use self::tree::Tree;
use self::tree::key_text;
use crate::protocol::layout::Layouts;
use crate::protocol::{Body, Protocol, TypeDef};

/// A schema, and which of its types a message can be.
///
/// A message is of the first type whose reader takes it: see [`fits`].
#[derive(Clone, Debug)]
pub struct Names {
    protocol: Protocol,
    roots: Vec<usize>,
    /// How many of the first are messages of their own: the others stand in those, too.
    outer: usize,
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
    /// Whether no type knows it, and an enum keeps what it does not know (`other`).
    pub is_unknown: bool,
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
        let mut outer = roots.len();
        if roots.is_empty() {
            roots = protocol.roots();
            let inner = protocol.inner_types();
            outer = roots.iter().filter(|index| !inner.contains(index)).count();
        }
        Ok(Self { protocol, roots, outer })
    }

    /// What a message is. A variant that takes what no other does (`other`) is the last choice.
    ///
    /// # Errors
    /// Which type it most likely is, and where it differs. The error counts no bytes.
    pub fn name<'v>(&self, value: &'v Variant) -> Result<Named<'v>, Misfit> {
        let arena = Bump::new();
        let layouts = Layouts::new(&self.protocol, &arena);
        let mut unknown = None;
        let mut misfits = Vec::new();
        for index in &self.roots {
            match fits(layouts.message(*index), value, Generation::Godot4) {
                Ok(fit @ Fit::Member { member: None, .. }) => {
                    unknown.get_or_insert((*index, fit));
                }
                Ok(fit) => return Ok(self.named(*index, value, &fit)),
                Err(error) => misfits.push((*index, error)),
            }
        }
        let mut likely: Option<(usize, usize, &DecodeError)> = None;
        for (index, error) in &misfits {
            let likeness = likeness(layouts.message(*index), value);
            if likely.is_none_or(|(most, ..)| likeness > most) {
                likely = Some((likeness, *index, error));
            }
        }
        let layout = |index| match layouts.message(index) {
            TypeLayout::Enumeration(layout) => member_of(layout, value),
            _ => None,
        };
        match (unknown, likely) {
            (Some((index, fit)), likely) if likely.and_then(|(_, it, _)| layout(it)).is_none() => {
                Ok(self.named(index, value, &fit))
            }
            (_, Some((likeness, index, error))) if likeness > 0 || self.roots.len() == 1 => {
                let mut name = self.protocol.types[index].path();
                if let Some((member, _)) = layout(index) {
                    name = format!("{name}::{}", member.name);
                }
                let likely = (likeness > 0).then_some(name);
                Err(Misfit { likely, message: describe(error) })
            }
            _ => Err(Misfit { likely: None, message: "no type of the schema fits".to_owned() }),
        }
    }

    fn named<'v>(&self, index: usize, value: &'v Variant, fit: &Fit<'_, 'v>) -> Named<'v> {
        let def = &self.protocol.types[index];
        let mut name = def.path();
        let mut id = None;
        if let (Body::Enumeration(_), Fit::Member { member, .. }) = (&def.body, fit) {
            name = format!("{name}::{}", member_name(fit));
            // The member that keeps unknown numbers has none of its own.
            id = match member.map(|member| member.tag) {
                Some(Tag::Int(id)) => Some(id),
                _ => None,
            };
        }
        let mut fields = Vec::new();
        match (&def.body, fit) {
            (Body::Transparent(field), Fit::Value(_) | Fit::List(..) | Fit::Map(..)) => {
                fields.push((field.name.clone(), value));
            }
            (_, fit) => list_fields(fit, &mut fields),
        }
        let tree = match fit {
            // What no type of the schema is, is asked for as it travels.
            Fit::Member { member: None, .. } => Tree::from(value),
            fit => tree(fit),
        };
        let is_unknown = matches!(fit, Fit::Member { member: None, .. });
        Named { name, id, fields, tree, is_unknown }
    }
}

/// The fields of a record, or of the member that an enum is; those of flattened records too.
fn list_fields<'v>(fit: &Fit<'_, 'v>, fields: &mut Vec<(String, &'v Variant)>) {
    match fit {
        Fit::Record(found) => {
            for part in found {
                match (&part.fit, part.field.flattened) {
                    (inner @ (Fit::Record(_) | Fit::Member { .. }), true) => {
                        list_fields(inner, fields);
                    }
                    (_, true) => {}
                    (_, false) => fields.push((part.field.rust_name().to_owned(), part.value)),
                }
            }
        }
        Fit::Member { content: Some(content), member: Some(_), .. } => {
            match only_field(fit).map_or(&**content, |part| &part.fit) {
                Fit::Value(value) | Fit::List(value, _) | Fit::Map(value, _) => {
                    fields.push(("0".to_owned(), value));
                }
                content => list_fields(content, fields),
            }
        }
        _ => {}
    }
}

/// The field of a newtype member after its id.
fn only_field<'f, 'l, 'v>(fit: &'f Fit<'l, 'v>) -> Option<&'f FieldFit<'l, 'v>> {
    match fit {
        Fit::Member { enumeration, content: Some(content), .. }
            if enumeration.form == EnumerationForm::Ids =>
        {
            match &**content {
                Fit::Record(fields) => match &fields[..] {
                    [only] if only.field.rust_name() == "0" => Some(only),
                    _ => None,
                },
                _ => None,
            }
        }
        _ => None,
    }
}

fn member_name<'l>(fit: &Fit<'l, '_>) -> &'l str {
    match fit {
        Fit::Member { member: Some(member), .. } => member.name,
        Fit::Member { enumeration, .. } => enumeration.other.map_or("", |(name, _)| name),
        _ => "",
    }
}

/// A value with the names that the schema has for its parts.
fn tree(fit: &Fit<'_, '_>) -> Tree {
    match fit {
        Fit::Value(value) => Tree::from(*value),
        Fit::List(_, elements) => Tree::List(elements.iter().map(tree).collect()),
        Fit::Map(_, pairs) => {
            let named =
                |(key, value): &(&Variant, Fit<'_, '_>)| Some((key_text(key)?, tree(value)));
            Tree::Record(pairs.iter().filter_map(named).collect())
        }
        Fit::Record(found) => {
            let mut fields = Vec::new();
            for part in found {
                match (&part.fit, part.field.flattened, tree(&part.fit)) {
                    (Fit::Record(_), true, Tree::Record(inner)) => fields.extend(inner),
                    (_, _, tree) => {
                        let name = part.field.rust_name();
                        let keys = part.field.aliases.iter().chain([&part.field.key]);
                        let others = keys.filter(|key| **key != name);
                        let same = |key: &&str| ((*key).to_owned(), Tree::Same(name.to_owned()));
                        fields.extend(others.map(same));
                        fields.push((name.to_owned(), tree));
                    }
                }
            }
            Tree::Record(fields)
        }
        Fit::Member { enumeration, member, content, value } => {
            let is_plain =
                matches!(enumeration.form, EnumerationForm::Names | EnumerationForm::Numbers);
            let content = match (content, only_field(fit)) {
                _ if is_plain => Tree::from(*value),
                (Some(_), Some(only)) => tree(&only.fit),
                (Some(content), None) if member.is_some() => tree(content),
                _ => Tree::Nil,
            };
            let name = member_name(fit);
            let content = match member.map(|member| member.tag) {
                Some(Tag::Text(tag)) if !is_plain && tag != name => {
                    Tree::Named(tag.to_owned(), Box::new(content))
                }
                _ => content,
            };
            Tree::Named(name.to_owned(), Box::new(content))
        }
    }
}

/// Where a message differs from the schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The type that it is most like, or `Type::Member` for the member of an enum.
    pub likely: Option<String>,
    /// Where it differs from that.
    pub message: String,
}

fn describe(error: &DecodeError) -> String {
    let (expected, found) = (error.expected(), error.found());
    let path = if error.path().is_empty() { String::new() } else { format!("{}: ", error.path()) };
    if error.kind() == DecodeErrorKind::MissingField {
        format!("{path}the field is missing")
    } else {
        format!("{path}expected {expected}, found {found}")
    }
}

/// `; did you mean …?`, if a name is close to one that is known.
pub fn closest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, known).map_or_else(String::new, |known| format!("; did you mean {known:?}?"))
}

/// The known name that another one is most like, if it is like one.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let distance =
        |known: &str| strsim::damerau_levenshtein(&name.to_lowercase(), &known.to_lowercase());
    let known = known.into_iter().min_by_key(|known| distance(known))?;
    // Of a name of two letters nothing may be left.
    let most = 2.max(name.len() / 3).min(name.chars().count().saturating_sub(1));
    (distance(known) <= most).then_some(known)
}
