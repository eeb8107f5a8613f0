//! Decoding in place gives the same values and errors, and consumes the same bytes, as decoding a new value, whatever the old value was.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fmt::Debug;

use crate::common;
use godot_var::dialect::{Double, Godot3_0};
use godot_var::values::{NodePath, StringName};
use godot_var::{
    Color, Dialect, Dictionary, FromVariantBytes, Godot3, Godot4, GodotVar, Limits, Reader,
    ToVariantBytes, Variant, Vector2, Vector3,
};

/// Decodes in both ways. The old value stays for the next message, also after errors.
fn same<D: Dialect, T>(place: &mut T, bytes: &[u8], limits: Limits, id: &str)
where
    T: for<'de> FromVariantBytes<'de> + Debug,
{
    let mut reader = Reader::with_limits(bytes, limits);
    let anew = T::read_variant_bytes::<D>(&mut reader);
    let mut other = Reader::with_limits(bytes, limits);
    let in_place = T::read_variant_bytes_in_place::<D>(&mut other, place);
    let name = std::any::type_name::<T>();
    match (anew, in_place) {
        (Ok(anew), Ok(())) => {
            assert_eq!(format!("{anew:?}"), format!("{place:?}"), "{id}: {name}");
            assert_eq!(other.position(), reader.position(), "{id}: {name}");
        }
        (Err(anew), Err(in_place)) => {
            assert_eq!(anew.to_string(), in_place.to_string(), "{id}: {name}");
            assert_eq!(anew.kind(), in_place.kind(), "{id}: {name}");
            assert_eq!(anew.offset(), in_place.offset(), "{id}: {name}");
        }
        (anew, in_place) => panic!("{id}: {name}: {anew:?} against {in_place:?}"),
    }
}

fn limits() -> [Limits; 4] {
    [
        Limits::DEFAULT,
        Limits::DEFAULT.with_depth(1),
        Limits::DEFAULT.with_depth(2),
        Limits::DEFAULT.with_elements(2),
    ]
}

/// A field of every type that is decoded in place, and of some that are not.
#[derive(Debug, Default)]
struct Places {
    text: String,
    name: StringName,
    path: NodePath,
    bytes: Vec<u8>,
    ints: Vec<i32>,
    longs: Vec<i64>,
    shorts: Vec<u16>,
    floats: Vec<f32>,
    doubles: Vec<f64>,
    texts: Vec<String>,
    names: Vec<StringName>,
    vectors: (Vec<Vector2>, Vec<Vector3>, Vec<Color>),
    lists: Vec<Vec<i64>>,
    option: Option<Vec<String>>,
    boxed: Box<[String; 2]>,
    array: [String; 2],
    numbers: [i64; 3],
    tuple: (String, Vec<i32>),
    tree: BTreeMap<String, Vec<Variant>>,
    deque: VecDeque<String>,
    set: BTreeSet<i64>,
    any: Variant,
    anys: Vec<Variant>,
    dictionary: Dictionary,
}

impl Places {
    fn read<D: Dialect>(&mut self, bytes: &[u8], limits: Limits, id: &str) {
        same::<D, _>(&mut self.text, bytes, limits, id);
        same::<D, _>(&mut self.name, bytes, limits, id);
        same::<D, _>(&mut self.path, bytes, limits, id);
        same::<D, _>(&mut self.bytes, bytes, limits, id);
        same::<D, _>(&mut self.ints, bytes, limits, id);
        same::<D, _>(&mut self.longs, bytes, limits, id);
        same::<D, _>(&mut self.shorts, bytes, limits, id);
        same::<D, _>(&mut self.floats, bytes, limits, id);
        same::<D, _>(&mut self.doubles, bytes, limits, id);
        same::<D, _>(&mut self.texts, bytes, limits, id);
        same::<D, _>(&mut self.names, bytes, limits, id);
        same::<D, _>(&mut self.vectors.0, bytes, limits, id);
        same::<D, _>(&mut self.vectors.1, bytes, limits, id);
        same::<D, _>(&mut self.vectors.2, bytes, limits, id);
        same::<D, _>(&mut self.lists, bytes, limits, id);
        same::<D, _>(&mut self.option, bytes, limits, id);
        same::<D, _>(&mut self.boxed, bytes, limits, id);
        same::<D, _>(&mut self.array, bytes, limits, id);
        same::<D, _>(&mut self.numbers, bytes, limits, id);
        same::<D, _>(&mut self.tuple, bytes, limits, id);
        same::<D, _>(&mut self.tree, bytes, limits, id);
        same::<D, _>(&mut self.deque, bytes, limits, id);
        same::<D, _>(&mut self.set, bytes, limits, id);
        same::<D, _>(&mut self.any, bytes, limits, id);
        same::<D, _>(&mut self.anys, bytes, limits, id);
        same::<D, _>(&mut self.dictionary, bytes, limits, id);
    }
}

