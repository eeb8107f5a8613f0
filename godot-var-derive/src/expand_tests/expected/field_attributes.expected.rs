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
    struct __CustomSettings__field0();
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::WireAs<__D, Duration> for __CustomSettings__field0 {
        const LAYOUT: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Custom(
            "seconds::encode",
        );
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::EncodeAs<__D, Duration> for __CustomSettings__field0 {
        fn encode_as<__O: __rt::Output>(
            __value: &Duration,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            seconds::encode::<__D, __O>(__value, __out)
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::DecodeAs<'__de, __D, Duration>
    for __CustomSettings__field0 {
        fn decode_as(
            __reader: &mut __rt::Reader<'__de>,
        ) -> __rt::Result<Duration, __rt::DecodeError> {
            seconds::decode::<__D>(__reader)
        }
    }
    const __CAPACITY_Settings: __rt::usize = __rt::capacity::<__rt::Widest, Settings>();
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Layout<__D> for Settings {
        const OPEN: &'static [__rt::Word] = &__rt::dictionary_open::<__D>(6);
        const PARTS: &'static [__rt::Part] = &[
            __rt::part::<
                __D,
                __rt::As<Duration, __CustomSettings__field0>,
            >("roundTime", &[]),
            __rt::part::<__D, f32>("volume", &[]),
            __rt::part::<__D, i32>("lives", &[]),
            __rt::part::<
                __D,
                __rt::As<String, __rt::MaxLen<32, __rt::Same>>,
            >("user", &["player"]),
            __rt::part::<__D, Option<String>>("comment", &[]),
            __rt::part::<
                __D,
                __rt::As<String, __rt::Strict<__rt::AsStringName>>,
            >("kind", &[]),
        ];
        const TEMPLATE: &'static [__rt::Word] = __rt::cut(
            &__rt::template::<__D, Self, __CAPACITY_Settings>(),
        );
        const USUAL: &'static [__rt::Word] = __rt::cut(
            &__rt::usual::<__D, Self, __CAPACITY_Settings>(),
        );
        const STEPS: &'static [__rt::Step] = &__rt::steps::<__D, Self, 6>();
        const FIELDS: __rt::Fields = __rt::Fields::Flattened;
        const DENY_UNKNOWN: __rt::bool = true;
        type Offsets = [__rt::u32; 6];
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Record<__D> for Settings {
        type Value = Settings;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<__S: __rt::Sink<__D>>(
            __value: &Self::Value,
            __sink: &mut __S,
        ) -> __rt::Result<(), __S::Stop> {
            let __steps = <Self as __rt::Layout<__D>>::STEPS;
            __S::put(
                __sink,
                &__steps[0],
                &__rt::AsRef::<
                    Duration,
                    __CustomSettings__field0,
                >::new(&__value.round_time),
            )?;
            __S::put(__sink, &__steps[1], &__value.volume)?;
            __S::put(__sink, &__steps[2], &__value.lives)?;
            __S::put(
                __sink,
                &__steps[3],
                &__rt::AsRef::<
                    String,
                    __rt::MaxLen<32, __rt::Same>,
                >::new(&__value.user_name),
            )?;
            if !Option::is_none(&__value.comment) {
                __S::put(__sink, &__steps[4], &__value.comment)?;
            }
            __S::put(
                __sink,
                &__steps[5],
                &__rt::AsRef::<
                    String,
                    __rt::Strict<__rt::AsStringName>,
                >::new(&__value.kind),
            )?;
            __S::flatten(__sink, &__value.rest)?;
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::ReadRecord<'__de, __D> for Settings {
        type Value = Settings;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read<__S: __rt::Source<'__de, __D>>(
            __source: &mut __S,
        ) -> __rt::Result<Self::Value, __S::Miss> {
            let __steps = <Self as __rt::Layout<__D>>::STEPS;
            __rt::Ok(Settings {
                round_time: (__S::get::<
                    __rt::As<Duration, __CustomSettings__field0>,
                >(__source, &__steps[0])?)
                    .0,
                volume: __S::get_or::<
                    f32,
                >(__source, &__steps[1], <f32 as __rt::Default>::default)?,
                lives: __S::get_or::<i32>(__source, &__steps[2], || -> i32 { 5 })?,
                user_name: (__S::get::<
                    __rt::As<String, __rt::MaxLen<32, __rt::Same>>,
                >(__source, &__steps[3])?)
                    .0,
                comment: __S::get::<Option<String>>(__source, &__steps[4])?,
                kind: (__S::get::<
                    __rt::As<String, __rt::Strict<__rt::AsStringName>>,
                >(__source, &__steps[5])?)
                    .0,
                cache: __rt::Default::default(),
                rest: __S::flatten(__source)?,
            })
        }
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Wire<__D> for Settings {
        type Shortcuts = __rt::RecordShortcuts;
        const FACTS: __rt::Facts = __rt::within(
            __rt::record_facts::<__D, Self>(),
            1200usize,
        );
        const LAYOUT: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Record(
            &__rt::RecordLayout {
                name: "Settings",
                keyed: true,
                name_keys: false,
                deny_unknown: true,
                fields: &[
                    __rt::field_layout(
                            "roundTime",
                            &[],
                            &__rt::TypeLayout::Custom("seconds::encode"),
                            __rt::Presence::REQUIRED,
                        )
                        .named("round_time"),
                    __rt::field_layout(
                        "volume",
                        &[],
                        <f32 as __rt::Wire<__D>>::LAYOUT,
                        __rt::Presence::DEFAULTED,
                    ),
                    __rt::field_layout(
                        "lives",
                        &[],
                        <i32 as __rt::Wire<__D>>::LAYOUT,
                        __rt::Presence::DEFAULTED,
                    ),
                    __rt::field_layout(
                            "user",
                            &["player"],
                            <__rt::As<
                                String,
                                __rt::MaxLen<32, __rt::Same>,
                            > as __rt::Wire<__D>>::LAYOUT,
                            __rt::Presence::REQUIRED,
                        )
                        .named("user_name"),
                    __rt::field_layout(
                        "comment",
                        &[],
                        <Option<String> as __rt::Wire<__D>>::LAYOUT,
                        __rt::Presence::SKIPPED,
                    ),
                    __rt::field_layout(
                        "kind",
                        &[],
                        <__rt::As<
                            String,
                            __rt::Strict<__rt::AsStringName>,
                        > as __rt::Wire<__D>>::LAYOUT,
                        __rt::Presence::REQUIRED,
                    ),
                    __rt::field_layout(
                        "rest",
                        &[],
                        <Dictionary as __rt::Wire<__D>>::LAYOUT,
                        __rt::Presence::FLATTENED,
                    ),
                ],
            },
        );
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::EncodeVariant<__D> for Settings {
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            __rt::record::encode::<__D, Self, __O>(self, __out)
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::DecodeVariant<'__de, __D> for Settings {
        #[inline]
        fn decode(
            __reader: &mut __rt::Reader<'__de>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            __rt::record::decode::<__D, Self>(__reader)
        }
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::EncodeEntries<__D> for Settings {
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
    impl<'__de, __D: __rt::Dialect> __rt::DecodeEntries<'__de, __D> for Settings {
        fn decode_entries(
            __entries: &mut __rt::Entries<'__de, __D>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            <Self as __rt::ReadRecord<'__de, __D>>::read(__entries)
        }
    }
    const _: () = __rt::check_keys(<Settings as __rt::Wire<__rt::Widest>>::LAYOUT);
};
