//! What the functions of a generated module add to a session, found by following their text.
#![allow(dead_code, reason = "each program of tests uses a part of this")]

use std::collections::BTreeMap;

use godot_var_codegen::protocol::{self, Caller, Protocol, ReplicationMode, TransferMode};
use syn::{Expr, Item, Lit, Pat, Stmt, Type};

/// A module, and its functions by type and name.
pub(crate) struct Module {
    protocol: Protocol,
    functions: BTreeMap<(String, String), syn::ImplItemFn>,
    names: BTreeMap<String, String>,
    /// The types of the fields of structs.
    fields: BTreeMap<String, Vec<String>>,
    documents: BTreeMap<String, String>,
}

/// The values of the variables in a function.
type Locals = BTreeMap<String, Value>;

#[derive(Clone, Debug, Default)]
struct Value {
    /// A text, or the type of what is made.
    text: String,
    /// The calls that make it, with their arguments.
    calls: Vec<(String, Vec<String>)>,
}

impl Module {
    pub(crate) fn parse(text: &str) -> Self {
        let protocol = protocol::parse_text("project.rs", text).expect("a valid schema");
        let file = syn::parse_file(text).expect("a module");
        let mut module = Self {
            protocol,
            functions: BTreeMap::new(),
            names: BTreeMap::new(),
            fields: BTreeMap::new(),
            documents: BTreeMap::new(),
        };
        for item in file.items {
            match item {
                Item::Impl(item) => {
                    let own = type_name(&item.self_ty);
                    for inner in item.items {
                        match inner {
                            syn::ImplItem::Fn(function) => {
                                let key = (own.clone(), function.sig.ident.to_string());
                                module.functions.insert(key, function);
                            }
                            syn::ImplItem::Const(constant) if constant.ident == "NAME" => {
                                module.names.insert(own.clone(), literal(&constant.expr));
                            }
                            _ => {}
                        }
                    }
                }
                Item::Struct(item) => {
                    let fields = item.fields.iter().map(|field| type_name(&field.ty)).collect();
                    module.fields.insert(item.ident.to_string(), fields);
                    let document = item.attrs.iter().find_map(|attribute| match &attribute.meta {
                        syn::Meta::NameValue(pair) if pair.path.is_ident("doc") => {
                            Some(literal(&pair.value).trim().trim_matches('`').to_owned())
                        }
                        _ => None,
                    });
                    module.documents.insert(item.ident.to_string(), document.unwrap_or_default());
                }
                _ => {}
            }
        }
        module
    }

    /// What `Tree::add_to` adds, a sorted line for each node with RPCs, spawner and synchronizer.
    pub(crate) fn tree(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(function) = self.functions.get(&("Tree".to_owned(), "add_to".to_owned())) {
            self.run(function, Locals::new(), &mut lines);
        }
        lines.sort();
        lines
    }

    /// The struct of a scene.
    pub(crate) fn scene(&self, file: &str) -> Option<&str> {
        let title = format!("res://{file}");
        self.documents.iter().find(|(_, own)| **own == title).map(|(name, _)| &**name)
    }

    /// What a function of a scene adds, where the scene is at `path`.
    pub(crate) fn added(&self, scene: &str, path: &str) -> Option<Vec<String>> {
        let function = self.functions.get(&(scene.to_owned(), "add_to".to_owned()))?;
        let mut lines = Vec::new();
        let path = Value { text: path.to_owned(), ..Value::default() };
        self.run(function, Locals::from([("path".to_owned(), path)]), &mut lines);
        lines.sort();
        Some(lines)
    }

    /// The paths of the synchronizers in a spawn of a scene, in their order.
    pub(crate) fn in_spawn(&self, scene: &str) -> Option<Vec<String>> {
        let function = self.functions.get(&(scene.to_owned(), "spawn".to_owned()))?;
        let first = function.block.stmts.first()?;
        let Stmt::Local(local) = first else { return None };
        let mut calls = Vec::new();
        chain(&local.init.as_ref()?.expr, &mut calls);
        let calls = calls.into_iter().filter(|(name, _)| name == "with_synchronizer");
        Some(calls.map(|(_, arguments)| arguments[0].clone()).collect())
    }

    fn run(&self, function: &syn::ImplItemFn, mut locals: Locals, lines: &mut Vec<String>) {
        for statement in &function.block.stmts {
            match statement {
                Stmt::Local(local) => {
                    let Pat::Ident(name) = &local.pat else { panic!("a pattern") };
                    let value =
                        self.eval(&local.init.as_ref().expect("a value").expr, &locals, lines);
                    locals.insert(name.ident.to_string(), value);
                }
                Stmt::Expr(expression, _) => {
                    self.eval(expression, &locals, lines);
                }
                other => panic!("{other:?}"),
            }
        }
    }

