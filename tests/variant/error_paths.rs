//! The paths in errors: names wherever the types have them, the same from readers, from writers and from the rules of readers.

use std::collections::BTreeMap;

use godot_var::dialect::Generation;
use godot_var::layout::Describe;
use godot_var::{
    Dictionary, EncodeVariant, FromVariantBytes, Godot4, GodotVar, ToVariantBytes, Variant,
};
use godot_var_codegen::inspect::fits;

#[derive(Debug, GodotVar)]
#[godot_var(array)]
struct Player {
    name: String,
    pos: Pair,
    weapon: Weapon,
}

#[derive(Debug, GodotVar)]
#[godot_var(array)]
struct Pair(u8, u8);

#[derive(Debug, GodotVar)]
#[godot_var(repr = "int")]
enum Weapon {
    Sword,
    Bow,
}

#[derive(Debug, GodotVar)]
#[godot_var(array)]
struct Snapshot {
    players: Vec<Player>,
    scores: BTreeMap<String, u8>,
}

#[derive(Debug, GodotVar)]
#[godot_var(array, id)]
enum FromServer {
    #[godot_var(id = 1)]
    Greeting {
        #[godot_var(max_len = 4)]
        text: String,
        motd: String,
    },
    #[godot_var(id = 2)]
    State(Snapshot),
    #[godot_var(id = 3)]
    Move(u8, u8),
    #[godot_var(id = 4)]
    Events(Vec<Event>),
    #[godot_var(id = 5)]
    Board(Board),
    #[godot_var(id = 6)]
    Leave,
}

#[derive(Debug, GodotVar)]
enum Event {
    Hit { damage: u8 },
    Healed(Board),
    Ended,
}

#[derive(Debug, GodotVar)]
struct Board {
    scores: BTreeMap<String, u8>,
    #[godot_var(flatten)]
    end: Option<End>,
    #[godot_var(rename = "by")]
    author: Option<Said>,
}

#[derive(Debug, GodotVar)]
struct End {
    reason: u8,
}

#[derive(Debug, GodotVar)]
#[godot_var(tag = "type", content = "data")]
enum Said {
    Words { text: u8 },
    Numbers(Vec<u8>),
}

#[derive(Debug, GodotVar)]
#[godot_var(tag = "kind")]
enum Tagged {
    First { at: u8 },
    Second(End),
}

#[derive(Debug, GodotVar)]
#[godot_var(deny_unknown_fields)]
struct Flattening {
    id: u8,
    #[godot_var(flatten)]
    end: End,
}

fn array<const N: usize>(elements: [Variant; N]) -> Variant {
    Variant::from(Vec::from(elements))
}

fn dictionary<const N: usize>(pairs: [(&str, Variant); N]) -> Variant {
    Variant::Dictionary(Dictionary::from_iter(pairs))
}

/// A reader of `T` names this place, the rules of readers name the same, and this is the place in the bytes.
#[track_caller]
fn names<T>(value: &Variant, path: &str, positional: &str)
where
    T: for<'a> FromVariantBytes<'a> + EncodeVariant<Godot4> + std::fmt::Debug,
{
    let bytes = value.to_variant_bytes::<Godot4>().expect("encodes");
    let error = T::from_variant_bytes::<Godot4>(&bytes).expect_err("a mistake");
    let seen = (error.path().to_string(), error.path().positional().to_string());
    assert_eq!(seen, (path.to_owned(), positional.to_owned()), "{error}");
    let before = if path.is_empty() { String::new() } else { format!("{path}: ") };
    assert_eq!(error.to_string(), format!("{before}{}", error.message()));
    let misfit = fits(<T as Describe>::LAYOUT, value, Generation::Godot4);
    let misfit = misfit.expect_err("a misfit");
    let seen = (misfit.path().to_string(), misfit.path().positional().to_string());
    assert_eq!(seen, (path.to_owned(), positional.to_owned()), "the rules: {misfit}");
}

/// One player, whose weapon has this number.
fn players(weapon: i64) -> Variant {
    let (name, pos) = (Variant::from("Ann"), array([1.into(), 2.into()]));
    array([array([name, pos, weapon.into()])])
}

