//! The classes of the engine: which nodes there are, what they extend, and the types of their properties.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use godot_var_codegen::gdscript::is_engine_class;

/// A line for each class: its name, its base, `property:type`. `scripts/node_classes.sh` writes it.
const NODES: &str = include_str!("classes.txt");

struct Native {
    base: &'static str,
    properties: &'static str,
}

fn nodes() -> &'static BTreeMap<&'static str, Native> {
    static NODE_CLASSES: OnceLock<BTreeMap<&'static str, Native>> = OnceLock::new();
    NODE_CLASSES.get_or_init(|| {
        let entries = NODES.lines().filter_map(|line| {
            let mut words = line.splitn(3, ' ');
            let (name, base) = (words.next()?, words.next()?);
            Some((name, Native { base, properties: words.next().unwrap_or_default() }))
        });
        entries.collect()
    })
}

pub(super) fn is_native(name: &str) -> bool {
    nodes().contains_key(name) || is_engine_class(name)
}

/// Whether the engine has such a class of nodes.
pub(super) fn is_node(name: &str) -> bool {
    nodes().contains_key(name)
}

/// Whether a class is another one or extends it.
pub(super) fn is_a(name: &str, base: &str) -> bool {
    bases(name).any(|class| class == base)
}

fn bases(name: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(name), |class| nodes().get(class).map(|native| native.base))
}

/// Returns the type of a property of a node.
pub(super) fn property(class: &str, name: &str) -> Option<&'static str> {
    bases(class).find_map(|class| {
        let properties = nodes().get(class)?.properties.split(' ');
        let mut pairs = properties.filter_map(|property| property.split_once(':'));
        pairs.find(|(property, _)| *property == name).map(|(_, ty)| ty)
    })
}
