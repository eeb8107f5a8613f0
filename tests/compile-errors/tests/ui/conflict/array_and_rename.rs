use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(array)]
struct Chat {
    #[godot_var(rename = "msg")]
    text: String,
    number: i32,
}

fn main() {}
