//! What the derive writes and reads: records, enums, headers, defaults, deltas.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::{NonZeroU16, Wrapping};
use std::rc::Rc;
use std::time::{Duration, SystemTime};

use godot_var::error::{DecodeErrorKind, EncodeErrorKind};
use godot_var::flat::{
    ByteOrder, Decode, Encode, Flat, FromFlatBytes, Little, ToFlatBytes, TypeLayout,
    layout_fingerprint,
};
use godot_var::math::{
    Aabb, Basis, Plane, Projection, Quaternion, Rect2, Rect2i, Transform2D, Transform3D, Vector2i,
    Vector3i, Vector4, Vector4i, double,
};
use godot_var::values::{NodePath, ObjectId, PackedView, Rid, StringName};
use godot_var::{
    Color, DecodeError, EncodeError, GodotFlat, GodotVar, Limits, Output, Reader, Variant, Vector2,
    Vector3,
};

/// Writes a value in every way, which give the same bytes, and reads it in every way.
pub(super) fn there_and_back<T>(value: &T) -> Vec<u8>
where
    T: ToFlatBytes + for<'de> FromFlatBytes<'de> + Clone + PartialEq + Debug,
{
    let bytes = value.to_flat_bytes().expect("writes");
    assert_eq!(value.flat_len().expect("counts"), bytes.len(), "{value:?}");
    let mut appended = vec![7];
    assert_eq!(value.append_flat_bytes(&mut appended).expect("appends"), bytes.len());
    assert_eq!(appended[1..], bytes, "{value:?}");
    for room in 0..bytes.len() + 9 {
        let mut slice = vec![0xaa; room];
        match value.write_flat_bytes(&mut slice) {
            Ok(len) => {
                assert_eq!(&slice[..len], bytes, "{value:?}");
                assert!(slice[len..].iter().all(|byte| *byte == 0xaa), "{value:?}");
            }
            Err(error) => {
                assert!(room < bytes.len());
                assert_eq!(error.needed(), Some(bytes.len()), "{value:?}");
            }
        }
    }
    assert_eq!(T::from_flat_bytes(&bytes).expect("reads"), *value);
    let twice = [&bytes[..], &bytes[..]].concat();
    let mut reader = Reader::new(&twice);
    if <T as Encode<Flat<Little>>>::SIZE.min > 0 {
        for left in [bytes.len(), 0] {
            assert_eq!(T::read_flat_bytes(&mut reader).expect("reads the next"), *value);
            assert_eq!(reader.remaining(), left);
        }
    }
    for cut in 0..bytes.len() {
        let error = T::from_flat_bytes(&bytes[..cut]).expect_err("cut off");
        assert!(error.offset() <= cut, "{error}");
    }
    if !bytes.is_empty() {
        let longer = [&bytes[..], &[0]].concat();
        assert!(T::from_flat_bytes(&longer).is_err(), "{value:?} goes on");
    }
    assert!(
        <T as Encode<Flat<Little>>>::SIZE.min <= bytes.len()
            && bytes.len() <= <T as Encode<Flat<Little>>>::SIZE.max,
        "{value:?}"
    );
    bytes
}

/// The same, with the bytes that are expected.
#[expect(clippy::needless_pass_by_value, reason = "values are made where they are checked")]
fn check<T>(value: T, expected: &str)
where
    T: ToFlatBytes + for<'de> FromFlatBytes<'de> + Clone + PartialEq + Debug,
{
    let bytes = there_and_back(&value);
    assert_eq!(hex::encode(bytes), expected.replace(' ', ""), "{value:?}");
}

#[derive(Clone, Debug, PartialEq, GodotFlat, GodotVar)]
struct PlayerState {
    id: u32,
    pos: Vector3,
    vel: Vector3,
    yaw: f32,
    health: i32,
    grounded: bool,
}

fn player(id: u32) -> PlayerState {
    let (pos, vel) = (Vector3::new(1.0, 2.0, 3.0), Vector3::ZERO);
    PlayerState { id, pos, vel, yaw: 0.5, health: -1, grounded: true }
}

#[test]
fn a_struct_is_its_fields() {
    const { assert!(PlayerState::LEN == 37 && PlayerState::MAX_LEN == 37) };
    check(
        player(7),
        "07000000 0000803f 00000040 00004040 000000000000000000000000 0000003f ffffffff 01",
    );
    check((1_u8, -2_i16, true), "01 feff 01");
    check([1_u16, 2], "0100 0200");
    check(vec![player(1); 3], &{
        let one =
            "01000000 0000803f 00000040 00004040 000000000000000000000000 0000003f ffffffff 01";
        format!("03 {one} {one} {one}")
    });
}

