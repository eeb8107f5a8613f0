//! How dialects of the Variant format differ, as values.

use super::table::VariantType;

/// Which table of type ids a dialect uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generation {
    /// Ids 0..=26: Godot 3 and the documentation of 3.0.
    Godot3,
    /// Ids 0..=38: Godot 4.
    Godot4,
}

/// How an `int` is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntForm {
    /// 32 bits if the value fits an `i32`, else flag 64 and 64 bits.
    Shortest,
    /// Always flag 64 and 64 bits. Reading is the same as for [`Shortest`](Self::Shortest).
    Wide,
    /// Always 64 bits, without a flag.
    Flagless,
}

/// How a `float` is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatForm {
    /// 32 bits if `f64 → f32 → f64` keeps the value, else flag 64 and 64 bits.
    Shortest,
    /// Always 32 bits, without a flag: other values are rounded; values beyond the range are
    /// errors.
    Flagless,
}

/// How the components of vectors, matrices and other structures are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RealForm {
    /// 32 bits. Godot 4 readers also accept flag 64 and 64 bits.
    Single,
    /// 64 bits, with flag 64 in the header of the structure or packed array.
    DoubleFlagged,
    /// 64 bits, without a flag; packed arrays stay at 32 bits.
    DoubleUnflagged,
}

/// A dialect as a value, for code that is not compiled for each dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DialectSpec {
    /// Its name on the command line.
    pub name: &'static str,
    /// The table of type ids.
    pub generation: Generation,
    /// How ints are written.
    pub int: IntForm,
    /// How floats are written.
    pub float: FloatForm,
    /// How the components of structures are written.
    pub real: RealForm,
}

impl DialectSpec {
    pub(crate) const GODOT4: Self = Self {
        name: "godot4",
        generation: Generation::Godot4,
        int: IntForm::Shortest,
        float: FloatForm::Shortest,
        real: RealForm::Single,
    };
    pub(crate) const GODOT3: Self =
        Self { name: "godot3", generation: Generation::Godot3, ..Self::GODOT4 };
    pub(crate) const GODOT3_0: Self = Self { name: "godot3.0", int: IntForm::Wide, ..Self::GODOT3 };
    pub(crate) const FLAGLESS: Self = Self {
        name: "flagless",
        int: IntForm::Flagless,
        float: FloatForm::Flagless,
        ..Self::GODOT3
    };
    pub(crate) const GODOT4_DOUBLE: Self =
        Self { name: "godot4-double", real: RealForm::DoubleFlagged, ..Self::GODOT4 };
    pub(crate) const GODOT3_DOUBLE: Self =
        Self { name: "godot3-double", real: RealForm::DoubleUnflagged, ..Self::GODOT3 };
    pub(crate) const WIDEST: Self =
        Self { name: "widest", int: IntForm::Wide, real: RealForm::DoubleFlagged, ..Self::GODOT4 };

    /// Returns the id of a type, or `None` if the dialect lacks it.
    #[inline]
    pub const fn type_id(&self, kind: VariantType) -> Option<u8> {
        kind.id(self.generation)
    }

    /// Returns the type of an id, or `None` if the dialect has no such id.
    pub const fn type_of(&self, id: u8) -> Option<VariantType> {
        VariantType::from_id(id, self.generation)
    }

    /// Whether structures are written with 64-bit components.
    pub const fn is_double(&self) -> bool {
        !matches!(self.real, RealForm::Single)
    }
}
