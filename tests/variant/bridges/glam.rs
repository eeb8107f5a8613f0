//! The types of glam beside ours: the same bytes as fields, and the engine's own matrices.

use std::fmt::Debug;

use crate::common::{bytes, text, vectors};
use godot_var::EncodeVariant;
use godot_var::dialect::{Double, Flagless, Godot3_0};
use godot_var::layout::{Facts, layout_fingerprint};
use godot_var::values::PackedView;
use godot_var::{Dialect, FromVariantBytes, Godot3, Godot4, GodotVar, ToVariantBytes, math};
use serde_json::Value as Json;

/// Fields of our types, each with another number.
mod ours {
    use super::*;
    use godot_var::math::{
        Basis, Projection, Quaternion, Transform2D, Transform3D, Vector2i, Vector3i, Vector4,
        Vector4i, double,
    };
    use godot_var::{Vector2, Vector3};

    #[derive(Clone, Debug, PartialEq, GodotVar)]
    pub(super) struct Both {
        v2: Vector2,
        v3: Vector3,
        v3a: Vector3,
        q: Quaternion,
        m3: Basis,
        m3a: Basis,
        a2: Transform2D,
        a3: Transform3D,
        list2: Vec<Vector2>,
        list3: Vec<Vector3>,
        list3a: Vec<Vector3>,
        array3: [Vector3; 2],
        array3a: [Vector3; 2],
        matrices: Vec<Basis>,
        maybe: Option<Vector3>,
        d2: double::Vector2,
        d3: double::Vector3,
        dq: double::Quaternion,
        dm3: double::Basis,
        da2: double::Transform2D,
        da3: double::Transform3D,
        dlist3: Vec<double::Vector3>,
    }

    /// Types that only Godot 4 has.
    #[derive(Clone, Debug, PartialEq, GodotVar)]
    pub(super) struct Four {
        v4: Vector4,
        m4: Projection,
        i2: Vector2i,
        i3: Vector3i,
        i4: Vector4i,
        list4: Vec<Vector4>,
        ints: Vec<Vector3i>,
        d4: double::Vector4,
        dm4: double::Projection,
        dlist4: Vec<double::Vector4>,
    }

    /// Numbers that differ from each other, and that 32 bits hold.
    pub(super) struct Numbers(f32);

    impl Numbers {
        pub(super) fn new() -> Self {
            Self(0.25)
        }

        fn next<R: math::Real, S: math::Components<R, N>, const N: usize>(&mut self) -> S {
            S::from_components(std::array::from_fn(|_| {
                self.0 += 1.5;
                R::from_f32(self.0)
            }))
        }

        pub(super) fn both(&mut self) -> Both {
            Both {
                v2: self.next(),
                v3: self.next(),
                v3a: self.next(),
                q: self.next(),
                m3: self.next(),
                m3a: self.next(),
                a2: self.next(),
                a3: self.next(),
                list2: vec![self.next(), self.next()],
                list3: vec![self.next(), self.next(), self.next()],
                list3a: vec![self.next(), self.next()],
                array3: [self.next(), self.next()],
                array3a: [self.next(), self.next()],
                matrices: vec![self.next(), self.next()],
                maybe: Some(self.next()),
                d2: self.next(),
                d3: self.next(),
                dq: self.next(),
                dm3: self.next(),
                da2: self.next(),
                da3: self.next(),
                dlist3: vec![self.next(), self.next()],
            }
        }

        pub(super) fn four(&mut self) -> Four {
            Four {
                v4: self.next(),
                m4: self.next(),
                i2: Vector2i::new(-1, 2),
                i3: Vector3i::new(3, -4, 5),
                i4: Vector4i::new(6, 7, i32::MIN, i32::MAX),
                list4: vec![self.next(), self.next(), self.next()],
                ints: vec![Vector3i::new(1, 2, 3), Vector3i::new(4, 5, 6)],
                d4: self.next(),
                dm4: self.next(),
                dlist4: vec![self.next(), self.next()],
            }
        }
    }
}

/// Each type decodes what the other one encodes, bit for bit and also in place.
fn same<'de, D: Dialect, A, B>(ours: &A, theirs: &B, ours_bytes: &'de [u8], theirs_bytes: &[u8])
where
    A: ToVariantBytes + Debug,
    B: ToVariantBytes + FromVariantBytes<'de> + PartialEq + Debug + Clone,
{
    let name = D::SPEC.name;
    assert_eq!(ours_bytes, theirs_bytes, "{name}: {ours:?}, {theirs:?}");
    assert_eq!(&B::from_variant_bytes::<D>(ours_bytes).expect("readable"), theirs, "{name}");
    let mut place = theirs.clone();
    B::from_variant_bytes_in_place::<D>(ours_bytes, &mut place).expect("readable");
    assert_eq!(&place, theirs, "{name}");
    let mut buffer = vec![0; ours_bytes.len()];
    theirs.write_variant_bytes::<D>(&mut buffer).expect("as long");
    assert_eq!(buffer, ours_bytes, "{name}");
}

