//! The nodes of a scene as they are in the game: with those of the scenes that it instances or inherits.

mod resources;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

pub(super) use self::resources::{External, externals, located, resource_mentions};
use self::resources::{is_scene, mentions, node_script, title};
use super::classes;
use super::config::{Section, find};
use super::expression::Expression;
use super::files::{ClassAt, Files, extension};
use godot_var_codegen::protocol::Place;

/// How many nodes a scene may have, and all scenes together.
const NODES: usize = 1 << 16;
const ALL_NODES: usize = 1 << 19;
/// How deep scenes may be instanced.
const DEPTH: usize = 64;

/// Whether a node has a name that is unique in its scene.
const UNIQUE: &str = "unique_name_in_owner";

/// The properties of nodes that matter.
const KEYS: [&str; 10] = [
    "script",
    "_spawnable_scenes",
    "spawn_path",
    "spawn_limit",
    "replication_config",
    "root_path",
    "replication_interval",
    "delta_interval",
    "public_visibility",
    UNIQUE,
];

#[derive(Clone, Debug)]
pub(super) struct SceneNode {
    /// Its path from the root, which is `.`.
    pub(super) path: String,
    pub(super) name: String,
    pub(super) place: Place,
    /// The engine's class, if the scene names it.
    class: Option<String>,
    pub(super) script: Option<ClassAt>,
    /// The values of the scene, each with the file that gives it.
    values: BTreeMap<&'static str, (Expression, String)>,
    /// The path of the instance that it is a part of. `None` for nodes that the scene adds or inherits, such as an instance itself.
    pub(super) within: Option<String>,
    /// The scene that it is an instance of.
    pub(super) instance: Option<String>,
    /// Whether it is an instance of a scene that is not read, such as a model, or a node of one.
    is_foreign: bool,
    /// The scene that decides what it is, and its path there.
    pub(super) origin: (String, String),
}

impl SceneNode {
    fn new(path: &str, name: &str, place: &Place, file: &str, class: Option<&str>) -> Self {
        Self {
            path: path.to_owned(),
            name: name.to_owned(),
            place: place.clone(),
            class: class.map(str::to_owned),
            script: None,
            values: BTreeMap::new(),
            within: None,
            instance: None,
            is_foreign: false,
            origin: (file.to_owned(), path.to_owned()),
        }
    }

    pub(super) fn value(&self, key: &str) -> Option<&Expression> {
        self.values.get(key).map(|(value, _)| value)
    }

    pub(super) fn file_of(&self, key: &str) -> &str {
        self.values.get(key).map_or("", |(_, file)| file)
    }

    /// The engine's class.
    pub(super) fn native(&self, files: &mut Files<'_>) -> String {
        match (&self.class, &self.script) {
            (Some(class), _) => class.clone(),
            (None, Some(script)) => files.chain(script).native.clone(),
            (None, None) => "Node".to_owned(),
        }
    }

    pub(super) fn is_a(&self, files: &mut Files<'_>, base: &str) -> bool {
        classes::is_a(&self.native(files), base)
    }

    /// Whether the engine gives a script to the node. If it does not, this is reported.
    fn can_have(&self, files: &mut Files<'_>, script: &ClassAt, place: &Place) -> bool {
        let Some(class) = &self.class else { return true };
        let native = files.chain(script).native.clone();
        let is_known = classes::is_node(class) && classes::is_native(&native);
        if !is_known || classes::is_a(class, &native) {
            return true;
        }
        let message = format!(
            "the script `{}` extends `{native}`, and `{}` is a `{class}`: the engine gives it no script",
            script.title(),
            self.name
        );
        files.warn(place, message);
        false
    }

    /// Whether another scene has not changed what a server must know of the node.
    fn is_like(&self, other: &Self) -> bool {
        let is_relevant = |(key, _): &(&&'static str, &(Expression, String))| **key != UNIQUE;
        self.class == other.class
            && self.script.as_ref().map(ClassAt::key) == other.script.as_ref().map(ClassAt::key)
            && self.values.iter().filter(is_relevant).eq(other.values.iter().filter(is_relevant))
    }
}

/// Where a path leads that begins at a node of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// To a place in the scene.
    Inside(String),
    /// Out of the scene: the number of steps above its root, and the path from there.
    Above(usize, String),
    /// To a place below `/root`.
    Root(String),
    /// Only the engine knows.
    Unknown,
}

/// The nodes of a scene, parents before their children, in the order in which they enter the tree.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<SceneNode>,
    by_path: BTreeMap<String, usize>,
    /// The paths of nodes with unique names, by the path of the scene's root and the name.
    unique: BTreeMap<(String, String), String>,
}

