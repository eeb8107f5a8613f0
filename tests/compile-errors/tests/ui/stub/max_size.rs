use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(renam = "x")]
struct Say {
    text: String,
}

#[derive(GodotVar)]
#[godot_var(max_size = 100)]
struct Packet {
    say: Say,
}

fn main() {}
