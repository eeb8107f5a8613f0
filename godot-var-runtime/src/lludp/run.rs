//! Fields of fixed sizes as arrays whose length the compiler knows.
//!
//! The array is not part of the message, and a field that is loaded from it or stored in it has no error: the compiler copies several
//! fields at once.

use core::net::Ipv4Addr;

use uuid::Uuid;

use super::values::math::{Quaternion, Vector3, Vector3d, Vector4};
use super::values::wrappers::Port;
use super::wire::Lludp;
use crate::stream::length::{LenU8, LenU16, NO_BOUND, write_count};
use crate::stream::numbers::Number;
use crate::stream::record::{Fields, cut_run, unread_field};
use crate::stream::rest::RestField;
use crate::stream::{Decode, Encode, Little, texts};
use crate::{DecodeError, EncodeError, Reader, SliceOutput};

/// The bytes of consecutive fields.
#[derive(Debug)]
pub struct Run<'a>(&'a [u8]);

impl<'a> Run<'a> {
    /// Takes `N` bytes of a message.
    #[inline(always)]
    pub fn take<const N: usize>(reader: &mut Reader<'a>) -> Option<Self> {
        let (run, rest) = reader.rest().split_first_chunk::<N>()?;
        reader.seek_rest(rest);
        Some(Self(run))
    }

    /// The next bytes; past the end they are zeros.
    #[inline(always)]
    fn load<const N: usize>(&mut self) -> [u8; N] {
        match self.0.split_first_chunk() {
            Some((bytes, rest)) => {
                self.0 = rest;
                *bytes
            }
            None => [0; N],
        }
    }
}

/// A field of a block without `variable`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of LLUDP with a fixed size",
    label = "no field of a block",
    note = "fixed sizes have integers, floats, `bool`, `[u8; N]` and the types of `godot_var::lludp`: `Uuid`, `Port`, `Vector3`, `Vector3d`, `Vector4`, `Quaternion`, and `Ipv4Addr`",
    note = "bytes of varying length need `#[lludp(variable = 1)]` or `#[lludp(variable = 2)]`"
)]
pub trait FixedField: for<'de> Decode<'de, Lludp> {
    /// How many bytes it takes.
    const LEN: usize = <Self as Encode<Lludp>>::SIZE.max;

    /// Named, not called.
    fn check() {}

