//! Types for encodings of a number or of bytes: `IPPORT`, `Variable 1` and `Variable 2`.

use core::str::Utf8Error;

/// `IPPORT`, a port: a `u16`, big-endian, unlike all other numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Port(pub u16);

macro_rules! variables {
    ($($(#[$attribute:meta])* $type:ident= $max:literal;)+) => {$(
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $type<'a>(pub &'a [u8]);

        impl<'a> $type<'a> {
            /// The maximum length in bytes.
            pub const MAX_LEN: usize = $max;

            /// The bytes as text, without the NUL that ends it by convention.
            ///
            /// # Errors
            /// If the bytes are not UTF-8.
            pub fn text(self) -> Result<&'a str, Utf8Error> {
                core::str::from_utf8(self.0.strip_suffix(&[0]).unwrap_or(self.0))
            }
        }
    )+};
}

variables! {
    /// `Variable 1`: up to 255 bytes after their length.
    ///
    /// | Offset | Size | Field | Encoding |
    /// |-------:|-----:|-------|----------|
    /// | 0 | 1 | length | u8 |
    /// | 1 | length | bytes | as they are |
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`](crate::DecodeErrorKind::Incomplete) if fewer bytes remain than the length says,
    /// [`EncodeErrorKind::TooLong`](crate::EncodeErrorKind::TooLong) for more than 255.
    Variable1 = 255;
    /// `Variable 2`: up to 65,535 bytes after their length.
    ///
    /// | Offset | Size | Field | Encoding |
    /// |-------:|-----:|-------|----------|
    /// | 0 | 2 | length | u16, little-endian |
    /// | 2 | length | bytes | as they are |
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`](crate::DecodeErrorKind::Incomplete) if fewer bytes remain than the length says,
    /// [`EncodeErrorKind::TooLong`](crate::EncodeErrorKind::TooLong) for more than 65,535.
    Variable2 = 65535;
}
