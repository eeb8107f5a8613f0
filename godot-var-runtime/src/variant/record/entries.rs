//! Dictionary records whose keys vary: with fields that may be left out, flattened records or maps.

use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::adapt::{DecodeAs, EncodeAs};
use super::enums::{missing_tag, next_key, read_tag};
use super::reserved::ReservedKeys;
use super::slot::Slot;
use super::template::{FieldSet, key_id};
use super::write::in_slot;
use super::{ReadRecord, Record, Sink, Source, at_slot, missing};
use crate::variant::codec;
use crate::variant::codec::skip::skip_value;
use crate::variant::layout::Tag;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::{DecodeVariant, EncodeVariant};
use crate::variant::types::DialectSpec;
use crate::variant::types::VariantType;
use crate::variant::values::variant::{Dictionary, Variant};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader, VecOutput};

/// A value that `flatten` accepts: its pairs can be among those of another Dictionary.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be flattened",
    label = "has no keys of its own",
    note = "flatten a struct that derives `GodotVar` with named fields, an enum with a `tag`, a `HashMap` or `BTreeMap` with text keys, a `Dictionary`, or an `Option` of these"
)]
#[doc(hidden)]
pub trait EncodeEntries<D: Dialect> {
    /// The number of its pairs.
    fn entry_count(&self) -> usize;

    /// Writes the pairs, key before value. A map must not have any of the `reserved` keys.
    fn encode_entries<O: Output>(
        &self,
        reserved: ReservedKeys,
        out: &mut O,
    ) -> Result<(), EncodeError>;
}

/// A value that `flatten` accepts and that can be read: from pairs among those of another Dictionary.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read as flattened fields",
    label = "has no keys of its own",
    note = "flatten a struct that derives `GodotVar` with named fields, an enum with a `tag`, a `HashMap` or `BTreeMap` with text keys, a `Dictionary`, or an `Option` of these"
)]
#[doc(hidden)]
pub trait DecodeEntries<'de, D: Dialect>: EncodeEntries<D> + Sized {
    /// Takes its pairs and leaves the others.
    fn decode_entries(entries: &mut Entries<'de, D>) -> Result<Self, DecodeError>;

    /// Whether the pairs that it requires exist. Their values are not examined.
    fn may_be(entries: &Entries<'de, D>) -> bool {
        let _ = entries;
        true
    }
}

// ---------------------------------------------------------------- writing

/// Counts the pairs of a record.
struct Count(usize);

impl<D: Dialect> Sink<D> for Count {
    type Stop = core::convert::Infallible;

    fn put_as<M: EncodeAs<D, T>, T: ?Sized>(
        &mut self,
        _slot: &'static Slot,
        _value: &T,
    ) -> Result<(), Self::Stop> {
        self.0 += 1;
        Ok(())
    }

    fn flatten<T: EncodeEntries<D> + ?Sized>(&mut self, value: &T) -> Result<(), Self::Stop> {
        self.0 += value.entry_count();
        Ok(())
    }
}

/// Writes pair by pair.
struct Pairs<'o, O> {
    out: &'o mut O,
    key_header: u32,
    reserved: ReservedKeys,
}

impl<D: Dialect, O: Output> Sink<D> for Pairs<'_, O> {
    type Stop = EncodeError;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put_as<M: EncodeAs<D, T>, T: ?Sized>(
        &mut self,
        slot: &'static Slot,
        value: &T,
    ) -> Result<(), EncodeError> {
        if slot.keyed {
            self.out.put_u32(self.key_header);
            codec::put_text(slot.name, self.out)?;
        }
        match M::encode_as(value, self.out) {
            Ok(()) => Ok(()),
            Err(error) => Err(in_slot(error, slot)),
        }
    }

    fn flatten<T: EncodeEntries<D> + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        value.encode_entries(self.reserved, self.out)
    }
}

/// The number of pairs of a variant whose tag is among the keys of its content.
pub fn count_variant<D: Dialect, R: Record<D>>(value: &R::Value) -> usize {
    1 + count_record::<D, R>(value)
}

