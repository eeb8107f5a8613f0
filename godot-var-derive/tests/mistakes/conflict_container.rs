use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(transparent, array)]
struct Transparent {
    a: i32,
}

#[derive(GodotVar)]
#[godot_var(transparent)]
struct TwoFields {
    a: i32,
    b: i32,
}

#[derive(GodotVar)]
struct NothingTravels(#[godot_var(skip)] i32);

#[derive(GodotVar)]
#[godot_var(tag = "type", untagged)]
enum Untagged {
    A { a: i32 },
}

#[derive(GodotVar)]
#[godot_var(content = "data")]
enum ContentAlone {
    A { a: i32 },
}

#[derive(GodotVar)]
#[godot_var(tag = "type", content = "type")]
enum SameKey {
    A { a: i32 },
}

#[derive(GodotVar)]
#[godot_var(array, id, tag = "type")]
enum IdAndTag {
    #[godot_var(id = 1)]
    A { a: i32 },
}

#[derive(GodotVar)]
#[godot_var(array, id, untagged)]
enum IdAndUntagged {
    #[godot_var(id = 1)]
    A { a: i32 },
}

#[derive(GodotVar)]
#[godot_var(array, id, rename_all_fields = "camelCase")]
enum KeysOfIds {
    #[godot_var(id = 1)]
    A { a: i32 },
    #[godot_var(id = 2)]
    B { a: i32 },
}

#[derive(GodotVar)]
#[godot_var(repr = "int", tag = "type")]
enum ReprAndTag {
    A,
}

fn main() {}
