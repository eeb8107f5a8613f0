//! The program and the library under it, by themselves.

mod common;
mod docs;
mod docs_litenet;
#[path = "../../../schemas/lite_net_lib_manager/mod.rs"]
pub mod lite_net_lib_manager;
mod lludp;
mod pcap;
mod program;
mod program_lludp;
#[cfg(unix)]
mod readme;
// A private part of the library, for the tests that stand in it.
#[path = "../../src/lludp/runs.rs"]
mod runs;
#[path = "../../../tests/common/schemas.rs"]
pub mod schemas;
mod stream;
