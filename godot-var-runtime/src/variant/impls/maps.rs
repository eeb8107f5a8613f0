//! Maps: a Dictionary with keys and values of one type each.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::core::ascending::Ascending;
use crate::variant::codec;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::{Facts, header_word};
use crate::variant::traits::{DecodeVariant, EncodeVariant};
use crate::variant::types::VariantType;
use crate::{DecodeError, EncodeError, Output, Reader};

const fn map_facts<D: Dialect>() -> Facts {
    Facts::varying(const { &[header_word::<D>(VariantType::Dictionary)] }, 2, usize::MAX)
        .repeating(true)
}

/// Writes the count and the pairs of a Dictionary.
fn encode_pairs<'a, D, K, V, O>(
    len: usize,
    pairs: impl Iterator<Item = (&'a K, &'a V)>,
    out: &mut O,
) -> Result<(), EncodeError>
where
    D: Dialect,
    K: EncodeVariant<D> + 'a,
    V: EncodeVariant<D> + 'a,
    O: Output,
{
    out.put_u32(codec::wire_len(len)?);
    out.enter()?;
    for (position, (key, value)) in pairs.enumerate() {
        if let Err(error) = key.encode(out) {
            return Err(error.in_index(position));
        }
        if let Err(error) = value.encode(out) {
            return Err(in_pair::<D, K>(error, key, position));
        }
    }
    out.leave();
    Ok(())
}

#[cold]
fn in_pair<D: Dialect, K: EncodeVariant<D>>(
    error: EncodeError,
    key: &K,
    position: usize,
) -> EncodeError {
    let mut bytes = Vec::new();
    let written = key.encode(&mut crate::VecOutput::new(&mut bytes));
    match written.ok().and_then(|()| key_text::<D>(&Reader::new(&bytes))) {
        Some(text) => error.in_key(text),
        None => error.in_index(position),
    }
}

fn key_text<D: Dialect>(reader: &Reader<'_>) -> Option<String> {
    codec::read_text(&mut reader.clone(), &D::SPEC, codec::KEY).ok().map(String::from)
}

/// Reads the pairs of a Dictionary, in their order, into a map for which `make_room` and `insert` are given.
fn decode_pairs<'de, D, K, V, M>(
    reader: &mut Reader<'de>,
    map: &mut M,
    make_room: fn(&mut M, usize),
    insert: fn(&mut M, K, V),
) -> Result<(), DecodeError>
where
    D: Dialect,
    K: DecodeVariant<'de, D>,
    V: DecodeVariant<'de, D>,
{
    let count = codec::open_dictionary(reader, &D::SPEC)?;
    reader.enter()?;
    // The places of a table are a power of two, of which an eighth stays free: about two for a pair.
    let room = reader.room_for::<[(K, V); 2]>(count);
    make_room(map, room);
    for position in 0..count {
        let at = reader.clone();
        let key = match K::decode(reader) {
            Ok(key) => key,
            Err(error) => return Err(in_entry::<D>(error, &at, position)),
        };
        match V::decode(reader) {
            Ok(value) => insert(map, key, value),
            Err(error) => return Err(in_entry::<D>(error, &at, position)),
        }
    }
    reader.give_back::<[(K, V); 2]>(room);
    reader.leave();
    Ok(())
}

#[cold]
fn in_entry<D: Dialect>(error: DecodeError, key: &Reader<'_>, position: usize) -> DecodeError {
    match key_text::<D>(key) {
        Some(text) => error.in_key(text),
        None => error.in_index(position),
    }
}

macro_rules! map {
    (
        $type:ty, [$($params:tt)*], [$($bounds:tt)*],
        |$reader:ident| $decode:expr $(, $decode_in_place:item)?
    ) => {
        impl<D: Dialect, K: EncodeVariant<D>, V: EncodeVariant<D>, $($params)*> EncodeVariant<D> for $type {
            const FACTS: Facts = map_facts::<D>();

            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                out.put_words(const { &[header_word::<D>(VariantType::Dictionary)] });
                <Self as EncodeVariant<D>>::encode_after_prefix(self, out)
            }

            fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
                encode_pairs::<D, K, V, O>(value.len(), value.iter(), out)
            }
        }

        impl<'de, D, K, V, $($params)*> DecodeVariant<'de, D> for $type
        where
            D: Dialect,
            K: DecodeVariant<'de, D> $($bounds)*,
            V: DecodeVariant<'de, D>,
        {
            fn decode($reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                $decode
            }

            $($decode_in_place)?

            fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                reader.seek(reader.position() - 4);
                Self::decode(reader)
            }
        }

    };
}

map!(BTreeMap<K, V>, [], [+ Ord], |reader| {
    let mut map = Ascending::with_capacity(0);
    decode_pairs::<D, K, V, _>(
        reader,
        &mut map,
        |map, room| *map = Ascending::with_capacity(room),
        Ascending::insert,
    )?;
    Ok(map.into_map())
});

#[cfg(feature = "std")]
map!(
    std::collections::HashMap<K, V, S>,
    [S: core::hash::BuildHasher + Default],
    [+ Eq + core::hash::Hash],
    |reader| {
        let mut map = Self::default();
        <Self as DecodeVariant<'de, D>>::decode_in_place(reader, &mut map)?;
        Ok(map)
    },
    fn decode_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        place.clear();
        decode_pairs::<D, K, V, Self>(reader, place, Self::reserve, |map, key, value| {
            map.insert(key, value);
        })
    }
);
