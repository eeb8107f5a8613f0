//! Packed arrays as borrowed views: the engines' bytes, the same elements as a `Vec`, the same errors.

use crate::common;
use godot_var::EncodeVariant;
use godot_var::dialect::{Double, Flagless, Godot3_0};
use godot_var::error::{DecodeErrorKind, EncodeErrorKind};
use godot_var::layout::layout_fingerprint;
use godot_var::math::{Vector4, double};
use godot_var::values::{PackedElement, PackedView};
use godot_var::{
    Color, Dialect, FromVariantBytes, Godot3, Godot4, GodotVar, Limits, ToVariantBytes, Vector2,
    Vector3,
};

/// An element type for both a `Vec` and a view.
trait Element: PackedElement + PartialEq + std::fmt::Debug {}
impl<T: PackedElement + PartialEq + std::fmt::Debug> Element for T {}

/// Decodes a list as a view: every access agrees with the `Vec`, and it encodes to the same bytes.
fn agrees<D, T>(bytes: &[u8], id: &str)
where
    D: Dialect,
    T: Element + ToVariantBytes + for<'de> FromVariantBytes<'de>,
{
    let list = Vec::<T>::from_variant_bytes::<D>(bytes).unwrap_or_else(|e| panic!("{id}: {e}"));
    let view =
        PackedView::<T>::from_variant_bytes::<D>(bytes).unwrap_or_else(|e| panic!("{id}: {e}"));
    let debug = |value: &dyn std::fmt::Debug| format!("{value:?}");
    // Compared as texts, in which NaNs are equal.
    assert_eq!(debug(&view), debug(&list), "{id}");
    assert_eq!(debug(&view.to_vec()), debug(&list), "{id}");
    assert_eq!((view.len(), view.is_empty()), (list.len(), list.is_empty()), "{id}");
    assert_eq!(view.iter().len(), list.len(), "{id}");
    for index in 0..=list.len() {
        assert_eq!(debug(&view.get(index)), debug(&list.get(index).copied()), "{id}");
        assert_eq!(debug(&view.iter().nth(index)), debug(&view.get(index)), "{id}");
    }
    let backwards: Vec<T> = view.into_iter().rev().collect();
    assert_eq!(debug(&backwards), debug(&list.iter().rev().collect::<Vec<_>>()), "{id}");
    if let Some(slice) = view.as_slice() {
        assert_eq!(debug(&slice), debug(&list), "{id}");
    }
    assert_eq!(view.as_bytes().len(), list.len() * size_of::<T>(), "{id}");
    let written = view.to_variant_bytes::<D>().unwrap_or_else(|e| panic!("{id}: {e}"));
    assert_eq!(hex::encode(&written), hex::encode(bytes), "{id}");
    assert_eq!(view.variant_len::<D>().expect("counts"), bytes.len(), "{id}");
    truncated::<D, T>(bytes, id);
}

/// A cut message gives both the same error or the same elements.
fn truncated<D, T>(bytes: &[u8], id: &str)
where
    D: Dialect,
    T: Element + for<'de> FromVariantBytes<'de>,
{
    for len in 0..bytes.len() {
        let list = Vec::<T>::from_variant_bytes::<D>(&bytes[..len]);
        let view = PackedView::<T>::from_variant_bytes::<D>(&bytes[..len]);
        match (list, view) {
            (Ok(list), Ok(view)) => assert_eq!(format!("{list:?}"), format!("{view:?}"), "{id}"),
            (Err(list), Err(view)) => {
                assert_eq!(list.kind(), view.kind(), "{id}: {len}");
                assert_eq!(list.offset(), view.offset(), "{id}: {len}");
            }
            (list, view) => panic!("{id}: {len}: {list:?} against {view:?}"),
        }
    }
}

