//! Godot's high-level multiplayer: packets against those of the engine, and against broken ones.

mod client;
mod derived;
mod godot3;
mod godot3_session;
mod injected;
mod packets;
mod replication;
mod session;
mod typed;
