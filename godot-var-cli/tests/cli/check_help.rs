//! `check` on a terminal.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Levels have colors, and each finding has a way out. JSON stays as it is.
#[test]
fn findings_have_colors_and_a_way_out() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check-help");
    fs::create_dir_all(&folder).expect("a folder");
    let old = "#[derive(GodotVar)] struct A { a: i64, b: u8, #[godot_var(default)] c: u8 }\n\
               #[derive(GodotVar)] enum E { X }";
    let new = "#[derive(GodotVar)] struct A { a: f64, d: u8, #[godot_var(default = 1)] c: u8 }\n\
               #[derive(GodotVar)] enum E { X, Y }";
    fs::write(folder.join("old.rs"), old).expect("a schema");
    fs::write(folder.join("new.rs"), new).expect("a schema");
    let check = |color: &str, more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_godot-var"))
            .args(["check", "old.rs", "new.rs"])
            .args(more)
            .env(color, "1")
            .current_dir(&folder)
            .output()
            .expect("it runs");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let shown = check("CLICOLOR_FORCE", &[]);
    let plain = anstream::adapter::strip_str(&shown).to_string();
    let findings =
        plain.lines().filter(|line| line.contains(".rs:") && line.contains(": [")).count();
    let helps = plain.lines().filter(|line| line.starts_with("  help: ")).count();
    assert!(findings >= 5, "{plain}");
    assert_eq!(findings, helps, "{plain}");
    for (level, code) in [("wire", 31), ("source", 33), ("note", 36)] {
        assert!(shown.contains(&format!("\u{1b}[1m\u{1b}[{code}m{level}\u{1b}[0m")), "{shown:?}");
    }
    assert_eq!(check("NO_COLOR", &[]), plain);
    assert!(!check("CLICOLOR_FORCE", &["--json"]).contains("help"));
}
