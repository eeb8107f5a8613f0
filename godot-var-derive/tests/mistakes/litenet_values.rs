use godot_var::litenet::LiteNetMessage;

#[derive(LiteNetMessage)]
struct Conditions {
    flag: bool,
    #[litenet(if = "flg")]
    unknown: Option<u8>,
    #[litenet(if = "1 == flag")]
    turned: Option<u8>,
    #[litenet(if = "flag == f()")]
    call: Option<u8>,
    #[litenet(if = "flag ==")]
    cut: Option<u8>,
    #[litenet(if = flag)]
    bare: Option<u8>,
    #[litenet(if = "own == 1")]
    own: Option<u8>,
}

#[derive(LiteNetMessage)]
struct First {
    #[litenet(if = "later")]
    first: Option<u8>,
    later: bool,
}

#[derive(LiteNetMessage)]
struct Forms {
    #[litenet(len = "U16")]
    letters: Vec<u8>,
    #[litenet(packed = 4)]
    valued: u32,
    #[litenet(with)]
    no_module: u32,
    #[litenet(zigzag, euler)]
    two: i32,
    #[litenet(len = "u16", rest)]
    counted: Vec<u8>,
    #[litenet(messages)]
    misplaced: u32,
}

#[derive(LiteNetMessage)]
#[litenet(msg_type = -1, message)]
struct Negative;

#[derive(LiteNetMessage)]
#[litenet(msg_type = 5)]
enum Numbered {
    #[litenet(ohter)]
    Typo(u8),
    #[litenet(rename = "b")]
    Renamed,
    #[litenet(id = "3")]
    Text,
}

#[derive(LiteNetMessage)]
enum Others {
    #[litenet(other)]
    First(u8),
    #[litenet(other)]
    Second(u8),
}

#[derive(LiteNetMessage)]
enum Wide {
    #[litenet(other)]
    Other(u8, Vec<u8>, u8),
}

fn main() {}
