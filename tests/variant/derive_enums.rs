//! Derived enums: the bytes of each form, compared with the dynamic `Variant`, and their readers.

use crate::common::assert_writes_no_more;
use godot_var::EncodeVariant;
use godot_var::dialect::{Double, Flagless, Godot3_0};
use godot_var::error::DecodeErrorKind;
use godot_var::{
    Array, Dialect, Dictionary, FromVariantBytes, Godot3, Godot4, GodotVar, ToVariantBytes,
    Variant, Vector2,
};

fn same<'de, T, D>(value: &T, dynamic: &Variant, bytes: &'de mut Vec<u8>)
where
    T: ToVariantBytes + FromVariantBytes<'de> + EncodeVariant<D> + PartialEq + std::fmt::Debug,
    D: Dialect,
{
    *bytes = value.to_variant_bytes::<D>().expect("encodes");
    let expected = dynamic.to_variant_bytes::<D>().expect("encodes");
    assert_eq!(hex::encode(&*bytes), hex::encode(expected), "{value:?} in {}", D::SPEC.name);
    assert_writes_no_more(bytes, |slice| value.write_variant_bytes::<D>(slice));
    let facts = <T as EncodeVariant<D>>::FACTS;
    assert!(facts.min_bytes() <= bytes.len(), "{value:?}: {facts:?}");
    assert!(facts.max_bytes().is_none_or(|most| bytes.len() <= most), "{value:?}: {facts:?}");
    let bytes: &'de [u8] = bytes;
    assert_eq!(&T::from_variant_bytes::<D>(bytes).expect("decodes"), value);
    for len in 0..bytes.len() {
        let error = T::from_variant_bytes::<D>(&bytes[..len]).expect_err("truncated");
        assert!(error.is_incomplete(), "{error} at {len} of {}", bytes.len());
    }
}

macro_rules! everywhere {
    ($value:expr, $dynamic:expr) => {{
        let (value, dynamic) = ($value, $dynamic);
        same::<_, Godot4>(&value, &dynamic, &mut Vec::new());
        same::<_, Godot3>(&value, &dynamic, &mut Vec::new());
        same::<_, Godot3_0>(&value, &dynamic, &mut Vec::new());
        same::<_, Flagless>(&value, &dynamic, &mut Vec::new());
        same::<_, Double<Godot4>>(&value, &dynamic, &mut Vec::new());
        same::<_, Double<Godot3>>(&value, &dynamic, &mut Vec::new());
    }};
}

fn dict<const N: usize>(pairs: [(&str, Variant); N]) -> Variant {
    Variant::Dictionary(Dictionary::from_iter(pairs))
}

fn array<const N: usize>(elements: [Variant; N]) -> Variant {
    Variant::from(Vec::from(elements))
}

fn decode<T: for<'de> FromVariantBytes<'de>>(value: &Variant) -> Result<T, godot_var::DecodeError> {
    T::from_variant_bytes::<Godot4>(&value.to_variant_bytes::<Godot4>().expect("encodes"))
}

#[derive(Clone, Copy, Debug, PartialEq, GodotVar)]
#[godot_var(repr = "int")]
enum Team {
    Red,
    Blue = 5,
    Green,
    Below = -3,
}

#[derive(Clone, Copy, Debug, PartialEq, GodotVar)]
#[godot_var(repr = "int")]
#[repr(i64)]
enum Big {
    Small = 1,
    Huge = 0x1_0000_0000,
}

#[derive(Clone, Copy, Debug, PartialEq, GodotVar)]
#[godot_var(rename_all = "snake_case")]
enum Mood {
    VeryHappy,
    #[godot_var(rename = "blue", alias = "sad")]
    Sad,
}

#[test]
fn without_data() {
    everywhere!(Team::Red, Variant::Int(0));
    everywhere!(Team::Blue, Variant::Int(5));
    everywhere!(Team::Green, Variant::Int(6));
    everywhere!(Team::Below, Variant::Int(-3));
    everywhere!(Big::Small, Variant::Int(1));
    everywhere!(Big::Huge, Variant::Int(0x1_0000_0000));
    everywhere!(Mood::VeryHappy, Variant::from("very_happy"));
    everywhere!(Mood::Sad, Variant::from("blue"));
    assert_eq!(decode::<Mood>(&"sad".into()).unwrap(), Mood::Sad);
    assert_eq!(decode::<Mood>(&Variant::StringName("blue".into())).unwrap(), Mood::Sad);
    assert_eq!(decode::<Team>(&Variant::Float(5.0)).unwrap(), Team::Blue);
    let error = decode::<Team>(&Variant::Int(9)).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::UnknownVariant);
    assert_eq!(error.to_string(), "Team: no Team has the number 9 at byte 0; it has 0, 5, 6, -3");
    let error = decode::<Mood>(&"angry".into()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Mood: no Mood has the name \"angry\" at byte 0; it has \"very_happy\", \"blue\""
    );
    assert_eq!(decode::<Team>(&"Red".into()).unwrap_err().kind(), DecodeErrorKind::WrongType);
}

