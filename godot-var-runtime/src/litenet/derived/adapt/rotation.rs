//! `euler`: a quaternion as Euler angles in degrees.
#![cfg(feature = "std")]

use super::{DecodeField, EncodeField};
use crate::litenet::format::era::Era;
use crate::litenet::values::math::EulerAngles;
use crate::litenet::{DecodeLiteNet, EncodeLiteNet};
use crate::variant::Quaternion;
use crate::{DecodeError, EncodeError, Output, Reader};

/// The attribute `euler`.
#[derive(Debug)]
pub struct AsEuler;

impl<E: Era> EncodeField<E, Quaternion> for AsEuler {
    fn encode_field<O: Output>(value: &Quaternion, out: &mut O) -> Result<(), EncodeError> {
        EncodeLiteNet::<E>::encode(&EulerAngles::from(*value), out)
    }
}

impl<'de, E: Era> DecodeField<'de, E, Quaternion> for AsEuler {
    const MIN_SIZE: usize = 12;
    const FIXED: bool = true;
    const WHAT: &'static str = "Euler angles";

    fn decode_field(reader: &mut Reader<'de>) -> Result<Quaternion, DecodeError> {
        <EulerAngles as DecodeLiteNet<'de, E>>::decode(reader).map(Into::into)
    }
}
