//! What a scene or resource names: files of resources, scripts, further scenes.

use std::collections::BTreeMap;

use crate::config::{Entry, Section};
use crate::expression::Expression;
use crate::files::{ClassAt, Files, extension};
use godot_var_codegen::protocol::Place;

/// A resource of another file: its path, its uid and its class.
pub(crate) struct External {
    path: String,
    uid: String,
    class: String,
}

pub(crate) fn externals(sections: &[Section]) -> BTreeMap<String, External> {
    let all = sections.iter().filter(|section| section.name == "ext_resource");
    let pair = |section: &Section| {
        let text = |key| section.attribute(key).unwrap_or_default().to_owned();
        let external = External { path: text("path"), uid: text("uid"), class: text("type") };
        Some((section.attribute("id")?.to_owned(), external))
    };
    all.filter_map(pair).collect()
}

pub(super) fn title(external: &External) -> &str {
    if external.path.is_empty() { &external.uid } else { &external.path }
}

/// Whether a text may be the path of a scene.
pub(super) fn is_scene(text: &str) -> bool {
    text.starts_with("uid://") || extension(text) == "tscn" && text.starts_with("res://")
}

/// Returns the file of a resource if the project has it. As in the engine its uid comes before its path.
pub(crate) fn located(files: &mut Files<'_>, external: &External, from: &str) -> Option<String> {
    let path = (!external.path.is_empty()).then(|| files.resolve(&external.path, from)).flatten();
    let path = path.filter(|path| files.has(path));
    if external.uid.is_empty() {
        return path;
    }
    match path {
        Some(path) if files.has_uid(&path, &external.uid) => Some(path),
        path => files.resolve(&external.uid, from).or(path),
    }
}

/// Returns the script of a node. What is not GDScript is reported.
pub(super) fn node_script(
    files: &mut Files<'_>,
    value: &Expression,
    file: &str,
    sections: &[Section],
    external: &BTreeMap<String, External>,
    place: &Place,
) -> Option<ClassAt> {
    let Expression::Call(kind, _) = value else { return None };
    let id = value.text()?;
    if kind == &["SubResource"] {
        let is_own = |section: &&Section| {
            section.name == "sub_resource" && section.attribute("id") == Some(id)
        };
        let section = sections.iter().find(is_own)?;
        let mut entries = section.entries.iter().filter(|entry| entry.key == "script/source");
        let source =
            entries.next_back().and_then(|entry| Some((entry.value.as_ref()?.text()?, entry)));
        let Some((source, Entry { start, .. })) = source else {
            files.warn(place, "this script is not GDScript; its RPCs are left out");
            return None;
        };
        let text = files.text(file).unwrap_or_default();
        let line = files.place(file, &text, *start).line;
        return files.built_in(file, id, source, line);
    }
    let Some(external) = external.get(id) else {
        files.warn(place, format!("the scene has no resource {id:?}; the node has no script"));
        return None;
    };
    let title = title(external);
    match located(files, external, file) {
        Some(path) if extension(&path) == "gd" => return files.script(&path, place),
        None if extension(title) == "gd" || external.path.is_empty() => {
            files.error(place, format!("`{title}` is not in the project"));
        }
        _ => files.warn(place, format!("`{title}` is not a GDScript; its RPCs are left out")),
    }
    None
}

/// Returns the scenes that properties of nodes and of resources name.
pub(super) fn mentions(
    files: &mut Files<'_>,
    file: &str,
    sections: &[Section],
) -> Vec<(String, Place)> {
    let mut found = Vec::new();
    collect(files, file, sections, &mut found, 0);
    found
}

/// Returns the scenes that a resource names.
pub(crate) fn resource_mentions(files: &mut Files<'_>, file: &str) -> Vec<(String, Place)> {
    let mut found = Vec::new();
    follow(files, file, &mut found, 0);
    found
}

/// How deep resources are followed.
const DEPTH: usize = 8;

/// Collects the scenes that a resource names, once.
fn follow(files: &mut Files<'_>, file: &str, found: &mut Vec<(String, Place)>, depth: usize) {
    if depth < DEPTH
        && let Some(sections) = files.resource(file)
    {
        collect(files, file, &sections, found, depth + 1);
    }
}

fn collect(
    files: &mut Files<'_>,
    file: &str,
    sections: &[Section],
    found: &mut Vec<(String, Place)>,
    depth: usize,
) {
    let external = externals(sections);
    let text = files.text(file).unwrap_or_default();
    let with_values =
        |section: &&Section| matches!(&*section.name, "node" | "sub_resource" | "resource");
    let entries = sections.iter().filter(with_values).flat_map(|section| &section.entries);
    for Entry { key, value, start } in entries {
        let (false, Some(value)) = (matches!(&**key, "script" | "_spawnable_scenes"), value) else {
            continue;
        };
        let (mut ids, mut texts) = (Vec::new(), Vec::new());
        parts(value, &mut ids, &mut texts);
        for id in ids {
            let Some(resource) = external.get(id) else { continue };
            let is_followed = matches!(&*resource.class, "PackedScene" | "Resource" | "TileSet");
            let Some(path) = is_followed.then(|| located(files, resource, file)).flatten() else {
                continue;
            };
            if extension(&path) == "tscn" {
                found.push((format!("res://{path}"), files.place(file, &text, *start)));
            } else if extension(&path) == "tres" {
                follow(files, &path, found, depth);
            }
        }
        for named in texts {
            found.push((named.to_owned(), files.place(file, &text, *start)));
        }
    }
}

/// Collects the ids of resources in a value, and the texts that may be paths of scenes.
fn parts<'e>(value: &'e Expression, ids: &mut Vec<&'e str>, texts: &mut Vec<&'e str>) {
    match value {
        Expression::Text(None, text) if is_scene(text) => texts.push(text),
        Expression::Call(path, _) if path == &["ExtResource"] => ids.extend(value.text()),
        Expression::Call(_, list) | Expression::Array(list) => {
            for one in list {
                parts(one, ids, texts);
            }
        }
        Expression::Dictionary(entries) => {
            for (key, value) in entries {
                parts(key, ids, texts);
                parts(value, ids, texts);
            }
        }
        _ => {}
    }
}
