//! Reads the synchronizers of a scene from a `.tscn`, or from a `.tres` that is a `SceneReplicationConfig`.

use std::collections::{BTreeMap, BTreeSet};

use super::{Property, PropertySet, ReplicationMode};
use crate::project::config::{Section, sections};
use crate::project::expression::Expression;
use crate::project::tokens::Source;
use crate::protocol::{Diagnostic, Place};

/// The type of the resource with the properties.
const CONFIG: &str = "SceneReplicationConfig";

/// Reads those synchronizers of a scene that have a config.
///
/// # Errors
/// Parts of a config that cannot be read; a property that it has twice; a scene without a config.
pub fn scene(file: &str, text: &str) -> Result<Vec<PropertySet>, Vec<Diagnostic>> {
    let source = Source { file, text };
    let sections = sections(source).map_err(|error| vec![error])?;
    let mut errors = Vec::new();
    let mut found = Vec::new();
    let mut set = |name: &str, place: Place, section: &Section| match read_config(source, section) {
        Ok(properties) => found.push(PropertySet { name: name.to_owned(), place, properties }),
        Err(mistakes) => errors.extend(mistakes),
    };
    let is_config = |section: &Section| section.attribute("type") == Some(CONFIG);
    if sections.iter().any(|section| section.name == "gd_resource" && is_config(section)) {
        let place = Place { file: file.to_owned(), line: 1, column: 1 };
        for section in sections.iter().filter(|section| section.name == "resource") {
            set(file, place.clone(), section);
        }
    }
    let mut elsewhere = Vec::new();
    for node in sections.iter().filter(|section| section.name == "node") {
        let name = node.attribute("name").unwrap_or_default();
        let place = source.place(node.start);
        let Some(Expression::Call(kind, id)) = node.entry("replication_config") else { continue };
        let [Expression::Text(_, id)] = &id[..] else { continue };
        let mut sections = sections.iter().filter(|other| other.attribute("id") == Some(id));
        if kind == &["SubResource"] {
            let own = sections.find(|other| other.name == "sub_resource" && is_config(other));
            if let Some(own) = own {
                set(name, place, own);
            }
        } else if let Some(other) = sections.find(|other| other.name == "ext_resource") {
            let file = other.attribute("path").unwrap_or_default();
            let message =
                format!("`{name}` has its config in `{file}`; give that file to `--scene`");
            elsewhere.push(Diagnostic::new(&place, message));
        }
    }
    errors.extend(elsewhere);
    if found.is_empty() && errors.is_empty() {
        errors.push(source.error(0, "no synchronizer here has a `replication_config`"));
    }
    if errors.is_empty() { Ok(found) } else { Err(errors) }
}

/// Reads the properties of a `SceneReplicationConfig`.
pub(crate) fn read_config(
    source: Source<'_>,
    section: &Section,
) -> Result<Vec<Property>, Vec<Diagnostic>> {
    let mut properties: BTreeMap<usize, Property> = BTreeMap::new();
    let mut errors = Vec::new();
    // `properties/0/path = NodePath(".:position")`
    for entry in &section.entries {
        let mut parts = entry.key.splitn(3, '/');
        let (Some("properties"), Some(index), Some(what)) =
            (parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        let Ok(index) = index.parse() else { continue };
        let place = source.place(entry.start);
        let property = properties.entry(index).or_insert_with(|| Property {
            path: String::new(),
            place: place.clone(),
            mode: ReplicationMode::Always,
            spawn: true,
        });
        match (what, entry.value.as_ref()) {
            ("path", value) => {
                let path = value.and_then(Expression::text).unwrap_or_default();
                // A path without a node is one of the root.
                let own = path.strip_prefix(':').filter(|name| !name.is_empty());
                let is_own = own.is_some_and(|name| !name.starts_with(':'));
                property.path = format!("{}{path}", if is_own { "." } else { "" });
            }
            ("spawn", value) => property.spawn = value == Some(&Expression::Bool(true)),
            ("replication_mode", Some(Expression::Int(0))) => {
                property.mode = ReplicationMode::Never;
            }
            // Godot 4.0 and 4.1 had two switches.
            ("replication_mode", Some(Expression::Int(1)))
            | ("sync", Some(Expression::Bool(true))) => property.mode = ReplicationMode::Always,
            ("replication_mode", Some(Expression::Int(2)))
            | ("watch", Some(Expression::Bool(true))) => property.mode = ReplicationMode::OnChange,
            ("replication_mode", _) => {
                let line = source.text[entry.start..].lines().next().unwrap_or_default();
                let value = line.split_once('=').map_or("", |(_, value)| value.trim());
                let message = format!("`replication_mode = {value}` is not 0, 1 or 2");
                errors.push(Diagnostic::new(&place, message));
            }
            _ => {}
        }
    }
    let mut paths = BTreeSet::new();
    for Property { path, place, .. } in properties.values() {
        if path.is_empty() {
            errors.push(Diagnostic::new(place, "this property has no `path = NodePath(…)`"));
        } else if !paths.insert(path) {
            // Godot refuses the second one.
            errors.push(Diagnostic::new(place, format!("the synchronizer has `{path}` twice")));
        }
    }
    if errors.is_empty() { Ok(properties.into_values().collect()) } else { Err(errors) }
}
