//! Types of LiteNetLibManager that Rust and Godot do not have.

pub(super) mod ids;
pub(super) mod math;
pub(super) mod wrappers;
