//! Visibility by distance: each peer sees the nodes around its own.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::mem;

use godot_var_runtime::Reader;
use godot_var_runtime::variant::{Generation, Godot4, VariantType, Vector2, Vector3, compressed};

use super::{NodeId, ReplicationError, Session};

/// What an [`Interest`] shows to peers and hides from them: the nodes of a [`Session`], or the entities of a server of snapshots.
pub trait InterestTarget {
    /// The name of a node or an entity.
    type Node: Copy + Ord;

    /// Whether it exists.
    fn has_node(&self, node: Self::Node) -> bool;

    /// The number of a peer's connection, which is another one when the peer connects again; `None` if it is not connected.
    fn connection(&self, peer: i32) -> Option<u64>;

    /// The position that it has by itself, in this property.
    fn position(&self, node: Self::Node, property: usize) -> Option<[f32; 3]> {
        let _ = (node, property);
        None
    }

    /// Returns what is shown to a peer already, in order: what its player saw over an earlier connection.
    fn shown(&self, peer: i32) -> Vec<Self::Node> {
        let _ = peer;
        Vec::new()
    }

    /// Shows it to a peer, or hides it.
    fn show(&mut self, node: Self::Node, peer: i32, visible: bool);
}

impl InterestTarget for Session {
    type Node = NodeId;

    fn has_node(&self, node: NodeId) -> bool {
        self.synchronizers.contains_key(&node)
    }

    fn connection(&self, peer: i32) -> Option<u64> {
        self.peers.get(&peer).map(|peer| peer.connection)
    }

    fn position(&self, node: NodeId, property: usize) -> Option<[f32; 3]> {
        self.place_of(node, property)
    }

    fn shown(&self, peer: i32) -> Vec<NodeId> {
        self.visible_to(peer)
    }

    fn show(&mut self, node: NodeId, peer: i32, visible: bool) {
        self.set_visibility_for(node, peer, visible);
    }
}

/// Shows each peer the nodes around its own, and hides the others. It sets the [visibility](Session::set_visibility_for) of synchronizers,
/// so spawned nodes are spawned at a peer when they come near, and despawned when they leave. The same grid serves the entities of a
/// `SnapshotServer`, whose positions the game [sets](Self::set_position).
///
/// Nodes are found in a grid, so the time grows with the nodes and with what each peer sees, not with their product. [`update`](Self::update)
/// allocates nothing unless the visibility of a node changes.
///
/// ```
/// use core::time::Duration;
///
/// use godot_var_multiplayer::{
///     Config, Interest, MultiplayerSpawner, MultiplayerSynchronizer, NewNode, Property,
///     PropertySet, ReplicationMode, Session,
/// };
/// use godot_var_runtime::variant::{Godot4, Vector2, compressed};
/// use godot_var_runtime::{DecodeError, EncodeError, Output, Reader};
///
/// /// `#[derive(GodotSync)] struct State { position: Vector2 }` of the facade crate.
/// struct State(Vector2);
/// # impl PropertySet for State {
/// #     const PROPERTIES: &'static [Property] = &[Property::new(".:position", ReplicationMode::Always)];
/// #     fn encode_property<O: Output>(&self, _: usize, out: &mut O) -> Result<(), EncodeError> {
/// #         compressed::encode::<Godot4, _, _>(&self.0, out)
/// #     }
/// #     fn decode_property(&mut self, _: usize, reader: &mut Reader<'_>) -> Result<(), DecodeError> {
/// #         self.0 = compressed::decode::<Godot4, _>(reader)?;
/// #         Ok(())
/// #     }
/// # }
///
/// let mut session = Session::new(Config::default());
/// let spawner = MultiplayerSpawner::new("World").with_scenes(&["res://player.tscn"]);
/// let spawner = session.add_spawner("World/Spawner", spawner)?;
/// // Nodes within 50 pixels come into view, and are hidden beyond 60.
/// let mut interest = Interest::new(50.0).with_hysteresis(10.0);
/// let mut players = Vec::new();
/// for (peer, x) in [(7, 0.0), (8, 55.0)] {
///     session.connect(peer, Duration::ZERO);
///     let sync = MultiplayerSynchronizer::new(&State(Vector2::new(x, 0.0)))?;
///     let new = NewNode::scene(0, &peer.to_string()).with_synchronizer("Sync", sync);
///     let node = session.spawn(spawner, new)?;
///     let sync = session.synchronizers(node)[0];
///     interest.watch(&mut session, sync)?;
///     interest.set_viewer(peer, sync);
///     players.push(sync);
/// }
///
/// interest.update(&mut session);
/// assert!(!session.is_visible_for(players[1], 7));
/// session.set_state(players[1], &State(Vector2::new(45.0, 0.0)))?;
/// interest.update(&mut session);
/// assert!(session.is_visible_for(players[1], 7));
/// session.set_state(players[1], &State(Vector2::new(55.0, 0.0)))?;
/// interest.update(&mut session);
/// assert!(session.is_visible_for(players[1], 7));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Interest<N = NodeId> {
    property: &'static str,
    radius: f32,
    hysteresis: f32,
    nodes: BTreeMap<N, Watched>,
    viewers: BTreeMap<i32, Viewer<N>>,
    /// Nodes that nobody sees since they were inserted.
    inserted: Vec<N>,
    /// All nodes, sorted by their cells.
    grid: Vec<(Cell, N, Place)>,
    /// Buffer for what a viewer sees, reused.
    seen: Vec<N>,
}

