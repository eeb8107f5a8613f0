use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(delta)]
struct Health(i32);

fn main() {}
