use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(array)]
struct Chat {
    #[godot_var(skip_encoding)]
    text: String,
    number: i32,
}

fn main() {}
