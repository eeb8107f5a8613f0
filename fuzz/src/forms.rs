//! Any bytes as one of serde's forms of a value: two kinds of JSON, and a binary format.

use godot_var::bridges::natural::Natural;
use godot_var::{Dialect, Godot4, Limits, Variant};
use godot_var_cli::{json, lines};

/// Encodes a value in the lossless JSON of the program, and decodes it.
fn is_lossless(value: &Variant) {
    let lossless = json::to_json(value, &Godot4::SPEC);
    let again = json::from_json(&lossless, &Godot4::SPEC).expect("as written");
    assert!(again.identical(value), "{lossless} became {again:?}");
}

/// Encodes a value in each form that keeps its types, and decodes it.
fn comes_back(value: &Variant) {
    is_lossless(value);
    let text = serde_json::to_string(value).expect("every value is an enum of serde");
    match serde_json::from_str::<Variant>(&text) {
        Ok(again) => assert!(again.identical(value), "{text} became {again:?}"),
        // JSON has null for NaN and infinities, and serde_json reads at most 128 levels.
        Err(error) => assert!(error.is_data() || error.is_syntax(), "{error}: {text}"),
    }
    let packed = postcard::to_allocvec(value).expect("every value has a binary form");
    let again: Variant = postcard::from_bytes(&packed).expect("as written");
    assert!(again.identical(value), "{value:?} became {again:?}");
}

/// Decodes the form that the first byte selects. A decoded value can be encoded.
pub fn forms(bytes: &[u8]) {
    let Some((&first, bytes)) = bytes.split_first() else { return };
    let text = str::from_utf8(bytes);
    match (first % 4, text) {
        (0, Ok(text)) => {
            let value = serde_json::from_str::<Variant>(text);
            if let Ok(value) = &value {
                comes_back(value);
            }
            let lossless = json::parse(text).and_then(|form| json::from_json(&form, &Godot4::SPEC));
            if let Ok(value) = &lossless {
                // It may be nested deeper than the forms of serde.
                is_lossless(value);
            }
        }
        (1, Ok(text)) => {
            let Ok(Natural(value)) = serde_json::from_str::<Natural<Variant>>(text) else { return };
            let again = serde_json::to_string(&Natural(&value)).expect("keys are texts");
            serde_json::from_str::<Natural<Variant>>(&again).expect("as written");
            comes_back(&value);
        }
        (2, _) => {
            if let Ok(value) = postcard::from_bytes::<Variant>(bytes) {
                comes_back(&value);
            }
        }
        _ => {
            let limits = Limits::DEFAULT.with_objects(true);
            if let Ok((value, _)) = lines::decode(bytes, &Godot4::SPEC, limits) {
                comes_back(&value);
                // It cannot have keys that are not texts.
                let _ = serde_json::to_string(&Natural(&value));
            }
        }
    }
}
