//! Scenes as structs, with functions that register them in a session.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

use super::Module;
use super::text::code;
use crate::model::{Autoload, Item, ItemKind, Scene, Spawner};
use crate::names::{Scope, ident, screaming, snake};
use crate::tree::Target;

/// What the functions of a scene name besides its fields.
const LOCALS: [&str; 5] = ["above", "below", "path", "session", "synchronizers"];

impl Module<'_> {
    /// The function that registers the tree as the project starts.
    pub(super) fn register(&self) -> Vec<TokenStream> {
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

    pub(super) fn scene(&self, index: usize, scene: &Scene) -> Vec<TokenStream> {
        if !scene.is_written() {
            return Vec::new();
        }
        let name = &self.scenes[index];
        let mut scope = Scope::with(LOCALS);
        let has_root_node = scene.items.iter().any(|item| item.path == ".");
        let mut fields = Vec::new();
        if scene.is_spawned && !has_root_node {
            scope.take(&["node".to_owned()]);
            fields.push(quote! { /// The root.
            pub node: NodeId });
        }
        let mut consts = Vec::new();
        let mut const_scope = Scope::with(["NAME"]);
        let mut parts = Vec::new();
        for item in &scene.items {
            let last = item.path.rsplit('/').next().unwrap_or_default();
            let names = if item.path == "." {
                vec!["node".to_owned()]
            } else {
                let whole = snake(&item.path.replace('/', "_"));
                vec![snake(last), whole.clone(), format!("{whole}_node")]
            };
            let field = ident(&scope.take(&names));
            let (ty, what) = self.field(item);
            let place = if item.path == "." { "The root".to_owned() } else { code(&item.path) };
            let title = format!(" {place}: {what}.");
            fields.push(quote! { #[doc = #title] pub #field: #ty });
            if let ItemKind::Spawner(spawner) = &item.kind {
                for (number, listed) in spawner.scenes.iter().enumerate() {
                    let file = listed.rsplit('/').next().unwrap_or_default();
                    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
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
        if scene.is_added {
            functions.push(self.add_to(scene, &parts));
        }
        let is_node =
            |part: &&(Ident, &Item)| part.1.path != "." || matches!(part.1.kind, ItemKind::Node(_));
        // A root that is a spawner or synchronizer is added by `add_to` alone.
        if scene.is_spawned && parts.iter().all(|part| is_node(&part)) {
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
            ItemKind::Synchronizer { index, .. } => {
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
            ItemKind::Synchronizer { index, .. } => {
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
        let parent = match &spawner.spawn_path {
            Target::Inside(inner) => path(inner),
            Target::Root(absolute) => quote! { #absolute },
            Target::Above(steps, inner) => {
                let steps = Literal::usize_unsuffixed(*steps);
                let above = quote! { above(path, #steps) };
                if inner == "." {
                    above
                } else {
                    quote! { &below(#above, #inner) }
                }
            }
            // Such a spawner is not part of the model.
            Target::Unknown => quote! { "." },
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
        let mut first = TokenStream::new();
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
                ItemKind::Synchronizer { index, is_of_root } => {
                    let sync = &self.synchronizers[*index];
                    let title = format!(" {}: of [`{sync}`].", code(&item.path));
                    arguments.push(quote! { #[doc = #title] pub #field: MultiplayerSynchronizer });
                    let below = below(&item.path);
                    let add = quote! {
                        let #field = session.add_synchronizer(#below, synchronizers.#field)?;
                    };
                    if *is_of_root {
                        let path = &item.path;
                        new.extend(quote! { .with_synchronizer(#path, synchronizers.#field) });
                        bound.push(field);
                        // They take the ids of the spawn, in their order.
                        first.extend(add);
                    } else {
                        adopted.extend(add.clone());
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
        first.extend(adopted);
        let adopted = first;
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

    /// The functions that those of scenes call.
    pub(super) fn helpers(&self) -> Vec<TokenStream> {
        let mut items = Vec::new();
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
            |item| matches!(&item.kind, ItemKind::Spawner(spawner) if matches!(spawner.spawn_path, Target::Above(..))),
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
