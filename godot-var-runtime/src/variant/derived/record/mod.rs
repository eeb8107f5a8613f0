//! Writing and reading records: the struct or enum member that a derive has laid out.
//!
//! The derive emits each field twice: once in [`Record::write`], once in [`ReadRecord::read`].
//! Everything else is a [`Sink`] or [`Source`] of this module over those two.

mod bounded;
mod elements;
mod locate;
mod located;
mod pointer;
mod read;
mod source;
mod write;

use crate::variant::derived::adapt::DecodeInto;
use crate::variant::derived::entries::{DecodeEntries, EncodeEntries};
use crate::variant::derived::slot::Slot;
use crate::variant::derived::template::Template;
use crate::variant::format::dialect::Dialect;
use crate::variant::traits::{DecodeVariant, EncodeVariant};

pub use bounded::encode_variant;
pub(in crate::variant) use bounded::{encode_rest_of_many, put_one_of_many};
pub use elements::{decode_elements, decode_elements_in_place, decode_variants, push_variant};
pub(in crate::variant) use locate::wrong_length;
pub(in crate::variant) use located::{at_slot, missing};
pub use read::{build, check, decode, decode_after_prefix, decode_in_place, may_be};
pub use write::{encode, encode_after_prefix, fill};

/// A record that can be written: calls [`Sink::put`] once a field, in order.
pub trait Record<D: Dialect>: Template<D> {
    /// The value that holds the fields: the record itself, or the enum of which it is a member.
    type Value: ?Sized;

    /// Puts the fields.
    ///
    /// # Errors
    /// What the sink stops with.
    fn write<S: Sink<D>>(value: &Self::Value, sink: &mut S) -> Result<(), S::Stop>;
}

/// A record that can be read: calls [`Source::get`] once a field, in order.
pub trait ReadRecord<'de, D: Dialect>: Template<D> {
    /// The value that holds the fields.
    type Value;

    /// Gets the fields and builds the value.
    ///
    /// # Errors
    /// What the source misses.
    fn read<S: Source<'de, D>>(source: &mut S) -> Result<Self::Value, S::Miss>;

    /// Gets the fields into a value that is there.
    ///
    /// # Errors
    /// What the source misses; the value then has some of the new fields.
    fn read_into<S: Source<'de, D>>(
        source: &mut S,
        place: &mut Self::Value,
    ) -> Result<(), S::Miss> {
        *place = Self::read(source)?;
        Ok(())
    }
}

/// What a record's fields are put into.
pub trait Sink<D: Dialect> {
    /// Why it stops.
    type Stop;

    /// Takes the field of a slot.
    ///
    /// # Errors
    /// Stops the record.
    fn put<T: EncodeVariant<D> + ?Sized>(
        &mut self,
        slot: &'static Slot,
        value: &T,
    ) -> Result<(), Self::Stop>;

    /// Takes the fields of a field.
    ///
    /// # Errors
    /// Stops the record.
    fn flatten<T: EncodeEntries<D> + ?Sized>(&mut self, value: &T) -> Result<(), Self::Stop>;
}

/// What a record's fields are got from.
pub trait Source<'de, D: Dialect> {
    /// Why it misses.
    type Miss;

    /// Gives the field of a slot.
    ///
    /// # Errors
    /// Ends the record.
    fn get<T: DecodeVariant<'de, D>>(&mut self, slot: &'static Slot) -> Result<T, Self::Miss>;

    /// Gives the field of a slot, or what `default` makes when it is missing.
    ///
    /// # Errors
    /// Ends the record.
    fn get_or<T: DecodeVariant<'de, D>>(
        &mut self,
        slot: &'static Slot,
        default: impl FnOnce() -> T,
    ) -> Result<T, Self::Miss>;

    /// As [`get`](Self::get), in place of a field that has the type which travels.
    ///
    /// # Errors
    /// Ends the record.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_into<T: DecodeVariant<'de, D>>(
        &mut self,
        slot: &'static Slot,
        place: &mut T,
    ) -> Result<(), Self::Miss> {
        self.get_as_into::<T, T>(slot, place)
    }

    /// As [`get`](Self::get), in place of a field.
    ///
    /// # Errors
    /// Ends the record.
    fn get_as_into<T: DecodeInto<'de, D, V>, V>(
        &mut self,
        slot: &'static Slot,
        place: &mut V,
    ) -> Result<(), Self::Miss> {
        *place = self.get::<T>(slot)?.into_value();
        Ok(())
    }

    /// As [`get_or`](Self::get_or), in place of a field.
    ///
    /// # Errors
    /// Ends the record.
    fn get_as_or_into<T: DecodeInto<'de, D, V>, V>(
        &mut self,
        slot: &'static Slot,
        default: impl FnOnce() -> T,
        place: &mut V,
    ) -> Result<(), Self::Miss> {
        *place = self.get_or::<T>(slot, default)?.into_value();
        Ok(())
    }

    /// Gives a field from the fields that stand among those of the record.
    ///
    /// # Errors
    /// Ends the record.
    fn flatten<T: DecodeEntries<'de, D>>(&mut self) -> Result<T, Self::Miss>;
}
