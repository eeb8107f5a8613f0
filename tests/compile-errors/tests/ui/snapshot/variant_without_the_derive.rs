use godot_var::GodotFlat;
use godot_var::snapshot::SnapshotState;

#[derive(Clone, GodotFlat)]
#[flat(delta)]
struct Player {
    health: u8,
}

#[derive(Clone, GodotFlat, SnapshotState)]
enum Thing {
    #[flat(id = 1)]
    Player(Player),
}

fn main() {}
