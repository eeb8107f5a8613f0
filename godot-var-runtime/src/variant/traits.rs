//! What a type does to travel as a Variant.

use crate::variant::VariantType;
use crate::variant::derived::facts::Facts;
use crate::variant::derived::shortcuts::{DecodeShortcuts, EncodeShortcuts};
use crate::variant::format::dialect::Dialect;
use crate::variant::inspect::describe::TypeLayout;
use crate::{DecodeError, EncodeError, Output, Reader};

/// What is known of a type's encoding in the dialect `D` before there is a value.
///
/// Derived with `#[derive(GodotVar)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot travel as a Godot Variant",
    label = "no Variant type stands for this",
    note = "add `#[derive(GodotVar)]` to the type"
)]
pub trait Wire<D: Dialect> {
    /// Its shape, its constant words, its bounds.
    const FACTS: Facts = Facts::varying(&[], 1, usize::MAX);

    /// The packed array that a list of this type is written as, where the dialect has it.
    const PACKED: Option<VariantType> = None;

    /// What travels, as data. By hand it is [`TypeLayout::Custom`] with a name.
    ///
    /// Types that contain each other (not themselves) have none: asking for it does not compile.
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Custom("");

    /// Whether Nil is one of the values: an `Option` of such a type is refused.
    const NULLABLE: bool = false;

    /// Whether a missing field is one of the values: an `Option`, which is `None` then.
    const OPTIONAL: bool = false;

    /// Where its shorter ways of writing and reading are: [`NoShortcuts`](super::NoShortcuts) for a type written by hand.
    type Shortcuts: ?Sized;
}

/// A value that can be written as a Variant of the dialect `D`.
///
/// Derive it with `#[derive(GodotVar)]`, and call it through [`ToVariantBytes`](super::ToVariantBytes). By hand, only
/// [`encode`](Self::encode) is needed, beside [`Wire`] with [`NoShortcuts`](super::NoShortcuts).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as a Godot Variant",
    label = "not encodable as a Variant",
    note = "add `#[derive(GodotVar)]` to the type"
)]
pub trait EncodeVariant<D: Dialect>: Wire<D, Shortcuts: EncodeShortcuts<D, Self>> {
    /// Writes the value: header, payload, padding.
    ///
    /// # Errors
    /// See [`EncodeErrorKind`](crate::EncodeErrorKind).
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError>;
}

/// A value that can be read from a Variant of the dialect `D`, perhaps borrowing from the message.
///
/// Derive it with `#[derive(GodotVar)]`, and call it through [`FromVariantBytes`](super::FromVariantBytes). By hand, only
/// [`decode`](Self::decode) is needed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a Godot Variant",
    label = "not decodable from a Variant",
    note = "add `#[derive(GodotVar)]` to the type"
)]
pub trait DecodeVariant<'de, D: Dialect>:
    Wire<D, Shortcuts: DecodeShortcuts<'de, D, Self>> + Sized
{
    /// Reads a value in any form that the dialect's readers accept.
    ///
    /// # Errors
    /// See [`DecodeErrorKind`](crate::DecodeErrorKind).
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError>;

    /// Reads a value as [`decode`](Self::decode) does, in place of one that is there, whose
    /// allocations it may use again. Nothing else of the old value remains. By hand, worth writing
    /// only for types that own memory.
    ///
    /// # Errors
    /// As [`decode`](Self::decode). The value then is some value of its type: the old one, the new
    /// one, or a mixture.
    #[inline]
    fn decode_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        Self::Shortcuts::decode_in_place(reader, place)
    }
}
