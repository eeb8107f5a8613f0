//! What a scene tree has, as a session needs to know it: nodes with RPCs, spawners, synchronizers, new nodes.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::time::Duration;

use godot_var_runtime::variant::{EncodeVariant, Godot4, compressed};
use godot_var_runtime::{EncodeError, VecOutput};

use super::state::Values;
use crate::{Checksum, Method, MethodSet, Property, PropertySet, Row, SERVER, Scene};

/// The ids of the methods that are configured on the node begin here.
const OWN: u16 = 1 << 15;

/// A node of the scene tree that may have RPCs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Those of its script.
    script: Methods,
    /// Those that were configured on the node.
    own: Methods,
    pub(super) checksum: Checksum,
    pub(super) authority: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Methods {
    list: &'static [Method],
    checksum: Checksum,
}

impl Methods {
    const NONE: Self = Self { list: &[], checksum: Checksum::NONE };

    const fn of<C: MethodSet>() -> Self {
        Self { list: C::METHODS, checksum: C::CHECKSUM }
    }
}

impl Node {
    /// A node without RPCs, whose authority is the server.
    pub const fn new() -> Self {
        let none = Methods::NONE;
        Self { script: none, own: none, checksum: Checksum::NONE, authority: SERVER }
    }

    /// A node whose script has the RPCs of a set, and whose authority is the server.
    pub const fn of<C: MethodSet>() -> Self {
        Self::new().with_script::<C>()
    }

    const fn with_script<C: MethodSet>(mut self) -> Self {
        self.script = Methods::of::<C>();
        self.checksum = C::CHECKSUM;
        self
    }

    /// This node with RPCs of its own beside those of its script: what `Node.rpc_config` configures. Their ids begin at 32,768.
    #[must_use]
    pub fn with_rpc_config<C: MethodSet>(mut self) -> Self {
        self.own = Methods::of::<C>();
        self.checksum = Checksum::of_node(self.own.list, self.script.list);
        self
    }

    /// This node with another multiplayer authority: the peer that may call what is for the authority alone.
    #[must_use]
    pub const fn with_authority(mut self, peer: i32) -> Self {
        self.authority = peer;
        self
    }

    /// The method with an id of the wire.
    pub(super) fn method(&self, id: u16) -> Option<&'static Method> {
        let methods = if id < OWN { &self.script } else { &self.own };
        methods.list.get(place_of(id))
    }

    /// The method of a set, and its id on the wire.
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

/// The place in its set of the method with an id of the wire.
pub(super) const fn place_of(id: u16) -> usize {
    (id & !OWN) as usize
}

/// A `MultiplayerSpawner`: which nodes it makes, and where.
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
    /// A spawner whose nodes become children of the node at a path from the root of the API. The server is its authority.
    pub fn new(spawn_path: &str) -> Self {
        Self {
            node: Node::new(),
            spawn_path: spawn_path.into(),
            scenes: &[],
            spawn_function: false,
            spawn_limit: 0,
        }
    }

    /// This spawner with the list of its scenes ("Auto Spawn List"), in the order of the editor: the position is what travels.
    #[must_use]
    pub const fn with_scenes(mut self, scenes: &'static [&'static str]) -> Self {
        self.scenes = scenes;
        self
    }

    /// This spawner with a `spawn_function`: it makes nodes of an argument, too.
    #[must_use]
    pub const fn with_spawn_function(mut self) -> Self {
        self.spawn_function = true;
        self
    }

    /// This spawner with a limit of nodes that are there at once; 0 is none.
    #[must_use]
    pub const fn with_spawn_limit(mut self, limit: usize) -> Self {
        self.spawn_limit = limit;
        self
    }

    /// This spawner with another authority: the peer that spawns.
    #[must_use]
    pub const fn with_authority(mut self, peer: i32) -> Self {
        self.node.authority = peer;
        self
    }

    /// This spawner with a script that has RPCs.
    #[must_use]
    pub const fn with_methods<C: MethodSet>(mut self) -> Self {
        self.node = self.node.with_script::<C>();
        self
    }

    /// Whether it can make a node of this.
    pub(super) const fn makes(&self, scene: &Scene<'_>) -> bool {
        match scene {
            Scene::Index(index) => (*index as usize) < self.scenes.len(),
            Scene::Custom(_) => self.spawn_function,
        }
    }

    /// The path of a node with this name.
    pub(super) fn path_of(&self, name: &str) -> alloc::string::String {
        match &*self.spawn_path {
            "." => name.into(),
            parent => alloc::format!("{parent}/{name}"),
        }
    }
}

