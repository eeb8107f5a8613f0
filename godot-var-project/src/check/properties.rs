//! Compares the properties of a synchronizer with those of a struct.

use crate::model::Property;
use godot_var_codegen::protocol::{Diagnostic, Place, ReplicationMode};

/// A struct that derives `GodotSync`, or a synchronizer of a scene.
#[derive(Debug)]
pub(super) struct PropertySet {
    pub(super) name: String,
    /// The place of the name.
    pub(super) place: Place,
    /// In order.
    pub(super) properties: Vec<Property>,
}

/// Returns the number of properties of one set that are in the other.
fn shared(one: &PropertySet, other: &PropertySet) -> usize {
    one.properties.iter().filter(|property| find(other, &property.path).is_some()).count()
}

fn find<'s>(set: &'s PropertySet, path: &str) -> Option<&'s Property> {
    set.properties.iter().find(|property| property.path == path)
}

/// Reports the differences between a synchronizer and a struct.
pub(super) fn compare(synchronizer: &PropertySet, own: &PropertySet, found: &mut Vec<Diagnostic>) {
    let name = &synchronizer.name;
    let before = found.len();
    for (number, property) in synchronizer.properties.iter().enumerate() {
        if find(own, &property.path).is_none() {
            let Property { path, place, .. } = property;
            let message = format!(
                "`{}` lacks `{path}` of `{name}` ({place}); make it field number {}",
                own.name,
                number + 1
            );
            found.push(Diagnostic::new(&own.place, message));
        }
    }
    for property in &own.properties {
        let Some(theirs) = find(synchronizer, &property.path) else {
            let message = format!(
                "`{name}` ({}) has no `{}`; remove the field, or add the property to the scene",
                synchronizer.place, property.path
            );
            found.push(Diagnostic::new(&property.place, message));
            continue;
        };
        let Property { path, place, mode, spawn } = theirs;
        if property.mode != *mode {
            let (is, word) = words(*mode);
            let (here, _) = words(property.mode);
            let message = format!(
                "`{name}` has `{path}` {is} ({place}), and this is {here}; write `#[sync({word})]`"
            );
            found.push(Diagnostic::new(&property.place, message));
        }
        if property.spawn != *spawn {
            let message = if *spawn {
                format!("`{name}` has `{path}` in spawns ({place}); remove `spawn = false`")
            } else {
                format!(
                    "`{name}` has no `{path}` in spawns ({place}); write `#[sync(spawn = false)]`"
                )
            };
            found.push(Diagnostic::new(&property.place, message));
        }
    }
    let mut pairs = synchronizer.properties.iter().zip(&own.properties);
    let is_whole = synchronizer.properties.len() == own.properties.len()
        && shared(synchronizer, own) == own.properties.len();
    if let Some((theirs, ours)) = pairs.find(|(one, other)| one.path != other.path)
        && is_whole
    {
        let message = format!(
            "`{}` is in the place of `{}` in `{name}` ({}); put the fields in the order of the scene",
            ours.path, theirs.path, theirs.place
        );
        found.insert(before, Diagnostic::new(&ours.place, message));
    }
}

/// Returns the name of a mode for messages, and its attribute.
fn words(mode: ReplicationMode) -> (&'static str, &'static str) {
    match mode {
        ReplicationMode::Always => ("always", "always"),
        ReplicationMode::OnChange => ("on change", "on_change"),
        ReplicationMode::Never => ("never", "never"),
    }
}
