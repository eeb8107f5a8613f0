use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    a: std::path::PathBuf,
}

fn main() {}
