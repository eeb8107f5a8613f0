//! An attribute of a Variant means the same in a message, its delta, a newtype and a generic type.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::num::{NonZeroI32, NonZeroU8};
use std::time::{Duration, SystemTime};

use godot_var::layout::layout_fingerprint;
use godot_var::values::{DictionaryType, ElementType, NodePath, StringName, VariantType};
use godot_var::{
    Array, Color, Dictionary, EncodeVariant, FromVariantBytes, Godot4, GodotVar, ToVariantBytes,
    Variant, Vector2, Vector3,
};

use crate::fingerprint_pairs::messages;

/// What differs, and how many messages were read.
#[derive(Default)]
struct Found {
    wrong: Vec<String>,
    read: usize,
}

/// Messages of each type in the lists below, and of others.
fn pool() -> Vec<Vec<u8>> {
    let numbers: Vec<Variant> = vec![1.into(), 2.into()];
    let texts: Vec<Variant> = vec!["a".into(), "b".into()];
    let typed = |elements: &[Variant], kind| {
        let element_type = Some(Box::new(ElementType::Builtin(kind)));
        Variant::Array(Array { elements: elements.to_vec(), element_type })
    };
    let pairs = Dictionary { entries: vec![("a".into(), 1.into())], types: None };
    let types = DictionaryType {
        key: Some(ElementType::Builtin(VariantType::String)),
        value: Some(ElementType::Builtin(VariantType::Int)),
    };
    let values = [
        Vector2::new(1.0, 2.0).into(),
        Color::new(0.0, 0.5, 1.0, 1.0).into(),
        vec![1_i32, 2].into(),
        vec![1_i64].into(),
        vec![0.5_f64].into(),
        vec![Vector3::new(1.0, 2.0, 3.0)].into(),
        typed(&numbers, VariantType::Int),
        typed(&numbers[..1], VariantType::Int),
        typed(&texts, VariantType::String),
        Variant::Array(Array::new(numbers)),
        Variant::Array(Array::new(texts)),
        Variant::Dictionary(Dictionary { types: Some(Box::new(types)), ..pairs.clone() }),
        Variant::Dictionary(pairs),
        Variant::Dictionary(Dictionary::default()),
    ];
    let more = ["value", "other", "b"].into_iter().flat_map(|key| {
        let message = |value: &Variant| Dictionary {
            entries: vec![(key.into(), value.clone())],
            types: None,
        };
        values.iter().map(move |value| Variant::Dictionary(message(value))).collect::<Vec<_>>()
    });
    let more = more.map(|value| value.to_variant_bytes::<Godot4>().expect("a value"));
    messages().into_iter().chain(more).collect()
}

/// What a type writes of what it reads.
fn written<T>(bytes: &[u8]) -> Option<Option<Vec<u8>>>
where
    T: ToVariantBytes + for<'a> FromVariantBytes<'a>,
{
    Some(T::from_variant_bytes::<Godot4>(bytes).ok()?.to_variant_bytes::<Godot4>().ok())
}

/// Two types that read and write the same.
fn same<T, U>(text: &str, what: &str, found: &mut Found)
where
    T: EncodeVariant<Godot4> + ToVariantBytes + for<'a> FromVariantBytes<'a>,
    U: EncodeVariant<Godot4> + ToVariantBytes + for<'a> FromVariantBytes<'a>,
{
    if layout_fingerprint::<T>() != layout_fingerprint::<U>() {
        found.wrong.push(format!("{text}: another fingerprint in a {what}"));
    }
    for bytes in pool() {
        let (own, other) = (written::<T>(&bytes), written::<U>(&bytes));
        found.read += usize::from(own.is_some());
        if own != other {
            found.wrong.push(format!("{text}: {bytes:?} in a {what}"));
        }
    }
}

/// A delta has the same value under the same key, and makes a message that can be written.
fn changed<T, D>(text: &str, apply: fn(&mut T, D), is_empty: fn(&D) -> bool, found: &mut Found)
where
    T: Clone + ToVariantBytes + for<'a> FromVariantBytes<'a>,
    D: ToVariantBytes + for<'a> FromVariantBytes<'a>,
{
    let pool = pool();
    let Some(start) = pool.iter().find_map(|bytes| T::from_variant_bytes::<Godot4>(bytes).ok())
    else {
        found.wrong.push(format!("{text}: no message"));
        return;
    };
    for bytes in &pool {
        let own = written::<T>(bytes);
        if own == Some(None) {
            found.wrong.push(format!("{text}: {bytes:?} is not written"));
        }
        let Ok(delta) = D::from_variant_bytes::<Godot4>(bytes) else {
            if own.is_some() {
                found.wrong.push(format!("{text}: {bytes:?} in no delta"));
            }
            continue;
        };
        // Without the key nothing changes.
        if is_empty(&delta) {
            continue;
        }
        let sent = delta.to_variant_bytes::<Godot4>().ok();
        if sent.and_then(|sent| written::<T>(&sent)) != own {
            found.wrong.push(format!("{text}: {bytes:?} in a delta"));
        }
        let mut message = start.clone();
        apply(&mut message, delta);
        found.read += 1;
        if Some(message.to_variant_bytes::<Godot4>().ok()) != own {
            found.wrong.push(format!("{text}: after {bytes:?}"));
        }
    }
}

