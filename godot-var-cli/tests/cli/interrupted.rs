//! Ctrl-C while messages are counted.

use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The counts until then are marked, and the shell learns of the signal.
#[test]
fn a_summary_is_marked_as_partial() {
    for form in [&["--summary"][..], &["--summary", "--json"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_godot-var"))
            .args(["inspect", "--lines", "-"])
            .args(form)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(b"0200000007000000\n0200000008000000\n").expect("written");
        // Until both lines are read.
        std::thread::sleep(Duration::from_millis(800));
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
        let output = child.wait_with_output().expect("it ends");
        drop(stdin);
        let told = String::from_utf8(output.stdout).expect("UTF-8");
        if form.len() == 1 {
            assert!(told.contains("int          2"), "{told}");
            let mark = "\ninterrupted: the rest of the input is not counted\n";
            assert!(told.ends_with(mark), "{told}");
        } else {
            let json: serde_json::Value = serde_json::from_str(&told).expect("JSON");
            assert_eq!((&json["interrupted"], &json["all"]["count"]), (&true.into(), &2.into()));
        }
        assert_eq!(output.status.signal(), Some(2), "{told}");
    }
}
