#[allow(
    non_camel_case_types,
    non_local_definitions,
    non_upper_case_globals,
    trivial_numeric_casts,
    unreachable_patterns,
    unused_mut,
    unused_parens,
    unused_qualifications,
    unused_variables,
    clippy::all,
    clippy::nursery,
    clippy::pedantic,
    clippy::restriction,
)]
const _: () = {
    use ::godot_var::__private as __rt;
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Wire<__D> for EntityId {
        type Shortcuts = Self;
        const FACTS: __rt::Facts = <i64 as __rt::Wire<__D>>::FACTS;
        const LAYOUT: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Newtype(
            "EntityId",
            <i64 as __rt::Wire<__D>>::LAYOUT,
        );
        const NULLABLE: __rt::bool = <i64 as __rt::Wire<__D>>::NULLABLE;
        const OPTIONAL: __rt::bool = <i64 as __rt::Wire<__D>>::OPTIONAL;
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::EncodeVariant<__D> for EntityId {
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            <i64 as __rt::EncodeVariant<__D>>::encode(&self.0, __out)
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::DecodeVariant<'__de, __D> for EntityId {
        #[inline]
        fn decode(
            __reader: &mut __rt::Reader<'__de>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            match <i64 as __rt::DecodeVariant<'__de, __D>>::decode(__reader) {
                __rt::Ok(__value) => __rt::Ok(EntityId { 0: __value }),
                __rt::Err(__error) => __rt::Err(__error),
            }
        }
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::EncodeShortcuts<__D> for EntityId {
        #[inline]
        fn encode_after_prefix<__O: __rt::Output>(
            __value: &Self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            __rt::newtype::encode_after_prefix::<__D, i64, __O>(&__value.0, __out)
        }
        #[inline]
        fn fill(__value: &Self, __words: &mut [__rt::Word]) -> __rt::bool {
            __rt::newtype::fill::<__D, i64>(&__value.0, __words)
        }
        #[inline]
        fn is_usual(__value: &Self) -> __rt::bool {
            __rt::newtype::is_usual::<__D, i64>(&__value.0)
        }
        #[inline]
        fn fill_shortest(
            __value: &Self,
            __words: &mut [__rt::Word],
        ) -> __rt::Result<__rt::usize, __rt::EncodeError> {
            __rt::newtype::fill_shortest::<__D, i64>(&__value.0, __words)
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::DecodeShortcuts<'__de, __D> for EntityId {
        #[inline]
        fn decode_after_prefix(
            __reader: &mut __rt::Reader<'__de>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            match __rt::newtype::decode_after_prefix::<__D, i64>(__reader) {
                __rt::Ok(__value) => __rt::Ok(EntityId { 0: __value }),
                __rt::Err(__error) => __rt::Err(__error),
            }
        }
        #[inline]
        fn check(__words: &[__rt::Word]) -> __rt::bool {
            __rt::newtype::check::<__D, i64>(__words)
        }
        #[inline]
        fn build(__words: &[__rt::Word]) -> Self {
            EntityId {
                0: __rt::newtype::build::<__D, i64>(__words),
            }
        }
        #[inline]
        fn build_wide(__words: &[__rt::Word]) -> __rt::Option<Self> {
            match __rt::newtype::build_wide::<__D, i64>(__words) {
                __rt::Some(__value) => __rt::Some(EntityId { 0: __value }),
                __rt::None => __rt::None,
            }
        }
        #[inline]
        fn missing() -> __rt::Option<Self> {
            match __rt::newtype::missing::<__D, i64>() {
                __rt::Some(__value) => __rt::Some(EntityId { 0: __value }),
                __rt::None => __rt::None,
            }
        }
    }
};
