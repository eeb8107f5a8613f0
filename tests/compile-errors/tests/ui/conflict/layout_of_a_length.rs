use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(layout = "0123456789abcdef")]
struct Row<const N: usize> {
    cells: [i32; N],
}

fn main() {}