fn vector<D: Dialect>(kind: &str, bytes: &[u8], id: &str) -> bool {
    match kind {
        "PackedByteArray" | "PoolByteArray" => agrees::<D, u8>(bytes, id),
        "PackedInt32Array" | "PoolIntArray" => agrees::<D, i32>(bytes, id),
        "PackedFloat32Array" | "PoolRealArray" => agrees::<D, f32>(bytes, id),
        "PackedVector2Array" | "PoolVector2Array" => agrees::<D, Vector2>(bytes, id),
        "PackedVector3Array" | "PoolVector3Array" => agrees::<D, Vector3>(bytes, id),
        "PackedColorArray" | "PoolColorArray" => agrees::<D, Color>(bytes, id),
        _ => return false,
    }
    true
}

#[test]
fn every_packed_vector_of_both_engines() {
    let mut seen = std::collections::BTreeSet::new();
    for (file, godot4) in [("godot4.jsonl", true), ("godot3.jsonl", false)] {
        for row in common::vectors(file) {
            let (bytes, id) = (common::bytes(&row), common::text(&row, "id"));
            let kind = common::text(&row["value"], "t");
            let known = match kind {
                "PackedInt64Array" => {
                    agrees::<Godot4, i64>(&bytes, id);
                    true
                }
                "PackedFloat64Array" => {
                    agrees::<Godot4, f64>(&bytes, id);
                    true
                }
                "PackedVector4Array" => {
                    agrees::<Godot4, Vector4>(&bytes, id);
                    true
                }
                _ if godot4 => vector::<Godot4>(kind, &bytes, id),
                _ => vector::<Godot3>(kind, &bytes, id),
            };
            if known {
                seen.insert(kind.to_owned());
            }
        }
    }
    assert_eq!(seen.len(), 9 + 6, "{seen:?}");
}

fn lists<D: Dialect>() {
    let id = std::any::type_name::<D>();
    let written = |list: &dyn Fn() -> Vec<u8>| list();
    agrees::<D, u8>(&written(&|| vec![1u8, 2, 3, 4, 5].to_variant_bytes::<D>().unwrap()), id);
    agrees::<D, i32>(&written(&|| vec![1, -2, i32::MIN].to_variant_bytes::<D>().unwrap()), id);
    let floats = vec![0.5f32, f32::NAN, -0.0, f32::INFINITY];
    agrees::<D, f32>(&written(&|| floats.to_variant_bytes::<D>().unwrap()), id);
    let colors = vec![Color::new(1.0, 0.5, 0.25, 0.0); 3];
    agrees::<D, Color>(&written(&|| colors.to_variant_bytes::<D>().unwrap()), id);
}

#[test]
fn every_dialect() {
    lists::<Godot4>();
    lists::<Godot3>();
    lists::<Godot3_0>();
    lists::<Flagless>();
    lists::<Double<Godot4>>();
    lists::<Double<Godot3>>();
    let wide = vec![double::Vector3::new(0.1, 1e300, -2.0), double::Vector3::new(1.0, 2.0, 3.0)];
    agrees::<Double<Godot4>, double::Vector3>(
        &wide.to_variant_bytes::<Double<Godot4>>().expect("encodes"),
        "wide",
    );
    // A build of Godot 3 with double precision keeps its pool arrays at 32 bits.
    let narrow = vec![Vector2::new(0.5, 1.0)];
    agrees::<Double<Godot3>, Vector2>(
        &narrow.to_variant_bytes::<Double<Godot3>>().expect("encodes"),
        "narrow",
    );
}

#[test]
fn another_width_is_refused() {
    let list = vec![Vector3::new(1.0, 2.0, 3.0)];
    let wide = list.to_variant_bytes::<Double<Godot4>>().expect("encodes");
    for error in [
        PackedView::<Vector3>::from_variant_bytes::<Double<Godot4>>(&wide).unwrap_err(),
        PackedView::<Vector3>::from_variant_bytes::<Godot4>(&wide).unwrap_err(),
        Mesh::from_variant_bytes::<Double<Godot4>>(&mesh_bytes::<Double<Godot4>>()).unwrap_err(),
    ] {
        assert_eq!(error.kind(), DecodeErrorKind::WrongType);
        let text = error.to_string();
        assert!(
            text.contains("expected PackedVector3Array of 32-bit components, found 64-bit"),
            "{text}"
        );
    }
    let narrow = list.to_variant_bytes::<Godot4>().expect("encodes");
    let error = PackedView::<double::Vector3>::from_variant_bytes::<Godot4>(&narrow).unwrap_err();
    assert!(error.to_string().contains("of 64-bit components, found 32-bit"), "{error}");
    // A message of the other precision, as a proxy between two builds receives it.
    let view = PackedView::<Vector3>::from_variant_bytes::<Double<Godot4>>(&narrow).expect("reads");
    assert_eq!(view, list);
    // Encoded in another precision, it gives the same bytes as a `Vec`.
    assert_eq!(view.to_variant_bytes::<Double<Godot4>>().expect("encodes"), wide);
    let view = PackedView::<double::Vector3>::from_variant_bytes::<Double<Godot4>>(&wide);
    assert_eq!(view.expect("reads").to_variant_bytes::<Godot4>().expect("encodes"), narrow);
}

