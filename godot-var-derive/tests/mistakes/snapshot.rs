use godot_var::GodotFlat;
use godot_var::snapshot::SnapshotState;

#[derive(Clone, GodotFlat, SnapshotState)]
#[flat(delta)]
#[snapshot(extrapolat = ahead)]
struct Words {
    #[snapshot(linaer)]
    misspelled: f32,
    #[snapshot(step, linear)]
    contradiction: f32,
    #[snapshot(step, teleport = 3.0, angle)]
    more: f32,
    #[snapshot(linear, linear)]
    twice: f32,
    #[snapshot(teleport)]
    shapeless: f32,
    #[snapshot(teleport = -1)]
    negative: f32,
    #[snapshot(teleport = "far")]
    text: f32,
    #[snapshot(extrapolate = ahead)]
    misplaced: f32,
    #[snapshot(lerp)]
    of_the_engine: f32,
    #[snapshot(delta)]
    of_flat: f32,
    #[snapshot(teleport = 2)]
    fine: f32,
    #[snapshot]
    empty: f32,
}

#[derive(Clone, GodotFlat, SnapshotState)]
struct WithoutDelta {
    health: u8,
}

#[derive(Clone, GodotFlat, SnapshotState)]
#[flat(delta)]
struct Parameters<'a, T> {
    text: &'a str,
    value: T,
}

// `GodotFlat` reports these.
#[derive(Clone, GodotFlat, SnapshotState)]
#[flat(delta)]
struct Pose(u32, u32);

#[derive(Clone, GodotFlat, SnapshotState)]
#[snapshot(extrapolate = ahead)]
enum Thing {
    #[flat(id = 1)]
    Player(Player),
    #[flat(id = 2)]
    Rocket { pos: Vector3 },
    #[flat(id = 3)]
    Pair(Player, Player),
    #[flat(id = 4)]
    Blended(#[snapshot(step)] Player),
    #[flat(other)]
    Other(u8),
}

#[derive(Clone, GodotFlat, SnapshotState)]
union Bits {
    a: u32,
    b: f32,
}
