//! The layout of a message as data, and its fingerprint.

pub mod fingerprint;
mod mistakes;
mod model;

pub use mistakes::{bits_mistake, check_max_size, check_range, size_mistake};
pub(crate) use mistakes::{check_bits, longest, one_len};
pub use model::{
    Again, EnumerationLayout, FieldLayout, MemberLayout, NumberType, Other, Prefix, RecordLayout,
    TypeLayout,
};
