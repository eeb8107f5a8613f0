//! Derived structs: their bytes, compared with the dynamic `Variant`, and what their readers accept.

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::common::assert_writes_no_more;
use godot_var::dialect::{Double, Flagless, Godot3_0};
use godot_var::error::{DecodeErrorKind, EncodeErrorKind};
use godot_var::layout::Describe;
use godot_var::{
    Dialect, Dictionary, EncodeError, EncodeVariant, FromVariantBytes, Godot3, Godot4, GodotVar,
    Output, ToVariantBytes, Variant, Vector3,
};

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct PlayerState {
    id: u32,
    pos: Vector3,
    vel: Vector3,
    yaw: f32,
    health: i32,
    grounded: bool,
}

fn player(id: u32) -> PlayerState {
    PlayerState {
        id,
        pos: Vector3::new(1.0, 2.0, 3.0),
        vel: Vector3::new(-1.0, 0.5, 0.0),
        yaw: 0.25,
        health: -7,
        grounded: true,
    }
}

fn player_variant(id: u32) -> Variant {
    let p = player(id);
    Variant::Dictionary(Dictionary::from_iter([
        ("id", Variant::from(p.id)),
        ("pos", p.pos.into()),
        ("vel", p.vel.into()),
        ("yaw", p.yaw.into()),
        ("health", p.health.into()),
        ("grounded", p.grounded.into()),
    ]))
}

/// The typed value encodes like the dynamic one and decodes to itself. Every truncation is an error. A slice of the exact length is filled,
/// a shorter one is refused with the length.
fn same<'de, T, D>(value: &T, dynamic: &Variant, bytes: &'de mut Vec<u8>)
where
    T: ToVariantBytes + FromVariantBytes<'de> + PartialEq + std::fmt::Debug,
    D: Dialect,
{
    *bytes = value.to_variant_bytes::<D>().expect("encodes");
    let expected = dynamic.to_variant_bytes::<D>().expect("encodes");
    assert_eq!(hex::encode(&*bytes), hex::encode(expected), "{value:?} in {}", D::SPEC.name);
    assert_eq!(value.variant_len::<D>().expect("counts"), bytes.len());
    assert_writes_no_more(bytes, |slice| value.write_variant_bytes::<D>(slice));
    let bytes: &'de [u8] = bytes;
    assert_eq!(&T::from_variant_bytes::<D>(bytes).expect("decodes"), value);
    for len in 0..bytes.len() {
        let error = T::from_variant_bytes::<D>(&bytes[..len]).expect_err("truncated");
        assert!(error.is_incomplete(), "{error} at {len} of {}", bytes.len());
    }
}

macro_rules! everywhere {
    ($value:expr, $dynamic:expr) => {
        same::<_, Godot4>($value, $dynamic, &mut Vec::new());
        same::<_, Godot3>($value, $dynamic, &mut Vec::new());
        same::<_, Godot3_0>($value, $dynamic, &mut Vec::new());
        same::<_, Flagless>($value, $dynamic, &mut Vec::new());
        same::<_, Double<Godot4>>($value, $dynamic, &mut Vec::new());
        same::<_, Double<Godot3>>($value, $dynamic, &mut Vec::new());
    };
}

#[test]
fn a_struct_is_a_dictionary() {
    for id in [0, 7, i32::MAX as u32, i32::MAX as u32 + 1, u32::MAX] {
        everywhere!(&player(id), &player_variant(id));
    }
}

#[test]
fn nan_is_written_as_the_engine_does() {
    let value = PlayerState { yaw: f32::NAN, ..player(1) };
    let dynamic = {
        let Variant::Dictionary(mut d) = player_variant(1) else { unreachable!() };
        d.insert("yaw", f64::from(f32::NAN));
        Variant::Dictionary(d)
    };
    let bytes = value.to_variant_bytes::<Godot4>().unwrap();
    assert_eq!(bytes, dynamic.to_variant_bytes::<Godot4>().unwrap());
    assert!(PlayerState::from_variant_bytes::<Godot4>(&bytes).unwrap().yaw.is_nan());
    let list = vec![player(1), value.clone(), player(2)];
    let bytes = list.to_variant_bytes::<Godot4>().unwrap();
    let back = Vec::<PlayerState>::from_variant_bytes::<Godot4>(&bytes).unwrap();
    assert!(back[1].yaw.is_nan());
    assert_eq!((&back[0], &back[2]), (&list[0], &list[2]));
}

