//! The statements of a script that other programs must know: its base, constants, enums, variables, RPCs. Everything else is skipped.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::expression::{Expression, Tokens, parse, whole};
use super::tokens::{Kind, Language, Line, Lines, Source, Token};
use godot_var_codegen::protocol::Diagnostic;

/// How deep classes may be nested.
const DEPTH: usize = 32;

/// A script or a class in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Class {
    /// Its `class_name`, or the name of an inner class.
    pub(super) name: Option<String>,
    pub(super) start: usize,
    pub(super) extends: Option<Extends>,
    pub(super) constants: Vec<Constant>,
    /// The positions of the constants by name, once all are known.
    by_name: OnceCell<HashMap<String, usize>>,
    pub(super) enums: Vec<Enum>,
    pub(super) variables: Vec<Variable>,
    pub(super) functions: Vec<Function>,
    pub(super) classes: Vec<Class>,
    /// What it names of the rest of the project.
    pub(super) mentions: Vec<(Mention, usize)>,
    /// Whether it mentions a `spawn_function`.
    pub(super) spawns: bool,
}

impl Class {
    /// Returns the first constant of this name.
    pub(super) fn constant(&self, name: &str) -> Option<&Constant> {
        let by_name = self.by_name.get_or_init(|| {
            let names = self.constants.iter().enumerate().rev();
            names.map(|(index, constant)| (constant.name.clone(), index)).collect()
        });
        self.constants.get(*by_name.get(name)?)
    }
}

/// What a script names.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mention {
    /// A text that is the path of a scene, script or resource.
    File(String),
    /// The class in `Bullet.new()`.
    New(Vec<String>),
    /// The script in `preload("bullet.gd").new()`.
    NewOf(String),
    /// Code that sets up what only the engine knows: what it means for the module.
    Code(&'static str),
    /// A `set_multiplayer` with a path other than `/root`.
    Root,
}

/// `extends "res://base.gd".Inner`, `extends Base`.
#[derive(Clone, Debug)]
pub(super) struct Extends {
    pub(super) file: Option<String>,
    pub(super) names: Vec<String>,
    pub(super) start: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Constant {
    pub(super) name: String,
    pub(super) value: Option<Expression>,
    pub(super) docs: Vec<String>,
}

#[derive(Clone, Debug)]
pub(super) struct Enum {
    /// Without one, its members are constants.
    pub(super) name: Option<String>,
    pub(super) members: Vec<(String, Option<Member>)>,
    pub(super) docs: Vec<String>,
}

/// The value of a member of an enum. `None` inside if it is not a plain value.
pub(super) type Member = Option<Expression>;

#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) ty: Declared,
    pub(super) value: Option<Expression>,
    pub(super) start: usize,
    pub(super) is_static: bool,
}

/// What a declaration says of its type.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Declared {
    Type(TypeName),
    /// `:=`, the type of the value.
    Inferred,
    None,
}

/// `Dictionary[String, int]`, `Player.State`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TypeName {
    pub(super) path: Vec<String>,
    pub(super) elements: Vec<TypeName>,
}

#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) start: usize,
    /// The arguments of `@rpc`.
    pub(super) rpc: Option<Annotation>,
    pub(super) parameters: Vec<Parameter>,
    /// The name of the parameter that takes all further arguments.
    pub(super) rest: Option<String>,
    pub(super) docs: Vec<String>,
}

#[derive(Clone, Debug)]
pub(super) struct Annotation {
    pub(super) start: usize,
    pub(super) arguments: Vec<Option<Expression>>,
}

#[derive(Clone, Debug)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) ty: Declared,
    /// The default: its text, and its value if that is plain.
    pub(super) default: Option<(String, Option<Expression>)>,
}

/// Reads a script.
pub(super) fn parse_script(source: Source<'_>) -> Result<Class, Diagnostic> {
    let lines = Lines::new(source, Language::Script).collect::<Result<Vec<_>, _>>()?;
    let mut reader = Reader { source, lines: &lines, at: 0, mentions: Vec::new(), spawns: false };
    let mut class = Class::default();
    reader.body(&mut class, 0, DEPTH)?;
    class.mentions = reader.mentions;
    class.spawns = reader.spawns;
    Ok(class)
}

