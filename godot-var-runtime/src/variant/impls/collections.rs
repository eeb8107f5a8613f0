//! Lists, arrays, maps and tuples.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::reader::Word;
use crate::variant::derived::facts::{Facts, has_type, header_word, real_header_word};
use crate::variant::derived::record::wrong_length;
use crate::variant::derived::shortcuts::{DecodeShortcuts, EncodeShortcuts};
use crate::variant::format::dialect::{Dialect, RealForm};
use crate::variant::inspect::describe::TypeLayout;
use crate::variant::traits::{DecodeVariant, EncodeVariant, Wire};
use crate::variant::{Generation, VariantType, format};
use crate::{DecodeError, EncodeError, Output, Reader};

/// The packed array that lists of `T` are written as in the dialect.
const fn packed<D: Dialect, T: Wire<D>>() -> Option<VariantType> {
    match T::PACKED {
        Some(kind) if has_type::<D>(kind) => Some(kind),
        _ => None,
    }
}

/// The header of a list of `T`.
const fn list_header<D: Dialect, T: Wire<D>>() -> Word {
    match packed::<D, T>() {
        Some(kind) => match kind {
            VariantType::PackedVector2Array
            | VariantType::PackedVector3Array
            | VariantType::PackedVector4Array
                if matches!(D::SPEC.real, RealForm::DoubleFlagged) =>
            {
                real_header_word::<D>(kind)
            }
            _ => header_word::<D>(kind),
        },
        None => header_word::<D>(VariantType::Array),
    }
}

/// Writes a list without its header.
fn encode_list<D, T, O>(list: &[T], out: &mut O) -> Result<(), EncodeError>
where
    D: Dialect,
    T: EncodeVariant<D>,
    O: Output,
{
    if const { packed::<D, T>().is_some() } {
        return T::Shortcuts::encode_packed(list, out);
    }
    out.put_u32(format::wire_len(list.len())?);
    out.reserve(list.len().saturating_mul(T::FACTS.min_bytes()));
    out.enter()?;
    let usual = T::FACTS.usual;
    // How many elements may take another form before the usual one is no longer tried.
    let mut patience = if usual.is_empty() { 0 } else { 4 + list.len() / 8 };
    for (index, element) in list.iter().enumerate() {
        if patience > 0 {
            if out.put_filled(usual, |words| T::Shortcuts::fill(element, words)) {
                continue;
            }
            patience -= 1;
        }
        if let Err(error) = element.encode(out) {
            return Err(error.in_index(index));
        }
    }
    out.leave();
    Ok(())
}

/// Reads a list of any type that lists of `T` are read from.
fn decode_list<'de, D, T>(reader: &mut Reader<'de>) -> Result<Vec<T>, DecodeError>
where
    D: Dialect,
    T: DecodeVariant<'de, D>,
{
    let start = reader.clone();
    let (kind, header) = format::read_header(reader, &D::SPEC)?;
    if kind == VariantType::Array {
        if matches!(D::SPEC.generation, Generation::Godot4) {
            format::read_element_type(reader, header >> 16, &D::SPEC)?;
        }
        return decode_elements::<D, T>(reader);
    }
    let mut list = Vec::new();
    match T::Shortcuts::decode_packed(reader, kind, header, &mut list) {
        Some(Ok(())) => Ok(list),
        Some(Err(error)) => Err(error),
        None => Err(no_list::<D, T>(&start)),
    }
}

#[cold]
fn no_list<D: Dialect, T: Wire<D>>(start: &Reader<'_>) -> DecodeError {
    let expected = const {
        match packed::<D, T>() {
            Some(kind) => kind.name(D::SPEC.generation),
            None => "Array",
        }
    };
    format::wrong_type(start, &D::SPEC, expected)
}

/// As [`decode_list`], in place of the elements of a list.
fn decode_list_in_place<'de, D, T>(
    reader: &mut Reader<'de>,
    list: &mut Vec<T>,
) -> Result<(), DecodeError>
where
    D: Dialect,
    T: DecodeVariant<'de, D>,
{
    let start = reader.clone();
    let (kind, header) = format::read_header(reader, &D::SPEC)?;
    if kind == VariantType::Array {
        if matches!(D::SPEC.generation, Generation::Godot4) {
            format::read_element_type(reader, header >> 16, &D::SPEC)?;
        }
        return decode_elements_in_place::<D, T>(reader, list);
    }
    match T::Shortcuts::decode_packed(reader, kind, header, list) {
        Some(read) => read,
        None => Err(no_list::<D, T>(&start)),
    }
}

