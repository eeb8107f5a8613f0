use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(transparent, rename_all = "camelCase", deny_unknown_fields)]
struct Id {
    player_id: u32,
}

fn main() {}
