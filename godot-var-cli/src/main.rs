//! The `godot-var` program.

mod cmd;
#[cfg(feature = "network")]
mod rates;
mod settings;
mod sources;

use std::process::ExitCode;

fn main() -> ExitCode {
    // WebAssembly has no threads. scripts/inspector.sh sets the size of its stack.
    if cfg!(target_family = "wasm") {
        return cmd::run();
    }
    // The deepest value that an engine reads needs more stack than the main thread has.
    let main = std::thread::Builder::new().stack_size(256 << 20).spawn(cmd::run);
    match main.map(std::thread::JoinHandle::join) {
        Ok(Ok(status)) => status,
        _ => ExitCode::FAILURE,
    }
}
