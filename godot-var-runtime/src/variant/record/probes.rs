//! The bounds of the types of fields: one trait for each place that a type can have.
//!
//! Each has one sentence for what a type lacks. rustc reports the trait that the expansion names, whatever the type lacks
//! in detail. It prints a trait without its path if the trait can be reached through documented modules: the facade has
//! these in `layout`, hidden there one by one.

use core::convert::Infallible;
use core::hash::Hash;

use super::adapt::{
    AsArray, AsFloat, AsNodePath, AsString, AsStringName, DecodeAs, EncodeAs, MaxLen, Same, Typed,
};
use super::entries::{DecodeEntries, EncodeEntries};
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::{DecodeVariant, EncodeVariant};

/// A row: the trait and the bounds of its implementation, where `D` is the dialect and `T` the type; message, label and notes
/// of the error.
macro_rules! probes {
    ($($name:ident [$($bounds:tt)+] $message:literal $label:literal $($note:literal)+;)+) => {$(
        #[diagnostic::on_unimplemented(message = $message, label = $label $(, note = $note)+)]
        #[doc(hidden)]
        pub trait $name<D: Dialect> {
            fn check() {}
        }

        #[diagnostic::do_not_recommend]
        impl<'de, D: Dialect, T: ?Sized> $name<D> for T where $($bounds)+ {}
    )+};
}

probes! {
    GodotVar [T: EncodeVariant<D> + DecodeVariant<'de, D>]
        "`{Self}` is not a message"
        "cannot be encoded as a Godot Variant"
        "add `#[derive(GodotVar)]` to `{Self}` if it is yours, or write and read the field with your own functions: `#[godot_var(with = module)]`"
        "`usize` and `isize` have another width on other machines: use `u32`, `u64`, `i32` or `i64`";
    // Types with these names, if they are those of the standard library.
    TimeField [T: EncodeVariant<D> + DecodeVariant<'de, D>]
        "`{Self}` is not a message without a unit"
        "add `#[godot_var(unit = \"ms\")]`"
        "the units are `s`, `ms` and `us`; a list of times is sent as a list of numbers: `Vec<u64>`";
    RangeField [T: EncodeVariant<D> + DecodeVariant<'de, D>]
        "`{Self}` is not a message"
        "a range has no form in Godot"
        "send its ends as two fields, or as a tuple: `(i32, i32)`, or write functions for it: `with = module`";
    HashMapKey [T: EncodeVariant<D> + DecodeVariant<'de, D> + Eq + Hash]
        "`{Self}` cannot be the key of a `HashMap`"
        "not a message, or without `Eq` and `Hash`"
        "add `#[derive(GodotVar, PartialEq, Eq, Hash)]` to `{Self}`";
    BTreeMapKey [T: EncodeVariant<D> + DecodeVariant<'de, D> + Ord]
        "`{Self}` cannot be the key of a `BTreeMap`"
        "not a message, or without `Ord`"
        "add `#[derive(GodotVar, PartialEq, Eq, PartialOrd, Ord)]` to `{Self}`";
    Flatten [T: EncodeVariant<D> + EncodeEntries<D> + DecodeEntries<'de, D>]
        "`{Self}` cannot be flattened: it has no keys"
        "not a struct with named fields, nor a map"
        "flatten a struct with named fields or an enum with a `tag` that derives `GodotVar`, a `HashMap` or `BTreeMap` with text keys, a `Dictionary`, or an `Option` of these";
    BesideTag [T: EncodeVariant<D> + EncodeEntries<D> + DecodeEntries<'de, D>]
        "`{Self}` cannot be combined with a tag: it has no keys"
        "not a struct with named fields, nor a map"
        "name the field: `Chat {{ text: String }}`; or give the content a key of its own: `#[godot_var(tag = \"type\", content = \"data\")]`";
    StringField [T: Sized, AsString: EncodeAs<D, T> + DecodeAs<'de, D, T>]
        "`{Self}` has no text to write as a `String`"
        "not a text"
        "remove `as`, or use a type that derefs to a text, such as `String`";
    StringNameField [T: Sized, AsStringName: EncodeAs<D, T> + DecodeAs<'de, D, T>]
        "`{Self}` has no text to write as a `StringName`"
        "not a text"
        "remove `as`, or use a type that derefs to a text, such as `String`";
    NodePathField [T: Sized, AsNodePath: EncodeAs<D, T> + DecodeAs<'de, D, T>]
        "`{Self}` has no text to write as a `NodePath`"
        "not a text"
        "remove `as`, or use a type that derefs to a text, such as `String`";
    ArrayField [T: Sized, AsArray: EncodeAs<D, T> + DecodeAs<'de, D, T>]
        "`{Self}` has no elements to write as an `Array`"
        "not a list"
        "`as = \"Array\"` belongs on `Vec`, `VecDeque`, `Box<[T]>` and arrays";
    NumberField [T: Sized, AsFloat<true>: EncodeAs<D, T> + DecodeAs<'de, D, T>]
        "`{Self}` is not a number"
        "not a number"
        "`as = \"int\"`, `as = \"float\"` and `f64` belong on integers, floats and `bool`";
    MaxLenField [T: Sized, MaxLen<0, Same>: EncodeAs<D, T> + DecodeAs<'de, D, T>]
        "`{Self}` has no length that `max_len` could limit"
        "not a text, list or map"
        "`max_len` belongs on texts, lists and maps, or an `Option` of these";
    TypedField [T: Sized, Typed: EncodeAs<D, T> + DecodeAs<'de, D, T>]
        "`{Self}` has no elements whose type `typed` could write"
        "not a list or map"
        "`typed` belongs on `Vec`, `VecDeque`, `Box<[T]>`, arrays, `HashMap` and `BTreeMap`";
}

/// Never implemented.
pub trait Never {
    /// Never defined.
    const NEVER: Infallible;
}

/// The bounds of the functions that a module of `with` must have; the expansion's stand-ins for them lack `Never`. If there
/// is no such module, which rustc reports by itself, `N` is an error.
macro_rules! function_probes {
    ($($name:ident $message:literal $label:literal $note:literal;)+) => {$(
        #[diagnostic::on_unimplemented(message = $message, label = $label, note = $note)]
        #[doc(hidden)]
        pub trait $name<const N: usize> {
            const NEVER: Infallible;
        }

        #[diagnostic::do_not_recommend]
        impl<T: Never, const N: usize> $name<N> for T {
            const NEVER: Infallible = T::NEVER;
        }
    )+};
}

function_probes! {
    // `with` without `as`.
    WriteFunction "the module has no public function `encode`" "lacks `encode`"
        "add `pub fn encode<D: Dialect, O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError>` to it, where `T` is the type of the field";
    ReadFunction "the module has no public function `decode`" "lacks `decode`"
        "add `pub fn decode<'de, D: Dialect>(reader: &mut Reader<'de>) -> Result<T, DecodeError>` to it, where `T` is the type of the field";
    // `with` and `as`.
    EncodeFunction "the module has no public function `encode`" "lacks `encode`"
        "add `pub fn encode(value: &{Self}) -> W` to it, where `W` is the type that `as` names";
    DecodeFunction "the module has no public function `decode`" "lacks `decode`"
        "add `pub fn decode(wire: {Self}) -> Result<T, String>` to it, where `T` is the type of the field; any error that implements `Display` will do";
}
