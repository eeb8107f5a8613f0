//! The derive in unusual places: without a prelude, with other items under the prelude's names, in macros and functions, with other paths to
//! the crate. There is no warning in any of them.
#![no_implicit_prelude]
#![deny(
    warnings,
    clippy::pedantic,
    clippy::as_conversions,
    clippy::indexing_slicing,
    clippy::missing_trait_methods,
    clippy::question_mark_used,
    clippy::shadow_reuse,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    keyword_idents,
    let_underscore_drop,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs,
    redundant_imports,
    redundant_lifetimes,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unnameable_types,
    unreachable_pub,
    unused_import_braces,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    variant_size_differences
)]

use ::core::prelude::rust_2024::{Clone, Debug, PartialEq};

/// Encodes and decodes a value, and compares.
fn there_and_back<'de, T>(value: &T, bytes: &'de mut ::std::vec::Vec<u8>)
where
    T: ::godot_var::ToVariantBytes
        + ::godot_var::FromVariantBytes<'de>
        + ::core::cmp::PartialEq
        + ::core::fmt::Debug,
{
    *bytes = value.to_variant_bytes::<::godot_var::Godot4>().unwrap();
    let back = T::from_variant_bytes::<::godot_var::Godot4>(bytes).unwrap();
    ::core::assert_eq!(&back, value);
}

macro_rules! check {
    ($($value:expr),+ $(,)?) => {
        $(there_and_back(&$value, &mut ::std::vec::Vec::new());)+
    };
}

mod without_prelude {
    use ::core::prelude::rust_2024::{Clone, Debug, PartialEq};

    fn is_empty(text: &str) -> bool {
        text.is_empty()
    }

    mod doubled {
        use ::godot_var::{
            DecodeError, DecodeVariant, Dialect, EncodeError, EncodeVariant, Output, Reader,
        };

        #[expect(clippy::trivially_copy_pass_by_ref, reason = "the derive passes the field")]
        pub(super) fn encode<D: Dialect, O: Output>(
            value: &i32,
            out: &mut O,
        ) -> ::core::result::Result<(), EncodeError> {
            EncodeVariant::<D>::encode(&(*value * 2), out)
        }

        pub(super) fn decode<D: Dialect>(
            reader: &mut Reader<'_>,
        ) -> ::core::result::Result<i32, DecodeError> {
            match <i32 as DecodeVariant<'_, D>>::decode(reader) {
                ::core::result::Result::Ok(value) => ::core::result::Result::Ok(value / 2),
                ::core::result::Result::Err(error) => ::core::result::Result::Err(error),
            }
        }
    }

    #[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
    pub(crate) struct Inner {
        pub(crate) x: i32,
    }

    #[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
    pub(crate) struct Everything {
        pub(crate) id: u32,
        #[godot_var(rename = "Name", alias = "n", max_len = 10)]
        pub(crate) name: ::std::string::String,
        #[godot_var(skip)]
        pub(crate) cache: u8,
        #[godot_var(default = 7)]
        pub(crate) level: i32,
        #[godot_var(default, skip_encoding_if = is_empty)]
        pub(crate) note: ::std::string::String,
        #[godot_var(with = doubled)]
        pub(crate) doubled: i32,
        #[godot_var(f64)]
        pub(crate) wide: f32,
        #[godot_var(as = "StringName", strict)]
        pub(crate) kind: ::core::option::Option<::std::string::String>,
        #[godot_var(flatten)]
        pub(crate) inner: Inner,
    }

    #[derive(Clone, Debug, Default, PartialEq, ::godot_var::GodotVar)]
    #[godot_var(default, deny_unknown_fields, keys = "StringName", rename_all = "camelCase")]
    #[godot_var(delta(Clone, Debug, PartialEq))]
    pub(crate) struct Defaults {
        pub(crate) first_one: i32,
        pub(crate) second_one: ::core::option::Option<f64>,
    }

    #[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
    pub(crate) struct Tuple(pub(crate) i32, #[godot_var(default)] pub(crate) i32);

    #[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
    pub(crate) struct Newtype(pub(crate) ::godot_var::Vector3);

    #[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
    pub(crate) struct Unit;

    #[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
    pub(crate) enum Names {
        A,
        #[godot_var(other)]
        B(::std::string::String),
    }

    #[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
    #[godot_var(repr = "int")]
    pub(crate) enum Numbers {
        A,
        B = 5,
    }

    #[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
    #[godot_var(repr = "int")]
    #[repr(i64)]
    pub(crate) enum LargeNumbers {
        A = -5_000_000_000,
        B,
    }

    #[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
    pub(crate) enum External {
        A,
        B(i32),
        C(i32, i32),
        D { x: i32 },
    }

    #[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
    #[godot_var(tag = "type")]
    pub(crate) enum Internal {
        A,
        B(Inner),
        D {
            y: i32,
        },
        #[godot_var(other)]
        E,
    }

    #[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
    #[godot_var(tag = "type", content = "data")]
    pub(crate) enum Adjacent {
        A,
        B(i32),
        C(i32, i32),
        D { x: i32 },
    }

    #[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
    #[godot_var(untagged)]
    pub(crate) enum Untagged {
        A,
        B(i32),
        C(i32, i32),
        D { x: i32 },
    }

    #[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
    #[godot_var(array, id)]
    pub(crate) enum Ids {
        #[godot_var(id = 1)]
        A,
        #[godot_var(id = 2)]
        B(i32),
        #[godot_var(id = 3)]
        C(i32, i32),
        #[godot_var(id = "d")]
        D { x: i32 },
    }
}

