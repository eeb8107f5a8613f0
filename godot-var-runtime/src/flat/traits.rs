//! The traits that programs call.

use alloc::vec::Vec;

use super::wire::Flat;
use crate::EncodeError;
use crate::core::entry;
use crate::stream::layout::fingerprint::fingerprint;
use crate::stream::layout::{longest, one_len};
use crate::stream::record::{MOST_ROOM, room_for};
use crate::stream::{Big, Decode, Encode, Little};
use crate::variant::layout::fingerprint::{as_text, digits};

/// Returns the fingerprint of a type's layout as 16 hex digits, the form of `#[flat(layout = "…")]`. Two programs in which it is equal
/// write and read the same bytes. [`fingerprint`](super::fingerprint) returns it as a number.
pub const fn layout_fingerprint<T: Encode<Flat<Little>> + ?Sized>() -> &'static str {
    as_text(const { &digits(fingerprint(T::LAYOUT)) })
}

/// A value that can be written: the bound for functions that send.
///
/// `#[derive(GodotFlat)]` implements it, and so does [`Encode`] by hand for [`Flat`] in both orders of bytes.
///
/// ```
/// use godot_var_runtime::flat::ToFlatBytes;
///
/// // What `put_u16(513)` and `put_float(0.5)` write.
/// assert_eq!((513_u16, 0.5_f32).to_flat_bytes()?, [1, 2, 0, 0, 0, 0x3f]);
/// # Ok::<(), godot_var_runtime::EncodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written to a flat message",
    label = "no bytes for this type",
    note = "derive it: `#[derive(GodotFlat)]` on the type"
)]
pub trait ToFlatBytes: Encode<Flat<Little>> + Encode<Flat<Big>> {
    /// The length of every value in bytes. Its use fails the build if lengths differ.
    ///
    /// ```
    /// use godot_var_runtime::flat::ToFlatBytes;
    /// use godot_var_runtime::variant::Vector3;
    ///
    /// const BYTES: usize = <(u8, Vector3)>::LEN;
    /// assert_eq!(BYTES, 13);
    /// ```
    const LEN: usize = one_len(<Self as Encode<Flat<Little>>>::SIZE);

    /// The most bytes that a value takes. Its use fails the build if there is no bound.
    const MAX_LEN: usize = longest(<Self as Encode<Flat<Little>>>::SIZE);

    entry::writing! {
        [] to_flat_bytes append_flat_bytes append_flat_bytes_mut write_flat_bytes flat_len:
        |value, out| Encode::<Flat<Little>>::encode(value, out),
        |bytes| append(value, bytes),
        room 0
    }
}

impl<T: Encode<Flat<Little>> + Encode<Flat<Big>> + ?Sized> ToFlatBytes for T {}

/// Appends a value. The sink of a long one owns the `Vec`, which takes fewer instructions for each part.
fn append<T: Encode<Flat<Little>> + ?Sized>(
    value: &T,
    bytes: &mut Vec<u8>,
) -> Result<usize, EncodeError> {
    entry::append(bytes, |out| {
        if const { room_for(T::SIZE) > MOST_ROOM } {
            value.encode(&mut entry::Lent::new(out.buffer()).out)
        } else {
            value.encode(out)
        }
    })
}

/// A value that can be read: the bound for functions that receive.
///
/// A message ends where its bytes do. `#[derive(GodotFlat)]` implements it, and so does [`Decode`] by hand for [`Flat`] in both
/// orders of bytes. `'de` is the lifetime of the bytes, from which a value may borrow.
///
/// ```
/// use godot_var_runtime::flat::FromFlatBytes;
/// use godot_var_runtime::{DecodeError, DecodeErrorKind};
///
/// fn receive<'de, T: FromFlatBytes<'de>>(bytes: &'de [u8]) -> Result<T, DecodeError> {
///     T::from_flat_bytes(bytes)
/// }
///
/// let (id, name): (u16, &str) = receive(&[7, 0, 3, b'A', b'n', b'n'])?;
/// assert_eq!((id, name), (7, "Ann"));
/// let error = receive::<u16>(&[7, 0, 0]).unwrap_err();
/// assert_eq!(error.kind(), DecodeErrorKind::WrongLength);
/// # Ok::<(), DecodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a flat message",
    label = "no bytes for this type",
    note = "derive it: `#[derive(GodotFlat)]` on the type"
)]
pub trait FromFlatBytes<'de>: Decode<'de, Flat<Little>> + Decode<'de, Flat<Big>> {
    entry::reading! {
        [] from_flat_bytes from_flat_bytes_with read_flat_bytes:
        <Self as Decode<'de, Flat<Little>>>::decode_whole,
        <Self as Decode<'de, Flat<Little>>>::decode
    }
}

impl<'de, T: Decode<'de, Flat<Little>> + Decode<'de, Flat<Big>>> FromFlatBytes<'de> for T {}
