//! The fuzz targets: one function for each, which panics if a promise is broken.
//!
//! `fuzz_targets` passes them to libFuzzer. `tests/replay.rs` calls them with the seeds and with every earlier finding. [`TARGETS`] lists
//! them.

mod captures;
pub mod corpora;
mod deltas;
mod derived;
mod enet;
mod flat;
mod flat_sample;
mod forms;
mod framing;
mod generated;
mod godot3;
mod inspect;
mod litenet;
mod lludp;
mod messages;
mod multiplayer;
mod peek;
mod pieces;
mod project;
mod reassembly;
mod reuse;
mod sample;
mod schema;
pub mod seeds;
mod session;
mod snapshot;
mod structured;
mod variant;

pub use captures::captures;
pub use deltas::deltas;
pub use derived::derived;
pub use enet::{enet, enetnetwork};
pub use flat::flat;
pub use forms::forms;
pub use framing::framing;
pub use generated::{flatgenerated, foreign, generated, litenetgenerated, lludpgenerated};
pub use godot3::godot3;
pub use inspect::inspect;
pub use litenet::litenet;
pub use lludp::{lludp, zerocode};
pub use messages::messages;
pub use multiplayer::multiplayer;
pub use project::{gdscript, scenes};
pub use reassembly::reassembly;
pub use reuse::reuse;
pub use schema::{schema, template};
pub use session::session;
pub use snapshot::snapshot;
pub use structured::structured;
pub use variant::variant;

/// A target: accepts any bytes, and panics if a promise is broken.
pub type Target = fn(&[u8]);

/// All targets by name.
pub const TARGETS: [(&str, Target); 29] = [
    ("variant", variant),
    ("derived", derived),
    ("generated", generated),
    ("reuse", reuse),
    ("structured", structured),
    ("flat", flat),
    ("flatgenerated", flatgenerated),
    ("deltas", deltas),
    ("forms", forms),
    ("framing", framing),
    ("inspect", inspect),
    ("captures", captures),
    ("reassembly", reassembly),
    ("litenet", litenet),
    ("litenetgenerated", litenetgenerated),
    ("lludp", lludp),
    ("lludpgenerated", lludpgenerated),
    ("messages", messages),
    ("zerocode", zerocode),
    ("multiplayer", multiplayer),
    ("session", session),
    ("snapshot", snapshot),
    ("godot3", godot3),
    ("enet", enet),
    ("enetnetwork", enetnetwork),
    ("template", template),
    ("schema", schema),
    ("gdscript", gdscript),
    ("scenes", scenes),
];
