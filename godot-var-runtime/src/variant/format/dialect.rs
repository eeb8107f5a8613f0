//! The dialects of the Variant format, as zero-sized types.

use core::fmt::Debug;
use core::marker::PhantomData;

use crate::variant::VariantType;
use crate::variant::entry_points::Dispatch;

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

/// A version of the Variant encoding, as written by some versions of the engine.
///
/// | Type | Written by | `int` | `float` |
/// |---|---|---|---|
/// | [`Godot4`] | Godot 4.0 and later | shortest | shortest |
/// | [`Godot3`] | Godot 3.1 to 3.6 | shortest | shortest |
/// | [`Godot3_0`] | the Godot 3.0 engine | always 64 bits, flagged | shortest |
/// | [`Flagless`] | programs that follow the 3.0 documentation | always 64 bits, no flag | always 32 bits, no flag |
/// | [`Double<D>`](Double) | builds with `precision=double` | as `D` | as `D` |
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no dialect",
    note = "the dialects are `Godot4`, `Godot3`, `Godot3_0`, `Flagless`, `Double<Godot4>` and `Double<Godot3>`"
)]
pub trait Dialect: Dispatch + Copy + Debug + Default + PartialEq + 'static {
    /// The dialect as a value.
    const SPEC: DialectSpec;
}

/// Godot 4.0 and later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Godot4;

/// Godot 3.1 to 3.6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Godot3;

/// The Godot 3.0 engine: as [`Godot3`], with ints always in 64 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Godot3_0;

/// The encoding in the 3.0 documentation: 64-bit ints and 32-bit floats without any flag. All other
/// types are as the engine writes them.
///
/// No engine writes it. Floats are rounded to 32 bits, because the format has no other form. A
/// float beyond their range is an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flagless;

/// A double-precision build (`precision=double`) of an engine with the dialect `D`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Double<D>(PhantomData<D>);

/// The dialect whose values take the most words: it bounds the templates of generated code.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Widest;

impl Dialect for Godot4 {
    const SPEC: DialectSpec = DialectSpec {
        name: "godot4",
        generation: Generation::Godot4,
        int: IntForm::Shortest,
        float: FloatForm::Shortest,
        real: RealForm::Single,
    };
}

impl Dialect for Godot3 {
    const SPEC: DialectSpec =
        DialectSpec { name: "godot3", generation: Generation::Godot3, ..Godot4::SPEC };
}

impl Dialect for Godot3_0 {
    const SPEC: DialectSpec = DialectSpec { name: "godot3.0", int: IntForm::Wide, ..Godot3::SPEC };
}

impl Dialect for Flagless {
    const SPEC: DialectSpec = DialectSpec {
        name: "flagless",
        int: IntForm::Flagless,
        float: FloatForm::Flagless,
        ..Godot3::SPEC
    };
}

impl Dialect for Double<Godot4> {
    const SPEC: DialectSpec =
        DialectSpec { name: "godot4-double", real: RealForm::DoubleFlagged, ..Godot4::SPEC };
}

impl Dialect for Double<Godot3> {
    const SPEC: DialectSpec =
        DialectSpec { name: "godot3-double", real: RealForm::DoubleUnflagged, ..Godot3::SPEC };
}

impl Dialect for Widest {
    const SPEC: DialectSpec = DialectSpec {
        name: "widest",
        int: IntForm::Wide,
        real: RealForm::DoubleFlagged,
        ..Godot4::SPEC
    };
}
