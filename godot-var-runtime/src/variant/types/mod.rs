//! Variant types, dialects, and the structures that Godot shares with every game: the ground of this module.

mod colors;
mod constants;
mod dialect;
pub mod math;
mod names;
mod table;

pub use dialect::{DialectSpec, FloatForm, Generation, IntForm, RealForm};
pub use names::{ElementType, NodePath, StringName};
pub use table::{Component, Payload, VariantType};
