//! The forms of integers, and of the counts before texts and lists.

use godot_var_runtime::Output;
use godot_var_runtime::litenet::{PackedInt, ZigzagInt};

use super::Prefix;
use crate::protocol::Integer;

/// The encoding of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// All bytes of its type.
    Plain,
    /// `packed`
    Packed,
    /// `zigzag`
    Zigzag,
}

impl Prefix {
    /// Returns the integer that it is, and its form.
    pub const fn integer(self) -> (Form, Integer) {
        match self {
            Self::U16 => (Form::Plain, Integer::U16),
            Self::I32 => (Form::Plain, Integer::I32),
            Self::Packed => (Form::Packed, Integer::U32),
            Self::Zigzag => (Form::Zigzag, Integer::I32),
        }
    }
}

/// Writes a number that fits the integer, which has the form.
pub fn put_integer(form: Form, integer: Integer, number: i128, out: &mut impl Output) {
    match (form, integer) {
        (Form::Plain, _) => out.put_bytes(&number.to_le_bytes()[..integer.bytes()]),
        // The packed form does not depend on the type.
        (Form::Packed, _) => (number as u64).write_packed(out),
        (Form::Zigzag, Integer::I64) => (number as i64).write_zigzag(out),
        (Form::Zigzag, _) => (number as i32).write_zigzag(out),
    }
}
