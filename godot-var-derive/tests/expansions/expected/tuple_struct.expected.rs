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
    const __CAPACITY_Waypoint: __rt::usize = __rt::capacity::<__rt::Widest, Waypoint>();
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::Template<AnyDialect> for Waypoint {
        const NAME: &'static __rt::str = "Waypoint";
        const OPENING: &'static [__rt::Word] = &__rt::array_opening::<AnyDialect>(3);
        __rt::template!(AnyDialect, __CAPACITY_Waypoint, 3, [], [Vector3, f32, i32]);
    }
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::Record<AnyDialect> for Waypoint {
        type Value = Waypoint;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<__S: __rt::Sink<AnyDialect>>(
            __value: &Self::Value,
            __sink: &mut __S,
        ) -> __rt::Result<(), __S::Stop> {
            let __slots = <Self as __rt::Template<AnyDialect>>::SLOTS;
            __rt::ok!(__S::put(__sink, & __slots[0], & (__value.0)));
            __rt::ok!(__S::put(__sink, & __slots[1], & (__value.1)));
            __rt::ok!(__S::put(__sink, & __slots[2], & (__value.2)));
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'de_, AnyDialect: __rt::Dialect> __rt::ReadRecord<'de_, AnyDialect>
    for Waypoint {
        type Value = Waypoint;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read<__S: __rt::Source<'de_, AnyDialect>>(
            __source: &mut __S,
        ) -> __rt::Result<Self::Value, __S::Miss> {
            let __slots = <Self as __rt::Template<AnyDialect>>::SLOTS;
            __rt::Ok(Waypoint {
                0: __rt::ok!(__S::get(__source, & __slots[0])),
                1: __rt::ok!(__S::get(__source, & __slots[1])),
                2: __rt::ok!(
                    __S::get_or:: < __rt::Same, i32 > (__source, & __slots[2], || -> i32
                    { 5 })
                ),
            })
        }
    }
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::Describe<AnyDialect> for Waypoint {
        const KEYS: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Record(
            &__rt::array(
                "Waypoint",
                &[
                    __rt::field("0"),
                    __rt::field("1"),
                    __rt::field("2").present(__rt::Presence::DEFAULTED),
                ],
            ),
        );
        __rt::describe_record!(AnyDialect, [], [Vector3, f32, i32]);
    }
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::EncodeVariant<AnyDialect> for Waypoint {
        const FACTS: __rt::Facts = __rt::record_facts::<AnyDialect, Self>();
        __rt::encode_as_record!(AnyDialect, []);
    }
    #[automatically_derived]
    impl<'de_, AnyDialect: __rt::Dialect> __rt::DecodeVariant<'de_, AnyDialect>
    for Waypoint {
        __rt::decode_as_record!('de_, AnyDialect, []);
    }
};
