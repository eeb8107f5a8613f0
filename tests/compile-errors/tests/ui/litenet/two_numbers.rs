use godot_var::litenet::LiteNetMessage;

#[derive(LiteNetMessage)]
enum Team {
    #[litenet(id = 1)]
    Red = 2,
    Blue = 3,
}

fn main() {}
