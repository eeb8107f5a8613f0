//! What the derive asks the types of fields: one trait for each way that a field can be written.
//!
//! Each reports in one sentence what the type lacks. rustc reports the trait that was asked for, once.

use super::record::{DecodeIf, EncodeIf};
use super::wire::Wire;

/// Declares traits of the types that an encoding `C` fits. If an encoding has no arguments, expansions do not name it.
macro_rules! probes {
    ($($name:ident $([$usual:ty])? { $($hint:tt)* })*) => {$(
        #[diagnostic::on_unimplemented($($hint)*)]
        #[doc(hidden)]
        pub trait $name<W: $crate::stream::Wire, C $(= $usual)?> {
            /// Named, not called.
            fn check() {}
        }

        #[diagnostic::do_not_recommend]
        impl<'de, W: $crate::stream::Wire, C, T> $name<W, C> for T where
            C: $crate::stream::EncodeAs<W, T> + $crate::stream::DecodeAs<'de, W, T>
        {
        }
    )*};
}

pub(crate) use probes;

/// A field with `default`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no default",
    label = "`default` needs `Default` here",
    note = "add `#[derive(Default)]` to the type, or write `default = …`"
)]
#[doc(hidden)]
pub trait DefaultField: Sized {
    /// The default.
    fn default_of_field() -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Default> DefaultField for T {
    #[inline]
    fn default_of_field() -> Self {
        Self::default()
    }
}

/// A field with `if`, of any type but one called `Option`, that is encoded as `C`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is always there, and `if` may leave the field out",
    label = "use `Option<{Self}>`"
)]
#[doc(hidden)]
pub trait OptionalField<W: Wire, C> {
    /// Named, not called.
    fn check() {}
}

#[diagnostic::do_not_recommend]
impl<'de, W: Wire, T, C> OptionalField<W, C> for T where C: EncodeIf<W, T> + DecodeIf<'de, W, T> {}

/// A field that decides whether others are there.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a condition: `if` needs a `bool`",
    label = "not a `bool`",
    note = "compare it: `if = \"field == 1\"`"
)]
#[doc(hidden)]
pub trait Condition: Copy {
    /// Its value.
    fn holds(self) -> bool;
}

impl Condition for bool {
    #[inline(always)]
    fn holds(self) -> bool {
        self
    }
}
