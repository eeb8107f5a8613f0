//! `len` and `max_len`: the count before a list, a map or a text, and how large it may be.

use alloc::borrow::{Cow, ToOwned};
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

use super::{DecodeField, EncodeField, Plain};
use crate::flat::format::numbers::{Number, ends_inside};
use crate::flat::format::order::ByteOrder;
use crate::flat::format::size::Size;
use crate::flat::format::{texts, varint};
use crate::flat::layout::{self, NumberType, TypeLayout};
use crate::variant::{NodePath, PackedElement, PackedView, StringName};
use crate::{DecodeError, EncodeError, Output, Reader};

/// The `MOST` of a [`Counted`] without `max_len`.
pub const NO_BOUND: usize = Size::ANY.max;

/// An encoding of the count before elements or bytes.
pub trait Prefix {
    /// The largest count.
    const MOST: usize;

    /// The same in a layout.
    const LAYOUT: layout::Prefix;

    /// Writes the count, which is at most [`MOST`](Self::MOST).
    fn put<B: ByteOrder, O: Output>(count: usize, out: &mut O);

    /// Reads the count.
    fn take<B: ByteOrder>(reader: &mut Reader<'_>) -> Result<usize, DecodeError>;
}

const COUNT: &str = "a count";

macro_rules! prefixes {
    ($($name:ident $attribute:literal $number:ident $type:ident;)*) => {$(
        #[doc = concat!("`len = ", $attribute, "`.")]
        #[derive(Debug)]
        pub struct $name;

        impl Prefix for $name {
            const MOST: usize = $number::MAX as usize;
            const LAYOUT: layout::Prefix = layout::Prefix::Number(NumberType::$type);

            #[inline(always)]
            fn put<B: ByteOrder, O: Output>(count: usize, out: &mut O) {
                (count as $number).put::<B, O>(out);
            }

            #[inline(always)]
            fn take<B: ByteOrder>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
                $number::take::<B>(reader).map(|count| count as usize)
            }
        }
    )*};
}

prefixes! {
    LenU8 "u8" u8 U8;
    LenU16 "u16" u16 U16;
    LenU32 "u32" u32 U32;
}

/// No `len`: in LEB128.
#[derive(Debug)]
pub struct LenVarint;

impl Prefix for LenVarint {
    const MOST: usize = usize::MAX;
    const LAYOUT: layout::Prefix = layout::Prefix::Varint;

    #[inline(always)]
    fn put<B: ByteOrder, O: Output>(count: usize, out: &mut O) {
        varint::put(count as u64, out);
    }

    #[inline(always)]
    fn take<B: ByteOrder>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
        varint::take_small(reader, usize::MAX as u64, COUNT).map(|count| count as usize)
    }
}

/// The layout of a text or list of at most so many bytes or elements.
const fn at_most(
    most: usize,
    inner: &'static TypeLayout<'static>,
    bounded: &'static TypeLayout<'static>,
) -> &'static TypeLayout<'static> {
    if most == NO_BOUND { inner } else { bounded }
}

/// A count encoded as `L`, which is at most `MOST`, then elements encoded as `C`; for a text, its bytes.
#[derive(Debug)]
pub struct Counted<L, C, const MOST: usize>(PhantomData<(L, C)>);

/// Writes a count.
#[inline(always)]
pub(crate) fn write_count<B: ByteOrder, L: Prefix, O: Output>(
    count: usize,
    most: usize,
    what: &'static str,
    out: &mut O,
) -> Result<(), EncodeError> {
    let most = most.min(L::MOST);
    if count > most {
        return Err(texts::too_long(what, count, most));
    }
    L::put::<B, O>(count, out);
    Ok(())
}

/// Reads a length in bytes, which is at most `most`.
#[inline(always)]
fn read_len<B: ByteOrder, L: Prefix>(
    reader: &mut Reader<'_>,
    most: usize,
) -> Result<usize, DecodeError> {
    let start = reader.position();
    let count = L::take::<B>(reader)?;
    if count > most {
        return Err(texts::too_many(start, count, most));
    }
    Ok(count)
}

/// Takes at most `most` bytes.
#[inline(always)]
fn take_bytes<'de, B: ByteOrder, L: Prefix>(
    reader: &mut Reader<'de>,
    most: usize,
) -> Result<&'de [u8], DecodeError> {
    let len = read_len::<B, L>(reader, most)?;
    texts::take_bytes(reader, len, "bytes")
}

