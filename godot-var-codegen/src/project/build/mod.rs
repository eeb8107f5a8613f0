//! Follows a project from its settings to the scenes and scripts that a server must know.

mod rpcs;
mod synchronizers;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::expression::Expression;
use super::files::{ClassAt, ClassKey, Files, extension};
use super::model::{Autoload, Item, ItemKind, Model, Scene, Spawner};
use super::tree::{Nodes, SceneNode, Scenes};
use crate::protocol::Place;

/// More instances of a scene below one parent than these are a list.
const FEW: usize = 4;

pub(super) struct Builder<'f, 'r> {
    pub(super) files: &'f mut Files<'r>,
    scenes: Scenes,
    pub(super) model: Model,
    by_class: BTreeMap<ClassKey, Option<usize>>,
    by_node: BTreeMap<(String, String), usize>,
    by_scene: BTreeMap<String, Option<usize>>,
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
        queue: VecDeque::new(),
        noted: BTreeSet::new(),
    };
    builder.settings(scenes);
    while let Some((path, place, is_added, is_spawned)) = builder.queue.pop_front() {
        builder.scene(&path, &place, is_added, is_spawned);
    }
    builder.model
}

const SETTINGS: &str = "project.godot";

impl Builder<'_, '_> {
    fn settings(&mut self, scenes: &[String]) {
        let Some(sections) = self.files.config(SETTINGS, None) else { return };
        let text = self.files.text(SETTINGS).unwrap_or_default();
        let named =
            |name: &'static str| sections.iter().filter(move |section| section.name == name);
        let application = named("application").next();
        let title = application.and_then(|section| section.entry("config/name")?.text());
        title.unwrap_or_default().clone_into(&mut self.model.title);
        for entry in named("autoload").flat_map(|section| &section.entries) {
            let place = self.files.place(SETTINGS, &text, entry.start);
            if let Some(file) = entry.value.as_ref().and_then(Expression::text) {
                self.autoload(&entry.key, file.trim_start_matches('*'), &place);
            }
        }
        let main = application.and_then(|section| {
            let entry = section.entries.iter().find(|entry| entry.key == "run/main_scene")?;
            Some((entry.value.as_ref()?.text()?, entry.start))
        });
        if let Some((main, start)) = main {
            let place = self.files.place(SETTINGS, &text, start);
            match self.files.resolve(main, "").filter(|path| self.files.has(path)) {
                Some(path) => self.model.main = self.scene(&path, &place, true, false),
                None => self.files.error(&place, format!("`{main}` is not in the project")),
            }
        } else if scenes.is_empty() {
            let place = Place { file: self.files.shown(SETTINGS), line: 1, column: 1 };
            let message = "the project has no `run/main_scene`; name a scene with `--scene`";
            self.files.error(&place, message);
        }
        for scene in scenes {
            let place = Place { file: self.files.shown(scene), line: 1, column: 1 };
            let path = self.files.resolve(scene.trim_start_matches("./"), "");
            match path.filter(|path| self.files.has(path)) {
                Some(path) => self.queue.push_back((path, place, true, true)),
                None => self.files.error(&place, format!("`{scene}` is not in the project")),
            }
        }
    }

    fn autoload(&mut self, name: &str, file: &str, place: &Place) {
        let Some(path) = self.files.resolve(file, "").filter(|path| self.files.has(path)) else {
            self.files.error(place, format!("`{file}` is not in the project"));
            return;
        };
        let kind = if extension(&path) == "gd" {
            let Some(class) = self.files.script(&path, place) else { return };
            self.note(&class, false);
            self.rpc_script(&class).map(ItemKind::Node)
        } else if extension(&path) == "tscn" {
            self.scene(&path, place, true, false).map(ItemKind::Scene)
        } else {
            None
        };
        if let Some(kind) = kind {
            self.model.autoloads.push(Autoload { name: name.to_owned(), kind });
        }
    }

