//! Malformed input: the engine's verdict on every row, and every deliberate difference by name.
//!
//! The reasons are in the table "Where this reader differs from an engine" of `godot-var-runtime/src/variant/mod.rs`.

use std::collections::BTreeMap;

use crate::common::{ENGINE, ENGINES, bytes, decode, encode, text, vectors, with_deep_stack};
use godot_var::error::DecodeErrorKind;
use godot_var::{Dictionary, FromVariantBytes, Godot4, GodotVar, Limits};
use godot_var_cli::lines;

const NEGATIVE_COUNT: &str = "a negative count of texts is an error, not an empty array";
const SURROGATE: &str = "a surrogate is no character";
const NESTING: &str = "3.2.3 reads on until its stack ends";

/// Rows that the engine reads and this library refuses. There are none the other way round.
const REFUSED: [(&str, DecodeErrorKind, &str); 11] = [
    ("g4m-1071", DecodeErrorKind::InvalidLength, NEGATIVE_COUNT),
    ("g4m-1100", DecodeErrorKind::InvalidLength, NEGATIVE_COUNT),
    ("g4m-1351", DecodeErrorKind::InvalidLength, NEGATIVE_COUNT),
    ("g4m-1352", DecodeErrorKind::InvalidLength, NEGATIVE_COUNT),
    ("g4m-1357", DecodeErrorKind::InvalidLength, NEGATIVE_COUNT),
    ("g3m-0781", DecodeErrorKind::InvalidLength, NEGATIVE_COUNT),
    ("g3m-1327", DecodeErrorKind::InvalidLength, NEGATIVE_COUNT),
    ("g3m-1328", DecodeErrorKind::InvalidLength, NEGATIVE_COUNT),
    ("g3m-1333", DecodeErrorKind::InvalidLength, NEGATIVE_COUNT),
    ("g3m-1390", DecodeErrorKind::TooDeep, NESTING),
    ("g3m-1395", DecodeErrorKind::InvalidUtf8, SURROGATE),
];

const NUL: &str = "a NUL does not cut the text";
const ELEMENT_CLASS: &str = "the class or script of the elements is kept as it came";
const MISFIT: &str = "elements that do not fit a typed array are kept";
const OBJECT: &str = "an object id is kept: there are no objects to look up";

/// Rows that both read and that this library encodes differently: the value as it was received.
const REENCODED: [(&str, &str); 22] = [
    ("g4m-0686", NUL),
    ("g4m-0719", ELEMENT_CLASS),
    ("g4m-0786", NUL),
    ("g4m-0912", ELEMENT_CLASS),
    ("g4m-0922", MISFIT),
    ("g4m-0944", NUL),
    ("g4m-1427", NUL),
    ("g4m-1444", OBJECT),
    ("g4m-1449", ELEMENT_CLASS),
    ("g4m-1450", ELEMENT_CLASS),
    ("g4m-1451", MISFIT),
    ("g3m-0566", NUL),
    ("g3m-0644", NUL),
    ("g3m-0742", NUL),
    ("g3m-0744", NUL),
    ("g3m-0803", NUL),
    ("g3m-0923", NUL),
    ("g3m-0972", NUL),
    ("g3m-1021", NUL),
    ("g3m-1236", NUL),
    ("g3m-1398", NUL),
    ("g3m-1415", OBJECT),
];

#[test]
fn verdicts_are_the_engines() {
    with_deep_stack(|| {
        let mut refused = Vec::new();
        let mut reencoded = Vec::new();
        for ((stem, spec), rows) in ENGINES.into_iter().zip([1452, 1418]) {
            let vectors = vectors(&format!("{stem}_malformed.jsonl"));
            assert_eq!(vectors.len(), rows, "{stem}");
            let before = refused.len();
            for vector in &vectors {
                let id = text(vector, "id").to_owned();
                let engine_reads = text(vector, "engine") == "ok";
                match decode(&bytes(vector), spec) {
                    Ok(_) if !engine_reads => panic!("{id}: only we read it"),
                    Err(error) if engine_reads => refused.push((id, error.kind())),
                    Err(_) => {}
                    Ok((value, _)) => {
                        let written = encode(&value, spec).unwrap_or_else(|e| panic!("{id}: {e}"));
                        let engines = vector["reencoded"].as_str();
                        if engines.is_some_and(|engines| engines != hex::encode(written)) {
                            reencoded.push(id);
                        }
                    }
                }
            }
            let agreed = rows - (refused.len() - before);
            assert!(agreed * 100 >= rows * 99, "{stem}: only {agreed} of {rows} agree");
        }
        let known: BTreeMap<_, _> =
            REFUSED.iter().map(|(id, kind, _)| ((*id).to_owned(), *kind)).collect();
        assert_eq!(refused.into_iter().collect::<BTreeMap<_, _>>(), known);

        let mut known: Vec<_> = REENCODED.iter().map(|(id, _)| (*id).to_owned()).collect();
        reencoded.sort();
        known.sort();
        assert_eq!(reencoded, known);
    });
}

#[test]
fn default_limits_differ_in_nesting_alone() {
    with_deep_stack(|| {
        for (stem, spec) in ENGINES {
            let mut differing = 0;
            for vector in vectors(&format!("{stem}_malformed.jsonl")) {
                let (id, bytes) = (text(&vector, "id"), bytes(&vector));
                let engine = lines::decode(&bytes, spec, ENGINE);
                let default = lines::decode(&bytes, spec, Limits::DEFAULT);
                match (engine, default) {
                    (Ok((a, _)), Ok((b, _))) => assert!(a.identical(&b), "{id}"),
                    (Ok(_), Err(error)) => {
                        assert_eq!(error.kind(), DecodeErrorKind::TooDeep, "{id}");
                        assert!(text(&vector, "why").starts_with("array nested"), "{id}");
                        differing += 1;
                    }
                    (Err(_), Ok(_)) => panic!("{id}: smaller limits read more"),
                    (Err(_), Err(_)) => {}
                }
            }
            assert_eq!(differing, 5, "{stem}: 150, 500, 1000, 1023 and 1024 levels");
        }
    });
}

#[derive(Debug, GodotVar)]
struct Known {
    id: u8,
}

/// A reader skips the value of an unknown key, and finds the same mistakes in it as one that reads it.
#[test]
fn values_that_are_skipped_are_checked() {
    let known =
        [&[4, 0, 0, 0, 2, 0, 0, 0, b'i', b'd', 0, 0][..], &[2, 0, 0, 0, 5, 0, 0, 0]].concat();
    let unknown = [4, 0, 0, 0, 1, 0, 0, 0, b'x', 0, 0, 0];
    for header in (0..=255_u32).flat_map(|id| [id, id | 1 << 16]) {
        for (word, words) in [(0, 0..9), (1, 0..9), (2, 0..9), (5000, 250..256)]
            .into_iter()
            .flat_map(|(word, range)| range.map(move |words| (word, words)))
        {
            let header = header.to_le_bytes();
            let payload = u32::to_le_bytes(word).repeat(words);
            let bytes = [&[27, 0, 0, 0, 2, 0, 0, 0], &known[..], &unknown, &header, &payload];
            let bytes = bytes.concat();
            let read = Dictionary::from_variant_bytes::<Godot4>(&bytes).map(|_| 5);
            let skipped = Known::from_variant_bytes::<Godot4>(&bytes).map(|known| known.id);
            let [read, skipped] =
                [read, skipped].map(|result| result.map_err(|error| error.kind()));
            assert_eq!(read, skipped, "{header:?}, {words} words of {word}");
        }
    }
}