#[test]
fn other_types_are_refused() {
    let ints = vec![1i32, 2].to_variant_bytes::<Godot4>().expect("encodes");
    let error = PackedView::<f32>::from_variant_bytes::<Godot4>(&ints).unwrap_err();
    assert_eq!(error.to_string(), "expected PackedFloat32Array, found PackedInt32Array at byte 0");
    let array = vec![1u16, 2].to_variant_bytes::<Godot4>().expect("encodes");
    let error = PackedView::<i32>::from_variant_bytes::<Godot4>(&array).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::WrongType);
    let error = PackedView::<i32>::from_variant_bytes_with::<Godot4>(
        &ints,
        Limits::DEFAULT.with_elements(1),
    )
    .unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::LimitExceeded);
    // A count that exceeds the bytes, and a negative one.
    for (count, kind) in [
        (3u32, DecodeErrorKind::Incomplete),
        (1 << 20, DecodeErrorKind::Incomplete),
        (u32::MAX, DecodeErrorKind::InvalidLength),
    ] {
        let mut lying = ints.clone();
        lying[4..8].copy_from_slice(&count.to_le_bytes());
        let error = PackedView::<i32>::from_variant_bytes::<Godot4>(&lying).unwrap_err();
        assert_eq!(error.kind(), kind, "{count}");
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, GodotVar)]
struct Mesh<'a> {
    name: &'a str,
    vertices: PackedView<'a, Vector3>,
    indices: PackedView<'a, i32>,
    colors: Option<PackedView<'a, Color>>,
    #[godot_var(default, max_len = 4)]
    blob: PackedView<'a, u8>,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array)]
struct Frames<'a> {
    tick: u32,
    samples: Vec<PackedView<'a, f32>>,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct OwnedMesh {
    name: String,
    vertices: Vec<Vector3>,
    indices: Vec<i32>,
    colors: Option<Vec<Color>>,
    #[godot_var(default, max_len = 4)]
    blob: Vec<u8>,
}

fn owned() -> OwnedMesh {
    OwnedMesh {
        name: "mill".into(),
        vertices: vec![Vector3::new(1.0, 2.0, 3.0), Vector3::ZERO],
        indices: vec![0, 1, 0],
        colors: Some(vec![Color::new(1.0, 0.5, 0.25, 0.0)]),
        blob: vec![1, 2, 3],
    }
}

fn mesh_bytes<D: Dialect>() -> Vec<u8> {
    owned().to_variant_bytes::<D>().expect("encodes")
}

#[test]
fn fields_of_derived_types() {
    let bytes = mesh_bytes::<Godot4>();
    let mesh = Mesh::from_variant_bytes::<Godot4>(&bytes).expect("reads");
    let OwnedMesh { name, vertices, indices, colors, blob } = owned();
    assert_eq!(mesh.name, name);
    assert_eq!(mesh.vertices, vertices);
    assert_eq!(mesh.indices, [0, 1, 0]);
    assert_eq!(mesh.indices, indices.as_slice());
    assert_eq!(mesh.colors.map(|colors| colors.to_vec()), colors);
    assert_eq!(mesh.blob, blob);
    assert_eq!(mesh.to_variant_bytes::<Godot4>().expect("encodes"), bytes);
    let godot3 = mesh_bytes::<Godot3>();
    let mesh3 = Mesh::from_variant_bytes::<Godot3>(&godot3).expect("reads");
    assert_eq!(mesh3, mesh);
    assert_eq!(mesh3.to_variant_bytes::<Godot3>().expect("encodes"), godot3);

    let frames = vec![vec![0.5f32, 1.0], vec![], vec![2.0]];
    let bytes = (7u32, frames.clone()).to_variant_bytes::<Godot4>().expect("encodes");
    let read = Frames::from_variant_bytes::<Godot4>(&bytes).expect("reads");
    assert_eq!(read.samples, frames);
    assert_eq!(read.to_variant_bytes::<Godot4>().expect("encodes"), bytes);
}

