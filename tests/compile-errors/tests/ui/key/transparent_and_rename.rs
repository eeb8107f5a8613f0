use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(transparent)]
struct Id {
    #[godot_var(rename = "x")]
    id: u32,
}

fn main() {}
