//! The traits of types that are encoded as a Variant.

use crate::variant::VariantType;
use crate::variant::derived::facts::Facts;
use crate::variant::derived::shortcuts::{DecodeShortcuts, EncodeShortcuts};
use crate::variant::format::dialect::Dialect;
use crate::variant::inspect::describe::TypeLayout;
use crate::{DecodeError, EncodeError, Output, Reader};

/// The properties of a type's encoding in the dialect `D` that do not depend on the value.
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

    /// The packed array as which a list of this type is written, if the dialect has it.
    const PACKED: Option<VariantType> = None;

    /// The layout of the encoding, as data. For a hand-written type it is [`TypeLayout::Custom`]
    /// with a name.
    ///
    /// Types that contain each other (not themselves) have no layout: code that uses it does not
    /// compile.
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Custom("");

    /// Whether Nil is one of the values. The derive refuses an `Option` of such a type.
    const NULLABLE: bool = false;

    /// Whether a missing field gives a value: for an `Option`, `None`.
    const OPTIONAL: bool = false;

    /// The type with shortcuts for writing and reading. A hand-written type uses
    /// [`NoShortcuts`](super::NoShortcuts).
    type Shortcuts: ?Sized;
}

/// A value that can be written as a Variant of the dialect `D`.
///
/// Derive it with `#[derive(GodotVar)]`, and call it through
/// [`ToVariantBytes`](super::ToVariantBytes). A hand-written type implements only
/// [`encode`](Self::encode), and [`Wire`] with [`NoShortcuts`](super::NoShortcuts).
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
/// Derive it with `#[derive(GodotVar)]`, and call it through
/// [`FromVariantBytes`](super::FromVariantBytes). A hand-written type implements only
/// [`decode`](Self::decode).
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

    /// Reads a value as [`decode`](Self::decode) does, in place of an existing one, and may use its
    /// allocations again. Nothing else of the old value remains. Implement it by hand only for
    /// types that own memory.
    ///
    /// # Errors
    /// As [`decode`](Self::decode). The value then is any valid value of its type: the old one, the
    /// new one, or a mixture.
    #[inline]
    fn decode_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        Self::Shortcuts::decode_in_place(reader, place)
    }
}
