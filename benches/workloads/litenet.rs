//! Two messages of LiteNetLibManager: one with a text, one of a few bytes.

use std::hint::black_box;

use godot_var::Vector3;
use godot_var::litenet::{
    EulerAngles, FromLiteNetBytes, LiteNet2018, LiteNetMessage, ToLiteNetBytes,
};

use super::{Case, Placed, Run};

#[allow(dead_code, unreachable_pub, reason = "the whole message set, of which this is a part")]
#[path = "../../schemas/lite_net_lib_manager/mod.rs"]
mod lite_net_lib_manager;

use lite_net_lib_manager::y2018::{ElementInfo, ServerSpawnObject, ServerUpdateSyncField};

/// [`ServerSpawnObject`] with a text that stays in the message.
#[derive(LiteNetMessage)]
#[litenet(msg_type = 5)]
#[allow(dead_code, reason = "read and dropped")]
struct BorrowedSpawn<'a> {
    asset_id: &'a str,
    #[litenet(packed)]
    object_id: u32,
    #[litenet(packed)]
    connect_id: i64,
    position: Vector3,
    rotation: EulerAngles,
}

fn decode_borrowed(bytes: &[u8]) -> Run {
    let mut source = Placed::new(bytes);
    Box::new(move |times, place| {
        let source = &*source.at(place);
        for _ in 0..times {
            let value = BorrowedSpawn::from_litenet_bytes::<LiteNet2018>(black_box(source));
            black_box(&value);
        }
    })
}

fn encode<T: ToLiteNetBytes + 'static>(value: T, len: usize) -> Run {
    let mut buffer = Placed::new(&vec![0; len + 16]);
    Box::new(move |times, place| {
        let buffer = buffer.at(place);
        for _ in 0..times {
            let buffer = black_box(&mut *buffer);
            let written = black_box(&value).write_litenet_bytes::<LiteNet2018>(buffer);
            black_box(&written);
        }
    })
}

fn decode<T: for<'de> FromLiteNetBytes<'de>>(bytes: &[u8]) -> Run {
    let mut source = Placed::new(bytes);
    assert!(T::from_litenet_bytes::<LiteNet2018>(bytes).is_ok(), "decodes");
    Box::new(move |times, place| {
        let source = &*source.at(place);
        for _ in 0..times {
            let value = T::from_litenet_bytes::<LiteNet2018>(black_box(source));
            black_box(&value);
        }
    })
}

/// Writing to a slice and reading, for both messages.
pub(crate) fn cases() -> Vec<Case> {
    let spawn = ServerSpawnObject {
        asset_id: "0f3a96b1c2d4e5f60718293a4b5c6d7e".into(),
        object_id: 2400,
        connect_id: 636_664_320_000_000_000,
        position: Vector3::new(12.5, 0.25, -7.75),
        rotation: EulerAngles { x: 0.0, y: 90.0, z: 0.0 },
    };
    let element = ElementInfo { object_id: 2400, behaviour_index: 1, element_id: 3 };
    let sync = ServerUpdateSyncField { element, value: 87i32 };
    let spawn_bytes = spawn.to_litenet_bytes::<LiteNet2018>().expect("encodes");
    let sync_bytes = sync.to_litenet_bytes::<LiteNet2018>().expect("encodes");
    let case = |name, bytes: &Vec<u8>, run| Case { name, bytes: bytes.clone(), run };
    vec![
        case("LiteNet-spawn/encode-slice", &spawn_bytes, encode(spawn, spawn_bytes.len())),
        case("LiteNet-spawn/decode", &spawn_bytes, decode::<ServerSpawnObject>(&spawn_bytes)),
        case("LiteNet-spawn-borrowed/decode", &spawn_bytes, decode_borrowed(&spawn_bytes)),
        case("LiteNet-sync/encode-slice", &sync_bytes, encode(sync, sync_bytes.len())),
        case("LiteNet-sync/decode", &sync_bytes, decode::<ServerUpdateSyncField<i32>>(&sync_bytes)),
    ]
}
