//! Equality of values: bit by bit, and as keys of a Dictionary.

use core::cmp::Ordering;

use crate::variant::codec::memory::Plain;
use crate::variant::types::forms;
use crate::variant::types::math::{Components, Real};
use crate::variant::values::variant::{Variant, match_double, match_variant};

/// How floats are compared for equality.
#[derive(Clone, Copy, PartialEq)]
enum Floats {
    /// By all their bits.
    Bits,
    /// As an engine compares the keys of a Dictionary: 0.0 equals -0.0, and all NaNs are equal.
    Keys,
}

/// The components of a structure, as numbers that are equal if the components are; then
/// zeros.
type Numbers = [u64; 16];

/// A component of a structure.
trait Number: Copy {
    /// Maps components that are equal to the same number.
    fn number(self, floats: Floats) -> u64;
}

macro_rules! reals {
    ($($real:ty),*) => { $(
        /// As a key a float has either 32 or 64 bits, because an engine has one kind.
        impl Number for $real {
            fn number(self, floats: Floats) -> u64 {
                match floats {
                    Floats::Bits => self.bits(),
                    Floats::Keys if self == 0.0 => 0,
                    Floats::Keys if self.is_nan() => f64::NAN.to_bits(),
                    Floats::Keys => self.to_f64().to_bits(),
                }
            }
        }
    )* };
}

reals!(f32, f64);

impl Number for i32 {
    fn number(self, _floats: Floats) -> u64 {
        u64::from(self.cast_unsigned())
    }
}

impl Floats {
    /// Orders two structures of one width.
    fn compare<C: Number, const N: usize>(self, a: [C; N], b: [C; N]) -> Ordering {
        a.map(|component| component.number(self)).cmp(&b.map(|component| component.number(self)))
    }

    fn structure<C: Number, const N: usize>(self, components: [C; N]) -> Numbers {
        let mut numbers = [0; 16];
        for (place, component) in numbers.iter_mut().zip(components) {
            *place = component.number(self);
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
            (Self::Float(a), Self::Float(b)) => a.number(floats).cmp(&b.number(floats)),
            (Self::String(a), Self::String(b)) => a.cmp(b),
            (Self::StringName(a), Self::StringName(b)) => a.cmp(b),
            (Self::NodePath(a), Self::NodePath(b)) => a.cmp(b),
            (Self::Rid(a), Self::Rid(b)) => a.cmp(b),
            (Self::ObjectId(a), Self::ObjectId(b)) => a.cmp(b),
            (Self::Signal(a), Self::Signal(b)) => a.cmp(b),
            (Self::PackedStringArray(a), Self::PackedStringArray(b)) => a.cmp(b),
            _ => self
                .variant_type()
                .cmp(&other.variant_type())
                .then_with(|| self.compare_structures(other, floats)),
        }
    }

    /// Orders two structures, or two packed arrays, of one type.
    fn compare_structures(&self, other: &Self, floats: Floats) -> Ordering {
        macro_rules! of_one_width {
            (
                []
                reals { $($real:ident[$rn:literal] $($real_list:ident)?;)* }
                fixed { $($fixed:ident[$c:ty; $fn:literal] $($fixed_list:ident)?;)* }
                numbers { $($number:ident($element:ty);)* }
            ) => {
                match (self, other) {
                    $((Self::$real(a), Self::$real(b)) => {
                        return floats.compare(a.to_components(), b.to_components());
                    })*
                    $((Self::$fixed(a), Self::$fixed(b)) => {
                        return floats.compare(a.to_components(), b.to_components());
                    })*
                    // Engines compare packed arrays of floats by their bits, but no other floats.
                    $((Self::$number(a), Self::$number(b)) => {
                        return Plain::bytes(a).cmp(Plain::bytes(b));
                    })*
                    _ => {}
                }
            };
        }
        forms! { of_one_width [] }
        let is_double = |value: &Self| matches!(value, Self::Double(_));
        if floats == Floats::Bits && is_double(self) != is_double(other) {
            return is_double(self).cmp(&is_double(other));
        }
        let by_length = self.list_len().cmp(&other.list_len());
        let mut pairs = (0..self.list_len().unwrap_or(1))
            .map(|n| self.numbers(n, floats).cmp(&other.numbers(n, floats)));
        by_length.then_with(|| pairs.find(|order| order.is_ne()).unwrap_or(Ordering::Equal))
    }

    /// The components of the structure at an index.
    fn numbers(&self, n: usize, floats: Floats) -> Option<Numbers> {
        Some(match_variant!(self, {
            reals v => floats.structure(v.to_components()),
            packed_reals list => floats.structure(list.get(n)?.to_components()),
            fixed v => floats.structure(v.to_components()),
            packed_fixed list => floats.structure(list.get(n)?.to_components()),
            numbers _list => return None,
            Self::Double(structure) => match_double!(
                &**structure,
                v => floats.structure(v.to_components()),
                list => floats.structure(list.get(n)?.to_components())
            ),
            _ => return None,
        }))
    }
}
