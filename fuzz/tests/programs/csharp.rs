//! Generated classes in C#, in mono: they read and refuse what Rust does, and write the same bytes.

use std::fs;
use std::process::Command;

use godot_var::dialect::Generation;
use godot_var_codegen::language::csharp::{CSharp, Engine};
use godot_var_fuzz::foreign::{self, Type};

use crate::languages::{Judge, cases, generate, named, not_known, read_answers, run, write_rows};
use crate::needs::{self, GODOT4, GODOT36, Godot, MCS, MONO};
use crate::programs::engine::Scratch;

/// Compiles the classes of types with the driver, passes it their messages, and compares its answers with Rust's.
fn try_classes(test: &str, source: &str, types: &[Type], variants: Option<&'static Godot>) {
    let language = CSharp {
        engine: Engine::None,
        generation: variants.map_or(Generation::Godot4, |godot| godot.generation),
        namespace: Some("Generated".to_owned()),
    };
    let (classes, refused) = generate(source, &language);
    let found = named(types, &refused, 60, |ty| {
        let name = ty.name;
        classes.contains(&format!(" class {name} : ")).then(|| name.to_owned())
    });
    let calls: String = found
        .iter()
        .map(|(_, name)| {
            format!(
                "case \"{name}\": return {name}.FromBytes(bytes, start, count, reuse as {name});\n"
            )
        })
        .collect();
    let reader = format!(
        "using Generated;\nstatic class Types {{\n\
         public static Message Read(string type, byte[] bytes, int start, int count, Message reuse) {{\n\
         switch (type) {{\n{calls}default: throw new System.ArgumentException(type);\n}} }} }}\n"
    );
    let scratch = Scratch::new(test);
    let [file, types, program, rows, answers] =
        ["Generated.cs", "Types.cs", "driver.exe", "rows", "answers"]
            .map(|name| scratch.path(name));
    fs::write(&file, &classes).expect("a file");
    fs::write(&types, reader).expect("a file");
    run(Command::new(MCS.path())
        .args(["-langversion:7.2", "-warn:4", "-warnaserror"])
        .arg(format!("-out:{}", program.display()))
        .args([&file, &types])
        .arg("tests/programs/drivers/Driver.cs"));
    let cases = cases(&found, variants);
    write_rows(&rows, &cases);
    run(Command::new(MONO.path()).args([&program, &rows, &answers]));
    let judge = Judge {
        language: "C#",
        not_held: &[],
        not_known: not_known(variants),
        variants,
        keeps_nan: true,
        is_same: |own: &[u8], found: &[u8]| own == found,
    };
    let [read, refused] = judge.compare(&cases, read_answers(&answers, &cases));
    println!("{read} messages are read, {refused} refused");
    assert!(read > 1000 && refused > 1000, "too few");
}

fn variants_of_godot_4() {
    let (source, types) = foreign::godot4();
    try_classes("csharp-godot4", source, &types, Some(&GODOT4));
}

fn variants_of_godot_3() {
    let (source, types) = foreign::godot3();
    try_classes("csharp-godot3", source, &types, Some(&GODOT36));
}

fn flat_messages() {
    let (source, types) = foreign::flat();
    try_classes("csharp-flat", source, &types, None);
}

needs::tests! {
    needs MCS MONO: variants_of_godot_4, variants_of_godot_3, flat_messages;
}
