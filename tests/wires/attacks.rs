//! Attacks that were found once, each with a small type and its message.

use std::collections::BTreeMap;

use allocation_counter::measure;
use bytes::BytesMut;
use godot_var::bridges::codec::VariantCodec;
use godot_var::dialect::Double;
use godot_var::error::DecodeErrorKind;
use godot_var::framing::LengthOrder;
use godot_var::inspect::peek_id;
use godot_var::{
    Dictionary, FromVariantBytes, Godot4, GodotVar, Limits, Reader, ToVariantBytes, Variant,
    Vector2,
};
use tokio_util::codec::Encoder;

const NIL: u32 = 0;
const INT: u32 = 2;
const FLOAT: u32 = 3;
const STRING: u32 = 4;
const DICTIONARY: u32 = 27;
const ARRAY: u32 = 28;
const PACKED_VECTORS: u32 = 35;

/// Returns the bytes of words.
fn message(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

// ---------------------------------------------------------------- ids

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
enum Event {
    #[godot_var(id = 1)]
    Join(i32),
    #[godot_var(id = 3)]
    Leave,
    #[godot_var(id = 4)]
    Late {
        #[godot_var(default)]
        minutes: i32,
    },
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
enum Open {
    #[godot_var(id = 3)]
    Leave,
    #[godot_var(other)]
    Unknown,
}

#[test]
fn an_empty_array_has_no_id() {
    // `[[], 3]`: the 3 belongs to the outer Array.
    let bytes = message(&[ARRAY, 2, ARRAY, 0, INT, 3]);
    let error = <(Event, i32)>::from_variant_bytes::<Godot4>(&bytes).unwrap_err();
    assert_eq!(error.path().to_string(), "[0]");
    assert!(<(Open, i32)>::from_variant_bytes::<Godot4>(&bytes).is_err());
    // The top bit of a count is ignored.
    let bytes = message(&[ARRAY, 2, ARRAY, 1 << 31, INT, 3]);
    assert!(<(Event, i32)>::from_variant_bytes::<Godot4>(&bytes).is_err());
}

/// Every message of a few words that an id form can begin with, and similar ones.
#[test]
fn typed_readers_and_peeks_agree_on_ids() {
    let headers = [ARRAY, ARRAY | 1 << 16, ARRAY | 2 << 16, INT, 27, 0];
    let counts = [0, 1, 2, 3, 1 << 31, 1 << 31 | 1, u32::MAX];
    let ids: [&[u32]; 10] = [
        &[INT, 1],
        &[INT, 3],
        &[INT, 4],
        &[INT | 1 << 16, 3, 0],
        &[INT | 1 << 16, 3, 1],
        &[FLOAT, 3_f32.to_bits()],
        &[FLOAT, 3.5_f32.to_bits()],
        &[STRING, 1, 0x33],
        &[INT, 3, ARRAY, 0],
        &[],
    ];
    let tails: [&[u32]; 4] = [&[], &[INT, 7], &[INT, 7, INT, 8], &[INT]];
    let mut taken = 0;
    for (header, count) in headers.iter().flat_map(|header| counts.map(|count| (*header, count))) {
        for (id, tail) in ids.iter().flat_map(|id| tails.map(|tail| (*id, tail))) {
            for declared in [&[][..], &[INT]] {
                let words = [&[header], declared, &[count], id, tail].concat();
                let bytes = message(&words);
                let peeked = peek_id::<Godot4>(&bytes);
                let known = match Event::read_variant_bytes::<Godot4>(&mut Reader::new(&bytes)) {
                    Ok(Event::Join(_)) => Some(1),
                    Ok(Event::Leave) => Some(3),
                    Ok(Event::Late { .. }) => Some(4),
                    Err(_) => None,
                };
                if let Some(id) = known {
                    assert_eq!(peeked, Ok(id), "{words:x?}");
                    taken += 1;
                }
                match Open::read_variant_bytes::<Godot4>(&mut Reader::new(&bytes)) {
                    Ok(Open::Leave) => assert_eq!(peeked, Ok(3), "{words:x?}"),
                    Ok(Open::Unknown) => assert_ne!(peeked, Ok(3), "{words:x?}"),
                    Err(_) => {}
                }
            }
        }
    }
    assert!(taken > 30, "{taken}");
}

// ---------------------------------------------------------------- memory to encode

#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
struct Row {
    #[godot_var(max_len = 1_000)]
    name: String,
}

#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
struct Table {
    #[godot_var(max_len = 1_000_000)]
    rows: Vec<Row>,
}

#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
struct Tables {
    #[godot_var(max_len = 1_000_000)]
    tables: Vec<Table>,
}

#[test]
fn encoding_takes_what_it_needs() {
    let rows = |name: &str| Tables {
        tables: vec![Table { rows: vec![Row { name: name.to_owned() }; 300] }],
    };
    let empty = [Tables::default(), Tables { tables: vec![Table::default(); 3] }];
    // Short rows take hardly more than a list makes room for at once.
    let cases = empty.into_iter().chain([rows(&"name".repeat(20)), rows("")]);
    for value in cases {
        let needed = value.variant_len::<Godot4>().unwrap() as u64;
        // Up to twice the bytes while the buffer grows, and a small initial allocation.
        let check = |what: &str, encode: &dyn Fn()| {
            let info = measure(encode);
            assert!(
                info.bytes_max <= 3 * needed + 1_024,
                "{what}: {} for {needed}",
                info.bytes_max
            );
        };
        check("to_variant_bytes", &|| drop(value.to_variant_bytes::<Godot4>().unwrap()));
        check("BytesMut", &|| {
            let mut buffer = BytesMut::new();
            value.append_variant_bytes_mut::<Godot4>(&mut buffer).unwrap();
        });
        check("VariantCodec", &|| {
            let mut codec = VariantCodec::<Tables, Tables, Godot4>::new(LengthOrder::LittleEndian);
            codec.encode(&value, &mut BytesMut::new()).unwrap();
        });
    }
}

// ---------------------------------------------------------------- work

/// A key that a message may leave out distinguishes each variant but the last.
#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(untagged)]
enum Members {
    Missing { next: Box<Members>, missing: i32 },
    Gone { next: Box<Members>, gone: i32 },
    List(Vec<i64>),
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(untagged)]
enum Expression {
    Name(String),
    Number(f64),
    Both { left: Box<Expression>, right: Box<Expression> },
    Negated { left: Box<Expression> },
}

/// The same with flattened pairs.
#[derive(Debug, PartialEq, GodotVar)]
struct Flattened {
    #[godot_var(flatten)]
    first: Option<Missing<Flattened>>,
    #[godot_var(flatten)]
    rest: BTreeMap<String, Flattened>,
}

#[derive(Debug, PartialEq, GodotVar)]
struct Missing<T> {
    next: Box<T>,
    missing: i32,
}

/// A text with its header.
fn text(text: &str) -> Vec<u32> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    let words = bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word));
    [STRING, text.len() as u32].into_iter().chain(words).collect()
}

