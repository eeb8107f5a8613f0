//! The classes of the engine: which nodes there are, what they extend, and the types of their properties.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A line for each class: its name, its base, `property:type`. `scripts/node_classes.sh` writes it.
const NODES: &str = include_str!("classes.txt");
/// All classes of both engines.
const ALL: &str = include_str!("../gdscript/names/classes.txt");
/// The enums in the global scope are among these.
const GLOBALS: &str = include_str!("../gdscript/names/globals.txt");

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
    nodes().contains_key(name) || ALL.lines().any(|class| class == name)
}

/// Whether the engine has such a class of nodes.
pub(super) fn is_node(name: &str) -> bool {
    nodes().contains_key(name)
}

/// Whether the engine has an enum of this name in its global scope.
pub(super) fn is_global_enum(name: &str) -> bool {
    GLOBALS.lines().any(|global| global == name)
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
