//! The properties of synchronizers: compares those of a schema with those of a scene.
//!
//! [`parse`] reads the structs that derive `GodotSync` and checks each as the derive does. [`scene`] reads the synchronizers of a `.tscn`.
//! [`check`] reports the differences.
//!
//! ```
//! use godot_var_codegen::multiplayer::{check, parse, scene};
//!
//! let text = "
//!     use godot_var::multiplayer::GodotSync;
//!     #[derive(GodotSync)]
//!     struct Player { position: Vector2, health: i32 }
//! ";
//! let sets = parse("game.rs", |_| Ok(text.to_owned())).expect("a valid schema");
//! let text = r#"
//! [sub_resource type="SceneReplicationConfig" id="1"]
//! properties/0/path = NodePath(".:position")
//! properties/0/spawn = true
//! properties/0/replication_mode = 1
//! properties/1/path = NodePath(".:health")
//! properties/1/spawn = true
//! properties/1/replication_mode = 2
//! [node name="Sync" type="MultiplayerSynchronizer" parent="."]
//! replication_config = SubResource("1")
//! "#;
//! let synchronizers = scene("player.tscn", text).expect("a scene");
//! let found = check(&synchronizers, &sets);
//! assert_eq!(
//!     found[0].to_string(),
//!     "game.rs:4:40: `Sync` has `.:health` on change (player.tscn:6:1), and this is always; write `#[sync(on_change)]`"
//! );
//! ```

mod check;
mod scene;

use godot_var_schema::files::CFG;
use godot_var_schema::multiplayer::properties;
use godot_var_schema::notes::Notes;
use syn::ext::IdentExt;

pub use check::check;
pub(crate) use check::compare;
pub use godot_var_schema::multiplayer::model::ReplicationMode;
pub(crate) use scene::read_config;
pub use scene::scene;

use crate::protocol::source::{self, Derived, Sources};
use crate::protocol::{Diagnostic, Place};

/// A struct that derives `GodotSync`, or a synchronizer of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct PropertySet {
    /// The name.
    pub name: String,
    /// The place of the name.
    pub place: Place,
    /// The properties, in order.
    pub properties: Vec<Property>,
}

/// A property.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// The path from the synchronizer's root.
    pub path: String,
    /// The place in the file.
    pub place: Place,
    /// When it is synchronized.
    pub mode: ReplicationMode,
    /// Whether spawns contain it.
    pub spawn: bool,
}

/// Reads the structs that derive `GodotSync` from a schema and its modules.
///
/// `read` returns the text of a file, or the reason why it cannot.
///
/// # Errors
/// All mistakes, in source order.
pub fn parse(
    root: &str,
    mut read: impl FnMut(&str) -> Result<String, String>,
) -> Result<Vec<PropertySet>, Vec<Diagnostic>> {
    let sources = source::read(root, &["GodotSync"], &mut read);
    let (mut sets, mut errors) = (Vec::new(), sources.errors("GodotSync"));
    for derived in &sources.derived {
        match set(&sources, derived) {
            Ok(set) => sets.push(set),
            Err(found) => errors.extend(found),
        }
    }
    if errors.is_empty() { Ok(sets) } else { Err(errors) }
}

fn set(sources: &Sources, derived: &Derived) -> Result<PropertySet, Vec<Diagnostic>> {
    let Derived { module, item, .. } = derived;
    let place = |span| sources.place(*module, span);
    let checked = properties(item).map_err(|errors| {
        let errors = errors.flatten().into_iter();
        errors
            .map(|error| Diagnostic::new(&place(error.span()), error.to_string()))
            .collect::<Vec<_>>()
    })?;
    let fields = match &item.data {
        syn::Data::Struct(data) => data.fields.iter().map(|field| &field.attrs).collect(),
        syn::Data::Enum(_) | syn::Data::Union(_) => Vec::new(),
    };
    let conditions =
        fields.into_iter().chain([&item.attrs]).filter_map(|attrs| Notes::read(attrs).cfg);
    let conditions: Vec<_> = conditions.map(|span| Diagnostic::new(&place(span), CFG)).collect();
    if !conditions.is_empty() {
        return Err(conditions);
    }
    let properties = checked.properties.into_iter().map(|property| Property {
        path: property.path,
        place: place(property.ident.span()),
        mode: property.mode,
        spawn: property.spawn,
    });
    Ok(PropertySet {
        name: checked.ident.unraw().to_string(),
        place: place(checked.ident.span()),
        properties: properties.collect(),
    })
}
