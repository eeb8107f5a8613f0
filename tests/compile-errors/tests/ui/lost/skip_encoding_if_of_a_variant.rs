use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(tag = "type")]
enum Event<'a> {
    Say {
        #[godot_var(skip_serializing_if = "str::is_empty")]
        text: &'a str,
    },
}

fn main() {}
