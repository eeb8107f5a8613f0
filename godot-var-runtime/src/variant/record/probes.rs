//! What a derive asks the types of its fields for: one trait for each place that a type can have.
//!
//! Each says in one sentence what the type lacks. Whatever it is that a type lacks in detail, rustc
//! reports the trait that was asked for. It names a trait without its path if the trait can be reached
//! through modules that are documented: the facade has these in `layout`, hidden there one by one.

use core::convert::Infallible;
use core::hash::Hash;

use super::adapt::{
    AsArray, AsFloat, AsNodePath, AsString, AsStringName, DecodeAs, EncodeAs, MaxLen, Same, Typed,
};
use super::entries::{DecodeEntries, EncodeEntries};
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::{DecodeVariant, EncodeVariant};

macro_rules! probe {
    ($(#[$attr:meta])* $name:ident<$d:ident> of $de:lifetime: $($bounds:tt)*) => {
        $(#[$attr])*
        #[doc(hidden)]
        pub trait $name<$d: Dialect> {
            /// Named, not called.
            fn check() {}
        }

        #[diagnostic::do_not_recommend]
        impl<$de, $d: Dialect, T: ?Sized + $($bounds)*> $name<$d> for T {}
    };
}

/// What an attribute asks for: that its marker writes and reads the type.
macro_rules! attribute_probe {
    ($(#[$attr:meta])* $name:ident: $marker:ty) => {
        $(#[$attr])*
        #[doc(hidden)]
        pub trait $name<D: Dialect> {
            /// Named, not called.
            fn check() {}
        }

        #[diagnostic::do_not_recommend]
        impl<'de, D: Dialect, T> $name<D> for T where
            $marker: EncodeAs<D, T> + DecodeAs<'de, D, T>
        {
        }
    };
}

probe! {
    /// The type of a field, or an element of one.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a message",
        label = "cannot be encoded as a Godot Variant",
        note = "add `#[derive(GodotVar)]` to `{Self}` if it is yours, or write and read the field by functions of yours: `#[godot_var(with = module)]`",
        note = "`usize` and `isize` have another width on other machines: use `u32`, `u64`, `i32` or `i64`"
    )]
    GodotVar<D> of 'de: EncodeVariant<D> + DecodeVariant<'de, D>
}

probe! {
    /// A type with the name of a duration or a time.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a message without a unit",
        label = "add `#[godot_var(unit = \"ms\")]`",
        note = "the units are `s`, `ms` and `us`; a list of times is sent as a list of numbers: `Vec<u64>`"
    )]
    TimeField<D> of 'de: EncodeVariant<D> + DecodeVariant<'de, D>
}

probe! {
    /// A type with the name of a range.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a message",
        label = "a range has no form in Godot",
        note = "send its ends as two fields, or as a tuple: `(i32, i32)`, or write functions for it: `with = module`"
    )]
    RangeField<D> of 'de: EncodeVariant<D> + DecodeVariant<'de, D>
}

probe! {
    /// A type with the name of an atomic number.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a message",
        label = "is for state that is shared, and a message is a copy",
        note = "use the number that it holds: `bool`, `i32`, `u32`, `i64` or `u64`"
    )]
    AtomicField<D> of 'de: EncodeVariant<D> + DecodeVariant<'de, D>
}

probe! {
    /// A type with the name of an iterator.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a message",
        label = "an iterator knows its elements only when they are asked for",
        note = "collect it first: the field is a `Vec`"
    )]
    IteratorField<D> of 'de: EncodeVariant<D> + DecodeVariant<'de, D>
}

probe! {
    /// The key of a `HashMap`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be the key of a `HashMap`",
        label = "not a message, or without `Eq` and `Hash`",
        note = "add `#[derive(GodotVar, PartialEq, Eq, Hash)]` to `{Self}`"
    )]
    HashMapKey<D> of 'de: EncodeVariant<D> + DecodeVariant<'de, D> + Eq + Hash
}

probe! {
    /// The key of a `BTreeMap`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be the key of a `BTreeMap`",
        label = "not a message, or without `Ord`",
        note = "add `#[derive(GodotVar, PartialEq, Eq, PartialOrd, Ord)]` to `{Self}`"
    )]
    BTreeMapKey<D> of 'de: EncodeVariant<D> + DecodeVariant<'de, D> + Ord
}

probe! {
    /// A flattened field.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be flattened: it has no keys",
        label = "not a struct with named fields, nor a map",
        note = "flatten a struct with named fields or an enum with a `tag` that derives `GodotVar`, a `HashMap` or `BTreeMap` with text keys, a `Dictionary`, or an `Option` of these"
    )]
    Flatten<D> of 'de: EncodeVariant<D> + EncodeEntries<D> + DecodeEntries<'de, D>
}

