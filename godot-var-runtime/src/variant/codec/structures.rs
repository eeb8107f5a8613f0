//! The payloads of structures of reals or ints, such as Vector3.

use super::headers::{FLAG_64, header};
use super::numbers::out_of_range;
use crate::core::reader::Word;
use crate::variant::types::math::{Components, Real};
use crate::variant::types::{DialectSpec, Generation, RealForm, VariantType};
use crate::{DecodeError, EncodeError, Output, Reader};

/// Whether the reals after this header have 64 bits.
#[inline(always)]
pub const fn is_wide(header: u32, spec: &DialectSpec) -> bool {
    match spec.generation {
        Generation::Godot4 => header & FLAG_64 != 0,
        Generation::Godot3 => matches!(spec.real, RealForm::DoubleUnflagged),
    }
}

/// The header of a structure of reals.
#[inline]
pub(crate) fn real_header(kind: VariantType, spec: &DialectSpec) -> Result<u32, EncodeError> {
    let flag = if matches!(spec.real, RealForm::DoubleFlagged) { FLAG_64 } else { 0 };
    Ok(header(kind, spec)? | flag)
}

/// Writes the components of a structure in the dialect's width.
#[inline]
pub(crate) fn put_reals<O: Output, R: Real, const N: usize>(
    components: [R; N],
    spec: &DialectSpec,
    out: &mut O,
) {
    put_components(components, spec.is_double(), out);
}

/// Writes components of 64 bits, or of 32.
#[inline]
pub(super) fn put_components<O: Output, R: Real, const N: usize>(
    components: [R; N],
    wide: bool,
    out: &mut O,
) {
    if wide {
        out.put_bytes(components.map(|c| c.to_f64().to_le_bytes()).as_flattened());
    } else {
        out.put_bytes(components.map(|c| c.to_f32().to_le_bytes()).as_flattened());
    }
}

/// Reads the components of a structure of 32 or 64 bits.
#[inline]
pub(crate) fn reals<R: Real, S: Components<R, N>, const N: usize>(
    reader: &mut Reader<'_>,
    wide: bool,
    what: &'static str,
) -> Result<S, DecodeError> {
    let mut components = [R::default(); N];
    if wide {
        let at = reader.position();
        let bytes = reader.take(N * 8, what)?;
        for (component, bytes) in components.iter_mut().zip(bytes.as_chunks().0) {
            *component = narrow_real(f64::from_le_bytes(*bytes), at)?;
        }
    } else {
        let bytes = reader.take(N * 4, what)?;
        for (component, bytes) in components.iter_mut().zip(bytes.as_chunks().0) {
            *component = R::from_f32(f32::from_le_bytes(*bytes));
        }
    }
    Ok(S::from_components(components))
}

/// Converts a component of 64 bits to `R`.
#[inline]
fn narrow_real<R: Real>(value: f64, at: usize) -> Result<R, DecodeError> {
    let real = R::from_f64(value);
    if value.is_finite() && !real.to_f64().is_finite() {
        return Err(out_of_range(at, "a component of 32 bits", value));
    }
    Ok(real)
}

/// A component that has 4 bytes in every build.
pub(crate) trait FixedComponent: Copy + Default {
    fn to_word(self) -> Word;
    fn from_word(word: Word) -> Self;
}

macro_rules! fixed {
    ($($component:ty),*) => { $(
        impl FixedComponent for $component {
            #[inline(always)]
            fn to_word(self) -> Word {
                self.to_le_bytes()
            }

            #[inline(always)]
            fn from_word(word: Word) -> Self {
                Self::from_le_bytes(word)
            }
        }
    )* };
}

fixed!(f32, i32);

/// Makes a structure of such components from its payload: `B` is 4 times `N`.
#[inline]
pub(crate) fn from_bytes<S: Components<C, N>, C: FixedComponent, const N: usize, const B: usize>(
    bytes: [u8; B],
) -> S {
    let mut components = [C::default(); N];
    for (component, word) in components.iter_mut().zip(bytes.as_chunks().0) {
        *component = C::from_word(*word);
    }
    S::from_components(components)
}
