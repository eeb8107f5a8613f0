//! Descriptions of a scene tree: nodes with RPCs, spawners, synchronizers, new nodes.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::any::type_name;
use core::time::Duration;

use godot_var_runtime::variant::{EncodeVariant, Godot4, compressed};
use godot_var_runtime::{EncodeError, VecOutput};

use super::OlderRpcs;
use super::state::Values;
use crate::setters::setters;
use crate::{Checksum, Method, MethodSet, Property, PropertySet, Row, SERVER, Scene};

/// The first id of the methods that are configured on a node.
const OWN: u16 = 1 << 15;

/// A node of the scene tree that may have RPCs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The methods of its script.
    script: &'static Methods,
    /// The methods that were configured on the node.
    own: &'static Methods,
    pub(super) checksum: Checksum,
    pub(super) authority: i32,
}

#[derive(Clone, Copy, Debug)]
struct Methods {
    list: &'static [Method],
    checksum: Checksum,
    name: SetName,
}

/// Returns the Rust name of a set, for errors.
pub(super) type SetName = fn() -> &'static str;

impl PartialEq for Methods {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl Eq for Methods {}

impl Methods {
    const NONE: &'static Self =
        &Self { list: &[], checksum: Checksum::NONE, name: || "a node without RPCs" };

    const fn of<C: MethodSet>() -> &'static Self {
        const { &Self { list: C::METHODS, checksum: C::CHECKSUM, name: type_name::<C> } }
    }
}

impl Node {
    /// Makes a node without RPCs. Its authority is the server.
    pub const fn new() -> Self {
        let none = Methods::NONE;
        Self { script: none, own: none, checksum: Checksum::NONE, authority: SERVER }
    }

    /// Makes a node whose script has the RPCs of a set. Its authority is the server.
    pub const fn of<C: MethodSet>() -> Self {
        Self::new().with_script::<C>()
    }

    const fn with_script<C: MethodSet>(mut self) -> Self {
        self.script = Methods::of::<C>();
        self.checksum = C::CHECKSUM;
        self
    }

    /// Returns this node with RPCs of its own, as `Node.rpc_config` adds them to those of the script. Their ids begin at 32,768.
    #[must_use]
    pub fn with_rpc_config<C: MethodSet>(mut self) -> Self {
        self.own = Methods::of::<C>();
        self.checksum = Checksum::of_node(self.own.list, self.script.list);
        self
    }

    setters! {
        /// Returns this node with another multiplayer authority. Methods with [`Caller::Authority`](crate::Caller::Authority) accept calls only
        /// from this peer. See [`Session::set_authority`](super::Session::set_authority).
        authority => with_authority: i32;
    }

    /// Returns the method with an id of the wire.
    pub(super) fn method(&self, id: u16) -> Option<&'static Method> {
        self.set_of(id).list.get(place_of(id))
    }

    /// Returns the Rust name of the set that has the method with an id of the wire.
    pub(super) fn set_name(&self, id: u16) -> SetName {
        self.set_of(id).name
    }

    /// Returns the id of the method that had this id in an older version of the script.
    pub(super) fn id_then(&self, set: &OlderRpcs, id: u16) -> Option<u16> {
        set.present(id, self.script.list)
    }

    const fn set_of(&self, id: u16) -> &'static Methods {
        if id < OWN { self.script } else { self.own }
    }

    /// Returns the id on the wire of the method for answers.
    pub(super) fn id_of_answers(&self) -> Option<u16> {
        let of = |set: &Methods| Method::id_of(set.list, Method::ANSWERED.name);
        of(self.script).or_else(|| of(self.own).map(|id| id | OWN))
    }

    /// Returns the method of a call, and its id on the wire.
    pub(super) fn method_of<C: MethodSet>(&self, call: &C) -> Option<(u16, &'static Method)> {
        let id = call.id();
        let id = if self.script.checksum == C::CHECKSUM {
            id
        } else if self.own.checksum == C::CHECKSUM {
            id | OWN
        } else {
            return None;
        };
        Some((id, self.method(id)?))
    }
}

