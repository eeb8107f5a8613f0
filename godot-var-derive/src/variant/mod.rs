//! `#[derive(GodotVar)]`: Godot's Variants.

mod emit;
mod stub;

pub(crate) use emit::{message, place};
pub(crate) use stub::stub;