/// The words of the usual form that elements are compared with; none where limits may refuse it.
#[inline(always)]
fn usual_len<D: Dialect, T: Wire<D>>(reader: &Reader<'_>) -> usize {
    if const { T::FACTS.levels == 0 } || reader.allows(T::FACTS.levels, T::FACTS.elements) {
        const { T::FACTS.usual.len() }
    } else {
        0
    }
}

/// Reads the count and the elements of an Array.
fn decode_elements<'de, D, T>(reader: &mut Reader<'de>) -> Result<Vec<T>, DecodeError>
where
    D: Dialect,
    T: DecodeVariant<'de, D>,
{
    let count = format::container_count(reader, "an Array", 4)?;
    reader.enter()?;
    let room = reader.room_for::<T>(count);
    let mut list = Vec::with_capacity(room);
    let usual = usual_len::<D, T>(reader);
    while list.len() < count {
        if usual > 0 {
            let words = reader.rest().as_chunks::<4>().0;
            let fitting = words
                .chunks_exact(usual)
                .take(count - list.len())
                .take_while(|words| T::Shortcuts::check(words))
                .count();
            if fitting > 0 {
                let words = words.get(..fitting * usual).unwrap_or_default();
                list.extend(words.chunks_exact(usual).map(T::Shortcuts::build));
                reader.skip_words(words.len());
                continue;
            }
        }
        match T::decode(reader) {
            Ok(element) => list.push(element),
            Err(error) => return Err(error.in_index(list.len())),
        }
    }
    reader.give_back::<T>(room);
    reader.leave();
    Ok(list)
}

/// As [`decode_elements`], in place of the elements of a list: those that stand in both are
/// themselves read in place.
fn decode_elements_in_place<'de, D, T>(
    reader: &mut Reader<'de>,
    list: &mut Vec<T>,
) -> Result<(), DecodeError>
where
    D: Dialect,
    T: DecodeVariant<'de, D>,
{
    let count = format::container_count(reader, "an Array", 4)?;
    reader.enter()?;
    list.truncate(count);
    let room = reader.room_for::<T>(count);
    list.reserve_exact(room.saturating_sub(list.len()));
    let usual = usual_len::<D, T>(reader);
    let mut index = 0;
    while index < count {
        if usual > 0 {
            let words = reader.rest().as_chunks::<4>().0;
            let fitting = words
                .chunks_exact(usual)
                .take(count - index)
                .take_while(|words| T::Shortcuts::check(words))
                .count();
            if fitting > 0 {
                let words = words.get(..fitting * usual).unwrap_or_default();
                let mut values = words.chunks_exact(usual).map(T::Shortcuts::build);
                let places = list.get_mut(index..).unwrap_or_default();
                // The places first: where they end no value is taken that nobody gets.
                for (place, value) in places.iter_mut().zip(values.by_ref()) {
                    *place = value;
                }
                list.extend(values);
                reader.skip_words(words.len());
                index += fitting;
                continue;
            }
        }
        let read = match list.get_mut(index) {
            Some(place) => T::decode_in_place(reader, place),
            None => T::decode(reader).map(|element| list.push(element)),
        };
        if let Err(error) = read {
            return Err(error.in_index(index));
        }
        index += 1;
    }
    reader.give_back::<T>(room);
    reader.leave();
    Ok(())
}

/// Reads a list whose header was compared with [`list_header`].
fn decode_list_rest<'de, D, T>(reader: &mut Reader<'de>) -> Result<Vec<T>, DecodeError>
where
    D: Dialect,
    T: DecodeVariant<'de, D>,
{
    let header = const { u32::from_le_bytes(list_header::<D, T>()) };
    match const { packed::<D, T>() } {
        Some(kind) => {
            let mut list = Vec::new();
            match T::Shortcuts::decode_packed(reader, kind, header, &mut list) {
                Some(Ok(())) => Ok(list),
                Some(Err(error)) => Err(error),
                None => Err(format::wrong_type(reader, &D::SPEC, "Array")),
            }
        }
        None => decode_elements::<D, T>(reader),
    }
}

const fn list_facts<D: Dialect, T: Wire<D>>() -> Facts {
    // Packed numbers are written at once.
    let repeats = matches!(packed::<D, T>(), None | Some(VariantType::PackedStringArray));
    Facts::varying(const { &[list_header::<D, T>()] }, 2, usize::MAX).repeating(repeats)
}