#[test]
fn a_panic_while_writing_leaves_the_buffer_to_its_owner() {
    struct Broken;
    impl Describe for Broken {}

    impl<D: Dialect> EncodeVariant<D> for Broken {
        fn encode<O: Output>(&self, _: &mut O) -> Result<(), EncodeError> {
            panic!("broken");
        }
    }
    let mut bytes = vec![1, 2, 3];
    let write = || vec![Broken].append_variant_bytes::<Godot4>(&mut bytes);
    assert!(catch_unwind(AssertUnwindSafe(write)).is_err());
    assert_eq!(bytes[..3], [1, 2, 3]);
}

#[test]
fn an_int_beyond_the_wire_is_an_error_in_every_dialect() {
    #[derive(Debug, PartialEq, GodotVar)]
    struct Big {
        tag: i32,
        number: u64,
        flag: bool,
    }
    fn refused<D: Dialect>() {
        let big = Big { tag: 1, number: u64::MAX, flag: true };
        let mut bytes = vec![1, 2, 3];
        let error = big.append_variant_bytes::<D>(&mut bytes).unwrap_err();
        assert_eq!(error.kind(), EncodeErrorKind::OutOfRange, "{}", D::SPEC.name);
        assert_eq!(error.path().to_string(), "Big.number");
        assert_eq!(bytes, [1, 2, 3]);
        let error = vec![big].to_variant_bytes::<D>().unwrap_err();
        assert_eq!(error.path().to_string(), "[0].number");
    }
    refused::<Godot4>();
    refused::<Godot3>();
    refused::<Godot3_0>();
    refused::<Flagless>();
    refused::<Double<Godot3>>();
}

#[test]
fn a_number_fits_the_end_of_a_slice() {
    #[derive(Debug, PartialEq, GodotVar)]
    struct Last {
        flag: bool,
        number: i64,
    }
    for number in [5, -6_000_000_000] {
        let dynamic = Variant::Dictionary(Dictionary::from_iter([
            ("flag", Variant::Bool(true)),
            ("number", Variant::Int(number)),
        ]));
        everywhere!(&Last { flag: true, number }, &dynamic);
    }
}

