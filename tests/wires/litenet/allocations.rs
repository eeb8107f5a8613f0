//! Allocations of LiteNetLibManager messages: none to encode into a reused buffer, none to decode types that own nothing, and never more
//! than a small multiple of the input, whatever its counts declare.

use std::net::SocketAddr;

use crate::lite_net_lib_manager::{head, y2018};
use allocation_counter::measure;
use godot_var::litenet::{
    Era, EulerAngles, FromLiteNetBytes, Guid, LengthPrefixed, LiteNet2018, LiteNetHead,
    LiteNetMessage, Packed, Rest, ToLiteNetBytes, Zigzag,
};
use godot_var::{Limits, Vector3};

/// The spawn message with a text that borrows from the buffer.
#[derive(Clone, Debug, PartialEq, LiteNetMessage)]
#[litenet(msg_type = 5)]
struct BorrowedSpawn<'a> {
    asset_id: &'a str,
    #[litenet(packed)]
    object_id: u32,
    #[litenet(packed)]
    connect_id: i64,
    position: Vector3,
    rotation: EulerAngles,
}

/// Encoding appends to a buffer with enough capacity, and decoding borrows from it.
fn without_allocations<'de, E: Era, T>(value: &T, bytes: &'de mut Vec<u8>)
where
    T: ToLiteNetBytes + FromLiteNetBytes<'de> + PartialEq,
{
    let name = std::any::type_name::<T>();
    bytes.reserve(4096);
    let info = measure(|| {
        for _ in 0..3 {
            bytes.clear();
            value.append_litenet_bytes::<E>(bytes).expect("encodes");
        }
    });
    assert_eq!(info.count_total, 0, "writing {name}");
    let mut slice = vec![0; 4096];
    let info = measure(|| assert!(value.write_litenet_bytes::<E>(&mut slice).is_ok()));
    assert_eq!(info.count_total, 0, "writing {name} to a slice");
    let bytes: &'de [u8] = bytes;
    let mut back = None;
    let info = measure(|| back = T::from_litenet_bytes::<E>(bytes).ok());
    assert!(back.is_some_and(|back| back == *value), "{name}");
    assert_eq!(info.count_total, 0, "reading {name}");
}

#[test]
fn messages_that_own_nothing_allocate_nothing() {
    let spawn = BorrowedSpawn {
        asset_id: "0f3a96b1c2d4e5f60718293a4b5c6d7e",
        object_id: 2400,
        connect_id: 636_664_320_000_000_000,
        position: Vector3::new(12.5, 0.25, -7.75),
        rotation: EulerAngles { x: 0.0, y: 90.0, z: 0.0 },
    };
    without_allocations::<LiteNet2018, _>(&spawn, &mut Vec::new());
    without_allocations::<LiteNetHead, _>(&spawn, &mut Vec::new());
    let element = y2018::ElementInfo { object_id: 70_000, behaviour_index: 1, element_id: 3 };
    let sync = y2018::ServerUpdateSyncField { element, value: 87_i32 };
    without_allocations::<LiteNet2018, _>(&sync, &mut Vec::new());
    let parameters = (1.5_f32, "text", true);
    let call = y2018::ServerCallFunction { element, parameters };
    without_allocations::<LiteNet2018, _>(
        &y2018::ClientCallFunction {
            receivers: y2018::FunctionReceivers::Target,
            connect_id: Some(-1),
            element,
            parameters: Rest(b"abc".into()),
        },
        &mut Vec::new(),
    );
    without_allocations::<LiteNet2018, _>(&call, &mut Vec::new());
    let operation = y2018::SyncListOperation::Insert { index: 1, value: "text" };
    without_allocations::<LiteNet2018, _>(
        &y2018::ServerUpdateSyncList { element, operation },
        &mut Vec::new(),
    );
    let pong = head::Pong { ping_time: 1 << 40, pong_time: -5, tick: 9 };
    without_allocations::<LiteNetHead, _>(&pong, &mut Vec::new());
    let rpc = head::ServerRpc { object_id: 1, element_id: -99, parameters: (Zigzag(5), "text") };
    without_allocations::<LiteNetHead, _>(&rpc, &mut Vec::new());
    let endpoint: SocketAddr = "[fe80::1]:7777".parse().expect("an endpoint");
    without_allocations::<LiteNetHead, _>(
        &(Guid(1), endpoint, LengthPrefixed(7_u32)),
        &mut Vec::new(),
    );
    without_allocations::<LiteNet2018, _>(&(Packed(9_u64), ()), &mut Vec::new());
}

