//! Deltas: only the fields that changed travel, and they make the older value the newer one.

use std::collections::BTreeMap;
use std::time::Duration;

use godot_var::dialect::{Flagless, Godot3_0};
use godot_var::error::DecodeErrorKind;
use godot_var::layout::layout_fingerprint;
use godot_var::values::Dictionary;
use godot_var::{
    DecodeError, Dialect, FromVariantBytes, Godot3, Godot4, GodotVar, ToVariantBytes, Variant,
    Vector3,
};

mod doubled {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "called with a reference to the field")]
    pub(super) fn encode(value: &i32) -> i32 {
        value * 2
    }

    pub(super) fn decode(value: i32) -> Result<i32, &'static str> {
        if value % 2 == 0 { Ok(value / 2) } else { Err("odd") }
    }
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Item {
    name: String,
    count: u32,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(delta(Clone, Debug, PartialEq), rename_all = "camelCase")]
struct Player {
    id: u32,
    position: Vector3,
    #[godot_var(f64)]
    hit_points: f64,
    #[godot_var(max_len = 8)]
    name: String,
    #[godot_var(max_len = 3)]
    items: Vec<Item>,
    #[godot_var(rename = "on")]
    team: Option<u8>,
    #[godot_var(default = 7)]
    level: i32,
    #[godot_var(skip_encoding_if = Vec::is_empty, default)]
    tags: Vec<u8>,
    #[godot_var(skip)]
    local: u128,
    #[godot_var(unit = "ms")]
    since: Option<Duration>,
    #[godot_var(with = doubled, as = i32)]
    even: i32,
    #[godot_var(as = "StringName", max_len = 8)]
    kind: String,
    #[godot_var(strict)]
    alive: bool,
    numbers: BTreeMap<i8, Vec<i32>>,
}

fn player() -> Player {
    Player {
        id: 1,
        position: Vector3::ONE,
        hit_points: 0.5,
        name: "Ann".into(),
        items: vec![Item { name: "key".into(), count: 1 }],
        team: Some(2),
        level: 7,
        tags: vec![1],
        local: 5,
        since: Some(Duration::from_millis(5)),
        even: 4,
        kind: "elf".into(),
        alive: true,
        numbers: BTreeMap::from([(1, vec![1])]),
    }
}

