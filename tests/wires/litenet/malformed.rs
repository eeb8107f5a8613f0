//! Bytes of LiteNetLibManager that are cut, changed or invented: a value or an error, as strict as C# or stricter.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use crate::common::{bytes, text, vectors};
use crate::lite_net_lib_manager::{head, y2018};
use godot_var::error::DecodeErrorKind;
use godot_var::litenet::{
    Era, EraSpec, EulerAngles, FromLiteNetBytes, Guid, LiteNet2018, LiteNetHead, LiteNetMessage,
    Packed, PackedInt, Rest, ToLiteNetBytes, Zigzag, ZigzagInt, packed_len,
};
use godot_var::{Limits, Reader};
use godot_var_cli::{Wire as _, litenet::Side};
use proptest::prelude::*;

/// A list after an i32.
#[derive(LiteNetMessage)]
struct Long<T>(#[litenet(len = "i32")] Vec<T>);

/// Decodes a message in every possible way; none may panic.
fn try_everything(bytes: &[u8]) {
    for (era, from_client) in
        [(EraSpec::Y2018, false), (EraSpec::Head, false), (EraSpec::Head, true)]
    {
        let side = Side::new(era, from_client);
        if let Ok(decoded) = side.read(bytes) {
            assert!(decoded.used <= bytes.len());
            let value = side.json(&decoded);
            assert!(side.encode(&value).is_ok(), "{value}");
        }
        side.inspect(bytes, false, &mut Vec::new()).expect("a Vec");
    }
    again::<LiteNet2018, y2018::ServerMessage<Rest<'_>>>(bytes);
    again::<LiteNet2018, y2018::ClientMessage<Rest<'_>>>(bytes);
    again::<LiteNetHead, head::ServerMessage<Rest<'_>>>(bytes);
    again::<LiteNetHead, head::ClientMessage<Rest<'_>>>(bytes);
    again::<LiteNetHead, head::SyncBaseLine<(Zigzag<i32>, u8)>>(bytes);
    again::<LiteNetHead, head::SyncDelta<head::DeltaElements<(Zigzag<i32>, bool)>>>(bytes);
    again::<LiteNetHead, (Guid, SocketAddr, Option<SocketAddr>)>(bytes);
    again::<LiteNet2018, SocketAddr>(bytes);
    again::<LiteNetHead, head::ClientSyncBaseLine<(Zigzag<i32>, String)>>(bytes);
}

/// A message in its shortest form encodes to the same bytes.
fn again<'de, E: Era, T>(bytes: &'de [u8])
where
    T: FromLiteNetBytes<'de> + ToLiteNetBytes,
{
    let mut reader = Reader::with_limits(bytes, Limits::DEFAULT.with_canonical(true));
    if let Ok(value) = T::read_litenet_bytes::<E>(&mut reader) {
        let written = value.to_litenet_bytes::<E>().expect("what was read can be written");
        assert_eq!(written, bytes[..reader.position()]);
    }
    drop(T::from_litenet_bytes::<E>(bytes));
}

#[derive(Clone, Debug, PartialEq, LiteNetMessage)]
struct Texts<'a> {
    bytes: &'a [u8],
    name: &'a str,
    #[litenet(len = "i32")]
    large: &'a str,
    own: String,
    #[litenet(len = "i32")]
    large_own: String,
}

#[test]
fn errors_of_texts_are_at_the_byte_that_is_wrong() {
    fn check<E: Era>() {
        let own = String::from;
        let (own, large_own) = (own("seven"), own("eight"));
        let texts = Texts { bytes: b"four", name: "fives", large: "sixth", own, large_own };
        let bytes = texts.to_litenet_bytes::<E>().expect("encodable");
        assert_eq!(Texts::from_litenet_bytes::<E>(&bytes), Ok(texts.clone()));
        for text in [texts.name, texts.large, &texts.own, &texts.large_own] {
            let mut broken = bytes.clone();
            let at = bytes.windows(5).position(|part| part == text.as_bytes()).expect("a text");
            broken[at + 2] = 0xff;
            let canonical = Limits::DEFAULT.with_canonical(true);
            let error = Texts::from_litenet_bytes_with::<E>(&broken, canonical);
            assert_eq!(error.expect_err("broken").offset(), at + 2, "{text}");
        }
    }
    check::<LiteNet2018>();
    check::<LiteNetHead>();
}

