//! The nodes of a scene as they are in the game: with those of the scenes that it instances or inherits.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::classes;
use super::config::{Section, find};
use super::expression::Expression;
use super::files::{ClassAt, Files, extension};
use crate::protocol::Place;

/// How many nodes a scene may have.
const NODES: usize = 1 << 16;
/// How deep scenes may be instanced.
const DEPTH: usize = 64;

/// The properties of nodes that matter.
const KEYS: [&str; 9] = [
    "script",
    "_spawnable_scenes",
    "spawn_path",
    "spawn_limit",
    "replication_config",
    "root_path",
    "replication_interval",
    "delta_interval",
    "public_visibility",
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
    /// The scene that has the node.
    pub(super) home: String,
    /// The scene that decides what it is, and its path there.
    pub(super) origin: (String, String),
    /// The scenes that it is an instance of, the outermost first.
    pub(super) instances: Vec<String>,
}

impl SceneNode {
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
}

/// The nodes of a scene, parents before their children, in the order in which they enter the tree.
pub(super) type Nodes = Rc<Vec<SceneNode>>;

#[derive(Default)]
pub(super) struct Scenes {
    known: BTreeMap<String, Option<Nodes>>,
    /// The scenes that are being read.
    open: Vec<String>,
}

impl Scenes {
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
        self.open.push(path.to_owned());
        let nodes = self.read(files, path, from).map(Rc::new);
        self.open.pop();
        self.known.insert(path.to_owned(), nodes.clone());
        nodes
    }

    fn read(
        &mut self,
        files: &mut Files<'_>,
        file: &str,
        from: Option<&Place>,
    ) -> Option<Vec<SceneNode>> {
        let sections = files.config(file, from)?;
        let text = files.text(file).ok()?;
        let external = externals(&sections);
        let mut reading = Reading::default();
        for section in sections.iter().filter(|section| section.name == "node") {
            let place = files.place(file, &text, section.start);
            let Some(name) = section.attribute("name") else {
                files.error(&place, "this node has no name");
                return None;
            };
            let path = match section.attribute("parent") {
                None => ".".to_owned(),
                Some(parent) => below(parent, name),
            };
            if path != "." && reading.nodes.is_empty() {
                files
                    .error(&place, format!("`{name}` has a parent, and the scene has no root yet"));
                return None;
            }
            if path == "." && !reading.nodes.is_empty() {
                files.error(&place, format!("`{name}` is a second root; give it a `parent`"));
                return None;
            }
            let instance = find(&section.attributes, "instance");
            if let Some(id) = instance {
                let found = id.text().and_then(|id| external.get(id));
                let Some(found) = found else {
                    files.error(&place, format!("`{name}` is an instance of an unknown resource"));
                    return None;
                };
                let Some(inner) = located(files, found, file, "tscn") else {
                    // Imported models have no synchronizers.
                    if is_text_scene(found) {
                        let message = format!("`{}` is not in the project", title(found));
                        files.error(&place, message);
                        return None;
                    }
                    reading.add(SceneNode::new(&path, name, &place, file, Some("Node3D")));
                    continue;
                };
                let nodes = self.nodes(files, &inner, Some(&place))?;
                reading.instance(&path, name, &inner, &nodes);
            } else if reading.at(&path).is_none() {
                reading.add(SceneNode::new(&path, name, &place, file, section.attribute("type")));
            }
            if reading.nodes.len() > NODES {
                files.error(&place, format!("the scene has more than {NODES} nodes"));
                return None;
            }
            let is_override = instance.is_some() || section.attribute("type").is_none();
            let Some(node) = reading.at(&path) else { continue };
            for entry in &section.entries {
                let key = KEYS.into_iter().find(|key| *key == entry.key);
                let (Some(key), Some(value)) = (key, &entry.value) else { continue };
                if key == "script" {
                    node.script = match value.text().and_then(|id| external.get(id)) {
                        Some(found) => {
                            script(files, found, file, &files.place(file, &text, entry.start))
                        }
                        None => None,
                    };
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
        Some(reading.in_order())
    }
}

/// Returns the path of a child.
pub(super) fn below(parent: &str, name: &str) -> String {
    if parent == "." { name.to_owned() } else { format!("{parent}/{name}") }
}

/// Follows a path from a node. `None` if it leads out of the scene.
pub(super) fn follow(from: &str, path: &str) -> Option<String> {
    if path.starts_with('/') || path.contains('%') {
        return None;
    }
    let mut steps: Vec<&str> = from.split('/').filter(|step| *step != ".").collect();
    for step in path.split('/') {
        match step {
            "" | "." => {}
            ".." => drop(steps.pop()?),
            step => steps.push(step),
        }
    }
    Some(if steps.is_empty() { ".".to_owned() } else { steps.join("/") })
}

/// A resource of another file: its path and its uid.
pub(super) struct External {
    path: String,
    uid: String,
}

pub(super) fn externals(sections: &[Section]) -> BTreeMap<String, External> {
    let all = sections.iter().filter(|section| section.name == "ext_resource");
    let pair = |section: &Section| {
        let text = |key| section.attribute(key).unwrap_or_default().to_owned();
        // Godot 3 writes a number.
        Some((
            section.attribute("id")?.to_owned(),
            External { path: text("path"), uid: text("uid") },
        ))
    };
    all.filter_map(pair).collect()
}

fn title(external: &External) -> &str {
    if external.path.is_empty() { &external.uid } else { &external.path }
}

fn is_text_scene(external: &External) -> bool {
    external.path.is_empty() || extension(&external.path) == "tscn"
}

/// Returns the file of a resource if the project has it.
pub(super) fn located(
    files: &mut Files<'_>,
    external: &External,
    from: &str,
    wanted: &str,
) -> Option<String> {
    for reference in [&external.path, &external.uid] {
        if !reference.is_empty()
            && let Some(path) = files.resolve(reference, from)
            && files.has(&path)
        {
            return (extension(&path) == wanted).then_some(path);
        }
    }
    None
}

fn script(
    files: &mut Files<'_>,
    external: &External,
    from: &str,
    place: &Place,
) -> Option<ClassAt> {
    if let Some(path) = located(files, external, from, "gd") {
        return files.script(&path, place);
    }
    let is_gdscript = external.path.is_empty() || extension(&external.path) == "gd";
    let message = format!("`{}` is not in the project", title(external));
    if is_gdscript {
        files.error(place, message);
    } else {
        files.warn(place, format!("`{}` is no GDScript; its RPCs are left out", title(external)));
    }
    None
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
            home: file.to_owned(),
            origin: (file.to_owned(), path.to_owned()),
            instances: Vec::new(),
        }
    }
}

