use godot_var::{GodotFlat, GodotVar};

#[derive(GodotFlat, GodotVar)]
#[godot_var(array, id)]
enum Message {
    #[godot_var(id = 1)]
    Join { team: u8 },
    #[godot_var(id = 2)]
    #[flat(id = 1)]
    Leave,
}

fn main() {}
