//! Random Godot projects: instances below instances, inherited scenes, editable children, references by path and uid, in any combination.
#![allow(dead_code, reason = "each program of tests uses a part of this")]

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The files of a project, by their paths.
pub(crate) type Files = BTreeMap<String, String>;

/// A project, all of whose files are in the folder `p7` for the seed 7.
pub(crate) struct Project {
    pub(crate) folder: String,
    pub(crate) files: Files,
    /// The scenes from the innermost to the main scene.
    pub(crate) scenes: Vec<String>,
}

impl Project {
    /// The files with settings that name the main scene.
    pub(crate) fn with_settings(&self) -> Files {
        let main = self.scenes.last().expect("scenes");
        let settings = format!(
            "config_version=5\n\n[application]\n\nconfig/name=\"{}\"\nrun/main_scene=\"res://{main}\"\n",
            self.folder
        );
        let mut files = self.files.clone();
        files.insert("project.godot".to_owned(), settings);
        files
    }
}

/// Reads the files of a project from one text, where `--- main.gd` is before each of them.
pub(crate) fn files(text: &str) -> Files {
    let parts = text.split("--- ").skip(1).filter_map(|part| part.split_once('\n'));
    parts.map(|(path, text)| (path.to_owned(), text.to_owned())).collect()
}

struct Random(u64);

impl Random {
    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % end
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    fn of<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.below(list.len())]
    }
}

/// A node of a scene, as far as later scenes need it.
#[derive(Clone)]
struct Known {
    path: String,
    kind: Kind,
    /// The root of the scene that has it. A unique name is one in this scene.
    owner: String,
    unique: Option<String>,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Node,
    Spawner,
    Synchronizer,
}

#[derive(Default)]
struct Scene {
    file: String,
    uid: String,
    nodes: Vec<Known>,
}

const SCRIPTS: usize = 5;

/// Returns the project of a seed.
pub(crate) fn project(seed: u64) -> Project {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    for _ in 0..8 {
        random.below(2);
    }
    let folder = format!("p{seed}");
    let mut files = Files::new();
    for number in 0..SCRIPTS {
        let path = format!("{folder}/s{number}.gd");
        files.insert(format!("{path}.uid"), format!("uid://p{seed}script{number}\n"));
        files.insert(path, script(&mut random, seed, number));
    }
    files.insert(
        format!("{folder}/shared.tres"),
        format!(
            "[gd_resource type=\"SceneReplicationConfig\" format=3 uid=\"uid://p{seed}shared\"]\n\n[resource]\n{}",
            config(&mut random, &[])
        ),
    );
    let mut scenes: Vec<Scene> = Vec::new();
    for number in 0..3 + random.below(5) {
        let text = scene(&mut random, seed, number, &mut scenes);
        files.insert(scenes[number].file.clone(), text);
    }
    let scenes = scenes.into_iter().map(|scene| scene.file).collect();
    Project { folder, files, scenes }
}

fn script(random: &mut Random, seed: u64, number: usize) -> String {
    let base = if number > 0 && random.one_in(2) {
        let base = random.below(number);
        match random.below(3) {
            0 => format!("\"s{base}.gd\""),
            1 => format!("\"res://p{seed}/s{base}.gd\""),
            _ => format!("P{seed}S{base}"),
        }
    } else {
        "Node".to_owned()
    };
    let mut text = format!("class_name P{seed}S{number}\nextends {base}\n\n");
    if base == "Node" {
        let ty = random.of(&["int", "float", "String", "Vector2", "bool"]);
        writeln!(text, "@export var hp: {ty}").expect("text");
    }
    // A name of its own, because the engine refuses a second one in a class that extends it.
    let forms = [
        format!("enum E{number} {{ A, B = 2 }}\n"),
        format!("enum E{number}\n{{\n\tA, # One\n\tB = 2\n}}\n"),
        format!("const E{number} = {{ A = 0, B = 2 }}\n"),
        format!("const E{number}: Dictionary = {{ \"A\": 0, \"B\": 2 }}\n"),
    ];
    text.push_str(random.of(&forms).as_str());
    for own in 0..random.below(4) {
        // The same name as in a base: an override, with or without an annotation of its own.
        let name = if random.one_in(3) { "act".to_owned() } else { format!("f{number}{own}") };
        if text.contains(&format!("func {name}(")) {
            continue;
        }
        let caller = random.of(&["\"any_peer\"", "\"authority\""]);
        let mode = random.of(&["\"reliable\"", "\"unreliable\"", "\"unreliable_ordered\""]);
        let local = random.of(&["\"call_local\"", "\"call_remote\""]);
        let annotation = match random.below(5) {
            0 => "@rpc\n".to_owned(),
            1 => format!("@rpc({caller}) "),
            2 => format!("@rpc({caller}, {mode}, {local}, E{number}.B)\n"),
            3 => format!("@rpc(\n\t{local},\n\t{mode},\n)\n"),
            _ => String::new(),
        };
        let parameters = match random.below(4) {
            _ if name == "act" => "_a: int",
            0 => "",
            1 => "_a: int, _b := 1",
            2 => "_a: String, _b: Array[int], _c: Vector2 = Vector2.ZERO",
            _ => "_a: int, ...rest: Array",
        };
        writeln!(text, "{annotation}func {name}({parameters}) -> void:\n\tpass\n").expect("text");
    }
    text
}

