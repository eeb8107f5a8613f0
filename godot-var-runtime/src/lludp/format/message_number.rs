//! Message numbers of the four frequencies.

use crate::{DecodeError, DecodeErrorKind, Output, Reader};

/// How often a message is sent, which decides the size of its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Frequency {
    /// One byte.
    High,
    /// Two bytes.
    Medium,
    /// Four bytes, the number in the last two.
    Low,
    /// Four bytes, written in full in the template.
    Fixed,
}

/// The number that identifies a message.
///
/// | Frequency | Bytes | Range |
/// |---|---|---|
/// | High | `NN` | 1 to 254 |
/// | Medium | `FF NN` | 1 to 254 |
/// | Low | `FF FF HH LL`, big-endian | 1 to 0xFEFF |
/// | Fixed | `FF FF FF NN`, the number in big-endian | 0xFFFFFFFA to 0xFFFFFFFF |
///
/// # Errors
/// [`DecodeErrorKind::Incomplete`] if the bytes end within the number. Numbers that no template
/// has, such as 0, are not an error.
///
/// # Source
/// `secondlife/viewer@d6d453be:llmessagetemplate.h`; agrees with `tests/vectors/lludp.jsonl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MessageNumber {
    /// One byte.
    High(u8),
    /// `FF` and one byte.
    Medium(u8),
    /// `FF FF` and two bytes.
    Low(u16),
    /// All four bytes.
    Fixed(u32),
}

impl MessageNumber {
    /// The first of the fixed numbers.
    pub const FIRST_FIXED: u32 = 0xFFFF_FFFA;

    /// Makes a number from its value in a template; `None` outside the range of its frequency.
    pub const fn new(frequency: Frequency, number: u32) -> Option<Self> {
        match (frequency, number) {
            (Frequency::High, 1..=0xFE) => Some(Self::High(number as u8)),
            (Frequency::Medium, 1..=0xFE) => Some(Self::Medium(number as u8)),
            (Frequency::Low, 1..=0xFEFF) => Some(Self::Low(number as u16)),
            (Frequency::Fixed, Self::FIRST_FIXED..) => Some(Self::Fixed(number)),
            _ => None,
        }
    }

    /// The number with its prefix, unique across all frequencies.
    pub const fn id(self) -> u32 {
        match self {
            Self::High(number) => number as u32,
            Self::Medium(number) => 0xFF00 | number as u32,
            Self::Low(number) => 0xFFFF_0000 | number as u32,
            Self::Fixed(number) => number,
        }
    }

    /// The frequency.
    pub const fn frequency(self) -> Frequency {
        match self {
            Self::High(_) => Frequency::High,
            Self::Medium(_) => Frequency::Medium,
            Self::Low(_) => Frequency::Low,
            Self::Fixed(_) => Frequency::Fixed,
        }
    }

    /// Its size in bytes: 1, 2 or 4.
    pub const fn encoded_len(self) -> usize {
        match self {
            Self::High(_) => 1,
            Self::Medium(_) => 2,
            Self::Low(_) | Self::Fixed(_) => 4,
        }
    }

    /// Its bytes, the last [`encoded_len`](Self::encoded_len) of the four.
    pub const fn to_bytes(self) -> [u8; 4] {
        self.id().to_be_bytes()
    }

    /// Appends the number.
    #[inline(always)]
    pub fn put(self, out: &mut impl Output) {
        out.put_bytes(self.to_bytes().get(4 - self.encoded_len()..).unwrap_or_default());
    }

    /// Reads a number.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`].
    #[inline]
    pub fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        const WHAT: &str = "the message number";
        let [first] = reader.array(WHAT)?;
        if first != 0xFF {
            return Ok(Self::High(first));
        }
        let [second] = reader.array(WHAT)?;
        if second != 0xFF {
            return Ok(Self::Medium(second));
        }
        let low = u16::from_be_bytes(reader.array(WHAT)?);
        let id = 0xFFFF_0000 | u32::from(low);
        Ok(if id >= Self::FIRST_FIXED { Self::Fixed(id) } else { Self::Low(low) })
    }

    /// The error for a number that is not in the reader's template.
    #[cold]
    pub fn unknown(self, offset: usize) -> DecodeError {
        DecodeError::new(
            DecodeErrorKind::UnknownVariant,
            offset,
            "the number of a message in the template",
            alloc::format!("{self}"),
        )
    }
}

impl core::fmt::Display for MessageNumber {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::High(number) => write!(f, "High {number}"),
            Self::Medium(number) => write!(f, "Medium {number}"),
            Self::Low(number) => write!(f, "Low {number}"),
            Self::Fixed(number) => write!(f, "Fixed {number:#010X}"),
        }
    }
}
