//! The stack that a nested value needs: the numbers in `SECURITY.md`, on threads of exactly that size.

use std::fmt::Debug;
use std::thread;

use godot_var::{FromVariantBytes, Godot4, GodotVar, Limits, ToVariantBytes, Variant};

/// The stack of a thread in addition to the levels.
const BASE: usize = 64 << 10;

/// The documented stack for this number of levels of a type.
const fn stated<T>(levels: usize) -> usize {
    BASE + levels * ((4 << 10) + 24 * size_of::<T>())
}

/// A record that contains itself and a large field.
#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Chain<const N: usize> {
    #[godot_var(default)]
    data: Option<[f32; N]>,
    #[godot_var(default)]
    next: Option<Box<Chain<N>>>,
}

/// The same with flattened pairs.
#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Flat {
    #[godot_var(flatten)]
    data: Option<Data>,
    #[godot_var(default)]
    next: Option<Box<Flat>>,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Data {
    data: [f32; 512],
}

/// The same with a tag.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[expect(clippy::large_enum_variant, reason = "large values are what is tried")]
#[godot_var(tag = "type")]
enum Tagged {
    Inner {
        #[godot_var(default)]
        data: Option<[f32; 512]>,
        next: Box<Tagged>,
    },
    End,
}

/// The same as an untagged enum.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[expect(clippy::large_enum_variant, reason = "large values are what is tried")]
#[godot_var(untagged)]
enum Untagged {
    Nothing,
    List(Vec<Untagged>),
    Both { next: Box<Untagged>, other: Box<Untagged>, data: Option<[f32; 512]> },
    One { next: Box<Untagged> },
}

/// A Dictionary of these pairs, whose values are encoded already.
fn dictionary(pairs: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = vec![27, 0, 0, 0, pairs.len() as u8, 0, 0, 0];
    for (key, value) in pairs {
        bytes.extend(key.to_variant_bytes::<Godot4>().expect("a text"));
        bytes.extend(*value);
    }
    bytes
}

const NIL: &[u8] = &[0; 4];

fn nested(levels: usize, level: impl Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    (1..levels).fold(level(NIL), |inner, _| level(&inner))
}

/// Runs every operation with a value on a thread of the documented size.
fn hold<T>(levels: usize, bytes: Vec<u8>)
where
    T: for<'de> FromVariantBytes<'de> + ToVariantBytes + Clone + Debug + PartialEq,
{
    let work = move || {
        let limits = Limits::NONE.with_depth(levels as u32);
        let mut value = T::from_variant_bytes_with::<Godot4>(&bytes, limits).expect("a value");
        let written = value.to_variant_bytes::<Godot4>().expect("writable");
        let copy = value.clone();
        assert!(copy == value);
        assert!(format!("{value:?}").len() > levels);
        T::from_variant_bytes_in_place_with::<Godot4>(&written, limits, &mut value).expect("it");
        assert!(copy == value);
    };
    let thread = thread::Builder::new().stack_size(stated::<T>(levels)).spawn(work);
    thread.expect("a thread").join().expect("stack enough");
}

#[test]
fn the_stated_stack_is_enough() {
    fn chain<const N: usize>() {
        for levels in [1, 128, 300] {
            let ordered = nested(levels, |inner| dictionary(&[("data", NIL), ("next", inner)]));
            let reversed = nested(levels, |inner| dictionary(&[("next", inner), ("data", NIL)]));
            let short = nested(levels, |inner| dictionary(&[("next", inner)]));
            for bytes in [ordered, reversed, short] {
                hold::<Chain<N>>(levels, bytes);
            }
        }
    }
    chain::<1>();
    chain::<64>();
    chain::<512>();
    chain::<1024>();
    let next = |inner: &[u8]| dictionary(&[("next", inner)]);
    hold::<Flat>(128, nested(128, next));
    hold::<Untagged>(128, nested(128, next));
    let [inner, end] =
        ["Inner", "End"].map(|tag| tag.to_variant_bytes::<Godot4>().expect("a text"));
    let tagged = (1..128).fold(dictionary(&[("type", &end)]), |next, _| {
        dictionary(&[("type", &inner), ("next", &next)])
    });
    hold::<Tagged>(128, tagged);
}

#[test]
fn the_stated_stack_is_enough_for_any_value() {
    let array = |inner: &[u8]| [&[28, 0, 0, 0, 1, 0, 0, 0], inner].concat();
    for levels in [128, Limits::MAX_DEPTH as usize] {
        hold::<Variant>(levels, nested(levels, array));
        hold::<Variant>(levels, nested(levels, |inner| dictionary(&[("next", inner)])));
    }
}