/// Writes the pairs of such a variant.
pub fn encode_variant<D: Dialect, R: Record<D>, O: Output>(
    value: &R::Value,
    reserved: ReservedKeys,
    out: &mut O,
) -> Result<(), EncodeError> {
    // After header and count the opening is the pair of the tag.
    out.put_words(R::OPENING.get(2..).unwrap_or_default());
    encode_pairs::<D, R, O>(value, reserved, out)
}

/// The number of pairs of a record.
fn count_record<D: Dialect, R: Record<D>>(value: &R::Value) -> usize {
    let mut count = Count(0);
    let Ok(()) = R::write(value, &mut count);
    count.0
}

/// Writes the pairs of a record.
fn encode_pairs<D: Dialect, R: Record<D>, O: Output>(
    value: &R::Value,
    reserved: ReservedKeys,
    out: &mut O,
) -> Result<(), EncodeError> {
    let key_header = u32::from(const { key_id::<D, R>() }.unwrap_or_default());
    R::write(value, &mut Pairs { out, key_header, reserved })
}

/// Writes a record that has no template.
#[inline(never)]
pub(crate) fn encode_record<D: Dialect, R: Record<D>, O: Output>(
    value: &R::Value,
    out: &mut O,
) -> Result<(), EncodeError> {
    let mut open = R::OPENING;
    if const { !matches!(R::SET, FieldSet::All) } {
        // The count in `OPENING` is that of all fields; the tag after it is one pair.
        let tag = usize::from(R::TAG.is_some());
        let count = codec::wire_len(count_record::<D, R>(value) + tag)?;
        out.put_words(open.get(..1).unwrap_or_default());
        out.put_u32(count);
        open = open.get(2..).unwrap_or_default();
    }
    out.put_words(open);
    out.enter()?;
    let written = encode_pairs::<D, R, O>(value, R::RESERVED, out);
    if const { matches!(R::SET, FieldSet::Flattened) } {
        // A flattened field has the name of its own record.
        written.map_err(|error| error.in_type(R::NAME))?;
    } else {
        written?;
    }
    out.leave();
    Ok(())
}

// ---------------------------------------------------------------- reading

/// One pair of a Dictionary that is being read.
struct Entry<'de> {
    key_at: usize,
    /// The bytes of a text key.
    key: Option<&'de [u8]>,
    value_at: usize,
    taken: bool,
}

impl Entry<'_> {
    fn has_one_of(&self, keys: ReservedKeys) -> bool {
        let key = self.key.and_then(|key| core::str::from_utf8(key).ok());
        key.is_some_and(|key| keys.has(key))
    }
}

/// The pairs of a Dictionary. A field takes those with its keys, a map the rest.
pub struct Entries<'de, D> {
    reader: Reader<'de>,
    start: usize,
    /// The bytes of all pairs.
    bytes: usize,
    list: Vec<Entry<'de>>,
    /// The keys of the record. No map takes them, even if it comes before their fields.
    keys: ReservedKeys,
    dialect: PhantomData<D>,
}

impl<'de, D: Dialect> Entries<'de, D> {
    /// Finds the pairs of the Dictionary at the reader, and steps past it. `keys` are those of the record
    /// that is read from them.
    ///
    /// # Errors
    /// [`DecodeErrorKind::WrongType`] for another type, and those of a broken Dictionary.
    fn read(reader: &mut Reader<'de>, keys: ReservedKeys) -> Result<Self, DecodeError> {
        reader.check_attempts()?;
        let start = reader.position();
        let whole = reader.remaining();
        let count = codec::open_dictionary(reader, &D::SPEC)?;
        let room = reader.room_for::<Entry<'_>>(count);
        reader.enter()?;
        let mut list = Vec::with_capacity(room);
        for _ in 0..count {
            let key_at = reader.position();
            let key = next_key(reader, &D::SPEC)?;
            let value_at = reader.position();
            skip_value(reader, &D::SPEC)?;
            list.push(Entry { key_at, key, value_at, taken: false });
        }
        let bytes = whole - reader.remaining();
        reader.charge(bytes);
        let inside = reader.clone();
        reader.give_back::<Entry<'_>>(room);
        reader.leave();
        Ok(Self { reader: inside, start, bytes, list, keys, dialect: PhantomData })
    }

