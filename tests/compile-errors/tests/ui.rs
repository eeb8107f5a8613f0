//! What the compiler says about mistakes: one mistake a program, one error each, by reason in folders.
//!
//! The expected texts are made by `TRYBUILD=overwrite cargo test -p godot-var-compile-errors`, with
//! the pinned toolchain, and read by a person.

use std::fs;
use std::path::Path;

/// A mistake is explained by one error, in so many lines.
const MOST_LINES: usize = 30;

/// Programs of which the compiler says more, and why.
const EXCEPTIONS: [(&str, &str); 5] = [
    ("several/all_at_once", "ten mistakes: all are reported at once"),
    (
        "type/unknown_in_a_list",
        "rustc looks the name up again in the expansion, where it has another suggestion",
    ),
    (
        "litenet/fields",
        "many mistakes: of LiteNetLibManager's fields, writer and reader say theirs",
    ),
    ("layout/not_in_godot_3", "rustc shows each constant from the runtime to the call"),
    ("lludp/types", "many mistakes: the parts of a block that know its type say theirs"),
];

#[test]
fn ui() {
    let tests = trybuild::TestCases::new();
    tests.compile_fail("tests/ui/*/*.rs");
}

#[test]
fn one_mistake_is_one_error() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
    let mut programs = 0;
    let mut wrong = Vec::new();
    for group in fs::read_dir(&folder).expect("the folder") {
        let group = group.expect("an entry").path();
        if !group.is_dir() {
            continue;
        }
        for program in fs::read_dir(&group).expect("a group") {
            let program = program.expect("an entry").path();
            if program.extension().is_none_or(|extension| extension != "stderr") {
                continue;
            }
            programs += 1;
            let name = program.strip_prefix(&folder).expect("a program").with_extension("");
            let name = name.to_str().expect("a name").replace('\\', "/");
            let text = fs::read_to_string(&program).expect("an expected text");
            let errors = text.lines().filter(|line| line.starts_with("error")).count();
            let lines = text.lines().count();
            let is_exception = EXCEPTIONS.iter().any(|(exception, _)| *exception == name);
            if (errors != 1 || lines > MOST_LINES) != is_exception {
                wrong.push(format!("{name}: {errors} errors in {lines} lines"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(programs >= 120, "only {programs} programs");
}
