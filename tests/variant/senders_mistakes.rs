//! What senders send by mistake: the error says what it is, and what to write instead.

use godot_var::error::DecodeErrorKind;
use godot_var::values::{Object, ObjectId};
use godot_var::{
    Array, DecodeError, Dictionary, FromVariantBytes, Godot3, Godot4, GodotVar, Limits,
    ToVariantBytes, Variant,
};

#[derive(Debug, GodotVar)]
#[godot_var(array, id)]
enum ToServer {
    #[godot_var(id = 1)]
    Join { name: String },
}

#[derive(Debug, GodotVar)]
struct Chat {
    text: String,
}

#[derive(Debug, GodotVar)]
#[godot_var(tag = "kind")]
enum Tagged {
    Say { text: String },
}

/// The errors of several readers, which have to be the same one.
fn error(bytes: &[u8]) -> String {
    let errors = [
        ToServer::from_variant_bytes::<Godot4>(bytes).unwrap_err(),
        Chat::from_variant_bytes::<Godot4>(bytes).unwrap_err(),
        Tagged::from_variant_bytes::<Godot4>(bytes).unwrap_err(),
        Vec::<Chat>::from_variant_bytes::<Godot4>(bytes).unwrap_err(),
        String::from_variant_bytes::<Godot4>(bytes).unwrap_err(),
        i32::from_variant_bytes::<Godot4>(bytes).unwrap_err(),
        Variant::from_variant_bytes::<Godot4>(bytes).unwrap_err(),
    ];
    let [first, others @ ..] = errors;
    assert_eq!(first.kind(), DecodeErrorKind::UnknownType);
    assert!(!first.hint().is_empty() && first.message().ends_with(first.hint()), "{first}");
    for other in others {
        assert_eq!(nameless(&first), nameless(&other));
    }
    nameless(&first)
}

/// The text of an error without the name of the message.
fn nameless(error: &DecodeError) -> String {
    let text = error.to_string();
    text.strip_prefix(&format!("{}: ", error.path())).unwrap_or(&text).to_owned()
}

