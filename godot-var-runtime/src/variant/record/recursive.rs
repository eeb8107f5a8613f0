//! What stands for a type inside itself, where layouts are made.

use core::marker::PhantomData;

use crate::variant::layout::{Again, TypeLayout};
use crate::variant::traits::EncodeVariant;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::Facts;
use crate::variant::types::VariantType;
use crate::{EncodeError, Output};

/// Replaces `T` in the description of a type that contains itself.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Recursive<T: ?Sized>(PhantomData<fn() -> T>);

/// Returns the layout of `T`, on demand.
fn layout_of<D: Dialect, T: EncodeVariant<D> + ?Sized>() -> &'static TypeLayout<'static> {
    T::LAYOUT
}

impl<D: Dialect, T: EncodeVariant<D> + ?Sized> EncodeVariant<D> for Recursive<T> {
    const FACTS: Facts = Facts::varying(&[], 1, usize::MAX);
    const LAYOUT: &'static TypeLayout<'static> =
        &TypeLayout::Recursive(Again::Compiled(layout_of::<D, T>));

    fn encode<O: Output>(&self, _: &mut O) -> Result<(), EncodeError> {
        Err(nothing_to_encode())
    }
}

/// [`Recursive<T>`] if `T` is the described type, and `T` if it is another type with the same name.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecursiveIf<const OWN: bool, T: ?Sized>(PhantomData<fn() -> T>);

impl<D: Dialect, T: EncodeVariant<D> + ?Sized> EncodeVariant<D> for RecursiveIf<true, T> {
    const FACTS: Facts = <Recursive<T> as EncodeVariant<D>>::FACTS;
    const LAYOUT: &'static TypeLayout<'static> = <Recursive<T> as EncodeVariant<D>>::LAYOUT;

    fn encode<O: Output>(&self, _: &mut O) -> Result<(), EncodeError> {
        Err(nothing_to_encode())
    }
}

impl<D: Dialect, T: EncodeVariant<D> + ?Sized> EncodeVariant<D> for RecursiveIf<false, T> {
    const FACTS: Facts = T::FACTS;
    const LAYOUT: &'static TypeLayout<'static> = T::LAYOUT;
    const PACKED: Option<VariantType> = T::PACKED;
    const NULLABLE: bool = T::NULLABLE;
    const OPTIONAL: bool = T::OPTIONAL;

    fn encode<O: Output>(&self, _: &mut O) -> Result<(), EncodeError> {
        Err(nothing_to_encode())
    }
}

/// The error for encoding what stands for a type in its layout.
fn nothing_to_encode() -> EncodeError {
    EncodeError::custom("a mark in a layout has no encoding")
}
