//! Messages that are streams of bytes, on every wire: their model, and the checks that do not depend on the wire.

pub(crate) mod check;
pub mod delta;
pub mod model;
