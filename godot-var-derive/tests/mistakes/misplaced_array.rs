use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(array)]
struct Array {
    #[godot_var(rename = "b")]
    a: i32,
    #[godot_var(alias = "d")]
    c: i32,
    #[godot_var(skip_encoding_if = Option::is_none)]
    e: Option<i32>,
    #[godot_var(skip_decoding)]
    f: i32,
    #[godot_var(skip_encoding)]
    g: i32,
}

#[derive(GodotVar)]
struct Tuple(#[godot_var(flatten)] Inner, i32);

#[derive(GodotVar)]
struct Inner {
    a: i32,
}

#[derive(GodotVar)]
#[godot_var(array, deny_unknown_fields, keys = "StringName", rename_all = "camelCase")]
struct KeysOfAnArray {
    a: i32,
}

#[derive(GodotVar)]
#[godot_var(deny_unknown_fields)]
struct Newtype(i32);

#[derive(GodotVar)]
struct OptionalInFront(i32, #[godot_var(default)] i32, i32);

fn main() {}
