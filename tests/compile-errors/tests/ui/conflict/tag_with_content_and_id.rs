use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(tag = "type", content = "data", array, id)]
enum Message {
    #[godot_var(id = 1)]
    Join { name: String },
}

fn main() {}
