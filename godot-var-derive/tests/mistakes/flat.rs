#[derive(GodotFlat)]
#[flat(varint, repr = "u8", flags = true, max_size = "many")]
struct Places {
    #[flat(id = 3)]
    id: u32,
    #[flat(lenght = u8)]
    text: String,
    #[flat(packed)]
    number: u32,
    #[flat(as = [u8])]
    list: Vec<u8>,
    #[flat(len = u64, max_len = -1)]
    long: Vec<u8>,
}

#[derive(GodotFlat)]
struct Forms {
    #[flat(varint, as = u8)]
    one: u32,
    #[flat(smallest_three = 10, as = u8)]
    two: Quaternion,
    #[flat(range = 0.5..=0.5, as = u8)]
    three: f32,
    #[flat(range = 0.0..=1.0, as = u64)]
    four: f32,
    #[flat(degrees, angle, as = u8)]
    five: f32,
    #[flat(normal)]
    six: Vector3,
    #[flat(as = i16)]
    seven: f32,
    #[flat(with = module, varint)]
    eight: u32,
    #[flat(with = module, as = u8, clamp)]
    nine: u32,
    #[flat(unit = "ms", len = u8)]
    ten: Duration,
}

#[derive(GodotFlat)]
#[flat(flags, delta(Default, GodotFlat), trailing = "ignore")]
struct Header {
    #[flat(bits = 0)]
    zero: u8,
    #[flat(bits = 1)]
    one: bool,
    #[flat(varint)]
    two: bool,
    #[flat(default)]
    three: Option<u8>,
    #[flat(bits = 65)]
    four: u64,
}

#[derive(GodotFlat)]
struct Packed {
    #[flat(bits = 2)]
    bools: Vec<bool>,
    #[flat(bits = 9)]
    bytes: Option<Vec<u8>>,
    #[flat(bits = 33)]
    longs: Vec<u64>,
    #[flat(bits = 3, varint)]
    forms: Vec<u8>,
    #[flat(bits = 3, as = u8)]
    shown: Vec<u8>,
    #[flat(bits = 3, with = module)]
    own: Vec<u8>,
    #[flat(bits = 1, len = i32)]
    counted: Vec<bool>,
}

#[derive(GodotFlat)]
#[flat(delta)]
struct Empty;

#[derive(GodotFlat)]
#[flat(id, repr = "u16")]
enum Numbers {
    One,
    Two,
    #[flat(id = 70000)]
    Three,
    #[flat(id = 1)]
    Four = 4,
    #[flat(other, id = 3)]
    Other(u16, #[flat(varint)] Vec<u8>),
    #[flat(other)]
    Named { number: u16 },
}

#[derive(GodotFlat)]
enum Constants {
    One = ONE,
    Two = 300,
}

#[derive(GodotFlat)]
#[flat(recursive)]
struct Alone(bool);

#[derive(GodotFlat)]
#[flat(recursive())]
struct Nothing(bool);

#[derive(GodotFlat)]
#[flat(flags, recursive(house::Room))]
struct Door {
    #[flat(lenient)]
    locked: bool,
    #[flat(lenient, varint)]
    open: [bool; 2],
}
