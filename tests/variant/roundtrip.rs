//! Any value in any dialect survives a round trip.

use crate::common::{DIALECTS, assert_travels, travelled};
use godot_var::dialect::{DialectSpec, Double, FloatForm, Generation};
use godot_var::math::Components;
use godot_var::math::double;
use godot_var::values::{
    Callable, DictionaryType, DoubleStructure, ElementType, NodePath, Object, ObjectId, Rid,
    Signal, StringName, VariantType,
};
use godot_var::{Array, Dialect, Dictionary, Godot4, Limits, Variant, Vector2};
use godot_var_cli::json::{from_json, parse, to_json};
use godot_var_cli::lines::{decode, encode};
use proptest::collection::vec;
use proptest::prelude::*;

fn real() -> BoxedStrategy<f32> {
    // Boxed, here and below, because the trees of nested choices are too large for a stack.
    prop_oneof![
        any::<f32>(),
        any::<u32>().prop_map(f32::from_bits).prop_filter("quiet", |real| !real.is_nan()),
        Just(-0.0),
        Just(f32::INFINITY),
        Just(f32::NAN),
    ]
    .boxed()
}

fn structure<S, const N: usize>() -> BoxedStrategy<S>
where
    S: Components<f32, N> + std::fmt::Debug + 'static,
{
    vec(real(), N).prop_map(|list| S::from_components(list.try_into().unwrap_or([0.0; N]))).boxed()
}

fn ints<S, const N: usize>() -> BoxedStrategy<S>
where
    S: Components<i32, N> + std::fmt::Debug + 'static,
{
    vec(any::<i32>(), N)
        .prop_map(|list| S::from_components(list.try_into().unwrap_or([0; N])))
        .boxed()
}

fn words() -> BoxedStrategy<String> {
    prop_oneof!["[a-z_]{0,9}", any::<String>(), Just("a\0".to_owned())].boxed()
}

fn int() -> impl Strategy<Value = i64> {
    prop_oneof![any::<i64>(), any::<i32>().prop_map(i64::from), Just(i64::from(i32::MAX) + 1)]
}

fn float(spec: &'static DialectSpec) -> BoxedStrategy<f64> {
    match spec.float {
        FloatForm::Shortest => prop_oneof![
            any::<f64>(),
            any::<u64>().prop_map(f64::from_bits),
            real().prop_map(f64::from),
        ]
        .boxed(),
        // The format has only 32 bits, and does not keep a NaN's payload.
        FloatForm::Flagless => {
            real().prop_filter("a number", |real| !real.is_nan()).prop_map(f64::from).boxed()
        }
    }
}

fn element_type(spec: &'static DialectSpec) -> BoxedStrategy<ElementType> {
    let kinds: Vec<_> =
        VariantType::ALL.iter().copied().filter(|kind| spec.type_id(*kind).is_some()).collect();
    prop_oneof![
        proptest::sample::select(kinds).prop_map(ElementType::Builtin),
        words().prop_map(ElementType::Class),
        words().prop_map(ElementType::Script),
    ]
    .boxed()
}

/// Values of every type of the dialect, except containers.
fn leaf(spec: &'static DialectSpec) -> BoxedStrategy<Variant> {
    let scalars = prop_oneof![
        Just(Variant::Nil),
        any::<bool>().prop_map(Variant::Bool),
        int().prop_map(Variant::Int),
        float(spec).prop_map(Variant::Float),
        words().prop_map(Variant::String),
        any::<u64>().prop_map(|id| Variant::ObjectId(ObjectId(id))),
        (vec(words(), 0..4), vec(words(), 0..3), any::<bool>())
            .prop_map(|(names, subnames, absolute)| NodePath { names, subnames, absolute }.into()),
    ]
    .boxed();
    let structures = prop_oneof![
        structure().prop_map(Variant::Vector2),
        structure().prop_map(Variant::Rect2),
        structure().prop_map(Variant::Vector3),
        structure().prop_map(Variant::Transform2D),
        structure().prop_map(Variant::Plane),
        structure().prop_map(Variant::Quaternion),
        structure().prop_map(Variant::Aabb),
        structure().prop_map(|v| Variant::Basis(Box::new(v))),
        structure().prop_map(|v| Variant::Transform3D(Box::new(v))),
        structure().prop_map(Variant::Color),
    ]
    .boxed();
    let packed = prop_oneof![
        vec(any::<u8>(), 0..9).prop_map(Variant::PackedByteArray),
        vec(any::<i32>(), 0..70).prop_map(Variant::PackedInt32Array),
        vec(real(), 0..5).prop_map(Variant::PackedFloat32Array),
        vec(words(), 0..4).prop_map(Variant::PackedStringArray),
        vec(structure(), 0..4).prop_map(Variant::PackedVector2Array),
        vec(structure(), 0..4).prop_map(Variant::PackedVector3Array),
        vec(structure(), 0..4).prop_map(Variant::PackedColorArray),
    ]
    .boxed();
    if spec.generation == Generation::Godot3 {
        return prop_oneof![scalars, structures, packed, Just(Variant::Rid(Rid(0)))].boxed();
    }
    let of_godot4 = prop_oneof![
        words().prop_map(|text| Variant::StringName(StringName(text))),
        any::<u64>().prop_map(|id| Variant::Rid(Rid(id))),
        Just(Variant::Callable(Callable)),
        (words(), any::<u64>())
            .prop_map(|(name, id)| Signal { name, object_id: ObjectId(id) }.into()),
        structure().prop_map(Variant::Vector4),
        structure().prop_map(|v| Variant::Projection(Box::new(v))),
        prop_oneof![
            ints().prop_map(Variant::Vector2i),
            ints().prop_map(Variant::Rect2i),
            ints().prop_map(Variant::Vector3i),
            ints().prop_map(Variant::Vector4i),
        ],
        vec(any::<i64>(), 0..5).prop_map(Variant::PackedInt64Array),
        vec(float(spec), 0..5).prop_map(Variant::PackedFloat64Array),
        vec(structure(), 0..4).prop_map(Variant::PackedVector4Array),
    ]
    .boxed();
    prop_oneof![scalars, structures, packed, of_godot4].boxed()
}