#[test]
fn floats_from_gdscript_have_either_width() {
    let Variant::Dictionary(player_4) = player_variant(4) else { unreachable!() };
    for (yaw, same) in [(1.57, true), (0.5, true), (f64::NAN, false), (1e300, false)] {
        let mut dictionary = player_4.clone();
        dictionary.insert("yaw", yaw);
        let bytes = Variant::Dictionary(dictionary).to_variant_bytes::<Godot4>().unwrap();
        let back = PlayerState::from_variant_bytes::<Godot4>(&bytes);
        if same {
            assert_eq!(back.unwrap(), PlayerState { yaw: yaw as f32, ..player(4) });
            for len in 0..bytes.len() {
                let error = PlayerState::from_variant_bytes::<Godot4>(&bytes[..len]).unwrap_err();
                assert!(error.is_incomplete(), "{error} at {len}");
            }
        } else if yaw.is_nan() {
            assert!(back.unwrap().yaw.is_nan());
        } else {
            let error = back.unwrap_err();
            assert_eq!(error.kind(), DecodeErrorKind::OutOfRange);
            assert_eq!(error.path().to_string(), "PlayerState.yaw");
        }
    }
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Snapshot {
    tick: u64,
    players: Vec<PlayerState>,
    leader: Option<PlayerState>,
    names: BTreeMap<String, i64>,
    pair: (String, f64),
    grid: [i32; 3],
}

#[test]
fn nested() {
    let value = Snapshot {
        tick: 1 << 40,
        players: vec![player(1), player(u32::MAX), player(3)],
        leader: Some(player(9)),
        names: BTreeMap::from([("Ann".into(), 1), ("Bob".into(), -5_000_000_000)]),
        pair: ("x".into(), 0.1),
        grid: [1, -2, 3],
    };
    let dynamic = Variant::Dictionary(Dictionary::from_iter([
        ("tick", Variant::Int(1 << 40)),
        ("players", vec![player_variant(1), player_variant(u32::MAX), player_variant(3)].into()),
        ("leader", player_variant(9)),
        (
            "names",
            Variant::Dictionary(Dictionary::from_iter([("Ann", 1i64), ("Bob", -5_000_000_000)])),
        ),
        ("pair", vec![Variant::from("x"), Variant::from(0.1)].into()),
        ("grid", vec![1, -2, 3].into()),
    ]));
    same::<_, Godot4>(&value, &dynamic, &mut Vec::new());
    same::<_, Godot3>(&value, &dynamic, &mut Vec::new());
    same::<_, Godot3_0>(&value, &dynamic, &mut Vec::new());
    same::<_, Double<Godot4>>(&value, &dynamic, &mut Vec::new());
}

#[test]
fn errors_name_the_path_and_the_place() {
    let mut players = vec![player_variant(1), player_variant(2), player_variant(3)];
    let Variant::Dictionary(broken) = &mut players[1] else { unreachable!() };
    broken.insert("pos", "nowhere");
    let bytes = Variant::Dictionary(Dictionary::from_iter([
        ("tick", Variant::Int(1)),
        ("players", Variant::from(players)),
    ]))
    .to_variant_bytes::<Godot4>()
    .unwrap();
    let error = Snapshot::from_variant_bytes::<Godot4>(&bytes).unwrap_err();
    assert_eq!(error.path().to_string(), "Snapshot.players[1].pos");
    assert_eq!(error.kind(), DecodeErrorKind::WrongType);
    assert_eq!((error.expected(), error.found()), ("Vector3", "String"));
    assert_eq!(&bytes[error.offset()..error.offset() + 4], [4, 0, 0, 0]);
    assert_eq!(
        error.to_string(),
        format!(
            "Snapshot.players[1].pos: expected Vector3, found String at byte {}",
            error.offset()
        )
    );
}

#[test]
fn readers_are_tolerant_where_gdscript_is_loose() {
    let reversed: Dictionary = {
        let Variant::Dictionary(d) = player_variant(5) else { unreachable!() };
        Dictionary { entries: d.entries.into_iter().rev().collect(), types: None }
    };
    let mut odd = reversed.clone();
    odd.entries.insert(2, (Variant::Int(3), "no text".into()));
    odd.entries.insert(4, ("unknown".into(), vec![Variant::Nil].into()));
    for (key, value) in &mut odd.entries {
        if key.as_str() == Some("health") {
            *value = Variant::Float(-7.0);
        }
        if key.as_str() == Some("id") {
            *key = Variant::StringName("id".into());
        }
    }
    for dictionary in [reversed, odd] {
        let bytes = Variant::Dictionary(dictionary).to_variant_bytes::<Godot4>().unwrap();
        assert_eq!(PlayerState::from_variant_bytes::<Godot4>(&bytes).unwrap(), player(5));
    }
}

#[test]
fn keys_of_any_length_are_told_apart_in_any_order() {
    // Lengths around the words in which keys are compared, with equal beginnings and ends.
    #[derive(Debug, PartialEq, GodotVar)]
    struct Keys {
        a: i32,
        ab: u32,
        abcd: f64,
        abcde: (),
        abcdefgh: String,
        abcdefgi: u8,
        abcdefghi: i64,
        abcdefghijkl: bool,
        abcdefghijklmnop: Vector3,
        abcdefghijklmnoq: i32,
        abcdefghijklmnopq: Vec<i32>,
        abcdefghijklmnopqrstuvwx: Option<i32>,
        abcdefghijklmnopqrstuvwy: i32,
        #[godot_var(rename = "")]
        empty: i32,
    }
    let value = Keys {
        a: 1,
        ab: u32::MAX,
        abcd: 0.1,
        abcde: (),
        abcdefgh: "text".into(),
        abcdefgi: 6,
        abcdefghi: i64::MIN,
        abcdefghijkl: true,
        abcdefghijklmnop: Vector3::new(1.0, 2.0, 3.0),
        abcdefghijklmnoq: -10,
        abcdefghijklmnopq: vec![11],
        abcdefghijklmnopqrstuvwx: Some(12),
        abcdefghijklmnopqrstuvwy: 13,
        empty: 14,
    };
    fn check<D: Dialect>(value: &Keys)
    where
        Keys: ToVariantBytes + for<'de> FromVariantBytes<'de>,
    {
        let bytes = value.to_variant_bytes::<D>().unwrap();
        let Variant::Dictionary(d) = Variant::from_variant_bytes::<D>(&bytes).unwrap() else {
            unreachable!()
        };
        let mut random = 1_usize;
        for round in 0..200 {
            let mut entries = d.entries.clone();
            for last in (1..entries.len()).rev() {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223) % (1 << 31);
                entries.swap(last, (random >> 8) % (last + 1));
            }
            if round % 3 == 1 {
                entries.insert(round % 14, ("abcdefghijklmnopqrstuvwz".into(), Variant::Nil));
                entries.insert(round % 7, ("abcdefgj".into(), "unknown".into()));
            }
            if round % 3 == 2 {
                for (key, _) in entries.iter_mut().step_by(2) {
                    *key = Variant::StringName(key.as_str().unwrap().into());
                }
            }
            let shuffled = Variant::Dictionary(Dictionary { entries, types: None });
            let bytes = shuffled.to_variant_bytes::<D>().unwrap();
            let back = Keys::from_variant_bytes::<D>(&bytes).unwrap();
            assert_eq!(back, *value, "{} {shuffled:?}", D::SPEC.name);
            for end in 0..bytes.len() {
                let error = Keys::from_variant_bytes::<D>(&bytes[..end]).unwrap_err();
                assert_eq!(error.kind(), DecodeErrorKind::Incomplete, "{end}");
            }
        }
    }
    check::<Godot4>(&value);
    check::<Godot3>(&value);
    check::<Godot3_0>(&value);
    check::<Double<Godot4>>(&value);
    check::<Double<Godot3>>(&value);
}