#[test]
fn endpoints_of_2018_are_written_without_a_text_between() {
    let endpoint: SocketAddr = "[fe80::1]:7777".parse().expect("an endpoint");
    let mut buffer = [0; 64];
    let info =
        measure(|| assert!(endpoint.write_litenet_bytes::<LiteNet2018>(&mut buffer).is_ok()));
    assert_eq!(info.count_total, 0);
}

/// The peak memory of decoding: this many bytes for each byte of input, and a constant for an error's text and path and the first elements
/// of a few lists.
const PER_BYTE: u64 = 16;
const CONSTANT: u64 = 4096;

fn is_bounded<E: Era, T: for<'de> FromLiteNetBytes<'de>>(bytes: &[u8]) {
    for limits in [Limits::DEFAULT, Limits::NONE] {
        let info = measure(|| drop(T::from_litenet_bytes_with::<E>(bytes, limits)));
        let bound = PER_BYTE * bytes.len() as u64 + CONSTANT;
        let name = std::any::type_name::<T>();
        assert!(info.bytes_max <= bound, "{name}: {} for {} bytes", info.bytes_max, bytes.len());
    }
}

#[derive(LiteNetMessage)]
struct Long<T>(#[litenet(len = "i32")] Vec<T>);

#[derive(LiteNetMessage)]
struct Short<T>(#[litenet(len = "packed")] Vec<T>);

#[derive(LiteNetMessage)]
struct Signed<T>(#[litenet(len = "zigzag")] Vec<T>);

#[test]
fn lying_counts_allocate_nothing_to_speak_of() {
    let claims: [&[u8]; 8] = [
        &[0xff, 0xff],
        &[0xff, 0xff, 0xff, 0x7f],
        &[0, 0, 1, 0],
        &[0xfb, 0xff, 0xff, 0xff, 0xff],
        &[0xfb, 0xfe, 0xff, 0xff, 0xff],
        &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
        &[0xf9, 0xff, 0xff],
        &[0x80, 0x80],
    ];
    for claim in claims {
        for len in [0, 16, 1000, 65536] {
            let mut bytes = claim.to_vec();
            bytes.resize(claim.len() + len, 0);
            is_bounded::<LiteNetHead, Vec<u64>>(&bytes);
            is_bounded::<LiteNet2018, Vec<u8>>(&bytes);
            is_bounded::<LiteNet2018, Vec<String>>(&bytes);
            is_bounded::<LiteNetHead, Vec<()>>(&bytes);
            is_bounded::<LiteNetHead, String>(&bytes);
            is_bounded::<LiteNetHead, Long<[u64; 8]>>(&bytes);
            is_bounded::<LiteNetHead, Long<()>>(&bytes);
            is_bounded::<LiteNetHead, Short<Packed<u64>>>(&bytes);
            is_bounded::<LiteNetHead, Signed<Vec<u8>>>(&bytes);
            is_bounded::<LiteNetHead, LengthPrefixed<Vec<u16>>>(&bytes);
        }
        // The same after the number and first fields of messages.
        for start in [&[3, 1][..], &[3, 1, 1, 0, 3, 1], &[4, 1], &[4, 1, 1, 0, 1, 9, 0]] {
            let bytes = [start, claim, &[0; 64]].concat();
            is_bounded::<LiteNetHead, head::SyncBaseLine<head::Element<u64>>>(&bytes);
            is_bounded::<LiteNetHead, head::SyncDelta<head::DeltaElements<head::Element<u8>>>>(
                &bytes,
            );
            is_bounded::<LiteNetHead, head::ServerMessage<head::SyncList<String>>>(&bytes);
        }
    }
}