/// .NET writes an address in one way; others mean the same.
#[test]
fn a_canonical_address_is_as_it_is_written() {
    let message = |host: &str| {
        let mut bytes = host.to_owned().to_litenet_bytes::<LiteNet2018>().expect("a text");
        bytes.extend([0x61, 0x1e, 0, 0]);
        bytes
    };
    for host in ["0::", "::FF", "::ffff:ffff:ffff", "0:0:0:0:0:0:0:1", "::1", "127.0.0.1"] {
        let bytes = message(host);
        let value = SocketAddr::from_litenet_bytes::<LiteNet2018>(&bytes).expect(host);
        let is_written = value.to_litenet_bytes::<LiteNet2018>().expect("encodes") == bytes;
        let mut reader = Reader::with_limits(&bytes, Limits::DEFAULT.with_canonical(true));
        let read = SocketAddr::read_litenet_bytes::<LiteNet2018>(&mut reader);
        assert_eq!(read.is_ok(), is_written, "{host}: {read:?}");
    }
}

#[test]
fn a_canonical_endpoint_has_family_0_or_1() {
    for (address, family) in [("127.0.0.1:80", 0), ("[::1]:80", 1)] {
        let address: SocketAddr = address.parse().expect("an address");
        let mut bytes = address.to_litenet_bytes::<LiteNetHead>().expect("encodes");
        assert_eq!(bytes[0], family);
        let canonical = Limits::DEFAULT.with_canonical(true);
        let read = SocketAddr::from_litenet_bytes_with::<LiteNetHead>(&bytes, canonical);
        assert_eq!(read, Ok(address));
        if family == 1 {
            // C# reads an IPv6 address after every number but 0.
            bytes[0] = 2;
            assert_eq!(SocketAddr::from_litenet_bytes::<LiteNetHead>(&bytes), Ok(address));
            let read = SocketAddr::from_litenet_bytes_with::<LiteNetHead>(&bytes, canonical);
            assert_eq!(read.expect_err("another family").offset(), 0);
        }
    }
}

/// Arrays without bytes in a list count as their elements do.
#[test]
fn arrays_without_bytes_take_no_time() {
    let bytes = Long(vec![(); 65535]).to_litenet_bytes::<LiteNetHead>().expect("encodes");
    let read = Long::<[(); 65535]>::from_litenet_bytes::<LiteNetHead>(&bytes);
    assert_eq!(read.map(|_| ()).unwrap_err().kind(), DecodeErrorKind::LimitExceeded);
}

#[test]
fn truncations_and_mutations() {
    let lines = vectors("litenetlib.jsonl");
    let mut of_kind = BTreeMap::<_, u8>::new();
    for line in &lines {
        let kind = text(line, "kind");
        let seen = of_kind.entry(kind).or_default();
        if !kind.starts_with("message:") || *seen == 5 {
            continue;
        }
        *seen += 1;
        let bytes = bytes(line);
        let bytes = &bytes[..bytes.len().min(48)];
        for end in 0..bytes.len() {
            try_everything(&bytes[..end]);
        }
        for at in 0..bytes.len() {
            for value in [0, 0x7f, 0xf9, 0xff] {
                let mut changed = bytes.to_vec();
                changed[at] = value;
                try_everything(&changed);
            }
        }
    }
}

#[test]
fn counts_are_held_against_what_is_left() {
    let huge = [0xff, 0xff, 0xff, 0x7f, 1, 2, 3];
    for error in [
        Long::<u64>::from_litenet_bytes::<LiteNetHead>(&huge).err(),
        // Each element without bytes counts as one.
        Long::<()>::from_litenet_bytes_with::<LiteNetHead>(&huge, Limits::NONE).err(),
        Vec::<u8>::from_litenet_bytes::<LiteNet2018>(&huge).map(Long).err(),
        Vec::<String>::from_litenet_bytes::<LiteNetHead>(&huge).map(|_| ()).err(),
    ] {
        let kind = error.expect("an error").kind();
        assert!(matches!(kind, DecodeErrorKind::Incomplete | DecodeErrorKind::LimitExceeded));
    }
}

#[test]
fn errors_say_where() {
    // The message, an empty asset id, the object, and a packed integer that ends too early.
    let error = y2018::ServerSpawnObject::from_litenet_bytes::<LiteNet2018>(&[
        5, 0, 0, 0, 0, 0, 1, 0xff, 1, 2,
    ]);
    let error = error.expect_err("an error");
    assert_eq!(
        error.to_string(),
        "ServerSpawnObject.connect_id: the buffer ends inside a packed ulong at byte 10"
    );
    // A run is checked at once, but its error still names the field.
    let spawn = y2018::ServerSpawnSceneObject {
        object_id: 1,
        position: godot_var::Vector3::ZERO,
        rotation: EulerAngles::default(),
    };
    let bytes = spawn.to_litenet_bytes::<LiteNet2018>().expect("encodable");
    for (len, text) in [
        (2, "object_id: the buffer ends inside a field at byte 2"),
        (14, "position: the buffer ends inside a field at byte 14"),
        (15, "rotation: the buffer ends inside a field at byte 15"),
        (26, "rotation: the buffer ends inside a field at byte 26"),
    ] {
        let cut = y2018::ServerSpawnSceneObject::from_litenet_bytes::<LiteNet2018>(&bytes[..len]);
        assert_eq!(
            cut.expect_err("an error").to_string(),
            format!("ServerSpawnSceneObject.{text}")
        );
    }
    let error = y2018::ServerTime::from_litenet_bytes::<LiteNet2018>(&[9, 0]).expect_err("one");
    assert_eq!(error.to_string(), "expected ServerTime, message 10, found message 9 at byte 0");
    let limits = Limits::DEFAULT.with_canonical(true);
    let error = Packed::<u32>::from_litenet_bytes_with::<LiteNetHead>(&[0xfa, 5, 0, 0], limits);
    assert_eq!(
        error.expect_err("an error").to_string(),
        "expected 5 in its packed form of 1 bytes, found another form of 4 bytes at byte 0"
    );
}

