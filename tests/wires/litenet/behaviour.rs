//! The behaviour of the C# readers and writers at boundaries, and where and why this project differs.

use crate::common::{bytes, text, vectors};
use crate::lite_net_lib_manager::y2018;
use godot_var::Reader;
use godot_var::error::EncodeErrorKind;
use godot_var::litenet::{
    Color, DirectionVector2, Era, EraSpec, EulerAngles, FromLiteNetBytes, LiteNet2018, LiteNetHead,
    LiteNetMessage, Packed, ToLiteNetBytes, Zigzag,
};
use godot_var::math::Quaternion;
use godot_var_cli::lines;
use godot_var_cli::litenet::Side;
use serde_json::{Value as Json, json};

/// The number of lines that a reader or a writer made. The others have two answers, depending on the runtime.
const DECODED: usize = 162;
const ENCODED: usize = 23;
const BY_RUNTIME: usize = 26;

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

/// Returns the value and the offset after it, or nothing after an error.
fn read<'de, E: Era, T: FromLiteNetBytes<'de>>(
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
        "string" | "string(maxLength=2)" => read::<E, String>(bytes, Json::from),
        "sync_list_op(empty list of int)" => {
            read::<E, y2018::SyncListOperation<i32>>(bytes, |_| json!("count=0"))
        }
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

/// The differences between this project and C#, and their reasons.
const DIFFERENT: [(&str, &str); 12] = [
    ("beh-2018-072", "ED A0 80 is three U+FFFD in Rust, two in the runtime of the vectors"),
    ("beh-2018-073", "F4 90 80 80 is four U+FFFD in Rust, three there"),
    (
        "beh-2018-075",
        "a limit on the length leaves the stream in the middle of the text; there is none here",
    ),
    ("beh-2018-076", "the same"),
    ("beh-2018-078", "reads past the end of its part of the buffer"),
    ("beh-2018-079", "the same"),
    ("beh-2018-093", "an unknown operation keeps the rest of the message"),
    ("beh-2018-094", "an index is held against the list by whoever has the list"),
    ("beh-2018-095", "the same"),
    ("beh-2018-096", "the same"),
    ("beh-head-050", "a limit on the length gives an empty text; there is none here"),
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
        let mut bytes = bytes(&line);
        // In 2018 a C# reader that was limited to a part of its buffer could read past it. Here it cannot.
        if let Some(size) = line["dataSize"].as_u64() {
            bytes.truncate(size as usize);
        }
        let ours = if line["era"] == "head" {
            behaviour::<LiteNetHead>(kind, &bytes)
        } else {
            behaviour::<LiteNet2018>(kind, &bytes)
        };
        let Some(ours) = ours else {
            assert_eq!(kind, "value:decimal", "only `decimal` has no type in Rust");
            agreed += 1;
            continue;
        };
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
    assert_eq!(agreed + different.len(), DECODED, "lines");
}

fn hex_of<E: Era>(value: &(impl ToLiteNetBytes + ?Sized)) -> Result<String, EncodeErrorKind> {
    let bytes = value.to_litenet_bytes::<E>().map_err(|error| error.kind())?;
    if bytes.len() > 100 {
        return Ok(format!("{}...({} bytes)", hex::encode(&bytes[..8]), bytes.len()));
    }
    Ok(hex::encode(bytes))
}

/// The corresponding value for a line, with a remark if it is not an error or other bytes.
fn encoded<E: Era>(
    kind: &str,
    value: &Json,
) -> (Result<String, EncodeErrorKind>, Option<&'static str>) {
    let float = || value.as_f64().unwrap_or_default() as f32;
    let ours = match (kind, value.as_str()) {
        // A Rust text has no lone surrogate. The writers of 2018 replace it by bytes.
        ("string", Some("lone surrogate U+D83D")) => hex_of::<E>("a\u{fffd}b"),
        ("string", Some(text)) => {
            let (count, _) = text.split_once(" x A").expect("a count");
            hex_of::<E>(&"A".repeat(count.parse().expect("a number")))
        }
        // The caller cuts the text, so the prefix and the text agree in both eras.
        ("string(maxLength=2)", _) => hex_of::<E>(&"ABCD"[..2]),
        ("value:string", _) => hex_of::<E>(""),
        ("array:string", _) => hex_of::<E>(&Vec::<String>::new()),
        ("array:int", _) => hex_of::<E>(&Vec::<i32>::new()),
        ("bytes_with_length", _) => hex_of::<E>(&Vec::<u8>::new()),
        ("array:bool", _) => hex_of::<E>(&vec![false; 65536]),
        ("value:float" | "float(direct Put)", _) => hex_of::<E>(&float()),
        ("list:float", _) => hex_of::<E>(&Long(vec![1.0_f32])),
        ("nullable_int", _) => hex_of::<E>(&value.as_i64().map(|value| value as i32)),
        ("direction_vector2", Some("from (1,-1)")) => {
            hex_of::<E>(&DirectionVector2::from_components([1.0, -1.0]))
        }
        ("direction_vector2", _) => hex_of::<E>(&DirectionVector2::from_components([0.999, 0.005])),
        ("no_autoresize_overflow", _) => {
            let error = 7_i32.write_litenet_bytes::<E>(&mut [0; 2]).expect_err("too small");
            Err(error.kind())
        }
        // It has no type in Rust, so the code does not compile.
        ("value:decimal", _) => Err(EncodeErrorKind::Custom),
        other => panic!("{other:?} is not a known line"),
    };
    let remark = match (kind, value.as_str()) {
        ("string(maxLength=2)", _) if E::SPEC == LiteNet2018::SPEC => {
            Some("the prefix counts what was cut off, and what follows is left over in the buffer")
        }
        ("bytes_with_length", _) if E::SPEC == LiteNet2018::SPEC => {
            Some("null throws; there is no null in Rust, and what is empty has bytes")
        }
        ("array:bool", _) => Some("the count wraps around to 0; here it is an error"),
        ("value:float" | "list:float", _) => {
            Some("the writer casts the float to bool and throws; its reader reads an f32")
        }
        ("string", Some("lone surrogate U+D83D")) if E::SPEC == LiteNetHead::SPEC => {
            Some("throws; no Rust text has a lone surrogate")
        }
        _ => None,
    };
    (ours, remark)
}

#[test]
fn as_the_originals_write() {
    let mut count = 0;
    for line in vectors("litenetlib_behaviour.jsonl") {
        let Some(kind) = text(&line, "kind").strip_prefix("encode:") else { continue };
        let (ours, remark) = if line["era"] == "head" {
            encoded::<LiteNetHead>(kind, &line["value"])
        } else {
            encoded::<LiteNet2018>(kind, &line["value"])
        };
        let theirs = line["result"].get("ok").map(|hex| hex.as_str().expect("hex digits"));
        let agreed = ours.as_deref().ok() == theirs;
        assert_eq!(agreed, remark.is_none(), "{}: {ours:?}, {theirs:?}", text(&line, "id"));
        count += 1;
    }
    assert_eq!(count, ENCODED);
}

#[test]
fn components_of_a_color() {
    let color = Color { r: 100, g: 50, b: -25, a: 0 };
    assert_eq!(color.components(), [1.0, 0.5, -0.25, 0.0]);
    assert_eq!(Color::from_components(color.components()), color);
}

/// Unity's angles of a rotation and back, whatever the length of the quaternion.
#[test]
fn angles_of_a_rotation() {
    let off = |one: f32, other: f32| {
        let off = (one - other).rem_euclid(360.0);
        off.min(360.0 - off)
    };
    for x in [-90.0, -89.0, -30.0, 0.0, 45.0, 90.0_f32] {
        for (y, z) in [(0.0, 0.0), (30.0, 200.0), (250.0, 10.0), (180.0, 90.0_f32)] {
            // Straight up or down, y takes the whole angle.
            let is_straight = x.abs() == 90.0;
            let expected = match (is_straight, x > 0.0) {
                (true, true) => [x, y - z, 0.0],
                (true, false) => [x, y + z, 0.0],
                (false, _) => [x, y, z],
            };
            let rotation = Quaternion::from(EulerAngles { x, y, z });
            for length in [1.0, 0.5, 3.0] {
                let Quaternion { x, y, z, w } = rotation;
                let [x, y, z, w] = [x, y, z, w].map(|part| part * length);
                let angles = EulerAngles::from(Quaternion { x, y, z, w });
                let found = [angles.x, angles.y, angles.z];
                let is_near = found.iter().zip(expected).all(|(one, other)| off(*one, other) < 0.1);
                assert!(is_near, "{found:?} for {expected:?}, length {length}");
            }
        }
    }
    assert_eq!(EulerAngles::from(Quaternion::new(0.0, 0.0, 0.0, 0.0)), EulerAngles::default());
}

/// C# computes colors in 32 or in 64 bits, this project in 32. Values that were computed in 64 bits survive a round trip.
#[test]
fn colors_of_both_runtimes() {
    let mut count = 0;
    for line in vectors("litenetlib_behaviour.jsonl") {
        let kind = text(&line, "kind");
        let Some(kind) = kind.strip_prefix("encode_runtime_dependent:") else { continue };
        let (id, is_head) = (text(&line, "id"), line["era"] == "head");
        let ours = ["hex_f32_arithmetic", "hex_f64_arithmetic"];
        let [single, double] = ours.map(|name| text(&line["result"], name));
        assert_ne!(single, double, "{id}");
        count += 1;
        let Some(name) = kind.strip_prefix("message:") else {
            let components = ["r", "g", "b", "a"]
                .map(|name| line["value"]["v"][name].as_f64().expect("a component") as f32);
            let color = Color::from_components(components);
            let written =
                if is_head { hex_of::<LiteNetHead>(&color) } else { hex_of::<LiteNet2018>(&color) };
            assert_eq!(written.as_deref(), Ok(single), "{id}");
            for digits in [single, double] {
                let bytes = hex::decode(digits).expect("hex digits");
                let again = if is_head {
                    hex_of::<LiteNetHead>(
                        &Color::from_litenet_bytes::<LiteNetHead>(&bytes).expect("a color"),
                    )
                } else {
                    hex_of::<LiteNet2018>(
                        &Color::from_litenet_bytes::<LiteNet2018>(&bytes).expect("a color"),
                    )
                };
                assert_eq!(again.as_deref(), Ok(digits), "{id}");
            }
            continue;
        };
        let era = if is_head { EraSpec::Head } else { EraSpec::Y2018 };
        let side = Side::new(era, name.ends_with("(client)"));
        for digits in [single, double] {
            let mut answer = Vec::new();
            let is_read = lines::decode_line(digits.as_bytes(), &side, &mut answer);
            assert!(is_read.expect("a Vec takes all"), "{id}");
            assert_eq!(lines::encode_line(&answer, &side).line, digits, "{id}");
        }
    }
    assert_eq!(count, BY_RUNTIME);
}