#[test]
fn what_pads_a_key_does_not_matter() {
    let mut bytes = player(5).to_variant_bytes::<Godot4>().unwrap();
    let id = bytes.windows(4).position(|word| word == b"id\0\0").unwrap();
    bytes[id + 3] = 1;
    assert_eq!(PlayerState::from_variant_bytes::<Godot4>(&bytes).unwrap(), player(5));
}

#[test]
fn of_a_repeated_key_the_last_one_wins() {
    #[derive(Debug, PartialEq, GodotVar)]
    struct One {
        a: i32,
    }
    let twice = Dictionary {
        entries: vec![("a".into(), "bad".into()), ("a".into(), Variant::Int(2))],
        types: None,
    };
    let bytes = Variant::Dictionary(twice).to_variant_bytes::<Godot4>().unwrap();
    assert_eq!(One::from_variant_bytes::<Godot4>(&bytes).unwrap(), One { a: 2 });
}

#[test]
fn numbers_are_strict_where_data_would_be_lost() {
    fn error<T: for<'de> FromVariantBytes<'de> + std::fmt::Debug>(
        value: impl Into<Variant>,
    ) -> DecodeErrorKind {
        let bytes = value.into().to_variant_bytes::<Godot4>().unwrap();
        T::from_variant_bytes::<Godot4>(&bytes).unwrap_err().kind()
    }
    assert_eq!(error::<u8>(256), DecodeErrorKind::OutOfRange);
    assert_eq!(error::<u8>(-1), DecodeErrorKind::OutOfRange);
    assert_eq!(error::<u64>(-1), DecodeErrorKind::OutOfRange);
    assert_eq!(error::<i32>(1i64 << 31), DecodeErrorKind::OutOfRange);
    assert_eq!(error::<i64>(0.5), DecodeErrorKind::NotAnInteger);
    assert_eq!(error::<i64>(f64::NAN), DecodeErrorKind::NotAnInteger);
    assert_eq!(error::<i64>(1e300), DecodeErrorKind::NotAnInteger);
    assert_eq!(error::<f32>(1e300), DecodeErrorKind::OutOfRange);
    // No float holds it exactly.
    assert_eq!(error::<f64>((1i64 << 53) + 1), DecodeErrorKind::OutOfRange);
    assert_eq!(error::<f32>(-(1i64 << 53) - 1), DecodeErrorKind::OutOfRange);
    assert_eq!(error::<i32>(true), DecodeErrorKind::WrongType);
    assert_eq!(error::<bool>(1), DecodeErrorKind::WrongType);
    assert_eq!(error::<String>(1), DecodeErrorKind::WrongType);
    let error = u64::MAX.to_variant_bytes::<Godot4>().unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::OutOfRange);
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Borrowed<'a> {
    name: &'a str,
    data: &'a [u8],
    note: std::borrow::Cow<'a, str>,
}

