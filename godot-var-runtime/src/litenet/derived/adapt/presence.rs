//! `if`: an optional field that is present if other fields have certain values.

use super::{DecodeField, EncodeField};
use crate::litenet::format::era::Era;
use crate::{DecodeError, EncodeError, EncodeErrorKind, Output, Reader};

/// Writes an optional `T` whose presence depends on another field.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be absent from a message",
    label = "`if` stands on an `Option` whose value the other attributes fit"
)]
pub trait EncodeIf<E: Era, T> {
    /// Writes the value if it is `present`.
    ///
    /// # Errors
    /// [`EncodeErrorKind::Presence`] when the value and the other field disagree.
    fn encode_if<O: Output>(value: &T, present: bool, out: &mut O) -> Result<(), EncodeError>;
}

impl<E: Era, T, C: EncodeField<E, T>> EncodeIf<E, Option<T>> for C {
    #[inline]
    fn encode_if<O: Output>(
        value: &Option<T>,
        present: bool,
        out: &mut O,
    ) -> Result<(), EncodeError> {
        match (value, present) {
            (Some(value), true) => C::encode_field(value, out),
            (None, false) => Ok(()),
            (None, true) => Err(EncodeError::new(
                EncodeErrorKind::Presence,
                "another field says that this one is there, and it is `None`",
            )),
            (Some(_), false) => Err(EncodeError::new(
                EncodeErrorKind::Presence,
                "another field says that this one is not there, and it is `Some`",
            )),
        }
    }
}

/// Reads an optional `T` whose presence depends on another field.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be absent from a message",
    label = "`if` stands on an `Option` whose value the other attributes fit"
)]
pub trait DecodeIf<'de, E: Era, T> {
    /// Reads the value if it is `present`.
    fn decode_if(reader: &mut Reader<'de>, present: bool) -> Result<T, DecodeError>;

    /// Reads the value if it is `present`, in place of an existing one.
    fn decode_if_in_place(
        reader: &mut Reader<'de>,
        present: bool,
        place: &mut T,
    ) -> Result<(), DecodeError>;
}

impl<'de, E: Era, T, C: DecodeField<'de, E, T>> DecodeIf<'de, E, Option<T>> for C {
    #[inline]
    fn decode_if(reader: &mut Reader<'de>, present: bool) -> Result<Option<T>, DecodeError> {
        if present { C::decode_field(reader).map(Some) } else { Ok(None) }
    }
    #[inline]
    fn decode_if_in_place(
        reader: &mut Reader<'de>,
        present: bool,
        place: &mut Option<T>,
    ) -> Result<(), DecodeError> {
        match place {
            Some(value) if present => C::decode_field_in_place(reader, value),
            _ => {
                *place = C::decode_if(reader, present)?;
                Ok(())
            }
        }
    }
}