#[test]
fn every_vector_as_every_type() {
    let mut places = Places::default();
    for (file, godot4) in [
        ("godot4.jsonl", true),
        ("godot3.jsonl", false),
        ("godot4_malformed.jsonl", true),
        ("godot3_malformed.jsonl", false),
    ] {
        for row in common::vectors(file) {
            let (bytes, id) = (common::bytes(&row), common::text(&row, "id"));
            for limits in [Limits::DEFAULT, Limits::DEFAULT.with_elements(2)] {
                if godot4 {
                    places.read::<Godot4>(&bytes, limits, id);
                } else {
                    places.read::<Godot3>(&bytes, limits, id);
                }
            }
        }
    }
}

/// Every kind of field.
#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
struct Profile {
    id: u32,
    name: String,
    #[godot_var(max_len = 6)]
    nick: Option<String>,
    #[godot_var(default)]
    motto: String,
    #[godot_var(default = "none")]
    clan: String,
    #[godot_var(alias = "tag_list", skip_serializing_if = "Vec::is_empty", default)]
    tags: Vec<String>,
    weapon: Item,
    items: Vec<Item>,
    scores: Vec<i64>,
    #[godot_var(strict)]
    title: String,
    #[godot_var(as = "StringName")]
    kind: String,
    gold: i64,
    accuracy: f64,
    pos: Vector3,
    state: State,
    pair: (String, i32),
    two: [String; 2],
    grid: Vec<Vec<u8>>,
    next: Option<Box<Profile>>,
    wrapped: Wrapped,
    plain: Plain,
    #[godot_var(skip)]
    cache: Vec<u8>,
}

#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
#[godot_var(array)]
struct Item {
    kind: u32,
    name: String,
    #[godot_var(default)]
    runes: Vec<i32>,
}

#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
#[godot_var(transparent)]
struct Wrapped {
    #[godot_var(max_len = 3)]
    lines: Vec<String>,
    #[godot_var(skip)]
    seen: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, GodotVar)]
struct Plain {
    yaw: f32,
    at: Vector3,
}

#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
#[godot_var(tag = "kind")]
enum State {
    #[default]
    Idle,
    Says {
        text: String,
    },
}

/// Replaced at least in part.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(default, deny_unknown_fields)]
struct Settings {
    name: String,
    volume: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { name: "default".into(), volume: 0.5 }
    }
}

#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
struct Flattened {
    owner: String,
    #[godot_var(flatten)]
    settings: Settings,
}

/// Typed containers, which Godot 3 does not have.
#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
struct Board {
    #[godot_var(typed)]
    names: Vec<String>,
    #[godot_var(typed)]
    scores: BTreeMap<String, i64>,
}

#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
struct Generic<T> {
    list: Vec<T>,
    value: T,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Borrowed<'a> {
    name: &'a str,
    lines: Vec<&'a str>,
}

fn item(kind: u32) -> Item {
    Item { kind, name: format!("item {kind}"), runes: (0..kind as i32 % 4).collect() }
}

fn profile(seed: u32) -> Profile {
    Profile {
        id: seed.wrapping_mul(0x9e37_79b9),
        name: "Ann of Delft".repeat(seed as usize % 3),
        nick: seed.is_multiple_of(2).then(|| "Ann".into()),
        motto: "on".into(),
        clan: "millers".into(),
        tags: (0..seed % 3).map(|tag| format!("tag {tag}")).collect(),
        weapon: item(seed),
        items: (0..seed % 5).map(item).collect(),
        scores: (0..i64::from(seed % 4)).map(|score| score << 20).collect(),
        title: "Keeper".into(),
        kind: "human".into(),
        gold: i64::from(seed) << (seed * 7),
        accuracy: f64::from(seed) / 3.0,
        pos: Vector3::new(seed as f32, 0.5, -1.0),
        state: if seed.is_multiple_of(2) { State::Idle } else { State::Says { text: "hm".into() } },
        pair: ("a pair".into(), seed as i32),
        two: ["one".into(), "two".into()],
        grid: (0..seed as usize % 3).map(|row| vec![7; row]).collect(),
        next: (seed % 3 == 2).then(|| Box::new(profile(seed - 1))),
        wrapped: Wrapped { lines: vec!["line".into(); seed as usize % 3], seen: false },
        plain: Plain { yaw: 0.5, at: Vector3::ZERO },
        cache: vec![],
    }
}