#[derive(Debug)]
struct Watched {
    /// The index of its position among its properties.
    property: Option<usize>,
    place: Place,
}

#[derive(Debug)]
struct Viewer<N> {
    node: N,
    /// The number of its connection at the last update; 0 before the first.
    connection: u64,
    /// The game has set it since the last update.
    is_new: bool,
    /// What it sees, sorted.
    sees: Vec<N>,
}

/// The type of a `Vector2` in Godot 4.
const VECTOR2: Option<u8> = VariantType::Vector2.id(Generation::Godot4);

type Place = [f32; 3];
type Cell = [i32; 3];

impl Session {
    /// Whether a synchronizer is visible to a peer.
    pub fn is_visible_for(&self, synchronizer: NodeId, peer: i32) -> bool {
        let facts = self.synchronizers.get(&synchronizer);
        facts.is_some_and(|facts| facts.visibility.includes(peer))
    }

    /// Returns the position in the state that this session sends.
    fn place_of(&self, synchronizer: NodeId, property: usize) -> Option<Place> {
        let value = self.synchronizers.get(&synchronizer)?.state.as_ref()?.value(property);
        let mut reader = Reader::new(value);
        if value.first().copied() == VECTOR2 {
            let Vector2 { x, y } = compressed::decode::<Godot4, _>(&mut reader).ok()?;
            return Some([x, y, 0.0]);
        }
        let Vector3 { x, y, z } = compressed::decode::<Godot4, _>(&mut reader).ok()?;
        Some([x, y, z])
    }
}

impl<N: Copy + Ord> Interest<N> {
    /// Makes a grid without nodes, in which peers see as far as `radius`, in the units of the positions.
    pub const fn new(radius: f32) -> Self {
        Self {
            property: ".:position",
            radius,
            hysteresis: 0.0,
            nodes: BTreeMap::new(),
            viewers: BTreeMap::new(),
            inserted: Vec::new(),
            grid: Vec::new(),
            seen: Vec::new(),
        }
    }

    /// Returns this with a distance beyond the radius at which a node that is seen is hidden. Without one, a node at the edge is spawned and
    /// despawned again and again.
    #[must_use]
    pub const fn with_hysteresis(mut self, hysteresis: f32) -> Self {
        self.hysteresis = hysteresis;
        self
    }

    /// Returns this with another property for positions than `.:position`, a `Vector2` or `Vector3`.
    #[must_use]
    pub const fn with_property(mut self, path: &'static str) -> Self {
        self.property = path;
        self
    }

    /// Takes an entity into the grid that has no position by itself, as those of a `SnapshotServer`. Take it again after its key was used
    /// for another entity.
    pub fn insert(&mut self, node: N, position: [f32; 3]) {
        self.nodes.insert(node, Watched { property: None, place: position });
        self.inserted.push(node);
    }

    /// Sets the position of an entity, or of a synchronizer whose state another peer sends. The next [`update`](Self::update) takes it into account.
    pub fn set_position(&mut self, node: N, [x, y, z]: [f32; 3]) {
        if let Some(node) = self.nodes.get_mut(&node) {
            node.place = [x, y, z];
        }
    }

    /// Lets a peer see what is around a synchronizer or an entity, usually that of its own player.
    pub fn set_viewer(&mut self, peer: i32, node: N) {
        let new = || Viewer { node, connection: 0, is_new: true, sees: Vec::new() };
        let viewer = self.viewers.entry(peer).or_insert_with(new);
        (viewer.node, viewer.is_new) = (node, true);
    }