/// Nested Dictionaries, each value under all of the keys, around a value.
fn nested(levels: usize, keys: &[&str], value: &[u32]) -> Vec<u8> {
    nested_beside(levels, keys, &[], value)
}

/// As [`nested`], with Nil under keys after those.
fn nested_beside(levels: usize, keys: &[&str], beside: &[&str], value: &[u32]) -> Vec<u8> {
    let words = (0..levels).fold(value.to_vec(), |inner, _| {
        let pairs = keys.iter().flat_map(|key| [text(key), inner.clone()].concat());
        let beside = beside.iter().flat_map(|key| [text(key), vec![NIL]].concat());
        let count = (keys.len() + beside.clone().count().min(1)) as u32;
        [DICTIONARY, count].into_iter().chain(pairs).chain(beside).collect()
    });
    message(&words)
}

/// All bytes that decoding allocates, which must not grow faster than a message that is twice as long.
#[track_caller]
fn linear<T: for<'de> FromVariantBytes<'de>>(build: impl Fn(usize) -> Vec<u8>) {
    let [less, more] = [1, 2].map(|times| {
        let bytes = build(times);
        let info = measure(|| drop(T::from_variant_bytes::<Godot4>(&bytes)));
        assert!(
            info.bytes_total < 4_000 * bytes.len() as u64 + 100_000,
            "{} in all for {} bytes",
            info.bytes_total,
            bytes.len()
        );
        info.bytes_total as f64 / bytes.len() as f64
    });
    assert!(more < 1.5 * less + 64.0, "{less} a byte, then {more}");
}

