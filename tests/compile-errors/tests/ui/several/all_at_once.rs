//! Every mistake of one type is reported at once, and none that is only their consequence.
use godot_var::{FromVariantBytes, Godot4, GodotVar, ToVariantBytes};

#[derive(GodotVar)]
#[godot_var(rename_al = "camelCase", max_size = 10)]
struct Many {
    #[godot_var(skp, default, defalt, rename = 5)]
    a: i32,
    #[godot_var(skip, flatten)]
    b: i32,
    c: Option<Option<i32>>,
}

#[derive(GodotVar)]
#[godot_var(array, id, deny_unknown)]
enum Messages {
    #[godot_var(id = 1.5)]
    A { x: i32 },
    #[godot_var(di = 2)]
    B {
        #[godot_var(max_len = "many")]
        x: String,
    },
}

fn main() {
    let many = Many { a: 1, b: 2, c: None };
    let bytes = (many, [Messages::A { x: 1 }]).to_variant_bytes::<Godot4>().unwrap();
    let _ = Vec::<Many>::from_variant_bytes::<Godot4>(&bytes);
    let _ = Messages::from_variant_bytes::<Godot4>(&bytes);
}