/// A list: the packed array of its element type where the dialect has one, else an Array.
/// Read from either.
impl<D: Dialect, T: Wire<D>> Wire<D> for [T] {
    type Shortcuts = Self;
    const FACTS: Facts = list_facts::<D, T>();
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::List(T::LAYOUT);
}

impl<D: Dialect, T: EncodeVariant<D>> EncodeVariant<D> for [T] {
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_words(const { &[list_header::<D, T>()] });
        encode_list::<D, T, O>(self, out)
    }
}

impl<D: Dialect, T: EncodeVariant<D>> EncodeShortcuts<D> for [T] {
    fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
        encode_list::<D, T, O>(value, out)
    }
}

impl<D: Dialect, T: Wire<D>> Wire<D> for Vec<T> {
    type Shortcuts = Self;
    const FACTS: Facts = list_facts::<D, T>();
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::List(T::LAYOUT);
}

impl<D: Dialect, T: EncodeVariant<D>> EncodeVariant<D> for Vec<T> {
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        self.as_slice().encode(out)
    }
}

impl<D: Dialect, T: EncodeVariant<D>> EncodeShortcuts<D> for Vec<T> {
    fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
        encode_list::<D, T, O>(value, out)
    }
}

impl<'de, D: Dialect, T: DecodeVariant<'de, D>> DecodeVariant<'de, D> for Vec<T> {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        decode_list::<D, T>(reader)
    }

    fn decode_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        decode_list_in_place::<D, T>(reader, place)
    }
}

impl<'de, D: Dialect, T: DecodeVariant<'de, D>> DecodeShortcuts<'de, D> for Vec<T> {
    fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        decode_list_rest::<D, T>(reader)
    }
}

macro_rules! owned_slice {
    ($type:ident) => {
        impl<'de, D: Dialect, T: DecodeVariant<'de, D>> DecodeVariant<'de, D> for $type<[T]> {
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                decode_list::<D, T>(reader).map(Self::from)
            }
        }

        impl<'de, D: Dialect, T: DecodeVariant<'de, D>> DecodeShortcuts<'de, D> for $type<[T]> {}
    };
}

owned_slice!(Box);
owned_slice!(Rc);
owned_slice!(Arc);

/// Bytes are borrowed from the message; elements of any other type are owned.
impl<'a, 'de: 'a, D, T> DecodeVariant<'de, D> for Cow<'a, [T]>
where
    D: Dialect,
    T: DecodeVariant<'de, D> + Clone + 'a,
{
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        match T::Shortcuts::borrow_list(reader) {
            Some(list) => list.map(Cow::Borrowed),
            None => decode_list::<D, T>(reader).map(Cow::Owned),
        }
    }
}

impl<'a, 'de: 'a, D, T> DecodeShortcuts<'de, D> for Cow<'a, [T]>
where
    D: Dialect,
    T: DecodeVariant<'de, D> + Clone + 'a,
{
    fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        reader.seek(reader.position() - 4);
        <Self as DecodeVariant<'de, D>>::decode(reader)
    }
}

impl<D: Dialect, T: Wire<D>> Wire<D> for VecDeque<T> {
    type Shortcuts = Self;
    const FACTS: Facts = list_facts::<D, T>();
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::List(T::LAYOUT);
}

impl<D: Dialect, T: EncodeVariant<D> + Clone> EncodeVariant<D> for VecDeque<T> {
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_words(const { &[list_header::<D, T>()] });
        <Self as EncodeShortcuts<D>>::encode_after_prefix(self, out)
    }
}

impl<D: Dialect, T: EncodeVariant<D> + Clone> EncodeShortcuts<D> for VecDeque<T> {
    fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
        match value.as_slices() {
            (list, []) => encode_list::<D, T, O>(list, out),
            _ => encode_list::<D, T, O>(&value.iter().cloned().collect::<Vec<_>>(), out),
        }
    }
}

impl<'de, D: Dialect, T: DecodeVariant<'de, D>> DecodeVariant<'de, D> for VecDeque<T> {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        decode_list::<D, T>(reader).map(Self::from)
    }
}

impl<'de, D: Dialect, T: DecodeVariant<'de, D>> DecodeShortcuts<'de, D> for VecDeque<T> {
    fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        decode_list_rest::<D, T>(reader).map(Self::from)
    }
}

