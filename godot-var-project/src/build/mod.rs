//! Follows a project from its settings to the scenes and scripts that a server must know.

mod left_out;
mod replication;
mod rpcs;
mod settings;
mod synchronizers;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::expression::Expression;
use super::files::{ClassAt, ClassKey, Files, extension};
use super::model::{Item, ItemKind, Model, Scene, Spawner};
use super::script::Mention;
use super::tree::{Nodes, SceneNode, Scenes, Target, resource_mentions};
use godot_var_codegen::protocol::Place;

/// More instances of a scene below one parent than these are a list.
const FEW: usize = 4;

pub(super) struct Builder<'f, 'r> {
    pub(super) files: &'f mut Files<'r>,
    scenes: Scenes,
    pub(super) model: Model,
    by_class: BTreeMap<ClassKey, Option<usize>>,
    /// The synchronizers by the scene and the path that decides what they are. Their properties may have other types elsewhere.
    by_node: BTreeMap<(String, String), Vec<usize>>,
    by_scene: BTreeMap<String, Option<usize>>,
    /// Whether the synchronizers of a scene have their roots in it.
    closed: BTreeMap<String, bool>,
    /// Scenes to read, and whether they are added, and spawned.
    queue: VecDeque<(String, Place, bool, bool)>,
    noted: BTreeSet<String>,
}

/// Reads a project from its settings, with further scenes of the caller.
pub(super) fn build(files: &mut Files<'_>, scenes: &[String]) -> Model {
    let mut builder = Builder {
        files,
        scenes: Scenes::default(),
        model: Model::default(),
        by_class: BTreeMap::new(),
        by_node: BTreeMap::new(),
        by_scene: BTreeMap::new(),
        closed: BTreeMap::new(),
        queue: VecDeque::new(),
        noted: BTreeSet::new(),
    };
    builder.settings(scenes);
    loop {
        for (scene, place) in std::mem::take(&mut builder.scenes.mentions) {
            builder.mention(&scene, "", &place, true);
        }
        let Some((path, place, is_added, is_spawned)) = builder.queue.pop_front() else { break };
        builder.scene(&path, &place, is_added, is_spawned);
    }
    if builder.files.errors.is_empty() {
        builder.left_out();
    }
    builder.model
}

impl Builder<'_, '_> {
    /// Follows the scenes, scripts and resources that a script and its bases name.
    fn note(&mut self, class: &ClassAt, is_spawner: bool) {
        for base in &self.files.chain(class).classes {
            let script = &base.script;
            if !self.noted.insert(script.path.clone()) {
                continue;
            }
            self.model.has_spawn_functions |= script.class.spawns;
            for (name, start) in &script.class.mentions {
                let place = self.files.place_in(base, *start);
                match name {
                    Mention::File(file) => self.mention(file, &script.path, &place, !is_spawner),
                    Mention::New(path) => self.new_node(base, path, &place),
                    Mention::NewOf(file) => {
                        let path = self.files.resolve(file, &script.path);
                        let path =
                            path.filter(|path| self.files.has(path) && extension(path) == "gd");
                        let made = path.and_then(|path| self.files.script(&path, &place));
                        if let Some(made) = made {
                            self.rpc_script(&made);
                        }
                    }
                    Mention::Code(message) => self.files.warn(&place, *message),
                    Mention::Root => self.model.roots.push(place),
                }
            }
        }
    }

    /// Follows a file that a script or a property names.
    fn mention(&mut self, file: &str, from: &str, place: &Place, is_added: bool) {
        let is_absolute = file.starts_with("res://") || file.starts_with("uid://");
        let path = self.files.resolve(file, from).filter(|path| self.files.has(path));
        // `load` takes paths from the folder of the project, too.
        let path = path.or_else(|| {
            self.files.resolve(file, "").filter(|path| !is_absolute && self.files.has(path))
        });
        let Some(path) = path else {
            // The path of a file that the script writes, or computes.
            if is_absolute && !file.contains(['%', '{', '*']) {
                self.files.warn(place, format!("`{file}` is not in the project"));
            }
            return;
        };
        match extension(&path) {
            "tscn" => self.queue.push_back((path, place.clone(), is_added, true)),
            "gd" => {
                if let Some(class) = self.files.helper(&path, place) {
                    self.note(&class, !is_added);
                }
            }
            "tres" => {
                for (scene, place) in resource_mentions(self.files, &path) {
                    self.mention(&scene, "", &place, is_added);
                }
            }
            _ => {}
        }
    }

