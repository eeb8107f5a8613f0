use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(array, array)]
#[godot_var(max_size = 64)]
#[godot_var(max_size = 128)]
struct Twice {
    #[godot_var(default, default = 5)]
    a: i32,
    #[godot_var(skip)]
    #[godot_var(skip)]
    b: i32,
}

#[derive(GodotVar)]
#[godot_var(array, id)]
enum Member {
    #[godot_var(id = 1, id = 2)]
    A,
}

#[derive(GodotVar)]
struct SerdesName {
    #[godot_var(skip_serializing_if = Option::is_none, skip_encoding_if = Option::is_none)]
    a: Option<i32>,
}

fn main() {}
