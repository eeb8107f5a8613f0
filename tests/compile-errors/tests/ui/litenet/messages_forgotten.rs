use godot_var::litenet::LiteNetMessage;

#[derive(LiteNetMessage)]
enum Message {
    #[litenet(msg_type = 5)]
    Hit { id: u32 },
    #[litenet(msg_type = 6)]
    Leave,
}

fn main() {}
