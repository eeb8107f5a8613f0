//! The output of the generators for schema files, and their reports about changes.

mod callers;
mod csharp;
mod elsewhere;
mod every_pair;
pub mod every_row;
mod evolution;
mod evolve;
mod evolve_help;
mod fingerprint;
mod fingerprint_pairs;
mod flat;
mod flat_evolution;
mod flat_pairs;
#[path = "../../../fuzz/src/flat_sample.rs"]
mod flat_sample;
mod gdscript;
mod hidden;
mod lock;
mod names;
mod protocol;
mod same_words;
#[path = "../../../fuzz/src/sample.rs"]
pub mod sample;
#[path = "../../../tests/common/schemas.rs"]
pub mod schemas;
mod snapshots;
mod texts;
mod wireshark;
#[path = "../../../schemas/world.rs"]
#[allow(missing_docs, reason = "the types say it all")]
pub mod world;
#[path = "../../../tests/common/world_session.rs"]
pub mod world_session;