/// The same message in other forms: keys in reverse, some missing, repeated or unknown.
fn shuffled<D: Dialect>(bytes: &[u8]) -> Vec<Vec<u8>> {
    let Ok(Variant::Dictionary(dictionary)) = Variant::from_variant_bytes::<D>(bytes) else {
        unreachable!("a Dictionary")
    };
    let mut forms = vec![];
    let mut form = |change: &dyn Fn(&mut Dictionary)| {
        let mut changed = dictionary.clone();
        change(&mut changed);
        forms.push(Variant::Dictionary(changed).to_variant_bytes::<D>().expect("encodes"));
    };
    form(&|d| d.entries.reverse());
    form(&|d| {
        d.insert("unknown", 7);
    });
    for index in 0..dictionary.entries.len() {
        form(&|d| drop(d.entries.remove(index)));
        form(&|d| d.entries[index].1 = Variant::Nil);
        form(&|d| d.entries[index].1 = Variant::from("text"));
        form(&|d| d.entries[index].1 = Variant::from(vec![1i32, 2]));
        // Longer than each `max_len`.
        form(&|d| d.entries[index].1 = Variant::from("a longer text"));
        form(&|d| d.entries[index].1 = Variant::from(vec![Variant::from("line"); 4]));
        form(&|d| d.entries.push((d.entries[index].0.clone(), Variant::Int(7))));
    }
    forms
}

fn messages<D: Dialect, T>(values: &[T], place: &mut T)
where
    T: for<'de> FromVariantBytes<'de> + ToVariantBytes + Debug,
{
    let mut random = 1u32;
    let mut next = |below: usize| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) as usize % below
    };
    for value in values {
        let bytes = value.to_variant_bytes::<D>().expect("encodes");
        let whole = |place: &mut T| same::<D, T>(place, &bytes, Limits::DEFAULT, "whole");
        for limits in limits() {
            same::<D, T>(place, &bytes, limits, "limited");
        }
        for form in shuffled::<D>(&bytes) {
            same::<D, T>(place, &form, Limits::DEFAULT, "shuffled");
        }
        whole(place);
        for len in 0..bytes.len() {
            same::<D, T>(place, &bytes[..len], Limits::DEFAULT, "truncated");
        }
        whole(place);
        for mutation in 0..500 {
            let mut mutated = bytes.clone();
            for _ in 0..=mutation % 3 {
                let at = next(mutated.len());
                mutated[at] = if mutation % 2 == 0 { next(256) as u8 } else { next(40) as u8 };
            }
            same::<D, T>(place, &mutated, Limits::DEFAULT, "mutated");
        }
        whole(place);
    }
}

fn derived<D: Dialect>() {
    let profiles: Vec<_> = (0..6).map(profile).collect();
    messages::<D, Profile>(&profiles, &mut Profile { cache: vec![1], ..profile(5) });
    let flattened = Flattened { owner: "Ann".into(), settings: Settings::default() };
    messages::<D, Flattened>(&[flattened], &mut Flattened::default());
    let settings = Settings { name: "loud".into(), volume: 1.0 };
    messages::<D, Settings>(&[settings], &mut Settings::default());
    let generic = Generic { list: vec!["a".to_owned(), "b".into()], value: "c".into() };
    messages::<D, Generic<String>>(&[generic], &mut Generic::default());
    let generic = Generic { list: vec![item(1), item(2)], value: item(3) };
    messages::<D, Generic<Item>>(&[generic], &mut Generic::default());
}

#[test]
fn derived_types_of_godot_4() {
    derived::<Godot4>();
    let names = vec!["Ann".to_owned(), "Bob".into()];
    let board = Board { scores: names.iter().map(|name| (name.clone(), 7)).collect(), names };
    messages::<Godot4, Board>(&[board], &mut Board::default());
}

