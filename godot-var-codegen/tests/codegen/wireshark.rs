//! Snapshots of the generated dissectors, and schemas that cannot be generated.
//!
//! `BLESS=1 cargo test -p godot-var-codegen wireshark` rewrites the snapshots.

use std::path::Path;

use godot_var_codegen::protocol::parse_text;
use godot_var_codegen::wireshark::{Error, LludpOptions, Options, generate, generate_lludp};

fn script(text: &str, options: &Options) -> Result<String, Error> {
    let protocol = parse_text("schema.rs", text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    generate(&protocol, options)
}

/// The part of the script that depends on the schema.
fn snapshot(name: &str, script: &str) {
    let (table, _) = script.split_once("\n}\n").expect("the fixed part");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wireshark").join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, table).expect("written");
    }
    let expected = std::fs::read_to_string(&path).expect("the snapshot");
    assert!(table == expected, "{name} differs: look at it with BLESS=1 and git diff");
}

#[test]
fn snapshots() {
    for (name, text) in [
        ("arena", include_str!("../../../schemas/arena.rs")),
        ("every_form", include_str!("../../../schemas/every_form.rs")),
    ] {
        let options = Options { port: Some(7777), ..Options::new(name) };
        let first = script(text, &options).expect("a dissector");
        snapshot(&format!("{name}.lua"), &first);
        assert!(first == script(text, &options).expect("a dissector"), "{name} changes");
    }
}

#[test]
fn snapshot_of_a_template() {
    let text = include_str!("../../../schemas/every_type.msg");
    let template = godot_var_schema::template::parse(text).expect("a template");
    let (name, file) = ("lludp".to_owned(), "every_type.msg".to_owned());
    let options = LludpOptions { name, port: None, file };
    let script = generate_lludp(&template, &options).expect("a dissector");
    snapshot("every_type.lua", &script);
    let options = LludpOptions { name: "LLUDP".to_owned(), ..options };
    assert_eq!(generate_lludp(&template, &options), Err(Error::Name("LLUDP".to_owned())));
}

#[test]
fn names_of_fields_are_told_apart() {
    let text = "use godot_var::GodotVar;
        #[derive(GodotVar)] struct HttpError { B: u8, b: u8 }
        #[derive(GodotVar)] struct HTTPError { ab: bool }
        #[derive(GodotVar)] struct Message { größe: i32 }";
    let script = script(text, &Options::new("x")).expect("a dissector");
    for at in ["http_error.B", "http_error.b", "http_error_2.ab", "message_2.gruf6udfe"] {
        assert!(script.contains(&format!("at = \"{at}\"")), "no {at} in\n{script}");
    }
}

#[test]
fn an_option_may_be_missing_among_keys_alone() {
    for (form, required) in [("", false), ("#[godot_var(array)]", true)] {
        let text = format!("#[derive(godot_var::GodotVar)] {form} struct A {{ b: Option<u8> }}");
        let script = script(&text, &Options::new("a")).expect("a dissector");
        let (table, _) = script.split_once("\n}\n").expect("the fixed part");
        assert_eq!(table.contains("required = true"), required, "{table}");
    }
}

#[test]
fn options_that_cannot_be() {
    let text = "#[derive(godot_var::GodotVar)] struct A { b: u8 }";
    for name in ["", "7up", "Arena", "a b", "a\"]]"] {
        let error = script(text, &Options::new(name)).expect_err("no name for a protocol");
        assert_eq!(error, Error::Name(name.to_owned()));
    }
    let options = Options { to_client: Some("B".to_owned()), ..Options::new("a") };
    let error = script(text, &options).expect_err("no such type");
    assert_eq!(error.to_string(), "the schema has no type `B`");
}
