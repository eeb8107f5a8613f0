//! Counts of instructions, by callgrind: one for each call of a function of this program.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process};

/// Runs this program with other arguments, and counts the instructions of each call of `measured`: the path of a function that is
/// never inlined. `allocator` are tunables of glibc.
pub(crate) fn counts(measured: &str, arguments: &[&str], allocator: &str) -> Vec<u64> {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    // Not in the build's own folder, whose name may hold what callgrind takes for a pattern.
    let run = RUNS.fetch_add(1, Ordering::Relaxed);
    let folder = env::temp_dir().join(format!("godot-var-callgrind-{}-{run}", process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let output = Command::new("valgrind")
        .env("GLIBC_TUNABLES", allocator)
        .args(["--tool=callgrind".to_owned(), format!("--zero-before={measured}")])
        .arg(format!("--dump-after={measured}"))
        .arg(format!("--callgrind-out-file={}", folder.join("out").display()))
        .arg(env::current_exe().expect("this program"))
        .args(arguments)
        .output()
        .expect("valgrind is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let counts = dumps(&folder).iter().map(|dump| total(dump)).collect();
    fs::remove_dir_all(&folder).expect("the folder is ours");
    counts
}

/// What callgrind has written, in the order of the calls.
fn dumps(folder: &Path) -> Vec<PathBuf> {
    let mut dumps: Vec<(usize, PathBuf)> = fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("a file").path())
        .filter_map(|path| Some((path.extension()?.to_str()?.parse().ok()?, path)))
        .collect();
    dumps.sort();
    dumps.into_iter().map(|(_, path)| path).collect()
}

fn total(dump: &Path) -> u64 {
    let text = fs::read_to_string(dump).expect("a dump");
    let line = text.lines().find_map(|line| line.strip_prefix("totals: "));
    line.and_then(|count| count.trim().parse().ok()).expect("a count")
}
