use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    a: i32,
    #[godot_var(rename = "a")]
    b: i32,
}

fn main() {}
