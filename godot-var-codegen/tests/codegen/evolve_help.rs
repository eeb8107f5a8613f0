//! The `help:` of each finding of `check` is a step that removes it: each is done here, and the schema is checked again.

use godot_var_codegen::evolve::{self, Finding, Side};

/// What is done about a finding.
enum Step {
    /// The new schema becomes this one.
    New(&'static str),
    /// The lock is written anew.
    Lock,
}
use Step::{Lock, New};

/// A change with a finding, its help, and the step.
struct Case {
    help: &'static str,
    old: &'static str,
    new: &'static str,
    step: Step,
}

const fn case(help: &'static str, old: &'static str, new: &'static str, step: Step) -> Case {
    Case { help, old, new, step }
}

fn side(name: &str, text: &str) -> Side {
    let text = format!("use godot_var::*;\nuse godot_var::multiplayer::*;\n{text}");
    let read = |_: &str| Ok(text.clone());
    evolve::parse(name, read).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"))
}

const SOURCE: &str =
    "the bytes stay the same: update the code that uses it, and write the lock again";
const NEW_VALUES: &str = "today's messages still arrive: send new values only to programs that know them, update the code that uses it, and write the lock again";
const LAYOUT: &str = "no program breaks: update a pinned `layout`, and write the lock again";
const NOTE: &str = "no message breaks today: if the change is intended, write the lock again";
const ARRAY: &str = "leave it out, and send a new type or variant that has it: an Array takes no more elements than its readers know; where all readers are updated before the writers, as a server before its clients, give it a `default` and accept this finding in `[[check.accept]]`";
const DENIED: &str = "leave it out until every program with `deny_unknown_fields` is updated, or send a new type that has it";
const OPTIONAL: &str =
    "give it a `default`, or make it an `Option`, so that old messages can be read";
const REMOVED: &str = "keep it until no old program reads it; if it only has a new name, keep the old key with `rename`";
const KEEP: &str = "keep it until no old program uses it";
const KEY: &str = "keep the old key with `rename`";
const NUMBER: &str = "give the variant its old number";
const NAME: &str = "keep the old name with `rename`";
const WRITE: &str = "write it in every message, until every reader has a `default` for it";
const TYPE: &str = "keep the old type, and send the new one in another field with a `default` or in another variant";
const ORDER: &str =
    "keep the order: readers identify the fields of an Array and the variants without a tag by it";
const LENGTH: &str = "keep the old limit until no program writes more";
const VARIANT: &str =
    "keep it until no old program sends it, or give the enum a variant with `other`";
const REUSED: &str =
    "give each variant its old name or number, and a new variant one that no variant had";
const FORM: &str = "keep the form, and add a new type in the other form";
const SET: &str = "keep the set; a change of it needs an update of clients and servers together, which compare fingerprints when a peer joins";
const SETTING: &str = "keep the setting until every client calls it as the new one demands";
const FLAT_FIELD: &str = "leave it out, and send a new variant or type that has it; only readers with `trailing = \"ignore\"` take a new field, with a `default` at the end";
const FLAT_FORM: &str = "keep it as it was, and send a new variant or type with the other form";
const FLAT_ORDER: &str = "keep the order: flat messages have no names";

const HP: &str = "#[derive(GodotVar)] struct A { hp: i32 }";
const ARRAY_HP: &str = "#[derive(GodotVar)] #[godot_var(array)] struct A { hp: i32 }";
const DENY_HP: &str = "#[derive(GodotVar)] #[godot_var(deny_unknown_fields)] struct A { hp: i32 }";
const NAMES: &str = "#[derive(GodotVar)] enum E { X, Y }";
const NUMBERS: &str = "#[derive(GodotVar)] #[godot_var(repr = \"int\")] enum E { X = 1, Y = 2 }";
const FLAT_HP: &str = "#[derive(GodotFlat)] struct A { hp: i32 }";
const FLAT_IDS: &str =
    "#[derive(GodotFlat)] enum E { #[flat(id = 1)] X { x: u8 }, #[flat(id = 2)] Y { y: u8 } }";
const TWO: &str = "#[derive(GodotVar)] #[godot_var(array)] struct A { x: i32, y: i32 }";
const UNTAGGED: &str = "#[derive(GodotVar)] #[godot_var(untagged)] enum E { X(u8), Y(u16) }";
const RPCS: &str = "#[derive(GodotRpc)] enum R { #[rpc(authority)] Say { text: String } }";

fn cases() -> Vec<Case> {
    vec![
        case(SOURCE, HP, "#[derive(GodotVar)] struct A { #[godot_var(rename = \"hp\")] health: i32 }", Lock),
        case(NEW_VALUES, HP, "#[derive(GodotVar)] struct A { hp: i64 }", Lock),
        case(NEW_VALUES, NAMES, "#[derive(GodotVar)] enum E { X, Y, Z }", Lock),
        case(
            NEW_VALUES,
            "#[derive(GodotFlat)] #[flat(flags)] struct A { a: bool }",
            "#[derive(GodotFlat)] #[flat(flags)] struct A { a: bool, b: bool }",
            Lock,
        ),
        case(
            LAYOUT,
            "#[derive(GodotVar)] struct A { name: String }",
            "#[derive(GodotVar)] struct A { #[godot_var(as = \"StringName\")] name: String }",
            Lock,
        ),
        case(
            NOTE,
            "#[derive(GodotVar)] struct A { #[godot_var(default)] hp: i32 }",
            "#[derive(GodotVar)] struct A { #[godot_var(default = 7)] hp: i32 }",
            Lock,
        ),
        case(ARRAY, ARRAY_HP, "#[derive(GodotVar)] #[godot_var(array)] struct A { hp: i32, mp: i32 }", New(ARRAY_HP)),
        case(
            ARRAY,
            ARRAY_HP,
            "#[derive(GodotVar)] #[godot_var(array)] struct A { hp: i32, #[godot_var(default)] mp: i32 }",
            New("#[derive(GodotVar)] #[godot_var(array)] struct A { hp: i32 }
                 #[derive(GodotVar)] #[godot_var(array)] struct A2 { hp: i32, mp: i32 }"),
        ),
        case(
            DENIED,
            DENY_HP,
            "#[derive(GodotVar)] #[godot_var(deny_unknown_fields)] struct A { hp: i32, #[godot_var(default)] mp: i32 }",
            New(DENY_HP),
        ),
        case(
            OPTIONAL,
            HP,
            "#[derive(GodotVar)] struct A { hp: i32, mp: i32 }",
            New("#[derive(GodotVar)] struct A { hp: i32, #[godot_var(default)] mp: i32 }"),
        ),
        case(
            OPTIONAL,
            HP,
            "#[derive(GodotVar)] struct A { hp: i32, mp: i32 }",
            New("#[derive(GodotVar)] struct A { hp: i32, mp: Option<i32> }"),
        ),
        // What was not written before.
        case(
            OPTIONAL,
            "#[derive(GodotVar)] struct A { #[godot_var(default, skip_encoding)] hp: i32 }",
            HP,
            New("#[derive(GodotVar)] struct A { #[godot_var(default)] hp: i32 }"),
        ),
        case(REMOVED, HP, "#[derive(GodotVar)] struct A {}", New(HP)),
        case(
            REMOVED,
            HP,
            "#[derive(GodotVar)] struct A { health: i32 }",
            New("#[derive(GodotVar)] struct A { #[godot_var(rename = \"hp\")] health: i32 }"),
        ),
        case(KEEP, TWO, "#[derive(GodotVar)] #[godot_var(array)] struct A { x: i32 }", New(TWO)),
        case(KEEP, HP, "#[derive(GodotVar)] struct B { hp: u8 }", New("#[derive(GodotVar)] struct A { hp: i32 }")),
        case(KEEP, "#[derive(GodotFlat)] struct A { x: u8, y: u8 }", "#[derive(GodotFlat)] struct A { x: u8 }", New("#[derive(GodotFlat)] struct A { x: u8, y: u8 }")),
        case(
            KEY,
            HP,
            "#[derive(GodotVar)] #[godot_var(rename_all = \"UPPERCASE\")] struct A { hp: i32 }",
            New("#[derive(GodotVar)] #[godot_var(rename_all = \"UPPERCASE\")] struct A { #[godot_var(rename = \"hp\")] hp: i32 }"),
        ),
        // The value is lost, because the field is optional.
        case(
            KEY,
            "#[derive(GodotVar)] struct A { hp: Option<i32> }",
            "#[derive(GodotVar)] struct A { #[godot_var(rename = \"h\")] hp: Option<i32> }",
            New("#[derive(GodotVar)] struct A { #[godot_var(rename = \"hp\")] hp: Option<i32> }"),
        ),
        case(NUMBER, NUMBERS, "#[derive(GodotVar)] #[godot_var(repr = \"int\")] enum E { X = 1, Y = 3 }", New(NUMBERS)),
        case(
            NUMBER,
            "#[derive(GodotVar)] #[godot_var(repr = \"int\")] enum E { X = 1, Y = 2, #[godot_var(other)] Z }",
            "#[derive(GodotVar)] #[godot_var(repr = \"int\")] enum E { X = 1, Y = 3, #[godot_var(other)] Z }",
            New("#[derive(GodotVar)] #[godot_var(repr = \"int\")] enum E { X = 1, Y = 2, #[godot_var(other)] Z }"),
        ),
        case(
            NUMBER,
            "#[derive(GodotVar)] #[godot_var(array, id)] enum E { #[godot_var(id = 1)] X { x: u8 } }",
            "#[derive(GodotVar)] #[godot_var(array, id)] enum E { #[godot_var(id = 2)] X { x: u8 } }",
            New("#[derive(GodotVar)] #[godot_var(array, id)] enum E { #[godot_var(id = 1)] X { x: u8 } }"),
        ),
        case(
            NUMBER,
            FLAT_IDS,
            "#[derive(GodotFlat)] enum E { #[flat(id = 1)] X { x: u8 }, #[flat(id = 3)] Y { y: u8 } }",
            New(FLAT_IDS),
        ),
        case(
            NAME,
            NAMES,
            "#[derive(GodotVar)] #[godot_var(rename_all = \"lowercase\")] enum E { X, Y }",
            New("#[derive(GodotVar)] #[godot_var(rename_all = \"lowercase\")] enum E {
                 #[godot_var(rename = \"X\")] X, #[godot_var(rename = \"Y\")] Y }"),
        ),
        case(
            WRITE,
            HP,
            "#[derive(GodotVar)] struct A { #[godot_var(default, skip_encoding_if = \"none\")] hp: i32 }
             fn none(hp: &i32) -> bool { *hp == 0 }",
            New("#[derive(GodotVar)] struct A { #[godot_var(default)] hp: i32 }"),
        ),
        case(
            TYPE,
            HP,
            "#[derive(GodotVar)] struct A { hp: f64 }",
            New("#[derive(GodotVar)] struct A { hp: i32, #[godot_var(default)] exact: f64 }"),
        ),
        case(
            ORDER,
            TWO,
            "#[derive(GodotVar)] #[godot_var(array)] struct A { y: i32, x: i32 }",
            New(TWO),
        ),
        case(
            ORDER,
            UNTAGGED,
            "#[derive(GodotVar)] #[godot_var(untagged)] enum E { Y(u16), X(u8) }",
            New(UNTAGGED),
        ),
        case(
            LENGTH,
            "#[derive(GodotVar)] struct A { #[godot_var(max_len = 9)] name: String }",
            "#[derive(GodotVar)] struct A { #[godot_var(max_len = 5)] name: String }",
            New("#[derive(GodotVar)] struct A { #[godot_var(max_len = 9)] name: String }"),
        ),
        case(VARIANT, NAMES, "#[derive(GodotVar)] enum E { X }", New(NAMES)),
        case(
            VARIANT,
            NAMES,
            "#[derive(GodotVar)] enum E { X }",
            New("#[derive(GodotVar)] enum E { X, #[godot_var(other)] Other }"),
        ),
        case(
            REUSED,
            NUMBERS,
            "#[derive(GodotVar)] #[godot_var(repr = \"int\")] enum E { Y = 1, X = 2 }",
            New("#[derive(GodotVar)] #[godot_var(repr = \"int\")] enum E { Y = 2, X = 1 }"),
        ),
        case(FORM, HP, ARRAY_HP, New("#[derive(GodotVar)] struct A { hp: i32 }
             #[derive(GodotVar)] #[godot_var(array)] struct B { hp: i32 }")),
        case(
            SET,
            RPCS,
            "#[derive(GodotRpc)] enum R { #[rpc(authority)] Say { text: String }, #[rpc(authority)] Leave }",
            New(RPCS),
        ),
        case(
            SETTING,
            "#[derive(GodotRpc)] enum R { #[rpc(any_peer)] Say { text: String } }",
            RPCS,
            New("#[derive(GodotRpc)] enum R { #[rpc(any_peer)] Say { text: String } }"),
        ),
        case(FLAT_FIELD, FLAT_HP, "#[derive(GodotFlat)] struct A { hp: i32, #[flat(default)] mp: i32 }", New(FLAT_HP)),
        case(
            FLAT_FIELD,
            "#[derive(GodotFlat)] #[flat(trailing = \"ignore\")] struct A { hp: i32 }",
            "#[derive(GodotFlat)] #[flat(trailing = \"ignore\")] struct A { hp: i32, mp: i32 }",
            New("#[derive(GodotFlat)] #[flat(trailing = \"ignore\")] struct A { hp: i32, #[flat(default)] mp: i32 }"),
        ),
        case(FLAT_FORM, FLAT_HP, "#[derive(GodotFlat)] struct A { hp: i64 }", New(FLAT_HP)),
        case(
            FLAT_ORDER,
            "#[derive(GodotFlat)] struct A { x: u8, y: u8 }",
            "#[derive(GodotFlat)] struct A { y: u8, x: u8 }",
            New("#[derive(GodotFlat)] struct A { x: u8, y: u8 }"),
        ),
    ]
}

/// Panics if no case above does what the help of a finding says.
pub(crate) fn assert_done(finding: &Finding) {
    let help = finding.help();
    assert!(cases().iter().any(|case| case.help == help), "{finding}: no case does: {help}");
}

#[test]
fn each_step_removes_its_finding() {
    for Case { help, old, new, step } in cases() {
        let (before, after) = (side("old.rs", old), side("new.rs", new));
        let found = evolve::check_all(&before, &after);
        let helps: Vec<_> = found.iter().map(|found| (found.to_string(), found.help())).collect();
        let found: Vec<_> = found.iter().filter(|found| found.help() == help).collect();
        assert!(!found.is_empty(), "{old}\n{new}\n{help}\n{helps:#?}");
        let (before, after) = match step {
            New(text) => (before, side("new.rs", text)),
            Lock => (side("new.rs", new), after),
        };
        let left = evolve::check_all(&before, &after);
        for found in found {
            let is_left = left.iter().any(|left| {
                (left.rule, left.level, &left.subject) == (found.rule, found.level, &found.subject)
            });
            assert!(!is_left, "{help}\n{left:#?}");
        }
    }
}

/// What two findings say about the same change is never both that bytes change and that they stay.
#[test]
fn a_change_is_one_finding() {
    for Case { old, new, .. } in cases() {
        let found = evolve::check_all(&side("old.rs", old), &side("new.rs", new));
        for (at, one) in found.iter().enumerate() {
            let same = |other: &&Finding| {
                (other.rule, &other.subject, other.is_flat) == (one.rule, &one.subject, one.is_flat)
            };
            assert!(!found[at + 1..].iter().any(|other| same(&other)), "{found:#?}");
        }
    }
}