fn config(random: &mut Random, children: &[String]) -> String {
    let mut paths = vec![".:hp".to_owned(), ":hp".to_owned(), ":process_priority".to_owned()];
    paths.extend(children.iter().map(|child| format!("{child}:process_mode")));
    let mut text = String::new();
    let mut own = vec![random.of(&paths).clone()];
    let second = random.of(&paths).clone();
    if second.trim_start_matches('.') != own[0].trim_start_matches('.') {
        own.push(second);
    }
    if random.one_in(6) {
        own.clear();
    }
    for (index, path) in own.iter().enumerate() {
        let (spawn, mode) = (random.one_in(2), random.below(3));
        writeln!(
            text,
            "properties/{index}/path = NodePath(\"{path}\")\nproperties/{index}/spawn = {spawn}\n\
             properties/{index}/replication_mode = {mode}"
        )
        .expect("text");
    }
    text
}

/// The parts of a scene's text.
struct Text {
    external: String,
    sub: String,
    nodes: String,
    ids: usize,
}

impl Text {
    /// Returns the expression for a resource of another file.
    fn external(&mut self, random: &mut Random, ty: &str, path: &str, uid: &str) -> String {
        self.ids += 1;
        let id = format!("{}_x", self.ids);
        let reference = match random.below(4) {
            0 => format!("path=\"res://{path}\""),
            // As after a file was moved outside of the editor.
            1 => format!("uid=\"{uid}\" path=\"res://moved/{path}\""),
            _ => format!("uid=\"{uid}\" path=\"res://{path}\""),
        };
        writeln!(self.external, "[ext_resource type=\"{ty}\" {reference} id=\"{id}\"]")
            .expect("text");
        format!("ExtResource(\"{id}\")")
    }
}

