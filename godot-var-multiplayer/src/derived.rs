//! Functions that derived code calls. Not a public interface.

use godot_var_runtime::private::EncodeAs;
use godot_var_runtime::variant::{DecodeVariant, EncodeVariant, Godot4, compressed};
use godot_var_runtime::{DecodeError, EncodeError, Output, Reader};

use crate::{ArgumentReader, Method, conversions};

/// A value that packets contain in the compressed form: an argument or a property.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a message",
    label = "cannot be encoded as a Godot Variant",
    note = "add `#[derive(GodotVar)]` to `{Self}`"
)]
pub trait Value<'de>: Sized {
    /// Named by derived code, never called.
    fn check() {}

    /// Writes the value.
    fn put<O: Output>(&self, name: &'static str, out: &mut O) -> Result<(), EncodeError>;

    /// Reads an argument.
    fn argument(
        arguments: &mut ArgumentReader<'de>,
        name: &'static str,
    ) -> Result<Self, DecodeError>;

    /// Reads an argument, or returns `None` if there is none left.
    fn argument_if_any(
        arguments: &mut ArgumentReader<'de>,
        name: &'static str,
    ) -> Result<Option<Self>, DecodeError>;
}

#[diagnostic::do_not_recommend]
impl<'de, T: EncodeVariant<Godot4> + DecodeVariant<'de, Godot4>> Value<'de> for T {
    #[inline]
    fn put<O: Output>(&self, name: &'static str, out: &mut O) -> Result<(), EncodeError> {
        compressed::encode::<Godot4, T, O>(self, out).map_err(|error| error.in_key(name))
    }

    #[inline]
    fn argument(
        arguments: &mut ArgumentReader<'de>,
        name: &'static str,
    ) -> Result<Self, DecodeError> {
        arguments.next(name)
    }

    #[inline]
    fn argument_if_any(
        arguments: &mut ArgumentReader<'de>,
        name: &'static str,
    ) -> Result<Option<Self>, DecodeError> {
        arguments.next_if_any(name)
    }
}

/// A value that borrows nothing, which is read as the engine passes it to a parameter of its type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a message",
    label = "cannot be encoded as a Godot Variant",
    note = "add `#[derive(GodotVar)]` to `{Self}`"
)]
pub trait Owned: Sized {
    /// Reads an argument.
    fn argument(
        arguments: &mut ArgumentReader<'_>,
        name: &'static str,
    ) -> Result<Self, DecodeError>;

    /// Reads an argument, or returns `None` if there is none left.
    fn argument_if_any(
        arguments: &mut ArgumentReader<'_>,
        name: &'static str,
    ) -> Result<Option<Self>, DecodeError>;

    /// Reads a property.
    fn property(reader: &mut Reader<'_>, path: &'static str) -> Result<Self, DecodeError>;
}

#[diagnostic::do_not_recommend]
impl<T: EncodeVariant<Godot4> + for<'x> DecodeVariant<'x, Godot4>> Owned for T {
    #[inline]
    fn argument(
        arguments: &mut ArgumentReader<'_>,
        name: &'static str,
    ) -> Result<Self, DecodeError> {
        arguments.next_converted(name)
    }

    #[inline]
    fn argument_if_any(
        arguments: &mut ArgumentReader<'_>,
        name: &'static str,
    ) -> Result<Option<Self>, DecodeError> {
        if arguments.left() == 0 { Ok(None) } else { arguments.next_converted(name).map(Some) }
    }

    #[inline]
    fn property(reader: &mut Reader<'_>, path: &'static str) -> Result<Self, DecodeError> {
        conversions::decode(reader).map_err(|error| error.in_key(path))
    }
}

/// Writes a typed container by the codec `M`: it has no compressed form.
#[inline]
pub fn put_as<T, M: EncodeAs<Godot4, T>, O: Output>(
    value: &T,
    name: &'static str,
    out: &mut O,
) -> Result<(), EncodeError> {
    M::encode_as(value, out).map_err(|error| error.in_key(name))
}

/// Returns the id of a method that is in the list.
#[expect(clippy::panic, reason = "evaluated by the compiler, where it fails the build")]
pub const fn id(methods: &[Method], name: &str) -> u16 {
    match Method::id_of(methods, name) {
        Some(id) => id,
        None => panic!("a method of the set"),
    }
}
