//! The paths that the messages of a schema have.

use std::collections::HashSet;
use std::fmt;

use godot_var_runtime::variant::VariantType;
use godot_var_schema::variant::model::{EnumForm, Id, Style};

use super::{closest, nearest};
use crate::protocol::{Body, Enumeration, Field, Protocol, Record, Type};
use crate::values::{self, parts};

/// A step of a path into a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A field, or a key.
    Name(String),
    /// An element, from 0.
    Index(usize),
    /// Any element.
    Any,
}

/// A path in the syntax of conditions: `players[3].name`.
pub struct Path<'p>(pub &'p [Step]);

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, step) in self.0.iter().enumerate() {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            match step {
                Step::Name(name) if !name.is_empty() && name.chars().all(is_word) => {
                    write!(f, "{}{name}", if place == 0 { "" } else { "." })?;
                }
                Step::Name(name) => write!(f, "[{name:?}]")?,
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Any => f.write_str("[*]")?,
            }
        }
        Ok(())
    }
}

/// The possible values at the end of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Node<'s> {
    /// Any value: the schema does not define it.
    Open,
    /// A value without parts.
    Leaf,
    /// A structure of the engine, or a list of structures.
    Engine(VariantType),
    Record(&'s Record),
    Enumeration(&'s Enumeration),
    /// An element of the list, all of the same type.
    List(&'s Type, Option<u64>),
    Tuple(&'s [Type]),
    Map(&'s Type),
}

/// Returns the names of the parts of a structure in a `Tree`.
fn part_names(kind: VariantType) -> Vec<&'static str> {
    match kind {
        VariantType::Signal => vec!["name", "object_id"],
        kind => parts(kind).into_iter().map(|(name, _)| name).collect(),
    }
}

fn part(kind: VariantType, name: &str) -> Option<Node<'static>> {
    if kind == VariantType::Signal {
        return part_names(kind).contains(&name).then_some(Node::Leaf);
    }
    Some(match values::part(kind, name)? {
        VariantType::Int | VariantType::Float => Node::Leaf,
        structure => Node::Engine(structure),
    })
}

/// Finds paths in a schema.
pub(super) struct Paths<'s> {
    protocol: &'s Protocol,
    roots: Vec<Node<'s>>,
    /// The messages by name, with which a path may begin.
    messages: Vec<(&'s str, Node<'s>)>,
}

impl<'s> Paths<'s> {
    pub(super) fn new(protocol: &'s Protocol, roots: &[usize]) -> Self {
        let mut paths = Self { protocol, roots: Vec::new(), messages: Vec::new() };
        for index in roots {
            let node = paths.type_def(*index);
            paths.roots.push(node);
            let members = match node {
                Node::Enumeration(enumeration) => paths.members(enumeration),
                _ => Vec::new(),
            };
            paths.messages.push((&protocol.types[*index].name, node));
            paths.messages.extend(members);
        }
        paths
    }

    fn type_def(&self, mut index: usize) -> Node<'s> {
        // A newtype of itself would be infinite.
        for _ in 0..=self.protocol.types.len() {
            match self.protocol.types.get(index).map(|def| &def.body) {
                Some(Body::Record(record)) => return Node::Record(record),
                Some(Body::Enumeration(enumeration)) => return Node::Enumeration(enumeration),
                Some(Body::Transparent(field)) => match innermost(&field.ty) {
                    _ if field.custom.is_some() => return Node::Open,
                    Type::Message(inner) => index = *inner,
                    ty => return self.node(ty),
                },
                Some(Body::Unit) | None => return Node::Leaf,
            }
        }
        Node::Leaf
    }

    fn node(&self, ty: &'s Type) -> Node<'s> {
        match innermost(ty) {
            Type::Message(index) => self.type_def(*index),
            Type::List(element) | Type::Set(element) | Type::View(element) => {
                Node::List(element, None)
            }
            Type::FixedList(len, element) => Node::List(element, Some(*len)),
            Type::Tuple(elements) => Node::Tuple(elements),
            Type::Map(_, value) => Node::Map(value),
            Type::Value(VariantType::Dictionary | VariantType::Array, _)
            | Type::Variant
            | Type::Custom => Node::Open,
            Type::Value(kind, _) => Node::Engine(*kind),
            _ => Node::Leaf,
        }
    }

    fn field(&self, field: &'s Field) -> Node<'s> {
        if field.custom.is_some() || !field.decoded { Node::Open } else { self.node(&field.ty) }
    }

    /// Returns the names of an enum's variants with their content.
    fn members(&self, enumeration: &'s Enumeration) -> Vec<(&'s str, Node<'s>)> {
        let mut nodes = Vec::new();
        // The schema does not define the content of `other`.
        for member in enumeration.members.iter().filter(|_| !enumeration.is_plain()) {
            match (member.style, &member.record.fields[..]) {
                (Style::Unit, _) => {}
                (Style::Newtype, [field]) => nodes.push((&*member.name, self.field(field))),
                _ => nodes.push((&member.name, Node::Record(&member.record))),
            }
        }
        nodes
    }

    /// Visits the fields by name, including those of flattened records.
    fn fields(&self, record: &'s Record, visit: &mut dyn FnMut(&'s Field, Node<'s>), depth: usize) {
        for field in &record.fields {
            match self.field(field) {
                Node::Record(inner) if field.flatten && depth <= self.protocol.types.len() => {
                    self.fields(inner, visit, depth + 1);
                }
                node => visit(field, node),
            }
        }
    }

    fn step(&self, node: Node<'s>, step: &Step, found: &mut Vec<Node<'s>>, depth: usize) {
        if depth > 2 * self.protocol.types.len() + 8 {
            return;
        }
        let mut keep = |node| {
            if !found.contains(&node) {
                found.push(node);
            }
        };
        match (node, step) {
            (Node::Open, _) => keep(Node::Open),
            (Node::Leaf, _) => {}
            (Node::Engine(kind), Step::Name(name)) => {
                let _ = part(kind, name).map(keep);
            }
            (Node::Engine(kind), Step::Any) => {
                part_names(kind).iter().filter_map(|name| part(kind, name)).for_each(keep);
            }
            (Node::Engine(_), Step::Index(_)) => {}
            (Node::Record(record), step) => {
                let index =
                    if let Step::Index(index) = step { index.to_string() } else { String::new() };
                self.fields(
                    record,
                    &mut |field, node| {
                        let is_meant = match step {
                            Step::Name(name) => has_name(field, name),
                            Step::Index(_) => field.name == index,
                            Step::Any => true,
                        };
                        if is_meant {
                            keep(node);
                        }
                    },
                    0,
                );
            }
            (Node::Enumeration(enumeration), step) => {
                for (_, node) in self.members(enumeration) {
                    self.step(node, step, found, depth + 1);
                }
            }
            (Node::List(element, len), Step::Index(index)) => {
                if len.is_none_or(|len| (*index as u64) < len) {
                    keep(self.node(element));
                }
            }
            (Node::List(element, _), Step::Any) => keep(self.node(element)),
            (Node::List(element, _), Step::Name(_)) => {
                self.step(self.node(element), step, found, depth + 1);
            }
            (Node::Tuple(elements), Step::Index(index)) => {
                let _ = elements.get(*index).map(|ty| keep(self.node(ty)));
            }
            (Node::Tuple(elements), Step::Any) => {
                for ty in elements {
                    keep(self.node(ty));
                }
            }
            (Node::Tuple(elements), Step::Name(_)) => {
                for ty in elements {
                    self.step(self.node(ty), step, found, depth + 1);
                }
            }
            (Node::Map(value), _) => keep(self.node(value)),
        }
    }

    /// Adds the possible names of the next step.
    fn names(&self, node: Node<'s>, names: &mut Vec<&'s str>, depth: usize) {
        if depth > 2 * self.protocol.types.len() + 8 {
            return;
        }
        match node {
            Node::Engine(kind) => names.extend(part_names(kind)),
            Node::Record(record) => self.fields(
                record,
                &mut |field, _| {
                    names.push(&field.name);
                },
                0,
            ),
            Node::Enumeration(enumeration) => {
                for (_, node) in self.members(enumeration) {
                    self.names(node, names, depth + 1);
                }
            }
            Node::List(element, _) => self.names(self.node(element), names, depth + 1),
            Node::Tuple(elements) => {
                for ty in elements {
                    self.names(self.node(ty), names, depth + 1);
                }
            }
            Node::Open | Node::Leaf | Node::Map(_) => {}
        }
    }

    /// Returns the possible names of all nodes, each once.
    fn all_names(&self, nodes: &[Node<'s>]) -> Vec<&'s str> {
        let mut names = Vec::new();
        for node in nodes {
            self.names(*node, &mut names, 0);
        }
        let mut known = HashSet::new();
        names.retain(|name| known.insert(*name));
        names
    }

    fn walk(&self, nodes: &[Node<'s>], step: &Step) -> Vec<Node<'s>> {
        let mut found = Vec::new();
        for node in nodes {
            self.step(*node, step, &mut found, 0);
        }
        found
    }

    /// The nodes after the first step: a field, or the name of a message.
    fn begin(&self, step: &Step) -> Vec<Node<'s>> {
        let mut found = self.walk(&self.roots, step);
        let named = |(name, _): &&(&str, _)| matches!(step, Step::Name(first) if first == name);
        found.extend(self.messages.iter().filter(named).map(|(_, node)| *node));
        found
    }

    fn has(&self, path: &[Step]) -> bool {
        let Some((first, rest)) = path.split_first() else { return true };
        let mut nodes = self.begin(first);
        for step in rest {
            nodes = self.walk(&nodes, step);
        }
        !nodes.is_empty()
    }

    /// Returns the nodes at the end of a path, or an error if no message has it.
    fn ends(&self, path: &[Step]) -> Result<Vec<Node<'s>>, String> {
        let mut nodes = self.roots.clone();
        for (place, step) in path.iter().enumerate() {
            let next = if place == 0 { self.begin(step) } else { self.walk(&nodes, step) };
            if next.is_empty() {
                return Err(self.no_path(path, place, &nodes));
            }
            nodes = next;
        }
        Ok(nodes)
    }

    /// Returns an error that the step at `place` does not exist, with the path that was probably meant.
    fn no_path(&self, path: &[Step], place: usize, nodes: &[Node<'s>]) -> String {
        let wrong = format!("no message has a field {:?}", Path(path).to_string());
        let (before, after) = (&path[..place], &path[place + 1..]);
        let names = self.all_names(nodes);
        if let Step::Name(name) = &path[place] {
            let meant = nearest(name, names.iter().copied())
                .map(|name| [before, &[Step::Name(name.to_owned())], after].concat());
            if let Some(meant) = meant.filter(|meant| self.has(meant)) {
                return format!("{wrong}; did you mean {:?}?", Path(&meant).to_string());
            }
        }
        // The same names deeper: `rot.w` of `spawn.rot.w`, or `text` of `[1].text`.
        let named = path.iter().position(|step| matches!(step, Step::Name(_)));
        let wanted = path.get(named.unwrap_or_default()..).unwrap_or_default();
        if let Some(meant) = self.deeper(wanted).filter(|_| place <= named.unwrap_or_default()) {
            return format!("{wrong}; did you mean {:?}?", Path(&meant).to_string());
        }
        if before.is_empty() {
            return wrong;
        }
        let before = Path(before).to_string();
        if names.is_empty() {
            return format!("{wrong}: {before:?} has no such parts");
        }
        format!("{wrong}; {before:?} has {}", names.join(", "))
    }

    /// Returns the shortest path that ends with these steps.
    fn deeper(&self, wanted: &[Step]) -> Option<Vec<Step>> {
        const MOST: usize = 2000;
        let mut paths = vec![(Vec::new(), self.roots.clone())];
        let mut place = 0;
        while let Some((path, nodes)) = paths.get(place).cloned() {
            place += 1;
            let names = self.all_names(&nodes);
            let whole: Vec<Step> = [&path[..], wanted].concat();
            // A Dictionary accepts any name, so it is not evidence.
            let is_named = matches!(wanted, [Step::Name(name), ..] if names.contains(&&**name));
            if is_named && self.has(&whole) {
                return Some(whole);
            }
            if path.len() >= 5 || paths.len() > MOST {
                continue;
            }
            for name in names {
                let step = Step::Name(name.to_owned());
                let next = self.walk(&nodes, &step);
                paths.push(([&path[..], &[step]].concat(), next));
            }
        }
        None
    }

    /// Returns the enum of all values at the end of a path, including those in lists.
    fn plain(&self, mut node: Node<'s>) -> Option<&'s Enumeration> {
        loop {
            match node {
                Node::List(element, _) => node = self.node(element),
                Node::Enumeration(enumeration) if enumeration.is_plain() => {
                    return Some(enumeration);
                }
                _ => return None,
            }
        }
    }

    /// Whether the values at the end of a path have parts and cannot be compared as a whole.
    fn is_whole(&self, mut node: Node<'s>) -> bool {
        loop {
            match node {
                Node::List(element, _) => node = self.node(element),
                Node::Engine(kind) => return !part_names(kind).is_empty(),
                Node::Record(_) | Node::Map(_) => return true,
                _ => return false,
            }
        }
    }
}

fn innermost(mut ty: &Type) -> &Type {
    while let Type::Option(inner) | Type::Pointer(inner) = ty {
        ty = inner;
    }
    ty
}

fn has_name(field: &Field, name: &str) -> bool {
    field.name == name || field.key == name || field.aliases.iter().any(|alias| alias == name)
}

impl super::Names {
    /// Whether a message can have this path, in Rust names or in keys of the wire.
    ///
    /// # Errors
    /// No message has it. The error names the nearest path that exists.
    pub fn check_path(&self, path: &[Step]) -> Result<(), String> {
        Paths::new(&self.protocol, &self.roots).ends(path).map(drop)
    }

    /// Whether the value at a path can equal a text. It cannot if it is one of an enum's variants and the text names none of them, or if it
    /// has parts.
    ///
    /// # Errors
    /// The errors of [`check_path`](Self::check_path); the reason why no value there can equal the text.
    pub fn check_text(&self, path: &[Step], text: &str) -> Result<(), String> {
        let paths = Paths::new(&self.protocol, &self.roots);
        let mut known = Vec::new();
        for node in paths.ends(path)? {
            let Some(enumeration) = paths.plain(node) else { return Ok(()) };
            for member in enumeration.members.iter().chain(&enumeration.other) {
                known.push(&*member.name);
                known.extend(member.aliases.iter().map(|alias| &**alias));
                match &member.id {
                    Id::Text(name) if enumeration.form == EnumForm::Names => known.push(name),
                    _ => {}
                }
            }
            // The text of an unknown name is also a text.
            if enumeration.other.is_some() && enumeration.form == EnumForm::Names {
                return Ok(());
            }
        }
        if known.contains(&text) {
            return Ok(());
        }
        let hint = closest(text, known.iter().copied());
        let hint = if hint.is_empty() { format!("; it is {}", known.join(", ")) } else { hint };
        Err(format!("{:?} is never {text:?}{hint}", Path(path).to_string()))
    }

    /// Whether the value at a path can be compared with a value that has no parts.
    ///
    /// # Errors
    /// The errors of [`check_path`](Self::check_path); the parts of the value that can be compared.
    pub fn check_comparable(&self, path: &[Step]) -> Result<(), String> {
        let paths = Paths::new(&self.protocol, &self.roots);
        let ends = paths.ends(path)?;
        if !ends.iter().all(|node| paths.is_whole(*node)) {
            return Ok(());
        }
        let name = Path(path).to_string();
        let parts: Vec<String> =
            paths.all_names(&ends).into_iter().map(|part| format!("{name}.{part}")).collect();
        Err(match &parts[..] {
            [] => {
                format!("{name:?} is a Dictionary; compare its values: {:?}", format!("{name}[*]"))
            }
            parts => format!("{name:?} has parts; compare one of them: {}", parts.join(", ")),
        })
    }
}
