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
    impl<__D: __rt::Dialect, __Q: __rt::Ask> __rt::FieldTable<__D, __Q> for Options {
        const FIELDS: &'static [__rt::Field] = &[
            __rt::field::<__D, __Q, f32>("volume").present(__rt::Presence::DEFAULTED),
        ];
    }
    const __CAPACITY_Options: __rt::usize = __rt::capacity::<__rt::Widest, Options>();
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Template<__D> for Options {
        const OPENING: &'static [__rt::Word] = &__rt::dictionary_opening::<__D>(1);
        const RUNS: &'static [__rt::Word] = __rt::cut(
            &__rt::runs::<__D, Self, __CAPACITY_Options>(),
        );
        const USUAL: &'static [__rt::Word] = __rt::cut(
            &__rt::usual::<__D, Self, __CAPACITY_Options>(),
        );
        const SLOTS: &'static [__rt::Slot] = &__rt::slots::<__D, Self, 1>();
        type Offsets = [__rt::u32; 1];
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Record<__D> for Options {
        type Value = Options;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<__S: __rt::Sink<__D>>(
            __value: &Self::Value,
            __sink: &mut __S,
        ) -> __rt::Result<(), __S::Stop> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            __S::put(__sink, &__slots[0], &(__value.volume))?;
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::ReadRecord<'__de, __D> for Options {
        type Value = Options;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read<__S: __rt::Source<'__de, __D>>(
            __source: &mut __S,
        ) -> __rt::Result<Self::Value, __S::Miss> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            let __default: Options = __rt::Default::default();
            __rt::Ok(Options {
                volume: __S::get_or::<f32>(__source, &__slots[0], || __default.volume)?,
                cache: __default.cache,
            })
        }
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Wire<__D> for Options {
        type Shortcuts = __rt::RecordShortcuts;
        const FACTS: __rt::Facts = __rt::record_facts::<__D, Self>();
        const LAYOUT: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Record(
            &__rt::RecordLayout {
                name: "Options",
                keyed: true,
                name_keys: false,
                deny_unknown: false,
                fields: &__rt::layouts::<__D, Options, 1>(),
            },
        );
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::EncodeVariant<__D> for Options {
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            __rt::record::encode::<__D, Self, __O>(self, __out)
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::DecodeVariant<'__de, __D> for Options {
        #[inline]
        fn decode(
            __reader: &mut __rt::Reader<'__de>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            __rt::record::decode::<__D, Self>(__reader)
        }
    }
    #[automatically_derived]
    impl __rt::Keyed for Options {}
};
