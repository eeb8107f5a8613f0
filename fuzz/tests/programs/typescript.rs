//! Generated functions in TypeScript, in node: they read and refuse what Rust does, and write the same bytes.

use std::fs;
use std::process::Command;

use godot_var::dialect::Generation;
use godot_var_codegen::language::typescript::TypeScript;
use godot_var_fuzz::foreign::{self, Type};

use crate::languages::{Judge, cases, generate, named, not_known, read_answers, run, write_rows};
use crate::needs::{self, GODOT4, GODOT36, Godot, NODE, TSC};
use crate::programs::engine::Scratch;

/// Compiles the functions of types, passes the driver their messages, and compares its answers with Rust's.
fn try_functions(test: &str, source: &str, types: &[Type], variants: Option<&'static Godot>) {
    let generation = variants.map_or(Generation::Godot4, |godot| godot.generation);
    let (functions, refused) = generate(source, &TypeScript { generation });
    let found = named(types, &refused, 60, |ty| {
        let name = ty.name;
        functions.contains(&format!("export function decode{name}(")).then(|| name.to_owned())
    });
    let scratch = Scratch::new(test);
    let [file, driver, rows, answers] =
        ["types.ts", "driver.mjs", "rows", "answers"].map(|name| scratch.path(name));
    fs::write(&file, &functions).expect("a file");
    fs::write(scratch.path("package.json"), "{\"type\": \"module\"}\n").expect("a file");
    fs::copy("tests/programs/drivers/driver.mjs", &driver).expect("a file");
    run(Command::new(TSC.path())
        .args([
            "--strict",
            "--target",
            "ES2022",
            "--module",
            "ESNext",
            "--moduleResolution",
            "bundler",
            "--lib",
            "ES2022,DOM",
        ])
        .arg(&file));
    let cases = cases(&found, variants);
    write_rows(&rows, &cases);
    run(Command::new(NODE.path()).args([&driver, &rows, &answers]));
    let judge = Judge {
        language: "TypeScript",
        not_held: &[],
        not_known: not_known(variants),
        variants,
        // Numbers of JavaScript have one NaN.
        keeps_nan: false,
        is_same: |own: &[u8], found: &[u8]| own == found,
    };
    let [read, refused] = judge.compare(&cases, read_answers(&answers, &cases));
    println!("{read} messages are read, {refused} refused");
    assert!(read > 1000 && refused > 1000, "too few");
}

fn variants_of_godot_4() {
    let (source, types) = foreign::godot4();
    try_functions("typescript-godot4", source, &types, Some(&GODOT4));
}

fn variants_of_godot_3() {
    let (source, types) = foreign::godot3();
    try_functions("typescript-godot3", source, &types, Some(&GODOT36));
}

fn flat_messages() {
    let (source, types) = foreign::flat();
    try_functions("typescript-flat", source, &types, None);
}

needs::tests! {
    needs TSC NODE: variants_of_godot_4, variants_of_godot_3, flat_messages;
}
