use godot_var::lludp::{LludpBlock, LludpMessage};

#[derive(LludpMessage)]
#[lludp(frequency = "Hihg", number = 4, zerocode)]
struct Misspelled {
    #[lludp(variable = 1)]
    agent_data: Data,
}

#[derive(LludpMessage)]
struct NoNumber {}

#[derive(LludpMessage)]
#[lludp(frequency = "Often", number = 1)]
struct Often {}

#[derive(LludpMessage)]
#[lludp(frequency = "High", number = 255)]
struct TooHigh {}

#[derive(LludpMessage)]
#[lludp(frequency = "Fixed", number = 5, deprecated = "yes")]
struct NotFixed {
    #[lludp(name = "Data")]
    one: Data,
    data: Data,
    #[lludp(rename = "Other")]
    other: Data,
}

#[derive(LludpMessage)]
#[lludp(frequency = "High", number = 5)]
enum Enumeration {
    A,
}

#[derive(LludpBlock)]
struct Data {
    a: u8,
}

#[derive(LludpBlock)]
struct Bytes<'a, T> {
    #[lludp(variable = 3)]
    three: &'a [u8],
    none: Vec<u8>,
    slice: &'a [u8],
    generic: T,
    #[lludp(name = "not a name")]
    name: u8,
}

#[derive(LludpBlock)]
struct Tuple(u8);

#[derive(LludpMessage)]
#[lludp(frequency = "Fixed", number = 5)]
struct NotFixedEither {}

fn main() {}
