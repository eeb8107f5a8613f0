//! Decodes recorded messages of a LiteNetLibManager server, as a proxy would.
//!
//! ```text
//! cargo run --example litenet_log             # messages that are recorded below
//! cargo run --example litenet_log -- log.hex  # a file: one message a line, as hex
//! ```

#[path = "../schemas/lite_net_lib_manager/mod.rs"]
#[allow(dead_code, unreachable_pub, reason = "the whole message set, of which this is a part")]
mod lite_net_lib_manager;

use godot_var::litenet::{FromLiteNetBytes, LiteNet2018, LiteNetMessage, Rest, ToLiteNetBytes};
use lite_net_lib_manager::y2018::{ServerMessage, SyncListOperation};

/// Messages of July 2018, as C# wrote them.
const RECORDED: &str = "
    05000100000061020000\
    0076c30000f443856513c63373224333f3714333f37f43
    0700010002cdcc8c3f
    09000100030200000000070000000900
    06000101
    0a000000803f
    0e00c0ffee
";

/// An item in the first sync list of this game's objects.
#[derive(Debug, LiteNetMessage)]
struct Item {
    id: i32,
    count: u16,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = match std::env::args().nth(1) {
        Some(file) => std::fs::read_to_string(file)?,
        None => RECORDED.to_owned(),
    };
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let bytes = hex::decode(line)?;
        match ServerMessage::<Rest<'_>>::from_litenet_bytes::<LiteNet2018>(&bytes) {
            Ok(message) => {
                show(&message);
                // Encoding gives the same bytes, so a proxy can send them on.
                assert_eq!(message.to_litenet_bytes::<LiteNet2018>()?, bytes);
            }
            Err(error) => println!("error: {error}"),
        }
    }
    Ok(())
}

fn show(message: &ServerMessage<Rest<'_>>) {
    match message {
        // Only the game knows the type of an element. Here field 2 is a float, and list 3 has items.
        ServerMessage::ServerUpdateSyncField(update) if update.element.element_id == 2 => {
            let value = f32::from_litenet_bytes::<LiteNet2018>(&update.value.0);
            println!("field of object {}: {value:?}", update.element.object_id);
        }
        ServerMessage::ServerUpdateSyncList(update) if update.element.element_id == 3 => {
            let object = update.element.object_id;
            match &update.operation {
                SyncListOperation::Insert { index, value } => {
                    let item = Item::from_litenet_bytes::<LiteNet2018>(&value.0);
                    println!("list of object {object}: insert {item:?} at {index}");
                }
                other => println!("list of object {object}: {other:?}"),
            }
        }
        other => println!("{other:?}"),
    }
}