type Change = (&'static str, fn(&mut Player));

/// One change for each field, under the key that it travels with.
fn changes() -> [Change; 13] {
    [
        ("id", |player| player.id = 2),
        ("position", |player| player.position.x = 0.25),
        ("hitPoints", |player| player.hit_points = -1.0),
        ("name", |player| player.name.clear()),
        ("items", |player| player.items.clear()),
        ("on", |player| player.team = None),
        ("level", |player| player.level = 8),
        ("tags", |player| player.tags.clear()),
        ("since", |player| player.since = None),
        ("even", |player| player.even = 6),
        ("kind", |player| player.kind = "orc".into()),
        ("alive", |player| player.alive = false),
        ("numbers", |player| player.numbers.insert(2, Vec::new()).map_or((), drop)),
    ]
}

/// What a delta is in the engine.
fn sent<D: Dialect>(delta: &impl ToVariantBytes) -> Dictionary {
    let bytes = delta.to_variant_bytes::<D>().expect("encodes");
    match Variant::from_variant_bytes::<D>(&bytes) {
        Ok(Variant::Dictionary(fields)) => fields,
        other => panic!("a Dictionary, not {other:?}"),
    }
}

fn keys(fields: &Dictionary) -> Vec<String> {
    fields.entries.iter().map(|(key, _)| key.as_str().expect("a text").to_owned()).collect()
}

fn only_changes_travel<D: Dialect>() {
    let all = changes();
    for first in 0..all.len() {
        for second in 0..all.len() {
            let (older, mut newer) = (player(), player());
            (all[first].1)(&mut newer);
            (all[second].1)(&mut newer);
            newer.local = 6;
            let delta = newer.changes_since(&older);
            let mut expected = vec![all[first.min(second)].0];
            if first != second {
                expected.push(all[first.max(second)].0);
            }
            assert_eq!(keys(&sent::<D>(&delta)), expected);
            assert!(!delta.is_empty());

            let bytes = delta.to_variant_bytes::<D>().expect("encodes");
            assert_eq!(delta.variant_len::<D>(), Ok(bytes.len()));
            let read = PlayerDelta::from_variant_bytes::<D>(&bytes).expect("decodes");
            assert_eq!(read, delta);
            let mut place = player().changes_since(&newer);
            place.level = Some(1);
            PlayerDelta::from_variant_bytes_in_place::<D>(&bytes, &mut place)
                .expect("decodes in place");
            assert_eq!(place, delta);

            let mut applied = older;
            applied.apply(read);
            newer.local = 5;
            assert_eq!(applied, newer);
        }
    }
}

#[test]
fn only_changes_travel_in_every_dialect() {
    only_changes_travel::<Godot4>();
    only_changes_travel::<Godot3>();
    only_changes_travel::<Godot3_0>();
    only_changes_travel::<Flagless>();
}

#[test]
fn every_change_at_once_is_the_whole_message() {
    let (older, mut newer) = (player(), player());
    for (_, change) in changes() {
        change(&mut newer);
    }
    let delta = sent::<Godot4>(&newer.changes_since(&older));
    let mut whole = sent::<Godot4>(&newer);
    // The message leaves the empty list out, and a reader of a delta would keep the older one.
    assert_eq!(whole.get("tags"), None);
    assert_eq!(delta.get("tags"), Some(&Variant::PackedByteArray(Vec::new())));
    whole.entries.insert(7, ("tags".into(), Variant::PackedByteArray(Vec::new())));
    assert_eq!(delta, whole);
}

#[test]
fn nothing_changed() {
    let delta = player().changes_since(&player());
    assert!(delta.is_empty());
    assert_eq!(delta, PlayerDelta::default());
    assert_eq!(delta.to_variant_bytes::<Godot4>().expect("encodes"), [27, 0, 0, 0, 0, 0, 0, 0]);
    let mut same = player();
    same.apply(delta);
    assert_eq!(same, player());
}

#[test]
fn a_null_is_a_change_and_a_missing_key_is_none() {
    let null = Dictionary::from_iter([("on", Variant::Nil)]);
    let bytes = Variant::from(null).to_variant_bytes::<Godot4>().expect("encodes");
    let read = PlayerDelta::from_variant_bytes::<Godot4>(&bytes).expect("decodes");
    assert_eq!(read, PlayerDelta { team: Some(None), ..PlayerDelta::default() });
    let newer = Player { team: None, ..player() };
    assert_eq!(newer.changes_since(&player()), read);
    assert_eq!(newer.changes_since(&player()).to_variant_bytes::<Godot4>(), Ok(bytes));
}

fn refused(key: &str, value: impl Into<Variant>) -> DecodeError {
    let fields = Dictionary::from_iter([(key, value.into())]);
    let bytes = Variant::from(fields).to_variant_bytes::<Godot4>().expect("encodes");
    PlayerDelta::from_variant_bytes::<Godot4>(&bytes).expect_err("a wrong value")
}

#[test]
fn a_delta_refuses_what_the_message_refuses() {
    for (key, value, kind) in [
        ("id", Variant::Nil, DecodeErrorKind::WrongType),
        ("id", Variant::from(-1), DecodeErrorKind::OutOfRange),
        ("name", Variant::from("123456789"), DecodeErrorKind::LimitExceeded),
        ("kind", Variant::from("123456789"), DecodeErrorKind::LimitExceeded),
        ("alive", Variant::from(1), DecodeErrorKind::WrongType),
        ("even", Variant::from("a"), DecodeErrorKind::WrongType),
    ] {
        let error = refused(key, value);
        assert_eq!(error.kind(), kind, "{key}");
        assert_eq!(error.path().to_string(), format!("PlayerDelta.{key}"));
    }
}

#[test]
fn not_a_number_does_not_travel_forever() {
    #[derive(Clone, Copy, GodotVar)]
    #[godot_var(delta(Clone, Copy))]
    struct Aim {
        angle: f32,
        #[godot_var(f64)]
        range: f64,
        at: Vector3,
    }
    let nan = Aim { angle: f32::NAN, range: f64::NAN, at: Vector3::ZERO };
    assert!(nan.changes_since(&nan).is_empty());
    let zero = Aim { angle: 0.0, range: 0.0, at: Vector3::ZERO };
    let delta = nan.changes_since(&zero);
    assert!(delta.angle.is_some_and(f32::is_nan) && delta.range.is_some_and(f64::is_nan));
    let delta = zero.changes_since(&nan);
    assert_eq!((delta.angle, delta.range), (Some(0.0), Some(0.0)));
    // Other types have their own `PartialEq`: a NaN in them is a change each time.
    let nan = Aim { at: Vector3::new(f32::NAN, 0.0, 0.0), ..zero };
    assert!(nan.changes_since(&nan).at.is_some());
}

#[test]
fn not_a_number_does_not_travel_forever_in_a_message_of_a_macro() {
    macro_rules! aim {
        ($angle:ty, $range:ty) => {
            #[derive(Clone, Copy, GodotVar)]
            #[godot_var(delta)]
            struct Aim {
                angle: $angle,
                #[godot_var(f64)]
                range: $range,
            }
        };
    }
    aim!(f32, f64);
    let nan = Aim { angle: f32::NAN, range: f64::NAN };
    assert!(nan.changes_since(&nan).is_empty());
    assert!(nan.changes_since(&Aim { angle: 0.0, ..nan }).angle.is_some_and(f32::is_nan));
}

#[test]
fn a_delta_borrows_what_its_message_borrows() {
    #[derive(GodotVar)]
    #[godot_var(delta, keys = "StringName")]
    struct Say<'a, T> {
        text: &'a str,
        by: T,
        again: Option<Box<Self>>,
    }
    impl<T: PartialEq> PartialEq for Say<'_, T> {
        fn eq(&self, other: &Self) -> bool {
            self.text == other.text && self.by == other.by
        }
    }
    impl<T: Clone> Clone for Say<'_, T> {
        fn clone(&self) -> Self {
            Self { text: self.text, by: self.by.clone(), again: self.again.clone() }
        }
    }
    let text = "hello".to_owned();
    let older = Say { text: "", by: 1, again: None };
    let newer = Say { text: &text, by: 1, again: Some(Box::new(older.clone())) };
    let delta: SayDelta<'_, i32> = newer.changes_since(&older);
    let bytes = delta.to_variant_bytes::<Godot4>().expect("encodes");
    let read = SayDelta::<i32>::from_variant_bytes::<Godot4>(&bytes).expect("decodes");
    assert!(bytes.as_ptr_range().contains(&read.text.expect("changed").as_ptr()));
    assert_eq!(read.by, None);
    let mut applied = older;
    applied.apply(read);
    assert_eq!((applied.text, applied.by), ("hello", 1));
    assert!(applied.again.is_some_and(|again| again.text.is_empty()));
}

