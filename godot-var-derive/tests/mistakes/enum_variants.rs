use godot_var::GodotVar;

#[derive(GodotVar)]
enum Empty {}

#[derive(GodotVar)]
enum AllSkipped {
    #[godot_var(skip)]
    A,
}

#[derive(GodotVar)]
#[godot_var(array, id)]
enum NoId {
    A,
    B { a: i32 },
}

#[derive(GodotVar)]
#[godot_var(id)]
enum IdWithoutArray {
    #[godot_var(id = 1)]
    A,
}

#[derive(GodotVar)]
#[godot_var(array)]
enum ArrayWithoutId {
    A,
}

#[derive(GodotVar)]
#[godot_var(repr = "int")]
enum ReprWithData {
    A,
    B(i32),
}

const THREE: isize = 3;

#[derive(GodotVar)]
#[godot_var(repr = "int")]
enum Discriminants {
    A = THREE,
    B = 1 + 3,
    C,
    #[godot_var(id = 9)]
    D = 9,
    #[godot_var(rename = "e")]
    E = 10,
    #[godot_var(alias = "f")]
    F = 11,
}

#[derive(GodotVar)]
#[godot_var(untagged)]
enum Untagged {
    #[godot_var(rename = "a")]
    A(i32),
    #[godot_var(id = 2)]
    B(String),
    #[godot_var(other)]
    C,
}

#[derive(GodotVar)]
enum Names {
    #[godot_var(id = 1)]
    A,
}

#[derive(GodotVar)]
enum External {
    #[godot_var(id = 1)]
    A(i32),
    #[godot_var(id = "b", rename = "c")]
    B(i32),
    C(#[godot_var(skip)] i32),
}

#[derive(GodotVar)]
#[godot_var(tag = "type")]
enum Internal {
    A(i32, i32),
    B { r#type: i32 },
    C {
        #[godot_var(alias = "type")]
        kind: i32,
    },
}

#[derive(GodotVar)]
#[godot_var(array, id)]
enum Other {
    #[godot_var(id = 1)]
    A,
    #[godot_var(other)]
    B { a: i32 },
    #[godot_var(skip, id = 5)]
    C,
}

#[derive(GodotVar)]
enum OtherWithName {
    A,
    #[godot_var(other, rename = "b", alias = "c")]
    B(String),
}

#[derive(GodotVar)]
#[godot_var(array, id)]
enum OtherWithAttributes {
    #[godot_var(id = 1)]
    A,
    #[godot_var(other)]
    B(#[godot_var(skip)] Variant),
}

#[derive(GodotVar)]
enum OtherWithAnother {
    A,
    #[godot_var(other)]
    B(#[godot_var(rename = "b", default, as = "StringName")] String),
}

fn main() {}
