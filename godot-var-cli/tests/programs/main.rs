//! Tests that need more than this project, or start other programs than its own: a browser, `tshark`, shells, compilers, engines, and Second
//! Life's template.
#![allow(
    clippy::wildcard_imports,
    reason = "schemas name the types around them, and samples those of a schema"
)]

use std::process::ExitCode;

#[cfg(unix)]
mod addon;
#[cfg(unix)]
mod begun;
#[path = "../../../tests/common/boundaries.rs"]
pub mod boundaries;
#[path = "../../../tests/common/boundaries_flat.rs"]
#[allow(dead_code, reason = "only the bytes of the rows are used")]
mod boundaries_flat;
mod browser;
#[cfg(unix)]
mod clients;
#[path = "../common/mod.rs"]
mod common;
#[cfg(unix)]
#[path = "../../../tests/common/devtools.rs"]
mod devtools;
mod docs;
#[cfg(unix)]
mod folder;
#[cfg(unix)]
mod greetings;
#[cfg(unix)]
mod guide;
#[cfg(unix)]
mod inspector;
mod lludp;
#[cfg(unix)]
mod lossy;
#[path = "../../../tests/common/pages.rs"]
mod markdown;
#[path = "../../../tests/common/needs.rs"]
mod needs;
#[cfg(unix)]
mod new;
#[cfg(unix)]
mod pages;
#[path = "../../../tests/common/programs/mod.rs"]
mod programs;
#[cfg(unix)]
mod quick_start;
#[path = "../../../tests/common/schemas.rs"]
pub mod schemas;
#[cfg(unix)]
mod smooth;
#[cfg(unix)]
mod snapshots;
mod wireshark;

fn main() -> ExitCode {
    needs::run([
        #[cfg(unix)]
        addon::tests(),
        #[cfg(unix)]
        begun::tests(),
        browser::tests(),
        #[cfg(unix)]
        clients::tests(),
        docs::tests(),
        #[cfg(unix)]
        greetings::tests(),
        #[cfg(unix)]
        guide::tests(),
        #[cfg(unix)]
        inspector::tests(),
        lludp::tests(),
        #[cfg(unix)]
        new::tests(),
        #[cfg(unix)]
        pages::tests(),
        #[cfg(unix)]
        quick_start::tests(),
        #[cfg(unix)]
        smooth::tests(),
        #[cfg(unix)]
        snapshots::tests(),
        wireshark::tests(),
        wireshark::captures::tests(),
        wireshark::flat::tests(),
        wireshark::list::tests(),
        wireshark::lludp::tests(),
        wireshark::multiplayer::tests(),
        wireshark::notes::tests(),
    ])
}
