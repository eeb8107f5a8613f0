//! The functions that derived code calls: records, enums, and adapters of fields.
//!
//! # Words
//!
//! | Word | Meaning |
//! |---|---|
//! | record | a struct, or the fields of an enum's variant (in code: a member), as one Dictionary or Array |
//! | [facts](crate::variant::Facts) | what the compiler knows of a type's bytes. Its shape is one of three: fixed, two widths, varying |
//! | prefix | the constant words with which every encoding of a type begins, such as the header of a text |
//! | usual form | the encoding that nearly all values of a type have: an `i64` in 32 bits, an `f64` in 64 |
//! | bounded | of a record: its longest form is short enough that one check makes room for any value |
//! | run | words whose positions are constant: it holds values of fixed types, and ends where one of another shape begins |
//! | template | words (four bytes each) that are known while compiling: all runs of a record, and the usual form of the whole record, with zeros (holes) where values go |
//! | slot | the place of a field in its run and in the usual form |
//! | sink, source | the destination of a record's fields ([`Sink`]), and their origin ([`Source`]) |
//! | entries | the pairs of a Dictionary, for records whose set of keys varies |
//!
//! # A record in words
//!
//! ```text
//! struct Hit { target: i32, by: String, points: u32 }          one row is 4 bytes
//!
//! run 0   0  1b 00 00 00  Dictionary ─┐ opening
//!         1  03 00 00 00  3 pairs    ─┘
//!         2  04 00 00 00  String     ─┐
//!         3  06 00 00 00  6 bytes     │ key
//!         4  "targ"                   │
//!         5  "et" 00 00              ─┘
//!         6  02 00 00 00  int        ─┐ `target`, fixed: slot at 6 of run 0, after 6 constant words;
//!         7  00 00 00 00  hole       ─┘ its usual form is part of the run
//!         8  04 00 00 00             ─┐
//!         9  02 00 00 00              │ key
//!        10  "by" 00 00              ─┘
//!        11  04 00 00 00  String      prefix of `by`, varying: the run ends after it, slot at 12
//!            length and text, by `encode_after_prefix`
//! run 1   0  04 00 00 00             ─┐
//!         1  06 00 00 00              │ key
//!         2  "poin"                   │
//!         3  "ts" 00 00              ─┘
//!            header and number, by `encode_words`: `points` has two widths, slot at 4 of run 1
//! ```
//!
//! A record of fixed fields only is one run, and the run is its usual form. So is the usual form of a
//! record in which numbers take their likelier width; elements of lists are written by it.
//!
//! # The way of an `i32` out
//!
//! ```text
//! hit.to_variant_bytes::<Godot4>()
//!   Hit::encode                  derived: one line
//!     record::encode             chooses the way: `Hit` has no usual form and no bound
//!       write_runs               makes the sink
//!         Hit::write             derived: one line a field
//!           Runs::put_as         once in a run: appends its words; then finds the hole of the slot
//!             i32::fill          sets the word
//! ```
//!
//! [`encode`] tries up to three ways, and skips those that a type does not have:
//!
//! 1. `put_usual`: the usual form of the whole record, by the sink `Words<true>`.
//! 2. A bounded record with one check, by the sink `Words<false>`; any other run by run, by `write_runs` and the sink `Runs`.
//! 3. Pair by pair, from `entries`: a record of varying keys, or a bounded one for which the check has failed.
//!
//! A list tries `fill` for each element, and calls `encode` for one that takes another form. In release builds the
//! common way is inlined into one function, where slots are constants.
//!
//! # The way in
//!
//! ```text
//! Hit::from_variant_bytes::<Godot4>(bytes)
//!   Hit::decode                  derived: one line
//!     record::decode             goes into the record to read it in its usual order
//!       Hit::read                derived: one line a field
//!         RunsOf::get_as         once in a run: looks at its words; compares the constant ones before the slot
//!           i32::from_words      the value of the word
//! ```
//!
//! A record in any other form is read by `decode_located`: `locate_fields` finds where each key's value begins, and the
//! source `Located` reads it there. A record with flattened fields is read from its `Entries`. Only these ways make errors.
//!
//! A record of one length in a field is part of the run: `from_words` reads it there, by the same source.
//!
//! # The way of a list in
//!
//! ```text
//! Vec::<Hit>::decode             `impls/lists.rs`: takes the header and the count
//!   Hit::decode_elements         by `decode_as_record!` in `members.rs`
//!     record::decode_elements    one attempt for as many records as have the usual order
//!       Hit::read                by the source `RunsOf`, as above
//! ```
//!
//! A record in another order is read by `decode_located`; then the usual order is tried again. [`decode_variants`] does the
//! same for an enum whose variants have ids.
//!
//! # What a record costs the compiler
//!
//! Each record has its own `write` and `read`, once for each sink and source. The functions that these call are
//! inlined in release builds, where slots become constants. In dev builds there is one for each
//! type of field, or one for all: `cfg_attr(not(debug_assertions), inline(always))`.
//!
//! The const functions of `template`, `slot` and `fields` are interpreted for each field of each
//! record. A call costs the interpreter as much as dozens of other steps.