pub(super) type Nodes = Rc<Tree>;

impl Tree {
    pub(super) fn at(&self, path: &str) -> Option<&SceneNode> {
        self.by_path.get(path).and_then(|index| self.nodes.get(*index))
    }

    /// Whether the nodes of another scene are those below `path`, so that its own code can add them.
    pub(super) fn has_instance(&self, path: &str, scene: &Self) -> bool {
        scene
            .nodes
            .iter()
            .all(|inner| self.at(&below(path, &inner.path)).is_some_and(|own| own.is_like(inner)))
    }

    /// Whether a place is in a scene that is not read.
    pub(super) fn is_foreign(&self, path: &str) -> bool {
        let mut path = path;
        loop {
            match (self.at(path), path.rsplit_once('/')) {
                (Some(node), _) => return node.is_foreign,
                (None, Some((parent, _))) => path = parent,
                (None, None) => return self.nodes.first().is_some_and(|root| root.is_foreign),
            }
        }
    }

    /// Follows a path from a node.
    pub(super) fn follow(&self, from: &str, path: &str) -> Target {
        if path.is_empty() {
            return Target::Unknown;
        }
        if let Some(absolute) = path.strip_prefix('/') {
            let inner = absolute.strip_prefix("root/").filter(|inner| !inner.contains(['%', ':']));
            let is_plain = |inner: &&str| inner.split('/').all(|step| !matches!(step, "." | ".."));
            return inner
                .filter(is_plain)
                .map_or(Target::Unknown, |inner| Target::Root(inner.to_owned()));
        }
        let mut steps: Vec<String> =
            from.split('/').filter(|step| *step != ".").map(str::to_owned).collect();
        let mut above = 0;
        for step in path.split('/') {
            match step {
                "" | "." => {}
                ".." if steps.pop().is_none() => above += 1,
                ".." => {}
                step => match step.strip_prefix('%') {
                    None => steps.push(step.to_owned()),
                    Some(name) => {
                        let here = self.unique_path(&joined(&steps), name).filter(|_| above == 0);
                        let Some(found) = here else { return Target::Unknown };
                        steps = found.split('/').map(str::to_owned).collect();
                    }
                },
            }
        }
        let path = joined(&steps);
        if above == 0 { Target::Inside(path) } else { Target::Above(above, path) }
    }

    /// Returns the path of a node by its unique name: in the scene whose root `from` is, else in the scene of `from`.
    fn unique_path(&self, from: &str, name: &str) -> Option<&str> {
        let owner = self.at(from).and_then(|node| node.within.as_deref()).unwrap_or(".");
        let mut owners = [from, owner].into_iter();
        owners.find_map(|owner| {
            self.unique.get(&(owner.to_owned(), name.to_owned())).map(String::as_str)
        })
    }
}

fn joined(steps: &[String]) -> String {
    if steps.is_empty() { ".".to_owned() } else { steps.join("/") }
}

/// Returns the path of a child, or of a node below it.
pub(super) fn below(parent: &str, name: &str) -> String {
    match (parent, name) {
        (".", name) => name.to_owned(),
        (parent, ".") => parent.to_owned(),
        (parent, name) => format!("{parent}/{name}"),
    }
}

#[derive(Default)]
pub(super) struct Scenes {
    known: BTreeMap<String, Option<Nodes>>,
    /// The scenes that are being read.
    open: Vec<String>,
    /// The scenes that properties of nodes and resources name, with the places.
    pub(super) mentions: Vec<(String, Place)>,
    /// The number of nodes of all scenes.
    count: usize,
}

impl Scenes {
    /// Whether a scene was read.
    pub(super) fn has_read(&self, path: &str) -> bool {
        self.known.contains_key(path)
    }

    /// Returns the nodes of a scene. Mistakes are reported; `from` is who asks for it.
    pub(super) fn nodes(
        &mut self,
        files: &mut Files<'_>,
        path: &str,
        from: Option<&Place>,
    ) -> Option<Nodes> {
        if let Some(known) = self.known.get(path) {
            return known.clone();
        }
        let place = Place { file: files.shown(path), line: 1, column: 1 };
        if self.open.iter().any(|open| open == path) {
            files.error(from.unwrap_or(&place), format!("`res://{path}` contains itself"));
            return None;
        }
        if self.open.len() >= DEPTH {
            files.error(from.unwrap_or(&place), "scenes are instanced too deep");
            return None;
        }
        if self.count > ALL_NODES {
            let message = format!("the scenes have more than {ALL_NODES} nodes together");
            files.error(from.unwrap_or(&place), message);
            return None;
        }
        self.open.push(path.to_owned());
        let nodes = self.read(files, path, from).map(Rc::new);
        self.count += nodes.as_ref().map_or(0, |nodes| nodes.nodes.len());
        self.open.pop();
        self.known.insert(path.to_owned(), nodes.clone());
        nodes
    }

