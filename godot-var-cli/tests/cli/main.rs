//! The program and its library, without other programs.

mod captures;
mod check_help;
#[path = "../common/mod.rs"]
mod common;
#[cfg(all(unix, feature = "network"))]
#[path = "../../../tests/common/enet.rs"]
mod datagrams;
#[cfg(unix)]
mod devices;
mod docs_litenet;
#[cfg(all(unix, feature = "network"))]
mod enet;
#[cfg(unix)]
mod files;
mod flat;
mod flat_floats;
mod flat_maps;
#[cfg(unix)]
mod help;
mod inputs;
#[cfg(all(unix, feature = "network"))]
mod inspector_page;
#[cfg(unix)]
mod interrupted;
#[path = "../../../schemas/lite_net_lib_manager/mod.rs"]
pub mod lite_net_lib_manager;
mod mixed;
mod natural;
#[cfg(all(unix, feature = "network"))]
mod network;
#[cfg(feature = "network")]
mod new;
mod new_console;
#[cfg(all(unix, feature = "network"))]
mod new_websocket;
#[cfg(all(unix, feature = "network"))]
mod one_line;
mod pcap;
mod program;
mod program_lludp;
mod program_multiplayer;
#[cfg(unix)]
mod program_page;
// A private part of the library, for its tests.
#[cfg(all(unix, feature = "network"))]
mod replay;
#[path = "../../src/lludp/runs.rs"]
mod runs;
mod schema;
#[path = "../../../tests/common/schemas.rs"]
pub mod schemas;
mod settings;
mod stream;
mod streams;
#[cfg(unix)]
mod udp_capture;
mod versions;
#[cfg(unix)]
mod watch;
#[cfg(all(unix, feature = "network"))]
mod worlds;
