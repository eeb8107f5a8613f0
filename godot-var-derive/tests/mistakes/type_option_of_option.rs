use godot_var::GodotVar;

#[derive(GodotVar)]
struct Options {
    plain: Option<Option<i32>>,
    path: std::option::Option<core::option::Option<String>>,
    #[godot_var(skip)]
    skipped: Option<Option<i32>>,
}

fn main() {}
