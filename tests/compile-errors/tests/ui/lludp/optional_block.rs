use godot_var::lludp::{LludpBlock, LludpMessage, Uuid};

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
