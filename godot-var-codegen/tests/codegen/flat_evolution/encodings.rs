//! Every two encodings of a field: whether one arrives as the other is what `check` says.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::NonZero;

use godot_var::math::{Basis, Quaternion, Rect2, double};
use godot_var::values::StringName;
use godot_var::*;
use godot_var_codegen::evolve::{self, Extent, Side, Who};

use super::{breaks, random, read};

/// Messages with a field in one encoding: between others, and alone.
struct Encoding {
    name: &'static str,
    text: &'static str,
    between: Form,
    alone: Form,
}

/// A type of messages: random ones, and the values in any bytes.
struct Form {
    sent: Vec<(Vec<u8>, Vec<Value>)>,
    read: fn(&[u8]) -> Option<Vec<Value>>,
}

/// The number of random messages of each type.
const MESSAGES: u64 = 80;

/// Values that matter and are seldom random: zero, negative, surrogates, long texts, two pairs with one key.
fn seldom() -> Vec<Vec<u8>> {
    let long = [vec![b'a'; 200], vec![0; 400]].concat();
    let mut all = vec![
        vec![],
        vec![0],
        vec![200],
        vec![0x80, 0xb0, 0x03],
        vec![0xff, 0xff],
        vec![0xff; 4],
        vec![0xff; 8],
        vec![2, 0xc3, 0xab],
        vec![2, 1, 1, 0, 1, 2, 0],
        [vec![6], vec![1; 16]].concat(),
        vec![8, 0, 0, 0, 28, 0, 0, 0, 0, 0, 0, 0],
        vec![8, 0, 0, 0, 19, 0, 0, 0, 0, 0, 0, 0],
    ];
    for width in 1..=3 {
        for count in [&[200][..], &[0xc8, 1], &[200, 0]] {
            all.push([count, &long[..200 * width]].concat());
        }
    }
    // Pairs with many keys.
    let pairs: Vec<u8> = (0..200).flat_map(|key| [key, 1, 0]).collect();
    all.extend([&[200][..], &[0xc8, 1]].map(|count| [count, &pairs].concat()));
    all
}

fn form<'de, T: FromFlatBytes<'de> + ToFlatBytes>(
    read: fn(&[u8]) -> Option<Vec<Value>>,
    write: fn(&[u8]) -> Option<Vec<u8>>,
    around: (&[u8], &[u8]),
) -> Form {
    let seldom = seldom().into_iter().map(|bytes| [around.0, &bytes, around.1].concat());
    let seldom = seldom.filter(|bytes| write(bytes).as_ref() == Some(bytes));
    let sent = random::<T>(MESSAGES).into_iter().chain(seldom).map(|bytes| {
        let own = read(&bytes).expect("a message of its own");
        (bytes, own)
    });
    Form { sent: sent.collect(), read }
}

/// What a part of a value is.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Number(f64),
    Word(String),
}

/// Returns the values in the text of `Debug`: names of fields and types do not matter, texts are their bytes, bools and characters numbers.
fn values(text: &str) -> Vec<Value> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first == '"' || first == '\'' {
            let (quoted, len) = unquoted(rest, first);
            let as_char = |c: char| Value::Number(u32::from(c).into());
            if first == '\'' {
                found.extend(quoted.chars().map(as_char));
            } else {
                found.extend(quoted.bytes().map(|byte| Value::Number(byte.into())));
            }
            rest = &rest[len..];
            continue;
        }
        let is_part = |c: char| c.is_alphanumeric() || "-.+_".contains(c);
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if end == 0 {
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (word, after) = rest.split_at(end);
        rest = after;
        match word {
            "true" => found.push(Value::Number(1.0)),
            "false" => found.push(Value::Number(0.0)),
            _ if word.parse::<f64>().is_ok() => {
                found.push(Value::Number(word.parse().expect("a number")));
            }
            "None" | "Some" | "V4" | "V6" | "Ok" => found.push(Value::Word(word.to_owned())),
            // Addresses are dotted.
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => {
                let parts = word.split('.').map(str::parse::<f64>);
                match parts.collect::<Result<Vec<_>, _>>() {
                    Ok(parts) => found.extend(parts.into_iter().map(Value::Number)),
                    Err(_) => found.push(Value::Word(word.to_owned())),
                }
            }
            _ => {}
        }
    }
    found
}

