//! Texts that are UTF-8 and texts that are not, of every length around those that SIMD instructions check. `.ci/run` runs this
//! with the feature `simdutf8`, too.

use godot_var_runtime::variant::{FromVariantBytes, Godot3, Godot4, Variant};
use godot_var_runtime::{DecodeError, DecodeErrorKind};

/// Longer than two blocks of the widest instructions.
const LONGEST: usize = 160;

fn message(text: &[u8]) -> Vec<u8> {
    let mut bytes = vec![4, 0, 0, 0];
    bytes.extend(u32::try_from(text.len()).expect("a short text").to_le_bytes());
    bytes.extend(text);
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes
}

fn read(text: &[u8]) -> Result<String, DecodeError> {
    String::from_variant_bytes::<Godot4>(&message(text))
}

#[test]
fn texts_of_the_engines() {
    let files = [
        (4, include_str!("../../tests/vectors/godot4.jsonl")),
        (3, include_str!("../../tests/vectors/godot3.jsonl")),
    ];
    let mut not_ascii = 0;
    for (engine, lines) in files {
        for line in lines.lines() {
            let vector: serde_json::Value = serde_json::from_str(line).expect("JSON");
            if vector["kind"] != "String" {
                continue;
            }
            let digits = vector["hex"].as_str().expect("a text").as_bytes();
            let bytes: Vec<u8> = digits
                .chunks(2)
                .map(|pair| {
                    let pair = str::from_utf8(pair).expect("digits");
                    u8::from_str_radix(pair, 16).expect("digits")
                })
                .collect();
            let read = match engine {
                4 => Variant::from_variant_bytes::<Godot4>(&bytes),
                _ => Variant::from_variant_bytes::<Godot3>(&bytes),
            };
            let expected = vector["value"]["v"].as_str().expect("a text");
            assert_eq!(read, Ok(Variant::String(expected.into())), "{}", vector["id"]);
            not_ascii += usize::from(!expected.is_ascii());
        }
    }
    assert!(not_ascii >= 4, "{not_ascii}");
}

#[test]
fn texts_of_every_length() {
    for character in ["a", "é", "ж", "語", "🏮"] {
        for len in 0..=LONGEST {
            let mut text = character.repeat(len / character.len());
            for _ in text.len()..len {
                text.insert(text.len() / 2 / character.len() * character.len(), 'x');
            }
            assert_eq!(read(text.as_bytes()), Ok(text.clone()), "{text}");
        }
    }
}

/// Bytes that no text has.
const BROKEN: [&[u8]; 12] = [
    b"\x80",
    b"\xbf\xbf",
    b"\xc0\x80",
    b"\xc1\xbf",
    b"\xd0",
    b"\xe0\x9f\xbf",
    b"\xe2\x82",
    b"\xed\xa0\x80",
    b"\xf0\x8f\xbf\xbf",
    b"\xf0\x9f\x8f",
    b"\xf4\x90\x80\x80",
    b"\xff",
];

#[test]
fn errors_are_where_the_text_breaks() {
    for filler in ["a", "ж", "🏮"] {
        for broken in BROKEN {
            for len in broken.len()..=LONGEST {
                let all = (len - broken.len()) / filler.len();
                for before in [0, all / 2, all.saturating_sub(1), all] {
                    let mut text = filler.repeat(before).into_bytes();
                    let position = text.len();
                    text.extend(broken);
                    text.extend(filler.repeat(all - before).bytes());
                    let error = read(&text).expect_err("no UTF-8");
                    let found = (error.kind(), error.offset());
                    assert_eq!(found, (DecodeErrorKind::InvalidUtf8, 8 + position), "{text:x?}");
                    let byte = broken[0];
                    let said =
                        format!("expected UTF-8, found byte 0x{byte:02x} at byte {}", 8 + position);
                    assert_eq!(error.to_string(), said);
                }
            }
        }
    }
}
