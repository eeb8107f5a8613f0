//! Statements that use the generated classes, for pages about a schema.

use godot_var_runtime::variant::Generation;
use godot_var_schema::variant::model::Id;

use super::enumeration::{Enum, Part};
use super::kind::Kind;
use super::names::{creator, local, member_constants, name_constant};
use super::record::Member;
use super::rpcs::annotation;
use super::text::{Text, float, int, string};
use super::{Engine, Generator, Options, delta, literal};
use crate::flat::Schema;
use crate::names::Tree;
use crate::protocol::{Body, Diagnostic, Enumerator, Protocol, Record};
use crate::text::gdscript_string;

/// The widest line of code on a page. A tab counts as four.
pub(crate) const WIDTH: usize = 72;

/// The statements that use the class of one message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Usage {
    /// Its name in the script.
    pub(crate) class: String,
    /// Makes the message of an example: `message`.
    pub(crate) make: String,
    /// Reads it from `packet`.
    pub(crate) read: String,
    /// The bytes of `message`.
    pub(crate) bytes: String,
}

/// The wire that a page is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wire {
    Variant,
    Flat,
}

/// The classes of a schema, as a script that preloads them under a name uses them.
pub(crate) struct Classes<'g, 'p> {
    generator: &'g mut Generator<'p>,
    script: &'g str,
    wire: Wire,
}

/// Calls a function with the classes of a schema, or with what GDScript cannot have of it. `script` is the name that has the classes.
pub(crate) fn with_classes<T>(
    protocol: &Protocol,
    flat: &Schema,
    generation: Generation,
    (script, wire): (&str, Wire),
    call: impl FnOnce(Result<Classes<'_, '_>, Vec<Diagnostic>>) -> T,
) -> T {
    let engine = match generation {
        Generation::Godot4 => Engine::Godot4,
        Generation::Godot3 => Engine::Godot3,
    };
    let options = Options::new(engine);
    super::with_generator(protocol, flat, &options, |generator| {
        generator.file(&options);
        if generator.errors.is_empty() {
            call(Ok(Classes { generator, script, wire }))
        } else {
            call(Err(generator.errors.clone()))
        }
    })
}

/// Breaks lines that are too wide for a page.
pub(crate) fn broken(lines: &[String], generation: Generation) -> String {
    let mut text = Text::wide(WIDTH, generation == Generation::Godot4);
    for line in lines {
        let code = line.trim_start_matches('\t');
        text.indent = line.len() - code.len();
        text.line(code);
    }
    text.text().trim_end().to_owned()
}

/// The name under which a script preloads the classes of a schema: `Arena` for `arena`.
pub(crate) fn script_name(title: &str) -> String {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric());
    let mut name: String = words
        .filter_map(|word| {
            let mut chars = word.chars();
            Some(chars.next()?.to_ascii_uppercase()).map(|first| first.to_string() + chars.as_str())
        })
        .collect();
    if name.is_empty()
        || name.starts_with(|c: char| c.is_ascii_digit())
        || super::names::is_reserved(&name)
    {
        name.push_str("Messages");
    }
    if name.starts_with(|c: char| c.is_ascii_digit()) { format!("The{name}") } else { name }
}

/// Declares a variable.
fn variable(name: &str, value: &str, generation: Generation) -> String {
    match generation {
        Generation::Godot4 => format!("var {name} := {value}"),
        Generation::Godot3 => format!("var {name} = {value}"),
    }
}

/// A statement that prints values.
fn prints(title: &str, values: &[String]) -> String {
    match values {
        [] => format!("print({})", string(title)),
        [value] => format!("print({value})"),
        values => format!("prints({})", values.join(", ")),
    }
}

