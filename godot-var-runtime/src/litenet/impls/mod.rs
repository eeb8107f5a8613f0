//! The types that travel: those of Rust, of Godot, of Unity and of .NET.

mod collections;
mod net;
mod numbers;
mod pointers;
mod structures;
mod text;
mod wrappers;