#[test]
fn types_of_rust() {
    check(String::from("Zoë"), "04 5a6fc3ab");
    check(Some(5_u8), "01 05");
    check(None::<u8>, "00");
    check(Box::new(5_u8), "05");
    check(Rc::new(5_u8), "05");
    check('Ω', "a907");
    check((), "");
    check(PhantomData::<String>, "");
    check(NonZeroU16::new(3).unwrap(), "0300");
    assert!(NonZeroU16::from_flat_bytes(&[0, 0]).is_err());
    check(Wrapping(-1_i8), "ff");
    check(vec![true, false], "02 01 00");
    check(VecDeque::from([1_u8, 2]), "02 01 02");
    check(BTreeSet::from([2_u8, 1]), "02 01 02");
    check(BTreeMap::from([(1_u8, String::from("a")), (2, String::new())]), "02 01 0161 02 00");
    check(HashMap::from([(9_u8, 8_u16)]), "01 09 0800");
    check(vec![String::from("a"), String::from("bc")], "02 0161 026263");
    check(vec![0.5_f32, -1.0], "02 0000003f 000080bf");
    check(Cow::Borrowed("x").into_owned(), "01 78");
    check(Ipv4Addr::new(10, 0, 0, 1), "0a000001");
    check(Ipv6Addr::LOCALHOST, &format!("{}01", "00".repeat(15)));
    check(uuid::Uuid::from_u128(7), &format!("{}07", "00".repeat(15)));
    check(IpAddr::V4(Ipv4Addr::LOCALHOST), "04 7f000001");
    check(SocketAddr::from(([127, 0, 0, 1], 7777)), "04 7f000001 611e");
    check(StringName::from("hp"), "02 6870");
    check(NodePath::parse("/root/A:b"), "09 2f726f6f742f413a62");
    check(vec![(); 3], "03");
    check(vec![u64::MAX >> 1], "01 ffffffffffffff7f");
    assert!(vec![u64::MAX].to_flat_bytes().is_err());
}

