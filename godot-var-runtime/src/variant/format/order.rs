//! Which values are the same: to the last bit, and as keys of a Dictionary.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::dialect::{Dialect, DialectSpec, Godot4, RealForm};
use crate::VecOutput;
use crate::variant::values::dynamic::put_variant;
use crate::variant::values::math::{Components, Real};
use crate::variant::{DoubleStructure, Variant};

/// What makes two floats one.
#[derive(Clone, Copy, PartialEq)]
enum Floats {
    /// All their bits.
    Bits,
    /// 0.0 is -0.0, and a NaN is every other: what an engine looks up in a Dictionary.
    Keys,
}

impl Floats {
    /// The same bits for all floats that are one.
    fn normal<R: Real>(self, real: R) -> R {
        match self {
            Self::Keys if real == R::default() => R::default(),
            Self::Keys if real.to_f64().is_nan() => R::from_f64(f64::NAN),
            _ => real,
        }
    }

    fn structure<R: Real, S: Components<R, N>, const N: usize>(self, structure: S) -> S {
        S::from_components(structure.to_components().map(|real| self.normal(real)))
    }

    fn list<R: Real, S: Components<R, N> + Copy, const N: usize>(self, list: &[S]) -> Vec<S> {
        list.iter().map(|structure| self.structure(*structure)).collect()
    }
}

/// Orders two lists: by their lengths, then by the first elements that differ.
fn compare_lists<T>(a: &[T], b: &[T], compare: impl Fn(&T, &T) -> Ordering) -> Ordering {
    let by_length = a.len().cmp(&b.len());
    let mut pairs = a.iter().zip(b).map(|(a, b)| compare(a, b));
    by_length.then_with(|| pairs.find(|order| order.is_ne()).unwrap_or(Ordering::Equal))
}

impl Variant {
    /// Orders two values as Dictionary keys: equal when the engine takes them for one key.
    pub(in crate::variant) fn compare_key(&self, other: &Self) -> Ordering {
        match (self.as_str(), other.as_str()) {
            (Some(a), Some(b)) => a.cmp(b),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => self.compare(other, Floats::Keys),
        }
    }

    /// Whether both values are the same to the last bit: NaN equals NaN, 0.0 differs from -0.0.
    pub fn identical(&self, other: &Self) -> bool {
        self.compare(other, Floats::Bits).is_eq()
    }

    /// Orders two values.
    ///
    /// Containers are compared element by element, up to the first that differs: writing them
    /// would cost a nested key its whole length once a level.
    fn compare(&self, other: &Self, floats: Floats) -> Ordering {
        match (self, other) {
            (Self::Array(a), Self::Array(b)) => a
                .element_type
                .cmp(&b.element_type)
                .then_with(|| compare_lists(&a.elements, &b.elements, |a, b| a.compare(b, floats))),
            (Self::Dictionary(a), Self::Dictionary(b)) => a.types.cmp(&b.types).then_with(|| {
                compare_lists(&a.entries, &b.entries, |a, b| {
                    a.0.compare(&b.0, floats).then_with(|| a.1.compare(&b.1, floats))
                })
            }),
            (Self::Object(a), Self::Object(b)) => a.class.cmp(&b.class).then_with(|| {
                compare_lists(&a.properties, &b.properties, |a, b| {
                    a.0.cmp(&b.0).then_with(|| a.1.compare(&b.1, floats))
                })
            }),
            (Self::Object(_), Self::ObjectId(_)) => Ordering::Greater,
            (Self::ObjectId(_), Self::Object(_)) => Ordering::Less,
            (Self::Nil, Self::Nil) => Ordering::Equal,
            (Self::Int(a), Self::Int(b)) => a.cmp(b),
            (Self::Float(a), Self::Float(b)) => {
                floats.normal(*a).to_bits().cmp(&floats.normal(*b).to_bits())
            }
            (Self::String(a), Self::String(b)) => a.cmp(b),
            _ => self
                .variant_type()
                .cmp(&other.variant_type())
                .then_with(|| self.exact_bytes(floats).cmp(&other.exact_bytes(floats))),
        }
    }

