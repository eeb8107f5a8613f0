//! The lines of a server of `godot-var new` that clients cause.

use std::process::Command;

// A new project has the usual width of lines.
#[rustfmt::skip]
#[path = "../../templates/new/console.rs"]
#[allow(unreachable_pub, clippy::pedantic, reason = "a part of another program")]
mod console;

/// Set in the process that prints.
const PRINTS: &str = "GODOT_VAR_TEST_PRINTS";

/// Lines of clients, as a test of its own process, because the limit is one for a process.
#[test]
fn clients_print_few_lines() {
    if std::env::var_os(PRINTS).is_some() {
        for count in 0..10_000 {
            console::log(format_args!("{count} {}", "é".repeat(1_000)));
        }
        return;
    }
    let test = std::env::current_exe().expect("this program");
    let name = "new_console::clients_print_few_lines";
    let mut command = Command::new(test);
    let command = command.args([name, "--exact", "--nocapture"]).env(PRINTS, "1");
    let output = command.output().expect("this program runs");
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<_> = told.lines().filter(|line| line.ends_with("éé")).collect();
    assert!((90..=100).contains(&lines.len()), "{told}");
    assert!(lines.iter().all(|line| line.chars().count() <= 400), "{told}");
    assert_eq!(told.matches("more lines").count(), 1, "{told}");
}
