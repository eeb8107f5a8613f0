//! Functions that derived code calls. Not a public interface.

use godot_var_runtime::variant::{DecodeVariant, EncodeVariant, Godot4, compressed};
use godot_var_runtime::{DecodeError, EncodeError, Output, Reader};

use crate::{ArgumentReader, Method};

/// A value that packets contain in the compressed form: an argument or a property.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a message",
    label = "cannot travel as a Godot Variant",
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

    /// Reads a property.
    fn property(reader: &mut Reader<'de>, path: &'static str) -> Result<Self, DecodeError>;
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

    #[inline]
    fn property(reader: &mut Reader<'de>, path: &'static str) -> Result<Self, DecodeError> {
        compressed::decode::<Godot4, T>(reader).map_err(|error| error.in_key(path))
    }
}

/// Returns the id of a method that is in the list.
#[expect(clippy::panic, reason = "evaluated by the compiler, where it fails the build")]
pub const fn id(methods: &[Method], name: &str) -> u16 {
    match Method::id_of(methods, name) {
        Some(id) => id,
        None => panic!("a method of the set"),
    }
}
