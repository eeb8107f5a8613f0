//! The model of a project as a Rust module.

use std::collections::BTreeMap;

use godot_var_schema::RenameRule;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

use super::expression::Expression;
use super::files::{ClassAt, ClassKey};
use super::model::{
    Autoload, Item, ItemKind, Model, RpcMethod, RpcParameter, Scene, Spawner, Synchronizer,
};
use super::names::{Scope, ident, pascal, screaming, snake};
use super::types::ScriptType;
use crate::protocol::{Caller, ReplicationMode, TransferMode};
use crate::text::in_one_line;

/// The types of Rust and of `godot_var` that a module names.
const RESERVED: [&str; 54] = [
    "Aabb",
    "Array",
    "BTreeMap",
    "Basis",
    "Box",
    "Clone",
    "Color",
    "Copy",
    "Debug",
    "Default",
    "Dictionary",
    "Duration",
    "EncodeError",
    "Eq",
    "Err",
    "GodotRpc",
    "GodotSync",
    "GodotVar",
    "MultiplayerSpawner",
    "MultiplayerSynchronizer",
    "NewNode",
    "Node",
    "NodeId",
    "NodePath",
    "None",
    "Ok",
    "Option",
    "PartialEq",
    "Plane",
    "Projection",
    "Quaternion",
    "Rect2",
    "Rect2i",
    "ReplicationError",
    "Result",
    "Rid",
    "Self",
    "Session",
    "Some",
    "String",
    "StringName",
    "Transform2D",
    "Transform3D",
    "Tree",
    "Variant",
    "Vec",
    "Vector2",
    "Vector2i",
    "Vector3",
    "Vector3i",
    "Vector4",
    "Vector4i",
    "From",
    "Into",
];

/// A typed container, which needs a type of its own because it is encoded with the type of its elements.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Container {
    Array(&'static str),
    Dictionary(&'static str, &'static str),
}

pub(super) struct Module<'m> {
    model: &'m Model,
    scripts: Vec<Ident>,
    synchronizers: Vec<Ident>,
    scenes: Vec<Ident>,
    /// Enums by their places, with their members by number.
    enums: BTreeMap<(ClassKey, usize), (Ident, BTreeMap<i64, Ident>)>,
    containers: BTreeMap<Container, Ident>,
}

/// Writes the module.
pub(super) fn write(model: &Model, mark: &str) -> String {
    let module = Module::new(model);
    let items = module.items();
    let names = items.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let mut text = format!(
        "{mark} from the scripts and scenes of a Godot project.\n\
         // Do not edit: change the project and generate again.\n\n"
    );
    let title = if model.title.is_empty() { "a Godot project" } else { &model.title };
    let title = format!(
        " The scripts and scenes of {} that take part in high-level multiplayer.",
        prose(title)
    );
    let head = [
        quote! { #![doc = #title] },
        quote! {
            #![allow(
                dead_code, missing_docs, unreachable_pub, clippy::all, clippy::pedantic,
                reason = "a server needs a part of a project, whose scripts choose the names"
            )]
        },
    ];
    let head = head.into_iter().chain(uses(&names)).map(pretty);
    text.push_str(&head.collect::<Vec<_>>().join("\n"));
    for item in items {
        text.push('\n');
        text.push_str(&pretty(item));
    }
    text
}

/// Formats one item. All tokens come from here, so that they parse.
fn pretty(item: TokenStream) -> String {
    let text = item.to_string();
    match syn::parse2(item) {
        Ok(file) => apart(&prettyplease::unparse(&file)),
        Err(error) => {
            debug_assert!(false, "{error}: {text}");
            text
        }
    }
}

/// Puts empty lines around the functions of an `impl`.
fn apart(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = String::new();
    for (at, line) in lines.iter().enumerate() {
        out.push_str(line);
        out.push('\n');
        let mut next = lines[at + 1..].iter().skip_while(|next| next.starts_with("    ///"));
        let is_end = *line == "    }" || line.starts_with("    pub const") && line.ends_with(';');
        if is_end && next.next().is_some_and(|next| next.starts_with("    pub fn")) {
            out.push('\n');
        }
    }
    out
}