#[test]
fn derived_types_of_godot_3() {
    derived::<Godot3>();
    derived::<Godot3_0>();
}

#[test]
fn derived_types_in_double_precision() {
    derived::<Double<Godot4>>();
}

#[test]
fn hash_maps_are_refilled() {
    let mut place = HashMap::from([("old".to_owned(), 1), ("b".to_owned(), 2)]);
    let bytes = BTreeMap::from([("a", 3), ("b", 4)]).to_variant_bytes::<Godot4>().expect("encodes");
    HashMap::from_variant_bytes_in_place::<Godot4>(&bytes, &mut place).expect("reads");
    assert_eq!(place, HashMap::from([("a".to_owned(), 3), ("b".to_owned(), 4)]));
}

#[test]
fn what_stood_there_does_not_shine_through() {
    let mut place = Profile { cache: vec![1, 2], ..profile(5) };
    let bytes = profile(0).to_variant_bytes::<Godot4>().expect("encodes");
    Profile::from_variant_bytes_in_place::<Godot4>(&bytes, &mut place).expect("reads");
    assert_eq!(place, profile(0));
    let mut place = Wrapped { lines: vec!["old".into(); 9], seen: true };
    let bytes = vec!["new".to_owned()].to_variant_bytes::<Godot4>().expect("encodes");
    Wrapped::from_variant_bytes_in_place::<Godot4>(&bytes, &mut place).expect("reads");
    assert_eq!(place, Wrapped { lines: vec!["new".into()], seen: false });
}

#[test]
fn memory_is_used_again() {
    let long = "a text that is long enough for all that come".to_owned();
    let mut place = Item { kind: 1, name: long.clone(), runes: vec![0; 100] };
    let memory = (place.name.as_ptr(), place.runes.as_ptr());
    // Also if the elements do not have the usual form.
    for bytes in [
        item(3).to_variant_bytes::<Godot4>(),
        (3.0, StringName::from("item 3"), (0, 1.0, 2)).to_variant_bytes::<Godot4>(),
    ] {
        let bytes = bytes.expect("encodes");
        Item::from_variant_bytes_in_place::<Godot4>(&bytes, &mut place).expect("reads");
        assert_eq!(place, item(3));
        assert_eq!((place.name.as_ptr(), place.runes.as_ptr()), memory);
    }
}

#[test]
fn several_messages_of_one_buffer() {
    let mut buffer = Vec::new();
    for seed in 0..4 {
        profile(seed).append_variant_bytes::<Godot4>(&mut buffer).expect("encodes");
    }
    let mut place = Profile::default();
    let mut reader = Reader::new(&buffer);
    for seed in 0..4 {
        Profile::read_variant_bytes_in_place::<Godot4>(&mut reader, &mut place).expect("reads");
        assert_eq!(place, profile(seed));
    }
    assert_eq!(reader.remaining(), 0);
    let mut short = Reader::new(&buffer[..buffer.len() - 4]);
    for _ in 0..3 {
        Profile::read_variant_bytes_in_place::<Godot4>(&mut short, &mut place).expect("reads");
    }
    let at = short.position();
    assert!(Profile::read_variant_bytes_in_place::<Godot4>(&mut short, &mut place).is_err());
    assert_eq!(short.position(), at);
}

#[test]
fn borrowed_fields() {
    let value = Borrowed { name: "Ann", lines: vec!["a", "b"] };
    let bytes = value.to_variant_bytes::<Godot4>().expect("encodes");
    let mut place = Borrowed { name: "", lines: Vec::with_capacity(8) };
    let memory = place.lines.as_ptr();
    Borrowed::from_variant_bytes_in_place::<Godot4>(&bytes, &mut place).expect("reads");
    assert_eq!((place.lines.as_ptr(), &place), (memory, &value));
}

#[test]
fn the_size_of_a_message_is_limited() {
    let bytes = profile(1).to_variant_bytes::<Godot4>().expect("encodes");
    let limits = Limits::DEFAULT.with_bytes(16);
    let mut place = Profile::default();
    let error = Profile::from_variant_bytes_in_place_with::<Godot4>(&bytes, limits, &mut place);
    let anew = Profile::from_variant_bytes_with::<Godot4>(&bytes, limits);
    assert_eq!(error.unwrap_err().to_string(), anew.unwrap_err().to_string());
}