#[test]
fn text_is_called_text() {
    let way =
        "write `put_packet(message.to_bytes())` or `put_var(value)` instead of `send_text` or JSON";
    for (text, shown) in [
        (r#"[1,"Ann"]"#, r#""[1,\"Ann\"]""#),
        (r#"{"kind":"Say","text":"hello"}"#, r#""{\"kind\":\"Say\",\"text\"" …"#),
        ("hello", r#""hello""#),
        ("hi", r#""hi""#),
        ("{}", r#""{}""#),
        ("Größe: 3\r\n", r#""Größe: 3\r\n""#),
        // The 64th byte, where the look at it ends, is inside a character.
        (&"ä".repeat(200)[..], &format!(r#""{}" …"#, "ä".repeat(20))),
        (&format!("a{}", "ä".repeat(200)), &format!(r#""a{}" …"#, "ä".repeat(19))),
    ] {
        let expected = format!("expected a value, found the text {shown} at byte 0; {way}");
        assert_eq!(error(text.as_bytes()), expected);
    }
}

#[test]
fn a_text_may_begin_like_a_value() {
    // 34 is PackedStringArray.
    let error = ToServer::from_variant_bytes::<Godot4>(br#""hello""#).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::WrongType);
    let expected = r#"ToServer: expected Array, found the text "\"hello\"" at byte 0; write"#;
    assert!(error.to_string().starts_with(expected), "{error}");
    // The first bytes of a value are not a text.
    for len in 1..4 {
        let error = Vec::<String>::from_variant_bytes::<Godot4>(&[34, 0, 0, 0][..len]).unwrap_err();
        assert!(error.is_incomplete() && error.hint().is_empty(), "{error}");
    }
}

#[test]
fn junk_is_no_value() {
    let way = "no engine writes such a header: write `put_packet(message.to_bytes())` or `put_var(value)`";
    for (bytes, found) in [
        (&[0xff, 0x9d, 0x00, 0x12][..], "type id 255, which godot4 does not have"),
        (&[91, 0, 0, 0, 1, 2], "type id 91, which godot4 does not have"),
        // Text with a control character.
        (b"he\0lo...", "type id 104, which godot4 does not have"),
        // Not UTF-8.
        (b"hell\xff...", "type id 104, which godot4 does not have"),
        // A character that is cut, though the look at the text ends later.
        (b"hell\xc3", "type id 104, which godot4 does not have"),
        // Not UTF-8, and longer than the look at it.
        (
            &[&[b'h'; 9][..], &[0xff], &[b'h'; 90]].concat(),
            "type id 104, which godot4 does not have",
        ),
    ] {
        assert_eq!(error(bytes), format!("expected a value, found {found} at byte 0; {way}"));
    }
    // 28 is Array.
    let error = Chat::from_variant_bytes::<Godot4>(&[28, 0x83, 0x22, 0x11, 7]).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("Chat: expected Dictionary, found Array at byte 0; {way}")
    );
}

#[test]
fn a_frame_is_called_a_frame() {
    let value = "a text that makes the frame as long as no type id is".to_variant_bytes::<Godot4>();
    let value = value.expect("a value");
    let frame = [&(value.len() as u32).to_le_bytes(), &*value].concat();
    assert_eq!(
        error(&frame),
        "expected a value, found type id 60, which godot4 does not have at byte 0; the message begins \
         with its length: read frames with `framing`, or with `godot-var inspect --framed`"
    );
}

#[test]
fn the_other_engine_is_named() {
    let bytes = Dictionary::new().to_variant_bytes::<Godot4>().expect("a value");
    let error = Chat::from_variant_bytes::<Godot3>(&bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Chat: expected a value, found type id 27, which godot3 does not have at byte 0; Godot 4 has this \
         type: read the message with the dialect `Godot4`"
    );
}

#[test]
fn objects_are_not_messages() {
    const WAY: &str = "objects are sent without their fields: write `put_packet(message.to_bytes())`, or send \
                       the fields in a Dictionary or an Array";
    let reference = Variant::from(ObjectId(0x8000_0012_3456_789a));
    let whole = Variant::from(Object { class: "RefCounted".into(), properties: Vec::new() });
    for object in [&reference, &whole] {
        let bytes = object.to_variant_bytes::<Godot4>().expect("a value");
        let error = ToServer::from_variant_bytes::<Godot4>(&bytes).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("ToServer: expected Array, found Object at byte 0; {WAY}")
        );
        let error = Chat::from_variant_bytes::<Godot4>(&bytes).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("Chat: expected Dictionary, found Object at byte 0; {WAY}")
        );
    }
    let inside = Array::from_iter([1.into(), reference]).to_variant_bytes::<Godot4>();
    let error = ToServer::from_variant_bytes::<Godot4>(&inside.expect("a value")).unwrap_err();
    assert!(
        error.to_string().contains("expected String, found Object at byte 16; objects"),
        "{error}"
    );
    let bytes = whole.to_variant_bytes::<Godot4>().expect("a value");
    let error = Variant::from_variant_bytes::<Godot4>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.hint()), (DecodeErrorKind::ObjectRefused, WAY));
    let allowed = Limits::default().with_objects(true);
    assert_eq!(Variant::from_variant_bytes_with::<Godot4>(&bytes, allowed), Ok(whole));
}

#[test]
fn mistakes_inside_a_message_have_no_advice_for_whole_ones() {
    let mut bytes = Array::from_iter([1.into(), 2.into()]).to_variant_bytes::<Godot4>().unwrap();
    bytes[16..20].copy_from_slice(b"text");
    let error = ToServer::from_variant_bytes::<Godot4>(&bytes).unwrap_err();
    assert_eq!((error.offset(), error.hint()), (16, ""));
    assert!(error.to_string().contains("found type id 116"), "{error}");
}
