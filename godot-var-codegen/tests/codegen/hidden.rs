//! Characters that nobody sees, that end a line or that turn a text around, in every text of a schema and in every output.

use godot_var_codegen::docs::{self, Format, Generation, files};
use godot_var_codegen::gdscript::{self, Engine};
use godot_var_codegen::protocol::{Protocol, parse_text};
use godot_var_codegen::{litenet, lock, wireshark};
use godot_var_runtime::litenet::EraSpec;

/// The controls, what Unicode has to end lines and to change their direction, and what no XML may have.
fn hidden() -> impl Iterator<Item = char> {
    let controls = ('\0'..='\u{9f}').filter(|c| c.is_control() && !matches!(c, '\n' | '\t'));
    let others = ('\u{2028}'..='\u{202e}')
        .chain('\u{2066}'..='\u{2069}')
        .chain(['\u{61c}', '\u{200e}', '\u{200f}']);
    controls.chain(others).chain(['\u{feff}', '\u{fffe}', '\u{ffff}'])
}

/// Only the second one has a form in GDScript.
fn texts() -> [String; 2] {
    ["a\0b".to_owned(), hidden().filter(|c| *c != '\0').flat_map(|c| ['a', c, 'b']).collect()]
}

/// A schema with the text at all places that take any text.
fn schema(text: &str) -> String {
    // The literals have the character itself, where Rust lets them.
    let raw = text.replace('\r', "\\r");
    format!(
        r#"#![doc = {text:?}]
use godot_var::*;
#[doc = {text:?}]
#[derive(GodotVar)]
struct Say {{
    #[doc = {text:?}]
    #[godot_var(rename = {text:?}, alias = "x{raw}", default = "{raw}!")]
    text: String,
    #[godot_var(default = vec![Some("{raw}".to_owned())])]
    list: Vec<Option<String>>,
    #[godot_var(default = strange({text:?}))]
    code: String,
    #[godot_var(default = strange("{raw}"))]
    raw: String,
    word: Word,
    inner: Inner,
    adjacent: Adjacent,
}}
#[derive(GodotVar)]
enum Word {{ #[doc = {text:?}] #[godot_var(rename = {text:?}, alias = "x{raw}")] First, Second }}
#[derive(GodotVar)]
#[godot_var(tag = {text:?})]
enum Inner {{ #[doc = {text:?}] #[godot_var(rename = "y{raw}")] One {{ #[godot_var(rename = "z{raw}")] at: f32 }}, Two }}
#[derive(GodotVar)]
#[godot_var(tag = {text:?}, content = "x{raw}")]
enum Adjacent {{ #[godot_var(rename = "y{raw}")] One(i32), Two }}
#[derive(GodotVar)]
#[godot_var(array, id)]
enum Message {{ #[doc = {text:?}] #[godot_var(id = {text:?})] Say(Say), #[godot_var(id = "x")] Leave }}
#[doc = {text:?}]
#[derive(GodotRpc)]
enum Rpcs {{
    #[doc = {text:?}]
    #[rpc(any_peer)]
    Shout {{
        #[doc = {text:?}]
        #[rpc(default = "{raw}")]
        words: String,
    }},
}}
#[doc = {text:?}]
#[derive(GodotSync)]
struct Player {{
    #[doc = {text:?}]
    name: String,
}}
"#
    )
}

fn protocol(schema: &str) -> Protocol {
    parse_text("a.rs", schema).unwrap_or_else(|errors| panic!("{errors:#?}\n{schema}"))
}

/// Every output of a schema, by its name.
fn outputs(text: &str) -> Vec<(String, String)> {
    let named = |schema: &str| {
        let mut protocol = protocol(schema);
        protocol.files[0] = format!("a{text}\n.rs");
        protocol
    };
    let mut outputs = Vec::new();
    // GDScript has no Strings with NUL, and does not run code of Rust.
    if !text.contains('\0') {
        let schema = schema(text).replace("strange(", "String::from(");
        let (schema_for_3, _) = schema.split_once("#[derive(GodotRpc)]").expect("RPCs");
        let (schema_for_3, _) = schema_for_3.rsplit_once("#[doc").expect("their documentation");
        for engine in [Engine::Godot4, Engine::Godot4_2, Engine::Godot4_0, Engine::Godot3] {
            let protocol = named(if engine == Engine::Godot3 { schema_for_3 } else { &schema });
            let script = gdscript::generate(&protocol, &gdscript::Options::new(engine));
            let script = script.unwrap_or_else(|errors| panic!("{errors:#?}"));
            outputs.push((format!("{engine:?}"), script));
        }
    }
    let protocol = named(&schema(text));
    for generation in [Generation::Godot4, Generation::Godot3] {
        let page = docs::variant(&protocol, text, generation);
        outputs.extend(files(&page, "a", Format::All));
    }
    let messages = format!(
        "#![doc = {text:?}]\n#[doc = {text:?}]\n#[derive(LiteNetMessage)]\n#[litenet(msg_type = 1)]\n\
         struct Say {{ #[doc = {text:?}] text: String }}"
    );
    let messages = litenet::parse("a.rs", |_| Ok(messages.clone())).expect("a schema");
    outputs.extend(files(&docs::litenet(&messages, text, EraSpec::Head), "b", Format::All));
    let dissector = wireshark::generate(&protocol, &wireshark::Options::new("aa"));
    outputs.push(("Lua".to_owned(), dissector.expect("a dissector")));
    outputs.push(("lock".to_owned(), lock::write(&protocol).expect("a lock")));
    outputs
}

#[test]
fn no_output_has_a_hidden_character() {
    let all: Vec<char> = hidden().collect();
    for text in texts() {
        for (name, output) in outputs(&text) {
            let found: Vec<&str> = output.lines().filter(|line| line.contains(&*all)).collect();
            assert!(found.is_empty(), "{name}: {found:#?}");
        }
    }
}

/// No text gives code a line of its own.
#[test]
fn no_text_begins_a_line_of_code() {
    let is_page = |name: &str| [".md", ".html", ".svg"].iter().any(|end| name.ends_with(end));
    for (name, output) in outputs("a\nCODE").into_iter().filter(|(name, _)| !is_page(name)) {
        let is_code =
            |line: &&str| ["CODE", ".rs"].iter().any(|code| line.trim().starts_with(code));
        let found: Vec<&str> = output.lines().filter(is_code).collect();
        assert!(found.is_empty(), "{name}: {found:#?}");
    }
}

#[test]
fn a_lock_keeps_every_text() {
    for text in texts() {
        let protocol = protocol(&schema(&text));
        let text = lock::write(&protocol).expect("a lock");
        let again = lock::parse("a.lock", &text).unwrap_or_else(|errors| panic!("{errors:#?}"));
        assert_eq!(again.fingerprint_of_all(), protocol.fingerprint_of_all());
        assert_eq!(lock::write(&again).expect("a lock"), text);
    }
}

#[test]
fn texts_that_no_string_of_godot_holds_are_named() {
    let text = "\
use godot_var::*;
#[derive(GodotVar)] struct A { #[godot_var(rename = \"a\\0b\")] a: u8, #[godot_var(alias = \"\\0\", default)] b: u8 }
#[derive(GodotVar)] struct B { #[godot_var(default = \"\\0\")] a: String, #[godot_var(default = vec![Some(\"\\0\".to_owned())])] b: Vec<Option<String>> }
#[derive(GodotVar)] enum C { #[godot_var(rename = \"\\0\")] A, #[godot_var(alias = \"\\0\\0\")] B }
#[derive(GodotVar)] #[godot_var(tag = \"\\0\")] enum D { A { a: u8 } }
#[derive(GodotVar)] #[godot_var(tag = \"t\", content = \"\\0\")] enum E { A(u8) }
#[derive(GodotVar)] #[godot_var(array, id)] enum F { #[godot_var(id = \"\\0\")] A, #[godot_var(id = \"b\")] B }
";
    let protocol = parse_text("a.rs", text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    for engine in [Engine::Godot4, Engine::Godot3] {
        let options = gdscript::Options::new(engine);
        let errors = gdscript::generate(&protocol, &options).expect_err("strings with NUL");
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        let expected = [
            r#"2:62: `A.a`: the key "a\0b""#,
            r#"2:105: `A.b`: the alias "\0""#,
            r#"3:61: `B.a`: the default "\0""#,
            r#"3:124: `B.b`: the default "\0""#,
            r#"4:58: `C.A`: the name "\0""#,
            r#"4:90: `C.B`: the alias "\0\0""#,
            r#"5:51: `D`: the tag "\0""#,
            r#"6:66: `E`: the content "\0""#,
            r#"7:78: `F.A`: the id "\0""#,
        ];
        let expected = expected.map(|error| {
            format!("a.rs:{error} has the character U+0000, which no String of Godot can hold; choose another text")
        });
        assert_eq!(errors, expected);
    }
}
