use godot_var::litenet::LiteNetMessage;

#[derive(LiteNetMessage)]
#[litenet(msg_type = 5)]
struct Hit {
    scores: std::collections::HashMap<String, u32>,
}

fn main() {}
