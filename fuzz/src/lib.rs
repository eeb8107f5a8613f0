//! The fuzz targets: one function for each, which panics if a promise is broken.
//!
//! `fuzz_targets` passes them to libFuzzer. `tests/replay.rs` calls them with the seeds and with every earlier finding. [`TARGETS`] lists
//! them.

mod derived;
mod flat;
mod flat_generated;
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
mod reuse;
mod sample;
mod schema;
pub mod seeds;
mod session;
mod structured;
mod variant;

pub use derived::derived;
pub use flat::flat;
pub use flat_generated::flatgenerated;
pub use forms::forms;
pub use framing::framing;
pub use generated::generated;
pub use inspect::inspect;
pub use litenet::litenet;
pub use lludp::{lludp, zerocode};
pub use messages::messages;
pub use multiplayer::multiplayer;
pub use reuse::reuse;
pub use schema::{schema, template};
pub use session::session;
pub use structured::structured;
pub use variant::variant;

/// A target: accepts any bytes, and panics if a promise is broken.
pub type Target = fn(&[u8]);

/// All targets by name.
pub const TARGETS: [(&str, Target); 18] = [
    ("variant", variant),
    ("derived", derived),
    ("generated", generated),
    ("reuse", reuse),
    ("structured", structured),
    ("flat", flat),
    ("flatgenerated", flatgenerated),
    ("forms", forms),
    ("framing", framing),
    ("inspect", inspect),
    ("litenet", litenet),
    ("lludp", lludp),
    ("messages", messages),
    ("zerocode", zerocode),
    ("multiplayer", multiplayer),
    ("session", session),
    ("template", template),
    ("schema", schema),
];
