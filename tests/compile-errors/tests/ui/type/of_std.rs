use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    a: std::process::ExitCode,
}

fn main() {}
