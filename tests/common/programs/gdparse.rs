//! The grammar of GDScript 4, by the Python package `gdtoolkit`.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::Command;

/// The program `gdparse`, on the path or named in `GDPARSE`.
pub(crate) struct Gdparse(OsString);

impl Gdparse {
    /// `None`, after saying so, where there is none; where `CI` is `true` it must be there.
    pub(crate) fn find() -> Option<Self> {
        let program = std::env::var_os("GDPARSE").unwrap_or_else(|| "gdparse".into());
        if Command::new(&program).arg("--version").output().is_ok() {
            return Some(Self(program));
        }
        let message = "SKIPPED: gdparse not found; install the Python package gdtoolkit";
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{message}");
        // Past the test harness, which keeps what passing tests print.
        let _ = writeln!(std::io::stderr(), "{message}");
        None
    }

    /// Checks that a file is a script.
    pub(crate) fn check(&self, script: &Path) {
        let output = Command::new(&self.0).arg(script).output().expect("gdparse runs");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {complaint}", script.display());
    }
}
