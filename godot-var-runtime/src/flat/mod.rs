#![doc = include_str!("reference.md")]

pub mod derived;
#[doc(hidden)]
pub mod format;
mod impls;
pub(crate) mod layout;
mod traits;

#[doc(hidden)]
pub use derived::Place;
pub use format::order::{Big, ByteOrder, Little};
#[doc(hidden)]
pub use format::size::Size;
pub use layout::fingerprint::fingerprint;
pub use layout::{
    Again, EnumerationLayout, FieldLayout, MemberLayout, NumberType, Other, Prefix, RecordLayout,
    TypeLayout,
};
#[doc(hidden)]
pub use layout::{bits_mistake, size_mistake};
pub use traits::{DecodeFlat, EncodeFlat, FromFlatBytes, ToFlatBytes, layout_fingerprint};
