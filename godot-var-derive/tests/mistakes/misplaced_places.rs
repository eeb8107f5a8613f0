use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(tag = "t", content = "c", untagged, repr = "int", id, rename_all_fields = "camelCase")]
struct EnumsAttributes {
    a: i32,
}

#[derive(GodotVar)]
#[godot_var(transparent, default, rename = "b", flatten)]
enum StructsAttributes {
    A(i32),
}

#[derive(GodotVar)]
#[godot_var(skip, other)]
struct MembersAttributes {
    a: i32,
}

#[derive(GodotVar)]
struct ContainersAttributes {
    #[godot_var(array)]
    a: i32,
    #[godot_var(deny_unknown_fields)]
    b: i32,
    #[godot_var(rename_all = "camelCase")]
    c: i32,
    #[godot_var(tag = "t")]
    d: i32,
    #[godot_var(max_size = 8)]
    e: i32,
    #[godot_var(crate = "x")]
    f: i32,
}

#[derive(GodotVar)]
enum FieldsAttributes {
    #[godot_var(default)]
    A { a: i32 },
    #[godot_var(with = module)]
    B(i32),
    #[godot_var(flatten)]
    C { a: i32 },
}

#[derive(GodotVar)]
union Union {
    a: u32,
    b: f32,
}

fn main() {}
