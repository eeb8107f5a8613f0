//! The engines' vectors through the Rust type of each value: typed decoding and encoding give the engine's own bytes.

use std::collections::BTreeMap;

use crate::common;
use godot_var::math::{
    Aabb, Basis, Plane, Projection, Quaternion, Rect2, Rect2i, Transform2D, Transform3D, Vector2i,
    Vector3i, Vector4, Vector4i,
};
use godot_var::values::{Callable, NodePath, Rid, Signal, StringName};
use godot_var::{
    Color, Dialect, Dictionary, FromVariantBytes, Godot3, Godot4, ToVariantBytes, Variant, Vector2,
    Vector3,
};

/// Reads the engine's bytes as `T`, and writes them again.
fn same<T, D>(bytes: &[u8], id: &str)
where
    D: Dialect,
    T: for<'de> FromVariantBytes<'de> + ToVariantBytes,
{
    let value = T::from_variant_bytes::<D>(bytes).unwrap_or_else(|error| panic!("{id}: {error}"));
    let written = value.to_variant_bytes::<D>().unwrap_or_else(|error| panic!("{id}: {error}"));
    assert_eq!(hex::encode(written), hex::encode(bytes), "{id}");
    assert_eq!(value.variant_len::<D>().expect("counts"), bytes.len(), "{id}");
}

/// The typed round trip of one vector; `false` if no Rust type alone corresponds to it.
fn typed<D>(kind: &str, bytes: &[u8], id: &str) -> bool
where
    D: Dialect,
{
    match kind {
        "Nil" => same::<(), D>(bytes, id),
        "bool" => same::<bool, D>(bytes, id),
        "int" => {
            same::<i64, D>(bytes, id);
            let value = i64::from_variant_bytes::<D>(bytes).expect("an int");
            if u64::try_from(value).is_ok() {
                same::<u64, D>(bytes, id);
            }
            if u32::try_from(value).is_ok() {
                same::<u32, D>(bytes, id);
            }
            if i32::try_from(value).is_ok() {
                same::<i32, D>(bytes, id);
            }
            if u16::try_from(value).is_ok() {
                same::<u16, D>(bytes, id);
            }
            if i8::try_from(value).is_ok() {
                same::<i8, D>(bytes, id);
            }
        }
        "float" => {
            same::<f64, D>(bytes, id);
            let value = f64::from_variant_bytes::<D>(bytes).expect("a float");
            if f64::from(value as f32).to_bits() == value.to_bits() {
                same::<f32, D>(bytes, id);
            }
        }
        "String" => same::<String, D>(bytes, id),
        "StringName" => same::<StringName, D>(bytes, id),
        "NodePath" => same::<NodePath, D>(bytes, id),
        "Vector2" => same::<Vector2, D>(bytes, id),
        "Vector3" => same::<Vector3, D>(bytes, id),
        "Rect2" => same::<Rect2, D>(bytes, id),
        "Transform2D" => same::<Transform2D, D>(bytes, id),
        "Plane" => same::<Plane, D>(bytes, id),
        "Quaternion" | "Quat" => same::<Quaternion, D>(bytes, id),
        "AABB" => same::<Aabb, D>(bytes, id),
        "Basis" => same::<Basis, D>(bytes, id),
        "Transform3D" | "Transform" => same::<Transform3D, D>(bytes, id),
        "Color" => same::<Color, D>(bytes, id),
        "PackedByteArray" | "PoolByteArray" => same::<Vec<u8>, D>(bytes, id),
        "PackedInt32Array" | "PoolIntArray" => same::<Vec<i32>, D>(bytes, id),
        "PackedFloat32Array" | "PoolRealArray" => same::<Vec<f32>, D>(bytes, id),
        "PackedStringArray" | "PoolStringArray" => same::<Vec<String>, D>(bytes, id),
        "PackedVector2Array" | "PoolVector2Array" => same::<Vec<Vector2>, D>(bytes, id),
        "PackedVector3Array" | "PoolVector3Array" => same::<Vec<Vector3>, D>(bytes, id),
        "PackedColorArray" | "PoolColorArray" => same::<Vec<Color>, D>(bytes, id),
        "Dictionary" => same::<Dictionary, D>(bytes, id),
        "Array" => same::<godot_var::Array, D>(bytes, id),
        _ => return false,
    }
    true
}

/// Types that only Godot 4 has.
fn typed_godot4(kind: &str, bytes: &[u8], id: &str) -> bool {
    match kind {
        "Vector4" => same::<Vector4, Godot4>(bytes, id),
        "Vector2i" => same::<Vector2i, Godot4>(bytes, id),
        "Vector3i" => same::<Vector3i, Godot4>(bytes, id),
        "Vector4i" => same::<Vector4i, Godot4>(bytes, id),
        "Rect2i" => same::<Rect2i, Godot4>(bytes, id),
        "Projection" => same::<Projection, Godot4>(bytes, id),
        "RID" => same::<Rid, Godot4>(bytes, id),
        "Callable" => same::<Callable, Godot4>(bytes, id),
        "Signal" => same::<Signal, Godot4>(bytes, id),
        "PackedInt64Array" => same::<Vec<i64>, Godot4>(bytes, id),
        "PackedFloat64Array" => same::<Vec<f64>, Godot4>(bytes, id),
        "PackedVector4Array" => same::<Vec<Vector4>, Godot4>(bytes, id),
        _ => return typed::<Godot4>(kind, bytes, id),
    }
    true
}

/// Id, type and bytes of every vector of a file.
fn vectors(file: &str) -> Vec<(String, String, Vec<u8>)> {
    let rows = common::vectors(file);
    let read = |row: &serde_json::Value| {
        let kind = common::text(&row["value"], "t").to_owned();
        (common::text(row, "id").to_owned(), kind, common::bytes(row))
    };
    rows.iter().map(read).collect()
}

#[test]
fn every_vector_of_godot_4() {
    let rows = vectors("godot4.jsonl");
    assert_eq!(rows.len(), 508);
    for (id, kind, bytes) in rows {
        assert!(typed_godot4(&kind, &bytes, &id), "{id}: no type for {kind}");
        same::<Variant, Godot4>(&bytes, &id);
    }
}

#[test]
fn every_vector_of_godot_3() {
    let rows = vectors("godot3.jsonl");
    assert_eq!(rows.len(), 412);
    for (id, kind, bytes) in rows {
        assert!(typed::<Godot3>(&kind, &bytes, &id), "{id}: no type for {kind}");
        same::<Variant, Godot3>(&bytes, &id);
    }
}

#[test]
fn dictionaries_of_the_engine_as_maps() {
    let mut maps = 0;
    for (id, kind, bytes) in vectors("godot4.jsonl") {
        if kind != "Dictionary" {
            continue;
        }
        let Ok(map) = BTreeMap::<String, Variant>::from_variant_bytes::<Godot4>(&bytes) else {
            continue;
        };
        let dictionary = Dictionary::from_variant_bytes::<Godot4>(&bytes).expect("a Dictionary");
        assert_eq!(map.len(), dictionary.entries.len(), "{id}");
        for (key, value) in &dictionary.entries {
            let key = key.as_str().expect("a text key");
            assert!(map[key].identical(value), "{id}: {key}");
        }
        maps += 1;
    }
    assert!(maps > 50, "{maps}");
}
