//! Every two of many layouts, with each attribute and each type: where what one writes is refused or read as something else by the other,
//! their fingerprints and locks differ, and `check` reports it. Also `fits` against each reader.

use std::any::Any;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::{NonZeroI8, NonZeroI32, NonZeroI64, NonZeroU8, NonZeroU64, Wrapping};
use std::ptr;
use std::rc::Rc;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, SystemTime};

use godot_var::dialect::Generation;
use godot_var::layout::{TypeLayout, fingerprint};
use godot_var::math::{
    Aabb, Basis, Plane, Projection, Quaternion, Rect2, Rect2i, Transform2D, Transform3D, Vector2i,
    Vector3i, Vector4, Vector4i, double,
};
use godot_var::values::{Callable, NodePath, ObjectId, PackedView, Rid, Signal, StringName};
use godot_var::{
    Array, Color, Dictionary, FromVariantBytes, Godot4, GodotVar, ToVariantBytes, Variant, Vector2,
    Vector3,
};
use godot_var_codegen::evolve::{self, Who};
use godot_var_codegen::inspect::fits;
use godot_var_codegen::lock;
use godot_var_codegen::protocol::{Protocol, parse_text};

use crate::every_row::check_types;
use crate::fingerprint_pairs::{Tried, messages, pairs};
use crate::sample::sample;

/// A type, its reader and its writer.
pub(crate) struct Candidate {
    pub(crate) text: &'static str,
    pub(crate) layout: &'static TypeLayout<'static>,
    /// Reads a message, and writes what was read.
    pub(crate) echo: fn(&[u8]) -> Option<Option<Vec<u8>>>,
    /// For a message with one field, `value`.
    pub(crate) value: Option<Value>,
}

/// What a field is in Rust, to be written by another message with such a field.
pub(crate) struct Value {
    pub(crate) read: fn(&[u8]) -> Option<Box<dyn Any>>,
    pub(crate) write: fn(&dyn Any) -> Option<Vec<u8>>,
}

/// The layout of a type, and if it has one field, `value`, its type.
macro_rules! layout {
    ($message:ident, $text:expr $(, $value:ty)?) => {
        $crate::every_pair::Candidate {
            text: $text,
            layout: <$message as godot_var::layout::Describe>::LAYOUT,
            echo: |bytes| {
                let message = <$message>::from_variant_bytes::<godot_var::Godot4>(bytes).ok()?;
                Some(message.to_variant_bytes::<godot_var::Godot4>().ok())
            },
            value: layout!(@value $message $($value)?),
        }
    };
    (@value $message:ident) => { None };
    (@value $message:ident $value:ty) => {
        Some($crate::every_pair::Value {
            read: |bytes| {
                let message = <$message>::from_variant_bytes::<godot_var::Godot4>(bytes).ok()?;
                Some(Box::<$value>::new(message.value))
            },
            write: |value| {
                let value = value.downcast_ref::<$value>()?.clone();
                $message { value }.to_variant_bytes::<godot_var::Godot4>().ok()
            },
        })
    };
}
pub(crate) use layout;