#[test]
fn untagged_variants_take_linear_time() {
    let nils =
        |times: usize| [[ARRAY, times as u32 * 1_000].to_vec(), vec![0; times * 1_000]].concat();
    linear::<Members>(|times| nested(60, &["next"], &nils(times)));
    linear::<Members>(|times| nested_beside(60, &["next"], &["missing"], &nils(times)));
    linear::<Flattened>(|times| nested(60, &["next"], &nils(times)));
    linear::<Flattened>(|times| nested_beside(60, &["next"], &["missing"], &nils(times)));
    linear::<Expression>(|times| nested(10 * times, &["left"], &[1, 1]));
    linear::<Expression>(|times| {
        nested(
            60,
            &["left"],
            &[STRING, 4_000 * times as u32]
                .into_iter()
                .chain(vec![u32::MAX; 1_000 * times])
                .collect::<Vec<_>>(),
        )
    });
    linear::<Expression>(|times| nested(7 + times, &["left", "right"], &[1, 1]));
    // A message that fits is decoded, whatever the failed tries cost.
    let bytes = nested(7, &["left", "right"], &[FLOAT, 0]);
    assert!(Expression::from_variant_bytes::<Godot4>(&bytes).is_ok());
    let bytes = nested(100, &["left"], &[FLOAT, 0]);
    assert!(Expression::from_variant_bytes::<Godot4>(&bytes).is_ok());
}

// ---------------------------------------------------------------- depth

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(untagged)]
enum Pointers {
    Number(f64),
    Negated(Box<Pointers>),
    Sum { a: Box<Pointers>, b: Box<Pointers> },
}

#[test]
fn pointers_count_where_no_byte_is_between_them() {
    let bytes = [message(&[1, 1]), vec![0; 4_096]].concat();
    let error = Pointers::from_variant_bytes::<Godot4>(&bytes).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::TooDeep);
    // Containers between them count once.
    let bytes = nested(128, &["left"], &[FLOAT, 0]);
    assert!(Expression::from_variant_bytes::<Godot4>(&bytes).is_ok());
}

// ---------------------------------------------------------------- limits

#[derive(Debug, PartialEq, GodotVar)]
struct Pair {
    a: i32,
    b: i32,
}

/// Contains another record, so that it can be read in its usual order at once.
#[derive(Debug, PartialEq, GodotVar)]
struct Outer {
    pair: Pair,
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(untagged)]
enum Either {
    Numbers(Vec<i64>),
    Anything(Variant),
}

fn verdict<T: for<'de> FromVariantBytes<'de>>(
    bytes: &[u8],
    limits: Limits,
) -> Option<DecodeErrorKind> {
    T::from_variant_bytes_with::<Godot4>(bytes, limits).err().map(|error| error.kind())
}

