//! Attributes of `#[godot_var(…)]` that apply to flat messages, too.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use godot_var::error::EncodeErrorKind;
use godot_var::flat::{Encode, Flat, FromFlatBytes, Little, ToFlatBytes, fingerprint};
use godot_var::math::Vector2;
use godot_var::values::{NodePath, StringName};
use godot_var::{Godot4, GodotFlat, GodotVar, ToVariantBytes};

use super::derive::there_and_back;

mod once {
    use super::*;

    #[derive(Clone, Debug, PartialEq, GodotVar, GodotFlat)]
    #[godot_var(crate = ::godot_var)]
    pub(super) struct Chat {
        #[godot_var(max_len = 8)]
        pub text: String,
        #[godot_var(max_len = 2 * 2)]
        pub tags: Option<Vec<StringName>>,
        #[godot_var(unit = "ms")]
        pub at: SystemTime,
        #[godot_var(unit = "s")]
        pub pause: Option<Duration>,
        #[godot_var(max_len = 3)]
        #[flat(len = u8)]
        pub scores: BTreeMap<String, i32>,
        #[godot_var(max_len = 3)]
        #[flat(varint)]
        pub counts: Vec<u32>,
    }

    #[derive(Clone, Copy, Debug, PartialEq, GodotVar, GodotFlat)]
    #[godot_var(repr = "u16")]
    pub(super) enum Weapon {
        Sword,
        Bow = 700,
        #[godot_var(other)]
        Newer,
    }

    #[derive(Clone, Debug, PartialEq, GodotVar, GodotFlat)]
    #[godot_var(array, id)]
    pub(super) enum Message {
        #[godot_var(id = 3)]
        Chat(Chat),
        #[godot_var(id = 1)]
        Attack { weapon: Weapon },
        #[godot_var(id = 7)]
        Leave,
        #[godot_var(other)]
        Unknown,
    }

    #[derive(Clone, Copy, Debug, PartialEq, GodotVar, GodotFlat)]
    #[godot_var(array, id)]
    pub(super) enum Emote {
        #[godot_var(id = 5)]
        Wave,
        #[godot_var(id = 2)]
        Dance,
    }

    #[derive(Clone, Debug, PartialEq, GodotVar, GodotFlat)]
    #[godot_var(delta(Debug))]
    #[flat(delta(Debug))]
    pub(super) struct Player {
        #[godot_var(max_len = 4)]
        pub name: String,
        #[godot_var(unit = "us")]
        pub idle: Duration,
        pub pos: Vector2,
    }
}

mod twice {
    use super::*;

    #[derive(Clone, Debug, PartialEq, GodotFlat)]
    #[flat(crate = ::godot_var)]
    pub(super) struct Chat {
        #[flat(max_len = 8)]
        pub text: String,
        #[flat(max_len = 4)]
        pub tags: Option<Vec<StringName>>,
        #[flat(unit = "ms")]
        pub at: SystemTime,
        #[flat(unit = "s")]
        pub pause: Option<Duration>,
        #[flat(max_len = 3, len = u8)]
        pub scores: BTreeMap<String, i32>,
        #[flat(max_len = 3, varint)]
        pub counts: Vec<u32>,
    }

    #[derive(Clone, Copy, Debug, PartialEq, GodotFlat)]
    #[flat(repr = "u16")]
    pub(super) enum Weapon {
        Sword,
        Bow = 700,
        #[flat(other)]
        Newer,
    }

    #[derive(Clone, Debug, PartialEq, GodotFlat)]
    pub(super) enum Message {
        #[flat(id = 3)]
        Chat(Chat),
        #[flat(id = 1)]
        Attack { weapon: Weapon },
        #[flat(id = 7)]
        Leave,
        #[flat(other)]
        Unknown,
    }

    #[derive(Clone, Copy, Debug, PartialEq, GodotFlat)]
    #[flat(id)]
    pub(super) enum Emote {
        #[flat(id = 5)]
        Wave,
        #[flat(id = 2)]
        Dance,
    }

    #[derive(Clone, Debug, PartialEq, GodotFlat)]
    #[flat(delta(Debug))]
    pub(super) struct Player {
        #[flat(max_len = 4)]
        pub name: String,
        #[flat(unit = "us")]
        pub idle: Duration,
        pub pos: Vector2,
    }
}

/// A message of one of the two modules.
macro_rules! chat {
    ($module:ident) => {
        $module::Message::Chat($module::Chat {
            text: "hi".into(),
            tags: Some(vec!["a".into()]),
            at: SystemTime::UNIX_EPOCH + Duration::from_millis(5),
            pause: Some(Duration::from_secs(2)),
            scores: BTreeMap::from([("b".into(), 1)]),
            counts: vec![300],
        })
    };
}

