use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(default = "Container::new")]
struct Container {
    a: i32,
}

#[derive(GodotVar)]
struct Fields {
    #[godot_var(default = "a::b")]
    a: String,
    #[godot_var(default = "Vec::<u8>::new")]
    b: Vec<u8>,
    #[godot_var(default = "default_c")]
    c: Cow<'static, str>,
    #[godot_var(default = "c_default")]
    d: String,
    #[godot_var(skip, default = "e::e")]
    e: i32,
    #[godot_var(default = "f")]
    f: bool,
    #[godot_var(default = "default", gdscript = "1g")]
    g: String,
    #[godot_var(default = "res://a::b", gdscript = "")]
    h: String,
    #[godot_var(default = a::b())]
    i: String,
}

#[derive(GodotVar)]
struct LeftOut {
    #[godot_var(skip_encoding_if = never, with = module)]
    a: i32,
    #[godot_var(skip_encoding_if = never, with = module)]
    b: Option<i32>,
    #[godot_var(skip_encoding_if = never, with = module, as = i32)]
    c: Option<i32>,
    #[godot_var(skip_encoding_if = never, with = module, default)]
    d: i32,
    #[godot_var(skip_encoding_if = never, unit = "s")]
    e: Duration,
    #[godot_var(skip_encoding_if = never, skip_decoding, with = module)]
    f: i32,
}

#[derive(GodotVar)]
#[godot_var(gdscript = "größe")]
enum Names {
    #[godot_var(gdscript = "a b")]
    A,
    #[godot_var(csharp = "1", typescript = "a-b")]
    B,
}

#[derive(GodotRpc)]
enum Arguments {
    A(#[rpc(default = "b")] u8, #[rpc(default = "b")] String, #[rpc(default = "b::c")] String),
}

fn main() {}