/// An array: a list of exactly this length.
impl<D: Dialect, T: Wire<D>, const N: usize> Wire<D> for [T; N] {
    type Shortcuts = Self;
    const FACTS: Facts = list_facts::<D, T>();
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::FixedList(N, T::LAYOUT);
}

impl<D: Dialect, T: EncodeVariant<D>, const N: usize> EncodeVariant<D> for [T; N] {
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        self.as_slice().encode(out)
    }
}

impl<D: Dialect, T: EncodeVariant<D>, const N: usize> EncodeShortcuts<D> for [T; N] {
    fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
        encode_list::<D, T, O>(value, out)
    }
}

impl<'de, D: Dialect, T: DecodeVariant<'de, D>, const N: usize> DecodeVariant<'de, D> for [T; N] {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        decode_array::<D, T, N>(reader)
    }

    fn decode_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        let anew = decode_each::<D, T, N>(reader, |reader, index, packed| {
            let place = place.get_mut(index)?;
            match packed {
                None => Some(T::decode_in_place(reader, place)),
                Some((kind, header)) => T::Shortcuts::decode_packed_element(reader, kind, header)
                    .map(|element| element.map(|element| *place = element)),
            }
        })?;
        if let Some(array) = anew {
            *place = array;
        }
        Ok(())
    }
}

impl<'de, D: Dialect, T: DecodeVariant<'de, D>, const N: usize> DecodeShortcuts<'de, D> for [T; N] {
    fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        reader.seek(reader.position() - 4);
        decode_array::<D, T, N>(reader)
    }
}

/// Reads a list of `N` elements without a list in between.
fn decode_array<'de, D, T, const N: usize>(reader: &mut Reader<'de>) -> Result<[T; N], DecodeError>
where
    D: Dialect,
    T: DecodeVariant<'de, D>,
{
    let mut slots = [const { None }; N];
    let whole = decode_each::<D, T, N>(reader, |reader, index, packed| {
        let slot = slots.get_mut(index)?;
        let element = match packed {
            None => T::decode(reader),
            Some((kind, header)) => T::Shortcuts::decode_packed_element(reader, kind, header)?,
        };
        Some(element.map(|element| *slot = Some(element)))
    })?;
    Ok(match whole {
        Some(array) => array,
        None => slots.map(filled),
    })
}

/// Has `read` read `N` elements of a list, each with its index, and the type and header of a packed
/// array. Where it knows no way, the array is read through a list, and returned.
#[inline(always)]
fn decode_each<'de, D, T, const N: usize>(
    reader: &mut Reader<'de>,
    mut read: impl FnMut(
        &mut Reader<'de>,
        usize,
        Option<(VariantType, u32)>,
    ) -> Option<Result<(), DecodeError>>,
) -> Result<Option<[T; N]>, DecodeError>
where
    D: Dialect,
    T: DecodeVariant<'de, D>,
{
    let start = reader.clone();
    let (kind, header) = format::read_header(reader, &D::SPEC)?;
    let listed = kind == VariantType::Array;
    if listed && matches!(D::SPEC.generation, Generation::Godot4) {
        format::read_element_type(reader, header >> 16, &D::SPEC)?;
    }
    let element_bytes = format::packed_element_bytes(kind, header, &D::SPEC)
        .filter(|_| reader.peek_u32().is_some_and(|count| count as usize == N));
    let count = match element_bytes {
        Some(bytes) => format::read_count(reader, "a packed array", bytes)?,
        None if listed => format::container_count(reader, "an Array", 4)?,
        None => {
            // Texts, no list, or another length, which is an error if nothing else is one before.
            *reader = start.clone();
            return exactly(decode_list::<D, T>(reader)?, start.position()).map(Some);
        }
    };
    if count != N {
        return Err(wrong_length(start.position(), N, count));
    }
    if listed {
        reader.enter()?;
    }
    for index in 0..N {
        match read(reader, index, (!listed).then_some((kind, header))) {
            Some(Ok(())) => {}
            Some(Err(error)) => return Err(error.in_index(index)),
            None => {
                *reader = start.clone();
                return exactly(decode_list::<D, T>(reader)?, start.position()).map(Some);
            }
        }
    }
    if listed {
        reader.leave();
    } else if kind == VariantType::PackedByteArray {
        format::skip_padding(reader, N)?;
    }
    Ok(None)
}

