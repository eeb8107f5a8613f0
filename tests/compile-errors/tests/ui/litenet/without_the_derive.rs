use godot_var::litenet::LiteNetMessage;

struct Place {
    x: f32,
}

#[derive(LiteNetMessage)]
#[litenet(msg_type = 5)]
struct Hit {
    at: Place,
}

fn main() {}