#[test]
fn borrowed_fields_point_into_the_message() {
    let value = Borrowed { name: "Ann", data: &[1, 2, 3], note: "hi".into() };
    let bytes = value.to_variant_bytes::<Godot3>().unwrap();
    let back = Borrowed::from_variant_bytes::<Godot3>(&bytes).unwrap();
    assert_eq!(back, value);
    assert!(bytes.as_ptr_range().contains(&back.name.as_ptr()));
    assert!(bytes.as_ptr_range().contains(&back.data.as_ptr()));
    assert!(matches!(back.note, std::borrow::Cow::Borrowed(_)));
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Waypoint(Vector3, f32);

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array)]
struct Positional {
    id: u32,
    name: String,
    to: Waypoint,
}

#[derive(Clone, Copy, Debug, PartialEq, GodotVar)]
struct EntityId(i64);

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Pair<A, B> {
    first: A,
    second: B,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Marker;

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Node {
    name: String,
    children: Vec<Node>,
    next: Option<Box<Node>>,
}

#[test]
fn other_shapes() {
    let way = Waypoint(Vector3::new(1.0, 2.0, 3.0), 0.5);
    let way_variant = Variant::from(vec![Variant::from(way.0), Variant::from(0.5)]);
    everywhere!(&way, &way_variant);
    let positional = Positional { id: u32::MAX, name: "Zoë".into(), to: way.clone() };
    everywhere!(
        &positional,
        &vec![Variant::from(u32::MAX), "Zoë".into(), way_variant.clone()].into()
    );
    everywhere!(&EntityId(-3), &Variant::Int(-3));
    everywhere!(&EntityId(i64::MIN), &Variant::Int(i64::MIN));
    everywhere!(&Marker, &Variant::Nil);
    let pair = Pair { first: 7u32, second: vec![Vector3::ZERO] };
    everywhere!(
        &pair,
        &Variant::Dictionary(Dictionary::from_iter([
            ("first", Variant::Int(7)),
            ("second", vec![Vector3::ZERO].into()),
        ]))
    );
    let leaf = |name: &str| Node { name: name.into(), children: vec![], next: None };
    let tree = Node {
        name: "root".into(),
        children: vec![leaf("a"), leaf("b")],
        next: Some(Box::new(leaf("c"))),
    };
    let leaf = |name: &str| {
        Variant::Dictionary(Dictionary::from_iter([
            ("name", Variant::from(name)),
            ("children", Vec::<Variant>::new().into()),
            ("next", Variant::Nil),
        ]))
    };
    everywhere!(
        &tree,
        &Variant::Dictionary(Dictionary::from_iter([
            ("name", Variant::from("root")),
            ("children", vec![leaf("a"), leaf("b")].into()),
            ("next", leaf("c")),
        ]))
    );
}

#[test]
fn arrays_have_an_exact_length() {
    let error = |value: Vec<Variant>| {
        let bytes = Variant::from(value).to_variant_bytes::<Godot4>().unwrap();
        Waypoint::from_variant_bytes::<Godot4>(&bytes).unwrap_err()
    };
    let long = error(vec![Vector3::ZERO.into(), 0.5.into(), 1.into()]);
    assert_eq!(long.kind(), DecodeErrorKind::WrongLength);
    let short = error(vec![Vector3::ZERO.into()]);
    assert_eq!(
        (short.kind(), short.path().to_string()),
        (DecodeErrorKind::MissingField, "Waypoint[1]".into())
    );
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(rename_all = "camelCase")]
struct Renamed {
    sender_name: String,
    #[godot_var(rename = "50% \"off\"", alias = "sale", alias = "price")]
    sale_price: i32,
    #[godot_var(skip)]
    cache: Option<std::rc::Rc<u8>>,
    #[godot_var(default)]
    note: String,
    #[godot_var(default = 42)]
    answer: i32,
    r#type: bool,
}

#[test]
fn names_and_defaults() {
    let value = Renamed {
        sender_name: "Ann".into(),
        sale_price: 3,
        cache: None,
        note: "n".into(),
        answer: 1,
        r#type: true,
    };
    everywhere!(
        &value,
        &Variant::Dictionary(Dictionary::from_iter([
            ("senderName", Variant::from("Ann")),
            ("50% \"off\"", 3.into()),
            ("note", "n".into()),
            ("answer", 1.into()),
            ("type", true.into()),
        ]))
    );
    let bytes = Variant::Dictionary(Dictionary::from_iter([
        ("senderName", Variant::from("Ann")),
        ("price", 3.into()),
        ("type", true.into()),
    ]))
    .to_variant_bytes::<Godot3>()
    .unwrap();
    let back = Renamed::from_variant_bytes::<Godot3>(&bytes).unwrap();
    assert_eq!(back, Renamed { note: String::new(), answer: 42, ..value });
}

#[test]
fn hash_maps_and_missing_options() {
    #[derive(Debug, PartialEq, GodotVar)]
    struct Scores {
        scores: HashMap<String, i64>,
        best: Option<i64>,
    }
    let bytes = Variant::Dictionary(Dictionary::from_iter([(
        "scores",
        Variant::Dictionary(Dictionary::from_iter([("Ann", 5), ("Bob", 7)])),
    )]))
    .to_variant_bytes::<Godot4>()
    .unwrap();
    let back = Scores::from_variant_bytes::<Godot4>(&bytes).unwrap();
    assert_eq!(back.best, None);
    assert_eq!(back.scores, HashMap::from([("Ann".into(), 5), ("Bob".into(), 7)]));
}

#[test]
fn deep_values_are_an_error_not_a_crash() {
    let mut node = Node { name: String::new(), children: vec![], next: None };
    for _ in 0..200 {
        node = Node { name: String::new(), children: vec![node], next: None };
    }
    let bytes = node.to_variant_bytes::<Godot4>().unwrap();
    let error = Node::from_variant_bytes::<Godot4>(&bytes).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::TooDeep);
    for _ in 0..800 {
        node = Node { name: String::new(), children: vec![node], next: None };
    }
    assert_eq!(node.to_variant_bytes::<Godot4>().unwrap_err().kind(), EncodeErrorKind::TooDeep);
}

