use godot_var::LiteNetMessage;

#[derive(LiteNetMessage)]
#[litenet(msg_type = 5)]
struct Hit {
    key: char,
}

fn main() {}
