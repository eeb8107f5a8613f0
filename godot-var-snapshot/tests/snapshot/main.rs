//! Snapshots between a server and clients in memory, by their public interface.

mod bytes;
mod game;
mod inputs;
mod lives;
mod memory;
mod playback;
mod refusals;
mod sharing;
