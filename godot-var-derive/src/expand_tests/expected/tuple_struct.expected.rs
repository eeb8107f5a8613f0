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
    const __CAPACITY_Waypoint: __rt::usize = __rt::capacity::<__rt::Widest, Waypoint>();
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Layout<__D> for Waypoint {
        const OPEN: &'static [__rt::Word] = &__rt::array_open::<__D>(3);
        const PARTS: &'static [__rt::Part] = &[
            __rt::element::<__D, Vector3>(),
            __rt::element::<__D, f32>(),
            __rt::element::<__D, i32>(),
        ];
        const TEMPLATE: &'static [__rt::Word] = __rt::cut(
            &__rt::template::<__D, Self, __CAPACITY_Waypoint>(),
        );
        const USUAL: &'static [__rt::Word] = __rt::cut(
            &__rt::usual::<__D, Self, __CAPACITY_Waypoint>(),
        );
        const STEPS: &'static [__rt::Step] = &__rt::steps::<__D, Self, 3>();
        type Offsets = [__rt::u32; 3];
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Record<__D> for Waypoint {
        type Value = Waypoint;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<__S: __rt::Sink<__D>>(
            __value: &Self::Value,
            __sink: &mut __S,
        ) -> __rt::Result<(), __S::Stop> {
            let __steps = <Self as __rt::Layout<__D>>::STEPS;
            __S::put(__sink, &__steps[0], &__value.0)?;
            __S::put(__sink, &__steps[1], &__value.1)?;
            __S::put(__sink, &__steps[2], &__value.2)?;
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::ReadRecord<'__de, __D> for Waypoint {
        type Value = Waypoint;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read<__S: __rt::Source<'__de, __D>>(
            __source: &mut __S,
        ) -> __rt::Result<Self::Value, __S::Miss> {
            let __steps = <Self as __rt::Layout<__D>>::STEPS;
            __rt::Ok(Waypoint {
                0: __S::get::<Vector3>(__source, &__steps[0])?,
                1: __S::get::<f32>(__source, &__steps[1])?,
                2: __S::get_or::<i32>(__source, &__steps[2], || -> i32 { 5 })?,
            })
        }
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Wire<__D> for Waypoint {
        type Shortcuts = __rt::RecordShortcuts;
        const FACTS: __rt::Facts = __rt::record_facts::<__D, Self>();
        const LAYOUT: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Record(
            &__rt::RecordLayout {
                name: "Waypoint",
                keyed: false,
                name_keys: false,
                deny_unknown: false,
                fields: &[
                    __rt::field_layout(
                        "0",
                        &[],
                        <Vector3 as __rt::Wire<__D>>::LAYOUT,
                        __rt::Presence::REQUIRED,
                    ),
                    __rt::field_layout(
                        "1",
                        &[],
                        <f32 as __rt::Wire<__D>>::LAYOUT,
                        __rt::Presence::REQUIRED,
                    ),
                    __rt::field_layout(
                        "2",
                        &[],
                        <i32 as __rt::Wire<__D>>::LAYOUT,
                        __rt::Presence::DEFAULTED,
                    ),
                ],
            },
        );
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::EncodeVariant<__D> for Waypoint {
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            __rt::record::encode::<__D, Self, __O>(self, __out)
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::DecodeVariant<'__de, __D> for Waypoint {
        #[inline]
        fn decode(
            __reader: &mut __rt::Reader<'__de>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            __rt::record::decode::<__D, Self>(__reader)
        }
    }
};