    /// Whether a pair has one of the slot's keys.
    fn has(&self, slot: &'static Slot) -> bool {
        self.list.iter().any(|entry| entry.key.is_some_and(|key| slot.has_key(key)))
    }

    /// Takes the last pair that has one of the slot's keys.
    fn find<M: DecodeAs<'de, D, T>, T>(
        &mut self,
        slot: &'static Slot,
    ) -> Result<Option<T>, DecodeError> {
        let mut found = None;
        for entry in &mut self.list {
            if entry.key.is_some_and(|key| slot.has_key(key)) {
                entry.taken = true;
                found = Some(entry.value_at);
            }
        }
        let Some(offset) = found else { return Ok(None) };
        self.reader.seek(offset);
        M::decode_as(&mut self.reader).map(Some).map_err(|error| at_slot(error, slot))
    }

    /// Takes all pairs whose keys are not those of the record, in their order.
    pub fn rest<K, V>(&mut self, mut insert: impl FnMut(K, V)) -> Result<(), DecodeError>
    where
        K: DecodeVariant<'de, D>,
        V: DecodeVariant<'de, D>,
    {
        for entry in &mut self.list {
            if entry.taken || entry.has_one_of(self.keys) {
                continue;
            }
            entry.taken = true;
            self.reader.seek(entry.key_at);
            let key = K::decode(&mut self.reader).map_err(|error| in_entry(error, entry))?;
            self.reader.seek(entry.value_at);
            let value = V::decode(&mut self.reader).map_err(|error| in_entry(error, entry))?;
            insert(key, value);
        }
        Ok(())
    }

    /// Takes the tag of a flattened enum; if it is repeated, the last.
    ///
    /// # Errors
    /// [`DecodeErrorKind::MissingField`] without one, [`DecodeErrorKind::WrongType`] for another type.
    pub fn tag(&mut self, key: &'static str) -> Result<Tag<'de>, DecodeError> {
        let mut found = None;
        for entry in self.list.iter_mut().filter(|entry| entry.key == Some(key.as_bytes())) {
            entry.taken = true;
            found = Some(entry.value_at);
        }
        let Some(offset) = found else { return Err(missing_tag(self.start, key)) };
        self.reader.seek(offset);
        read_tag::<D>(&mut self.reader).map_err(|error| error.in_key(key))
    }

    /// Whether there is a pair with the key of a tag.
    pub fn has_tag(&self, key: &str) -> bool {
        self.list.iter().any(|entry| entry.key == Some(key.as_bytes()))
    }

    /// A reader at the Dictionary.
    pub fn reader(&self) -> Reader<'de> {
        let mut reader = self.reader.clone();
        reader.seek(self.start);
        reader
    }

    /// Returns an error if no field took a pair.
    fn check_all_taken(&self, tag: Option<&'static str>) -> Result<(), DecodeError> {
        for entry in self.list.iter().filter(|entry| !entry.taken) {
            let mut at = self.reader.clone();
            at.seek(entry.key_at);
            check_known(&at, tag, &D::SPEC)?;
        }
        Ok(())
    }
}

#[cold]
fn in_entry(error: DecodeError, entry: &Entry<'_>) -> DecodeError {
    match entry.key.map(String::from_utf8_lossy) {
        Some(key) => error.in_key(key.into_owned()),
        None => error,
    }
}

/// The error for the unknown key at the reader, unless it is the tag of the record's enum.
#[cold]
pub(crate) fn check_known(
    reader: &Reader<'_>,
    tag: Option<&'static str>,
    spec: &DialectSpec,
) -> Result<(), DecodeError> {
    let at = reader.position();
    let found = match codec::read_text(&mut reader.clone(), spec, codec::KEY) {
        Ok(text) if Some(text) == tag => return Ok(()),
        Ok(text) => alloc::format!("the unknown key {text:?}"),
        Err(_) => "a key that is not a text".into(),
    };
    Err(DecodeError::new(DecodeErrorKind::UnknownField, at, "known keys only", found))
}

