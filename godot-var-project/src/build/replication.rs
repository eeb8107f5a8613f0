//! Reads the config of a synchronizer: a `SceneReplicationConfig`.

use std::collections::{BTreeMap, BTreeSet};

use crate::config::Section;
use crate::expression::Expression;
use crate::model::Property;
use crate::tokens::Source;
use godot_var_codegen::protocol::{Diagnostic, ReplicationMode};

/// Reads the properties of a `SceneReplicationConfig`.
pub(super) fn read_config(
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
