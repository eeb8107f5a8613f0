//! What stands for a type inside itself, where layouts are made.

use core::marker::PhantomData;

use crate::variant::layout::{Again, TypeLayout};
use crate::variant::traits::Wire;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::Facts;
use crate::variant::traits::shortcuts::NoShortcuts;
use crate::variant::types::VariantType;

/// Replaces `T` in the description of a type that contains itself.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Recursive<T: ?Sized>(PhantomData<fn() -> T>);

/// Returns the layout of `T`, on demand.
fn layout_of<D: Dialect, T: Wire<D> + ?Sized>() -> &'static TypeLayout<'static> {
    T::LAYOUT
}

impl<D: Dialect, T: Wire<D> + ?Sized> Wire<D> for Recursive<T> {
    type Shortcuts = NoShortcuts;
    const FACTS: Facts = Facts::varying(&[], 1, usize::MAX);
    const LAYOUT: &'static TypeLayout<'static> =
        &TypeLayout::Recursive(Again::Compiled(layout_of::<D, T>));
}

/// [`Recursive<T>`] if `T` is the described type, and `T` if it is another type with the same name.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecursiveIf<const OWN: bool, T: ?Sized>(PhantomData<fn() -> T>);

impl<D: Dialect, T: Wire<D> + ?Sized> Wire<D> for RecursiveIf<true, T> {
    type Shortcuts = NoShortcuts;
    const FACTS: Facts = <Recursive<T> as Wire<D>>::FACTS;
    const LAYOUT: &'static TypeLayout<'static> = <Recursive<T> as Wire<D>>::LAYOUT;
}

impl<D: Dialect, T: Wire<D> + ?Sized> Wire<D> for RecursiveIf<false, T> {
    type Shortcuts = NoShortcuts;
    const FACTS: Facts = T::FACTS;
    const LAYOUT: &'static TypeLayout<'static> = T::LAYOUT;
    const PACKED: Option<VariantType> = T::PACKED;
    const NULLABLE: bool = T::NULLABLE;
    const OPTIONAL: bool = T::OPTIONAL;
}
