//! Today's messages.

use godot_var::litenet::{FromLiteNetBytes, LiteNetHead, Rest};
use serde_json::Value as Json;

use super::july_2018::receivers;
use super::values::{agree, byte_block, integer, raw, string, value_of_head, values};
use super::{lines, sync};
use crate::common::{bytes, text};
use crate::lite_net_lib_manager::head;

/// The other messages of today, which have no typed elements.
pub(crate) fn agree_head(id: &str, name: &str, value: &Json, bytes: &[u8]) {
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
            sync::agree_sync(id, name, value, bytes);
            let message = head::SyncBaseLineRest::from_litenet_bytes::<E>(bytes).expect("readable");
            let count = value["states"].as_array().map_or(0, Vec::len);
            assert_eq!(usize::from(message.state_count), count, "{id}");
            agree::<E, _>(id, &message, bytes);
        }
        "SyncDelta" => sync::agree_sync(id, name, value, bytes),
        other => panic!("{other} is not a known message"),
    }
}

pub(crate) fn request_of(
    request: &impl Fn(Rest<'static>) -> head::Request<Rest<'static>>,
    packet_version: u32,
) -> head::Request<head::EnterGameRequest> {
    let head::Request { request_type, request_id, .. } = request(Rest::default());
    head::Request { request_type, request_id, body: head::EnterGameRequest { packet_version } }
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
