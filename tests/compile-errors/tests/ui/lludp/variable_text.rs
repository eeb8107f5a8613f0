use godot_var::lludp::LludpBlock;

#[derive(LludpBlock)]
struct Agent {
    #[lludp(variable = 1)]
    name: String,
}

fn main() {}
