//! Any bytes as a message of LiteNetLibManager, of both eras.

use godot_var::Limits;
use godot_var::Reader;
use godot_var::litenet::{
    Era, EraSpec, FromLiteNetBytes, LiteNet2018, LiteNetHead, Packed, Rest, ToLiteNetBytes, Zigzag,
};
use godot_var_cli::{Wire as _, litenet::Side};

#[allow(dead_code, unreachable_pub)]
#[path = "../../schemas/lite_net_lib_manager/mod.rs"]
mod lite_net_lib_manager;

use lite_net_lib_manager::{head, y2018};

/// Decodes a value and encodes it. A value in the shortest form gives the same bytes; for other forms the encoding is not longer.
fn again<'de, E: Era, T: FromLiteNetBytes<'de> + ToLiteNetBytes>(bytes: &'de [u8]) {
    let mut reader = Reader::with_limits(bytes, Limits::DEFAULT.with_canonical(true));
    let canonical = T::read_litenet_bytes::<E>(&mut reader);
    let used = reader.position();
    let mut reader = Reader::new(bytes);
    let loose = T::read_litenet_bytes::<E>(&mut reader);
    match (canonical, loose) {
        (Ok(value), Ok(_)) => {
            assert_eq!(used, reader.position());
            let written = value.to_litenet_bytes::<E>().expect("what was read can be written");
            assert_eq!(written, bytes[..used]);
        }
        (Err(error), Ok(value)) => {
            assert!(error.offset() <= bytes.len());
            value.to_litenet_bytes::<E>().expect("what was read can be written");
        }
        (Ok(_), Err(error)) => panic!("only the shortest forms are read: {error}"),
        (Err(strict), Err(loose)) => {
            assert!(strict.offset() <= bytes.len() && loose.offset() <= bytes.len());
        }
    }
}

/// Decodes messages, typed and to JSON, and encodes them again.
pub fn litenet(bytes: &[u8]) {
    for (era, from_client) in
        [(EraSpec::Y2018, false), (EraSpec::Head, false), (EraSpec::Head, true)]
    {
        let side = Side::new(era, from_client);
        if let Ok(decoded) = side.read(bytes) {
            assert!(decoded.used <= bytes.len());
            let value = side.json(&decoded);
            let written = side.encode(&value).expect("what was read can be written");
            let again = side.read(&written).expect("as written");
            assert_eq!(again.used, written.len(), "{value}");
            // The JSON can differ, because the kind of a response depends on its shortest form.
            assert_eq!(side.encode(&side.json(&again)).expect("the same message"), written);
        }
        side.inspect(bytes, false, &mut Vec::new()).expect("a Vec");
    }
    again::<LiteNet2018, y2018::ServerMessage<Rest<'_>>>(bytes);
    again::<LiteNet2018, y2018::ClientMessage<Rest<'_>>>(bytes);
    again::<LiteNet2018, y2018::ServerUpdateSyncList<String>>(bytes);
    again::<LiteNetHead, head::ServerMessage<Rest<'_>>>(bytes);
    again::<LiteNetHead, head::ClientMessage<Rest<'_>>>(bytes);
    again::<LiteNetHead, head::SyncBaseLine<(Zigzag<i32>, u8)>>(bytes);
    again::<LiteNetHead, head::ClientSyncBaseLine<(Zigzag<i32>, String)>>(bytes);
    again::<LiteNetHead, (Packed<u64>, Zigzag<i64>, Packed<u16>, Zigzag<i16>)>(bytes);
    again::<LiteNetHead, Vec<String>>(bytes);
    again::<LiteNet2018, Vec<String>>(bytes);
}
