//! Lists, maps and texts after a count.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};
use core::marker::PhantomData;
#[cfg(feature = "std")]
use std::collections::{HashMap, HashSet};

use super::codec::{DecodeAs, EncodeAs, Plain};
use super::layout::{self, NumberType, TypeLayout};
use super::list::decode_each;
use super::numbers::{Number, ends_inside};
use super::order::ByteOrder;
use super::size::Size;
use super::texts;
use super::wire::Wire;
use crate::core::ascending::Ascending;
use crate::core::utf8;
use crate::variant::{NodePath, PackedElement, PackedView, StringName};
use crate::{DecodeError, EncodeError, Output, Reader};

/// The `MOST` of a [`Counted`] without `max_len`.
pub const NO_BOUND: usize = Size::ANY.max;

/// An encoding of the count before elements or bytes.
pub trait Prefix<W: Wire> {
    /// The largest count.
    const MOST: usize;

    /// The same in a layout.
    const LAYOUT: layout::Prefix;

    /// What the layout does not say; mostly nothing.
    const NAME: &'static str = "";

    /// Writes the count, which is at most [`MOST`](Self::MOST).
    fn put<O: Output>(count: usize, out: &mut O);

    /// Writes the count of bytes, and these.
    #[inline(always)]
    fn put_span<O: Output>(bytes: &[u8], out: &mut O) {
        Self::put(bytes.len(), out);
        out.put_bytes(bytes);
    }

    /// Reads the count.
    ///
    /// # Errors
    /// For bytes that are not a count.
    fn take(reader: &mut Reader<'_>) -> Result<usize, DecodeError>;
}

pub(crate) const COUNT: &str = "a count";

macro_rules! prefixes {
    ($($name:ident $attribute:literal $number:ident $type:ident;)*) => {$(
        #[doc = concat!("`len = ", $attribute, "`.")]
        #[derive(Debug)]
        pub struct $name;

        impl<W: Wire> Prefix<W> for $name {
            const MOST: usize = $number::MAX as usize;
            const LAYOUT: layout::Prefix = layout::Prefix::Number(NumberType::$type);

            #[inline(always)]
            fn put<O: Output>(count: usize, out: &mut O) {
                (count as $number).put::<W::Order, O>(out);
            }

            #[inline(always)]
            fn take(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
                $number::take::<W::Order>(reader).map(|count| count as usize)
            }
        }
    )*};
}

prefixes! {
    LenU8 "u8" u8 U8;
    LenU16 "u16" u16 U16;
    LenU32 "u32" u32 U32;
}

/// A count encoded as `L`, which is at most `MOST`, then elements encoded as `C`; for a text, its bytes.
#[derive(Debug)]
pub struct Counted<L, C, const MOST: usize = NO_BOUND>(PhantomData<(L, C)>);

/// Writes a count.
#[inline(always)]
pub(crate) fn write_count<W: Wire, L: Prefix<W>, O: Output>(
    count: usize,
    most: usize,
    what: &'static str,
    out: &mut O,
) -> Result<(), EncodeError> {
    check_count::<W, L>(count, most, what)?;
    L::put(count, out);
    Ok(())
}

#[inline(always)]
fn check_count<W: Wire, L: Prefix<W>>(
    count: usize,
    most: usize,
    what: &'static str,
) -> Result<(), EncodeError> {
    let most = most.min(L::MOST);
    if count > most { Err(texts::too_long(what, count, most)) } else { Ok(()) }
}

/// Reads a length in bytes, which is at most `most`.
#[inline(always)]
pub(crate) fn read_len<W: Wire, L: Prefix<W>>(
    reader: &mut Reader<'_>,
    most: usize,
) -> Result<usize, DecodeError> {
    let start = reader.position();
    let count = L::take(reader)?;
    if count > most {
        return Err(texts::too_many(start, count, most));
    }
    Ok(count)
}

/// Takes at most `most` bytes.
#[inline(always)]
fn take_bytes<'de, W: Wire, L: Prefix<W>>(
    reader: &mut Reader<'de>,
    most: usize,
) -> Result<&'de [u8], DecodeError> {
    let len = read_len::<W, L>(reader, most)?;
    texts::take_bytes(reader, len, "bytes")
}

