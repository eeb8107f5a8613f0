use godot_var::GodotVar;

#[derive(GodotVar)]
struct Fields {
    #[godot_var(renam = "b")]
    typo: i32,
    #[godot_var(skip_encodin)]
    another_typo: i32,
    #[godot_var(big_endian)]
    unheard: i32,
    #[godot_var(name = "b")]
    named: i32,
    #[godot_var(bytes)]
    bytes: Vec<u8>,
    #[godot_var(getter = "get")]
    getter: i32,
}

fn main() {}
