//! How many bytes the values of a type take.

use super::layout::{NumberType, Prefix};
use super::varint;

/// The fewest and the most bytes that a value of a type takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The fewest.
    pub min: usize,
    /// The most; `usize::MAX` where there is no bound.
    pub max: usize,
    /// Whether all bytes of this length are a value, so that its reader refuses none.
    pub any_bytes: bool,
}

impl Size {
    /// Any number of bytes.
    pub const ANY: Self = Self::between(0, usize::MAX);

    /// No bytes.
    pub const NONE: Self = Self::of_any_bytes(0);

    /// From `min` to `max` bytes.
    pub const fn between(min: usize, max: usize) -> Self {
        Self { min, max, any_bytes: false }
    }

    /// Exactly this many bytes.
    pub const fn fixed(bytes: usize) -> Self {
        Self::between(bytes, bytes)
    }

    /// Exactly this many bytes, which are a value whatever they are.
    pub const fn of_any_bytes(bytes: usize) -> Self {
        Self { min: bytes, max: bytes, any_bytes: true }
    }

    /// At least this many bytes, without a bound.
    pub const fn at_least(min: usize) -> Self {
        Self::between(min, usize::MAX)
    }

    /// The same length, where a reader refuses some bytes.
    #[must_use]
    pub const fn refusing(self) -> Self {
        Self { any_bytes: false, ..self }
    }

    /// Whether all values take the same number of bytes.
    pub const fn is_fixed(self) -> bool {
        self.min == self.max
    }

    /// Whether there is a bound.
    pub const fn is_bounded(self) -> bool {
        self.max != usize::MAX
    }

    /// The most bytes; `None` where there is no bound.
    pub const fn most(self) -> Option<usize> {
        if self.is_bounded() { Some(self.max) } else { None }
    }

    /// One value after the other.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            min: self.min.saturating_add(other.min),
            max: self.max.saturating_add(other.max),
            any_bytes: self.any_bytes && other.any_bytes,
        }
    }

    /// One value or the other.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self {
            min: if self.min < other.min { self.min } else { other.min },
            max: if self.max > other.max { self.max } else { other.max },
            any_bytes: false,
        }
    }

    /// Exactly this many values.
    #[must_use]
    pub const fn times(self, count: usize) -> Self {
        Self {
            min: self.min.saturating_mul(count),
            max: self.max.saturating_mul(count),
            any_bytes: self.any_bytes,
        }
    }

    /// A count that is at most `most`, and the largest count.
    const fn count(prefix: Prefix, most: usize) -> (Self, usize) {
        match prefix {
            Prefix::Varint => (Self::between(1, varint::len(most as u64)), most),
            Prefix::Number(number) => {
                let own = match number.bytes() {
                    1 => u8::MAX as usize,
                    2 => u16::MAX as usize,
                    _ => Self::ANY.max,
                };
                (Self::fixed(number.bytes()), if most < own { most } else { own })
            }
        }
    }

    /// A count, and at most this many elements in `bits` bits each; `usize::MAX` without a bound.
    pub const fn packed(prefix: Prefix, most: usize, bits: u8) -> Self {
        let (count, most) = Self::count(prefix, most);
        if most == Self::ANY.max {
            return Self::at_least(count.min);
        }
        let bytes = Self::packed_len(most, bits);
        // With `max_len = 0` it has no fixed size, as other lists.
        count.and(Self::between(0, if bytes == 0 { 1 } else { bytes }))
    }

    /// The bytes of this many elements in `bits` bits each.
    pub const fn packed_len(count: usize, bits: u8) -> usize {
        let bits = bits as usize;
        // Of whole bytes, and of the rest: the product of all may be too large.
        (count / 8).saturating_mul(bits).saturating_add((count % 8 * bits).div_ceil(8))
    }

    /// A count, and at most this many elements; `usize::MAX` without a bound.
    pub const fn counted(prefix: Prefix, most: usize, element: Self) -> Self {
        let (count, most) = Self::count(prefix, most);
        if most == Self::ANY.max {
            return Self::at_least(count.min);
        }
        let elements = element.up_to(most);
        // A list of elements without bytes has no fixed size, because only a reader of the whole message counts them.
        count.and(Self { max: if elements.max == 0 { 1 } else { elements.max }, ..elements })
    }

    /// An integer of this type in LEB128.
    pub const fn varint(number: NumberType) -> Self {
        // A signed one is in zigzag, and no u64 is above the largest i64.
        let bits = match number {
            NumberType::U64 => 63,
            number => number.bytes() * 8,
        };
        Self::between(1, bits.div_ceil(7))
    }

    /// This number in LEB128.
    pub const fn varint_of(number: u64) -> Self {
        Self::fixed(varint::len(number))
    }

    /// A text of at most this many bytes, and the 0 after it.
    pub const fn c_string(most: usize) -> Self {
        Self::between(1, most.saturating_add(1))
    }

    /// A rotation with this many bits for each of three components.
    pub const fn smallest_three(bits: u8) -> Self {
        Self::fixed((2 + 3 * bits as usize).div_ceil(16) * 2)
    }

    /// At most this many values.
    #[must_use]
    pub const fn up_to(self, count: usize) -> Self {
        let max = if self.max == 0 { 0 } else { self.max.saturating_mul(count) };
        Self::between(0, max)
    }
}
