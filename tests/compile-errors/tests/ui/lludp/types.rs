use godot_var::lludp::{LludpBlock, LludpMessage};

struct Plain;

#[derive(LludpMessage)]
#[lludp(frequency = "High", number = 4)]
struct Message {
    data: Plain,
    number: u8,
    list: Vec<u32>,
}

#[derive(LludpBlock)]
struct Block {
    text: String,
    #[lludp(variable = 1)]
    number: u32,
    size: usize,
}

fn main() {}
