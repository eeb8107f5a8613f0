//! Types of other crates in a schema: the generators' model equals that of the compiled types.

use godot_var::layout::layout_fingerprint;
use godot_var_codegen::protocol::parse_text;

#[allow(missing_docs, reason = "only the layouts are looked at")]
pub mod messages;

#[test]
fn layouts_are_those_of_the_compiled_types() {
    let text = include_str!("messages.rs");
    let protocol = parse_text("messages.rs", text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let of = |name: &str| {
        let index = protocol.types.iter().position(|def| def.name == name).expect("a type");
        format!("{:016x}", protocol.fingerprint(index))
    };
    assert_eq!(of("Both"), layout_fingerprint::<messages::Both>());
    assert_eq!(of("Four"), layout_fingerprint::<messages::Four>());
}
