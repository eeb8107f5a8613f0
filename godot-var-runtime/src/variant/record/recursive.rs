//! Replacements for a type inside itself, at which its layout ends.

use core::marker::PhantomData;

use crate::variant::layout::{Again, TypeLayout};
use crate::variant::traits::describe::layout;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::Facts;
use crate::variant::traits::{Describe, EncodeVariant};
use crate::variant::types::VariantType;
use crate::{EncodeError, Output};

/// Replaces `T` in the description of a type that contains itself. `NAME` is the
/// [hash](crate::variant::layout::fingerprint::name_hash) of its Rust name.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Recursive<const NAME: u64, T: ?Sized>(PhantomData<fn() -> T>);

impl<const NAME: u64, T> Describe for Recursive<NAME, T>
where
    T: Describe + ?Sized,
{
    const LAYOUT: &'static TypeLayout<'static> =
        &TypeLayout::Recursive(Again::Compiled(NAME, layout::<T>));
    const KEYS: &'static TypeLayout<'static> = Self::LAYOUT;
}

impl<D, const NAME: u64, T> EncodeVariant<D> for Recursive<NAME, T>
where
    D: Dialect,
    T: EncodeVariant<D> + ?Sized,
{
    const FACTS: Facts = Facts::varying(&[], 1, usize::MAX);

    fn encode<O: Output>(&self, _: &mut O) -> Result<(), EncodeError> {
        Err(nothing_to_encode())
    }
}

/// [`Recursive`] if `T` is the described type, and `T` if it is another type with the same name.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecursiveIf<const OWN: bool, const NAME: u64, T: ?Sized>(PhantomData<fn() -> T>);

impl<const NAME: u64, T> Describe for RecursiveIf<true, NAME, T>
where
    T: Describe + ?Sized,
{
    const LAYOUT: &'static TypeLayout<'static> = <Recursive<NAME, T> as Describe>::LAYOUT;
    const KEYS: &'static TypeLayout<'static> = Self::LAYOUT;
}

impl<D, const NAME: u64, T> EncodeVariant<D> for RecursiveIf<true, NAME, T>
where
    D: Dialect,
    T: EncodeVariant<D> + ?Sized,
{
    const FACTS: Facts = <Recursive<NAME, T> as EncodeVariant<D>>::FACTS;

    fn encode<O: Output>(&self, _: &mut O) -> Result<(), EncodeError> {
        Err(nothing_to_encode())
    }
}

impl<const NAME: u64, T> Describe for RecursiveIf<false, NAME, T>
where
    T: Describe + ?Sized,
{
    const LAYOUT: &'static TypeLayout<'static> = T::LAYOUT;
    const KEYS: &'static TypeLayout<'static> = T::KEYS;
    const PACKED: Option<VariantType> = T::PACKED;
    const NULLABLE: bool = T::NULLABLE;
    const OPTIONAL: bool = T::OPTIONAL;
}

impl<D, const NAME: u64, T> EncodeVariant<D> for RecursiveIf<false, NAME, T>
where
    D: Dialect,
    T: EncodeVariant<D> + ?Sized,
{
    const FACTS: Facts = T::FACTS;

    fn encode<O: Output>(&self, _: &mut O) -> Result<(), EncodeError> {
        Err(nothing_to_encode())
    }
}

/// The error for encoding such a replacement, which no program does.
fn nothing_to_encode() -> EncodeError {
    EncodeError::custom("a mark in a layout has no encoding")
}
