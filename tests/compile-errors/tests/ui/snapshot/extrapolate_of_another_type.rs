use godot_var::GodotFlat;
use godot_var::snapshot::SnapshotState;

#[derive(Clone, GodotFlat, SnapshotState)]
#[flat(delta)]
#[snapshot(extrapolate = Player::ahead)]
struct Player {
    health: u8,
}

impl Player {
    fn ahead(&self) -> Self {
        self.clone()
    }
}

fn main() {}
