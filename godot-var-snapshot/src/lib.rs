//! The state of a world to many Godot clients over lossy packets.
//!
//! The server sends each client what changed since a state that this client has confirmed. Packets may be lost, late, doubled and in any
//! order: send them in the transport's unreliable mode. No I/O and no clock; `no_std` with `alloc`. Programs use the facade crate `godot-var` with the feature
//! `snapshot`, which re-exports this crate as `godot_var::snapshot`.
//!
//! ```
//! use core::time::Duration;
//!
//! use godot_var::snapshot::{
//!     Event, Incoming, Outgoing, SnapshotClient, SnapshotConfig, SnapshotServer, SnapshotState,
//! };
//! use godot_var::{GodotFlat, Vector3};
//!
//! #[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
//! #[flat(delta, flags)]
//! struct Player {
//!     #[flat(as = f16)]
//!     #[snapshot(teleport = 8.0)]
//!     pos: Vector3,
//!     #[flat(range = -32.0..=32.0, as = u16, clamp)]
//!     vel: Vector3,
//!     #[flat(angle, as = u16)]
//!     yaw: f32,
//!     #[flat(bits = 7)]
//!     health: u8,
//!     grounded: bool,
//! }
//!
//! #[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
//! #[flat(delta)]
//! struct Rocket {
//!     #[flat(as = f16)]
//!     pos: Vector3,
//! }
//!
//! #[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
//! #[snapshot(input = Steer)]
//! enum Thing {
//!     #[flat(id = 1)]
//!     Player(Player),
//!     #[flat(id = 2)]
//!     Rocket(Rocket),
//! }
//!
//! /// What a client does in a tick.
//! #[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
//! #[flat(delta)]
//! struct Steer {
//!     #[flat(range = -1.0..=1.0, as = u8)]
//!     forward: f32,
//! }
//!
//! let config = SnapshotConfig::new(20).with_budget(1_200);
//! let mut world: SnapshotServer<Thing> = SnapshotServer::new(config);
//! let mut client: SnapshotClient<Thing> = SnapshotClient::new(config);
//!
//! let zero = Vector3::new(0.0, 0.0, 0.0);
//! let mut player = Player { pos: zero, vel: zero, yaw: 0.0, health: 100, grounded: true };
//! let peer = 2;
//! world.connect(peer, Duration::ZERO);
//! world.insert(7, &Thing::Player(player.clone()))?;
//! world.set_weight(peer, 7, 4.0); // near and important: sent more often than others
//!
//! let mut events = Vec::new();
//! for tick in 1..=20 {
//!     let now = Duration::from_millis(50) * tick;
//!     // The client: a message a tick. The transport may lose it.
//!     let message = client.send(&Steer { forward: 1.0 }, now)?;
//!     // The server: messages, inputs, states, packets.
//!     if let Err(refusal) = world.receive(Incoming::new(peer, &message), now) {
//!         println!("{peer}: {refusal}");
//!     }
//!     while let Some((_number, input)) = world.next_input(peer) {
//!         player.pos.x += input.forward;
//!     }
//!     world.set(7, &Thing::Player(player.clone()))?; // the same bytes are no change
//!     world.poll(tick, now);
//!     let mut packets = Vec::new();
//!     world.drain(|Outgoing { bytes, .. }| packets.push(bytes.to_vec()));
//!     // The client: packets, and in each frame the events and the states.
//!     for packet in packets {
//!         client.receive(&packet, now)?;
//!     }
//!     while let Some(event) = client.poll(now) {
//!         events.push(event);
//!     }
//! }
//!
//! assert_eq!(events, [Event::Spawned { key: 7 }]);
//! let Some((20, Thing::Player(newest))) = client.latest(7) else { panic!() };
//! assert_eq!(newest.pos, player.pos);
//! // What is shown is 75 ms older, between the states of two ticks.
//! let Some(Thing::Player(seen)) = client.sample(7, Duration::from_secs(1)) else { panic!() };
//! assert_eq!(seen.pos.x, 18.5);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Bytes
//!
//! Packets are [flat messages](wire), so generators, dissectors and `inspect` read them. A packet is one variant of a message enum of yours,
//! or has a channel of its own.
//!
//! | Server to client | Type | Bytes | |
//! |---|---|--:|---|
//! | `epoch` | `u8` | 1 | modulo 256; 1 to 127 ahead is newer |
//! | `sequence` | `u16` | 2 | the low bits of the packet's number |
//! | `tick` | `u32`, `varint` | 1 to 5 | of all states in the packet |
//! | `input` | `u16` | 2 | the low bits of the newest input that the game took |
//! | `lead` | `i8` | 1 | ticks that it waited; negative: ticks without an input |
//! | `records` | at most 127 | 1 + | no records: a heartbeat, every fifth tick without news |
//!
//! | Record | First byte | Then |
//! |---|---|---|
//! | changed since the packet 1 to 31 before | `0x80` + that number | key (`varint`), delta |
//! | changed since the packet 32 to 16,383 before | `0xa0` | key, that number (`varint`), delta |
//! | new, or without a usable baseline | `0x40` | key, life (`u8`), the whole state |
//! | gone, or out of sight | `0x00` | key |
//!
//! | Client to server | Type | Bytes | |
//! |---|---|--:|---|
//! | header | `flags` | 1 | bit 0: `received` follows; bit 1: the server shall send everything again |
//! | `received` | epoch `u8`, newest packet `u16`, those before `u32` | 0 or 7 | which packets were applied |
//! | `input` | `u32`, `varint` | 1 to 5 | the number of the newest input |
//! | `newest` | the input | | |
//! | `older` | at most 11 deltas | 1 + | each makes the next older input of a newer one |
//!
//! # How it stays in step
//!
//! - The baseline of a delta is a state that the client has confirmed, and only moves forward. The client keeps a version until a delta stands on a newer one.
//! - A packet counts whole or not at all: it is checked, then applied, then confirmed.
//! - An absence is sent until it is confirmed, like a state. A key can be used again at once.
//! - The bytes that a client gets in a tick have a budget. Entities that wait gain priority by their weight, so each is sent in the end.
//! - If the world rests, all clients have the same in the end, and then only heartbeats are sent.
//! - A client can spoil its own view alone. Its memory at the server is bounded by [`SnapshotConfig`]: packets that wait, one entry for each entity that it sees, inputs.
#![no_std]
#![deny(
    clippy::unwrap_used,
    clippy::panic,
    clippy::std_instead_of_core,
    clippy::alloc_instead_of_core
)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod client;
mod config;
#[doc(hidden)]
pub mod interpolate;
mod numbers;
#[cfg(test)]
mod property;
mod rt;
mod rules;
mod server;
mod state;
pub mod wire;

pub use client::{Event, PacketRefusal, SnapshotClient};
pub use config::SnapshotConfig;
pub use server::{Incoming, Outgoing, Refusal, SnapshotError, SnapshotServer, Statistics};
pub use state::{Fields, SnapshotInput, SnapshotState, SnapshotWorld};
