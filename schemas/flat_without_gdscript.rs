//! Flat messages that generated GDScript does not write: values that mean something in one engine alone, values that null stands for, and
//! encodings that a schema does not tell.
#![allow(clippy::trivially_copy_pass_by_ref, reason = "so are the functions of attributes")]

use godot_var::values::{Callable, Signal};
use godot_var::{Array, Dictionary, GodotFlat, GodotVar, Variant, Vector2};

/// Variants, the last two of which mean something in the engine that made them alone.
#[derive(GodotFlat)]
pub struct Values {
    pub any: Variant,
    pub dictionary: Dictionary,
    pub array: Array,
    pub callable: Callable,
    pub signal: Signal,
}

/// What may be null, which GDScript does not tell from an absent value.
#[derive(GodotFlat)]
pub struct Absent {
    pub a: Option<Maybe>,
    pub b: Option<Option<()>>,
    pub c: Option<Box<Maybe>>,
    pub d: Option<Variant>,
    pub e: Vec<Option<Blank>>,
}

/// A wrapper, which is written as what it wraps.
#[derive(GodotFlat)]
pub struct Maybe(pub Option<u16>);

/// A wrapper of nothing.
#[derive(GodotFlat)]
pub struct Blank(pub ());

/// What a schema tells in part.
#[derive(GodotFlat)]
pub struct Partly {
    #[flat(as = Godot3)]
    pub points: Vec<Vector2>,
    #[flat(as = Godot4)]
    pub entry: Entry,
    #[flat(with = own)]
    pub own: u64,
}

/// A Variant inside a flat message.
#[derive(GodotVar)]
pub struct Entry {
    pub name: String,
}

/// An encoding by hand.
pub mod own {
    use godot_var::flat::{ByteOrder, Decode, Encode, Flat};
    use godot_var::{DecodeError, EncodeError, Output, Reader};

    /// Writes a number.
    pub fn encode<B: ByteOrder, O: Output>(value: &u64, out: &mut O) -> Result<(), EncodeError> {
        Encode::<Flat<B>>::encode(&(*value as u32), out)
    }

    /// Reads it.
    pub fn decode<B: ByteOrder>(reader: &mut Reader<'_>) -> Result<u64, DecodeError> {
        <u32 as Decode<'_, Flat<B>>>::decode(reader).map(u64::from)
    }
}
