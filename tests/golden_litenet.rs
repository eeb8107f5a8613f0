//! LiteNetLibManager's own bytes, both ways, through typed values.

mod common;

#[allow(
    dead_code,
    unreachable_pub,
    clippy::struct_field_names,
    reason = "a message set has more than these tests name, for programs of any shape"
)]
#[path = "../schemas/lite_net_lib_manager.rs"]
mod lite_net_lib_manager;

use std::borrow::Cow;

use common::{bytes, text, vectors};
use godot_var::litenet::{
    Color, DecodeLiteNet, DirectionVector2, DirectionVector3, EncodeLiteNet, Era, EulerAngles,
    FromLiteNetBytes, Half, LiteNet2018, LiteNetHead, Packed, Rest, ToLiteNetBytes, Zigzag,
    hashed_id,
};
use godot_var::variant::{Quaternion, Vector2, Vector2i, Vector3, Vector3i, Vector4};
use godot_var::{Limits, LiteNetMessage};
use godot_var_cli::{Wire, litenet};
use lite_net_lib_manager::{head, y2018};
use serde_json::Value as Json;

fn integer(value: &Json) -> i128 {
    match value {
        Json::String(text) => text.parse().expect("an integer"),
        other => i128::from(other.as_i64().unwrap_or_else(|| panic!("{other} is an integer"))),
    }
}

fn float(value: &Json) -> f64 {
    match value.as_str() {
        // The bits of C#'s `NaN`.
        Some("NaN") => f64::from_bits(0xfff8_0000_0000_0000),
        Some("Infinity") => f64::INFINITY,
        Some("-Infinity") => f64::NEG_INFINITY,
        _ => value.as_f64().unwrap_or_else(|| panic!("{value} is a float")),
    }
}

fn single(value: &Json) -> f32 {
    if value == "NaN" { f32::from_bits(0xffc0_0000) } else { float(value) as f32 }
}

fn vector3(value: &Json) -> Vector3 {
    Vector3 { x: single(&value["x"]), y: single(&value["y"]), z: single(&value["z"]) }
}

fn euler(value: &Json) -> EulerAngles {
    let Vector3 { x, y, z } = vector3(value);
    EulerAngles { x, y, z }
}

fn string(value: &Json) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// What a value becomes on the wire; and it is read from there and written again.
fn through<E: Era, T>(value: &T) -> Vec<u8>
where
    T: EncodeLiteNet<E> + for<'de> DecodeLiteNet<'de, E>,
{
    let bytes = value.to_litenet_bytes::<E>().expect("encodable");
    let strict = Limits::DEFAULT.with_canonical(true);
    let read = T::from_litenet_bytes_with::<E>(&bytes, strict).expect("decodable");
    assert_eq!(read.to_litenet_bytes::<E>().expect("encodable"), bytes);
    for end in 0..bytes.len().min(64) {
        let cut = T::from_litenet_bytes::<E>(&bytes[..end]);
        assert!(cut.is_err_and(|error| error.is_incomplete() && error.offset() == end));
    }
    bytes
}

fn list<E: Era, T>(value: &Json, element: impl Fn(&Json) -> T) -> Vec<u8>
where
    T: EncodeLiteNet<E> + for<'de> DecodeLiteNet<'de, E>,
{
    let list: Vec<T> = value.as_array().expect("a list").iter().map(element).collect();
    through::<E, _>(&list)
}

