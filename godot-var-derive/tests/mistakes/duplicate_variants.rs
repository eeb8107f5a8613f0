use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(array, id)]
enum Ids {
    #[godot_var(id = 1)]
    A,
    #[godot_var(id = 1)]
    B,
    #[godot_var(id = "c")]
    C,
    #[godot_var(rename = "c")]
    D,
}

#[derive(GodotVar)]
enum Names {
    A,
    #[godot_var(rename = "A")]
    B,
    #[godot_var(alias = "A")]
    C,
}

#[derive(GodotVar)]
#[godot_var(tag = "type")]
enum Tags {
    #[godot_var(id = 7)]
    A { a: i32 },
    #[godot_var(id = 7)]
    B { a: i32 },
}

#[derive(GodotVar)]
#[godot_var(repr = "int")]
enum Numbers {
    A = 1,
    B = 1,
}

#[derive(GodotVar)]
enum Others {
    A,
    #[godot_var(other)]
    B,
    #[godot_var(other)]
    C(String),
}

#[derive(GodotVar)]
#[godot_var(repr = "int")]
enum IdsAndDiscriminants {
    #[godot_var(id = 1)]
    A,
    B,
    #[godot_var(id = -5)]
    C,
    D = -5,
    #[godot_var(id = 1)]
    E,
    #[godot_var(skip)]
    F = 1,
}

#[derive(GodotVar)]
#[godot_var(tag = "type", rename_all = "lowercase")]
enum OwnAlias {
    #[godot_var(alias = "ab")]
    Ab,
    #[godot_var(id = "ab")]
    B,
}

fn main() {}
