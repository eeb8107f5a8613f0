//! Floats as unsigned integers: parts of a range, or of a full turn.

use core::f64::consts::TAU;

use crate::stream::numbers::Number;
use crate::{EncodeError, EncodeErrorKind};

/// An unsigned integer that floats are quantized to.
pub trait Quantum: Number {
    /// The largest.
    const MAX: u32;

    /// Its last bits.
    fn of(number: u32) -> Self;

    /// The number.
    fn get(self) -> u32;
}

macro_rules! quanta {
    ($($number:ident)*) => {$(
        impl Quantum for $number {
            const MAX: u32 = $number::MAX as u32;

            #[inline(always)]
            fn of(number: u32) -> Self {
                number as Self
            }

            #[inline(always)]
            fn get(self) -> u32 {
                self as u32
            }
        }
    )*};
}

quanta! { u8 u16 u32 }

/// The nearest whole number of one from 0 to 2^32 - 1; of two, the higher one.
#[inline(always)]
pub(crate) fn nearest(number: f64) -> u32 {
    let whole = number as u32;
    whole.saturating_add(u32::from(number - f64::from(whole) >= 0.5))
}

/// The step of a range that is nearest to a value.
///
/// # Errors
/// [`EncodeErrorKind::OutOfRange`] for a NaN, and, without `clamp`, for a value outside the range, unless it is a bound as
/// an `f32` holds it.
#[inline(always)]
pub fn step(
    value: f64,
    (low, high): (f64, f64),
    max: u32,
    clamp: bool,
) -> Result<u32, EncodeError> {
    let inside = if clamp && !value.is_nan() { value.clamp(low, high) } else { value };
    if !(low <= inside && inside <= high) {
        return bound(value, (low, high), max);
    }
    Ok(nearest((inside - low) / (high - low) * f64::from(max)))
}

/// The value of a step of a range.
#[inline(always)]
pub fn value(step: u32, (low, high): (f64, f64), max: u32) -> f64 {
    if step == max {
        return high;
    }
    low + f64::from(step) / f64::from(max) * (high - low)
}

/// The step of a value outside the range that is one of its bounds as an `f32` holds it: 0.1 is more than 0.1 there.
#[cold]
#[inline(never)]
fn bound(value: f64, (low, high): (f64, f64), max: u32) -> Result<u32, EncodeError> {
    if value == f64::from(low as f32) {
        return Ok(0);
    }
    if value == f64::from(high as f32) {
        return Ok(max);
    }
    Err(EncodeError::new(
        EncodeErrorKind::OutOfRange,
        alloc::format!("{value} is outside of {low} to {high}"),
    ))
}

/// The step of a turn that is nearest to an angle, as `fposmod` brings it into one turn.
///
/// # Errors
/// [`EncodeErrorKind::OutOfRange`] for an angle that is infinite or NaN.
#[inline(always)]
pub fn angle_step(value: f64, turn: f64, max: u32) -> Result<u32, EncodeError> {
    if !value.is_finite() {
        return Err(no_angle(value));
    }
    let part = value % turn;
    let part = if part < 0.0 { part + turn } else { part };
    Ok(nearest(part / turn * f64::from(max)))
}

#[cold]
#[inline(never)]
fn no_angle(value: f64) -> EncodeError {
    EncodeError::new(EncodeErrorKind::OutOfRange, alloc::format!("{value} is not an angle"))
}

/// A full turn in degrees or radians.
pub const fn turn(degrees: bool) -> f64 {
    if degrees { 360.0 } else { TAU }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_at_most_half_a_step_away() {
        for (low, high) in [(-1.0, 1.0), (0.0, 1.0), (-40.0, 120.0), (1e-3, 1e6)] {
            for max in [255, 65_535, u32::MAX] {
                let half = (high - low) / f64::from(max) / 2.0;
                for part in 0..=10_000 {
                    let exact = low + (high - low) * f64::from(part) / 10_000.0;
                    let step = step(exact, (low, high), max, false).expect("inside");
                    let read = value(step, (low, high), max);
                    assert!((read - exact).abs() <= half * 1.000_001, "{exact}: {read}");
                }
                assert_eq!(step(low, (low, high), max, false).ok(), Some(0));
                assert_eq!(step(high, (low, high), max, false).ok(), Some(max));
                assert_eq!((value(0, (low, high), max), value(max, (low, high), max)), (low, high));
                assert!(step(high.next_up(), (low, high), max, false).is_err());
                assert_eq!(step(high * 2.0, (low, high), max, true).ok(), Some(max));
                assert!(step(f64::NAN, (low, high), max, true).is_err());
            }
        }
    }

    #[test]
    fn a_bound_is_inside_as_an_f32() {
        for bound in (-300..300).map(|bound| f64::from(bound) / 10.0 + 1e-9) {
            for range in [(bound, bound + 0.7), (bound - 1000.3, bound)] {
                for last in [0, 255] {
                    let single = value(last, range, 255) as f32;
                    assert_eq!(
                        step(single.into(), range, 255, false).ok(),
                        Some(last),
                        "{range:?}"
                    );
                    let max = u32::MAX;
                    assert!(step(single.into(), range, max, false).is_ok(), "{range:?}");
                    let outer = if last == 0 { single.next_down() } else { single.next_up() };
                    let outer = if last == 0 { outer.next_down() } else { outer.next_up() };
                    assert!(step(outer.into(), range, 255, false).is_err(), "{range:?}");
                }
            }
        }
    }

    #[test]
    fn rounding_is_to_the_nearest() {
        assert_eq!(nearest(0.499_999_999_999_999_94), 0);
        assert_eq!((nearest(0.5), nearest(1.49), nearest(f64::from(u32::MAX))), (1, 1, u32::MAX));
    }
}
