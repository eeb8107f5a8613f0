use godot_var::{Godot4, GodotVar, ToVariantBytes};

type Maybe<T> = Option<T>;

#[derive(GodotVar)]
struct Player {
    team: Option<Maybe<u8>>,
}

fn main() {
    let _ = Player { team: Some(None) }.to_variant_bytes::<Godot4>();
}