#[test]
fn what_godot_var_says_applies_to_flat_messages() {
    let once = there_and_back(&chat!(once));
    assert_eq!(once, there_and_back(&chat!(twice)));
    assert_eq!(once[0], 3);
    let attack = once::Message::Attack { weapon: once::Weapon::Bow };
    assert_eq!(there_and_back(&attack), [1, 0xbc, 2]);
    assert_eq!(there_and_back(&once::Message::Leave), [7]);
    assert_eq!(there_and_back(&once::Emote::Dance), [2]);
    assert_eq!(once::Message::from_flat_bytes(&[9]), Ok(once::Message::Unknown));
    assert_eq!(once::Weapon::from_flat_bytes(&[9, 9]), Ok(once::Weapon::Newer));

    macro_rules! equal {
        ($($name:ident)*) => {$(
            let fingerprints = (
                fingerprint(<once::$name as Encode<Flat<Little>>>::LAYOUT),
                fingerprint(<twice::$name as Encode<Flat<Little>>>::LAYOUT),
            );
            assert_eq!(fingerprints.0, fingerprints.1, stringify!($name));
            let sizes =
                (<once::$name as Encode<Flat<Little>>>::SIZE.max, <twice::$name as Encode<Flat<Little>>>::SIZE.max);
            assert_eq!(sizes.0, sizes.1, stringify!($name));
        )*};
    }
    equal!(Chat Weapon Message Emote Player PlayerDelta);
}

#[test]
fn the_bounds_of_lengths_hold_in_both() {
    let mut player = once::Player {
        name: "Anna".into(),
        idle: Duration::from_micros(3),
        pos: Vector2::new(0.0, 1.0),
    };
    let before = player.clone();
    there_and_back(&player);
    player.name.push('b');
    assert_eq!(player.to_flat_bytes().map_err(|error| error.kind()), Err(EncodeErrorKind::TooLong));
    let variant = player.to_variant_bytes::<Godot4>();
    assert_eq!(variant.map_err(|error| error.kind()), Err(EncodeErrorKind::TooLong));
    let delta = player.changes_since(&before);
    assert_eq!(delta.to_flat_bytes().map_err(|error| error.kind()), Err(EncodeErrorKind::TooLong));
}

#[test]
fn what_flat_says_wins() {
    #[derive(Clone, Debug, PartialEq, GodotVar, GodotFlat)]
    struct Texts {
        #[godot_var(max_len = 2)]
        #[flat(max_len = 3)]
        wider: String,
        #[godot_var(unit = "ms")]
        #[flat(unit = "us")]
        finer: Duration,
        // A length of the text, where functions or a Variant have another one.
        #[godot_var(max_len = 2)]
        #[flat(as = Godot4)]
        variant: Vec<u8>,
        #[godot_var(max_len = 2)]
        #[flat(with = bytes, as = "Vec<u8>")]
        converted: String,
        #[godot_var(unit = "ms")]
        #[flat(with = seconds, as = u8)]
        rounded: Duration,
        #[godot_var(max_len = 9)]
        #[flat(c_string)]
        ended: String,
    }

    mod bytes {
        pub(super) fn encode(text: &str) -> Vec<u8> {
            [text, text].concat().into_bytes()
        }

        pub(super) fn decode(bytes: Vec<u8>) -> Result<String, String> {
            let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
            Ok(text[..text.len() / 2].to_owned())
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "the derive calls it")]
    mod seconds {
        use std::time::Duration;

        pub(super) fn encode(time: &Duration) -> u8 {
            time.as_secs() as u8
        }

        pub(super) fn decode(seconds: u8) -> Result<Duration, String> {
            Ok(Duration::from_secs(seconds.into()))
        }
    }

    let texts = Texts {
        wider: "abc".into(),
        finer: Duration::from_micros(1),
        variant: vec![1, 2],
        converted: "de".into(),
        rounded: Duration::from_secs(3),
        ended: "f".into(),
    };
    let bytes = there_and_back(&texts);
    let variant = hex::decode("0c0000001d0000000200000001020000").expect("hex");
    let expected = [&b"\x03abc\x01\0\0\0\0\0\0\0"[..], &variant, b"\x04dede\x03f\0"].concat();
    assert_eq!(bytes, expected);
    let long = Texts { ended: "0123456789".into(), ..texts };
    assert!(long.to_flat_bytes().is_err());

    #[derive(Clone, Debug, PartialEq, GodotVar, GodotFlat)]
    #[godot_var(repr = "i16")]
    #[flat(repr = "u8")]
    enum Kind {
        #[godot_var(id = -300)]
        #[flat(id = 4)]
        Lowest,
        #[godot_var(id = 5)]
        Low,
        // A variant like the others in flat messages.
        #[godot_var(other)]
        #[flat(id = 9)]
        Other(i64),
    }
    assert_eq!(there_and_back(&Kind::Lowest), [4]);
    assert_eq!(there_and_back(&Kind::Low), [5]);
    assert_eq!(there_and_back(&Kind::Other(1)), [9, 1, 0, 0, 0, 0, 0, 0, 0]);

    #[derive(Clone, Debug, PartialEq, GodotVar, GodotFlat)]
    #[godot_var(tag = "type", content = "content")]
    enum Named {
        #[godot_var(id = "path")]
        #[flat(id = 1)]
        Path(NodePath),
        #[godot_var(id = 2)]
        #[flat(other)]
        Last,
    }
    assert_eq!(there_and_back(&Named::Path(NodePath::from("a"))), [1, 1, b'a']);
    assert_eq!(Named::from_flat_bytes(&[2]), Ok(Named::Last));
}
