use godot_var::litenet::LiteNetMessage;

#[derive(LiteNetMessage)]
#[litenet(msg_type = 5)]
struct Hit {
    kind: u8,
    #[litenet(if = "kind")]
    bonus: Option<u32>,
}

fn main() {}
