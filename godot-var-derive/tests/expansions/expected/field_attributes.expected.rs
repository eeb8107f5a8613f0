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
    struct __CustomSettings__field0();
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::WireAs<__D, Duration> for __CustomSettings__field0 {
        const LAYOUT: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Custom(
            "seconds::encode",
        );
    }
    #[allow(dead_code, unreachable_code, unused_braces, unused_imports)]
    const _: () = {
        const __module: __rt::usize = 0;
        const _: () = {
            use seconds::{self as __module};
            fn encode<__M: __rt::WriteFunction<{ __module }>, __O>(
                _: &impl __rt::Sized,
                _: &mut __O,
            ) -> ! {
                match <__M as __rt::WriteFunction<{ __module }>>::NEVER {}
            }
            #[automatically_derived]
            impl<__D: __rt::Dialect> __rt::EncodeAs<__D, Duration>
            for __CustomSettings__field0 {
                fn encode_as<__O: __rt::Output>(
                    __value: &Duration,
                    __out: &mut __O,
                ) -> __rt::Result<(), __rt::EncodeError> {
                    {
                        use __module::*;
                        encode::<__D, __O>({ __value }, { __out })
                    }
                }
            }
        };
    };
    #[allow(dead_code, unreachable_code, unused_braces, unused_imports)]
    const _: () = {
        const __module: __rt::usize = 0;
        const _: () = {
            use seconds::{self as __module};
            fn decode<__M: __rt::ReadFunction<{ __module }>>(
                _: &mut __rt::Reader<'_>,
            ) -> ! {
                match <__M as __rt::ReadFunction<{ __module }>>::NEVER {}
            }
            #[automatically_derived]
            impl<'__de, __D: __rt::Dialect> __rt::DecodeAs<'__de, __D, Duration>
            for __CustomSettings__field0 {
                fn decode_as(
                    __reader: &mut __rt::Reader<'__de>,
                ) -> __rt::Result<Duration, __rt::DecodeError> {
                    {
                        use __module::*;
                        decode::<__D>({ __reader })
                    }
                }
            }
        };
    };
    #[automatically_derived]
    impl<__D: __rt::Dialect, __Q: __rt::Ask> __rt::FieldTable<__D, __Q> for Settings {
        const FIELDS: &'static [__rt::Field] = {
            let _ = <Dictionary as __rt::Flatten<__D>>::check;
            &[
                __rt::field::<
                    __D,
                    __Q,
                    __rt::As<Duration, __CustomSettings__field0>,
                >("roundTime")
                    .named("round_time"),
                __rt::field::<__D, __Q, f32>("volume")
                    .present(__rt::Presence::DEFAULTED),
                __rt::field::<__D, __Q, i32>("lives").present(__rt::Presence::DEFAULTED),
                __rt::field::<
                    __D,
                    __Q,
                    __rt::As<String, __rt::MaxLen<32, __rt::Same>>,
                >("user")
                    .aliased(&["player"])
                    .named("user_name"),
                __rt::field::<__D, __Q, Option<String>>("comment")
                    .present(__rt::Presence::SKIPPED),
                __rt::field::<
                    __D,
                    __Q,
                    __rt::As<String, __rt::Strict<__rt::AsStringName>>,
                >("kind"),
                __rt::field::<__D, __Q, Dictionary>("rest")
                    .present(__rt::Presence::FLATTENED),
            ]
        };
    }
    const __CAPACITY_Settings: __rt::usize = __rt::capacity::<__rt::Widest, Settings>();
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Template<__D> for Settings {
        const OPENING: &'static [__rt::Word] = &__rt::dictionary_opening::<__D>(6);
        const RUNS: &'static [__rt::Word] = __rt::cut(
            &__rt::runs::<__D, Self, __CAPACITY_Settings>(),
        );
        const USUAL: &'static [__rt::Word] = __rt::cut(
            &__rt::usual::<__D, Self, __CAPACITY_Settings>(),
        );
        const SLOTS: &'static [__rt::Slot] = &__rt::slots::<__D, Self, 6>();
        const SET: __rt::FieldSet = __rt::FieldSet::Flattened;
        const TAKEN: __rt::Taken = __rt::taken_by::<__D, Self>();
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
            let _ = <Dictionary as __rt::Flatten<__D>>::check;
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            __S::put(
                __sink,
                &__slots[0],
                &__rt::AsRef::<
                    Duration,
                    __CustomSettings__field0,
                >::new(&(__value.round_time)),
            )?;
            __S::put(__sink, &__slots[1], &(__value.volume))?;
            __S::put(__sink, &__slots[2], &(__value.lives))?;
            __S::put(
                __sink,
                &__slots[3],
                &__rt::AsRef::<
                    String,
                    __rt::MaxLen<32, __rt::Same>,
                >::new(&(__value.user_name)),
            )?;
            if !Option::is_none(&(__value.comment)) {
                __S::put(__sink, &__slots[4], &(__value.comment))?;
            }
            __S::put(
                __sink,
                &__slots[5],
                &__rt::AsRef::<
                    String,
                    __rt::Strict<__rt::AsStringName>,
                >::new(&(__value.kind)),
            )?;
            __S::flatten(__sink, &(__value.rest))?;
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
            let _ = <Dictionary as __rt::Flatten<__D>>::check;
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            __rt::Ok(Settings {
                round_time: (__S::get::<
                    __rt::As<Duration, __CustomSettings__field0>,
                >(__source, &__slots[0])?)
                    .0,
                volume: __S::get_or::<
                    f32,
                >(__source, &__slots[1], || <f32 as __rt::Default>::default())?,
                lives: __S::get_or::<i32>(__source, &__slots[2], || -> i32 { 5 })?,
                user_name: (__S::get::<
                    __rt::As<String, __rt::MaxLen<32, __rt::Same>>,
                >(__source, &__slots[3])?)
                    .0,
                comment: __S::get(__source, &__slots[4])?,
                kind: (__S::get::<
                    __rt::As<String, __rt::Strict<__rt::AsStringName>>,
                >(__source, &__slots[5])?)
                    .0,
                cache: __rt::Default::default(),
                rest: __S::flatten::<Dictionary>(__source)?,
            })
        }
    }
    const _: () = __rt::check_field_keys(
        <Settings as __rt::Wire<__rt::Widest>>::LAYOUT,
        "",
        6usize,
    );
    const _: __rt::Facts = <Settings as __rt::Wire<__rt::Godot4>>::FACTS;
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Wire<__D> for Settings {
        type Shortcuts = __rt::RecordShortcuts;
        const FACTS: __rt::Facts = __rt::within::<
            __D,
        >(
            __rt::record_facts::<__D, Self>(),
            <Self as __rt::FieldTable<__D, __rt::AskFacts>>::FIELDS,
            "Settings",
            1200usize,
        );
        const LAYOUT: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Record(
            &__rt::RecordLayout {
                name: "Settings",
                keyed: true,
                name_keys: false,
                deny_unknown: true,
                fields: &__rt::layouts::<__D, Settings, 7>(),
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
    impl __rt::Keyed for Settings {}
};