macro_rules! fields {
    ($found:ident; $([$($attributes:tt)*] $value:ty;)*) => {$({
        let text = stringify!([$($attributes)*] $value);
        #[derive(Clone, PartialEq, GodotVar)]
        #[godot_var(delta)]
        struct M { #[godot_var($($attributes)*)] value: $value }
        changed::<M, MDelta>(text, M::apply, MDelta::is_empty, $found);
        #[derive(GodotVar)]
        #[godot_var(transparent)]
        struct Newtype(#[godot_var($($attributes)*)] $value);
        #[derive(GodotVar)]
        struct Holder { value: Newtype }
        same::<M, Holder>(text, "newtype", $found);
    })*};
}

macro_rules! generic {
    ($found:ident; $([$($attributes:tt)*] $value:ty;)*) => {$({
        let text = stringify!([$($attributes)*] $value);
        #[derive(GodotVar)]
        struct M { #[godot_var($($attributes)*)] value: $value }
        #[derive(GodotVar)]
        struct Generic<T> { #[godot_var($($attributes)*)] value: T }
        same::<M, Generic<$value>>(text, "generic type", $found);
    })*};
}

macro_rules! keys {
    ($found:ident; $([$($attributes:tt)*] $value:ty;)*) => {$({
        let text = stringify!([$($attributes)*] $value);
        #[derive(Clone, PartialEq, GodotVar)]
        #[godot_var(delta)]
        struct M { #[godot_var($($attributes)*)] value: $value }
        changed::<M, MDelta>(text, M::apply, MDelta::is_empty, $found);
    })*};
}

mod even {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "what `with` calls")]
    pub(super) fn encode(number: &u32) -> u32 {
        *number
    }

    pub(super) fn decode(number: u32) -> Result<u32, &'static str> {
        if number.is_multiple_of(2) { Ok(number) } else { Err("odd") }
    }
}

fn deltas_and_newtypes(found: &mut Found) {
    fields! { found;
        [] u8; [] i64; [] u64; [] f32; [] f64; [] bool; [] String; [] StringName; [] NodePath; [] char; [] NonZeroU8; [] Variant; [] Vector2; [] Color;
        [] Option<i32>; [] Vec<i32>; [] Vec<u8>; [] [i32; 2]; [] BTreeMap<String, i64>; [] BTreeSet<i64>; [] VecDeque<String>; [] (i32, i32);
        [as = "int"] f64; [as = "int"] f32; [as = "int"] bool; [as = "int"] Option<f64>; [as = "float"] i32; [as = "float"] i64; [as = "float"] u64;
        [as = "float"] bool; [as = "float"] NonZeroI32; [as = "float64"] f32; [f64] f64; [f64] Option<f32>;
        [as = "String"] String; [as = "StringName"] String; [as = "NodePath"] String; [as = "NodePath", max_len = 1] String; [as = "StringName"] Option<String>;
        [as = "Array"] Vec<i32>; [as = "Array"] Vec<u8>; [as = "Array"] [i32; 2]; [as = "Array", max_len = 2] Vec<i32>; [as = "Array", strict] Vec<i32>;
        [typed] Vec<i64>; [typed] Vec<String>; [typed] [i32; 2]; [typed] BTreeMap<String, i64>; [typed, max_len = 1] Vec<i64>; [typed, strict] Vec<i64>;
        [strict] i32; [strict] f64; [strict] bool; [strict] String; [strict] Vec<i32>; [strict] Option<i32>; [strict] Option<String>;
        [max_len = 1] String; [max_len = 1] Vec<u8>; [max_len = 1] Vec<i32>; [max_len = 1] Option<String>; [max_len = 0] BTreeMap<String, i64>;
        [unit = "s"] Duration; [unit = "ms"] Duration; [unit = "us"] Duration; [unit = "s"] SystemTime; [unit = "us"] SystemTime; [unit = "ms"] Option<Duration>;
        [with = even, as = u32] u32; [with = even, as = u32] Option<u32>;
    }
    generic! { found;
        [] u8; [] Option<i32>; [] Vec<i32>; [strict] i32; [strict] String; [strict] Option<i32>; [strict] Option<String>;
    }
    keys! { found;
        [rename = "other"] i32; [alias = "other"] i32; [default] i32; [default = Some(3)] Option<i32>; [skip_encoding_if = Option::is_none] Option<i32>;
        [default, skip_encoding_if = String::is_empty] String; [default, max_len = 1] String; [rename = "b", strict] i32;
    }
}

#[test]
fn an_attribute_means_the_same_elsewhere() {
    let mut found = Found::default();
    deltas_and_newtypes(&mut found);
    let wrong = &found.wrong;
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
    assert!(found.read > 1000, "{}", found.read);
}