probe! {
    /// The content of a variant in an enum with a tag.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be combined with a tag: it has no keys",
        label = "not a struct with named fields, nor a map",
        note = "name the field: `Chat {{ text: String }}`; or give the content a key of its own: `#[godot_var(tag = \"type\", content = \"data\")]`"
    )]
    BesideTag<D> of 'de: EncodeVariant<D> + EncodeEntries<D> + DecodeEntries<'de, D>
}

attribute_probe! {
    /// A field with `as = "String"`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` has no text to write as a `String`",
        label = "not a text",
        note = "remove `as`, or use a type that derefs to a text, such as `String`"
    )]
    StringField: AsString
}

attribute_probe! {
    /// A field with `as = "StringName"`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` has no text to write as a `StringName`",
        label = "not a text",
        note = "remove `as`, or use a type that derefs to a text, such as `String`"
    )]
    StringNameField: AsStringName
}

attribute_probe! {
    /// A field with `as = "NodePath"`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` has no text to write as a `NodePath`",
        label = "not a text",
        note = "remove `as`, or use a type that derefs to a text, such as `String`"
    )]
    NodePathField: AsNodePath
}

attribute_probe! {
    /// A field with `as = "Array"`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` has no elements to write as an `Array`",
        label = "not a list",
        note = "`as = \"Array\"` belongs on `Vec`, `VecDeque`, `Box<[T]>` and arrays"
    )]
    ArrayField: AsArray
}

attribute_probe! {
    /// A field with `as = "int"`, `as = "float"` or `f64`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a number",
        label = "not a number",
        note = "`as = \"int\"`, `as = \"float\"` and `f64` belong on integers, floats and `bool`"
    )]
    NumberField: AsFloat<true>
}

attribute_probe! {
    /// A field with `max_len`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` has no length that `max_len` could limit",
        label = "not a text, list or map",
        note = "`max_len` belongs on texts, lists and maps, or an `Option` of these"
    )]
    MaxLenField: MaxLen<0, Same>
}

attribute_probe! {
    /// A field with `typed`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` has no elements whose type `typed` could write",
        label = "not a list or map",
        note = "`typed` belongs on `Vec`, `VecDeque`, `Box<[T]>`, arrays, `HashMap` and `BTreeMap`"
    )]
    TypedField: Typed
}

/// Never implemented.
pub trait Never {
    /// There is none.
    const NEVER: Infallible;
}

/// What the stand-in for a function asks for that a module of `with` lacks: `N` is an error where there
/// is no such module, which rustc has said already.
macro_rules! function_probe {
    ($(#[$attr:meta])* $name:ident) => {
        $(#[$attr])*
        #[doc(hidden)]
        pub trait $name<const N: usize> {
            /// There is none.
            const NEVER: Infallible;
        }

        #[diagnostic::do_not_recommend]
        impl<T: Never, const N: usize> $name<N> for T {
            const NEVER: Infallible = T::NEVER;
        }
    };
}

function_probe! {
    /// `with` without `as`: the function that writes.
    #[diagnostic::on_unimplemented(
        message = "the module has no public function `encode`",
        label = "lacks `encode`",
        note = "add `pub fn encode<D: Dialect, O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError>` to it, where `T` is the type of the field"
    )]
    WriteFunction
}

function_probe! {
    /// `with` without `as`: the function that reads.
    #[diagnostic::on_unimplemented(
        message = "the module has no public function `decode`",
        label = "lacks `decode`",
        note = "add `pub fn decode<'de, D: Dialect>(reader: &mut Reader<'de>) -> Result<T, DecodeError>` to it, where `T` is the type of the field"
    )]
    ReadFunction
}

function_probe! {
    /// `with` and `as`: the function that converts the field to the value that is sent.
    #[diagnostic::on_unimplemented(
        message = "the module has no public function `encode`",
        label = "lacks `encode`",
        note = "add `pub fn encode(value: &{Self}) -> W` to it, where `W` is the type that `as` names"
    )]
    EncodeFunction
}

function_probe! {
    /// `with` and `as`: the function that converts the received value to the field.
    #[diagnostic::on_unimplemented(
        message = "the module has no public function `decode`",
        label = "lacks `decode`",
        note = "add `pub fn decode(wire: {Self}) -> Result<T, String>` to it, where `T` is the type of the field; any error that implements `Display` will do"
    )]
    DecodeFunction
}