/// Lists behind an i32.
#[derive(LiteNetMessage)]
struct Long<T>(#[litenet(len = "i32")] Vec<T>);

#[derive(LiteNetMessage)]
struct LongText(#[litenet(len = "i32")] String);

/// A plain value of a primitive kind.
fn plain<E: Era>(kind: &str, value: &Json) -> Option<Vec<u8>> {
    let int = || integer(value);
    let component = |name: &str| single(&value[name]);
    let whole = |name: &str| integer(&value[name]) as i32;
    Some(match kind {
        "bool" => through::<E, _>(&value.as_bool().expect("a bool")),
        "byte" => through::<E, _>(&(int() as u8)),
        "sbyte" => through::<E, _>(&(int() as i8)),
        "short" => through::<E, _>(&(int() as i16)),
        "ushort" | "char" => through::<E, _>(&(int() as u16)),
        "int" => through::<E, _>(&(int() as i32)),
        "uint" => through::<E, _>(&(int() as u32)),
        "long" => through::<E, _>(&(int() as i64)),
        "ulong" => through::<E, _>(&(int() as u64)),
        "float" => through::<E, _>(&single(value)),
        "double" => through::<E, _>(&float(value)),
        "string" => through::<E, _>(&string(value)),
        "vector2" => through::<E, _>(&Vector2 { x: component("x"), y: component("y") }),
        "vector3" => through::<E, _>(&vector3(value)),
        "vector4" | "quaternion" => {
            let [x, y, z, w] = ["x", "y", "z", "w"].map(component);
            let bytes = through::<E, _>(&Vector4 { x, y, z, w });
            assert_eq!(bytes, through::<E, _>(&Quaternion { x, y, z, w }));
            bytes
        }
        "vector2int" => through::<E, _>(&Vector2i { x: whole("x"), y: whole("y") }),
        "vector3int" => through::<E, _>(&Vector3i { x: whole("x"), y: whole("y"), z: whole("z") }),
        "quaternion_euler" => through::<E, _>(&euler(value)),
        "color" => {
            let color = Color::from_components(["r", "g", "b", "a"].map(component));
            through::<E, _>(&color)
        }
        _ => return None,
    })
}

/// A value as today's `PutValue` writes it: integers packed.
fn value_of_head(kind: &str, value: &Json) -> Option<Vec<u8>> {
    type E = LiteNetHead;
    let int = || integer(value);
    let byte = |name: &str| integer(&value[name]) as i8;
    let half = |name: &str| Half(integer(&value[name]) as u16);
    Some(match kind {
        "short" => through::<E, _>(&Zigzag(int() as i16)),
        "int" => through::<E, _>(&Zigzag(int() as i32)),
        "long" => through::<E, _>(&Zigzag(int() as i64)),
        "ushort" => through::<E, _>(&Packed(int() as u16)),
        "uint" => through::<E, _>(&Packed(int() as u32)),
        "ulong" => through::<E, _>(&Packed(int() as u64)),
        "direction_vector2" => through::<E, _>(&DirectionVector2 { x: byte("x"), y: byte("y") }),
        "direction_vector3" => {
            through::<E, _>(&DirectionVector3 { x: byte("x"), y: byte("y"), z: byte("z") })
        }
        "half" => through::<E, _>(&Half(int() as u16)),
        "half_vector2" => through::<E, _>(&(half("x"), half("y"))),
        "half_vector3" => through::<E, _>(&(half("x"), half("y"), half("z"))),
        "int[]" => {
            let values = value.as_array().expect("a list").iter();
            through::<E, _>(&Long(values.map(|v| Zigzag(integer(v) as i32)).collect()))
        }
        "string[]" => {
            let values = value.as_array().expect("a list").iter();
            through::<E, _>(&Long(values.map(string).collect()))
        }
        "byte[]" => through::<E, _>(&Long(byte_block(value))),
        _ => return plain::<E>(kind, value),
    })
}

fn byte_block(value: &Json) -> Vec<u8> {
    match value {
        Json::String(digits) => hex::decode(digits).expect("hex digits"),
        Json::Array(list) => list.iter().map(|byte| integer(byte) as u8).collect(),
        other => panic!("{other} is no block of bytes"),
    }
}

fn primitive<E: Era>(kind: &str, all: &Json) -> Option<Vec<u8>> {
    let value = &all["v"];
    let int = || integer(value);
    if let Some(kind) = kind.strip_prefix("field:") {
        return plain::<E>(kind, value);
    }
    if let Some(kind) = kind.strip_prefix("value:") {
        return value_of_head(kind, value);
    }
    Some(match kind {
        "float" => {
            let bits = u32::from_str_radix(text(all, "bits"), 16).expect("hex digits");
            through::<E, _>(&f32::from_bits(bits))
        }
        "double" => {
            let bits = u64::from_str_radix(text(all, "bits"), 16).expect("hex digits");
            through::<E, _>(&f64::from_bits(bits))
        }
        "packed_ushort" => through::<E, _>(&Packed(int() as u16)),
        "packed_uint" => through::<E, _>(&Packed(int() as u32)),
        "packed_ulong" => through::<E, _>(&Packed(int() as u64)),
        "packed_short" => through::<E, _>(&Zigzag(int() as i16)),
        "packed_int" => through::<E, _>(&Zigzag(int() as i32)),
        "packed_long" => through::<E, _>(&Zigzag(int() as i64)),
        "large_string" => through::<E, _>(&LongText(string(value))),
        "bytes_with_length" => through::<E, _>(&byte_block(value)),
        "array:bool" => list::<E, _>(value, |v| v.as_bool().expect("a bool")),
        "array:short" => list::<E, _>(value, |v| integer(v) as i16),
        "array:ushort" => list::<E, _>(value, |v| integer(v) as u16),
        "array:int" => list::<E, _>(value, |v| integer(v) as i32),
        "array:uint" => list::<E, _>(value, |v| integer(v) as u32),
        "array:long" => list::<E, _>(value, |v| integer(v) as i64),
        "array:ulong" => list::<E, _>(value, |v| integer(v) as u64),
        "array:float" => list::<E, _>(value, single),
        "array:double" => list::<E, _>(value, float),
        "array:string" => list::<E, _>(value, string),
        "list:int" | "array_extension:int" => return value_of_head("int[]", value),
        "list:string" => return value_of_head("string[]", value),
        "dictionary:int:string" => {
            let pair = |pair: &Json| {
                let (key, value) = match pair {
                    Json::Array(pair) => (&pair[0], &pair[1]),
                    pair => (&pair["key"], &pair["value"]),
                };
                (Zigzag(integer(key) as i32), string(value))
            };
            through::<E, _>(&Long(value.as_array().expect("pairs").iter().map(pair).collect()))
        }
        "hashed_id" => through::<E, _>(&hashed_id(text(all, "s"))),
        _ => return plain::<E>(kind, value),
    })
}

fn lines(era: &str) -> Vec<Json> {
    let mut lines = vectors("litenetlib.jsonl");
    lines.retain(|line| line["era"] == era);
    assert!(!lines.is_empty());
    lines
}

#[test]
fn primitives_of_both_eras() {
    let mut count = 0;
    for line in vectors("litenetlib.jsonl") {
        let kind = text(&line, "kind");
        if kind.starts_with("message:") {
            continue;
        }
        let written = if line["era"] == "head" {
            primitive::<LiteNetHead>(kind, &line["value"])
        } else {
            primitive::<LiteNet2018>(kind, &line["value"])
        };
        let written = written.unwrap_or_else(|| panic!("{kind} is no known kind"));
        assert_eq!(hex::encode(written), text(&line, "hex"), "{}", text(&line, "id"));
        count += 1;
    }
    assert!(count > 1000, "{count}");
}

/// Typed values inside a message, one after the other.
fn values(values: &Json, value: impl Fn(&str, &Json) -> Option<Vec<u8>>) -> Rest<'static> {
    let values = match values {
        Json::Array(values) => values.as_slice(),
        one => std::slice::from_ref(one),
    };
    let bytes = values.iter().flat_map(|typed| {
        let kind = text(typed, "type");
        value(kind, &typed["value"]).unwrap_or_else(|| panic!("{kind} is no known type"))
    });
    Rest(Cow::Owned(bytes.collect()))
}

fn raw(digits: &Json) -> Rest<'static> {
    Rest(Cow::Owned(hex::decode(digits.as_str().unwrap_or_default()).expect("hex digits")))
}

