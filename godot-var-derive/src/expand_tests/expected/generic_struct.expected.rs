#[allow(
    non_camel_case_types,
    non_local_definitions,
    non_upper_case_globals,
    trivial_numeric_casts,
    unreachable_patterns,
    unused_mut,
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
    impl<'a, T: Clone, const N: usize, __D: __rt::Dialect> __rt::Layout<__D>
    for Chat<'a, T, N>
    where
        T: PartialEq,
        T: __rt::Wire<__D>,
    {
        const OPEN: &'static [__rt::Word] = &__rt::dictionary_open::<__D>(2);
        const PARTS: &'static [__rt::Part] = &[
            __rt::part::<__D, &'a str>("text", &[]),
            __rt::part::<__D, [T; N]>("values", &[]),
        ];
        const TEMPLATE: &'static [__rt::Word] = __rt::cut(
            &__rt::template::<__D, Self, __CAPACITY_Chat>(),
        );
        const USUAL: &'static [__rt::Word] = __rt::cut(
            &__rt::usual::<__D, Self, __CAPACITY_Chat>(),
        );
        const STEPS: &'static [__rt::Step] = &__rt::steps::<__D, Self, 2>();
        type Offsets = [__rt::u32; 2];
    }
    #[automatically_derived]
    impl<'a, T: Clone, const N: usize, __D: __rt::Dialect> __rt::Record<__D>
    for Chat<'a, T, N>
    where
        T: PartialEq,
        T: __rt::EncodeVariant<__D>,
    {
        type Value = Chat<'a, T, N>;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<__S: __rt::Sink<__D>>(
            __value: &Self::Value,
            __sink: &mut __S,
        ) -> __rt::Result<(), __S::Stop> {
            let __steps = <Self as __rt::Layout<__D>>::STEPS;
            __S::put(__sink, &__steps[0], &__value.text)?;
            __S::put(__sink, &__steps[1], &__value.values)?;
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<
        '__de: 'a,
        'a,
        T: Clone,
        const N: usize,
        __D: __rt::Dialect,
    > __rt::ReadRecord<'__de, __D> for Chat<'a, T, N>
    where
        T: PartialEq,
        T: __rt::DecodeVariant<'__de, __D>,
    {
        type Value = Chat<'a, T, N>;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read<__S: __rt::Source<'__de, __D>>(
            __source: &mut __S,
        ) -> __rt::Result<Self::Value, __S::Miss> {
            let __steps = <Self as __rt::Layout<__D>>::STEPS;
            __rt::Ok(Chat {
                text: __S::get::<&'a str>(__source, &__steps[0])?,
                values: __S::get::<[T; N]>(__source, &__steps[1])?,
                cache: __rt::Default::default(),
            })
        }
        #[inline]
        fn read_into<__S: __rt::Source<'__de, __D>>(
            __source: &mut __S,
            __place: &mut Self::Value,
        ) -> __rt::Result<(), __S::Miss> {
            let __steps = <Self as __rt::Layout<__D>>::STEPS;
            __S::get_into::<&'a str, _>(__source, &__steps[0], &mut __place.text)?;
            __S::get_into::<[T; N], _>(__source, &__steps[1], &mut __place.values)?;
            __place.cache = __rt::Default::default();
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'a, T: Clone, const N: usize, __D: __rt::Dialect> __rt::Wire<__D>
    for Chat<'a, T, N>
    where
        T: PartialEq,
        T: __rt::Wire<__D>,
    {
        type Shortcuts = __rt::RecordShortcuts;
        const FACTS: __rt::Facts = __rt::record_facts::<__D, Self>();
        const LAYOUT: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Record(
            &__rt::RecordLayout {
                name: "Chat",
                keyed: true,
                name_keys: false,
                deny_unknown: false,
                fields: &[
                    __rt::field_layout(
                        "text",
                        &[],
                        <&'a str as __rt::Wire<__D>>::LAYOUT,
                        __rt::Presence::REQUIRED,
                    ),
                    __rt::field_layout(
                        "values",
                        &[],
                        <[T; N] as __rt::Wire<__D>>::LAYOUT,
                        __rt::Presence::REQUIRED,
                    ),
                ],
            },
        );
    }
    #[automatically_derived]
    impl<'a, T: Clone, const N: usize, __D: __rt::Dialect> __rt::EncodeVariant<__D>
    for Chat<'a, T, N>
    where
        T: PartialEq,
        T: __rt::EncodeVariant<__D>,
    {
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            __rt::record::encode::<__D, Self, __O>(self, __out)
        }
    }
    #[automatically_derived]
    impl<
        '__de: 'a,
        'a,
        T: Clone,
        const N: usize,
        __D: __rt::Dialect,
    > __rt::DecodeVariant<'__de, __D> for Chat<'a, T, N>
    where
        T: PartialEq,
        T: __rt::DecodeVariant<'__de, __D>,
    {
        #[inline]
        fn decode(
            __reader: &mut __rt::Reader<'__de>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            __rt::record::decode::<__D, Self>(__reader)
        }
    }
    #[automatically_derived]
    impl<'a, T: Clone, const N: usize, __D: __rt::Dialect> __rt::EncodeEntries<__D>
    for Chat<'a, T, N>
    where
        T: PartialEq,
        T: __rt::EncodeVariant<__D>,
    {
        fn entry_count(&self) -> __rt::usize {
            __rt::entries::count_record::<__D, Self>(self)
        }
        fn encode_entries<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            __rt::entries::encode_pairs::<__D, Self, __O>(self, __out)
        }
    }
    #[automatically_derived]
    impl<
        '__de: 'a,
        'a,
        T: Clone,
        const N: usize,
        __D: __rt::Dialect,
    > __rt::DecodeEntries<'__de, __D> for Chat<'a, T, N>
    where
        T: PartialEq,
        T: __rt::DecodeVariant<'__de, __D>,
    {
        fn decode_entries(
            __entries: &mut __rt::Entries<'__de, __D>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            <Self as __rt::ReadRecord<'__de, __D>>::read(__entries)
        }
    }
};
