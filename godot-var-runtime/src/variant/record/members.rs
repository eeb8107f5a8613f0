//! The members of derived records that the derive need not write out.

/// The value of a result; a function returns its error as it is.
#[doc(hidden)]
#[macro_export]
macro_rules! ok {
    ($result:expr) => {
        match $result {
            $crate::private::Ok(value) => value,
            $crate::private::Err(error) => return $crate::private::Err(error),
        }
    };
}

/// The codec of a field: `Same` if it names none.
#[doc(hidden)]
#[macro_export]
macro_rules! codec {
    () => {
        $crate::private::Same
    };
    ($codec:ty) => {
        $codec
    };
}

/// `LAYOUT` of a record whose fields have these types and codecs.
#[doc(hidden)]
#[macro_export]
macro_rules! describe_record {
    ($dialect:ty, [$($before:tt)*], [$($type:ty $(as $codec:ty)?),*]) => {
        const LAYOUT: &'static $crate::variant::TypeLayout<'static> = {
            $($before)*
            &$crate::variant::TypeLayout::Record(&$crate::private::with_fields(
                $crate::private::record_of(<Self as $crate::variant::Describe<$dialect>>::KEYS),
                &$crate::private::layouts(
                    $crate::private::record_of(<Self as $crate::variant::Describe<$dialect>>::KEYS),
                    [$($crate::private::layout_as::<$crate::codec!($($codec)?), $type>()),*],
                ),
            ))
        };
    };
}

/// The members of `Template` that follow from the others and the types of the fields: at most `$capacity` words, and `$count` slots.
#[doc(hidden)]
#[macro_export]
macro_rules! template {
    ($dialect:ty, $capacity:expr, $count:expr, [$($before:tt)*], [$($type:ty $(as $codec:ty)?),*]) => {
        const FIELDS: &'static [$crate::private::Field] = {
            $($before)*
            &$crate::private::fields::<$dialect, Self, _>(
                [$($crate::private::field_type::<$dialect, $crate::codec!($($codec)?), $type>()),*],
            )
        };
        const RUNS: &'static [$crate::Word] =
            $crate::private::cut(&$crate::private::runs::<$dialect, Self, { $capacity }>());
        const USUAL: &'static [$crate::Word] =
            $crate::private::cut(&$crate::private::usual::<$dialect, Self, { $capacity }>());
        const SLOTS: &'static [$crate::private::Slot] =
            &$crate::private::slots::<$dialect, Self, { $count }>();
        type Offsets = [$crate::private::u32; $count];
    };
}

/// The members of `EncodeVariant` for a derived record.
#[doc(hidden)]
#[macro_export]
macro_rules! encode_as_record {
    ($dialect:ty, [$($before:tt)*]) => {
        #[inline]
        fn encode<__O: $crate::Output>(
            &self,
            out: &mut __O,
        ) -> $crate::private::Result<(), $crate::EncodeError> {
            $($before)*
            $crate::private::record::encode::<$dialect, Self, __O>(self, out)
        }

        #[inline]
        fn encode_after_prefix<__O: $crate::Output>(
            value: &Self,
            out: &mut __O,
        ) -> $crate::private::Result<(), $crate::EncodeError> {
            $crate::private::record::encode_after_prefix::<$dialect, Self, __O>(value, out)
        }

        #[inline]
        fn fill(value: &Self, words: &mut [$crate::Word]) -> $crate::private::bool {
            $crate::private::record::fill::<$dialect, Self>(value, words)
        }
    };
}

/// The members of `DecodeVariant` for a derived record.
#[doc(hidden)]
#[macro_export]
macro_rules! decode_as_record {
    ($de:lifetime, $dialect:ty, [$($before:tt)*]) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn decode(
            reader: &mut $crate::Reader<$de>,
        ) -> $crate::private::Result<Self, $crate::DecodeError> {
            $($before)*
            $crate::private::record::decode::<$dialect, Self>(reader)
        }

        #[inline]
        fn decode_in_place(
            reader: &mut $crate::Reader<$de>,
            place: &mut Self,
        ) -> $crate::private::Result<(), $crate::DecodeError> {
            $crate::private::record::decode_in_place::<$dialect, Self>(reader, place)
        }

        #[inline]
        fn decode_after_prefix(
            reader: &mut $crate::Reader<$de>,
        ) -> $crate::private::Result<Self, $crate::DecodeError> {
            $crate::private::record::decode_after_prefix::<$dialect, Self>(reader)
        }

        #[inline]
        fn decode_elements(
            reader: &mut $crate::Reader<$de>,
            list: &mut $crate::private::Vec<Self>,
            count: $crate::private::usize,
        ) -> $crate::private::Result<(), $crate::DecodeError> {
            $crate::private::record::decode_elements::<$dialect, Self>(reader, list, count)
        }

        #[inline]
        fn decode_elements_in_place(
            reader: &mut $crate::Reader<$de>,
            places: &mut [Self],
        ) -> $crate::private::Result<(), ($crate::private::usize, $crate::DecodeError)> {
            $crate::private::record::decode_elements_in_place::<$dialect, Self>(reader, places)
        }

        #[inline]
        fn from_words(words: &$de [$crate::Word]) -> $crate::private::Option<Self> {
            $crate::private::record::from_words::<$dialect, Self>(words)
        }
    };
}
