use godot_var::multiplayer::GodotSync;

#[derive(GodotSync)]
#[sync(always)]
struct Words {
    #[sync(on_chnage)]
    misspelled: u8,
    #[sync(always, never)]
    contradiction: u8,
    #[sync(never, never)]
    twice: u8,
    #[sync(spawn = 1)]
    number: u8,
    #[sync(spawn = false, path = ".:other")]
    fine: u8,
    #[sync(rename = "other")]
    renamed: u8,
    #[sync(skip)]
    skipped: u8,
    #[sync(crate = x)]
    misplaced: u8,
}

#[derive(GodotSync)]
struct Paths {
    health: u8,
    #[sync(path = ".:health")]
    twice: u8,
    #[sync(path = "frame")]
    no_node: u8,
    #[sync(path = "Sprite2D:")]
    no_property: u8,
    #[sync(path = "Body/Sprite2D:material:shader_parameter/hue")]
    fine: u8,
}

#[derive(GodotSync)]
struct Types {
    text: &'static str,
    size: usize,
    pointer: *const u8,
}

#[derive(GodotSync)]
struct Parameter<'a, T> {
    text: &'a str,
    t: T,
}

#[derive(GodotSync)]
struct Tuple(u8);

#[derive(GodotSync)]
enum Enumeration {
    A,
}

#[derive(GodotSync)]
struct Unit;
