//! Values at the boundaries of what readers accept, and the types that read them. Tests of Rust's readers, generated GDScript and dissectors
//! use them.

use std::collections::BTreeSet;

use godot_var::layout::{Describe, TypeLayout};
use godot_var::math::{Vector4, double};
use godot_var::values::{
    Callable, DoubleStructure, NodePath, ObjectId, Rid, Signal, StringName, VariantType,
};
use godot_var::{
    Array, Color, Dictionary, FromVariantBytes, Godot3, Godot4, Variant, Vector2, Vector3,
};

#[path = "../../schemas/boundaries.rs"]
#[allow(missing_docs, reason = "the names say it")]
pub mod both;
#[path = "../../schemas/boundaries_godot4.rs"]
#[allow(missing_docs, reason = "the names say it")]
pub mod newer;

/// The schema of the types that both engines have.
#[allow(dead_code, reason = "Rust itself reads no text of it")]
pub(crate) const BOTH: &str = include_str!("../../schemas/boundaries.rs");
/// The schema of the others.
#[allow(dead_code, reason = "only dissectors read it: GDScript can send none of these")]
pub(crate) const NEWER: &str = include_str!("../../schemas/boundaries_godot4.rs");

/// A message with one field, and functions that tell whether Rust can read it from bytes.
pub(crate) struct Type {
    pub(crate) name: &'static str,
    /// `None` for a type that Godot 3 lacks.
    pub(crate) godot3: Option<fn(&[u8]) -> bool>,
    #[allow(dead_code, reason = "the engine at hand is Godot 3")]
    pub(crate) godot4: fn(&[u8]) -> bool,
    #[allow(dead_code, reason = "other programs have rules that are rendered from it")]
    pub(crate) layout: &'static TypeLayout<'static>,
}

impl Type {
    /// The key that identifies its messages.
    pub(crate) fn marker(&self) -> String {
        let mut marker = "is".to_owned();
        for letter in self.name.trim_start_matches("Of").chars() {
            if letter.is_uppercase() {
                marker.push('_');
            }
            marker.extend(letter.to_lowercase());
        }
        marker
    }

    /// A message with this value, or without the field for `None`.
    pub(crate) fn message(&self, value: Option<&Variant>) -> Variant {
        let mut message = Dictionary::new();
        message.entries.push((self.marker().into(), true.into()));
        message.entries.extend(value.map(|value| ("value".into(), value.clone())));
        Variant::Dictionary(message)
    }
}