    /// Reads the RPCs of a script whose nodes are made by `new()`.
    fn new_node(&mut self, class: &ClassAt, path: &[String], place: &Place) {
        let Some((first, rest)) = path.split_first() else { return };
        if matches!(&**first, "MultiplayerSpawner" | "MultiplayerSynchronizer") {
            let message = format!(
                "a `{first}` that a script makes is left out; add it with `Session`, or put it into a scene"
            );
            self.files.warn(place, message);
        }
        let Some(found) = self.files.class_named(class, first, place) else { return };
        let found = rest.iter().try_fold(found, |class, name| class.inner(name));
        if let Some(found) = found {
            self.note(&found, false);
            self.rpc_script(&found);
        }
    }

    /// Reads a scene once. `None` if it has nothing that a server must know.
    fn scene(
        &mut self,
        file: &str,
        from: &Place,
        is_added: bool,
        is_spawned: bool,
    ) -> Option<usize> {
        let known = if let Some(known) = self.by_scene.get(file) {
            *known
        } else {
            let nodes = self.scenes.nodes(self.files, file, Some(from));
            let index = nodes.as_ref().map(|_| self.model.scenes.len());
            self.by_scene.insert(file.to_owned(), index);
            if let Some(nodes) = &nodes {
                self.model.scenes.push(Scene {
                    file: file.to_owned(),
                    root: nodes.nodes[0].name.clone(),
                    items: Vec::new(),
                    is_added,
                    is_spawned,
                });
                let items = self.items(nodes);
                self.model.scenes[index?].items = items;
            }
            index
        };
        let scene = &mut self.model.scenes[known?];
        scene.is_added |= is_added;
        scene.is_spawned |= is_spawned;
        (!scene.items.is_empty()).then_some(known).flatten()
    }

    fn items(&mut self, nodes: &Nodes) -> Vec<Item> {
        let mut items = Vec::new();
        // The instances whose own code adds their nodes.
        let mut whole: BTreeSet<&str> = BTreeSet::new();
        for node in &nodes.nodes {
            if node.within.as_ref().is_some_and(|within| whole.contains(&**within)) {
                if node.instance.is_some() {
                    whole.insert(&node.path);
                }
                continue;
            }
            if node.path != "."
                && let Some(inner) = &node.instance
                && self.is_whole(nodes, node, inner)
            {
                whole.insert(&node.path);
                if let Some(scene) = self.scene(inner, &node.place, true, false) {
                    items.push(Item { path: node.path.clone(), kind: ItemKind::Scene(scene) });
                }
                continue;
            }
            if let Some(kind) = self.item(nodes, node) {
                items.push(Item { path: node.path.clone(), kind });
            }
        }
        grouped(items)
    }

    /// Whether a scene's own code can add an instance of it: the instance is unchanged, and no synchronizer in it has a root outside.
    fn is_whole(&mut self, nodes: &Nodes, node: &SceneNode, scene: &str) -> bool {
        let Some(inner) = self.scenes.nodes(self.files, scene, Some(&node.place)) else {
            return false;
        };
        let is_closed = if let Some(known) = self.closed.get(scene) {
            *known
        } else {
            let is_closed = inner.nodes.iter().all(|node| {
                !node.is_a(self.files, "MultiplayerSynchronizer")
                    || matches!(inner.follow(&node.path, root_path(node)), Target::Inside(_))
            });
            self.closed.insert(scene.to_owned(), is_closed);
            is_closed
        };
        is_closed && nodes.has_instance(&node.path, &inner)
    }

