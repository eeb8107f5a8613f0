//! Tests of the messages and of the rules. `tests/play.rs` plays with real clients.

use godot_var::{FromVariantBytes, {{ dialect }}, ToVariantBytes, Vector2};

use crate::protocol::{Hello, LAYOUT};
use crate::rules;

/// The bytes of `{"layout": "0123456789abcdef", "name": "Ann"}` in Godot{% if godot3 %} 3{% endif %}. Clients of every version send them.
#[test]
fn hello_has_these_bytes() {
    let golden = b"{% if godot3 %}\x12{% else %}\x1b{% endif %}\0\0\0\x02\0\0\0\
        \x04\0\0\0\x06\0\0\0layout\0\0\x04\0\0\0\x10\0\0\x000123456789abcdef\
        \x04\0\0\0\x04\0\0\0name\x04\0\0\0\x03\0\0\0Ann\0";
    let (layout, name) = ("0123456789abcdef".to_owned(), "Ann".to_owned());
    let hello = Hello { layout, name };
    assert_eq!(hello.to_variant_bytes::<{{ dialect }}>().unwrap(), golden);
    assert_eq!(Hello::from_variant_bytes::<{{ dialect }}>(golden).unwrap(), hello);
}

#[test]
fn players_walk_inside_the_field() {
    let mut at = rules::START;
    for _ in 0..100 {
        let before = at.x;
        // As far as a client may want it, and further.
        at = rules::walk(at, Vector2::new(1e9, 0.0));
        assert!(at.x - before < 12.0);
    }
    assert!((at.x - 942.0).abs() < 0.01, "{at:?}");
    assert_eq!(rules::walk(at, Vector2::new(f32::NAN, 0.0)), at);
}

#[test]
fn another_protocol_is_refused() {
    assert_eq!(rules::refusal(LAYOUT, 0), "");
    let refused = rules::refusal("0123456789abcdef", 0);
    assert!(
        refused.ends_with("…, client 0123…: update the game"),
        "{refused}"
    );
}
