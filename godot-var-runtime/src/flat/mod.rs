//! Flat messages: the bytes of Godot's `StreamPeerBuffer.put_*` and `PackedByteArray.encode_*`.
//!
//! The values stand one after the other: no keys, no headers, no padding. Both sides must know the types.
//! Numbers are little-endian; a type with `big_endian` turns every number in it.
//!
//! # Bytes
//! | Rust | Bytes | Godot writes it with |
//! |---|---|---|
//! | `u8` … `u64`, `i8` … `i64`, `NonZero` and `Wrapping` of these | 1, 2, 4, 8. A `u64` above `i64::MAX` is an error, as GDScript's int is signed | `put_u8` … `put_64` |
//! | an integer, `varint` | LEB128: 7 bits a byte, low first, 0x80 = more follow; at most 10 bytes. A signed one in zigzag. A reader refuses more bytes than the value needs | – |
//! | `bool` | 1: 0 or 1. A reader refuses others; with `lenient` any but 0 is `true` | `put_u8(int(b))` |
//! | `f32`, `f64` | 4, 8: IEEE 754 | `put_float`, `put_double` |
//! | a float, `as = f16` | 2: IEEE 754 half, rounded to the nearest, to even. A finite float that would become infinite is an error | `put_half` (Godot 4.4 and later, which rounds towards 0) |
//! | a float, `range = A..=B, as = u8`, `u16` or `u32` | `round((v - A) / (B - A) * MAX)`. Outside: an error, or with `clamp` the bound | – |
//! | a float, `angle, as = u8`, `u16` or `u32`; `degrees` | `round(fposmod(v, TAU) / TAU * MAX)`; for `degrees` 360 instead of `TAU` | – |
//! | [`Vector3`](crate::variant::Vector3), `normal, as = f16`, `f32`, `u8` or `u16` | two numbers from 0 to 1 | `octahedron_encode()` |
//! | [`Vector2`](crate::variant::Vector2), `normal, as = …` | the angle, as a float or an `angle` | `angle()` |
//! | [`Quaternion`](crate::variant::Quaternion), `smallest_three = 10`, `15` or `20` | 4, 6, 8, as one integer: the position of the largest component in the two highest bits, the other three in 10, 15 or 20 bits each, the last in the lowest. Bits between (one of 15, two of 20) are 0, and a reader refuses others | – |
//! | structures of the engine | the components in the order of the engine's members as `f32` or `i32`, matrices by columns; those of [`double`](crate::variant::double) as `f64`. `as = f16`, `range` and `angle` hold for each component | – |
//! | texts, `StringName`, `NodePath` | the length in bytes as a varint, then UTF-8; with `len = u8`, `u16` or `u32` the length in that type; `c_string`: UTF-8, then 0 | `put_utf8_string` is `len = u32` |
//! | `char` | its code point as a varint | – |
//! | lists, sets, `Bytes` (feature `bytes`) | the count as a varint, or as `len = …` says, then the elements | – |
//! | maps | the count, then key, value, key, value … in the order of the map | – |
//! | `[T; N]`, tuples, structs | their elements or fields; `()` and `PhantomData` take none | |
//! | `Option<T>` | 0, or 1 and the value | |
//! | `Box`, `Rc`, `Arc`, `Cow` | as their value. A `Cow<str>` or `Cow<[u8]>` borrows from the message | |
//! | glam's types (features `glam-034` and so on) | as the engine's type of their kind, with the same attributes | |
//! | enums | the number of the variant as a `u8`, or as `repr` says, then the fields of the variant | |
//! | [`Variant`](crate::variant::Variant), `Dictionary`, `Array`, `Callable`, `Signal` | a `u32` length, then the Variant of Godot 4; any type of Variants with `as = Godot4` or `as = Godot3` | `put_var` |
//! | `Rid`, `ObjectId` | 8 | `put_64` |
//! | `Ipv4Addr`, `Ipv6Addr`, `Uuid` (feature `uuid`) | 4, 16, 16, in the order of their text | |
//! | `IpAddr`, `SocketAddr` | 4 or 6 in one byte, the address; then the port as a `u16` | |
//! | `Duration`, `SystemTime`, `unit = "s"`, `"ms"` or `"us"` | an `f64` of seconds; a `u64` (`Duration`) or an `i64` since 1970 (`SystemTime`) of milliseconds or microseconds | |
//!
//! **`flags`** on a struct or a variant: its `bool`s, the presence of its `Option`s, and fields with `bits = N` move into one
//! header before the other fields: bits in the order of the fields, low first, in as few bytes as they need, the lowest byte
//! first. A field is one of these by its written type, `bool` or `Option<…>`. A reader refuses bits beyond.
//!
//! # Attributes of `#[derive(GodotFlat)]`
//! | `#[flat(…)]` | On | Meaning |
//! |---|---|---|
//! | `varint` | field | integers in LEB128 |
//! | `as = f16` | field | floats in halves |
//! | `range = A..=B, as = u16`, `clamp` | field | floats as steps of a range |
//! | `angle, as = u16`, `degrees, as = u16` | field | floats as steps of a turn |
//! | `normal, as = u8` | field | directions |
//! | `smallest_three = 10` | field | rotations |
//! | `len = u16` | field | the type of the count or length |
//! | `max_len = 32` | field | the most bytes of a text, or elements of a list |
//! | `c_string` | field | a text that ends with 0 |
//! | `bits = 3` | field | an integer, or an enum without fields, in the header of `flags` |
//! | `lenient` | field | a bool of any byte, as netfox reads it |
//! | `unit = "ms"` | field | a time as a number; the unit is part of the [fingerprint](layout_fingerprint) |
//! | `as = Godot4`, `as = Godot3` | field | a Variant |
//! | `with = module, as = T` | field | `encode(&Field) -> T` and `decode(T) -> Result<Field, impl Display>` of that module; beside it the attributes that fit `T` without an `as` of their own |
//! | `with = module` | field | `encode<B: ByteOrder, O: Output>(&Field, &mut O) -> Result<(), EncodeError>` and `decode<B: ByteOrder>(&mut Reader<'_>) -> Result<Field, DecodeError>` |
//! | `default`, `default = …` | last fields | may be missing at the end of a message |
//! | `flags` | struct, variant | the header described above |
//! | `big_endian` | struct, enum | the highest byte of a number first |
//! | `trailing = "ignore"` | struct, enum | readers ignore bytes after the last field of a message |
//! | `repr = "u16"` | enum | how the number of the variant is written: `"u8"` (default), `"u16"`, `"u32"`, `"varint"` |
//! | `id` | enum | every variant has an `id` |
//! | `id = 3` | variant | its number; needed on enums with fields. Without fields the default is the discriminant |
//! | `other` | variant | stands for all other numbers: `Other`, `Other(u8)` with the number, `Other(u8, Vec<u8>)` with the rest of the message |
//! | `recursive(Parent)` | struct, enum | a type around this one: see [below](#types-that-contain-each-other) |
//! | `delta`, `delta(Debug)` | struct | a second struct of the fields that changed, with `changes_since` and `apply`; a field with `bits` takes the bytes of its type there, and other numbers are errors |
//! | `max_size = 508` | struct, enum | fails the build if a message may take more bytes |
//! | `layout = "…"` | struct, enum | fails the build if the [fingerprint](layout_fingerprint) is another one |
//! | `crate = path` | struct, enum | the path of the facade crate |
//!
//! # Types that contain each other
//! A type may contain itself. Of types that contain each other one names the others, so that its layout and its size end with
//! a mark for them, as they do for the type itself: `#[flat(recursive(Room))]` on a `Door` that has an `Option<Box<Room>>`, if a
//! `Room` has a `Vec<Door>`. Without it rustc reports a cycle (E0391).
//!
//! # Growing
//! Fields with `default` at the end may be missing from a shorter message, and bytes after the last field are an error unless
//! the type says `trailing = "ignore"`. Both hold for the outermost value of a message, for its variant, and for the only unnamed field of that
//! variant. An enum that says it ignores all of an unknown variant but its number.
//!
//! # What readers refuse
//! A message that ends early or goes on; a count that the remaining bytes cannot hold, or above [`Limits::elements`](crate::Limits::elements);
//! overlong varints; bools, presences, flags and numbers of variants that do not exist; numbers of a `normal` that are no direction; text that is not UTF-8; more lists and pointers
//! inside each other than [`Limits::depth`](crate::Limits::depth). Errors begin at the message:
//! `Snapshot.players[3].yaw: the buffer ends inside a field at byte 41`. Reading takes time linear in the message, and a constant multiple of
//! its length in memory.

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
