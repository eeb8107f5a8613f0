//! Every two of many flat messages, with each attribute: where what one writes is refused or read as something else by the other, their
//! fingerprints and locks differ, and `check` reports it. Each attribute means the same in a delta, a newtype and a generic type.

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::{NonZeroI8, NonZeroU32, Wrapping};
use std::ptr;
use std::time::{Duration, SystemTime};

use godot_var::flat::{
    Encode, Flat, FromFlatBytes, Little, ToFlatBytes, TypeLayout, fingerprint, layout_fingerprint,
};
use godot_var::math::{Plane, Quaternion, Rect2, Vector2i, Vector4, double};
use godot_var::values::{NodePath, StringName};
use godot_var::{Array, Color, Dictionary, GodotFlat, GodotVar, Variant, Vector2, Vector3};
use godot_var_codegen::evolve::{self, Who};
use godot_var_codegen::{flat, lock};
use proc_macro2::TokenTree;
use syn::{Attribute, Item};

use crate::sample::Random;

type Layout = &'static TypeLayout<'static>;

/// The type and the value of a field, if the message has one.
type Value = Option<(TypeId, String)>;

/// Reads a message: what it is written as, and what a field has.
type Echo = fn(&[u8]) -> Option<(Option<Vec<u8>>, Value)>;

/// What is written for two messages, if both are read.
type OfTwo = fn(&[u8], &[u8]) -> Option<Result<Vec<u8>, String>>;

/// A type, its reader and its writer.
struct Candidate {
    text: &'static str,
    layout: Layout,
    echo: Echo,
    /// Its delta, and what becomes of a message to which a delta is applied.
    delta: Option<Delta>,
}

/// The delta of a type.
struct Delta {
    layout: Layout,
    /// Applies a delta to a message: the bytes of the result.
    apply: OfTwo,
    /// The delta from one message to another.
    between: OfTwo,
}

/// What differs between a field of a message and the same field elsewhere.
type Elsewhere = Vec<String>;

fn layout_of<T: Encode<Flat<Little>>>() -> Layout {
    T::LAYOUT
}

macro_rules! echo {
    ($message:ident $(, $value:ty)?) => {
        |bytes| {
            let message = <$message>::from_flat_bytes(bytes).ok()?;
            let written = message.to_flat_bytes().ok();
            Some((written, echo!(@value message $(, $value)?)))
        }
    };
    (@value $read:ident) => { None };
    (@value $read:ident, $value:ty) => {
        Some((TypeId::of::<$value>(), format!("{:?}", $read.value)))
    };
}

macro_rules! delta {
    ($message:ident, $delta:ident) => {
        Some(Delta {
            layout: layout_of::<$delta>(),
            apply: |message, delta| {
                let mut message = <$message>::from_flat_bytes(message).ok()?;
                message.apply(<$delta>::from_flat_bytes(delta).ok()?);
                Some(message.to_flat_bytes().map_err(|error| error.to_string()))
            },
            between: |older, newer| {
                let older = <$message>::from_flat_bytes(older).ok()?;
                let newer = <$message>::from_flat_bytes(newer).ok()?;
                let delta = newer.changes_since(&older);
                Some(delta.to_flat_bytes().map_err(|error| error.to_string()))
            },
        })
    };
}