fn scene(random: &mut Random, seed: u64, number: usize, scenes: &mut Vec<Scene>) -> String {
    let (file, uid) =
        (format!("p{seed}/scene{number}.tscn"), format!("uid://p{seed}scene{number}"));
    let mut text =
        Text { external: String::new(), sub: String::new(), nodes: String::new(), ids: 0 };
    let mut nodes: Vec<Known> = Vec::new();
    let is_inherited = number > 0 && random.one_in(3);
    let name = format!("Scene{number}");
    if is_inherited {
        let base = random.of(scenes);
        let (path, uid) = (base.file.clone(), base.uid.clone());
        nodes.clone_from(&base.nodes);
        let instance = text.external(random, "PackedScene", &path, &uid);
        writeln!(text.nodes, "[node name=\"{name}\" instance={instance}]").expect("text");
    } else {
        writeln!(text.nodes, "[node name=\"{name}\" type=\"Node\"]").expect("text");
        let owner = String::new();
        nodes.push(Known { path: ".".to_owned(), kind: Kind::Node, owner, unique: None });
    }
    if random.one_in(2) {
        script_of(random, seed, &mut text, false);
    }
    let mut editable = String::new();
    let mut used: Vec<String> = Vec::new();
    for own in 0..2 + random.below(6) {
        let parent = random.of(&nodes).clone();
        // Nodes with these names are fields, too.
        let names = ["Path", "Session", "Below", "Sync", "Node"];
        let mut name = format!("N{number}_{own}");
        let plain = *random.of(&names);
        if random.one_in(3) && nodes.iter().all(|node| node.path != joined(&parent.path, plain)) {
            plain.clone_into(&mut name);
        }
        let path = joined(&parent.path, &name);
        let index = if parent.owner.is_empty() && !is_inherited || !random.one_in(2) {
            String::new()
        } else {
            format!(" index=\"{}\"", random.below(3))
        };
        let head = format!("[node name=\"{name}\" parent=\"{}\"{index}", parent.path);
        let mut known =
            Known { path: path.clone(), kind: Kind::Node, owner: ".".to_owned(), unique: None };
        let typed = |ty: &str| head.replacen(" parent", &format!(" type=\"{ty}\" parent"), 1);
        match random.below(6) {
            0 | 1 if number > 0 => {
                let inner = random.of(scenes);
                let instance =
                    text.external(random, "PackedScene", &inner.file.clone(), &inner.uid.clone());
                writeln!(text.nodes, "\n{head} instance={instance}]").expect("text");
                if random.one_in(5) {
                    script_of(random, seed, &mut text, true);
                }
                known.kind = inner.nodes[0].kind;
                let inner: Vec<Known> = inner.nodes[1..].to_vec();
                unique(random, &mut text, &mut known, number, own);
                nodes.push(known);
                for node in inner {
                    let owner = joined(&path, &node.owner);
                    nodes.push(Known { path: joined(&path, &node.path), owner, ..node });
                }
                continue;
            }
            2 => {
                writeln!(text.nodes, "\n{}]", typed("MultiplayerSynchronizer")).expect("text");
                synchronizer(random, seed, &mut text, &nodes, &parent);
                known.kind = Kind::Synchronizer;
            }
            3 => {
                writeln!(text.nodes, "\n{}]", typed("MultiplayerSpawner")).expect("text");
                spawner(random, &mut text, &nodes, scenes, &path);
                known.kind = Kind::Spawner;
            }
            4 if nodes.len() > 1 => {
                // A change of a node of an instance.
                let inner = random.of(&nodes[1..]).clone();
                let is_own = inner.owner == "." && !is_inherited;
                if is_own || used.contains(&inner.path) {
                    continue;
                }
                used.push(inner.path.clone());
                let (above, last) = inner.path.rsplit_once('/').unwrap_or((".", &inner.path));
                writeln!(text.nodes, "\n[node name=\"{last}\" parent=\"{above}\"]").expect("text");
                match inner.kind {
                    Kind::Node => script_of(random, seed, &mut text, true),
                    Kind::Synchronizer => {
                        writeln!(text.nodes, "replication_interval = 0.5").expect("text");
                    }
                    Kind::Spawner => writeln!(text.nodes, "spawn_limit = 3").expect("text"),
                }
                writeln!(editable, "\n[editable path=\"{above}\"]").expect("text");
                continue;
            }
            _ => {
                writeln!(text.nodes, "\n{}]", typed("Node")).expect("text");
                if random.one_in(2) {
                    script_of(random, seed, &mut text, false);
                }
            }
        }
        unique(random, &mut text, &mut known, number, own);
        nodes.push(known);
    }
    let all = format!(
        "[gd_scene format=3 uid=\"{uid}\"]\n\n{}\n{}\n{}{editable}",
        text.external, text.sub, text.nodes
    );
    scenes.push(Scene { file, uid, nodes });
    all
}

fn joined(above: &str, below: &str) -> String {
    match (above, below) {
        (".", below) => below.to_owned(),
        (above, ".") => above.to_owned(),
        _ => format!("{above}/{below}"),
    }
}

fn unique(random: &mut Random, text: &mut Text, known: &mut Known, number: usize, own: usize) {
    if random.one_in(3) && known.path.ends_with(&format!("N{number}_{own}")) {
        writeln!(text.nodes, "unique_name_in_owner = true").expect("text");
        known.unique = Some(format!("N{number}_{own}"));
    }
}