/// Returns the text between quotes, and the length with them.
fn unquoted(text: &str, quote: char) -> (String, usize) {
    let mut inner = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some((_, 'u')) => {
                    let digits: String =
                        chars.by_ref().map(|(_, c)| c).skip(1).take_while(|c| *c != '}').collect();
                    let code = u32::from_str_radix(&digits, 16).expect("a code");
                    inner.push(char::from_u32(code).expect("a character"));
                }
                Some((_, '0')) => inner.push('\0'),
                Some((_, 'n')) => inner.push('\n'),
                Some((_, 'r')) => inner.push('\r'),
                Some((_, 't')) => inner.push('\t'),
                Some((_, c)) => inner.push(c),
                None => break,
            },
            c if c == quote => return (inner, at + 1),
            c => inner.push(c),
        }
    }
    (inner, text.len())
}

fn are_same(one: &[Value], other: &[Value]) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|pair| match pair {
            (Value::Number(a), Value::Number(b)) => {
                a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= a.abs() * 1e-6
            }
            (a, b) => a == b,
        })
}

macro_rules! encodings {
    ($($name:ident: [$($field:tt)*] $ty:ty;)*) => {
        $(mod $name {
            use super::*;

            #[derive(Debug, GodotFlat)]
            pub(crate) struct Between {
                before: u8,
                $($field)*
                x: $ty,
                after: u16,
            }

            #[derive(Debug, GodotFlat)]
            pub(crate) struct Alone {
                $($field)*
                x: $ty,
            }
        })*

        fn encodings() -> Vec<Encoding> {
            vec![$(Encoding {
                name: stringify!($name),
                text: stringify!(
                    #[derive(GodotFlat)]
                    struct Between { before: u8, $($field)* x: $ty, after: u16 }
                    #[derive(GodotFlat)]
                    struct Alone { $($field)* x: $ty }
                    #[derive(GodotFlat)]
                    #[flat(repr = "u16")]
                    enum Plain { A, B = 5, #[flat(other)] Other(u16) }
                    #[derive(GodotFlat)]
                    struct Inner { a: u8, b: u16 }
                    #[derive(GodotFlat)]
                    #[flat(flags)]
                    struct Flagged { a: bool, b: Option<u8> }
                ),
                between: form::<$name::Between>(
                    |bytes| Some(values(&format!("{:?}", $name::Between::from_flat_bytes(bytes).ok()?))),
                    |bytes| $name::Between::from_flat_bytes(bytes).ok()?.to_flat_bytes().ok(),
                    (&[9], &[7, 0]),
                ),
                alone: form::<$name::Alone>(
                    |bytes| Some(values(&format!("{:?}", $name::Alone::from_flat_bytes(bytes).ok()?))),
                    |bytes| $name::Alone::from_flat_bytes(bytes).ok()?.to_flat_bytes().ok(),
                    (&[], &[]),
                ),
            }),*]
        }
    };
}

#[derive(Debug, GodotFlat)]
struct Inner {
    a: u8,
    b: u16,
}

#[derive(Debug, GodotFlat)]
#[flat(flags)]
struct Flagged {
    a: bool,
    b: Option<u8>,
}

encodings! {
    unsigned8: [] u8;
    unsigned16: [] u16;
    unsigned32: [] u32;
    unsigned64: [] u64;
    signed8: [] i8;
    signed16: [] i16;
    signed32: [] i32;
    signed64: [] i64;
    float32: [] f32;
    float64: [] f64;
    half: [#[flat(as = f16)]] f32;
    a_bool: [] bool;
    lenient: [#[flat(lenient)]] bool;
    packed_bools: [#[flat(bits = 1)]] Vec<bool>;
    packed_ones: [#[flat(bits = 1)]] Vec<u8>;
    packed_u8: [#[flat(bits = 3)]] Vec<u8>;
    packed_u16: [#[flat(bits = 3)]] Vec<u16>;
    packed_i8: [#[flat(bits = 3)]] Vec<i8>;
    packed_wide: [#[flat(bits = 12, len = u8)]] Vec<u32>;
    letter: [] char;
    not_zero: [] NonZero<u16>;
    leb_u8: [#[flat(varint)]] u8;
    leb_u16: [#[flat(varint)]] u16;
    leb_u64: [#[flat(varint)]] u64;
    leb_i8: [#[flat(varint)]] i8;
    leb_i64: [#[flat(varint)]] i64;
    leb_not_zero: [#[flat(varint)]] NonZero<u16>;
    range8: [#[flat(range = 0.0..=1.0, as = u8)]] f32;
    range8_other: [#[flat(range = 0.0..=2.0, as = u8)]] f32;
    range16: [#[flat(range = 0.0..=1.0, as = u16, clamp)]] f64;
    angle16: [#[flat(angle, as = u16)]] f32;
    degrees16: [#[flat(degrees, as = u16)]] f32;
    direction8: [#[flat(normal, as = u8)]] Vector2;
    direction16: [#[flat(normal, as = f16)]] Vector2;
    octahedron8: [#[flat(normal, as = u8)]] Vector3;
    octahedron32: [#[flat(normal, as = f32)]] Vector3;
    rotation10: [#[flat(smallest_three = 10)]] Quaternion;
    rotation20: [#[flat(smallest_three = 20)]] Quaternion;
    vector2: [] Vector2;
    vector3: [] Vector3;
    vector3_halves: [#[flat(as = f16)]] Vector3;
    wide_vector2: [] double::Vector2;
    rect: [] Rect2;
    quaternion: [] Quaternion;
    color: [] Color;
    small_color: [#[flat(as = u8)]] Color;
    basis: [] Basis;
    floats: [] [f32; 4];
    tuple: [] (f32, f32, f32, f32);
    text: [] String;
    text8: [#[flat(len = u8)]] String;
    text16: [#[flat(len = u16)]] String;
    short_text: [#[flat(max_len = 4)]] String;
    c_text: [#[flat(c_string)]] String;
    name: [] StringName;
    bytes: [] Vec<u8>;
    bytes8: [#[flat(len = u8)]] Vec<u8>;
    shorts: [] Vec<u16>;
    signed_shorts: [] Vec<i16>;
    texts: [] Vec<String>;
    leb_list: [#[flat(varint)]] Vec<u32>;
    map: [] BTreeMap<u8, u16>;
    map8: [#[flat(len = u8)]] BTreeMap<u8, u16>;
    array: [] [u8; 3];
    pairs: [] Vec<(u8, u16)>;
    maybe: [] Option<u8>;
    maybe_wide: [] Option<u16>;
    maybe_list: [] Option<Vec<u8>>;
    ip4: [] Ipv4Addr;
    ip6: [] Ipv6Addr;
    ip: [] IpAddr;
    socket: [] SocketAddr;
    variant: [] Variant;
    variant3: [#[flat(as = Godot3)]] Variant;
    nothing: [] ();
    inner: [] Inner;
    inners: [] Vec<Inner>;
    flagged: [] Flagged;
}

/// What a reader makes of messages: how many it refuses, and how many arrive.
fn results(writer: &Form, reader: &Form) -> (usize, usize) {
    let (mut refused, mut arrived) = (0, 0);
    for (bytes, written) in &writer.sent {
        match (reader.read)(bytes) {
            None => refused += 1,
            Some(read) if are_same(written, &read) => arrived += 1,
            Some(_) => {}
        }
    }
    (refused, arrived)
}

/// Pairs that `check` reports although no message shows it here, with the reason.
const UNSEEN: &[(&str, &str)] = &[];

#[test]
fn every_pair_breaks_as_it_is_said() {
    let encodings = encodings();
    let sides: Vec<Side> =
        encodings.iter().map(|encoding| read(encoding.name, encoding.text)).collect();
    let (mut mismatches, mut count) = (Vec::new(), 0);
    for (old, before) in encodings.iter().zip(&sides) {
        for (new, after) in encodings.iter().zip(&sides) {
            let findings = evolve::check_all(before, after);
            for (ty, who, writer, reader) in [
                ("Between", Who::OldReader, &new.between, &old.between),
                ("Alone", Who::OldReader, &new.alone, &old.alone),
                ("Between", Who::OldWriter, &old.between, &new.between),
                ("Alone", Who::OldWriter, &old.alone, &new.alone),
            ] {
                let said: Vec<Extent> = breaks(&findings, who)
                    .into_iter()
                    .filter(|(finding, _)| finding.subject.starts_with(ty))
                    .map(|(_, extent)| extent)
                    .collect();
                let (refused, arrived) = results(writer, reader);
                let all = writer.sent.len();
                let is_so = match said.iter().min() {
                    None => arrived == all,
                    Some(Extent::All) => refused == all,
                    Some(Extent::Misread) => arrived < all,
                    Some(Extent::Some | Extent::New) => 0 < arrived && arrived < all,
                };
                count += 1;
                let is_unseen = UNSEEN.contains(&(old.name, new.name))
                    || UNSEEN.contains(&(new.name, old.name));
                if !is_so && !is_unseen {
                    mismatches.push(format!(
                        "{ty} {} to {}: {who:?} {said:?}, of {all} refused {refused}, arrived {arrived}",
                        old.name, new.name
                    ));
                }
            }
        }
    }
    assert!(count > 20_000, "{count}");
    assert!(mismatches.is_empty(), "{} of {count}:\n{}", mismatches.len(), mismatches.join("\n"));
}
