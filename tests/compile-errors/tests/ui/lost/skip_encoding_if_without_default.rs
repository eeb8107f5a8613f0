use godot_var::GodotVar;

#[derive(GodotVar)]
struct Player {
    hp: i32,
    #[godot_var(skip_encoding_if = Vec::is_empty)]
    tags: Vec<String>,
}

fn main() {}
