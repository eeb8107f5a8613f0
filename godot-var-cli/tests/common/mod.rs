//! Runs a command with bytes on its standard input.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Returns the output of the command after it has ended.
pub(crate) fn feed(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // In a thread beside the reading of the output, so that no pipe fills up. A program that reads nothing may close its end first.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    output
}