/// Takes a text of at most `most` bytes.
#[inline(always)]
fn take_text<'de, W: Wire, L: Prefix<W>>(
    reader: &mut Reader<'de>,
    most: usize,
) -> Result<&'de str, DecodeError> {
    let len = read_len::<W, L>(reader, most)?;
    texts::take(reader, len)
}

/// The same for a text that may be owned.
#[inline(always)]
fn take_owned<'de, W: Wire, L: Prefix<W>>(
    reader: &mut Reader<'de>,
    most: usize,
) -> Result<Cow<'de, str>, DecodeError> {
    if W::is_lossy(reader.limits()) {
        let len = read_len::<W, L>(reader, most)?;
        let bytes = texts::take_bytes(reader, len, "a text")?;
        return Ok(match utf8::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => String::from_utf8_lossy(bytes),
        });
    }
    take_text::<W, L>(reader, most).map(Cow::Borrowed)
}

/// Reads a count of elements, which is at most `most`.
#[inline(always)]
pub(crate) fn take_count<W: Wire, L: Prefix<W>>(
    reader: &mut Reader<'_>,
    most: usize,
) -> Result<usize, DecodeError> {
    let start = reader.position();
    let count = L::take(reader)?;
    let limit = reader.limits().elements;
    if count > most.min(limit) {
        return Err(texts::too_many_elements(start, count, most, limit));
    }
    Ok(count)
}

/// Reads a count of `T`s, and compares it with the bytes that are left.
#[inline(always)]
fn read_count<W: Wire, L: Prefix<W>, T>(
    reader: &mut Reader<'_>,
    most: usize,
    min_size: usize,
) -> Result<usize, DecodeError> {
    let count = take_count::<W, L>(reader, most)?;
    if min_size == 0 {
        reader.count_empty::<T>(count)?;
    } else if count > reader.remaining() / min_size {
        return Err(ends_inside(reader.message().len(), "a list"));
    }
    Ok(count)
}

/// The size of a count and elements of this size, of which there are at most `most`.
const fn list_size<W: Wire, L: Prefix<W>>(most: usize, element: Size) -> Size {
    // What only the message bounds has no bound.
    let element = if most == NO_BOUND && L::MOST > 0xffff { Size::ANY } else { element };
    Size::counted(L::LAYOUT, most, element)
}

/// The layout of a count and elements, from the layout without a bound.
macro_rules! counted_layout {
    ($layout:expr) => {
        match (L::NAME.is_empty(), MOST == NO_BOUND) {
            (true, true) => &$layout,
            (true, false) => &TypeLayout::AtMost(MOST, &$layout),
            (false, true) => &TypeLayout::Named(L::NAME, &$layout),
            (false, false) => &TypeLayout::Named(L::NAME, &TypeLayout::AtMost(MOST, &$layout)),
        }
    };
}

/// The size and the layout of a list of elements.
macro_rules! list_constants {
    () => {
        const SIZE: Size = list_size::<W, L>(MOST, C::SIZE);
        const LAYOUT: &'static TypeLayout<'static> =
            counted_layout!(TypeLayout::List(L::LAYOUT, C::LAYOUT));
    };
}

impl<W: Wire, L: Prefix<W>, C: EncodeAs<W, T>, T, const MOST: usize> EncodeAs<W, [T]>
    for Counted<L, C, MOST>
{
    list_constants!();

    #[inline]
    fn encode_as<O: Output>(list: &[T], out: &mut O) -> Result<(), EncodeError> {
        write_count::<W, L, O>(list.len(), MOST, "a list", out)?;
        out.enter()?;
        C::encode_all_as(list, out)?;
        out.leave();
        Ok(())
    }
}

impl<'de, W: Wire, L: Prefix<W>, C: DecodeAs<'de, W, T>, T, const MOST: usize>
    DecodeAs<'de, W, Vec<T>> for Counted<L, C, MOST>
{
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode_as(reader: &mut Reader<'de>) -> Result<Vec<T>, DecodeError> {
        if const { C::IS_BLOCK } {
            return take_block::<W, L, C, T>(reader, MOST);
        }
        let mut list = Vec::new();
        fill::<W, L, C, T>(reader, MOST, &mut list)?;
        Ok(list)
    }
}

