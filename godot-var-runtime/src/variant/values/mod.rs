//! Values whose type is known only at run time: the dynamic `Variant`, views of packed arrays.

mod display;
pub(super) mod dynamic;
mod order;
pub(super) mod packed_view;
pub(super) mod variant;
