//! What the compiler says about mistakes: one mistake a program, one error each, by reason in folders.
//!
//! The expected texts are made by `TRYBUILD=overwrite cargo test -p godot-var-compile-errors`, with
//! the pinned toolchain, and read by a person.

use std::fs;
use std::path::Path;

/// A mistake is explained by one error, in so many lines.
const MOST_LINES: usize = 30;

/// Programs of which the compiler says more, and why.
const EXCEPTIONS: [(&str, &str); 11] = [
    ("call/no_dialect", "rustc shows the macro that declares the entry points of every wire"),
    ("call/no_dialect_given", "rustc shows the macro that declares the entry points of every wire"),
    ("call/trait_object", "rustc lists all that keeps the trait from being used behind `dyn`"),
    (
        "conflict/name_of_the_delta_is_taken",
        "the derived code takes the other struct for the delta, whose fields have other types",
    ),
    ("several/all_at_once", "ten mistakes: all are reported at once"),
    (
        "snapshot/variant_without_the_derive",
        "rustc reports the type in the enum and in its delta, which names the delta of the type",
    ),
    ("snapshot/without_clone", "rustc reports it for each of the two traits"),
    ("type/recursive", "rustc reports the cycle again where it builds a function of the type"),
    (
        "type/unknown_in_a_list",
        "rustc looks the name up again in the expansion, where it has another suggestion",
    ),
    (
        "litenet/fields",
        "many mistakes: of LiteNetLibManager's fields, writer and reader say theirs",
    ),
    ("lludp/types", "many mistakes: the parts of a block that know its type say theirs"),
];

/// The derives, each with the mistakes in its own attributes.
const DERIVES: [&str; 8] = [
    "GodotFlat",
    "GodotRpc",
    "GodotSync",
    "GodotVar",
    "LiteNetMessage",
    "LludpBlock",
    "LludpMessage",
    "SnapshotState",
];

#[test]
fn ui() {
    let tests = trybuild::TestCases::new();
    // With a program that passes, all are built as far as code: some types are checked only where they are used.
    tests.pass("tests/pass/message.rs");
    tests.compile_fail("tests/ui/*/*.rs");
}

#[test]
fn one_mistake_is_one_error() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
    let mut programs = 0;
    let mut uses = DERIVES.map(|name| (name, 0));
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
            let source = fs::read_to_string(program.with_extension("rs")).expect("a program");
            for (derive, uses) in &mut uses {
                *uses += usize::from(derives(&source, derive));
            }
            let name = program.strip_prefix(&folder).expect("a program").with_extension("");
            let name = name.to_str().expect("a name").replace('\\', "/");
            let text = fs::read_to_string(&program).expect("an expected text");
            let errors = text.lines().filter(|line| line.starts_with("error")).count();
            let lines = text.lines().count();
            let is_exception = EXCEPTIONS.iter().any(|(exception, _)| *exception == name);
            if (errors != 1 || lines > MOST_LINES) != is_exception {
                wrong.push(format!("{name}: {errors} errors in {lines} lines"));
            }
            if text.contains("__private") {
                wrong.push(format!("{name}: names what no user imports"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(programs >= 350, "only {programs} programs");
    assert!(uses.iter().all(|(_, programs)| *programs >= 4), "too few programs: {uses:?}");
}

/// Whether an item of a program has this derive.
fn derives(source: &str, derive: &str) -> bool {
    let lists = source.split("#[derive(").skip(1).filter_map(|rest| rest.split(')').next());
    lists.flat_map(|list| list.split(',')).any(|name| name.trim().ends_with(derive))
}

/// Lines of an expected text as the page about errors shows them: the program is the reader's own.
fn as_on_the_page(line: &str) -> String {
    match line
        .split_once("tests/ui/")
        .and_then(|(start, rest)| Some((start, rest.split_once(".rs")?)))
    {
        Some((start, (_, rest))) => format!("{start}src/main.rs{rest}"),
        None => line.to_owned(),
    }
}

#[test]
fn errors_of_the_guide_are_those_of_the_compiler() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = folder.join("../../docs/compile_errors.md");
    let page = fs::read_to_string(page).expect("the page");
    let mut expected = Vec::new();
    for group in fs::read_dir(folder.join("tests/ui")).expect("the folder").flatten() {
        for program in fs::read_dir(group.path()).into_iter().flatten().flatten() {
            if program.path().extension().is_some_and(|extension| extension == "stderr") {
                let text = fs::read_to_string(program.path()).expect("an expected text");
                expected.push(text.lines().map(as_on_the_page).collect::<Vec<_>>());
            }
        }
    }
    let mut quoted = 0;
    for block in page.split("```text\n").skip(1) {
        let (block, _) = block.split_once("```").expect("the end of a block");
        for error in block.split("\n\n") {
            quoted += 1;
            // Lines may be left out, where a line says so or where they name the place.
            let is_quoted = expected.iter().any(|lines| {
                let mut lines = lines.iter();
                error.lines().filter(|line| *line != "…").all(|line| lines.any(|own| own == line))
            });
            assert!(is_quoted, "no program has this error any more:\n{error}");
        }
    }
    assert!(quoted >= 8, "only {quoted} errors");
}
