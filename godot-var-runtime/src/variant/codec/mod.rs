//! The bytes of every value: headers, numbers, texts, packed arrays, framing.
//!
//! This code takes the dialect as a value and is compiled once. Typed fields and the dynamic
//! [`Variant`](crate::variant::Variant) share it.

mod containers;
pub(super) mod framing;
mod headers;
pub(crate) mod memory;
mod mistakes;
mod numbers;
mod packed;
pub(super) mod skip;
mod structures;
mod texts;

pub(super) use containers::{
    container_count, element_kind, open_array, open_dictionary, open_dictionary_as,
    put_element_type, quick_count, read_element_type,
};
#[cfg(feature = "inspect")]
pub(super) use headers::check_count;
pub(super) use headers::{
    FLAG_64, INT, KEY, Wanted, header, no_typed_containers, object_refused, read_count,
    read_header, read_len, read_wanted, unsupported, wire_len, wrong_length, wrong_type,
};
#[cfg(feature = "inspect")]
pub(super) use mistakes::NO_OBJECT;
#[cfg(feature = "inspect")]
pub use numbers::widen_float;
#[cfg(feature = "inspect")]
pub(super) use numbers::{float_of_int, not_an_integer};
pub(super) use numbers::{
    float_payload, float_words, holds_float, int_payload, int_words, int_words_after, narrow,
    out_of_range, put_float, put_int, read_float, read_int, short_int,
};
#[cfg(feature = "_glam")]
pub(super) use packed::{converted_reals_into, put_converted_reals};
pub(super) use packed::{
    is_wide_packed, packed, packed_bytes, packed_element_bytes, packed_into, packed_reals,
    packed_reals_into, packed_text, put_packed, put_packed_bytes, put_packed_fixed,
    put_packed_reals, put_packed_texts, skip_padding,
};
pub(super) use structures::{FixedComponent, from_bytes, is_wide, put_reals, real_header, reals};
pub(super) use texts::{
    node_path_counts, node_path_payload, put_node_path, put_text, read_text, text_at, text_bytes,
    text_payload,
};
