use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(rename_all = "camelcase")]
struct Chat {
    user_name: String,
}

fn main() {}
