use godot_var::GodotVar;

#[derive(GodotVar)]
struct Point(i32, i32);

#[derive(GodotVar)]
struct Unit {
    #[godot_var(flatten)]
    at: Point,
}

fn main() {}