fn script_of(random: &mut Random, seed: u64, text: &mut Text, may_remove: bool) {
    let number = random.below(SCRIPTS);
    if may_remove && random.one_in(6) {
        writeln!(text.nodes, "script = null").expect("text");
    } else if random.one_in(8) {
        text.ids += 1;
        let id = format!("GDScript_{}", text.ids);
        let source =
            "extends Node\\nvar hp: int\\n@rpc(\\\"any_peer\\\") func built_in(_a: int): pass\\n";
        let source = source.replace("\\n", "\n");
        writeln!(
            text.sub,
            "[sub_resource type=\"GDScript\" id=\"{id}\"]\nscript/source = \"{source}\"\n"
        )
        .expect("text");
        writeln!(text.nodes, "script = SubResource(\"{id}\")").expect("text");
    } else {
        let path = format!("p{seed}/s{number}.gd");
        let script =
            text.external(random, "Script", &path, &format!("uid://p{seed}script{number}"));
        writeln!(text.nodes, "script = {script}").expect("text");
    }
}

fn synchronizer(random: &mut Random, seed: u64, text: &mut Text, nodes: &[Known], parent: &Known) {
    let mut root = parent.path.clone();
    match random.below(6) {
        0 if parent.path == "." => writeln!(text.nodes, "root_path = NodePath(\"../..\")"),
        1 => {
            let (above, _) = parent.path.rsplit_once('/').unwrap_or((".", ""));
            if parent.path != "." {
                above.clone_into(&mut root);
            }
            let path = if parent.path == "." { ".." } else { "../.." };
            writeln!(text.nodes, "root_path = NodePath(\"{path}\")")
        }
        2 => match named(random, nodes) {
            Some((name, path)) => {
                root = path;
                writeln!(text.nodes, "root_path = NodePath(\"%{name}\")")
            }
            None => Ok(()),
        },
        _ => Ok(()),
    }
    .expect("text");
    if random.one_in(5) {
        let path = format!("p{seed}/shared.tres");
        let config =
            text.external(random, "SceneReplicationConfig", &path, &format!("uid://p{seed}shared"));
        writeln!(text.nodes, "replication_config = {config}").expect("text");
    } else {
        let children: Vec<String> = nodes
            .iter()
            .filter_map(|node| match &*root {
                "." if node.path != "." => Some(node.path.clone()),
                root => Some(node.path.strip_prefix(root)?.strip_prefix('/')?.to_owned()),
            })
            .collect();
        text.ids += 1;
        let id = format!("Config_{}", text.ids);
        let config = config(random, &children);
        writeln!(text.sub, "[sub_resource type=\"SceneReplicationConfig\" id=\"{id}\"]\n{config}")
            .expect("text");
        writeln!(text.nodes, "replication_config = SubResource(\"{id}\")").expect("text");
    }
    if random.one_in(4) {
        writeln!(text.nodes, "delta_interval = 0.25\npublic_visibility = false").expect("text");
    }
}

/// Returns a unique name of the scene itself, and the path of the node.
fn named(random: &mut Random, nodes: &[Known]) -> Option<(String, String)> {
    let own: Vec<&Known> =
        nodes.iter().filter(|node| node.owner == "." && node.unique.is_some()).collect();
    if own.is_empty() {
        return None;
    }
    let node = random.of(&own);
    Some((node.unique.clone()?, node.path.clone()))
}

fn spawner(random: &mut Random, text: &mut Text, nodes: &[Known], scenes: &[Scene], path: &str) {
    let target = random.of(nodes).path.clone();
    let up = "../".repeat(path.split('/').count());
    let spawn_path = match random.below(5) {
        0 => "..".to_owned(),
        1 => format!("{up}.."),
        2 => match named(random, nodes) {
            Some((name, _)) => format!("%{name}"),
            None => "..".to_owned(),
        },
        _ => format!("{up}{target}"),
    };
    if !scenes.is_empty() {
        let listed = (0..=random.below(2)).map(|_| {
            let scene = random.of(scenes);
            let is_uid = random.one_in(2);
            if is_uid { format!("\"{}\"", scene.uid) } else { format!("\"res://{}\"", scene.file) }
        });
        let listed: Vec<String> = listed.collect();
        writeln!(text.nodes, "_spawnable_scenes = PackedStringArray({})", listed.join(", "))
            .expect("text");
    }
    writeln!(text.nodes, "spawn_path = NodePath(\"{spawn_path}\")").expect("text");
}
