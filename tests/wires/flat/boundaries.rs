//! Every kind of field at the boundaries of what it holds: the bytes that are read and written again, those that are refused, and the
//! values that cannot be written.

use std::fmt::Debug;
use std::time::Duration;

use godot_var::error::{DecodeErrorKind, EncodeErrorKind};
use godot_var::flat::{Encode, Flat, FromFlatBytes, Little, ToFlatBytes};
use godot_var::math::Quaternion;
use godot_var::{Color, GodotFlat, Variant, Vector2, Vector3};

use crate::boundaries_flat::rows;
use crate::boundaries_flat::schema::*;

fn unhex(hex: &str) -> Vec<u8> {
    hex::decode(hex.replace(' ', "")).expect("hex digits")
}

/// What is wrong with bytes that are read, and written as they were; each is refused if a byte is missing or goes on.
fn taken<T>(hex: &str) -> Result<(), String>
where
    T: ToFlatBytes + for<'de> FromFlatBytes<'de> + Debug,
{
    let bytes = unhex(hex);
    let value = T::from_flat_bytes(&bytes).map_err(|error| error.to_string())?;
    let written = value.to_flat_bytes().map_err(|error| error.to_string())?;
    if written != bytes || value.flat_len() != Ok(bytes.len()) {
        return Err(format!("{value:?} is written as {}", hex::encode(written)));
    }
    if bytes.len() < <T as Encode<Flat<Little>>>::SIZE.min
        || bytes.len() > <T as Encode<Flat<Little>>>::SIZE.max
    {
        return Err(format!("{} bytes, of {:?}", bytes.len(), <T as Encode<Flat<Little>>>::SIZE));
    }
    for len in 0..bytes.len() {
        match T::from_flat_bytes(&bytes[..len]) {
            Err(error) if error.offset() <= len => {}
            read => return Err(format!("{len} bytes: {read:?}")),
        }
    }
    match T::from_flat_bytes(&[&bytes[..], &[0]].concat()) {
        Ok(read) => Err(format!("it goes on: {read:?}")),
        Err(_) => Ok(()),
    }
}

fn refused<T>(hex: &str, kind: DecodeErrorKind) -> Result<(), String>
where
    T: for<'de> FromFlatBytes<'de> + Debug,
{
    match T::from_flat_bytes(&unhex(hex)) {
        Err(error) if error.kind() == kind => Ok(()),
        read => Err(format!("{read:?}")),
    }
}

fn unwritten<T: ToFlatBytes>(value: &T, kind: EncodeErrorKind) -> Result<(), String> {
    match value.to_flat_bytes() {
        Err(error) if error.kind() == kind => Ok(()),
        written => Err(format!("{written:?}")),
    }
}

#[derive(Debug, GodotFlat)]
struct OfVariant {
    value: Variant,
}

/// GDScript cannot tell its values apart.
#[derive(Debug, GodotFlat)]
struct OfOptions {
    value: Option<Option<()>>,
}

#[test]
fn every_kind_of_field() {
    let (mut count, mut wrong) = (0, Vec::new());
    let mut tried = |name: &str, case: &str, result: Result<(), String>| {
        count += 1;
        wrong.extend(result.err().map(|error| format!("{name} {case}: {error}")));
    };
    macro_rules! check {
        ($(
            $name:ident =>
                [$($taken:literal),*] [$($refused:literal $kind:ident),*] [$($value:expr => $unwritten:ident),*];
        )*) => {$(
            $(tried(stringify!($name), $taken, taken::<$name>($taken));)*
            $(tried(
                stringify!($name),
                $refused,
                refused::<$name>($refused, DecodeErrorKind::$kind),
            );)*
            $(tried(
                stringify!($name),
                stringify!($value),
                unwritten(&$name { value: $value }, EncodeErrorKind::$unwritten),
            );)*
        )*};
    }
    rows!(check);
    check! {
        OfOptions => ["00", "01 00", "01 01"] ["01 02" InvalidValue] [];
        OfVariant => ["04000000 00000000", "08000000 01000000 01000000"] ["00000000" Incomplete, "08000000 00000000 00000000" InvalidLength, "04000000 ff000000" UnknownType, "08000000 01000000" Incomplete] [];
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 250, "{count}");
}
