//! Typed views of packed arrays in a message.

use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::slice::ChunksExact;

use crate::variant::types::math::{self, Components, double};
use crate::variant::types::{VariantType, forms};

/// A borrowed packed array with typed elements.
///
/// Reading takes constant time: the reader checks the length against the message and the
/// [`Limits`](crate::Limits), and reads no element. Elements are read from the message on access,
/// at any address. Writing gives the bytes of a `Vec<T>`.
///
/// | Element | Godot 4 | Godot 3 | Bytes |
/// |---|---|---|--:|
/// | `u8` | `PackedByteArray` | `PoolByteArray` | 1 |
/// | `i32` | `PackedInt32Array` | `PoolIntArray` | 4 |
/// | `i64` | `PackedInt64Array` | | 8 |
/// | `f32` | `PackedFloat32Array` | `PoolRealArray` | 4 |
/// | `f64` | `PackedFloat64Array` | | 8 |
/// | [`Vector2`](math::Vector2), [`double::Vector2`] | `PackedVector2Array` | `PoolVector2Array` | 8, 16 |
/// | [`Vector3`](math::Vector3), [`double::Vector3`] | `PackedVector3Array` | `PoolVector3Array` | 12, 24 |
/// | [`Vector4`](math::Vector4), [`double::Vector4`] | `PackedVector4Array` | | 16, 32 |
/// | [`Color`](math::Color) | `PackedColorArray` | `PoolColorArray` | 16 |
///
/// (little-endian, one after another, after the header and the u32 count)
///
/// Nothing is converted, so a view is read only from the packed array in its table row, with
/// components of the element's own width. `PackedView<Vector3>` reads 32-bit components, as written
/// by single-precision engines; `PackedView<double::Vector3>` reads the 64-bit ones of
/// double-precision builds. A `Vec<T>` reads Arrays and either width.
///
/// ```
/// use godot_var_runtime::variant::{FromVariantBytes, Godot4, PackedView, ToVariantBytes};
///
/// let bytes = vec![1i32, 2, 3].to_variant_bytes::<Godot4>()?;
/// let view = PackedView::<i32>::from_variant_bytes::<Godot4>(&bytes)?;
/// assert_eq!(view.len(), 3);
/// assert_eq!(view.get(1), Some(2));
/// assert_eq!(view.iter().rev().collect::<Vec<_>>(), [3, 2, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Reading: [`WrongType`](crate::DecodeErrorKind::WrongType) for any other type or width,
/// [`Incomplete`](crate::DecodeErrorKind::Incomplete) if the message ends within it,
/// [`InvalidLength`](crate::DecodeErrorKind::InvalidLength) for a negative count and
/// [`LimitExceeded`](crate::DecodeErrorKind::LimitExceeded) for one above the limit.
///
/// # Source
/// As `Vec<T>`: agrees with `tests/vectors/godot3.jsonl` and `godot4.jsonl`.
pub struct PackedView<'a, T> {
    /// A multiple of the element's size.
    bytes: &'a [u8],
    element: PhantomData<fn() -> T>,
}

/// An element of a [`PackedView`]: the types in its table.
#[diagnostic::on_unimplemented(
    message = "no packed array can be viewed as elements of `{Self}`",
    note = "views have elements of `u8`, `i32`, `i64`, `f32`, `f64`, `Vector2`, `Vector3`, `Vector4` and `Color`"
)]
pub trait PackedElement: element::Element {}

impl<T: element::Element> PackedElement for T {}

pub(crate) mod element {
    //! Seals [`PackedElement`](super::PackedElement) to the types of this file.

    use crate::variant::VariantType;
    use crate::variant::codec::memory::Plain;

    /// An element whose bytes in memory, on a little-endian machine, are those of its encoding.
    pub trait Element: Plain {
        /// The packed array.
        const KIND: VariantType;
        /// The bytes of a component, if there is an encoding for two widths.
        const REAL: Option<usize>;
        /// Reads an element from exactly its bytes.
        fn from_wire(bytes: &[u8]) -> Self;
    }
}

macro_rules! elements {
    (
        []
        reals { $($real:ident[$rn:literal] $($real_list:ident)?;)* }
        fixed { $($fixed:ident[$component:ty; $fn:literal] $($fixed_list:ident)?;)* }
        numbers { $($list:ident($number:ty);)* }
    ) => {
        $($(
            structure!(math::$real, f32, $rn, $real_list, Some(4));
            structure!(double::$real, f64, $rn, $real_list, Some(8));
        )?)*
        $($(structure!(math::$fixed, $component, $fn, $fixed_list, None);)?)*
        $(
            impl element::Element for $number {
                const KIND: VariantType = VariantType::$list;
                const REAL: Option<usize> = None;

                #[inline(always)]
                fn from_wire(bytes: &[u8]) -> Self {
                    Self::from_le_bytes(bytes.first_chunk().copied().unwrap_or_default())
                }
            }
        )*
    };
}

