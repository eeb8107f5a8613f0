use godot_var::GodotVar;

#[derive(GodotVar)]
struct Rename {
    a: i32,
    #[godot_var(rename = "a")]
    b: i32,
}

#[derive(GodotVar)]
#[godot_var(rename_all = "lowercase")]
struct RenameAll {
    user_id: i32,
    userid: i32,
}

#[derive(GodotVar)]
struct Alias {
    a: i32,
    #[godot_var(alias = "a", alias = "c")]
    b: i32,
    c: i32,
}

#[derive(GodotVar)]
struct Raw {
    r#type: i32,
    #[godot_var(rename = "type")]
    kind: i32,
}

#[derive(GodotVar)]
enum InAMember {
    A {
        a: i32,
        #[godot_var(rename = "a")]
        b: i32,
    },
}

fn main() {}
