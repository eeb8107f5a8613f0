//! The eras of the wire, as zero-sized types.

use core::fmt::Debug;

use crate::litenet::{FromLiteNetBytes, LiteNet, ToLiteNetBytes};
use crate::stream::{Decode, Encode};
use crate::{DecodeError, EncodeError, Output, Reader};

mod sealed {
    pub trait Sealed {}
}

/// An era as a value, for programs that learn the era at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EraSpec {
    /// [`LiteNet2018`].
    Y2018,
    /// [`LiteNetHead`].
    Head,
}

/// A version of LiteNetLibManager's encoding.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an era of LiteNetLibManager",
    note = "the eras are `LiteNet2018` and `LiteNetHead`"
)]
pub trait Era: sealed::Sealed + Copy + Debug + Default + PartialEq + 'static {
    /// The era as a value.
    const SPEC: EraSpec;

    /// Writes a value in this era.
    #[doc(hidden)]
    fn encode<T, O>(value: &T, out: &mut O) -> Result<(), EncodeError>
    where
        T: ToLiteNetBytes + ?Sized,
        O: Output;

    /// Reads a value in this era.
    #[doc(hidden)]
    fn decode<'de, T: FromLiteNetBytes<'de>>(reader: &mut Reader<'de>) -> Result<T, DecodeError>;
}

/// July 2018: commit `fec0903`, the messages of the wiki page. The
/// [table](crate::litenet#bytes) has its bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LiteNet2018;

/// Today: commit `f07d8e6`. The [table](crate::litenet#bytes) has its bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LiteNetHead;

macro_rules! eras {
    ($($era:ident = $spec:ident),*) => {$(
        impl sealed::Sealed for $era {}

        impl Era for $era {
            const SPEC: EraSpec = EraSpec::$spec;

            #[inline(always)]
            fn encode<T, O>(value: &T, out: &mut O) -> Result<(), EncodeError>
            where
                T: ToLiteNetBytes + ?Sized,
                O: Output,
            {
                <T as Encode<LiteNet<Self>>>::encode(value, out)
            }

            #[inline(always)]
            fn decode<'de, T: FromLiteNetBytes<'de>>(
                reader: &mut Reader<'de>,
            ) -> Result<T, DecodeError> {
                <T as Decode<'de, LiteNet<Self>>>::decode(reader)
            }
        }
    )*};
}

eras!(LiteNet2018 = Y2018, LiteNetHead = Head);

/// Whether an era follows the rules of July 2018. The compiler folds it to a constant.
#[inline(always)]
pub(in crate::litenet) const fn is_2018<E: Era>() -> bool {
    matches!(E::SPEC, EraSpec::Y2018)
}