#[expect(clippy::unreachable, reason = "called when every slot was filled")]
fn filled<T>(slot: Option<T>) -> T {
    match slot {
        Some(element) => element,
        None => unreachable!("every element was read"),
    }
}

fn exactly<T, const N: usize>(list: Vec<T>, at: usize) -> Result<[T; N], DecodeError> {
    match <[T; N]>::try_from(list) {
        Ok(array) => Ok(array),
        Err(list) => Err(wrong_length(at, N, list.len())),
    }
}

/// A set: a list of its elements, packed where they are texts.
macro_rules! set {
    ($type:ty, [$($params:tt)*], [$($bounds:tt)*]) => {
        impl<D: Dialect, T: Wire<D>, $($params)*> Wire<D> for $type {
            type Shortcuts = Self;
            const FACTS: Facts = list_facts::<D, &T>();
            const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Set(T::LAYOUT);
        }

        impl<D: Dialect, T: EncodeVariant<D>, $($params)*> EncodeVariant<D> for $type {
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                self.iter().collect::<Vec<_>>().encode(out)
            }
        }

        impl<D: Dialect, T: EncodeVariant<D>, $($params)*> EncodeShortcuts<D> for $type {
            fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
                <Vec<&T> as EncodeShortcuts<D>>::encode_after_prefix(&value.iter().collect(), out)
            }
        }

        impl<'de, D, T, $($params)*> DecodeVariant<'de, D> for $type
        where
            D: Dialect,
            T: DecodeVariant<'de, D> $($bounds)*,
        {
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                decode_list::<D, T>(reader).map(|list| list.into_iter().collect())
            }
        }

        impl<'de, D, T, $($params)*> DecodeShortcuts<'de, D> for $type
        where
            D: Dialect,
            T: DecodeVariant<'de, D> $($bounds)*,
        {
            fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                reader.seek(reader.position() - 4);
                Self::decode(reader)
            }
        }
    };
}

set!(BTreeSet<T>, [], [+ Ord]);
#[cfg(feature = "std")]
set!(
    std::collections::HashSet<T, S>,
    [S: core::hash::BuildHasher + Default],
    [+ Eq + core::hash::Hash]
);

// ---------------------------------------------------------------- maps

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
    out.put_u32(format::wire_len(len)?);
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
    format::read_text(&mut reader.clone(), &D::SPEC, "").ok().map(String::from)
}

/// Reads the pairs of a Dictionary, in their order.
fn decode_pairs<'de, D, K, V>(
    reader: &mut Reader<'de>,
    mut insert: impl FnMut(K, V),
) -> Result<(), DecodeError>
where
    D: Dialect,
    K: DecodeVariant<'de, D>,
    V: DecodeVariant<'de, D>,
{
    let count = format::open_dictionary(reader, &D::SPEC)?;
    reader.enter()?;
    for position in 0..count {
        let at = reader.clone();
        let key = match K::decode(reader) {
            Ok(key) => key,
            Err(error) => return Err(in_entry::<D>(error, &at, position)),
        };
        match V::decode(reader) {
            Ok(value) => insert(key, value),
            Err(error) => return Err(in_entry::<D>(error, &at, position)),
        }
    }
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
    ($type:ty, [$($params:tt)*], [$($bounds:tt)*] $(, $decode_in_place:item)?) => {
        impl<D: Dialect, K: Wire<D>, V: Wire<D>, $($params)*> Wire<D> for $type {
            type Shortcuts = Self;
            const FACTS: Facts = map_facts::<D>();
            const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Map(K::LAYOUT, V::LAYOUT);
        }

        impl<D: Dialect, K: EncodeVariant<D>, V: EncodeVariant<D>, $($params)*> EncodeVariant<D> for $type {
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                out.put_words(const { &[header_word::<D>(VariantType::Dictionary)] });
                <Self as EncodeShortcuts<D>>::encode_after_prefix(self, out)
            }
        }

        impl<D: Dialect, K: EncodeVariant<D>, V: EncodeVariant<D>, $($params)*> EncodeShortcuts<D> for $type {
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
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                let mut map = Self::default();
                decode_pairs::<D, K, V>(reader, |key, value| {
                    map.insert(key, value);
                })?;
                Ok(map)
            }

            $($decode_in_place)?
        }

        impl<'de, D, K, V, $($params)*> DecodeShortcuts<'de, D> for $type
        where
            D: Dialect,
            K: DecodeVariant<'de, D> $($bounds)*,
            V: DecodeVariant<'de, D>,
        {
            fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                reader.seek(reader.position() - 4);
                Self::decode(reader)
            }
        }
    };
}

