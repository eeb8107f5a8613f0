//! The layouts of the types in this folder, except those of pointers and parsed texts.

use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::string::String;
use alloc::vec::Vec;
use core::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroU8, NonZeroU16, NonZeroU32, NonZeroU64,
    Wrapping,
};

use crate::variant::layout::{Bounds, TypeLayout};
use crate::variant::traits::Describe;
use crate::variant::types::{NodePath, StringName, VariantType};
use crate::variant::values::packed_view::{PackedElement, PackedView};
use crate::variant::values::variant::{
    Array, Callable, Dictionary, ObjectId, Rid, Signal, Variant,
};

/// Types that are always encoded as one Variant type, with their bounds.
macro_rules! value {
    ($($type:ty: $kind:ident $bounds:expr),+ $(,)?) => { $(
        impl $crate::variant::Describe for $type {
            const LAYOUT: &'static $crate::variant::TypeLayout<'static> =
                &$crate::variant::TypeLayout::Value($crate::variant::VariantType::$kind, $bounds);
            const KEYS: &'static $crate::variant::TypeLayout<'static> = Self::LAYOUT;
            const PACKED: Option<$crate::variant::VariantType> = Self::LAYOUT.packed_array();
        }
    )+ };
}
pub(crate) use value;

value!(
    bool: Bool Bounds::None,
    i8: Int Bounds::I8,
    i16: Int Bounds::I16,
    i32: Int Bounds::I32,
    i64: Int Bounds::I64,
    u8: Int Bounds::U8,
    u16: Int Bounds::U16,
    u32: Int Bounds::U32,
    u64: Int Bounds::U64,
    NonZeroI8: Int Bounds::NonZeroI8,
    NonZeroI16: Int Bounds::NonZeroI16,
    NonZeroI32: Int Bounds::NonZeroI32,
    NonZeroI64: Int Bounds::NonZeroI64,
    NonZeroU8: Int Bounds::NonZeroU8,
    NonZeroU16: Int Bounds::NonZeroU16,
    NonZeroU32: Int Bounds::NonZeroU32,
    NonZeroU64: Int Bounds::NonZeroU64,
    f32: Float Bounds::F32,
    f64: Float Bounds::F64,
    char: String Bounds::Char,
    str: String Bounds::None,
    String: String Bounds::None,
    StringName: StringName Bounds::None,
    NodePath: NodePath Bounds::None,
    Rid: Rid Bounds::None,
    ObjectId: Object Bounds::None,
    Callable: Callable Bounds::None,
    Signal: Signal Bounds::None,
    Array: Array Bounds::None,
    Dictionary: Dictionary Bounds::None,
);

/// Types whose layout is made of those of their parameters.
macro_rules! generic {
    ($([$($params:tt)*] $type:ty: $layout:expr),+ $(,)?) => { $(
        impl<$($params)*> Describe for $type {
            const LAYOUT: &'static TypeLayout<'static> = &$layout;
        }
    )+ };
}

generic!(
    [T: Describe] [T]: TypeLayout::List(T::LAYOUT),
    [T: Describe] Vec<T>: TypeLayout::List(T::LAYOUT),
    [T: Describe] VecDeque<T>: TypeLayout::List(T::LAYOUT),
    [T: Describe, const N: usize] [T; N]: TypeLayout::Exactly(N, &TypeLayout::List(T::LAYOUT)),
    [T: Describe] BTreeSet<T>: TypeLayout::Set(T::LAYOUT),
    [T: PackedElement + Describe] PackedView<'_, T>: TypeLayout::Borrowed(&TypeLayout::List(T::LAYOUT)),
);

#[cfg(feature = "std")]
generic!([T: Describe, S] std::collections::HashSet<T, S>: TypeLayout::Set(T::LAYOUT));

macro_rules! map {
    ($type:ty $(, $hasher:ident)?) => {
        impl<K: Describe, V: Describe $(, $hasher)?> Describe for $type {
            const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Map(K::LAYOUT, V::LAYOUT);
            const KEYS: &'static TypeLayout<'static> =
                &TypeLayout::Map(&TypeLayout::Any, &TypeLayout::Any);
        }
    };
}

map!(BTreeMap<K, V>);
#[cfg(feature = "std")]
map!(std::collections::HashMap<K, V, S>, S);

macro_rules! tuples {
    () => {};
    ($first:ident $($name:ident)*) => {
        generic!(
            [$first: Describe $(, $name: Describe)*]
            ($first, $($name,)*): TypeLayout::Tuple(&[$first::LAYOUT $(, $name::LAYOUT)*])
        );
        tuples!($($name)*);
    };
}

tuples!(A B C E F G H I J K L M);

impl<T: Describe> Describe for Wrapping<T> {
    const LAYOUT: &'static TypeLayout<'static> = T::LAYOUT;
    const PACKED: Option<VariantType> = T::PACKED;
}

/// A missing field is `None`.
impl<T: Describe> Describe for Option<T> {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Option(T::LAYOUT);
    const KEYS: &'static TypeLayout<'static> = T::KEYS;
    const NULLABLE: bool = true;
    const OPTIONAL: bool = true;
}

/// Nil.
impl Describe for () {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Value(VariantType::Nil, Bounds::None);
    const NULLABLE: bool = true;
}

impl Describe for Variant {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Any;
    const NULLABLE: bool = true;
}
