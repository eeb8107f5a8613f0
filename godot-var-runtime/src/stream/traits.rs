//! The encoding of a type of its own.

use alloc::boxed::Box;

use super::codec::Plain;
use super::layout::TypeLayout;
use super::list::{any, encode_each};
use super::record::Fields;
use super::size::Size;
use super::wire::Wire;
use crate::{DecodeError, EncodeError, Output, Reader};

/// A value that can be written on the wire `W`.
///
/// Derive it with `#[derive(GodotFlat)]` or `#[derive(LiteNetMessage)]`, and call it through `ToFlatBytes` or
/// `ToLiteNetBytes`. By hand:
///
/// ```
/// # #[cfg(feature = "flat")] {
/// use godot_var_runtime::flat::{ByteOrder, Flat, ToFlatBytes, TypeLayout};
/// use godot_var_runtime::stream::Encode;
/// use godot_var_runtime::{EncodeError, Output};
///
/// /// A level from 0 to 9 as a digit of ASCII.
/// struct Level(u8);
///
/// impl<B: ByteOrder> Encode<Flat<B>> for Level {
///     const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Custom("Level");
///
///     fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
///         out.put_bytes(&[b'0' + self.0]);
///         Ok(())
///     }
/// }
///
/// assert_eq!(Level(7).to_flat_bytes(), Ok(vec![b'7']));
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as `{W}`",
    label = "no bytes for this type",
    note = "derive it: `#[derive(GodotFlat)]` or `#[derive(LiteNetMessage)]` on the type, or give the field functions: `with = module`",
    note = "`usize` and `isize` have no fixed width: use `u32` or `i64`"
)]
pub trait Encode<W: Wire> {
    /// The layout, which names an encoding written by hand: `&TypeLayout::Custom("…")`.
    const LAYOUT: &'static TypeLayout<'static>;

    /// How many bytes the values take.
    const SIZE: Size = Size::ANY;

    /// The fields of a struct, or those of each variant of an enum.
    #[doc(hidden)]
    const FIELDS: &'static [Fields] = &[];

    /// Whether a list of these is bytes.
    #[doc(hidden)]
    const IS_BYTE: bool = false;

    /// Writes the value; for a message, with its number.
    ///
    /// # Errors
    /// For a value that the wire cannot hold.
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError>;

    /// Writes the fields of a struct: what follows the number of a message.
    #[doc(hidden)]
    #[inline(always)]
    fn encode_parts<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        self.encode(out)
    }

    /// Writes elements one after the other.
    #[doc(hidden)]
    #[inline]
    fn encode_all<O: Output>(list: &[Self], out: &mut O) -> Result<(), EncodeError>
    where
        Self: Sized,
    {
        encode_each::<W, Plain, Self, O>(list, out)
    }
}

/// A value that can be read on the wire `W`, perhaps borrowing from the message.
///
/// Derive it with `#[derive(GodotFlat)]` or `#[derive(LiteNetMessage)]`, and call it through `FromFlatBytes` or
/// `FromLiteNetBytes`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read as `{W}`",
    label = "no bytes for this type",
    note = "derive it: `#[derive(GodotFlat)]` or `#[derive(LiteNetMessage)]` on the type, or give the field functions: `with = module`",
    note = "`usize` and `isize` have no fixed width: use `u32` or `i64`"
)]
pub trait Decode<'de, W: Wire>: Encode<W> + Sized {
    /// Reads a value; for a message, with its number.
    ///
    /// # Errors
    /// For bytes that are not a value.
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError>;

    /// Reads the fields of a struct: what follows the number of a message. Those with a default may be missing at the end of a
    /// `WHOLE` message.
    #[doc(hidden)]
    #[inline(always)]
    fn decode_parts<const WHOLE: bool>(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        Self::decode(reader)
    }

    /// Reads a value that is a whole message.
    #[doc(hidden)]
    #[inline(always)]
    fn decode_whole(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        Self::decode_parts::<true>(reader)
    }

    /// Whether [`decode_any`](Self::decode_any) reads values whose size says that all bytes are one. A type by hand may have such a size, and
    /// refuse some.
    #[doc(hidden)]
    const ANY: bool = false;

    /// Reads a value of bytes that all are one, as [`Size::any_bytes`] says.
    #[doc(hidden)]
    #[inline(always)]
    fn decode_any(bytes: &mut &'de [u8]) -> Self {
        any::<W, Plain, Self>(bytes)
    }

    /// Whether [`decode_block`](Self::decode_block) reads lists, whose elements take as many bytes in memory as on the wire.
    #[doc(hidden)]
    const IS_BLOCK: bool = false;

    /// Reads the elements of which these are the bytes; `None` if some are refused. Unlike a `Vec` the result is in registers.
    #[doc(hidden)]
    #[inline(always)]
    fn decode_block(_: &'de [u8]) -> Option<Box<[Self]>> {
        None
    }

    /// Takes elements that are bytes, and stay in the message.
    #[doc(hidden)]
    #[inline(always)]
    fn borrow_all<'a>(_: &mut Reader<'de>, _count: usize) -> Option<Result<&'a [Self], DecodeError>>
    where
        'de: 'a,
        Self: 'a,
    {
        None
    }
}
