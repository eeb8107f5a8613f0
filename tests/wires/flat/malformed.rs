//! Messages that readers refuse, and what hostile ones cost.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use godot_var::error::DecodeErrorKind;
use godot_var::flat::{FromFlatBytes, ToFlatBytes};
use godot_var::{GodotFlat, Limits, Variant, Vector3};

#[derive(Debug, GodotFlat)]
#[allow(dead_code, reason = "read, and not looked at")]
struct Snapshot {
    tick: u32,
    players: Vec<Player>,
}

#[derive(Debug, GodotFlat)]
#[allow(dead_code, reason = "read, and not looked at")]
struct Player {
    name: String,
    pos: Vector3,
    #[flat(range = -1.0..=1.0, as = u8)]
    yaw: f32,
    alive: bool,
}

fn kind<'de, T: FromFlatBytes<'de> + Debug>(bytes: &'de [u8]) -> DecodeErrorKind {
    T::from_flat_bytes(bytes).expect_err("broken").kind()
}

#[test]
fn errors_name_the_field_and_the_byte() {
    let mut bytes = vec![1, 0, 0, 0, 2];
    for name in [b'a', b'b'] {
        bytes.extend([1, name]);
        bytes.extend([0; 13]);
        bytes.push(1);
    }
    assert!(Snapshot::from_flat_bytes(&bytes).is_ok());
    let last = bytes.len() - 1;
    bytes[last] = 2;
    let error = Snapshot::from_flat_bytes(&bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Snapshot.players[1].alive: expected a bool, 0 or 1, found 2 at byte 36"
    );
    bytes[last] = 1;
    bytes[6] = 0xff;
    let error = Snapshot::from_flat_bytes(&bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Snapshot.players[0].name: expected UTF-8, found other bytes at byte 6"
    );
    let error = Snapshot::from_flat_bytes(&bytes[..7]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::Incomplete, 7));
    let error = <Vec<bool>>::from_flat_bytes(&[3, 1, 0, 2]).unwrap_err();
    assert_eq!((error.path().to_string(), error.offset()), ("[2]".into(), 3));
    let error = <Vec<(u8, bool)>>::from_flat_bytes(&[2, 1, 1, 1, 9]).unwrap_err();
    assert_eq!((error.path().to_string(), error.offset()), ("[1][1]".into(), 4));
}

/// Also after other bytes.
#[test]
fn errors_are_at_the_byte_that_is_wrong() {
    fn offset<T>(rest: &[u8]) -> usize
    where
        T: for<'de> FromFlatBytes<'de> + Debug,
    {
        let bytes = [&[7, 7, 7][..], rest].concat();
        let error = <(u8, u16, T)>::from_flat_bytes(&bytes).expect_err("broken");
        error.offset()
    }
    assert_eq!(offset::<Option<u8>>(&[2, 0]), 3);
    assert_eq!(offset::<u64>(&[0xff; 8]), 3);
    assert_eq!(offset::<std::net::IpAddr>(&[5, 0, 0, 0, 0]), 3);
    assert_eq!(offset::<String>(&[0x81, 0, b'x']), 3);
}

#[derive(Debug, PartialEq, GodotFlat)]
struct Listed<'a> {
    #[flat(varint)]
    numbers: Vec<u64>,
    name: Cow<'a, str>,
    #[flat(c_string, max_len = 2)]
    short: String,
}

#[test]
fn lists_and_texts_that_are_too_long() {
    let listed = |numbers: &[u64], short: &str| Listed {
        numbers: numbers.to_vec(),
        name: "hp".into(),
        short: short.into(),
    };
    let bytes = listed(&[1, 300], "ab").to_flat_bytes().expect("writes");
    assert_eq!(bytes, *b"\x02\x01\xac\x02\x02hpab\0");
    assert_eq!(Listed::from_flat_bytes(&bytes), Ok(listed(&[1, 300], "ab")));
    let error = listed(&[1, 1 << 63, 2], "").to_flat_bytes().unwrap_err();
    assert_eq!(error.path().to_string(), "Listed.numbers[1]");
    let error = Listed::from_flat_bytes(b"\0\0abcd\0").unwrap_err();
    assert_eq!(
        error.to_string(),
        "Listed.short: expected at most 2 elements or bytes, found 3 at byte 2"
    );
}

