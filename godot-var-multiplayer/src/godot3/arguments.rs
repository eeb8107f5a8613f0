//! Values in packets: the arguments of a call and the value of a property.

use alloc::vec::Vec;

use godot_var_runtime::variant::{DecodeVariant, Dialect, EncodeVariant, Godot3, Variant};
use godot_var_runtime::{
    DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Limits, Output, Reader, VecOutput,
};

use crate::packet::finish;
use crate::packet::rpc::{finish_arguments, missing};
use crate::{Options, Row};

/// The arguments of a call as a packet contains them: Godot 3 Variants that are not decoded yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arguments<'a> {
    count: u8,
    values: Row<'a>,
}

impl<'a> Arguments<'a> {
    /// Makes arguments from their count and their bytes, one Variant after the other.
    pub const fn of(count: u8, values: &'a [u8]) -> Self {
        Self { count, values: Row::new(values) }
    }

    /// Writes arguments into a `Vec`, which a packet can then borrow.
    ///
    /// # Errors
    /// An argument that cannot be encoded; [`EncodeErrorKind::TooLong`] for more than 255.
    pub fn encode<A: EncodeArguments + ?Sized>(
        arguments: &A,
        values: &'a mut Vec<u8>,
    ) -> Result<Self, EncodeError> {
        values.clear();
        let count = arguments.encode_arguments(&mut VecOutput::new(&mut *values))?;
        Ok(Self::of(count, values))
    }

    /// Reads the count and keeps the bytes of the values. `at` is the offset of the count in the packet.
    pub(super) fn read(
        bytes: &mut &'a [u8],
        at: usize,
        options: &Options,
    ) -> Result<Self, DecodeError> {
        let Some((count, values)) = bytes.split_first() else {
            let kind = DecodeErrorKind::Incomplete;
            return Err(DecodeError::new(kind, at, "the number of arguments", ""));
        };
        let most = options.limits.elements;
        if usize::from(*count) > most {
            return Err(DecodeError::new(
                DecodeErrorKind::LimitExceeded,
                at,
                alloc::format!("at most {most} arguments"),
                alloc::format!("{count}"),
            )
            .hinted(Limits::RAISES_ELEMENTS));
        }
        Ok(Self { count: *count, values: Row::at(values, at + 1) })
    }

    /// Returns the number of arguments that the packet declares.
    pub const fn count(self) -> u8 {
        self.count
    }

    /// Returns the bytes of the Variants. There can be too many or too few if the writer was wrong.
    pub const fn values(self) -> &'a [u8] {
        self.values.bytes()
    }

    /// Reads all arguments as a tuple or a `Vec`.
    ///
    /// # Errors
    /// An argument that is missing, left over or of a wrong type. The path in the error begins with the argument's position.
    pub fn decode<A: DecodeArguments<'a>>(self, options: &Options) -> Result<A, DecodeError> {
        let mut reader = self.reader(options);
        let arguments = A::decode_arguments(&mut reader)?;
        reader.finish()?;
        Ok(arguments)
    }

    /// Returns a reader for the arguments, one by one.
    pub fn reader(self, options: &Options) -> ArgumentReader<'a> {
        ArgumentReader {
            reader: self.values.reader(options.limits),
            offset: self.values.offset(),
            count: self.count,
            left: self.count,
            trailing_bytes: options.trailing_bytes,
        }
    }
}

/// Reads the arguments of a call one by one, each as its type.
///
/// Begin with [`Arguments::reader`] and end with [`finish`](Self::finish). Errors have the argument's position in their path.
#[derive(Clone, Debug)]
pub struct ArgumentReader<'a> {
    reader: Reader<'a>,
    offset: usize,
    count: u8,
    left: u8,
    trailing_bytes: bool,
}

impl<'a> ArgumentReader<'a> {
    /// Returns the number of arguments that are left.
    pub const fn left(&self) -> usize {
        self.left as usize
    }

    /// Returns the offset of the next argument in its packet, in bytes.
    pub fn position(&self) -> usize {
        self.offset + self.reader.position()
    }

    /// Reads the next argument.
    ///
    /// # Errors
    /// [`DecodeErrorKind::MissingField`] if there is none; any error of the type.
    pub fn read<T: DecodeVariant<'a, Godot3>>(&mut self) -> Result<T, DecodeError> {
        let index = usize::from(self.count - self.left);
        let Some(left) = self.left.checked_sub(1) else {
            return Err(missing(self.position(), index + 1));
        };
        self.left = left;
        T::decode(&mut self.reader).map_err(|error| error.moved(self.offset).in_index(index))
    }

    /// Reads the next argument. Returns `None` if there is none: use it for a parameter with a default.
    ///
    /// # Errors
    /// Any error of the type.
    pub fn read_if_any<T: DecodeVariant<'a, Godot3>>(&mut self) -> Result<Option<T>, DecodeError> {
        if self.left == 0 { Ok(None) } else { self.read().map(Some) }
    }

    /// Returns an error if an argument is left, or a byte after the last one.
    ///
    /// # Errors
    /// [`DecodeErrorKind::WrongLength`] for arguments that are left; [`DecodeErrorKind::InvalidLength`] for bytes, unless
    /// [`Options::trailing_bytes`] is set.
    pub fn finish(self) -> Result<(), DecodeError> {
        finish_arguments(self.left, self.position(), &self.reader, self.trailing_bytes)
    }
}