pub(crate) mod adapt;
pub(crate) mod checks;
pub(crate) mod delta;
mod elements;
pub(crate) mod entries;
pub mod enums;
pub(crate) mod fields;
mod locate;
mod located;
mod members;
mod pointer;
pub(crate) mod probes;
mod read;
pub(crate) mod recursive;
pub(crate) mod reserved;
pub(crate) mod slot;
mod source;
pub(crate) mod template;
mod words;
mod write;

use adapt::{DecodeAs, EncodeAs, Same};
use entries::{DecodeEntries, EncodeEntries};
use slot::Slot;
use template::Template;

use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::{DecodeVariant, EncodeVariant};

pub use elements::{decode_elements, decode_elements_in_place, decode_variants, push_variant};
pub(crate) use located::{at_slot, missing};
pub use read::{decode, decode_after_prefix, decode_in_place, from_words, may_be};
pub use words::fill;
pub use write::{encode, encode_after_prefix};

/// A record that can be written: calls [`Sink::put`] once a field, in order.
#[doc(hidden)]
pub trait Record<D: Dialect>: Template<D> {
    /// The value that holds the fields: the record itself, or the enum of which it is a member.
    type Value: ?Sized;

    /// Puts the fields.
    fn write<S: Sink<D>>(value: &Self::Value, sink: &mut S) -> Result<(), S::Stop>;
}

/// A record that can be read: calls [`Source::get`] once a field, in order.
#[doc(hidden)]
pub trait ReadRecord<'de, D: Dialect>: Template<D> {
    /// The value that holds the fields.
    type Value;

    /// Gets the fields and builds the value.
    fn read<S: Source<'de, D>>(source: &mut S) -> Result<Self::Value, S::Miss>;

    /// Gets the fields in place of an existing value.
    fn read_into<S: Source<'de, D>>(
        source: &mut S,
        place: &mut Self::Value,
    ) -> Result<(), S::Miss> {
        *place = Self::read(source)?;
        Ok(())
    }
}

/// The destination of a record's fields. `M` is the codec of a field: [`Same`] if it has no attribute for its encoding.
pub trait Sink<D: Dialect> {
    /// The reason to stop.
    type Stop;

    /// Takes the field of a slot, without a codec.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<T: EncodeVariant<D> + ?Sized>(
        &mut self,
        slot: &'static Slot,
        value: &T,
    ) -> Result<(), Self::Stop> {
        self.put_as::<Same, T>(slot, value)
    }

    /// Takes the field of a slot.
    fn put_as<M: EncodeAs<D, T>, T: ?Sized>(
        &mut self,
        slot: &'static Slot,
        value: &T,
    ) -> Result<(), Self::Stop>;

    /// Takes a field whose pairs are among those of the record.
    fn flatten<T: EncodeEntries<D> + ?Sized>(&mut self, value: &T) -> Result<(), Self::Stop>;
}

/// The record has another form than the one that is tried.
struct OtherForm;

/// The origin of a record's fields. `M` is the codec of a field, as in [`Sink`].
pub trait Source<'de, D: Dialect> {
    /// The reason why it has no field.
    type Miss;

    /// Returns the field of a slot, without a codec.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get<T: DecodeVariant<'de, D>>(&mut self, slot: &'static Slot) -> Result<T, Self::Miss> {
        self.get_as::<Same, T>(slot)
    }

    /// Returns the field of a slot.
    fn get_as<M: DecodeAs<'de, D, T>, T>(&mut self, slot: &'static Slot) -> Result<T, Self::Miss>;

    /// Returns the field of a slot, or the result of `default` if the field is missing.
    fn get_or<M: DecodeAs<'de, D, T>, T>(
        &mut self,
        slot: &'static Slot,
        default: impl FnOnce() -> T,
    ) -> Result<T, Self::Miss>;

    /// As [`get`](Self::get), in place of a value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get_into<T: DecodeVariant<'de, D>>(
        &mut self,
        slot: &'static Slot,
        place: &mut T,
    ) -> Result<(), Self::Miss> {
        self.get_into_as::<Same, T>(slot, place)
    }

    /// As [`get_as`](Self::get_as), in place of a value.
    fn get_into_as<M: DecodeAs<'de, D, T>, T>(
        &mut self,
        slot: &'static Slot,
        place: &mut T,
    ) -> Result<(), Self::Miss> {
        *place = self.get_as::<M, T>(slot)?;
        Ok(())
    }

    /// As [`get_or`](Self::get_or), in place of a value.
    fn get_or_into<M: DecodeAs<'de, D, T>, T>(
        &mut self,
        slot: &'static Slot,
        default: impl FnOnce() -> T,
        place: &mut T,
    ) -> Result<(), Self::Miss> {
        *place = self.get_or::<M, T>(slot, default)?;
        Ok(())
    }

    /// Skips the field of a slot, which is never read. Sources that mark pairs as taken mark this one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn skip(&mut self, slot: &'static Slot) {
        let _ = slot;
    }

    /// Returns a field whose pairs are among those of the record.
    fn flatten<T: DecodeEntries<'de, D>>(&mut self) -> Result<T, Self::Miss>;
}
