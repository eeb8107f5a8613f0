use godot_var::litenet::LiteNetMessage;

#[derive(LiteNetMessage)]
#[litenet(msg_type = 5)]
struct Fields {
    #[litenet(packed, zigzag)]
    both: u32,
    #[litenet(rest)]
    early: Vec<u8>,
    #[litenet(len = "u8")]
    length: Vec<u8>,
    #[litenet(len = "u16", with = module)]
    module: Vec<u8>,
    #[litenet(if = "later == 1")]
    earlier: Option<u8>,
    #[litenet(if = "both > 1")]
    greater: Option<u8>,
    later: u8,
}

#[derive(LiteNetMessage)]
enum Members {
    One,
    #[litenet(id = 0)]
    Again,
    #[litenet(id = 256)]
    TooLarge,
    #[litenet(msg_type = 3)]
    Message,
    #[litenet(other)]
    Other,
}

#[derive(LiteNetMessage)]
#[litenet(messages)]
enum Messages {
    NoNumber { a: u32 },
    #[litenet(id = 3)]
    Id(Fields),
    #[litenet(msg_type = 7)]
    Seven,
    #[litenet(msg_type = 7)]
    SevenAgain,
}

#[derive(LiteNetMessage)]
enum Empty {}

fn main() {}