/// The struct gives the bytes, and the bytes give the struct.
fn agree<'de, E: Era, T>(line: &str, message: &T, bytes: &'de [u8])
where
    T: EncodeLiteNet<E> + DecodeLiteNet<'de, E> + PartialEq + std::fmt::Debug,
{
    let written = message.to_litenet_bytes::<E>().expect("encodable");
    assert_eq!(hex::encode(written), hex::encode(bytes), "{line}");
    let strict = Limits::DEFAULT.with_canonical(true);
    let read = T::from_litenet_bytes_with::<E>(bytes, strict).expect("decodable");
    // By their bytes, as some floats are no numbers.
    assert_eq!(format!("{read:?}"), format!("{message:?}"), "{line}");
}

fn server_2018(name: &str, value: &Json) -> Option<y2018::ServerMessage<Rest<'static>>> {
    use y2018::{ServerMessage as M, SyncListOperation as Op};
    let object_id = integer(value.get("objectId").unwrap_or(&Json::from(0))) as u32;
    let behaviour_index = value["behaviourIndex"].as_u64().unwrap_or_default() as u8;
    let element_id = value["elementId"].as_u64().unwrap_or_default() as u8;
    let element = y2018::ElementInfo { object_id, behaviour_index, element_id };
    let typed = |name: &str| values(&value[name], plain::<LiteNet2018>);
    let index = value["index"].as_i64().unwrap_or_default() as i32;
    Some(match name {
        "ServerSpawnSceneObject" => M::ServerSpawnSceneObject(y2018::ServerSpawnSceneObject {
            object_id,
            position: vector3(&value["position"]),
            rotation: euler(&value["rotation"]),
        }),
        "ServerSpawnObject" => M::ServerSpawnObject(y2018::ServerSpawnObject {
            asset_id: string(&value["assetId"]),
            object_id,
            connect_id: integer(&value["connectId"]) as i64,
            position: vector3(&value["position"]),
            rotation: euler(&value["rotation"]),
        }),
        "ServerDestroyObject" => M::ServerDestroyObject(y2018::ServerDestroyObject {
            object_id,
            reasons: match value["reasons"].as_u64() {
                Some(0) => y2018::DestroyObjectReasons::RequestedToDestroy,
                Some(1) => y2018::DestroyObjectReasons::RemovedFromSubscribing,
                other => y2018::DestroyObjectReasons::Other(other.unwrap_or_default() as u8),
            },
        }),
        "ServerUpdateSyncField" => M::ServerUpdateSyncField(y2018::ServerUpdateSyncField {
            element,
            value: typed("field"),
        }),
        "ServerCallFunction" => M::ServerCallFunction(y2018::ServerCallFunction {
            element,
            parameters: typed("params"),
        }),
        "ServerUpdateSyncList" => M::ServerUpdateSyncList(y2018::ServerUpdateSyncList {
            element,
            operation: match value["operation"].as_u64() {
                Some(0) => Op::Add(typed("item")),
                Some(1) => Op::Clear,
                Some(2) => Op::Insert { index, value: typed("item") },
                Some(3) => Op::RemoveAt { index },
                Some(4) => Op::Set { index, value: typed("item") },
                Some(5) => Op::Dirty { index, value: typed("item") },
                other => panic!("operation {other:?}"),
            },
        }),
        "ServerTime" => {
            M::ServerTime(y2018::ServerTime { server_time: single(&value["serverTime"]) })
        }
        "ServerSyncBehaviour" => M::ServerSyncBehaviour(y2018::ServerSyncBehaviour {
            object_id,
            behaviour_index,
            payload: raw(&value["payload"]),
        }),
        "ServerError" => M::ServerError(y2018::ServerError {
            should_disconnect: value["shouldDisconnect"].as_bool().expect("a bool"),
            error_message: string(&value["errorMessage"]),
        }),
        "ServerSceneChange" => M::ServerSceneChange(y2018::ServerSceneChange {
            server_scene_name: string(&value["serverSceneName"]),
        }),
        _ => return None,
    })
}

