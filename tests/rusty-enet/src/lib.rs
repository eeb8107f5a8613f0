//! `rusty_enet` for tests: what `godot-var-enet` and programs on it are compared with.

pub use rusty_enet::*;