map!(BTreeMap<K, V>, [], [+ Ord]);
#[cfg(feature = "std")]
map!(
    std::collections::HashMap<K, V, S>,
    [S: core::hash::BuildHasher + Default],
    [+ Eq + core::hash::Hash],
    fn decode_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        place.clear();
        decode_pairs::<D, K, V>(reader, |key, value| {
            place.insert(key, value);
        })
    }
);

// ---------------------------------------------------------------- tuples

macro_rules! tuple {
    ($len:literal: $($name:ident $index:tt),*) => {
        /// An Array of exactly these elements.
        impl<D: Dialect, $($name: Wire<D>),*> Wire<D> for ($($name,)*) {
            type Shortcuts = Self;
            const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Tuple(&[$($name::LAYOUT),*]);
            const FACTS: Facts = {
                let mut min_words = 2;
                let mut max_words: usize = 2;
                let mut repeats = false;
                $(
                    repeats |= $name::FACTS.repeats;
                    min_words += $name::FACTS.min_words;
                    max_words = max_words.saturating_add($name::FACTS.max_words);
                )*
                Facts::varying(
                    const { &[header_word::<D>(VariantType::Array), [$len, 0, 0, 0]] },
                    min_words,
                    max_words,
                )
                .repeating(repeats)
            };
        }

        impl<D: Dialect, $($name: EncodeVariant<D>),*> EncodeVariant<D> for ($($name,)*) {
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                out.put_words(const { &[header_word::<D>(VariantType::Array), [$len, 0, 0, 0]] });
                <Self as EncodeShortcuts<D>>::encode_after_prefix(self, out)
            }
        }

        impl<D: Dialect, $($name: EncodeVariant<D>),*> EncodeShortcuts<D> for ($($name,)*) {
            fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
                out.enter()?;
                $(
                    if let Err(error) = value.$index.encode(out) {
                        return Err(error.in_index($index));
                    }
                )*
                out.leave();
                Ok(())
            }
        }

        impl<'de, D: Dialect, $($name: DecodeVariant<'de, D>),*> DecodeVariant<'de, D> for ($($name,)*) {
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                let start = reader.position();
                let count = format::open_array(reader, &D::SPEC)?;
                if count != $len {
                    return Err(wrong_length(start, $len, count));
                }
                reader.enter()?;
                let tuple = ($(
                    match $name::decode(reader) {
                        Ok(value) => value,
                        Err(error) => return Err(error.in_index($index)),
                    },
                )*);
                reader.leave();
                Ok(tuple)
            }

            fn decode_in_place(
                reader: &mut Reader<'de>,
                place: &mut Self,
            ) -> Result<(), DecodeError> {
                let start = reader.position();
                let count = format::open_array(reader, &D::SPEC)?;
                if count != $len {
                    return Err(wrong_length(start, $len, count));
                }
                reader.enter()?;
                $(
                    if let Err(error) = $name::decode_in_place(reader, &mut place.$index) {
                        return Err(error.in_index($index));
                    }
                )*
                reader.leave();
                Ok(())
            }
        }

        impl<'de, D: Dialect, $($name: DecodeVariant<'de, D>),*> DecodeShortcuts<'de, D> for ($($name,)*) {
            fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                reader.seek(reader.position() - 8);
                Self::decode(reader)
            }
        }
    };
}

tuple!(1: A 0);
tuple!(2: A 0, B 1);
tuple!(3: A 0, B 1, C 2);
tuple!(4: A 0, B 1, C 2, E 3);
tuple!(5: A 0, B 1, C 2, E 3, F 4);
tuple!(6: A 0, B 1, C 2, E 3, F 4, G 5);
tuple!(7: A 0, B 1, C 2, E 3, F 4, G 5, H 6);
tuple!(8: A 0, B 1, C 2, E 3, F 4, G 5, H 6, I 7);
tuple!(9: A 0, B 1, C 2, E 3, F 4, G 5, H 6, I 7, J 8);
tuple!(10: A 0, B 1, C 2, E 3, F 4, G 5, H 6, I 7, J 8, K 9);
tuple!(11: A 0, B 1, C 2, E 3, F 4, G 5, H 6, I 7, J 8, K 9, L 10);
tuple!(12: A 0, B 1, C 2, E 3, F 4, G 5, H 6, I 7, J 8, K 9, L 10, M 11);
