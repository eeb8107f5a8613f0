use godot_var::GodotVar;

#[derive(GodotVar)]
struct Point(i32, i32);

#[derive(GodotVar)]
#[godot_var(tag = "type")]
enum Event {
    Move(Point),
    Leave,
}

fn main() {}