#[test]
fn no_prelude() {
    use without_prelude::{
        Adjacent, Defaults, Everything, External, Ids, Inner, Internal, LargeNumbers, Names,
        Newtype, Numbers, Tuple, Unit, Untagged,
    };
    check!(
        Everything {
            id: 1,
            name: ::core::convert::From::from("Ann"),
            cache: 0,
            level: 3,
            note: ::std::string::String::new(),
            doubled: 21,
            wide: 0.5,
            kind: ::core::option::Option::Some(::core::convert::From::from("k")),
            inner: Inner { x: 5 },
        },
        Defaults { first_one: 1, second_one: ::core::option::Option::None },
        Tuple(1, 2),
        Newtype(::godot_var::Vector3::new(1.0, 2.0, 3.0)),
        Unit,
        Names::A,
        Names::B(::core::convert::From::from("other")),
        Numbers::A,
        Numbers::B,
        LargeNumbers::A,
        LargeNumbers::B,
        External::A,
        External::B(1),
        External::C(1, 2),
        External::D { x: 1 },
        Internal::A,
        Internal::B(Inner { x: 1 }),
        Internal::D { y: 1 },
        Adjacent::A,
        Adjacent::B(1),
        Adjacent::C(1, 2),
        Adjacent::D { x: 1 },
        Untagged::A,
        Untagged::B(1),
        Untagged::C(1, 2),
        Untagged::D { x: 1 },
        Ids::A,
        Ids::B(1),
        Ids::C(1, 2),
        Ids::D { x: 1 },
    );
    let _ = Internal::E;
}

mod shadowed {
    #![expect(
        dead_code,
        non_camel_case_types,
        non_upper_case_globals,
        reason = "names that are in the way, and nothing else"
    )]

    pub(crate) struct Result;
    pub(crate) struct Option;
    pub(crate) struct Vec;
    pub(crate) struct String;
    pub(crate) struct Default;
    pub(crate) struct bool;
    pub(crate) struct usize;
    pub(crate) struct str;
    pub(crate) struct u32;
    pub(crate) struct i64;
    pub(crate) struct Self_;
    pub(crate) struct Dialect;
    pub(crate) struct Wire;
    pub(crate) struct Reader;
    pub(crate) const Some: () = ();
    pub(crate) const None: () = ();
    pub(crate) const Ok: () = ();
    pub(crate) const Err: () = ();
    pub(crate) mod core {}
    pub(crate) mod std {}
    pub(crate) mod alloc {}
    pub(crate) mod godot_var {}

    use ::core::prelude::rust_2024::{Clone, Debug, PartialEq};

    #[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
    #[godot_var(delta(Clone, Debug, PartialEq))]
    pub(crate) struct Message {
        pub(crate) a: i32,
        #[godot_var(default)]
        pub(crate) text: ::std::string::String,
    }

    // Two derives in one module, with the same names in them.
    #[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
    pub(crate) enum Choice {
        A { a: i32, text: ::std::string::String },
        Message(Message),
    }

    #[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
    #[godot_var(repr = "int")]
    pub(crate) enum Number {
        A,
        B,
    }
}

#[test]
fn shadowed_names() {
    use shadowed::{Choice, Message, Number};
    let message = Message { a: 1, text: ::core::convert::From::from("x") };
    check!(
        message,
        Choice::Message(message.clone()),
        Choice::A { a: 2, text: ::std::string::String::new() },
        Number::A,
        Number::B,
    );
}

