//! Godot's binary Variant: what `var_to_bytes`, `put_var` and `store_var` write.
//!
//! Little-endian. Every value is a u32 header and a payload, and every payload is padded to 4 bytes.
//!
//! | Bits of the header | Meaning |
//! |---|---|
//! | 0..=7 | type id: see [`VariantType`] |
//! | 8..=15 | ignored by engines; written as 0 |
//! | 16 | int, float, structures of reals: the payload is 64 bits wide; Object: instance id only |
//! | 16..=17 | Array: kind of the element type (Godot 4.3 and later); Dictionary: kind of the key type (4.4 and later) |
//! | 18..=19 | Dictionary: kind of the value type (Godot 4.4 and later) |
//!
//! Read off the public documentation of Godot's "Binary serialization API" and checked against the
//! engines 3.2.3 and 4.6; `tests/vectors/godot3.jsonl` and `godot4.jsonl` hold what those wrote.
//!
//! # Where this reader differs from an engine
//!
//! | Input | Engine | Here | Why |
//! |---|---|---|---|
//! | a NUL inside a String | cuts the text there | keeps the whole text | no data is lost |
//! | a byte order mark (U+FEFF) before a String | drops it | keeps it | no data is lost |
//! | a node path without names, marked absolute | becomes relative | stays absolute | no data is lost |
//! | bytes that are no UTF-8 behind a NUL | does not look at them | `InvalidUtf8` | the whole text is kept |
//! | a surrogate (`ed a0 80`), a character beyond U+10FFFF (`f4 90 80 80`, `f8 …`), one in four bytes that needs fewer (`f0 81 …`) | 3.2.3 reads it | `InvalidUtf8` | it is no character |
//! | `PoolStringArray` with a negative count | an empty array | `InvalidLength` | no writer means it |
//! | a node path with a negative count of subnames | takes it from the names | `InvalidLength` | no writer means it |
//! | nesting | 3.2.3: until its stack ends; 4.x: 1,024 | [`Limits::depth`](crate::Limits::depth), at most 1,024 | deep input is an error, never a crash |
//! | an element that does not fit a typed Array | drops all elements | keeps them | no data is lost |
//! | element type "class" or "script" without full objects | becomes `EncodedObjectAsID` | kept as it came | what is read can be written back |
//! | a structure of 64-bit components, in a single-precision dialect | narrows them, beyond the range of f32 to infinity | narrows them; `OutOfRange` where a finite number would become infinite | a wrong value is worse than none |
//! | an object id that is 0 or unknown | becomes null | kept | a server has no objects to look up |

#[doc(hidden)]
pub mod adapt;
#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "bytes")]
mod bytes;
mod codec;
#[doc(hidden)]
pub mod describe;
mod dialect;
mod dynamic;
#[doc(hidden)]
pub mod entries;
#[doc(hidden)]
pub mod enums;
mod framing;
mod impls;
#[doc(hidden)]
pub mod layout;
pub mod math;
#[cfg(feature = "mint")]
mod mint;
mod order;
mod packed_view;
pub mod peek;
#[doc(hidden)]
pub mod record;
#[cfg(feature = "serde")]
mod serde;
mod skip;
mod traits;
mod types;
#[cfg(feature = "uuid")]
pub mod uuid_bytes;
mod value;
mod walk;

#[cfg(feature = "bytes")]
pub use bytes::PutVariant;
pub use describe::{
    EnumerationForm, EnumerationLayout, FieldLayout, MemberLayout, RecordLayout, TypeLayout,
    fingerprint, layout_fingerprint,
};
pub use dialect::{
    Dialect, DialectSpec, Double, Flagless, FloatForm, Generation, Godot3, Godot3_0, Godot4,
    IntForm, RealForm, Widest,
};
pub use entries::{DecodeEntries, EncodeEntries, Entries};
pub use framing::{EnetHeader, FrameDecoder, LengthOrder, put_frame};
#[cfg(feature = "std")]
pub use framing::{read_frame, write_frame};
pub use layout::{Facts, Tag};
pub use math::{
    Aabb, Basis, Color, Plane, Projection, Quaternion, Rect2, Rect2i, Transform2D, Transform3D,
    Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i, double,
};
pub use packed_view::{PackedElement, PackedIter, PackedView};
pub use peek::{peek_bytes, peek_bytes_with, peek_field, peek_field_with, peek_id, peek_id_with};
#[cfg(feature = "serde")]
pub use serde::{natural, tagged};
pub use traits::{DecodeVariant, EncodeVariant, FromVariantBytes, ToVariantBytes, Wire};
pub use types::VariantType;
pub use value::{
    Array, Callable, Dictionary, DictionaryType, DoubleStructure, ElementType, NodePath, Object,
    ObjectId, Rid, Signal, StringName, Variant,
};
pub use walk::{Numbers, Part, Piece, Place, walk, walk_frames};
