//! LiteNetLibManager's own bytes, both ways, through typed values.

mod command_line;
#[path = "../common/mod.rs"]
mod common;
mod head;
mod july_2018;
#[allow(
    dead_code,
    unreachable_pub,
    clippy::struct_field_names,
    reason = "a message set has more than these tests name, for programs of any shape"
)]
#[path = "../../schemas/lite_net_lib_manager/mod.rs"]
mod lite_net_lib_manager;
mod sync;
mod values;

use common::vectors;
use serde_json::Value as Json;

pub(crate) fn lines(era: &str) -> Vec<Json> {
    let mut lines = vectors("litenetlib.jsonl");
    lines.retain(|line| line["era"] == era);
    assert!(!lines.is_empty());
    lines
}
