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
#[path = "../../../tests/common/schemas.rs"]
pub mod schemas;
mod stream;