impl<'de, D: Dialect> Source<'de, D> for Entries<'de, D> {
    type Miss = DecodeError;

    fn get_as<M: DecodeAs<'de, D, T>, T>(&mut self, slot: &'static Slot) -> Result<T, DecodeError> {
        match self.find::<M, T>(slot)?.or_else(M::missing_as) {
            Some(value) => Ok(value),
            None => Err(missing(self.start, slot)),
        }
    }

    fn get_or<M: DecodeAs<'de, D, T>, T>(
        &mut self,
        slot: &'static Slot,
        default: impl FnOnce() -> T,
    ) -> Result<T, DecodeError> {
        Ok(self.find::<M, T>(slot)?.unwrap_or_else(default))
    }

    fn skip(&mut self, slot: &'static Slot) {
        for entry in &mut self.list {
            entry.taken |= entry.key.is_some_and(|key| slot.has_key(key));
        }
    }

    fn flatten<T: DecodeEntries<'de, D>>(&mut self) -> Result<T, DecodeError> {
        T::decode_entries(self)
    }
}

/// Reads a record with flattened fields.
///
/// # Errors
/// Those of its fields, with the path.
pub(crate) fn decode_record<'de, D, R>(reader: &mut Reader<'de>) -> Result<R::Value, DecodeError>
where
    D: Dialect,
    R: ReadRecord<'de, D>,
{
    let mut entries = match Entries::<D>::read(reader, R::RESERVED) {
        Ok(entries) => entries,
        Err(error) => return Err(error.in_type(R::NAME)),
    };
    if let Some(tag) = R::TAG {
        for entry in &mut entries.list {
            entry.taken |= entry.key == Some(tag.as_bytes());
        }
    }
    let mut value = R::read(&mut entries);
    reader.spend(&entries.reader);
    if R::DENY_UNKNOWN && value.is_ok() {
        value = entries.check_all_taken(R::TAG).and(value);
    }
    // A flattened field has the name of its own record.
    value.map_err(|error| error.in_type(R::NAME))
}

// ---------------------------------------------------------------- what can be flattened

/// A derived record with keys: its pairs can be among those of another.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be flattened",
    label = "has no keys of its own",
    note = "flatten a struct that derives `GodotVar` with named fields, an enum with a `tag`, a `HashMap` or `BTreeMap` with text keys, a `Dictionary`, or an `Option` of these"
)]
#[doc(hidden)]
pub trait Keyed {}

impl<D: Dialect, T: Keyed + Record<D, Value = T>> EncodeEntries<D> for T {
    fn entry_count(&self) -> usize {
        count_record::<D, T>(self)
    }

    fn encode_entries<O: Output>(
        &self,
        reserved: ReservedKeys,
        out: &mut O,
    ) -> Result<(), EncodeError> {
        encode_pairs::<D, T, O>(self, reserved, out)
    }
}

impl<'de, D, T> DecodeEntries<'de, D> for T
where
    D: Dialect,
    T: Keyed + Record<D, Value = T> + ReadRecord<'de, D, Value = T>,
{
    fn decode_entries(entries: &mut Entries<'de, D>) -> Result<Self, DecodeError> {
        T::read(entries)
    }

    fn may_be(entries: &Entries<'de, D>) -> bool {
        T::SLOTS.iter().all(|slot| !slot.required || entries.has(slot))
    }
}

impl<D: Dialect, T: EncodeEntries<D>> EncodeEntries<D> for Option<T> {
    fn entry_count(&self) -> usize {
        self.as_ref().map_or(0, T::entry_count)
    }

    fn encode_entries<O: Output>(
        &self,
        reserved: ReservedKeys,
        out: &mut O,
    ) -> Result<(), EncodeError> {
        match self {
            Some(value) => value.encode_entries(reserved, out),
            None => Ok(()),
        }
    }
}

