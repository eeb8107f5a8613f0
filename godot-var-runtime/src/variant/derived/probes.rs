//! What a derive asks the types of its fields for: one trait for each place that a type can have.
//!
//! Each says in one sentence what the type lacks. Whatever it is that a type lacks in detail, rustc
//! reports the trait that was asked for.

use core::hash::Hash;

use super::adapt::{
    AsArray, AsFloat, AsNodePath, AsString, AsStringName, DecodeAs, EncodeAs, MaxLen, Same, Typed,
};
use super::entries::{DecodeEntries, EncodeEntries};
use crate::variant::format::dialect::Dialect;
use crate::variant::traits::{DecodeVariant, EncodeVariant, Wire};

macro_rules! probe {
    ($(#[$attr:meta])* $name:ident<$de:lifetime, $d:ident>: $($bounds:tt)*) => {
        $(#[$attr])*
        pub trait $name<$de, $d: Dialect> {
            /// Named, not called.
            fn check() {}
        }

        #[diagnostic::do_not_recommend]
        impl<$de, $d: Dialect, T: ?Sized + $($bounds)*> $name<$de, $d> for T {}
    };
}

/// What an attribute asks for: that its marker writes and reads the type.
macro_rules! attribute_probe {
    ($(#[$attr:meta])* $name:ident: $marker:ty) => {
        $(#[$attr])*
        pub trait $name<'de, D: Dialect> {
            /// Named, not called.
            fn check() {}
        }

        #[diagnostic::do_not_recommend]
        impl<'de, D: Dialect, T> $name<'de, D> for T where
            $marker: EncodeAs<D, T> + DecodeAs<'de, D, T>
        {
        }
    };
}

probe! {
    /// The type of a field, or an element of one.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a message",
        label = "cannot travel as a Godot Variant",
        note = "add `#[derive(GodotVar)]` to `{Self}`, or write and read the field by functions of yours: `#[godot_var(with = module)]`"
    )]
    GodotVar<'de, D>: EncodeVariant<D> + DecodeVariant<'de, D>
}

probe! {
    /// The key of a `HashMap`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be the key of a `HashMap`",
        label = "not a message, or without `Eq` and `Hash`",
        note = "add `#[derive(GodotVar, PartialEq, Eq, Hash)]` to `{Self}`"
    )]
    HashMapKey<'de, D>: EncodeVariant<D> + DecodeVariant<'de, D> + Eq + Hash
}

probe! {
    /// The key of a `BTreeMap`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be the key of a `BTreeMap`",
        label = "not a message, or without `Ord`",
        note = "add `#[derive(GodotVar, PartialEq, Eq, PartialOrd, Ord)]` to `{Self}`"
    )]
    BTreeMapKey<'de, D>: EncodeVariant<D> + DecodeVariant<'de, D> + Ord
}

probe! {
    /// A flattened field.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be flattened: it has no keys",
        label = "not a struct with named fields, nor a map",
        note = "flatten a struct with named fields or an enum with a `tag` that derives `GodotVar`, a `HashMap` or `BTreeMap` with text keys, a `Dictionary`, or an `Option` of these"
    )]
    Flatten<'de, D>: Wire<D> + EncodeEntries<D> + DecodeEntries<'de, D>
}

probe! {
    /// The content of a variant in an enum with a tag.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot stand beside a tag: it has no keys",
        label = "not a struct with named fields, nor a map",
        note = "name the field: `Chat {{ text: String }}`; or give the content a key of its own: `#[godot_var(tag = \"type\", content = \"data\")]`"
    )]
    BesideTag<'de, D>: Wire<D> + EncodeEntries<D> + DecodeEntries<'de, D>
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
