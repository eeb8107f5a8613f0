use godot_var::litenet::LiteNetMessage;

#[derive(LiteNetMessage)]
#[litenet(msg_type = 5)]
struct Hit {
    #[litenet(len = "u16")]
    damage: u32,
}

fn main() {}