struct Reader<'a, 't> {
    source: Source<'t>,
    lines: &'a [Line<'t>],
    at: usize,
    mentions: Vec<(Mention, usize)>,
    spawns: bool,
}

/// What is before a declaration.
#[derive(Default)]
struct Before {
    rpc: Option<Annotation>,
    docs: Vec<String>,
    is_static: bool,
}

impl Reader<'_, '_> {
    /// Reads the statements of a class, which are indented like its first one.
    fn body(&mut self, class: &mut Class, indent: usize, depth: usize) -> Result<(), Diagnostic> {
        let mut before = Before::default();
        while let Some(line) = self.lines.get(self.at) {
            if line.indent < indent {
                return Ok(());
            }
            self.at += 1;
            self.note(&line.tokens);
            // The body of a function or of a property.
            if line.indent > indent {
                continue;
            }
            if before.docs.is_empty() {
                before.docs.clone_from(&line.docs);
            }
            let mut tokens = Tokens::new(&line.tokens);
            while !tokens.is_empty() {
                self.statement(class, &mut tokens, &mut before, indent, depth)?;
                tokens.skip_to(&[';']);
                tokens.take(';');
            }
        }
        Ok(())
    }

    /// Notes what a statement names of the rest of the project.
    fn note(&mut self, tokens: &[Token<'_>]) {
        for (at, token) in tokens.iter().enumerate() {
            match &token.kind {
                Kind::Text(_, text) if is_file(text) => {
                    self.mentions.push((Mention::File(text.clone()), token.start));
                }
                Kind::Name("spawn_function" | "set_spawn_function") => self.spawns = true,
                Kind::Name("new") => {
                    let made = new_of(&tokens[..at]).map(|made| (made, token.start));
                    self.mentions.extend(made);
                }
                Kind::Name("set_multiplayer") if sets_root(&tokens[..at], &tokens[at + 1..]) => {
                    self.mentions.push((Mention::Root, token.start));
                }
                Kind::Name(name) => {
                    let is_called = tokens.get(at + 1).is_some_and(|next| next.is('('));
                    if let Some(message) = code(name).filter(|_| is_called) {
                        self.mentions.push((Mention::Code(message), token.start));
                    }
                }
                _ => {}
            }
        }
    }

    fn statement(
        &mut self,
        class: &mut Class,
        tokens: &mut Tokens<'_, '_>,
        before: &mut Before,
        indent: usize,
        depth: usize,
    ) -> Result<(), Diagnostic> {
        while tokens.peek().is_some_and(|next| next.is('@')) {
            let start = tokens.offset();
            tokens.next();
            let name = tokens.name();
            let mut arguments = Vec::new();
            if tokens.take('(') {
                while !tokens.is_empty() && !tokens.take(')') {
                    arguments.push(whole(tokens.skip_to(&[',', ')'])));
                    tokens.take(',');
                }
            }
            if name == Some("rpc") {
                before.rpc = Some(Annotation { start, arguments });
            }
        }
        if tokens.is_empty() {
            // The annotations are on a line of their own.
            return Ok(());
        }
        let before = std::mem::take(before);
        let start = tokens.offset();
        let mut is_static = before.is_static;
        while tokens.take_name("static") || tokens.take_name("abstract") {
            is_static = true;
        }
        let before = Before { is_static, ..before };
        let rpc_start = before.rpc.as_ref().map(|rpc| rpc.start);
        let word = tokens.name();
        if let (Some(at), false) = (rpc_start, word == Some("func")) {
            return Err(self.source.error(at, "`@rpc` must be before a function"));
        }
        match word {
            Some("class_name") => {
                class.name = tokens.name().map(str::to_owned);
                if tokens.take_name("extends") {
                    class.extends = Some(extends(tokens));
                }
            }
            Some("extends") => class.extends = Some(extends(tokens)),
            Some("const") => {
                let Some(name) = tokens.name() else { return Ok(()) };
                declared(tokens);
                let value = parse_rest(tokens);
                let name = name.to_owned();
                class.constants.push(Constant { name, value, docs: before.docs });
            }
            Some("enum") => class.enums.push(enumeration(tokens, before.docs)),
            Some("var") => {
                let start = tokens.offset();
                let Some(name) = tokens.name() else { return Ok(()) };
                let ty = declared(tokens);
                let value =
                    if ty == Declared::None && !tokens.peek().is_some_and(|next| next.is('=')) {
                        None
                    } else {
                        parse_rest(tokens)
                    };
                let is_static = before.is_static;
                let name = name.to_owned();
                class.variables.push(Variable { name, ty, value, start, is_static });
            }
            Some("func") => {
                let start = tokens.offset();
                let Some(name) = tokens.name() else {
                    return Err(self.source.error(start, "a function of a class must have a name"));
                };
                let (parameters, rest) = self.parameters(tokens)?;
                class.functions.push(Function {
                    name: name.to_owned(),
                    start,
                    rpc: before.rpc,
                    parameters,
                    rest,
                    docs: before.docs,
                });
                // What is left of the line is its body.
                tokens.skip_to(&[]);
            }
            Some("class") => {
                let Some(name) = tokens.name() else { return Ok(()) };
                let Some(depth) = depth.checked_sub(1) else {
                    return Err(self.source.error(start, "classes are nested too deep"));
                };
                let mut inner = Class { name: Some(name.to_owned()), start, ..Class::default() };
                if tokens.take_name("extends") {
                    inner.extends = Some(extends(tokens));
                }
                tokens.take(':');
                let mut one_line = Before::default();
                while !tokens.is_empty() {
                    self.statement(&mut inner, tokens, &mut one_line, indent, depth)?;
                    tokens.skip_to(&[';']);
                    tokens.take(';');
                }
                if let Some(first) = self.lines.get(self.at).filter(|first| first.indent > indent) {
                    self.body(&mut inner, first.indent, depth)?;
                }
                class.classes.push(inner);
            }
            _ => {}
        }
        Ok(())
    }

    /// Reads the parameters of a function, and the name of the one that takes all further arguments: `...rest: Array`.
    fn parameters(
        &self,
        tokens: &mut Tokens<'_, '_>,
    ) -> Result<(Vec<Parameter>, Option<String>), Diagnostic> {
        let start = tokens.offset();
        if !tokens.take('(') {
            return Err(self.source.error(start, "expected `(` after the function's name"));
        }
        let (mut all, mut rest) = (Vec::new(), None);
        while !tokens.take(')') {
            let start = tokens.offset();
            let is_rest = tokens.take('.');
            while tokens.take('.') {}
            let Some(name) = tokens.name() else {
                return Err(self.source.error(start, "expected a parameter's name"));
            };
            let ty = declared(tokens);
            let default = tokens.take('=').then(|| {
                let tokens = tokens.skip_to(&[',', ')']);
                let text = match (tokens.first(), tokens.last()) {
                    (Some(first), Some(last)) => &self.source.text[first.start..last.end],
                    _ => "",
                };
                (text.to_owned(), whole(tokens))
            });
            if is_rest {
                rest = Some(name.to_owned());
            } else {
                all.push(Parameter { name: name.to_owned(), ty, default });
            }
            let start = tokens.offset();
            if !tokens.take(',') && !tokens.peek().is_some_and(|next| next.is(')')) {
                return Err(self.source.error(start, "expected `,` or `)` after the parameter"));
            }
        }
        Ok((all, rest))
    }
}

/// Whether a text may be the path of a scene, script or resource.
fn is_file(text: &str) -> bool {
    text.starts_with("uid://")
        || text.rsplit_once('.').is_some_and(|(stem, extension)| {
            matches!(extension, "tscn" | "gd" | "tres")
                && !stem.is_empty()
                && (!text.contains("://") || text.starts_with("res://"))
        })
}

/// Returns the class or script before `new`.
fn new_of(before: &[Token<'_>]) -> Option<Mention> {
    if let [.., file, close, dot] = before
        && let (Kind::Text(_, file), true, true) = (&file.kind, close.is(')'), dot.is('.'))
    {
        return Some(Mention::NewOf(file.clone()));
    }
    let mut path = Vec::new();
    let mut before = before;
    while let [rest @ .., Token { kind: Kind::Name(name), .. }, dot] = before
        && dot.is('.')
    {
        path.insert(0, (*name).to_owned());
        before = rest;
    }
    (!path.is_empty()).then_some(Mention::New(path))
}

/// Whether `set_multiplayer` between these tokens gives the paths of an API another root than `/root`.
fn sets_root(before: &[Token<'_>], after: &[Token<'_>]) -> bool {
    let mut tokens = Tokens::new(after);
    if before.last().is_some_and(|last| last.is_name("func")) || !tokens.take('(') {
        return false;
    }
    let api = whole(tokens.skip_to(&[',', ')']));
    if api == Some(Expression::Nil) || !tokens.take(',') {
        return false;
    }
    let path = tokens.skip_to(&[',', ')']);
    let path_of_root = whole(path).as_ref().and_then(Expression::text).map(str::to_owned);
    !path.is_empty() && path_of_root.is_none_or(|path| !matches!(&*path, "" | "/root"))
}

/// What a call of the engine means for the module.
fn code(name: &str) -> Option<&'static str> {
    Some(match name {
        "rpc_config" => {
            "an RPC that `rpc_config` adds is left out; write `@rpc` before the function instead"
        }
        "add_spawnable_scene" => {
            "a scene that `add_spawnable_scene` adds is left out of the spawner's list; name it in the scene with the spawner"
        }
        _ => return None,
    })
}

fn extends(tokens: &mut Tokens<'_, '_>) -> Extends {
    let start = tokens.offset();
    let file = match tokens.peek().map(|token| &token.kind) {
        Some(Kind::Text(_, text)) => {
            tokens.next();
            Some(text.clone())
        }
        _ => None,
    };
    let mut names = Vec::new();
    if file.is_none() || tokens.take('.') {
        while let Some(name) = tokens.name() {
            names.push(name.to_owned());
            if !tokens.take('.') {
                break;
            }
        }
    }
    Extends { file, names, start }
}

/// Reads `: Type` or the `:` of `:=`.
fn declared(tokens: &mut Tokens<'_, '_>) -> Declared {
    let mut after = tokens.clone();
    if !after.take(':') {
        return Declared::None;
    }
    if after.peek().is_some_and(|next| next.is('=')) {
        *tokens = after;
        return Declared::Inferred;
    }
    match type_name(&mut after, 4) {
        // Or the colon of a property's accessors.
        Some(name) if name.path != ["get"] && name.path != ["set"] => {
            *tokens = after;
            Declared::Type(name)
        }
        _ => Declared::None,
    }
}

fn type_name(tokens: &mut Tokens<'_, '_>, depth: usize) -> Option<TypeName> {
    let mut path = vec![tokens.name()?.to_owned()];
    while tokens.take('.') {
        path.push(tokens.name()?.to_owned());
    }
    let mut elements = Vec::new();
    if tokens.take('[') {
        while !tokens.take(']') {
            elements.push(type_name(tokens, depth.checked_sub(1)?)?);
            if !tokens.take(',') && !tokens.peek()?.is(']') {
                return None;
            }
        }
    }
    Some(TypeName { path, elements })
}

/// Reads `= value`, up to the accessors of a property.
fn parse_rest(tokens: &mut Tokens<'_, '_>) -> Option<Expression> {
    if !tokens.take('=') {
        return None;
    }
    let value = parse(tokens)?;
    let ends = tokens.peek().is_none_or(|next| next.is(':') || next.is(';'));
    ends.then_some(value)
}

fn enumeration(tokens: &mut Tokens<'_, '_>, docs: Vec<String>) -> Enum {
    let name = tokens.name().map(str::to_owned);
    let mut members = Vec::new();
    if tokens.take('{') {
        while let Some(name) = tokens.name() {
            let value = tokens.take('=').then(|| whole(tokens.skip_to(&[',', '}'])));
            members.push((name.to_owned(), value));
            if !tokens.take(',') {
                break;
            }
        }
        tokens.take('}');
    }
    Enum { name, members, docs }
}