#[test]
fn numbers_join_the_record_around_them() {
    #[derive(Clone, Debug, PartialEq, GodotVar)]
    struct Slot {
        team: Team,
        seat: u8,
    }
    everywhere!(
        Slot { team: Team::Blue, seat: 3 },
        dict([("team", Variant::Int(5)), ("seat", Variant::Int(3))])
    );
    everywhere!(
        vec![Slot { team: Team::Blue, seat: 3 }, Slot { team: Team::Below, seat: 4 }],
        array([
            dict([("team", Variant::Int(5)), ("seat", Variant::Int(3))]),
            dict([("team", Variant::Int(-3)), ("seat", Variant::Int(4))])
        ])
    );
    let error = decode::<Slot>(&dict([("team", 7.into()), ("seat", 3.into())])).unwrap_err();
    assert_eq!(error.path().to_string(), "Slot.team");
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Chat {
    channel: i32,
    text: String,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
enum Message {
    #[godot_var(id = 1)]
    Join { name: String, at: Vector2 },
    #[godot_var(id = 2)]
    Chat(Chat),
    #[godot_var(id = 3)]
    Move(u32, Vector2),
    #[godot_var(id = 4)]
    Ping,
    #[godot_var(id = 5_000_000_000)]
    Far(bool),
    #[godot_var(id = "text")]
    Text(String),
}

#[test]
fn id_form() {
    let at = Vector2::new(1.5, -2.0);
    everywhere!(
        Message::Join { name: "Ann".into(), at },
        array([1.into(), "Ann".into(), at.into()])
    );
    everywhere!(
        Message::Chat(Chat { channel: 1, text: "hi".into() }),
        array([2.into(), dict([("channel", 1.into()), ("text", "hi".into())])])
    );
    everywhere!(Message::Move(u32::MAX, at), array([3.into(), u32::MAX.into(), at.into()]));
    everywhere!(Message::Ping, array([4.into()]));
    everywhere!(Message::Far(true), array([5_000_000_000i64.into(), true.into()]));
    everywhere!(Message::Text("x".into()), array(["text".into(), "x".into()]));
    // An id as a float, which GDScript may send.
    assert_eq!(decode::<Message>(&array([4.0.into()])).unwrap(), Message::Ping);
    assert_eq!(
        decode::<Message>(&array([Variant::Float(3.0), Variant::Float(7.0), at.into()])).unwrap(),
        Message::Move(7, at)
    );

    let error = decode::<Message>(&array([9.into()])).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::UnknownVariant);
    assert_eq!(error.found(), "no Message has the number 9");
    assert_eq!(error.hint(), "it has 1, 2, 3, 4, 5000000000, \"text\"");
    let error = decode::<Message>(&array([])).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::WrongLength);
    let error = decode::<Message>(&array([4.into(), 1.into()])).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::WrongLength);
    let error = decode::<Message>(&dict([("a", 1.into())])).unwrap_err();
    assert_eq!((error.kind(), error.expected()), (DecodeErrorKind::WrongType, "Array"));
    let error =
        decode::<Message>(&array([2.into(), dict([("channel", 1.into()), ("text", 5.into())])]))
            .unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("Chat.text: expected String, found int at byte {}", error.offset())
    );
    let error = decode::<Message>(&array([3.into(), "x".into(), at.into()])).unwrap_err();
    assert_eq!(error.path().to_string(), "Move[0]");
    assert_eq!(error.path().positional().to_string(), "[1]");
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(tag = "type", rename_all = "snake_case")]
enum Event {
    Damage {
        target: u32,
        amount: i32,
    },
    #[godot_var(id = 7)]
    Numbered {
        x: bool,
    },
    Said(Chat),
    RoundOver,
}