    /// Follows the scenes that a script names.
    fn note(&mut self, class: &ClassAt, is_spawner: bool) {
        for base in &self.files.chain(class).classes {
            if !self.noted.insert(base.script.path.clone()) {
                continue;
            }
            self.model.has_spawn_functions |= base.script.class.spawns;
            for (scene, start) in &base.script.class.scenes {
                let place = self.files.place_in(base, *start);
                let path = self.files.resolve(scene, &base.script.path);
                match path.filter(|path| self.files.has(path)) {
                    Some(path) => self.queue.push_back((path, place, !is_spawner, true)),
                    None => self.files.warn(&place, format!("`{scene}` is not in the project")),
                }
            }
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
        if let Some(known) = self.by_scene.get(file) {
            let index = (*known)?;
            let scene = &mut self.model.scenes[index];
            scene.is_added |= is_added;
            scene.is_spawned |= is_spawned;
            return scene.is_written().then_some(index);
        }
        let nodes = self.scenes.nodes(self.files, file, Some(from));
        let Some(nodes) = nodes else {
            self.by_scene.insert(file.to_owned(), None);
            return None;
        };
        let index = self.model.scenes.len();
        self.by_scene.insert(file.to_owned(), Some(index));
        self.model.scenes.push(Scene {
            file: file.to_owned(),
            root: nodes[0].name.clone(),
            items: Vec::new(),
            is_added,
            is_spawned,
        });
        let items = self.items(file, &nodes);
        let scene = &mut self.model.scenes[index];
        scene.items = items;
        scene.is_written().then_some(index)
    }

    fn items(&mut self, file: &str, nodes: &Nodes) -> Vec<Item> {
        let mut items = Vec::new();
        // The instance that stands for the nodes below it.
        let mut unit: Option<String> = None;
        for (index, node) in nodes.iter().enumerate() {
            if let Some(above) = &unit
                && is_below(&node.path, above)
                && node.home != file
            {
                continue;
            }
            unit = None;
            if node.path != "."
                && let Some(inner) = node.instances.first().cloned()
            {
                let mut own = nodes[index..].iter();
                let is_changed = own
                    .by_ref()
                    .take_while(|one| one.path == node.path || is_below(&one.path, &node.path));
                let is_changed =
                    is_changed.into_iter().any(|one| one.home != file && one.origin.0 == file);
                if !is_changed {
                    unit = Some(node.path.clone());
                    if let Some(scene) = self.scene(&inner, &node.place, true, false) {
                        items.push(Item { path: node.path.clone(), kind: ItemKind::Scene(scene) });
                    }
                    continue;
                }
            }
            if let Some(kind) = self.item(nodes, node) {
                items.push(Item { path: node.path.clone(), kind });
            }
        }
        grouped(items)
    }

    fn item(&mut self, nodes: &Nodes, node: &SceneNode) -> Option<ItemKind> {
        let methods = node.script.as_ref().and_then(|script| self.rpc_script(script));
        let is_spawner = node.is_a(self.files, "MultiplayerSpawner");
        if let Some(script) = &node.script {
            self.note(script, is_spawner);
        }
        if is_spawner {
            return self.spawner(node, methods).map(ItemKind::Spawner);
        }
        if node.is_a(self.files, "MultiplayerSynchronizer") {
            return self.synchronizer(nodes, node, methods).map(ItemKind::Synchronizer);
        }
        methods.map(ItemKind::Node)
    }

    fn spawner(&mut self, node: &SceneNode, methods: Option<usize>) -> Option<Spawner> {
        let mut scenes = Vec::new();
        let listed = node.value("_spawnable_scenes").cloned();
        for scene in listed.iter().flat_map(Expression::texts) {
            let path = self.files.resolve(scene, node.file_of("_spawnable_scenes"));
            match path.filter(|path| self.files.has(path)) {
                Some(path) => {
                    self.queue.push_back((path.clone(), node.place.clone(), false, true));
                    scenes.push(path);
                }
                None => self.files.error(
                    &node.place,
                    format!("`{}` spawns `{scene}`, which is not in the project", node.name),
                ),
            }
        }
        if scenes.len() > 255 {
            self.files.error(&node.place, "a spawner has up to 255 scenes");
        }
        let path = node.value("spawn_path").and_then(Expression::text).unwrap_or_default();
        let limit = match node.value("spawn_limit") {
            Some(Expression::Int(limit)) => u32::try_from(*limit).unwrap_or(0),
            _ => 0,
        };
        let spawn_path = if path.is_empty() { None } else { outward(&node.path, path) };
        let Some(spawn_path) = spawn_path else {
            let message = format!(
                "`{}` has no `spawn_path` that can be followed from here; add it with `Session::add_spawner`",
                node.name
            );
            self.files.warn(&node.place, message);
            return None;
        };
        Some(Spawner { spawn_path, scenes, limit, methods })
    }
}

fn is_below(path: &str, above: &str) -> bool {
    path.strip_prefix(above).is_some_and(|rest| rest.starts_with('/'))
}

/// Follows a path that may lead out of the scene: how many steps out, and the path from there.
fn outward(from: &str, path: &str) -> Option<(usize, String)> {
    if path.starts_with('/') || path.contains('%') {
        return None;
    }
    let mut steps: Vec<&str> = from.split('/').filter(|step| *step != ".").collect();
    let mut out = 0;
    for step in path.split('/') {
        match step {
            "" | "." => {}
            ".." if steps.pop().is_none() => out += 1,
            ".." => {}
            step => steps.push(step),
        }
    }
    Some((out, if steps.is_empty() { ".".to_owned() } else { steps.join("/") }))
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