/// `None` if pairs that `T` requires are missing, or do not fit.
impl<'de, D: Dialect, T: DecodeEntries<'de, D>> DecodeEntries<'de, D> for Option<T> {
    fn decode_entries(entries: &mut Entries<'de, D>) -> Result<Self, DecodeError> {
        if !T::may_be(entries) {
            return Ok(None);
        }
        let taken: Vec<bool> = entries.list.iter().map(|entry| entry.taken).collect();
        match T::decode_entries(entries) {
            Ok(value) => Ok(Some(value)),
            Err(error) if error.is_of_limits() => Err(error),
            Err(_) => {
                entries.reader.read_in_vain(entries.bytes)?;
                for (entry, taken) in entries.list.iter_mut().zip(taken) {
                    entry.taken = taken;
                }
                Ok(None)
            }
        }
    }
}

/// Returns an error if a field has the key of a map.
fn check_key<D: Dialect, K: EncodeVariant<D>>(
    key: &K,
    reserved: ReservedKeys,
) -> Result<(), EncodeError> {
    if const { matches!(K::PACKED, Some(VariantType::PackedStringArray)) } {
        return reserved.check(K::text_of(key));
    }
    // Any other type may be written as a text: an enum, a newtype.
    let mut bytes = Vec::new();
    key.encode(&mut VecOutput::new(&mut bytes))?;
    match codec::read_text(&mut Reader::new(&bytes), &D::SPEC, codec::KEY) {
        Ok(text) => reserved.check(text),
        Err(_) => Ok(()),
    }
}

macro_rules! map {
    ($type:ty, [$($params:tt)*], [$($bounds:tt)*]) => {
        impl<D: Dialect, K: EncodeVariant<D>, V: EncodeVariant<D>, $($params)*> EncodeEntries<D> for $type {
            fn entry_count(&self) -> usize {
                self.len()
            }

            fn encode_entries<O: Output>(&self, reserved: ReservedKeys, out: &mut O) -> Result<(), EncodeError> {
                for (key, value) in self {
                    check_key::<D, K>(key, reserved)?;
                    key.encode(out)?;
                    value.encode(out)?;
                }
                Ok(())
            }
        }

        impl<'de, D, K, V, $($params)*> DecodeEntries<'de, D> for $type
        where
            D: Dialect,
            K: DecodeVariant<'de, D> $($bounds)*,
            V: DecodeVariant<'de, D>,
        {
            fn decode_entries(entries: &mut Entries<'de, D>) -> Result<Self, DecodeError> {
                let mut map = Self::default();
                entries.rest(|key, value| {
                    map.insert(key, value);
                })?;
                Ok(map)
            }
        }
    };
}

map!(alloc::collections::BTreeMap<K, V>, [], [+ Ord]);
#[cfg(feature = "std")]
map!(
    std::collections::HashMap<K, V, S>,
    [S: core::hash::BuildHasher + Default],
    [+ Eq + core::hash::Hash]
);

impl<D: Dialect> EncodeEntries<D> for Dictionary {
    fn entry_count(&self) -> usize {
        self.entries.len()
    }

    fn encode_entries<O: Output>(
        &self,
        reserved: ReservedKeys,
        out: &mut O,
    ) -> Result<(), EncodeError> {
        for (key, value) in &self.entries {
            match key {
                Variant::String(key) => reserved.check(key)?,
                Variant::StringName(key) => reserved.check(key.as_str())?,
                _ => {}
            }
            key.put_in(out, &D::SPEC)?;
            value.put_in(out, &D::SPEC)?;
        }
        Ok(())
    }
}

impl<'de, D: Dialect> DecodeEntries<'de, D> for Dictionary {
    fn decode_entries(entries: &mut Entries<'de, D>) -> Result<Self, DecodeError> {
        let mut dictionary = Self::new();
        entries.rest(|key: Variant, value: Variant| dictionary.entries.push((key, value)))?;
        dictionary.remove_repeated_keys();
        Ok(dictionary)
    }
}
