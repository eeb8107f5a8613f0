use godot_var::litenet::LiteNetMessage;

#[derive(LiteNetMessage)]
#[litenet(msg_type = 5)]
struct Join {
    name: String,
}

#[derive(LiteNetMessage)]
#[litenet(msg_type = 5)]
struct Leave {
    reason: u8,
}

#[derive(LiteNetMessage)]
#[litenet(messages)]
enum Message {
    Join(Join),
    Leave(Leave),
}

fn main() {}
