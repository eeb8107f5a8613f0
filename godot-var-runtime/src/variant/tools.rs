//! Hidden names for `godot-var-codegen`. They are not a public interface.

pub use super::codec::{
    FLAG_64, NO_OBJECT, check_count, container_count, float_of_int, float_payload, int_payload,
    is_wide, is_wide_packed, narrow, node_path_payload, not_an_integer, out_of_range, packed_bytes,
    packed_text, read_count, read_element_type, read_header, read_len, text_payload, wrong_length,
};
pub use super::layout::keys::{has_key, key_mistake, tag_mistake};
pub use super::layout::mistakes::{
    layout_mistake, omission_mistake, option_mistake, other_mistake, size_mistake, typed_mistake,
};
pub use super::layout::sentence::{Place, Sentence};
pub use super::record::adapt::no_text;
pub use super::record::enums::{no_variant, other_content};
pub use super::values::dynamic::rid_payload;

use super::codec;
use super::types::DialectSpec;
use crate::Reader;

/// Reads a key that is a text.
pub fn key_text<'de>(reader: &mut Reader<'de>, spec: &DialectSpec) -> Option<&'de str> {
    codec::read_text(reader, spec, codec::KEY).ok()
}
