use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(rename_all = "camel")]
struct Case {
    a: i32,
}

#[derive(GodotVar)]
#[godot_var(keys = "NodePath")]
struct Keys {
    a: i32,
}

#[derive(GodotVar)]
#[godot_var(repr = "u64")]
enum Repr {
    A,
}

#[derive(GodotVar)]
struct WireType {
    #[godot_var(as = "Dictionary")]
    a: i32,
    #[godot_var(borrow)]
    b: String,
}

#[derive(GodotVar)]
#[godot_var(bound = "T Clone")]
struct Bound<T> {
    a: T,
}

#[derive(GodotVar)]
#[godot_var(max_size = 0)]
struct Empty {
    a: i32,
}

#[derive(GodotVar)]
#[godot_var(max_size = 30)]
struct Odd {
    a: i32,
}

fn main() {}