/// All types.
#[allow(elided_lifetimes_in_paths, reason = "a few of them borrow")]
pub(crate) fn types() -> Vec<Type> {
    macro_rules! both {
        ($($name:ident),* $(,)?) => {
            vec![$(Type {
                name: stringify!($name),
                godot3: Some(|bytes| both::$name::from_variant_bytes::<Godot3>(bytes).is_ok()),
                godot4: |bytes| both::$name::from_variant_bytes::<Godot4>(bytes).is_ok(),
                layout: <both::$name as Describe>::LAYOUT,
            }),*]
        };
    }
    macro_rules! newer {
        ($($name:ident),* $(,)?) => {
            vec![$(Type {
                name: stringify!($name),
                godot3: None,
                godot4: |bytes| newer::$name::from_variant_bytes::<Godot4>(bytes).is_ok(),
                layout: <newer::$name as Describe>::LAYOUT,
            }),*]
        };
    }
    let mut types = both![
        OfBool,
        OfI8,
        OfI16,
        OfI32,
        OfI64,
        OfU8,
        OfU16,
        OfU32,
        OfU64,
        OfF32,
        OfF64,
        OfChar,
        OfText,
        OfName,
        OfPath,
        OfUnit,
        OfBorrowed,
        OfBorrowedBytes,
        OfListOfU8,
        OfListOfI8,
        OfListOfU16,
        OfListOfI32,
        OfListOfU32,
        OfListOfI64,
        OfListOfU64,
        OfListOfF32,
        OfListOfF64,
        OfListOfBool,
        OfListOfChar,
        OfListOfText,
        OfListOfName,
        OfListOfVector2,
        OfListOfVector3,
        OfListOfColor,
        OfListOfOption,
        OfListOfList,
        OfFixedList,
        OfFixedListOfF32,
        OfFixedArray,
        OfNoElements,
        OfSet,
        OfSetOfText,
        OfTuple,
        OfTextMap,
        OfIntMap,
        OfOptionalI32,
        OfOptionalText,
        OfOptionalList,
        OfBoxed,
        OfVector2,
        OfVector3,
        OfRect2,
        OfPlane,
        OfAabb,
        OfBasis,
        OfTransform2D,
        OfQuaternion,
        OfTransform3D,
        OfColor,
        OfAnyDictionary,
        OfAnyArray,
        OfAnything,
        OfF64AsInt,
        OfBoolAsInt,
        OfI32AsFloat,
        OfI64AsFloat,
        OfBoolAsFloat,
        OfWideFloat,
        OfTextAsName,
        OfTextAsPath,
        OfListAsArray,
        OfStrictI32,
        OfStrictF32,
        OfStrictF64,
        OfStrictText,
        OfStrictList,
        OfStrictArray,
        OfShortText,
        OfShortList,
        OfWrapping,
        OfListOfWrapping,
        OfNonZeroU8,
        OfNonZeroI8,
        OfNonZeroI64,
        OfNonZeroU64,
        OfOptionalNonZero,
        OfListOfNonZeroU8,
        OfListOfNonZeroI32,
        OfListOfNonZeroI8,
        OfNonZeroMap,
        OfNonZeroAsFloat,
        OfStrictNonZero,
        OfListOfBoxed,
        OfListOfBoxedText,
        OfHashSet,
        OfSharedList,
        OfLentList,
        OfWhatIsLeft,
        OfNumbered,
        OfStrictNumbered,
        OfNamed,
        OfStrictNamed,
        OfStrictNewtype,
    ];
    types.extend(newer![
        OfTypedFixedList,
        OfVector2i,
        OfVector3i,
        OfVector4i,
        OfRect2i,
        OfVector4,
        OfProjection,
        OfRid,
        OfObjectId,
        OfCallable,
        OfSignal,
        OfWideVector3,
        OfListOfVector4,
        OfListOfVector2i,
        OfStrictName,
    ]);
    types
}

