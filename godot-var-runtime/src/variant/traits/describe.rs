//! What a type looks like on the wire, the same in every dialect.

use crate::variant::layout::TypeLayout;
use crate::variant::traits::dialect::{Dialect, Godot4};
use crate::variant::types::VariantType;

/// The layout of a type, which is the same in every dialect. [`EncodeVariant`](super::EncodeVariant) requires it.
///
/// The derive implements it. A type that is encoded by hand needs `impl Describe for X {}`, and may name its layout.
///
/// Never give `D`: it is there for derived types. The compiler evaluates the constants of an implementation with a
/// parameter only when they are used, and types that contain each other (not themselves) have no layout.
#[diagnostic::on_unimplemented(
    message = "the layout of `{Self}` is unknown",
    label = "has no layout",
    note = "add `#[derive(GodotVar)]` to the type; if it implements `EncodeVariant` by hand, add `impl Describe for {Self} {{}}`"
)]
pub trait Describe<D: Dialect = Godot4> {
    /// The layout of the encoding, as data. For a hand-written type it is [`TypeLayout::Custom`]
    /// with a name.
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Custom("");

    /// Of a type whose pairs may be among those of another Dictionary: the layout without the layouts of its fields.
    /// Types that contain each other have keys, but no layout.
    #[doc(hidden)]
    const KEYS: &'static TypeLayout<'static> = &TypeLayout::Any;

    /// The packed array as which a list of this type is written, in dialects that have it.
    const PACKED: Option<VariantType> = None;

    /// Whether Nil is one of the values. The derive refuses an `Option` of such a type.
    const NULLABLE: bool = false;

    /// Whether a missing field has a value: for an `Option`, `None`.
    const OPTIONAL: bool = false;
}

/// The layout of a type, by a call. The compiler may evaluate a constant where it is mentioned, but a call only where it
/// is made.
pub const fn layout<T: Describe + ?Sized>() -> &'static TypeLayout<'static> {
    T::LAYOUT
}