    fn read(&mut self, files: &mut Files<'_>, file: &str, from: Option<&Place>) -> Option<Tree> {
        let sections = files.config(file, from)?;
        let text = files.text(file).ok()?;
        let external = externals(&sections);
        let mut reading = Reading::default();
        self.mentions.extend(mentions(files, file, &sections));
        for section in sections.iter().filter(|section| section.name == "node") {
            let place = files.place(file, &text, section.start);
            let Some(name) = section.attribute("name") else {
                files.error(&place, "this node has no name");
                return None;
            };
            let parent = section.attribute("parent");
            if parent.is_some() && reading.nodes.is_empty() {
                files
                    .error(&place, format!("`{name}` has a parent, and the scene has no root yet"));
                return None;
            }
            if parent.is_none() && !reading.nodes.is_empty() {
                files.error(&place, format!("`{name}` is a second root; give it a `parent`"));
                return None;
            }
            let path = parent.map_or_else(|| ".".to_owned(), |parent| below(parent, name));
            let new = New { file, path: &path, name, place: &place };
            if !self.add(files, &mut reading, section, &external, &new)? {
                continue;
            }
            if reading.nodes.len() > NODES {
                files.error(&place, format!("the scene has more than {NODES} nodes"));
                return None;
            }
            let is_override = find(&section.attributes, "instance").is_some()
                || section.attribute("type").is_none();
            let Some(node) = reading.at(&path) else { continue };
            for entry in &section.entries {
                let key = KEYS.into_iter().find(|key| *key == entry.key);
                let (Some(key), Some(value)) = (key, &entry.value) else { continue };
                if key == "script" {
                    let place = files.place(file, &text, entry.start);
                    let script = node_script(files, value, file, &sections, &external, &place);
                    node.script = script.filter(|script| node.can_have(files, script, &place));
                }
                node.values.insert(key, (value.clone(), file.to_owned()));
                if is_override {
                    node.origin = (file.to_owned(), path.clone());
                }
            }
        }
        if reading.nodes.is_empty() {
            let place = Place { file: files.shown(file), line: 1, column: 1 };
            files.error(&place, "this scene has no nodes");
            return None;
        }
        Some(reading.finish())
    }

    /// Adds the node of a section with those of the scene that it is an instance of. Returns whether the scene has the node.
    fn add(
        &mut self,
        files: &mut Files<'_>,
        reading: &mut Reading,
        section: &Section,
        external: &BTreeMap<String, External>,
        new: &New<'_>,
    ) -> Option<bool> {
        let New { file, path, name, place } = *new;
        let ty = section.attribute("type");
        let instance = find(&section.attributes, "instance");
        let parent = path.rsplit_once('/').map_or(".", |(parent, _)| parent);
        if path != "." && reading.at(parent).is_none() && !reading.is_foreign(parent) {
            if reading.missing.iter().all(|missing| !is_at_or_below(parent, missing)) {
                let message = format!(
                    "`{name}` is left out, because the scene has no node `{parent}` for it: save the scene with Godot"
                );
                files.warn(place, message);
                reading.missing.insert(parent.to_owned());
            }
            return Some(false);
        }
        let is_new = ty.is_some() || instance.is_some();
        if reading.at(path).is_some() {
            if !is_new {
                return Some(true);
            }
            let message = format!(
                "`{path}` is left out, because another node has this path; give one of them another name"
            );
            files.warn(place, message);
            return Some(false);
        }
        let index = section.attribute("index").and_then(|index| index.parse().ok());
        if let Some(id) = instance {
            let found = id.text().and_then(|id| external.get(id));
            let Some(found) = found else {
                files.error(place, format!("`{name}` is an instance of an unknown resource"));
                return None;
            };
            let inner = located(files, found, file);
            if let Some(inner) = inner.as_ref().filter(|inner| extension(inner) == "tscn") {
                let nodes = self.nodes(files, inner, Some(place))?;
                reading.instance(new, inner, &nodes, index);
                return Some(true);
            }
            if inner.is_none() {
                files.error(place, format!("`{}` is not in the project", title(found)));
                return None;
            }
            if inner.is_some_and(|inner| matches!(extension(&inner), "scn" | "res")) {
                let message = format!(
                    "`{}` is a binary scene, which is left out; save it as `.tscn`",
                    title(found)
                );
                files.warn(place, message);
            }
            // The root of an imported model.
            let mut node = SceneNode::new(path, name, place, file, Some("Node3D"));
            node.is_foreign = true;
            reading.add(node, index);
            return Some(true);
        }
        let mut class = ty;
        if let Some(scene) = section.attribute("instance_placeholder") {
            class = Some("InstancePlaceholder");
            if is_scene(scene) {
                self.mentions.push((scene.to_owned(), place.clone()));
            }
        } else if ty.is_none() && path != "." && !reading.is_foreign(path) {
            let message = format!(
                "`{path}` is left out, because the scene that it changes no longer has it: save the scene with Godot"
            );
            files.warn(place, message);
            reading.missing.insert(path.to_owned());
            return Some(false);
        }
        let mut node = SceneNode::new(path, name, place, file, class);
        node.is_foreign = class.is_none() && reading.is_foreign(path);
        reading.add(node, index);
        Some(true)
    }
}

