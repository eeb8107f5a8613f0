//! A number of bytes that can differ from message to message.

use std::fmt;
use std::ops::Add;

/// A range of byte counts. The maximum is optional.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The minimum.
    pub least: u64,
    /// The maximum; `None` means unbounded.
    pub most: Option<u64>,
}

impl Extent {
    /// Zero bytes.
    pub const ZERO: Self = Self::exactly(0);

    /// Always this number of bytes.
    pub const fn exactly(bytes: u64) -> Self {
        Self { least: bytes, most: Some(bytes) }
    }

    /// From `least` to `most` bytes.
    pub const fn between(least: u64, most: u64) -> Self {
        Self { least, most: Some(most) }
    }

    /// This number of bytes or more.
    pub const fn at_least(least: u64) -> Self {
        Self { least, most: None }
    }

    /// Returns the number if it is always the same.
    pub fn fixed(self) -> Option<u64> {
        self.most.filter(|most| *most == self.least)
    }

    /// Whether this number of bytes is possible.
    pub fn contains(self, bytes: u64) -> bool {
        bytes >= self.least && self.most.is_none_or(|most| bytes <= most)
    }

    /// Multiplies two ranges. On overflow the maximum becomes unbounded.
    #[must_use]
    pub fn times(self, count: Self) -> Self {
        Self {
            least: self.least.saturating_mul(count.least),
            most: match (self.most, count.most) {
                (Some(0), _) | (_, Some(0)) => Some(0),
                (Some(each), Some(count)) => each.checked_mul(count),
                _ => None,
            },
        }
    }

    /// Returns a range that covers both.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.zip(other.most).map(|(this, other)| this.max(other)),
        }
    }

    /// Returns the range padded to multiples of four bytes.
    #[must_use]
    pub fn padded(self) -> Self {
        let pad = |bytes: u64| bytes.checked_next_multiple_of(4);
        Self { least: pad(self.least).unwrap_or(self.least), most: self.most.and_then(pad) }
    }
}

impl Default for Extent {
    fn default() -> Self {
        Self::ZERO
    }
}

impl Add for Extent {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            least: self.least.saturating_add(other.least),
            most: self.most.zip(other.most).and_then(|(this, other)| this.checked_add(other)),
        }
    }
}

/// Writes `12`, `8–12` or `8+`.
impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.most {
            Some(most) if most == self.least => write!(f, "{most}"),
            Some(most) => write!(f, "{}–{most}", self.least),
            None => write!(f, "{}+", self.least),
        }
    }
}
