use godot_var::GodotVar;

fn default_name() -> String {
    "Ann".into()
}

#[derive(GodotVar)]
struct Player {
    #[godot_var(default = "default_name")]
    name: String,
}

fn main() {}
