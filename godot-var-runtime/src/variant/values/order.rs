//! Equality of values: bit by bit, and as keys of a Dictionary.

use core::cmp::Ordering;

use crate::variant::types::math::{Components, Real};
use crate::variant::values::variant::{DoubleStructure, Variant};

/// How floats are compared for equality.
#[derive(Clone, Copy, PartialEq)]
enum Floats {
    /// By all their bits.
    Bits,
    /// As an engine compares the keys of a Dictionary: 0.0 equals -0.0, and all NaNs are equal.
    Keys,
}

/// The components of a structure of reals, as numbers that are equal if the components are; then
/// zeros.
type Numbers = [u64; 16];

impl Floats {
    /// Maps floats that are equal to the same number. As a key a float has either 32 or 64 bits,
    /// because an engine has one kind.
    fn number<R: Real>(self, real: R) -> u64 {
        match self {
            Self::Bits => real.bits(),
            Self::Keys if real == R::default() => 0,
            Self::Keys if real.to_f64().is_nan() => f64::NAN.to_bits(),
            Self::Keys => real.to_f64().to_bits(),
        }
    }

    /// Orders two structures of one width.
    fn compare<R: Real, S: Components<R, N>, const N: usize>(self, a: S, b: S) -> Ordering {
        let (a, b) = (a.to_components().into_iter(), b.to_components());
        a.map(|real| self.number(real)).cmp(b.into_iter().map(|real| self.number(real)))
    }

    fn structure<R: Real, S: Components<R, N>, const N: usize>(self, structure: S) -> Numbers {
        let mut numbers = [0; 16];
        for (place, real) in numbers.iter_mut().zip(structure.to_components()) {
            *place = self.number(real);
        }
        numbers
    }
}

/// Orders two lists: by their lengths, then by the first elements that differ.
fn compare_lists<T>(a: &[T], b: &[T], compare: impl Fn(&T, &T) -> Ordering) -> Ordering {
    let by_length = a.len().cmp(&b.len());
    let mut pairs = a.iter().zip(b).map(|(a, b)| compare(a, b));
    by_length.then_with(|| pairs.find(|order| order.is_ne()).unwrap_or(Ordering::Equal))
}

impl Variant {
    /// Orders two values as Dictionary keys: equal if the engine treats them as one key.
    pub(crate) fn compare_key(&self, other: &Self) -> Ordering {
        match (self.as_str(), other.as_str()) {
            (Some(a), Some(b)) => a.cmp(b),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => self.compare(other, Floats::Keys),
        }
    }

    /// Compares two values bit by bit: NaN equals NaN, 0.0 differs from -0.0.
    pub fn identical(&self, other: &Self) -> bool {
        self.compare(other, Floats::Bits).is_eq()
    }