#[test]
fn views_stand_in_schemas_as_lists_do() {
    #[derive(GodotVar)]
    struct Owned {
        vertices: Vec<Vector3>,
        wide: Vec<f64>,
        #[godot_var(max_len = 4)]
        blob: Vec<u8>,
    }
    #[derive(GodotVar)]
    struct View<'a> {
        vertices: PackedView<'a, Vector3>,
        wide: PackedView<'a, f64>,
        #[godot_var(max_len = 4)]
        blob: PackedView<'a, u8>,
    }
    assert_eq!(layout_fingerprint::<Owned>(), layout_fingerprint::<View<'_>>());
    assert_eq!(
        <PackedView<'_, u8> as EncodeVariant<Godot4>>::FACTS.min_bytes(),
        <Vec<u8> as EncodeVariant<Godot4>>::FACTS.min_bytes()
    );
}

#[test]
fn max_len_bounds_views() {
    let mesh = OwnedMesh { blob: vec![0; 4], ..owned() };
    let mut bytes = mesh.to_variant_bytes::<Godot4>().expect("encodes");
    assert!(Mesh::from_variant_bytes::<Godot4>(&bytes).is_ok());
    // The count of the last value, for one more word of elements.
    let at = bytes.len() - 8;
    bytes[at] = 5;
    bytes.extend([0; 4]);
    let error = Mesh::from_variant_bytes::<Godot4>(&bytes).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::LimitExceeded);
    assert_eq!(error.path().to_string(), "Mesh.blob");
    let blob = PackedView::<u8>::from_variant_bytes::<Godot4>(&bytes[at - 4..]).expect("reads");
    let error = Mesh { blob, ..Mesh::default() }.to_variant_bytes::<Godot4>().unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::TooLong);
}

#[test]
fn slices_need_an_address_that_elements_can_have() {
    let bytes = vec![1i32, 2, 3].to_variant_bytes::<Godot4>().expect("encodes");
    let mut arena = vec![0u8; bytes.len() + 8];
    let mut slices = 0;
    for shift in 0..8 {
        let shifted = &mut arena[shift..shift + bytes.len()];
        shifted.copy_from_slice(&bytes);
        let view = PackedView::<i32>::from_variant_bytes::<Godot4>(shifted).expect("reads");
        assert_eq!(view, [1, 2, 3]);
        assert_eq!(view.get(2), Some(3));
        assert_eq!(view.get(usize::MAX), None);
        slices += usize::from(view.as_slice() == Some(&[1, 2, 3]));
    }
    assert_eq!(slices, if cfg!(target_endian = "little") { 2 } else { 0 });
    let odd = PackedView::<u8>::from_variant_bytes::<Godot4>(&[29, 0, 0, 0, 1, 0, 0, 0, 7]);
    assert_eq!(odd.expect("reads").to_vec(), [7]);
}

#[test]
#[cfg(target_endian = "little")]
fn views_of_own_elements() {
    let OwnedMesh { name, vertices, indices, colors, blob } = &owned();
    let mesh = Mesh {
        name,
        vertices: vertices.as_slice().into(),
        indices: indices.as_slice().into(),
        colors: colors.as_deref().map(PackedView::from),
        blob: blob.as_slice().into(),
    };
    assert_eq!(mesh.to_variant_bytes::<Godot4>().expect("encodes"), mesh_bytes::<Godot4>());
    assert_eq!(
        mesh.to_variant_bytes::<Double<Godot4>>().expect("encodes"),
        mesh_bytes::<Double<Godot4>>()
    );
}