#[test]
fn generic_records_of_any_size() {
    use godot_var::math::Transform3D;

    #[derive(Clone, Debug, PartialEq, GodotVar)]
    struct Large {
        a: Transform3D,
        b: Transform3D,
        c: Transform3D,
    }
    #[derive(Clone, Debug, PartialEq, GodotVar)]
    struct Row<A, B>(A, B);

    let t = Transform3D::IDENTITY;
    let large = Large { a: t, b: t, c: t };
    let large_variant = Variant::Dictionary(Dictionary::from_iter([
        ("a", Variant::from(t)),
        ("b", t.into()),
        ("c", t.into()),
    ]));
    everywhere!(&large, &large_variant);
    everywhere!(
        &Pair { first: large.clone(), second: 3u8 },
        &Variant::Dictionary(Dictionary::from_iter([
            ("first", large_variant.clone()),
            ("second", Variant::Int(3)),
        ]))
    );
    everywhere!(&Row(3u8, large.clone()), &vec![Variant::Int(3), large_variant.clone()].into());
    let (two, two_variant) = (vec![large; 2], Variant::from(vec![large_variant; 2]));
    everywhere!(&two, &two_variant);
}

#[test]
fn types_that_contain_each_other() {
    #[derive(Clone, Debug, PartialEq, GodotVar)]
    struct Folder {
        name: String,
        files: Vec<File>,
    }
    #[derive(Clone, Debug, PartialEq, GodotVar)]
    struct File {
        size: u32,
        parent: Option<Box<Folder>>,
        link: Link,
    }
    #[derive(Clone, Debug, PartialEq, GodotVar)]
    #[godot_var(tag = "kind")]
    enum Link {
        None,
        To { folder: Box<Folder> },
    }
    let empty = Folder { name: "e".into(), files: vec![] };
    let link = Link::To { folder: Box::new(empty.clone()) };
    let file = File { size: 1, parent: Some(Box::new(empty)), link };
    let folder = Folder {
        name: "f".into(),
        files: vec![file, File { size: 2, parent: None, link: Link::None }],
    };
    let bytes = folder.to_variant_bytes::<Godot4>().unwrap();
    assert_eq!(Folder::from_variant_bytes::<Godot4>(&bytes).unwrap(), folder);
}

