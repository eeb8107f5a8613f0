// Keys that would do nothing.

#[derive(GodotVar)]
#[godot_var(keys = "StringName", rename_all = "camelCase")]
struct Empty {}

#[derive(Default, GodotVar)]
#[godot_var(default)]
struct NothingMissing {}

#[derive(GodotVar)]
#[godot_var(keys = "StringName")]
struct NothingTravels {
    #[godot_var(skip)]
    cache: u8,
}

#[derive(GodotVar)]
#[godot_var(bound = "u8: Copy")]
struct NoParameters {
    hp: i32,
}

#[derive(GodotVar)]
struct NeverRead {
    #[godot_var(skip_decoding, alias = "health")]
    hp: i32,
    #[godot_var(skip_decoding, strict)]
    mp: i32,
    #[godot_var(skip_decoding, decode_with = read)]
    xp: i32,
}

#[derive(GodotVar)]
struct NeverWritten {
    #[godot_var(skip_encoding, encode_with = write)]
    hp: i32,
    #[godot_var(skip, gdscript = "health")]
    mp: i32,
}

#[derive(GodotVar)]
struct Marked<T> {
    id: u32,
    #[godot_var(rename = "of")]
    of: PhantomData<T>,
}

#[derive(GodotVar)]
enum Event {
    #[godot_var(skip, rename_all = "camelCase")]
    Local {
        #[godot_var(rename = "at")]
        at_tick: u32,
    },
    #[godot_var(skip, gdscript = "Mine")]
    Mine,
    Joined,
}
