use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var]
struct NoParentheses {
    a: i32,
}

#[derive(GodotVar)]
#[godot_var = "array"]
struct NameValue {
    a: i32,
}

#[derive(GodotVar)]
#[godot_var("array")]
struct Literal {
    a: i32,
}

#[derive(GodotVar)]
#[godot_var(array deny_unknown_fields)]
struct NoComma {
    a: i32,
}

#[derive(GodotVar)]
#[godot_var(array = true, rename_all, max_size = "64", layout = 5, crate)]
struct Container {
    a: i32,
}

#[derive(GodotVar)]
struct Fields {
    #[godot_var(rename = 5, alias("x", "y"), skip = "yes")]
    a: i32,
    #[godot_var(max_len = -1)]
    b: String,
    #[godot_var(max_len = 99999999999999999999)]
    c: String,
    #[godot_var(max_len = 3000000000)]
    d: String,
    #[godot_var(with = 5)]
    e: i32,
    #[godot_var(with = "not a path")]
    f: i32,
    #[godot_var(default(7))]
    g: i32,
    #[godot_var(rename = )]
    h: i32,
    #[godot_var(as = String)]
    i: i32,
    #[godot_var(encode_with = fn)]
    j: i32,
}

#[derive(GodotVar)]
#[godot_var(array, id)]
enum Member {
    #[godot_var(id)]
    A,
    #[godot_var(id = 1.5)]
    B,
    #[godot_var(id = 99999999999999999999)]
    C,
    #[godot_var(other = true)]
    D,
}

fn main() {}