impl Default for Node {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the index in its set of the method with an id of the wire.
pub(super) const fn place_of(id: u16) -> usize {
    (id & !OWN) as usize
}

/// A `MultiplayerSpawner`: the scenes it can spawn, and the parent of the spawned nodes.
///
/// ```
/// use godot_var_multiplayer::{Config, MultiplayerSpawner, NewNode, Session};
///
/// let mut session = Session::new(Config::default());
/// let spawner = MultiplayerSpawner::new("Main/Players").with_scenes(&["res://player.tscn"]);
/// let spawner = session.add_spawner("Main/Spawner", spawner)?;
/// let ann = session.spawn(spawner, NewNode::scene(0, "Ann"))?;
/// assert_eq!(session.path(ann), Some("Main/Players/Ann"));
/// # Ok::<(), godot_var_multiplayer::ReplicationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MultiplayerSpawner {
    pub(super) node: Node,
    spawn_path: Box<str>,
    scenes: &'static [&'static str],
    spawn_function: bool,
    pub(super) spawn_limit: usize,
}

impl MultiplayerSpawner {
    /// Makes a spawner. Its nodes become children of the node at `spawn_path`, a path from the root of the API. Its authority is the server.
    pub fn new(spawn_path: &str) -> Self {
        Self {
            node: Node::new(),
            spawn_path: spawn_path.into(),
            scenes: &[],
            spawn_function: false,
            spawn_limit: 0,
        }
    }

    setters! {
        /// Returns this spawner with its scenes ("Auto Spawn List") in the editor's order. Packets contain the position in this list.
        scenes => with_scenes: &'static [&'static str];
        /// Returns this spawner with a maximum number of nodes at once; 0 means no limit.
        spawn_limit => with_spawn_limit: usize;
        /// Returns this spawner with another authority, the peer that may spawn: see [`Session::set_authority`](super::Session::set_authority).
        node.authority => with_authority: i32;
    }

    /// Returns this spawner with a `spawn_function`, which makes nodes of an argument.
    #[must_use]
    pub const fn with_spawn_function(mut self) -> Self {
        self.spawn_function = true;
        self
    }

    /// Returns this spawner with a script that has RPCs.
    #[must_use]
    pub const fn with_methods<C: MethodSet>(mut self) -> Self {
        self.node = self.node.with_script::<C>();
        self
    }

    /// Whether it can spawn this scene.
    pub(super) const fn makes(&self, scene: &Scene<'_>) -> bool {
        match scene {
            Scene::Index(index) => (*index as usize) < self.scenes.len(),
            Scene::Custom(_) => self.spawn_function,
        }
    }

    /// Returns the path of a spawned node with this name.
    pub(super) fn path_of(&self, name: &str) -> alloc::string::String {
        match &*self.spawn_path {
            "." => name.into(),
            parent => alloc::format!("{parent}/{name}"),
        }
    }
}

/// A `MultiplayerSynchronizer`: the properties it replicates, their intervals, and the peers it is visible to.
#[derive(Clone, Debug)]
pub struct MultiplayerSynchronizer {
    pub(super) node: Node,
    pub(super) properties: &'static [Property],
    pub(super) set: SetName,
    pub(super) values: Option<Values>,
    pub(super) replication_interval: Duration,
    pub(super) delta_interval: Duration,
    pub(super) visibility: Visibility,
}

/// The peers that a synchronizer is visible to.
#[derive(Clone, Debug)]
pub(super) struct Visibility {
    pub(super) public: bool,
    pub(super) peers: BTreeSet<i32>,
}

impl Visibility {
    pub(super) fn includes(&self, peer: i32) -> bool {
        self.public || self.peers.contains(&peer)
    }
}

impl MultiplayerSynchronizer {
    /// Makes a synchronizer of these properties without a state. Its authority is the server. Another authority sends the state; this
    /// session sets it with [`Session::set_state`](super::Session::set_state).
    pub const fn of<P: PropertySet>() -> Self {
        const {
            assert!(
                Property::is_set(P::PROPERTIES),
                "two properties of one path, or more than 64 on change"
            );
        };
        Self {
            node: Node::new(),
            properties: P::PROPERTIES,
            set: type_name::<P>,
            values: None,
            replication_interval: Duration::ZERO,
            delta_interval: Duration::ZERO,
            visibility: Visibility { public: true, peers: BTreeSet::new() },
        }
    }

