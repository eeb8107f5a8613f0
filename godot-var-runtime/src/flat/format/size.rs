//! How many bytes the values of a type take.

/// The fewest and the most bytes that a value of a type takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The fewest.
    pub min: usize,
    /// The most; `usize::MAX` where there is no bound.
    pub max: usize,
}

impl Size {
    /// Any number of bytes.
    pub const ANY: Self = Self { min: 0, max: usize::MAX };

    /// Exactly so many bytes.
    pub const fn fixed(bytes: usize) -> Self {
        Self { min: bytes, max: bytes }
    }

    /// At least so many bytes, without a bound.
    pub const fn at_least(min: usize) -> Self {
        Self { min, max: usize::MAX }
    }

    /// Whether all values take the same number of bytes.
    pub const fn is_fixed(self) -> bool {
        self.min == self.max
    }

    /// Whether there is a bound.
    pub const fn is_bounded(self) -> bool {
        self.max != usize::MAX
    }

    /// One value after the other.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self { min: self.min.saturating_add(other.min), max: self.max.saturating_add(other.max) }
    }

    /// One value or the other.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self {
            min: if self.min < other.min { self.min } else { other.min },
            max: if self.max > other.max { self.max } else { other.max },
        }
    }

    /// Exactly so many values.
    #[must_use]
    pub const fn times(self, count: usize) -> Self {
        Self { min: self.min.saturating_mul(count), max: self.max.saturating_mul(count) }
    }

    /// At most so many values.
    #[must_use]
    pub const fn up_to(self, count: usize) -> Self {
        let max = if self.max == 0 { 0 } else { self.max.saturating_mul(count) };
        Self { min: 0, max }
    }
}