#[test]
fn one_way_fields_go_one_way() {
    #[derive(GodotVar)]
    #[godot_var(delta, deny_unknown_fields)]
    struct OneWay {
        #[godot_var(skip_encoding, default)]
        asked: i32,
        #[godot_var(skip_decoding)]
        told: i32,
    }
    let mut older = OneWay { asked: 1, told: 1 };
    let delta = OneWay { asked: 2, told: 2 }.changes_since(&older);
    assert_eq!((delta.asked, delta.told), (None, Some(2)));
    assert_eq!(keys(&sent::<Godot4>(&delta)), ["told"]);
    let both = Dictionary::from_iter([("asked", 3), ("told", 3)]);
    let bytes = Variant::from(both).to_variant_bytes::<Godot4>().expect("encodes");
    older.apply(OneWayDelta::from_variant_bytes::<Godot4>(&bytes).expect("decodes"));
    assert_eq!((older.asked, older.told), (3, 1));
    let other = Variant::from(Dictionary::from_iter([("other", 3)]));
    let bytes = other.to_variant_bytes::<Godot4>().expect("encodes");
    let error = OneWayDelta::from_variant_bytes::<Godot4>(&bytes).err().expect("an unknown key");
    assert_eq!(error.kind(), DecodeErrorKind::UnknownField);
}

#[test]
fn deltas_are_values_of_other_messages() {
    #[derive(GodotVar)]
    struct Update {
        players: BTreeMap<u32, PlayerDelta>,
        #[godot_var(flatten)]
        own: PlayerDelta,
    }
    let newer = Player { team: None, ..player() };
    let delta = newer.changes_since(&player());
    let update = Update { players: BTreeMap::from([(4, delta.clone())]), own: delta.clone() };
    assert_eq!(keys(&sent::<Godot4>(&update)), ["players", "on"]);
    let bytes = update.to_variant_bytes::<Godot4>().expect("encodes");
    let read = Update::from_variant_bytes::<Godot4>(&bytes).expect("decodes");
    assert_eq!((read.players.get(&4), &read.own), (Some(&delta), &delta));
}

#[test]
fn a_layout_says_which_fields_may_be_missing() {
    #[derive(Clone, Default, PartialEq, GodotVar)]
    #[godot_var(delta)]
    struct A {
        a: i32,
        b: Option<String>,
    }
    #[derive(GodotVar)]
    struct ByHand {
        #[godot_var(default, skip_encoding_if = no)]
        a: i32,
        #[godot_var(default, skip_encoding_if = Option::is_none)]
        b: Option<String>,
    }
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "called with a reference to the field")]
    fn no(_: &i32) -> bool {
        false
    }
    let by_hand = layout_fingerprint::<ByHand>();
    assert_eq!(layout_fingerprint::<ADelta>(), by_hand);
    assert_ne!(layout_fingerprint::<A>(), by_hand);
}
