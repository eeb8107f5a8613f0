//! The program and its library, without other programs.

mod captures;
#[path = "../common/mod.rs"]
mod common;
mod docs_litenet;
#[cfg(unix)]
mod files;
mod flat;
#[cfg(unix)]
mod help;
#[path = "../../../schemas/lite_net_lib_manager/mod.rs"]
pub mod lite_net_lib_manager;
mod natural;
#[cfg(all(unix, feature = "network"))]
mod network;
#[cfg(feature = "network")]
mod new;
mod pcap;
mod program;
mod program_lludp;
mod program_multiplayer;
#[cfg(unix)]
mod program_page;
// A private part of the library, for its tests.
#[path = "../../src/lludp/runs.rs"]
mod runs;
#[path = "../../../tests/common/schemas.rs"]
pub mod schemas;
mod settings;
mod stream;
mod streams;
#[cfg(unix)]
mod watch;
