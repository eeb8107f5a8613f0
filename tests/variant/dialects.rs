//! The table of `docs/dialects.md`: differences between the documentation and the engines, and which of them each dialect follows.

use godot_var::dialect::{Double, Flagless, Godot3_0};
use godot_var::error::{DecodeErrorKind, EncodeErrorKind};
use godot_var::layout::Describe;
use godot_var::math::{Basis, Vector4};
use godot_var::{
    Color, Dialect, EncodeError, EncodeVariant, FromVariantBytes, Godot3, Godot4, Output,
    ToVariantBytes, Variant, Vector3,
};

/// The bytes of a value, as words.
fn words<D: Dialect>(value: &Variant) -> Vec<u32> {
    let bytes = value.to_variant_bytes::<D>().expect("encodes");
    bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

fn read<D: Dialect>(words: &[u32]) -> Result<Variant, DecodeErrorKind> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    Variant::from_variant_bytes::<D>(&bytes).map_err(|error| error.kind())
}

#[test]
fn widths_of_ints_and_floats() {
    let (int, float) = (Variant::Int(5), Variant::Float(0.5));
    assert_eq!(words::<Flagless>(&int), [2, 5, 0]);
    assert_eq!(words::<Godot3_0>(&int), [0x1_0002, 5, 0]);
    assert_eq!(words::<Godot3>(&int), [2, 5]);
    assert_eq!(words::<Godot4>(&int), [2, 5]);
    assert_eq!(words::<Flagless>(&float), [3, 0.5_f32.to_bits()]);
    assert_eq!(words::<Godot4>(&float), [3, 0.5_f32.to_bits()]);

    // `Flagless` has 32 bits: it rounds, but never to infinity, and readers ignore the flag.
    assert_eq!(words::<Flagless>(&Variant::Float(0.1)), [3, 0.1_f32.to_bits()]);
    let error = Variant::Float(1e300).to_variant_bytes::<Flagless>().unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::OutOfRange);
    assert_eq!(read::<Flagless>(&[0x1_0002, 5, 0]), Ok(int));
    assert_eq!(read::<Flagless>(&[0x1_0003, 0.5_f32.to_bits()]), Ok(float));
}

#[test]
fn the_header_has_the_type_in_its_low_8_bits() {
    assert_eq!(read::<Godot4>(&[0x0102, 5]), Ok(Variant::Int(5)));
    assert_eq!(read::<Godot3>(&[0x0102, 5]), Ok(Variant::Int(5)));
    let vector = Variant::from(Vector4::new(1.0, 2.0, 3.0, 4.0));
    assert_eq!(words::<Godot4>(&vector)[0], 12);
}

#[test]
fn a_basis_goes_row_by_row() {
    // The basis vectors are columns.
    let vector = |first: f32| Vector3::new(first, first + 3.0, first + 6.0);
    let basis = Basis { x: vector(1.0), y: vector(2.0), z: vector(3.0) };
    let basis = Variant::from(basis);
    let reals: Vec<u32> = (1..10).map(|real| (real as f32).to_bits()).collect();
    assert_eq!(words::<Godot4>(&basis)[1..], reals);
}

#[test]
fn a_path_in_the_old_form_is_refused() {
    assert_eq!(read::<Godot4>(&[22, 1, 0x61]), Err(DecodeErrorKind::ObsoleteForm));
    assert_eq!(read::<Godot3>(&[15, 1, 0x61]), Err(DecodeErrorKind::ObsoleteForm));
}

#[test]
fn texts_in_packed_arrays_end_with_a_nul() {
    let texts = Variant::from(vec!["abc".to_owned()]);
    let abc = u32::from_le_bytes(*b"abc\0");
    assert_eq!(words::<Godot4>(&texts), [34, 1, 4, abc]);
    assert_eq!(words::<Flagless>(&texts)[1..], [1, 4, abc]);
    assert_eq!(read::<Godot4>(&[34, 1, 3, abc]), Ok(texts));
}

#[test]
fn reals_of_builds_with_double_precision() {
    let vector = Variant::from(Vector3::new(1.0, 2.0, 3.0));
    assert_eq!(words::<Double<Godot4>>(&vector).len(), 1 + 6);
    assert_eq!(words::<Double<Godot3>>(&vector).len(), 1 + 6);
    assert_eq!(words::<Double<Godot3>>(&Variant::from(Color::WHITE)).len(), 1 + 4);
    let list = Variant::from(vec![Vector3::new(1.0, 2.0, 3.0)]);
    assert_eq!(words::<Double<Godot3>>(&list).len(), 2 + 3);
    let written = words::<Double<Godot4>>(&list);
    assert_eq!((written[0], written.len()), (0x1_0000 + 36, 2 + 6));
    // An array of 32 bits that was read without the flag is written with it.
    let narrow = [36, 1, 1.0_f32.to_bits(), 2.0_f32.to_bits(), 3.0_f32.to_bits()];
    let came = read::<Double<Godot4>>(&narrow).expect("decodes");
    assert_eq!(words::<Double<Godot4>>(&came), written);
}

/// A type written by hand, whose layout does not tell what it contains.
struct Hidden;

impl Describe for Hidden {}

impl<D: Dialect> EncodeVariant<D> for Hidden {
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        EncodeVariant::<D>::encode(&Vector4::ZERO, out)
    }
}

#[test]
fn a_type_that_the_dialect_lacks_is_an_error_where_the_compiler_cannot_see_it() {
    assert!(Hidden.to_variant_bytes::<Godot4>().is_ok());
    let error = Hidden.to_variant_bytes::<Godot3>().expect_err("Godot 3 has no Vector4");
    assert_eq!(error.kind(), EncodeErrorKind::UnsupportedType);
}
