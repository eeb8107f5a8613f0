//! Flat messages: fields one after the other, without names and tags.
//!
//! `docs/flat_reference.md`, the documentation of the facade's module, lists bytes and attributes.

pub mod derived;
#[doc(hidden)]
pub mod format;
mod impls;
mod traits;
pub(crate) mod wire;

#[doc(hidden)]
pub use crate::stream::Size;
pub use crate::stream::layout::fingerprint::fingerprint;
pub use crate::stream::layout::{
    Again, EnumerationLayout, FieldLayout, MemberLayout, NumberType, Other, Prefix, RecordLayout,
    TypeLayout,
};
#[doc(hidden)]
pub use crate::stream::layout::{bits_mistake, size_mistake};
#[doc(hidden)]
pub use crate::stream::record::Place;
pub use crate::stream::{Big, ByteOrder, Decode, Encode, Little};
pub use traits::{FromFlatBytes, ToFlatBytes, layout_fingerprint};
pub use wire::Flat;
