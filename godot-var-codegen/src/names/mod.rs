//! Names that a schema has for the parts of a Variant.

mod likely;
mod messages;
mod natural;
mod notes;
mod path;
mod sets;
mod tree;

use crate::inspect::{FieldFit, Fit, fits};
use bumpalo::Bump;
use godot_var_runtime::variant::{EnumerationForm, Generation, Tag, TypeLayout, Variant};
use godot_var_runtime::{DecodeError, DecodeErrorKind, PathSegment};

use self::likely::{likeness, member_of, parts};
pub use self::natural::Natural;
pub(crate) use self::natural::natural;
pub use self::notes::Note;
pub use self::path::{Path, Step};
pub use self::sets::{CallNames, SetNames};
pub(crate) use self::sets::{MOST_SYNCHRONIZERS, argument_name};
pub use self::tree::Tree;
use self::tree::key_text;
use crate::protocol::layout::Layouts;
use crate::protocol::{Body, Protocol, TypeDef};

/// A schema, and the types that its messages can have.
///
/// A message has the first type whose reader accepts it: see [`fits`].
#[derive(Clone, Debug)]
pub struct Names {
    protocol: Protocol,
    roots: Vec<usize>,
    /// The number of types at the front that are not contained in others.
    outer: usize,
}

/// The names that a schema has for a message.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<'v> {
    /// The type, or `Type::Variant` for the variant of an enum.
    pub name: String,
    /// The number of the variant, if it is encoded as one.
    pub id: Option<i64>,
    /// The fields with their values, one level deep.
    pub fields: Vec<(String, &'v Variant)>,
    /// All fields by name.
    pub tree: Tree,
    /// Whether no type matches and the variant `other` of an enum keeps the value.
    pub is_unknown: bool,
    /// The names of other types that fit as well, with as many of their fields.
    pub others: Vec<String>,
}

impl Named<'_> {
    /// Returns all fields by name, in the name of the message.
    pub fn whole(self) -> Tree {
        match self.tree {
            tree @ Tree::Named(..) => tree,
            tree if self.is_unknown => tree,
            tree => {
                let own = self.name.rsplit("::").next().unwrap_or_default();
                Tree::Named(own.to_owned(), Box::new(tree))
            }
        }
    }
}

impl Names {
    /// Makes names for messages of these types. Without types, it tries those that no other type contains, then all others.
    ///
    /// # Errors
    /// A type that the schema does not have.
    pub fn new(protocol: Protocol, types: &[String]) -> Result<Self, String> {
        let mut roots = Vec::new();
        for name in types {
            match protocol.position(name) {
                Some(index) => roots.push(index),
                None => {
                    let known: Vec<String> = protocol.types.iter().map(TypeDef::path).collect();
                    return Err(no_type(name, "", &known));
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

    /// Finds the type of a message. A variant `other`, which accepts unknown values, is the last choice.
    ///
    /// # Errors
    /// The most likely type, and where the message differs from it. The error has no byte offset.
    pub fn name<'v>(&self, value: &'v Variant) -> Result<Named<'v>, Misfit> {
        let arena = Bump::new();
        let layouts = Layouts::new(&self.protocol, &arena);
        let mut unknown = None;
        let mut misfits = Vec::new();
        for (at, index) in self.roots.iter().enumerate() {
            match fits(layouts.message(*index), value, Generation::Godot4) {
                Ok(fit @ Fit::Member { member: None, .. }) => {
                    unknown.get_or_insert((*index, fit));
                }
                Ok(fit) => {
                    let others = self.others(at, value, &layouts);
                    return Ok(Named { others, ..self.named(*index, value, &fit) });
                }
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
                let place = error.path().segments().cloned().collect();
                Err(Misfit { likely, message: describe(error), place })
            }
            _ => {
                let whole = misfits.iter().filter(|(_, error)| {
                    error.path().is_empty() && error.kind() != DecodeErrorKind::UnknownVariant
                });
                let hint = whole.map(|(_, error)| error.hint()).find(|hint| !hint.is_empty());
                let hint = after_message(hint.unwrap_or_default());
                let message = format!("no type of the schema fits{hint}");
                Err(Misfit { likely: None, message, place: Vec::new() })
            }
        }
    }

    /// Returns the names of the types that also fit a value which fits the one at this position of the roots, and have as many of its parts.
    fn others(&self, at: usize, value: &Variant, layouts: &Layouts<'_>) -> Vec<String> {
        // Types that others contain are only tried if no other fits.
        let end = if at < self.outer { self.outer } else { self.roots.len() };
        let own = likeness(layouts.message(self.roots[at]), value);
        let mut found = Vec::new();
        for index in &self.roots[at + 1..end] {
            let layout = layouts.message(*index);
            match fits(layout, value, Generation::Godot4) {
                Ok(Fit::Member { member: None, .. }) | Err(_) => {}
                Ok(fit) if likeness(layout, value) >= own => found.push(self.name_of(*index, &fit)),
                Ok(_) => {}
            }
        }
        found
    }

    fn name_of(&self, index: usize, fit: &Fit<'_, '_>) -> String {
        let def = &self.protocol.types[index];
        match (&def.body, fit) {
            (Body::Enumeration(_), Fit::Member { .. }) => {
                format!("{}::{}", def.path(), member_name(fit))
            }
            _ => def.path(),
        }
    }

    /// Returns the type that a broken message most likely has, as [`Misfit::likely`], and what it has of its fields.
    pub fn likely(&self, value: &Variant) -> Option<(String, Tree)> {
        let name = self.name(value).err()?.likely?;
        let parts = self.parts(&name, value)?;
        Some((name, parts))
    }

    /// Returns what a broken message has of the fields of this type, which is its [`Misfit::likely`].
    pub fn parts(&self, name: &str, value: &Variant) -> Option<Tree> {
        let path = |index: &usize| self.protocol.types[*index].path();
        let is_it = |index: &&usize| {
            let rest = name.strip_prefix(&path(index));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        };
        let index = self.roots.iter().filter(is_it).max_by_key(|index| path(index).len())?;
        let arena = Bump::new();
        Some(parts(Layouts::new(&self.protocol, &arena).message(*index), value))
    }

    fn named<'v>(&self, index: usize, value: &'v Variant, fit: &Fit<'_, 'v>) -> Named<'v> {
        let def = &self.protocol.types[index];
        let name = self.name_of(index, fit);
        let mut id = None;
        if let (Body::Enumeration(_), Fit::Member { member, .. }) = (&def.body, fit) {
            // The variant that keeps unknown numbers has no number of its own.
            id = match member.map(|member| member.tag) {
                Some(Tag::Int(id)) => Some(id),
                _ => None,
            };
        }
        let mut fields = Vec::new();
        match (&def.body, fit) {
            (
                Body::Transparent(field),
                Fit::Value(_) | Fit::Single(_) | Fit::List(..) | Fit::Map(..),
            ) => {
                fields.push((field.name.clone(), value));
            }
            (_, fit) => list_fields(fit, &mut fields),
        }
        let tree = match fit {
            // A value without a type in the schema keeps the names it has on the wire.
            Fit::Member { member: None, .. } => Tree::from(value),
            fit => tree(fit),
        };
        let is_unknown = matches!(fit, Fit::Member { member: None, .. });
        Named { name, id, fields, tree, is_unknown, others: Vec::new() }
    }
}

