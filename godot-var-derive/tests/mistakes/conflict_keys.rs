use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(transparent, rename_all = "camelCase", keys = "StringName", default)]
struct Alone {
    #[godot_var(rename = "x", alias = "y", default = 5)]
    a: i32,
    #[godot_var(skip, default = 5)]
    b: i32,
}

#[derive(GodotVar)]
#[godot_var(transparent)]
struct LeftOut {
    #[godot_var(skip_encoding_if = never)]
    a: i32,
}

#[derive(GodotVar)]
#[godot_var(transparent)]
struct Unwritten {
    #[godot_var(skip_encoding)]
    a: i32,
}

#[derive(GodotVar)]
#[godot_var(default)]
struct Unit;

#[derive(GodotVar)]
#[godot_var(rename_all_fields = "camelCase", keys = "StringName", deny_unknown_fields)]
enum Content {
    #[godot_var(rename_all = "camelCase")]
    A(i32),
    B(i32, i32),
    C(#[godot_var(default)] i32),
    #[godot_var(skip)]
    D { a: i32 },
}

#[derive(GodotVar)]
#[godot_var(tag = "type", content = "data", deny_unknown_fields)]
enum Adjacent {
    A(i32),
    B,
}

#[derive(GodotVar)]
#[godot_var(tag = "type", deny_unknown_fields)]
enum Tagged {
    A,
    B,
}

#[derive(GodotVar)]
#[godot_var(array, id, rename_all = "camelCase", keys = "StringName")]
enum Ids {
    #[godot_var(id = 1, rename_all = "camelCase")]
    A { a: i32 },
}

#[derive(GodotVar)]
#[godot_var(untagged, rename_all = "camelCase")]
enum Untagged {
    A { a: i32 },
}

#[derive(GodotVar)]
#[godot_var(repr = "int", rename_all = "camelCase")]
enum Numbers {
    A,
}

fn main() {}
