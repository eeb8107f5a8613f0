//! Methods that return a value with another field.

/// Declares a method for each field: `mode => with_mode: TransferMode`. Its documentation names the field, unless it has its own.
macro_rules! setters {
    ($($(#[$doc:meta])* $($field:ident).+ => $name:ident: $ty:ty;)*) => {
        $(setters!(@one [$(#[$doc])*] [$($field).+] $name: $ty);)*
    };
    (@one [] [$field:ident] $name:ident: $ty:ty) => {
        setters!(
            @one
            [#[doc = concat!("Returns this with another [`", stringify!($field), "`](Self::", stringify!($field), ").")]]
            [$field] $name: $ty
        );
    };
    (@one [$(#[$doc:meta])+] [$($field:ident).+] $name:ident: $ty:ty) => {
        $(#[$doc])+
        #[must_use]
        pub const fn $name(mut self, value: $ty) -> Self {
            self.$($field).+ = value;
            self
        }
    };
}
pub(crate) use setters;
