//! Godot's high-level multiplayer: the engine's packets and broken ones.

mod answers;
mod bounds;
mod client;
mod derived;
mod godot3;
mod godot3_session;
mod guard;
mod injected;
mod interest;
mod net;
mod older;
mod packets;
mod plays;
mod replication;
mod scenes;
mod seats;
mod session;
mod typed;
mod unknown_paths;
mod waiting;