/// A `MultiplayerSynchronizer`: which properties it replicates, how often, and to whom.
#[derive(Clone, Debug)]
pub struct MultiplayerSynchronizer {
    pub(super) node: Node,
    pub(super) properties: &'static [Property],
    pub(super) values: Option<Values>,
    pub(super) replication_interval: Duration,
    pub(super) delta_interval: Duration,
    pub(super) visibility: Visibility,
}

/// To whom a synchronizer is visible.
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
    /// A synchronizer of these properties, whose authority is the server. It has no state yet: that of another authority comes from there,
    /// and that of this session with [`Session::set_state`](super::Session::set_state).
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
            values: None,
            replication_interval: Duration::ZERO,
            delta_interval: Duration::ZERO,
            visibility: Visibility { public: true, peers: BTreeSet::new() },
        }
    }

    /// A synchronizer of this session with the state that it begins with.
    ///
    /// # Errors
    /// Those of the values.
    pub fn new<P: PropertySet>(state: &P) -> Result<Self, EncodeError> {
        let mut values = Values::new();
        values.encode(state)?;
        let mut synchronizer = Self::of::<P>();
        synchronizer.values = Some(values);
        Ok(synchronizer)
    }

    /// This synchronizer with another authority: the peer that sends its state.
    #[must_use]
    pub const fn with_authority(mut self, peer: i32) -> Self {
        self.node.authority = peer;
        self
    }

    /// This synchronizer with a script that has RPCs.
    #[must_use]
    pub const fn with_methods<C: MethodSet>(mut self) -> Self {
        self.node = self.node.with_script::<C>();
        self
    }

    /// This synchronizer with a time between two rows of the properties that are sent [always](crate::ReplicationMode::Always).
    /// 0 is each [`poll`](super::Session::poll).
    #[must_use]
    pub const fn with_replication_interval(mut self, interval: Duration) -> Self {
        self.replication_interval = interval;
        self
    }

    /// This synchronizer with a time between two rows of the properties that [have changed](crate::ReplicationMode::OnChange).
    /// 0 is each [`poll`](super::Session::poll).
    #[must_use]
    pub const fn with_delta_interval(mut self, interval: Duration) -> Self {
        self.delta_interval = interval;
        self
    }

    /// This synchronizer, visible to every peer, as it is by default, or to those alone that it
    /// [is made visible for](Self::with_visibility_for).
    #[must_use]
    pub fn with_public_visibility(mut self, visible: bool) -> Self {
        self.visibility.public = visible;
        self
    }

    /// This synchronizer, visible to a peer even if it is not [public](Self::with_public_visibility).
    #[must_use]
    pub fn with_visibility_for(mut self, peer: i32) -> Self {
        self.visibility.peers.insert(peer);
        self
    }
}

/// A node that a spawner makes: which scene, its name, its RPCs, its synchronizers. [`Session::spawn`](super::Session::spawn) takes it.
#[derive(Clone, Debug)]
pub struct NewNode {
    pub(super) scene: OwnedScene,
    pub(super) name: Box<str>,
    pub(super) node: Node,
    pub(super) synchronizers: Vec<(Box<str>, MultiplayerSynchronizer)>,
}

/// A [`Scene`] with its argument.
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
    /// An instance of the scene at this index of the spawner's list, under a name that no other node below the spawn path has.
    pub fn scene(index: u8, name: &str) -> Self {
        Self::of(OwnedScene::Index(index), name)
    }

    /// What the spawner's `spawn_function` makes of an argument, under a name that no other node below the spawn path has.
    ///
    /// # Errors
    /// Those of the argument.
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

    /// This node with RPCs, or another authority.
    #[must_use]
    pub fn with_node(mut self, node: Node) -> Self {
        self.node = node;
        self
    }

    /// This node with a synchronizer at a path below it: `Sync`, `Net/Sync`. All of the scene are needed, in its order, those of other
    /// authorities included.
    #[must_use]
    pub fn with_synchronizer(mut self, path: &str, synchronizer: MultiplayerSynchronizer) -> Self {
        self.synchronizers.push((path.into(), synchronizer));
        self
    }
}