/// The nodes so far, in the order of the files.
#[derive(Default)]
struct Reading {
    nodes: Vec<SceneNode>,
    by_path: BTreeMap<String, usize>,
}

impl Reading {
    fn at(&mut self, path: &str) -> Option<&mut SceneNode> {
        self.by_path.get(path).and_then(|index| self.nodes.get_mut(*index))
    }

    fn add(&mut self, node: SceneNode) {
        self.by_path.entry(node.path.clone()).or_insert(self.nodes.len());
        self.nodes.push(node);
    }

    fn instance(&mut self, path: &str, name: &str, scene: &str, nodes: &[SceneNode]) {
        for node in nodes {
            let mut node = node.clone();
            if node.path == "." {
                path.clone_into(&mut node.path);
                name.clone_into(&mut node.name);
                node.instances.insert(0, scene.to_owned());
            } else {
                node.path = below(path, &node.path);
            }
            self.add(node);
        }
    }

    /// Puts each node before its children, which stay in their order.
    fn in_order(self) -> Vec<SceneNode> {
        let mut children: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, node) in self.nodes.iter().enumerate().skip(1) {
            let parent = node.path.rsplit_once('/').map_or(".", |(parent, _)| parent);
            children.entry(parent.to_owned()).or_default().push(index);
        }
        let mut order = Vec::new();
        let mut left: Vec<usize> = vec![0];
        while let Some(index) = left.pop() {
            order.push(index);
            let inner = children.remove(&self.nodes[index].path).unwrap_or_default();
            left.extend(inner.into_iter().rev());
        }
        let mut nodes: Vec<Option<SceneNode>> = self.nodes.into_iter().map(Some).collect();
        order.into_iter().filter_map(|index| nodes[index].take()).collect()
    }
}
