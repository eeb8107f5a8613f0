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
mod locks;
mod messages;
mod multiplayer;
mod older;
mod peek;
mod pieces;
mod project;
mod reassembly;
mod reuse;
mod sample;
mod schema;
mod seats;
#[path = "../../tests/common/seats_model.rs"]
mod seats_model;
pub mod seeds;
mod session;
#[path = "../../tests/common/session_seats_model.rs"]
mod session_seats_model;
mod snapshot;
mod structured;
mod tickets;
mod variant;
mod websocket;

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
pub use locks::locks;
pub use messages::messages;
pub use multiplayer::multiplayer;
pub use older::older;
pub use project::{gdscript, scenes};
pub use reassembly::reassembly;
pub use reuse::reuse;
pub use schema::{schema, template};
pub use seats::seats;
pub use session::session;
pub use snapshot::snapshot;
pub use structured::structured;
pub use tickets::tickets;
pub use variant::variant;
pub use websocket::websocket;

/// A target: accepts any bytes, and panics if a promise is broken.
pub type Target = fn(&[u8]);

/// All targets by name.
pub const TARGETS: [(&str, Target); 34] = [
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
    ("tickets", tickets),
    ("older", older),
    ("websocket", websocket),
    ("seats", seats),
    ("godot3", godot3),
    ("enet", enet),
    ("enetnetwork", enetnetwork),
    ("template", template),
    ("schema", schema),
    ("locks", locks),
    ("gdscript", gdscript),
    ("scenes", scenes),
];
