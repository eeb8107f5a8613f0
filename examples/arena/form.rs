//! The form of the messages: Variants of either engine, or flat messages. The types are the same.

use godot_var::flat::{FromFlatBytes, ToFlatBytes};
use godot_var::{
    DecodeError, Dialect, Dictionary, EncodeError, FromVariantBytes, Limits, ToVariantBytes,
    Variant,
};

use crate::arena::{ClientMessage, FLAT_LAYOUT, LAYOUT, PlayerState};
use crate::{Failure, newborn};

/// Writes and reads messages.
pub(crate) trait Form: 'static {
    /// The fingerprint of the protocol in this form.
    const LAYOUT: &str;

    /// Encodes a message.
    fn encode(message: &(impl ToVariantBytes + ToFlatBytes)) -> Result<Vec<u8>, EncodeError>;

    /// Decodes a message.
    fn decode<T>(bytes: &[u8], limits: Limits) -> Result<T, DecodeError>
    where
        T: for<'de> FromVariantBytes<'de> + for<'de> FromFlatBytes<'de>;

    /// Messages that no client should send: a player's number and a name that are too large, and one that ends early.
    fn nonsense() -> Result<[Vec<u8>; 3], Failure>;
}

/// Flat messages.
pub(crate) struct Flat;

impl Form for Flat {
    const LAYOUT: &str = FLAT_LAYOUT;

    fn encode(message: &(impl ToVariantBytes + ToFlatBytes)) -> Result<Vec<u8>, EncodeError> {
        message.to_flat_bytes()
    }

    fn decode<T>(bytes: &[u8], limits: Limits) -> Result<T, DecodeError>
    where
        T: for<'de> FromVariantBytes<'de> + for<'de> FromFlatBytes<'de>,
    {
        T::from_flat_bytes_with(bytes, limits)
    }

    fn nonsense() -> Result<[Vec<u8>; 3], Failure> {
        let mut odd = ClientMessage::Move(newborn(7)).to_flat_bytes()?;
        // A bool is 0 or 1.
        odd.pop();
        odd.push(2);
        let mut long = vec![1, 33];
        long.resize(52, b'x');
        let mut cut =
            ClientMessage::Move(PlayerState { yaw: 1.0, ..newborn(7) }).to_flat_bytes()?;
        cut.pop();
        Ok([odd, long, cut])
    }
}

impl<D: Dialect> Form for D {
    const LAYOUT: &str = LAYOUT;

    fn encode(message: &(impl ToVariantBytes + ToFlatBytes)) -> Result<Vec<u8>, EncodeError> {
        message.to_variant_bytes::<D>()
    }

    fn decode<T>(bytes: &[u8], limits: Limits) -> Result<T, DecodeError>
    where
        T: for<'de> FromVariantBytes<'de> + for<'de> FromFlatBytes<'de>,
    {
        T::from_variant_bytes_with::<D>(bytes, limits)
    }

    fn nonsense() -> Result<[Vec<u8>; 3], Failure> {
        let negative = Dictionary::from_iter([("id", -1)]);
        let move_it = vec![Variant::from(2), Variant::Dictionary(negative)];
        let long = Dictionary::from_iter([("name", "x".repeat(33))]);
        let join = vec![Variant::from(1), Variant::Dictionary(long)];
        let mut cut = Variant::from(vec![Variant::from(4)]).to_variant_bytes::<D>()?;
        cut.pop();
        Ok([move_it.to_variant_bytes::<D>()?, join.to_variant_bytes::<D>()?, cut])
    }
}
