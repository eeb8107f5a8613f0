//! Entities near to a client's own, by the grid of high-level multiplayer.

use godot_var_multiplayer::InterestTarget;

use super::SnapshotServer;
use crate::state::SnapshotWorld;

/// Make the server with [`SnapshotConfig::with_visible(false)`](crate::SnapshotConfig::with_visible), so that new entities are hidden until they come near.
///
/// ```
/// use core::time::Duration;
///
/// use godot_var::GodotFlat;
/// use godot_var::multiplayer::Interest;
/// use godot_var::snapshot::{SnapshotConfig, SnapshotServer, SnapshotState};
///
/// #[derive(Clone, GodotFlat, SnapshotState)]
/// #[flat(delta)]
/// #[snapshot(input = ())]
/// struct Place {
///     x: f32,
/// }
///
/// let config = SnapshotConfig::new(20).with_visible(false);
/// let mut world: SnapshotServer<Place> = SnapshotServer::new(config);
/// // Entities within 50 meters come into view, and are hidden beyond 60.
/// let mut interest = Interest::new(50.0).with_hysteresis(10.0);
/// world.connect(2, Duration::ZERO);
/// for (key, x) in [(7, 0.0), (8, 55.0)] {
///     world.insert(key, &Place { x })?;
///     interest.insert(key, [x, 0.0, 0.0]);
/// }
/// interest.set_viewer(2, 7);
///
/// interest.update(&mut world);
/// assert!(world.is_visible(2, 7) && !world.is_visible(2, 8));
/// interest.set_position(8, [45.0, 0.0, 0.0]);
/// interest.update(&mut world);
/// assert!(world.is_visible(2, 8));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
impl<S: SnapshotWorld> InterestTarget for SnapshotServer<S> {
    type Node = u32;

    fn has_node(&self, key: u32) -> bool {
        self.contains(key)
    }

    fn connection(&self, peer: i32) -> Option<u64> {
        self.peer(peer).map(|peer| peer.connection)
    }

    fn show(&mut self, key: u32, peer: i32, visible: bool) {
        self.set_visible(peer, key, visible);
    }
}
