//! Pointers to records, which can be flattened if the record can.
//!
//! `Box<T>` has the traits of a record. The derive implements those of flattened values for a `Box` of an enum, which Rust
//! allows in other crates for no other pointer. `Rc` and `Arc` have the traits of flattened values, by those of `T`.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;

use super::{ReadRecord, Record, Sink, Source};
use crate::core::reader::Word;
use crate::variant::layout::RecordLayout;
use crate::variant::record::entries::{DecodeEntries, EncodeEntries, Entries, Keyed};
use crate::variant::record::fields::Field;
use crate::variant::record::reserved::ReservedKeys;
use crate::variant::record::slot::Slot;
use crate::variant::record::template::{FieldSet, Template};
use crate::variant::traits::dialect::Dialect;
use crate::{DecodeError, EncodeError, Output};

impl<D: Dialect, T: Template<D>> Template<D> for Box<T> {
    const NAME: &'static str = T::NAME;
    const RECORD: &'static RecordLayout<'static> = T::RECORD;
    const FIELDS: &'static [Field] = T::FIELDS;
    const OPENING: &'static [Word] = T::OPENING;
    const RUNS: &'static [Word] = T::RUNS;
    const USUAL: &'static [Word] = T::USUAL;
    const SLOTS: &'static [Slot] = T::SLOTS;
    const SET: FieldSet = T::SET;
    const TAG: Option<&'static str> = T::TAG;
    type Offsets = T::Offsets;
}

impl<D: Dialect, T: Record<D, Value = T>> Record<D> for Box<T> {
    type Value = Self;

    #[inline(always)]
    fn write<S: Sink<D>>(value: &Self, sink: &mut S) -> Result<(), S::Stop> {
        T::write(value, sink)
    }
}

impl<'de, D: Dialect, T: ReadRecord<'de, D, Value = T>> ReadRecord<'de, D> for Box<T> {
    type Value = Self;

    #[inline(always)]
    fn read<S: Source<'de, D>>(source: &mut S) -> Result<Self, S::Miss> {
        T::read(source).map(Self::new)
    }
}

impl<T: Keyed> Keyed for Box<T> {}

macro_rules! shared {
    ($type:ident) => {
        impl<D: Dialect, T: EncodeEntries<D>> EncodeEntries<D> for $type<T> {
            fn entry_count(&self) -> usize {
                T::entry_count(self)
            }

            fn encode_entries<O: Output>(
                &self,
                reserved: ReservedKeys,
                out: &mut O,
            ) -> Result<(), EncodeError> {
                T::encode_entries(self, reserved, out)
            }
        }

        impl<'de, D: Dialect, T: DecodeEntries<'de, D>> DecodeEntries<'de, D> for $type<T> {
            fn decode_entries(entries: &mut Entries<'de, D>) -> Result<Self, DecodeError> {
                T::decode_entries(entries).map(Self::new)
            }

            fn may_be(entries: &Entries<'de, D>) -> bool {
                T::may_be(entries)
            }
        }
    };
}

shared!(Rc);
shared!(Arc);