/// Reads a count and elements that are read at once. The reader is lent to no function, so that it stays in registers.
#[inline(always)]
fn take_block<'de, W: Wire, L: Prefix<W>, C: DecodeAs<'de, W, T>, T>(
    reader: &mut Reader<'de>,
    most: usize,
) -> Result<Vec<T>, DecodeError> {
    let count = take_count::<W, L>(reader, most)?;
    let len = count.saturating_mul(const { C::SIZE.min });
    let Some((bytes, rest)) = reader.rest().split_at_checked(len) else {
        return Err(ends_inside(reader.message().len(), "a list"));
    };
    reader.check_depth()?;
    let list = match C::decode_block_as(bytes) {
        Some(list) => list.into(),
        None => one_by_one::<W, C, T>(reader.clone(), count)?,
    };
    reader.seek_rest(rest);
    Ok(list)
}

/// Reads elements of which some are refused, or are written in another way.
#[cold]
#[inline(never)]
fn one_by_one<'de, W: Wire, C: DecodeAs<'de, W, T>, T>(
    mut reader: Reader<'de>,
    count: usize,
) -> Result<Vec<T>, DecodeError> {
    let mut list = Vec::new();
    decode_each::<W, C, T>(&mut reader, count, &mut list)?;
    Ok(list)
}

/// Reads a count and elements. The list is lent, because one that is returned costs up to half more instructions.
#[inline(never)]
fn fill<'de, W: Wire, L: Prefix<W>, C: DecodeAs<'de, W, T>, T>(
    reader: &mut Reader<'de>,
    most: usize,
    list: &mut Vec<T>,
) -> Result<(), DecodeError> {
    let count = read_count::<W, L, T>(reader, most, const { C::SIZE.min })?;
    reader.enter()?;
    decode_each::<W, C, T>(reader, count, list)?;
    reader.leave();
    Ok(())
}

/// Lists that are written as a slice.
macro_rules! slices {
    ($([$($life:lifetime)?] [$($bound:tt)*] $list:ty;)*) => {$(
        impl<$($life,)? W: Wire, L: Prefix<W>, C: EncodeAs<W, T>, T $($bound)*, const MOST: usize>
            EncodeAs<W, $list> for Counted<L, C, MOST>
        {
            list_constants!();

            #[inline(always)]
            fn encode_as<O: Output>(list: &$list, out: &mut O) -> Result<(), EncodeError> {
                <Self as EncodeAs<W, [T]>>::encode_as(list, out)
            }
        }
    )*};
}

slices! {
    [] [] Vec<T>;
    [] [] Box<[T]>;
    [] [] Rc<[T]>;
    [] [] Arc<[T]>;
    ['a] [: Clone + 'a] Cow<'a, [T]>;
}

/// Lists that are made of a `Vec`.
macro_rules! of_vec {
    ($($list:ty;)*) => {$(
        impl<'de, W: Wire, L: Prefix<W>, C: DecodeAs<'de, W, T>, T, const MOST: usize>
            DecodeAs<'de, W, $list> for Counted<L, C, MOST>
        {
            #[inline]
            fn decode_as(reader: &mut Reader<'de>) -> Result<$list, DecodeError> {
                <Self as DecodeAs<'de, W, Vec<T>>>::decode_as(reader).map(Into::into)
            }
        }
    )*};
}

of_vec! { Box<[T]>; Rc<[T]>; Arc<[T]>; }

/// Bytes are borrowed from the message; elements of any other type are owned.
impl<'de: 'a, 'a, W, L, C, T, const MOST: usize> DecodeAs<'de, W, Cow<'a, [T]>>
    for Counted<L, C, MOST>
