use godot_var::GodotVar;

struct Cache;

#[derive(GodotVar)]
struct Chat {
    text: String,
    #[godot_var(skip)]
    a: Cache,
}

fn main() {}
