//! Godot's high-level multiplayer: packets against those of the engine, and against broken ones.

mod derived;
mod injected;
mod packets;
mod session;
mod typed;