#[test]
fn a_field_and_the_one_that_tells_of_it_agree() {
    let mut call = y2018::ClientCallFunction {
        receivers: y2018::FunctionReceivers::All,
        connect_id: Some(7),
        element: y2018::ElementInfo { object_id: 1, behaviour_index: 0, element_id: 0 },
        parameters: (5_i32, "x".to_owned()),
    };
    let error = call.to_litenet_bytes::<LiteNet2018>().expect_err("an error");
    assert_eq!(
        error.to_string(),
        "ClientCallFunction.connect_id: another field excludes this one, and it is `Some`"
    );
    call.receivers = y2018::FunctionReceivers::Target;
    assert!(call.to_litenet_bytes::<LiteNet2018>().is_ok());
    call.connect_id = None;
    assert!(call.to_litenet_bytes::<LiteNet2018>().is_err());
}

fn there_and_back<T>(value: T, len: Option<usize>)
where
    T: PackedInt + Into<i128> + PartialEq + std::fmt::Debug,
{
    let bytes = Packed(value).to_litenet_bytes::<LiteNetHead>().expect("encodable");
    if let Some(len) = len {
        assert_eq!(bytes.len(), len);
    }
    let strict = Limits::NONE.with_canonical(true);
    let read = Packed::<T>::from_litenet_bytes_with::<LiteNetHead>(&bytes, strict);
    assert_eq!(read.expect("decodable").0, value);
    let read = Packed::<T>::from_litenet_bytes_with::<LiteNet2018>(&bytes, strict);
    assert_eq!(read.expect("decodable").0, value);
}

fn signed_there_and_back<T: ZigzagInt + PartialEq + std::fmt::Debug>(value: T) {
    let bytes = Zigzag(value).to_litenet_bytes::<LiteNetHead>().expect("encodable");
    let strict = Limits::NONE.with_canonical(true);
    let read = Zigzag::<T>::from_litenet_bytes_with::<LiteNetHead>(&bytes, strict);
    assert_eq!(read.expect("decodable").0, value);
}

proptest! {
    #[test]
    fn packed_integers(bits: u64, shift in 0_u32..64) {
        let value = bits >> shift;
        there_and_back(value, Some(packed_len(value)));
        there_and_back(value as u32, Some(packed_len(u64::from(value as u32))));
        there_and_back(value as u16, None);
        there_and_back(value as i64, Some(packed_len(value)));
        signed_there_and_back(value as i64);
        signed_there_and_back((value as i64).wrapping_neg());
        signed_there_and_back(value as i32);
        signed_there_and_back((value as i32).wrapping_neg());
        signed_there_and_back(value as i16);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        try_everything(&bytes);
    }
}

/// A type without bytes.
#[derive(Clone, Debug, Default, PartialEq, LiteNetMessage)]
struct Empty {}

#[test]
fn elements_without_bytes_are_bounded() {
    // A list of lists, each of which declares as many elements as bytes are left.
    let mut bytes = 20_000_u16.to_le_bytes().to_vec();
    bytes.extend(10_000_u16.to_le_bytes().repeat(20_000));
    let error = Vec::<Vec<Empty>>::from_litenet_bytes::<LiteNetHead>(&bytes).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::LimitExceeded);
    assert_eq!(error.to_string(), "[134]: too many elements without bytes at byte 272");

    for list in [vec![Empty {}; 65_535], vec![Empty {}; 3], vec![]] {
        let bytes = list.to_litenet_bytes::<LiteNetHead>().expect("a short list");
        assert_eq!(bytes.len(), 2);
        assert_eq!(Vec::<Empty>::from_litenet_bytes::<LiteNetHead>(&bytes), Ok(list));
    }
    // Elements that take memory count by it.
    let error = Vec::<Rest<'_>>::from_litenet_bytes::<LiteNetHead>(&[0xff, 0xff, 1]).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::LimitExceeded);
}
