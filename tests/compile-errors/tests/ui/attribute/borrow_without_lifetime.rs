use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(borrow)]
    text: String,
}

fn main() {}