fn receivers(value: &Json) -> y2018::FunctionReceivers {
    match value["receivers"].as_u64() {
        Some(0) => y2018::FunctionReceivers::Target,
        Some(1) => y2018::FunctionReceivers::All,
        Some(2) => y2018::FunctionReceivers::Server,
        other => y2018::FunctionReceivers::Other(other.unwrap_or_default() as u8),
    }
}

fn client_2018(name: &str, value: &Json) -> Option<y2018::ClientMessage<Rest<'static>>> {
    use y2018::ClientMessage as M;
    Some(match name {
        "ClientEnterGame" => M::ClientEnterGame(y2018::ClientEnterGame),
        "ClientReady" => M::ClientReady(y2018::ClientReady { extra: raw(&value["extra"]) }),
        "ClientNotReady" => M::ClientNotReady(y2018::ClientNotReady),
        "ClientCallFunction" => M::ClientCallFunction(y2018::ClientCallFunction {
            receivers: receivers(value),
            connect_id: value.get("connectId").map(|id| integer(id) as i64),
            element: y2018::ElementInfo {
                object_id: integer(&value["objectId"]) as u32,
                behaviour_index: integer(&value["behaviourIndex"]) as u8,
                element_id: integer(&value["elementId"]) as u8,
            },
            parameters: values(&value["params"], plain::<LiteNet2018>),
        }),
        _ => return None,
    })
}

