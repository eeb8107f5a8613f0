use godot_var::LiteNetMessage;

struct Foreign;

#[derive(LiteNetMessage)]
struct Types {
    size: usize,
    foreign: Foreign,
    #[litenet(packed)]
    packed: f32,
    #[litenet(if = "size == 1")]
    always: u32,
    #[litenet(len = "packed")]
    text: String,
}

#[derive(LiteNetMessage)]
struct Part;

#[derive(LiteNetMessage)]
#[litenet(messages)]
enum Messages {
    Part(Part),
}

fn main() {}
