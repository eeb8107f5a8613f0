use godot_var::litenet::LiteNetMessage;

#[derive(LiteNetMessage)]
#[litenet(messages)]
enum Message {
    #[litenet(msg_type = 5)]
    Join,
    #[litenet(msg_type = 5)]
    Leave,
}

fn main() {}