#[test]
fn messages_of_2018() {
    let mut count = 0;
    for line in lines("2018-07") {
        let Some(name) = text(&line, "kind").strip_prefix("message:") else { continue };
        let (id, bytes, value) = (text(&line, "id"), bytes(&line), &line["value"]);
        if let Some(message) = server_2018(name, value) {
            agree::<LiteNet2018, _>(id, &message, &bytes);
        } else {
            let message = client_2018(name, value).unwrap_or_else(|| panic!("{name}"));
            agree::<LiteNet2018, _>(id, &message, &bytes);
        }
        count += 1;
    }
    assert_eq!(count, 351);
}

/// The other messages of today, which have no typed elements.
fn agree_head(id: &str, name: &str, value: &Json, bytes: &[u8]) {
    type E = LiteNetHead;
    let object_id = || integer(&value["objectId"]) as u32;
    let element_id = || integer(&value["elementId"]) as i32;
    let parameters = || values(&value["params"], value_of_head);
    let connection_id = |value: &Json| integer(&value["connectionId"]) as i64;
    let scene = || {
        let value = &value["serverSceneInfo"];
        head::ServerSceneInfo {
            is_addressable: value["isAddressable"].as_bool().expect("a bool"),
            addressable_key: string(&value["addressableKey"]),
            scene_name: string(&value["sceneName"]),
        }
    };
    let request = |body| head::Request {
        request_type: integer(&value["requestType"]) as u16,
        request_id: integer(&value["requestId"]) as u32,
        body,
    };
    let response_code = || match integer(&value["responseCode"]) {
        0 => head::ResponseCode::Success,
        1 => head::ResponseCode::Timeout,
        2 => head::ResponseCode::Error,
        3 => head::ResponseCode::Unimplemented,
        4 => head::ResponseCode::Exception,
        other => head::ResponseCode::Other(other as u8),
    };
    let request_id = || integer(&value["requestId"]) as u32;
    let long = |name: &str| integer(&value[name]) as i64;
    match name {
        "RPC(client)" => {
            let message = head::ClientRpc {
                receivers: receivers(value),
                connection_id: value.get("connectionId").map(|_| connection_id(value)),
                object_id: object_id(),
                element_id: element_id(),
                parameters: parameters(),
            };
            agree::<E, _>(id, &message, bytes);
        }
        "RPC(server)" => {
            let message = head::ServerRpc {
                object_id: object_id(),
                element_id: element_id(),
                parameters: parameters(),
            };
            agree::<E, _>(id, &message, bytes);
        }
        "Request:EnterGame" => {
            let packet_version = integer(&value["packetVersion"]) as u32;
            agree::<E, _>(id, &request_of(&request, packet_version), bytes);
        }
        "Request:ClientReady" | "Request:ClientNotReady" => {
            agree::<E, _>(id, &request(raw(&value["extra"])), bytes);
        }
        "Response:EnterGame" => {
            let body = head::EnterGameResponse {
                connection_id: connection_id(value),
                server_scene_info: scene(),
            };
            let (request_id, response_code) = (request_id(), response_code());
            agree::<E, _>(id, &head::Response { request_id, response_code, body }, bytes);
        }
        "Response:Empty" => {
            let (request_id, response_code) = (request_id(), response_code());
            agree::<E, _>(id, &head::Response { request_id, response_code, body: () }, bytes);
        }
        "ServerError" => {
            let message = head::ServerError {
                should_disconnect: value["shouldDisconnect"].as_bool().expect("a bool"),
                error_message: string(&value["errorMessage"]),
            };
            agree::<E, _>(id, &message, bytes);
        }
        "ServerSceneChange" => {
            agree::<E, _>(id, &head::ServerSceneChange { server_scene_info: scene() }, bytes);
        }
        "ServerSetObjectOwner" => {
            let message = head::ServerSetObjectOwner {
                object_id: object_id(),
                connection_id: connection_id(value),
            };
            agree::<E, _>(id, &message, bytes);
        }
        "Ping" => agree::<E, _>(id, &head::Ping { ping_time: long("pingTime") }, bytes),
        "Pong" => {
            let message = head::Pong {
                ping_time: long("pingTime"),
                pong_time: long("pongTime"),
                tick: integer(&value["tick"]) as u32,
            };
            agree::<E, _>(id, &message, bytes);
        }
        "Disconnect" => {
            agree::<E, _>(id, &head::Disconnect { data: byte_block(&value["data"]) }, bytes);
        }
        "SyncBaseLine" | "SyncBaseLine(client)" => {
            let message = head::SyncBaseLineRest::from_litenet_bytes::<E>(bytes).expect("readable");
            let states = value["states"].as_array().expect("a list");
            assert_eq!(message.tick as i128, integer(&value["tick"]), "{id}");
            assert_eq!(usize::from(message.state_count), states.len(), "{id}");
            let from_client = name == "SyncBaseLine(client)";
            let written: Vec<u8> =
                states.iter().flat_map(|value| state(value, from_client)).collect();
            assert_eq!(hex::encode(&message.states), hex::encode(written), "{id}");
            agree::<E, _>(id, &message, bytes);
        }
        "SyncDelta" => {
            let objects = value["objects"].as_array().expect("a list");
            let object = |value: &Json| head::DeltaObject {
                object_id: integer(&value["objectId"]) as u32,
                data: head::DeltaElements { elements: elements(value, false) }
                    .to_litenet_bytes::<E>()
                    .expect("encodable"),
            };
            let message = head::SyncDelta {
                tick: integer(&value["tick"]) as u32,
                objects: objects.iter().map(object).collect(),
            };
            agree::<E, _>(id, &message, bytes);
        }
        other => panic!("{other} is no known message"),
    }
}

