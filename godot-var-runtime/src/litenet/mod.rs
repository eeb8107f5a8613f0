//! The messages of LiteNetLibManager, the network layer of Unity servers and clients.
//!
//! A message is one transport payload: its number, then its fields one after the other. There are no
//! names, no type tags, no overall length, no checksum and no alignment; everything is little-endian.
//! Both sides must know the types.
//!
//! # Two eras
//! The encoding has changed over the years. The era is a parameter of the call, so one struct
//! serves both:
//!
//! | Era | Type | Commit of LiteNetLibManager |
//! |---|---|---|
//! | July 2018, the layout of the project's wiki page | [`LiteNet2018`] | `fec0903` (2018-06-29) |
//! | today | [`LiteNetHead`] | `f07d8e6` (2026-06-26) |
//!
//! # Bytes
//! | Rust | 2018-07 | head |
//! |---|---|---|
//! | `bool` | 1 byte, 01 or 00; read: not 0 | the same; read: only 01 is true |
//! | `u8` … `u64`, `i8` … `i64`, `f32`, `f64` | plain, little-endian | the same |
//! | [`Packed<T>`] or `#[litenet(packed)]` | 1–5 bytes (`u32`), 1–9 (`u64`) | the same, and 1–3 (`u16`) |
//! | [`Zigzag<T>`] or `#[litenet(zigzag)]` | not in use | packed signed integers |
//! | `String`, `&str` | `i32` length in bytes, UTF-8 | `u16` length in bytes plus one (0 and 1 are both empty), UTF-8 |
//! | `Vec<u8>`, `&[u8]` (`PutBytesWithLength`) | `i32` length, bytes | `u16` length, bytes |
//! | `Vec<T>` (`PutArray`) | `u16` count, elements | the same |
//! | `Vec<T>` with `len = "i32"` / `"packed"` | `i32` / packed unsigned count | the same; `"zigzag"`: packed signed count |
//! | `[T; N]`, tuples | the elements | the same |
//! | `Option<T>` | 00, or 01 and the value (`Nullable`) | the same |
//! | [`Vector2`](crate::variant::Vector2) and its like, [`Vector2i`](crate::variant::Vector2i) | each component plain | the same |
//! | [`Quaternion`](crate::variant::Quaternion) | x, y, z, w as `f32` | the same |
//! | [`EulerAngles`], or a quaternion with `#[litenet(euler)]` | degrees x, y, z as `f32` | the same |
//! | [`Color`] | 4 × `i16`, hundredths | 4 × `u8`, hundredths |
//! | [`Half`], an IEEE 754 `binary16` | – | its bits as a packed `u16` |
//! | [`DirectionVector2`], [`DirectionVector3`] | – | `i8` hundredths each |
//! | [`Guid`] | – | 16 bytes, .NET's mixed order |
//! | `core::net::SocketAddr` (`IPEndPoint`) | address as a string, `i32` port | `u8` family, address, `u16` port |
//! | [`LengthPrefixed<T>`] | – | `u16` length in bytes, the value |
//! | [`Rest`] or `#[litenet(rest)]` | bytes to the end of the message | the same |
//! | message number | `i16` | packed |
//!
//! # Attributes of `#[derive(LiteNetMessage)]`
//! | `#[litenet(…)]` | On | Meaning |
//! |---|---|---|
//! | `msg_type = 5` | struct, variant of an enum of messages | the number before the fields |
//! | `messages` | enum | the message number selects the variant; each holds a message or has its own `msg_type` |
//! | `id = 3` | variant of any other enum | the byte that selects the variant; the default is the discriminant, or the previous id plus one |
//! | `other` | variant | keeps an unknown number, as `Other(u8)`, and the rest of the message in a second field |
//! | `packed`, `zigzag` | field | the packed forms; on a list with `len`, of its elements |
//! | `len = "u16"`, `"i32"`, `"packed"`, `"zigzag"` | list, bytes; `"i32"` also on strings | how the count is written |
//! | `if = "receivers == Target"` | `Option` field | present only if the condition on earlier fields holds: `==`, `!=`, `!`, `&&`, `\|\|`; a single name on the right is a variant of the field's own type |
//! | `rest` | last field | bytes to the end |
//! | `euler` | quaternion (feature `std`) | as Euler angles in degrees |
//! | `with = module` | field | `encode<E: Era, O: Output>(&T, &mut O)` and `decode<E: Era>(&mut Reader<'_>)` of that module |
//! | `crate = path` | struct, enum | the path of the facade crate |
//!
//! # Packed integers
//! | Value | Bytes | Size |
//! |---|---|---:|
//! | 0 … 240 | the value | 1 |
//! | 241 … 2287 | `F1`+(v-240)/256, (v-240)%256 | 2 |
//! | 2288 … 67823 | `F9`, v-2288 **big-endian** in 2 bytes | 3 |
//! | … 2^24-1 | `FA`, 3 bytes little-endian | 4 |
//! | … 2^32-1 | `FB`, 4 bytes little-endian | 5 |
//! | … 2^40-1, 2^48-1, 2^56-1, 2^64-1 | `FC`, `FD`, `FE`, `FF`, 5 to 8 bytes little-endian | 6–9 |
//!
//! # Where the wiki page is wrong
//! | The wiki says | The code does |
//! |---|---|
//! | a packed uint takes 2–4 bytes, a packed ulong 2–8 | 1–5 and 1–9 |
//! | `connectId` is a long | its bits are written as a packed *ulong*: a negative id takes 9 bytes |
//! | `objectId` is a uint | it is always packed |
//! | sync lists have Add, Insert, `RemoveAt`, Set, Dirty | there is also Clear, which is only the operation byte |
//! | `reasons` is sent | it is, but servers of that time never assign it: always 0 |
//! | – | servers send the error message with number 6 instead of 12, a defect of that time |
//! | rotation is "3*float" | Euler angles in degrees |
//! | – | values and parameters are plain in 2018-07, never packed |
//!
//! # What readers accept
//! By default readers accept what the C# reader of the era accepts: longer forms of packed
//! integers, any byte as a bool, and negative lengths as empty (2018-07). They replace text that is
//! not UTF-8 by U+FFFD (2018-07; only if the field owns its text). With
//! [`Limits::canonical`](crate::Limits::canonical) they accept only what a writer writes: every
//! message that they read encodes to the same bytes.
//!
//! Where a C# reader throws or reads past its data, reading returns a
//! [`DecodeError`](crate::DecodeError). Readers compare a count with the remaining bytes before
//! they allocate; each element counts as at least one byte. Differences that remain:
//! - the runtime that wrote the vectors replaces some ill-formed UTF-8 by fewer U+FFFD than Rust does;
//! - an array of more than 65,535 elements is an [`EncodeError`](crate::EncodeError); in C# its count wraps around;
//! - length-limited strings (`GetString(max)`, `Put(text, max)`) are not supported: in 2018-07 the
//!   reader loses its position, and the writer counts the bytes that it cuts off;
//! - a reader of a part of a buffer never reads past that part; the 2018-07 reader does;
//! - today's era can write a float parameter or list item, where C# throws by a defect (its reader
//!   takes the same four bytes);
//! - an unknown operation of a sync list keeps the rest of the message; readers do not check an
//!   index, because a message does not contain the list;
//! - `List` counts below zero are empty, also where C# throws.
//!
//! Not supported: the .NET `BinaryFormatter` stream inside `NetFieldStruct`. Read it as bytes.

pub mod derived;
mod format;
mod impls;
mod traits;
mod values;
pub(crate) mod wire;

pub use crate::stream::{Decode, Encode, Size, TypeLayout};
#[doc(hidden)]
pub use derived::{
    Condition, FittingField, LiteNetField, OptionalField, PackedField, RestField, ZigzagField,
};
pub use format::era::{Era, EraSpec, LiteNet2018, LiteNetHead};
#[doc(hidden)]
pub use format::message_number::expect_msg_type;
pub use format::message_number::{read_msg_type, write_msg_type};
pub use format::numbers::{PackedInt, ZigzagInt, packed_len};
pub use traits::{FromLiteNetBytes, LiteNetMessage, ToLiteNetBytes, layout_fingerprint};
pub use values::ids::{Guid, hashed_id};
pub use values::math::{Color, DirectionVector2, DirectionVector3, EulerAngles, Half};
pub use values::wrappers::{LengthPrefixed, Packed, Rest, Zigzag};
pub use wire::LiteNet;
