//! The parts of a project that a server must know: RPCs, synchronizers, spawners, and the scenes that have them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::classes;
use super::expression::Expression;
use super::files::{Chain, ClassAt, ClassKey, Files, extension};
use super::script::{Annotation, Function};
use super::tokens::Source;
use super::tree::{Nodes, SceneNode, Scenes, externals, follow, located};
use super::types::{self, ScriptType};
use crate::multiplayer::{Property, read_config};
use crate::protocol::{Caller, Place, TransferMode};

/// The RPCs of a script.
#[derive(Debug)]
pub(super) struct RpcScript {
    pub(super) class: ClassAt,
    pub(super) place: Place,
    /// Sorted by name: their ids are their positions.
    pub(super) methods: Vec<RpcMethod>,
    /// The constants of the script and its bases: name, value, documentation.
    pub(super) constants: Vec<(String, Expression, Vec<String>)>,
}

#[derive(Debug)]
pub(super) struct RpcMethod {
    pub(super) name: String,
    pub(super) place: Place,
    pub(super) docs: Vec<String>,
    pub(super) caller: Caller,
    pub(super) mode: TransferMode,
    pub(super) channel: u8,
    pub(super) call_local: bool,
    pub(super) parameters: Vec<RpcParameter>,
}

#[derive(Debug)]
pub(super) struct RpcParameter {
    pub(super) name: String,
    pub(super) ty: ScriptType,
    /// Its text, and its value if that is plain.
    pub(super) default: Option<(String, Option<Expression>)>,
}

/// A synchronizer.
#[derive(Debug)]
pub(super) struct Synchronizer {
    pub(super) scene: String,
    /// Its path in the scene.
    pub(super) path: String,
    pub(super) place: Place,
    pub(super) properties: Vec<SyncedProperty>,
    /// In seconds.
    pub(super) replication_interval: f64,
    pub(super) delta_interval: f64,
    pub(super) public: bool,
    /// Whether spawns of the scene contain it.
    pub(super) is_of_root: bool,
    /// The RPCs of a script on the synchronizer.
    pub(super) methods: Option<usize>,
}

#[derive(Debug)]
pub(super) struct SyncedProperty {
    pub(super) property: Property,
    pub(super) ty: ScriptType,
    /// The place of its declaration, if a script has it.
    pub(super) declared: Option<Place>,
}

/// An enum of a script.
#[derive(Debug)]
pub(super) struct ScriptEnum {
    pub(super) class: ClassAt,
    pub(super) name: String,
    pub(super) docs: Vec<String>,
    /// Without two members of one number.
    pub(super) members: Vec<(String, i64)>,
}

#[derive(Debug)]
pub(super) struct Scene {
    pub(super) file: String,
    /// The name of its root.
    pub(super) root: String,
    pub(super) items: Vec<Item>,
    /// Whether it is part of the tree from the start, or a script adds it.
    pub(super) is_added: bool,
    /// Whether a spawner spawns it.
    pub(super) is_spawned: bool,
}

impl Scene {
    /// Whether the module has it.
    pub(super) fn is_written(&self) -> bool {
        !self.items.is_empty() || self.is_spawned
    }
}

/// A part of a scene.
#[derive(Debug)]
pub(super) struct Item {
    /// The path in the scene. For several instances that of their parent.
    pub(super) path: String,
    pub(super) kind: ItemKind,
}

#[derive(Debug)]
pub(super) enum ItemKind {
    /// A node with RPCs.
    Node(usize),
    Spawner(Spawner),
    Synchronizer(usize),
    /// An instance of a scene.
    Scene(usize),
    /// Many instances of a scene below one parent, by their names.
    Scenes(usize, Vec<String>),
}

#[derive(Debug)]
pub(super) struct Spawner {
    /// The path of the parent of spawned nodes, from the scene's root. In front of it is the number of steps out of the scene.
    pub(super) spawn_path: (usize, String),
    pub(super) scenes: Vec<String>,
    pub(super) limit: u32,
    /// The RPCs of a script on the spawner.
    pub(super) methods: Option<usize>,
}

#[derive(Debug)]
pub(super) struct Autoload {
    pub(super) name: String,
    pub(super) kind: ItemKind,
}

