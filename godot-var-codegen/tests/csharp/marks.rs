//! Worlds whose entities are a variant and no more, or an enum of such variants.

use godot_var::GodotFlat;
use godot_var::snapshot::SnapshotState;

/// What stands at a place.
#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[snapshot(input = (), delta(Clone, Debug, PartialEq))]
pub enum Mark {
    #[flat(id = 3)]
    Flag,
    #[flat(id = 5)]
    Tree,
}

/// A sign has a shape, or is broken.
#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[snapshot(input = (), delta(Clone, Debug, PartialEq))]
pub enum Sign {
    #[flat(id = 1)]
    Shaped(Shape),
    #[flat(id = 2)]
    Broken,
}

/// The shape of a sign.
#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[snapshot(delta(Clone, Debug, PartialEq))]
pub enum Shape {
    #[flat(id = 1)]
    Round,
    #[flat(id = 2)]
    Square,
}