    fn eval(&self, expression: &Expr, locals: &Locals, lines: &mut Vec<String>) -> Value {
        match expression {
            Expr::Try(inner) => self.eval(&inner.expr, locals, lines),
            Expr::Reference(inner) => self.eval(&inner.expr, locals, lines),
            Expr::Paren(inner) => self.eval(&inner.expr, locals, lines),
            Expr::Lit(_) => Value { text: literal(expression), ..Value::default() },
            Expr::Path(path) => {
                let names = path_of(&path.path);
                if let [own, name] = &names[..]
                    && name == "NAME"
                {
                    return Value { text: self.names[own].clone(), ..Value::default() };
                }
                locals.get(&names[0]).cloned().unwrap_or_default()
            }
            Expr::Struct(item) => {
                for field in &item.fields {
                    self.eval(&field.expr, locals, lines);
                }
                Value::default()
            }
            Expr::Macro(call) => {
                // `format!("Rock{name}")`
                let text = call.mac.tokens.to_string();
                let text = text.trim_matches('"').replace("{{", "{").replace("}}", "}");
                let name = locals.get("name").map_or("", |name| &name.text);
                Value { text: text.replace("{name}", name), ..Value::default() }
            }
            Expr::Array(list) => {
                let calls = list.elems.iter().map(|one| (literal(one), Vec::new())).collect();
                Value { calls, ..Value::default() }
            }
            Expr::Call(call) => self.call(call, locals, lines),
            Expr::MethodCall(call) => self.method(call, locals, lines),
            _ => panic!("an expression that no generated module has: {expression:?}"),
        }
    }

    fn call(&self, call: &syn::ExprCall, locals: &Locals, lines: &mut Vec<String>) -> Value {
        let Expr::Path(path) = &*call.func else { panic!("a call") };
        let names = path_of(&path.path);
        let mut arguments = call.args.iter();
        let mut next = |lines: &mut Vec<String>| {
            self.eval(arguments.next().expect("an argument"), locals, lines).text
        };
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        match names[..] {
            ["Ok"] => {
                self.eval(&call.args[0], locals, lines);
                Value::default()
            }
            ["below"] => {
                let (path, name) = (next(lines), next(lines));
                let text = if path == "." { name } else { format!("{path}/{name}") };
                Value { text, ..Value::default() }
            }
            ["above"] => {
                let path = next(lines);
                let steps: usize = literal(&call.args[1]).parse().expect("a number");
                let text = path.rsplitn(steps + 1, '/').nth(steps).unwrap_or(".").to_owned();
                Value { text, ..Value::default() }
            }
            ["Node", "new"] => Value::default(),
            ["Node", "of"] => {
                Value { text: generic(&path.path).expect("a type"), ..Value::default() }
            }
            ["MultiplayerSpawner", "new"] => Value { text: next(lines), ..Value::default() },
            [set, "synchronizer"] => {
                let function = &self.functions[&(set.to_owned(), "synchronizer".to_owned())];
                let Some(Stmt::Expr(value, None)) = function.block.stmts.first() else {
                    panic!("a value")
                };
                let mut calls = Vec::new();
                chain(value, &mut calls);
                Value { text: set.to_owned(), calls }
            }
            [scene, "add_to"] => {
                let path = self.eval(&call.args[1], locals, lines);
                let function = &self.functions[&(scene.to_owned(), "add_to".to_owned())];
                self.run(function, Locals::from([("path".to_owned(), path)]), lines);
                Value::default()
            }
            _ => panic!("a call that no generated module has: {names:?}"),
        }
    }

    fn method(
        &self,
        call: &syn::ExprMethodCall,
        locals: &Locals,
        lines: &mut Vec<String>,
    ) -> Value {
        let name = call.method.to_string();
        match &*name {
            "add_node" | "add_spawner" | "add_synchronizer" => {
                let path = self.eval(&call.args[0], locals, lines).text;
                let value = self.eval(&call.args[1], locals, lines);
                self.line(&name, &path, &value, lines);
                Value::default()
            }
            "map" => {
                let list = names_in(&call.receiver);
                let Expr::Closure(closure) = &call.args[0] else { panic!("a closure") };
                for name in list {
                    let mut locals = locals.clone();
                    locals.insert("name".to_owned(), Value { text: name, ..Value::default() });
                    let body = match &*closure.body {
                        Expr::Block(block) => match &block.block.stmts[..] {
                            [Stmt::Expr(body, None)] => body,
                            other => panic!("{other:?}"),
                        },
                        body => body,
                    };
                    self.eval(body, &locals, lines);
                }
                Value::default()
            }
            "collect" => Value::default(),
            _ => {
                let mut value = self.eval(&call.receiver, locals, lines);
                value.calls.push((name, arguments(call)));
                value
            }
        }
    }

