//! The walk of `inspect` compared with the reader, on valid and on malformed bytes.

use crate::common::{DIALECTS, ENGINE, bytes, text, vectors, with_deep_stack};
use godot_var::dialect::Flagless;
use godot_var::error::DecodeErrorKind;
use godot_var::{Dialect, FromVariantBytes, Godot4, Limits, ToVariantBytes};
use godot_var_cli::inspect::{Options, inspect, inspect_frame};
use godot_var_cli::lines;
use godot_var_codegen::inspect::{Part, walk, walk_frames, widen_float};

/// The walk accepts and refuses the same bytes as the reader, and covers every byte.
#[test]
fn the_walk_agrees_with_the_reader() {
    with_deep_stack(|| {
        let files = ["godot4", "godot4_malformed", "godot3", "godot3_malformed"];
        for vector in files.iter().flat_map(|stem| vectors(&format!("{stem}.jsonl"))) {
            let (id, bytes) = (text(&vector, "id"), bytes(&vector));
            for spec in DIALECTS {
                for limits in [ENGINE, ENGINE.with_objects(true).with_depth(3)] {
                    let mut end = 0;
                    let walked = walk(&bytes, limits, spec, |piece| {
                        assert_eq!(piece.offset, end, "{id} in {}: {piece:?}", spec.name);
                        end += piece.bytes.len();
                        assert_eq!(&bytes[piece.offset..end], piece.bytes, "{id}: {piece:?}");
                        assert!(!piece.part.to_string().is_empty(), "{id}: {piece:?}");
                    });
                    let read = lines::decode(&bytes, spec, limits).map(|(_, used)| used);
                    assert_eq!(walked, read, "{id} in {}", spec.name);
                    if let Ok(used) = read {
                        assert_eq!(end, used, "{id} in {}", spec.name);
                    }
                }
            }
        }
    });
}

#[test]
fn frames_are_walked_one_by_one() {
    let value = [2, 0, 0, 0, 7, 0, 0, 0];
    for big_endian in [false, true] {
        let mut stream = Vec::new();
        for trailing in [0, 3] {
            let len = 8_u32 + trailing;
            let word = if big_endian { len.to_be_bytes() } else { len.to_le_bytes() };
            stream.extend_from_slice(&word);
            stream.extend_from_slice(&value);
            stream.extend(std::iter::repeat_n(0xff, trailing as usize));
        }
        let mut end = 0;
        let mut ints = 0;
        let count = walk_frames(&stream, big_endian, Limits::DEFAULT, &Godot4::SPEC, |piece| {
            assert_eq!(piece.offset, end, "{piece:?}");
            end += piece.bytes.len();
            ints += usize::from(piece.part == Part::Int(7));
        });
        assert_eq!((count, ints, end), (Ok(2), 2, stream.len()));

        for len in 1..stream.len() {
            let walked =
                walk_frames(&stream[..len], big_endian, Limits::DEFAULT, &Godot4::SPEC, |_| {});
            match walked {
                Ok(count) => assert_eq!((count, len), (1, 12)),
                Err(error) => {
                    assert_eq!(error.kind(), DecodeErrorKind::Incomplete);
                    assert_eq!(error.offset(), len);
                }
            }
        }
        let small = Limits::DEFAULT.with_bytes(7);
        let error = walk_frames(&stream, big_endian, small, &Godot4::SPEC, |_| {}).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LimitExceeded, 0));
    }
}

#[test]
fn a_float_of_a_message_is_widened() {
    let message = (7, 1.5_f64, "a".to_owned(), true);
    let narrow = message.to_variant_bytes::<Godot4>().expect("encodes");
    // After the header of the Array, its count and the int.
    let at = 16;
    for offset in 0..narrow.len() + 2 {
        let mut bytes = narrow.clone();
        let is_widened = widen_float(&mut bytes, offset, &Godot4::SPEC);
        assert_eq!((is_widened, bytes == narrow), (offset == at, offset != at), "{offset}");
    }
    let mut bytes = narrow.clone();
    assert!(!widen_float(&mut bytes, at, &Flagless::SPEC));
    assert!(widen_float(&mut bytes, at, &Godot4::SPEC));
    let wide = [3, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f];
    assert_eq!(bytes, [&narrow[..at], &wide, &narrow[at + 8..]].concat());
    assert_eq!(FromVariantBytes::from_variant_bytes::<Godot4>(&bytes), Ok(message));
}

/// Every dump ends, and shows an error exactly when the reader has one.
#[test]
fn any_bytes_can_be_inspected() {
    with_deep_stack(|| {
        let files = ["godot4", "godot4_malformed", "godot3", "godot3_malformed"];
        for vector in files.iter().flat_map(|stem| vectors(&format!("{stem}.jsonl"))) {
            let (id, bytes) = (text(&vector, "id"), bytes(&vector));
            for spec in DIALECTS {
                for (framed, full) in [(false, false), (false, true), (true, false)] {
                    let limits = ENGINE;
                    let options = Options { spec, limits, full };
                    let mut shown = Vec::new();
                    let error = if framed {
                        inspect_frame(&bytes, 0, false, &options, &[], &mut shown)
                    } else {
                        inspect(&bytes, &options, &mut shown)
                    };
                    let error = error.expect("a Vec takes all");
                    let shown = String::from_utf8(shown).expect("UTF-8");
                    assert_eq!(shown.contains("^^"), error.is_some(), "{id}: {shown}");
                    if !framed {
                        assert_eq!(error, lines::decode(&bytes, spec, limits).err(), "{id}");
                    }
                }
            }
        }
    });
}