    /// Makes a synchronizer whose authority is this session, with its first state.
    ///
    /// # Errors
    /// A value that cannot be encoded.
    pub fn new<P: PropertySet>(state: &P) -> Result<Self, EncodeError> {
        let mut values = Values::new();
        values.encode(state)?;
        let mut synchronizer = Self::of::<P>();
        synchronizer.values = Some(values);
        Ok(synchronizer)
    }

    /// Returns this synchronizer with a script that has RPCs.
    #[must_use]
    pub const fn with_methods<C: MethodSet>(mut self) -> Self {
        self.node = self.node.with_script::<C>();
        self
    }

    setters! {
        /// Returns this synchronizer with another authority, the peer that sends its state: see [`Session::set_authority`](super::Session::set_authority).
        node.authority => with_authority: i32;
        /// Returns this synchronizer with an interval between rows of [`ReplicationMode::Always`](crate::ReplicationMode::Always) properties.
        /// Zero sends them at each [`poll`](super::Session::poll).
        replication_interval => with_replication_interval: Duration;
        /// Returns this synchronizer with a minimum interval between rows of [`ReplicationMode::OnChange`](crate::ReplicationMode::OnChange)
        /// properties. Zero sends changes at each [`poll`](super::Session::poll).
        delta_interval => with_delta_interval: Duration;
        /// Returns this synchronizer, visible to every peer (the default), or only to those of
        /// [`with_visibility_for`](Self::with_visibility_for).
        visibility.public => with_public_visibility: bool;
    }

    /// Returns this synchronizer, visible to a peer even if it is not [public](Self::with_public_visibility).
    #[must_use]
    pub fn with_visibility_for(mut self, peer: i32) -> Self {
        self.visibility.peers.insert(peer);
        self
    }
}

/// A node to spawn: its scene, name, RPCs and synchronizers. Pass it to [`Session::spawn`](super::Session::spawn).
#[derive(Clone, Debug)]
pub struct NewNode {
    pub(super) scene: OwnedScene,
    pub(super) name: Box<str>,
    pub(super) node: Node,
    pub(super) synchronizers: Vec<(Box<str>, MultiplayerSynchronizer)>,
}

/// A [`Scene`] that owns its argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OwnedScene {
    Index(u8),
    Custom(Box<[u8]>),
}

impl OwnedScene {
    pub(super) fn as_scene(&self) -> Scene<'_> {
        match self {
            Self::Index(index) => Scene::Index(*index),
            Self::Custom(argument) => Scene::Custom(Row::new(argument)),
        }
    }
}

impl NewNode {
    /// An instance of the scene at this index of the spawner's list. The name must be unique below the spawn path.
    pub fn scene(index: u8, name: &str) -> Self {
        Self::of(OwnedScene::Index(index), name)
    }

    /// A node that the spawner's `spawn_function` makes of an argument. The name must be unique below the spawn path.
    ///
    /// # Errors
    /// An argument that cannot be encoded.
    pub fn custom<T: EncodeVariant<Godot4> + ?Sized>(
        argument: &T,
        name: &str,
    ) -> Result<Self, EncodeError> {
        let mut bytes = Vec::new();
        compressed::encode::<Godot4, _, _>(argument, &mut VecOutput::new(&mut bytes))?;
        Ok(Self::of(OwnedScene::Custom(bytes.into()), name))
    }

    fn of(scene: OwnedScene, name: &str) -> Self {
        Self { scene, name: name.into(), node: Node::new(), synchronizers: Vec::new() }
    }

    setters! {
        /// Returns this node with RPCs or another authority.
        node => with_node: Node;
    }

    /// Returns this node with a synchronizer at a path below it: `Sync`, `Net/Sync`. Add all synchronizers of the scene in its order, also
    /// those of other authorities.
    #[must_use]
    pub fn with_synchronizer(mut self, path: &str, synchronizer: MultiplayerSynchronizer) -> Self {
        self.synchronizers.push((path.into(), synchronizer));
        self
    }
}