/// Takes a text of at most `most` bytes.
#[inline(always)]
fn take_text<'de, B: ByteOrder, L: Prefix>(
    reader: &mut Reader<'de>,
    most: usize,
) -> Result<&'de str, DecodeError> {
    let len = read_len::<B, L>(reader, most)?;
    texts::take(reader, len)
}

/// Reads a count of `T`s, and compares it with the bytes that are left.
#[inline(always)]
pub(crate) fn read_count<B: ByteOrder, L: Prefix, T>(
    reader: &mut Reader<'_>,
    most: usize,
    min_size: usize,
) -> Result<usize, DecodeError> {
    let most = most.min(reader.limits().elements);
    let count = read_len::<B, L>(reader, most)?;
    if min_size == 0 {
        reader.count_empty::<T>(count)?;
    } else if count > reader.remaining() / min_size {
        return Err(ends_inside(reader.message().len(), "a list"));
    }
    Ok(count)
}

/// The size and the layout of a list of elements.
macro_rules! list_constants {
    () => {
        const SIZE: Size = Size::counted(
            L::LAYOUT,
            MOST,
            if MOST == NO_BOUND && L::MOST > 0xffff { Size::ANY } else { C::SIZE },
        );
        const LAYOUT: &'static TypeLayout<'static> = at_most(
            MOST,
            &TypeLayout::List(L::LAYOUT, C::LAYOUT),
            &TypeLayout::AtMost(MOST, &TypeLayout::List(L::LAYOUT, C::LAYOUT)),
        );
    };
}

impl<L: Prefix, C: EncodeField<T>, T, const MOST: usize> EncodeField<[T]> for Counted<L, C, MOST> {
    list_constants!();

    #[inline]
    fn encode_field<B: ByteOrder, O: Output>(list: &[T], out: &mut O) -> Result<(), EncodeError> {
        write_count::<B, L, O>(list.len(), MOST, "a list", out)?;
        out.enter()?;
        C::encode_elements::<B, O>(list, out)?;
        out.leave();
        Ok(())
    }
}

impl<L: Prefix, C: EncodeField<T>, T, const MOST: usize> EncodeField<Vec<T>>
    for Counted<L, C, MOST>
{
    list_constants!();

    #[inline(always)]
    fn encode_field<B: ByteOrder, O: Output>(
        list: &Vec<T>,
        out: &mut O,
    ) -> Result<(), EncodeError> {
        Self::encode_field::<B, O>(list.as_slice(), out)
    }
}

impl<'de, L: Prefix, C: DecodeField<'de, T>, T, const MOST: usize> DecodeField<'de, Vec<T>>
    for Counted<L, C, MOST>
{
    #[inline]
    fn decode_field<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Vec<T>, DecodeError> {
        let mut list = Vec::new();
        <Self as DecodeField<'de, Vec<T>>>::decode_field_in_place::<B>(reader, &mut list)?;
        Ok(list)
    }

    #[inline]
    fn decode_field_in_place<B: ByteOrder>(
        reader: &mut Reader<'de>,
        list: &mut Vec<T>,
    ) -> Result<(), DecodeError> {
        let count = read_count::<B, L, T>(reader, MOST, const { C::SIZE.min })?;
        reader.enter()?;
        C::decode_elements::<B>(reader, count, list)?;
        reader.leave();
        Ok(())
    }
}

/// Lists that are made of a `Vec`.
macro_rules! lists {
    ($($list:ty: |$value:ident| $slice:expr, |$vec:ident| $make:expr;)*) => {$(
        impl<L: Prefix, C: EncodeField<T>, T, const MOST: usize> EncodeField<$list>
            for Counted<L, C, MOST>
        {
            list_constants!();

            #[inline]
            fn encode_field<B: ByteOrder, O: Output>(
                $value: &$list,
                out: &mut O,
            ) -> Result<(), EncodeError> {
                Self::encode_field::<B, O>($slice, out)
            }
        }

        impl<'de, L: Prefix, C: DecodeField<'de, T>, T, const MOST: usize> DecodeField<'de, $list>
            for Counted<L, C, MOST>
        {
            #[inline]
            fn decode_field<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<$list, DecodeError> {
                let $vec = <Self as DecodeField<'de, Vec<T>>>::decode_field::<B>(reader)?;
                Ok($make)
            }
        }
    )*};
}

lists! {
    Box<[T]>: |list| &**list, |vec| vec.into();
    Rc<[T]>: |list| &**list, |vec| vec.into();
    Arc<[T]>: |list| &**list, |vec| vec.into();
}

