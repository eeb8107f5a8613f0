use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(renam = "msg")]
    text: String,
}

fn main() {}
