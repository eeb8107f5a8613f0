//! A number of bytes that may differ from message to message.

use std::fmt;
use std::ops::Add;

/// So many bytes at least, and at most, if there is a most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// At least.
    pub least: u64,
    /// At most; `None`: without end.
    pub most: Option<u64>,
}

impl Extent {
    /// Nothing.
    pub const ZERO: Self = Self::exactly(0);

    /// Always so many.
    pub const fn exactly(bytes: u64) -> Self {
        Self { least: bytes, most: Some(bytes) }
    }

    /// From so many to so many.
    pub const fn between(least: u64, most: u64) -> Self {
        Self { least, most: Some(most) }
    }

    /// So many and more.
    pub const fn at_least(least: u64) -> Self {
        Self { least, most: None }
    }

    /// The number, where it is always the same.
    pub fn fixed(self) -> Option<u64> {
        self.most.filter(|most| *most == self.least)
    }

    /// Whether a number of bytes is possible.
    pub fn contains(self, bytes: u64) -> bool {
        bytes >= self.least && self.most.is_none_or(|most| bytes <= most)
    }

    /// The same so many times. A product beyond all numbers is without end.
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

    /// This or the other.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.zip(other.most).map(|(this, other)| this.max(other)),
        }
    }

    /// Aligned to four bytes.
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

/// `12`, `8–12`, `8+`.
impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.most {
            Some(most) if most == self.least => write!(f, "{most}"),
            Some(most) => write!(f, "{}–{most}", self.least),
            None => write!(f, "{}+", self.least),
        }
    }
}
