//! Variant types, dialects, and the structures that Godot shares with every game: the ground of this module.

mod colors;
mod constants;
mod dialect;
pub mod math;
mod names;
mod set;
mod table;

pub use dialect::{DialectSpec, FloatForm, IntForm, RealForm};
pub use names::{ElementType, NodePath, StringName};
pub use set::VariantTypes;
pub use table::{Component, Generation, Payload, VariantType};
pub(in crate::variant) use table::{forms, variant_types};
