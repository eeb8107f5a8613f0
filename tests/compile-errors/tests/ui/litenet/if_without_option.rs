use godot_var::litenet::LiteNetMessage;

#[derive(LiteNetMessage)]
#[litenet(msg_type = 5)]
struct Targets {
    has_list: bool,
    #[litenet(if = "has_list")]
    list: Vec<u8>,
}

fn main() {}