/// Compares the templates of constant words: whether usual forms are the same.
fn same_facts<D: Dialect, A: EncodeVariant<D>, B: EncodeVariant<D>>() {
    let facts = |facts: &Facts| format!("{facts:?}");
    assert_eq!(facts(&A::FACTS), facts(&B::FACTS));
    assert_eq!(A::PACKED, B::PACKED);
}

/// Compares the columns of a glam matrix with those that the engine printed.
fn engines_columns<'de, T, const N: usize>(
    hex: &'de [u8],
    value: &Json,
    columns: impl Fn(T) -> [f32; N],
) where
    T: FromVariantBytes<'de> + ToVariantBytes + Copy,
{
    let read = T::from_variant_bytes::<Godot4>(hex).expect("the engine's bytes");
    let expected: Vec<u64> =
        value["f32"].as_array().expect("bits").iter().map(|bits| bits.as_u64().unwrap()).collect();
    assert_eq!(columns(read).map(|real| u64::from(real.to_bits())).to_vec(), expected);
    assert_eq!(read.to_variant_bytes::<Godot4>().expect("writable"), hex);
}

macro_rules! version {
    ($version:ident, $glam:ident) => {
        mod $version {
            use super::*;
            use $glam::{
                Affine2, Affine3A, DAffine2, DAffine3, DMat3, DMat4, DQuat, DVec2, DVec3, DVec4,
                IVec2, IVec3, IVec4, Mat3, Mat3A, Mat4, Quat, Vec2, Vec3, Vec3A, Vec4,
            };

            #[derive(Clone, Debug, PartialEq, GodotVar)]
            struct Both {
                v2: Vec2,
                v3: Vec3,
                v3a: Vec3A,
                q: Quat,
                m3: Mat3,
                m3a: Mat3A,
                a2: Affine2,
                a3: Affine3A,
                list2: Vec<Vec2>,
                list3: Vec<Vec3>,
                list3a: Vec<Vec3A>,
                array3: [Vec3; 2],
                array3a: [Vec3A; 2],
                matrices: Vec<Mat3>,
                maybe: Option<Vec3>,
                d2: DVec2,
                d3: DVec3,
                dq: DQuat,
                dm3: DMat3,
                da2: DAffine2,
                da3: DAffine3,
                dlist3: Vec<DVec3>,
            }

            #[derive(Clone, Debug, PartialEq, GodotVar)]
            struct Four {
                v4: Vec4,
                m4: Mat4,
                i2: IVec2,
                i3: IVec3,
                i4: IVec4,
                list4: Vec<Vec4>,
                ints: Vec<IVec3>,
                d4: DVec4,
                dm4: DMat4,
                dlist4: Vec<DVec4>,
            }

            fn in_dialect<D: Dialect>()
            where
                ours::Both: ToVariantBytes + for<'de> FromVariantBytes<'de>,
                Both: ToVariantBytes + for<'de> FromVariantBytes<'de>,
            {
                let ours = ours::Numbers::new().both();
                let bytes = ours.to_variant_bytes::<D>().unwrap();
                let theirs = Both::from_variant_bytes::<D>(&bytes).unwrap();
                same::<D, _, _>(&ours, &theirs, &bytes, &theirs.to_variant_bytes::<D>().unwrap());
                same_facts::<D, math::Vector3, Vec3>();
                same_facts::<D, math::Vector3, Vec3A>();
                same_facts::<D, math::Basis, Mat3>();
                same_facts::<D, math::double::Transform3D, DAffine3>();
                assert_eq!(layout_fingerprint::<Both>(), layout_fingerprint::<ours::Both>());
            }

            fn in_godot4<D: Dialect>()
            where
                ours::Four: ToVariantBytes + for<'de> FromVariantBytes<'de>,
                Four: ToVariantBytes + for<'de> FromVariantBytes<'de>,
            {
                let ours = ours::Numbers::new().four();
                let bytes = ours.to_variant_bytes::<D>().unwrap();
                let theirs = Four::from_variant_bytes::<D>(&bytes).unwrap();
                same::<D, _, _>(&ours, &theirs, &bytes, &theirs.to_variant_bytes::<D>().unwrap());
                same_facts::<D, math::Projection, Mat4>();
                same_facts::<D, math::Vector4i, IVec4>();
            }

            #[test]
            fn fields_have_the_bytes_of_ours() {
                in_dialect::<Godot4>();
                in_dialect::<Godot3>();
                in_dialect::<Godot3_0>();
                in_dialect::<Flagless>();
                in_dialect::<Double<Godot4>>();
                in_dialect::<Double<Godot3>>();
                in_godot4::<Godot4>();
                in_godot4::<Double<Godot4>>();
            }

            #[test]
            fn the_engines_matrices_have_its_columns() {
                let mut seen = 0;
                for vector in vectors("godot4.jsonl") {
                    let (hex, value) = (bytes(&vector), &vector["value"]);
                    match text(&vector, "kind") {
                        "Basis" => {
                            engines_columns(&hex, value, |m: Mat3| m.to_cols_array());
                            engines_columns(&hex, value, |m: Mat3A| m.to_cols_array());
                        }
                        "Transform2D" => {
                            engines_columns(&hex, value, |a: Affine2| a.to_cols_array());
                        }
                        "Transform3D" => {
                            engines_columns(&hex, value, |a: Affine3A| a.to_cols_array());
                        }
                        "Projection" => {
                            engines_columns(&hex, value, |m: Mat4| m.to_cols_array());
                        }
                        "Quaternion" => engines_columns(&hex, value, |q: Quat| q.to_array()),
                        "Vector4" => engines_columns(&hex, value, |v: Vec4| v.to_array()),
                        _ => continue,
                    }
                    seen += 1;
                }
                assert_eq!(seen, 36);
            }

            #[test]
            fn a_transform_moves_a_point_as_the_engine_would() {
                // Basis(x, y, z) * v = x * v.x + y * v.y + z * v.z, then the origin.
                let transform = math::Transform3D::new(
                    math::Basis::new(
                        math::Vector3::new(1.0, 2.0, 3.0),
                        math::Vector3::new(4.0, 5.0, 6.0),
                        math::Vector3::new(7.0, 8.0, 10.0),
                    ),
                    math::Vector3::new(0.5, 0.25, -1.0),
                );
                let affine = Affine3A::from(transform);
                let moved = affine.transform_point3(Vec3::new(1.0, 10.0, 100.0));
                assert_eq!(moved, Vec3::new(741.5, 852.25, 1062.0));
                assert_eq!(math::Transform3D::from(affine), transform);

                let flat = math::Transform2D::new(
                    math::Vector2::new(1.0, 2.0),
                    math::Vector2::new(3.0, 4.0),
                    math::Vector2::new(5.0, 6.0),
                );
                let affine = Affine2::from(flat);
                assert_eq!(affine.transform_point2(Vec2::new(1.0, 10.0)), Vec2::new(36.0, 48.0));
                assert_eq!(math::Transform2D::from(affine), flat);
            }

            #[test]
            fn a_wide_number_that_32_bits_cannot_hold_is_refused() {
                let bytes = DVec3::new(1e300, 0.0, 0.0).to_variant_bytes::<Double<Godot4>>();
                let bytes = bytes.unwrap();
                let read = Vec3::from_variant_bytes::<Double<Godot4>>(&bytes);
                assert_eq!(read.unwrap_err().kind(), godot_var::error::DecodeErrorKind::OutOfRange);
                let read = <[Vec3A; 1]>::from_variant_bytes::<Double<Godot4>>(
                    &[DVec3::new(0.0, 1e300, 0.0)].to_variant_bytes::<Double<Godot4>>().unwrap(),
                );
                assert_eq!(read.unwrap_err().kind(), godot_var::error::DecodeErrorKind::OutOfRange);
                let exact = DVec3::from_variant_bytes::<Double<Godot4>>(&bytes).unwrap();
                assert_eq!(exact.x, 1e300);
            }

            #[test]
            fn packed_arrays_are_views_or_errors() {
                let list = vec![Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, 5.0, 6.0)];
                let bytes = list.to_variant_bytes::<Godot4>().unwrap();
                assert_eq!(bytes.len(), 8 + 24);
                let view = PackedView::<Vec3>::from_variant_bytes::<Godot4>(&bytes).unwrap();
                assert_eq!(view.to_vec(), list);
                assert_eq!(view.get(1), Some(list[1]));
                assert_eq!(view.to_variant_bytes::<Godot4>().unwrap(), bytes);
                for end in 0..bytes.len() {
                    assert!(Vec::<Vec3>::from_variant_bytes::<Godot4>(&bytes[..end]).is_err());
                    assert!(Vec::<Vec3A>::from_variant_bytes::<Godot4>(&bytes[..end]).is_err());
                }
                // A count that the bytes do not hold.
                let lie = [36, 0, 0, 0, 255, 255, 255, 127, 0, 0, 0, 0];
                assert!(Vec::<Vec3A>::from_variant_bytes::<Godot4>(&lie).is_err());
                assert!(Vec::<Vec3>::from_variant_bytes::<Godot4>(&lie).is_err());
                // An Array of vectors is a list, too.
                let array = godot_var::Variant::from(vec![godot_var::Variant::from(list[0])]);
                let array = array.to_variant_bytes::<Godot4>().unwrap();
                let read = Vec::<Vec3A>::from_variant_bytes::<Godot4>(&array).unwrap();
                assert_eq!(read, [Vec3A::from(list[0])]);
            }
        }
    };
}

version!(version_30, glam_030);
version!(version_32, glam_032);
version!(version_33, glam_033);
version!(version_34, glam_034);
