use godot_var::litenet::LiteNetMessage;

#[derive(LiteNetMessage)]
#[litenet(msg_type = 5)]
struct Hit {
    #[litenet(packed)]
    damage: i32,
}

fn main() {}
