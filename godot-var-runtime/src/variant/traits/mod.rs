//! The traits of types that are encoded as a Variant.

pub(crate) mod dialect;
pub(crate) mod facts;
pub(crate) mod shortcuts;

use alloc::string::String;
use alloc::vec::Vec;

use crate::variant::layout::TypeLayout;
use crate::variant::layout::fingerprint::fingerprint;
use crate::variant::types::VariantType;
use crate::{DecodeError, EncodeError, Output, Reader};
use dialect::{Dialect, Double, Flagless, Godot3, Godot3_0, Godot4, Widest};
use facts::Facts;
use shortcuts::{DecodeShortcuts, EncodeShortcuts};

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

/// Returns the fingerprint of `T`'s layout in the form of `#[godot_var(layout = "…")]`.
pub fn layout_fingerprint<D: Dialect, T: Wire<D> + ?Sized>() -> String {
    alloc::format!("{:016x}", fingerprint(T::LAYOUT))
}

/// [`EncodeVariant`] for each dialect.
#[doc(alias("var_to_bytes", "var2bytes", "put_var"))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as a Godot Variant",
    label = "needs `#[derive(GodotVar)]`, as does every type inside it"
)]
pub trait EncodeEveryDialect:
    EncodeVariant<Godot4>
    + EncodeVariant<Godot3>
    + EncodeVariant<Godot3_0>
    + EncodeVariant<Flagless>
    + EncodeVariant<Double<Godot4>>
    + EncodeVariant<Double<Godot3>>
    + EncodeVariant<Widest>
{
}

#[diagnostic::do_not_recommend]
impl<T> EncodeEveryDialect for T where
    T: ?Sized
        + EncodeVariant<Godot4>
        + EncodeVariant<Godot3>
        + EncodeVariant<Godot3_0>
        + EncodeVariant<Flagless>
        + EncodeVariant<Double<Godot4>>
        + EncodeVariant<Double<Godot3>>
        + EncodeVariant<Widest>
{
}

/// [`DecodeVariant`] for each dialect.
#[doc(alias("bytes_to_var", "bytes2var", "get_var"))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a Godot Variant",
    label = "needs `#[derive(GodotVar)]`, as does every type inside it"
)]
pub trait DecodeEveryDialect<'de>:
    DecodeVariant<'de, Godot4>
    + DecodeVariant<'de, Godot3>
    + DecodeVariant<'de, Godot3_0>
    + DecodeVariant<'de, Flagless>
    + DecodeVariant<'de, Double<Godot4>>
    + DecodeVariant<'de, Double<Godot3>>
    + DecodeVariant<'de, Widest>
{
}

#[diagnostic::do_not_recommend]
impl<'de, T> DecodeEveryDialect<'de> for T where
    T: DecodeVariant<'de, Godot4>
        + DecodeVariant<'de, Godot3>
        + DecodeVariant<'de, Godot3_0>
        + DecodeVariant<'de, Flagless>
        + DecodeVariant<'de, Double<Godot4>>
        + DecodeVariant<'de, Double<Godot3>>
        + DecodeVariant<'de, Widest>
{
}

/// What each dialect does with a type that has them all.
pub trait Dispatch: Sized {
    /// What is known of the encoding.
    fn facts<T: EncodeEveryDialect + ?Sized>() -> &'static Facts;

    /// [`EncodeVariant::encode`].
    fn encode<T: EncodeEveryDialect + ?Sized, O: Output>(
        value: &T,
        out: &mut O,
    ) -> Result<(), EncodeError>;

    /// [`append_variant_bytes`](super::ToVariantBytes::append_variant_bytes).
    fn append<T: EncodeEveryDialect + ?Sized>(
        value: &T,
        bytes: &mut Vec<u8>,
    ) -> Result<usize, EncodeError>;

    /// [`write_variant_bytes`](super::ToVariantBytes::write_variant_bytes).
    fn write<T: EncodeEveryDialect + ?Sized>(
        value: &T,
        buffer: &mut [u8],
    ) -> Result<usize, EncodeError>;

    /// [`DecodeVariant::decode`].
    fn decode<'de, T: DecodeEveryDialect<'de>>(reader: &mut Reader<'de>) -> Result<T, DecodeError>;

    /// [`DecodeVariant::decode_in_place`].
    fn decode_in_place<'de, T: DecodeEveryDialect<'de>>(
        reader: &mut Reader<'de>,
        place: &mut T,
    ) -> Result<(), DecodeError>;

    /// [`DecodeShortcuts::missing`].
    fn missing<'de, T: DecodeEveryDialect<'de>>() -> Option<T>;
}