where
    W: Wire,
    L: Prefix<W>,
    C: DecodeAs<'de, W, T>,
    T: Clone + 'a,
{
    fn decode_as(reader: &mut Reader<'de>) -> Result<Cow<'a, [T]>, DecodeError> {
        let mut ahead = reader.clone();
        let len = read_len::<W, L>(&mut ahead, MOST)?;
        if let Some(list) = C::borrow_all_as(&mut ahead, len) {
            *reader = ahead;
            return list.map(Cow::Borrowed);
        }
        <Self as DecodeAs<'de, W, Vec<T>>>::decode_as(reader).map(Cow::Owned)
    }
}

/// Collections that are written by their iterator, and read element by element.
macro_rules! collections {
    ($($(#[$attr:meta])* [$($bounds:tt)*] [$($random:tt)*] $list:ty: $new:expr, $insert:ident;)*) => {$(
        $(#[$attr])*
        impl<W: Wire, L: Prefix<W>, C: EncodeAs<W, T>, T, $($random)* const MOST: usize>
            EncodeAs<W, $list> for Counted<L, C, MOST>
        {
            list_constants!();

            fn encode_as<O: Output>(list: &$list, out: &mut O) -> Result<(), EncodeError> {
                write_count::<W, L, O>(list.len(), MOST, "a list", out)?;
                out.enter()?;
                for (index, element) in list.iter().enumerate() {
                    C::encode_as(element, out).map_err(|error| error.in_index(index))?;
                }
                out.leave();
                Ok(())
            }
        }

        $(#[$attr])*
        impl<'de, W: Wire, L: Prefix<W>, C: DecodeAs<'de, W, T>, T: $($bounds)*, $($random)* const MOST: usize>
            DecodeAs<'de, W, $list> for Counted<L, C, MOST>
        {
            fn decode_as(reader: &mut Reader<'de>) -> Result<$list, DecodeError> {
                let count = read_count::<W, L, T>(reader, MOST, const { C::SIZE.min })?;
                reader.enter()?;
                let mut list = $new;
                for index in 0..count {
                    let element = C::decode_as(reader).map_err(|error| error.in_index(index))?;
                    list.$insert(element);
                }
                reader.leave();
                Ok(list)
            }
        }
    )*};
}

collections! {
    [Sized] [] VecDeque<T>: VecDeque::new(), push_back;
    [Ord] [] BTreeSet<T>: BTreeSet::new(), insert;
    #[cfg(feature = "std")]
    [Eq + Hash] [S: BuildHasher + Default,] HashSet<T, S>: HashSet::default(), insert;
}

/// Maps: pairs of a key in its own encoding and a value encoded as `C`.
macro_rules! maps {
    ($(
        $(#[$attr:meta])* [$($bounds:tt)*] [$($random:tt)*] $map:ty:
        |$room:ident| $new:expr, |$made:ident| $finish:expr;
    )*) => {$(
        $(#[$attr])*
        impl<W: Wire, L: Prefix<W>, C: EncodeAs<W, V>, K, V, $($random)* const MOST: usize>
            EncodeAs<W, $map> for Counted<L, C, MOST>
        where
            Plain: EncodeAs<W, K>,
        {
            const SIZE: Size =
                list_size::<W, L>(MOST, <Plain as EncodeAs<W, K>>::SIZE.and(C::SIZE));
            const LAYOUT: &'static TypeLayout<'static> = counted_layout!(TypeLayout::Map(
                L::LAYOUT,
                <Plain as EncodeAs<W, K>>::LAYOUT,
                C::LAYOUT,
            ));

            fn encode_as<O: Output>(map: &$map, out: &mut O) -> Result<(), EncodeError> {
                write_count::<W, L, O>(map.len(), MOST, "a map", out)?;
                out.enter()?;
                for (index, (key, value)) in map.iter().enumerate() {
                    <Plain as EncodeAs<W, K>>::encode_as(key, out)
                        .and_then(|()| C::encode_as(value, out))
                        .map_err(|error| error.in_index(index))?;
                }
                out.leave();
                Ok(())
            }
        }

        $(#[$attr])*
        impl<'de, W: Wire, L: Prefix<W>, C: DecodeAs<'de, W, V>, K: $($bounds)*, V, $($random)* const MOST: usize>
            DecodeAs<'de, W, $map> for Counted<L, C, MOST>
        where
            Plain: DecodeAs<'de, W, K>,
        {
            fn decode_as(reader: &mut Reader<'de>) -> Result<$map, DecodeError> {
                let size = const { <Plain as EncodeAs<W, K>>::SIZE.and(C::SIZE).min };
                let count = read_count::<W, L, (K, V)>(reader, MOST, size)?;
                reader.enter()?;
                let $room = reader.room_for::<(K, V)>(count);
                let mut $made = $new;
                for index in 0..count {
                    let pair = <Plain as DecodeAs<'de, W, K>>::decode_as(reader)
                        .and_then(|key| Ok((key, C::decode_as(reader)?)));
                    let (key, value) = pair.map_err(|error| error.in_index(index))?;
                    $made.insert(key, value);
                }
                reader.give_back::<(K, V)>($room);
                reader.leave();
                Ok($finish)
            }
        }
    )*};
}

maps! {
    [Ord] [] BTreeMap<K, V>: |room| Ascending::with_capacity(room), |map| map.into_map();
    #[cfg(feature = "std")]
    [Eq + Hash] [S: BuildHasher + Default,] HashMap<K, V, S>:
        |room| HashMap::with_capacity_and_hasher(room, S::default()), |map| map;
}

/// Texts, and bytes that are borrowed.
macro_rules! spans {
    ($($what:literal [$($life:lifetime)?] $type:ty: $layout:expr,
        |$value:ident| $bytes:expr, |$reader:ident| $read:expr;)*) => {$(
        impl<$($life,)? W: Wire, L: Prefix<W>, const MOST: usize> EncodeAs<W, $type>
            for Counted<L, Plain, MOST>
        {
            const SIZE: Size = Size::counted(L::LAYOUT, MOST, Size::fixed(1));
            const LAYOUT: &'static TypeLayout<'static> = counted_layout!($layout);

            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encode_as<O: Output>($value: &$type, out: &mut O) -> Result<(), EncodeError> {
                let bytes = $bytes;
                check_count::<W, L>(bytes.len(), MOST, $what)?;
                L::put_span(bytes, out);
                Ok(())
            }
        }

        impl<'de $(: $life, $life)?, W: Wire, L: Prefix<W>, const MOST: usize> DecodeAs<'de, W, $type>
            for Counted<L, Plain, MOST>
        {
            // A reader that is lent to a function is not in registers.
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode_as($reader: &mut Reader<'de>) -> Result<$type, DecodeError> {
                $read
            }
        }
    )*};
}

impl<W: Wire, L: Prefix<W>, const MOST: usize> EncodeAs<W, str> for Counted<L, Plain, MOST> {
    const SIZE: Size = <Self as EncodeAs<W, String>>::SIZE;
    const LAYOUT: &'static TypeLayout<'static> = <Self as EncodeAs<W, String>>::LAYOUT;

    #[inline]
    fn encode_as<O: Output>(text: &str, out: &mut O) -> Result<(), EncodeError> {
        <Self as EncodeAs<W, &str>>::encode_as(&text, out)
    }
}

spans! {
    "a text" [] String: TypeLayout::Text(L::LAYOUT), |text| text.as_bytes(),
        |reader| take_owned::<W, L>(reader, MOST).map(Cow::into_owned);
    "a text" [] Box<str>: TypeLayout::Text(L::LAYOUT), |text| text.as_bytes(),
        |reader| take_owned::<W, L>(reader, MOST).map(Into::into);
    "a text" [] Rc<str>: TypeLayout::Text(L::LAYOUT), |text| text.as_bytes(),
        |reader| take_owned::<W, L>(reader, MOST).map(Into::into);
    "a text" [] Arc<str>: TypeLayout::Text(L::LAYOUT), |text| text.as_bytes(),
        |reader| take_owned::<W, L>(reader, MOST).map(Into::into);
    "a text" ['a] &'a str: TypeLayout::Text(L::LAYOUT), |text| text.as_bytes(),
        |reader| take_text::<W, L>(reader, MOST);
    "a text" ['a] Cow<'a, str>: TypeLayout::Text(L::LAYOUT), |text| text.as_bytes(),
        |reader| take_owned::<W, L>(reader, MOST);
    "a text" [] StringName: TypeLayout::Text(L::LAYOUT), |text| text.0.as_bytes(),
        |reader| take_owned::<W, L>(reader, MOST).map(|text| StringName(text.into_owned()));
    "bytes" ['a] &'a [u8]: TypeLayout::List(L::LAYOUT, &TypeLayout::Number(NumberType::U8)),
        |bytes| *bytes, |reader| take_bytes::<W, L>(reader, MOST);
}

#[cfg(feature = "bytes")]
spans! {
    "bytes" [] bytes::Bytes: TypeLayout::List(L::LAYOUT, &TypeLayout::Number(NumberType::U8)),
        |bytes| &**bytes, |reader| take_bytes::<W, L>(reader, MOST).map(bytes::Bytes::copy_from_slice);
}

/// A path as its text, which has to be read as the same path again.
impl<W: Wire, L: Prefix<W>, const MOST: usize> EncodeAs<W, NodePath> for Counted<L, Plain, MOST> {
    const SIZE: Size = <Self as EncodeAs<W, String>>::SIZE;
    const LAYOUT: &'static TypeLayout<'static> = <Self as EncodeAs<W, String>>::LAYOUT;

    fn encode_as<O: Output>(path: &NodePath, out: &mut O) -> Result<(), EncodeError> {
        let text = path.to_string();
        if NodePath::parse(&text) != *path {
            return Err(EncodeError::custom(alloc::format!(
                "{text:?} is another path than this one"
            )));
        }
        <Self as EncodeAs<W, String>>::encode_as(&text, out)
    }
}

impl<'de, W: Wire, L: Prefix<W>, const MOST: usize> DecodeAs<'de, W, NodePath>
    for Counted<L, Plain, MOST>
{
    fn decode_as(reader: &mut Reader<'de>) -> Result<NodePath, DecodeError> {
        take_text::<W, L>(reader, MOST).map(NodePath::parse)
    }
}

/// The elements stay in the message, so their bytes are those of a little-endian number.
impl<'a, W: Wire, L: Prefix<W>, T: PackedElement, const MOST: usize> EncodeAs<W, PackedView<'a, T>>
    for Counted<L, Plain, MOST>
where
    Plain: EncodeAs<W, T>,
{
    const SIZE: Size = Size::counted(L::LAYOUT, MOST, <Plain as EncodeAs<W, T>>::SIZE);
    const LAYOUT: &'static TypeLayout<'static> =
        counted_layout!(TypeLayout::List(L::LAYOUT, <Plain as EncodeAs<W, T>>::LAYOUT));

    fn encode_as<O: Output>(view: &PackedView<'a, T>, out: &mut O) -> Result<(), EncodeError> {
        const { check_view::<W, T>() };
        write_count::<W, L, O>(view.len(), MOST, "a list", out)?;
        out.put_bytes(view.as_bytes());
        Ok(())
    }
}

impl<'de: 'a, 'a, W: Wire, L: Prefix<W>, T: PackedElement, const MOST: usize>
    DecodeAs<'de, W, PackedView<'a, T>> for Counted<L, Plain, MOST>
where
    Plain: EncodeAs<W, T>,
{
    fn decode_as(reader: &mut Reader<'de>) -> Result<PackedView<'a, T>, DecodeError> {
        const { check_view::<W, T>() };
        let size = const { <Plain as EncodeAs<W, T>>::SIZE.min };
        let count = read_count::<W, L, T>(reader, MOST, size)?;
        Ok(PackedView::of_wire(reader.take(count * size, "a list")?))
    }
}

/// Fails the build for a view whose elements are not little-endian numbers.
const fn check_view<W: Wire, T>()
where
    Plain: EncodeAs<W, T>,
{
    assert!(
        <Plain as EncodeAs<W, T>>::SIZE.is_fixed(),
        "a view has no packed elements; use a `Vec`"
    );
    assert!(
        !<W::Order as ByteOrder>::BIG || size_of::<T>() == 1,
        "a view has no `big_endian` elements; use a `Vec`"
    );
}
