use godot_var::GodotVar;

#[derive(GodotVar)]
struct Skip {
    #[godot_var(skip, rename = "x", alias = "y")]
    a: i32,
    #[godot_var(skip, with = module)]
    b: i32,
    #[godot_var(skip, as = "int", max_len = 3, skip_encoding_if = f)]
    c: i32,
    #[godot_var(skip_encoding, skip_decoding)]
    d: i32,
    #[godot_var(skip_encoding, skip_encoding_if = f)]
    e: i32,
}

#[derive(GodotVar)]
struct Functions {
    #[godot_var(with = module, encode_with = f)]
    a: i32,
    #[godot_var(with = module, as = "int")]
    b: i32,
    #[godot_var(encode_with = f, strict)]
    c: i32,
    #[godot_var(decode_with = f, max_len = 5)]
    d: String,
    #[godot_var(with = module, typed)]
    e: Vec<i32>,
    #[godot_var(f64, as = "int")]
    f: f32,
    #[godot_var(as = "Array", typed)]
    g: Vec<i32>,
}

#[derive(GodotVar)]
struct Inner {
    x: i32,
}

#[derive(GodotVar)]
struct Flatten {
    #[godot_var(flatten, rename = "x")]
    a: Inner,
    #[godot_var(flatten, alias = "x")]
    b: Inner,
    #[godot_var(flatten, max_len = 3)]
    c: Inner,
    #[godot_var(flatten, with = module)]
    d: Inner,
    #[godot_var(flatten, default)]
    e: Inner,
}

fn main() {}