#[test]
fn internally_tagged() {
    everywhere!(
        Event::Damage { target: 7, amount: -12 },
        dict([("type", "damage".into()), ("target", 7.into()), ("amount", Variant::Int(-12))])
    );
    everywhere!(Event::Numbered { x: true }, dict([("type", 7.into()), ("x", true.into())]));
    everywhere!(
        Event::Said(Chat { channel: 2, text: "yo".into() }),
        dict([("type", "said".into()), ("channel", 2.into()), ("text", "yo".into())])
    );
    everywhere!(Event::RoundOver, dict([("type", "round_over".into())]));
    // The tag need not come first.
    let late = dict([("amount", 3.into()), ("type", "damage".into()), ("target", 1.into())]);
    assert_eq!(decode::<Event>(&late).unwrap(), Event::Damage { target: 1, amount: 3 });
    // If a tag is repeated, the last one counts, as in the engine.
    let twice = Dictionary {
        entries: vec![("type".into(), "damage".into()), ("type".into(), "round_over".into())],
        types: None,
    };
    assert_eq!(decode::<Event>(&Variant::Dictionary(twice)).unwrap(), Event::RoundOver);
    let error = decode::<Event>(&dict([("amount", 3.into())])).unwrap_err();
    assert_eq!(
        (error.kind(), error.path().to_string()),
        (DecodeErrorKind::MissingField, "Event.type".into())
    );
    let error = decode::<Event>(&dict([("type", "nap".into())])).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::UnknownVariant);
    let error =
        decode::<Event>(&dict([("type", "damage".into()), ("target", 1.into())])).unwrap_err();
    assert_eq!(error.path().to_string(), "Damage.amount");
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
enum External {
    Unit,
    New(Vector2),
    Tuple(i32, String),
    Struct { a: i32 },
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(tag = "t", content = "c")]
enum Adjacent {
    Unit,
    New(Vector2),
    Tuple(i32, String),
    #[godot_var(id = 4)]
    Struct {
        a: i32,
    },
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(untagged)]
enum Untagged {
    Unit,
    New(Vector2),
    Tuple(i32, String),
    Struct { a: i32 },
    Rest(String),
}

#[test]
fn other_forms() {
    let v = Vector2::new(1.0, 2.0);
    let pair = || array([1.into(), "b".into()]);
    let a = || dict([("a", 1.into())]);
    everywhere!(External::Unit, Variant::from("Unit"));
    everywhere!(External::New(v), dict([("New", v.into())]));
    everywhere!(External::Tuple(1, "b".into()), dict([("Tuple", pair())]));
    everywhere!(External::Struct { a: 1 }, dict([("Struct", a())]));
    everywhere!(Adjacent::Unit, dict([("t", "Unit".into())]));
    everywhere!(Adjacent::New(v), dict([("t", "New".into()), ("c", v.into())]));
    everywhere!(Adjacent::Tuple(1, "b".into()), dict([("t", "Tuple".into()), ("c", pair())]));
    everywhere!(Adjacent::Struct { a: 1 }, dict([("t", 4.into()), ("c", a())]));
    everywhere!(Untagged::Unit, Variant::Nil);
    everywhere!(Untagged::New(v), Variant::from(v));
    everywhere!(Untagged::Tuple(1, "b".into()), pair());
    everywhere!(Untagged::Struct { a: 1 }, a());
    everywhere!(Untagged::Rest("x".into()), Variant::from("x"));

    let error = decode::<External>(&dict([("Struct", dict([("a", "x".into())]))])).unwrap_err();
    assert_eq!(error.path().to_string(), "Struct.a");
    let error = decode::<External>(&dict([("New", v.into()), ("Unit", Variant::Nil)])).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::WrongLength);
    assert_eq!(decode::<External>(&"New".into()).unwrap_err().kind(), DecodeErrorKind::WrongType);
    assert_eq!(
        decode::<External>(&"Old".into()).unwrap_err().kind(),
        DecodeErrorKind::UnknownVariant
    );
    let swapped = dict([("c", v.into()), ("t", "New".into())]);
    assert_eq!(decode::<Adjacent>(&swapped).unwrap(), Adjacent::New(v));
    let error = decode::<Adjacent>(&dict([("t", "New".into())])).unwrap_err();
    assert_eq!(
        (error.kind(), error.path().to_string()),
        (DecodeErrorKind::MissingField, "New.c".into())
    );
    let error = decode::<Adjacent>(&dict([("t", 4.into()), ("c", dict([]))])).unwrap_err();
    assert_eq!(error.path().to_string(), "Struct.a");
    let error = decode::<Untagged>(&Variant::Bool(true)).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::UnknownVariant);
}

