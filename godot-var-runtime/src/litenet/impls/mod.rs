//! The encodings of types of Rust, Godot, Unity and .NET.

mod collections;
mod net;
mod numbers;
mod pointers;
mod structures;
mod text;
mod wrappers;