    /// Bytes in which every value without elements differs from every other.
    fn exact_bytes(&self, floats: Floats) -> Vec<u8> {
        // As a key a structure is its numbers, in 32 bits or in 64: an engine has one kind.
        let spec = match (self, floats) {
            (Self::Double(_), _) | (_, Floats::Keys) => {
                DialectSpec { real: RealForm::DoubleFlagged, ..Godot4::SPEC }
            }
            (_, Floats::Bits) => Godot4::SPEC,
        };
        let normal = match floats {
            Floats::Bits => None,
            Floats::Keys => self.normal(floats),
        };
        let mut bytes = Vec::new();
        let mut out = VecOutput::new(&mut bytes);
        if put_variant(normal.as_ref().unwrap_or(self), &spec, &mut out).is_err() {
            // Longer than a length on the wire.
            return alloc::format!("{self:?}").into_bytes();
        }
        bytes
    }

    /// The value with the same bits in all floats that are one; `None` without floats to change.
    ///
    /// Engines look up packed arrays of floats by their bits, and only those.
    fn normal(&self, floats: Floats) -> Option<Self> {
        Some(match self {
            Self::Vector2(v) => Self::Vector2(floats.structure(*v)),
            Self::Rect2(v) => Self::Rect2(floats.structure(*v)),
            Self::Vector3(v) => Self::Vector3(floats.structure(*v)),
            Self::Transform2D(v) => Self::Transform2D(floats.structure(*v)),
            Self::Vector4(v) => Self::Vector4(floats.structure(*v)),
            Self::Plane(v) => Self::Plane(floats.structure(*v)),
            Self::Quaternion(v) => Self::Quaternion(floats.structure(*v)),
            Self::Aabb(v) => Self::Aabb(floats.structure(*v)),
            Self::Basis(v) => floats.structure(**v).into(),
            Self::Transform3D(v) => floats.structure(**v).into(),
            Self::Projection(v) => floats.structure(**v).into(),
            Self::Color(v) => Self::Color(floats.structure(*v)),
            Self::PackedVector2Array(list) => Self::PackedVector2Array(floats.list(list)),
            Self::PackedVector3Array(list) => Self::PackedVector3Array(floats.list(list)),
            Self::PackedVector4Array(list) => Self::PackedVector4Array(floats.list(list)),
            Self::PackedColorArray(list) => Self::PackedColorArray(floats.list(list)),
            Self::Double(structure) => normal_double(structure, floats).into(),
            _ => return None,
        })
    }
}

fn normal_double(structure: &DoubleStructure, floats: Floats) -> DoubleStructure {
    use DoubleStructure as S;
    match structure {
        S::Vector2(v) => S::Vector2(floats.structure(*v)),
        S::Rect2(v) => S::Rect2(floats.structure(*v)),
        S::Vector3(v) => S::Vector3(floats.structure(*v)),
        S::Transform2D(v) => S::Transform2D(floats.structure(*v)),
        S::Vector4(v) => S::Vector4(floats.structure(*v)),
        S::Plane(v) => S::Plane(floats.structure(*v)),
        S::Quaternion(v) => S::Quaternion(floats.structure(*v)),
        S::Aabb(v) => S::Aabb(floats.structure(*v)),
        S::Basis(v) => S::Basis(floats.structure(*v)),
        S::Transform3D(v) => S::Transform3D(floats.structure(*v)),
        S::Projection(v) => S::Projection(floats.structure(*v)),
        S::PackedVector2Array(list) => S::PackedVector2Array(floats.list(list)),
        S::PackedVector3Array(list) => S::PackedVector3Array(floats.list(list)),
        S::PackedVector4Array(list) => S::PackedVector4Array(floats.list(list)),
    }
}