#[test]
fn of_structs_as_arrays() {
    let snapshot = |players, score: i64| array([players, dictionary([("b b", score.into())])]);
    names::<Snapshot>(&snapshot(players(3), 1), "Snapshot.players[0].weapon", "[0][0][2]");
    names::<Snapshot>(&snapshot(players(1), 256), r#"Snapshot.scores["b b"]"#, r#"[1]["b b"]"#);
    names::<Snapshot>(&array([players(1)]), "Snapshot.scores", "[1]");
    names::<Snapshot>(&Variant::from(7), "Snapshot", "");
    names::<Pair>(&array([1.into(), 300.into()]), "Pair[1]", "[1]");
    names::<Vec<Player>>(&players(3), "[0].weapon", "[0][2]");
    names::<BTreeMap<String, Pair>>(&dictionary([("a", 1.into())]), "a", "a");
}

#[test]
fn of_messages_with_ids() {
    let long = array([1.into(), "hello".into(), "".into()]);
    names::<FromServer>(&long, "Greeting.text", "[1]");
    let state = array([2.into(), array([players(3), dictionary([])])]);
    names::<FromServer>(&state, "State.players[0].weapon", "[1][0][0][2]");
    names::<FromServer>(&array([2.into(), 5.into()]), "State", "[1]");
    names::<FromServer>(&array([3.into(), 4.into(), 300.into()]), "Move[1]", "[2]");
    names::<FromServer>(&array([9.into()]), "FromServer", "");
    names::<FromServer>(&array([1.into(), "a".into()]), "Greeting.motd", "[2]");
    names::<FromServer>(&array([true.into()]), "FromServer[0]", "[0]");
    names::<FromServer>(&Variant::from(1.5), "FromServer", "");
    names::<FromServer>(&array([6.into(), 1.into()]), "Leave", "");
}

#[test]
fn of_variants_in_a_message() {
    let events = |event| array([4.into(), array([event])]);
    let hit = dictionary([("Hit", dictionary([("damage", 300.into())]))]);
    names::<FromServer>(&events(hit.clone()), "Events[0].damage", "[1][0].Hit.damage");
    names::<Event>(&hit, "Hit.damage", "Hit.damage");
    names::<FromServer>(&events("Hit".into()), "Events[0]", "[1][0]");
    names::<Event>(&"Hit".into(), "Hit", "");
    names::<Event>(&"Missed".into(), "Event", "");
    let said = |data| {
        let by = dictionary([("type", "Words".into()), ("data", data)]);
        array([5.into(), dictionary([("scores", dictionary([])), ("by", by)])])
    };
    let words = said(dictionary([("text", 300.into())]));
    names::<FromServer>(&words, "Board.by.text", "[1].by.data.text");
    names::<FromServer>(&said(Variant::from(1)), "Board.by", "[1].by.data");
    let untold = dictionary([("type", "Numbers".into())]);
    names::<Said>(&untold, "Numbers.data", "data");
    names::<Said>(&dictionary([]), "Said.type", "type");
}

#[test]
fn of_tags_and_flattened_fields() {
    let first = dictionary([("kind", "First".into()), ("at", 300.into())]);
    names::<Tagged>(&first, "First.at", "at");
    let second = dictionary([("kind", "Second".into()), ("reason", 300.into())]);
    names::<Tagged>(&second, "Second.reason", "reason");
    names::<Tagged>(&dictionary([("kind", true.into())]), "Tagged.kind", "kind");
    let flat = |reason: i64| dictionary([("id", 1.into()), ("reason", reason.into())]);
    names::<Flattening>(&flat(300), "Flattening.reason", "reason");
    let more = dictionary([("id", 1.into()), ("reason", 1.into()), ("more", 1.into())]);
    names::<Flattening>(&more, "Flattening", "");
}

#[test]
fn of_what_cannot_be_written() {
    #[derive(GodotVar)]
    #[godot_var(array, id)]
    enum Large {
        #[godot_var(id = 1)]
        Amount { of: Vec<u64> },
        #[godot_var(id = 2)]
        Other(Inner),
    }

    #[derive(GodotVar)]
    struct Inner {
        #[godot_var(flatten)]
        flat: Flat,
    }

    #[derive(GodotVar)]
    struct Flat {
        most: u64,
    }

    let path = |message: &Large| {
        let error = message.to_variant_bytes::<Godot4>().expect_err("too large");
        (error.path().to_string(), error.path().positional().to_string())
    };
    let amount = Large::Amount { of: vec![1, u64::MAX] };
    assert_eq!(path(&amount), ("Amount.of[1]".to_owned(), "[1][1]".to_owned()));
    let other = Large::Other(Inner { flat: Flat { most: u64::MAX } });
    assert_eq!(path(&other), ("Other.most".to_owned(), "[1].most".to_owned()));
    let error = FromServer::Greeting { text: "hello".to_owned(), motd: String::new() };
    let error = error.to_variant_bytes::<Godot4>().expect_err("too long");
    assert_eq!(error.to_string(), "Greeting.text: 5 bytes of UTF-8, where at most 4 are allowed");
}

#[test]
fn of_arrays_of_another_length() {
    let three = array([1, 2, 3].map(Variant::from)).to_variant_bytes::<Godot4>().expect("encodes");
    let one = <[i64; 1]>::from_variant_bytes::<Godot4>(&three).expect_err("too long").to_string();
    assert!(one.contains("expected an Array of 1 element, found 3"), "{one}");
    let four = <[i64; 4]>::from_variant_bytes::<Godot4>(&three).expect_err("short").to_string();
    assert!(four.contains("expected an Array of 4 elements, found 3"), "{four}");
}
