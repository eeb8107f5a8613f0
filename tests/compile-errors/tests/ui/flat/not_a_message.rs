use godot_var::ToFlatBytes;

struct Pose;

fn send(pose: &Pose) {
    let _ = pose.to_flat_bytes();
}

fn main() {}