    /// Loads the value.
    fn load(run: &mut Run<'_>) -> Self;

    /// Stores the value.
    #[inline(always)]
    fn store(&self, run: &mut SliceOutput<'_>) -> Result<(), EncodeError> {
        self.encode(run)
    }
}

macro_rules! fixed {
    ($($($ty:ident)+: |$run:ident| $load:expr;)*) => {$($(
        impl FixedField for $ty {
            #[inline(always)]
            fn load($run: &mut Run<'_>) -> Self {
                $load
            }
        }
    )+)*};
}

/// Numbers, whose bytes are stored without the other forms of integers: these cost instructions even where no wire has them.
macro_rules! numbers {
    ($($number:ident)*) => {$(
        impl FixedField for $number {
            #[inline(always)]
            fn load(run: &mut Run<'_>) -> Self {
                Self::from_le_bytes(run.load())
            }

            #[inline(always)]
            fn store(&self, run: &mut SliceOutput<'_>) -> Result<(), EncodeError> {
                self.put::<Little, _>(run);
                Ok(())
            }
        }
    )*};
}

numbers! { u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 }

fixed! {
    bool: |run| run.load() != [0];
    Uuid: |run| Self::from_bytes(run.load());
    Ipv4Addr: |run| Self::from(run.load::<4>());
    Port: |run| Self(u16::from_be_bytes(run.load()));
}

impl<const N: usize> FixedField for [u8; N] {
    #[inline(always)]
    fn load(run: &mut Run<'_>) -> Self {
        run.load()
    }
}

macro_rules! components {
    ($($ty:ident { $($part:ident),+ })+) => {
        fixed! { $($ty: |run| Self { $($part: FixedField::load(run)),+ };)+ }
    };
}

components! {
    Vector3 { x, y, z }
    Vector3d { x, y, z }
    Vector4 { x, y, z, w }
    Quaternion { x, y, z }
}

/// Stores the length of bytes.
#[inline(always)]
pub fn store_len<const N: usize>(len: usize, run: &mut SliceOutput<'_>) -> Result<(), EncodeError> {
    if N == 1 {
        write_count::<Lludp, LenU8, _>(len, NO_BOUND, "bytes", run)
    } else {
        write_count::<Lludp, LenU16, _>(len, NO_BOUND, "bytes", run)
    }
}

/// Loads the length of bytes, and takes these.
#[inline(always)]
pub fn take_variable<'de, T: RestField<'de>, const N: usize>(
    run: &mut Run<'_>,
    reader: &mut Reader<'de>,
) -> Result<T, DecodeError> {
    let len = if N == 1 { u8::load(run).into() } else { u16::load(run).into() };
    texts::take_bytes(reader, len, "bytes").map(T::from_rest)
}

/// The error for a message that ends inside the run from the field `first` on.
#[cold]
#[inline(never)]
pub fn cut(reader: &Reader<'_>, lists: &[Fields], first: usize) -> DecodeError {
    let (error, position) = cut_run(reader, lists, 0, first);
    unread_field(error, lists, 0, position)
}

/// Writes fields of fixed sizes from the field `$first` on, and bytes after their length if there are any.
#[doc(hidden)]
#[macro_export]
macro_rules! put_run {
    (
        $out:expr, $all:expr, $first:literal, [$($value:ident: $ty:ty),*]
        $(, $position:literal, $len:literal, $bytes:ident: $bytes_ty:ty)?
    ) => {
        let mut run = [0; 0 $(+ <$ty as $crate::private::lludp::FixedField>::LEN)* $(+ $len)?];
        let mut room = $crate::private::stream::SliceOutput::new(&mut run);
        // The types hold no other values.
        $(let _ = <$ty as $crate::private::lludp::FixedField>::store($value, &mut room);)*
        $(
            let bytes =
                <$bytes_ty as ::core::convert::AsRef<[$crate::private::u8]>>::as_ref($bytes);
            if let $crate::private::Err(error) =
                $crate::private::lludp::store_len::<$len>(bytes.len(), &mut room)
            {
                return $crate::private::Err($crate::private::stream::unwritten_field(
                    error, $all, 0, $position,
                ));
            }
        )?
        $crate::private::Output::put_bytes($out, &run);
        $($crate::private::Output::put_bytes($out, ($len, bytes).1);)?
    };
}

/// Reads fields of fixed sizes from the field `$first` on, and bytes after their length if there are any.
#[doc(hidden)]
#[macro_export]
macro_rules! take_run {
    (
        $reader:expr, $all:expr, $first:literal, [$($value:ident: $ty:ty),*]
        $(, $position:literal, $len:literal, $bytes:ident: $bytes_ty:ty)?
    ) => {
        let $crate::private::Some(mut run) = $crate::private::lludp::Run::take::<{
            0 $(+ <$ty as $crate::private::lludp::FixedField>::LEN)* $(+ $len)?
        }>($reader) else {
            return $crate::private::Err($crate::private::lludp::cut($reader, $all, $first));
        };
        $(let $value = <$ty as $crate::private::lludp::FixedField>::load(&mut run);)*
        $(
            let $bytes = match $crate::private::lludp::take_variable::<$bytes_ty, $len>(&mut run, $reader) {
                $crate::private::Ok(bytes) => bytes,
                $crate::private::Err(error) => {
                    return $crate::private::Err($crate::private::stream::unread_field(
                        error, $all, 0, $position,
                    ));
                }
            };
        )?
    };
}
