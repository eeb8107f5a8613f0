use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(rename_al = "camelCase")]
struct Typo {
    a: i32,
}

#[derive(GodotVar)]
#[godot_var(untaged)]
enum TypoOfEnum {
    A,
}

#[derive(GodotVar)]
#[godot_var(endian = "big")]
struct Unheard {
    a: i32,
}

#[derive(GodotVar)]
#[godot_var(endian = "big")]
enum UnheardOfEnum {
    A,
}

#[derive(GodotVar)]
#[godot_var(remote = "Foreign")]
struct Remote {
    a: i32,
}

#[derive(GodotVar)]
#[godot_var(from = "Foreign", into = "Foreign", try_from = "Foreign")]
struct Converted {
    a: i32,
}

#[derive(GodotVar)]
#[godot_var(as_int)]
enum AsInt {
    A,
}

#[derive(GodotVar)]
#[godot_var(flag = 64)]
struct Flagged {
    a: i32,
}

#[derive(GodotVar)]
#[godot_var(my::tag = "type")]
enum PathAsName {
    A,
}

fn main() {}
