//! Any text as a message template, or as Rust source.

use godot_var_cli::{Wire as _, lludp::Interpreter};
use godot_var_codegen::schema::{Schema, json};
use godot_var_codegen::{flat, protocol};
use godot_var_schema::template::parse;
use proc_macro2::extra::invalidate_current_thread_spans;
use serde_json::Value as Json;

/// The maximum nesting of brackets in a source. Rust's own parsers overflow the stack without a limit.
const NESTING: usize = 60;

/// Parses a message template. A valid template can be interpreted.
pub fn template(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match parse(text) {
        Ok(template) => {
            let interpreter = Interpreter::new(template);
            for number in 0..4 {
                let _ = interpreter.decode(&[0, 0, 0, 0, 1, 0, number, 1, 2, 3, 4, 5, 6, 7]);
            }
        }
        Err(errors) => {
            assert!(!errors.is_empty());
            let lines = text.split('\n').count();
            for error in errors {
                assert!((1..=lines).contains(&error.place.line), "{error}");
                assert!(error.place.column > 0, "{error}");
            }
        }
    }
}

fn is_deep(text: &str) -> bool {
    let mut depth = 0_usize;
    text.bytes().any(|byte| {
        match byte {
            b'(' | b'[' | b'{' | b'<' | b'&' | b'*' | b'!' | b'-' | b'|' => depth += 1,
            b')' | b']' | b'}' | b'>' | b';' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > NESTING
    })
}

/// Builds the model of the schema and of each item: a model, or errors. A model is written as JSON.
pub fn schema(bytes: &[u8]) {
    // A thread keeps all sources that it has parsed.
    invalidate_current_thread_spans();
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if is_deep(text) {
        return;
    }
    match protocol::parse_text("schema.rs", text) {
        Ok(model) => {
            let _ = model.fingerprint_of_all();
        }
        Err(errors) => assert!(!errors.is_empty()),
    }
    // Its modules are in no other files.
    let read = |name: &str| match name {
        "schema.rs" => Ok(text.to_owned()),
        _ => Err("there is no such file".to_owned()),
    };
    match flat::parse_both("schema.rs", read) {
        Ok((variants, flat)) => {
            let written = json(&Schema::new(&variants, &flat)).expect("a model can be written");
            let read: Json = serde_json::from_str(&written).expect("JSON");
            assert!(read["types"].is_array(), "{written}");
        }
        Err(errors) => assert!(!errors.is_empty()),
    }
    let Ok(file) = syn::parse_file(text) else { return };
    for item in file.items {
        let item = match item {
            syn::Item::Struct(item) => syn::DeriveInput::from(item),
            syn::Item::Enum(item) => item.into(),
            syn::Item::Union(item) => item.into(),
            _ => continue,
        };
        let _ = godot_var_schema::variant::message(&item);
        let _ = godot_var_schema::flat::message(&item);
        let _ = godot_var_schema::litenet::message(&item);
    }
}
