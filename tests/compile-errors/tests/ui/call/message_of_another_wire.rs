use godot_var::lludp::{LludpBlock, LludpMessage};
use godot_var::*;

#[derive(LludpBlock)]
struct Agent {
    id: u32,
}

#[derive(LludpMessage)]
#[lludp(frequency = "High", number = 3)]
struct Chat {
    agent: Agent,
}

fn main() {
    let c = Chat { agent: Agent { id: 1 } };
    c.to_variant_bytes::<Godot4>().unwrap();
}