/// The values; `None` is an absent field.
pub(crate) fn values() -> Vec<Option<Variant>> {
    let mut ints: BTreeSet<i64> = BTreeSet::from([0, 1, -1, i64::MIN, i64::MAX]);
    for bits in [7, 8, 15, 16, 31, 32, 53] {
        for near in [-1, 0, 1] {
            ints.extend([(1_i64 << bits) + near, near - (1_i64 << bits)]);
        }
    }
    let mut floats: Vec<f64> = ints.iter().map(|int| *int as f64).collect();
    floats.extend([0.5, -0.0, 2_f64.powi(53) + 2.0, 1e300, f64::NAN]);
    floats.extend([f64::INFINITY, f64::NEG_INFINITY]);
    // The largest float of 32 bits, and two numbers beyond it: one is rounded to it, the other to infinity.
    let infinite = f64::from(f32::MAX) + 2_f64.powi(103);
    let singles = [f64::from(f32::MAX), infinite.next_down(), infinite];
    floats.extend(singles.iter().flat_map(|single| [*single, -single]));
    let scalars: Vec<Variant> = ints
        .into_iter()
        .map(Variant::Int)
        .chain(floats.into_iter().map(Variant::Float))
        .chain([Variant::Nil, true.into(), false.into()])
        .chain(["", "x", "xy", "é"].map(Variant::from))
        .chain([StringName::from("x").into(), StringName::from("xy").into()])
        .chain([Variant::from(NodePath::parse("a/b:c"))])
        .collect();
    let array = |element: &Variant| Variant::Array(Array::new(vec![element.clone()]));
    let mut values: Vec<Variant> = scalars.iter().map(array).collect();
    values
        .extend([Array::new(Vec::new()), Array::new(vec![1.into(), 2.into()])].map(Variant::Array));
    values.push(array(&array(&1.into())));
    for (key, value) in [("a", 1.into()), ("a", "x".into()), ("a", Variant::Nil)] {
        values.push(Variant::Dictionary(Dictionary {
            entries: vec![(key.into(), value)],
            types: None,
        }));
    }
    for key in
        [Variant::from(0), Variant::from(1), Variant::Float(1.0), StringName::from("a").into()]
    {
        for value in [Variant::from(1), "x".into()] {
            let entries = vec![(key.clone(), value)];
            values.push(Variant::Dictionary(Dictionary { entries, types: None }));
        }
    }
    values.push(Variant::Dictionary(Dictionary::new()));
    values.extend([0, 1, 127, 128, 255].map(|byte| Variant::PackedByteArray(vec![byte])));
    values.extend([-1, 0, 255, 256, i32::MAX].map(|int| Variant::PackedInt32Array(vec![int])));
    let longs = [-1, 0, 1 << 31, 1 << 53, i64::MAX];
    values.extend(longs.map(|int| Variant::PackedInt64Array(vec![int])));
    values.extend([0.5, f32::NAN].map(|real| Variant::PackedFloat32Array(vec![real])));
    let reals = [0.5, 1e300, f64::NAN, f64::INFINITY].into_iter().chain(singles);
    values.extend(reals.map(|real| Variant::PackedFloat64Array(vec![real])));
    values.extend(["", "x", "xy"].map(|text| Variant::PackedStringArray(vec![text.to_owned()])));
    values.push(Variant::PackedInt32Array(vec![1, 2]));
    // One value of each other type, and every packed array with and without an element.
    let wide = double::Vector3 { x: 1e300, y: 0.0, z: 0.0 };
    values.extend(
        [wide, double::Vector3::default()]
            .map(|vector| Variant::Double(Box::new(DoubleStructure::Vector3(vector)))),
    );
    values.extend([
        Variant::Rid(Rid(7)),
        Variant::ObjectId(ObjectId(7)),
        Variant::Callable(Callable),
        Variant::Signal(Box::new(Signal { name: "x".to_owned(), object_id: ObjectId(7) })),
    ]);
    macro_rules! structures {
        ($($kind:ident),* $(,)?) => { values.extend([$(Variant::$kind(Default::default())),*]) };
    }
    structures!(
        Vector2,
        Vector2i,
        Rect2,
        Rect2i,
        Vector3,
        Vector3i,
        Transform2D,
        Vector4,
        Vector4i,
        Plane,
        Quaternion,
        Aabb,
        Basis,
        Transform3D,
        Projection,
        Color,
        PackedByteArray,
        PackedInt32Array,
        PackedInt64Array,
        PackedFloat32Array,
        PackedFloat64Array,
        PackedStringArray,
        PackedVector2Array,
        PackedVector3Array,
        PackedColorArray,
        PackedVector4Array
    );
    values.extend([
        Variant::PackedVector2Array(vec![Vector2::default()]),
        Variant::PackedVector3Array(vec![Vector3::default()]),
        Variant::PackedColorArray(vec![Color::default()]),
        Variant::PackedVector4Array(vec![Vector4::default()]),
    ]);
    let values: Vec<Variant> = scalars.into_iter().chain(values).collect();
    for kind in VariantType::ALL {
        assert!(values.iter().any(|value| value.variant_type() == *kind), "no {kind:?}");
    }
    std::iter::once(None).chain(values.into_iter().map(Some)).collect()
}