macro_rules! structure {
    ($type:ty, $component:ty, $n:literal, $kind:ident, $real:expr) => {
        impl element::Element for $type {
            const KIND: VariantType = VariantType::$kind;
            const REAL: Option<usize> = $real;

            #[inline(always)]
            fn from_wire(bytes: &[u8]) -> Self {
                let mut components = [<$component>::default(); $n];
                for (component, bytes) in components.iter_mut().zip(bytes.as_chunks().0) {
                    *component = <$component>::from_le_bytes(*bytes);
                }
                Self::from_components(components)
            }
        }
    };
}

forms! { elements [] }

impl<'a, T: PackedElement> PackedView<'a, T> {
    /// Makes a view of a payload without its count; the caller has checked the count against its
    /// length.
    #[inline(always)]
    pub(crate) fn of_wire(bytes: &'a [u8]) -> Self {
        debug_assert!(bytes.len().is_multiple_of(size_of::<T>()));
        Self { bytes, element: PhantomData }
    }

    /// Returns the number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.bytes.len() / size_of::<T>()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns an element, or `None` after the last one.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        let start = index.checked_mul(size_of::<T>())?;
        let bytes = self.bytes.get(start..)?.get(..size_of::<T>())?;
        Some(T::from_wire(bytes))
    }

    /// Iterates over the elements in order.
    #[inline]
    pub fn iter(&self) -> PackedIter<'a, T> {
        PackedIter { chunks: self.bytes.chunks_exact(size_of::<T>()), element: PhantomData }
    }

    /// Copies the elements into a `Vec`.
    pub fn to_vec(&self) -> Vec<T> {
        match self.as_slice() {
            Some(elements) => elements.to_vec(),
            None => self.iter().collect(),
        }
    }

    /// Returns the elements as a slice if their bytes are those of memory: on a little-endian
    /// machine, at an address that is aligned for `T`. Payloads start at multiples of 4 in a
    /// message. If the message starts at one, too, elements with 32-bit components are aligned.
    #[inline]
    pub fn as_slice(&self) -> Option<&'a [T]> {
        if cfg!(target_endian = "big") {
            return None;
        }
        T::elements(self.bytes)
    }

    /// Returns the encoded bytes of the elements, without count and padding.
    #[inline]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }
}

/// Makes a view of a slice, to write it like a view that was read. Only on little-endian machines,
/// where a slice has the encoded bytes.
#[cfg(target_endian = "little")]
impl<'a, T: PackedElement> From<&'a [T]> for PackedView<'a, T> {
    #[inline]
    fn from(elements: &'a [T]) -> Self {
        Self::of_wire(T::bytes(elements))
    }
}

/// An empty view.
impl<T> Default for PackedView<'_, T> {
    #[inline]
    fn default() -> Self {
        Self { bytes: &[], element: PhantomData }
    }
}

impl<T> Clone for PackedView<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for PackedView<'_, T> {}

impl<T: PackedElement + fmt::Debug> fmt::Debug for PackedView<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

/// Compares element by element, as lists do: a NaN equals nothing.
impl<T: PackedElement + PartialEq> PartialEq for PackedView<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(*other)
    }
}

impl<T: PackedElement + Eq> Eq for PackedView<'_, T> {}

impl<T: PackedElement + PartialEq> PartialEq<[T]> for PackedView<'_, T> {
    fn eq(&self, other: &[T]) -> bool {
        self.iter().eq(other.iter().copied())
    }
}

impl<T: PackedElement + PartialEq> PartialEq<&[T]> for PackedView<'_, T> {
    fn eq(&self, other: &&[T]) -> bool {
        *self == **other
    }
}

impl<T: PackedElement + PartialEq, const N: usize> PartialEq<[T; N]> for PackedView<'_, T> {
    fn eq(&self, other: &[T; N]) -> bool {
        *self == *other.as_slice()
    }
}

impl<T: PackedElement + PartialEq> PartialEq<Vec<T>> for PackedView<'_, T> {
    fn eq(&self, other: &Vec<T>) -> bool {
        *self == *other.as_slice()
    }
}

impl<'a, T: PackedElement> IntoIterator for PackedView<'a, T> {
    type Item = T;
    type IntoIter = PackedIter<'a, T>;

    #[inline]
    fn into_iter(self) -> PackedIter<'a, T> {
        self.iter()
    }
}

impl<'a, T: PackedElement> IntoIterator for &PackedView<'a, T> {
    type Item = T;
    type IntoIter = PackedIter<'a, T>;

    #[inline]
    fn into_iter(self) -> PackedIter<'a, T> {
        self.iter()
    }
}

/// An iterator over the elements of a [`PackedView`].
#[derive(Clone, Debug)]
pub struct PackedIter<'a, T> {
    chunks: ChunksExact<'a, u8>,
    element: PhantomData<fn() -> T>,
}

impl<T: PackedElement> Iterator for PackedIter<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.chunks.next().map(T::from_wire)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.chunks.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<T> {
        self.chunks.nth(n).map(T::from_wire)
    }
}

impl<T: PackedElement> DoubleEndedIterator for PackedIter<'_, T> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        self.chunks.next_back().map(T::from_wire)
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<T> {
        self.chunks.nth_back(n).map(T::from_wire)
    }
}

impl<T: PackedElement> ExactSizeIterator for PackedIter<'_, T> {}

impl<T: PackedElement> FusedIterator for PackedIter<'_, T> {}
