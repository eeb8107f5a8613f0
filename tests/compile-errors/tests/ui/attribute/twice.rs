use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(rename = "msg", rename = "message")]
    text: String,
}

fn main() {}
