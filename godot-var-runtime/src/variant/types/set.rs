//! Sets of Variant types.

use super::table::VariantType;

/// A set of Variant types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VariantTypes(u64);

impl VariantTypes {
    /// No type.
    pub const NONE: Self = Self(0);
    /// Every type.
    pub const ALL: Self = Self((1 << VariantType::ALL.len()) - 1);

    /// The set of one type.
    pub const fn of(kind: VariantType) -> Self {
        Self(1 << kind as u64)
    }

    /// Adds a type to the set.
    #[must_use]
    pub const fn with(self, kind: VariantType) -> Self {
        self.or(Self::of(kind))
    }

    /// The union of both sets.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The intersection of both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether a type is in the set.
    pub const fn contains(self, kind: VariantType) -> bool {
        self.0 & 1 << kind as u64 != 0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Iterates over the types, in the order of Godot 4's ids.
    pub fn iter(self) -> impl Iterator<Item = VariantType> {
        VariantType::ALL.iter().copied().filter(move |kind| self.contains(*kind))
    }
}
