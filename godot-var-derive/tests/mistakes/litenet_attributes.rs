use godot_var::litenet::LiteNetMessage;

#[derive(LiteNetMessage)]
#[litenet(mesages, msg_type = 70000)]
struct Container {
    #[litenet(paked)]
    typo: u32,
    #[litenet(big_endian)]
    unheard: u32,
    #[litenet(rename = "x")]
    renamed: u32,
    #[litenet(msg_type = 5)]
    misplaced: u32,
    #[litenet(packed, packed)]
    twice: u32,
    #[litenet(len = 16)]
    shape: Vec<u8>,
    #[litenet]
    bare: u32,
}

#[derive(LiteNetMessage)]
union Union {
    a: u32,
}

fn main() {}
