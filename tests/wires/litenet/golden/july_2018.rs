//! The messages of July 2018.

use godot_var::litenet::{LiteNet2018, Rest};
use serde_json::Value as Json;

use super::lines;
use super::values::{agree, euler, integer, plain, raw, single, string, values, vector3};
use crate::common::{bytes, text};
use crate::lite_net_lib_manager::y2018;

pub(crate) fn server_2018(name: &str, value: &Json) -> Option<y2018::ServerMessage<Rest<'static>>> {
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

pub(crate) fn receivers(value: &Json) -> y2018::FunctionReceivers {
    match value["receivers"].as_u64() {
        Some(0) => y2018::FunctionReceivers::Target,
        Some(1) => y2018::FunctionReceivers::All,
        Some(2) => y2018::FunctionReceivers::Server,
        other => y2018::FunctionReceivers::Other(other.unwrap_or_default() as u8),
    }
}

pub(crate) fn client_2018(name: &str, value: &Json) -> Option<y2018::ClientMessage<Rest<'static>>> {
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
