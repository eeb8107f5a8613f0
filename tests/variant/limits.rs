//! The limits of a reader at their boundaries, and encoded objects, which are data here.

use std::thread;

use godot_var::error::DecodeErrorKind;
use godot_var::inspect::peek_field_with;
use godot_var::math::Transform3D;
use godot_var::values::{Object, ObjectId};
use godot_var::{
    Dialect, Dictionary, FromVariantBytes, Godot3, Godot4, GodotVar, Limits, ToVariantBytes,
    Variant,
};

/// `depth` Arrays inside each other around Nil.
fn nested<D: Dialect>(depth: usize) -> Vec<u8> {
    let array = Variant::from(Vec::<Variant>::new()).to_variant_bytes::<Godot4>().unwrap()[0];
    let id = if D::SPEC == Godot3::SPEC { 19 } else { array };
    let mut bytes = [id, 0, 0, 0, 1, 0, 0, 0].repeat(depth);
    bytes.extend([0; 4]);
    bytes
}

fn kind<T: for<'de> FromVariantBytes<'de>>(
    bytes: &[u8],
    limits: Limits,
) -> Option<DecodeErrorKind> {
    T::from_variant_bytes_with::<Godot4>(bytes, limits).err().map(|error| error.kind())
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(transparent)]
struct Nest {
    inner: Vec<Option<Nest>>,
}

#[test]
fn depth() {
    let default = Limits::DEFAULT;
    assert_eq!(kind::<Variant>(&nested::<Godot4>(128), default), None);
    assert_eq!(kind::<Variant>(&nested::<Godot4>(129), default), Some(DecodeErrorKind::TooDeep));
    assert_eq!(kind::<Nest>(&nested::<Godot4>(128), default), None);
    assert_eq!(kind::<Nest>(&nested::<Godot4>(129), default), Some(DecodeErrorKind::TooDeep));
    // No limit exceeds the engine's own, so threads of usual stack size are enough.
    let endless = Limits::NONE.with_depth(u32::MAX);
    assert_eq!(kind::<Variant>(&nested::<Godot4>(1024), endless), None);
    assert_eq!(kind::<Variant>(&nested::<Godot4>(1025), endless), Some(DecodeErrorKind::TooDeep));
    assert_eq!(kind::<Nest>(&nested::<Godot4>(1024), endless), None);
    assert_eq!(kind::<Nest>(&nested::<Godot4>(100_000), endless), Some(DecodeErrorKind::TooDeep));
    let none = default.with_depth(0);
    assert_eq!(kind::<Variant>(&nested::<Godot4>(0), none), None);
    assert_eq!(kind::<Variant>(&nested::<Godot4>(1), none), Some(DecodeErrorKind::TooDeep));
    let error = Variant::from_variant_bytes::<Godot3>(&nested::<Godot3>(200)).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::TooDeep, 128 * 8 + 8));
}

/// A large record that contains itself.
#[derive(Debug, GodotVar)]
struct Large {
    name: String,
    #[godot_var(default)]
    places: [Transform3D; 4],
    #[godot_var(default)]
    next: Option<Box<Large>>,
}

