use godot_var::GodotVar;

mod seconds {
    use godot_var::{DecodeError, DecodeVariant, Dialect, Reader};

    pub fn decode<'de, D: Dialect>(reader: &mut Reader<'de>) -> Result<Vec<String>, DecodeError> {
        DecodeVariant::<D>::decode(reader)
    }
}

#[derive(GodotVar)]
struct Chat<T> {
    #[godot_var(with = self::seconds)]
    a: Vec<String>,
    b: T,
}

fn main() {}
