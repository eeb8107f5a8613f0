//! What the derive asks the types of fields on every wire.

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