/// Types that are fields of others.
macro_rules! helpers {
    ($($name:ident: $item:item)*) => {
        $(#[derive(Clone, Debug, PartialEq, GodotVar)] $item)*
        const HELPERS: &[(&str, &str)] = &[$((stringify!($name), stringify!($item))),*];
    };
}

helpers! {
    Id: struct Id(i32);
    Nothing: struct Nothing;
    Short: struct Short(#[godot_var(max_len = 2)] Vec<u8>);
    Row: struct Row(i32, f32);
    Point: struct Point { x: i32, y: i32 }
    Name: enum Name { A, B }
    Number: #[godot_var(repr = "int")]
    enum Number { A, B = 3 }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what `skip_encoding_if` calls")]
fn is_three(value: &i32) -> bool {
    *value == 3
}

/// Layouts of fields, each with its attributes.
macro_rules! fields {
    ($layouts:ident; $([$($attributes:tt)*] $value:ty;)*) => {$({
        #[derive(Clone, GodotVar)]
        struct M { #[godot_var($($attributes)*)] value: $value }
        let text = stringify!(struct M { #[godot_var($($attributes)*)] value: $value });
        $layouts.push(layout!(M, text, $value));
    })*};
}

/// Layouts of whole items. The first is the message.
macro_rules! items {
    ($layouts:ident; $({ $($item:tt)* })*) => {$({
        #[derive(Clone, GodotVar)]
        #[allow(dead_code, reason = "only what they look like on the wire is of interest")]
        $($item)*
        $layouts.push(layout!(M, stringify!($($item)*)));
    })*};
}

fn numbers_and_texts(layouts: &mut Vec<Candidate>) {
    fields! { layouts;
        [] bool; [] i8; [] i16; [] i64; [] u8; [] u16; [] Wrapping<i16>;
        [] NonZeroI8; [] NonZeroI64; [] NonZeroU8; [] NonZeroU64; [] f32;
        [] char; [] NodePath; [] IpAddr; [] Ipv4Addr; [] Ipv6Addr; [] SocketAddr; [] ();
        [] Option<NonZeroI32>; [] Option<bool>; [] Option<String>; [] Arc<str>;
        [as = "int"] bool; [as = "int"] f32; [as = "int"] f64; [as = "float"] bool; [as = "float64"] bool;
        [as = "float"] u16; [as = "float"] f32; [as = "float"] i64; [as = "float"] NonZeroI32; [as = "int"] Option<f64>;
        [as = "NodePath", strict] String; [as = "StringName", strict] String; [strict] f64; [strict] f32; [strict] String;
        [as = "int", strict] f64; [as = "float", strict] i32; [strict] bool; [strict] Option<i32>;
        [max_len = 1] String; [as = "NodePath", max_len = 1] String; [as = "StringName", max_len = 1] Option<String>;
        [unit = "s"] Duration; [unit = "s"] SystemTime; [unit = "ms"] SystemTime; [unit = "us"] SystemTime;
        [unit = "s"] Option<Duration>; [unit = "ms"] Option<Duration>; [unit = "us"] Option<Duration>;
        [] Id; [] Nothing; [] Name; [] Number; [] Option<Name>; [strict] Number; [strict] Name;
    }
}

fn lists(layouts: &mut Vec<Candidate>) {
    fields! { layouts;
        [] Vec<i8>; [] Vec<i16>; [] Vec<u16>; [] Vec<u32>; [] Vec<i64>; [] Vec<u64>; [] Vec<f32>; [] Vec<f64>;
        [] Vec<NonZeroU8>; [] Vec<NonZeroI32>; [] Vec<NonZeroI64>; [] Vec<char>; [] Vec<StringName>; [] Vec<NodePath>; [] Vec<IpAddr>;
        [] Vec<Vector2>; [] Vec<Vector3>; [] Vec<Vector4>; [] Vec<Color>; [] Vec<double::Vector2>; [] Vec<Quaternion>;
        [] Vec<Option<i32>>; [] Vec<Vec<u8>>; [] Vec<()>; [] Vec<Id>; [] Vec<Row>; [] Vec<Point>; [] Vec<Name>; [] Vec<Variant>;
        [] Vec<Box<i32>>; [] Vec<Box<u8>>; [] Vec<Box<u16>>; [] Vec<Box<String>>; [] Vec<Short>;
        [] Box<[i32]>; [] Rc<[i32]>; [] BTreeSet<u8>; [] BTreeSet<i64>; [] BTreeSet<StringName>; [] HashSet<()>;
        [as = "Array"] Vec<u8>; [as = "Array"] Vec<f32>; [as = "Array"] Vec<String>; [as = "Array"] Vec<u16>;
        [typed] Vec<u8>; [typed] Vec<i64>; [typed] Vec<f32>; [typed] Vec<f64>; [typed] Vec<String>; [typed] Vec<bool>; [typed] Vec<Vector2>;
        [typed] Vec<Point>; [typed] Vec<Row>; [typed] Vec<Id>; [typed] Vec<Vec<i32>>; [typed] Box<[i32]>; [typed] VecDeque<i32>;
        [strict] Vec<i32>; [strict] Vec<u16>; [as = "Array", strict] Vec<i32>; [typed, strict] Vec<i32>;
        [max_len = 2] Vec<u8>; [max_len = 2] Vec<String>; [typed, max_len = 2] Vec<i32>; [as = "Array", max_len = 2] Vec<i32>;
        [] [(); 0]; [] [(); 1]; [] [i32; 0]; [] [i32; 2]; [] [u16; 1]; [] [u16; 2]; [] [f32; 2]; [] [f32; 3]; [] [f64; 1];
        [] [String; 1]; [] [Box<u16>; 1]; [] [Id; 1]; [] [Nothing; 1]; [] [Point; 1]; [] [Vec<i32>; 1]; [] [[f32; 2]; 1]; [] [[f32; 1]; 2]; [] [bool; 1];
        [] Vec<[i32; 2]>; [] Vec<[i32; 1]>; [] Vec<[(); 0]>; [] [[(); 0]; 1]; [] Option<[i32; 2]>; [] [u8; 2]; [] [Variant; 1];
        [as = "Array"] [i32; 1]; [as = "Array"] [i32; 2]; [as = "Array"] [u16; 2]; [as = "Array", strict] [i32; 2];
        [as = "Array"] Option<[i32; 2]>; [typed] Option<[i32; 2]>; [typed] [i32; 2]; [typed] [i32; 1]; [typed] [u16; 2]; [typed] [Id; 1]; [typed, strict] [i32; 1];
        [] (i32,); [] (i32, i32); [] (i32, f32); [] ((), ());
    }
}

#[expect(elided_lifetimes_in_paths, reason = "a few of them borrow")]
fn containers_and_structures(layouts: &mut Vec<Candidate>) {
    fields! { layouts;
        [] BTreeMap<String, i64>; [] BTreeMap<String, u8>; [] BTreeMap<StringName, i64>; [] BTreeMap<i32, String>; [] BTreeMap<NonZeroI32, String>;
        [] BTreeMap<String, Variant>; [] BTreeMap<Vector2i, bool>; [] HashMap<(), i64>; [] BTreeMap<String, [f32; 2]>; [] BTreeMap<char, i64>;
        [typed] BTreeMap<String, i64>; [typed] BTreeMap<String, u8>; [typed] BTreeMap<String, [f32; 2]>; [typed] BTreeMap<String, Vec<f32>>; [max_len = 1] BTreeMap<String, i64>;
        [] Option<Vec<i32>>; [] Option<Box<i32>>; [] Point; [] Option<Point>; [] Row; [] Box<Point>;
        [] Vector2; [] Vector3; [] Vector4; [] Vector2i; [] Vector3i; [] Vector4i; [] Rect2; [] Rect2i; [] Plane; [] Quaternion; [] Aabb; [] Basis;
        [] Transform2D; [] Transform3D; [] Projection; [] Color; [] double::Vector2; [] double::Vector3; [] double::Quaternion;
        [] Rid; [] ObjectId; [] Callable; [] Signal; [] Dictionary; [] Array; [] Variant; [] Option<ObjectId>;
        [skip_encoding_if = Option::is_none] Option<i32>; [skip_encoding_if = is_three, default = 3] i32; [skip_encoding] i32; [default] Option<i32>;
        [skip_encoding, default] i32; [skip_decoding, default] i32;
    }
    items! { layouts;
        { struct M<'a> { value: &'a str } }
        { struct M<'a> { value: Vec<&'a str> } }
        { struct M<'a> { #[godot_var(borrow)] value: &'a [u8] } }
        { struct M<'a> { value: PackedView<'a, i32> } }
        { struct M<'a> { value: PackedView<'a, Vector2> } }
        { struct M<'a> { value: Cow<'a, [i32]> } }
        { struct M { } }
        { struct M(); }
        { struct M(i32, f32); }
        { struct M(i32, #[godot_var(default)] i32); }
        { #[godot_var(array)] struct M { value: Option<i32>, b: Option<i32> } }
        { #[godot_var(array)] struct M { a: i32, #[godot_var(default)] value: [i32; 1] } }
        { struct M([i32; 1]); }
        { struct M(#[godot_var(typed)] [i32; 1]); }
        { struct M(#[godot_var(unit = "ms")] Duration); }
        { struct M(#[godot_var(unit = "us")] Duration); }
        { struct M { #[godot_var(flatten)] point: Point } }
        { struct M { #[godot_var(flatten)] point: Option<Point> } }
        { struct M { #[godot_var(flatten)] point: Point, #[godot_var(flatten)] rest: BTreeMap<String, i64> } }
        { struct M { #[godot_var(flatten)] rest: BTreeMap<String, Variant> } }
        { #[godot_var(keys = "StringName")] struct M { value: i64 } }
        { struct M { value: i32, next: Option<Box<M>> } }
        { struct M { value: i32, next: Vec<M> } }
    }
}

fn enums(layouts: &mut Vec<Candidate>) {
    items! { layouts;
        { enum M { A(i32), B } }
        { enum M { A(()), B } }
        { enum M { A(), B } }
        { enum M { A {}, B } }
        { enum M { A(Nothing), B } }
        { enum M { A([f32; 2]), B } }
        { enum M { A(#[godot_var(typed)] [f32; 2]), B } }
        { enum M { A(#[godot_var(unit = "s")] Duration), B } }
        { enum M { A, B, C } }
        { enum M { A, #[godot_var(other)] Other(String) } }
        { #[godot_var(repr = "int")] enum M { A, B = 3 } }
        { #[godot_var(repr = "int")] enum M { A, #[godot_var(other)] Other(i64) } }
        { #[godot_var(tag = "t")] enum M { A, B } }
        { #[godot_var(tag = "t")] enum M { A { value: i32 }, B(Point) } }
        { #[godot_var(tag = "t")] enum M { #[godot_var(id = 1)] A, #[godot_var(id = 2)] B } }
        { #[godot_var(tag = "t", content = "value")] enum M { A, B } }
        { #[godot_var(tag = "t", content = "value")] enum M { A(()), B(i32) } }
        { #[godot_var(tag = "t", content = "value")] enum M { A, B(i32) } }
        { #[godot_var(tag = "t", content = "value")] enum M { A(), B(Nothing) } }
        { #[godot_var(untagged)] enum M { A(i32), B(String) } }
        { #[godot_var(untagged)] enum M { A(String), B(i32) } }
        { #[godot_var(untagged)] enum M { A, B(i32) } }
        { #[godot_var(untagged)] enum M { A(()), B(i32) } }
        { #[godot_var(untagged)] enum M { A([i32; 1]), B([i32; 2]) } }
        { #[godot_var(untagged)] enum M { A([i32; 2]), B([i32; 1]) } }
        { #[godot_var(array, id)] enum M { #[godot_var(id = 1)] A, #[godot_var(id = 2)] B } }
        { #[godot_var(array, id)] enum M { #[godot_var(id = 1)] A(()), #[godot_var(id = 2)] B(i32) } }
        { #[godot_var(array, id)] enum M { #[godot_var(id = 1)] A([i32; 1]), #[godot_var(id = 2)] B } }
        { #[godot_var(array, id)] enum M { #[godot_var(id = "a")] A(i32), #[godot_var(other)] Other(Variant) } }
    }
}

/// All layouts, each once.
fn candidates() -> Vec<Candidate> {
    let mut tried = Tried::default();
    pairs(&mut tried);
    let mut layouts = tried.layouts;
    numbers_and_texts(&mut layouts);
    lists(&mut layouts);
    containers_and_structures(&mut layouts);
    enums(&mut layouts);
    let mut known = BTreeSet::new();
    layouts.retain(|layout| known.insert(layout.text));
    layouts
}

/// A message, and its value.
struct Message {
    bytes: Vec<u8>,
    value: Variant,
}

/// Messages of types for which the others have none.
fn rare_messages() -> impl Iterator<Item = Vec<u8>> {
    let texts = ["127.0.0.1", "::1", "127.0.0.1:7777"].map(Variant::from);
    let packed = Variant::PackedVector2Array(vec![Vector2::ZERO, Vector2::ONE]);
    let negative = Variant::from(-1.5);
    texts.into_iter().chain([packed, negative]).map(|value| {
        let message = Variant::Dictionary([("value", value)].into_iter().collect());
        message.to_variant_bytes::<Godot4>().expect("a value")
    })
}

/// Returns messages that a type writes, of values from seeds and of those at boundaries.
fn written(layout: &Candidate, messages: &[Vec<u8>]) -> Vec<Message> {
    let samples = (0..5)
        .map(|seed| sample(layout.layout, seed).to_variant_bytes::<Godot4>().expect("a value"));
    let mut known = BTreeSet::new();
    let written: Vec<_> = samples
        .chain(messages.iter().cloned())
        .filter_map(|bytes| (layout.echo)(&bytes)?)
        .filter(|bytes| known.insert(bytes.clone()))
        .take(10)
        .map(|bytes| {
            let value = Variant::from_variant_bytes::<Godot4>(&bytes).expect("what was written");
            Message { bytes, value }
        })
        .collect();
    assert!(!written.is_empty(), "no message of {}", layout.text);
    written
}

/// Returns the schema of a layout and its lock; `None` for a generic type.
fn schema(layout: &Candidate) -> Option<(Protocol, String)> {
    const USED: &str = "
        use std::borrow::Cow; use std::rc::Rc; use std::sync::Arc; use std::time::{Duration, SystemTime};
        use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
        use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
        use std::num::{NonZeroI8, NonZeroI32, NonZeroI64, NonZeroU8, NonZeroU64, Wrapping};
        use godot_var::math::{*, double}; use godot_var::values::*; use godot_var::*;";
    let mut text = format!("{USED}\n#[derive(GodotVar)]\n{}\n", layout.text);
    for (name, helper) in HELPERS {
        if layout.text.contains(name) {
            text.extend(["#[derive(GodotVar)]\n", helper, "\n"]);
        }
    }
    let protocol = parse_text("m.rs", &text).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
    protocol.get("M")?;
    let lock = lock::write(&protocol).expect("a lock");
    Some((protocol, lock))
}

/// Where an exception applies.
enum Side {
    Reader,
    Writer,
    Either,
}

use Side::{Either, Reader, Writer};

/// A word of a type's text, on which side, and why it is no mistake.
type Exceptions = &'static [(&'static str, Side, &'static str)];

/// Differences that leave the fingerprint as it is.
const SAME_FINGERPRINT: Exceptions = &[
    ("max_len", Reader, "a limit of values, not of the layout; the writer has to keep it, too"),
    ("Short", Reader, "it has a `max_len`"),
    ("BTreeSet", Reader, "a set orders what it reads, and drops what is repeated"),
    ("HashSet", Reader, "a set drops what is repeated"),
    ("try_from", Reader, "the user's functions may refuse values"),
    ("even", Reader, "the user's functions may refuse values"),
    ("skip_decoding", Reader, "what is written stays the same"),
    ("skip_encoding", Either, "that a field may be left out is in the fingerprint, but not when"),
    ("godot_var(other)", Writer, "it sends back what it received, and nothing else"),
];

/// Refused or misread values that `check` does not report as such.
const UNCHECKED: Exceptions = &[
    ("try_from", Reader, "a schema does not have the code of functions"),
    ("even", Reader, "a schema does not have the code of functions"),
    ("flatten)] rest", Writer, "a map has any keys; the field of this name is reported as new"),
    ("godot_var(other)", Writer, "a value of a newer program is refused as that program's is"),
];

/// Differences that leave the lock as it is.
const SAME_LOCK: Exceptions = &[
    ("try_from", Reader, "a lock does not have the code of functions"),
    ("even", Reader, "a lock does not have the code of functions"),
];

/// Values that fit a layout, although its reader refuses them.
const FITTING: Exceptions = &[
    ("try_from", Reader, "`fits` does not call the user's functions"),
    ("even", Reader, "`fits` does not call the user's functions"),
];

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
            Either => reader.text.contains(word) || writer.text.contains(word),
        };
        match exceptions.iter().find(applies) {
            Some((word, _, reason)) => _ = self.met.insert((word, reason)),
            None => self.wrong.push(format!("{} -> {}: {}", writer.text, reader.text, mistake())),
        }
    }
}

/// A layout with all that is known of it.
struct Known {
    layout: Candidate,
    fingerprint: u64,
    messages: Vec<Message>,
    schema: Option<(Protocol, String)>,
}

/// Compares what one writes with what the other reads.
fn compare(writer: &Known, reader: &Known, found: &mut Found) {
    let pair = (&writer.layout, &reader.layout);
    // The first value that is refused, written in another form after it was read, or read as another value.
    let (mut refused, mut reformed, mut misread) = (None, None, None);
    for Message { bytes, value } in &writer.messages {
        let echo = (reader.layout.echo)(bytes);
        let fits = fits(reader.layout.layout, value, Generation::Godot4).is_ok();
        if fits && echo.is_none() {
            found.report(FITTING, pair, || format!("fits, but is refused: {value:?}"));
        } else if !fits && echo.is_some() {
            found.report(&[], pair, || format!("is read, but does not fit: {value:?}"));
        }
        match echo {
            None => refused = refused.or(Some(value)),
            Some(echo) if echo.as_ref() != Some(bytes) => reformed = reformed.or(Some(value)),
            Some(_) => {}
        }
        if let (Some(writer), Some(reader)) = (&writer.layout.value, &reader.layout.value)
            && let Some(same) = (reader.read)(bytes)
            && (writer.write)(&*same).is_some_and(|written| written != *bytes)
        {
            misread = misread.or(Some(value));
        }
    }
    let differ = refused.or(misread).or(reformed).filter(|_| !ptr::eq(writer, reader));
    let Some(value) = differ else { return };
    if writer.fingerprint == reader.fingerprint {
        found.report(SAME_FINGERPRINT, pair, || format!("one fingerprint: {value:?}"));
    }
    let (Some((old, old_lock)), Some((new, new_lock))) = (&writer.schema, &reader.schema) else {
        return;
    };
    if old_lock == new_lock {
        found.report(SAME_LOCK, pair, || format!("one lock: {value:?}"));
    }
    if refused.is_none() && misread.is_none() {
        return;
    }
    let findings = evolve::check(old, new);
    let mut breaks = findings.iter().flat_map(|finding| &finding.breaks);
    let is_said = breaks.any(|found| found.who == Who::OldWriter);
    if findings.is_empty() || refused.is_some() && !is_said {
        found.report(UNCHECKED, pair, || format!("`check` is silent: {value:?}: {findings:#?}"));
    }
}

#[test]
fn whatever_they_disagree_about_is_reported() {
    let pool: Vec<_> = rare_messages().chain(messages()).collect();
    let know = |layout: Candidate| Known {
        fingerprint: fingerprint(layout.layout),
        messages: written(&layout, &pool),
        schema: schema(&layout),
        layout,
    };
    let all: Vec<_> = candidates().into_iter().map(know).collect();
    assert!(all.len() > 300, "only {} layouts", all.len());
    let compare_all = |writers: &[Known]| {
        let mut found = Found::default();
        for writer in writers {
            for reader in &all {
                compare(writer, reader, &mut found);
            }
        }
        found
    };
    let found: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> =
            all.chunks(50).map(|writers| scope.spawn(move || compare_all(writers))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a verdict")).collect()
    });
    let wrong: Vec<_> = found.iter().flat_map(|found| found.wrong.clone()).collect();
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
    for exceptions in [SAME_FINGERPRINT, UNCHECKED, SAME_LOCK, FITTING] {
        for (word, _, reason) in exceptions {
            let is_met = found.iter().any(|found| found.met.contains(&(*word, *reason)));
            assert!(is_met, "`{word}` is not an exception: {reason}");
        }
    }
}

#[test]
fn has_every_type_of_the_page() {
    let texts: Vec<_> = candidates().iter().map(|candidate| candidate.text).collect();
    check_types(&texts.join("\n"));
}
