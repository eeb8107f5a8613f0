//! The dialects of the Variant format, as zero-sized types.

use core::fmt::Debug;
use core::marker::PhantomData;

use super::Dispatch;
use crate::variant::types::DialectSpec;

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
    message = "`{Self}` is not a dialect",
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

macro_rules! dialects {
    ($($dialect:ty: $spec:ident),+ $(,)?) => { $(
        impl Dialect for $dialect {
            const SPEC: DialectSpec = DialectSpec::$spec;
        }
    )+ };
}

dialects!(
    Godot4: GODOT4,
    Godot3: GODOT3,
    Godot3_0: GODOT3_0,
    Flagless: FLAGLESS,
    Double<Godot4>: GODOT4_DOUBLE,
    Double<Godot3>: GODOT3_DOUBLE,
    Widest: WIDEST,
);
