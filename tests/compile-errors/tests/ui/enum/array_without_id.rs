use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(array)]
enum Event {
    Leave,
}

fn main() {}