#[test]
fn values_that_nobody_writes_are_refused() {
    assert_eq!(kind::<bool>(&[2]), DecodeErrorKind::InvalidValue);
    assert_eq!(kind::<Option<u8>>(&[2, 0]), DecodeErrorKind::InvalidValue);
    assert_eq!(kind::<u64>(&[0xff; 8]), DecodeErrorKind::OutOfRange);
    assert_eq!(kind::<char>(&[0x80, 0xb0, 3]), DecodeErrorKind::OutOfRange, "a surrogate");
    assert_eq!(
        kind::<String>(&[0x81, 0, b'x']),
        DecodeErrorKind::InvalidValue,
        "an overlong length"
    );
    assert_eq!(kind::<String>(&[1, 0x80]), DecodeErrorKind::InvalidUtf8);
    assert_eq!(kind::<u8>(&[1, 2]), DecodeErrorKind::WrongLength);
    assert_eq!(kind::<std::net::IpAddr>(&[5, 0, 0, 0, 0]), DecodeErrorKind::InvalidValue);
    // A Variant that is shorter than its length says.
    assert_eq!(
        kind::<Variant>(&[8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        DecodeErrorKind::InvalidLength
    );
    assert_eq!(kind::<Variant>(&[4, 0, 0, 0, 0xff, 0, 0, 0]), DecodeErrorKind::UnknownType);
}

#[test]
fn counts_are_held_against_the_bytes() {
    let huge = [0xff, 0xff, 0x3f];
    assert_eq!(kind::<Vec<u32>>(&huge), DecodeErrorKind::Incomplete);
    assert_eq!(kind::<String>(&huge), DecodeErrorKind::Incomplete);
    assert_eq!(kind::<Vec<Player>>(&huge), DecodeErrorKind::Incomplete);
    assert_eq!(kind::<HashMap<u8, u8>>(&huge), DecodeErrorKind::Incomplete);
    assert_eq!(kind::<BTreeMap<u8, u8>>(&huge), DecodeErrorKind::Incomplete);
    assert_eq!(
        kind::<Vec<u32>>(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]),
        DecodeErrorKind::LimitExceeded
    );
    // Elements of no bytes: as many as the limits allow.
    assert_eq!(Vec::<()>::from_flat_bytes(&[0x90, 0x4e]).unwrap().len(), 10_000);
    assert_eq!(kind::<Vec<()>>(&[0xff, 0xff, 0xff, 0x7f]), DecodeErrorKind::LimitExceeded);
    let few = Limits::DEFAULT.with_elements(3);
    let error = Vec::<u8>::from_flat_bytes_with(&[4, 0, 0, 0, 0], few).unwrap_err();
    assert_eq!(error.hint(), "`Limits::with_elements` raises the limit");
    let error = Vec::<u8>::from_flat_bytes_with(&[4, 0, 0, 0, 0], few.with_bytes(4)).unwrap_err();
    assert_eq!(error.hint(), "`Limits::with_bytes` raises the limit");
    assert!(Vec::<u8>::from_flat_bytes_with(&[3, 0, 0, 0], few).is_ok());
    assert!(u32::from_flat_bytes_with(&[0; 4], Limits::DEFAULT.with_bytes(3)).is_err());
    // Lists of lists of nothing.
    let nested = [&[0xc0, 0x84, 0x3d][..], &[0xff, 0xff, 0x3f].repeat(1000)[..]].concat();
    assert!(Vec::<Vec<()>>::from_flat_bytes(&nested).is_err());
}

#[test]
fn memory_is_bounded_by_the_message() {
    let mut random = 1_u32;
    for len in [16, 300, 5_000] {
        for _ in 0..50 {
            let bytes: Vec<u8> = (0..len)
                .map(|_| {
                    random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (random >> 24) as u8
                })
                .collect();
            let taken = allocation_counter::measure(|| {
                let _ = Snapshot::from_flat_bytes(&bytes);
                let _ = Vec::<Vec<Player>>::from_flat_bytes(&bytes);
                let _ = Vec::<String>::from_flat_bytes(&bytes);
                let _ = HashMap::<u8, Vec<u64>>::from_flat_bytes(&bytes);
            });
            assert!(taken.bytes_max <= 64 * len as u64 + 4096, "{} of {len}", taken.bytes_max);
        }
    }
    let state = allocation_counter::measure(|| {
        assert!(<(u32, Vector3, bool, Option<u16>)>::from_flat_bytes(&[0; 18]).is_ok());
    });
    assert_eq!(state.count_total, 0);
}
