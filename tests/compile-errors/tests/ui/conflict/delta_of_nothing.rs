use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(delta)]
struct Player {
    #[godot_var(skip)]
    local: i32,
}

fn main() {}
