use godot_var::GodotFlat;
use godot_var::snapshot::{SnapshotClient, SnapshotConfig, SnapshotState};

#[derive(Clone, GodotFlat, SnapshotState)]
enum Input {
    Jump,
    Duck,
}

fn main() {
    let _client: SnapshotClient<(), Input> = SnapshotClient::new(SnapshotConfig::new(20));
}
