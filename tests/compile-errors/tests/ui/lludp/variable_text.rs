use godot_var::LludpBlock;

#[derive(LludpBlock)]
struct Agent {
    #[lludp(variable = 1)]
    name: String,
}

fn main() {}