    fn item(&mut self, nodes: &Nodes, node: &SceneNode) -> Option<ItemKind> {
        let methods = node.script.as_ref().and_then(|script| self.rpc_script(script));
        let is_spawner = node.is_a(self.files, "MultiplayerSpawner");
        if let Some(script) = &node.script {
            self.note(script, is_spawner);
        }
        let kind = if is_spawner {
            self.spawner(nodes, node, methods).map(ItemKind::Spawner)
        } else if node.is_a(self.files, "MultiplayerSynchronizer") {
            self.synchronizer(nodes, node, methods)
        } else {
            None
        };
        kind.or_else(|| methods.map(ItemKind::Node))
    }

    fn spawner(
        &mut self,
        nodes: &Nodes,
        node: &SceneNode,
        methods: Option<usize>,
    ) -> Option<Spawner> {
        let mut scenes = Vec::new();
        let listed = node.value("_spawnable_scenes").cloned();
        for scene in listed.iter().flat_map(Expression::texts) {
            let path = self.files.resolve(scene, node.file_of("_spawnable_scenes"));
            let Some(path) = path.filter(|path| self.files.has(path)) else {
                self.files.error(
                    &node.place,
                    format!("`{}` spawns `{scene}`, which is not in the project", node.name),
                );
                continue;
            };
            match extension(&path) {
                "tscn" => self.queue.push_back((path.clone(), node.place.clone(), false, true)),
                "scn" | "res" => {
                    let message = format!(
                        "`{}` spawns `{scene}`, a binary scene, whose nodes are left out; save it as `.tscn`",
                        node.name
                    );
                    self.files.warn(&node.place, message);
                }
                // A model has no nodes of multiplayer.
                _ => {}
            }
            scenes.push(path);
        }
        if scenes.len() > 255 {
            self.files.error(&node.place, "a spawner has up to 255 scenes");
        }
        let path = node.value("spawn_path").and_then(Expression::text).unwrap_or_default();
        let limit = match node.value("spawn_limit") {
            Some(Expression::Int(limit)) => u32::try_from(*limit).unwrap_or(0),
            _ => 0,
        };
        let spawn_path =
            if path.is_empty() { Target::Unknown } else { nodes.follow(&node.path, path) };
        if spawn_path == Target::Unknown {
            let message = format!(
                "`{}` has no `spawn_path` that can be followed from here; add it with `Session::add_spawner`",
                node.name
            );
            self.files.warn(&node.place, message);
            return None;
        }
        if let Target::Inside(parent) = &spawn_path
            && nodes.at(parent).is_none()
            && !nodes.is_foreign(parent)
        {
            let message = format!(
                "the `spawn_path` of `{}` leads to `{parent}`, which the scene does not have",
                node.name
            );
            self.files.warn(&node.place, message);
        }
        Some(Spawner { spawn_path, scenes, limit, methods })
    }
}

/// The path of a synchronizer's root.
fn root_path(node: &SceneNode) -> &str {
    node.value("root_path").and_then(Expression::text).unwrap_or("..")
}

/// Puts many instances of one scene below one parent into one item.
fn grouped(items: Vec<Item>) -> Vec<Item> {
    let key = |item: &Item| match item.kind {
        ItemKind::Scene(scene) => {
            let parent = item.path.rsplit_once('/').map_or(".", |(parent, _)| parent);
            Some((parent.to_owned(), scene))
        }
        _ => None,
    };
    let mut names: BTreeMap<(String, usize), Vec<String>> = BTreeMap::new();
    for item in &items {
        let name = item.path.rsplit('/').next().unwrap_or_default();
        if let Some(key) = key(item) {
            names.entry(key).or_default().push(name.to_owned());
        }
    }
    names.retain(|_, names| names.len() > FEW);
    let mut done = BTreeSet::new();
    let mut all = Vec::new();
    for item in items {
        let group = key(&item).and_then(|key| names.get(&key).map(|names| (key, names)));
        match group {
            Some(((parent, scene), names)) => {
                if done.insert((parent.clone(), scene)) {
                    all.push(Item { path: parent, kind: ItemKind::Scenes(scene, names.clone()) });
                }
            }
            None => all.push(item),
        }
    }
    all
}
