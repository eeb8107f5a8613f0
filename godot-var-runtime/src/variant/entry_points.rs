//! What a program calls: [`ToVariantBytes`] and [`FromVariantBytes`], for any dialect.
//!
//! A dialect is a parameter of the call, so a bound must hold for all of them: the two traits have
//! the implementations for each dialect as supertraits, and [`Dispatch`] finds the one of a dialect
//! that the caller only knows as `D`.

use alloc::vec::Vec;

use crate::core::entry;
use crate::variant::traits::dialect::{
    Dialect, Double, Flagless, Godot3, Godot3_0, Godot4, Widest,
};
use crate::variant::traits::facts::Facts;
use crate::variant::traits::{
    DecodeEveryDialect, DecodeVariant, Dispatch, EncodeEveryDialect, EncodeVariant,
};
use crate::{DecodeError, EncodeError, Limits, Output, Reader};

/// Writes a value as the bytes that the engine would write.
///
/// Derive it with `#[derive(GodotVar)]`. The dialect is a parameter of the call.
///
/// ```
/// use godot_var_runtime::variant::{Godot4, ToVariantBytes};
///
/// // What `var_to_bytes(-5)` gives.
/// assert_eq!((-5).to_variant_bytes::<Godot4>()?, [2, 0, 0, 0, 0xfb, 0xff, 0xff, 0xff]);
/// # Ok::<(), godot_var_runtime::EncodeError>(())
/// ```
///
/// It is the bound of functions that send messages of any type, in one dialect or in any:
///
/// ```
/// use godot_var_runtime::EncodeError;
/// use godot_var_runtime::variant::{Dialect, Godot3, Godot4, ToVariantBytes};
///
/// fn send<T: ToVariantBytes>(message: &T) -> Result<Vec<u8>, EncodeError> {
///     message.to_variant_bytes::<Godot4>()
/// }
///
/// fn send_to<D: Dialect, T: ToVariantBytes>(message: &T) -> Result<Vec<u8>, EncodeError> {
///     message.to_variant_bytes::<D>()
/// }
///
/// assert_eq!(send(&true)?, send_to::<Godot3, _>(&true)?);
/// # Ok::<(), EncodeError>(())
/// ```
///
/// A type that implements [`EncodeVariant`] by hand has it when it does so for every [`Dialect`].
#[doc(alias("var_to_bytes", "var2bytes", "put_var"))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as a Godot Variant",
    label = "needs `#[derive(GodotVar)]`, as does every type inside it"
)]
pub trait ToVariantBytes: EncodeEveryDialect {
    entry::writing! {
        [D: Dialect]
        #[doc(alias("var_to_bytes", "var2bytes", "put_var", "encode", "serialize", "to_bytes"))]
        to_variant_bytes append_variant_bytes append_variant_bytes_mut write_variant_bytes variant_len:
        |value, out| D::encode(value, out),
        |bytes| D::append(value, bytes),
        room D::facts::<Self>().room()
    }
}

#[diagnostic::do_not_recommend]
impl<T: EncodeEveryDialect + ?Sized> ToVariantBytes for T {}

/// Reads a value from the bytes that an engine has written, perhaps borrowing from them.
///
/// Derive it with `#[derive(GodotVar)]`. The dialect is a parameter of the call.
///
/// ```
/// use godot_var_runtime::variant::{FromVariantBytes, Godot4};
///
/// assert_eq!(i32::from_variant_bytes::<Godot4>(&[2, 0, 0, 0, 0xfb, 0xff, 0xff, 0xff])?, -5);
/// # Ok::<(), godot_var_runtime::DecodeError>(())
/// ```
///
/// As a bound, `T: FromVariantBytes<'de>` is a value that may borrow from its message, and
/// `T: for<'de> FromVariantBytes<'de>` one that outlives it:
///
/// ```
/// use godot_var_runtime::DecodeError;
/// use godot_var_runtime::variant::{Dialect, FromVariantBytes, Godot4};
///
/// fn receive<'de, D: Dialect, T: FromVariantBytes<'de>>(bytes: &'de [u8]) -> Result<T, DecodeError> {
///     T::from_variant_bytes::<D>(bytes)
/// }
///
/// fn owned<T: for<'de> FromVariantBytes<'de>>(bytes: Vec<u8>) -> Result<T, DecodeError> {
///     T::from_variant_bytes::<Godot4>(&bytes)
/// }
///
/// let bytes = [4, 0, 0, 0, 2, 0, 0, 0, b'h', b'i', 0, 0];
/// assert_eq!(receive::<Godot4, &str>(&bytes)?, "hi");
/// assert_eq!(owned::<String>(bytes.to_vec())?, "hi");
/// # Ok::<(), DecodeError>(())
/// ```
///
/// A type that implements [`DecodeVariant`] by hand has it when it does so for every [`Dialect`].
#[doc(alias("bytes_to_var", "bytes2var", "get_var"))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a Godot Variant",
    label = "needs `#[derive(GodotVar)]`, as does every type inside it"
)]
pub trait FromVariantBytes<'de>: DecodeEveryDialect<'de> {
    entry::reading! {
        [D: Dialect]
        #[doc(alias("bytes_to_var", "bytes2var", "get_var", "decode", "deserialize", "from_bytes"))]
        from_variant_bytes from_variant_bytes_with read_variant_bytes:
        D::decode, D::decode
    }

