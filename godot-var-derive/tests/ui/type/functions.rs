use godot_var::GodotVar;

mod module {
    pub fn encode(value: &i32) {}
}

#[derive(GodotVar)]
struct Functions {
    #[godot_var(with = module)]
    a: i32,
    #[godot_var(with = missing)]
    b: i32,
    #[godot_var(skip_encoding_if = Option::is_none)]
    c: i32,
    #[godot_var(default = "text")]
    d: i32,
}

#[derive(GodotVar)]
struct WireTypes {
    #[godot_var(as = "StringName")]
    a: i32,
    #[godot_var(max_len = 5)]
    b: i32,
    #[godot_var(f64)]
    c: String,
    #[godot_var(typed)]
    d: i32,
}

struct NoDefault;

#[derive(GodotVar)]
struct Defaults {
    #[godot_var(skip)]
    a: NoDefault,
}

fn main() {}
