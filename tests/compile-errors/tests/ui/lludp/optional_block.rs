use godot_var::lludp::Uuid;
use godot_var::{LludpBlock, LludpMessage};

#[derive(LludpMessage)]
#[lludp(frequency = "High", number = 3)]
struct Chat {
    agent: Option<Agent>,
}

#[derive(LludpBlock)]
struct Agent {
    id: Uuid,
}

fn main() {}