#[test]
fn limits_hold_in_every_form() {
    let pair = |keys: [&str; 2]| {
        let pairs = keys.iter().flat_map(|key| [text(key), vec![INT, 1]].concat());
        [DICTIONARY, 2].into_iter().chain(pairs).collect::<Vec<_>>()
    };
    let (ordered, reversed) = (pair(["a", "b"]), pair(["b", "a"]));
    for record in [&ordered, &reversed] {
        let bytes = message(record);
        for (elements, expected) in [(1, Some(DecodeErrorKind::LimitExceeded)), (2, None)] {
            let limits = Limits::DEFAULT.with_elements(elements);
            assert_eq!(verdict::<Pair>(&bytes, limits), expected);
            assert_eq!(verdict::<Variant>(&bytes, limits), expected);
        }
        let list = message(&[&[ARRAY, 1], &record[..]].concat());
        for (depth, expected) in [(1, Some(DecodeErrorKind::TooDeep)), (2, None)] {
            let limits = Limits::DEFAULT.with_depth(depth);
            assert_eq!(verdict::<Vec<Pair>>(&list, limits), expected);
            assert_eq!(verdict::<Variant>(&list, limits), expected);
        }
        let limits = Limits::DEFAULT.with_elements(1);
        assert_eq!(verdict::<Vec<Pair>>(&list, limits), Some(DecodeErrorKind::LimitExceeded));
        let outer = message(&[&[DICTIONARY, 1], &text("pair")[..], &record[..]].concat());
        for (depth, expected) in [(1, Some(DecodeErrorKind::TooDeep)), (2, None)] {
            let limits = Limits::DEFAULT.with_depth(depth);
            assert_eq!(verdict::<Outer>(&outer, limits), expected);
        }
    }
    let three = message(&[ARRAY, 3, INT, 1, INT, 2, INT, 3]);
    let limits = Limits::DEFAULT.with_elements(2);
    assert_eq!(verdict::<Either>(&three, limits), Some(DecodeErrorKind::LimitExceeded));
    assert_eq!(verdict::<Either>(&three, limits.with_elements(3)), None);
}

// ---------------------------------------------------------------- values

#[derive(Debug, PartialEq, GodotVar)]
struct Whole {
    #[godot_var(as = "int")]
    double: f64,
    #[godot_var(as = "int")]
    single: f32,
}

#[test]
fn a_float_is_read_from_an_int_that_it_can_write() {
    let read = |double: i64, single: i64| {
        let mut pairs = Dictionary::new();
        pairs.insert("double", double);
        pairs.insert("single", single);
        let bytes = pairs.to_variant_bytes::<Godot4>().expect("a Dictionary");
        Whole::from_variant_bytes::<Godot4>(&bytes)
    };
    let most = 1 << 53;
    for int in [0, 7, -7, most - 1, 1 - most, most, -most] {
        let value = read(int, int).expect("as large as floats are exact");
        assert_eq!(value.double as i64, int);
        let written = value.to_variant_bytes::<Godot4>().expect("what was read");
        assert_eq!(Whole::from_variant_bytes::<Godot4>(&written).as_ref(), Ok(&value));
    }
    for int in [most + 1, -most - 1, i64::MAX, i64::MIN] {
        for (error, path) in [(read(int, 0), "double"), (read(0, int), "single")] {
            let error = error.expect_err("beyond 2^53");
            assert_eq!(
                (error.kind(), error.path().to_string()),
                (DecodeErrorKind::OutOfRange, format!("Whole.{path}"))
            );
        }
    }
}

#[test]
fn a_double_build_flags_the_vectors_that_it_writes() {
    let unflagged = message(&[PACKED_VECTORS, 1, 1_f32.to_bits(), 2_f32.to_bits()]);
    let value = Variant::from_variant_bytes::<Double<Godot4>>(&unflagged).expect("an array");
    assert_eq!(value, Variant::PackedVector2Array(vec![Vector2::new(1.0, 2.0)]));
    let doubles = [1_f64, 2.0].map(|real| real.to_bits().to_le_bytes()).concat();
    let flagged = [message(&[PACKED_VECTORS | 1 << 16, 1]), doubles].concat();
    assert_eq!(value.to_variant_bytes::<Double<Godot4>>(), Ok(flagged));
}
