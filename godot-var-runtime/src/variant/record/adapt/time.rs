//! `unit`: a `Duration` or `SystemTime` as a number of seconds, milliseconds or microseconds.

use core::time::Duration;

use super::through::{BoundsOf, ConvertFrom, ConvertTo, Through, refused};
use crate::variant::layout::{Bounds, SECOND};
use crate::{DecodeError, EncodeError, EncodeErrorKind};

/// A span of time, or a point in time since 1970-01-01 00:00 UTC, as the engine's
/// `Time.get_unix_time_from_system()` gives it.
pub trait Time: Sized {
    /// Whether it is a point in time.
    const SINCE_1970: bool;

    /// The integer that counts its milliseconds and microseconds.
    type Count;

    /// In seconds.
    fn seconds(&self) -> f64;

    /// The time of this many seconds; `None` if the type cannot hold it.
    fn of_seconds(seconds: f64) -> Option<Self>;

    /// How many whole units of `unit` nanoseconds it has, rounded towards the past; `None` if `Count` cannot hold
    /// them.
    fn count(&self, unit: u32) -> Option<Self::Count>;

    /// The time of `count` units of `unit` nanoseconds each.
    fn of_count(count: Self::Count, unit: u32) -> Option<Self>;
}

/// The duration of `count` units of `unit` nanoseconds each.
fn duration(count: u64, unit: u32) -> Duration {
    let per_second = u64::from(SECOND / unit);
    Duration::new(count / per_second, (count % per_second) as u32 * unit)
}

impl Time for Duration {
    const SINCE_1970: bool = false;

    type Count = u64;

    fn seconds(&self) -> f64 {
        self.as_secs_f64()
    }

    fn of_seconds(seconds: f64) -> Option<Self> {
        Self::try_from_secs_f64(seconds).ok()
    }

    fn count(&self, unit: u32) -> Option<u64> {
        u64::try_from(self.as_nanos() / u128::from(unit)).ok()
    }

    fn of_count(count: u64, unit: u32) -> Option<Self> {
        Some(duration(count, unit))
    }
}

#[cfg(feature = "std")]
impl Time for std::time::SystemTime {
    const SINCE_1970: bool = true;

    type Count = i64;

    fn seconds(&self) -> f64 {
        match self.duration_since(Self::UNIX_EPOCH) {
            Ok(after) => after.as_secs_f64(),
            Err(before) => -before.duration().as_secs_f64(),
        }
    }

    fn of_seconds(seconds: f64) -> Option<Self> {
        let duration = Duration::try_from_secs_f64(seconds.abs()).ok()?;
        if seconds < 0.0 {
            Self::UNIX_EPOCH.checked_sub(duration)
        } else {
            Self::UNIX_EPOCH.checked_add(duration)
        }
    }

    fn count(&self, unit: u32) -> Option<i64> {
        let nanos = match self.duration_since(Self::UNIX_EPOCH) {
            Ok(after) => after.as_nanos() as i128,
            Err(before) => -(before.duration().as_nanos() as i128),
        };
        i64::try_from(nanos.div_euclid(i128::from(unit))).ok()
    }

    fn of_count(count: i64, unit: u32) -> Option<Self> {
        let duration = duration(count.unsigned_abs(), unit);
        if count < 0 {
            Self::UNIX_EPOCH.checked_sub(duration)
        } else {
            Self::UNIX_EPOCH.checked_add(duration)
        }
    }
}

/// The error for a number that is not a time.
const NO_TIME: &str = "no time that this type holds";

/// A time as a number of units, of this many nanoseconds each.
pub struct Units<const NANOSECONDS: u32>;

/// As a number `W` of units.
pub type InUnits<W, const NANOSECONDS: u32> = Through<W, Units<NANOSECONDS>, Units<NANOSECONDS>>;

impl<T: Time, const NANOSECONDS: u32> BoundsOf<T> for Units<NANOSECONDS> {
    const BOUNDS: Option<Bounds<'static>> = Some(if T::SINCE_1970 {
        Bounds::SystemTime(NANOSECONDS)
    } else {
        Bounds::Duration(NANOSECONDS)
    });
}

impl<T: Time> ConvertTo<T, f64> for Units<SECOND> {
    #[inline]
    fn encode(time: &T) -> Result<f64, EncodeError> {
        Ok(time.seconds())
    }
}

impl<T: Time> ConvertFrom<T, f64> for Units<SECOND> {
    #[inline]
    fn decode(seconds: f64, at: usize) -> Result<T, DecodeError> {
        T::of_seconds(seconds).ok_or_else(|| refused(at, &NO_TIME))
    }
}

macro_rules! counts {
    ($nanoseconds:literal, $name:literal) => {
        impl<T: Time> ConvertTo<T, T::Count> for Units<$nanoseconds> {
            #[inline]
            fn encode(time: &T) -> Result<T::Count, EncodeError> {
                const COMPLAINT: &str = concat!("a time of more ", $name, " than an int holds");
                time.count($nanoseconds)
                    .ok_or_else(|| EncodeError::new(EncodeErrorKind::OutOfRange, COMPLAINT))
            }
        }

        impl<T: Time> ConvertFrom<T, T::Count> for Units<$nanoseconds> {
            #[inline]
            fn decode(count: T::Count, at: usize) -> Result<T, DecodeError> {
                T::of_count(count, $nanoseconds).ok_or_else(|| refused(at, &NO_TIME))
            }
        }
    };
}

counts!(1_000_000, "milliseconds");
counts!(1_000, "microseconds");
