//! Synchronizers, with the types of their properties.

use godot_var_runtime::variant::{Generation, VariantType};
use godot_var_schema::multiplayer::{MOST_ON_CHANGE, is_property_path};

use super::replication::read_config;
use super::{Builder, root_path};
use crate::classes;
use crate::expression::Expression;
use crate::files::extension;
use crate::model::{ItemKind, Property, SyncedProperty, Synchronizer};
use crate::tokens::Source;
use crate::tree::{Nodes, SceneNode, Target, externals, located};
use crate::types::{self, ScriptType};
use godot_var_codegen::protocol::{Diagnostic, Place, ReplicationMode};
use godot_var_codegen::values::part;

impl Builder<'_, '_> {
    /// Reads a synchronizer. `None` after a mistake.
    pub(super) fn synchronizer(
        &mut self,
        nodes: &Nodes,
        node: &SceneNode,
        methods: Option<usize>,
    ) -> Option<ItemKind> {
        let (scene, path) = node.origin.clone();
        let properties = self.config(node)?;
        let root = match nodes.follow(&node.path, root_path(node)) {
            Target::Inside(root) => Some(root),
            _ => None,
        };
        let properties = properties.into_iter().map(|property| {
            let (ty, declared) = self.property(nodes, root.as_deref(), &property);
            self.enum_of(&ty);
            SyncedProperty { property, ty, declared }
        });
        let properties = properties.collect();
        let number = |key| node.value(key).and_then(Expression::float).unwrap_or(0.0);
        let new = Synchronizer {
            scene,
            path,
            place: node.place.clone(),
            properties,
            replication_interval: number("replication_interval"),
            delta_interval: number("delta_interval"),
            public: node.value("public_visibility") != Some(&Expression::Bool(false)),
            methods,
        };
        let known = self.by_node.entry(node.origin.clone()).or_default();
        let model = &mut self.model.synchronizers;
        // In another scene its properties may have other types.
        let index = known.iter().copied().find(|index| model[*index].is_like(&new));
        let index = index.unwrap_or_else(|| {
            model.push(new);
            known.push(model.len() - 1);
            model.len() - 1
        });
        Some(ItemKind::Synchronizer { index, is_of_root: root.as_deref() == Some(".") })
    }

    /// Reads the config of a synchronizer. `None` after a mistake. Without one it has no properties, and still takes an id of a spawn.
    fn config(&mut self, node: &SceneNode) -> Option<Vec<Property>> {
        let Some(value @ Expression::Call(kind, _)) = node.value("replication_config") else {
            let message = format!(
                "`{}` has no `replication_config`, so it synchronizes nothing; the engine as the server cannot spawn it",
                node.name
            );
            self.files.warn(&node.place, message);
            return Some(Vec::new());
        };
        let (id, file) = (value.text()?, node.file_of("replication_config").to_owned());
        let sections = self.files.config(&file, Some(&node.place))?;
        let (file, sections, id) = if kind == &["ExtResource"] {
            let external = externals(&sections);
            let resource = external.get(id)?;
            let Some(other) = located(self.files, resource, &file) else {
                let message = format!("the config of `{}` is not in the project", node.name);
                self.files.error(&node.place, message);
                return None;
            };
            if extension(&other) != "tres" {
                let message = format!(
                    "the config of `{}` is in `res://{other}`, which is not a text file; save it as `.tres`",
                    node.name
                );
                self.files.error(&node.place, message);
                return None;
            }
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
        let read = read_config(Source { file: &shown, text: &text }, section);
        match read.and_then(checked) {
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
        let Some(root) = root else {
            let message = format!(
                "`{}` is of a node outside of the scene, so that its type is not known; add the scene that has both with `--scene`",
                property.path
            );
            self.files.warn(&property.place, message);
            return unknown("its node is outside of the scene");
        };
        let path = match nodes.follow(root, target) {
            Target::Inside(path) => Some(path),
            _ => None,
        };
        let Some(node) = path.as_ref().and_then(|path| nodes.at(path)) else {
            if path.is_some_and(|path| nodes.is_foreign(&path)) {
                return unknown("its node is in a scene that is not read");
            }
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
        let message = format!("`{}` has no property `{name}` that is sent", node.name);
        self.files.warn(place, message);
        (ScriptType::Unknown(format!("neither a script nor `{native}` declares it")), None)
    }
}

/// Refuses what the derive would refuse.
fn checked(properties: Vec<Property>) -> Result<Vec<Property>, Vec<Diagnostic>> {
    let (mut errors, mut on_change) = (Vec::new(), 0);
    for Property { path, place, mode, .. } in &properties {
        if !is_property_path(path) {
            let message = format!(
                "`{path}` is not a path of a property; it must be `.:position` for the root's own, or `Sprite2D:frame` for one \
                 of a node below"
            );
            errors.push(Diagnostic::new(place, message));
        }
        on_change += usize::from(*mode == ReplicationMode::OnChange);
        if *mode == ReplicationMode::OnChange && on_change == MOST_ON_CHANGE + 1 {
            let message =
                format!("a synchronizer has at most {MOST_ON_CHANGE} properties on change");
            errors.push(Diagnostic::new(place, message));
        }
    }
    if errors.is_empty() { Ok(properties) } else { Err(errors) }
}

/// The type of `x` in `position:x`.
fn component_of(ty: &ScriptType, name: &str) -> ScriptType {
    let ScriptType::Plain(whole) = ty else { return ty.clone() };
    let kind = VariantType::from_name(whole, Generation::Godot4);
    // The `end` of a rectangle is a vector, as its size is.
    let part = kind.and_then(|kind| part(kind, if name == "end" { "size" } else { name }));
    match part {
        Some(part) => ScriptType::Plain(part.name(Generation::Godot4)),
        None => ScriptType::Unknown(format!("`{name}` of a `{whole}` is not known here")),
    }
}
