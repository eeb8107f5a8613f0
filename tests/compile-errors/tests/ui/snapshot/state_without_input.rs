use godot_var::GodotFlat;
use godot_var::snapshot::{SnapshotConfig, SnapshotServer, SnapshotState};

#[derive(Clone, GodotFlat, SnapshotState)]
#[flat(delta)]
struct Player {
    health: u8,
}

fn main() {
    let _server: SnapshotServer<Player> = SnapshotServer::new(SnapshotConfig::new(20));
}
