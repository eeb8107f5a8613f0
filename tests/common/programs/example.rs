//! Runs an example as a user does: builds it if necessary, and starts it.
#![allow(dead_code, reason = "each test uses a part of this")]

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// `cargo run`.
pub(crate) fn command(name: &str, arguments: &[&str]) -> Command {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder");
    let mut command = Command::new(env!("CARGO"));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["run", "--quiet", "--example", name, "--target-dir"])
        .arg(target)
        .arg("--")
        .args(arguments);
    command
}

/// Returns the output of an example that ends by itself without an error.
pub(crate) fn run(name: &str, arguments: &[&str]) -> String {
    let output = command(name, arguments).output().expect("cargo runs");
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{printed}\n{complaints}", output.status);
    printed
}

/// An example that serves until it is dropped, which kills it.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    printed: Arc<Mutex<String>>,
    /// Reads the output, so that the example never blocks on it.
    reader: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts it on a free port. The third word of its output is its address.
    pub(crate) fn start(name: &str, arguments: &[&str]) -> Self {
        let mut command = command(name, &["--listen", "127.0.0.1:0"]);
        let mut child = command.args(arguments).stdout(Stdio::piped()).spawn().expect("cargo runs");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let first = lines.next().expect("a line").expect("text");
        let address = first.split(' ').nth(2).and_then(|address| address.parse().ok());
        let address = address.unwrap_or_else(|| panic!("an address in {first:?}"));
        let printed = Arc::new(Mutex::new(String::new()));
        let shared = Arc::clone(&printed);
        let reader = thread::spawn(move || {
            for line in lines {
                let line = line.expect("text") + "\n";
                shared.lock().expect("no panic").push_str(&line);
            }
        });
        Self { child, address, printed, reader: Some(reader) }
    }

    /// Waits until it has printed this. Returns all that it has printed after the first line.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        let deadline = Instant::now() + Duration::from_secs(20);
        loop {
            let printed = self.printed.lock().expect("no panic").clone();
            if printed.contains(text) {
                return printed;
            }
            assert!(Instant::now() < deadline, "no {text:?} in\n{printed}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Ends it; returns what it printed.
    pub(crate) fn stop(mut self) -> String {
        let _ = self.child.kill();
        self.reader.take().expect("stopped once").join().expect("text");
        std::mem::take(&mut *self.printed.lock().expect("no panic"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
