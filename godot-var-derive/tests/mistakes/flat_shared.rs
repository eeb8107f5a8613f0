#[derive(GodotVar, GodotFlat)]
#[godot_var(renamed, crate = 5)]
#[flat(max_size = 40)]
struct Unread {
    #[godot_var(max_len = "many")]
    text: String,
    #[godot_var(max_len = 3)]
    number: Option<u32>,
    #[godot_var(max_len = 3)]
    #[flat(bits = 3)]
    bits: u8,
    #[godot_var(unit = "min")]
    minutes: Duration,
    #[godot_var(unit = "ms")]
    no_time: u32,
    #[godot_var(unit = "ms", max_len = 3)]
    both: Duration,
}

#[derive(GodotVar, GodotFlat)]
#[godot_var(array, id)]
enum Ids {
    #[godot_var(id = 1)]
    First(u8),
    #[godot_var(id = 1)]
    Again(u8),
    Without(u8),
    #[godot_var(id = 256)]
    Wide(u8),
    #[godot_var(id = -1)]
    Negative(u8),
    #[godot_var(id = "name")]
    Text(u8),
    #[godot_var(id = 2)]
    #[flat(id = 1)]
    Other(u8),
    #[godot_var(other)]
    Unknown(Variant),
}

#[derive(GodotVar, GodotFlat)]
#[godot_var(array, id)]
enum Lacking {
    #[godot_var(id = 1)]
    First(u8),
    Second(u8),
}

#[derive(GodotVar, GodotFlat)]
#[godot_var(array, id)]
enum Unreadable {
    #[godot_var(id = 1.5)]
    First(u8),
    #[godot_var(id = 1)]
    Second(u8),
}

#[derive(GodotVar, GodotFlat)]
#[godot_var(repr = "i16")]
enum Signed {
    Low = -1,
    High = 40000,
    #[godot_var(other)]
    Other(i64),
}

#[derive(GodotVar, GodotFlat)]
#[godot_var(repr = "u8")]
enum Narrow {
    One,
    Many = 300,
    Negative = -1,
}

#[derive(GodotVar, GodotFlat)]
#[godot_var(repr = "u8")]
#[flat(repr = "u16")]
enum Wider {
    #[flat(id = 70000)]
    One,
    #[godot_var(id = 300)]
    Two,
}

#[derive(GodotVar, GodotFlat)]
#[godot_var(repr = "u32")]
enum Kept {
    One,
    #[godot_var(other)]
    Other(i64),
}

#[derive(GodotVar, GodotFlat)]
#[godot_var(repr = "int")]
enum Two {
    #[godot_var(id = 4)]
    One = 3,
}
