use godot_var::lludp::LludpMessage;

#[derive(LludpMessage)]
#[lludp(frequency = "High", number = 3)]
struct Chat {
    agent: Agent,
}

#[derive(LludpMessage)]
#[lludp(frequency = "High", number = 4)]
struct Agent {}

fn main() {}
