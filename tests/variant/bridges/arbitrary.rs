//! Values made from bytes: every type occurs, and all of them survive a round trip.

use std::collections::BTreeSet;

use crate::common::DIALECTS;
use arbitrary::{Arbitrary, Unstructured};
use godot_var::math::{Transform3D, Vector4i, double};
use godot_var::values::{NodePath, Object};
use godot_var::{
    Array, Dialect, Dictionary, FromVariantBytes, Godot4, Limits, ToVariantBytes, Variant, Vector3,
};
use godot_var_cli::lines;

/// Bytes that repeat only after a long time.
fn noise(len: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    })
    .take(len)
    .collect()
}

fn depth(value: &Variant) -> u32 {
    let inside = match value {
        Variant::Array(array) => array.elements.iter().map(depth).max(),
        Variant::Dictionary(dictionary) => {
            dictionary.entries.iter().map(|(key, value)| depth(key).max(depth(value))).max()
        }
        Variant::Object(object) => object.properties.iter().map(|(_, value)| depth(value)).max(),
        _ => return 0,
    };
    1 + inside.unwrap_or(0)
}

#[test]
fn values_travel_in_their_dialect() {
    let noise = noise(400_000);
    let limits = Limits::DEFAULT.with_objects(true);
    for spec in DIALECTS {
        let mut bytes = Unstructured::new(&noise);
        let (mut kinds, mut wide, mut deepest) = (BTreeSet::new(), 0, 0);
        while bytes.len() > 1_000 {
            let value = Variant::arbitrary_in(&mut bytes, spec, 3).unwrap();
            let written = lines::encode(&value, spec)
                .unwrap_or_else(|error| panic!("{}: {value:?}: {error}", spec.name));
            let (read, used) = lines::decode(&written, spec, limits).unwrap();
            assert_eq!(used, written.len());
            assert!(spec.is_double() || read.identical(&value), "{value:?} became {read:?}");
            assert!(depth(&value) <= 3);
            deepest = deepest.max(depth(&value));
            kinds.insert(value.variant_type());
            wide += usize::from(matches!(value, Variant::Double(_)));
        }
        let had = godot_var::values::VariantType::ALL
            .iter()
            .filter(|kind| spec.type_id(**kind).is_some());
        assert_eq!(kinds.len(), had.count(), "{}", spec.name);
        assert_eq!((wide > 0, deepest), (spec.is_double(), 3), "{}", spec.name);
    }
}

#[test]
fn the_trait_grows_what_godot_4_can_have() {
    let noise = noise(200_000);
    let limits = Limits::DEFAULT.with_objects(true);
    let mut bytes = Unstructured::new(&noise);
    while bytes.len() > 2_000 {
        let values: (Variant, Array, Dictionary, Object, NodePath) = bytes.arbitrary().unwrap();
        let (value, array, dictionary, object, path) = values;
        let list = [value, array.into(), dictionary.into(), object.into(), path.into()];
        for value in list {
            let written = value.to_variant_bytes::<Godot4>().unwrap();
            let read = Variant::from_variant_bytes_with::<Godot4>(&written, limits).unwrap();
            assert!(read.identical(&value));
            assert!(depth(&value) <= 4);
        }
    }
}

#[test]
fn structures_take_their_components() {
    let bytes: Vec<u8> = (0..64).collect();
    let vector = Vector3::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
    assert_eq!(vector.x.to_bits(), 0x0302_0100);
    assert_eq!(vector.z.to_bits(), 0x0b0a_0908);
    let vector = Vector4i::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
    assert_eq!((vector.x, vector.w), (0x0302_0100, 0x0f0e_0d0c));
    assert_eq!(Transform3D::size_hint(0), (48, Some(48)));
    assert_eq!(double::Vector3::size_hint(0), (24, Some(24)));
    // Without bytes there is still a value.
    assert_eq!(Variant::arbitrary(&mut Unstructured::new(&[])).unwrap(), Variant::Nil);
}

#[test]
fn little_input_gives_little_memory() {
    for seed in 0..=255 {
        let bytes = [seed; 300];
        let value = Variant::arbitrary_in(&mut Unstructured::new(&bytes), &Godot4::SPEC, 1_000);
        assert!(depth(&value.unwrap()) < 300);
    }
}
