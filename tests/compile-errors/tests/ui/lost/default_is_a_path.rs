use godot_var::GodotVar;

struct Config;

impl Config {
    fn name() -> String {
        "Ann".into()
    }
}

#[derive(GodotVar)]
struct Player {
    #[godot_var(default = "Config::name")]
    name: String,
}

fn main() {}
