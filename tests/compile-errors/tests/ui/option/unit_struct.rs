use godot_var::GodotVar;

#[derive(GodotVar)]
struct Ping;

#[derive(GodotVar)]
struct Chat {
    ping: Option<Ping>,
}

fn main() {}