#[test]
fn types_of_the_engine() {
    let floats = |numbers: &[f32]| -> String {
        numbers.iter().map(|number| hex::encode(number.to_le_bytes())).collect()
    };
    let [a, b, c] = [1.0, 2.0, 3.0].map(|x| Vector3::new(x, x + 0.25, x + 0.5));
    let of = |v: Vector3| [v.x, v.y, v.z];
    let all =
        |vectors: &[Vector3]| floats(&vectors.iter().flat_map(|v| of(*v)).collect::<Vec<_>>());
    check(Vector2::new(1.0, 2.0), &floats(&[1.0, 2.0]));
    check(a, &all(&[a]));
    check(Vector4::new(1.0, 2.0, 3.0, 4.0), &floats(&[1.0, 2.0, 3.0, 4.0]));
    check(Quaternion::new(0.0, 0.6, 0.0, 0.8), &floats(&[0.0, 0.6, 0.0, 0.8]));
    check(Color::new(1.0, 0.5, 0.25, 1.0), &floats(&[1.0, 0.5, 0.25, 1.0]));
    check(Plane::new(a, 7.0), &(all(&[a]) + &floats(&[7.0])));
    check(Aabb::new(a, b), &all(&[a, b]));
    check(Basis::new(a, b, c), &all(&[a, b, c]));
    check(Transform3D::new(Basis::new(a, b, c), a), &all(&[a, b, c, a]));
    let [p, q, r] = [1.0, 2.0, 3.0].map(|x| Vector2::new(x, x + 0.5));
    check(Transform2D::new(p, q, r), &floats(&[p.x, p.y, q.x, q.y, r.x, r.y]));
    check(Rect2::new(p, q), &floats(&[p.x, p.y, q.x, q.y]));
    let w = Vector4::new(1.0, 2.0, 3.0, 4.0);
    check(Projection::new(w, w, w, w), &floats(&[1.0, 2.0, 3.0, 4.0]).repeat(4));
    check(Vector2i::new(-1, 2), "ffffffff 02000000");
    check(Vector3i::new(-1, 2, 3), "ffffffff 02000000 03000000");
    check(Vector4i::new(-1, 2, 3, 4), "ffffffff 02000000 03000000 04000000");
    check(
        Rect2i::new(Vector2i::new(1, 2), Vector2i::new(3, 4)),
        "01000000 02000000 03000000 04000000",
    );
    check(double::Vector2::new(1.0, 0.5), "000000000000f03f 000000000000e03f");
    check(vec![a, b], &format!("02{}", all(&[a, b])));
    check(vec![Basis::new(a, b, c); 2], &format!("02{}", all(&[a, b, c, a, b, c])));
    check(ObjectId(u64::MAX), &"ff".repeat(8));
    check(Rid(7), "0700000000000000");
    check((7_u8, Variant::Int(5)), "07 08000000 02000000 05000000");
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(big_endian)]
struct Turned {
    id: u16,
    inner: Inner,
    list: Vec<u16>,
    #[flat(len = u16)]
    text: String,
    #[flat(varint)]
    long: u32,
    #[flat(smallest_three = 15)]
    turn: Quaternion,
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct Inner {
    at: Vector2i,
}

#[test]
fn big_endian_turns_every_number_inside() {
    let turned = Turned {
        id: 1,
        inner: Inner { at: Vector2i::new(1, -2) },
        list: vec![1, 2],
        text: "a".into(),
        long: 300,
        turn: Quaternion::new(0.0, 0.0, 0.0, 1.0),
    };
    let bytes = turned.to_flat_bytes().unwrap();
    assert!(
        hex::encode(&bytes).starts_with(
            "0001 00000001fffffffe 02 0001 0002 0001 61 ac02".replace(' ', "").as_str()
        )
    );
    assert_eq!(bytes[bytes.len() - 6] >> 6, 3, "the position of the largest in the highest bits");
    let read = Turned::from_flat_bytes(&bytes).unwrap();
    assert_eq!((&read.list, &read.text, read.long), (&vec![1, 2], &"a".to_owned(), 300));
    assert!((read.turn.w - 1.0).abs() < 1e-4);
    check(Inner { at: Vector2i::new(1, -2) }, "01000000 feffffff");
}

#[derive(Clone, Copy, Debug, PartialEq, GodotFlat)]
enum Stance {
    Idle,
    Guard = 5,
    March,
}

#[derive(Clone, Copy, Debug, PartialEq, GodotFlat)]
#[flat(repr = "varint")]
enum Wide {
    #[flat(id = 1)]
    Low,
    #[flat(id = 300)]
    High,
    #[flat(other)]
    Else(u32),
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(repr = "u16", max_size = 39)]
enum ToServer {
    #[flat(id = 1)]
    Join {
        #[flat(max_len = 31)]
        name: String,
    },
    #[flat(id = 2)]
    Move(Vector3, f32),
    #[flat(id = 3, flags)]
    Act {
        jump: bool,
        target: Option<u16>,
        #[flat(bits = 3)]
        stance: Stance,
    },
    #[flat(id = 4)]
    State(PlayerState),
    #[flat(id = 5)]
    Leave,
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
enum Kept {
    #[flat(id = 1)]
    Known(u16),
    #[flat(other)]
    Unknown(u8, Vec<u8>),
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
enum Lost {
    #[flat(id = 1)]
    Known(u16),
    #[flat(other)]
    Unknown,
}

#[test]
fn enums_are_their_numbers_and_fields() {
    check(vec![Stance::Idle, Stance::Guard, Stance::March], "03 00 05 06");
    let error = Stance::from_flat_bytes(&[4]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnknownVariant, 0));
    check(Wide::Low, "01");
    check(Wide::High, "ac02");
    check(Wide::Else(7), "07");
    check(ToServer::Join { name: "Ann".into() }, "0100 03416e6e");
    check(ToServer::Move(Vector3::ZERO, 1.0), &format!("0200 {} 0000803f", "00".repeat(12)));
    check(ToServer::Act { jump: true, target: Some(9), stance: Stance::March }, "0300 1b 0900");
    check(ToServer::Act { jump: false, target: None, stance: Stance::Idle }, "0300 00");
    check(
        ToServer::State(player(1)),
        &format!("0400 {}", hex::encode(player(1).to_flat_bytes().unwrap())),
    );
    check(vec![ToServer::Leave, ToServer::Leave], "02 0500 0500");
    check(Kept::Known(3), "01 0300");
    assert_eq!(Kept::from_flat_bytes(&[9, 1, 2]).unwrap(), Kept::Unknown(9, vec![1, 2]));
    assert_eq!(Kept::Unknown(9, vec![1, 2]).to_flat_bytes().unwrap(), [9, 1, 2]);
    assert_eq!(Lost::from_flat_bytes(&[9, 1, 2]).unwrap(), Lost::Unknown);
    let error = Lost::Unknown.to_flat_bytes().unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::OutOfRange);
    let name = "x".repeat(32);
    let error = ToServer::Join { name }.to_flat_bytes().unwrap_err();
    assert_eq!(
        (error.kind(), error.path().to_string()),
        (EncodeErrorKind::TooLong, "Join.name".into())
    );
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(flags)]
struct Flagged {
    a: bool,
    #[flat(bits = 4)]
    low: u8,
    #[flat(bits = 5)]
    signed: i16,
    name: Option<String>,
    id: u16,
    b: bool,
    #[flat(varint)]
    maybe: Option<i32>,
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(flags)]
struct Full {
    #[flat(bits = 8)]
    low: u8,
    #[flat(bits = 3)]
    stance: Stance,
    #[flat(bits = 21)]
    some: u32,
    #[flat(bits = 32)]
    high: u32,
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(flags)]
struct Unflagged {
    id: u16,
    name: String,
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
enum UnflaggedEnum {
    #[flat(id = 1, flags)]
    Named { id: u16 },
    #[flat(id = 2, flags)]
    Empty,
}

#[test]
fn flags_without_a_field_for_them_have_no_header() {
    check(Unflagged { id: 5, name: "x".into() }, "0500 01 78");
    check(vec![UnflaggedEnum::Named { id: 5 }, UnflaggedEnum::Empty], "02 01 0500 02");
    assert_eq!(layout_fingerprint::<Unflagged>(), layout_fingerprint::<plain::Unflagged>());
}

mod plain {
    use godot_var::GodotFlat;