/// Returns the fields of a value of this type by name.
pub(crate) fn tree_of(protocol: &Protocol, index: usize, value: &Variant) -> Option<Tree> {
    let arena = Bump::new();
    let layouts = Layouts::new(protocol, &arena);
    let fit = fits(layouts.message(index), value, Generation::Godot4).ok()?;
    Some(tree(&fit))
}

/// Lists the fields of a record or of an enum's variant, including those of flattened records.
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
                Fit::Value(value)
                | Fit::Single(value)
                | Fit::List(value, _)
                | Fit::Map(value, _) => {
                    fields.push(("0".to_owned(), value));
                }
                content => list_fields(content, fields),
            }
        }
        _ => {}
    }
}

/// Returns the only field of a newtype variant with an id.
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

/// Converts a value to a tree with the schema's names.
fn tree(fit: &Fit<'_, '_>) -> Tree {
    match fit {
        Fit::Value(value) => Tree::from(*value),
        Fit::Single(value) => match Tree::from(*value) {
            Tree::Float(real) => Tree::Single(real as f32),
            tree => tree,
        },
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

/// How a message differs from the schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The most similar type, or `Type::Variant` for the variant of an enum.
    pub likely: Option<String>,
    /// The difference.
    pub message: String,
    /// The steps to the value that differs, from the outside in.
    pub place: Vec<PathSegment>,
}

/// Describes an error of `fits` by its path, without an offset in the bytes.
pub fn describe(error: &DecodeError) -> String {
    let (expected, found) = (error.expected(), error.found());
    let path = error.path().to_string();
    let path = if path.is_empty() { path } else { format!("{path}: ") };
    let hint = after_message(error.hint());
    match error.kind() {
        DecodeErrorKind::MissingField => format!("{path}the field is missing"),
        _ if expected.is_empty() => format!("{path}{found}{hint}"),
        _ => format!("{path}expected {expected}, found {found}{hint}"),
    }
}

/// A hint as the end of a message.
fn after_message(hint: &str) -> String {
    if hint.is_empty() { String::new() } else { format!("; {hint}") }
}

/// What [`no_type`] calls a type of flat messages.
pub const FLAT_TYPE: &str = " that derives `GodotFlat`";

/// Says why a name is that of no type with one of these paths: none has it, or several do. `kind` follows the name: ` that derives …`.
pub fn no_type(name: &str, kind: &str, paths: &[String]) -> String {
    let last = |path: &&String| path.rsplit("::").next() == Some(name);
    let same: Vec<String> = paths.iter().filter(last).map(|path| format!("`{path}`")).collect();
    if same.len() > 1 {
        let same = same.join(", ");
        return format!("several types are called `{name}`: {same}; name one with its modules");
    }
    let hint = closest(name, paths.iter().map(String::as_str));
    format!("the schema has no type `{name}`{kind}{hint}")
}

/// Returns `; did you mean …?` if a known name is similar.
pub fn closest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, known).map_or_else(String::new, |known| format!("; did you mean {known:?}?"))
}

/// Returns the most similar known name, if one is similar.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let distance =
        |known: &str| strsim::damerau_levenshtein(&name.to_lowercase(), &known.to_lowercase());
    let known = known.into_iter().min_by_key(|known| distance(known))?;
    // A name of two letters may differ completely.
    let most = 2.max(name.len() / 3).min(name.chars().count().saturating_sub(1));
    (distance(known) <= most).then_some(known)
}