#[test]
fn unknown_members_can_be_kept() {
    #[derive(Debug, PartialEq, GodotVar)]
    #[godot_var(array, id)]
    enum Ids {
        #[godot_var(id = 1)]
        Ping,
        #[godot_var(other)]
        Unknown(Variant),
    }
    let unknown = array([2.into(), "x".into()]);
    assert_eq!(decode::<Ids>(&unknown).unwrap(), Ids::Unknown(unknown.clone()));
    everywhere!(Ids::Unknown(unknown.clone()), unknown);

    #[derive(Debug, PartialEq, GodotVar)]
    #[godot_var(repr = "int")]
    enum Numbers {
        #[godot_var(id = 1)]
        One,
        #[godot_var(other)]
        Unknown(i64),
    }
    everywhere!(Numbers::One, Variant::Int(1));
    everywhere!(Numbers::Unknown(77), Variant::Int(77));

    #[derive(Debug, PartialEq, GodotVar)]
    #[godot_var(tag = "t")]
    enum Tags {
        Ping,
        #[godot_var(other)]
        Unknown(Dictionary),
    }
    let unknown = dict([("t", "Pong".into()), ("x", 1.into())]);
    let Variant::Dictionary(kept) = unknown.clone() else { panic!("no Dictionary") };
    everywhere!(Tags::Ping, dict([("t", "Ping".into())]));
    everywhere!(Tags::Unknown(kept), unknown);

    #[derive(Debug, PartialEq, GodotVar)]
    #[godot_var(array, id)]
    enum Lists {
        #[godot_var(id = 1)]
        Ping,
        #[godot_var(other)]
        Unknown(Array),
    }
    let unknown = array([2.into(), "x".into()]);
    let Variant::Array(kept) = unknown.clone() else { panic!("no Array") };
    everywhere!(Lists::Ping, array([1.into()]));
    everywhere!(Lists::Unknown(kept), unknown);

    #[derive(Debug, PartialEq, GodotVar)]
    enum Names {
        One,
        #[godot_var(other)]
        Unknown,
        #[godot_var(skip)]
        #[allow(dead_code, reason = "shows that skipped members are not read")]
        Secret,
    }
    assert_eq!(decode::<Names>(&"One".into()).unwrap(), Names::One);
    assert_eq!(decode::<Names>(&"Secret".into()).unwrap(), Names::Unknown);
    assert!(Names::Unknown.to_variant_bytes::<Godot4>().is_err());
    assert!(Names::Secret.to_variant_bytes::<Godot4>().is_err());
}

#[test]
fn generic_enums() {
    #[derive(Clone, Debug, PartialEq, GodotVar)]
    #[godot_var(array, id)]
    enum Reply<'a, T, E>
    where
        E: Clone,
    {
        #[godot_var(id = 0)]
        Ok { value: T },
        #[godot_var(id = 1)]
        Err(E, &'a str),
    }
    type Answer<'a> = Reply<'a, i32, bool>;
    everywhere!(Answer::Ok { value: 3 }, array([0.into(), 3.into()]));
    everywhere!(Answer::Err(true, "why"), array([1.into(), true.into(), "why".into()]));
}

#[test]
fn nested_untagged_values_do_not_explode() {
    #[derive(Debug, GodotVar)]
    #[godot_var(untagged)]
    #[allow(dead_code, reason = "the value is not looked at")]
    enum Json {
        A(Vec<Json>, i32),
        B(Vec<Json>, String),
        C(Vec<Json>),
        D(i64),
    }
    let mut value = Variant::Bool(true);
    for _ in 0..100 {
        value = array([value]);
    }
    let error = decode::<Json>(&value).unwrap_err();
    assert!(
        matches!(error.kind(), DecodeErrorKind::LimitExceeded | DecodeErrorKind::UnknownVariant),
        "{error}"
    );
}

#[test]
fn recursive_enums() {
    #[derive(Clone, Debug, PartialEq, GodotVar)]
    #[godot_var(tag = "op")]
    enum Expr {
        Number { value: f64 },
        Add { left: Box<Expr>, right: Box<Expr> },
    }
    let number = |value| Box::new(Expr::Number { value });
    let dynamic = |value: f64| dict([("op", "Number".into()), ("value", value.into())]);
    everywhere!(
        Expr::Add { left: number(1.0), right: number(2.5) },
        dict([("op", "Add".into()), ("left", dynamic(1.0)), ("right", dynamic(2.5))])
    );
}

/// A variant that never travels may hold any type.
#[derive(Debug, PartialEq, GodotVar)]
enum WithLocal {
    Joined,
    #[godot_var(skip)]
    Local {
        at: std::time::Instant,
        index: usize,
        twice: Option<Option<u8>>,
    },
}

#[test]
fn a_skipped_variant_holds_any_type() {
    let joined = WithLocal::Joined.to_variant_bytes::<Godot4>().unwrap();
    assert_eq!(WithLocal::from_variant_bytes::<Godot4>(&joined), Ok(WithLocal::Joined));
    let local = WithLocal::Local { at: std::time::Instant::now(), index: 1, twice: Some(None) };
    assert!(local.to_variant_bytes::<Godot4>().is_err());
}