    #[derive(GodotFlat)]
    pub(super) struct Unflagged {
        id: u16,
        name: String,
    }
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(repr = "u32")]
enum Far {
    #[flat(id = 300)]
    Off,
}

#[test]
fn headers_and_numbers_as_wide_as_they_may_be() {
    check(Far::Off, "2c010000");
    let full = Full { low: 255, stance: Stance::March, some: 1, high: u32::MAX };
    check(full, "ff 0e0000 ffffffff");
    let error = <(u8, Full)>::from_flat_bytes(&[9, 0, 4, 0, 0, 0, 0, 0, 0]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnknownVariant, 2));
}

#[test]
fn a_header_holds_bools_presences_and_bits() {
    let value = Flagged {
        a: true,
        low: 0b1010,
        signed: -3,
        name: Some("x".into()),
        id: 0x1234,
        b: true,
        maybe: Some(-1),
    };
    // From the lowest bit: a 1, low 1010, signed 11101, name 1, b 1, maybe 1.
    let header = 1 | 0b1010 << 1 | 0b11101 << 5 | 1 << 10 | 1 << 11 | 1 << 12_u16;
    let expected = format!("{} 0178 3412 01", hex::encode(u16::to_le_bytes(header)));
    check(value.clone(), &expected);
    let bytes = value.to_flat_bytes().unwrap();
    for bit in 0..16 {
        let mut broken = bytes.clone();
        broken[bit / 8] ^= 1 << (bit % 8);
        match (bit, Flagged::from_flat_bytes(&broken)) {
            (13.., read) => {
                assert_eq!(read.unwrap_err().kind(), DecodeErrorKind::InvalidValue, "bit {bit}");
            }
            (10 | 12, read) => assert!(read.is_err(), "bit {bit}: the message goes on"),
            (_, read) => assert_ne!(read.unwrap(), value, "bit {bit}"),
        }
    }
    for (low, signed) in [(16, 0), (0, 16), (0, -17)] {
        let error = Flagged { low, signed, ..value.clone() }.to_flat_bytes().unwrap_err();
        assert_eq!(error.kind(), EncodeErrorKind::OutOfRange);
    }
    let none = Flagged { a: false, low: 0, signed: 0, name: None, id: 0, b: false, maybe: None };
    check(none, "0000 0000");
    let stance = ToServer::from_flat_bytes(&[3, 0, 0b0001_0000]).unwrap_err();
    assert_eq!(
        (stance.kind(), stance.path().to_string()),
        (DecodeErrorKind::UnknownVariant, "Act.stance".into())
    );
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct Grown {
    id: u8,
    #[flat(default = 3)]
    lives: u16,
    #[flat(default)]
    name: String,
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(trailing = "ignore")]
struct Open {
    id: u8,
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
enum Growing {
    #[flat(id = 1)]
    Grown(Grown),
    #[flat(id = 2)]
    Open(Open),
    #[flat(id = 3)]
    Own {
        id: u8,
        #[flat(default = 7)]
        more: u8,
    },
}

#[test]
fn unknown_variants_are_ignored_whole() {
    #[derive(Debug, PartialEq, GodotFlat)]
    #[flat(trailing = "ignore")]
    enum Numbered {
        #[flat(id = 1)]
        Known(u8),
        #[flat(other)]
        Unknown(u8),
    }
    #[derive(Debug, PartialEq, GodotFlat)]
    #[flat(trailing = "ignore")]
    enum Plain {
        #[flat(id = 1)]
        Known,
        #[flat(other)]
        Unknown,
    }
    assert_eq!(Numbered::from_flat_bytes(&[9, 1, 2]).unwrap(), Numbered::Unknown(9));
    assert_eq!(Numbered::from_flat_bytes(&[1, 1, 2]).unwrap(), Numbered::Known(1));
    assert_eq!(Plain::from_flat_bytes(&[9, 1, 2]).unwrap(), Plain::Unknown);
    assert_eq!(Plain::from_flat_bytes(&[1, 1, 2]).unwrap(), Plain::Known);
    // Inside another value nothing is ignored.
    assert_eq!(<(Numbered, u8)>::from_flat_bytes(&[9, 1]).unwrap(), (Numbered::Unknown(9), 1));
    assert!(<(Numbered, u8)>::from_flat_bytes(&[9, 1, 2]).is_err());
}

#[test]
fn fields_with_a_default_may_be_missing_at_the_end() {
    let read = |bytes: &[u8]| Grown::from_flat_bytes(bytes);
    let grown = |lives, name: &str| Grown { id: 1, lives, name: name.into() };
    assert_eq!(read(&[1]).unwrap(), grown(3, ""));
    assert_eq!(read(&[1, 9, 0]).unwrap(), grown(9, ""));
    assert_eq!(read(&[1, 9, 0, 1, b'x']).unwrap(), grown(9, "x"));
    assert!(read(&[]).is_err() && read(&[1, 9]).is_err() && read(&[1, 9, 0, 1]).is_err());
    // Inside another value there is no end.
    assert!(<(Grown, u8)>::from_flat_bytes(&[1]).is_err());
    assert!(Vec::<Grown>::from_flat_bytes(&[1, 1]).is_err());
    assert!(Grown::read_flat_bytes(&mut Reader::new(&[1])).is_err());

    assert_eq!(Growing::from_flat_bytes(&[1, 1]).unwrap(), Growing::Grown(grown(3, "")));
    assert_eq!(Growing::from_flat_bytes(&[3, 1]).unwrap(), Growing::Own { id: 1, more: 7 });
    assert!(Vec::<Growing>::from_flat_bytes(&[1, 3, 1]).is_err());
    assert_eq!(Growing::from_flat_bytes(&[2, 1, 8, 8]).unwrap(), Growing::Open(Open { id: 1 }));

    assert_eq!(Open::from_flat_bytes(&[1, 2, 3]).unwrap(), Open { id: 1 });
    assert_eq!(Vec::<Open>::from_flat_bytes(&[2, 1, 2]).unwrap(), [Open { id: 1 }, Open { id: 2 }]);
    assert!(Vec::<Open>::from_flat_bytes(&[2, 1, 2, 3]).is_err());
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "functions of `with` take a reference")]
mod percent {
    pub(super) fn encode(share: &f32) -> u8 {
        (share * 100.0) as u8
    }

    pub(super) fn decode(percent: u8) -> Result<f32, String> {
        if percent > 100 {
            return Err(format!("{percent} percent is more than all"));
        }
        Ok(f32::from(percent) / 100.0)
    }
}

#[expect(
    clippy::extra_unused_type_parameters,
    clippy::trivially_copy_pass_by_ref,
    clippy::unnecessary_wraps,
    reason = "what `with` calls"
)]
mod reversed {
    use super::{ByteOrder, DecodeError, EncodeError, Output, Reader};

