use godot_var::GodotVar;

#[derive(GodotVar)]
struct Inner {
    kind: i32,
}

#[derive(GodotVar)]
#[godot_var(tag = "kind")]
enum Event {
    Moved {
        x: i32,
        #[godot_var(flatten)]
        inner: Inner,
    },
}

fn main() {}
