use godot_var::GodotVar;

#[derive(GodotVar)]
struct Raw {
    text: String,
}

#[derive(GodotVar)]
#[godot_var(tag = "type")]
enum Event {
    Join,
    #[godot_var(other)]
    Unknown(Raw),
}

fn main() {}