impl<'p> Classes<'_, 'p> {
    /// The name of a type's class or enum, if it has one.
    pub(crate) fn class(&self, index: usize) -> Option<String> {
        let index = self.own(index);
        match &self.generator.protocol.types[index].body {
            Body::Record(_) => Some(self.name(self.generator.names.class(index))),
            Body::Enumeration(enumeration) => {
                use crate::protocol::EnumForm::Names;
                let has_none = enumeration.form == Names && enumeration.other.is_some();
                (!has_none).then(|| self.name(self.generator.names.class(index)))
            }
            Body::Transparent(_) | Body::Unit => None,
        }
    }

    /// The statements for a type, of an enum for the variant of this name. `tree` is an example.
    pub(crate) fn usage(
        &mut self,
        index: usize,
        member: Option<&str>,
        tree: &Tree,
    ) -> Option<Usage> {
        let index = self.own(index);
        let protocol = self.generator.protocol;
        let generation = self.generator.generation();
        let base = self.name(self.generator.names.class(index));
        let packet = format!("{base}.{}(packet)", self.functions(index).1);
        let mut read = vec![variable("message", &packet, generation)];
        let (class, created) = match (&protocol.types[index].body, member) {
            (Body::Record(record), None) => {
                let members = self.members(index, record);
                let names = self.printed(index, "message", &members);
                read.push("if message != null:".to_owned());
                read.push(format!("\t{}", prints(&protocol.types[index].name, &names)));
                (base, self.object(index, tree)?)
            }
            (Body::Enumeration(_), Some(member)) => {
                let part = self.part(index, member)?;
                let class = self.name(&part.class);
                let kind = format!("{base}.Kind.{}", part.constant);
                read.push(format!("if message and message.kind == {kind}:"));
                let own = local(&part.constant.to_lowercase());
                let typed = |ty: &str, value: &str| match generation {
                    Generation::Godot4 => format!("\tvar {own}: {ty} = {value}"),
                    Generation::Godot3 => format!("\tvar {own} = {value}"),
                };
                let mut names = Vec::new();
                if let Some(only) = &part.value {
                    let inner = match *only.slot.kind {
                        Kind::Class(inner) => self.record(inner).map(|record| (inner, record)),
                        _ => None,
                    };
                    if let Some((inner, record)) = inner {
                        let members = self.members(inner, record);
                        names = self.printed(inner, &own, &members);
                        if !names.is_empty() {
                            let ty = self.name(self.generator.names.class(inner));
                            read.push(typed(&ty, "message.value"));
                        }
                    } else {
                        names.push("message.value".to_owned());
                    }
                }
                read.push(format!("\t{}", prints(member, &names)));
                let content = match self.wire {
                    Wire::Variant => without_tag(part.member, variant(tree)?.1),
                    Wire::Flat => tree,
                };
                (class, self.created_variant(&base, &part, content)?)
            }
            _ => return None,
        };
        let make = broken(&[variable("message", &created, generation)], generation);
        let read = broken(&read, generation);
        let bytes = format!("message.{}()", self.functions(index).0);
        Some(Usage { class, make, read, bytes })
    }

    /// A function that distinguishes the messages of an enum, and its statements for each.
    pub(crate) fn dispatch(&mut self, index: usize) -> Option<String> {
        let index = self.own(index);
        let protocol = self.generator.protocol;
        let Body::Enumeration(enumeration) = &protocol.types[index].body else { return None };
        let generation = self.generator.generation();
        let base = self.name(self.generator.names.class(index));
        let head = match generation {
            Generation::Godot4 => "func receive(packet: PackedByteArray) -> void:",
            Generation::Godot3 => "func receive(packet):",
        };
        let packet = format!("{base}.{}(packet)", self.functions(index).1);
        let mut lines = vec![
            head.to_owned(),
            format!("\t{}", variable("message", &packet, generation)),
            "\tif message == null:".to_owned(),
            "\t\treturn  # The output has the error.".to_owned(),
            "\tmatch message.kind:".to_owned(),
        ];
        for part in self.parts(index, enumeration) {
            lines.push(format!("\t\t{base}.Kind.{}:", part.constant));
            let has_value = part.value.is_some() || part.is_other && self.wire == Wire::Variant;
            let value = if has_value { "message.value" } else { "message" };
            lines.push(format!("\t\t\tprint({value})"));
        }
        Some(broken(&lines, generation))
    }

    /// A script that receives a call: as one that extends the class of a set, and with the method alone.
    pub(crate) fn rpc(&mut self, set: usize, method: usize, file: &str) -> [String; 2] {
        let schema = self.generator.schema;
        let class = self.generator.names.rpc_class(set).to_owned();
        let set = &schema.rpc_sets[set];
        let method = &set.methods[method];
        let mut code = |has_enums| {
            let parameters = self.generator.parameters(set, method, has_enums);
            let (mut declared, mut names) = (Vec::new(), Vec::new());
            for (name, ty) in parameters {
                let name = local(name.trim_start_matches('_'));
                declared.push(format!("{name}{ty}"));
                names.push(name);
            }
            let head = format!("func {}({}) -> void:", method.name, declared.join(", "));
            let body = format!("\t{}", prints(&method.name, &names));
            broken(&[head, body], self.generator.generation())
        };
        let (own, alone) = (code(true), code(false));
        let extends = format!("extends {}.{class}", gdscript_string(&format!("res://{file}.gd")));
        [
            format!("{extends}\n\n\n{own}"),
            format!("extends Node\n\n\n{}\n{alone}", annotation(method)),
        ]
    }

    fn name(&self, class: &str) -> String {
        format!("{}.{class}", self.script)
    }

    /// The functions that write and read a type. One that is also sent as a Variant has others for its flat form.
    fn functions(&self, index: usize) -> (&'static str, &'static str) {
        if self.wire == Wire::Flat && self.generator.forms.is_variant(index) {
            ("to_flat", "from_flat")
        } else {
            ("to_bytes", "from_bytes")
        }
    }

    /// The index of a type of this wire among all types.
    fn own(&self, index: usize) -> usize {
        match self.wire {
            Wire::Variant => index,
            Wire::Flat => self.generator.forms.own(index),
        }
    }

    fn record(&self, index: usize) -> Option<&'p Record> {
        let protocol = self.generator.protocol;
        match &protocol.types[index].body {
            Body::Record(record) => Some(record),
            _ => None,
        }
    }

    fn members(&mut self, index: usize, record: &'p Record) -> Vec<Member<'p>> {
        let protocol = self.generator.protocol;
        let def = &protocol.types[index];
        let has_delta = def.delta_of.is_some() || self.generator.delta_of(index).is_some();
        let own = if has_delta { delta::OWN } else { &[] };
        let own = own.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        self.generator.members(record, &def.name, &own)
    }

    fn parts(
        &mut self,
        index: usize,
        enumeration: &'p crate::protocol::Enumeration,
    ) -> Vec<Part<'p>> {
        let class = self.generator.names.class(index).to_owned();
        let protocol = self.generator.protocol;
        self.generator.parts(Enum { index, enumeration }, &class, &protocol.types[index].name)
    }

    /// A variant that is not `other`.
    fn part(&mut self, index: usize, name: &str) -> Option<Part<'p>> {
        let protocol = self.generator.protocol;
        let Body::Enumeration(enumeration) = &protocol.types[index].body else { return None };
        let parts = self.parts(index, enumeration);
        parts.into_iter().find(|part| part.member.name == name && !part.is_other)
    }

    /// The members of an object as expressions.
    fn printed(&self, index: usize, object: &str, members: &[Member<'_>]) -> Vec<String> {
        if self.generator.protocol.types[index].delta_of.is_some() {
            return vec![format!("{object}.changes")];
        }
        let read = members.iter().filter(|member| member.field.decoded);
        read.map(|member| format!("{object}.{}", member.name)).collect()
    }

    /// The values of a delta.
    fn changes(&mut self, members: &[Member<'p>], tree: &Tree) -> Option<String> {
        let mut pairs = Vec::new();
        for (at, member) in members.iter().enumerate() {
            let Some(value) = value_of(member, at, tree) else { continue };
            let value = self.value(&member.slot.kind, value)?;
            pairs.push(format!("{}: {value}", string(&member.name)));
        }
        Some(format!("{{{}}}", pairs.join(", ")))
    }

    /// An expression for a value, or nothing for the few values whose example has lost what an expression needs.
    fn value(&mut self, kind: &Kind, tree: &Tree) -> Option<String> {
        Some(match kind {
            Kind::Any(_) | Kind::Nil | Kind::Engine("Dictionary" | "Array") => {
                self.anything(tree)?
            }
            Kind::Bool | Kind::BoolAsInt | Kind::BoolAsFloat => (real(tree)? != 0.0).to_string(),
            Kind::Int(_) | Kind::IntAsFloat(_) => match tree {
                Tree::Int(number) | Tree::Wide(number) => int(i64::try_from(*number).ok()?),
                tree => int(real(tree)? as i64),
            },
            Kind::Float { .. } | Kind::FloatAsInt => float(real(tree)?),
            Kind::Text | Kind::Letter | Kind::Parsed(_) | Kind::TextAsName | Kind::TextAsPath => {
                string(text(tree)?)
            }
            Kind::StringName => format!("&{}", string(text(tree)?)),
            Kind::NodePath => format!("NodePath({})", string(text(tree)?)),
            Kind::Engine(name) => structure(name, tree)?,
            Kind::Option(inner) => match tree {
                Tree::Nil => "null".to_owned(),
                tree => self.value(&inner.kind, tree)?,
            },
            Kind::List { element, packed, .. } => {
                let elements = match tree {
                    Tree::Bytes(bytes) => bytes.iter().map(u8::to_string).collect(),
                    Tree::List(elements) => {
                        let each = elements.iter().map(|tree| self.value(&element.kind, tree));
                        each.collect::<Option<Vec<_>>>()?
                    }
                    _ => return None,
                };
                let elements = elements.join(", ");
                match packed {
                    Some(packed) => format!("{packed}([{elements}])"),
                    None => format!("[{elements}]"),
                }
            }
            Kind::Map { key, value, .. } => {
                let Tree::Record(entries) = tree else { return None };
                let mut pairs = Vec::new();
                for (name, tree) in entries {
                    let key = match &*key.kind {
                        Kind::Text | Kind::Letter => string(name),
                        Kind::StringName => format!("&{}", string(name)),
                        Kind::Int(_) | Kind::Bool => name.clone(),
                        Kind::Number { index, .. } => {
                            let number = Id::Int(name.parse().ok()?);
                            self.constant(*index, |member| {
                                member.name == *name || member.id == number
                            })?
                        }
                        _ => return None,
                    };
                    pairs.push(format!("{key}: {}", self.value(&value.kind, tree)?));
                }
                format!("{{{}}}", pairs.join(", "))
            }
            Kind::Class(index) => self.object(*index, tree)?,
            Kind::Number { index, .. } | Kind::Name { index } | Kind::NameText { index } => {
                let (name, value) = variant(tree)?;
                match self.constant(*index, |member| member.name == name) {
                    Some(constant) => constant,
                    // The variant that takes any other value.
                    None => self.anything(value)?,
                }
            }
        })
    }

    /// `Team.RED`, or `PAINT_RED` of an enum that takes any name.
    fn constant(&self, index: usize, is_it: impl Fn(&Enumerator) -> bool) -> Option<String> {
        let enumeration = self.generator.enumeration(index)?;
        let at = enumeration.members.iter().position(is_it)?;
        let constant = member_constants(&enumeration.members).swap_remove(at);
        let class = self.generator.names.class(index);
        let is_text = matches!(enumeration.form, crate::protocol::EnumForm::Names);
        Some(if is_text && enumeration.other.is_some() {
            self.name(&name_constant(class, &constant))
        } else {
            format!("{}.{constant}", self.name(class))
        })
    }

    /// `Class.create(…)`
    fn object(&mut self, index: usize, tree: &Tree) -> Option<String> {
        let class = self.name(self.generator.names.class(index));
        if let Some(record) = self.record(index) {
            let members = self.members(index, record);
            if self.generator.protocol.types[index].delta_of.is_some() {
                return Some(format!("{class}.create({})", self.changes(&members, tree)?));
            }
            return self.created(&format!("{class}.create"), &members, tree);
        }
        let (name, content) = variant(tree)?;
        let part = self.part(index, name)?;
        self.created_variant(&class, &part, without_tag(part.member, content))
    }

    /// `Enum.create_variant(…)`
    fn created_variant(&mut self, base: &str, part: &Part<'p>, tree: &Tree) -> Option<String> {
        let function = format!("{base}.{}", creator(&part.constant));
        let fields = part.value.as_ref().and_then(|only| self.generator.members_of_variant(only));
        self.created(&function, fields.as_deref().unwrap_or(part.value.as_slice()), tree)
    }

    fn created(&mut self, function: &str, members: &[Member<'p>], tree: &Tree) -> Option<String> {
        let mut arguments = Vec::new();
        for (at, member) in members.iter().enumerate() {
            arguments.push(match value_of(member, at, tree) {
                Some(value) => self.value(&member.slot.kind, value)?,
                None => match &*member.slot.kind {
                    Kind::Class(_) | Kind::Number { .. } | Kind::Name { .. } => {
                        self.name(&member.initial)
                    }
                    _ => member.initial.clone(),
                },
            });
        }
        Some(format!("{function}({})", arguments.join(", ")))
    }

    /// A value whose type no schema has.
    fn anything(&self, tree: &Tree) -> Option<String> {
        let all = |trees: &[Tree]| {
            let each = trees.iter().map(|tree| self.anything(tree));
            Some(each.collect::<Option<Vec<_>>>()?.join(", "))
        };
        Some(match tree {
            Tree::Nil | Tree::Same(_) => "null".to_owned(),
            Tree::Bool(truth) => truth.to_string(),
            Tree::Int(number) | Tree::Wide(number) => int(i64::try_from(*number).ok()?),
            Tree::Single(_) | Tree::Float(_) => float(real(tree)?),
            Tree::Text(text) => string(text),
            Tree::Bytes(_) => return None,
            Tree::List(elements) => format!("[{}]", all(elements)?),
            Tree::Record(fields) => {
                let pair = |(name, tree): &(String, Tree)| {
                    Some(format!("{}: {}", string(name), self.anything(tree)?))
                };
                let pairs = fields.iter().map(pair).collect::<Option<Vec<_>>>()?;
                format!("{{{}}}", pairs.join(", "))
            }
            Tree::Named(_, inner) => self.anything(inner)?,
            Tree::Variant(value) => literal::gdscript(value, self.generator.generation()),
        })
    }
}

/// The value of a member in the tree of its object.
fn value_of<'t>(member: &Member<'_>, at: usize, tree: &'t Tree) -> Option<&'t Tree> {
    if member.is_framed {
        return Some(tree);
    }
    match tree {
        // The fields of a flattened struct are among those of its container.
        Tree::Record(_) if member.field.flatten => {
            Some(tree.get(&member.field.name).unwrap_or(tree))
        }
        Tree::Record(_) => tree.get(&member.field.name),
        Tree::List(elements) => elements.get(at),
        // The only field of a flat tuple.
        tree => (at == 0).then_some(tree),
    }
}

/// The content of a variant without its tag, which has its own place in the tree if it is not the variant's name.
fn without_tag<'t>(member: &Enumerator, content: &'t Tree) -> &'t Tree {
    match (content, &member.id) {
        (Tree::Named(inner, content), Id::Text(tag)) if *tag != member.name && inner == tag => {
            content
        }
        (content, _) => content,
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

fn text(tree: &Tree) -> Option<&str> {
    match tree {
        Tree::Text(text) => Some(text),
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

/// What a constructor of the engine takes: numbers, or vectors of them.
fn structure(name: &str, tree: &Tree) -> Option<String> {
    let parts: Vec<&Tree> = match tree {
        Tree::Record(fields) => fields.iter().map(|(_, part)| part).collect(),
        Tree::List(parts) => parts.iter().collect(),
        _ => return None,
    };
    let mut arguments = Vec::new();
    for part in &parts {
        arguments.push(match part {
            Tree::Int(number) => number.to_string(),
            Tree::Single(_) | Tree::Float(_) => float(real(part)?),
            Tree::Record(fields) => match &fields[..] {
                [(_, Tree::Record(_)), ..] => structure("Basis", part)?,
                [(_, Tree::Int(_)), ..] => structure(&format!("Vector{}i", fields.len()), part)?,
                fields => structure(&format!("Vector{}", fields.len()), part)?,
            },
            _ => return None,
        });
    }
    Some(format!("{name}({})", arguments.join(", ")))
}