/// The value of a property as a packet contains it: a Godot 3 Variant that is not decoded yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value<'a>(Row<'a>);

impl<'a> Value<'a> {
    /// Makes a value from the bytes of a Variant.
    pub const fn of(bytes: &'a [u8]) -> Self {
        Self(Row::new(bytes))
    }

    pub(super) const fn at(bytes: &'a [u8], offset: usize) -> Self {
        Self(Row::at(bytes, offset))
    }

    /// Returns the bytes of the Variant. There can be too many or too few if the writer was wrong.
    pub const fn bytes(self) -> &'a [u8] {
        self.0.bytes()
    }

    /// Decodes the value.
    ///
    /// # Errors
    /// Any error of the type; [`DecodeErrorKind::InvalidLength`] for bytes after the value, unless [`Options::trailing_bytes`] is set.
    pub fn decode<T: DecodeVariant<'a, Godot3>>(self, options: &Options) -> Result<T, DecodeError> {
        let mut reader = self.0.reader(options.limits);
        T::decode(&mut reader)
            .and_then(|value| finish(&reader, options, "the value").map(|()| value))
            .map_err(|error| error.moved(self.0.offset()))
    }
}

/// Types that can be encoded as arguments: tuples of up to 12, `()` for none, and lists of Variants.
pub trait EncodeArguments {
    /// Writes the arguments one after the other and returns their number.
    ///
    /// # Errors
    /// An argument that cannot be encoded; [`EncodeErrorKind::TooLong`] for more than 255.
    fn encode_arguments<O: Output>(&self, out: &mut O) -> Result<u8, EncodeError>;
}

/// Types that can be decoded from arguments: tuples of up to 12, `()` for none, and lists of Variants.
pub trait DecodeArguments<'de>: Sized {
    /// Reads the arguments. It does not check whether more arguments follow.
    ///
    /// # Errors
    /// An argument that is missing or does not fit.
    fn decode_arguments(reader: &mut ArgumentReader<'de>) -> Result<Self, DecodeError>;
}

impl EncodeArguments for [Variant] {
    fn encode_arguments<O: Output>(&self, out: &mut O) -> Result<u8, EncodeError> {
        let Ok(count) = u8::try_from(self.len()) else {
            return Err(EncodeError::new(
                EncodeErrorKind::TooLong,
                alloc::format!("{} arguments; a call has at most 255", self.len()),
            ));
        };
        for (index, value) in self.iter().enumerate() {
            value.put_in(out, &Godot3::SPEC).map_err(|error| error.in_index(index))?;
        }
        Ok(count)
    }
}

impl EncodeArguments for Vec<Variant> {
    fn encode_arguments<O: Output>(&self, out: &mut O) -> Result<u8, EncodeError> {
        self[..].encode_arguments(out)
    }
}

impl DecodeArguments<'_> for Vec<Variant> {
    fn decode_arguments(reader: &mut ArgumentReader<'_>) -> Result<Self, DecodeError> {
        // The packet declares the count. Each argument takes at least four bytes.
        let mut values = Self::new();
        while reader.left() > 0 {
            values.push(reader.read()?);
        }
        Ok(values)
    }
}

macro_rules! tuple {
    ($len:literal: $($name:ident $index:tt),*) => {
        impl<$($name: EncodeVariant<Godot3>),*> EncodeArguments for ($($name,)*) {
            #[allow(unused_variables, reason = "without arguments nothing is written")]
            fn encode_arguments<Out: Output>(&self, out: &mut Out) -> Result<u8, EncodeError> {
                $(self.$index.encode(out).map_err(|error| error.in_index($index))?;)*
                Ok($len)
            }
        }

        impl<'de, $($name: DecodeVariant<'de, Godot3>),*> DecodeArguments<'de> for ($($name,)*) {
            #[allow(unused_variables, clippy::unused_unit, reason = "without arguments nothing is read")]
            fn decode_arguments(reader: &mut ArgumentReader<'de>) -> Result<Self, DecodeError> {
                Ok(($(reader.read::<$name>()?,)*))
            }
        }
    };
}

tuple!(0:);
tuple!(1: A 0);
tuple!(2: A 0, B 1);
tuple!(3: A 0, B 1, C 2);
tuple!(4: A 0, B 1, C 2, D 3);
tuple!(5: A 0, B 1, C 2, D 3, E 4);
tuple!(6: A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(7: A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(8: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuple!(9: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuple!(10: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuple!(11: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuple!(12: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