fn is_at_or_below(path: &str, above: &str) -> bool {
    path.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A node of a section.
#[derive(Clone, Copy)]
struct New<'a> {
    file: &'a str,
    path: &'a str,
    name: &'a str,
    place: &'a Place,
}

/// The nodes so far, in the order of the files.
#[derive(Default)]
struct Reading {
    nodes: Vec<SceneNode>,
    by_path: BTreeMap<String, usize>,
    /// The children of each node, by its path.
    children: BTreeMap<String, Vec<usize>>,
    /// The paths of nodes that are left out.
    missing: BTreeSet<String>,
}

impl Reading {
    fn at(&mut self, path: &str) -> Option<&mut SceneNode> {
        self.by_path.get(path).and_then(|index| self.nodes.get_mut(*index))
    }

    /// Whether the nearest node above a path, or at it, is of a scene that is not read.
    fn is_foreign(&mut self, path: &str) -> bool {
        let mut path = path;
        loop {
            if let Some(node) = self.at(path) {
                return node.is_foreign;
            }
            path = match path.rsplit_once('/') {
                Some((parent, _)) => parent,
                None if path == "." => return false,
                None => ".",
            };
        }
    }

    /// Adds a node as the last child of its parent, or at an index.
    fn add(&mut self, node: SceneNode, index: Option<usize>) {
        let own = self.nodes.len();
        self.by_path.insert(node.path.clone(), own);
        if node.path != "." {
            let parent = node.path.rsplit_once('/').map_or(".", |(parent, _)| parent);
            let siblings = self.children.entry(parent.to_owned()).or_default();
            let index = index.unwrap_or(siblings.len()).min(siblings.len());
            siblings.insert(index, own);
        }
        self.nodes.push(node);
    }

    fn instance(&mut self, new: &New<'_>, scene: &str, inner: &Tree, index: Option<usize>) {
        let is_inherited = new.path == ".";
        for node in &inner.nodes {
            let mut node = node.clone();
            let is_root = node.path == ".";
            if is_root {
                new.name.clone_into(&mut node.name);
                node.instance = Some(scene.to_owned());
            } else if !is_inherited {
                let within = node.within.as_deref().unwrap_or(".");
                node.within = Some(below(new.path, within));
            }
            node.path = below(new.path, &node.path);
            self.add(node, index.filter(|_| is_root));
        }
    }

    /// Puts each node before its children, which stay in their order.
    fn finish(mut self) -> Tree {
        let mut order = Vec::new();
        let mut left: Vec<usize> = vec![0];
        while let Some(index) = left.pop() {
            order.push(index);
            let inner = self.children.remove(&self.nodes[index].path).unwrap_or_default();
            left.extend(inner.into_iter().rev());
        }
        // Nodes in scenes that are not read may have parents that are not there.
        let rest: Vec<usize> = self.children.into_values().flatten().collect();
        order.extend(rest);
        let mut nodes: Vec<Option<SceneNode>> = self.nodes.into_iter().map(Some).collect();
        let mut tree = Tree::default();
        for node in order.into_iter().filter_map(|index| nodes[index].take()) {
            tree.by_path.insert(node.path.clone(), tree.nodes.len());
            if node.value(UNIQUE) == Some(&Expression::Bool(true)) {
                let owner = node.within.clone().unwrap_or_else(|| ".".to_owned());
                tree.unique.insert((owner, node.name.clone()), node.path.clone());
            }
            tree.nodes.push(node);
        }
        tree
    }
}
