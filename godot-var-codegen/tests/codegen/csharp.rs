//! A snapshot of generated C#, and schemas that cannot be generated.
//!
//! `BLESS=1 cargo test -p godot-var-codegen csharp` rewrites the snapshot.

use std::path::Path;

use godot_var_codegen::flat;
use godot_var_codegen::language::Language;
use godot_var_codegen::language::csharp::{CSharp, Engine};
use godot_var_codegen::schema::Schema;
use godot_var_runtime::variant::Generation;

const ARENA: &str = include_str!("../../../schemas/arena.rs");

fn generated(text: &str, csharp: &CSharp) -> Result<String, Vec<String>> {
    let (variants, flat) = flat::parse_both("a.rs", |_| Ok(text.to_owned()))
        .unwrap_or_else(|errors| panic!("{errors:#?}"));
    let file = csharp.generate(&Schema::new(&variants, &flat), "arena");
    file.map_err(|errors| errors.iter().map(ToString::to_string).collect())
}

fn errors(text: &str) -> Vec<String> {
    let text = format!("use godot_var::*;\n{text}");
    generated(&text, &CSharp::new(Engine::Godot)).expect_err("something is wrong")
}

#[test]
fn snapshot() {
    let csharp = CSharp::new(Engine::Godot);
    let file = generated(ARENA, &csharp).expect("a file");
    assert!(file.lines().any(|line| csharp.marks().iter().any(|mark| line.starts_with(mark))));
    let name = csharp.file_name("arena");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/csharp").join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &file).expect("written");
    }
    let expected = std::fs::read_to_string(&path).expect("the snapshot");
    assert!(file == expected, "it differs: look at it with BLESS=1 and git diff");
}

#[test]
fn options_change_what_they_name() {
    let csharp = CSharp {
        engine: Engine::Unity,
        generation: Generation::Godot3,
        namespace: Some("Game".to_owned()),
    };
    let file = generated(ARENA, &csharp).expect("a file");
    assert_eq!(csharp.file_name("arena"), "Game.cs");
    for line in
        ["namespace Game", "using Vector3 = global::UnityEngine.Vector3;", "The types of Godot 3."]
    {
        assert!(file.contains(line), "{line}\n{file}");
    }
    let own = generated(ARENA, &CSharp::new(Engine::None)).expect("a file");
    assert!(own.contains("public struct Vector3\n") && !own.contains("global::Godot"), "{own}");
}

