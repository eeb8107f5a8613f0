//! The offset of a row, as a page shows it.

use std::fmt;

use super::Row;

/// An offset in bytes, from the start or from the end of the last row of variable length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offset {
    Start(u64),
    Varying(u64),
}

impl Offset {
    pub(super) const fn plus(self, bytes: u64) -> Self {
        match self {
            Self::Start(offset) => Self::Start(offset.saturating_add(bytes)),
            Self::Varying(offset) => Self::Varying(offset.saturating_add(bytes)),
        }
    }
}

/// Writes `12` or `+12`.
impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(offset) => write!(f, "{offset}"),
            Self::Varying(offset) => write!(f, "+{offset}"),
        }
    }
}

/// Returns the rows with their offsets.
pub(super) fn placed(rows: &[Row]) -> impl Iterator<Item = (Offset, &Row)> + Clone {
    rows.iter().scan(Offset::Start(0), |next, row| {
        let at = *next;
        *next = row.length.fixed().map_or(Offset::Varying(0), |length| at.plus(length));
        Some((at, row))
    })
}