#[test]
fn large_records_on_the_stack_of_a_thread() {
    let mut bytes = vec![];
    for level in 0..128 {
        let pairs = if level < 127 { 2 } else { 1 };
        bytes.extend([27, 0, 0, 0, pairs, 0, 0, 0]);
        bytes.extend(b"\x04\0\0\0\x04\0\0\0name\x04\0\0\0\0\0\0\0");
        if level < 127 {
            bytes.extend(b"\x04\0\0\0\x04\0\0\0next");
        }
    }
    let read = move || Large::from_variant_bytes::<Godot4>(&bytes).map(drop);
    let thread = thread::Builder::new().stack_size(2 << 20).spawn(read).unwrap();
    assert_eq!(thread.join().expect("stack enough"), Ok(()));
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
enum Numbered {
    #[godot_var(id = 1)]
    One(i32),
    #[godot_var(id = 2)]
    Two,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(untagged)]
enum Lists {
    Numbered(Vec<Numbered>),
    Numbers(Vec<i64>),
}

#[test]
fn an_element_without_a_container_needs_no_depth() {
    let one = Limits::DEFAULT.with_depth(1);
    let numbers = Variant::from(vec![Variant::Int(1)]).to_variant_bytes::<Godot4>().unwrap();
    let read = Lists::from_variant_bytes_with::<Godot4>(&numbers, one);
    assert_eq!(read, Ok(Lists::Numbers(vec![1])));
    let list = Lists::Numbered(vec![Numbered::One(1), Numbered::Two]);
    let bytes = list.to_variant_bytes::<Godot4>().unwrap();
    assert_eq!(kind::<Lists>(&bytes, one), Some(DecodeErrorKind::TooDeep));
    let read = Lists::from_variant_bytes_with::<Godot4>(&bytes, one.with_depth(2));
    assert_eq!(read, Ok(list));
}

#[test]
fn elements_and_bytes() {
    let three = vec![1, 2, 3].to_variant_bytes::<Godot4>().unwrap();
    let limits = Limits::DEFAULT;
    for limited in [limits.with_elements(2), limits.with_bytes(three.len() - 1)] {
        assert_eq!(kind::<Vec<i32>>(&three, limited), Some(DecodeErrorKind::LimitExceeded));
    }
    assert_eq!(
        kind::<Variant>(&three, limits.with_elements(2)),
        Some(DecodeErrorKind::LimitExceeded)
    );
    let hint = |limits| {
        let error = Vec::<i32>::from_variant_bytes_with::<Godot4>(&three, limits).unwrap_err();
        error.hint().to_owned()
    };
    assert_eq!(hint(limits.with_elements(2)), "`Limits::with_elements` raises the limit");
    assert_eq!(hint(limits.with_bytes(3)), "`Limits::with_bytes` raises the limit");
    let bools = vec![true].to_variant_bytes::<Godot4>().unwrap();
    let flat = limits.with_depth(0);
    let error = Vec::<bool>::from_variant_bytes_with::<Godot4>(&bools, flat).unwrap_err();
    assert_eq!(error.hint(), "`Limits::with_depth` raises the limit");
    for enough in [limits.with_elements(3), limits.with_bytes(three.len())] {
        assert_eq!(kind::<Vec<i32>>(&three, enough), None);
        assert_eq!(kind::<Variant>(&three, enough), None);
    }
    // The limit of bytes applies to byte arrays, not that of elements.
    let bytes = vec![7u8; 100].to_variant_bytes::<Godot4>().unwrap();
    assert_eq!(kind::<Vec<u8>>(&bytes, limits.with_elements(2)), None);
}

/// More containers than may stand inside each other, one after the other.
#[test]
fn siblings_need_no_depth() {
    let wide = Variant::from(vec![Variant::from(Vec::<Variant>::new()); 3000]);
    let bytes = wide.to_variant_bytes::<Godot4>().expect("encodes");
    assert_eq!(Variant::from_variant_bytes::<Godot4>(&bytes), Ok(wide));
    let wide = vec![vec![Some(1)]; 3000];
    let bytes = wide.to_variant_bytes::<Godot4>().expect("encodes");
    assert_eq!(FromVariantBytes::from_variant_bytes::<Godot4>(&bytes), Ok(wide));
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Named {
    id: u8,
    name: String,
    nick: Option<String>,
    health: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array)]
struct Positional {
    id: u8,
    name: String,
    nick: Option<String>,
    health: Option<i64>,
}

/// The elements of a list are read in the same way whatever the limits are: speculatively, and with care.
#[test]
fn lists_of_records_with_texts() {
    fn check<T>(new: impl Fn(u8, &str, Option<&str>, Option<i64>) -> T)
    where
        T: ToVariantBytes + for<'de> FromVariantBytes<'de> + Clone + PartialEq + std::fmt::Debug,
    {
        let list = vec![
            new(1, "", None, Some(1 << 40)),
            new(2, "Größe", Some("a"), None),
            new(255, "a name of some length", Some(""), Some(-1)),
        ];
        let bytes = list.to_variant_bytes::<Godot4>().expect("encodes");
        for limits in [Limits::DEFAULT, Limits::DEFAULT.with_elements(4), Limits::NONE] {
            let read = FromVariantBytes::from_variant_bytes_with::<Godot4>(&bytes, limits);
            assert_eq!(read.as_ref(), Ok(&list));
        }
        let few = Limits::DEFAULT.with_elements(3);
        let read = Vec::<T>::from_variant_bytes_with::<Godot4>(&bytes, few);
        assert_eq!(read.expect_err("four fields").kind(), DecodeErrorKind::LimitExceeded);
    }
    check(|id, name, nick, health| Named {
        id,
        name: name.into(),
        nick: nick.map(Into::into),
        health,
    });
    check(|id, name, nick, health| Positional {
        id,
        name: name.into(),
        nick: nick.map(Into::into),
        health,
    });
}

/// Engines read a length as an `i32`.
#[test]
fn a_length_is_below_2_to_the_31() {
    // String, StringName, PackedByteArray, PackedInt32Array, PackedStringArray.
    for id in [4, 21, 29, 30, 34_u32] {
        for (len, expected) in [
            (i32::MAX as u32, DecodeErrorKind::Incomplete),
            (1 << 31, DecodeErrorKind::InvalidLength),
        ] {
            let bytes = [id.to_le_bytes(), len.to_le_bytes()].concat();
            assert_eq!(kind::<Variant>(&bytes, Limits::NONE), Some(expected), "{id} {len}");
        }
    }
}

#[derive(Debug, GodotVar)]
struct Id {
    id: u32,
}

#[test]
fn objects_are_refused_unless_allowed() {
    let object = Variant::from(Object {
        class: "Node2D".into(),
        properties: vec![
            ("position".into(), godot_var::Vector2::new(1.0, 2.0).into()),
            ("script".into(), "res://evil.gd".into()),
        ],
    });
    let allowed = Limits::DEFAULT.with_objects(true);
    for inside in [object.clone(), Variant::from(vec![object.clone()])] {
        let bytes = inside.to_variant_bytes::<Godot4>().unwrap();
        assert_eq!(kind::<Variant>(&bytes, Limits::DEFAULT), Some(DecodeErrorKind::ObjectRefused));
        let back = Variant::from_variant_bytes_with::<Godot4>(&bytes, allowed).unwrap();
        assert_eq!(back, inside);
        for len in 0..bytes.len() {
            assert_eq!(kind::<Variant>(&bytes[..len], allowed), Some(DecodeErrorKind::Incomplete));
        }
    }
    // Also where a reader skips it.
    let pairs = Dictionary::from_iter([("other", object.clone()), ("id", Variant::from(7))]);
    let bytes = pairs.to_variant_bytes::<Godot4>().unwrap();
    assert_eq!(kind::<Id>(&bytes, Limits::DEFAULT), Some(DecodeErrorKind::ObjectRefused));
    assert_eq!(kind::<Id>(&bytes, allowed), None);
    let peeked = |limits| peek_field_with::<Godot4, u32>(&bytes, "id", limits);
    assert_eq!(
        peeked(Limits::DEFAULT).map_err(|error| error.kind()),
        Err(DecodeErrorKind::ObjectRefused)
    );
    assert_eq!(peeked(allowed), Ok(7));
    // Class name, count, then a name and a value each, as the engine's `full_objects` form has them.
    let bytes = object.to_variant_bytes::<Godot3>().unwrap();
    assert_eq!(bytes[..16], *b"\x11\0\0\0\x06\0\0\0Node2D\0\0");
    let null = [17, 0, 0, 0, 0, 0, 0, 0];
    let value = Variant::from_variant_bytes_with::<Godot3>(&null, allowed).unwrap();
    assert_eq!(value, Variant::Nil);
    // An instance id needs no permission.
    let id = ObjectId(77).to_variant_bytes::<Godot3>().unwrap();
    assert_eq!(id, [17, 0, 1, 0, 77, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(Variant::from_variant_bytes::<Godot3>(&id).unwrap(), ObjectId(77).into());
}