    pub(super) fn encode<B: ByteOrder, O: Output>(
        value: &u16,
        out: &mut O,
    ) -> Result<(), EncodeError> {
        out.put_bytes(&if B::BIG { value.to_le_bytes() } else { value.to_be_bytes() });
        Ok(())
    }

    pub(super) fn decode<B: ByteOrder>(reader: &mut Reader<'_>) -> Result<u16, DecodeError> {
        reader.array("a number").map(u16::from_be_bytes)
    }
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(delta(Clone, Debug, PartialEq))]
struct Ports {
    #[flat(with = reversed)]
    first: u16,
    #[flat(with = reversed)]
    second: u16,
}

#[test]
fn functions_get_the_fields_that_a_delta_has() {
    let old = Ports { first: 1, second: 2 };
    let new = Ports { second: 3, ..old.clone() };
    check(old.clone(), "0001 0002");
    let delta = new.changes_since(&old);
    assert_eq!(delta, PortsDelta { first: None, second: Some(3) });
    check(delta, "02 0003");
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct Custom {
    #[flat(with = percent, as = u8)]
    music: f32,
    #[flat(with = percent, as = u8)]
    voice: Option<f32>,
    #[flat(with = reversed)]
    port: u16,
    #[flat(unit = "ms")]
    wait: Duration,
    #[flat(unit = "s")]
    since: Option<SystemTime>,
}

#[test]
fn functions_convert() {
    let since = Some(SystemTime::UNIX_EPOCH + Duration::from_millis(500));
    let custom =
        Custom { music: 0.5, voice: None, port: 0x1234, wait: Duration::from_millis(1500), since };
    check(custom, "32 00 1234 dc05000000000000 01 000000000000e03f");
    let error = Custom::from_flat_bytes(&[101; 30]).unwrap_err();
    assert_eq!(error.path().to_string(), "Custom.music");
    assert_eq!(error.message(), "101 percent is more than all at byte 0");
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct Lengths {
    #[flat(len = u8)]
    short: String,
    #[flat(max_len = 2)]
    two: Vec<u16>,
    #[flat(c_string, max_len = 3)]
    ended: String,
    #[flat(len = u16, varint)]
    numbers: Vec<i32>,
    #[flat(len = u8, max_len = 4)]
    maybe: Option<Vec<u8>>,
    #[flat(varint)]
    map: BTreeMap<u8, u32>,
}

#[test]
fn lengths_have_their_types_and_bounds() {
    let lengths = Lengths {
        short: "ab".into(),
        two: vec![1],
        ended: "xyz".into(),
        numbers: vec![-1, 150],
        maybe: Some(vec![9]),
        map: BTreeMap::from([(1, 300)]),
    };
    check(lengths.clone(), "02 6162 01 0100 78797a00 0200 01 ac02 01 01 09 01 01 ac02");
    let refused = [
        Lengths { short: "x".repeat(256), ..lengths.clone() },
        Lengths { two: vec![0; 3], ..lengths.clone() },
        Lengths { ended: "wxyz".into(), ..lengths.clone() },
        Lengths { ended: "a\0".into(), ..lengths.clone() },
        Lengths { maybe: Some(vec![0; 5]), ..lengths.clone() },
    ];
    for lengths in refused {
        assert!(lengths.to_flat_bytes().is_err(), "{lengths:?}");
    }
    let error = Lengths::from_flat_bytes(&[0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap_err();
    assert_eq!(
        (error.kind(), error.path().to_string()),
        (DecodeErrorKind::LimitExceeded, "Lengths.two".into())
    );
}

#[derive(Debug, PartialEq, GodotFlat)]
struct Borrowed<'a> {
    name: &'a str,
    data: &'a [u8],
    #[flat(c_string)]
    title: Cow<'a, str>,
    vertices: PackedView<'a, Vector3>,
}

#[test]
fn texts_bytes_and_views_borrow() {
    let vertices = [Vector3::ONE, Vector3::ZERO];
    let sent = Borrowed {
        name: "mill",
        data: &[1, 2],
        title: "x".into(),
        vertices: PackedView::default(),
    };
    let mut bytes = sent.to_flat_bytes().unwrap();
    bytes.pop();
    vertices.to_vec().append_flat_bytes(&mut bytes).unwrap();
    let read = Borrowed::from_flat_bytes(&bytes).unwrap();
    assert_eq!((read.name, read.data), ("mill", &[1, 2][..]));
    assert!(matches!(read.title, Cow::Borrowed("x")));
    assert_eq!(read.vertices, vertices);
    let range = bytes.as_ptr_range();
    assert!(range.contains(&read.name.as_ptr()) && range.contains(&read.data.as_ptr()));
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct Generic<T, const N: usize> {
    #[flat(varint)]
    id: u32,
    list: Vec<T>,
    array: [T; N],
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct Node {
    value: u8,
    left: Option<Box<Node>>,
    children: Vec<Node>,
}

/// Both at once: only what stands beside the type itself needs bounds.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct Tree<T> {
    left: Option<Box<Tree<T>>>,
    #[flat(len = u8)]
    named: Vec<(T, Box<Self>)>,
    #[flat(varint)]
    value: T,
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct Bough<T> {
    inner: Vec<Twig<T>>,
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(recursive(Bough), flags)]
struct Twig<T> {
    outer: Option<Box<Bough<T>>>,
    value: T,
}

#[test]
fn generic_types_and_types_that_contain_themselves() {
    check(Generic { id: 1, list: vec![2_u16], array: [3, 4] }, "01 01 0200 0300 0400");
    let leaf = |value| Node { value, left: None, children: Vec::new() };
    check(
        Node { value: 1, left: Some(Box::new(leaf(2))), children: vec![leaf(3), leaf(4)] },
        "01 01 02 00 00 02 03 00 00 04 00 00",
    );
    let leaf = |value| Tree { left: None, named: Vec::new(), value };
    let named = vec![(5, Box::new(leaf(300_u16)))];
    check(
        Tree { left: Some(Box::new(leaf(1))), named, value: 2 },
        "01 00 00 01 01 0500 00 00 ac02 02",
    );
    let inner = Twig { outer: Some(Box::new(Bough { inner: Vec::new() })), value: 7_u8 };
    check(Bough { inner: vec![inner] }, "01 01 00 07");
    let deep = |levels: usize| [vec![1; 2 * levels], vec![0; 3 + levels]].concat();
    assert!(Node::from_flat_bytes(&deep(100)).is_ok());
    let error = Node::from_flat_bytes(&deep(200)).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::TooDeep);
    let limits = Limits::DEFAULT.with_depth(50);
    assert!(Node::from_flat_bytes_with(&deep(100), limits).is_err());
}

#[derive(Clone, Debug, PartialEq, GodotFlat, GodotVar)]
#[flat(delta(Clone, Debug, PartialEq))]
struct Synced {
    #[flat(varint)]
    hp: u32,
    name: String,
    #[flat(range = 0..=1, as = u8)]
    power: f32,
    alive: bool,
    mark: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, GodotFlat, GodotVar)]
#[flat(flags, delta)]
#[godot_var(delta(Clone, Debug, PartialEq))]
struct InBoth {
    hp: u32,
    alive: bool,
    #[flat(bits = 3)]
    team: u8,
}

#[test]
fn a_delta_has_the_fields_that_changed() {
    let old = Synced { hp: 5, name: "Ann".into(), power: 0.0, alive: true, mark: Some(1) };
    let new = Synced { hp: 300, alive: false, mark: None, ..old.clone() };
    let delta = new.changes_since(&old);
    check(delta.clone(), "19 ac02 00 00");
    let mut applied = old.clone();
    applied.apply(SyncedDelta::from_flat_bytes(&delta.to_flat_bytes().unwrap()).unwrap());
    assert_eq!(applied, new);
    assert!(old.changes_since(&old).is_empty());
    check(old.changes_since(&old), "00");
    let full = SyncedDelta {
        hp: Some(1),
        name: Some("x".into()),
        power: Some(1.0),
        alive: Some(true),
        mark: Some(Some(2)),
    };
    check(full, "1f 01 0178 ff 01 0102");

    let (old, new) =
        (InBoth { hp: 1, alive: true, team: 3 }, InBoth { hp: 1, alive: true, team: 4 });
    check(new.changes_since(&old), "04 04");
}

/// Written by hand: three bytes.
#[derive(Clone, Debug, PartialEq)]
struct Rgb(u8, u8, u8);

impl<B: ByteOrder> Encode<Flat<B>> for Rgb {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Custom("rgb");

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_bytes(&[self.0, self.1, self.2]);
        Ok(())
    }
}

impl<'de, B: ByteOrder> Decode<'de, Flat<B>> for Rgb {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        reader.array("a color").map(|[r, g, b]| Self(r, g, b))
    }
}

#[test]
fn a_type_written_by_hand() {
    check(vec![Rgb(1, 2, 3), Rgb(4, 5, 6)], "02 010203 040506");
}

/// A type with the name of one of a fixed length may have values of several lengths.
mod own_names {
    use super::{GodotFlat, check};

    #[derive(Clone, Debug, PartialEq, GodotFlat)]
    struct Vec2(Option<u8>);

    #[derive(Clone, Debug, PartialEq, GodotFlat)]
    struct Color(String);

    #[derive(Clone, Debug, PartialEq, GodotFlat)]
    struct Mixed {
        name: String,
        one: Vec2,
        other: Vec2,
        color: Color,
        last: u16,
    }

    #[test]
    fn take_their_own_length() {
        let color = Color("red".into());
        let mixed =
            Mixed { name: "a".into(), one: Vec2(None), other: Vec2(Some(7)), color, last: 9 };
        check(mixed, "0161 00 0107 03726564 0900");
    }

    #[derive(Clone, Debug, PartialEq, GodotFlat)]
    struct Short {
        name: String,
        one: Vec2,
        other: Vec2,
    }

    #[test]
    fn take_their_own_length_in_few_bytes() {
        check(Short { name: "a".into(), one: Vec2(None), other: Vec2(Some(7)) }, "0161 00 0107");
    }
}

mod pinned {
    use super::{GodotFlat, Vector3, layout_fingerprint};

    #[derive(GodotFlat)]
    #[flat(layout = "221938f17c6e9803")]
    #[allow(dead_code, reason = "its layout is what is tested")]
    struct Pinned {
        at: Vector3,
    }

    #[derive(GodotFlat)]
    struct Same {
        #[allow(dead_code, reason = "its layout is what is tested")]
        place: Vector3,
    }

    #[test]
    fn a_name_does_not_change_the_layout() {
        assert_eq!(layout_fingerprint::<Pinned>(), layout_fingerprint::<Same>());
    }
}

#[test]
fn what_changes_the_bytes_changes_the_fingerprint() {
    macro_rules! fingerprints {
        ($($(#[$attr:meta])* { $($fields:tt)* })*) => {
            vec![$({
                #[derive(GodotFlat)]
                $(#[$attr])*
                #[allow(dead_code, reason = "only its layout is used")]
                struct One { $($fields)* }
                layout_fingerprint::<One>()
            }),*]
        };
    }
    let all = fingerprints! {
        { a: u32 }
        { a: i32 }
        { a: u32, b: u32 }
        { #[flat(varint)] a: u32 }
        { #[flat(varint)] a: i32 }
        #[flat(big_endian)] { a: u32 }
        { a: bool }
        #[flat(flags)] { a: bool }
        { a: Option<u8> }
        #[flat(flags)] { a: Option<u8> }
        #[flat(flags)] { #[flat(bits = 3)] a: u8 }
        #[flat(flags)] { #[flat(bits = 4)] a: u8 }
        { a: f32 }
        { #[flat(as = f16)] a: f32 }
        { #[flat(range = 0..=1, as = u8)] a: f32 }
        { #[flat(range = 0..=2, as = u8)] a: f32 }
        { #[flat(range = 0..=1, as = u16)] a: f32 }
        { #[flat(angle, as = u8)] a: f32 }
        { #[flat(degrees, as = u8)] a: f32 }
        { a: Vector3 }
        { #[flat(normal, as = u8)] a: Vector3 }
        { #[flat(normal, as = f16)] a: Vector3 }
        { a: Quaternion }
        { #[flat(smallest_three = 10)] a: Quaternion }
        { #[flat(smallest_three = 15)] a: Quaternion }
        { a: String }
        { #[flat(len = u8)] a: String }
        { #[flat(c_string)] a: String }
        { a: Vec<u8> }
        { #[flat(len = u8)] a: Vec<u8> }
        { a: [u8; 2] }
        { a: (u8, u8) }
        { a: Stance }
        { a: Wide }
        { a: Variant }
        { #[flat(as = Godot3)] a: Variant }
    };
    for (index, one) in all.iter().enumerate() {
        assert!(!all[..index].contains(one), "layout {index} is another one");
    }
    let same = fingerprints! {
        { a: u32 }
        { b: u32 }
        { #[flat(default)] a: u32 }
        { a: Wrapping<u32> }
        #[flat(trailing = "ignore")] { a: u32 }
    };
    assert!(same.iter().all(|one| *one == same[0]));
    assert_eq!(same[0], all[0]);
}