    /// Reads a whole message, as [`from_variant_bytes`](Self::from_variant_bytes) does, in place of a
    /// value that is there. For loops over messages of one type: the memory that texts, lists and the
    /// values inside them own is used again, and only what does not fit it is allocated.
    ///
    /// The new value alone decides: a missing field gets its default, never what stood there.
    ///
    /// ```
    /// use godot_var_runtime::variant::{FromVariantBytes, Godot4, ToVariantBytes};
    ///
    /// let mut names = vec![String::from("a name of some length"); 3];
    /// let room = names[0].capacity();
    /// let bytes = vec!["Ann", "Bob"].to_variant_bytes::<Godot4>()?;
    /// Vec::from_variant_bytes_in_place::<Godot4>(&bytes, &mut names)?;
    /// assert_eq!((names[0].as_str(), names.len()), ("Ann", 2));
    /// assert_eq!(names[0].capacity(), room);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// What is kept: `String`, `StringName`, `Vec` with its elements, `HashMap` with its table,
    /// `Box`, `Option`, tuples and arrays (save those of texts) by their parts, derived structs by
    /// their fields. Enums, structs with `flatten` or a `default` on the whole, other maps,
    /// `VecDeque`, shared pointers and [`Variant`](crate::variant::Variant) are replaced.
    ///
    /// # Errors
    /// Those of [`from_variant_bytes`](Self::from_variant_bytes). The value then is some value of
    /// its type: the old one, the new one, or a mixture. It can be used for the next message.
    #[inline]
    fn from_variant_bytes_in_place<D: Dialect>(
        bytes: &'de [u8],
        place: &mut Self,
    ) -> Result<(), DecodeError> {
        Self::from_variant_bytes_in_place_with::<D>(bytes, Limits::DEFAULT, place)
    }

    /// As [`from_variant_bytes_in_place`](Self::from_variant_bytes_in_place), with limits of your own.
    #[inline]
    fn from_variant_bytes_in_place_with<D: Dialect>(
        bytes: &'de [u8],
        limits: Limits,
        place: &mut Self,
    ) -> Result<(), DecodeError> {
        entry::whole!(bytes, limits, |reader| D::decode_in_place(reader, place))
    }

    /// Reads the next value of a buffer that holds several, in place of a value that is there, and
    /// moves the reader after it. After an error its position is unchanged.
    #[inline]
    fn read_variant_bytes_in_place<D: Dialect>(
        reader: &mut Reader<'de>,
        place: &mut Self,
    ) -> Result<(), DecodeError> {
        entry::next(reader, |reader| D::decode_in_place(reader, place))
    }
}

#[diagnostic::do_not_recommend]
impl<'de, T: DecodeEveryDialect<'de>> FromVariantBytes<'de> for T {}

macro_rules! dispatch {
    ($($dialect:ty),+ $(,)?) => {$(
        impl Dispatch for $dialect {
            #[inline(always)]
            fn facts<T: EncodeEveryDialect + ?Sized>() -> &'static Facts {
                const { &<T as EncodeVariant<Self>>::FACTS }
            }

            #[inline(always)]
            fn encode<T: EncodeEveryDialect + ?Sized, O: Output>(
                value: &T,
                out: &mut O,
            ) -> Result<(), EncodeError> {
                EncodeVariant::<Self>::encode(value, out)
            }

            #[inline(always)]
            fn append<T: EncodeEveryDialect + ?Sized>(
                value: &T,
                bytes: &mut Vec<u8>,
            ) -> Result<usize, EncodeError> {
                append::<Self, T>(value, bytes)
            }

            #[inline(always)]
            fn decode<'de, T: DecodeEveryDialect<'de>>(
                reader: &mut Reader<'de>,
            ) -> Result<T, DecodeError> {
                <T as DecodeVariant<'de, Self>>::decode(reader)
            }

            #[inline(always)]
            fn decode_in_place<'de, T: DecodeEveryDialect<'de>>(
                reader: &mut Reader<'de>,
                place: &mut T,
            ) -> Result<(), DecodeError> {
                <T as DecodeVariant<'de, Self>>::decode_in_place(reader, place)
            }

            #[inline(always)]
            fn missing<'de, T: DecodeEveryDialect<'de>>() -> Option<T> {
                <T as DecodeVariant<'de, Self>>::missing()
            }
        }
    )+};
}

dispatch!(Godot4, Godot3, Godot3_0, Flagless, Double<Godot4>, Double<Godot3>, Widest);

/// [`ToVariantBytes::append_variant_bytes`] in a dialect that is known.
#[cfg_attr(not(debug_assertions), inline(always))]
fn append<D: Dialect, T: EncodeVariant<D> + ?Sized>(
    value: &T,
    bytes: &mut Vec<u8>,
) -> Result<usize, EncodeError> {
    if const { T::FACTS.room() > 0 } {
        bytes.reserve(const { T::FACTS.room() });
    }
    entry::append(bytes, |out| {
        if const { is_long(&T::FACTS) } {
            value.encode(&mut entry::Lent::new(out.buffer()).out)
        } else {
            value.encode(out)
        }
    })
}

/// Whether a message has many values, likely.
const fn is_long(facts: &Facts) -> bool {
    const MANY: usize = 64;
    facts.repeats || facts.min_words >= MANY
}
