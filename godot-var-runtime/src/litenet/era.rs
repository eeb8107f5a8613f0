//! The eras of the wire, as zero-sized types.

use core::fmt::Debug;

mod sealed {
    pub trait Sealed {}
}

/// Which rules an era follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generation {
    /// July 2018.
    Y2018,
    /// Today.
    Head,
}

/// An era as data: what shared code asks instead of being compiled for each era.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EraSpec {
    /// The name that the command line uses.
    pub name: &'static str,
    /// The rules.
    pub generation: Generation,
}

/// One of the ways in which LiteNetLibManager writes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no era of LiteNetLibManager",
    note = "the eras are `LiteNet2018` and `LiteNetHead`"
)]
pub trait Era: sealed::Sealed + Copy + Debug + Default + PartialEq + 'static {
    /// The era as data.
    const SPEC: EraSpec;
}

/// July 2018: commit `fec0903`, the messages of the wiki page. The [table](super#bytes) has its bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LiteNet2018;

/// Today: commit `f07d8e6`. The [table](super#bytes) has its bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LiteNetHead;

impl sealed::Sealed for LiteNet2018 {}
impl sealed::Sealed for LiteNetHead {}

impl Era for LiteNet2018 {
    const SPEC: EraSpec = EraSpec { name: "litenet-2018", generation: Generation::Y2018 };
}

impl Era for LiteNetHead {
    const SPEC: EraSpec = EraSpec { name: "litenet", generation: Generation::Head };
}

/// Whether an era follows the rules of July 2018; folds to a constant.
#[inline(always)]
pub(super) const fn is_2018<E: Era>() -> bool {
    matches!(E::SPEC.generation, Generation::Y2018)
}