fn request_of(
    request: &impl Fn(Rest<'static>) -> head::Request<Rest<'static>>,
    packet_version: u32,
) -> head::Request<head::EnterGameRequest> {
    let head::Request { request_type, request_id, .. } = request(Rest::default());
    head::Request { request_type, request_id, body: head::EnterGameRequest { packet_version } }
}

/// An operation of a sync list, as today's servers write it.
#[derive(Debug, LiteNetMessage)]
enum ListOperation<'a> {
    Add(Rest<'a>),
    Clear,
    Insert(i32, Rest<'a>),
    RemoveAt(i32),
    Set(i32, Rest<'a>),
    Dirty(i32, Rest<'a>),
    RemoveFirst,
    RemoveLast,
    AddInitial(Rest<'a>),
}

/// An element: its id, then what only the game knows.
#[derive(Debug, PartialEq)]
struct Element {
    id: i32,
    data: Vec<u8>,
}

impl<E: Era> EncodeLiteNet<E> for Element {
    fn encode<O: godot_var::Output>(&self, out: &mut O) -> Result<(), godot_var::EncodeError> {
        EncodeLiteNet::<E>::encode(&Zigzag(self.id), out)?;
        out.put_bytes(&self.data);
        Ok(())
    }
}

fn elements(value: &Json, initial: bool) -> Vec<Element> {
    let of = |element: &Json| {
        let id = integer(&element["elementId"]) as i32;
        let data = if element["elementKind"] == "field" {
            element_value(&element["field"])
        } else {
            list_data(element, initial)
        };
        Element { id, data }
    };
    value["elements"].as_array().expect("a list").iter().map(of).collect()
}

/// Fields of lists have a packed count, where parameters have a plain one.
fn element_value(typed: &Json) -> Vec<u8> {
    let (kind, value) = (text(typed, "type"), &typed["value"]);
    match kind.strip_suffix("[]") {
        None => value_of_head(kind, value).unwrap_or_else(|| panic!("{kind} is no known type")),
        Some(kind) => {
            let items: Vec<Json> = match value {
                Json::Array(items) => items.clone(),
                block => byte_block(block).into_iter().map(Json::from).collect(),
            };
            items_behind_count(items.iter().map(|item| value_of_head(kind, item)))
        }
    }
}

fn items_behind_count(items: impl ExactSizeIterator<Item = Option<Vec<u8>>>) -> Vec<u8> {
    let mut bytes = through::<LiteNetHead, _>(&Zigzag(items.len() as i32));
    items.for_each(|item| bytes.extend(item.expect("a known type")));
    bytes
}

fn list_data(element: &Json, initial: bool) -> Vec<u8> {
    if initial && element.get("initial").is_some() {
        let items = element["initial"].as_array().expect("a list");
        let kind = text(element, "itemType");
        return items_behind_count(items.iter().map(|item| value_of_head(kind, item)));
    }
    let kind = text(element, "itemType");
    let operations = element["ops"].as_array().expect("a list");
    items_behind_count(operations.iter().map(|operation| {
        let index = operation["index"].as_i64().unwrap_or_default() as i32;
        let item = || Rest(Cow::Owned(value_of_head(kind, &operation["item"]).expect("known")));
        let operation = match operation["op"].as_u64() {
            Some(0) => ListOperation::Add(item()),
            Some(1) => ListOperation::Clear,
            Some(2) => ListOperation::Insert(index, item()),
            Some(3) => ListOperation::RemoveAt(index),
            Some(4) => ListOperation::Set(index, item()),
            Some(5) => ListOperation::Dirty(index, item()),
            Some(6) => ListOperation::RemoveFirst,
            Some(7) => ListOperation::RemoveLast,
            Some(8) => ListOperation::AddInitial(item()),
            other => panic!("operation {other:?}"),
        };
        operation.to_litenet_bytes::<LiteNetHead>().ok()
    }))
}

/// A state, through the typed enum.
fn state(value: &Json, from_client: bool) -> Vec<u8> {
    let object_id = integer(&value["objectId"]) as u32;
    if from_client {
        let state = head::ClientState { object_id, elements: elements(value, false) };
        return state.to_litenet_bytes::<LiteNetHead>().expect("encodable");
    }
    let state = match value["stateType"].as_u64() {
        Some(1) => head::State::Spawn {
            is_scene_object: value["isSceneObject"].as_bool().expect("a bool"),
            hash_id: integer(&value["hashId"]) as i32,
            position: vector3(&value["position"]),
            euler_angles: euler(&value["eulerAngles"]),
            object_id,
            connection_id: integer(&value["connectionId"]) as i64,
            elements: elements(value, true),
        },
        Some(2) => head::State::Destroy {
            object_id,
            reasons: match value["reasons"].as_u64() {
                Some(0) => head::DestroyObjectReasons::RequestedToDestroy,
                Some(1) => head::DestroyObjectReasons::RemovedFromSubscribing,
                other => head::DestroyObjectReasons::Other(other.unwrap_or_default() as u8),
            },
        },
        Some(3) => head::State::Data { object_id, elements: elements(value, false) },
        other => panic!("state {other:?}"),
    };
    state.to_litenet_bytes::<LiteNetHead>().expect("encodable")
}

#[test]
fn messages_of_today() {
    let mut count = 0;
    for line in lines("head") {
        let Some(name) = text(&line, "kind").strip_prefix("message:") else { continue };
        agree_head(text(&line, "id"), name, &line["value"], &bytes(&line));
        count += 1;
    }
    assert_eq!(count, 298);
}

/// The JSON of the command line has the fields of the vectors; what is typed there is hex here.
#[test]
fn messages_through_the_command_line() {
    let mut count = 0;
    for line in vectors("litenetlib.jsonl") {
        let Some(name) = text(&line, "kind").strip_prefix("message:") else { continue };
        let wire = match (text(&line, "era"), name.ends_with("(client)")) {
            ("head", true) => Wire::LiteNetClient,
            ("head", false) => Wire::LiteNet,
            _ => Wire::LiteNet2018,
        };
        let side = wire.litenet().expect("a wire of LiteNetLibManager");
        let (id, digits) = (text(&line, "id"), text(&line, "hex"));
        let answer = litenet::decode_line(digits.as_bytes(), side, Limits::DEFAULT);
        assert!(answer.ok, "{id}: {}", answer.line);
        let decoded: Json = serde_json::from_str(&answer.line).expect("JSON");
        assert_eq!(decoded["used"], digits.len() / 2, "{id}");
        assert_eq!(decoded["value"]["message"], name, "{id}");
        let fields = decoded["value"]["fields"].as_object().expect("an object");
        let mut expected = line["value"].as_object().expect("an object").clone();
        expected.retain(|name, _| {
            name != "msgType"
                && !["itemType", "receiversName", "reasonsName", "operationName"].contains(&&**name)
        });
        for (name, value) in &mut expected {
            match name.as_str() {
                "params" | "field" | "item" => {
                    let typed = if wire == Wire::LiteNet2018 {
                        values(value, plain::<LiteNet2018>)
                    } else {
                        values(value, value_of_head)
                    };
                    *value = hex::encode(typed.0).into();
                }
                // These were compared as typed values above.
                "states" | "objects" => *value = fields[name].clone(),
                _ if value.is_null() => *value = "".into(),
                _ => {}
            }
        }
        for counted in ["stateCount", "objectCount"] {
            if let Some(count) = fields.get(counted) {
                expected.insert(counted.to_owned(), count.clone());
            }
        }
        assert_eq!(*fields, expected, "{id}");
        let encoded = litenet::encode_line(answer.line.as_bytes(), side);
        assert_eq!(encoded.line, digits, "{id}");
        count += 1;
    }
    assert_eq!(count, 649);
}
