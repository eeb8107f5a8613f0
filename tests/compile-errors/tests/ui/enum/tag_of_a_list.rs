use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(tag = "type")]
enum Event {
    Scores(Vec<i32>),
    Leave,
}

fn main() {}
