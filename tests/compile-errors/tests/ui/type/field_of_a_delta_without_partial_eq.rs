use godot_var::GodotVar;

#[derive(Clone, GodotVar)]
struct Item {
    name: String,
}

#[derive(GodotVar)]
#[godot_var(delta)]
struct Player {
    items: Vec<Item>,
}

fn main() {}
