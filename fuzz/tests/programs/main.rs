//! What is generated of the schema of generated types does what Rust does: in real engines, and in `tshark`.

use std::process::ExitCode;

mod gdscript;
#[path = "../../../tests/common/needs.rs"]
mod needs;
#[path = "../../../tests/common/programs/mod.rs"]
mod programs;
mod random;
mod wireshark;

fn main() -> ExitCode {
    needs::run([gdscript::tests(), wireshark::tests()])
}