/// The imports that these tokens need: of the standard library, of `godot_var`.
fn uses(tokens: &str) -> Vec<TokenStream> {
    let words: std::collections::BTreeSet<&str> =
        tokens.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let of = |names: &[&str]| -> Vec<Ident> {
        names
            .iter()
            .filter(|name| words.contains(*name))
            .map(|name| format_ident!("{name}"))
            .collect()
    };
    let mut standard = TokenStream::new();
    if words.contains("BTreeMap") {
        standard.extend(quote! { use std::collections::BTreeMap; });
    }
    if words.contains("Duration") {
        standard.extend(quote! { use std::time::Duration; });
    }
    let mut all = Vec::new();
    let math = of(&[
        "Aabb",
        "Basis",
        "Plane",
        "Projection",
        "Quaternion",
        "Rect2",
        "Rect2i",
        "Transform2D",
        "Transform3D",
        "Vector2i",
        "Vector3i",
        "Vector4",
        "Vector4i",
    ]);
    if !math.is_empty() {
        all.push(quote! { use godot_var::math::{#(#math),*}; });
    }
    let multiplayer = of(&[
        "GodotRpc",
        "GodotSync",
        "MultiplayerSpawner",
        "MultiplayerSynchronizer",
        "NewNode",
        "Node",
        "NodeId",
        "ReplicationError",
        "Session",
    ]);
    if !multiplayer.is_empty() {
        all.push(quote! { use godot_var::multiplayer::{#(#multiplayer),*}; });
    }
    if words.contains("Rid") {
        all.push(quote! { use godot_var::values::Rid; });
    }
    let root = of(&[
        "Array",
        "Color",
        "Dictionary",
        "EncodeError",
        "GodotVar",
        "NodePath",
        "StringName",
        "Variant",
        "Vector2",
        "Vector3",
    ]);
    // In the order of rustfmt.
    match &root[..] {
        [] => {}
        [one] => all.insert(0, quote! { use godot_var::#one; }),
        _ => all.push(quote! { use godot_var::{#(#root),*}; }),
    }
    let parts = [standard, quote! { #(#all)* }];
    parts.into_iter().filter(|part| !part.is_empty()).collect()
}

/// Escapes what Markdown and rustdoc would read as links and tags.
fn prose(text: &str) -> String {
    let mut out = String::new();
    for c in in_one_line(text).chars() {
        if matches!(c, '[' | ']' | '<' | '>' | '\\' | '`') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A path or a piece of a script in code font.
fn code(text: &str) -> String {
    format!("`{}`", in_one_line(text).replace('`', "'"))
}

fn docs(lines: &[String]) -> TokenStream {
    let lines = lines.iter().map(|line| format!(" {}", prose(line)));
    quote! { #(#[doc = #lines])* }
}

fn class_title(class: &ClassAt) -> String {
    code(&class.title())
}

impl<'m> Module<'m> {
    fn new(model: &'m Model) -> Self {
        let mut scope = Scope::with(&RESERVED);
        let script_names = |class: &ClassAt, suffix: &str| {
            let stem = class.script.path.rsplit_once('.').map_or("", |(stem, _)| stem);
            let file = stem.rsplit('/').next().unwrap_or_default();
            let own = class.class().name.clone().unwrap_or_else(|| file.to_owned());
            [
                format!("{}{suffix}", pascal(&own)),
                format!("{}{suffix}", pascal(&format!("{}_{own}", stem.replace('/', "_")))),
            ]
        };
        let scenes = model.scenes.iter().map(|scene| {
            let stem = scene.file.rsplit_once('.').map_or(&*scene.file, |(stem, _)| stem);
            let file = stem.rsplit('/').next().unwrap_or_default();
            let names =
                [pascal(file), format!("{}Scene", pascal(file)), pascal(&stem.replace('/', "_"))];
            ident(&scope.take(&names))
        });
        let scenes: Vec<Ident> = scenes.collect();
        for scene in &scenes {
            scope.take(&[format!("{scene}Synchronizers")]);
        }
        let scripts = model
            .scripts
            .iter()
            .map(|script| ident(&scope.take(&script_names(&script.class, "Call"))));
        let scripts = scripts.collect();
        let synchronizers = model.synchronizers.iter().map(|one| {
            let scene = model.scenes.iter().position(|scene| scene.file == one.scene);
            let scene = scene.map_or_else(String::new, |scene| scenes[scene].to_string());
            let name = one.path.rsplit('/').next().unwrap_or_default();
            let short = name.strip_prefix("Multiplayer").unwrap_or(name);
            let names = [
                format!("{scene}{}", pascal(short)),
                format!("{scene}{}", pascal(&one.path.replace('/', "_"))),
            ];
            ident(&scope.take(&names))
        });
        let synchronizers = synchronizers.collect();
        let mut enums = BTreeMap::new();
        for (key, one) in &model.enums {
            let names = script_names(&one.class, &pascal(&one.name));
            let name = ident(&scope.take(&names));
            let mut members = Scope::default();
            let members = one
                .members
                .iter()
                .map(|(name, number)| (*number, ident(&members.take(&[pascal(name)]))))
                .collect();
            enums.insert(key.clone(), (name, members));
        }
        let mut module =
            Self { model, scripts, synchronizers, scenes, enums, containers: BTreeMap::new() };
        let parameters = model.scripts.iter().flat_map(|script| &script.methods);
        let parameters = parameters.flat_map(|method| &method.parameters).map(|one| &one.ty);
        let properties = model.synchronizers.iter().flat_map(|one| &one.properties);
        for ty in parameters.chain(properties.map(|property| &property.ty)) {
            if let Some(container) = container(ty) {
                let name = match &container {
                    Container::Array(element) => format!("{}Array", pascal(element)),
                    Container::Dictionary(key, value) => {
                        format!("{}To{}Dictionary", pascal(key), pascal(value))
                    }
                };
                let known = &mut module.containers;
                known.entry(container).or_insert_with(|| ident(&scope.take(&[name])));
            }
        }
        module
    }

    fn items(&self) -> Vec<TokenStream> {
        let mut items = self.register();
        for (index, scene) in self.model.scenes.iter().enumerate() {
            items.extend(self.scene(index, scene));
        }
        for (index, script) in self.model.scripts.iter().enumerate() {
            let name = &self.scripts[index];
            let title = format!(" The RPCs of {}.", class_title(&script.class));
            let mut variants = Scope::default();
            let variants = script.methods.iter().map(|method| self.variant(method, &mut variants));
            let variants = variants.collect::<Vec<_>>();
            items.push(quote! {
                #[doc = #title]
                #[derive(Clone, Debug, PartialEq, GodotRpc)]
                pub enum #name { #(#variants),* }
            });
            if !script.constants.is_empty() {
                // Those of the derive.
                let mut scope = Scope::with(&["METHODS", "CHECKSUM"]);
                let constants = script.constants.iter().map(|(name, value, lines)| {
                    let name = ident(&scope.take(&[screaming(name)]));
                    let docs = docs(lines);
                    let (ty, value) = match value {
                        Expression::Bool(value) => (quote! { bool }, quote! { #value }),
                        Expression::Int(value) => (quote! { i64 }, int(*value)),
                        Expression::Float(value) => (quote! { f64 }, float(*value)),
                        other => {
                            let text = other.text().unwrap_or_default();
                            (quote! { &'static str }, quote! { #text })
                        }
                    };
                    quote! { #docs pub const #name: #ty = #value; }
                });
                let title = format!(" The constants of {}.", class_title(&script.class));
                items.push(quote! {
                    #[doc = #title]
                    impl #name { #(#constants)* }
                });
            }
        }
        for (index, one) in self.model.synchronizers.iter().enumerate() {
            items.extend(self.synchronizer(index, one));
        }
        for (key, (name, members)) in &self.enums {
            let one = &self.model.enums[key];
            let title = format!(" The enum {} of {}.", code(&one.name), class_title(&one.class));
            let more = docs(&one.docs);
            let members = one.members.iter().map(|(_, number)| {
                let (name, number) = (&members[number], int(*number));
                quote! { #name = #number }
            });
            items.push(quote! {
                #[doc = #title]
                #more
                #[derive(Clone, Copy, Debug, PartialEq, Eq, GodotVar)]
                #[godot_var(repr = "int")]
                pub enum #name { #(#members),* }
            });
        }
        for (container, name) in &self.containers {
            items.push(wrapper(container, name));
        }
        if self.model.scenes.iter().any(Scene::is_written) {
            items.push(quote! {
                /// Returns the path of a node below another one.
                fn below(path: &str, name: &str) -> String {
                    if path == "." { name.to_owned() } else { format!("{path}/{name}") }
                }
            });
        }
        let mut spawners = self.model.scenes.iter().flat_map(|scene| &scene.items);
        if spawners.any(
            |item| matches!(&item.kind, ItemKind::Spawner(spawner) if spawner.spawn_path.0 > 0),
        ) {
            items.push(quote! {
                /// Returns the path of a node above another one.
                fn above(path: &str, steps: usize) -> &str {
                    path.rsplitn(steps + 1, '/').nth(steps).unwrap_or(".")
                }
            });
        }
        items
    }

    /// The function that registers the tree as the project starts.
    fn register(&self) -> Vec<TokenStream> {
        let mut scope = Scope::default();
        let mut fields = Vec::new();
        let mut values = Vec::new();
        for Autoload { name, kind } in &self.model.autoloads {
            let field = ident(&scope.take(&[snake(name)]));
            match kind {
                ItemKind::Scene(scene) => {
                    let ty = &self.scenes[*scene];
                    let title = format!(" The autoload {}.", code(name));
                    fields.push(quote! { #[doc = #title] pub #field: #ty });
                    values.push(quote! { #field: #ty::add_to(session, #name)? });
                }
                ItemKind::Node(script) => {
                    let call = &self.scripts[*script];
                    let title = format!(" The autoload {}: [`{call}`].", code(name));
                    fields.push(quote! { #[doc = #title] pub #field: NodeId });
                    values.push(quote! { #field: session.add_node(#name, Node::of::<#call>())? });
                }
                _ => {}
            }
        }
        if let Some(main) = self.model.main {
            let ty = &self.scenes[main];
            let field = ident(&scope.take(&[snake(&ty.to_string()), "main_scene".to_owned()]));
            fields.push(quote! { /// The main scene.
            pub #field: #ty });
            values.push(quote! { #field: #ty::add_to(session, #ty::NAME)? });
        }
        if fields.is_empty() {
            return Vec::new();
        }
        vec![
            quote! {
                /// The nodes that take part in high-level multiplayer when the project starts: autoloads and the main scene.
                #[derive(Clone, Debug)]
                pub struct Tree { #(#fields),* }
            },
            quote! {
                impl Tree {
                    /// Adds all nodes to a session whose root is `/root`, as it is unless a script calls `set_multiplayer` with a path.
                    pub fn add_to(session: &mut Session) -> Result<Self, ReplicationError> {
                        Ok(Self { #(#values),* })
                    }
                }
            },
        ]
    }

    fn scene(&self, index: usize, scene: &Scene) -> Vec<TokenStream> {
        if !scene.is_written() {
            return Vec::new();
        }
        let name = &self.scenes[index];
        let mut scope = Scope::default();
        let has_root_node = scene.items.iter().any(|item| item.path == ".");
        let mut fields = Vec::new();
        if scene.is_spawned && !has_root_node {
            scope.take(&["node".to_owned()]);
            fields.push(quote! { /// The root.
            pub node: NodeId });
        }
        let mut consts = Vec::new();
        let mut const_scope = Scope::with(&["NAME"]);
        let mut parts = Vec::new();
        for item in &scene.items {
            let last = item.path.rsplit('/').next().unwrap_or_default();
            let names = if item.path == "." {
                vec!["node".to_owned()]
            } else {
                vec![snake(last), snake(&item.path.replace('/', "_"))]
            };
            let field = ident(&scope.take(&names));
            let (ty, what) = self.field(item);
            let place = if item.path == "." { "The root".to_owned() } else { code(&item.path) };
            let title = format!(" {place}: {what}.");
            fields.push(quote! { #[doc = #title] pub #field: #ty });
            if let ItemKind::Spawner(spawner) = &item.kind {
                for (number, listed) in spawner.scenes.iter().enumerate() {
                    let stem =
                        listed.rsplit('/').next().unwrap_or_default().trim_end_matches(".tscn");
                    let own = screaming(&format!("{last}_{stem}"));
                    let own = ident(&const_scope.take(&[own]));
                    let number = Literal::usize_unsuffixed(number);
                    let title = format!(
                        " The index of {} in the list of {}, for `NewNode::scene`.",
                        code(&format!("res://{listed}")),
                        code(&item.path)
                    );
                    consts.push(quote! { #[doc = #title] pub const #own: u8 = #number; });
                }
            }
            parts.push((field, item));
        }
        let title = format!(" {}", code(&format!("res://{}", scene.file)));
        let mut items = vec![quote! {
            #[doc = #title]
            #[derive(Clone, Debug)]
            pub struct #name { #(#fields),* }
        }];
        let mut functions = Vec::new();
        if scene.is_added && !scene.items.is_empty() {
            functions.push(self.add_to(scene, &parts));
        }
        if scene.is_spawned {
            let (function, arguments) = self.spawn(name, &parts);
            functions.push(function);
            items.extend(arguments);
        }
        let root = &scene.root;
        consts.insert(
            0,
            quote! {
                /// The name of the root, which is its path below `/root`.
                pub const NAME: &'static str = #root;
            },
        );
        items.push(quote! { impl #name { #(#consts)* #(#functions)* } });
        items
    }

    fn field(&self, item: &Item) -> (TokenStream, String) {
        let node = quote! { NodeId };
        let with = |script: &Option<usize>, what: String| match script {
            Some(script) => format!("{what}, [`{}`]", self.scripts[*script]),
            None => what,
        };
        match &item.kind {
            ItemKind::Node(script) => (node, format!("[`{}`]", self.scripts[*script])),
            ItemKind::Spawner(spawner) => {
                let scenes: Vec<_> =
                    spawner.scenes.iter().map(|scene| code(&format!("res://{scene}"))).collect();
                let what = if scenes.is_empty() {
                    "a spawner with a `spawn_function`".to_owned()
                } else {
                    format!("the spawner of {}", scenes.join(", "))
                };
                (node, with(&spawner.methods, what))
            }
            ItemKind::Synchronizer(index) => {
                let what = format!("[`{}`]", self.synchronizers[*index]);
                (node, with(&self.model.synchronizers[*index].methods, what))
            }
            ItemKind::Scene(scene) => {
                let ty = &self.scenes[*scene];
                (quote! { #ty }, format!("an instance of {}", self.scene_title(*scene)))
            }
            ItemKind::Scenes(scene, names) => {
                let ty = &self.scenes[*scene];
                let what = format!(
                    "the instances of {} from {} to {}",
                    self.scene_title(*scene),
                    code(names.first().map_or("", String::as_str)),
                    code(names.last().map_or("", String::as_str))
                );
                (quote! { Vec<#ty> }, what)
            }
        }
    }

    fn scene_title(&self, scene: usize) -> String {
        code(&format!("res://{}", self.model.scenes[scene].file))
    }

    fn add_to(&self, scene: &Scene, parts: &[(Ident, &Item)]) -> TokenStream {
        let mut statements = TokenStream::new();
        let mut fields = Vec::new();
        if scene.is_spawned && parts.iter().all(|(_, item)| item.path != ".") {
            statements.extend(quote! { let node = session.add_node(path, Node::new())?; });
            fields.push(ident("node"));
        }
        for (field, item) in parts {
            statements.extend(self.add(field, item, &path(&item.path)));
            fields.push(field.clone());
        }
        quote! {
            /// Adds all nodes to a session. `path` is that of the scene's root from the root of the API, such as [`Self::NAME`], or `.` for
            /// that root itself.
            ///
            /// A synchronizer sends nothing before `Session::set_state`; `Session::set_authority` gives one to a peer.
            pub fn add_to(session: &mut Session, path: &str) -> Result<Self, ReplicationError> {
                #statements
                Ok(Self { #(#fields),* })
            }
        }
    }

    /// The statement that adds a part of a scene, and names it like its field.
    fn add(&self, field: &Ident, item: &Item, path: &TokenStream) -> TokenStream {
        match &item.kind {
            ItemKind::Node(script) => {
                let call = &self.scripts[*script];
                quote! { let #field = session.add_node(#path, Node::of::<#call>())?; }
            }
            ItemKind::Spawner(spawner) => {
                let spawner = self.spawner(spawner);
                quote! {
                    let #field = #spawner;
                    let #field = session.add_spawner(#path, #field)?;
                }
            }
            ItemKind::Synchronizer(index) => {
                let sync = &self.synchronizers[*index];
                quote! {
                    let #field = #sync::synchronizer();
                    let #field = session.add_synchronizer(#path, #field)?;
                }
            }
            ItemKind::Scene(scene) => {
                let ty = &self.scenes[*scene];
                quote! { let #field = #ty::add_to(session, #path)?; }
            }
            ItemKind::Scenes(scene, names) => {
                let ty = &self.scenes[*scene];
                let (names, name) = list(names);
                quote! {
                    let #field = #names.map(|name| {
                        #ty::add_to(session, &below(#path, #name))
                    });
                    let #field = #field.collect::<Result<Vec<_>, _>>()?;
                }
            }
        }
    }

    fn spawner(&self, spawner: &Spawner) -> TokenStream {
        let (out, inner) = &spawner.spawn_path;
        let parent = if *out > 0 {
            let steps = Literal::usize_unsuffixed(*out);
            let above = quote! { above(path, #steps) };
            if inner == "." {
                above
            } else {
                quote! { &below(#above, #inner) }
            }
        } else {
            path(inner)
        };
        let mut tokens = quote! { MultiplayerSpawner::new(#parent) };
        if !spawner.scenes.is_empty() {
            let scenes = spawner.scenes.iter().map(|scene| format!("res://{scene}"));
            tokens.extend(quote! { .with_scenes(&[#(#scenes),*]) });
        }
        if spawner.scenes.is_empty() || self.model.has_spawn_functions {
            tokens.extend(quote! { .with_spawn_function() });
        }
        if spawner.limit > 0 {
            let limit = Literal::u32_unsuffixed(spawner.limit);
            tokens.extend(quote! { .with_spawn_limit(#limit) });
        }
        if let Some(script) = spawner.methods {
            let call = &self.scripts[script];
            tokens.extend(quote! { .with_methods::<#call>() });
        }
        tokens
    }

    /// The functions for a scene that is spawned, and the struct with its synchronizers.
    fn spawn(&self, name: &Ident, parts: &[(Ident, &Item)]) -> (TokenStream, Option<TokenStream>) {
        let mut node = quote! { Node::new() };
        let (mut new, mut rest, mut adopted) =
            (TokenStream::new(), TokenStream::new(), TokenStream::new());
        // The synchronizers that come with the spawn, and all.
        let (mut bound, mut arguments) = (Vec::new(), Vec::new());
        let mut fields = vec![ident("node")];
        for (field, item) in parts {
            if item.path != "." {
                fields.push(field.clone());
            }
            match &item.kind {
                ItemKind::Node(script) if item.path == "." => {
                    let call = &self.scripts[*script];
                    node = quote! { Node::of::<#call>() };
                }
                ItemKind::Synchronizer(index) => {
                    let sync = &self.synchronizers[*index];
                    let title = format!(" {}: of [`{sync}`].", code(&item.path));
                    arguments.push(quote! { #[doc = #title] pub #field: MultiplayerSynchronizer });
                    let below = below(&item.path);
                    let add = quote! {
                        let #field = session.add_synchronizer(#below, synchronizers.#field)?;
                    };
                    adopted.extend(add.clone());
                    if self.model.synchronizers[*index].is_of_root {
                        let path = &item.path;
                        new.extend(quote! { .with_synchronizer(#path, synchronizers.#field) });
                        bound.push(field);
                    } else {
                        rest.extend(add);
                    }
                }
                _ => {
                    let add = self.add(field, item, &below(&item.path));
                    rest.extend(add.clone());
                    adopted.extend(add);
                }
            }
        }
        let own = format_ident!("{name}Synchronizers");
        let (parameter, structure) = if arguments.is_empty() {
            (TokenStream::new(), None)
        } else {
            let title = format!(" The synchronizers of a new [`{name}`].");
            let structure = quote! {
                #[doc = #title]
                #[derive(Clone, Debug)]
                pub struct #own { #(#arguments),* }
            };
            (quote! { , synchronizers: #own }, Some(structure))
        };
        let bound = (!bound.is_empty()).then(|| {
            quote! {
                let &[#(#bound),*] = session.synchronizers(node) else {
                    return Err(ReplicationError::UnknownNode);
                };
            }
        });
        let path = |rest: &TokenStream| {
            (!rest.is_empty()).then(|| {
                quote! { let path = &session.path(node).unwrap_or_default().to_owned(); }
            })
        };
        let (path_of_spawned, path_of_adopted) = (path(&rest), path(&adopted));
        let functions = quote! {
            /// Spawns the scene: `new` is `NewNode::scene` or `NewNode::custom`. It gets its RPCs and synchronizers here.
            pub fn spawn(
                session: &mut Session, spawner: NodeId, new: NewNode #parameter
            ) -> Result<Self, ReplicationError> {
                let new = new.with_node(#node) #new;
                let node = session.spawn(spawner, new)?;
                #bound
                #path_of_spawned
                #rest
                Ok(Self { #(#fields),* })
            }

            /// For bots: describes a node that the server has spawned, after `Event::Spawned`.
            pub fn adopt(
                session: &mut Session, node: NodeId #parameter
            ) -> Result<Self, ReplicationError> {
                session.set_node(node, #node);
                #path_of_adopted
                #adopted
                Ok(Self { #(#fields),* })
            }
        };
        (functions, structure)
    }

    fn synchronizer(&self, index: usize, one: &Synchronizer) -> Vec<TokenStream> {
        let name = &self.synchronizers[index];
        let title = format!(" {} of {}.", code(&one.path), code(&format!("res://{}", one.scene)));
        let mut scope = Scope::default();
        let fields = one.properties.iter().map(|synced| {
            let property = &synced.property;
            let last = property.path.rsplit(':').next().unwrap_or_default();
            let names = [snake(last), snake(&property.path.replace(['/', ':', '.'], "_"))];
            let written = scope.take(&names);
            let field = ident(&written);
            let mut words = Vec::new();
            match property.mode {
                ReplicationMode::Always => {}
                ReplicationMode::OnChange => words.push(quote! { on_change }),
                ReplicationMode::Never => words.push(quote! { never }),
            }
            if !property.spawn {
                words.push(quote! { spawn = false });
            }
            if property.path != format!(".:{written}") {
                let path = &property.path;
                words.push(quote! { path = #path });
            }
            let attribute = (!words.is_empty()).then(|| quote! { #[sync(#(#words),*)] });
            let (ty, note) = self.ty(&synced.ty);
            let note = note.map(|note| format!(" {note}")).into_iter();
            quote! { #(#[doc = #note])* #attribute pub #field: #ty }
        });
        let fields: Vec<_> = fields.collect();
        let mut settings = TokenStream::new();
        let intervals = [
            ("with_replication_interval", one.replication_interval),
            ("with_delta_interval", one.delta_interval),
        ];
        for (setter, seconds) in intervals {
            if seconds > 0.0 && seconds < 1e9 {
                let setter = ident(setter);
                let seconds = float(seconds);
                settings.extend(quote! { .#setter(Duration::from_secs_f64(#seconds)) });
            }
        }
        if !one.public {
            settings.extend(quote! { .with_public_visibility(false) });
        }
        if let Some(script) = one.methods {
            let call = &self.scripts[script];
            settings.extend(quote! { .with_methods::<#call>() });
        }
        let has_enum =
            one.properties.iter().any(|synced| matches!(synced.ty, ScriptType::Enum(..)));
        let default = (!has_enum).then(|| quote! { , Default });
        let with_state = if settings.is_empty() {
            quote! { MultiplayerSynchronizer::new(self) }
        } else {
            quote! { Ok(MultiplayerSynchronizer::new(self)? #settings) }
        };
        vec![
            quote! {
                #[doc = #title]
                #[derive(Clone, Debug #default, PartialEq, GodotSync)]
                pub struct #name { #(#fields),* }
            },
            quote! {
                impl #name {
                    /// The synchronizer with the settings of the scene. `with_authority` gives it to a peer, which then sends the state.
                    pub fn synchronizer() -> MultiplayerSynchronizer {
                        MultiplayerSynchronizer::of::<Self>() #settings
                    }

                    /// The synchronizer with this state, which the session sends.
                    pub fn with_state(&self) -> Result<MultiplayerSynchronizer, EncodeError> {
                        #with_state
                    }
                }
            },
        ]
    }

    fn variant(&self, method: &RpcMethod, scope: &mut Scope) -> TokenStream {
        let written = scope.take(&[pascal(&method.name)]);
        let name = ident(&written);
        let mut words = Vec::new();
        if method.caller == Caller::AnyPeer {
            words.push(quote! { any_peer });
        }
        if method.call_local {
            words.push(quote! { call_local });
        }
        match method.mode {
            TransferMode::Reliable => {}
            TransferMode::Unreliable => words.push(quote! { unreliable }),
            TransferMode::UnreliableOrdered => words.push(quote! { unreliable_ordered }),
        }
        if method.channel > 0 {
            let channel = Literal::u8_unsuffixed(method.channel);
            words.push(quote! { channel = #channel });
        }
        if RenameRule::Snake.member(&written) != method.name {
            let own = &method.name;
            words.push(quote! { rename = #own });
        }
        let attribute = (!words.is_empty()).then(|| quote! { #[rpc(#(#words),*)] });
        let docs = docs(&method.docs);
        if method.parameters.is_empty() {
            return quote! { #docs #attribute #name };
        }
        // Arguments after the last one whose default is not known.
        let is_known = |parameter: &RpcParameter| self.default(parameter).is_some();
        let defaults =
            method.parameters.iter().rposition(|one| !is_known(one)).map_or(0, |at| at + 1);
        let mut fields = Scope::default();
        let fields = method.parameters.iter().enumerate().map(|(index, parameter)| {
            let field = ident(&fields.take(&[snake(&parameter.name)]));
            let (ty, note) = self.ty(&parameter.ty);
            let mut notes: Vec<String> = note.map(|note| format!(" {note}")).into_iter().collect();
            let default = self.default(parameter).filter(|_| index >= defaults);
            let attribute = match (&default, &parameter.default) {
                (Some(default), _) => Some(quote! { #[rpc(#default)] }),
                (None, Some((text, _))) => {
                    notes.push(format!(
                        " Without it the engine takes {}; here it is required.",
                        code(text)
                    ));
                    None
                }
                (None, None) => None,
            };
            quote! { #(#[doc = #notes])* #attribute #field: #ty }
        });
        quote! { #docs #attribute #name { #(#fields),* } }
    }

    /// `default = value` of an argument, if it is plain.
    fn default(&self, parameter: &RpcParameter) -> Option<TokenStream> {
        let (_, value) = parameter.default.as_ref()?;
        let value = value.as_ref()?;
        let tokens = match (&parameter.ty, value) {
            (ScriptType::Enum(key, index), Expression::Int(number)) => {
                match self.enums.get(&(key.clone(), *index)) {
                    Some((name, members)) => {
                        let member = members.get(number)?;
                        quote! { #name::#member }
                    }
                    None => int(*number),
                }
            }
            (ScriptType::Plain("bool"), Expression::Bool(value)) => quote! { #value },
            (ScriptType::Plain("int"), Expression::Int(value)) => int(*value),
            (ScriptType::Plain("float"), value) => float(value.float()?),
            (ScriptType::Plain("String"), Expression::Text(_, text)) if text.is_empty() => {
                return Some(quote! { default });
            }
            (ScriptType::Plain("String" | "StringName"), Expression::Text(_, text)) => {
                quote! { #text.into() }
            }
            (ScriptType::Plain(ty @ ("Vector2" | "Vector3" | "Vector4")), value) => {
                return vector(ty, value);
            }
            (ScriptType::Plain(_) | ScriptType::Array(_), Expression::Array(list))
                if list.is_empty() =>
            {
                return Some(quote! { default });
            }
            (
                ScriptType::Plain("Dictionary") | ScriptType::Dictionary(..),
                Expression::Dictionary(entries),
            ) if entries.is_empty() => return Some(quote! { default }),
            (ScriptType::Unknown(_) | ScriptType::Plain("Variant"), value) => match value {
                Expression::Nil => quote! { Variant::Nil },
                Expression::Bool(value) => quote! { Variant::from(#value) },
                Expression::Int(value) => {
                    let value = Literal::i64_suffixed(*value);
                    quote! { Variant::from(#value) }
                }
                Expression::Float(value) => {
                    let value = float(*value);
                    quote! { Variant::from(#value) }
                }
                Expression::Text(None, text) => quote! { Variant::from(#text) },
                _ => return None,
            },
            _ => return None,
        };
        Some(quote! { default = #tokens })
    }

    /// Returns the Rust type, and what its documentation says.
    fn ty(&self, ty: &ScriptType) -> (TokenStream, Option<String>) {
        match ty {
            ScriptType::Plain(name) => (plain(name), None),
            ScriptType::Array(_) | ScriptType::Dictionary(..) => match container(ty) {
                Some(container) => {
                    let name = &self.containers[&container];
                    (quote! { #name }, None)
                }
                None => {
                    let (name, title) = match ty {
                        ScriptType::Array(element) => ("Array", format!("Array[{element}]")),
                        ScriptType::Dictionary(key, value) => {
                            ("Dictionary", format!("Dictionary[{key}, {value}]"))
                        }
                        _ => ("Variant", String::new()),
                    };
                    (plain(name), Some(format!("A {}.", code(&title))))
                }
            },
            ScriptType::Enum(key, index) => match self.enums.get(&(key.clone(), *index)) {
                Some((name, _)) => (quote! { #name }, None),
                None => {
                    let note = "An enum whose numbers are not plain.".to_owned();
                    (quote! { i64 }, Some(note))
                }
            },
            ScriptType::Unknown(reason) => {
                (quote! { Variant }, Some(format!("Any value: {}.", in_one_line(reason))))
            }
        }
    }
}

/// An iterator over names, and its item as a path. Names with a running number are computed.
fn list(names: &[String]) -> (TokenStream, TokenStream) {
    let prefix = names[0].trim_end_matches(|c: char| c.is_ascii_digit());
    if let Ok(first) = names[0][prefix.len()..].parse::<usize>()
        && names.iter().zip(first..).all(|(name, number)| *name == format!("{prefix}{number}"))
        && let Some(end) = first.checked_add(names.len())
    {
        let (first, end) = (Literal::usize_unsuffixed(first), Literal::usize_unsuffixed(end));
        let text = format!("{}{{name}}", prefix.replace('{', "{{").replace('}', "}}"));
        return (quote! { (#first..#end) }, quote! { &format!(#text) });
    }
    (quote! { [#(#names),*].into_iter() }, quote! { name })
}

/// The default of a vector: `Vector2(1, 2)`, `Vector2()`, `Vector2.ZERO`, `Vector2.ONE`.
fn vector(ty: &str, value: &Expression) -> Option<TokenStream> {
    let name = ident(ty);
    match value {
        Expression::Call(path, numbers) if path == &[ty] => {
            if numbers.is_empty() {
                return Some(quote! { default });
            }
            let count = ty.chars().last().and_then(|c| c.to_digit(10))? as usize;
            let numbers = numbers.iter().map(Expression::float).collect::<Option<Vec<_>>>()?;
            let numbers = (numbers.len() == count).then(|| numbers.into_iter().map(float))?;
            Some(quote! { default = #name::new(#(#numbers),*) })
        }
        Expression::Name(path) if path == &[ty, "ZERO"] => Some(quote! { default }),
        Expression::Name(path) if path == &[ty, "ONE"] => Some(quote! { default = #name::ONE }),
        _ => None,
    }
}

/// The path of a node in a scene at `path`.
fn path(inner: &str) -> TokenStream {
    if inner == "." {
        quote! { path }
    } else {
        below(inner)
    }
}

fn below(inner: &str) -> TokenStream {
    quote! { &below(path, #inner) }
}

fn plain(name: &str) -> TokenStream {
    match name {
        "bool" => quote! { bool },
        "int" => quote! { i64 },
        "float" => quote! { f64 },
        "String" => quote! { String },
        "AABB" => quote! { Aabb },
        "RID" => quote! { Rid },
        "PackedByteArray" => quote! { Vec<u8> },
        "PackedInt32Array" => quote! { Vec<i32> },
        "PackedInt64Array" => quote! { Vec<i64> },
        "PackedFloat32Array" => quote! { Vec<f32> },
        "PackedFloat64Array" => quote! { Vec<f64> },
        "PackedStringArray" => quote! { Vec<String> },
        "PackedVector2Array" => quote! { Vec<Vector2> },
        "PackedVector3Array" => quote! { Vec<Vector3> },
        "PackedVector4Array" => quote! { Vec<Vector4> },
        "PackedColorArray" => quote! { Vec<Color> },
        "void" => quote! { Variant },
        name => {
            let name = ident(name);
            quote! { #name }
        }
    }
}

/// The containers that a type of their own can hold.
fn container(ty: &ScriptType) -> Option<Container> {
    match ty {
        ScriptType::Array(element) if !matches!(*element, "Array" | "Dictionary" | "RID") => {
            Some(Container::Array(element))
        }
        ScriptType::Dictionary(key @ ("String" | "int" | "bool"), value)
            if !matches!(*value, "Array" | "Dictionary" | "RID") =>
        {
            Some(Container::Dictionary(key, value))
        }
        _ => None,
    }
}

fn wrapper(container: &Container, name: &Ident) -> TokenStream {
    let (title, inner) = match container {
        Container::Array(element) => {
            let inner = plain(element);
            (format!("Array[{element}]"), quote! { Vec<#inner> })
        }
        Container::Dictionary(key, value) => {
            let title = format!("Dictionary[{key}, {value}]");
            let (key, value) = (plain(key), plain(value));
            (title, quote! { BTreeMap<#key, #value> })
        }
    };
    let title = format!(" {}, encoded with the types of its elements.", code(&title));
    quote! {
        #[doc = #title]
        #[derive(Clone, Debug, Default, PartialEq, GodotVar)]
        #[godot_var(transparent)]
        pub struct #name(#[godot_var(typed)] pub #inner);
    }
}

fn int(value: i64) -> TokenStream {
    let number = Literal::u64_unsuffixed(value.unsigned_abs());
    if value < 0 {
        quote! { -#number }
    } else {
        quote! { #number }
    }
}

fn float(value: f64) -> TokenStream {
    if value.is_nan() {
        return quote! { f64::NAN };
    }
    let magnitude = if value.is_infinite() {
        quote! { f64::INFINITY }
    } else {
        let number = Literal::f64_unsuffixed(value.abs());
        quote! { #number }
    };
    if value.is_sign_negative() {
        quote! { -#magnitude }
    } else {
        magnitude
    }
}

/// Whether two modules are the same but for their format and comments.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let parse = |text| syn::parse_file(text).ok().map(|file| prettyplease::unparse(&file));
    let is_own = |text: &str| text.trim_start().starts_with(super::MARK);
    is_own(one) == is_own(other) && parse(one).is_some_and(|one| parse(other) == Some(one))
}