macro_rules! message {
    ($(#[$meta:meta])* $name:ident { $($field:ident: $ty:ty = $key:literal),* }) => {
        #[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
        $(#[$meta])*
        struct $name {
            $(#[godot_var(rename = $key, default = 5)] $field: $ty,)*
            of_the_macro: i32,
            #[godot_var(default = $crate::hygiene::one())]
            another: ::std::vec::Vec<i32>,
        }
    };
}

macro_rules! choice {
    ($name:ident { $($member:ident = $id:expr),* }) => {
        #[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
        #[godot_var(array, id)]
        enum $name {
            $(#[godot_var(id = $id)] $member { value: i32, list: ::std::vec::Vec<i32> },)*
        }
    };
}

fn one() -> ::std::vec::Vec<i32> {
    ::std::vec![1]
}

message!(
    #[godot_var(deny_unknown_fields, rename_all = "camelCase")]
    #[godot_var(delta(Clone, Debug, PartialEq))]
    Tiny {}
);
message!(
    #[godot_var(delta(Clone, Debug, PartialEq))]
    FromMacro { number: i32 = "n", other: i64 = "o" }
);
choice!(ChoiceFromMacro { A = 1, B = -2, C = "c" });

#[test]
fn from_macros() {
    check!(
        Tiny { of_the_macro: 3, another: one() },
        FromMacro { number: 1, other: 2, of_the_macro: 3, another: one() },
        ChoiceFromMacro::A { value: 1, list: one() },
        ChoiceFromMacro::B { value: 1, list: one() },
        ChoiceFromMacro::C { value: 1, list: one() },
    );
}

#[test]
fn inside_a_function() {
    #[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
    #[godot_var(delta(Clone, Debug, PartialEq))]
    struct Local {
        a: i32,
    }
    #[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
    enum LocalEnum {
        A(Local),
        B { a: i32 },
    }
    check!(Local { a: 1 }, LocalEnum::A(Local { a: 2 }), LocalEnum::B { a: 3 });
}

/// Parameters of every kind.
#[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
pub struct Generic<'a, 'b: 'a, T: Clone = i32, U: ?::core::marker::Sized = str, const N: usize = 2>
where
    T: PartialEq,
{
    /// A text.
    pub text: &'a str,
    /// Bytes.
    pub bytes: &'b [u8],
    /// A list.
    pub list: ::std::vec::Vec<T>,
    /// An array.
    pub array: [T; N],
    /// Not encoded.
    #[godot_var(skip)]
    pub phantom: ::core::marker::PhantomData<U>,
}

/// Parameters of every kind, and a delta.
#[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
#[godot_var(delta(Clone, Debug, PartialEq))]
pub struct Changing<'a, 'b: 'a, T: Clone = i32, const N: usize = 2>
where
    T: PartialEq,
{
    /// A text.
    pub text: &'a str,
    /// Bytes.
    pub bytes: &'b [u8],
    /// An array.
    pub array: [T; N],
    /// Itself.
    pub next: ::core::option::Option<::std::boxed::Box<Self>>,
    /// Does not travel.
    #[godot_var(skip)]
    pub cache: u8,
}

#[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
struct GenericNewtype<T>(T);

#[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
#[godot_var(tag = "type", content = "data")]
enum GenericEnum<'a, T, const N: usize>
where
    T: PartialEq,
{
    Text(&'a str),
    Array([T; N]),
    Pair(T, T),
    Named { text: &'a str, value: T },
}

#[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
#[godot_var(bound = "")]
struct Bounded<T> {
    a: i32,
    #[godot_var(skip)]
    phantom: ::core::marker::PhantomData<T>,
}

#[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
#[godot_var(repr = "int")]
enum GenericNumber<T, const N: usize> {
    A,
    B,
    #[godot_var(other)]
    Other(T),
}

#[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
#[godot_var(repr = "int")]
enum ConstNumber<const N: usize> {
    A,
    B,
}

#[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
#[godot_var(array, id)]
enum GenericIds<'a, T> {
    #[godot_var(id = 1)]
    A,
    #[godot_var(id = 2)]
    B(T, &'a str),
}

#[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
struct Associated<T: ::core::iter::Iterator>
where
    T::Item: Clone,
{
    a: i32,
    #[godot_var(skip)]
    iterator: ::core::option::Option<T>,
    #[godot_var(skip)]
    item: ::core::option::Option<T::Item>,
}

#[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
#[godot_var(delta(Clone, Debug, PartialEq))]
struct Recursive {
    children: ::std::vec::Vec<Self>,
    next: ::core::option::Option<::std::boxed::Box<Self>>,
}

#[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
struct EmptyDictionary {}

#[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
struct EmptyArray();

#[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
enum EmptyMembers {
    A {},
    B(),
    C,
}

#[test]
fn generics() {
    let named: GenericEnum<'_, i32, 2> = GenericEnum::Named { text: "t", value: 5 };
    check!(
        Generic::<'_, '_, i32, str, 2> {
            text: "t",
            bytes: &[1, 2],
            list: one(),
            array: [1, 2],
            phantom: ::core::marker::PhantomData,
        },
        GenericNewtype(one()),
        GenericNumber::<i64, 1>::A,
        GenericNumber::<i64, 1>::B,
        GenericNumber::<i64, 1>::Other(5),
        ConstNumber::<1>::A,
        ConstNumber::<1>::B,
        GenericIds::<'_, i32>::A,
        GenericIds::<'_, i32>::B(1, "t"),
        Associated::<::core::ops::Range<i32>> {
            a: 1,
            iterator: ::core::option::Option::None,
            item: ::core::option::Option::None,
        },
        Recursive {
            children: ::std::vec![Recursive {
                children: ::std::vec::Vec::new(),
                next: ::core::option::Option::None,
            }],
            next: ::core::option::Option::None,
        },
        EmptyDictionary {},
        EmptyArray(),
        EmptyMembers::A {},
        EmptyMembers::B(),
        EmptyMembers::C,
        GenericEnum::<'_, i32, 2>::Text("t"),
        GenericEnum::<'_, i32, 2>::Array([1, 2]),
        GenericEnum::<'_, i32, 2>::Pair(1, 2),
        named,
        Bounded::<i32> { a: 1, phantom: ::core::marker::PhantomData },
    );
}

#[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
#[godot_var(delta(Clone, Debug, PartialEq))]
struct r#Raw {
    r#type: i32,
    r#match: i32,
}

#[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
#[expect(non_camel_case_types, reason = "raw names are lower case")]
enum r#fn {
    r#async { r#type: i32 },
    r#await(i32),
    r#loop,
}

#[test]
fn raw_names() {
    use ::godot_var::ToVariantBytes;
    check!(
        Raw { r#type: 1, r#match: 2 },
        r#fn::r#async { r#type: 1 },
        r#fn::r#await(1),
        r#fn::r#loop
    );
    let bytes = r#fn::r#loop.to_variant_bytes::<::godot_var::Godot4>().unwrap();
    ::core::assert_eq!(bytes, "loop".to_variant_bytes::<::godot_var::Godot4>().unwrap());
}

mod renamed {
    pub(crate) use ::godot_var::*;
}

#[derive(Clone, Debug, PartialEq, renamed::GodotVar)]
#[godot_var(crate = "crate::hygiene::renamed")]
#[godot_var(delta(Clone, Debug, PartialEq))]
struct Quoted {
    a: i32,
}

#[derive(Clone, Debug, PartialEq, renamed::GodotVar)]
#[godot_var(crate = crate::hygiene::renamed)]
enum Unquoted {
    A(Quoted),
}

#[test]
fn another_path_to_the_crate() {
    check!(Quoted { a: 1 }, Unquoted::A(Quoted { a: 2 }));
}

#[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
#[godot_var(delta(Clone, Debug, PartialEq))]
struct Conditional {
    #[cfg(test)]
    here: i32,
    #[cfg(not(test))]
    absent: ThereIsNoSuchType,
    #[cfg_attr(test, godot_var(rename = "kept"))]
    other: i32,
}

/// Deltas in all of these places.
#[test]
fn deltas() {
    use shadowed::Message;
    use without_prelude::{Defaults, DefaultsDelta};
    let none = <DefaultsDelta as ::core::default::Default>::default();
    ::core::assert!(none.is_empty());
    let text: ::std::string::String = ::core::convert::From::from("x");
    check!(
        Defaults { first_one: 1, second_one: ::core::option::Option::Some(0.5) }
            .changes_since(&<Defaults as ::core::default::Default>::default()),
        none,
        Message { a: 1, text }.changes_since(&Message { a: 1, text: ::std::string::String::new() }),
        Tiny { of_the_macro: 3, another: one() }
            .changes_since(&Tiny { of_the_macro: 4, another: one() }),
        Raw { r#type: 1, r#match: 2 }.changes_since(&Raw { r#type: 1, r#match: 3 }),
        Quoted { a: 1 }.changes_since(&Quoted { a: 2 }),
        Conditional { here: 1, other: 2 }.changes_since(&Conditional { here: 2, other: 2 }),
    );
    let older = Changing {
        text: "",
        bytes: &[],
        array: [1, 2],
        next: ::core::option::Option::None,
        cache: 0,
    };
    let mut newer = Changing { text: "t", array: [1, 3], cache: 1, ..older.clone() };
    newer.next = ::core::option::Option::Some(::std::boxed::Box::new(older.clone()));
    let delta: ChangingDelta<'_, '_, i32, 2> = newer.changes_since(&older);
    check!(delta);
    let mut applied = older;
    applied.apply(delta);
    newer.cache = 0;
    ::core::assert_eq!(applied, newer);
}

#[derive(Clone, Debug, PartialEq, ::godot_var::GodotVar)]
enum ConditionalMember {
    #[cfg(test)]
    Here(i32),
    #[cfg(not(test))]
    Absent(ThereIsNoSuchType),
}

#[test]
fn conditional_fields() {
    check!(Conditional { here: 1, other: 2 }, ConditionalMember::Here(1));
}