#[test]
fn names_give_way() {
    let text = "use godot_var::*;
        #[derive(GodotVar)] struct Message { list: Vec<Action>, message: i32, to_bytes: i32, a_b: u8, a__b: u8 }
        #[derive(GodotVar)] struct Action { r#int: i32, pos: Vector3, at: lobby::Action }
        #[derive(GodotVar)] struct Vector3 { x: f32 }
        mod lobby { use godot_var::GodotVar; #[derive(GodotVar)] struct Action { n: u8 } }";
    let file = generated(text, &CSharp::new(Engine::Godot)).expect("a file");
    for line in [
        "public abstract class Message_",
        "public sealed partial class Message : Message_",
        "public List<Action> List = new List<Action>();",
        "public int Message_;",
        "public int ToBytes_;",
        "public byte AB;",
        "public byte AB_;",
        "public int Int;",
        "public Vector3 Pos = new Vector3();",
        "public sealed partial class LobbyAction : Message_",
        "public LobbyAction At = new LobbyAction();",
        "global::System.Action<Writer, T> put",
    ] {
        assert!(file.contains(line), "{line}\n{file}");
    }
}

#[test]
fn what_csharp_cannot_hold_is_named() {
    for (text, expected) in [
        (
            "#[derive(GodotVar)] struct A { #[godot_var(with = own)] n: u8 }",
            "a.rs:2:57: `A.n`: `own::encode` writes and reads it, which C# does not know; add `as = Type` for a form that C# knows",
        ),
        (
            "#[derive(GodotVar)] struct A { #[godot_var(default = now())] at: i64 }",
            "a.rs:2:62: `A.at`: the default `now()` is code, which C# cannot run; write a value",
        ),
        (
            "#[derive(GodotVar)] struct A { of: std::collections::BTreeMap<B, u8> }
             #[derive(GodotVar)] struct B { n: u8 }",
            "a.rs:2:32: `A.of`: C# has no Dictionary with such keys, but with texts, numbers, bools, vectors, enums without data and tuples of these",
        ),
        (
            "#[derive(GodotFlat)] struct A { a: Option<B> } #[derive(GodotFlat)] struct B(Option<u8>);",
            "a.rs:2:33: `A.a`: C# has one null for both levels of this `Option` in an `Option`; use an enum or another type",
        ),
        (
            "#[derive(GodotVar)] struct A { a: Vec<[([u8; 64], [[u8; 64]; 64]); 64]> }",
            "a.rs:2:32: `A.a`: a new message would have to make too many elements for this array; use a list",
        ),
        (
            "#[derive(GodotFlat)] struct A { x: [B; 64] } #[derive(GodotFlat)] struct B(C); #[derive(GodotFlat)] struct C { x: [i32; 4096] }",
            "a.rs:2:33: `A.x`: a new message would have to make too many elements for this array; use a list",
        ),
        (
            "#[derive(GodotVar)] struct C { #[godot_var(default)] e: E } #[derive(GodotVar, Default)] struct E { t: [T; 2] }
             #[derive(GodotVar)] struct T { q: i32 } impl Default for T { fn default() -> Self { T { q: 9 } } }",
            "a.rs:2:54: `C.e`: what the `Default` of this type is, is written in code; write `default = value` on the field",
        ),
        (
            "#[derive(GodotVar)] struct C { #[godot_var(default)] e: E } #[derive(GodotVar)] #[godot_var(transparent)] struct E { v: String }
             impl Default for E { fn default() -> Self { E { v: \"x\".into() } } }",
            "a.rs:2:54: `C.e`: what the `Default` of this type is, is written in code; write `default = value` on the field",
        ),
        (
            "#[derive(GodotVar)] struct C { #[godot_var(default = Some(N::default()))] n: Option<N> }
             #[derive(GodotVar)] struct N(i32); impl Default for N { fn default() -> Self { N(42) } }",
            "a.rs:2:75: `C.n`: C# cannot write this default",
        ),
        (
            "#[derive(GodotVar)] struct A { #[godot_var(default = 256)] a: u8 }",
            "a.rs:2:60: `A.a`: C# cannot write this default",
        ),
        (
            "#[derive(GodotFlat)] struct A { #[flat(default = (1, 2, 3))] a: (u8, u8) }",
            "a.rs:2:62: `A.a`: C# cannot write this default",
        ),
        (
            "#[derive(GodotVar)] struct A { #[godot_var(default = [1])] a: [u8; 2] }",
            "a.rs:2:60: `A.a`: C# cannot write this default",
        ),
        (
            "#[derive(GodotVar, GodotFlat)] #[godot_var(from = u32, into = u32)] struct S(u32);",
            "a.rs:2:76: `S`: it is another type in flat messages than in Variants, and C# has only one for both",
        ),
        (
            "#[derive(GodotVar, GodotFlat)] #[godot_var(from = String, into = String)] enum S { A, B }",
            "a.rs:2:80: `S`: it is another type in flat messages than in Variants, and C# has only one for both",
        ),
        (
            "#[derive(GodotVar, GodotFlat)] #[godot_var(transparent)] struct S { x: u32, #[godot_var(skip)] y: u8 }",
            "a.rs:2:65: `S`: it is another type in flat messages than in Variants, and C# has only one for both",
        ),
        (
            "#[derive(GodotVar, GodotFlat)] struct S { #[godot_var(unit = \"us\")] #[flat(unit = \"ms\")] d: std::time::Duration }",
            "a.rs:2:90: `S.d`: it is another type in flat messages than in Variants, and C# has only one for both",
        ),
        (
            "#[derive(GodotVar, GodotFlat)] struct S { #[flat(with = percent, as = u8)] x: u8 }",
            "a.rs:2:76: `S.x`: it is another type in flat messages than in Variants, and C# has only one for both",
        ),
        (
            "#[derive(GodotFlat)] struct A { #[flat(with = own)] it: Vec<u8> }",
            "a.rs:2:53: `A.it`: its bytes are those of functions in `own`, which C# cannot call; name the type that they convert to: `with = own, as = …`",
        ),
        (
            "#[derive(GodotVar, GodotFlat)] struct A(#[flat(default)] u8);",
            "a.rs:2:58: `A.0`: the type is its field, which cannot be missing then; remove `default`",
        ),
        (
            "#[derive(GodotVar)] struct A { #[godot_var(csharp = \"_write\")] a: u8 }",
            "a.rs:2:53: `csharp = \"_write\"`: the file keeps names with a `_` first for itself; begin with a letter",
        ),
        (
            "#[derive(GodotVar)] enum A { #[godot_var(csharp = \"name\")] B }",
            "a.rs:2:51: `csharp = \"name\"`: the file keeps types with a small letter first for itself; begin with a capital letter",
        ),
    ] {
        assert_eq!(errors(text), [expected], "{text}");
    }
}