/// Bytes are borrowed from the message; elements of any other type are owned.
impl<'a, L: Prefix, C: EncodeField<T>, T: Clone + 'a, const MOST: usize> EncodeField<Cow<'a, [T]>>
    for Counted<L, C, MOST>
{
    list_constants!();

    #[inline]
    fn encode_field<B: ByteOrder, O: Output>(
        list: &Cow<'a, [T]>,
        out: &mut O,
    ) -> Result<(), EncodeError> {
        Self::encode_field::<B, O>(&**list, out)
    }
}

impl<'de: 'a, 'a, L: Prefix, C: DecodeField<'de, T>, T: Clone + 'a, const MOST: usize>
    DecodeField<'de, Cow<'a, [T]>> for Counted<L, C, MOST>
{
    fn decode_field<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Cow<'a, [T]>, DecodeError> {
        let mut ahead = reader.clone();
        let len = read_len::<B, L>(&mut ahead, MOST)?;
        if let Some(list) = C::borrow_elements(&mut ahead, len) {
            *reader = ahead;
            return list.map(Cow::Borrowed);
        }
        <Self as DecodeField<'de, Vec<T>>>::decode_field::<B>(reader).map(Cow::Owned)
    }
}

/// Collections that are written by their iterator, and read element by element.
macro_rules! collections {
    ($($(#[$attr:meta])* [$($bounds:tt)*] [$($random:tt)*] $list:ty: $new:expr, $insert:ident;)*) => {$(
        $(#[$attr])*
        impl<L: Prefix, C: EncodeField<T>, T, $($random)* const MOST: usize> EncodeField<$list>
            for Counted<L, C, MOST>
        {
            list_constants!();

            fn encode_field<B: ByteOrder, O: Output>(
                list: &$list,
                out: &mut O,
            ) -> Result<(), EncodeError> {
                write_count::<B, L, O>(list.len(), MOST, "a list", out)?;
                out.enter()?;
                for (index, element) in list.iter().enumerate() {
                    C::encode_field::<B, O>(element, out).map_err(|error| error.in_index(index))?;
                }
                out.leave();
                Ok(())
            }
        }

        $(#[$attr])*
        impl<'de, L: Prefix, C: DecodeField<'de, T>, T: $($bounds)*, $($random)* const MOST: usize>
            DecodeField<'de, $list> for Counted<L, C, MOST>
        {
            fn decode_field<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<$list, DecodeError> {
                let count = read_count::<B, L, T>(reader, MOST, const { C::SIZE.min })?;
                reader.enter()?;
                let mut list = $new;
                for index in 0..count {
                    let element =
                        C::decode_field::<B>(reader).map_err(|error| error.in_index(index))?;
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
    ($($(#[$attr:meta])* [$($bounds:tt)*] [$($random:tt)*] $map:ty: |$reader:ident, $count:ident| $new:expr;)*) => {$(
        $(#[$attr])*
        impl<L: Prefix, C: EncodeField<V>, K, V, $($random)* const MOST: usize> EncodeField<$map>
            for Counted<L, C, MOST>
        where
            Plain: EncodeField<K>,
        {
            const SIZE: Size = Size::counted(
                L::LAYOUT,
                MOST,
                if MOST == NO_BOUND && L::MOST > 0xffff {
                    Size::ANY
                } else {
                    <Plain as EncodeField<K>>::SIZE.and(C::SIZE)
                },
            );
            const LAYOUT: &'static TypeLayout<'static> = at_most(
                MOST,
                &TypeLayout::Map(L::LAYOUT, <Plain as EncodeField<K>>::LAYOUT, C::LAYOUT),
                &TypeLayout::AtMost(
                    MOST,
                    &TypeLayout::Map(L::LAYOUT, <Plain as EncodeField<K>>::LAYOUT, C::LAYOUT),
                ),
            );

            fn encode_field<B: ByteOrder, O: Output>(
                map: &$map,
                out: &mut O,
            ) -> Result<(), EncodeError> {
                write_count::<B, L, O>(map.len(), MOST, "a map", out)?;
                out.enter()?;
                for (index, (key, value)) in map.iter().enumerate() {
                    <Plain as EncodeField<K>>::encode_field::<B, O>(key, out)
                        .and_then(|()| C::encode_field::<B, O>(value, out))
                        .map_err(|error| error.in_index(index))?;
                }
                out.leave();
                Ok(())
            }
        }

        $(#[$attr])*
        impl<'de, L: Prefix, C: DecodeField<'de, V>, K: $($bounds)*, V, $($random)* const MOST: usize>
            DecodeField<'de, $map> for Counted<L, C, MOST>
        where
            Plain: DecodeField<'de, K>,
        {
            fn decode_field<B: ByteOrder>($reader: &mut Reader<'de>) -> Result<$map, DecodeError> {
                let size = const { <Plain as EncodeField<K>>::SIZE.and(C::SIZE).min };
                let $count = read_count::<B, L, (K, V)>($reader, MOST, size)?;
                $reader.enter()?;
                let mut map = $new;
                for index in 0..$count {
                    let pair = <Plain as DecodeField<'de, K>>::decode_field::<B>($reader)
                        .and_then(|key| Ok((key, C::decode_field::<B>($reader)?)));
                    let (key, value) = pair.map_err(|error| error.in_index(index))?;
                    map.insert(key, value);
                }
                $reader.leave();
                Ok(map)
            }
        }
    )*};
}

maps! {
    [Ord] [] BTreeMap<K, V>: |_reader, _count| BTreeMap::new();
    #[cfg(feature = "std")]
    [Eq + Hash] [S: BuildHasher + Default,] HashMap<K, V, S>: |reader, count| {
        let room = reader.room_for::<(K, V)>(count);
        reader.give_back::<(K, V)>(room);
        HashMap::with_capacity_and_hasher(room, S::default())
    };
}

/// Texts, and bytes that are borrowed.
macro_rules! spans {
    ($($what:literal [$($life:lifetime)?] $type:ty: $layout:expr,
        |$value:ident| $bytes:expr, |$reader:ident| $read:expr
        $(, |$place:ident, $text:ident| $set:expr)?;)*) => {$(
        impl<$($life,)? L: Prefix, const MOST: usize> EncodeField<$type> for Counted<L, Plain, MOST> {
            const SIZE: Size = Size::counted(L::LAYOUT, MOST, Size::fixed(1));
            const LAYOUT: &'static TypeLayout<'static> =
                at_most(MOST, &$layout, &TypeLayout::AtMost(MOST, &$layout));

            #[inline]
            fn encode_field<B: ByteOrder, O: Output>(
                $value: &$type,
                out: &mut O,
            ) -> Result<(), EncodeError> {
                let bytes = $bytes;
                write_count::<B, L, O>(bytes.len(), MOST, $what, out)?;
                out.put_bytes(bytes);
                Ok(())
            }
        }

        impl<'de $(: $life, $life)?, L: Prefix, const MOST: usize> DecodeField<'de, $type>
            for Counted<L, Plain, MOST>
        {
            // A reader that is lent to a function is not in registers.
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode_field<B: ByteOrder>($reader: &mut Reader<'de>) -> Result<$type, DecodeError> {
                $read
            }

            $(
                #[inline]
                fn decode_field_in_place<B: ByteOrder>(
                    reader: &mut Reader<'de>,
                    $place: &mut $type,
                ) -> Result<(), DecodeError> {
                    let $text = take_text::<B, L>(reader, MOST)?;
                    $set;
                    Ok(())
                }
            )?
        }
    )*};
}

impl<L: Prefix, const MOST: usize> EncodeField<str> for Counted<L, Plain, MOST> {
    const SIZE: Size = <Self as EncodeField<String>>::SIZE;
    const LAYOUT: &'static TypeLayout<'static> = <Self as EncodeField<String>>::LAYOUT;

    #[inline]
    fn encode_field<B: ByteOrder, O: Output>(text: &str, out: &mut O) -> Result<(), EncodeError> {
        <Self as EncodeField<&str>>::encode_field::<B, O>(&text, out)
    }
}

spans! {
    "a text" [] String: TypeLayout::Text(L::LAYOUT), |text| text.as_bytes(),
        |reader| take_text::<B, L>(reader, MOST).map(ToOwned::to_owned),
        |place, text| { place.clear(); place.push_str(text) };
    "a text" [] Box<str>: TypeLayout::Text(L::LAYOUT), |text| text.as_bytes(),
        |reader| take_text::<B, L>(reader, MOST).map(Into::into);
    "a text" [] Rc<str>: TypeLayout::Text(L::LAYOUT), |text| text.as_bytes(),
        |reader| take_text::<B, L>(reader, MOST).map(Into::into);
    "a text" [] Arc<str>: TypeLayout::Text(L::LAYOUT), |text| text.as_bytes(),
        |reader| take_text::<B, L>(reader, MOST).map(Into::into);
    "a text" ['a] &'a str: TypeLayout::Text(L::LAYOUT), |text| text.as_bytes(),
        |reader| take_text::<B, L>(reader, MOST);
    "a text" ['a] Cow<'a, str>: TypeLayout::Text(L::LAYOUT), |text| text.as_bytes(),
        |reader| take_text::<B, L>(reader, MOST).map(Cow::Borrowed);
    "a text" [] StringName: TypeLayout::Text(L::LAYOUT), |text| text.0.as_bytes(),
        |reader| take_text::<B, L>(reader, MOST).map(StringName::from),
        |place, text| { place.0.clear(); place.0.push_str(text) };
    "bytes" ['a] &'a [u8]: TypeLayout::List(L::LAYOUT, &TypeLayout::Number(NumberType::U8)),
        |bytes| *bytes, |reader| take_bytes::<B, L>(reader, MOST);
}

#[cfg(feature = "bytes")]
spans! {
    "bytes" [] bytes::Bytes: TypeLayout::List(L::LAYOUT, &TypeLayout::Number(NumberType::U8)),
        |bytes| &**bytes, |reader| take_bytes::<B, L>(reader, MOST).map(bytes::Bytes::copy_from_slice);
}

/// A path as its text, which has to be read as the same path again.
impl<L: Prefix, const MOST: usize> EncodeField<NodePath> for Counted<L, Plain, MOST> {
    const SIZE: Size = <Self as EncodeField<String>>::SIZE;
    const LAYOUT: &'static TypeLayout<'static> = <Self as EncodeField<String>>::LAYOUT;

    fn encode_field<B: ByteOrder, O: Output>(
        path: &NodePath,
        out: &mut O,
    ) -> Result<(), EncodeError> {
        let text = path.to_string();
        if NodePath::parse(&text) != *path {
            return Err(EncodeError::custom(alloc::format!(
                "{text:?} is another path than this one"
            )));
        }
        <Self as EncodeField<String>>::encode_field::<B, O>(&text, out)
    }
}

impl<'de, L: Prefix, const MOST: usize> DecodeField<'de, NodePath> for Counted<L, Plain, MOST> {
    fn decode_field<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<NodePath, DecodeError> {
        <Self as DecodeField<'de, &str>>::decode_field::<B>(reader).map(NodePath::parse)
    }
}

/// The elements stay in the message, so their bytes are those of a little-endian number.
impl<'a, L: Prefix, T: PackedElement, const MOST: usize> EncodeField<PackedView<'a, T>>
    for Counted<L, Plain, MOST>
where
    Plain: EncodeField<T>,
{
    const SIZE: Size = Size::counted(L::LAYOUT, MOST, <Plain as EncodeField<T>>::SIZE);
    const LAYOUT: &'static TypeLayout<'static> = at_most(
        MOST,
        &TypeLayout::List(L::LAYOUT, <Plain as EncodeField<T>>::LAYOUT),
        &TypeLayout::AtMost(MOST, &TypeLayout::List(L::LAYOUT, <Plain as EncodeField<T>>::LAYOUT)),
    );

    fn encode_field<B: ByteOrder, O: Output>(
        view: &PackedView<'a, T>,
        out: &mut O,
    ) -> Result<(), EncodeError> {
        const {
            assert!(
                !B::BIG || size_of::<T>() == 1,
                "a view has no `big_endian` elements; use a `Vec`"
            );
        };
        write_count::<B, L, O>(view.len(), MOST, "a list", out)?;
        out.put_bytes(view.as_bytes());
        Ok(())
    }
}

impl<'de: 'a, 'a, L: Prefix, T: PackedElement, const MOST: usize>
    DecodeField<'de, PackedView<'a, T>> for Counted<L, Plain, MOST>
where
    Plain: EncodeField<T>,
{
    fn decode_field<B: ByteOrder>(
        reader: &mut Reader<'de>,
    ) -> Result<PackedView<'a, T>, DecodeError> {
        const {
            assert!(
                !B::BIG || size_of::<T>() == 1,
                "a view has no `big_endian` elements; use a `Vec`"
            );
        };
        let size = const { <Plain as EncodeField<T>>::SIZE.min };
        let count = read_count::<B, L, T>(reader, MOST, size)?;
        Ok(PackedView::of_wire(reader.take(count * size, "a list")?))
    }
}
