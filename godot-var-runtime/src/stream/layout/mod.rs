//! The layout of a message as data, and its fingerprint.

pub mod fingerprint;
mod mistakes;
mod model;

pub use mistakes::{bits_mistake, check_range, size_mistake, within};
pub(crate) use mistakes::{longest, one_len};
pub use model::{
    Again, EnumerationLayout, FieldLayout, MemberLayout, NumberType, Other, Prefix, RecordLayout,
    TypeLayout,
};
