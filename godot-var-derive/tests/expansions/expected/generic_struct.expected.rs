#[allow(
    non_camel_case_types,
    non_local_definitions,
    non_upper_case_globals,
    deprecated,
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
    const __CAPACITY_Chat: __rt::usize = __rt::generic_capacity(&["text", "values"]);
    #[automatically_derived]
    impl<
        'a,
        T: Clone,
        const N: usize,
        AnyDialect: __rt::Dialect,
    > __rt::Template<AnyDialect> for Chat<'a, T, N>
    where
        T: PartialEq,
        T: __rt::EncodeVariant<AnyDialect>,
    {
        const NAME: &'static __rt::str = "Chat";
        const OPENING: &'static [__rt::Word] = &__rt::dictionary_opening::<
            AnyDialect,
        >(2);
        __rt::template!(AnyDialect, __CAPACITY_Chat, 2, [], [& 'a str, [T; N]]);
    }
    #[automatically_derived]
    impl<
        'a,
        T: Clone,
        const N: usize,
        AnyDialect: __rt::Dialect,
    > __rt::Record<AnyDialect> for Chat<'a, T, N>
    where
        T: PartialEq,
        T: __rt::EncodeVariant<AnyDialect>,
    {
        type Value = Chat<'a, T, N>;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<__S: __rt::Sink<AnyDialect>>(
            __value: &Self::Value,
            __sink: &mut __S,
        ) -> __rt::Result<(), __S::Stop> {
            let __slots = <Self as __rt::Template<AnyDialect>>::SLOTS;
            __rt::ok!(__S::put(__sink, & __slots[0], & (__value.text)));
            __rt::ok!(__S::put(__sink, & __slots[1], & (__value.values)));
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<
        'de_: 'a,
        'a,
        T: Clone,
        const N: usize,
        AnyDialect: __rt::Dialect,
    > __rt::ReadRecord<'de_, AnyDialect> for Chat<'a, T, N>
    where
        T: PartialEq,
        T: __rt::DecodeVariant<'de_, AnyDialect>,
    {
        type Value = Chat<'a, T, N>;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read<__S: __rt::Source<'de_, AnyDialect>>(
            __source: &mut __S,
        ) -> __rt::Result<Self::Value, __S::Miss> {
            let __slots = <Self as __rt::Template<AnyDialect>>::SLOTS;
            __rt::Ok(Chat {
                text: __rt::ok!(__S::get(__source, & __slots[0])),
                values: __rt::ok!(__S::get(__source, & __slots[1])),
                cache: __rt::Default::default(),
            })
        }
        #[inline]
        fn read_into<__S: __rt::Source<'de_, AnyDialect>>(
            __source: &mut __S,
            __place: &mut Self::Value,
        ) -> __rt::Result<(), __S::Miss> {
            let __slots = <Self as __rt::Template<AnyDialect>>::SLOTS;
            __rt::ok!(__S::get_into(__source, & __slots[0], & mut (__place.text)));
            __rt::ok!(__S::get_into(__source, & __slots[1], & mut (__place.values)));
            __place.cache = __rt::Default::default();
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<
        'a,
        T: Clone,
        const N: usize,
        AnyDialect: __rt::Dialect,
    > __rt::Describe<AnyDialect> for Chat<'a, T, N>
    where
        T: PartialEq,
        T: __rt::Describe,
    {
        const KEYS: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Record(
            &__rt::dictionary("Chat", &[__rt::field("text"), __rt::field("values")]),
        );
        __rt::describe_record!(AnyDialect, [], [& 'a str, [T; N]]);
    }
    #[automatically_derived]
    impl<
        'a,
        T: Clone,
        const N: usize,
        AnyDialect: __rt::Dialect,
    > __rt::EncodeVariant<AnyDialect> for Chat<'a, T, N>
    where
        T: PartialEq,
        T: __rt::EncodeVariant<AnyDialect>,
    {
        const FACTS: __rt::Facts = __rt::record_facts::<AnyDialect, Self>();
        __rt::encode_as_record!(AnyDialect, []);
    }
    #[automatically_derived]
    impl<
        'de_: 'a,
        'a,
        T: Clone,
        const N: usize,
        AnyDialect: __rt::Dialect,
    > __rt::DecodeVariant<'de_, AnyDialect> for Chat<'a, T, N>
    where
        T: PartialEq,
        T: __rt::DecodeVariant<'de_, AnyDialect>,
    {
        __rt::decode_as_record!('de_, AnyDialect, []);
    }
    #[automatically_derived]
    impl<'a, T: Clone, const N: usize> __rt::Keyed for Chat<'a, T, N>
    where
        T: PartialEq,
    {}
};
