//! The traits that programs call.

use super::format::era::{Era, LiteNet2018, LiteNetHead, is_2018};
use super::wire::LiteNet;
use crate::core::entry;
use crate::stream::layout::fingerprint::fingerprint_on;
use crate::stream::{Decode, Encode};
use crate::variant::layout::fingerprint::{as_text, digits};

/// A message with its own number, which can be a variant of an enum of messages.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no message number",
    label = "an enum of messages needs one",
    note = "give the struct one: `#[litenet(msg_type = 5)]`"
)]
pub trait LiteNetMessage {
    /// The number before the message.
    const MSG_TYPE: u16;
}

/// Returns the fingerprint of a type's layout in an era, as 16 hex digits. It changes when the bytes do, and is another one in each era.
///
/// It does not cover the code of your functions, nor the value of a constant that a condition (`if`) names.
pub const fn layout_fingerprint<E: Era, T: Encode<LiteNet<E>> + ?Sized>() -> &'static str {
    as_text(const { &digits(fingerprint_on(if is_2018::<E>() { b'8' } else { b'h' }, T::LAYOUT)) })
}

/// A value that can be written in every era: the bound for functions that send.
///
/// `#[derive(LiteNetMessage)]` implements it, and so does [`Encode`] by hand for [`LiteNet`] in both eras. The era
/// is a parameter of the call.
///
/// ```
/// use godot_var_runtime::EncodeError;
/// use godot_var_runtime::litenet::{LiteNet2018, LiteNetHead, ToLiteNetBytes};
///
/// fn sizes<T: ToLiteNetBytes + ?Sized>(message: &T) -> Result<[usize; 2], EncodeError> {
///     Ok([message.litenet_len::<LiteNet2018>()?, message.litenet_len::<LiteNetHead>()?])
/// }
///
/// assert_eq!("hi".to_litenet_bytes::<LiteNet2018>()?, [2, 0, 0, 0, b'h', b'i']);
/// assert_eq!("hi".to_litenet_bytes::<LiteNetHead>()?, [3, 0, b'h', b'i']);
/// assert_eq!(sizes("hi")?, [6, 4]);
/// # Ok::<(), EncodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written to a LiteNetLibManager message",
    label = "no bytes for this type",
    note = "derive it: `#[derive(LiteNetMessage)]` on the type"
)]
pub trait ToLiteNetBytes: Encode<LiteNet<LiteNet2018>> + Encode<LiteNet<LiteNetHead>> {
    entry::writing! {
        [E: Era] to_litenet_bytes append_litenet_bytes append_litenet_bytes_mut write_litenet_bytes litenet_len:
        |value, out| E::encode(value, out)
    }
}

impl<T> ToLiteNetBytes for T where
    T: Encode<LiteNet<LiteNet2018>> + Encode<LiteNet<LiteNetHead>> + ?Sized
{
}

/// A value that can be read in every era: the bound for functions that receive.
///
/// Bytes after the value are an error, although a C# reader ignores them. A peer whose newer version appends fields is read by
/// [`read_litenet_bytes`](Self::read_litenet_bytes), or by a last field with `#[litenet(rest)]`.
///
/// `#[derive(LiteNetMessage)]` implements it, and so does [`Decode`] by hand for [`LiteNet`] in both eras. The era
/// is a parameter of the call; `'de` is the lifetime of the bytes, from which a value may borrow.
///
/// ```
/// use godot_var_runtime::DecodeError;
/// use godot_var_runtime::litenet::{FromLiteNetBytes, LiteNetHead, Packed};
///
/// fn receive<'de, T: FromLiteNetBytes<'de>>(bytes: &'de [u8]) -> Result<T, DecodeError> {
///     T::from_litenet_bytes::<LiteNetHead>(bytes)
/// }
///
/// let id: Packed<u32> = receive(&[0xf9, 0, 0])?;
/// assert_eq!(id.0, 2288);
/// # Ok::<(), DecodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a LiteNetLibManager message",
    label = "no bytes for this type",
    note = "derive it: `#[derive(LiteNetMessage)]` on the type"
)]
pub trait FromLiteNetBytes<'de>:
    Decode<'de, LiteNet<LiteNet2018>> + Decode<'de, LiteNet<LiteNetHead>>
{
    entry::reading! {
        [E: Era] from_litenet_bytes from_litenet_bytes_with read_litenet_bytes:
        E::decode, E::decode
    }
}

impl<'de, T> FromLiteNetBytes<'de> for T where
    T: Decode<'de, LiteNet<LiteNet2018>> + Decode<'de, LiteNet<LiteNetHead>>
{
}
