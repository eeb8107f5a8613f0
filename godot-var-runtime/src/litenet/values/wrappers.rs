//! Encodings as types, for lists, tuples and type parameters. Fields have attributes for them.

use alloc::borrow::Cow;

/// A value in its packed form, for lists, tuples and type parameters. Fields use
/// `#[litenet(packed)]`.
///
/// 1 to 9 bytes; [the module](crate::litenet#packed-integers) has the table of forms.
///
/// # Errors
/// [`DecodeErrorKind::Incomplete`](crate::DecodeErrorKind::Incomplete) when the buffer ends inside it. With
/// [`Limits::canonical`](crate::Limits::canonical) [`DecodeErrorKind::InvalidValue`](crate::DecodeErrorKind::InvalidValue) for a longer form
/// than a writer's, and [`DecodeErrorKind::OutOfRange`](crate::DecodeErrorKind::OutOfRange) for a wider value than `T`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Packed<T>(pub T);

/// A value in its packed signed form, for lists, tuples and type parameters. Fields use
/// `#[litenet(zigzag)]`.
///
/// | Rust | Encoding |
/// |---|---|
/// | `i16`, `i32` | 0, -1, 1, -2 … as the packed unsigned integers 0, 1, 2, 3 … |
/// | `i64` | the upper 32 bits as an `i32` in this form, then the lower ones |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Zigzag<T>(pub T);

/// Bytes to the end of the message, for type parameters. Fields use `#[litenet(rest)]`.
///
/// The bytes have no prefix and no end mark. Reading cannot fail: there may be no bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rest<'a>(pub Cow<'a, [u8]>);

/// A value after its length in bytes, a `u16`, as objects in `SyncDelta` are sent: readers that do
/// not know the type can skip it. Only in today's era.
///
/// | Offset | Size | Field | Encoding |
/// |-------:|-----:|---|---|
/// | 0 | 2 | length in bytes | `u16` |
/// | 2 | n | the value | its own |
///
/// The value's reader sees no byte after that length. It skips the bytes that the value leaves;
/// with [`Limits::canonical`](crate::Limits::canonical) they are an error.
///
/// # Errors
/// [`EncodeErrorKind::TooLong`](crate::EncodeErrorKind::TooLong) above 65,535 bytes, and the errors of the value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LengthPrefixed<T>(pub T);
