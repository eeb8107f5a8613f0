//! Types that are encoded as another one: newtypes, pointers, enums by number.

/// The members of `EncodeVariant` for a type that is written as the `$inner` that `$get` finds in it, with a codec if it names one.
#[doc(hidden)]
#[macro_export]
macro_rules! encode_as_inner {
    ($dialect:ty, $inner:ty $(as $codec:ty)?, [$($before:tt)*], |$value:ident| $get:expr) => {
        #[inline(always)]
        fn encode<__O: $crate::Output>(
            &self,
            out: &mut __O,
        ) -> $crate::private::Result<(), $crate::EncodeError> {
            $($before)*
            let $value = self;
            <$crate::codec!($($codec)?) as $crate::private::EncodeAs<$dialect, $inner>>::encode_as($get, out)
        }

        #[inline(always)]
        fn encode_after_prefix<__O: $crate::Output>(
            $value: &Self,
            out: &mut __O,
        ) -> $crate::private::Result<(), $crate::EncodeError> {
            $($before)*
            <$crate::codec!($($codec)?) as $crate::private::EncodeAs<$dialect, $inner>>::encode_after_prefix_as($get, out)
        }

        #[inline(always)]
        fn fill($value: &Self, words: &mut [$crate::Word]) -> $crate::private::bool {
            $($before)*
            <$crate::codec!($($codec)?) as $crate::private::EncodeAs<$dialect, $inner>>::fill_as($get, words)
        }

        #[inline(always)]
        fn encode_words(
            $value: &Self,
            words: &mut [$crate::Word],
        ) -> $crate::private::Option<$crate::private::usize> {
            $($before)*
            <$crate::codec!($($codec)?) as $crate::private::EncodeAs<$dialect, $inner>>::encode_words_as($get, words)
        }
    };
}

/// The members of `DecodeVariant` for a type that `$make` makes of the `$inner` that is read, with a codec if it names one.
#[doc(hidden)]
#[macro_export]
macro_rules! decode_as_inner {
    ($de:lifetime, $dialect:ty, $inner:ty $(as $codec:ty)?, [$($before:tt)*], |$value:ident| $make:expr) => {
        #[inline(always)]
        fn decode(
            reader: &mut $crate::Reader<$de>,
        ) -> $crate::private::Result<Self, $crate::DecodeError> {
            $($before)*
            match <$crate::codec!($($codec)?) as $crate::private::DecodeAs<$de, $dialect, $inner>>::decode_as(reader) {
                $crate::private::Ok($value) => $crate::private::Ok($make),
                $crate::private::Err(error) => $crate::private::Err(error),
            }
        }

        #[inline(always)]
        fn decode_after_prefix(
            reader: &mut $crate::Reader<$de>,
        ) -> $crate::private::Result<Self, $crate::DecodeError> {
            $($before)*
            match <$crate::codec!($($codec)?) as $crate::private::DecodeAs<$de, $dialect, $inner>>::decode_after_prefix_as(
                reader,
            ) {
                $crate::private::Ok($value) => $crate::private::Ok($make),
                $crate::private::Err(error) => $crate::private::Err(error),
            }
        }

        #[inline(always)]
        fn from_words(words: &$de [$crate::Word]) -> $crate::private::Option<Self> {
            $($before)*
            match <$crate::codec!($($codec)?) as $crate::private::DecodeAs<$de, $dialect, $inner>>::from_words_as(words) {
                $crate::private::Some($value) => $crate::private::Some($make),
                $crate::private::None => $crate::private::None,
            }
        }

        #[inline(always)]
        fn from_wide_words(words: &[$crate::Word]) -> $crate::private::Option<Self> {
            $($before)*
            match <$crate::codec!($($codec)?) as $crate::private::DecodeAs<$de, $dialect, $inner>>::from_wide_words_as(words) {
                $crate::private::Some($value) => $crate::private::Some($make),
                $crate::private::None => $crate::private::None,
            }
        }

        #[inline(always)]
        fn decode_any_width(
            reader: &mut $crate::Reader<$de>,
        ) -> $crate::private::Option<Self> {
            $($before)*
            match <$crate::codec!($($codec)?) as $crate::private::DecodeAs<$de, $dialect, $inner>>::decode_any_width_as(
                reader,
            ) {
                $crate::private::Some($value) => $crate::private::Some($make),
                $crate::private::None => $crate::private::None,
            }
        }

        #[inline(always)]
        fn missing() -> $crate::private::Option<Self> {
            $($before)*
            match <$crate::codec!($($codec)?) as $crate::private::DecodeAs<$de, $dialect, $inner>>::missing_as() {
                $crate::private::Some($value) => $crate::private::Some($make),
                $crate::private::None => $crate::private::None,
            }
        }
    };
}
