//! Bytes of LiteNetLibManager that are cut, changed or made up: a value or an error, as in C# or better.

mod common;

#[allow(
    dead_code,
    unreachable_pub,
    clippy::struct_field_names,
    reason = "a message set has more than these tests name, for programs of any shape"
)]
#[path = "../schemas/lite_net_lib_manager.rs"]
mod lite_net_lib_manager;

use common::{bytes, text, vectors};
use godot_var::litenet::{
    DecodeLiteNet, Era, FromLiteNetBytes, LiteNet2018, LiteNetHead, Packed, PackedInt, Rest,
    ToLiteNetBytes, Zigzag, ZigzagInt, packed_len,
};
use godot_var::{DecodeErrorKind, Limits, LiteNetMessage, Reader};
use godot_var_cli::{Wire, litenet};
use lite_net_lib_manager::{head, y2018};
use proptest::prelude::*;
use serde_json::{Value as Json, json};

#[derive(LiteNetMessage)]
struct LongText(#[litenet(len = "i32")] String);

#[derive(LiteNetMessage)]
struct Long<T>(#[litenet(len = "i32")] Vec<T>);

/// The body of the message without its number.
#[derive(LiteNetMessage)]
struct Body2018<T> {
    #[litenet(packed)]
    object_id: u32,
    more: T,
}

/// The value and the place behind it, or nothing after an error.
fn read<'de, E: Era, T: DecodeLiteNet<'de, E>>(
    bytes: &'de [u8],
    picture: impl Fn(T) -> Json,
) -> Option<(Json, usize)> {
    let mut reader = Reader::new(bytes);
    let value = T::read_litenet_bytes::<E>(&mut reader).ok()?;
    Some((picture(value), reader.position()))
}

fn behaviour<E: Era>(kind: &str, bytes: &[u8]) -> Option<Option<(Json, usize)>> {
    Some(match kind {
        "bool" => read::<E, bool>(bytes, Json::from),
        "byte" => read::<E, u8>(bytes, Json::from),
        "sbyte" => read::<E, i8>(bytes, Json::from),
        "short" => read::<E, i16>(bytes, Json::from),
        "ushort" | "char" => read::<E, u16>(bytes, Json::from),
        "int" => read::<E, i32>(bytes, Json::from),
        "uint" => read::<E, u32>(bytes, Json::from),
        "long" => read::<E, i64>(bytes, |v| v.to_string().into()),
        "ulong" => read::<E, u64>(bytes, |v| v.to_string().into()),
        "float" | "value:float" => read::<E, f32>(bytes, |v| json!(v as i64)),
        "double" => read::<E, f64>(bytes, Json::from),
        "string" => read::<E, String>(bytes, Json::from),
        "large_string" => read::<E, LongText>(bytes, |v| v.0.into()),
        "packed_ushort" => read::<E, Packed<u16>>(bytes, |v| v.0.into()),
        "packed_uint" => read::<E, Packed<u32>>(bytes, |v| v.0.into()),
        "packed_ulong" => read::<E, Packed<u64>>(bytes, |v| v.0.to_string().into()),
        "packed_short" => read::<E, Zigzag<i16>>(bytes, |v| v.0.into()),
        "packed_int" => read::<E, Zigzag<i32>>(bytes, |v| v.0.into()),
        "packed_long" => read::<E, Zigzag<i64>>(bytes, |v| v.0.to_string().into()),
        "bytes_with_length" => read::<E, Vec<u8>>(bytes, |v| hex::encode(v).into()),
        "array:int" => read::<E, Vec<i32>>(bytes, |v| v.len().into()),
        "array:bool" if E::SPEC == LiteNet2018::SPEC => read::<E, Vec<bool>>(bytes, |v| {
            let digits: Vec<_> = v.iter().map(|b| u8::from(*b).to_string()).collect();
            digits.join(",").into()
        }),
        "array:bool" => read::<E, Vec<bool>>(bytes, |v| v.len().into()),
        "list:int" | "value:int[]" => read::<E, Long<Zigzag<i32>>>(bytes, |v| v.0.len().into()),
        "elementInfo" => read::<E, y2018::ElementInfo>(bytes, |_| json!("ok")),
        "message:ServerSpawnObject(body)" => {
            read::<E, (String, Body2018<(Packed<u64>, [f32; 6])>)>(bytes, |(_, v)| {
                v.object_id.into()
            })
        }
        "message:ServerDestroyObject(body)" => read::<E, Body2018<u8>>(bytes, |v| v.more.into()),
        "message:ServerSetObjectOwner(body)" => {
            read::<E, (Packed<u32>, Zigzag<i64>)>(bytes, |_| json!("ok"))
        }
        "message:Ping(body)" => read::<E, Zigzag<i64>>(bytes, |_| json!("ok")),
        _ => return None,
    })
}

/// Where this project and C# differ, and why.
const DIFFERENT: [(&str, &str); 3] = [
    ("beh-2018-072", "ED A0 80 is three U+FFFD in Rust, two in the runtime of the vectors"),
    ("beh-2018-073", "F4 90 80 80 is four U+FFFD in Rust, three there"),
    (
        "beh-head-057",
        "a negative count is an empty list, as C#'s own lists have it; its arrays throw",
    ),
];

#[test]
fn as_the_originals_behave() {
    let (mut agreed, mut different) = (0, Vec::new());
    for line in vectors("litenetlib_behaviour.jsonl") {
        let Some(kind) = text(&line, "kind").strip_prefix("decode:") else { continue };
        // A C# reader limited to a part of its buffer reads past it in 2018; here it cannot.
        if line.get("dataSize").is_some() {
            continue;
        }
        let bytes = bytes(&line);
        let ours = if line["era"] == "head" {
            behaviour::<LiteNetHead>(kind, &bytes)
        } else {
            behaviour::<LiteNet2018>(kind, &bytes)
        };
        let Some(ours) = ours else { continue };
        let result = &line["result"];
        let theirs = result
            .get("ok")
            .map(|value| (value.clone(), result["position"].as_u64().unwrap_or_default() as usize));
        if ours == theirs {
            agreed += 1;
        } else {
            different.push((text(&line, "id").to_owned(), ours, theirs));
        }
    }
    let ids: Vec<_> = different.iter().map(|(id, ..)| id.as_str()).collect();
    let documented: Vec<_> = DIFFERENT.iter().map(|(id, _)| *id).collect();
    assert_eq!(ids, documented, "{different:#?}");
    assert!(agreed > 140, "{agreed}");
}

/// Reads a message in every way there is; none may panic.
fn try_everything(bytes: &[u8]) {
    for wire in [Wire::LiteNet2018, Wire::LiteNet, Wire::LiteNetClient] {
        let side = wire.litenet().expect("a wire of LiteNetLibManager");
        if let Ok((value, used)) = litenet::decode(bytes, side, Limits::DEFAULT) {
            assert!(used <= bytes.len());
            assert!(litenet::encode(&value, side).is_ok(), "{value}");
        }
        litenet::inspect(bytes, side, Limits::DEFAULT, &mut Vec::new()).expect("a Vec");
    }
    again::<LiteNet2018, y2018::ServerMessage<Rest<'_>>>(bytes);
    again::<LiteNet2018, y2018::ClientMessage<Rest<'_>>>(bytes);
    again::<LiteNetHead, head::ServerMessage<Rest<'_>>>(bytes);
    again::<LiteNetHead, head::ClientMessage<Rest<'_>>>(bytes);
    again::<LiteNetHead, head::SyncBaseLine<(Zigzag<i32>, u8)>>(bytes);
    again::<LiteNetHead, head::ClientSyncBaseLine<(Zigzag<i32>, String)>>(bytes);
}

/// What only the shortest forms allow is written as it was.
fn again<'de, E: Era, T>(bytes: &'de [u8])
where
    T: DecodeLiteNet<'de, E> + godot_var::litenet::EncodeLiteNet<E>,
{
    let mut reader = Reader::with_limits(bytes, Limits::DEFAULT.with_canonical(true));
    if let Ok(value) = T::read_litenet_bytes::<E>(&mut reader) {
        let written = value.to_litenet_bytes::<E>().expect("what was read can be written");
        assert_eq!(written, bytes[..reader.position()]);
    }
    drop(T::from_litenet_bytes::<E>(bytes));
}

#[test]
fn truncations_and_mutations() {
    for line in vectors("litenetlib.jsonl") {
        if !text(&line, "kind").starts_with("message:") {
            continue;
        }
        let bytes = bytes(&line);
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
        // Elements without bytes count as one each.
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
    assert_eq!(error.to_string(), "connect_id: the buffer ends inside a packed ulong at byte 10");
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
        "connect_id: another field says that this one is not there, and it is `Some`"
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
