//! `Uuid` as its text form, which GDScript uses.

use alloc::vec::Vec;

use uuid::Uuid;
use uuid::fmt::Hyphenated;

use crate::variant::codec;
use crate::variant::impls::parsed_text::parsed_text;
use crate::variant::traits::facts::header_word;
use crate::variant::types::VariantType;
use crate::{DecodeError, Reader};

parsed_text!(
    /// A String of 36 characters, hyphenated and in lower case. Reading accepts a String or
    /// StringName in any form that [`Uuid::try_parse`] accepts: with or without hyphens, in braces,
    /// as a URN, in either case. [`uuid_bytes`](crate::variant::uuid_bytes) encodes 16 bytes
    /// instead.
    Uuid,
    "uuid",
    "String of a UUID",
    (Hyphenated::LENGTH, Hyphenated::LENGTH),
    |text| Uuid::try_parse(text).ok(),
    |value, out| {
        codec::put_text(value.hyphenated().encode_lower(&mut [0; Hyphenated::LENGTH]), out)
    }
);
