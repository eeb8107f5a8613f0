//! A flattened map never replaces a field, and keys in both are an error.

use std::collections::{BTreeMap, HashMap};

use godot_var::dialect::Generation;
use godot_var::error::EncodeErrorKind;
use godot_var::layout::{Describe, TypeLayout};
use godot_var::values::StringName;
use godot_var::{
    Dictionary, EncodeError, FromVariantBytes, Godot3, Godot4, GodotVar, ToVariantBytes, Variant,
};
use godot_var_codegen::inspect::fits;
use godot_var_runtime::variant::tools::{Sentence, key_mistake};

#[derive(Debug, PartialEq, GodotVar)]
struct Typed {
    #[godot_var(alias = "number")]
    id: i32,
    #[godot_var(flatten)]
    rest: BTreeMap<String, i32>,
}

#[derive(Debug, PartialEq, GodotVar)]
struct Dynamic {
    id: i32,
    #[godot_var(flatten)]
    rest: Option<Dictionary>,
}

#[derive(Debug, PartialEq, GodotVar)]
struct Deep {
    name: String,
    #[godot_var(flatten)]
    inner: Typed,
}

#[derive(Debug, PartialEq, Eq, Hash, GodotVar)]
enum Key {
    Id,
    Other,
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(tag = "Id")]
enum Tagged {
    Map {
        #[godot_var(flatten)]
        rest: HashMap<Key, i32>,
    },
    Content(BTreeMap<String, i32>),
}

fn refused(result: Result<Vec<u8>, EncodeError>, key: &str) {
    let error = result.expect_err("a key that a field has");
    assert_eq!(error.kind(), EncodeErrorKind::DuplicateKey);
    assert!(error.to_string().contains(&format!("{key:?}")), "{error}");
}

#[test]
fn a_map_with_the_key_of_a_field_is_not_written() {
    let map = |key: &str| BTreeMap::from([("fine".to_owned(), 1), (key.to_owned(), 5)]);
    for key in ["id", "number"] {
        refused(Typed { id: 1, rest: map(key) }.to_variant_bytes::<Godot4>(), key);
    }
    for key in [Variant::from("id"), Variant::StringName(StringName::from("id"))] {
        let mut rest = Dictionary::new();
        rest.insert(key, Variant::Int(5));
        refused(Dynamic { id: 1, rest: Some(rest) }.to_variant_bytes::<Godot3>(), "id");
    }
    // The map of a flattened struct is beside the surrounding fields.
    for key in ["name", "id"] {
        let deep = Deep { name: "a".into(), inner: Typed { id: 1, rest: map(key) } };
        refused(deep.to_variant_bytes::<Godot4>(), key);
    }
    let tagged = Tagged::Map { rest: HashMap::from([(Key::Id, 1)]) };
    refused(tagged.to_variant_bytes::<Godot4>(), "Id");
    refused(Tagged::Content(map("Id")).to_variant_bytes::<Godot4>(), "Id");
}

#[test]
fn other_keys_come_back() {
    let deep = Deep {
        name: "a".into(),
        inner: Typed { id: 1, rest: BTreeMap::from([("x".to_owned(), 2), ("y".to_owned(), 3)]) },
    };
    let bytes = deep.to_variant_bytes::<Godot4>().unwrap();
    assert_eq!(Deep::from_variant_bytes::<Godot4>(&bytes), Ok(deep));
    let tagged = Tagged::Map { rest: HashMap::from([(Key::Other, 1)]) };
    let bytes = tagged.to_variant_bytes::<Godot4>().unwrap();
    assert_eq!(Tagged::from_variant_bytes::<Godot4>(&bytes), Ok(tagged));
}

#[derive(Debug, PartialEq, GodotVar)]
struct Sizes {
    wide: i32,
    #[godot_var(alias = "tall")]
    high: i32,
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(tag = "kind")]
enum Kind {
    Round { radius: i32 },
}

#[derive(Debug, PartialEq, GodotVar)]
struct Optional {
    #[godot_var(flatten)]
    sizes: Option<Sizes>,
    #[godot_var(flatten)]
    kind: Option<Kind>,
    #[godot_var(flatten)]
    rest: BTreeMap<String, i32>,
}

#[test]
fn a_key_of_an_option_that_is_not_there_is_no_maps() {
    let read = |keys: &[&'static str]| {
        let pairs = keys.iter().map(|key| (*key, Variant::Int(1)));
        let value = Variant::Dictionary(pairs.collect());
        let bytes = value.to_variant_bytes::<Godot4>().unwrap();
        let read = Optional::from_variant_bytes::<Godot4>(&bytes).unwrap();
        let layout: &TypeLayout<'_> = <Optional as Describe>::LAYOUT;
        fits(layout, &value, Generation::Godot4).unwrap();
        let written = read.to_variant_bytes::<Godot4>().expect("what was read can be written");
        assert_eq!(Optional::from_variant_bytes::<Godot4>(&written).as_ref(), Ok(&read));
        (read.sizes.is_some(), read.rest.into_keys().collect::<Vec<_>>())
    };
    assert_eq!(read(&["a", "tall", "wide"]), (true, vec!["a".to_owned()]));
    assert_eq!(read(&["a", "wide"]), (false, vec!["a".to_owned()]));
    assert_eq!(read(&["tall", "a"]), (false, vec!["a".to_owned()]));
    assert_eq!(read(&["radius", "a"]), (false, vec!["a".to_owned()]));
    // A value that does not fit the field is not a pair of the map either: `rest` would refuse a text.
    let pairs = [("wide", Variant::from("x")), ("high", 1.into()), ("radius", "x".into())];
    let value = Variant::Dictionary(pairs.into_iter().collect());
    let bytes = value.to_variant_bytes::<Godot4>().unwrap();
    let read = Optional::from_variant_bytes::<Godot4>(&bytes).unwrap();
    assert_eq!(read, Optional { sizes: None, kind: None, rest: BTreeMap::new() });
    assert!(fits(<Optional as Describe>::LAYOUT, &value, Generation::Godot4).is_ok());
}

