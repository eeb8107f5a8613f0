//! What is generated of the schema of generated types does what Rust does: in real engines, in mono and node, and in `tshark`.

use std::process::ExitCode;

mod csharp;
mod gdscript;
mod languages;
mod litenet;
#[path = "../../../tests/common/needs.rs"]
mod needs;
#[path = "../../../tests/common/programs/mod.rs"]
mod programs;
mod random;
mod typescript;
mod wireshark;

fn main() -> ExitCode {
    needs::run([
        csharp::tests(),
        gdscript::tests(),
        litenet::tests(),
        typescript::tests(),
        wireshark::tests(),
    ])
}