/// Fields, each with its attributes, as fields of a message with a delta, of a newtype and of a generic type.
macro_rules! fields {
    ($found:ident, $elsewhere:ident; $([$($attributes:tt)*] $value:ty;)*) => {$({
        #[derive(Clone, PartialEq, GodotFlat)]
        #[flat(delta)]
        struct M { #[flat($($attributes)*)] value: $value }
        let text = stringify!(#[flat(delta)] struct M { #[flat($($attributes)*)] value: $value });
        $found.push(Candidate {
            text, layout: layout_of::<M>(), echo: echo!(M, $value), delta: delta!(M, MDelta),
        });
        compare_delta::<M, MDelta>(text, &mut $elsewhere);

        #[derive(Clone, Debug, PartialEq, GodotFlat)]
        struct Newtype(#[flat($($attributes)*)] $value);
        same::<M, Newtype>(text, "newtype", &mut $elsewhere);
    })*};
}

/// The same for fields of a generic type.
macro_rules! generic {
    ($elsewhere:ident; $([$($attributes:tt)*] $value:ty;)*) => {$({
        #[derive(GodotFlat)]
        struct M { #[flat($($attributes)*)] value: $value }
        #[derive(GodotFlat)]
        struct Generic<T> { #[flat($($attributes)*)] value: T }
        let text = stringify!(struct M { #[flat($($attributes)*)] value: $value });
        same::<M, Generic<$value>>(text, "generic type", &mut $elsewhere);
    })*};
}

/// Fields of a header, each with its attributes.
macro_rules! flags {
    ($found:ident; $([$($attributes:tt)*] $value:ty;)*) => {$({
        #[derive(Clone, PartialEq, GodotFlat)]
        #[flat(flags, delta)]
        struct M { #[flat($($attributes)*)] value: $value }
        $found.push(Candidate {
            text: stringify!(#[flat(flags, delta)] struct M { #[flat($($attributes)*)] value: $value }),
            layout: layout_of::<M>(), echo: echo!(M, $value), delta: delta!(M, MDelta),
        });
    })*};
}

/// Whole items. The first is the message.
macro_rules! items {
    ($found:ident; $({ $($item:tt)* })*) => {$({
        #[derive(Clone, Debug, PartialEq, GodotFlat)]
        #[allow(dead_code, reason = "only what they look like on the wire is of interest")]
        $($item)*
        $found.push(Candidate {
            text: stringify!($($item)*), layout: layout_of::<M>(), echo: echo!(M), delta: None,
        });
    })*};
}

/// Types that are fields of others.
macro_rules! helpers {
    ($list:ident, $derive:ident: $($name:ident: $item:item)*) => {
        $(#[derive(Clone, Debug, PartialEq, $derive)] $item)*
        const $list: &[(&str, &str)] = &[$((stringify!($name), stringify!($item))),*];
    };
}

helpers! { VARIANTS, GodotVar:
    Chat: struct Chat { text: String }
    Renamed: struct Renamed { name: String }
    Listed: #[godot_var(array)] struct Listed { text: String }
    Tree: struct Tree { text: String, #[godot_var(default)] inner: Vec<Tree> }
    Wrapper: struct Wrapper(Chat);
    Deed: enum Deed { Jump, Rest }
    Page: struct Page<T> { items: Vec<T> }
}

helpers! { HELPERS, GodotFlat:
    Id: struct Id(u32);
    Nothing: struct Nothing;
    Point: struct Point { x: i32, y: i32 }
    Kind: enum Kind { One, Two, Three }
    Open: enum Open { One, Two, #[flat(other)] Other(u8) }
    Wide: #[flat(repr = "u16", id)] enum Wide { #[flat(id = 1)] One, #[flat(id = 300)] Two }
    Leb: #[flat(repr = "varint", id)] enum Leb { #[flat(id = 1)] One, #[flat(id = 300)] Two, #[flat(other)] Other(u32) }
}

mod percent {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "what `with` calls")]
    pub(super) fn encode(share: &f32) -> u8 {
        (share * 100.0) as u8
    }

    pub(super) fn decode(percent: u8) -> Result<f32, &'static str> {
        if percent > 100 { Err("more than all") } else { Ok(f32::from(percent) / 100.0) }
    }
}

mod swapped {
    use godot_var::flat::{ByteOrder, Decode, Encode, Flat};
    use godot_var::{DecodeError, EncodeError, Output, Reader};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "what `with` calls")]
    pub(super) fn encode<B: ByteOrder, O: Output>(
        number: &u16,
        out: &mut O,
    ) -> Result<(), EncodeError> {
        Encode::<Flat<B>>::encode(&number.swap_bytes(), out)
    }

    pub(super) fn decode<B: ByteOrder>(reader: &mut Reader<'_>) -> Result<u16, DecodeError> {
        <u16 as Decode<'_, Flat<B>>>::decode(reader).map(u16::swap_bytes)
    }
}

fn numbers(found: &mut Vec<Candidate>) -> Elsewhere {
    let mut elsewhere = Elsewhere::new();
    fields! { found, elsewhere;
        [] u8; [] u16; [] u32; [] u64; [] i8; [] i16; [] i32; [] i64; [] f32; [] f64; [] bool; [] char; [] ();
        [] Wrapping<u16>; [] NonZeroI8; [] NonZeroU32; [] Option<u8>; [] Box<u8>;
        [varint] u8; [varint] u16; [varint] u32; [varint] u64; [varint] i8; [varint] i32; [varint] i64; [varint] NonZeroU32;
        [varint] Option<u32>; [varint] Vec<i32>; [varint] [u32; 2]; [varint] BTreeMap<u8, u32>;
        [lenient] bool; [lenient] Option<bool>; [lenient] Vec<bool>;
        [bits = 1] Vec<bool>; [bits = 1] Vec<u8>; [bits = 3] Vec<u8>; [bits = 3] Vec<u16>; [bits = 3] Vec<i8>; [bits = 8] Vec<u8>; [bits = 12] Vec<i32>;
        [bits = 3, len = u8] Vec<u8>; [bits = 3, len = u16] Vec<u8>; [bits = 3, max_len = 2] Vec<u8>; [bits = 3] Option<Vec<u8>>;
        [as = f16] f32; [as = f16] f64; [as = f16] Vector3; [as = f16] Vec<f32>; [as = f16] Option<Vector2>; [as = f16] (f32, Vector2);
        [range = -1.0..=1.0, as = u8] f32; [range = -1.0..=1.0, as = u16] f32; [range = -1.0..=1.0, as = u32] f32;
        [range = -2.0..=1.0, as = u8] f32; [range = -1.0..=2.0, as = u8] f32; [range = -1.0..=1.0, as = u8, clamp] f32;
        [range = -1.0..=1.0, as = u8] f64; [range = -1.0..=1.0, as = u8] Vector2; [range = 0..=1, as = u8] Option<f32>;
        [angle, as = u8] f32; [angle, as = u16] f32; [degrees, as = u8] f32; [angle, as = u8] Vec<f64>; [degrees, as = u8] Vector3;
        [normal, as = u8] Vector2; [normal, as = u16] Vector2; [normal, as = f16] Vector2; [normal, as = f32] Vector2;
        [normal, as = u8] Vector3; [normal, as = f32] Vector3; [normal, as = u8] Option<Vector3>;
        [smallest_three = 10] Quaternion; [smallest_three = 15] Quaternion; [smallest_three = 20] Quaternion;
        [as = u8] Color; [as = u16] Color; [as = u8] Vec<Color>;
        [unit = "s"] Duration; [unit = "ms"] Duration; [unit = "us"] Duration;
        [unit = "s"] SystemTime; [unit = "ms"] SystemTime; [unit = "us"] SystemTime;
        [unit = "s"] Option<Duration>; [unit = "ms"] Option<Duration>; [unit = "us"] Option<Duration>; [unit = "ms"] Option<SystemTime>;
        [with = percent, as = u8] f32; [with = percent, as = u8] Option<f32>; [with = swapped] u16;
    }
    generic! { elsewhere;
        [] u8; [varint] u32; [varint] Vec<i32>; [lenient] bool; [as = f16] f32; [range = -1.0..=1.0, as = u8] f32; [angle, as = u8] f32;
        [degrees, as = u8] f32; [normal, as = u8] Vector3; [smallest_three = 10] Quaternion;
    }
    elsewhere
}

fn texts_and_lists(found: &mut Vec<Candidate>) -> Elsewhere {
    let mut elsewhere = Elsewhere::new();
    fields! { found, elsewhere;
        [] String; [] StringName; [] NodePath; [] Option<String>; [c_string] String; [c_string, max_len = 2] String; [c_string] Vec<String>;
        [len = u8] String; [len = u16] String; [len = u32] String; [max_len = 2] String; [len = u8, max_len = 2] Option<String>;
        [] Vec<u8>; [] Vec<u16>; [] Vec<i8>; [] Vec<f32>; [] Vec<Vector2>; [] Vec<Point>; [] Vec<Kind>; [] Vec<Option<u8>>; [] Vec<Vec<u8>>; [] Vec<()>;
        [] VecDeque<u16>; [] BTreeSet<u8>; [] Box<[u16]>; [] BTreeMap<u8, u16>; [] BTreeMap<u16, u8>; [] BTreeMap<String, u8>;
        [len = u8] Vec<u16>; [len = u16] Vec<u16>; [max_len = 2] Vec<u16>; [len = u8, varint] Vec<u32>; [len = u8] BTreeMap<u8, u16>;
        [len = u8, range = 0..=1, as = u8] Vec<f32>; [len = u8, as = f16, max_len = 2] Vec<f32>; [max_len = 1] BTreeMap<u8, u16>;
        [] [u8; 2]; [] [u8; 3]; [] [u16; 1]; [] [[u8; 2]; 1]; [] (u8, u16); [] (u16, u8); [] (u8,); [] [Point; 1]; [max_len = 1] [String; 2];
        [] Id; [] Nothing; [] Point; [] Kind; [] Open; [] Wide; [] Leb; [] Option<Point>; [] Option<Kind>; [] Box<Point>;
        [] Vector2; [] Vector3; [] Vector4; [] Vector2i; [] Rect2; [] Plane; [] Quaternion; [] Color; [] double::Vector2;
        [] IpAddr; [] Ipv4Addr; [] Ipv6Addr; [] SocketAddr; [] [u8; 16]; [] [u8; 4];
        [] Variant; [as = Godot4] Variant; [as = Godot3] Variant; [] Dictionary; [] Array; [as = Godot3] Dictionary; [as = Godot3] Array;
        [as = Godot4] String; [as = Godot4] StringName; [as = Godot4] Option<String>; [as = Godot4] i64; [as = Godot4] u8; [as = Godot4] bool;
        [as = Godot4] Vec<String>; [as = Godot4] BTreeMap<String, String>; [as = Godot4] (String, u8); [as = Godot4] [i64; 2];
        [as = Godot4] Chat; [as = Godot3] Chat; [as = Godot4] Renamed; [as = Godot4] Listed; [as = Godot4] Tree; [as = Godot4] Wrapper;
        [as = Godot4] Option<Chat>; [as = Godot4] Vec<Chat>; [as = Godot4] Deed; [as = Godot4] Page<Chat>; [as = Godot4] Page<Deed>;
    }
    generic! { elsewhere;
        [] String; [c_string] String; [len = u8] String; [max_len = 2] String; [len = u8] Vec<u16>; [len = u8, varint] Vec<u32>;
        [] Point; [] Option<Kind>; [as = Godot3] Variant; [as = Godot4] Chat; [as = Godot4] Vec<Chat>; [as = Godot3] Deed;
    }
    elsewhere
}

fn headers(found: &mut Vec<Candidate>) {
    flags! { found;
        [] bool; [] Option<u8>; [] Option<bool>; [] Option<Option<u8>>; [varint] Option<u32>; [unit = "ms"] Option<Duration>; [unit = "us"] Option<Duration>;
        [max_len = 2] Option<String>; [range = 0..=1, as = u8] Option<f32>;
        [bits = 1] u8; [bits = 3] u8; [bits = 5] u8; [bits = 8] u8; [bits = 3] i8; [bits = 5] i8; [bits = 12] u16; [bits = 12] i16; [bits = 20] u32;
        [bits = 33] u64; [bits = 33] i64; [bits = 63] u64; [bits = 64] i64; [bits = 2] Kind; [bits = 3] Kind; [bits = 2] Open; [bits = 3] Open;
        [bits = 9] Wide; [bits = 9] Leb; [bits = 12] Leb; [bits = 12] Open;
    }
}

fn whole_items(found: &mut Vec<Candidate>) {
    items! { found;
        { struct M; }
        { struct M(u8); }
        { struct M { a: u8, b: u16 } }
        { struct M { a: u16, b: u8 } }
        { struct M { value: Id } }
        { #[flat(big_endian)] struct M { a: u8, b: u16 } }
        { struct M { a: u8, #[flat(default)] b: u16 } }
        { struct M { a: u8, #[flat(default = 7)] b: u16 } }
        { #[flat(trailing = "ignore")] struct M { a: u8 } }
        { #[flat(trailing = "ignore")] struct M { a: u8, b: u16 } }
        { #[flat(max_size = 3, crate = godot_var)] struct M { a: u8, b: u16 } }
        { #[flat(layout = "d7e96b5ff7370ea3")] struct M { a: u8, b: u16 } }
        { #[flat(flags)] struct M { a: bool, b: bool } }
        { #[flat(flags)] struct M { a: bool, #[flat(bits = 2)] b: u8 } }
        { #[flat(flags)] struct M { #[flat(bits = 2)] b: u8, a: bool } }
        { #[flat(flags)] struct M { a: Option<u8>, b: Option<u8> } }
        { #[flat(flags)] struct M { a: bool, b: u8 } }
        { #[flat(flags)] struct M { b: u8, a: bool } }
        { struct M { next: Option<Box<M>>, a: u8 } }
        { struct M { next: Vec<M>, a: u8 } }
        { #[flat(recursive(N))] struct M { a: Vec<N> } #[derive(Clone, Debug, PartialEq, GodotFlat)] #[flat(recursive(M))] struct N { b: Vec<M> } }
        { enum M { A, B } }
        { enum M { A, B, C } }
        { enum M { A = 1, B = 2 } }
        { #[flat(id)] enum M { #[flat(id = 1)] A, #[flat(id = 2)] B } }
        { #[flat(repr = "u16")] enum M { A, B } }
        { #[flat(repr = "u32")] enum M { A, B } }
        { #[flat(repr = "varint")] enum M { A, B } }
        { enum M { A, B, #[flat(other)] Other } }
        { enum M { A, B, #[flat(other)] Other(u8) } }
        { enum M { #[flat(id = 1)] A(u8), #[flat(id = 2)] B(u16) } }
        { enum M { #[flat(id = 1)] A(u16), #[flat(id = 2)] B(u8) } }
        { enum M { #[flat(id = 1)] A { a: u8 }, #[flat(id = 2)] B(Point) } }
        { enum M { #[flat(id = 1, flags)] A { a: bool, b: bool }, #[flat(id = 2)] B } }
        { enum M { #[flat(id = 1)] A { a: bool, b: bool }, #[flat(id = 2)] B } }
        { #[flat(big_endian)] enum M { #[flat(id = 1)] A(u8), #[flat(id = 2)] B(u16) } }
        { #[flat(trailing = "ignore")] enum M { #[flat(id = 1)] A(u8), #[flat(id = 2)] B(u16) } }
        { enum M { #[flat(id = 1)] A(u8), #[flat(id = 2)] B(u16), #[flat(other)] Other(u8, Vec<u8>) } }
        { enum M { #[flat(id = 1)] A(#[flat(unit = "ms")] Duration), #[flat(id = 2)] B } }
        { enum M { #[flat(id = 1)] A(#[flat(unit = "us")] Duration), #[flat(id = 2)] B } }
        { enum M { #[flat(id = 1)] A(u64), #[flat(id = 2)] B } }
    }
}

/// A Dictionary with this entry.
fn entry(key: &str, value: Variant) -> Variant {
    let mut dictionary = Dictionary::new();
    dictionary.entries.push((key.into(), value));
    Variant::Dictionary(dictionary)
}

/// Bytes of many forms: small numbers, texts, counts, and any others.
fn pool() -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = vec![Vec::new()];
    for len in 1..=16 {
        for first in [0, 1, 2, 3, 5, 0x7f, 0x80, 0xff] {
            let mut bytes = vec![0; len];
            bytes[0] = first;
            found.push(bytes.clone());
            bytes[len - 1] = first;
            found.push(bytes);
        }
    }
    for text in ["a", "ab", "abc"] {
        for prefix in [&[][..], &[text.len() as u8], &[text.len() as u8, 0], &[1, text.len() as u8]]
        {
            found.push([prefix, text.as_bytes()].concat());
            found.push([prefix, text.as_bytes(), &[0]].concat());
        }
    }
    for value in [
        Variant::Nil,
        7.into(),
        "a".into(),
        Variant::Dictionary(Dictionary::new()),
        Variant::Array(Array::default()),
        entry("text", "a".into()),
        entry("name", "a".into()),
        entry("items", vec![entry("text", "a".into())].into()),
        entry("items", vec![Variant::from("Jump")].into()),
        vec![Variant::from("a")].into(),
        vec![Variant::from("a"), 7.into()].into(),
        vec![entry("text", "a".into())].into(),
        "Jump".into(),
        true.into(),
        vec![7_i64, 8].into(),
    ] {
        use godot_var::{Godot3, Godot4, ToVariantBytes};
        // Godot 3 has no array of 64-bit integers.
        let forms = [value.to_variant_bytes::<Godot4>(), value.to_variant_bytes::<Godot3>()];
        for bytes in forms.into_iter().flatten() {
            let counted = [&(bytes.len() as u32).to_le_bytes(), &bytes[..]].concat();
            found.push([&[1], &counted[..]].concat());
            found.push(counted);
        }
    }
    for address in [&[4, 10, 0, 0, 1][..], &[4, 10, 0, 0, 1, 9, 0], &[4, 10, 0, 0, 1, 0, 9]] {
        found.push(address.to_vec());
    }
    let mut random = Random(7);
    for len in 1..=24 {
        for most in [4, 4, 256, 256] {
            found.push((0..len).map(|_| random.below(most) as u8).collect());
        }
    }
    found
}

/// Another type with the same field has the same bytes, and refuses the same ones.
fn same<T, U>(text: &str, what: &str, elsewhere: &mut Elsewhere)
where
    T: ToFlatBytes + for<'b> FromFlatBytes<'b>,
    U: ToFlatBytes + for<'b> FromFlatBytes<'b>,
{
    if layout_fingerprint::<T>() != layout_fingerprint::<U>() {
        elsewhere.push(format!("{text}: another fingerprint in a {what}"));
    }
    for bytes in pool() {
        let own = T::from_flat_bytes(&bytes).map(|value| value.to_flat_bytes().ok()).ok();
        let other = U::from_flat_bytes(&bytes).map(|value| value.to_flat_bytes().ok()).ok();
        if own != other {
            elsewhere.push(format!("{text}: {bytes:?} in a {what}"));
        }
    }
}

/// A delta has the bytes of the message after its header, and refuses the same ones.
fn compare_delta<T, D>(text: &str, elsewhere: &mut Elsewhere)
where
    T: ToFlatBytes + for<'b> FromFlatBytes<'b>,
    D: ToFlatBytes + for<'b> FromFlatBytes<'b>,
{
    for bytes in pool() {
        let own = T::from_flat_bytes(&bytes).map(|value| value.to_flat_bytes().ok()).ok();
        let delta = [&[1], &bytes[..]].concat();
        let other = D::from_flat_bytes(&delta).map(|value| value.to_flat_bytes().ok()).ok();
        let rest = |bytes: Option<Vec<u8>>| bytes.map(|bytes| bytes[1..].to_vec());
        if own != other.map(rest) {
            elsewhere.push(format!("{text}: {bytes:?} in a delta"));
        }
    }
}

fn candidates() -> (Vec<Candidate>, Elsewhere) {
    let mut found = Vec::new();
    let mut elsewhere = numbers(&mut found);
    elsewhere.extend(texts_and_lists(&mut found));
    headers(&mut found);
    whole_items(&mut found);
    (found, elsewhere)
}

#[test]
fn a_field_is_the_same_wherever_it_is() {
    let (_, elsewhere) = candidates();
    assert!(
        elsewhere.is_empty(),
        "{}\n{}",
        elsewhere.len(),
        elsewhere[..elsewhere.len().min(40)].join("\n")
    );
}

#[test]
fn a_delta_makes_a_message_that_can_be_written() {
    let pool = pool();
    let (mut wrong, mut applied) = (Vec::new(), 0);
    for candidate in candidates().0 {
        let Some(delta) = &candidate.delta else { continue };
        // Two NaNs are equal, and not every rotation is written as it was read.
        let stays = |bytes: &Vec<u8>| match (candidate.echo)(bytes) {
            Some((Some(again), value)) => {
                again == *bytes && value.is_none_or(|(_, value)| !value.contains("NaN"))
            }
            _ => false,
        };
        let written = pool.iter().filter_map(|bytes| (candidate.echo)(bytes)?.0).filter(stays);
        let messages: Vec<_> = written.collect::<BTreeSet<_>>().into_iter().collect();
        assert!(!messages.is_empty(), "no message of {}", candidate.text);
        let (first, last) = (&messages[0], &messages[messages.len() - 1]);
        let deltas = pool.iter().map(|bytes| [&[1], &bytes[..]].concat());
        for bytes in deltas.chain([vec![0]]) {
            match (delta.apply)(first, &bytes) {
                None => {}
                Some(Ok(_)) => applied += 1,
                Some(Err(error)) => {
                    // What the message itself reads, and cannot write.
                    let own = (candidate.echo)(&bytes[1..]);
                    if !matches!(own, Some((None, _))) {
                        wrong.push(format!("{}: {bytes:?}: {error}", candidate.text));
                    }
                }
            }
        }
        for (older, newer) in messages.iter().map(|newer| (last, newer)) {
            let bytes = (delta.between)(older, newer).expect("both are messages");
            match bytes.map(|bytes| (delta.apply)(older, &bytes)) {
                Ok(Some(Ok(result))) if result == *newer => {}
                other => wrong
                    .push(format!("{}: from {older:?} to {newer:?}: {other:?}", candidate.text)),
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
    assert!(applied > 1000, "{applied}");
}

/// A word of a type's text, on which side, and why it is no mistake.
type Exceptions = &'static [(&'static str, Side, &'static str)];

/// Where an exception applies.
enum Side {
    Reader,
    Writer,
}

use Side::{Reader, Writer};

/// Differences that leave the fingerprint as it is.
const SAME_FINGERPRINT: Exceptions = &[
    ("max_len", Reader, "a limit of values, not of the layout; the writer has to keep it, too"),
    ("NonZero", Reader, "the same bytes, without 0"),
    ("percent", Reader, "the user's functions may refuse values"),
    ("varint", Reader, "the integers of all widths have one form, and a narrow one holds fewer"),
    ("BTreeSet", Reader, "a set orders what it reads, and drops what is repeated"),
    ("flat(other)", Writer, "it sends back what it received, and nothing else"),
];

/// Differences that leave the lock as it is.
const SAME_LOCK: Exceptions = &[("BTreeSet", Reader, "the bytes of a set are those of a list")];

/// Refused or misread values that `check` does not report as such.
const UNCHECKED: Exceptions = &[];

/// Mistakes, and the exceptions that were met.
#[derive(Default)]
struct Found {
    wrong: Vec<String>,
    met: BTreeSet<(&'static str, &'static str)>,
}

impl Found {
    fn report(
        &mut self,
        exceptions: Exceptions,
        (writer, reader): (&Candidate, &Candidate),
        mistake: impl FnOnce() -> String,
    ) {
        let applies = |(word, side, _): &&(&str, Side, &str)| match side {
            Reader => reader.text.contains(word),
            Writer => writer.text.contains(word),
        };
        match exceptions.iter().find(applies) {
            Some((word, _, reason)) => _ = self.met.insert((word, reason)),
            None => self.wrong.push(format!("{} -> {}: {}", writer.text, reader.text, mistake())),
        }
    }
}

/// A type with all that is known of it.
struct Known {
    candidate: Candidate,
    fingerprint: u64,
    messages: Vec<(Vec<u8>, Value)>,
    side: evolve::Side,
    lock: String,
}

/// Returns the schema of a type.
fn schema(candidate: &Candidate) -> evolve::Side {
    const USED: &str = "
        use std::collections::{BTreeMap, BTreeSet, VecDeque}; use std::time::{Duration, SystemTime};
        use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr}; use std::num::{NonZeroI8, NonZeroU32, Wrapping};
        use godot_var::math::{*, double}; use godot_var::*;";
    let mut text = format!("{USED}\n#[derive(GodotFlat)]\n{}\n", candidate.text);
    for (name, helper) in HELPERS {
        if candidate.text.contains(name) {
            text.extend(["#[derive(GodotFlat)]\n", helper, "\n"]);
        }
    }
    for (_, helper) in VARIANTS {
        text.extend(["#[derive(GodotVar)]\n", helper, "\n"]);
    }
    let read = |_: &str| Ok(text.clone());
    let (protocol, flat) =
        flat::parse_both("m.rs", read).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
    evolve::Side { protocol, flat }
}

fn know(candidate: Candidate, pool: &[Vec<u8>]) -> Known {
    let mut messages: Vec<_> = pool
        .iter()
        .filter_map(|bytes| {
            let written = (candidate.echo)(bytes)?.0?;
            let value = (candidate.echo)(&written)?.1;
            Some((written, value))
        })
        .collect();
    messages.sort();
    messages.dedup();
    assert!(!messages.is_empty(), "no message of {}", candidate.text);
    let side = schema(&candidate);
    let lock = lock::write_all(&side.protocol, &side.flat).expect("a lock");
    let at = |name: &str| side.flat.types.iter().position(|def| def.name == name);
    let compiled = [
        ("M", Some(candidate.layout)),
        ("MDelta", candidate.delta.as_ref().map(|delta| delta.layout)),
    ];
    for (name, compiled) in compiled {
        let Some(compiled) = compiled else { continue };
        let index = at(name).expect("a type of the schema");
        side.flat.with_layout(index, |layout| {
            assert_eq!(fingerprint(layout), fingerprint(compiled), "{}", candidate.text);
            // The name of a generic type in a schema has its arguments, which are no part of a fingerprint.
            let is_generic = candidate.text.contains("Page");
            assert!(is_generic || layout == compiled, "{}: {layout:#?}", candidate.text);
        });
    }
    Known { fingerprint: fingerprint(candidate.layout), messages, side, lock, candidate }
}

/// Compares what one writes with what the other reads.
fn compare(writer: &Known, reader: &Known, found: &mut Found) {
    if ptr::eq(writer, reader) {
        return;
    }
    let pair = (&writer.candidate, &reader.candidate);
    // The first message that is refused, read as another value of the same type, or written in another form after it was read.
    let (mut refused, mut misread, mut reformed) = (None, None, None);
    for (bytes, value) in &writer.messages {
        match (reader.candidate.echo)(bytes) {
            None => refused = refused.or(Some(bytes)),
            Some((echo, read)) => {
                if echo.as_ref() != Some(bytes) {
                    reformed = reformed.or(Some(bytes));
                }
                if let (Some((ty, value)), Some((other_ty, other))) = (value, read)
                    && *ty == other_ty
                    && *value != other
                {
                    misread = misread.or(Some(bytes));
                }
            }
        }
    }
    let Some(bytes) = refused.or(misread).or(reformed) else { return };
    if writer.fingerprint == reader.fingerprint {
        found.report(SAME_FINGERPRINT, pair, || format!("one fingerprint: {bytes:?}"));
    }
    if writer.lock == reader.lock {
        found.report(SAME_LOCK, pair, || format!("one lock: {bytes:?}"));
    }
    if refused.is_none() && misread.is_none() {
        return;
    }
    let findings = evolve::check_all(&writer.side, &reader.side);
    let mut breaks = findings.iter().flat_map(|finding| &finding.breaks);
    if !breaks.any(|found| found.who == Who::OldWriter) {
        let said: Vec<_> = findings.iter().map(ToString::to_string).collect();
        found.report(UNCHECKED, pair, || format!("`check` is silent: {bytes:?}: {said:?}"));
    }
}

#[test]
fn whatever_they_disagree_about_is_reported() {
    let pool = pool();
    let all: Vec<_> = candidates().0.into_iter().map(|candidate| know(candidate, &pool)).collect();
    assert!(all.len() > 220, "only {} types", all.len());
    let mut found = Found::default();
    for writer in &all {
        for reader in &all {
            compare(writer, reader, &mut found);
        }
    }
    let wrong = &found.wrong;
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
    for exceptions in [SAME_FINGERPRINT, SAME_LOCK, UNCHECKED] {
        for (word, _, reason) in exceptions {
            assert!(
                found.met.contains(&(*word, *reason)),
                "`{word}` is not an exception: {reason}"
            );
        }
    }
}

/// Attributes and where they stand: the words at the beginning and after commas.
fn attributes_of(text: &str) -> BTreeSet<(&'static str, String)> {
    let mut found = BTreeSet::new();
    let mut all = |place: &'static str, attrs: &[Attribute]| {
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("flat")) {
            let mut begins = true;
            for token in attr.meta.require_list().expect("parentheses").tokens.clone() {
                if let (true, TokenTree::Ident(name)) = (begins, &token) {
                    found.insert((place, name.to_string()));
                }
                begins = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ',');
            }
        }
    };
    for item in syn::parse_file(text).expect("items").items {
        match item {
            Item::Struct(item) => {
                all("ContainerAttrs", &item.attrs);
                item.fields.iter().for_each(|field| all("FieldAttrs", &field.attrs));
            }
            Item::Enum(item) => {
                all("ContainerAttrs", &item.attrs);
                for variant in &item.variants {
                    all("MemberAttrs", &variant.attrs);
                    variant.fields.iter().for_each(|field| all("FieldAttrs", &field.attrs));
                }
            }
            _ => {}
        }
    }
    found
}

#[test]
fn has_every_attribute() {
    let tried: BTreeSet<_> =
        candidates().0.iter().flat_map(|candidate| attributes_of(candidate.text)).collect();
    let table = include_str!("../../../godot-var-schema/src/flat/attributes.rs");
    let (mut place, mut found) = ("", 0);
    for line in table.lines().map(str::trim) {
        if let Some((_, name)) = line.split_once("struct ").filter(|_| line.contains(" of Flat")) {
            place = name.split(' ').next().unwrap_or_default();
        }
        if let Some((name, _)) = line.strip_prefix('"').and_then(|line| line.split_once('"'))
            && line.contains("=> ")
            && line.ends_with(';')
        {
            let has = tried.iter().any(|(at, tried)| *at == place && tried == name);
            assert!(has, "`{name}` of {place} stands in no type");
            found += 1;
        }
    }
    assert!(found > 25, "only {found} attributes");
}
