use godot_var::litenet::LiteNetMessage;
use godot_var::math::Quaternion;

#[derive(LiteNetMessage)]
struct Misfits {
    #[litenet(packed)]
    packed: String,
    #[litenet(packed)]
    packed_byte: u8,
    #[litenet(zigzag)]
    zigzag: u32,
    #[litenet(euler)]
    euler: f32,
    #[litenet(len = "u16")]
    counted: u32,
    #[litenet(rest)]
    rest: String,
}

#[derive(LiteNetMessage)]
struct Elements {
    #[litenet(len = "packed", zigzag)]
    zigzag: Vec<u32>,
}

#[derive(LiteNetMessage)]
enum Kind {
    One,
    Two,
}

#[derive(LiteNetMessage)]
struct Conditions {
    kind: Kind,
    #[litenet(if = "kind == Three")]
    no_member: Option<u8>,
    #[litenet(if = "kind")]
    no_flag: Option<u8>,
}

#[derive(LiteNetMessage)]
struct Fits {
    #[litenet(euler)]
    turned: Quaternion,
}

#[derive(LiteNetMessage)]
#[litenet(msg_type = 5)]
struct Five;

fn write() {
    use godot_var::litenet::{LiteNet2018, LiteNetHead, ToLiteNetBytes};
    let _ = Five.to_litenet_bytes::<LiteNet2018>();
    let _ = Five.to_litenet_bytes::<LiteNetHead>();
    let _ = Five.to_litenet_bytes::<u8>();
}

struct Foreign;

#[derive(LiteNetMessage)]
struct Types {
    size: usize,
    foreign: Foreign,
    #[litenet(packed)]
    packed: f32,
}

#[derive(LiteNetMessage)]
struct Part;

#[derive(LiteNetMessage)]
#[litenet(messages)]
enum Messages {
    Part(Part),
}

fn main() {}
