use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(skip, rename = "msg")]
    text: String,
}

fn main() {}
