//! Messages for people: a walk over all bytes, and the parts of a value that a layout names.
//!
//! Peeks, which programs need, are in `godot_var::inspect`.

mod fits;
mod piece;
mod walk;

pub use fits::{FieldFit, Fit, fits};
pub use piece::{Numbers, Part, Piece, Place};
pub use walk::{walk, walk_frames, widen_float};
