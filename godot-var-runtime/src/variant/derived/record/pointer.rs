//! A pointer to a record is that record: what lets `Box<T>` stand where the fields of `T` may.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;

use super::{ReadRecord, Record, Sink, Source};
use crate::reader::Word;
use crate::variant::VariantType;
use crate::variant::derived::entries::Keyed;
use crate::variant::derived::fields::{Ask, Field, FieldTable};
use crate::variant::derived::slot::Slot;
use crate::variant::derived::template::{FieldSet, Template};
use crate::variant::format::dialect::Dialect;

macro_rules! pointer {
    ($type:ident) => {
        impl<D: Dialect, Q: Ask, T: FieldTable<D, Q>> FieldTable<D, Q> for $type<T> {
            const FIELDS: &'static [Field] = T::FIELDS;
        }

        impl<D: Dialect, T: Template<D>> Template<D> for $type<T> {
            const OPENING: &'static [Word] = T::OPENING;
            const RUNS: &'static [Word] = T::RUNS;
            const USUAL: &'static [Word] = T::USUAL;
            const SLOTS: &'static [Slot] = T::SLOTS;
            const SET: FieldSet = T::SET;
            const KEYS: VariantType = T::KEYS;
            const TAG: Option<&'static str> = T::TAG;
            const DENY_UNKNOWN: bool = T::DENY_UNKNOWN;
            type Offsets = T::Offsets;
        }

        impl<D: Dialect, T: Record<D, Value = T>> Record<D> for $type<T> {
            type Value = Self;

            #[inline(always)]
            fn write<S: Sink<D>>(value: &Self, sink: &mut S) -> Result<(), S::Stop> {
                T::write(value, sink)
            }
        }

        impl<'de, D: Dialect, T: ReadRecord<'de, D, Value = T>> ReadRecord<'de, D> for $type<T> {
            type Value = Self;

            #[inline(always)]
            fn read<S: Source<'de, D>>(source: &mut S) -> Result<Self, S::Miss> {
                T::read(source).map(Self::new)
            }
        }

        impl<T: Keyed> Keyed for $type<T> {}
    };
}

pointer!(Box);
pointer!(Rc);
pointer!(Arc);
