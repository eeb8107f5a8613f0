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

pub use containers::{container_count, read_element_type};
pub(super) use containers::{
    element_kind, open_array, open_dictionary, open_dictionary_as, put_element_type, quick_count,
};
pub use headers::check_count;
pub use headers::{FLAG_64, read_count, read_header, read_len, wrong_length};
pub(super) use headers::{
    INT, KEY, Wanted, header, no_typed_containers, object_refused, read_wanted, unsupported,
    wire_len, wrong_type,
};
pub use mistakes::NO_OBJECT;
pub use numbers::{float_of_int, not_an_integer};
pub use numbers::{float_payload, int_payload, narrow, out_of_range};
pub(super) use numbers::{
    float_words, holds_float, int_words, int_words_after, put_float, put_int, read_float, read_int,
    short_int,
};
#[cfg(feature = "_glam")]
pub(super) use packed::{converted_reals_into, put_converted_reals};
pub use packed::{is_wide_packed, packed_bytes, packed_text};
pub(super) use packed::{
    packed, packed_element_bytes, packed_into, packed_reals, packed_reals_into, put_packed,
    put_packed_bytes, put_packed_fixed, put_packed_reals, put_packed_texts, skip_padding,
};
pub use structures::is_wide;
pub(super) use structures::{FixedComponent, from_bytes, put_reals, real_header, reals};
pub(super) use texts::{node_path_counts, put_node_path, put_text, read_text, text_at, text_bytes};
pub use texts::{node_path_payload, text_payload};