    /// Shows and hides nodes according to their positions. Call it once a tick, after the states were set and before
    /// [`poll`](Session::poll). Peers that have left, and nodes that were removed, are forgotten.
    pub fn update(&mut self, target: &mut impl InterestTarget<Node = N>) {
        let reach = self.radius + self.hysteresis;
        self.nodes.retain(|node, _| target.has_node(*node));
        self.inserted.sort_unstable();
        self.grid.clear();
        for (node, watched) in &mut self.nodes {
            if let Some(place) = watched.property.and_then(|index| target.position(*node, index)) {
                watched.place = place;
            }
            self.grid.push((cell_of(watched.place, reach), *node, watched.place));
        }
        self.grid.sort_unstable_by_key(|(cell, node, _)| (*cell, *node));
        self.viewers.retain(|peer, viewer| {
            let Some(connection) = target.connection(*peer) else { return false };
            if !self.inserted.is_empty() {
                viewer.sees.retain(|node| self.inserted.binary_search(node).is_err());
            }
            let is_new = mem::take(&mut viewer.is_new);
            if mem::replace(&mut viewer.connection, connection) != connection {
                // A new connection with the id of an old one sees nothing before the game says so.
                if !is_new {
                    return false;
                }
                viewer.sees = target.shown(*peer);
                viewer.sees.retain(|node| self.nodes.contains_key(node));
            }
            let Some(watched) = self.nodes.get(&viewer.node) else { return true };
            self.seen.clear();
            for (node, square) in near(&self.grid, watched.place, reach) {
                let was_seen = || viewer.sees.binary_search(&node).is_ok();
                if square <= self.radius * self.radius || square <= reach * reach && was_seen() {
                    self.seen.push(node);
                }
            }
            self.seen.sort_unstable();
            // At the end of the grid a column is its own neighbour.
            self.seen.dedup();
            for node in &viewer.sees {
                if self.seen.binary_search(node).is_err() {
                    target.show(*node, *peer, false);
                }
            }
            for node in &self.seen {
                if viewer.sees.binary_search(node).is_err() {
                    target.show(*node, *peer, true);
                }
            }
            // Each keeps its memory.
            viewer.sees.clear();
            viewer.sees.extend_from_slice(&self.seen);
            true
        });
        self.inserted.clear();
    }
}

impl Interest {
    /// Takes a synchronizer into the grid. It is visible only to peers that it is near to. If this session sends its state, its position is
    /// the property of the state; otherwise tell it with [`set_position`](Self::set_position).
    ///
    /// # Errors
    /// [`ReplicationError::UnknownNode`] or [`ReplicationError::OtherKind`] if there is no such synchronizer; [`ReplicationError::NoPosition`] if this session sends a state
    /// without the property.
    pub fn watch(
        &mut self,
        session: &mut Session,
        synchronizer: NodeId,
    ) -> Result<(), ReplicationError> {
        let facts = session.synchronizers.get(&synchronizer);
        let facts = facts.ok_or_else(|| match session.path(synchronizer) {
            Some(path) => ReplicationError::OtherKind(path.into()),
            None => ReplicationError::UnknownNode,
        })?;
        let all = &mut facts.properties.iter();
        let property = all.position(|property| property.path == self.property);
        let place = property.and_then(|index| session.place_of(synchronizer, index));
        if facts.state.is_some() && place.is_none() {
            let synchronizer = session.shared_path(synchronizer);
            return Err(ReplicationError::NoPosition { synchronizer, property: self.property });
        }
        session.set_public_visibility(synchronizer, false);
        // Nothing is near to a node whose place is not known.
        let place = place.unwrap_or([f32::NAN; 3]);
        self.nodes.insert(synchronizer, Watched { property, place });
        Ok(())
    }
}

/// The cell of a place, in a grid of cells with sides of this length.
fn cell_of(place: Place, side: f32) -> Cell {
    // As an int, what is too large is the largest, and NaN is 0.
    place.map(|one| {
        let cells = one / side;
        let whole = cells as i32;
        if (whole as f32) > cells { whole.saturating_sub(1) } else { whole }
    })
}

/// The nodes in the cells around a place, with the squares of their distances.
fn near<N: Copy>(
    grid: &[(Cell, N, Place)],
    place: Place,
    side: f32,
) -> impl Iterator<Item = (N, f32)> {
    let [x, y, z] = cell_of(place, side);
    let columns = (-1..=1).flat_map(move |dx| (-1..=1).map(move |dy| (dx, dy)));
    columns.flat_map(move |(dx, dy)| {
        let [x, y] = [x.saturating_add(dx), y.saturating_add(dy)];
        let (first, last) = ([x, y, z.saturating_sub(1)], [x, y, z.saturating_add(1)]);
        let start = grid.partition_point(|(cell, ..)| *cell < first);
        let column = grid.get(start..).unwrap_or_default().iter();
        let column = column.take_while(move |(cell, ..)| *cell <= last);
        column.map(move |(_, node, other)| (*node, square(place, *other)))
    })
}

/// The square of the distance.
fn square(one: Place, other: Place) -> f32 {
    one.iter().zip(other).map(|(one, other)| (one - other) * (one - other)).sum()
}
