//! Every value that the engines wrote, decoded and encoded, bit for bit.

use crate::common::{ENGINES, bytes, decode, encode, text, vectors};
use godot_var_cli::json::{from_json, to_json};
use serde_json::Value as Json;

/// Removes the remarks from a vector's value.
fn without_remarks(value: &Json) -> Json {
    match value {
        Json::Object(form) => {
            let kept = form.iter().filter(|(key, _)| !matches!(key.as_str(), "fields" | "note"));
            Json::Object(kept.map(|(key, value)| (key.clone(), without_remarks(value))).collect())
        }
        Json::Array(list) => Json::Array(list.iter().map(without_remarks).collect()),
        _ => value.clone(),
    }
}

#[test]
fn engines_bytes_are_read_and_written() {
    for ((stem, spec), lines) in ENGINES.into_iter().zip([508, 412]) {
        let vectors = vectors(&format!("{stem}.jsonl"));
        assert_eq!(vectors.len(), lines, "{stem}");
        for vector in &vectors {
            let (id, bytes) = (text(vector, "id"), bytes(vector));
            let (value, used) = decode(&bytes, spec).unwrap_or_else(|e| panic!("{id}: {e}"));
            assert_eq!(used, bytes.len(), "{id}");
            assert_eq!(to_json(&value, spec), without_remarks(&vector["value"]), "{id}");

            let written = encode(&value, spec).unwrap_or_else(|e| panic!("{id}: {e}"));
            assert_eq!(hex::encode(written), text(vector, "hex"), "{id}: of the decoded value");

            let pictured =
                from_json(&vector["value"], spec).unwrap_or_else(|e| panic!("{id}: {e}"));
            assert!(pictured.identical(&value), "{id}: {pictured:?} is not {value:?}");
            let written = encode(&pictured, spec).unwrap_or_else(|e| panic!("{id}: {e}"));
            assert_eq!(hex::encode(written), text(vector, "hex"), "{id}: of the JSON");
        }
    }
}
