//! `godot-var schema`: a line for each type, and all of a schema as JSON.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn schema(arguments: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_godot-var"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    program.arg("schema").args(arguments).current_dir(root);
    let output = super::common::feed(&mut program, &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The names of types that a value mentions.
fn mentioned<'v>(value: &'v Value, found: &mut BTreeSet<&'v str>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                match value {
                    Value::String(name) if key == "message" || key == "delta_of" => {
                        found.insert(name);
                    }
                    value => mentioned(value, found),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| mentioned(value, found)),
        _ => {}
    }
}

#[test]
fn each_type_is_there_once_with_a_column_for_each_wire() {
    for (file, variants, flat) in [
        ("schemas/arena.rs", true, true),
        ("schemas/every_form.rs", true, false),
        ("schemas/every_flat.rs", true, true),
        ("schemas/every_flat_godot4.rs", true, true),
    ] {
        let json: Value = serde_json::from_str(&schema(&[file, "--json"])).expect("JSON");
        assert_eq!((&json["version"], &json["files"][0]), (&1.into(), &file.into()));
        assert_eq!((json["layout"].is_string(), json["flat_layout"].is_string()), (variants, flat));
        let types = json["types"].as_array().expect("types");
        let names: Vec<&str> = types.iter().filter_map(|def| def["name"].as_str()).collect();
        let known: BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!((names.len(), known.len()), (types.len(), types.len()), "{file}");
        let mut found = BTreeSet::new();
        mentioned(&json, &mut found);
        assert!(!found.is_empty() && found.is_subset(&known), "{file}: {found:?}");
        for def in types {
            let bodies = ["record", "transparent", "unit", "variants"];
            assert_eq!(bodies.iter().filter(|key| !def[**key].is_null()).count(), 1, "{def}");
            let columns = ["variant", "flat"].map(|key| &def[key]);
            assert!(columns.iter().any(|column| column["layout"].is_string()), "{def}");
        }
        // The list has the same types.
        let list = schema(&[file]);
        assert!(list.lines().zip(names).all(|(line, name)| line.starts_with(name)), "{list}");
    }
}

#[test]
fn what_a_program_holds_is_known_of_flat_messages() {
    let json: Value =
        serde_json::from_str(&schema(&["schemas/every_flat.rs", "--json"])).expect("JSON");
    let types = json["types"].as_array().expect("types");
    let tick = &types[0]["record"][0];
    assert_eq!((&tick["type"], &tick["flat"]["type"]["varint"]), (&"u32".into(), &"u32".into()));
    let quantized = types.iter().flat_map(|def| def["record"].as_array().into_iter().flatten());
    let quantized = quantized.filter(|field| !field["flat"]["type"]["range"].is_null());
    let held: BTreeSet<String> = quantized.map(|field| field["type"].to_string()).collect();
    assert!(held.contains("\"f32\""), "{held:?}");
}
