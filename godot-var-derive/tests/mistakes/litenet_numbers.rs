use godot_var::litenet::{FromLiteNetBytes, LiteNet2018, LiteNetHead, LiteNetMessage};

#[derive(LiteNetMessage)]
#[litenet(msg_type = 5)]
struct Five;

#[derive(LiteNetMessage)]
#[litenet(msg_type = 5)]
struct AlsoFive;

#[derive(LiteNetMessage)]
#[litenet(messages)]
enum Messages {
    Five(Five),
    AlsoFive(AlsoFive),
}

#[derive(LiteNetMessage)]
enum TwoNumbers {
    #[litenet(id = 1)]
    A = 2,
    B = 3,
}

#[derive(LiteNetMessage)]
enum OtherWithAttributes {
    A,
    #[litenet(other, id = 5)]
    B(#[litenet(packed)] u8),
}

fn main() {
    let _ = Messages::from_litenet_bytes::<LiteNet2018>(&[5, 0]);
    let _ = Messages::from_litenet_bytes::<LiteNetHead>(&[5]);
}
