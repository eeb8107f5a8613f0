use godot_var::GodotVar;

mod seconds {
    use godot_var::{Dialect, EncodeError, EncodeVariant, Output};

    pub fn encode<D: Dialect, O: Output>(value: &i32, out: &mut O) -> Result<(), EncodeError> {
        EncodeVariant::<D>::encode(value, out)
    }
}

#[derive(GodotVar)]
struct Chat {
    #[godot_var(with = seconds)]
    a: i32,
}

fn main() {}
