//! Snapshots of the generated dissectors, and schemas that cannot be generated.
//!
//! `BLESS=1 cargo test -p godot-var-codegen wireshark` rewrites the snapshots.

use std::path::Path;

use godot_var_codegen::flat;
use godot_var_codegen::protocol::parse_text;
use godot_var_codegen::wireshark::{
    Error, LludpOptions, Options, generate, generate_flat, generate_lludp,
};

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
fn snapshot_of_flat_messages() {
    let text = include_str!("../../../schemas/every_flat.rs");
    let schema = flat::parse_text("every_flat.rs", text).expect("a schema");
    let options = Options { to_server: Some("ToServer".to_owned()), ..Options::new("flat") };
    let script = generate_flat(&schema, &options).expect("a dissector");
    snapshot("every_flat.lua", &script);
    let options = Options { to_client: Some("Nobody".to_owned()), ..options };
    let error = generate_flat(&schema, &options).expect_err("no such type");
    let sentence = "`to-client`: the schema has no type `Nobody` that derives `GodotFlat`";
    assert_eq!(error, Error::Type(sentence.to_owned()));
}

/// Names of types and fields that are those of the dissector itself, or of each other in a filter.
#[test]
fn names_of_flat_fields_are_told_apart() {
    let text = "use godot_var::GodotFlat;
        #[derive(GodotFlat)] struct Flags { größe: u8, Id: u8, id: u8 }
        #[derive(GodotFlat)] enum Type { #[flat(id = 0)] Id { x: u8 }, #[flat(id = 1)] ID(u8) }";
    let schema = flat::parse_text("schema.rs", text).expect("a schema");
    let script = generate_flat(&schema, &Options::new("game")).expect("a dissector");
    for at in ["flags_2.gruf6udfe", "flags_2.Id", "flags_2.id", "type_2.id_2.x", "type_2.id_3"] {
        assert!(script.contains(&format!("at = \"{at}\"")), "no {at} in\n{script}");
    }
}

#[test]
fn names_of_fields_are_told_apart() {
    let text = "use godot_var::GodotVar;
        #[derive(GodotVar)] struct HttpError { B: u8, b: u8 }
        #[derive(GodotVar)] struct HTTPError { ab: bool }
        #[derive(GodotVar)] struct Message { größe: i32 }";
    let script = script(text, &Options::new("game")).expect("a dissector");
    for at in ["http_error.B", "http_error.b", "http_error_2.ab", "message_2.gruf6udfe"] {
        assert!(script.contains(&format!("at = \"{at}\"")), "no {at} in\n{script}");
    }
}

#[test]
fn an_option_may_be_missing_among_keys_alone() {
    for (form, required) in [("", false), ("#[godot_var(array)]", true)] {
        for ty in ["Option<u8>", "Maybe"] {
            let text = format!(
                "use godot_var::GodotVar; #[derive(GodotVar)] {form} struct A {{ b: {ty} }}
                #[derive(GodotVar)] #[godot_var(transparent)] struct Maybe(Option<u8>);"
            );
            let script = script(&text, &Options::new("game")).expect("a dissector");
            let (table, _) = script.split_once("\n}\n").expect("the fixed part");
            assert_eq!(table.contains("required = true"), required, "{table}");
        }
    }
}

#[test]
fn options_that_cannot_be() {
    let text = "#[derive(godot_var::GodotVar)] struct A { b: u8 }";
    for name in ["", "x", "7up", "Arena", "a b", "a\"]]"] {
        let error = script(text, &Options::new(name)).expect_err("no name for a protocol");
        assert_eq!(error, Error::Name(name.to_owned()));
    }
    let of = |name: &str, text: &str| {
        let options = Options { to_client: Some(name.to_owned()), ..Options::new("game") };
        script(text, &options).expect_err("no such type").to_string()
    };
    assert_eq!(of("B", text), "`to-client`: the schema has no type `B`");
    let text = "mod a { #[derive(godot_var::GodotVar)] pub struct Chat { b: u8 } }
        mod b { #[derive(godot_var::GodotVar)] pub struct Chat { b: u8 } }";
    assert_eq!(
        of("a::Chap", text),
        "`to-client`: the schema has no type `a::Chap`; did you mean \"a::Chat\"?"
    );
    assert_eq!(
        of("Chat", text),
        "`to-client`: several types are called `Chat`: `a::Chat`, `b::Chat`; name one with its modules"
    );
}