#[derive(Debug, Default)]
pub(super) struct Model {
    pub(super) title: String,
    pub(super) scripts: Vec<RpcScript>,
    pub(super) synchronizers: Vec<Synchronizer>,
    pub(super) scenes: Vec<Scene>,
    pub(super) autoloads: Vec<Autoload>,
    /// The main scene, if it has something.
    pub(super) main: Option<usize>,
    pub(super) enums: BTreeMap<(ClassKey, usize), ScriptEnum>,
    /// Whether a script gives a spawner a function.
    pub(super) has_spawn_functions: bool,
}

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

    /// Returns the RPCs of a script, if it has any.
    fn rpc_script(&mut self, class: &ClassAt) -> Option<usize> {
        let key = class.key();
        if let Some(known) = self.by_class.get(&key) {
            return *known;
        }
        let chain = self.files.chain(class);
        let methods = self.methods(&chain);
        let index = (!methods.is_empty()).then(|| {
            let place = self.files.place_in(class, class.class().start);
            let constants = self.constants(&chain);
            self.model.scripts.push(RpcScript { class: class.clone(), place, methods, constants });
            self.model.scripts.len() - 1
        });
        self.by_class.insert(key, index);
        index
    }

    fn methods(&mut self, chain: &Chain) -> Vec<RpcMethod> {
        // A function of a class replaces that of its base, and keeps its `@rpc` unless it has its own.
        let mut functions: BTreeMap<String, (ClassAt, Function)> = BTreeMap::new();
        let mut annotations: BTreeMap<String, (ClassAt, Annotation)> = BTreeMap::new();
        for class in chain.classes.iter().rev() {
            for function in &class.class().functions {
                if let Some(rpc) = &function.rpc {
                    annotations.insert(function.name.clone(), (class.clone(), rpc.clone()));
                }
                functions.insert(function.name.clone(), (class.clone(), function.clone()));
            }
        }
        let mut methods = Vec::new();
        for (name, (owner, annotation)) in annotations {
            let Some((class, function)) = functions.remove(&name) else { continue };
            let place = self.files.place_in(&class, function.start);
            let mut method = RpcMethod {
                name,
                place: place.clone(),
                docs: function.docs.clone(),
                caller: Caller::Authority,
                mode: TransferMode::Reliable,
                channel: 0,
                call_local: false,
                parameters: Vec::new(),
            };
            self.annotation(&owner, &annotation, &mut method);
            for parameter in &function.parameters {
                let value = parameter.default.as_ref().and_then(|(_, value)| value.as_ref());
                let ty = types::declared(self.files, &class, &parameter.ty, value, &place);
                self.enum_of(&ty);
                let default = parameter.default.clone().map(|(text, value)| {
                    let value =
                        value.and_then(|value| types::evaluate(self.files, &class, &value, 0));
                    (text, value)
                });
                method.parameters.push(RpcParameter { name: parameter.name.clone(), ty, default });
            }
            if method.parameters.len() > 255 {
                self.files.error(&place, "a call has up to 255 arguments");
            }
            methods.push(method);
        }
        if methods.len() > 1 << 15 {
            let place = methods[0].place.clone();
            self.files.error(&place, "a script has up to 32,768 RPCs");
        }
        methods
    }

    fn annotation(&mut self, class: &ClassAt, rpc: &Annotation, method: &mut RpcMethod) {
        let place = self.files.place_in(class, rpc.start);
        for argument in &rpc.arguments {
            let value = argument.as_ref();
            let value = value.and_then(|value| types::evaluate(self.files, class, value, 0));
            match value {
                Some(Expression::Text(_, word)) => match &*word {
                    "any_peer" => method.caller = Caller::AnyPeer,
                    "authority" => method.caller = Caller::Authority,
                    "call_local" => method.call_local = true,
                    "call_remote" => method.call_local = false,
                    "reliable" => method.mode = TransferMode::Reliable,
                    "unreliable" => method.mode = TransferMode::Unreliable,
                    "unreliable_ordered" => method.mode = TransferMode::UnreliableOrdered,
                    word => self.files.error(&place, format!("`@rpc` has no argument `{word}`")),
                },
                Some(Expression::Int(channel)) => match u8::try_from(channel) {
                    Ok(channel) => method.channel = channel,
                    Err(_) => {
                        self.files.error(&place, format!("the channel {channel} is not 0 to 255"));
                    }
                },
                _ => self.files.error(&place, "an argument of `@rpc` is no constant text or int"),
            }
        }
    }

    fn constants(&mut self, chain: &Chain) -> Vec<(String, Expression, Vec<String>)> {
        let mut all: Vec<(String, Expression, Vec<String>)> = Vec::new();
        for class in &chain.classes {
            for constant in &class.class().constants {
                let value = constant.value.as_ref();
                let value = value.and_then(|value| types::evaluate(self.files, class, value, 0));
                let is_plain = matches!(
                    value,
                    Some(
                        Expression::Bool(_)
                            | Expression::Int(_)
                            | Expression::Float(_)
                            | Expression::Text(..)
                    )
                );
                if let Some(value) = value.filter(|_| is_plain)
                    && all.iter().all(|(name, ..)| *name != constant.name)
                {
                    all.push((constant.name.clone(), value, constant.docs.clone()));
                }
            }
            for (index, one) in class.class().enums.iter().enumerate() {
                if one.name.is_some() {
                    continue;
                }
                for (name, number) in
                    types::members(self.files, class, index, 0).into_iter().flatten()
                {
                    if all.iter().all(|(other, ..)| *other != name) {
                        all.push((name, Expression::Int(number), Vec::new()));
                    }
                }
            }
        }
        all
    }

    /// Adds the enum of a type to the model.
    fn enum_of(&mut self, ty: &ScriptType) {
        let ScriptType::Enum(key, index) = ty else { return };
        let entry = (key.clone(), *index);
        if self.model.enums.contains_key(&entry) {
            return;
        }
        let Some(owner) = self.files.script(&key.0, &Place::default()) else { return };
        let class = ClassAt { inner: key.1.clone(), ..owner };
        let one = class.class().enums[*index].clone();
        // Without plain, different numbers it stays an int.
        let Some(mut members) = types::members(self.files, &class, *index, 0) else { return };
        let mut seen = BTreeSet::new();
        members.retain(|(_, number)| seen.insert(*number));
        if members.is_empty() {
            return;
        }
        let name = one.name.unwrap_or_default();
        self.model.enums.insert(entry, ScriptEnum { class, name, docs: one.docs, members });
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

    fn synchronizer(
        &mut self,
        nodes: &Nodes,
        node: &SceneNode,
        methods: Option<usize>,
    ) -> Option<usize> {
        if let Some(known) = self.by_node.get(&node.origin) {
            return Some(*known);
        }
        let (scene, path) = node.origin.clone();
        // An inner scene has its own nodes, in which its paths lead.
        let inner;
        let (nodes, node) = if path == node.path {
            (nodes, node)
        } else {
            inner = self.scenes.nodes(self.files, &scene, Some(&node.place))?;
            let own = inner.iter().find(|own| own.path == path)?;
            (&inner, own)
        };
        let properties = self.config(node)?;
        if properties.is_empty() {
            return None;
        }
        let root = node.value("root_path").and_then(Expression::text).unwrap_or("..");
        let root = follow(&path, root);
        let properties = properties.into_iter().map(|property| {
            let (ty, declared) = self.property(nodes, root.as_deref(), &property);
            self.enum_of(&ty);
            SyncedProperty { property, ty, declared }
        });
        let properties = properties.collect();
        let number = |key| node.value(key).and_then(Expression::float).unwrap_or(0.0);
        self.model.synchronizers.push(Synchronizer {
            scene,
            path,
            place: node.place.clone(),
            properties,
            replication_interval: number("replication_interval"),
            delta_interval: number("delta_interval"),
            public: node.value("public_visibility") != Some(&Expression::Bool(false)),
            is_of_root: root.as_deref() == Some("."),
            methods,
        });
        let index = self.model.synchronizers.len() - 1;
        self.by_node.insert(node.origin.clone(), index);
        Some(index)
    }

    /// Reads the config of a synchronizer. `None` if it has none, or after a mistake.
    fn config(&mut self, node: &SceneNode) -> Option<Vec<Property>> {
        let value = node.value("replication_config")?;
        let Expression::Call(kind, _) = value else { return None };
        let (id, file) = (value.text()?, node.file_of("replication_config").to_owned());
        let sections = self.files.config(&file, Some(&node.place))?;
        let (file, sections, id) = if kind == &["ExtResource"] {
            let external = externals(&sections);
            let resource = external.get(id)?;
            let Some(other) = located(self.files, resource, &file, "tres") else {
                let message = format!("the config of `{}` is not in the project", node.name);
                self.files.error(&node.place, message);
                return None;
            };
            let sections = self.files.config(&other, Some(&node.place))?;
            (other, sections, None)
        } else {
            (file, sections, Some(id))
        };
        let section = sections.iter().find(|section| match id {
            Some(id) => section.name == "sub_resource" && section.attribute("id") == Some(id),
            None => section.name == "resource",
        });
        let Some(section) = section else {
            self.files.error(&node.place, format!("the config of `{}` is missing", node.name));
            return None;
        };
        let text = self.files.text(&file).ok()?;
        let shown = self.files.shown(&file);
        match read_config(Source { file: &shown, text: &text }, section) {
            Ok(properties) => Some(properties),
            Err(errors) => {
                self.files.errors.extend(errors);
                None
            }
        }
    }

    /// The type of a synchronized property, and the place in a script that declares it.
    fn property(
        &mut self,
        nodes: &Nodes,
        root: Option<&str>,
        property: &Property,
    ) -> (ScriptType, Option<Place>) {
        let unknown = |reason: &str| (ScriptType::Unknown(reason.to_owned()), None);
        let mut parts = property.path.split(':');
        let target = parts.next().unwrap_or_default();
        let node = root.and_then(|root| follow(root, target));
        let node = node.and_then(|path| nodes.iter().find(|node| node.path == path));
        let Some(node) = node else {
            let message = format!("the scene has no node for `{}`", property.path);
            self.files.warn(&property.place, message);
            return unknown("the scene does not have its node");
        };
        let Some(name) = parts.next() else {
            return unknown("its path names no property");
        };
        let (mut ty, declared) = self.member(node, name, &property.place);
        for component in parts {
            ty = component_of(&ty, component);
        }
        (ty, declared)
    }

    fn member(
        &mut self,
        node: &SceneNode,
        name: &str,
        place: &Place,
    ) -> (ScriptType, Option<Place>) {
        if let Some(script) = &node.script {
            for class in &self.files.chain(script).classes {
                let mut variables = class.class().variables.iter();
                if let Some(found) = variables.find(|one| one.name == name && !one.is_static) {
                    let value = found.value.as_ref();
                    let declared = self.files.place_in(class, found.start);
                    let ty = types::declared(self.files, class, &found.ty, value, place);
                    return (ty, Some(declared));
                }
            }
        }
        let native = node.native(self.files);
        if let Some(found) = classes::property(&native, name).and_then(types::plain) {
            return (ScriptType::Plain(found), None);
        }
        let message = format!("`{}` has no property `{name}` that travels", node.name);
        self.files.warn(place, message);
        (ScriptType::Unknown(format!("neither a script nor `{native}` declares it")), None)
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

/// The type of `x` in `position:x`.
fn component_of(ty: &ScriptType, name: &str) -> ScriptType {
    let ScriptType::Plain(whole) = ty else { return ty.clone() };
    let part = match (*whole, name) {
        ("Vector2" | "Vector3" | "Vector4" | "Quaternion", "x" | "y")
        | ("Vector3" | "Vector4" | "Quaternion", "z")
        | ("Vector4" | "Quaternion", "w")
        | ("Color", "r" | "g" | "b" | "a")
        | ("Plane", "d") => "float",
        ("Vector2i" | "Vector3i" | "Vector4i", "x" | "y")
        | ("Vector3i" | "Vector4i", "z")
        | ("Vector4i", "w") => "int",
        ("Rect2", "position" | "size" | "end") | ("Transform2D", "origin" | "x" | "y") => "Vector2",
        ("Rect2i", "position" | "size" | "end") => "Vector2i",
        ("Transform3D", "origin") | ("AABB", "position" | "size" | "end") => "Vector3",
        ("Basis", "x" | "y" | "z") | ("Plane", "normal") => "Vector3",
        ("Transform3D", "basis") => "Basis",
        _ => return ScriptType::Unknown(format!("`{name}` of a `{whole}` is not known here")),
    };
    ScriptType::Plain(part)
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
