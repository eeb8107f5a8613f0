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
//! engines 3.2.3, 3.6.2 and 4.6.3; `tests/vectors/godot3.jsonl` and `godot4.jsonl` hold what 3.2.3 and 4.6 wrote.
//!
//! # Where this reader differs from an engine
//!
//! | Input | Engine | Here | Why |
//! |---|---|---|---|
//! | a NUL inside a String | cuts the text there | keeps the whole text | no data is lost |
//! | a byte order mark (U+FEFF) before a String | drops it | keeps it | no data is lost |
//! | an empty node path, marked absolute | 3.x: becomes relative | stays absolute | no data is lost |
//! | bytes that are no UTF-8 after a NUL | does not look at them | `InvalidUtf8` | the whole text is kept |
//! | a surrogate (`ed a0 80`), a character beyond U+10FFFF (`f4 90 80 80`, `f8 …`), one in three or four bytes that needs fewer (`e0 82 80`, `f0 81 …`) | 3.x reads it | `InvalidUtf8` | it is no character |
//! | `PoolStringArray` with a negative count | an empty array | `InvalidLength` | no writer means it |
//! | a node path with a negative count of subnames | takes it from the names | `InvalidLength` | no writer means it |
//! | nesting | 3.x: until its stack ends; 4.x: 1,024 | [`Limits::depth`](crate::Limits::depth), at most 1,024 | deep input is an error, never a crash |
//! | an element that does not fit a typed Array, a key that does not fit a typed Dictionary | converts it (an int to a float, say), else drops it | keeps it | no data is lost |
//! | element type Object, "class" or "script" without full objects | becomes `EncodedObjectAsID` | kept as it came | what is read can be written back |
//! | element type Nil | none | kept as it came | what is read can be written back |
//! | keys of a Dictionary: packed arrays of floats in which only the sign of a zero differs | 4.x: one key | two keys | they are two to 3.x |
//! | keys of a Dictionary: Dictionaries with the same pairs | 3.x: two keys | one key, with the last value | they are one to 4.x |
//! | a structure of 64-bit components, in a single-precision dialect | narrows them, beyond the range of f32 to infinity | narrows them; `OutOfRange` where a finite number would become infinite | a wrong value is worse than none |
//! | an int beyond ±2^53, for a float | rounds it to a float | `OutOfRange` | a float of 64 bits holds every int up to there, but not all others |
//! | an object id that is 0 or unknown | becomes null | kept | a server has no objects to look up |

pub(crate) mod bridges;
mod codec;
pub mod compressed;
mod entry_points;
mod impls;
pub(crate) mod layout;
pub mod peek;
pub mod record;
#[doc(hidden)]
pub mod tools;
pub(crate) mod traits;
mod types;
mod values;

#[cfg(feature = "bytes")]
pub use bridges::bytes::PutVariant;
#[cfg(feature = "serde")]
pub use bridges::serde::natural;
#[cfg(feature = "uuid")]
pub use bridges::uuid_bytes;
pub use codec::framing::{EnetHeader, FrameDecoder, LengthOrder, put_frame};
#[cfg(feature = "std")]
pub use codec::framing::{read_frame, write_frame};
#[cfg(feature = "_wires")]
pub(crate) use codec::memory;
pub use entry_points::{FromVariantBytes, ToVariantBytes};
pub use layout::fingerprint::{accepted, fingerprint, fingerprint_of_all};
pub use layout::rules::{LARGEST_WHOLE_FLOAT, TOO_LARGE_FOR_SINGLE, single, whole};
pub use layout::{
    Again, Bounds, EnumerationForm, EnumerationLayout, FieldLayout, MemberLayout, RecordLayout,
    Tag, TypeLayout,
};
pub use peek::{peek_bytes, peek_bytes_with, peek_field, peek_field_with, peek_id, peek_id_with};
pub use traits::dialect::{Dialect, Double, Flagless, Godot3, Godot3_0, Godot4, Widest};
pub use traits::facts::Facts;
pub use traits::{DecodeVariant, Describe, EncodeVariant, layout_fingerprint};
pub use types::math::{
    self, Aabb, Basis, Color, Plane, Projection, Quaternion, Rect2, Rect2i, Transform2D,
    Transform3D, Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i, double,
};
pub use types::{
    Component, DialectSpec, ElementType, FloatForm, Generation, IntForm, NodePath, Payload,
    RealForm, StringName, VariantType, VariantTypes,
};
pub use values::packed_view::{PackedElement, PackedIter, PackedView};
pub use values::variant::{
    Array, Callable, Dictionary, DictionaryType, DoubleStructure, Object, ObjectId, Rid, Signal,
    Variant,
};
