//! Functions over any message, called with what is none.
use godot_var::{DecodeError, Dialect, EncodeError, FromVariantBytes, Godot4, GodotVar, ToVariantBytes};

struct Plain;

#[derive(GodotVar)]
struct Pair<T> {
    a: T,
    b: T,
}

fn send<T: ToVariantBytes>(message: &T) -> Result<Vec<u8>, EncodeError> {
    message.to_variant_bytes::<Godot4>()
}

fn send_to<D: Dialect, T: ToVariantBytes>(message: &T) -> Result<Vec<u8>, EncodeError> {
    message.to_variant_bytes::<D>()
}

fn receive<T: for<'de> FromVariantBytes<'de>>(bytes: &[u8]) -> Result<T, DecodeError> {
    T::from_variant_bytes::<Godot4>(bytes)
}

fn without_bound<T>(message: &T) {
    let _ = message.to_variant_bytes::<Godot4>();
}

fn main() {
    let _ = Plain.to_variant_bytes::<Godot4>();
    let _ = Plain::from_variant_bytes::<Godot4>(&[]);
    let _ = send(&Plain);
    let _ = send(&vec![1_usize]);
    let _ = send_to::<Godot4, _>(&Pair { a: Plain, b: Plain });
    let _ = send_to::<Plain, _>(&Pair { a: 1, b: 2 });
    let _ = receive::<Plain>(&[]);
    let _ = receive::<Pair<Plain>>(&[]);
}
