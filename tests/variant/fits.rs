//! The rules of readers, compared with the readers: every Rust type at its boundaries.

use std::collections::BTreeMap;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use godot_var::EncodeVariant;
use godot_var::dialect::{Double, Flagless, Generation, Godot3_0};
use godot_var::layout::{Describe, TypeLayout};
use godot_var::{
    Array, Dialect, Dictionary, FromVariantBytes, Godot3, Godot4, GodotVar, ToVariantBytes, Variant,
};
use godot_var_codegen::inspect::fits;

use boundaries::{BOTH, NEWER, both, newer, types, values};
use godot_var_codegen::protocol::parse_text;

#[path = "../common/boundaries.rs"]
pub mod boundaries;

/// Returns the difference between a reader and the rules for a value.
fn compare<D: Dialect>(
    layout: &'static TypeLayout<'static>,
    message: &Variant,
    read: impl FnOnce(&[u8]) -> bool,
    differences: &mut Vec<String>,
) -> bool {
    // The dialect lacks the type.
    let Ok(bytes) = message.to_variant_bytes::<D>() else { return false };
    // The value as it arrives: a dialect may have Strings for names, or only 32-bit floats.
    let arrived = Variant::from_variant_bytes::<D>(&bytes).expect("what was just written");
    let (read, fit) = (read(&bytes), fits(layout, &arrived, D::SPEC.generation));
    if read != fit.is_ok() {
        let fit = fit.map(drop);
        differences.push(format!("{}: read: {read}, {fit:?}: {arrived:?}", D::SPEC.name));
    }
    read
}

fn report(differences: &[String]) {
    let shown = &differences[..differences.len().min(40)];
    assert!(differences.is_empty(), "{}\n{}", differences.len(), shown.join("\n"));
}

#[test]
fn every_type_at_its_boundaries() {
    let (mut taken, mut refused, mut differences) = (0, 0, Vec::new());
    for kind in types() {
        for value in values() {
            let message = kind.message(value.as_ref());
            let godot4 = compare::<Godot4>(kind.layout, &message, kind.godot4, &mut differences);
            let godot3 = kind.godot3.is_some_and(|read| {
                compare::<Godot3>(kind.layout, &message, read, &mut differences)
            });
            for read in [godot4, godot3] {
                *(if read { &mut taken } else { &mut refused }) += 1;
            }
        }
    }
    report(&differences);
    assert!(taken > 2000 && refused > 10_000, "{taken} taken, {refused} refused");
}

/// The other dialects differ only in numbers and structures.
macro_rules! check {
    ($dialect:ty, $differences:expr; $($module:ident::$name:ident),* $(,)?) => { $(
        for value in values() {
            let kind = types().into_iter().find(|kind| kind.name == stringify!($name));
            let message = kind.expect("it is listed").message(value.as_ref());
            let layout = <$module::$name as Describe>::LAYOUT;
            let read = |bytes: &[u8]| $module::$name::from_variant_bytes::<$dialect>(bytes).is_ok();
            compare::<$dialect>(layout, &message, read, $differences);
        }
    )* };
}

#[test]
fn numbers_and_structures_in_every_dialect() {
    let mut differences = Vec::new();
    macro_rules! in_dialects {
        ($($dialect:ty),*) => { $(check!(
            $dialect, &mut differences;
            both::OfI64, both::OfU8, both::OfF32, both::OfF64, both::OfI32AsFloat, both::OfName,
            both::OfStrictF32, both::OfListOfI64, both::OfListOfF32, both::OfListOfVector3,
            both::OfVector3, both::OfColor,
        );)* };
    }
    in_dialects!(Godot3_0, Flagless, Double<Godot4>, Double<Godot3>);
    check!(
        Double<Godot4>, &mut differences;
        newer::OfWideVector3, newer::OfVector4, newer::OfListOfVector4, newer::OfProjection,
    );
    report(&differences);
}

// ---------------------------------------------------------------- time

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(untagged)]
enum Expression {
    Name(String),
    Number(f64),
    Both { left: Box<Expression>, right: Box<Expression> },
    Neg { left: Box<Expression> },
}

/// Its variants differ only after the inner value.
#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(untagged)]
enum Late {
    End(bool),
    Ints { inner: Box<Late>, rest: Vec<i32> },
    Floats { inner: Box<Late>, rest: Vec<f32> },
}

/// `first` needs the value of `inner`, and `missing` is absent.
#[derive(Debug, PartialEq, GodotVar)]
struct Twice {
    #[godot_var(flatten)]
    first: Option<First<Box<Twice>>>,
    #[godot_var(flatten)]
    rest: BTreeMap<String, Twice>,
}