    /// Orders two values.
    ///
    /// Containers are compared element by element, up to the first difference. Comparing encodings
    /// would cost the whole length of a nested key for each level.
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
            (Self::Nil, Self::Nil) | (Self::Callable(_), Self::Callable(_)) => Ordering::Equal,
            (Self::Bool(a), Self::Bool(b)) => a.cmp(b),
            (Self::Int(a), Self::Int(b)) => a.cmp(b),
            (Self::Float(a), Self::Float(b)) => floats.number(*a).cmp(&floats.number(*b)),
            (Self::String(a), Self::String(b)) => a.cmp(b),
            (Self::StringName(a), Self::StringName(b)) => a.cmp(b),
            (Self::NodePath(a), Self::NodePath(b)) => a.cmp(b),
            (Self::Rid(a), Self::Rid(b)) => a.cmp(b),
            (Self::ObjectId(a), Self::ObjectId(b)) => a.cmp(b),
            (Self::Signal(a), Self::Signal(b)) => a.cmp(b),
            (Self::PackedByteArray(a), Self::PackedByteArray(b)) => a.cmp(b),
            (Self::PackedInt32Array(a), Self::PackedInt32Array(b)) => a.cmp(b),
            (Self::PackedInt64Array(a), Self::PackedInt64Array(b)) => a.cmp(b),
            (Self::PackedStringArray(a), Self::PackedStringArray(b)) => a.cmp(b),
            // Engines compare packed arrays of floats by their bits, but no other floats.
            (Self::PackedFloat32Array(a), Self::PackedFloat32Array(b)) => {
                compare_lists(a, b, |a, b| a.to_bits().cmp(&b.to_bits()))
            }
            (Self::PackedFloat64Array(a), Self::PackedFloat64Array(b)) => {
                compare_lists(a, b, |a, b| a.to_bits().cmp(&b.to_bits()))
            }
            _ => self
                .variant_type()
                .cmp(&other.variant_type())
                .then_with(|| self.compare_structures(other, floats)),
        }
    }

    /// Orders two structures, or two packed arrays of structures, of one type.
    fn compare_structures(&self, other: &Self, floats: Floats) -> Ordering {
        macro_rules! of_one_width {
            ($($real:ident)*; $($int:ident)*) => {
                match (self, other) {
                    $((Self::$real(a), Self::$real(b)) => return floats.compare(*a, *b),)*
                    $((Self::$int(a), Self::$int(b)) => {
                        return a.to_components().cmp(&b.to_components());
                    })*
                    _ => {}
                }
            };
        }
        of_one_width!(
            Vector2 Rect2 Vector3 Transform2D Vector4 Plane Quaternion Aabb Color;
            Vector2i Rect2i Vector3i Vector4i
        );
        let is_double = |value: &Self| matches!(value, Self::Double(_));
        if floats == Floats::Bits && is_double(self) != is_double(other) {
            return is_double(self).cmp(&is_double(other));
        }
        let by_length = self.structures().cmp(&other.structures());
        let mut pairs =
            (0..self.structures()).map(|n| self.numbers(n, floats).cmp(&other.numbers(n, floats)));
        by_length.then_with(|| pairs.find(|order| order.is_ne()).unwrap_or(Ordering::Equal))
    }

    /// The number of structures of reals in a value.
    fn structures(&self) -> usize {
        use DoubleStructure as S;
        match self {
            Self::PackedVector2Array(list) => list.len(),
            Self::PackedVector3Array(list) => list.len(),
            Self::PackedVector4Array(list) => list.len(),
            Self::PackedColorArray(list) => list.len(),
            Self::Double(structure) => match &**structure {
                S::PackedVector2Array(list) => list.len(),
                S::PackedVector3Array(list) => list.len(),
                S::PackedVector4Array(list) => list.len(),
                _ => 1,
            },
            _ => 1,
        }
    }

    /// The components of the structure at an index.
    fn numbers(&self, n: usize, floats: Floats) -> Option<Numbers> {
        use DoubleStructure as S;
        Some(match self {
            Self::Vector2(v) => floats.structure(*v),
            Self::Rect2(v) => floats.structure(*v),
            Self::Vector3(v) => floats.structure(*v),
            Self::Transform2D(v) => floats.structure(*v),
            Self::Vector4(v) => floats.structure(*v),
            Self::Plane(v) => floats.structure(*v),
            Self::Quaternion(v) => floats.structure(*v),
            Self::Aabb(v) => floats.structure(*v),
            Self::Basis(v) => floats.structure(**v),
            Self::Transform3D(v) => floats.structure(**v),
            Self::Projection(v) => floats.structure(**v),
            Self::Color(v) => floats.structure(*v),
            Self::PackedVector2Array(list) => floats.structure(*list.get(n)?),
            Self::PackedVector3Array(list) => floats.structure(*list.get(n)?),
            Self::PackedVector4Array(list) => floats.structure(*list.get(n)?),
            Self::PackedColorArray(list) => floats.structure(*list.get(n)?),
            Self::Double(structure) => match &**structure {
                S::Vector2(v) => floats.structure(*v),
                S::Rect2(v) => floats.structure(*v),
                S::Vector3(v) => floats.structure(*v),
                S::Transform2D(v) => floats.structure(*v),
                S::Vector4(v) => floats.structure(*v),
                S::Plane(v) => floats.structure(*v),
                S::Quaternion(v) => floats.structure(*v),
                S::Aabb(v) => floats.structure(*v),
                S::Basis(v) => floats.structure(*v),
                S::Transform3D(v) => floats.structure(*v),
                S::Projection(v) => floats.structure(*v),
                S::PackedVector2Array(list) => floats.structure(*list.get(n)?),
                S::PackedVector3Array(list) => floats.structure(*list.get(n)?),
                S::PackedVector4Array(list) => floats.structure(*list.get(n)?),
            },
            _ => return None,
        })
    }
}
