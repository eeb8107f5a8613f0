//! Godot's high-level multiplayer: packets against those of the engine, and against broken ones.

mod client;
mod derived;
mod godot3;
mod injected;
mod packets;
mod replication;
mod session;
mod typed;