#[derive(Debug, PartialEq, GodotVar)]
struct First<T> {
    inner: T,
    missing: i32,
}

/// Returns the verdict on a value in this many Dictionaries. A reader whose work doubles with each of them would not finish.
fn verdict<T: EncodeVariant<Godot4>>(
    levels: usize,
    end: Variant,
    key: &'static str,
    rest: bool,
) -> bool {
    let value = (0..levels).fold(end, |inner, _| {
        let mut pairs = Dictionary::new();
        pairs.insert(key, inner);
        if rest {
            pairs.insert("rest", Variant::Array(Array::new(vec![Variant::Float(1.5)])));
        }
        Variant::Dictionary(pairs)
    });
    let (done, verdict) = mpsc::channel();
    thread::spawn(move || done.send(fits(T::LAYOUT, &value, Generation::Godot4).is_ok()));
    verdict.recv_timeout(Duration::from_secs(60)).expect("it ends")
}

#[test]
fn no_value_is_looked_at_again_and_again() {
    let text = || Variant::String("x".to_owned());
    let empty = || Variant::Dictionary(Dictionary::new());
    assert!(verdict::<Expression>(100, text(), "left", false));
    assert!(!verdict::<Expression>(100, Variant::Bool(true), "left", false));
    assert!(verdict::<Late>(100, Variant::Bool(true), "inner", true));
    assert!(!verdict::<Late>(100, text(), "inner", true));
    assert!(verdict::<Twice>(5, empty(), "inner", false));
    assert!(verdict::<Twice>(100, empty(), "inner", false));
    assert!(verdict::<Twice>(100, text(), "inner", false), "a key of `first` is not a map's");
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(array)]
struct Elements {
    first: Option<i32>,
    second: Option<i32>,
    #[godot_var(default)]
    third: i32,
}

#[test]
fn a_missing_element_is_no_none() {
    for count in 0..4 {
        let value = Variant::Array(Array::new(vec![Variant::Int(1); count]));
        let bytes = value.to_variant_bytes::<Godot4>().expect("a value");
        let layout = <Elements as Describe>::LAYOUT;
        let fit = fits(layout, &value, Generation::Godot4).map(drop);
        let read = Elements::from_variant_bytes::<Godot4>(&bytes).map(drop);
        assert_eq!(fit.is_ok(), count >= 2);
        assert_eq!(read.is_ok(), count >= 2);
    }
}

/// A reader requires a field, unless no writer writes it.
#[test]
fn what_is_left_out_is_missing() {
    #[derive(Debug, PartialEq, GodotVar)]
    struct Score {
        points: i32,
        #[godot_var(skip_encoding)]
        bonus: i32,
    }
    for (key, is_read) in [("points", true), ("bonus", false)] {
        let value = Variant::Dictionary([(key, Variant::Int(1))].into_iter().collect());
        let bytes = value.to_variant_bytes::<Godot4>().expect("a value");
        let fit = fits(<Score as Describe>::LAYOUT, &value, Generation::Godot4).map(drop);
        assert_eq!(fit.is_ok(), is_read, "{key}");
        assert_eq!(Score::from_variant_bytes::<Godot4>(&bytes).is_ok(), is_read, "{key}");
    }
}

/// A tuple is read only from an Array, a map only from a Dictionary: packed arrays are for lists.
#[test]
fn packed_arrays_are_lists_alone() {
    let packed = Variant::PackedInt32Array(vec![1, 2]).to_variant_bytes::<Godot4>();
    let packed = packed.expect("a value");
    assert_eq!(<Vec<i32>>::from_variant_bytes::<Godot4>(&packed), Ok(vec![1, 2]));
    let kind = |error: godot_var::DecodeError| error.kind();
    let wrong = Some(godot_var::error::DecodeErrorKind::WrongType);
    assert_eq!(<(i32, i32)>::from_variant_bytes::<Godot4>(&packed).err().map(kind), wrong);
    let map = BTreeMap::<i32, i32>::from_variant_bytes::<Godot4>(&packed);
    assert_eq!(map.err().map(kind), wrong);
}

#[test]
fn the_fingerprints_of_the_boundaries_are_those_of_the_schemas() {
    for (text, compiled) in [(BOTH, both::LAYOUT), (NEWER, newer::LAYOUT)] {
        let protocol = parse_text("boundaries.rs", text).expect("a schema");
        assert_eq!(format!("{:016x}", protocol.fingerprint_of_all()), compiled);
    }
}