/// Own types with names of types of std that no message can hold.
mod named_like_std {
    use godot_var::{FromVariantBytes, Godot4, GodotVar, ToVariantBytes};

    mod game {
        #[derive(Debug, PartialEq, godot_var::GodotVar)]
        pub(super) struct Instant(pub(super) i32);
        #[derive(Debug, PartialEq, godot_var::GodotVar)]
        pub(super) struct PathBuf(pub(super) i32);
        #[derive(Debug, PartialEq, godot_var::GodotVar)]
        pub(super) struct OsString(pub(super) i32);
    }
    use game::{Instant, OsString, PathBuf};

    #[derive(Debug, PartialEq, GodotVar)]
    struct Held(Instant, Vec<PathBuf>, Option<OsString>);

    #[test]
    fn they_travel() {
        let held = Held(Instant(1), vec![PathBuf(2)], Some(OsString(3)));
        let bytes = held.to_variant_bytes::<Godot4>().unwrap();
        assert_eq!(Held::from_variant_bytes::<Godot4>(&bytes).unwrap(), held);
    }
}

/// The derive refuses the type in a field. In a list that no field holds, the value decides.
#[test]
fn some_of_nil_is_not_none() {
    let list = |value| vec![Some(value), None];
    let number = list(Variant::from(5)).to_variant_bytes::<Godot4>().unwrap();
    let read = Vec::<Option<Variant>>::from_variant_bytes::<Godot4>(&number).unwrap();
    assert_eq!(read, list(Variant::from(5)));
    let error = list(Variant::Nil).to_variant_bytes::<Godot4>().unwrap_err();
    assert!(error.to_string().contains("`Some` of a value that is Nil"), "{error}");
    assert!(Some(()).to_variant_bytes::<Godot4>().is_err());
    assert!(Some(None::<i32>).variant_len::<Godot3>().is_err());
}
