//! The parts of a project that a server must know: RPCs, synchronizers, spawners, and the scenes that have them.

use std::collections::BTreeMap;

use super::expression::Expression;
use super::files::{ClassAt, ClassKey};
use super::tree::Target;
use super::types::ScriptType;
use godot_var_codegen::protocol::{Caller, Place, ReplicationMode, TransferMode};

/// The RPCs of a script.
#[derive(Debug)]
pub(super) struct RpcScript {
    pub(super) class: ClassAt,
    pub(super) place: Place,
    /// Sorted by name: their ids are their positions.
    pub(super) methods: Vec<RpcMethod>,
    /// The constants of the script and its bases: name, value, documentation.
    pub(super) constants: Vec<(String, Expression, Vec<String>)>,
}

#[derive(Debug)]
pub(super) struct RpcMethod {
    pub(super) name: String,
    pub(super) place: Place,
    pub(super) docs: Vec<String>,
    pub(super) caller: Caller,
    pub(super) mode: TransferMode,
    pub(super) channel: u8,
    pub(super) call_local: bool,
    pub(super) parameters: Vec<RpcParameter>,
}

#[derive(Debug)]
pub(super) struct RpcParameter {
    pub(super) name: String,
    pub(super) ty: ScriptType,
    /// Its text, and its value if that is plain.
    pub(super) default: Option<(String, Option<Expression>)>,
}

/// A synchronizer.
#[derive(Debug)]
pub(super) struct Synchronizer {
    pub(super) scene: String,
    /// Its path in the scene.
    pub(super) path: String,
    pub(super) place: Place,
    pub(super) properties: Vec<SyncedProperty>,
    /// In seconds.
    pub(super) replication_interval: f64,
    pub(super) delta_interval: f64,
    pub(super) public: bool,
    /// The RPCs of a script on the synchronizer.
    pub(super) methods: Option<usize>,
}

impl Synchronizer {
    /// Whether the module needs one struct for both.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let intervals =
            |one: &Self| [one.replication_interval, one.delta_interval].map(f64::to_bits);
        self.properties == other.properties
            && intervals(self) == intervals(other)
            && self.public == other.public
            && self.methods == other.methods
    }
}

/// A property of a synchronizer or of a struct that derives `GodotSync`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Property {
    /// The path from the synchronizer's root.
    pub(super) path: String,
    pub(super) place: Place,
    pub(super) mode: ReplicationMode,
    /// Whether spawns contain it.
    pub(super) spawn: bool,
}

#[derive(Debug, PartialEq)]
pub(super) struct SyncedProperty {
    pub(super) property: Property,
    pub(super) ty: ScriptType,
    /// The place of its declaration, if a script has it.
    pub(super) declared: Option<Place>,
}

/// An enum of a script.
#[derive(Debug)]
pub(super) struct ScriptEnum {
    pub(super) class: ClassAt,
    pub(super) name: String,
    pub(super) docs: Vec<String>,
    /// Without two members of one number.
    pub(super) members: Vec<(String, i64)>,
}

#[derive(Debug)]
pub(super) struct Scene {
    pub(super) file: String,
    /// The name of its root.
    pub(super) root: String,
    pub(super) items: Vec<Item>,
    /// Whether it is part of the tree from the start, or a script adds it.
    pub(super) is_added: bool,
    /// Whether a spawner spawns it.
    pub(super) is_spawned: bool,
}

impl Scene {
    /// Whether the module has it.
    pub(super) fn is_written(&self) -> bool {
        !self.items.is_empty() || self.is_spawned
    }
}

/// A part of a scene.
#[derive(Debug)]
pub(super) struct Item {
    /// The path in the scene. For several instances that of their parent.
    pub(super) path: String,
    pub(super) kind: ItemKind,
}

#[derive(Debug)]
pub(super) enum ItemKind {
    /// A node with RPCs.
    Node(usize),
    Spawner(Spawner),
    Synchronizer {
        index: usize,
        /// Whether spawns of the scene contain it: its root is that of the scene.
        is_of_root: bool,
    },
    /// An instance of a scene.
    Scene(usize),
    /// Many instances of a scene below one parent, by their names.
    Scenes(usize, Vec<String>),
}

#[derive(Debug)]
pub(super) struct Spawner {
    /// Where the parent of spawned nodes is. It is known.
    pub(super) spawn_path: Target,
    pub(super) scenes: Vec<String>,
    pub(super) limit: u32,
    /// The RPCs of a script on the spawner.
    pub(super) methods: Option<usize>,
}

#[derive(Debug)]
pub(super) struct Autoload {
    pub(super) name: String,
    pub(super) kind: ItemKind,
}

#[derive(Debug, Default)]
pub(super) struct Model {
    pub(super) title: String,
    pub(super) scripts: Vec<RpcScript>,
    pub(super) synchronizers: Vec<Synchronizer>,
    pub(super) scenes: Vec<Scene>,
    pub(super) autoloads: Vec<Autoload>,
    /// The main scene, if it has something.
    pub(super) main: Option<usize>,
    pub(super) enums: BTreeMap<(ClassKey, usize), ScriptEnum>,
    /// Where scripts give an API another root than `/root`.
    pub(super) roots: Vec<Place>,
    /// Whether a script gives a spawner a function.
    pub(super) has_spawn_functions: bool,
}