/// A generic type is checked for common keys when it is used, because its layout depends on its arguments.
#[test]
fn generic_types_know_the_keys_that_meet() {
    #[derive(GodotVar)]
    struct Around<T> {
        x: T,
        #[godot_var(flatten)]
        inner: Inner<T>,
    }

    #[derive(GodotVar)]
    struct Inner<T> {
        #[godot_var(alias = "x")]
        y: T,
    }

    let layout: &TypeLayout<'_> = <Around<i32> as Describe>::LAYOUT;
    let mistake = key_mistake(layout, 1, None);
    assert_eq!(
        mistake.as_ref().map(Sentence::as_str),
        Some("the key `x` is used twice: `inner` brings it, and `x` has it; `rename` one of them")
    );
    assert!(key_mistake(layout, 0, None).is_none());
    let inner = Around { x: 1, inner: Inner { y: 2 } };
    assert_eq!((inner.x, inner.inner.y), (1, 2));
}

#[derive(Debug, PartialEq, GodotVar)]
struct Inner {
    x: i32,
    #[godot_var(skip_decoding)]
    hidden: String,
}

/// The same record, with its map in each place among the fields.
macro_rules! with_a_map_at {
    ($($name:ident: [$($before:tt)*] [$($after:tt)*];)*) => {$(
        #[derive(Debug, PartialEq, GodotVar)]
        struct $name {
            $($before)*
            #[godot_var(flatten)]
            rest: BTreeMap<String, i32>,
            $($after)*
        }
    )*};
}

with_a_map_at! {
    MapFirst: [] [
        #[godot_var(default, alias = "nr")]
        number: i8,
        #[godot_var(flatten)]
        kind: Option<Kind>,
        #[godot_var(flatten)]
        inner: Inner,
        #[godot_var(skip_decoding)]
        out: i32,
    ];
    MapBetween: [
        #[godot_var(skip_decoding)]
        out: i32,
        #[godot_var(flatten)]
        inner: Inner,
    ] [
        #[godot_var(default, alias = "nr")]
        number: i8,
        #[godot_var(flatten)]
        kind: Option<Kind>,
    ];
    MapLast: [
        #[godot_var(flatten)]
        inner: Inner,
        #[godot_var(default, alias = "nr")]
        number: i8,
        #[godot_var(skip_decoding)]
        out: i32,
        #[godot_var(flatten)]
        kind: Option<Kind>,
    ] [];
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(deny_unknown_fields)]
struct Denying {
    #[godot_var(skip_decoding)]
    out: i32,
    #[godot_var(flatten)]
    inner: Inner,
}

#[test]
fn a_map_takes_the_key_of_no_field_wherever_it_stands() {
    const KEYS: [&str; 8] = ["x", "hidden", "number", "nr", "out", "kind", "radius", "a"];
    for set in 0..1_u32 << KEYS.len() {
        let pairs = KEYS.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
        let mut pairs: Vec<(&str, Variant)> = pairs
            .map(|(_, key)| (*key, if *key == "kind" { "Round".into() } else { Variant::Int(5) }))
            .collect();
        let foreign = BTreeMap::from_iter((set >> 7 == 1).then(|| ("a".to_owned(), 5)));
        let len = pairs.len().max(1);
        pairs.rotate_left(set as usize % 3 % len);
        let value = Variant::Dictionary(pairs.into_iter().collect());
        let bytes = value.to_variant_bytes::<Godot4>().unwrap();
        macro_rules! check {
            ($name:ident) => {{
                let layout: &TypeLayout<'_> = <$name as Describe>::LAYOUT;
                let read = $name::from_variant_bytes::<Godot4>(&bytes);
                assert_eq!(
                    fits(layout, &value, Generation::Godot4).is_ok(),
                    read.is_ok(),
                    "{value}"
                );
                assert_eq!(read.is_ok(), set & 1 == 1, "{value}: {read:?}");
                if let Ok(read) = read {
                    assert_eq!((&read.rest, read.out), (&foreign, 0), "{value}");
                    assert_eq!(read.number == 5, set & 0b1100 != 0, "{value}");
                    assert_eq!(read.kind.is_some(), set >> 5 & 3 == 3, "{value}");
                    let written = read.to_variant_bytes::<Godot4>().expect("it was read");
                    assert_eq!($name::from_variant_bytes::<Godot4>(&written), Ok(read));
                }
            }};
        }
        check!(MapFirst);
        check!(MapBetween);
        check!(MapLast);
        let known = set & !0b10011 == 0;
        let denying = Denying::from_variant_bytes::<Godot4>(&bytes);
        assert_eq!(denying.is_ok(), known && set & 1 == 1, "{value}: {denying:?}");
    }
}
