//! LiteNetLibManager's own bytes, decoded and encoded as typed values.

mod command_line;
mod head;
mod july_2018;
mod sync;
mod values;

use crate::common::vectors;
use serde_json::Value as Json;

pub(crate) fn lines(era: &str) -> Vec<Json> {
    let mut lines = vectors("litenetlib.jsonl");
    lines.retain(|line| line["era"] == era);
    assert!(!lines.is_empty());
    lines
}
