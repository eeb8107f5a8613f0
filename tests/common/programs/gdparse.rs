//! The grammar of GDScript 4, by the Python package `gdtoolkit`.

use std::path::Path;
use std::process::Command;

use crate::needs::GDPARSE;

/// Checks that a file is a script.
pub(crate) fn check(script: &Path) {
    let output = Command::new(GDPARSE.path()).arg(script).output().expect("gdparse runs");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {complaint}", script.display());
}
