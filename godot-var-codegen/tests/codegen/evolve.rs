//! The findings of `check` for whole schemas. `evolution.rs` compares them with programs.

use godot_var_codegen::evolve::{self, Extent, Level, Rule};
use godot_var_codegen::protocol::{Protocol, parse_text};

fn read(name: &str, text: &str) -> Protocol {
    let text = format!("use godot_var::*;\n{text}");
    parse_text(name, &text).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

fn check(old: &str, new: &str) -> Vec<String> {
    let (old, new) = (read("old.rs", old), read("new.rs", new));
    let findings = evolve::check(&old, &new);
    assert_eq!(findings, evolve::check(&old, &new));
    findings.iter().map(ToString::to_string).collect()
}

const HIT: &str = "#[derive(GodotVar)] struct Hit { at: i64 }";

#[test]
fn a_message_that_is_gone_breaks_old_writers() {
    let ping = format!("{HIT}\n#[derive(GodotVar)] struct Ping {{ id: u8 }}");
    assert_eq!(
        check(&ping, HIT),
        ["old.rs:3:28: wire: [type-removed] `Ping` was removed\n  \
          new readers refuse what old writers send: no type has this name anymore"]
    );
    assert_eq!(check(HIT, &ping), Vec::<String>::new());
    // Only code misses a removed part of a message. The message's own change covers the rest.
    let nested = "#[derive(GodotVar)] struct Hit { at: i64, by: Option<By> }\n\
                  #[derive(GodotVar)] struct By { id: u8 }";
    assert_eq!(
        check(nested, HIT),
        [
            "old.rs:2:43: source: [field-removed] `Hit.by` was removed",
            "old.rs:3:28: source: [type-removed] `By` was removed"
        ]
    );
}

#[test]
fn types_are_known_by_their_module() {
    let a = "mod a { use godot_var::*; #[derive(GodotVar)] pub struct Hit { at: i64 } }";
    let b = a.replace("mod a", "mod b");
    assert_eq!(
        check(a, &b),
        ["new.rs:2:58: source: [type-renamed] `a::Hit` is now called `b::Hit`\n  old: old.rs:2:58"]
    );
}

#[test]
fn gdscript_names_are_source() {
    let named = HIT.replace("at:", "#[godot_var(gdscript = \"time\")] at:");
    let named = named.replace("struct", "#[godot_var(gdscript = \"Shot\")] struct");
    let found = evolve::check(&read("old.rs", HIT), &read("new.rs", &named));
    let shown: Vec<_> =
        found.iter().map(|found| (found.level, found.rule, &*found.message)).collect();
    assert_eq!(
        shown,
        [
            (
                Level::Source,
                Rule::TypeRenamed,
                "the GDScript name of `Hit` changed from the Rust name to `Shot`"
            ),
            (
                Level::Source,
                Rule::FieldRenamed,
                "the GDScript name of `Hit.at` changed from the Rust name to `time`"
            )
        ]
    );
}

#[test]
fn the_worst_comes_first() {
    let old =
        "#[derive(GodotVar)] struct A { a: u8, b: String, c: u8, #[godot_var(default)] e: u8 }";
    let new = "#[derive(GodotVar)]
        struct A { a: u16, b: StringName, c: i8, d: Option<u8>, #[godot_var(default = 7)] e: u8 }";
    let found = evolve::check(&read("old.rs", old), &read("new.rs", new));
    let levels: Vec<_> = found.iter().map(|finding| finding.level).collect();
    assert!(levels.is_sorted(), "{levels:?}");
    assert_eq!(levels.first(), Some(&Level::Wire));
    assert_eq!(levels.last(), Some(&Level::Note));
    let wire = &found[0];
    assert_eq!((&*wire.subject, wire.rule), ("A.c", Rule::TypeChanged));
    let extents: Vec<_> = wire.breaks.iter().map(|found| found.extent).collect();
    assert_eq!(extents, [Extent::Some, Extent::Some]);
}

#[test]
fn a_schema_breaks_nothing_of_itself() {
    for (name, text) in [
        ("arena.rs", include_str!("../../../schemas/arena.rs")),
        ("every_form.rs", include_str!("../../../schemas/every_form.rs")),
    ] {
        let protocol = parse_text(name, text).expect("a valid schema");
        assert_eq!(evolve::check(&protocol, &protocol), []);
    }
}

#[test]
fn a_newtype_may_contain_itself() {
    let nest = |inner: &str| {
        let derive = "#[derive(GodotVar)] #[godot_var(transparent)]";
        format!("{derive} struct Nest {{ inner: {inner} }}")
    };
    assert_eq!(check(&nest("Vec<Option<Nest>>"), &nest("Vec<Option<Nest>>")), Vec::<String>::new());
    assert_ne!(check(&nest("Vec<Option<Nest>>"), &nest("Vec<Nest>")), Vec::<String>::new());
}
