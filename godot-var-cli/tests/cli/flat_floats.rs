//! Quantized floats go through JSON in the width that they have in Rust.

use godot_var::flat::{FromFlatBytes, ToFlatBytes};
use godot_var::{GodotFlat, Vector2};
use godot_var_cli::{Wire as _, flat::Interpreter};
use godot_var_codegen::flat::parse_text;

#[derive(GodotFlat)]
struct Floats {
    #[flat(range = -1.0..=1.0, as = u32)]
    single: f32,
    #[flat(angle, as = u32)]
    angles: [Option<f32>; 1],
    #[flat(range = 0.0..=3.0, as = u32)]
    place: Vector2,
    #[flat(range = -1.0..=1.0, as = u32)]
    double: f64,
}

#[test]
fn floats_are_rounded_as_in_rust() {
    let schema = parse_text("a.rs", include_str!("flat_floats.rs")).expect("a schema");
    let interpreter = Interpreter::new(schema, Some("Floats")).expect("a type");
    let mut state = 1_u32;
    for _ in 0..300 {
        let mut bytes = Vec::new();
        for number in 0..5 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            bytes.extend((number == 1).then_some(1));
            bytes.extend(state.to_le_bytes());
        }
        let floats = Floats::from_flat_bytes(&bytes).expect("floats");
        let json = interpreter.decode(&bytes).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(json["fields"]["single"].to_string(), format!("{:?}", floats.single), "{json}");
        let again = interpreter.encode(&json).unwrap_or_else(|error| panic!("{error} in {json}"));
        let expected = floats.to_flat_bytes().expect("bytes");
        assert_eq!(hex::encode(again), hex::encode(expected), "{json}");
    }
}