    fn line(&self, kind: &str, path: &str, value: &Value, lines: &mut Vec<String>) {
        let argument = |name: &str| {
            let call = value.calls.iter().find(|(own, _)| own == name)?;
            Some(call.1.join(","))
        };
        let mut methods = argument("with_methods");
        match kind {
            "add_node" => methods = Some(value.text.clone()).filter(|text| !text.is_empty()),
            "add_spawner" => lines.push(format!(
                "{path} spawner {} [{}] {}",
                value.text,
                argument("with_scenes").unwrap_or_default(),
                argument("with_spawn_limit").unwrap_or_else(|| "0".to_owned())
            )),
            _ => {
                let set = self.protocol.sync_sets.iter().find(|set| set.name == value.text);
                let set = set.expect("a set");
                let types = &self.fields[&value.text];
                let properties = set.properties.iter().zip(types).map(|(property, ty)| {
                    let mode = match property.mode {
                        ReplicationMode::Never => 0,
                        ReplicationMode::Always => 1,
                        ReplicationMode::OnChange => 2,
                    };
                    let ty = match &**ty {
                        "i64" => "int",
                        "f64" => "float",
                        "Vec" => "Array",
                        "BTreeMap" => "Dictionary",
                        other => other,
                    };
                    format!("{}={mode},{},{ty}", property.path, property.spawn)
                });
                let properties: Vec<String> = properties.collect();
                let seconds = |name| argument(name).unwrap_or_else(|| "0.0".to_owned());
                lines.push(format!(
                    "{path} synchronizer [{}] {} {} {}",
                    properties.join(" "),
                    seconds("with_replication_interval"),
                    seconds("with_delta_interval"),
                    argument("with_public_visibility").unwrap_or_else(|| "true".to_owned())
                ));
            }
        }
        let Some(methods) = methods else { return };
        let set = self.protocol.rpc_sets.iter().find(|set| set.name == methods).expect("a set");
        let mut calls: Vec<String> = set
            .methods
            .iter()
            .map(|method| {
                let caller = u8::from(method.caller == Caller::AnyPeer);
                let mode = match method.mode {
                    TransferMode::Unreliable => 0,
                    TransferMode::UnreliableOrdered => 1,
                    TransferMode::Reliable => 2,
                };
                format!(
                    "{}({}):{caller}:{mode}:{}:{}",
                    method.name,
                    method.arguments.len(),
                    method.channel,
                    method.call_local
                )
            })
            .collect();
        calls.sort();
        lines.push(format!("{path} rpc {}", calls.join(" ")));
    }
}

/// The calls of `of().with_a(1).with_b(2)`, in their order.
fn chain(expression: &Expr, calls: &mut Vec<(String, Vec<String>)>) {
    if let Expr::MethodCall(call) = expression {
        chain(&call.receiver, calls);
        calls.push((call.method.to_string(), arguments(call)));
    }
}

/// The texts of the arguments of a call, or the type in `with_methods::<T>()`.
fn arguments(call: &syn::ExprMethodCall) -> Vec<String> {
    let types = call.turbofish.iter().flat_map(|types| &types.args);
    let types = types.filter_map(|one| match one {
        syn::GenericArgument::Type(ty) => Some(type_name(ty)),
        _ => None,
    });
    types.chain(call.args.iter().map(literals)).collect()
}

/// The names in `(3..8)` or `["A", "B"].into_iter()`.
fn names_in(receiver: &Expr) -> Vec<String> {
    match receiver {
        Expr::Paren(inner) => names_in(&inner.expr),
        Expr::MethodCall(call) => names_in(&call.receiver),
        Expr::Array(list) => list.elems.iter().map(literal).collect(),
        Expr::Range(range) => {
            let number = |end: &Option<Box<Expr>>| -> usize {
                literal(end.as_ref().expect("an end")).parse().expect("a number")
            };
            (number(&range.start)..number(&range.end)).map(|number| number.to_string()).collect()
        }
        other => panic!("{other:?}"),
    }
}

fn path_of(path: &syn::Path) -> Vec<String> {
    path.segments.iter().map(|segment| segment.ident.to_string()).collect()
}

/// The type in `of::<T>`.
fn generic(path: &syn::Path) -> Option<String> {
    path.segments.iter().find_map(|segment| match &segment.arguments {
        syn::PathArguments::AngleBracketed(types) => match types.args.first()? {
            syn::GenericArgument::Type(ty) => Some(type_name(ty)),
            _ => None,
        },
        _ => None,
    })
}

fn type_name(ty: &Type) -> String {
    match ty {
        Type::Path(path) => path_of(&path.path).pop().unwrap_or_default(),
        _ => String::new(),
    }
}

/// The text of a literal. `Duration::from_secs_f64(0.5)` is `0.5`.
fn literal(expression: &Expr) -> String {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => text.value(),
            Lit::Int(number) => number.base10_digits().to_owned(),
            Lit::Float(number) => number.base10_digits().to_owned(),
            Lit::Bool(value) => value.value.to_string(),
            other => panic!("{other:?}"),
        },
        Expr::Call(call) => call.args.first().map(literal).unwrap_or_default(),
        Expr::Reference(inner) => literals(&inner.expr),
        _ => String::new(),
    }
}

/// The texts in `&["a", "b"]`.
fn literals(expression: &Expr) -> String {
    match expression {
        Expr::Reference(inner) => literals(&inner.expr),
        Expr::Array(list) => list.elems.iter().map(literal).collect::<Vec<_>>().join(","),
        other => literal(other),
    }
}
