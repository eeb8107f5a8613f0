use godot_var::GodotVar;

#[derive(GodotVar)]
struct Item {
    name: String,
}

#[derive(GodotVar)]
#[godot_var(delta)]
struct Player {
    item: Item,
}

fn main() {}