fn value(spec: &'static DialectSpec) -> BoxedStrategy<Variant> {
    let typed = spec.generation == Generation::Godot4;
    let declared =
        move || proptest::option::of(element_type(spec)).prop_map(move |t| t.filter(|_| typed));
    leaf(spec)
        .prop_recursive(4, 32, 6, move |inner| {
            let object = ("[A-Z][a-z]{1,9}", vec((words(), inner.clone()), 0..4));
            prop_oneof![
                (vec(inner.clone(), 0..6), declared()).prop_map(|(elements, element_type)| {
                    Variant::Array(Array { elements, element_type: element_type.map(Box::new) })
                }),
                (vec((inner.clone(), inner), 0..6), declared(), declared()).prop_map(
                    |(pairs, key, value)| {
                        // A reader drops repeated keys.
                        let mut dictionary: Dictionary = pairs.into_iter().collect();
                        let types = (key.is_some() || value.is_some())
                            .then(|| Box::new(DictionaryType { key, value }));
                        dictionary.types = types;
                        Variant::Dictionary(dictionary)
                    }
                ),
                object.prop_map(|(class, properties)| Object { class, properties }.into()),
            ]
            .boxed()
        })
        .boxed()
}

/// Every dialect with one of its values.
fn dialect_and_value() -> impl Strategy<Value = (&'static DialectSpec, Variant)> {
    proptest::sample::select(DIALECTS.to_vec())
        .prop_flat_map(|spec| value(spec).prop_map(move |value| (spec, value)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 768, failure_persistence: None, ..Default::default() })]

    #[test]
    fn every_value_travels((spec, value) in dialect_and_value()) {
        assert_travels(&value, spec, "arbitrary");
    }

    #[test]
    fn every_value_has_a_picture((spec, value) in dialect_and_value()) {
        for value in [&value, &travelled(&value, spec)] {
            let picture = to_json(value, spec).to_string();
            let back = parse(&picture).and_then(|json| from_json(&json, spec));
            let back = back.unwrap_or_else(|error| panic!("{error}: {picture}"));
            prop_assert!(back.identical(value), "{} became {:?}", picture, back);
        }
    }
}

#[test]
fn a_key_is_one_in_32_and_in_64_bits() {
    let wide = |x| DoubleStructure::Vector2(double::Vector2::new(x, f64::NAN)).into();
    let keys: [Variant; 5] = [
        Vector2::new(0.5, f32::NAN).into(),
        wide(0.5),
        wide(0.1),
        Vec::<Vector2>::new().into(),
        DoubleStructure::PackedVector2Array(Vec::new()).into(),
    ];
    let mut dictionary = Dictionary::new();
    for (value, key) in keys.into_iter().enumerate() {
        dictionary.insert(key, value as i64);
    }
    let values: Vec<_> = dictionary.entries.iter().map(|(_, value)| value.clone()).collect();
    assert_eq!(values, [1, 2, 4].map(Variant::from));
    let value = Variant::from(dictionary);
    let spec = &<Double<Godot4> as Dialect>::SPEC;
    let bytes = encode(&value, spec).expect("a value");
    let (read, _) = decode(&bytes, spec, Limits::DEFAULT).expect("as written");
    assert_eq!(encode(&read, spec), Ok(bytes), "{read:?}");
}
