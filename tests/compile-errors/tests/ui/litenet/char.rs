use godot_var::litenet::LiteNetMessage;

#[derive(LiteNetMessage)]
#[litenet(msg_type = 5)]
struct Hit {
    key: char,
}

fn main() {}
